"""What the chapters tell at the moments of `hooks`: each story in a module of its own."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel


@kernel
def enemy_defeated(s: Any, t: Any, foe: int, slot: int) -> None:
    """An Enemy was defeated by a Character, -1 for nobody."""


@kernel
def step_made(s: Any, t: Any, figure: int) -> None:
    """A figure has come to stand on a space."""


@kernel
def incidents_begin(s: Any, t: Any) -> None:
    """Incident step 1."""


@kernel
def tile_explored(s: Any, t: Any, tile: int, slot: int, exit_: int) -> bool:
    """A tile was explored; whether its Enemies are placed."""
    return False


@kernel
def door_opened(s: Any, t: Any, door: int, slot: int) -> bool:
    """A door was opened; whether the room's Enemies are placed."""
    return False


@kernel
def goal_gained(s: Any, t: Any, goal: int, slot: int) -> None:
    """A Character has got a goal."""
