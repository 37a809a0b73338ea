"""What the Adventure of a chapter promises: on its board, or while nothing is known of it."""

from __future__ import annotations

from typing import Any

from piracy_env.core.either import either
from piracy_env.core.jit import kernel
from piracy_env.games.skull_tales.state import NONE

IN_THE_ABSTRACT = 0.5
"""What the Adventure of a chapter promises while nothing is known of it."""


_on_board = either(
    "goal_state",
    "piracy_env.games.skull_tales.rules.adventure.standing:team_ashore",
    IN_THE_ABSTRACT,
)


@kernel
def _value(s: Any, t: Any) -> float:
    """What the Adventure of the chapter promises."""
    return IN_THE_ABSTRACT if s.chapter == NONE else _on_board(s, t)


value_ashore = either("goal_state", _value, IN_THE_ABSTRACT)
"""The team value of the present chapter's Adventure, from 0 to 1: (s, t)."""
