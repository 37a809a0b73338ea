"""Intervals: deals are the unit, certainty is never claimed, and missing games are told."""

import math

import numpy as np
import pytest

pytest.importorskip("scipy")

from experiments.tournament.estimates import games_needed, mean, share

ONES = np.ones(50)


def test_the_interval_of_independent_games_is_the_usual_one():
    values = np.random.default_rng(0).normal(3.0, 2.0, 400)
    found = mean(values, np.ones(400))
    assert found.interval.value == pytest.approx(values.mean())
    assert found.interval.high - found.interval.value == pytest.approx(
        1.966 * values.std(ddof=1) / 20, rel=1e-3
    )


def test_games_of_a_deal_that_go_alike_count_as_one():
    values = np.random.default_rng(0).normal(size=100)
    once, four = mean(values, np.ones(100)), mean(4 * values, np.full(100, 4.0))
    assert (once.interval.value, once.interval.low) == pytest.approx(
        (four.interval.value, four.interval.low)
    )


def test_deals_without_the_agent_do_not_count():
    values = np.arange(10.0)
    found = mean(np.concatenate([values, np.zeros(90)]), np.repeat([1.0, 0.0], [10, 90]))
    assert (found.interval.value, found.deals) == (4.5, 10)


def test_a_share_has_wilsons_interval():
    wins = np.repeat([1.0, 0.0], [30, 70])
    found = share(wins, np.ones(100))
    assert (found.interval.low, found.interval.high) == pytest.approx((0.2189, 0.3958), abs=2e-3)


def test_who_wins_all_games_is_not_sure_to_win_the_next():
    found = share(ONES, ONES)
    assert found.interval.value == found.interval.high == 1
    assert 0.9 < found.interval.low < 0.95


def test_one_deal_says_nothing_of_the_scatter():
    assert mean(np.array([3.0]), np.array([4.0])).interval.low is None
    found = share(np.array([3.0]), np.array([4.0]))
    assert found.interval.low < 0.1
    assert found.interval.high > 0.9


@pytest.mark.parametrize("winning", [0.52, 0.55, 0.58])
def test_so_many_games_as_are_missing_tell_the_two_apart(winning):
    wins = np.repeat([1.0, 0.0], [round(100 * winning), round(100 * (1 - winning))])
    first = share(wins, np.ones(100))
    more = games_needed(first)
    expected = (1.96 + 0.8416) ** 2 * winning * (1 - winning) / (winning - 0.5) ** 2 - 100
    assert more == pytest.approx(expected, rel=0.03)
    times = math.ceil((100 + more) / 100)
    assert games_needed(share(np.tile(wins, times), np.ones(100 * times))) == 0


def test_equals_are_never_told_apart():
    wins = np.repeat([1.0, 0.0], [25, 25])
    assert games_needed(share(wins, ONES)) is None
    assert games_needed(share(0.5 * ONES, ONES)) is None


def test_what_is_plain_needs_no_more_games():
    assert games_needed(share(ONES, ONES)) == 0
