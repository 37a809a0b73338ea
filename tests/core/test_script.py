"""Scripted seats play by a kernel, inside the batch step, and know no more than agents do."""

import copy
import pickle

import numpy as np
import pytest

from piracy_env.core.binding import fingerprint
from piracy_env.core.engine import Engine
from piracy_env.core.game import RUNNING
from piracy_env.core.jit import kernel
from piracy_env.core.script import Script
from piracy_env.errors import OptionError
from tests.core import whispers

CHARACTER = np.dtype([("taste", np.float32)], align=True)


@kernel
def by_number(s, t, w, mask, value):
    """Likes high ids, or low ones, by its taste."""
    for action in range(len(mask)):
        if mask[action]:
            value[action] = w.taste * action


@kernel
def by_secrets(s, t, w, mask, value):
    """Reads in the world what nobody may know."""
    for action in range(len(mask)):
        if mask[action]:
            value[action] = (action * 7 + s.secret[(s.seat + 1) % s.players] * 5) % 11


LIKES = Script(by_number, np.array([(1.0,), (-1.0,)], CHARACTER).view(np.recarray))
READS = Script(by_secrets, np.array([(0.0,)], CHARACTER).view(np.recarray))


def seated(script, controller, seed=1, num_envs=8, **options):
    engine = Engine(whispers.GAME, num_envs, players=3, seed=seed, auto_reset=False, **options)
    engine.take_seats(controller, script=script)
    return engine


def asked(script, engine):
    """What an agent answers that plays by the script from outside."""
    running = np.flatnonzero(engine.states["over"] == RUNNING)
    return engine.view(running).script_policy(script)[0]


def test_a_scripted_seat_plays_its_best_valued_action():
    engine = seated(LIKES, [0, 2, 3], record=True)
    engine.reset()
    engine.step(engine.action_mask.argmax(1))
    high, low = (np.array([engine.played(i)[k] for i in range(8)]) for k in (1, 2))
    assert (high >= low).all()
    assert (high == high.max()).all()
    assert (low == low.min()).all()


@pytest.mark.parametrize("script", [LIKES, READS])
def test_the_same_is_played_inside_and_asked_for_from_outside(script):
    inside = seated(script, [2, 2, 2])
    inside.reset()
    outside = seated(script, [0, 0, 0])
    outside.reset()
    while (running := np.flatnonzero(outside.states["over"] == RUNNING)).size:
        outside.step(asked(script, outside), running)
    assert (inside.states == outside.states).all()


def test_a_script_cannot_tell_worlds_apart_that_its_seat_cannot():
    engine = seated(READS, [0, 0, 0], num_envs=1)
    engine.reset()
    answers = set()
    for key in range(40):
        other = engine.clone()
        other.load_state_unchecked(0, engine.sample(0, int(engine.seat[0]), key))
        answers.add(int(asked(READS, other)[0]))
    assert len(answers) == 1


def test_values_come_with_the_answer():
    engine = seated(LIKES, [0, 0, 0])
    engine.reset()
    actions, values = engine.view().script_policy(LIKES)
    assert (values == np.arange(values.shape[1]) * engine.action_mask).all()
    assert (actions == values.argmax(1)).all()


def test_threads_change_nothing():
    one, two = seated(LIKES, [2, 3, 2], num_envs=64), seated(LIKES, [2, 3, 2], 1, 64, threads=2)
    one.reset()
    two.reset()
    assert (one.states == two.states).all()


@pytest.mark.parametrize("twin", [copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))])
def test_copies_go_on_alike(twin):
    engine = seated(LIKES, [0, 2, 3])
    engine.reset()
    other = twin(engine)
    for one in (engine, other):
        one.step(one.action_mask.argmax(1))
    assert (engine.states == other.states).all()


@pytest.mark.parametrize(("script", "controller"), [(LIKES, [0, 4, 2]), (LIKES, [0, -1, 2])])
def test_a_controller_that_is_not_there_is_refused(script, controller):
    with pytest.raises(OptionError, match="controllers are numbered 0 to 3"):
        seated(script, controller)


def test_without_a_script_no_seat_plays_by_one():
    engine = Engine(whispers.GAME, auto_reset=False, players=3)
    with pytest.raises(OptionError, match="controllers are numbered 0 to 1"):
        engine.take_seats([0, 2, 2])


def test_machine_code_depends_on_the_script():
    plain, likes = fingerprint(whispers.GAME), fingerprint(whispers.GAME, by_number)
    assert len({plain, likes, fingerprint(whispers.GAME, by_secrets)}) == 3


def test_what_a_seat_imagines_follows_the_number_of_its_game_not_its_place_in_the_batch():
    whole = seated(READS, [2, 2, 2])
    whole.reset()
    part = seated(READS, [2, 2, 2], num_envs=3)
    part.seed(whole.slots["seed"][5:])
    part.place(number=whole.slots["number"][5:])
    part.reset()
    assert (part.states == whole.states[5:]).all()
