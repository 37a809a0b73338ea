"""Where Enemies walk, and how they get there (STA-12.10-12.17, STA-R9)."""

from __future__ import annotations

from typing import Any

import numpy as np

from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.rules.adventure.aims import (
    ASTRAY,
    can_shoot_from,
    place_of_target,
    targets_next_to,
)
from piracy_env.games.skull_tales.rules.adventure.arriving import arrive
from piracy_env.games.skull_tales.rules.adventure.board import extent, is_adjacent
from piracy_env.games.skull_tales.rules.adventure.figures import place_of
from piracy_env.games.skull_tales.rules.adventure.harm import is_able_to
from piracy_env.games.skull_tales.rules.adventure.paths import (
    CELLS,
    FREELY,
    GROUP,
    NO_WAY,
    STRAIGHT,
    is_free,
    spread,
    step_back_past,
    stops_of,
)
from piracy_env.games.skull_tales.rules.adventure.sight import distance
from piracy_env.games.skull_tales.state import NONE, SLOTS
from piracy_env.games.skull_tales.tables.enemies import ABILITIES
from piracy_env.games.skull_tales.terrain import BOARD

_UNSTOPPABLE = ABILITIES.index("unstoppable")
_FARTHEST = 10_000
_LONGEST = 128
"""More steps than an Enemy takes at once."""


@kernel
def mode_of(s: Any, t: Any, foe: int) -> int:
    """How an Enemy moves: past its own group, or straight through everything (STA-13.6)."""
    if is_able_to(s, t, foe, _UNSTOPPABLE):
        return STRAIGHT
    return GROUP * (1 + t.enemies[s.foe_type[foe]].group)


@kernel
def walk_field(s: Any, t: Any, foe: int, field: Any) -> None:
    """Write the steps of an Enemy to every space."""
    spread(s, t, place_of(s, foe), mode_of(s, t, foe), field)


@kernel
def may_rest(s: Any, foe: int, cell: int) -> bool:
    """Whether an Enemy can end its move there: it is free, or its own."""
    row, col = cell // BOARD, cell % BOARD
    return is_own(s, foe, cell) or is_free(s, row, col)


@kernel
def is_own(s: Any, foe: int, cell: int) -> bool:
    """Whether an Enemy stands there."""
    return s.foe_row[foe] == cell // BOARD and s.foe_col[foe] == cell % BOARD


@kernel
def own_cell(s: Any, foe: int) -> int:
    """The cell of an Enemy."""
    return s.foe_row[foe] * BOARD + s.foe_col[foe]


# --- where to -------------------------------------------------------------------------------------


@kernel
def place_beside(s: Any, t: Any, foe: int, target: int, field: Any) -> int:
    """The space next to a target with the shortest way; ties by row and column; -1 for none."""
    goal = place_of_target(s, target)
    north, south, west, east = extent(s, t, goal[0], goal[1])
    best = NONE
    for row in range(max(0, north - 1), min(BOARD - 1, south + 1) + 1):
        for col in range(max(0, west - 1), min(BOARD - 1, east + 1) + 1):
            cell = row * BOARD + col
            if field[cell] == NO_WAY or (best != NONE and field[cell] >= field[best]):
                continue
            if is_adjacent(s, t, goal, (row, col)) and may_rest(s, foe, cell):
                best = cell
    return best


@kernel
def approach(s: Any, t: Any, foe: int, target: int, budget: int, field: Any) -> int:
    """Where a move towards a target ends; -1 if no way shortens the distance (STA-12.13, R9)."""
    noinline()
    cell = place_beside(s, t, foe, target, field)
    if cell == NONE:
        return draw_near(s, t, foe, target, budget, field)
    return cut_short(s, t, foe, cell, budget, field)


@kernel
def cut_short(s: Any, t: Any, foe: int, cell: int, budget: int, field: Any) -> int:
    """The last space on the way to a cell that the steps allow; -1 if that is where it stands."""
    mode, there = mode_of(s, t, foe), cell
    stopped = stops_of(s, t, mode)
    while field[there] > 0 and (field[there] > budget or not may_rest(s, foe, there)):
        there = step_back_past(s, t, there, mode, field, stopped)
    return NONE if is_own(s, foe, there) and cell != there else there


@kernel
def draw_near(s: Any, t: Any, foe: int, target: int, budget: int, field: Any) -> int:
    """The space within reach with the least distance left, if it is less than now; else -1."""
    noinline()
    left = np.empty(CELLS, np.int16)
    goal = place_of_target(s, target)
    spread(s, t, goal, STRAIGHT if mode_of(s, t, foe) == STRAIGHT else FREELY, left)
    best, least = NONE, _remains(s, t, own_cell(s, foe), goal, left)
    for cell in range(CELLS):
        if not 0 < field[cell] <= budget:
            continue
        far = _remains(s, t, cell, goal, left)
        is_nearer = far < least or (best != NONE and far == least and field[cell] < field[best])
        if is_nearer and may_rest(s, foe, cell):
            best, least = cell, far
    return best


@kernel
def _remains(s: Any, t: Any, cell: int, goal: Any, left: Any) -> int:
    """What remains of the way from a cell to a goal."""
    if left[cell] != NO_WAY:
        return left[cell]
    return ASTRAY + distance(s, t, (cell // BOARD, cell % BOARD), goal)


@kernel
def place_to_shoot(s: Any, t: Any, foe: int, target: int, budget: int, field: Any) -> int:
    """The space with the fewest steps from which a target can be shot at; -1 for none (STA-12.12).

    It is none that is adjacent to anybody: next to a Character an Enemy fights in melee.
    """
    noinline()
    best = NONE
    for cell in range(CELLS):
        if not 0 <= field[cell] <= budget or (best != NONE and field[cell] >= field[best]):
            continue
        place = (cell // BOARD, cell % BOARD)
        if not may_rest(s, foe, cell) or targets_next_to(s, t, place) != 0:
            continue
        if can_shoot_from(s, t, foe, place, target):
            best = cell
    return best


@kernel
def border_space(s: Any, t: Any, foe: int, budget: int, field: Any) -> int:
    """The closest free space at the border of an Enemy's tile; -1 if it gets to none."""
    tile = s.b_tile[s.foe_row[foe], s.foe_col[foe]] - 1
    size = t.ground[s.tl_token[tile], 0].size
    north, west = s.tl_row[tile], s.tl_col[tile]
    best = NONE
    for row in range(north, north + size):
        for col in range(west, west + size):
            if not is_border(s, t, row, col):
                continue
            cell = row * BOARD + col
            is_near = 0 <= field[cell] <= budget and (best == NONE or field[cell] < field[best])
            if is_near and may_rest(s, foe, cell):
                best = cell
    return best


@kernel
def is_border(s: Any, t: Any, row: int, col: int) -> bool:
    """Whether a cell lies at the border of its tile."""
    tile = s.b_tile[row, col] - 1
    last = t.ground[s.tl_token[tile], 0].size - 1
    r, c = row - s.tl_row[tile], col - s.tl_col[tile]
    return r == 0 or c == 0 or last in (r, c)


# --- going there ----------------------------------------------------------------------------------


@kernel
def go(s: Any, t: Any, foe: int, cell: int, passed: int) -> int:
    """Walk towards a cell until it is reached or something comes between; who was passed."""
    field = np.empty(CELLS, np.int16)
    walk_field(s, t, foe, field)
    return go_by(s, t, foe, cell, passed, field)


@kernel
def go_by(s: Any, t: Any, foe: int, cell: int, passed: int, field: Any) -> int:
    """The same, with the steps of the Enemy to every space known.

    Who is passed has the Enemy adjacent on its way. Spaces where it cannot rest are walked over in
    one go with the next one.
    """
    noinline()
    mode = mode_of(s, t, foe)
    stopped = stops_of(s, t, mode)
    way = np.empty(_LONGEST, np.int32)
    count, there = 0, cell
    while field[there] > 0 and count < _LONGEST:
        way[count] = there
        count += 1
        there = step_back_past(s, t, there, mode, field, stopped)
    frames, seen = s.sp + 0, passed
    for index in range(count - 1, -1, -1):
        place = (way[index] // BOARD, way[index] % BOARD)
        seen |= targets_next_to(s, t, place) & (1 << SLOTS) - 1
        if is_free(s, place[0], place[1]):
            arrive(s, t, foe, place)
            if s.sp > frames:
                break
    return seen
