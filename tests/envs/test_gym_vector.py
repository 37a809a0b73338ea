"""A batch for Gymnasium: the same games as single environments, and its three reset modes."""

import copy
import pickle

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from piracy_env import registry
from piracy_env.envs.gym import GameEnv, GameVectorEnv
from piracy_env.errors import IllegalActionError, OptionError, OrderError
from tests.core import whispers
from tests.envs.tables import Highest, every_game, every_table

GAMES_AT_ONCE = 5


def lowest(masks):
    """The lowest legal action of each game."""
    return masks.argmax(axis=1)


@every_table
@pytest.mark.parametrize("opponents", ["uniform", Highest()], ids=["compiled", "asked"])
@pytest.mark.parametrize("seat", ["last", "random"])
def test_a_batch_plays_the_games_of_single_environments(game, players, opponents, seat):
    taken = players - 1 if seat == "last" else seat
    options = {"players": players, "seat": taken, "opponents": opponents}
    batch = GameVectorEnv(game, GAMES_AT_ONCE, **options)
    singles = [GameEnv(game, **options) for _ in range(GAMES_AT_ONCE)]
    seen, info = batch.reset(seed=7)
    for i, single in enumerate(singles):
        observation, _ = single.reset(seed=7 + i)
        assert (seen[i] == observation).all()
    for _ in range(60):
        actions = lowest(info["action_mask"])
        seen, reward, terminated, truncated, info = batch.step(actions)
        for i, single in enumerate(singles):
            observation, *outcome, facts = single.step(actions[i])
            assert outcome == [reward[i], terminated[i], truncated[i]]
            if terminated[i] or truncated[i]:
                assert (info["final_obs"][i] == observation).all()
                assert info["final_info"]["rank"][i] == facts["rank"]
                assert info["final_info"]["seat"][i] == facts["seat"]
                observation, facts = single.reset()
            assert (seen[i] == observation).all()
            assert (info["action_mask"][i] == facts["action_mask"]).all()
            assert info["seat"][i] == facts["seat"]


@every_game
def test_next_step_loses_a_step_to_the_reset_in_which_any_action_goes(game):
    env = GameVectorEnv(game, GAMES_AT_ONCE, autoreset_mode="NextStep")
    _, info = env.reset(seed=1)
    by_hand = copy.deepcopy(env.table)
    was_over = np.zeros(GAMES_AT_ONCE, bool)
    after_an_end = 0
    while after_an_end < 20:
        actions = np.where(was_over, game.actions.size - 1, lowest(info["action_mask"]))
        seen, reward, terminated, truncated, info = env.step(actions)
        assert not reward[was_over].any()
        assert not (terminated | truncated)[was_over].any()
        assert info["action_mask"].any(axis=1).all(), "an empty mask would make a policy of NaN"
        going_on = np.flatnonzero(~was_over)
        by_hand.step(actions[going_on], going_on)
        by_hand.reset(chosen=np.flatnonzero(was_over))
        assert env.table.engine.states.tobytes() == by_hand.engine.states.tobytes(), "a new game"
        was_over = terminated | truncated
        after_an_end += was_over.any() or after_an_end > 0
        for i in np.flatnonzero(was_over):
            final = env.table.engine.observe(i, info["seat"][i])
            assert (seen[i] == final).all()
            assert info["_rank"][i]


@every_game
def test_without_autoreset_finished_games_wait_for_reset(game):
    env = GameVectorEnv(game, GAMES_AT_ONCE, autoreset_mode=AutoresetMode.DISABLED)
    _, info = env.reset(seed=1)
    over = np.zeros(GAMES_AT_ONCE, bool)
    while not over.any():
        *_, terminated, truncated, info = env.step(lowest(info["action_mask"]))
        over = terminated | truncated
    with pytest.raises(OrderError, match=f"game {over.argmax()} is over"):
        env.step(lowest(info["action_mask"]))
    others = env.table.engine.states[~over].tobytes()
    _, info = env.reset(options={"reset_mask": over})
    assert info["action_mask"].any(axis=1).all()
    assert env.table.engine.states[~over].tobytes() == others
    env.step(lowest(info["action_mask"]))


@every_game
def test_one_illegal_action_rejects_the_whole_call(game):
    for mode in AutoresetMode:
        env = GameVectorEnv(game, GAMES_AT_ONCE, autoreset_mode=mode)
        _, info = env.reset(seed=1)
        before = env.table.engine.states.tobytes()
        actions = lowest(info["action_mask"])
        for wrong in (actions + game.actions.size, actions[:-1], actions + 0.5):
            with pytest.raises(IllegalActionError, match="action"):
                env.step(wrong)
            assert env.table.engine.states.tobytes() == before
        actions[2] = -1
        with pytest.raises(IllegalActionError, match="of game 2"):
            env.step(actions)
        assert env.table.engine.states.tobytes() == before


@every_game
def test_arrays_are_fresh_since_a_reused_buffer_rewrites_what_was_stored(game):
    env = GameVectorEnv(game, GAMES_AT_ONCE)
    seen, info = env.reset(seed=1)
    kept = [(seen, seen.copy()), (info["action_mask"], info["action_mask"].copy())]
    for _ in range(5):
        seen, reward, _, _, info = env.step(lowest(info["action_mask"]))
        assert (seen.dtype, reward.dtype) == (np.float32, np.float64)
        kept += [(seen, seen.copy()), (info["action_mask"], info["action_mask"].copy())]
    assert all((array == was).all() for array, was in kept)
    assert env.observation_space.contains(seen)
    assert env.action_space.contains(lowest(info["action_mask"]))


@every_game
def test_threads_change_nothing(game):
    traces = []
    for threads in (1, 2):
        env = GameVectorEnv(game, 8, threads=threads)
        _, info = env.reset(seed=3)
        for _ in range(30):
            *_, info = env.step(lowest(info["action_mask"]))
        traces.append(env.table.engine.states.tobytes())
    assert traces[0] == traces[1]


@every_game
@pytest.mark.parametrize(
    "duplicate", [copy.copy, copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))]
)
def test_copies_go_on_in_lockstep(game, duplicate):
    env = GameVectorEnv(game, GAMES_AT_ONCE, autoreset_mode="NextStep", seat="random")
    _, info = env.reset(seed=3)
    for _ in range(4):
        *_, info = env.step(lowest(info["action_mask"]))
    twin = duplicate(env)
    for _ in range(20):
        actions = lowest(info["action_mask"])
        *ours, info = env.step(actions)
        *theirs, _ = twin.step(actions)
        assert all((one == other).all() for one, other in zip(ours, theirs, strict=True))


@every_game
def test_gymnasiums_wrappers_count_the_episodes(game):
    env = RecordEpisodeStatistics(GameVectorEnv(game, GAMES_AT_ONCE))
    _, info = env.reset(seed=1)
    lengths = np.zeros(GAMES_AT_ONCE)
    for _ in range(100):
        _, reward, terminated, truncated, info = env.step(lowest(info["action_mask"]))
        lengths += 1
        for i in np.flatnonzero(terminated | truncated):
            assert info["episode"]["l"][i] == lengths[i]
            assert info["episode"]["r"][i] == pytest.approx(reward[i])
            lengths[i] = 0


@pytest.mark.parametrize("name", registry.list_games())
@pytest.mark.parametrize("mode", AutoresetMode)
def test_gymnasium_makes_batches_by_name_and_the_mode_is_declared(name, mode):
    env = gymnasium.make_vec(registry.environment_name(name), num_envs=3, autoreset_mode=mode)
    assert isinstance(env, GameVectorEnv)
    assert env.metadata["autoreset_mode"] is mode
    _, info = env.reset(seed=1)
    env.step(lowest(info["action_mask"]))


def test_a_list_of_seeds_gives_each_game_its_own():
    env = GameVectorEnv(whispers.GAME, 3, seat=0)
    seen, _ = env.reset(seed=[4, 9, 4])
    assert (seen[0] == seen[2]).all()
    assert (seen[0] == env.reset(seed=4)[0][0]).all()


def test_wrong_options_are_named():
    for options, culprit in (({"autoreset_mode": "Never"}, "Never"), ({"seed": 1}, "reset")):
        with pytest.raises(OptionError, match=culprit):
            GameVectorEnv(whispers.GAME, 2, **options)
    env = GameVectorEnv(whispers.GAME, 2)
    with pytest.warns(UserWarning, match="ignores the options wind"):
        env.reset(options={"wind": 1})
