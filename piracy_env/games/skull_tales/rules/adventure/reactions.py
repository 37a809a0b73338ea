"""What Characters may do when an Enemy's attack meets them (STA-20.6, STA-20.10, STA-R53)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.games.skull_tales.actions import ACT
from piracy_env.games.skull_tales.rules.adventure.conditions import stun
from piracy_env.games.skull_tales.rules.adventure.dice import call_for_roll
from piracy_env.games.skull_tales.rules.adventure.figures import is_active
from piracy_env.games.skull_tales.rules.adventure.hits import IGNORED
from piracy_env.games.skull_tales.rules.adventure.payment import may_use_destiny, use_destiny
from piracy_env.games.skull_tales.rules.adventure.people import clear_status, set_status
from piracy_env.games.skull_tales.rules.adventure.track import gain_pp
from piracy_env.games.skull_tales.rules.frames import (
    answer_nothing,
    mark_nothing,
    offering,
    pop,
    top,
)
from piracy_env.games.skull_tales.state import AGILITY, INTELLIGENCE, SLOT, STEP, A, B, Decision
from piracy_env.games.skull_tales.state_land import Once, Status
from piracy_env.games.skull_tales.traits import Trait

_CAT_LIKE_REFLEXES = int(Trait.CAT_LIKE_REFLEXES)
_CALM = 3
"""Difficulty of keeping one's temper (STA-R53)."""
_DOWN = Status.POSSUM | Status.KNOCKED_DOWN


# --- dodging a shot -------------------------------------------------------------------------------


@kernel
def _dodge(s: Any, t: Any, action: int) -> None:
    """Roll Agility, a roll inside the attack's own (STA-R69), or do not."""
    slot = top(s)[SLOT] + 0
    if action == ACT.no.start:
        pop(s)
    else:
        s.once[slot] |= Once.DODGE
        call_for_roll(s, t, slot, AGILITY, t.traits[_CAT_LIKE_REFLEXES].difficulty)


@kernel
def _may_dodge(s: Any, t: Any) -> bool:
    """Whether it is still asked; after the roll: whether the shot comes to nothing."""
    frame = top(s)
    if frame[STEP] == 0:
        return True
    if frame[B] == 1:
        s.rl_used[s.rl_depth - 1] |= IGNORED
    pop(s)
    return False


# --- playing possum -------------------------------------------------------------------------------


@kernel
def _play_possum(s: Any, t: Any, action: int) -> None:
    slot = top(s)[SLOT] + 0
    pop(s)
    if action == ACT.possum.start:
        set_status(s, slot, _DOWN)


@kernel
def _stand_up(s: Any, t: Any, action: int) -> None:
    slot = top(s)[SLOT] + 0
    pop(s)
    if action == ACT.stand_up.start:
        clear_status(s, slot, _DOWN)


# --- the Irascible --------------------------------------------------------------------------------


@kernel
def _keep_temper(s: Any, t: Any) -> bool:
    """Intelligence, or a critical's wound stuns."""
    frame = top(s)
    slot = frame[SLOT] + 0
    if frame[STEP] == 0:
        call_for_roll(s, t, slot, INTELLIGENCE, _CALM)
        return False
    is_calm = frame[B] == 1
    pop(s)
    if not is_calm:
        stun(s, slot)
    return False


# --- the Charlatan --------------------------------------------------------------------------------


@kernel
def _double_pay(s: Any, t: Any, action: int) -> None:
    """Spend a Destiny Point, and gain the Enemy's prestige again (STA-20.2)."""
    frame = top(s)
    slot, prestige = frame[SLOT] + 0, frame[A] + 0
    pop(s)
    if action == ACT.charlatan.start:
        use_destiny(s, slot)
        gain_pp(s, t, slot, prestige)


@kernel
def _may_double(s: Any, t: Any) -> bool:
    """Whether the Charlatan still can, and was not Knocked Out meanwhile."""
    slot = top(s)[SLOT]
    if is_active(s, slot) and may_use_destiny(s, slot):
        return True
    pop(s)
    return False


HANDLERS = (
    Handler(
        Decision.CHARLATAN,
        offering(ACT.charlatan),
        _double_pay,
        _may_double,
        "whether prestige doubles",
    ),
    Handler(Decision.DODGE, offering(ACT.dodge), _dodge, _may_dodge, "whether to dodge a shot"),
    Handler(Decision.POSSUM, offering(ACT.possum), _play_possum, doc="whether to play possum"),
    Handler(
        Decision.STAND, offering(ACT.stand_up), _stand_up, doc="whether who plays possum stands up"
    ),
    Handler(Decision.TEMPER, mark_nothing, answer_nothing, _keep_temper),
)
