"""How an agent fares at a table of others."""

from types import SimpleNamespace

import numpy as np
import pytest

from piracy_env.envs import evaluation as module
from piracy_env.envs.evaluation import (
    Evaluation,
    EvaluationPart,
    evaluate,
    parts_of,
    play_part,
)
from piracy_env.envs.opponents import Uniform
from piracy_env.errors import AgentError, OptionError
from tests.core import whispers
from tests.envs.tables import Highest, Lowest
from tests.testing.raft import RAFT

GAME = whispers.GAME


def test_equal_agents_share_the_wins():
    result = evaluate(Uniform(1), GAME, "uniform", deals=300, seed=1, players=3)
    assert result.low < 1 / 3 < result.high
    assert result.games == 900
    assert result.length == 6


def test_the_better_agent_wins_more():
    result = evaluate(Highest(), GAME, Lowest(), deals=100, seed=1, players=3, writing=False)
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
    results = {evaluate(Highest(), GAME, "uniform", deals=20, seed=3, players=2) for _ in range(2)}
    assert len(results) == 1


@pytest.mark.parametrize(("game", "players"), [(GAME, 3), (RAFT, 1)])
def test_uniform_play_repeats_however_many_deals_are_played_at_once(monkeypatch, game, players):
    def played(together, seed=3):
        monkeypatch.setattr(module, "TOGETHER", together)
        found = evaluate("uniform", game, Lowest(), deals=20, seed=seed, players=players)
        return found, found.by_deal

    assert played(50) == played(50) == played(7)
    assert played(50) != played(50, seed=4)


def test_shared_wins_count_in_part():
    every = evaluate(Lowest(), GAME, Lowest(), deals=50, seed=1, players=2, rounds=1)
    assert every.share == pytest.approx(0.5), "the same deal from both seats"


def test_the_clearest_win_is_kept():
    result = evaluate(
        Highest(), GAME, Lowest(), deals=20, seed=1, players=2, writing=False, keep=True
    )
    replay = result.clearest
    assert sorted(replay.ranks) == [1, 2]
    assert max(replay.scores) - min(replay.scores) >= 2 * 3 + 4, "and the luckiest secret, nearly"
    assert evaluate(Lowest(), GAME, Lowest(), deals=2, seed=1, players=2).clearest is None


@pytest.mark.parametrize("opponents", ["uniform", "tests.envs.tables:Lowest"])
def test_it_is_all_the_same_how_many_deals_are_played_at_once(monkeypatch, opponents):
    def held(together):
        monkeypatch.setattr(module, "TOGETHER", together)
        return evaluate(Highest(), GAME, opponents, deals=40, seed=2, players=3, keep=True)

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
    assert Evaluation.of(parts) == evaluate(Highest(), GAME, "uniform", deals=120, **asked)


# --- whatever chooses actions ---------------------------------------------------------------------


class Predicts:
    """A model as sb3-contrib has them."""

    def predict(self, observation, state=None, deterministic=False, action_masks=None):
        assert deterministic
        assert observation.shape[0] == action_masks.shape[0]
        return Highest().act(SimpleNamespace(action_mask=action_masks)), None


def highest(observation, mask):
    observation[:], best = 0, Highest().act(SimpleNamespace(action_mask=mask))
    mask[:] = False
    return best


@pytest.mark.parametrize(
    "policy", [Predicts(), highest, "tests.envs.tables:Highest"], ids=["model", "function", "name"]
)
def test_whatever_chooses_actions_may_be_evaluated(policy):
    asked = {"deals": 20, "seed": 1, "players": 3}
    assert evaluate(policy, "tests.core.whispers:GAME", **asked) == evaluate(
        Highest(), GAME, "uniform", **asked
    )
    both = evaluate(Lowest(), GAME, policy, **asked)
    assert both == evaluate(Lowest(), GAME, Highest(), **asked)
    assert both == evaluate(Lowest(), GAME, [policy, Highest()], **asked)


class Unmasked:
    def predict(self, observation, deterministic=False):
        raise AssertionError


@pytest.mark.parametrize(
    ("policy", "complaint"),
    [
        (Unmasked(), r"Unmasked.predict takes no action_masks.*MaskablePPO"),
        (17, r"17 is no policy: it needs a method act\(view\)"),
        (Lowest, "is no policy"),
        (lambda seen, mask: mask, "must return one action id for each position"),
        (lambda seen, mask: np.full(len(mask), mask.shape[1]), "broke the rules"),
    ],
)
def test_what_is_no_policy_is_refused(policy, complaint):
    with pytest.raises(AgentError, match=complaint):
        evaluate(policy, GAME, deals=2)


@pytest.mark.parametrize("given", [{"seat": 1}, {"num_envs": 3}, {"deals": 0}, {"wind": 1}])
def test_what_an_evaluation_decides_itself_is_refused(given):
    with pytest.raises(OptionError, match=next(iter(given))):
        evaluate("uniform", GAME, **given)


def test_it_says_mean_and_bounds():
    found = evaluate(Highest(), GAME, deals=50, players=3)
    assert found.mean_reward == found.paid.value
    assert found.paid.low < found.mean_reward < found.paid.high
    assert found.spoils is None, "among rivals"
    assert str(found) == f"{found.paid}, {found.share:.3f} [{found.low:.3f}, {found.high:.3f}]"


def test_a_crew_is_told_its_success_and_its_part_of_the_spoils():
    found = evaluate("uniform", RAFT, "uniform", deals=40, seed=1)
    players = RAFT.default_seats
    assert found.spoils.value == pytest.approx(1 / players, abs=0.1)
    assert 0 <= found.low <= found.share <= found.high <= 1
