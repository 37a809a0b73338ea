"""Getting a goal."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.games.skull_tales.rules.adventure.carrying import take_goal
from piracy_env.games.skull_tales.rules.adventure.hooks import goal_gained


@kernel
def gain_goal(s: Any, t: Any, goal: int, slot: int) -> None:
    """A Character gets a goal, and holds its token."""
    take_goal(s, t, goal, slot)
    goal_gained(s, t, goal, slot)
