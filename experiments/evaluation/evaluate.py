"""How one agent fares at a table of others: the same deals from every seat.

Deals are played in parts of a fixed size: what comes out is the same, wherever they are played.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from experiments.measuring.intervals import wilson
from piracy_env.core.game import Game
from piracy_env.core.replay import Replay
from piracy_env.core.view import Agent
from piracy_env.envs.opponents import find_agent
from piracy_env.envs.seat import OneSeat, Opponents
from piracy_env.registry import load

CERTAINTY = 1.96
"""Standard errors on either side of a mean: 95 %."""
TOGETHER = 50
"""Deals of a part: their games are played at the same time."""


@dataclass(frozen=True)
class EvaluationPart:
    """What came of some of the deals."""

    shares: list[float]
    """Share of the wins in each deal, over all seats."""
    moves: list[int]
    """Moves of each game."""
    clearest: Replay | None = field(default=None, compare=False)
    lead: int = 0
    """By how many points the clearest game was won."""


@dataclass(frozen=True)
class Evaluation:
    """Share of the wins, a tie counting in part, with the 95 % interval over deals."""

    share: float
    low: float
    high: float
    games: int
    length: float
    """Mean moves of a game."""
    clearest: Replay | None = field(default=None, compare=False)
    """The game that was won by most points, if games were kept."""

    @classmethod
    def of(cls, parts: Sequence[EvaluationPart]) -> Self:
        """What the parts amount to."""
        shares = np.concatenate([part.shares for part in parts])
        moves = np.concatenate([part.moves for part in parts])
        mean = float(shares.mean())
        low, high = wilson(
            mean,
            _error(shares),
            deals=len(shares),
            games=len(moves),
            quantile=CERTAINTY,
        )
        clearest = max(parts, key=lambda part: (part.clearest is not None, part.lead)).clearest
        return cls(mean, low, high, len(moves), float(moves.mean()), clearest)

    def __str__(self) -> str:
        return f"{self.share:.3f} [{self.low:.3f}, {self.high:.3f}]"


def _error(shares: NDArray[np.float64]) -> float:
    """Standard error of the mean over deals; that of a coin, if one deal is all there is."""
    return float(shares.std(ddof=1) / np.sqrt(len(shares))) if len(shares) > 1 else 0.5


def parts_of(deals: int) -> list[tuple[int, int]]:
    """The first deal of each part, and the one after its last."""
    return [(first, min(first + TOGETHER, deals)) for first in range(0, deals, TOGETHER)]


def evaluate(
    game: Game,
    agent: str | Agent,
    opponents: Opponents,
    *,
    deals: int,
    seed: int,
    keep: bool = False,
    **options: Any,
) -> Evaluation:
    """Let an agent play each deal once from every seat."""
    player = find_agent(agent, game)
    return Evaluation.of(
        [
            play_part(game, player, opponents, deals=part, seed=seed, keep=keep, **options)
            for part in parts_of(deals)
        ]
    )


def play_part(
    game: str | Game,
    agent: str | Agent,
    opponents: Opponents,
    *,
    deals: tuple[int, int],
    seed: int,
    keep: bool = False,
    **options: Any,
) -> EvaluationPart:
    """Let an agent play the deals from the first to before the last from every seat."""
    game = load(game)
    player = find_agent(agent, game)
    players = game.choose(options.get("players")).players
    numbers = [seed + deal for deal in range(*deals) for _ in range(players)]
    table = OneSeat(game, len(numbers), opponents=opponents, record=keep, **options)
    table.reset(seed=numbers)
    shares = np.zeros(len(table.over))
    for result in table.play(player):
        for i, ranks in zip(result.finished, result.ends.ranks, strict=True):
            winners = (ranks == 1).sum()
            shares[i] = 1.0 / winners if ranks[0] == 1 else 0.0
    by_deal = shares.reshape(-1, players).mean(axis=1).tolist()
    moves = table.engine.states["moves"].tolist()
    return EvaluationPart(by_deal, moves, *(_clearest(table, shares) if keep else ()))


def _clearest(table: OneSeat, shares: NDArray[np.float64]) -> tuple[Replay | None, int]:
    """The game that the agent won alone by most points, if it won any, and by how many."""
    won: list[int] = np.flatnonzero(shares == 1.0).tolist()
    if not won:
        return None, 0

    def lead(i: int) -> int:
        scores = table.engine.final_scores[i].tolist()
        own = scores.pop(int(table.ego_seat[i]))
        return int(own - max(scores))

    best = max(won, key=lead)
    return Replay.of(table.engine, best), lead(best)
