"""The board as a seat sees it: the ground around the active figure, Enemies and tokens."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from piracy_env.core.bits import lowest
from piracy_env.core.jit import WORD, kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.observe.writing import hot, share
from piracy_env.games.skull_tales.rules.adventure.board import is_adjacent, steps_to_shared
from piracy_env.games.skull_tales.rules.adventure.figures import foes_on_board
from piracy_env.games.skull_tales.rules.adventure.sight import CELLS, spread_distance
from piracy_env.games.skull_tales.state import NONE, Phase
from piracy_env.games.skull_tales.state_land import (
    COMPANIONS,
    FOES,
    LYING,
    TOKENS_FALLEN,
    Companion,
    Door,
    Exit,
    FoeStatus,
)
from piracy_env.games.skull_tales.terrain import (
    BLOCKED,
    BOARD,
    BOAT,
    CHASM,
    FLOOR,
    NO_GROUND,
    ROOF,
    ROOM,
    SIDE_COL,
    SIDE_ROW,
    SIDES,
    SMALL_SIZE,
    WATER,
)

VIEW = 15
"""Rows and columns of the grid around the active figure."""
SPACE, ENEMY, TOKEN = 12, 25, 4
"""Features of each."""
FOE_TYPES, ITEMS = 10, 68
MOST_RANGE = 10
"""Ranges are told up to this one."""
_EXIT, _DOOR, _WALLS, _OUTSIDE = 5, 6, 7, 11
_WALLED = 16
"""Sets of walls that a space can have."""
_FEATURE = {FLOOR: 0, BOAT: 0, ROOM: 0, BLOCKED: 1, WATER: 2, CHASM: 3, ROOF: 4}
"""Where kinds of spaces stand among the features of a space."""


def _spaces() -> NDArray[np.float32]:
    """What is written of a space, for each kind and, within it, each set of walls."""
    spaces = np.zeros((ROOM + 1, _WALLED, SPACE), np.float32)
    spaces[NO_GROUND, :, _OUTSIDE] = 1.0
    for kind, feature in _FEATURE.items():
        spaces[kind, :, feature] = 1.0
        for walls in range(_WALLED):
            for side in SIDES:
                spaces[kind, walls, _WALLS + side] = walls >> side & 1
    return spaces.reshape(-1, SPACE)


_SPACES = _spaces()
"""Copied a space at a time: to ask what is there would cost more than to write all of it."""
_FEATURES = WORD(SPACE)


@kernel
def is_ashore(s: Any) -> bool:
    """Whether an Adventure is played."""
    is_played: bool = s.phase == Phase.ADVENTURE
    return is_played


@kernel
def apart(one: int, other: int) -> float:
    """How far one row or column is from another, from 0 to 1; the same one is in the middle."""
    return share(one - other + BOARD, 2 * BOARD)


@kernel
def centre(s: Any, seat: int) -> tuple[int, int]:
    """The place that a seat looks from: that of the active figure, else of its own Pirate.

    Who is held is where its holder is. While none of them is on the board it is the middle of the
    first tile.
    """
    slot = s.active_slot if s.active_slot != NONE else seat
    for one in (slot, seat):
        if s.ch_y[one] != NONE:
            return s.ch_y[one] + 0, s.ch_x[one] + 0
        for foe in range(FOES):
            if s.foe_type[foe] != NONE and s.foe_holds[foe] == one + 1 and s.foe_row[foe] != NONE:
                return s.foe_row[foe] + 0, s.foe_col[foe] + 0
    return s.tl_row[0] + SMALL_SIZE // 2, s.tl_col[0] + SMALL_SIZE // 2


# --- the ground -----------------------------------------------------------------------------------


@kernel
def write_grid(s: Any, t: Any, seat: int, out: Any) -> None:
    """The spaces around the active figure, row by row."""
    noinline()
    if not is_ashore(s):
        return
    row, col = centre(s, seat)
    top, left = row - VIEW // 2, col - VIEW // 2
    for place in range(VIEW * VIEW):
        out[SPACE * place + _OUTSIDE] = 1.0  # till a tile is written over it
    for tile in range(s.n_tl):
        if s.tl_token[tile] != NONE:
            _write_tile(s, t, tile, top, left, out)
    for k in range(s.n_ex):
        if s.ex_state[k] == Exit.OPEN or s.ex_state[k] == Exit.RESERVED:
            _mark(out, s.ex_row[k] - top, s.ex_col[k] - left, _EXIT)
    for k in range(s.n_dr):
        if s.dr_state[k] != Door.OPEN:
            r, c, side = s.dr_row[k] - top, s.dr_col[k] - left, s.dr_side[k]
            _mark(out, r, c, _DOOR)
            _mark(out, r + SIDE_ROW[side], c + SIDE_COL[side], _DOOR)


@kernel
def _write_tile(s: Any, t: Any, tile: int, top: int, left: int, out: Any) -> None:
    """The spaces of a tile that are within the grid, which begins at a row and a column."""
    row, col = s.tl_row[tile] + 0, s.tl_col[tile] + 0
    size = t.ground[s.tl_token[tile], 0].size
    for r in range(max(row, top), min(row + size, top + VIEW)):
        for c in range(max(col, left), min(col + size, left + VIEW)):
            at = WORD(SPACE * (VIEW * (r - top) + c - left))
            _copy_space(out, at, WORD(s.b_ter[r, c] * _WALLED + s.b_wall[r, c]))


@kernel
def _copy_space(out: Any, at: Any, kind: Any) -> None:
    """Copy what is written of a space; indices without a sign are copied several at a time."""
    for feature in range(_FEATURES):
        out[at + feature] = _SPACES[kind, feature]


@kernel
def _mark(out: Any, row: int, col: int, feature: int) -> None:
    """Mark something on a space of the grid, if it is within."""
    if 0 <= row < VIEW and 0 <= col < VIEW:
        out[SPACE * (VIEW * row + col) + feature] = 1.0


# --- Enemies --------------------------------------------------------------------------------------


@kernel
def write_foes(s: Any, t: Any, seat: int, out: Any) -> None:
    """Enemies on the board, as the active figure has them around it."""
    noinline()
    if not is_ashore(s):
        return
    place = centre(s, seat)
    has_figure = s.active_slot != NONE and s.ch_y[s.active_slot] != NONE
    here, far, nearer = steps_to_shared(s, t, place[0], place[1]), 0, 0
    left = foes_on_board(s)
    while left:
        foe = lowest(left)
        left &= left - 1
        first = ENEMY * foe
        _write_foe(s, t, foe, place, has_figure, out[first : first + ENEMY])
        row, col = s.foe_row[foe], s.foe_col[foe]
        direct = max(abs(row - place[0]), abs(col - place[1]))
        is_clear = direct == 1 or here >= direct
        if not is_clear and here + steps_to_shared(s, t, row, col) < direct:
            far, nearer = max(far, direct), nearer | 1 << foe
    if nearer:
        _shorten(s, t, place, min(far, MOST_RANGE + 1), nearer, out)


@kernel
def _write_foe(s: Any, t: Any, foe: int, place: Any, has_figure: bool, out: Any) -> None:
    """One Enemy."""
    row, col, status = s.foe_row[foe], s.foe_col[foe], s.foe_status[foe]
    out[0] = 1.0
    at = hot(out, 1, s.foe_type[foe], FOE_TYPES)
    out[at] = share(s.foe_hp_max[foe] - s.foe_wounds[foe], 10)
    out[at + 1] = s.foe_stun[foe] != 0
    out[at + 2] = status & FoeStatus.KNOCKED_DOWN != 0
    out[at + 3] = s.foe_hide[foe] != 0
    out[at + 4] = status & FoeStatus.ASLEEP != 0
    out[at + 5] = status & FoeStatus.IDLE != 0
    out[at + 6] = status & FoeStatus.HEXED != 0
    out[at + 7], out[at + 8] = apart(col, place[1]), apart(row, place[0])
    out[at + 9] = has_figure and is_adjacent(s, t, place, (row, col))
    out[at + 10] = s.sees >> foe & 1
    out[at + 11] = share(max(abs(row - place[0]), abs(col - place[1])) - 1, MOST_RANGE)
    out[at + 12] = s.foe_holds[foe] != 0
    out[at + 13] = s.foe_mark[foe] != 0


@kernel
def _shorten(s: Any, t: Any, place: Any, far: int, foes: int, out: Any) -> None:
    """Ranges of Enemies beyond roofs and chasms, each of which is one space (STA-R6)."""
    field = np.empty(CELLS, np.int16)
    spread_distance(s, t, place, far, field)
    for foe in range(FOES):
        if foes >> foe & 1:
            steps = field[s.foe_row[foe] * BOARD + s.foe_col[foe]]
            out[ENEMY * foe + 22] = share(steps - 1, MOST_RANGE)


# --- tokens ---------------------------------------------------------------------------------------


@kernel
def write_tokens(s: Any, t: Any, seat: int, out: Any) -> None:
    """Fallen tokens, things on the ground, Paolo and a Zombie."""
    if not is_ashore(s):
        return
    place = centre(s, seat)
    for token in range(TOKENS_FALLEN):
        if s.fl_row[token] != NONE:
            mark = 1.0 if s.fl_mark[token] != 0 else 0.0
            _write_token(out, TOKEN * token, place, (s.fl_row[token], s.fl_col[token]), mark)
    for thing in range(LYING):
        if s.gr_row[thing] != NONE:
            at = TOKEN * (TOKENS_FALLEN + thing)
            mark = share(s.gr_item[thing], ITEMS)
            _write_token(out, at, place, (s.gr_row[thing], s.gr_col[thing]), mark)
    for number in range(COMPANIONS):
        kind = s.npc_kind[number]
        if kind != Companion.NOBODY and s.npc_row[number] != NONE:
            mark = share(s.npc_hp[number], 3)
            if kind == Companion.PAOLO:
                mark = 0.0
                if s.npc_owner[number] != NONE and s.ch_owner[s.npc_owner[number]] == seat:
                    mark = 1.0
            at = TOKEN * (TOKENS_FALLEN + LYING + kind - 1)
            _write_token(out, at, place, (s.npc_row[number], s.npc_col[number]), mark)


@kernel
def _write_token(out: Any, at: int, place: Any, there: Any, mark: float) -> None:
    out[at], out[at + 3] = 1.0, mark
    out[at + 1], out[at + 2] = apart(there[1], place[1]), apart(there[0], place[0])
