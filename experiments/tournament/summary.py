"""What a finished tournament says: standings, pairs, seats, length."""

from __future__ import annotations

import itertools
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from experiments.measuring.intervals import Interval, flattened
from experiments.tournament import estimates
from experiments.tournament.play import Clock
from experiments.tournament.ratings import SAMPLES, Floats, rate
from experiments.tournament.results import Results
from experiments.tournament.schedule import Ints

QUANTILES = {"min": 0.0, "low": 0.05, "quarter": 0.25, "median": 0.5, "three_quarters": 0.75}
QUANTILES |= {"high": 0.95, "max": 1.0}


@dataclass(frozen=True)
class Standing:
    """How an agent fared. A game counts once for each seat that the agent has at its table."""

    name: str
    games: int
    win_share: Interval
    """Wins to a game; a win that several seats share is split among them."""
    mean_reward: Interval
    mean_score: float
    mean_rank: float
    rating: Interval
    decisions_per_game: float | None
    """Of those with a choice."""
    ms_per_move: float | None
    timed: str
    """`in play`, or `apart`: in games beside the tournament."""
    win_share_by_seat: list[float | None]
    scores: dict[str, float]
    """Quantiles of the final scores."""


@dataclass(frozen=True)
class Pair:
    """What an agent made of the games in which another one sat too."""

    agent: str
    rival: str
    games: int
    deals: int
    ahead: Interval
    """How often a seat of the agent was ahead of one of the rival; a tie counts half."""
    win_share: Interval
    mean_reward: Interval
    games_still_needed: float | None
    """Until the two are told apart; 0 if they are, None if that can never be expected."""


@dataclass(frozen=True)
class Seat:
    """What a seat is worth, whoever sits there: all agents sit there equally often."""

    seat: int
    win_share: Interval
    mean_reward: Interval


@dataclass(frozen=True)
class Summary:
    """The figures of a tournament."""

    standings: list[Standing]
    """In the order in which the agents were named."""
    pairs: list[Pair]
    seats: list[Seat]
    moves: dict[str, float]
    """Mean and quantiles of the games' length, in moves of all seats."""
    cut: int
    """Games that the safety limit ended."""

    def as_dict(self) -> dict[str, Any]:
        """As plain values, for JSON."""
        return asdict(self) | {
            name: [flattened(row) for row in rows]
            for name, rows in (
                ("standings", self.standings),
                ("pairs", self.pairs),
                ("seats", self.seats),
            )
        }

    @property
    def ranked(self) -> list[Standing]:
        """The best rated first."""
        return sorted(self.standings, key=lambda one: (-one.rating.value, one.name))

    def pair(self, agent: str, rival: str) -> Pair | None:
        """The pair of two agents; None if they have not met."""
        found = (one for one in self.pairs if (one.agent, one.rival) == (agent, rival))
        return next(found, None)


def summarize(
    results: Results, names: tuple[str, ...], pace: Clock, samples: int = SAMPLES
) -> Summary:
    """Work out all figures."""
    ratings = rate(results.seating, results.ranks, results.deals, results.schedule.seed, samples)
    columns = (ratings.values, ratings.low, ratings.high)
    rated = [Interval(*map(float, row)) for row in zip(*columns, strict=True)]
    return Summary(
        [_standing(results, pace, k, name, rated[k]) for k, name in enumerate(names)],
        list(_pairs(results, names)),
        [_seat(results, seat) for seat in range(results.schedule.players)],
        _quantiles(results.moves),
        int(results.cut.sum()),
    )


def _standing(results: Results, pace: Clock, k: int, name: str, rating: Interval) -> Standing:
    mine = results.seating == k
    won = estimates.share(*_by_deal(results, results.wins, mine))
    paid = estimates.mean(*_by_deal(results, results.rewards, mine))
    in_play = results.clock.decisions[k] > 0
    clock = results.clock if in_play else pace
    by_seat = [results.wins[mine[:, seat], seat] for seat in range(results.schedule.players)]
    return Standing(
        name,
        int(won.count),
        won.interval,
        paid.interval,
        float(results.scores[mine].mean()),
        float(results.ranks[mine].mean()),
        rating,
        clock.decisions[k] / clock.seats[k] if clock.seats[k] else None,
        1000 * clock.seconds[k] / clock.timed[k] if clock.timed[k] else None,
        "in play" if in_play else "apart",
        [float(wins.mean()) if wins.size else None for wins in by_seat],
        _quantiles(results.scores[mine]),
    )


def _pairs(results: Results, names: tuple[str, ...]) -> list[Pair]:
    found = []
    for a, b in itertools.permutations(range(len(names)), 2):
        mine, theirs = results.seating == a, results.seating == b
        both = mine & theirs.any(axis=1, keepdims=True)
        if not both.any():
            continue
        better, meetings = _ahead(results, mine, theirs)
        ahead = estimates.share(*_sums(results, better, meetings))
        won = estimates.share(*_by_deal(results, results.wins, both))
        paid = estimates.mean(*_by_deal(results, results.rewards, both))
        games = int(both.any(axis=1).sum())
        more = estimates.games_needed(ahead)
        found.append(
            Pair(
                names[a],
                names[b],
                games,
                ahead.deals,
                ahead.interval,
                won.interval,
                paid.interval,
                None if more is None else float(np.ceil(more * games / ahead.count)),
            )
        )
    return found


def _ahead(results: Results, mine: Any, theirs: Any) -> tuple[Floats, Floats]:
    """For each game: how often seats of one agent were ahead of another's, and of how often."""
    ours, others = results.ranks[:, :, None], results.ranks[:, None, :]
    meet = mine[:, :, None] & theirs[:, None, :]
    better = (ours < others) + (ours == others) / 2
    return (better * meet).sum(axis=(1, 2)), meet.sum(axis=(1, 2)).astype(np.float64)


def _seat(results: Results, seat: int) -> Seat:
    there = np.zeros_like(results.seating, np.bool_)
    there[:, seat] = True
    won = estimates.share(*_by_deal(results, results.wins, there))
    paid = estimates.mean(*_by_deal(results, results.rewards, there))
    return Seat(seat, won.interval, paid.interval)


def _by_deal(results: Results, values: Floats, chosen: Any) -> tuple[Floats, Floats]:
    """Sums and counts [deals] of the values [games, seats] at the chosen seats."""
    return _sums(results, (values * chosen).sum(axis=1), chosen.sum(axis=1))


def _sums(results: Results, sums: Floats, counts: Any) -> tuple[Floats, Floats]:
    deals, most = results.deals, results.schedule.deals
    found = [np.bincount(deals, weights=one, minlength=most) for one in (sums, counts)]
    return found[0].astype(np.float64), found[1].astype(np.float64)


def _quantiles(values: Ints) -> dict[str, float]:
    found = np.quantile(values, list(QUANTILES.values()))
    return {"mean": float(values.mean())} | dict(
        zip(QUANTILES, (float(value) for value in found), strict=True)
    )
