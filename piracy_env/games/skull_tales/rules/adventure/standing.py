"""How an Adventure stands while it goes on (section 0.10)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.games.skull_tales.rules.adventure.goals import goals_of
from piracy_env.games.skull_tales.rules.adventure.stories import is_partly_won
from piracy_env.games.skull_tales.state_land import Goal


@kernel
def team_ashore(s: Any, t: Any) -> float:
    """What the crew has reached ashore, from 0 to 1."""
    reached = 0
    for goal in range(goals_of(s, t)):
        state = s.goal_state[goal]
        reached += state == Goal.REACHED
        reached += state == Goal.HELD
    return 0.5 * reached / goals_of(s, t) + (0.25 if is_partly_won(s, t) else 0.0)
