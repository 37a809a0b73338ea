"""How one agent fares at a table of others: the same deals from every seat.

Deals are played in parts of a fixed size: what comes out is the same, wherever they are played.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from piracy_env.core.choosing import LARGEST_WORD, whole
from piracy_env.core.game import Game
from piracy_env.core.options import offering
from piracy_env.core.replay import Replay
from piracy_env.core.rewards import are_rivals
from piracy_env.envs.intervals import Interval, wilson
from piracy_env.envs.options import RESETS, refuse
from piracy_env.envs.policies import Policy, agent_of, opponents_of
from piracy_env.envs.seat import OneSeat, Pool
from piracy_env.registry import load

CERTAINTY = 1.96
"""Standard errors on either side of a mean: 95 %."""
TOGETHER = 50
"""Deals of a part: their games are played at the same time."""

DECIDED = {
    **RESETS,
    "seat": "a policy plays every deal from every seat",
    "opponents": "say `against`",
    "num_envs": "say how many `deals`",
    "record": "say `keep`",
}
"""What the environment of one seat takes, and an evaluation decides itself."""

UNPAID = Interval(math.nan, None, None)
"""Of no games."""


@dataclass(frozen=True)
class EvaluationPart:
    """What came of some of the deals."""

    shares: list[float]
    """Share of the wins in each deal, over all seats; of successes, where nobody wins."""
    moves: list[int]
    """Moves of each game."""
    payments: list[float] = field(default_factory=list)
    """What the seat was paid in each deal, over all seats."""
    reasons: list[str] = field(default_factory=list)
    """Why each game ended."""
    clearest: Replay | None = field(default=None, compare=False)
    lead: float = 0
    """By how many points the clearest game was won; how much it paid, where nobody wins."""
    spoils: list[float] = field(default_factory=list)
    """The seat's part of all that was scored in each deal; only where nobody wins, and of several
    seats, and of deals in which something was scored."""


@dataclass(frozen=True)
class Evaluation:
    """What one seat is paid, and its share of the wins, with 95 % intervals over deals.

    Where nobody wins what others lose, in crews and for a seat alone, the share is that of games
    which were a success: all that there was to reach together has been reached, or the seat alone
    was paid at least the middle of what it can be paid.
    """

    share: float
    """A win that several seats share counts in part."""
    low: float
    high: float
    games: int
    length: float
    """Mean moves of a game."""
    paid: Interval = UNPAID
    """For a game, in the reward mode that was played for."""
    reasons: tuple[tuple[str, float], ...] = ()
    """How many of the games ended for each reason."""
    clearest: Replay | None = field(default=None, compare=False)
    """The game that was won by most points, or paid most, if games were kept."""
    by_deal: tuple[float, ...] = field(default=(), compare=False, repr=False)
    """What was paid in each deal."""
    spoils: Interval | None = None
    """In crews: the seat's part of all that was scored, 1 / seats being an equal one."""

    @property
    def mean_reward(self) -> float:
        """What the seat was paid for a game, on average; `paid` has its bounds."""
        return self.paid.value

    @classmethod
    def of(cls, parts: Sequence[EvaluationPart]) -> Self:
        """What the parts amount to."""
        shares = np.concatenate([part.shares for part in parts])
        moves = np.concatenate([part.moves for part in parts])
        payments = np.concatenate([part.payments for part in parts])
        spoils = np.concatenate([part.spoils for part in parts])
        ends = Counter(itertools.chain.from_iterable(part.reasons for part in parts))
        mean = float(shares.mean())
        low, high = wilson(
            mean,
            _error(shares),
            deals=len(shares),
            games=len(moves),
            quantile=CERTAINTY,
        )
        clearest = max(parts, key=lambda part: (part.clearest is not None, part.lead)).clearest
        return cls(
            *(mean, low, high, len(moves), float(moves.mean())),
            paid=interval_of(payments),
            reasons=tuple((name, count / len(moves)) for name, count in ends.most_common()),
            clearest=clearest,
            by_deal=tuple(payments.tolist()),
            spoils=interval_of(spoils) if spoils.size else None,
        )

    def more_than(self, other: Evaluation) -> Interval:
        """What was paid more than in another evaluation, in the deals that both have played."""
        pairs = list(zip(self.by_deal, other.by_deal, strict=False))
        return interval_of(np.array([own - theirs for own, theirs in pairs]))

    def __str__(self) -> str:
        return f"{self.paid}, {self.share:.3f} [{self.low:.3f}, {self.high:.3f}]"


def interval_of(values: NDArray[np.float64]) -> Interval:
    """The mean of independent values, with bounds if there are two values or more."""
    if not values.size:
        return UNPAID
    mean = float(values.mean())
    if len(values) < 2:
        return Interval(mean, None, None)
    reach = CERTAINTY * _error(values)
    return Interval(mean, mean - reach, mean + reach)


def _error(values: NDArray[np.float64]) -> float:
    """Standard error of the mean over deals; that of a coin, if one deal is all there is."""
    return float(values.std(ddof=1) / np.sqrt(len(values))) if len(values) > 1 else 0.5


def parts_of(deals: int) -> list[tuple[int, int]]:
    """The first deal of each part, and the one after its last."""
    return [(first, min(first + TOGETHER, deals)) for first in range(0, deals, TOGETHER)]


def evaluate(
    policy: Policy,
    game: str | Game,
    against: Policy | Sequence[Policy] | Pool | None = None,
    *,
    deals: int = 100,
    seed: int = 0,
    keep: bool = False,
    **options: Any,
) -> Evaluation:
    """How a policy fares at a table of others: it plays each deal once from every seat.

    Args:
        policy: A name (`heuristic`, `mcts:1000`, `ppo:<file>`, `module:attribute`), an agent with
            `act(view)`, a model with `predict(observations, action_masks=...)`, or a function of
            observations [k, D] and masks [k, A] that gives actions [k].
        game: A game or its name.
        against: Who sits in the other seats: one of those, or a list with one for each other seat,
            from the left on. By default `uniform`; in games of mates `heuristic`, where there is
            one.
        deals: How many deals; each is as many games as there are seats.
        seed: The first deal; the same seed deals the same to everybody.
        keep: Whether to keep the game that was won most clearly, as a replay.
        options: Options of the game, and `players`, `preset`, `reward`, `tables`, `threads`,
            `agent_module`.
    """
    game, count = load(game), whole("deals", deals, 1, 1 << 31)
    first = whole("seed", seed, 0, LARGEST_WORD - count)
    agent_module = options.get("agent_module")
    player = agent_of(policy, game, agent_module)
    others = opponents_of(against, game, agent_module)
    return Evaluation.of(
        [
            play_part(game, player, others, deals=part, seed=first, keep=keep, **options)
            for part in parts_of(count)
        ]
    )


def play_part(
    game: str | Game,
    policy: Policy,
    against: Policy | Sequence[Policy] | Pool | None,
    *,
    deals: tuple[int, int],
    seed: int,
    keep: bool = False,
    **options: Any,
) -> EvaluationPart:
    """Let a policy play the deals from the first to before the last from every seat."""
    game = load(game)
    agent_module = options.get("agent_module")
    player = agent_of(policy, game, agent_module)
    others = opponents_of(against, game, agent_module)
    with offering(evaluate, but=DECIDED):
        refuse(options, DECIDED)
        players = game.choose(options.get("players")).players
        numbers = [seed + deal for deal in range(*deals) for _ in range(players)]
        table = OneSeat(game, len(numbers), opponents=others, record=keep, **options)
    table.reset(seed=numbers)
    for _ in table.play(player):
        pass
    shares = _shares(table)
    engine = table.engine
    paid = engine.final_payments[np.arange(len(numbers)), table.ego_seat]
    clearest, lead = _clearest(table, shares, paid) if keep else (None, 0.0)
    return EvaluationPart(
        _by_deal(shares, players),
        engine.states["moves"].tolist(),
        _by_deal(paid, players),
        engine.final_reasons.tolist(),
        clearest,
        lead,
        _spoils(table),
    )


def _spoils(table: OneSeat) -> list[float]:
    """The seat's part of all that was scored in each deal, where seats are a crew."""
    if table.players == 1 or are_rivals(table.engine.game, table.players):
        return []
    scores = np.maximum(table.engine.final_scores, 0).astype(np.float64)
    own = scores[np.arange(len(scores)), table.ego_seat].reshape(-1, table.players).sum(axis=1)
    whole_deals = scores.sum(axis=1).reshape(-1, table.players).sum(axis=1)
    parts: list[float] = (own[whole_deals > 0] / whole_deals[whole_deals > 0]).tolist()
    return parts


def _by_deal(values: NDArray[np.float64], players: int) -> list[float]:
    means: list[float] = values.reshape(-1, players).mean(axis=1).tolist()
    return means


def _shares(table: OneSeat) -> NDArray[np.float64]:
    """Each seat's part of the win in games of rivals; elsewhere 1 for a success."""
    engine, own = table.engine, np.arange(len(table.over))
    if are_rivals(engine.game, table.players):
        first = engine.final_ranks * engine.terminated[:, None] == 1
        parts = first / np.maximum(first.sum(axis=1, keepdims=True), 1)
        return np.asarray(parts[own, table.ego_seat])
    teams = engine.final_teams
    alone = engine.final_successes[own, table.ego_seat]
    together = (teams == 1.0) & engine.terminated
    return np.where(np.isnan(teams), alone, together).astype(np.float64)


def _clearest(
    table: OneSeat, shares: NDArray[np.float64], paid: NDArray[np.float64]
) -> tuple[Replay | None, float]:
    """The game that the agent won alone by most points, if it won any, and by how many.

    Where nobody wins what others lose: the game that paid most, and how much.
    """
    if not are_rivals(table.engine.game, table.players):
        best = int(paid.argmax())
        return Replay.of(table.engine, best), float(paid[best])
    won: list[int] = np.flatnonzero(shares == 1.0).tolist()
    if not won:
        return None, 0

    def lead(i: int) -> int:
        scores = table.engine.final_scores[i].tolist()
        own = scores.pop(int(table.ego_seat[i]))
        return int(own - max(scores))

    best = max(won, key=lead)
    return Replay.of(table.engine, best), lead(best)
