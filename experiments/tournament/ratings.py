"""Ratings: one Plackett-Luce fit over all rankings, with intervals from a bootstrap over deals.

Plackett and Luce let a ranking come about from the top: whoever is next is drawn among those left,
with a chance that is its strength's share of all their strengths. Agents that tie may have come in
any order: a tie counts as all of them in equal parts. Beyond the games there is one drawn game
between any two agents, so that whoever has lost every game has a rating too.

The fit is iterated Luce spectral ranking, the method of choix; as the rankings of thousands of
games come down to few different choices, each is met once with its weight, and a thousand fits take
a second. On the scale of the ratings 400 points are ten times the strength, as in Elo's.
"""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import dataclass
from functools import cache
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from experiments.tournament.schedule import Ints, TournamentError
from piracy_env.errors import MissingExtraError

Floats = NDArray[np.float64]

MEAN, SPREAD = 1500.0, 400.0
"""The rating of the average agent, and the points for ten times its strength."""

SAMPLES = 1000
_TOLERANCE, _ROUNDS = 1e-9, 1000

Ranking = tuple[tuple[int, ...], ...]
"""Groups of agents that tie, from the best one on."""


@dataclass(frozen=True)
class Ratings:
    """How strong each agent is, and between which bounds: 95 of 100 resamples lie within."""

    values: Floats
    low: Floats
    high: Floats


def rate(seating: Ints, ranks: Ints, deals: Ints, seed: int, samples: int = SAMPLES) -> Ratings:
    """Rate the agents that sat at tables [g, players], and came to ranks, in the given deals [g].

    Each resample weighs whole deals, and the drawn games beside them, by exponential lots: the
    bootstrap in its smooth form, in which no agent ever loses all its games.
    """
    if seating.shape[1] < 2:
        raise TournamentError("places rate nobody where there is one seat")
    choices = RankingChoices.of(seating, ranks, deals)
    strengths = choices.fit(*choices.ones())
    lots = np.random.default_rng(seed)
    fits = [choices.fit(*choices.lots(lots), strengths) for _ in range(samples)]
    low, high = np.quantile(_scaled(np.array(fits)), (0.025, 0.975), axis=0)
    return Ratings(_scaled(strengths), low, high)


def _scaled(strengths: Floats) -> Floats:
    """Ratings [..., agents] of logarithms of strengths."""
    points: Floats = MEAN + SPREAD / np.log(10) * (
        strengths - strengths.mean(axis=-1, keepdims=True)
    )
    return points


@dataclass(frozen=True)
class RankingChoices:
    """The rankings of a tournament, taken apart: who was chosen from among whom, how often."""

    present: Floats
    """[choices, agents] how many seats of each agent there were to choose from."""
    won: Any
    """Sparse [deals, choices * agents]: in each deal, how often each agent was chosen."""
    draws: int
    """So many of the choices, the last ones, are the drawn games; they belong to no deal."""

    @classmethod
    def of(cls, seating: Ints, ranks: Ints, deals: Ints) -> RankingChoices:
        """Take apart the rankings of games [g, players] in the given deals [g]."""
        agents = int(seating.max()) + 1
        places: dict[tuple[int, ...], int] = {}
        counts: list[tuple[int, int, float]] = []
        _, rows = np.unique(deals, return_inverse=True)
        outcomes = Counter(
            (int(row), ranking_of(table, places_of))
            for row, table, places_of in zip(rows, seating.tolist(), ranks.tolist(), strict=True)
        )
        for (row, ranking), times in outcomes.items():
            for among, winner, weight in taken_apart(ranking):
                place = places.setdefault(among, len(places))
                counts.append((row, place * agents + winner, weight * times))
        pairs = list(itertools.combinations(range(agents), 2))
        present = np.array([np.bincount(among, minlength=agents) for among in [*places, *pairs]])
        row_of, column, weight_of = zip(*counts, strict=True)
        shape = (int(rows.max()) + 1, len(places) * agents)
        won = _scipy().csr_array((weight_of, (row_of, column)), shape)
        return cls(present.astype(np.float64), won, len(pairs))

    def ones(self) -> tuple[Floats, Floats]:
        """Weights of the deals, and of both results of each drawn game, as they are."""
        return np.ones(self.won.shape[0]), np.ones((self.draws, 2))

    def lots(self, lots: np.random.Generator) -> tuple[Floats, Floats]:
        """The weights of a resample."""
        return lots.exponential(size=self.won.shape[0]), lots.exponential(size=(self.draws, 2))

    def fit(self, deals: Floats, draws: Floats, start: Floats | None = None) -> Floats:
        """Logarithms of the strengths [agents] that make what was chosen most likely."""
        agents = self.present.shape[1]
        won = np.zeros(self.present.shape)
        won[: len(won) - self.draws] = (deals @ self.won).reshape(-1, agents)
        drawn = won[len(won) - self.draws :]
        drawn[self.present[len(won) - self.draws :] > 0] = draws.ravel() / 2
        strengths = np.zeros(agents) if start is None else start
        statdist = _statdist()
        for _ in range(_ROUNDS):
            total = self.present @ np.exp(strengths)
            chain = self.present.T @ (won / total[:, None])
            np.fill_diagonal(chain, 0.0)
            np.fill_diagonal(chain, -chain.sum(axis=1))
            better = np.log(statdist(chain))
            better -= better.mean()
            if np.abs(better - strengths).sum() < _TOLERANCE:
                return np.asarray(better)
            strengths = better
        raise RuntimeError("the ratings do not settle")  # the drawn games see to it that they do


def ranking_of(table: list[int], ranks: list[int]) -> Ranking:
    """The agents of a table in groups that tie."""
    groups: dict[int, list[int]] = {}
    for rank, agent in sorted(zip(ranks, table, strict=True)):
        groups.setdefault(rank, []).append(agent)
    return tuple(tuple(group) for group in groups.values())


@cache
def taken_apart(ranking: Ranking) -> list[tuple[tuple[int, ...], int, float]]:
    """The choices (among whom, who, weight) of a ranking.

    A group of k that tie stands for all its k! orders alike: any j of them are those left with the
    chance 1 to (k over j), and then each of the j is as likely to be next.
    """
    choices: list[tuple[tuple[int, ...], int, float]] = []
    for number, group in enumerate(ranking):
        below = tuple(itertools.chain.from_iterable(ranking[number + 1 :]))
        for left in range(1, len(group) + 1):
            if left + len(below) == 1:
                continue  # whoever is last is not chosen
            weight = 1 / (comb(len(group), left) * left)
            for some in itertools.combinations(group, left):
                among = tuple(sorted(some + below))
                choices += [(among, winner, weight) for winner in some]
    return choices


def _scipy() -> Any:
    try:
        from scipy import sparse
    except ImportError as error:
        raise _missing(error) from None
    return sparse


def _statdist() -> Any:
    try:
        from choix.utils import statdist
    except ImportError as error:
        raise _missing(error) from None
    return statdist


def _missing(error: ImportError) -> MissingExtraError:
    return MissingExtraError(
        f"ratings need the extra `tournament`: pip install -e .[tournament] ({error})"
    )
