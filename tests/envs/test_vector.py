"""The batch of which every seat is played from outside."""

import copy
import pickle

import numpy as np
import pytest

import piracy_env
from piracy_env import registry
from piracy_env.core.engine import Engine
from piracy_env.envs.aec import GameAEC
from piracy_env.envs.vector import AllSeats
from piracy_env.errors import InvalidStateError, UnknownGameError
from tests.core import whispers
from tests.envs.tables import every_game, every_table


@every_table
def test_arrays_in_arrays_out(game, players):
    vec = AllSeats(game, 6, players=players, seed=1)
    step = vec.reset()
    assert step.observation.shape == (6, game.observation.size)
    assert step.action_mask.shape == (6, game.actions.size)
    assert step.seat.shape == step.terminated.shape == step.truncated.shape == (6,)
    assert step.reward.shape == (6, players)
    kinds = [array.dtype for array in step]
    assert kinds == [np.float32, np.bool_, np.int8, np.float32, np.bool_, np.bool_]
    again = vec.step(vec.uniform())
    assert all(one is other for one, other in zip(step, again, strict=True)), "the same arrays"


@every_table
def test_a_batch_of_one_plays_the_game_of_the_aec_environment(game, players):
    env, vec = GameAEC(game, players=players), AllSeats(game, players=players, seed=3)
    env.reset(seed=3)
    step = vec.reset()
    while not all(env.terminations.values()):
        observation, *_ = env.last()
        assert env.possible_agents[step.seat[0]] == env.agent_selection
        assert (step.observation[0] == observation["observation"]).all()
        assert (step.action_mask[0] == observation["action_mask"]).all()
        action = vec.uniform()
        env.step(int(action[0]))
        step = vec.step(action)
    assert step.terminated[0]
    assert list(env.rewards.values()) == step.reward[0].tolist()
    assert vec.finals.tobytes() == env.engine.states.tobytes()


@every_game
@pytest.mark.parametrize(
    "duplicate",
    [
        copy.copy,
        copy.deepcopy,
        lambda vec: pickle.loads(pickle.dumps(vec)),
        lambda vec: vec.clone(),
    ],
    ids=["copy", "deepcopy", "pickle", "clone"],
)
def test_copies_are_what_they_copy_and_go_on_in_lockstep(game, duplicate):
    vec = AllSeats(game, 4, seed=1)
    vec.reset()
    vec.rollout(5)
    twin = duplicate(vec)
    assert type(twin) is AllSeats
    for _ in range(30):
        actions = vec.uniform()
        assert (twin.uniform() == actions).all()
        vec.step(actions)
        twin.step(actions)
        assert twin.states.tobytes() == vec.states.tobytes()
    twin.rollout(1)
    assert twin.states.tobytes() != vec.states.tobytes()


@every_game
def test_it_is_the_engine_itself(game):
    vec = AllSeats(game, 3, seed=1, threads=2)
    assert isinstance(vec, Engine)
    vec.reset()
    vec.rollout(2)
    assert vec.states["moves"].tolist() == [2, 2, 2]
    assert vec.observe(1, 0).shape == (game.observation.size,)
    assert vec.sample(1, 0).shape == (1,)
    assert len(vec.view([0, 2])) == 2


def test_states_are_edited_through_the_invariants():
    vec = AllSeats(whispers.GAME, 3, seed=1)
    vec.reset()
    vec.set(1, secret=[3, 4, 0])
    assert vec.states["secret"][1].tolist() == [3, 4, 0]
    with pytest.raises(InvalidStateError, match=r"secret\[0\] is 9, not 0 to 6"):
        vec.set(1, secret=[9, 4, 0])
    assert vec.states["secret"][1].tolist() == [3, 4, 0]


@pytest.mark.parametrize("name", registry.list_games())
def test_games_are_made_by_name(name):
    vec = piracy_env.vector(name, num_envs=3, seed=0)
    assert type(vec) is AllSeats
    assert vec.reset().observation.shape[0] == 3


def test_an_unknown_game_is_named_with_those_there_are():
    with pytest.raises(UnknownGameError, match=r"'kraken'; there are: .*mutiny"):
        AllSeats("kraken")
