"""What the chapters' rooms hold for who searches them with success: rows of [finds], once each."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.gear import LEGEND
from piracy_env.games.skull_tales.rules.adventure import deeds
from piracy_env.games.skull_tales.rules.adventure.carrying import give_item
from piracy_env.games.skull_tales.rules.adventure.gaining import gain_goal
from piracy_env.games.skull_tales.rules.adventure.goals import is_reached
from piracy_env.games.skull_tales.rules.adventure.story_flags import FIRST_FIND
from piracy_env.games.skull_tales.rules.adventure.track import make_harder
from piracy_env.games.skull_tales.rules.adventure.whereabouts import is_in_room, is_on_tile
from piracy_env.games.skull_tales.rules.crew import gain_booty
from piracy_env.games.skull_tales.state import NONE, SLOTS
from piracy_env.games.skull_tales.state_land import LYING
from piracy_env.games.skull_tales.tables.cards import SEARCH_KEYS

_LOST = len(SEARCH_KEYS)
"""Cards from here on are Legendary Items that were lost (STA-5.20)."""


@kernel
def search_finds(s: Any, t: Any, slot: int) -> bool:
    """A Character has searched with success: it finds what its room holds (see [finds]).

    It is called before the Search card is drawn; whether the story gives something in its place.
    """
    noinline()
    number = 0
    for row in range(len(t.finds)):
        if t.finds[row].adventure == s.chapter:
            if s.sf[FIRST_FIND + number] == 0 and _is_here(s, t, slot, row):
                s.sf[FIRST_FIND + number] = 1
                _give(s, t, slot, row)
            number += 1
    return deeds.searched(s, t, slot)


@kernel
def _is_here(s: Any, t: Any, slot: int, row: int) -> bool:
    find = t.finds[row]
    if find.room < 0:
        return is_on_tile(s, slot, find.tile)
    return is_in_room(s, slot, find.tile, find.room + 1)


@kernel
def _give(s: Any, t: Any, slot: int, row: int) -> None:
    find = t.finds[row]
    for _ in range(find.harder):
        make_harder(s)
    gain_booty(s, find.crew_coins)
    if find.goal > 0 and not is_reached(s, find.goal - 1):
        gain_goal(s, t, find.goal - 1, slot)
    if find.item >= 0 and not is_owned(s, LEGEND + find.item):
        give_item(s, t, slot, LEGEND + find.item, 0)


@kernel
def is_owned(s: Any, item: int) -> bool:
    """Whether somebody carries a card, or it lies on the ground or in the Search deck."""
    for slot in range(SLOTS):
        for place in range(s.inv_n[slot]):
            if s.inv_id[slot, place] == item:
                return True
    for lying in range(LYING):
        if s.gr_row[lying] != NONE and s.gr_item[lying] == item:
            return True
    card = _LOST + item - LEGEND
    for place in range(max(s.sd_n, s.sdisc_n)):
        is_there = place < s.sd_n and s.sd[place] == card
        if is_there or (place < s.sdisc_n and s.sdisc[place] == card):
            return True
    return False
