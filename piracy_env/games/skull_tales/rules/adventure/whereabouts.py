"""Where Characters are, as chapters ask it: on which tile, in which room, next to which space."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.rules.adventure.board import (
    is_ground,
    is_open_between,
    is_roof,
    room_of,
)
from piracy_env.games.skull_tales.rules.adventure.figures import is_active, is_room_free_of_foes
from piracy_env.games.skull_tales.rules.adventure.paths import is_free, nearest_free
from piracy_env.games.skull_tales.rules.adventure.people import place_of_character
from piracy_env.games.skull_tales.rules.adventure.tiles import on_board, tile_of
from piracy_env.games.skull_tales.state import NONE, SLOTS


@kernel
def tile_under(s: Any, slot: int) -> int:
    """The tile that a Character is on, -1 for none."""
    row, col = place_of_character(s, slot)
    return s.b_tile[row, col] - 1 if row != NONE else NONE


@kernel
def is_on_tile(s: Any, slot: int, token: int) -> bool:
    """Whether a Character is on the tile with a token."""
    tile = tile_under(s, slot)
    return tile != NONE and s.tl_token[tile] == token


@kernel
def is_in_room(s: Any, slot: int, token: int, room: int) -> bool:
    """Whether a Character is in a room of a tile; rooms are numbered from 1."""
    row, col = place_of_character(s, slot)
    return is_on_tile(s, slot, token) and room_of(s, row, col) == room


@kernel
def is_beside(s: Any, here: Any, place: Any) -> bool:
    """Whether one stands on a space or next to it: walls part them, blocked spaces do not."""
    row, col = here[0] + 0, here[1] + 0
    row2, col2 = place[0] + 0, place[1] + 0
    if abs(row - row2) > 1 or abs(col - col2) > 1 or not is_ground(s, row2, col2):
        return False
    if row == row2 and col == col2:
        return True
    if is_roof(s, row, col) or is_roof(s, row2, col2):
        return False
    if row == row2 or col == col2:
        return is_open_between(s, row, col, row2, col2)
    for way in range(2):
        r = row if way == 0 else row2
        c = col2 if way == 0 else col
        is_way = is_ground(s, r, c) and is_open_between(s, row, col, r, c)
        if is_way and is_open_between(s, r, c, row2, col2):
            return True
    return False


@kernel
def is_near(s: Any, t: Any, slot: int, token: int, place: Any) -> bool:
    """Whether a Character stands on or next to a place of a tile, by its own rows and columns."""
    noinline()
    tile, here = tile_of(s, token), place_of_character(s, slot)
    if tile == NONE or here[0] == NONE:
        return False
    return is_beside(s, here, on_board(s, t, tile, place))


@kernel
def is_at(s: Any, t: Any, slot: int, token: int, place: Any) -> bool:
    """Whether a Character stands on a place of a tile."""
    tile, here = tile_of(s, token), place_of_character(s, slot)
    if tile == NONE or here[0] == NONE:
        return False
    there = on_board(s, t, tile, place)
    return here[0] == there[0] and here[1] == there[1]


@kernel
def is_tile_free_of_foes(s: Any, tile: int) -> bool:
    """Whether no Enemy that is not Hidden is on a small tile."""
    return is_room_free_of_foes(s, s.tl_row[tile], s.tl_col[tile])


@kernel
def are_all_on(s: Any, token: int) -> bool:
    """Whether all active Characters, and one at least, are on the tile with a token."""
    somebody = False
    for slot in range(SLOTS):
        if is_active(s, slot):
            if not is_on_tile(s, slot, token):
                return False
            somebody = True
    return somebody


@kernel
def free_beside(s: Any, t: Any, place: Any) -> tuple[int, int]:
    """A free space: the place itself, one of the same tile next to it, or the nearest one."""
    if is_free(s, place[0], place[1]):
        return place[0] + 0, place[1] + 0
    for row in range(place[0] - 1, place[0] + 2):
        for col in range(place[1] - 1, place[1] + 2):
            is_near_by = is_ground(s, row, col) and is_beside(s, (row, col), place)
            is_same_tile = is_near_by and s.b_tile[row, col] == s.b_tile[place[0], place[1]]
            if is_same_tile and is_free(s, row, col):
                return row, col
    return nearest_free(s, t, place)
