"""Totems: changing one in the own turn, and what two at once cost (STA-20.65, STA-20.66)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.actions import ACT
from piracy_env.games.skull_tales.rules.adventure.harm import hurt
from piracy_env.games.skull_tales.rules.adventure.payment import OTHER, can_pay, pay_ap
from piracy_env.games.skull_tales.rules.adventure.people import bears_totem, has_trait
from piracy_env.games.skull_tales.rules.adventure.questions import ask_number
from piracy_env.games.skull_tales.rules.adventure.spells import (
    SPELL_READY,
    is_equipped,
    recharge,
)
from piracy_env.games.skull_tales.rules.frames import (
    answer_nothing,
    mark_nothing,
    next_step,
    pop,
    push_for,
    top,
)
from piracy_env.games.skull_tales.state import NONE, SLOT, STEP, A, B, Decision
from piracy_env.games.skull_tales.traits import Trait

_TOTEM_MAGIC = int(Trait.TOTEM_MAGIC)
FIRST, SECOND = range(2)
"""Places of Totems."""
_BOTH_PLACES = 1 << FIRST | 1 << SECOND
_WHICH, _WHERE, _TAKE = range(3)
_ONE, _TWO = 1, 2


@kernel
def totems_ready(s: Any, t: Any, slot: int) -> int:
    """Totems that a Pirate can take, a bit each: not on the recharge track, and not borne."""
    found = 0
    for totem in range(len(t.totems)):
        is_ready = s.spell[slot, t.totems[totem].spell] == SPELL_READY
        if is_ready and not is_equipped(s, slot, totem):
            found |= 1 << totem
    return found


@kernel
def may_change(s: Any, t: Any, slot: int) -> bool:
    """Whether who acts can take another Totem."""
    if not bears_totem(s, slot) or not can_pay(s, t, t.traits[_TOTEM_MAGIC].ap, OTHER):
        return False
    return totems_ready(s, t, slot) != 0


@kernel
def begin_change(s: Any, t: Any, slot: int) -> None:
    """Have a Pirate take another Totem."""
    pay_ap(s, t, t.traits[_TOTEM_MAGIC].ap, OTHER)
    push_for(s, Decision.CHANGING_TOTEM, s.ch_owner[slot], slot, 0, 0)


@kernel
def _go_on(s: Any, t: Any) -> bool:
    """Which Totem, and in which place of two. A = the Totem, once known."""
    frame = top(s)
    slot, step = frame[SLOT] + 0, frame[STEP]
    if step == _WHICH:
        ask_number(s, s.ch_owner[slot], slot, totems_ready(s, t, slot))
    elif step == _WHERE:
        frame[A] = frame[B]
        if has_trait(s, t, slot, Trait.TOTEM_MAGIC_II):
            ask_number(s, s.ch_owner[slot], slot, _BOTH_PLACES)
        else:
            frame[B] = FIRST
            next_step(s)
    else:
        totem, place = frame[A] + 0, frame[B] + 0
        pop(s)
        _put_off(s, t, slot, place)
        s.totem[slot, place] = totem
    return False


@kernel
def _put_off(s: Any, t: Any, slot: int, place: int) -> None:
    """A Totem is borne no more, and goes on the recharge track (STA-5.25)."""
    if s.totem[slot, place] != NONE:
        recharge(s, t, slot, t.totems[s.totem[slot, place]].spell)
        s.totem[slot, place] = NONE


# --- two at once ----------------------------------------------------------------------------------


@kernel
def _mark_keep(s: Any, t: Any, mask: Any) -> None:
    mask[ACT.num.start + _ONE] = True
    mask[ACT.num.start + _TWO] = True


@kernel
def _keep(s: Any, t: Any, action: int) -> None:
    """Keep both or the first; either way it costs a Destiny Point, or a wound."""
    noinline()
    slot = top(s)[SLOT] + 0
    pop(s)
    if action == ACT.num.start + _ONE:
        _put_off(s, t, slot, SECOND)
    if s.ch_dp[slot] > 0:
        s.ch_dp[slot] -= 1
    else:
        hurt(s, t, slot, 1)


HANDLERS = (
    Handler(Decision.CHANGING_TOTEM, mark_nothing, answer_nothing, _go_on),
    Handler(Decision.TOTEMS, _mark_keep, _keep, doc="whether both Totems are kept"),
)
