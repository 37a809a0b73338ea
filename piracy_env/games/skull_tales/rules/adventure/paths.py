"""Ways over the board: single steps, and fields of walking distances found breadth first.

A field has a number for each cell, row by row: the steps to it, or `NO_WAY`. All cells of a roof or
of a chasm are one space (STA-10.12, STA-12.15).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from piracy_env.core.bits import lowest
from piracy_env.core.jit import kernel
from piracy_env.core.separate import separate
from piracy_env.games.skull_tales.rules.adventure.board import (
    extent,
    is_ground,
    is_on,
    is_open,
    is_open_between,
    is_same_space,
    is_shared,
    reach,
)
from piracy_env.games.skull_tales.rules.adventure.figures import (
    CHARACTER,
    COMPANION,
    count_at,
    figures_on_board,
    is_foe,
    is_noticed,
    place_of,
    stands_at,
)
from piracy_env.games.skull_tales.state import NONE, SLOTS
from piracy_env.games.skull_tales.state_land import Companion
from piracy_env.games.skull_tales.terrain import (
    BLOCKED,
    BOARD,
    CHASM,
    ROOF,
    STEP_COL,
    STEP_ROW,
)

CELLS = BOARD * BOARD
NO_WAY = -1
WAYS = 8
_ALL_WAYS = (1 << WAYS) - 1
ROOF_FIGURES = 4
"""Most figures on a roof (STA-16.8)."""

# How a field is spread; an Enemy's group, 1 + its number, is added `GROUP` times.
FREELY = 1  # past all figures (STA-R7)
STRAIGHT = 2  # through rock, walls and figures, too (STA-13.6)
NO_ROOFS = 4
GROUP = 8


# --- single steps ---------------------------------------------------------------------------------


@kernel
def is_way(s: Any, row: int, col: int, way: int) -> bool:
    """Whether the ground lets somebody step from a cell in one of eight directions.

    A diagonal step needs both cells beside it to be there, neither blocked, chasm nor roof, and no
    wall on the four edges (STA-R2). Figures are not asked for.
    """
    row2, col2 = row + STEP_ROW[way], col + STEP_COL[way]
    if not is_ground(s, row2, col2) or s.b_ter[row2, col2] == BLOCKED:
        return False
    if way % 2 == 0:
        return is_open_between(s, row, col, row2, col2)
    return _is_side_open(s, row, col, row, col2, row2, col2) and _is_side_open(
        s, row, col, row2, col, row2, col2
    )


@kernel
def _is_side_open(s, row, col, row1, col1, row2, col2):  # noqa: PLR0913, PLR0917 - three cells
    """Whether the cell beside a diagonal step leaves it open."""
    return (
        is_ground(s, row1, col1)
        and s.b_ter[row1, col1] != BLOCKED
        and not is_shared(s, row1, col1)
        and is_open_between(s, row, col, row1, col1)
        and is_open_between(s, row1, col1, row2, col2)
    )


@kernel
def ways_from(s: Any, row: int, col: int) -> int:
    """Directions in which the ground lets somebody step from a cell, a bit each: all `is_way`s."""
    ways, beside = 0, 0
    for way in range(0, WAYS, 2):
        row2, col2 = row + STEP_ROW[way], col + STEP_COL[way]
        if _is_footing(s, row2, col2) and is_open(s, row, col, way // 2):
            ways |= 1 << way
            beside |= (not is_shared(s, row2, col2)) << way
    for way in range(1, WAYS, 2):
        one, other = way - 1, (way + 1) % WAYS
        if (
            beside >> one & beside >> other & 1
            and _is_footing(s, row + STEP_ROW[way], col + STEP_COL[way])
            and is_open(s, row + STEP_ROW[one], col + STEP_COL[one], other // 2)
            and is_open(s, row + STEP_ROW[other], col + STEP_COL[other], one // 2)
        ):
            ways |= 1 << way
    return ways


@kernel
def _is_footing(s: Any, row: int, col: int) -> bool:
    """Whether a cell is there, and not blocked."""
    return is_ground(s, row, col) and s.b_ter[row, col] != BLOCKED


@kernel
def is_free(s: Any, row: int, col: int) -> bool:
    """Whether a figure may come to rest there: nobody is there, or a roof has room (STA-10.10)."""
    if not is_ground(s, row, col) or s.b_ter[row, col] in (BLOCKED, CHASM):
        return False
    there = count_at(s, (row, col))
    return there == 0 or (s.b_ter[row, col] == ROOF and there < ROOF_FIGURES)


# --- fields ---------------------------------------------------------------------------------------


@separate
def spread(s: Any, t: Any, place: Any, mode: int, field: Any) -> None:
    """Write the walking distance of each cell from a place, by the rules of Enemies (STA-R9)."""
    stopped = stops_of(s, t, mode)
    queue = np.empty(CELLS, np.int16)
    field[:] = NO_WAY
    first, last = 0, reach(s, t, place, 0, field, queue, 0)
    while first < last:
        cell = queue[first]
        first += 1
        row, col = cell // BOARD, cell % BOARD
        left = _ALL_WAYS if mode & STRAIGHT else ways_from(s, row, col)
        while left:
            way = lowest(left)
            left &= left - 1
            if _leads_on(s, row, col, way, mode, stopped, field):
                there = (row + STEP_ROW[way], col + STEP_COL[way])
                last = reach(s, t, there, field[cell] + 1, field, queue, last)


@kernel
def _leads_on(s, row, col, way, mode, stopped, field):  # noqa: PLR0913, PLR0917 - the insides of a loop
    """Whether a step leads to a space that was not reached before; the ground lets it."""
    row2, col2 = row + STEP_ROW[way], col + STEP_COL[way]
    if not is_on(row2, col2) or field[row2 * BOARD + col2] != NO_WAY:
        return False
    if mode & STRAIGHT:
        return is_ground(s, row2, col2)
    if stopped[row2 * BOARD + col2]:
        return False
    if s.b_ter[row2, col2] == ROOF and (mode & NO_ROOFS or not is_roof_sought(s, row2, col2)):
        return False
    return way % 2 == 0 or not (stopped[row * BOARD + col2] or stopped[row2 * BOARD + col])


@kernel
def is_roof_sought(s: Any, row: int, col: int) -> bool:
    """Whether a Character is up there that Enemies notice (STA-12.16)."""
    for slot in range(SLOTS):
        if is_noticed(s, slot) and stands_at(s, CHARACTER + slot, (row, col)):
            return True
    return False


@kernel
def mark_stops(s: Any, t: Any, group: int, stopped: Any) -> None:
    """Mark the cells that an Enemy of a group cannot pass: those of figures that stop it."""
    left = figures_on_board(s)
    while left:
        figure = lowest(left)
        left &= left - 1
        row, col = place_of(s, figure)
        if s.b_ter[row, col] != ROOF and stops_foe(s, t, figure, group):
            stopped[row * BOARD + col] = True


@kernel
def stops_foe(s: Any, t: Any, figure: int, group: int) -> bool:
    """Whether a figure stops an Enemy: Characters that it notices, other groups (STA-12.17)."""
    if figure < CHARACTER:
        is_other = is_foe(s, figure) and t.enemies[s.foe_type[figure]].group != group
        return is_other and s.foe_hide[figure] == 0
    if figure < COMPANION:
        return is_noticed(s, figure - CHARACTER)
    return s.npc_kind[figure - COMPANION] == Companion.ZOMBIE


@kernel
def nearest_free(s: Any, t: Any, place: Any) -> tuple[int, int]:
    """The nearest space where a figure can stand, ties in reading order; (-1, -1) for none."""
    field = np.empty(CELLS, np.int16)
    spread(s, t, place, FREELY | NO_ROOFS, field)
    best, nearest = NONE, CELLS
    for cell in range(CELLS):
        if 0 <= field[cell] < nearest and is_free(s, cell // BOARD, cell % BOARD):
            best, nearest = cell, field[cell]
    row, col = NONE, NONE
    if best != NONE:
        row, col = best // BOARD, best % BOARD
    return row, col


@kernel
def step_back(s: Any, t: Any, cell: int, mode: int, field: Any) -> int:
    """The cell from which a way reached a cell: the smallest row, then column (STA-R8); else -1."""
    return step_back_past(s, t, cell, mode, field, stops_of(s, t, mode))


@kernel
def stops_of(s: Any, t: Any, mode: int) -> Any:
    """The cells that a walk of a kind cannot pass: those of figures that stop it."""
    stopped = np.zeros(CELLS, np.bool_)
    if mode & (FREELY | STRAIGHT) == 0:
        mark_stops(s, t, mode // GROUP - 1, stopped)
    return stopped


@kernel
def step_back_past(s: Any, t: Any, cell: int, mode: int, field: Any, stopped: Any) -> int:
    """The same, with the cells that are stopped known."""
    north, south, west, east = extent(s, t, cell // BOARD, cell % BOARD)
    for row in range(max(0, north - 1), min(BOARD - 1, south + 1) + 1):
        for col in range(max(0, west - 1), min(BOARD - 1, east + 1) + 1):
            there = row * BOARD + col
            is_before = field[there] >= 0 and field[there] == field[cell] - 1
            if is_before and _is_step(s, there, cell, mode, stopped):
                return there
    return NONE


@kernel
def _is_step(s: Any, cell: int, other: int, mode: int, stopped: Any) -> bool:
    """Whether one step leads from a cell into the space of another."""
    row, col = cell // BOARD, cell % BOARD
    for way in range(WAYS):
        row2, col2 = row + STEP_ROW[way], col + STEP_COL[way]
        if not is_on(row2, col2):
            continue
        if not is_same_space(s, other // BOARD, other % BOARD, row2, col2):
            continue
        is_past = way % 2 == 1 and (stopped[row * BOARD + col2] or stopped[row2 * BOARD + col])
        if mode & STRAIGHT or (not is_past and is_way(s, row, col, way)):
            return True
    return False
