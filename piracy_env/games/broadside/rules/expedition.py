"""Digging for treasure (BRO-5.4, BRO-10.4 to BRO-10.10)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.broadside.cards import TREASURE_ROW
from piracy_env.games.broadside.rules.chance import roll_battle
from piracy_env.games.broadside.rules.fleet import clear_table_slot, sink, take_aboard
from piracy_env.games.broadside.rules.piles import draw_red
from piracy_env.games.broadside.state import NONE, Phase, Place
from piracy_env.games.broadside.tables import SYMBOLS

_GUN, _CREW = SYMBOLS.index("gun"), SYMBOLS.index("crew")


@kernel
def dig(s: Any, t: Any, slot: int) -> bool:
    """Roll for the treasure in a slot of the middle; True if fleets or treasures have changed."""
    noinline()
    treasure = TREASURE_ROW[s.table_card[slot]]
    symbols = roll_battle(s, t.treasures[treasure].dice, _faces(t, t.treasures[treasure].symbol))
    if symbols >= t.treasures[treasure].need:
        _take_treasure(s, t, slot, treasure)
        return True
    crew = s.fleet_crew[s.cur, s.sel_ship] - t.treasures[treasure].loss  # BRO-10.8
    s.fleet_crew[s.cur, s.sel_ship] = max(0, crew)
    if crew <= 0:
        sink(s, s.cur, s.sel_ship)  # BRO-10.10
        end_expedition(s)
        return True
    s.phase, s.exp_slot = Phase.EXPEDITION, slot
    return False


@kernel
def _faces(t: Any, symbol: int) -> int:
    """How many faces of the battle die show a symbol."""
    if symbol == _GUN:
        return t.battle_die.gun
    return t.battle_die.crew if symbol == _CREW else t.battle_die.explorer


@kernel
def _take_treasure(s: Any, t: Any, slot: int, treasure: int) -> None:
    """Keep the card; crew and red cards come with it (BRO-5.5, BRO-10.7, BRO-R37)."""
    noinline()
    take_aboard(s, t, s.cur, s.sel_ship, t.treasures[treasure].crew)
    draw_red(s, s.cur, t.treasures[treasure].red)
    s.blue_loc[s.table_card[slot]] = Place.TREASURE + s.cur
    s.treasure_pts[s.cur] += t.treasures[treasure].points
    clear_table_slot(s, slot)
    end_expedition(s)


@kernel
def end_expedition(s: Any) -> None:
    """Go back to the adventures; a treasure that was not found stays (BRO-R39)."""
    s.phase, s.exp_slot, s.sel_ship = Phase.ADVENTURE, NONE, NONE
