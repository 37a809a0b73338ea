"""Scores and places of a game as it stands."""

from __future__ import annotations

from typing import Any

from piracy_env.core.game import RUNNING
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.broadside.rules.fleet import is_alive, pirate_points
from piracy_env.games.broadside.rules.standings import count_ahead
from piracy_env.games.broadside.state import End

REASONS = tuple(end.name.lower() for end in End if end != End.RUNNING)


@kernel
def outcome(s: Any, t: Any, result: Any) -> None:
    """Pirate points of each seat, counted up to the target, and its place once the game is over."""
    noinline()
    for seat in range(s.players):
        points = min(pirate_points(s, t, seat), s.target_points) if is_alive(s, seat) else 0
        result.score[seat] = points
        result.rank[seat] = 0 if s.over == RUNNING else 1 + count_ahead(s, t, seat)
    result.reason = s.end_reason - 1
