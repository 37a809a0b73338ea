"""The line: where a crew awaits Enemies that cannot shoot, instead of going to them one by one."""

from __future__ import annotations

from typing import Any

from piracy_agents.heuristic.skull_tales_adventure.people import (
    is_awake,
    is_near,
    own_cell,
)
from piracy_agents.heuristic.skull_tales_adventure.ways import sow
from piracy_env.core.jit import kernel
from piracy_env.games.skull_tales.rules.adventure.figures import is_active
from piracy_env.games.skull_tales.rules.adventure.people import foes_next_to, place_of_character
from piracy_env.games.skull_tales.state import NONE, SLOTS
from piracy_env.games.skull_tales.state_land import FOES, Door, Exit
from piracy_env.games.skull_tales.terrain import BOARD, SIDE_COL, SIDE_ROW

_FAR_OFF = 4
"""Steps to the next fellow from which one goes back to the others."""
_PATIENCE = 3
"""Rounds of which one does not wait in the last."""


@kernel
def is_line_held(s: Any, t: Any, w: Any) -> bool:
    """Whether Enemies are awaited: none of those about can shoot, and none is there yet."""
    if w.hold <= 0.0 or s.round % _PATIENCE == 0:
        return False
    for slot in range(SLOTS):
        if is_active(s, slot) and s.ch_y[slot] != NONE and foes_next_to(s, t, slot) != 0:
            return False
    return _are_all_about_blades(s, t)


@kernel
def _are_all_about_blades(s: Any, t: Any) -> bool:
    """Whether there are Enemies about, and none of them shoots or is to be caught."""
    are_any = False
    for foe in range(FOES):
        if is_awake(s, foe) and _is_about_anybody(s, foe):
            if t.enemies[s.foe_type[foe]].ranged > 0 or s.foe_role[foe] > 0:
                return False
            are_any = True
    return are_any


@kernel
def _is_about_anybody(s: Any, foe: int) -> bool:
    """Whether an Enemy is near any Character."""
    for slot in range(SLOTS):
        if is_active(s, slot) and s.ch_y[slot] != NONE and is_near(s, slot, foe):
            return True
    return False


@kernel
def sow_line(s: Any, slot: int, field: Any) -> None:
    """Fellows where no Enemies are, for whoever is where they are, stands in a gap, or is alone."""
    is_off = is_at_narrows(s, slot) or _is_foe_on_tile(s, own_cell(s, slot))
    for other in range(SLOTS):
        if other == slot or not is_active(s, other) or s.ch_y[other] == NONE:
            continue
        rows, cols = abs(s.ch_y[other] - s.ch_y[slot]), abs(s.ch_x[other] - s.ch_x[slot])
        if _is_foe_on_tile(s, own_cell(s, other)):
            continue
        if is_off or max(rows, cols) > _FAR_OFF:
            sow(field, s.ch_y[other], s.ch_x[other], 0.0)


@kernel
def _is_foe_on_tile(s: Any, cell: int) -> bool:
    """Whether an Enemy that is awake is on the tile of a cell."""
    tile = s.b_tile[cell // BOARD, cell % BOARD]
    for foe in range(FOES):
        if is_awake(s, foe) and s.b_tile[s.foe_row[foe], s.foe_col[foe]] == tile:
            return True
    return False


@kernel
def is_at_narrows(s: Any, slot: int) -> bool:
    """Whether a Character stands where a tile was entered, or in a door."""
    row, col = place_of_character(s, slot)
    for exit_ in range(s.n_ex):
        if s.ex_state[exit_] == Exit.LINKED and s.ex_row[exit_] == row and s.ex_col[exit_] == col:
            return True
    for door in range(s.n_dr):
        side = s.dr_side[door]
        is_here = s.dr_row[door] == row and s.dr_col[door] == col
        rows, cols = s.dr_row[door] + SIDE_ROW[side], s.dr_col[door] + SIDE_COL[side]
        if s.dr_state[door] == Door.OPEN and (is_here or (rows == row and cols == col)):
            return True
    return False
