"""Demonstrations: whose decisions they are, what they paid, and that they repeat."""

import itertools

import numpy as np
import pytest

from piracy_agents.learning import demonstrations as module
from piracy_agents.learning.demonstrations import Demonstrations
from piracy_agents.learning.ppo import Learner, PPOSettings
from piracy_env import registry
from piracy_env.envs.sb3 import SeatVecEnv
from tests.testing.raft import RAFT

GAME = registry.load("tests.core.whispers:GAME")
TEACHER = "tests.envs.tables:Lowest"  # plays the first legal action


def demonstrations(teacher=TEACHER, seed=0, **options):
    return Demonstrations(GAME, teacher, seed=seed, players=3, **options)


def test_a_batch_holds_what_the_teacher_did_and_was_paid():
    batch = demonstrations(reward="win").batch(0, 60)
    assert len(batch.action) >= 60
    assert (batch.action == batch.action_mask.argmax(1)).all()
    assert batch.observation.shape == (len(batch.action), GAME.observation.size)
    assert (np.abs(batch.payment) <= 1).all()
    assert len(np.unique(batch.payment)) > 1


def test_a_batch_is_the_same_whichever_came_before():
    first = demonstrations()
    first.batch(0, 20)
    third = demonstrations().batch(3, 20)
    for one, other in zip(first.batch(3, 20), third, strict=True):
        assert np.array_equal(one, other)
    for other in (demonstrations().batch(4, 20), demonstrations(seed=1).batch(3, 20)):
        assert not np.array_equal(third.observation, other.observation)


def test_a_budget_that_is_not_used_up_changes_nothing():
    whole, ample = (demonstrations(budget=size).batch(2, 60) for size in (1 << 30, 1 << 16))
    for one, other in zip(whole, ample, strict=True):
        assert np.array_equal(one, other)


def test_decisions_of_long_games_are_kept_within_the_budget(monkeypatch):
    kept = []
    add = module._Kept._add
    monkeypatch.setattr(
        module._Kept, "_add", lambda self, arrays: (add(self, arrays), kept.append(self._bytes))
    )
    budget = 8_000
    few = demonstrations(rounds=9, budget=budget)
    batch = few.batch(0, 60)
    assert len(batch.action) >= 60
    assert (batch.action == batch.action_mask.argmax(1)).all()
    assert max(kept) < budget + 64 * 100  # what one answer adds
    assert sum(a > b for a, b in itertools.pairwise(kept)) > 1, "it was thinned"


def test_early_and_late_decisions_are_as_likely_to_be_kept():
    few = demonstrations(rounds=9, budget=8_000)
    spoken = np.concatenate([few.batch(k, 60).observation[:, 2] for k in range(20)])
    whole = np.concatenate(
        [demonstrations(rounds=9).batch(k, 60).observation[:, 2] for k in (0, 1)]
    )
    error = float(spoken.std() / len(spoken) ** 0.5)
    assert float(spoken.mean()) == pytest.approx(float(whole.mean()), abs=4 * error)


def test_what_was_paid_on_the_way_is_not_expected_again():
    """The same decisions: what was paid before and what is still paid is what the end pays."""
    still = Demonstrations(RAFT, TEACHER, seed=1, reward="standing")
    paid = []
    still._teacher = PaidBefore(still._engine, paid)
    few = still.batch(0, 60)
    whole = Demonstrations(RAFT, TEACHER, seed=1, reward="mixed").batch(0, 60)
    assert np.array_equal(few.observation, whole.observation)
    assert (whole.payment - few.payment > 0.1).any(), "something was paid before"
    assert (few.payment > 0.1).any(), "and something afterwards"
    before = {seen: round(one, 4) for seen, one in paid}
    own = few.payment[:, 0] + [before[seen.tobytes()] for seen in few.observation]
    np.testing.assert_allclose(own, whole.payment[:, 0], atol=1e-3)


class PaidBefore:
    """Plays the first legal action, and writes down what its seat had been paid."""

    def __init__(self, engine, paid):
        self.engine, self.paid = engine, paid

    def act(self, view):
        own = self.engine.slots["paid"][np.flatnonzero(~self.engine.over), view.seat]
        self.paid += zip((row.tobytes() for row in view.observation), own.tolist(), strict=True)
        return view.action_mask.argmax(axis=1)


def test_payments_are_told_around_the_table_from_who_decided():
    heard = {}

    class Lowest:
        def act(self, view):
            for seen, seat in zip(view.observation, view.seat, strict=True):
                heard.setdefault(seen.tobytes(), set()).add(int(seat))
            return view.action_mask.argmax(axis=1)

    lessons = Demonstrations(GAME, Lowest(), seed=2, players=3, reward="score", tables=1, rounds=9)
    batch = lessons.batch(0, 1)
    final = lessons._engine.final_payments[0]
    assert len(set(final)) == 3
    for seen, payment in zip(batch.observation, batch.payment, strict=True):
        (seat,) = heard[seen.tobytes()]
        np.testing.assert_allclose(payment, np.roll(final, -seat), atol=1e-6)


def test_a_learner_comes_to_play_like_its_teacher():
    settings = PPOSettings(tables=8, steps=8, widths=(16,), demonstration_batch=16, threads=1)
    env = SeatVecEnv(GAME, 8, players=3, seed=0)
    learner = Learner(env, GAME, settings, seed=0)
    found = [learner.imitate(demonstrations().batch(number, 256), 1e-2) for number in range(4)]
    assert found[0]["agreement"] < 0.95 < found[-1]["agreement"]
    assert found[0]["cross_entropy"] > 2 * found[-1]["cross_entropy"]
