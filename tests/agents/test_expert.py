"""A network is taught by its own searches: what they look at, and what the games paid."""

from dataclasses import replace

import numpy as np
import pytest

from piracy_agents.learning.expert import (
    ExpertLearner,
    ExpertSettings,
    Searched,
    SearchedGames,
    _loss,
    _Student,
    playing_for,
)
from piracy_agents.network import Network
from piracy_env.errors import OptionError
from tests.agents.test_network import network
from tests.core import whispers

torch = pytest.importorskip("torch")

GAME = whispers.GAME
FEW = ExpertSettings(
    simulations=6, trust=1.0, searched=1.0, heuristics=0.0, tables=16, minibatch=32, values=64
)


def learner(settings=FEW, seed=0, **more):
    return ExpertLearner(network(value_widths=(4,), **more), GAME, (2,), settings, seed)


def searched(settings=FEW, seed=0, players=3):
    games = SearchedGames(GAME, settings, seed, players=players, writing=False)
    return games.play(network(value_widths=(4,)))


def test_every_decision_may_be_searched():
    batch = searched()
    assert len(batch.visits) == FEW.tables * 3 * 2, "two rounds of three seats"
    np.testing.assert_allclose(batch.visits.sum(axis=1), 1.0, rtol=1e-6)
    assert batch.action_mask[batch.visits > 0].all()
    assert not batch.action_mask.all()
    assert not batch.advice.any(), "there is no adviser"


def test_lots_say_which_decisions_are_searched():
    batch = searched(replace(FEW, searched=0.25, tables=256))
    assert abs(len(batch.visits) / (256 * 3 * 2) - 0.25) < 0.05


def test_payments_begin_with_the_seat_that_saw():
    batch = searched(replace(FEW, tables=256))
    np.testing.assert_allclose(batch.payment.sum(axis=1), 0.0, atol=1e-6)
    secret = batch.observation[:, 0]
    likeness = [np.corrcoef(secret, batch.payment[:, place])[0, 1] for place in range(3)]
    assert likeness[0] > 0.2
    assert max(likeness[1:]) < 0.0


def test_the_same_seed_searches_and_learns_the_same():
    for one, other in zip(searched(), searched(), strict=True):
        assert np.array_equal(one, other)
    twins = learner(), learner()
    for twin in twins:
        twin.learn(0.0)
    assert twins[0].network().digest == twins[1].network().digest


def test_the_policy_comes_nearer_to_the_visits():
    settings = replace(FEW, simulations=32, noise=0.0, epochs=60.0, rate=1e-2, averaging=0.0)
    taught = learner(settings)
    facts = taught.learn(0.0)
    batch = Searched(*(torch.as_tensor(column) for column in taught._window[-1]))
    before, after = (
        _loss(_Student(net), batch)[1] for net in (network(value_widths=(4,)), taught.network())
    )
    assert after["divergence"] < 0.8 * before["divergence"], (before, after)
    assert after["seats_error"] < 0.8 * before["seats_error"]
    assert facts["searched"] == len(batch.visits) == taught.network().about["searched"]


def test_without_a_rate_the_network_stays_and_as_a_student_it_is_the_same():
    still = learner(replace(FEW, rate=0.0))
    still.learn(0.0)
    begun, ended = network(value_widths=(4,)), still.network()
    for name, array in begun._arrays().items():
        assert np.array_equal(array, ended._arrays()[name]), name
    seen = np.random.default_rng(1).random((5, GAME.observation.size), np.float32)
    with torch.no_grad():
        scores, own, everybody = _Student(begun)(torch.as_tensor(seen))
    np.testing.assert_allclose(scores, begun.evaluate(seen)[0], rtol=1e-4, atol=1e-4)
    np.testing.assert_allclose(own, begun.evaluate(seen)[1], rtol=1e-4, atol=1e-4)
    np.testing.assert_allclose(everybody, begun.expectations(seen), rtol=1e-4, atol=1e-4)


def test_values_move_no_layer_of_the_policy():
    student = _Student(network(value_widths=(4,)))
    _, own, everybody = student(torch.rand(3, GAME.observation.size))
    (own.sum() + everybody.sum()).backward()
    moved = {
        name.partition(".")[0] for name, of in student.named_parameters() if of.grad is not None
    }
    assert moved == {"value", "own", "heads"}


def test_the_newest_weights_count_little_in_what_is_handed_on():
    steady = learner(replace(FEW, rate=1e-2))
    steady.learn(0.0)
    begun, handed = network(value_widths=(4,)).policy.weight, steady.network().policy.weight
    newest = steady._student.network(steady._first).policy.weight
    assert 0 < np.abs(handed - begun).max() < 0.5 * np.abs(newest - begun).max()


def test_what_is_handed_on_lies_between_what_was_begun_with_and_what_was_learnt():
    taught = learner(replace(FEW, rate=1e-2, kept=0.25))
    taught.learn(0.0)
    begun, learnt, handed = (
        net.policy.weight for net in (taught._first, taught.network(), taught.result())
    )
    np.testing.assert_allclose(handed, 0.75 * learnt + 0.25 * begun, rtol=1e-4, atol=1e-6)
    assert np.abs(learnt - begun).max() > 1e-4
    whole = learner(replace(FEW, rate=1e-2))
    whole.learn(0.0)
    assert whole.result().digest == whole.network().digest


def test_values_that_are_lacking_are_learnt_first_and_the_file_can_be_read():
    taught = ExpertLearner(network(), GAME, (2,), FEW, 0)
    taught.learn(0.0)
    found = taught.network()
    assert found.about["value_games"] >= FEW.values
    assert Network.from_bytes(found.to_bytes(), GAME).digest == found.digest


def test_a_network_may_be_taught_to_play_for_something_else():
    before = network(value_widths=(4,))
    anew = playing_for(before, GAME, "win")
    assert anew.seat_values is None, "what a table expects is another question now"
    assert anew.policy is before.policy
    assert playing_for(anew, GAME, "win") is anew
    taught = ExpertLearner(anew, GAME, (3,), FEW, 0)
    taught.learn(0.0)
    assert taught.network().about["reward"] == "win"
    assert (np.abs(taught._window[-1].payment) > 0.4).all(), "no seat is second"


def test_what_nobody_is_paid_for_is_refused():
    with pytest.raises(OptionError, match=r"has rank, win, score.*not 'glory'"):
        playing_for(network(), GAME, "glory")


def test_a_network_tells_the_decisions_of_all_searches_that_taught_it():
    before = replace(network(value_widths=(4,)), about={"searched": 1000})
    again = ExpertLearner(before, GAME, (2,), FEW, 0)
    facts = again.learn(0.0)
    assert again.network().about["searched"] == 1000 + facts["searched"] == 1000 + again.searched


def test_only_the_last_rounds_are_learnt_from():
    taught = learner(replace(FEW, window=2))
    counts = [taught.learn(0.5)["searched"] for _ in range(3)]
    assert counts[2] == 3 * counts[0]
    assert sum(len(batch.visits) for batch in taught._window) == 2 * counts[0]


def test_tables_of_several_sizes_are_learnt_from_together():
    taught = ExpertLearner(network(value_widths=(4,)), GAME, (2, 3), FEW, 0)
    taught.learn(0.0)
    batch = taught._window[-1]
    lacks = np.isnan(batch.payment)
    assert lacks[:, 2].sum() == FEW.tables // 2 * 2 * 2, "two rounds of two seats"
    assert not lacks[:, :2].any()
    assert np.isfinite(taught.network().expectations(batch.observation)).all()


def test_games_without_a_search_are_refused():
    with pytest.raises(OptionError, match="a round without a search"):
        searched(replace(FEW, searched=0.01, tables=1))


@pytest.mark.parametrize(
    "wrong", [{"noise": 1.5}, {"kept": -0.1}, {"searched": 0.0}, {"trust": 0.0}, {"simulations": 0}]
)
def test_settings_have_bounds(wrong):
    with pytest.raises(OptionError, match=next(iter(wrong))):
        ExpertSettings(**wrong)
