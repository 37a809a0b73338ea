"""Ratings: the library's own fit, ties, lost causes, and intervals that hold the truth."""

import itertools

import numpy as np
import pytest

from experiments.tournament.ratings import MEAN, RankingChoices, ranking_of, rate, taken_apart
from experiments.tournament.schedule import Schedule

choix = pytest.importorskip("choix")


def played(strengths, players, deals=100, seed=0):
    """Seating, ranks and deals of games between agents of known strengths."""
    schedule = Schedule(len(strengths), players, deals, seed)
    games = np.arange(schedule.games)
    seating = schedule.seating(games)
    lots = np.random.default_rng(seed).gumbel(size=seating.shape)
    order = np.argsort(-(np.array(strengths)[seating] + lots), axis=1)
    return seating, np.argsort(order, axis=1) + 1, games // players


def without_draws(choices):
    return np.ones(choices.won.shape[0]), np.full((choices.draws, 2), 1e-13)


@pytest.mark.parametrize(("agents", "players"), [(4, 4), (3, 4), (6, 2), (8, 4), (10, 6)])
def test_the_fit_is_that_of_choix(agents, players):
    seating, ranks, deals = played(np.linspace(0, 3, agents), players)
    choices = RankingChoices.of(seating, ranks, deals)
    rankings = [list(table[np.argsort(rank)]) for table, rank in zip(seating, ranks, strict=True)]
    theirs = choix.ilsr_rankings(agents, rankings)
    assert choices.fit(*without_draws(choices)) == pytest.approx(theirs, abs=1e-6)


def test_a_tie_counts_as_all_orders_in_equal_parts():
    tied = taken_apart(((2,), (0, 1, 3), (4,)))
    weights = {}
    for among, winner, weight in tied:
        weights[among, winner] = weights.get((among, winner), 0) + weight
    expected = {}
    for order in itertools.permutations((0, 1, 3)):
        for among, winner, weight in taken_apart(((2,), *((one,) for one in order), (4,))):
            expected[among, winner] = expected.get((among, winner), 0) + weight / 6
    assert weights == pytest.approx(expected)


def test_agents_that_tie_form_a_group():
    assert ranking_of([3, 1, 1, 0], [2, 1, 2, 4]) == ((1,), (1, 3), (0,))


def test_ten_times_the_strength_are_four_hundred_points():
    seating = np.tile([0, 1], (1100, 1))
    ranks = np.tile([1, 2], (1100, 1))
    ranks[:100] = [2, 1]
    found = rate(seating, ranks, np.arange(1100), seed=0, samples=10)
    assert found.values[0] - found.values[1] == pytest.approx(400, abs=2)
    assert found.values.mean() == pytest.approx(MEAN)


def test_who_only_ties_is_rated_alike():
    seating = np.tile([0, 1, 2], (50, 1))
    found = rate(seating, np.ones_like(seating), np.arange(50), seed=0, samples=50)
    assert found.values == pytest.approx([MEAN] * 3)


def test_who_never_wins_has_a_rating_with_wide_bounds():
    seating = np.tile([0, 1], (100, 1))
    found = rate(seating, np.tile([1, 2], (100, 1)), np.arange(100) // 2, seed=0)
    assert np.isfinite(found.low).all()
    assert found.high[0] - found.low[0] > 200
    assert found.low[0] > found.high[1]


def test_intervals_hold_the_truth():
    strengths = np.array([0.0, 0.5, 1.0, 1.5])
    truth = MEAN + 400 / np.log(10) * (strengths - strengths.mean())
    inside = 0
    for seed in range(25):
        found = rate(*played(strengths, 4, deals=40, seed=seed), seed=seed, samples=200)
        inside += int(((found.low <= truth) & (truth <= found.high)).sum())
    assert inside >= 85  # of 100


def test_the_same_seed_gives_the_same_bounds():
    games = played([0, 1, 2], 3)
    one, two = rate(*games, seed=4, samples=50), rate(*games, seed=4, samples=50)
    assert (one.low == two.low).all()
    assert (one.high == two.high).all()
