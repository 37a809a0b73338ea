"""Lessons: whose decisions they are, what they paid, and that they repeat."""

import numpy as np

from piracy_agents.learning.demonstrations import School
from piracy_agents.learning.ppo import Learner, Settings
from piracy_env import registry
from piracy_env.envs.sb3 import SeatVecEnv

GAME = registry.load("tests.core.whispers:GAME")
TEACHER = "tests.envs.tables:Lowest"  # plays the first legal action


def school(teacher=TEACHER, seed=0, **options):
    return School(GAME, teacher, seed=seed, players=3, **options)


def test_a_lesson_holds_what_the_teacher_did_and_was_paid():
    lesson = school(reward="win").lesson(0, 60)
    assert len(lesson.action) >= 60
    assert (lesson.action == lesson.action_mask.argmax(1)).all()
    assert lesson.observation.shape == (len(lesson.action), GAME.observation.size)
    assert (np.abs(lesson.payment) <= 1).all()
    assert len(np.unique(lesson.payment)) > 1


def test_a_lesson_is_the_same_whichever_came_before():
    first = school()
    first.lesson(0, 20)
    third = school().lesson(3, 20)
    for one, other in zip(first.lesson(3, 20), third, strict=True):
        assert np.array_equal(one, other)
    for other in (school().lesson(4, 20), school(seed=1).lesson(3, 20)):
        assert not np.array_equal(third.observation, other.observation)


def test_a_learner_comes_to_play_like_its_teacher():
    settings = Settings(tables=8, steps=8, widths=(16,), lesson_batch=16, threads=1)
    env = SeatVecEnv(GAME, 8, players=3, seed=0)
    learner = Learner(env, GAME, settings, seed=0)
    found = [learner.imitate(school().lesson(number, 256), 1e-2) for number in range(4)]
    assert found[0]["agreement"] < 0.95 < found[-1]["agreement"]
    assert found[0]["cross_entropy"] > 2 * found[-1]["cross_entropy"]
