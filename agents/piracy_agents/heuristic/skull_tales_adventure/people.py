"""Who is about: Enemies that are awake, fellows who lie there, and how much anybody can take."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.games.skull_tales.rules.adventure.figures import is_active, is_foe
from piracy_env.games.skull_tales.rules.adventure.people import foes_at
from piracy_env.games.skull_tales.state import EMPTY, NONE, PIRATE, SLOTS
from piracy_env.games.skull_tales.state_land import FOES, FoeStatus, OncePlayed, Status
from piracy_env.games.skull_tales.terrain import BOARD

_AT_HAND = 9
"""Steps within which Enemies are about."""


@kernel
def is_awake(s: Any, foe: int) -> bool:
    """Whether an Enemy is there to be fought, or lies in wait."""
    return bool(is_foe(s, foe) and s.foe_status[foe] & FoeStatus.ASLEEP == 0)


@kernel
def is_near(s: Any, slot: int, foe: int) -> bool:
    """Whether an Enemy is near a Character, as the crow flies."""
    rows, cols = abs(s.foe_row[foe] - s.ch_y[slot]), abs(s.foe_col[foe] - s.ch_x[slot])
    return bool(max(rows, cols) <= _AT_HAND)


@kernel
def are_foes_about(s: Any, slot: int) -> bool:
    """Whether an Enemy that is awake is near a Character."""
    for foe in range(FOES):  # noqa: SIM110 - numba knows no any()
        if is_awake(s, foe) and is_near(s, slot, foe):
            return True
    return False


@kernel
def are_foes_at_hand(s: Any) -> bool:
    """Whether an Enemy that is awake is near anybody."""
    for slot in range(SLOTS):
        if is_active(s, slot) and s.ch_y[slot] != NONE and are_foes_about(s, slot):
            return True
    return False


@kernel
def is_fallen(s: Any, slot: int) -> bool:
    """Whether somebody lies there, and may be revived: an Ally once only (STA-17.10)."""
    if s.ch_kind[slot] == EMPTY or s.ch_y[slot] == NONE:
        return False
    is_spent = s.ch_kind[slot] != PIRATE and s.oncea[slot] & OncePlayed.REVIVED != 0
    return bool(s.ch_status[slot] & Status.KNOCKED_OUT != 0 and not is_spent)


@kernel
def hits_left(s: Any, slot: int) -> int:
    """Wounds that a Character can take before it is Knocked Out."""
    return int(s.ch_hp_max[slot] - s.ch_wounds[slot])


@kernel
def own_cell(s: Any, slot: int) -> int:
    """The cell on which a Character stands, -1 off the board."""
    return int(s.ch_y[slot]) * BOARD + int(s.ch_x[slot]) if s.ch_y[slot] != NONE else NONE


@kernel
def foes_awake_at(s: Any, t: Any, slot: int, place: Any) -> int:
    """Enemies adjacent to a place that are awake and able, a bit each."""
    near = foes_at(s, t, slot, place)
    for foe in range(FOES):
        if near >> foe & 1 and not is_awake(s, foe):
            near &= ~(1 << foe)
    return near


@kernel
def nearest_foe(s: Any, slot: int) -> int:
    """Steps to the nearest Enemy that is awake, as the crow flies."""
    least = 99
    for foe in range(FOES):
        if is_awake(s, foe):
            rows, cols = abs(s.foe_row[foe] - s.ch_y[slot]), abs(s.foe_col[foe] - s.ch_x[slot])
            least = min(least, int(max(rows, cols)))
    return least
