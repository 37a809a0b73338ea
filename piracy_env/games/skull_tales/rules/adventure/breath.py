"""Taking a Breath: a whole turn for all Destiny Points (STA-10.7, STA-20.59, STA-20.85)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.games.skull_tales.rules.adventure.dice import call_for_roll
from piracy_env.games.skull_tales.rules.adventure.payment import (
    ACTED,
    SPENT,
    STEPPED,
    has_bonus,
    has_done,
    note_done,
)
from piracy_env.games.skull_tales.rules.adventure.people import (
    has_status,
    has_trait,
    is_free_of_foes,
    is_pirate,
)
from piracy_env.games.skull_tales.rules.adventure.track import move_flag
from piracy_env.games.skull_tales.rules.frames import (
    answer_nothing,
    drop_to,
    mark_nothing,
    pop,
    push_for,
    top,
)
from piracy_env.games.skull_tales.state import INTELLIGENCE, SLOT, STEP, STRENGTH, B, Decision
from piracy_env.games.skull_tales.state_land import Status
from piracy_env.games.skull_tales.traits import Trait

_DEVOUT_TRAIT, _TIRELESS_TRAIT = int(Trait.DEVOUT), int(Trait.TIRELESS)
_DEVOUT, _TIRELESS, _OVER = range(3)


@kernel
def can_take_breath(s: Any, t: Any, slot: int) -> bool:
    """Whether a Pirate has done nothing yet in its turn, and is left alone."""
    return has_done_nothing(s, slot) and is_free_of_foes(s, t, slot)


@kernel
def has_done_nothing(s: Any, slot: int) -> bool:
    """Whether a Pirate can still give its whole turn for something."""
    if not is_pirate(s, slot) or has_done(s, ACTED | SPENT | STEPPED) or has_bonus(s):
        return False
    return not has_status(s, slot, Status.RUNNING)


@kernel
def begin_breath(s: Any, t: Any, slot: int) -> None:
    """Recover all Destiny Points."""
    note_done(s, ACTED)
    s.ch_dp[slot] = s.ch_dp_max[slot]
    push_for(s, Decision.BREATH, slot, slot, 0, 0)


@kernel
def _go_on(s: Any, t: Any) -> bool:
    """The Devout and the Tireless may keep the flag where it is; then the turn is over."""
    frame = top(s)
    slot, step = frame[SLOT] + 0, frame[STEP] + 0
    is_kept = step > _DEVOUT and frame[B] == 1
    if step == _DEVOUT and has_trait(s, t, slot, Trait.DEVOUT):
        call_for_roll(s, t, slot, INTELLIGENCE, t.traits[_DEVOUT_TRAIT].difficulty)
    elif not is_kept and step < _OVER and has_trait(s, t, slot, Trait.TIRELESS):
        frame[STEP] = _TIRELESS
        call_for_roll(s, t, slot, STRENGTH, t.traits[_TIRELESS_TRAIT].difficulty)
    else:
        if not is_kept:
            move_flag(s, t, 1)
        drop_to(s, Decision.MENU)
        pop(s)
    return False


HANDLERS = (Handler(Decision.BREATH, mark_nothing, answer_nothing, _go_on),)
