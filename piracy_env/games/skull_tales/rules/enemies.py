"""What Sea Enemies do (STV-18)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.games.skull_tales.rules.ship import change_morale
from piracy_env.games.skull_tales.rules.voyage_setup import WHALE, remove_enemy

_AGGRESSIVE = 0


@kernel
def begin_enemy_round(s: Any, t: Any) -> None:
    """The Sea Enemy Round begins."""


@kernel
def collide(s: Any, t: Any, enemy: int) -> None:
    """The ship has drifted into a Sea Enemy: an Impact on its Hold or Body (STV-16.3)."""
    if enemy == WHALE:
        s.sea_mode[enemy] = _AGGRESSIVE
    s.sea_hold[enemy] -= 1
    if s.sea_hold[enemy] == 0:
        remove_enemy(s, enemy)
        change_morale(s, t.sea_enemies[enemy].grey)
