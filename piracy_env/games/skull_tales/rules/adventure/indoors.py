"""Rooms and buildings of the towns, as their chapters ask about them."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.games.skull_tales.rules.adventure.board import is_same_room, room_of
from piracy_env.games.skull_tales.rules.adventure.figures import (
    CHARACTER,
    COMPANION,
    is_active,
    is_foe_in_sight_of_all,
    place_of,
)
from piracy_env.games.skull_tales.rules.adventure.goals import is_held
from piracy_env.games.skull_tales.rules.adventure.people import place_of_character
from piracy_env.games.skull_tales.rules.adventure.tiles import tile_of
from piracy_env.games.skull_tales.state import NONE
from piracy_env.games.skull_tales.state_land import FOES
from piracy_env.games.skull_tales.terrain import ROOM, SIDE_COL, SIDE_ROW


@kernel
def is_inside(s: Any, place: Any, token: int, room: int) -> bool:
    """Whether a place is in a room of the tile with a token."""
    if place[0] == NONE:
        return False
    tile = s.b_tile[place[0], place[1]] - 1
    return s.tl_token[tile] == token and room_of(s, place[0], place[1]) == room


@kernel
def is_somebody_inside(s: Any, token: int, room: int) -> bool:
    """Whether an active Character is in a room."""
    for figure in range(CHARACTER, COMPANION):
        if is_active(s, figure - CHARACTER) and is_inside(s, place_of(s, figure), token, room):
            return True
    return False


@kernel
def is_free_of_foes(s: Any, token: int, room: int) -> bool:
    """Whether no Enemy that is not Hidden is in a room."""
    for foe in range(FOES):
        if is_foe_in_sight_of_all(s, foe) and is_inside(s, place_of(s, foe), token, room):
            return False
    return True


@kernel
def is_goal_in_room_of(s: Any, slot: int, goal: int) -> bool:
    """Whether a Character holds a goal, or shares a room with one that does."""
    if not is_held(s, goal):
        return False
    if s.goal_holder[goal] == slot:
        return True
    here, there = place_of_character(s, slot), place_of_character(s, s.goal_holder[goal])
    is_there = here[0] != NONE and there[0] != NONE
    return is_there and is_same_room(s, here[0], here[1], there[0], there[1])


@kernel
def is_indoors(s: Any, place: Any) -> bool:
    """Whether a place is in a room of a building."""
    return place[0] != NONE and s.b_ter[place[0], place[1]] == ROOM


@kernel
def is_at_door(s: Any, slot: int, door: int) -> bool:
    """Whether a Character stands in front of a door, on either side."""
    row, col = place_of_character(s, slot)
    side = s.dr_side[door]
    is_before = row == s.dr_row[door] and col == s.dr_col[door]
    row2, col2 = s.dr_row[door] + SIDE_ROW[side], s.dr_col[door] + SIDE_COL[side]
    return is_before or (row == row2 and col == col2)


@kernel
def building_at(s: Any, t: Any, place: Any) -> int:
    """The special building that a place is in, an index of `BUILDINGS`; 0 for none."""
    room = room_of(s, place[0], place[1])
    return t.rooms[room - 1].building if 0 < room <= len(t.rooms) else 0


@kernel
def are_enemies_in(s: Any, token: int, room: int) -> bool:
    """Whether the Enemies of a room have come already."""
    tile = tile_of(s, token)
    return tile != NONE and s.tl_rooms[tile] >> room - 1 & 1 == 1
