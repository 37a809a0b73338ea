"""How an agent fares at a table of others."""

import pytest

from experiments.evaluation import evaluate as module
from experiments.evaluation.evaluate import (
    Evaluation,
    EvaluationPart,
    evaluate,
    parts_of,
    play_part,
)
from piracy_env.envs.opponents import Uniform
from tests.core import whispers
from tests.envs.tables import Highest, Lowest

GAME = whispers.GAME


def test_equal_agents_share_the_wins():
    result = evaluate(GAME, Uniform(1), "uniform", deals=300, seed=1, players=3)
    assert result.low < 1 / 3 < result.high
    assert result.games == 900
    assert result.length == 6


def test_the_better_agent_wins_more():
    result = evaluate(GAME, Highest(), Lowest(), deals=100, seed=1, players=3, writing=False)
    assert result.low > 0.8


@pytest.mark.parametrize(
    ("shares", "low", "high"),
    [
        ([0.0] * 100, 0.0, 0.037),
        ([1.0] * 100, 0.963, 1.0),
        ([0.0, 1.0] * 50, 0.404, 0.596),
        ([0.0, 0.5] * 50, 0.195, 0.314),
        ([0.5], 0.055, 0.945),
    ],
)
def test_an_interval_is_wilsons_over_deals(shares, low, high):
    result = Evaluation.of([EvaluationPart(shares, [6] * 2 * len(shares))])
    assert (result.low, result.high) == pytest.approx((low, high), abs=0.001)


def test_an_evaluation_repeats():
    results = {evaluate(GAME, Highest(), "uniform", deals=20, seed=3, players=2) for _ in range(2)}
    assert len(results) == 1


def test_shared_wins_count_in_part():
    every = evaluate(GAME, Lowest(), Lowest(), deals=50, seed=1, players=2, rounds=1)
    assert every.share == pytest.approx(0.5), "the same deal from both seats"


def test_the_clearest_win_is_kept():
    result = evaluate(
        GAME, Highest(), Lowest(), deals=20, seed=1, players=2, writing=False, keep=True
    )
    replay = result.clearest
    assert sorted(replay.ranks) == [1, 2]
    assert max(replay.scores) - min(replay.scores) >= 2 * 3 + 4, "and the luckiest secret, nearly"
    assert evaluate(GAME, Lowest(), Lowest(), deals=2, seed=1, players=2).clearest is None


@pytest.mark.parametrize("opponents", ["uniform", "tests.envs.tables:Lowest"])
def test_it_is_all_the_same_how_many_deals_are_played_at_once(monkeypatch, opponents):
    def held(together):
        monkeypatch.setattr(module, "TOGETHER", together)
        return evaluate(GAME, Highest(), opponents, deals=40, seed=2, players=3, keep=True)

    whole = held(1000)
    for together in (1, 7, 39):
        parted = held(together)
        assert parted == whole
        assert parted.clearest.text() == whole.clearest.text()


def test_parts_may_be_played_anywhere_and_name_the_game():
    asked = {"seed": 3, "players": 2}
    parts = [
        play_part("tests.core.whispers:GAME", Highest(), "uniform", deals=deals, **asked)
        for deals in parts_of(120)
    ]
    assert [len(part.shares) for part in parts] == [50, 50, 20]
    assert Evaluation.of(parts) == evaluate(GAME, Highest(), "uniform", deals=120, **asked)
