"""How one agent fares at a table of others: the same deals from every seat."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from piracy_env.core.game import Game
from piracy_env.core.replay import Replay
from piracy_env.core.view import Agent
from piracy_env.envs.opponents import find_agent
from piracy_env.envs.seat import OneSeat, Opponents

CERTAINTY = 1.96
"""Standard errors on either side of a mean: 95 %."""


@dataclass(frozen=True)
class Trial:
    """Share of the wins, a tie counting in part, with the 95 % interval over deals."""

    share: float
    low: float
    high: float
    games: int
    length: float
    """Mean moves of a game."""
    clearest: Replay | None = field(default=None, compare=False)
    """The game that was won by most points, if games were kept."""

    def __str__(self) -> str:
        return f"{self.share:.3f} [{self.low:.3f}, {self.high:.3f}]"


def trial(
    game: Game,
    agent: str | Agent,
    opponents: Opponents,
    *,
    deals: int,
    seed: int,
    keep: bool = False,
    **options: Any,
) -> Trial:
    """Let an agent play each deal once from every seat."""
    player = find_agent(agent, game)
    players = game.choose(options.get("players")).players
    table = OneSeat(game, deals * players, opponents=opponents, record=keep, **options)
    table.reset(seed=[seed + deal for deal in range(deals) for _ in range(players)])
    shares = np.zeros(len(table.over))
    waiting = np.flatnonzero(~table.over)
    while waiting.size:
        turn = table.step(player.act(table.engine.view(waiting)), waiting)
        for i, ranks in zip(turn.finished, turn.ranks, strict=True):
            first = (ranks == 1).sum()
            shares[i] = 1.0 / first if ranks[0] == 1 else 0.0
        waiting = np.flatnonzero(~table.over)
    by_deal = shares.reshape(deals, players).mean(axis=1)
    mean = float(by_deal.mean())
    error = float(by_deal.std(ddof=1) / np.sqrt(deals)) if deals > 1 else 1.0
    low, high = max(mean - CERTAINTY * error, 0.0), min(mean + CERTAINTY * error, 1.0)
    length = float(table.engine.states["moves"].mean())
    return Trial(mean, low, high, len(shares), length, _clearest(table, shares) if keep else None)


def _clearest(table: OneSeat, shares: NDArray[np.float64]) -> Replay | None:
    """The game that the agent won alone by most points, if it won any."""
    won: list[int] = np.flatnonzero(shares == 1.0).tolist()
    if not won:
        return None

    def lead(i: int) -> int:
        scores, _ = table.engine.outcome(i)
        own = scores.pop(int(table.learner[i]))
        return own - max(scores)

    return Replay.of(table.engine, max(won, key=lead))
