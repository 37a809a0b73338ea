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
from piracy_env.errors import InvalidStateError, OrderError, UnknownGameError
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


@every_table
def test_it_says_what_it_is(game, players):
    vec = AllSeats(game, 3, players=players)
    assert vec.players == players
    assert vec.single_action_space.n == game.actions.size
    assert vec.single_observation_space.shape == (game.observation.size,)
    assert vec.observation_space.shape == (3, game.observation.size)
    assert vec.action_space.shape == (3,)
    vec.reset(seed=1)
    assert vec.observation_space.contains(vec.observation)
    assert f"AllSeats: 3 games of {game.name}, {players} players, {vec.reward_mode}" in repr(vec)


@every_table
def test_all_seats_are_looked_at_together(game, players):
    vec = AllSeats(game, 4, players=players, seed=1)
    vec.reset()
    vec.rollout(3)
    seen, masks = vec.look_all()
    assert seen.shape == (4, players, game.observation.size)
    for i in range(4):
        for seat in range(players):
            assert (seen[i, seat] == vec.observe(i, seat)).all()
            assert (masks[i, seat] == vec.mask(i, seat)).all()
    some_seen, _ = vec.look_all([2, 0])
    assert (some_seen == seen[[2, 0]]).all()


@every_table
def test_the_last_looks_of_a_game_stay_when_the_next_one_has_begun(game, players):
    vec = AllSeats(game, 3, players=players, seed=1)
    twin = AllSeats(game, 3, players=players, seed=1, auto_reset=False)
    vec.reset()
    twin.reset()
    assert not vec.final_observation.any(), "no game has ended"
    assert vec.final_observation.shape == (3, players, game.observation.size)
    while not twin.over.all():
        running = np.flatnonzero(~twin.over)
        actions = twin.uniform(running)
        vec.step(actions, running)
        twin.step(actions, running)
    assert (vec.final_looks() == twin.look_all()[0]).all()
    assert (vec.final_looks([1]) == vec.final_observation[[1]]).all()
    assert (vec.final_ranks == twin.final_ranks).all()


def test_games_that_are_over_stay_as_they_are_while_others_go_on():
    vec = AllSeats(whispers.GAME, 4, players=3, seed=1, auto_reset=False)
    vec.reset()
    vec.rollout(2)
    while not vec.over[0]:
        vec.step(vec.uniform([0]), [0])
    ended = vec.states[0].tobytes()
    assert vec.uniform([1, 3]).shape == (2,)
    with pytest.raises(OrderError, match="game 0 is over"):
        vec.uniform()
    vec.rollout(1)
    assert vec.states[0].tobytes() == ended
    assert vec.terminated.tolist() == [True, False, False, False]
    assert vec.states["moves"][1:].tolist() == [3, 3, 3]
    vec.rollout(10)
    assert vec.over.all()
    with pytest.raises(OrderError, match="is over"):
        vec.rollout(1)
