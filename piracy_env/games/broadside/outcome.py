"""Scores and places of a game as it stands."""

from __future__ import annotations

from typing import Any

from piracy_env.core.game import RUNNING
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.broadside.rules.fleet import is_alive, pirate_points
from piracy_env.games.broadside.rules.standings import count_ahead


@kernel
def outcome(s: Any, t: Any, score: Any, rank: Any) -> None:
    """Pirate points of each seat, counted up to the target, and its place once the game is over."""
    noinline()
    for seat in range(s.players):
        score[seat] = min(pirate_points(s, t, seat), s.target_points) if is_alive(s, seat) else 0
        rank[seat] = 0 if s.over == RUNNING else 1 + count_ahead(s, t, seat)
