"""What is done in the Alchemical Crystal: doors forced, ways under the town, Paolo set free."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.rules.adventure.arriving import arrive
from piracy_env.games.skull_tales.rules.adventure.companions import place_paolo
from piracy_env.games.skull_tales.rules.adventure.crystal import (
    BEDROOM,
    C6,
    CHURCH,
    MAP,
    NORTH_CELL,
    PAOLO,
    S1,
    V1,
    V2,
    V3,
    lay_prison,
    paolo,
)
from piracy_env.games.skull_tales.rules.adventure.exploring import swing_open
from piracy_env.games.skull_tales.rules.adventure.figures import CHARACTER, COMPANION, place_of
from piracy_env.games.skull_tales.rules.adventure.foes import place_garrison
from piracy_env.games.skull_tales.rules.adventure.gaining import gain_goal
from piracy_env.games.skull_tales.rules.adventure.goals import is_reached
from piracy_env.games.skull_tales.rules.adventure.indoors import is_at_door, is_inside
from piracy_env.games.skull_tales.rules.adventure.people import place_of_character
from piracy_env.games.skull_tales.rules.adventure.piles import FIRST, take_out
from piracy_env.games.skull_tales.rules.adventure.tiles import (
    add_portal,
    close_exit,
    door_named,
    exit_at,
    lay,
    laying,
    layings,
    on_board,
    open_door,
    place_apart,
    tile_of,
)
from piracy_env.games.skull_tales.rules.adventure.track import make_harder
from piracy_env.games.skull_tales.rules.adventure.whereabouts import free_beside
from piracy_env.games.skull_tales.state import NONE
from piracy_env.games.skull_tales.state_land import Door, Exit
from piracy_env.games.skull_tales.tables.adventures import GARRISON_KEYS
from piracy_env.games.skull_tales.terrain import SIDE_COL, SIDE_ROW, SOUTH, TILE_EXITS

_FORCE, _SLIDE, _CLIMB = 1, 2, 3
_IN_CAVE = GARRISON_KEYS.index("crystal_c6")
_KEYS = 1 + GARRISON_KEYS.index("crystal_prison")
_CELL = (0, 4)
"""Where Paolo sits in the prison (STA-33.7)."""
_WAY_DOWN = (4, 2)
"""Where the slide ends in the cave."""
_QUAY = (9, 3)
"""The southern exit of harbour and barracks."""


@kernel
def special_is_met(s: Any, t: Any, slot: int, number: int) -> bool:
    """The church is forced from in front of its door."""
    if number != _FORCE:
        return True
    door = door_named(s, CHURCH)
    return door != NONE and s.dr_state[door] == Door.CLOSED and is_at_door(s, slot, door)


@kernel
def special_do(s: Any, t: Any, slot: int, number: int, passed: int, successes: int) -> None:
    """The church opens; or the way is there that leads on."""
    noinline()
    if number == _FORCE and passed == 1:
        door = door_named(s, CHURCH)
        side = s.dr_side[door]
        behind = (s.dr_row[door] + SIDE_ROW[side], s.dr_col[door] + SIDE_COL[side])
        swing_open(s, t, door, slot, behind)
    elif number == _SLIDE and tile_of(s, C6) == NONE:
        _lay_cave(s, t)
    elif number == _CLIMB and tile_of(s, S1) == NONE:
        _lay_barracks(s, t)


@kernel
def _lay_cave(s: Any, t: Any) -> None:
    """The caves begin far from the town; nobody explores back up the slide (STA-33.4)."""
    tile = lay(s, t, C6, 0, place_apart(s, t, C6))
    s.tl_revealed[tile] = 1
    row, col = on_board(s, t, tile, _WAY_DOWN)
    close_exit(s, exit_at(s, row, col, SOUTH))
    place_garrison(s, t, _IN_CAVE, tile)


# --- up into the prison ---------------------------------------------------------------------------


@kernel
def _lay_barracks(s: Any, t: Any) -> None:
    """The barracks lie where they fit first, and the prison at them (STA-33.6)."""
    noinline()
    tile = tile_of(s, V3)
    if tile == NONE:
        take_out(s, FIRST, V3)
        tile = _lay_where_it_fits(s, t, V3)
        s.tl_revealed[tile] = 1
    lay_prison(s, t, tile)


@kernel
def _lay_where_it_fits(s: Any, t: Any, token: int) -> int:
    """Lay a tile at the first open exit of the harbour, then of the mansion; else apart."""
    for index in range(2):
        tile = tile_of(s, V2 if index == 0 else V1)
        for exit_ in range(s.n_ex):
            if s.ex_tile[exit_] != tile or s.ex_state[exit_] != Exit.OPEN:
                continue
            fitting = layings(s, t, exit_, token)
            for entrance in range(TILE_EXITS):
                if fitting >> entrance & 1:
                    turn, row, col = laying(s, t, exit_, token, entrance)
                    return lay(s, t, token, turn, (row, col))
    tile = lay(s, t, token, 0, place_apart(s, t, token))
    here = exit_at(s, s.tl_row[tile] + _QUAY[0], s.tl_col[tile] + _QUAY[1], SOUTH)
    add_portal(s, here, _quay(s, t))
    return tile


@kernel
def _quay(s: Any, t: Any) -> int:
    """The southern exit of the harbour; if that is linked, another one of the harbour."""
    tile = tile_of(s, V2)
    row, col = on_board(s, t, tile, _QUAY)
    found = exit_at(s, row, col, SOUTH)
    if s.ex_state[found] == Exit.LINKED:
        for exit_ in range(s.n_ex):
            if s.ex_tile[exit_] == tile and s.ex_state[exit_] != Exit.LINKED:
                return exit_
    return found


# --- Paolo ----------------------------------------------------------------------------------------


@kernel
def looted(s: Any, t: Any, slot: int, mark: int) -> None:
    """The guard's keys open Paolo's cell, and he follows who has them (STA-33.7)."""
    if mark != _KEYS:
        return
    open_door(s, door_named(s, NORTH_CELL))
    gain_goal(s, t, PAOLO, slot)
    make_harder(s)
    s.tick = 1
    tile = tile_of(s, S1)
    cell = on_board(s, t, tile, _CELL)
    place_paolo(s, t, slot, free_beside(s, t, cell))
    arrive(s, t, CHARACTER + slot, free_beside(s, t, cell))


@kernel
def searched(s: Any, t: Any, slot: int) -> bool:
    """Without Paolo the map is found by who searches the bedroom (STA-33.2)."""
    led = paolo(s)
    is_there = is_inside(s, place_of_character(s, slot), V1, BEDROOM)
    is_alone = led == NONE or not is_inside(s, place_of(s, COMPANION + led), V1, BEDROOM)
    if is_there and is_alone and not is_reached(s, MAP):
        gain_goal(s, t, MAP, slot)
    return False
