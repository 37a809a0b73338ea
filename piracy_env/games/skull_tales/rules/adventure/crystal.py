"""The Alchemical Crystal (STA-33): under the town to the prison, and back to the harbour."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.rules.adventure.figures import (
    CHARACTER,
    COMPANION,
    is_active,
    place_of,
)
from piracy_env.games.skull_tales.rules.adventure.foes import call_chart, place_garrison
from piracy_env.games.skull_tales.rules.adventure.goals import hold_goal, is_held, is_reached
from piracy_env.games.skull_tales.rules.adventure.indoors import (
    are_enemies_in,
    is_free_of_foes,
    is_indoors,
    is_inside,
)
from piracy_env.games.skull_tales.rules.adventure.people import place_of_character
from piracy_env.games.skull_tales.rules.adventure.piles import FIRST, SECOND, is_in_pile
from piracy_env.games.skull_tales.rules.adventure.tiles import (
    add_door,
    is_at_link,
    lay_special,
    link_of,
    on_board,
    tile_of,
)
from piracy_env.games.skull_tales.rules.adventure.track import move_flag
from piracy_env.games.skull_tales.state import NONE, SLOTS
from piracy_env.games.skull_tales.state_land import COMPANIONS, Companion
from piracy_env.games.skull_tales.tables.adventures import GARRISON_KEYS
from piracy_env.games.skull_tales.tables.tiles import DOOR_KEYS
from piracy_env.games.skull_tales.terrain import CAVE, ROOMS, TOKENS

V1, V2, V3 = TOKENS.index("v1"), TOKENS.index("v2"), TOKENS.index("v3")
C1, C6, S1, S4 = (
    TOKENS.index("c1"),
    TOKENS.index("c6"),
    TOKENS.index("s1"),
    TOKENS.index("s4"),
)
BEDROOM, NAVE, DORMITORY = 1 + ROOMS.index("b"), 1 + ROOMS.index("c"), 1 + ROOMS.index("d")
PAOLO, MAP = 2, 4
"""Goals, from 0."""
CHURCH, CRYPT, PRISON = (
    DOOR_KEYS.index("church"),
    DOOR_KEYS.index("crypt_door"),
    DOOR_KEYS.index("prison_door"),
)
NORTH_CELL, SOUTH_CELL = DOOR_KEYS.index("north_cell"), DOOR_KEYS.index("south_cell")
_BARRACKS, _COMPANY = DOOR_KEYS.index("barracks"), DOOR_KEYS.index("company")
_IN_CRYPT, _IN_PRISON = GARRISON_KEYS.index("crystal_crypt"), GARRISON_KEYS.index("crystal_prison")
_LESS = -1
"""What is added to the dice of shots in caves (STA-33.5)."""


# --- the end --------------------------------------------------------------------------------------


@kernel
def is_won(s: Any, t: Any) -> bool:
    """Whether Paolo and all active Characters are back, with the map (STA-33.10)."""
    noinline()
    led = paolo(s)
    if led == NONE or not is_held(s, MAP) or not _is_in_zone(s, t, COMPANION + led):
        return False
    somebody = False
    for slot in range(SLOTS):
        if is_active(s, slot):
            if not _is_in_zone(s, t, CHARACTER + slot):
                return False
            somebody = True
    return somebody


@kernel
def _is_in_zone(s: Any, t: Any, figure: int) -> bool:
    """Whether a figure is where the Characters began."""
    own, here = t.adventures[s.chapter], place_of(s, figure)
    tile = tile_of(s, own.zone_tile)
    for index in range(len(own.zone)):
        if own.zone[index, 0] >= 0:
            there = on_board(s, t, tile, (own.zone[index, 0], own.zone[index, 1]))
            if here[0] == there[0] and here[1] == there[1]:
                return True
    return False


@kernel
def is_partly_won(s: Any, t: Any) -> bool:
    """Whether somebody leads Paolo, and somebody has the map (STA-33.11)."""
    led = paolo(s)
    if led == NONE or s.npc_owner[led] == NONE:
        return False
    return is_active(s, s.npc_owner[led]) and is_held(s, MAP)


@kernel
def is_pile_needed(s: Any, t: Any, pile: int) -> bool:
    """The mansion must be found, and below it the cave under the prison (STA-R66)."""
    if pile == FIRST:
        return is_in_pile(s, FIRST, V1)
    return tile_of(s, C6) != NONE and is_in_pile(s, SECOND, C1)


@kernel
def paolo(s: Any) -> int:
    """The companion that is Paolo, -1 as long as he is in his cell."""
    for companion in range(COMPANIONS):
        is_there = s.npc_kind[companion] == Companion.PAOLO
        if is_there and s.npc_row[companion] != NONE:
            return companion
    return NONE


# --- the town -------------------------------------------------------------------------------------


@kernel
def may_open(s: Any, t: Any, door: int, slot: int) -> bool:
    """Which doors open by hand: not the church, the company and the cells (STA-33.3, 33.9)."""
    name = s.dr_name[door]
    if name == _BARRACKS:
        return is_indoors(s, place_of_character(s, slot))
    return name not in (CHURCH, _COMPANY, NORTH_CELL, SOUTH_CELL)


@kernel
def chart_of_room(s: Any, t: Any, tile: int, room: int, usual: int) -> int:
    """Skeletons in the church, and what the town has elsewhere."""
    is_church = s.tl_token[tile] == V1 and room == NAVE
    return t.adventures[s.chapter].chart_deep if is_church else usual


@kernel
def tile_explored(s: Any, t: Any, tile: int, slot: int) -> None:
    """The mansion has a door to the crypt, behind the barracks lies the prison."""
    if s.tl_token[tile] == V1:
        row, col, side = link_of(s, t, tile)
        add_door(s, row, col, side, CRYPT)
    elif s.tl_token[tile] == V3:
        lay_prison(s, t, tile)


@kernel
def lay_prison(s: Any, t: Any, tile: int) -> None:
    """The prison lies at the dormitory, and its guard has the keys (STA-33.6, STA-16.9)."""
    noinline()
    prison = lay_special(s, t, tile, S1)
    if is_at_link(s, t, tile):
        row, col, side = link_of(s, t, tile)
        add_door(s, row, col, side, PRISON)
    move_flag(s, t, 1)
    place_garrison(s, t, _IN_PRISON, prison)


@kernel
def door_opened(s: Any, t: Any, door: int, slot: int) -> None:
    """Behind the sacristy is the crypt (STA-33.4)."""
    if s.dr_name[door] == CRYPT:
        crypt = lay_special(s, t, tile_of(s, V1), S4)
        move_flag(s, t, 1)
        place_garrison(s, t, _IN_CRYPT, crypt)


@kernel
def step_made(s: Any, t: Any, figure: int) -> None:
    """Who comes into the dormitory where no door leads in wakes it, too (STA-33.9)."""
    place = place_of(s, figure)
    if figure < CHARACTER or figure >= COMPANION or not is_inside(s, place, V3, DORMITORY):
        return
    if not are_enemies_in(s, V3, DORMITORY):
        s.tl_rooms[tile_of(s, V3)] |= 1 << DORMITORY - 1
        call_chart(s, t, t.adventures[s.chapter].chart_rooms, place)


@kernel
def notice(s: Any, t: Any) -> None:
    """Paolo knows where the map is, in the bedroom (STA-33.2)."""
    led = paolo(s)
    if led == NONE or is_reached(s, MAP) or s.npc_owner[led] == NONE:
        return
    owner = s.npc_owner[led]
    if not is_inside(s, place_of(s, COMPANION + led), V1, BEDROOM) or not is_active(s, owner):
        return
    is_there = is_inside(s, place_of_character(s, owner), V1, BEDROOM)
    if is_there and is_free_of_foes(s, V1, BEDROOM):
        hold_goal(s, MAP, owner)


# --- the caves ------------------------------------------------------------------------------------


@kernel
def is_in_cave(s: Any, t: Any, place: Any) -> bool:
    """Whether a place is on a cave tile."""
    if place[0] == NONE:
        return False
    return t.ground[s.tl_token[s.b_tile[place[0], place[1]] - 1], 0].type == CAVE


@kernel
def may_run(s: Any, t: Any, slot: int) -> bool:
    """Nobody runs in caves (STA-33.5)."""
    return not is_in_cave(s, t, place_of_character(s, slot))


@kernel
def search_difficulty(s: Any, t: Any, slot: int) -> int:
    """It is hard to find anything in caves (STA-33.5)."""
    is_dark = is_in_cave(s, t, place_of_character(s, slot))
    return t.ashore.deep_search if is_dark else t.ashore.search


@kernel
def modifier_from_afar(s: Any, t: Any, figure: int) -> int:
    """It is hard to hit anything in caves (STA-33.5)."""
    return _LESS if is_in_cave(s, t, place_of(s, figure)) else 0
