"""Cheating Death (STA-36): out of the cells, through the town, and away by the harbour gate."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.rules.adventure.carrying import strip
from piracy_env.games.skull_tales.rules.adventure.dice import RANGED_ROLL
from piracy_env.games.skull_tales.rules.adventure.figures import is_active, is_foe
from piracy_env.games.skull_tales.rules.adventure.foes import announce, count_missing, put_foe
from piracy_env.games.skull_tales.rules.adventure.goals import is_reached
from piracy_env.games.skull_tales.rules.adventure.paths import is_free, nearest_free
from piracy_env.games.skull_tales.rules.adventure.people import is_in_play
from piracy_env.games.skull_tales.rules.adventure.tiles import (
    add_door,
    link_of,
    on_board,
    tile_of,
)
from piracy_env.games.skull_tales.rules.adventure.track import make_harder
from piracy_env.games.skull_tales.rules.chance import index_below, throw
from piracy_env.games.skull_tales.rules.frames import push_for
from piracy_env.games.skull_tales.state import NONE, SLOTS, Decision
from piracy_env.games.skull_tales.state_land import FOES, FoeStatus
from piracy_env.games.skull_tales.story_land import Cheating
from piracy_env.games.skull_tales.tables.adventures import GARRISON_KEYS
from piracy_env.games.skull_tales.tables.enemies import FOE_KEYS
from piracy_env.games.skull_tales.tables.tiles import DOOR_KEYS
from piracy_env.games.skull_tales.terrain import ROOMS, TOKENS

V1, V2, V3, V4 = (
    TOKENS.index("v1"),
    TOKENS.index("v2"),
    TOKENS.index("v3"),
    TOKENS.index("v4"),
)
S1 = TOKENS.index("s1")
DORMITORY, LIVING, SHOP = 1 + ROOMS.index("d"), 1 + ROOMS.index("l"), 1 + ROOMS.index("g")
LETTER, WORD = 2, 3
"""Goals, from 0: those that open the harbour gate."""
SHOT, FIRST_CELL = int(Cheating.SHOT), int(Cheating.FIRST_CELL)
FIRST_ARMED, FIRST_GONE = int(Cheating.FIRST_ARMED), int(Cheating.FIRST_GONE)
"""Places of `sf`."""
NORTH_CELL, SOUTH_CELL = DOOR_KEYS.index("north_cell"), DOOR_KEYS.index("south_cell")
DORMITORY_GUARD = 1 + GARRISON_KEYS.index("cheating_dormitory")
"""The mark of those who sleep in the dormitory."""
BREAK_OUT, AWAKE = 0, 1
"""What a frame TELLING is about: a cell door, or the Enemies of the living room."""
_PATIO, _CHURCH, _PRISON = (
    DOOR_KEYS.index("patio"),
    DOOR_KEYS.index("church"),
    DOOR_KEYS.index("prison_door"),
)
_REDCOAT = FOE_KEYS.index("redcoat")
_SQUARE = (9, 7)
"""The exit of the tavern's tile where patrols come from (STA-36.10)."""
_PATROL, _COMES = 2, 2
"""Redcoats of a patrol; results up to this bring one."""
_NORTH, _SOUTH = 1, 2
"""Values of `sf` for a Character's cell."""
_ROWS = 2
"""Rows of the prison above the corridor: the northern cell."""


# --- set-up ---------------------------------------------------------------------------------------


@kernel
def set_up(s: Any, t: Any) -> None:
    """Nobody has anything, all are in the cells, and the guards are at ease (STA-36.1)."""
    noinline()
    for slot in range(SLOTS):
        strip(s, slot)
    _fill_cells(s)
    tile = tile_of(s, V3)
    row, col, side = link_of(s, t, tile)
    add_door(s, row, col, side, _PRISON)
    s.tl_rooms[tile] |= 1 << DORMITORY - 1


@kernel
def _fill_cells(s: Any) -> None:
    """Share the Characters between the two cells, as evenly as can be, at random."""
    count = 0
    for slot in range(SLOTS):
        count += is_in_play(s, slot)
    north = (count + index_below(s, 2)) // 2
    for slot in range(SLOTS):
        if is_in_play(s, slot):
            is_north = index_below(s, count) < north
            s.sf[FIRST_CELL + slot] = _NORTH if is_north else _SOUTH
            north -= is_north
            count -= 1


@kernel
def may_deploy(s: Any, t: Any, slot: int, place: Any) -> bool:
    """Whether a place is in the cell of a Character."""
    tile = tile_of(s, S1)
    own = t.adventures[s.chapter].zone
    for index in range(len(own)):
        there = on_board(s, t, tile, (own[index, 0] + 0, own[index, 1] + 0))
        if there[0] == place[0] and there[1] == place[1]:
            cell = _NORTH if own[index, 0] < _ROWS else _SOUTH
            return s.sf[FIRST_CELL + slot] == cell
    return False


@kernel
def has_magic(s: Any, t: Any) -> bool:
    """Nobody has Magic (STA-36.1)."""
    return False


@kernel
def ally_arms(s: Any, t: Any, slot: int) -> int:
    """Allies fight with bare hands until they find their arms (STA-36.1, STA-36.6)."""
    return 3 if s.sf[FIRST_ARMED + slot] == 1 else 0


# --- doors ----------------------------------------------------------------------------------------


@kernel
def may_open(s: Any, t: Any, door: int, slot: int) -> bool:
    """Cells are broken open, and the church never opens (STA-36.2, STA-36.8)."""
    return s.dr_name[door] not in (NORTH_CELL, SOUTH_CELL, _CHURCH)


@kernel
def chart_of_room(s: Any, t: Any, tile: int, room: int, usual: int) -> int:
    """Nobody guards the shop (STA-36.8)."""
    return NONE if s.tl_token[tile] == V1 and room == SHOP else usual


@kernel
def door_opened(s: Any, t: Any, door: int, slot: int) -> None:
    """Who sleeps in the dormitory wakes; behind the patio lies the living room, too."""
    if s.dr_name[door] == _PRISON:
        wake(s, V3)
    elif s.dr_name[door] == _PATIO:
        push_for(s, Decision.TELLING, NONE, slot, AWAKE, 0)


@kernel
def wake(s: Any, token: int) -> None:
    """The inactive Enemies of a tile are active from now on (STA-36.2, STA-36.5)."""
    for foe in range(FOES):
        if is_foe(s, foe) and s.tl_token[s.b_tile[s.foe_row[foe], s.foe_col[foe]] - 1] == token:
            s.foe_status[foe] &= -1 - FoeStatus.ASLEEP


# --- what happens ---------------------------------------------------------------------------------


@kernel
def attack_rolled(s: Any, t: Any, roll: int) -> None:
    """The first shot of anybody is heard all over the town (STA-36.3)."""
    if s.rl_kind[roll] == RANGED_ROLL and s.sf[SHOT] == 0:
        s.sf[SHOT] = 1
        make_harder(s)


@kernel
def incidents_begin(s: Any, t: Any) -> None:
    """Patrols look for who knows too much (STA-36.10)."""
    tile = tile_of(s, V4)
    if tile == NONE or not is_reached(s, LETTER) or not is_reached(s, WORD):
        return
    if throw(s) > _COMES:
        return
    place, come = on_board(s, t, tile, _SQUARE), 0
    for _ in range(_PATROL):
        at = (place[0] + 0, place[1] + 0)
        if not is_free(s, at[0], at[1]):
            at = nearest_free(s, t, at)
        foe = put_foe(s, t, _REDCOAT, 0, at)
        if foe == NONE:
            count_missing(s, t, 1 << _REDCOAT)
            break
        come |= 1 << foe
    announce(s, come)


# --- the end --------------------------------------------------------------------------------------


@kernel
def is_won(s: Any, t: Any) -> bool:
    """Whether all active Pirates have left by the harbour gate (STA-36.11)."""
    somebody = False
    for seat in range(s.players):
        if is_active(s, seat):
            if s.sf[FIRST_GONE + seat] == 0:
                return False
            somebody = True
    return somebody


@kernel
def is_pile_needed(s: Any, t: Any, pile: int) -> bool:
    """All tiles of the town are needed (STA-R66)."""
    return s.pile_n[pile] > 0
