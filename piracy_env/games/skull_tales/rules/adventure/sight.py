"""Lines of sight and distances (STA-9).

A cell is a closed square of side 2; the line runs from a corner of the shooter's space to the
middle of the target's (STA-R3). All is computed in whole numbers, `SCALE` times as large, so that
touching is exact. To leave out what is touched at the starting corner only (STA-R61), the line
starts a `SCALE`th of its length later: nothing else that it touches is touched so early.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from piracy_env.core.bits import lowest
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.core.separate import separate
from piracy_env.games.skull_tales.rules.adventure.board import (
    extent,
    is_ground,
    is_on,
    is_roof,
    is_same_space,
    is_shared,
    reach,
    steps_to_shared,
)
from piracy_env.games.skull_tales.rules.adventure.figures import (
    CHARACTER,
    FIGURES,
    foes_in_sight_of_all,
    is_standing,
    place_of,
    stands_at,
    stops_sight,
)
from piracy_env.games.skull_tales.state import SLOTS
from piracy_env.games.skull_tales.terrain import (
    BLOCKED,
    BOARD,
    ROOF,
    ROOM,
    SIDE_COL,
    SIDE_ROW,
    STEP_COL,
    STEP_ROW,
)

SCALE = 1024
CELL = 2 * SCALE
"""Side of a cell."""
CORNERS = 4
"""North-west, north-east, south-east, south-west, in the order in which they are tried."""
UNSEEN = -1
CELLS = BOARD * BOARD
FAR = 127
"""Farther than anything."""


@separate
def sight(s: Any, t: Any, eye: Any, goal: Any, foe: int) -> int:
    """How a figure at one place sees another place: -1 not at all, else Characters in the way.

    Four times their number, plus the corner that is used. The eye is an Enemy's if `foe` is 1; for
    Enemies nobody is in the way (STA-9.7).
    """
    if not _may_be_seen(s, eye, goal):
        return UNSEEN
    aloft = is_roof(s, eye[0], eye[1])
    if aloft and is_same_space(s, eye[0], eye[1], goal[0], goal[1]):
        return 0
    if aloft and _is_roof_crowded(s, eye, goal, foe):
        return UNSEEN
    best = _best_corner(s, t, eye, goal, foe)
    if best != UNSEEN:
        return best  # by a line from a corner that touches nothing
    for corner in range(CORNERS):
        if not _is_touched(s, t, eye, goal, corner * 2 + foe):
            return UNSEEN
    return _best_corner(s, t, eye, goal, foe + 2)


@kernel
def _best_corner(s: Any, t: Any, eye: Any, goal: Any, code: int) -> int:
    """The corner with the fewest Characters in the way; code: foe, plus 2 for a late start."""
    noinline()
    foe, late, aloft = code % 2, code // 2, is_roof(s, eye[0], eye[1])
    best = UNSEEN
    for corner in range(CORNERS):
        line = line_of(s, t, eye, goal, corner * 2 + late)
        if is_clear(s, line, aloft) and (aloft or not _is_blocked(s, line, eye, goal, foe)):
            count = 0 if foe or aloft else count_in_way(s, line, eye, goal)
            if count == 0:
                return corner
            if best == UNSEEN or count < best // CORNERS:
                best = CORNERS * count + corner
    return best


@kernel
def _may_be_seen(s: Any, eye: Any, goal: Any) -> bool:
    """Roofs are not seen from the ground, and rooms not from roofs (STA-9.8, STA-R4)."""
    if not is_ground(s, eye[0], eye[1]) or not is_ground(s, goal[0], goal[1]):
        return False
    if is_roof(s, eye[0], eye[1]):
        return s.b_ter[goal[0], goal[1]] != ROOM
    return not is_roof(s, goal[0], goal[1])


@kernel
def _is_roof_crowded(s: Any, eye: Any, goal: Any, foe: int) -> bool:
    """Whether somebody of the other side stands on the shooter's roof (STA-R4)."""
    for figure in range(FIGURES):
        if (
            stops_sight(s, figure, foe)
            and stands_at(s, figure, eye)
            and not stands_at(s, figure, goal)
        ):
            return True
    return False


@kernel
def line_of(s: Any, t: Any, eye: Any, goal: Any, code: int) -> tuple[int, int, int, int]:
    """The line from a corner to the middle; code: twice the corner, plus 1 for a late start."""
    north, south, west, east = extent(s, t, eye[0], eye[1])
    corner, late = code // 2, code % 2
    x = 2 * west if corner in (0, 3) else 2 * east + 2
    y = 2 * north if corner < 2 else 2 * south + 2
    north, south, west, east = extent(s, t, goal[0], goal[1])
    to_x, to_y = west + east + 1, north + south + 1
    return (
        x * SCALE + late * (to_x - x),
        y * SCALE + late * (to_y - y),
        to_x * SCALE,
        to_y * SCALE,
    )


@kernel
def _is_touched(s: Any, t: Any, eye: Any, goal: Any, code: int) -> bool:
    """Whether a corner of the shooter's space touches an obstacle; code: twice it, plus foe."""
    x, y, _, _ = line_of(s, t, eye, goal, code // 2 * 2)
    point = (x, y, x, y)
    aloft = is_roof(s, eye[0], eye[1])
    return not is_clear(s, point, aloft) or (
        not aloft and _is_blocked(s, point, eye, goal, code % 2)
    )


# --- ground in the way ----------------------------------------------------------------------------


@kernel
def is_clear(s: Any, line: Any, aloft: bool) -> bool:
    """Whether a line touches neither rock nor walls nor, between figures on the ground, roofs."""
    noinline()
    x0, y0, x1, y1 = line
    if x0 > x1:
        x0, y0, x1, y1 = x1, y1, x0, y0
    dx, dy = x1 - x0, y1 - y0
    scale = max(dx, 1)
    for col in range(max(0, -(-x0 // CELL) - 1), min(BOARD - 1, x1 // CELL) + 1):
        a, b = y0, y1
        if dx > 0:  # where the line enters and leaves this column, `scale` times as large
            a = y0 * dx + (max(x0, col * CELL) - x0) * dy
            b = y0 * dx + (min(x1, (col + 1) * CELL) - x0) * dy
        low, high, side = min(a, b), max(a, b), CELL * scale
        for row in range(max(0, -(-low // side) - 1), min(BOARD - 1, high // side) + 1):
            if is_obstacle(s, row, col, aloft) or _is_walled(s, line, row, col, aloft):
                return False
    return True


@kernel
def is_obstacle(s: Any, row: int, col: int, aloft: bool) -> bool:
    """Whether a cell stops a line (STA-9.2)."""
    kind = s.b_ter[row, col]
    return kind == BLOCKED or (kind == ROOF and not aloft)


@kernel
def _is_walled(s: Any, line: Any, row: int, col: int, aloft: bool) -> bool:
    """Whether a line touches a wall of a cell; from roofs only those of rooms count (STA-R4)."""
    walls = s.b_wall[row, col]
    if walls == 0:
        return False
    for side in range(4):
        if walls >> side & 1 and (not aloft or _is_of_room(s, row, col, side)):
            north = (row + (side == 2)) * CELL
            south = (row + (side != 0)) * CELL
            west = (col + (side == 1)) * CELL
            east = (col + (side != 3)) * CELL
            if touches(line, west, north, east, south):
                return True
    return False


@kernel
def _is_of_room(s: Any, row: int, col: int, side: int) -> bool:
    row2, col2 = row + SIDE_ROW[side], col + SIDE_COL[side]
    return s.b_ter[row, col] == ROOM or (is_on(row2, col2) and s.b_ter[row2, col2] == ROOM)


@kernel
def touches(line: Any, west: int, north: int, east: int, south: int) -> bool:
    """Whether a line touches a closed box."""
    x0, y0, x1, y1 = line
    if max(x0, x1) < west or min(x0, x1) > east or max(y0, y1) < north or min(y0, y1) > south:
        return False
    low, high = _apart(line, west, north, east, south)
    return low <= 0 <= high


@kernel
def crosses(line: Any, west: int, north: int, east: int, south: int) -> bool:
    """Whether a line runs through the inside of a box."""
    x0, y0, x1, y1 = line
    if max(x0, x1) <= west or min(x0, x1) >= east or max(y0, y1) <= north or min(y0, y1) >= south:
        return False
    low, high = _apart(line, west, north, east, south)
    return low < 0 < high


@kernel
def _apart(line: Any, west: int, north: int, east: int, south: int) -> tuple[int, int]:
    """How far the corners of a box lie on both sides of a line."""
    x0, y0, x1, y1 = line
    dx, dy = x1 - x0, y1 - y0
    a = dx * (north - y0) - dy * (west - x0)
    b = dx * (north - y0) - dy * (east - x0)
    c = dx * (south - y0) - dy * (west - x0)
    d = dx * (south - y0) - dy * (east - x0)
    return min(min(a, b), min(c, d)), max(max(a, b), max(c, d))


# --- figures in the way ---------------------------------------------------------------------------


@kernel
def _is_blocked(s: Any, line: Any, eye: Any, goal: Any, foe: int) -> bool:
    """Whether a figure that stops this side's sight stands on the line (STA-9.3, STA-9.7)."""
    left = _stopping(s, foe)
    while left:
        figure = lowest(left)
        left &= left - 1
        if stands_at(s, figure, eye) or stands_at(s, figure, goal):
            continue
        row, col = place_of(s, figure)
        if is_roof(s, row, col):
            continue
        north, west = row * CELL, col * CELL
        if touches(line, west, north, west + CELL, north + CELL):
            return True
    return False


@kernel
def _stopping(s: Any, foe: int) -> int:
    """Figures that stop this side's sight, a bit each."""
    if foe == 0:
        return foes_in_sight_of_all(s)
    found = 0
    for figure in range(CHARACTER, FIGURES):
        found |= stops_sight(s, figure, foe) << figure
    return found


@kernel
def count_in_way(s: Any, line: Any, eye: Any, goal: Any) -> int:
    """Characters whose cells the line runs through (STA-9.4, STA-R5)."""
    count = 0
    for slot in range(SLOTS):
        count += is_in_way(s, line, eye, goal, slot)
    return count


@kernel
def is_in_way(s: Any, line: Any, eye: Any, goal: Any, slot: int) -> bool:
    """Whether the line runs through a Character's cell."""
    figure = CHARACTER + slot
    if not is_standing(s, slot) or stands_at(s, figure, eye) or stands_at(s, figure, goal):
        return False
    row, col = s.ch_y[slot], s.ch_x[slot]
    if is_shared(s, row, col):
        return False
    north, west = row * CELL, col * CELL
    return crosses(line, west, north, west + CELL, north + CELL)


@kernel
def first_in_way(s: Any, t: Any, eye: Any, goal: Any, corner: int) -> int:
    """The slot of the nearest Character in the way, -1 for none (STA-9.5)."""
    line = line_of(s, t, eye, goal, corner * 2)
    best, nearest = -1, 1 << 60
    for slot in range(SLOTS):
        if is_in_way(s, line, eye, goal, slot):
            x = s.ch_x[slot] * CELL + SCALE - line[0]
            y = s.ch_y[slot] * CELL + SCALE - line[1]
            far = x * x + y * y
            if far < nearest:
                best, nearest = slot, far
    return best


# --- how far --------------------------------------------------------------------------------------


@separate
def distance(s: Any, t: Any, place: Any, other: Any) -> int:
    """Fewest steps in eight directions over anything, roofs and chasms being one (STA-R6)."""
    if is_same_space(s, place[0], place[1], other[0], other[1]):
        return 0
    direct = max(abs(place[0] - other[0]), abs(place[1] - other[1]))
    if direct == 1:
        return direct
    here = steps_to_shared(s, t, place[0], place[1])
    if here >= direct or here + steps_to_shared(s, t, other[0], other[1]) >= direct:
        return direct
    field = np.empty(CELLS, np.int16)
    spread_distance(s, t, place, direct, field)
    return field[other[0] * BOARD + other[1]]


@kernel
def spread_distance(s: Any, t: Any, place: Any, most: int, field: Any) -> None:
    """The distance of every cell from a place that is at most so far; `FAR` beyond."""
    noinline()
    queue = np.empty(CELLS, np.int16)
    field[:] = FAR
    first, last = 0, reach(s, t, place, 0, field, queue, 0)
    while first < last:
        cell = queue[first]
        first += 1
        if field[cell] == most:
            break
        row, col = cell // BOARD, cell % BOARD
        for way in range(8):
            r, c = row + STEP_ROW[way], col + STEP_COL[way]
            if is_on(r, c) and field[r * BOARD + c] == FAR:
                last = reach(s, t, (r, c), field[cell] + 1, field, queue, last)


@kernel
def range_to(s: Any, t: Any, place: Any, other: Any) -> int:
    """The range of an attack: spaces on the way, the target's own not counted (STA-9.9)."""
    return distance(s, t, place, other) - 1
