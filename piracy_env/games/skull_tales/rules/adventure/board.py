"""The board: what a space is, what parts it from others, what touches and what is adjacent.

A roof or a chasm is one space of several cells; a figure on a roof stands on its first cell in
reading order. Rows and columns are those of the board; a place is a pair of them.
"""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.terrain import (
    BLOCKED,
    BOARD,
    CHASM,
    EAST,
    NORTH,
    OPEN_AIR,
    ROOF,
    SIDE_COL,
    SIDE_ROW,
    SOUTH,
    WEST,
)


@kernel
def is_on(row: int, col: int) -> bool:
    """Whether the board has such a cell."""
    return 0 <= row < BOARD and 0 <= col < BOARD


@kernel
def is_ground(s: Any, row: int, col: int) -> bool:
    """Whether a tile lies there."""
    return is_on(row, col) and s.b_tile[row, col] > 0


@kernel
def is_roof(s: Any, row: int, col: int) -> bool:
    """Whether the cell is part of a roof."""
    return s.b_ter[row, col] == ROOF


@kernel
def is_shared(s: Any, row: int, col: int) -> bool:
    """Whether the cell is part of a roof or of a chasm, which are one space (STA-9.9)."""
    return s.b_ter[row, col] == ROOF or s.b_ter[row, col] == CHASM


@kernel
def is_same_space(s: Any, row: int, col: int, row2: int, col2: int) -> bool:
    """Whether two cells are one space."""
    if row == row2 and col == col2:
        return True
    return (
        is_shared(s, row, col)
        and s.b_tile[row, col] == s.b_tile[row2, col2]
        and s.b_reg[row, col] == s.b_reg[row2, col2]
    )


@kernel
def extent(s: Any, t: Any, row: int, col: int) -> tuple[int, int, int, int]:
    """First and last row, first and last column of the space of a cell."""
    north, south, west, east = row, row, col, col
    if not is_shared(s, row, col):
        return north, south, west, east
    tile = s.b_tile[row, col] - 1
    size = t.ground[s.tl_token[tile], 0].size
    for r in range(s.tl_row[tile], s.tl_row[tile] + size):
        for c in range(s.tl_col[tile], s.tl_col[tile] + size):
            if s.b_reg[r, c] == s.b_reg[row, col]:
                north, south = min(north, r), max(south, r)
                west, east = min(west, c), max(east, c)
    return north, south, west, east


@kernel
def reach(s, t, place, far, field, queue, last):  # noqa: PLR0913, PLR0917 - the insides of a loop
    """Note in a search how far a space is, and return how many cells have been reached."""
    if not is_shared(s, place[0], place[1]):
        field[place[0] * BOARD + place[1]] = far
        queue[last] = place[0] * BOARD + place[1]
        return last + 1
    north, south, west, east = extent(s, t, place[0], place[1])
    for row in range(north, south + 1):
        for col in range(west, east + 1):
            if is_same_space(s, place[0], place[1], row, col):
                field[row * BOARD + col] = far
                queue[last] = row * BOARD + col
                last += 1
    return last


@kernel
def anchor(s: Any, t: Any, row: int, col: int) -> tuple[int, int]:
    """The cell on which figures of that space stand."""
    north, south, west, east = extent(s, t, row, col)
    for r in range(north, south + 1):
        for c in range(west, east + 1):
            if is_same_space(s, row, col, r, c):
                return r, c
    return row, col


@kernel
def room_of(s: Any, row: int, col: int) -> int:
    """The room of a cell: what is neither a room nor a roof is one room of its tile."""
    return OPEN_AIR if s.b_ter[row, col] == CHASM else s.b_reg[row, col]


@kernel
def is_same_room(s: Any, row: int, col: int, row2: int, col2: int) -> bool:
    """Whether two cells lie in the same room."""
    is_same_tile = s.b_tile[row, col] == s.b_tile[row2, col2]
    return is_same_tile and room_of(s, row, col) == room_of(s, row2, col2)


# --- what touches ---------------------------------------------------------------------------------


@kernel
def is_open(s: Any, row: int, col: int, side: int) -> bool:
    """Whether neither wall nor closed door nor border parts a cell from the next one (STA-26.4)."""
    return is_ground(s, row, col) and s.b_wall[row, col] >> side & 1 == 0


@kernel
def side_towards(row: int, col: int, row2: int, col2: int) -> int:
    """The side of a cell on which an orthogonal neighbour lies."""
    if row2 < row:
        return NORTH
    if row2 > row:
        return SOUTH
    return EAST if col2 > col else WEST


@kernel
def is_open_between(s: Any, row: int, col: int, row2: int, col2: int) -> bool:
    """Whether two orthogonal neighbours are connected."""
    side = side_towards(row, col, row2, col2)
    return is_ground(s, row2, col2) and is_open(s, row, col, side)


@kernel
def is_round_corner(s: Any, row: int, col: int, row2: int, col2: int) -> bool:
    """Whether a diagonal neighbour can be reached by way of one common neighbour (STA-R1)."""
    for way in range(2):
        r = row if way == 0 else row2
        c = col2 if way == 0 else col
        if (
            is_ground(s, r, c)
            and s.b_ter[r, c] != BLOCKED
            and is_open_between(s, row, col, r, c)
            and is_open_between(s, r, c, row2, col2)
        ):
            return True
    return False


@kernel
def cells_touch(s: Any, row: int, col: int, row2: int, col2: int) -> bool:
    """Whether two cells are neighbours, and neither walls nor rock part them (STA-R1)."""
    if abs(row - row2) > 1 or abs(col - col2) > 1 or (row == row2 and col == col2):
        return False
    if not is_ground(s, row, col) or not is_ground(s, row2, col2):
        return False
    if row == row2 or col == col2:
        return is_open_between(s, row, col, row2, col2)
    return is_round_corner(s, row, col, row2, col2)


@kernel
def touch(s: Any, t: Any, place: Any, other: Any) -> bool:
    """Whether two spaces, given by a cell each, touch: any cell of one any of the other."""
    noinline()
    row, col = place
    row2, col2 = other
    if not is_shared(s, row, col) and not is_shared(s, row2, col2):
        return cells_touch(s, row, col, row2, col2)
    if is_same_space(s, row, col, row2, col2):
        return False
    north, south, west, east = extent(s, t, row, col)
    for r in range(north, south + 1):
        for c in range(west, east + 1):
            if is_same_space(s, row, col, r, c) and _cell_touches(s, r, c, other):
                return True
    return False


@kernel
def _cell_touches(s: Any, row: int, col: int, other: Any) -> bool:
    """Whether a cell touches any cell of a space."""
    row2, col2 = other
    for r in range(max(0, row - 1), min(BOARD - 1, row + 1) + 1):
        for c in range(max(0, col - 1), min(BOARD - 1, col + 1) + 1):
            if is_same_space(s, row2, col2, r, c) and cells_touch(s, row, col, r, c):
                return True
    return False


@kernel
def is_adjacent(s: Any, t: Any, place: Any, other: Any) -> bool:
    """Whether figures there are adjacent: roof and ground never are (STA-R1, STA-R78)."""
    row, col = place
    row2, col2 = other
    if not is_ground(s, row, col) or not is_ground(s, row2, col2):
        return False
    if is_roof(s, row, col) != is_roof(s, row2, col2):
        return False
    if is_roof(s, row, col) and is_same_space(s, row, col, row2, col2):
        return True
    return touch(s, t, place, other)


# --- walls ----------------------------------------------------------------------------------------


@kernel
def build_wall(s: Any, row: int, col: int, side: int) -> None:
    """Part a cell from the next one."""
    s.b_wall[row, col] |= 1 << side
    row2, col2 = row + SIDE_ROW[side], col + SIDE_COL[side]
    if is_ground(s, row2, col2):
        s.b_wall[row2, col2] |= 1 << (side + 2) % 4


@kernel
def break_wall(s: Any, row: int, col: int, side: int) -> None:
    """Connect a cell with the next one."""
    s.b_wall[row, col] &= 15 - (1 << side)
    row2, col2 = row + SIDE_ROW[side], col + SIDE_COL[side]
    if is_ground(s, row2, col2):
        s.b_wall[row2, col2] &= 15 - (1 << (side + 2) % 4)


@kernel
def steps_to_shared(s: Any, t: Any, row: int, col: int) -> int:
    """The fewest steps from a cell to a roof or a chasm, or fewer; `BOARD` if there is none.

    Only by way of them is anything nearer than its rows and columns say (STA-R6). They are taken
    as large as the box around those of a tile.
    """
    best = BOARD
    for tile in range(s.n_tl):
        if s.tl_token[tile] < 0:
            continue
        box = t.ground[s.tl_token[tile], s.tl_rot[tile]].shared
        if box[0] >= 0:
            r, c = row - s.tl_row[tile], col - s.tl_col[tile]
            best = min(best, max(box[0] - r, r - box[1], box[2] - c, c - box[3], 0))
    return best
