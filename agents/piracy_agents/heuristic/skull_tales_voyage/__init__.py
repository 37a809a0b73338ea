"""The heuristic of skull_tales_voyage."""

from __future__ import annotations

from typing import Any

from piracy_agents.heuristic.skull_tales_voyage.weigh import weigh as weigh_whole
from piracy_env.core.family import weighing
from piracy_env.core.jit import kernel
from piracy_env.games.skull_tales import GAME

__all__ = ["weigh"]
_weigh_listed = weighing(weigh_whole, GAME)


@kernel
def weigh(s: Any, t: Any, w: Any, mask: Any, value: Any) -> None:
    """Value the legal actions of the seat to move, by the numbers of the listing."""
    _weigh_listed(s, t, w, mask, value)
