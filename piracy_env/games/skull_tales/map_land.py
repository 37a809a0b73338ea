"""The tiles as a map of characters, for terminals.

A space is three characters wide; between two spaces stands what parts them. Rows and columns of the
board are written beside the map, so that places named in texts can be found.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from piracy_env.core.record import Record
from piracy_env.games.skull_tales.state import EMPTY, NONE, SLOTS
from piracy_env.games.skull_tales.state_land import (
    COMPANIONS,
    GOAL_TOKENS,
    LYING,
    TOKENS_FALLEN,
    Companion,
    Door,
    Exit,
    Goal,
)
from piracy_env.games.skull_tales.terrain import (
    BLOCKED,
    BOARD,
    BOAT,
    CHASM,
    EAST,
    FLOOR,
    NO_GROUND,
    NORTH,
    ROOF,
    ROOM,
    SIDE_COL,
    SIDE_ROW,
    SOUTH,
    WATER,
    WEST,
)
from piracy_env.games.skull_tales.words_land import foe_code, foes_on_board, slot_letter

GROUND = {
    NO_GROUND: "   ",
    FLOOR: " . ",
    ROOM: " , ",
    BLOCKED: "###",
    WATER: "~~~",
    CHASM: "^^^",
    BOAT: "===",
    ROOF: "%%%",
}
SIGNS = (
    "'.' floor  ',' room  '#' rock  '~' water  '^' chasm  '=' boat  '%' roof  "
    "arrows: open exits  X: No Exit  D: closed door  O: portal  !: Fallen token  *: goal  ?: thing"
)
_ARROWS = {NORTH: "^", EAST: ">", SOUTH: "v", WEST: "<"}
_WIDE = 4


class Frame(NamedTuple):
    """The part of the board that has tiles on it."""

    top: int
    left: int
    bottom: int
    right: int


def frame_of(s: Record) -> Frame:
    """The rows and columns of the board that have tiles on them; the last ones count."""
    rows, cols = np.nonzero(np.asarray(s.b_tile))
    if not len(rows):
        return Frame(0, 0, 0, 0)
    return Frame(int(rows.min()), int(cols.min()), int(rows.max()), int(cols.max()))


def edges(s: Record) -> dict[tuple[int, int, int], str]:
    """What is special on sides of spaces: exits, doors, portals."""
    found = {}
    for k in range(s.n_ex):
        place = (int(s.ex_row[k]), int(s.ex_col[k]), int(s.ex_side[k]))
        if s.ex_state[k] == Exit.CLOSED:
            found[place] = "X"
        elif s.ex_state[k] != Exit.LINKED:
            found[place] = _ARROWS[place[2]]
    for k in range(s.n_dr):
        row, col, side = int(s.dr_row[k]), int(s.dr_col[k]), int(s.dr_side[k])
        if s.dr_state[k] != Door.OPEN:
            found[row, col, side] = "D"
            found[row + SIDE_ROW[side], col + SIDE_COL[side], (side + 2) % 4] = "D"
    for k in range(s.n_po):
        for end in range(2):
            found[s.po_row[k][end], s.po_col[k][end], s.po_side[k][end]] = "O"
    return found


def contents(s: Record) -> dict[tuple[int, int], str]:
    """What stands or lies on spaces, in up to three characters."""
    lying: dict[tuple[int, int], str] = {}
    for k in range(LYING):
        if s.gr_row[k] != NONE:
            lying[s.gr_row[k], s.gr_col[k]] = "?"
    for k in range(TOKENS_FALLEN):
        if s.fl_row[k] != NONE:
            lying[s.fl_row[k], s.fl_col[k]] = "!"
    for k in range(GOAL_TOKENS):
        if s.goal_state[k] == Goal.LYING:
            lying[s.goal_row[k], s.goal_col[k]] = "*"
    found: dict[tuple[int, int], str] = {}
    for (row, col), name in _figures(s):
        found[row, col] = (found.get((row, col), "") + name)[:3]
    for place, sign in lying.items():
        found[place] = (found.get(place, "") + sign)[:3]
    return found


def _figures(s: Record) -> Iterator[tuple[tuple[int, int], str]]:
    for slot in range(SLOTS):
        if s.ch_kind[slot] != EMPTY and s.ch_y[slot] != NONE:
            yield (s.ch_y[slot], s.ch_x[slot]), slot_letter(s, slot)
    for foe in foes_on_board(s):
        yield (s.foe_row[foe], s.foe_col[foe]), foe_code(s, foe)
    for k in range(COMPANIONS):
        if s.npc_kind[k] != Companion.NOBODY and s.npc_row[k] != NONE:
            name = "P" if s.npc_kind[k] == Companion.PAOLO else "Z"
            yield (s.npc_row[k], s.npc_col[k]), f"{name}*"


def drawn(s: Record) -> list[str]:
    """The map, line by line."""
    frame, special, there = frame_of(s), edges(s), contents(s)
    columns = range(frame.left, frame.right + 2)
    heads = "".join(f"{col:^{_WIDE}}" for col in columns[:-1])
    lines = [f"     {heads}".rstrip()]
    for row in range(frame.top, frame.bottom + 2):
        upper = "".join(_corner(s, row, col) + _above(s, special, row, col) for col in columns)
        lines.append(f"    {upper}".rstrip())
        if row <= frame.bottom:
            cells = "".join(
                _before(s, special, row, col)
                + there.get((row, col), GROUND[_kind(s, row, col)]).center(3)
                for col in columns
            )
            lines.append(f"{row:>3} {cells}".rstrip())
    return lines


def _kind(s: Record, row: int, col: int) -> int:
    is_on = 0 <= row < BOARD and 0 <= col < BOARD
    return int(s.b_ter[row][col]) if is_on else NO_GROUND


def _has_wall(s: Record, row: int, col: int, side: int) -> bool:
    is_on = 0 <= row < BOARD and 0 <= col < BOARD
    return is_on and bool(s.b_wall[row][col] >> side & 1)


def _above(s: Record, special: dict[tuple[int, int, int], str], row: int, col: int) -> str:
    """What stands between a space and the one above it."""
    sign = special.get((row, col, NORTH)) or special.get((row - 1, col, SOUTH))
    is_wall = _has_wall(s, row, col, NORTH) or _has_wall(s, row - 1, col, SOUTH)
    if sign:
        return f"-{sign}-" if is_wall else f" {sign} "
    return "---" if is_wall else "   "


def _before(s: Record, special: dict[tuple[int, int, int], str], row: int, col: int) -> str:
    """What stands between a space and the one to the left of it."""
    sign = special.get((row, col, WEST)) or special.get((row, col - 1, EAST))
    is_wall = _has_wall(s, row, col, WEST) or _has_wall(s, row, col - 1, EAST)
    return sign or ("|" if is_wall else " ")


def _corner(s: Record, row: int, col: int) -> str:
    """A corner, where walls meet."""
    across = _has_wall(s, row, col, NORTH) or _has_wall(s, row - 1, col, SOUTH)
    across = across or _has_wall(s, row, col - 1, NORTH) or _has_wall(s, row - 1, col - 1, SOUTH)
    upright = _has_wall(s, row, col, WEST) or _has_wall(s, row, col - 1, EAST)
    upright = upright or _has_wall(s, row - 1, col, WEST) or _has_wall(s, row - 1, col - 1, EAST)
    return "+" if across and upright else "-" if across else "|" if upright else " "
