"""How an agent fares at a table of others."""

import pytest

from agents.trial import trial
from tests.core import whispers
from tests.envs.tables import Highest, Lowest

GAME = whispers.GAME


def test_equal_agents_share_the_wins():
    result = trial(GAME, "uniform", "uniform", deals=300, seed=1, players=3)
    assert result.low < 1 / 3 < result.high
    assert result.games == 900
    assert result.length == 6


def test_the_better_agent_wins_more():
    result = trial(GAME, Highest(), Lowest(), deals=100, seed=1, players=3, writing=False)
    assert result.low > 0.8


def test_a_trial_repeats():
    results = {trial(GAME, Highest(), "uniform", deals=20, seed=3, players=2) for _ in range(2)}
    assert len(results) == 1


def test_shared_wins_count_in_part():
    every = trial(GAME, Lowest(), Lowest(), deals=50, seed=1, players=2, rounds=1)
    assert every.share == pytest.approx(0.5), "the same deal from both seats"


def test_the_clearest_win_is_kept():
    result = trial(GAME, Highest(), Lowest(), deals=20, seed=1, players=2, writing=False, keep=True)
    replay = result.clearest
    assert sorted(replay.ranks) == [1, 2]
    assert max(replay.scores) - min(replay.scores) >= 2 * 3 + 4, "and the luckiest secret, nearly"
    assert trial(GAME, Lowest(), Lowest(), deals=2, seed=1, players=2).clearest is None
