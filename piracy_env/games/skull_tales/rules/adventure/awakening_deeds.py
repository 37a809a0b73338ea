"""What is done in the Awakening of Darkness: strongbox, innkeeper, the cemetery, Sawyer's ring."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.games.skull_tales.rules.adventure.awakening import (
    QUIET,
    RING,
    S2,
    SACRISTY,
    TAVERN,
    V1,
)
from piracy_env.games.skull_tales.rules.adventure.exploring import EXPLORED, garrison_of
from piracy_env.games.skull_tales.rules.adventure.foes import place_garrison
from piracy_env.games.skull_tales.rules.adventure.gaining import gain_goal
from piracy_env.games.skull_tales.rules.adventure.indoors import is_inside
from piracy_env.games.skull_tales.rules.adventure.people import place_of_character
from piracy_env.games.skull_tales.rules.adventure.tiles import lay_special, tile_of
from piracy_env.games.skull_tales.rules.adventure.track import gain_coins, move_flag
from piracy_env.games.skull_tales.state import NONE
from piracy_env.games.skull_tales.tables.adventures import GARRISON_KEYS

_STRONGBOX, _INNKEEPER = 1, 2
_COINS = 40
"""What is in the strongbox (STA-31.8)."""
_SAWYER = 1 + GARRISON_KEYS.index("awakening_living_room")


@kernel
def special_is_met(s: Any, t: Any, slot: int, number: int) -> bool:
    """The innkeeper talks once the tavern is quiet (STA-31.10)."""
    return number != _INNKEEPER or s.sf[TAVERN] == QUIET


@kernel
def special_do(s: Any, t: Any, slot: int, number: int, passed: int, successes: int) -> None:
    """Coins of the strongbox, if it could be forced."""
    if number == _STRONGBOX and passed == 1:
        gain_coins(s, slot, _COINS)


@kernel
def searched(s: Any, t: Any, slot: int) -> bool:
    """Behind the sacristy lies the cemetery (STA-31.5, STA-16.9)."""
    if tile_of(s, S2) == NONE and is_inside(s, place_of_character(s, slot), V1, SACRISTY):
        tile = lay_special(s, t, tile_of(s, V1), S2)
        move_flag(s, t, 1)
        place_garrison(s, t, garrison_of(s, t, S2, EXPLORED, 0), tile)
    return False


@kernel
def looted(s: Any, t: Any, slot: int, mark: int) -> None:
    """Sawyer wore a ring (STA-31.3)."""
    if mark == _SAWYER:
        gain_goal(s, t, RING, slot)
