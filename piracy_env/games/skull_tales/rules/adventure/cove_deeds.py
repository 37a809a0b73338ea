"""What is done in Skull Cove: chests are dug up (STA-37.2)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.games.skull_tales.rules.adventure.cove import chest_near, next_goal
from piracy_env.games.skull_tales.rules.adventure.figures import is_room_free_of_foes
from piracy_env.games.skull_tales.rules.adventure.gaining import gain_goal
from piracy_env.games.skull_tales.rules.adventure.tiles import tile_of
from piracy_env.games.skull_tales.state import NONE


@kernel
def special_is_met(s: Any, t: Any, slot: int, number: int) -> bool:
    """Whether a chest is near, on a tile without Enemies."""
    chest = chest_near(s, t, slot)
    if chest == NONE:
        return False
    tile = tile_of(s, s.chest[chest])
    return is_room_free_of_foes(s, s.tl_row[tile], s.tl_col[tile])


@kernel
def special_do(s: Any, t: Any, slot: int, number: int, passed: int, successes: int) -> None:
    """The chest is dug up: the next goal."""
    s.chest[chest_near(s, t, slot)] = NONE
    gain_goal(s, t, next_goal(s, t), slot)
