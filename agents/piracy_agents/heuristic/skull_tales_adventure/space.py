"""Space for tiles: how well another one fits before an exit, and how one is best laid."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.games.skull_tales.rules.adventure.tiles import laying
from piracy_env.games.skull_tales.state_land import Exit
from piracy_env.games.skull_tales.terrain import BOARD, EAST, NORTH, SOUTH

_NOWHERE = -BOARD


@kernel
def space_at(s: Any, t: Any, exit_: int) -> float:
    """How well a tile like the exit's own would fit there: a part of all ways to lie, 0 to 1."""
    edge = (s.ex_row[exit_] + 0, s.ex_col[exit_] + 0, s.ex_side[exit_] + 0)
    size = t.ground[s.tl_token[s.ex_tile[exit_]], 0].size
    return _space_before(s, edge, size, (_NOWHERE, _NOWHERE))


@kernel
def space_left(s: Any, t: Any, exit_: int, token: int, entrance: int) -> float:
    """How much space a tile leaves at its other exits and elsewhere, laid by one of its exits."""
    turn, row, col = laying(s, t, exit_, token, entrance)
    ground, space = t.ground[token, turn], 0.0
    for other in range(ground.exits_n):
        if other != entrance:
            edge = (row + ground.exits[other, 0], col + ground.exits[other, 1])
            side = ground.exits[other, 2] + 0
            space += _space_before(s, (edge[0], edge[1], side), ground.size, (row, col))
    for other in range(s.n_ex):
        if other != exit_ and s.ex_state[other] == Exit.OPEN:
            edge = (s.ex_row[other] + 0, s.ex_col[other] + 0)
            side = s.ex_side[other] + 0
            space += _space_before(s, (edge[0], edge[1], side), ground.size, (row, col))
    return space


@kernel
def _space_before(s: Any, edge: Any, size: int, taken: Any) -> float:
    """The part of the ways in which a tile fits before an edge, one being laid elsewhere."""
    row, col, side = edge
    count = 0
    for shift in range(size):
        if side == NORTH:
            north, west = row - size, col - shift
        elif side == EAST:
            north, west = row - shift, col + 1
        elif side == SOUTH:
            north, west = row + 1, col - shift
        else:
            north, west = row - shift, col - size
        count += _is_block_free(s, north, west, size, taken)
    return count / size


@kernel
def _is_block_free(s: Any, north: int, west: int, size: int, taken: Any) -> bool:
    """Whether a square is on the board, and no tile in it: its corners and middles tell."""
    if north < 0 or west < 0 or north + size > BOARD or west + size > BOARD:
        return False
    if abs(north - taken[0]) < size and abs(west - taken[1]) < size:
        return False
    for index in range(9):
        row = north + (0, size // 2, size - 1)[index // 3]
        col = west + (0, size // 2, size - 1)[index % 3]
        if s.b_tile[row, col] != 0:
            return False
    return True
