"""What all seats may expect is learnt from a network's own games, and its policy is left alone."""

from dataclasses import replace

import numpy as np
import pytest

from piracy_agents.learning import values
from piracy_agents.learning.demonstrations import Demonstrations
from piracy_agents.learning.values import ValueLearner, ValueSettings, _fits
from piracy_agents.network import Layer, Network
from piracy_agents.trained import Trained
from piracy_env.errors import OptionError
from tests.agents.test_network import network
from tests.core import whispers

GAME = whispers.GAME
FEW = ValueSettings(games=64, widths=(16,), tables=32, minibatch=32)


def taught(settings=FEW, seed=0, game=GAME, players=3, **options):
    learner = ValueLearner(network(game=game), game, players, settings, seed, **options)
    seen = []
    learner.learn(seen.append)
    assert seen[-1] == learner.games >= settings.games
    return learner.result()


def test_the_policy_stays_as_it_was_and_the_file_says_what_was_learnt():
    before, after = network(), taught()
    for name, array in before._arrays().items():
        assert (after._arrays()[name] == array).all(), name
    assert after.about == before.about | {"value_games": 64}
    assert after.seat_values.heads.weight.shape == (16 + 8, GAME.max_seats)
    assert Network.from_bytes(after.to_bytes(), GAME).digest == after.digest


def test_the_same_seed_learns_the_same():
    assert taught().digest == taught().digest
    assert taught().digest != taught(seed=1).digest


def test_it_begins_with_what_the_network_thinks():
    plain = network()
    begun = ValueLearner(plain, GAME, 2, FEW, 0).result()
    seen = np.random.default_rng(1).random((5, GAME.observation.size), np.float32)
    own, told = plain.evaluate(seen)[1], begun.expectations(seen)
    np.testing.assert_allclose(told[:, 0], own, rtol=1e-5)
    np.testing.assert_allclose(told[:, 1], -own, rtol=1e-5)


def test_games_are_played_as_the_network_plays():
    """The quick player is the network's own, in games without forced moves."""
    quick = ValueLearner(network(widths=(16,)), GAME, 3, FEW, 0)._lessons[0]
    slow = Demonstrations(
        GAME,
        Trained(network(widths=(16,)).precise(), GAME, "slow"),
        seed=quick._seed,
        tables=FEW.tables,
        players=3,
        skip_forced=True,
    )
    for one, other in zip(quick.batch(0, 60), slow.batch(0, 60), strict=True):
        assert np.array_equal(one, other)


def test_more_games_expect_what_is_paid():
    """Half of what there is to be known is known in the end, by every head."""
    settings = replace(FEW, games=4096, tables=256, rate=1e-2, averaging=0.9)
    plain = network()
    blank = Layer(plain.value.weight * 0, plain.value.bias * 0)
    learner = ValueLearner(replace(plain, value=blank), GAME, 3, settings, 0, reward="score")
    learner.learn()
    fresh = learner._lessons[0].batch(10_000, 2000)
    found = learner.result().expectations(fresh.observation)[:, :3]
    errors = ((found - fresh.payment) ** 2).mean(axis=0)
    assert (errors < 0.9 * fresh.payment.var(axis=0)).all()
    assert (np.abs((found - fresh.payment).mean(axis=0)) < 0.1).all()


def test_numbers_of_players_that_options_forbid_are_left_out(monkeypatch):
    def counts():
        learner = ValueLearner(network(), GAME, 2, FEW, 0, rounds=2)
        return [one._engine.options.players for one in learner._lessons]

    assert counts() == [2, 3, 2, 3]
    monkeypatch.setattr(values, "_fits", lambda game, players, options: players != 3)
    assert counts() == [2, 2]
    assert not _fits(GAME, 3, {"rounds": -1})


@pytest.mark.parametrize(
    "wrong", [{"games": -1}, {"widths": (0,)}, {"widths": ()}, {"averaging": 2.0}]
)
def test_settings_have_bounds(wrong):
    with pytest.raises(OptionError):
        ValueSettings(**wrong)
