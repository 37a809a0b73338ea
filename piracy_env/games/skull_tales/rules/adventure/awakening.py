"""Awakening of Darkness (STA-31): five things to be found in a town that sleeps badly."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.rules.adventure import bands
from piracy_env.games.skull_tales.rules.adventure.figures import is_active, place_of
from piracy_env.games.skull_tales.rules.adventure.foes import call_chart
from piracy_env.games.skull_tales.rules.adventure.goals import are_all_reached
from piracy_env.games.skull_tales.rules.adventure.indoors import (
    building_at,
    is_goal_in_room_of,
    is_inside,
    is_somebody_inside,
)
from piracy_env.games.skull_tales.rules.adventure.people import place_of_character
from piracy_env.games.skull_tales.rules.adventure.tiles import tile_of
from piracy_env.games.skull_tales.rules.adventure.track import gain_pp, move_flag
from piracy_env.games.skull_tales.rules.crew import gain_destiny
from piracy_env.games.skull_tales.state import NONE
from piracy_env.games.skull_tales.story_land import GUESTS, Awakening
from piracy_env.games.skull_tales.tables.adventures import GARRISON_KEYS
from piracy_env.games.skull_tales.tables.tiles import BUILDINGS, DOOR_KEYS
from piracy_env.games.skull_tales.terrain import ROOMS, TOKENS

V1, V4, S2 = TOKENS.index("v1"), TOKENS.index("v4"), TOKENS.index("s2")
NAVE, SACRISTY, TAPROOM = 1 + ROOMS.index("c"), 1 + ROOMS.index("s"), 1 + ROOMS.index("t")
KEY, LEDGER, RING = 0, 1, 2
"""Goals, from 0."""
OPEN, QUIET = 1, 2
"""The tavern: its Enemies have come, and are defeated."""
BRAWL, TAVERN, FOUGHT = int(Awakening.BRAWL), int(Awakening.TAVERN), int(Awakening.FOUGHT)
"""Places of `sf`."""
_FIRST_GUEST = int(Awakening.FIRST_GUEST)
_GATE, _PATIO = DOOR_KEYS.index("town_gate"), DOOR_KEYS.index("patio")
_CHURCH = DOOR_KEYS.index("church")
_GUESTS = GARRISON_KEYS.index("awakening_tavern")
_BARRACKS = BUILDINGS.index("barracks")
_FIRST_GUEST = _FIRST_GUEST
_PRESTIGE, _DESTINY = 2, 1
"""What every Pirate gets for a quiet evening in the tavern."""


@kernel
def is_won(s: Any, t: Any) -> bool:
    """Whether all five things were obtained (STA-31.11)."""
    return are_all_reached(s, t)


@kernel
def is_partly_won(s: Any, t: Any) -> bool:
    """Whether the cemetery was found (STA-31.12)."""
    return tile_of(s, S2) != NONE


@kernel
def is_pile_needed(s: Any, t: Any, pile: int) -> bool:
    """Each tile of the pile has goals that are nowhere else (STA-R66)."""
    return s.pile_n[pile] > 0


@kernel
def may_open(s: Any, t: Any, door: int, slot: int) -> bool:
    """The patio opens for the ledger, the church for its key (STA-31.3, STA-31.4)."""
    name = s.dr_name[door]
    if name == _PATIO:
        return is_goal_in_room_of(s, slot, LEDGER)
    return name != _CHURCH or is_goal_in_room_of(s, slot, KEY)


@kernel
def chart_of_room(s: Any, t: Any, tile: int, room: int, usual: int) -> int:
    """Skeletons in the church; nobody is in the sacristy, nor in the mansion but its garrison."""
    if s.tl_token[tile] != V1:
        return usual
    return t.adventures[s.chapter].chart_deep if room == NAVE else NONE


@kernel
def door_opened(s: Any, t: Any, door: int, slot: int) -> None:
    """Behind the gate is the town; the church wakes what sleeps (STA-31.1, STA-31.4)."""
    if s.dr_name[door] == _GATE:
        entrance = (s.dr_row[door], s.dr_col[door])  # the door is on the town's side
        call_chart(s, t, t.adventures[s.chapter].chart, entrance)
    elif s.dr_name[door] == _CHURCH:
        s.tick = 1


# --- the tavern -----------------------------------------------------------------------------------


@kernel
def garrison_came(s: Any, t: Any, row: int, foes: int) -> None:
    """Remember who sits in the tavern (STA-31.9)."""
    if row == _GUESTS:
        s.sf[TAVERN] = OPEN
        bands.watch(s, _FIRST_GUEST, foes)


@kernel
def enemy_defeated(s: Any, t: Any, foe: int, slot: int) -> None:
    """One less of those who sat in the tavern."""
    bands.strike_off(s, _FIRST_GUEST, GUESTS, foe)


@kernel
def attack_rolled(s: Any, t: Any, roll: int) -> None:
    """Whether there is a fight in the taproom: who attacks is there, or who is attacked."""
    if s.sf[TAVERN] != OPEN:
        return
    slot, foe = s.rl_slot[roll], s.rl_enemy[roll]
    if foe != NONE and is_inside(s, place_of(s, foe), V4, TAPROOM):
        s.sf[FOUGHT] = 1
    if slot != NONE and is_inside(s, place_of_character(s, slot), V4, TAPROOM):
        s.sf[FOUGHT] = 1


@kernel
def notice(s: Any, t: Any) -> None:
    """The tavern is empty of its Enemies, and somebody is there: was it quiet (STA-31.9)?"""
    noinline()
    if s.sf[TAVERN] != OPEN or not is_somebody_inside(s, V4, TAPROOM):
        return
    for guest in range(GUESTS):
        if s.sf[_FIRST_GUEST + guest] != 0:
            return
    s.sf[TAVERN] = QUIET
    if s.sf[FOUGHT] == 1:
        s.sf[BRAWL] = 1
        move_flag(s, t, 1)
        return
    for seat in range(s.players):
        if is_active(s, seat):
            gain_pp(s, t, seat, _PRESTIGE)
            gain_destiny(s, seat, _DESTINY)


@kernel
def does_sprint(s: Any, t: Any, foe: int) -> bool:
    """After a brawl Enemies that come into the Barracks sprint (STA-31.7)."""
    return s.sf[BRAWL] == 1 and building_at(s, t, place_of(s, foe)) == _BARRACKS
