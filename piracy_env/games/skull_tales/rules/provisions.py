"""Time and provisions: the Clock, the end of a Day, Supplies and Rum (STV-5.2 to STV-5.5)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.actions import ACT
from piracy_env.games.skull_tales.rules.chance import throw
from piracy_env.games.skull_tales.rules.crew import has_trait, is_up
from piracy_env.games.skull_tales.rules.frames import (
    mark_yes_no,
    next_step,
    pop,
    push,
    push_for,
    top,
)
from piracy_env.games.skull_tales.rules.hold import RUM, SUPPLIES, count_tokens, spend_token
from piracy_env.games.skull_tales.rules.rolls import call_for, successes
from piracy_env.games.skull_tales.rules.ship import change_morale, earn_trust
from piracy_env.games.skull_tales.state import (
    ACTOR,
    INTELLIGENCE,
    NONE,
    SLOT,
    SLOTS,
    STEP,
    A,
    B,
    Decision,
)
from piracy_env.games.skull_tales.traits import Trait

POSITIONS = 6
"""Positions of the Clock."""
_DIFFICULTY, _TRUST = 5, 2
"""The roll of a Supplier, and what it earns."""
RUM_TOKEN, SUPPLIES_TOKEN = 1 + RUM, 1 + SUPPLIES
"""Tokens of the Hold."""


# --- the Clock ------------------------------------------------------------------------------------


@kernel
def advance_clock(s: Any) -> None:
    """The Clock advances; past its last position a Day is over."""
    noinline()
    s.clock = s.clock % POSITIONS + 1
    if s.clock == 1:
        s.v_day += 1
        s.rum_day = 0
        for slot in range(SLOTS):
            s.once_day[slot] = 0
        push(s, Decision.DAY_SUPPLIES, NONE)


@kernel
def has_supplies(s: Any) -> bool:
    """Whether there is a Supplies token aboard."""
    return count_tokens(s, SUPPLIES_TOKEN) > 0


@kernel
def _is_fed(s: Any, t: Any) -> bool:
    """Whether the Captain can hand Supplies out at the Day's end; if not, Morale falls."""
    if has_supplies(s):
        return True
    pop(s)
    change_morale(s, -throw(s))
    return False


@kernel
def _end_day(s: Any, t: Any, action: int) -> None:
    """Spend a Supplies token, or let Morale fall (STV-5.4)."""
    pop(s)
    if action == ACT.yes.start:
        spend(s, SUPPLIES_TOKEN)
    else:
        change_morale(s, -throw(s))


# --- Rum ------------------------------------------------------------------------------------------


@kernel
def has_rum(s: Any) -> bool:
    """Whether Rum can be given out today (STV-5.5)."""
    return s.rum_day == 0 and count_tokens(s, RUM_TOKEN) > 0


@kernel
def give_out_rum(s: Any) -> None:
    """A Rum token raises Morale by a die."""
    s.rum_day = 1
    change_morale(s, throw(s))
    spend(s, RUM_TOKEN)


# --- the Supplier ---------------------------------------------------------------------------------


@kernel
def spend(s: Any, token: int) -> None:
    """The Captain spends a token of the Hold, unless a Supplier saves it (STV-20.1)."""
    push_for(s, Decision.SAVE_TOKEN, NONE, NONE, token, 0)


@kernel
def _is_supplier_asked(s: Any, t: Any) -> bool:
    """Whether one more Supplier can try; after the last the token is gone."""
    frame = top(s)
    if frame[STEP] == 1:
        frame[STEP] = 0
        if successes(s) > 0:
            slot = frame[SLOT]
            pop(s)
            earn_trust(s, slot, _TRUST)
            return False
        frame[B] = frame[SLOT] + 1
    for slot in range(frame[B], SLOTS):
        if is_up(s, slot) and has_trait(s, t, slot, Trait.SUPPLIER):
            frame[ACTOR], frame[SLOT] = s.ch_owner[slot], slot
            return True
    token = frame[A]
    pop(s)
    spend_token(s, token)
    return False


@kernel
def _try_to_save(s: Any, t: Any, action: int) -> None:
    """Try to save the token, or not."""
    frame = top(s)
    if action == ACT.yes.start:
        next_step(s)
        call_for(s, frame[SLOT], INTELLIGENCE, _DIFFICULTY)
    else:
        frame[B] = frame[SLOT] + 1


HANDLERS = (
    Handler(Decision.DAY_SUPPLIES, mark_yes_no, _end_day, _is_fed),
    Handler(Decision.SAVE_TOKEN, mark_yes_no, _try_to_save, _is_supplier_asked),
)
