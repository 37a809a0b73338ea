"""What a finished tournament says: standings, pairs, crews, seats, length, and how games ended."""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from experiments.measuring.intervals import flattened
from experiments.tournament import estimates
from experiments.tournament.play import Clock
from experiments.tournament.ratings import SAMPLES, Floats, rate
from experiments.tournament.results import Results
from experiments.tournament.schedule import Ints
from piracy_env.envs.intervals import Interval

QUANTILES = {"min": 0.0, "low": 0.05, "quarter": 0.25, "median": 0.5, "three_quarters": 0.75}
QUANTILES |= {"high": 0.95, "max": 1.0}


@dataclass(frozen=True)
class Standing:
    """How an agent fared. A game counts once for each seat that the agent has at its table."""

    name: str
    games: int
    mean_reward: Interval
    """What it was paid for a game."""
    win_share: Interval | None
    """Wins to a game, a win that several seats share split among them; None but for rivals."""
    success: Interval | None
    """How many of its games have reached all there was to reach; None among rivals."""
    partial: float | None
    """How many have reached a part of it."""
    spoils: Interval | None
    """One seat's part of all that was scored in its games; None among rivals and for one seat."""
    mean_score: float
    mean_rank: float
    rating: Interval | None
    """By places; None where places tell nothing of strength."""
    decisions_per_game: float | None
    """Of those with a choice."""
    ms_per_move: float | None
    timed: str
    """`in play`, or `apart`: in games beside the tournament."""
    reward_by_seat: list[float | None]
    win_share_by_seat: list[float | None]
    """Empty but for rivals."""
    scores: dict[str, float]
    """Quantiles of the final scores."""


@dataclass(frozen=True)
class Pair:
    """What an agent made of the games in which another one sat too, or of the same deals."""

    agent: str
    rival: str
    games: int
    deals: int
    difference: Interval
    """What the agent was paid more than the other one, deal by deal."""
    ahead: Interval | None
    """How often a seat of the agent was ahead of one of the rival, a tie counting half; None but
    for rivals."""
    win_share: Interval | None
    mean_reward: Interval
    games_still_needed: float | None
    """Until the two are told apart; 0 if they are, None if nothing seen so far tells: they are
    level, or one deal is all there is."""


@dataclass(frozen=True)
class Crew:
    """What those came to who sat at a table together, in whichever order."""

    members: dict[str, int]
    """How many seats each agent has."""
    games: int
    mean_reward: Interval
    """Of one seat."""
    success: Interval | None
    partial: float | None

    @property
    def name(self) -> str:
        """The members, such as `2 heuristic + uniform`."""
        return " + ".join(
            name if seats == 1 else f"{seats} {name}" for name, seats in self.members.items()
        )


@dataclass(frozen=True)
class Seat:
    """What a seat is worth, whoever sits there: all agents sit there equally often."""

    seat: int
    mean_reward: Interval
    win_share: Interval | None
    spoils: Interval | None


@dataclass(frozen=True)
class Summary:
    """The figures of a tournament."""

    standings: list[Standing]
    """In the order in which the agents were named."""
    pairs: list[Pair]
    crews: list[Crew]
    """The best paid first; none among rivals and for one seat."""
    seats: list[Seat]
    moves: dict[str, float]
    """Mean and quantiles of the games' length, in moves of all seats."""
    reasons: dict[str, float]
    """How many of the games ended for each reason, the most frequent first."""
    cut: int
    """Games that the safety limit ended."""
    are_rivals: bool = True
    """Whether one seat wins what others lose."""

    def as_dict(self) -> dict[str, Any]:
        """As plain values, for JSON."""
        return asdict(self) | {
            name: [flattened(row) for row in rows]
            for name, rows in (
                ("standings", self.standings),
                ("pairs", self.pairs),
                ("crews", self.crews),
                ("seats", self.seats),
            )
        }

    @property
    def ranked(self) -> list[Standing]:
        """The best rated first, or the best paid where places tell nothing."""
        return sorted(self.standings, key=lambda standing: (-_merit(standing), standing.name))

    def pair(self, agent: str, rival: str) -> Pair | None:
        """The pair of two agents; None if they have not met."""
        matching = (pair for pair in self.pairs if (pair.agent, pair.rival) == (agent, rival))
        return next(matching, None)


def _merit(standing: Standing) -> float:
    return standing.mean_reward.value if standing.rating is None else standing.rating.value


def summarize(
    results: Results,
    names: tuple[str, ...],
    pace: Clock,
    samples: int = SAMPLES,
    are_rivals: bool = True,
) -> Summary:
    """Work out all figures."""
    rated = _rated(results, samples) if are_rivals else [None] * len(names)
    return Summary(
        [_standing(results, pace, k, name, rated[k]) for k, name in enumerate(names)],
        list(_pairs(results, names, are_rivals)),
        [] if are_rivals or results.schedule.players == 1 else _crews(results, names),
        [_seat(results, seat, are_rivals) for seat in range(results.schedule.players)],
        _quantiles(results.moves),
        _parts(results.reasons),
        int(results.cut.sum()),
        are_rivals,
    )


def _rated(results: Results, samples: int) -> list[Interval | None]:
    seed = results.schedule.seed
    ratings = rate(results.seating, results.ranks, results.deals, seed, samples)
    columns = (ratings.values, ratings.low, ratings.high)
    return [Interval(*map(float, row)) for row in zip(*columns, strict=True)]


def _standing(
    results: Results, pace: Clock, k: int, name: str, rating: Interval | None
) -> Standing:
    mine = results.seating == k
    are_rivals = rating is not None
    paid = estimates.mean(*_by_deal(results, results.rewards, mine))
    won = estimates.share(*_by_deal(results, results.wins, mine)) if are_rivals else None
    in_play = results.clock.decisions[k] > 0
    clock = results.clock if in_play else pace
    success, partial = (None, None) if are_rivals else _reached(results, mine.sum(axis=1))
    return Standing(
        name,
        int(paid.count),
        paid.interval,
        won.interval if won else None,
        success,
        partial,
        None if are_rivals else _spoils(results, mine),
        float(results.scores[mine].mean()),
        float(results.ranks[mine].mean()),
        rating,
        clock.decisions[k] / clock.seats[k] if clock.seats[k] else None,
        1000 * clock.seconds[k] / clock.timed[k] if clock.timed[k] else None,
        "in play" if in_play else "apart",
        _seat_by_seat(results.rewards, mine),
        _seat_by_seat(results.wins, mine) if are_rivals else [],
        _quantiles(results.scores[mine]),
    )


def _seat_by_seat(values: Floats, mine: Any) -> list[float | None]:
    columns = (values[mine[:, seat], seat] for seat in range(mine.shape[1]))
    return [float(column.mean()) if column.size else None for column in columns]


def _reached(results: Results, weights: Any) -> tuple[Interval | None, float | None]:
    """How many of some games [weights] were a success, and how many one in part."""
    if results.succeeded is None:
        return None, None
    success = estimates.share(*_sums(results, results.succeeded * weights, weights))
    if results.partly is None:
        return success.interval, None
    return success.interval, float((results.partly * weights).sum() / weights.sum())


def _spoils(results: Results, mine: Any) -> Interval | None:
    """The part of a seat of all that was scored, as a ratio of sums; None if nothing was."""
    scores = np.maximum(results.scores, 0).astype(np.float64)
    own = (scores * mine).sum(axis=1)
    whole = scores.sum(axis=1) * mine.sum(axis=1)
    if results.schedule.players == 1 or not whole.any():
        return None
    return estimates.mean(*_sums(results, own, whole)).interval


def _pairs(results: Results, names: tuple[str, ...], are_rivals: bool) -> list[Pair]:
    pairs = []
    for a, b in itertools.permutations(range(len(names)), 2):
        mine, theirs = results.seating == a, results.seating == b
        if are_rivals:
            mine &= theirs.any(axis=1, keepdims=True)
        more, both = _more(results, mine, theirs)
        if not both.any():
            continue
        mine &= both[results.deals, None]
        paid = estimates.mean(*_by_deal(results, results.rewards, mine))
        games, part = int(mine.any(axis=1).sum()), more
        won, equal = None, 0.0
        if are_rivals:
            won = estimates.share(*_by_deal(results, results.wins, mine)).interval
            part, equal = estimates.share(*_sums(results, *_ahead(results, mine, theirs))), 0.5
        left = estimates.games_needed(part, equal)
        pairs.append(
            Pair(
                names[a],
                names[b],
                games,
                part.deals,
                more.interval,
                part.interval if are_rivals else None,
                won,
                paid.interval,
                None if left is None else float(np.ceil(left * games / part.count)),
            )
        )
    return pairs


def _more(results: Results, mine: Any, theirs: Any) -> tuple[estimates.Estimate, Any]:
    """What one agent was paid more than another in the deals that both have played, and which."""
    (sums, counts), (others, of) = (
        _by_deal(results, results.rewards, chosen) for chosen in (mine, theirs)
    )
    both = (counts > 0) & (of > 0)
    differences = np.zeros(len(both))
    differences[both] = sums[both] / counts[both] - others[both] / of[both]
    return estimates.mean(differences, both.astype(np.float64)), both


def _ahead(results: Results, mine: Any, theirs: Any) -> tuple[Floats, Floats]:
    """For each game: how often seats of one agent were ahead of another's, and of how often."""
    ours, others = results.ranks[:, :, None], results.ranks[:, None, :]
    meet = mine[:, :, None] & theirs[:, None, :]
    better = (ours < others) + (ours == others) / 2
    return (better * meet).sum(axis=(1, 2)), meet.sum(axis=(1, 2)).astype(np.float64)


def _crews(results: Results, names: tuple[str, ...]) -> list[Crew]:
    tables = np.sort(results.seating, axis=1)
    crews = []
    for members in np.unique(tables, axis=0):
        there = (tables == members).all(axis=1)
        paid = estimates.mean(*_by_deal(results, results.rewards, there[:, None] & (tables >= 0)))
        success, partial = _reached(results, there.astype(np.float64))
        seats = {names[k]: int(count) for k, count in sorted(Counter(members.tolist()).items())}
        crews.append(Crew(seats, int(there.sum()), paid.interval, success, partial))
    return sorted(crews, key=lambda crew: (-crew.mean_reward.value, crew.name))


def _seat(results: Results, seat: int, are_rivals: bool) -> Seat:
    there = np.zeros_like(results.seating, np.bool_)
    there[:, seat] = True
    paid = estimates.mean(*_by_deal(results, results.rewards, there))
    if not are_rivals:
        return Seat(seat, paid.interval, None, _spoils(results, there))
    won = estimates.share(*_by_deal(results, results.wins, there))
    return Seat(seat, paid.interval, won.interval, None)


def _by_deal(results: Results, values: Floats, chosen: Any) -> tuple[Floats, Floats]:
    """Sums and counts [deals] of the values [games, seats] at the chosen seats."""
    return _sums(results, (values * chosen).sum(axis=1), chosen.sum(axis=1))


def _sums(results: Results, sums: Floats, counts: Any) -> tuple[Floats, Floats]:
    deals, most = results.deals, results.schedule.deals
    totals = [np.bincount(deals, weights=weights, minlength=most) for weights in (sums, counts)]
    return totals[0].astype(np.float64), totals[1].astype(np.float64)


def _parts(reasons: Any) -> dict[str, float]:
    counted = Counter(reasons.tolist())
    return {name: count / len(reasons) for name, count in counted.most_common()}


def _quantiles(values: Ints) -> dict[str, float]:
    quantiles = np.quantile(values, list(QUANTILES.values()))
    return {"mean": float(values.mean())} | dict(
        zip(QUANTILES, (float(value) for value in quantiles), strict=True)
    )
