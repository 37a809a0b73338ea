"""The VecEnv of Stable-Baselines3: masks, statistics, and MaskablePPO at work."""

import copy
import pickle

import numpy as np
import pytest

from piracy_env.envs.gym import GameVectorEnv
from piracy_env.errors import IllegalActionError, OptionError
from tests.core import whispers
from tests.envs.tables import Highest, every_game, every_table

pytest.importorskip("stable_baselines3")
pytest.importorskip("sb3_contrib")

import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.vec_env import VecMonitor, VecNormalize

from piracy_env.envs.sb3 import SeatVecEnv


def step(env):
    """Take the lowest legal action in each game."""
    return env.step(env.action_masks().argmax(axis=1))


@every_game
def test_masks_come_as_one_array_without_a_loop_over_games(game):
    env = SeatVecEnv(game, 6, seed=1)
    env.reset()
    assert is_masking_supported(env)
    masks = env.env_method("action_masks")
    assert type(masks) is np.ndarray
    assert masks.dtype == np.bool_
    assert (get_action_masks(env) == masks).all()
    assert masks.any(axis=1).all(), "an empty mask would let MaskablePPO draw any action"
    assert (env.env_method("action_masks", indices=[1, 4]) == masks[[1, 4]]).all()


@every_table
@pytest.mark.parametrize("opponents", ["uniform", Highest()], ids=["compiled", "asked"])
def test_it_plays_the_games_of_the_gymnasium_batch(game, players, opponents):
    options = {"players": players, "opponents": opponents}
    ours, theirs = SeatVecEnv(game, 5, **options), GameVectorEnv(game, 5, **options)
    theirs.reset(seed=1)
    ours.table.engine.seed(theirs.table.engine.slots["seed"])
    assert (ours.reset() == theirs.table.observation).all()
    total, length = np.zeros(5), np.zeros(5, int)
    for _ in range(60):
        actions = ours.action_masks().argmax(axis=1)
        seen, reward, done, infos = ours.step(actions)
        expected, paid, terminated, truncated, info = theirs.step(actions)
        total, length = total + paid, length + 1
        assert (seen == expected).all()
        assert (reward == paid.astype(np.float32)).all()
        assert (done == terminated | truncated).all()
        for i in np.flatnonzero(done):
            assert (infos[i]["terminal_observation"] == info["final_obs"][i]).all()
            assert infos[i]["rank"] == info["final_info"]["rank"][i]
            is_crew = "team" in infos[i]
            has_won = infos[i]["team"] >= 0.5 if is_crew else infos[i]["rank"] == 1
            assert infos[i]["is_success"] == has_won
            assert infos[i]["episode"]["r"] == pytest.approx(total[i])
            assert infos[i]["episode"]["l"] == length[i]
            assert infos[i]["TimeLimit.truncated"] is False
        total[done], length[done] = 0, 0
        assert not any(infos[i] for i in np.flatnonzero(~done))


@every_game
def test_the_time_limit_is_told_apart_from_the_end(game):
    env = SeatVecEnv(game, 4, max_moves=3, seat=0, seed=1)
    env.reset()
    cut = []
    for _ in range(6):
        *_, done, infos = step(env)
        cut += [infos[i]["TimeLimit.truncated"] for i in np.flatnonzero(done)]
    assert cut
    assert all(cut)


@every_game
def test_observations_do_not_change_after_they_were_handed_out(game):
    env = SeatVecEnv(game, 4, seed=1)
    kept = [(seen := env.reset(), seen.copy())]
    for _ in range(10):
        seen, reward, done, infos = step(env)
        kept += [(array, array.copy()) for array in (seen, reward, done)]
        assert len({id(info) for info in infos}) == 4, "wrappers write into infos"
    assert all((array == was).all() for array, was in kept)
    assert (seen.dtype, reward.dtype, done.dtype) == (np.float32, np.float32, np.bool_)


@every_game
def test_seeds_repeat_the_games(game):
    def trace(env):
        seen = [env.reset().tobytes()]
        return seen + [step(env)[0].tobytes() for _ in range(20)]

    env = SeatVecEnv(game, 4)
    env.seed(8)
    first = trace(env)
    assert trace(env) != first, "the seed is used once, as in other VecEnvs"
    env.seed(8)
    assert trace(env) == first
    assert trace(SeatVecEnv(game, 4, seed=8)) == trace(SeatVecEnv(game, 4, seed=8))


@every_game
@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, None])
def test_copies_go_on_in_lockstep(game, duplicate):
    env = SeatVecEnv(game, 4, seat="random", seed=1)
    env.reset()
    for _ in range(5):
        step(env)
    twin = duplicate(env) if duplicate else pickle.loads(pickle.dumps(env))
    for _ in range(20):
        for one, other in zip(step(env)[:3], step(twin)[:3], strict=True):
            assert (one == other).all()


@every_game
def test_maskable_ppo_learns_with_masks_on(game):
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        env = SeatVecEnv(game, 25, seed=1, max_moves=400)  # some games take a thousand
        model = MaskablePPO(
            "MlpPolicy",
            env,
            n_steps=40,
            batch_size=250,
            n_epochs=2,
            seed=1,
            policy_kwargs={"net_arch": [32]},
        )
        before = [weight.clone() for weight in model.policy.parameters()]
        model.learn(5000)
        assert model.num_timesteps == 5000
        assert not all(
            torch.equal(was, now)
            for was, now in zip(before, model.policy.parameters(), strict=True)
        )
        assert model.ep_info_buffer, "episodes are counted without VecMonitor"
        assert len(model.ep_success_buffer) == len(model.ep_info_buffer)
        # unmasked, its network would soon choose what is illegal, and that is an error
        reward, _ = evaluate_policy(model, SeatVecEnv(game, 1, seed=2), n_eval_episodes=3)
        assert -1 <= reward <= 1
    finally:
        torch.set_num_threads(threads)


def test_wrappers_of_stable_baselines_fit():
    with pytest.warns(UserWarning, match="already wrapped with a `Monitor`"):
        env = VecNormalize(VecMonitor(SeatVecEnv(whispers.GAME, 3, seed=1)))
    env.reset()
    assert is_masking_supported(env)
    for _ in range(5):
        *_, done, infos = env.step(get_action_masks(env).argmax(axis=1))
        assert all("terminal_observation" in infos[i] for i in np.flatnonzero(done))


def test_one_illegal_action_rejects_the_whole_call():
    env = SeatVecEnv(whispers.GAME, 3, seed=1)
    env.reset()
    before = env.table.engine.states.tobytes()
    with pytest.raises(IllegalActionError, match="of game 1"):
        env.step(np.array([0, 99, 0]))
    assert env.table.engine.states.tobytes() == before


def test_pictures_are_tiled():
    pytest.importorskip("resvg_py")
    env = SeatVecEnv(whispers.GAME, 4, render_mode="rgb_array", seed=1)
    env.reset()
    single = env.get_images()[0]
    assert env.render().shape == (2 * single.shape[0], 2 * single.shape[1], 3)


def test_it_answers_for_its_games():
    env = SeatVecEnv(whispers.GAME, 3, render_mode="ansi", seed=1)
    env.reset()
    assert env.get_attr("render_mode") == ["ansi"] * 3
    assert env.get_attr("render_mode", indices=1) == ["ansi"]
    assert not env.has_attr("sails")
    assert len(env.env_method("render", indices=[0, 2])) == 2
    with pytest.raises(AttributeError, match="sails"):
        env.env_method("sails")
    env.set_attr("colour", "black")
    assert env.get_attr("colour") == ["black"] * 3
    with pytest.raises(ValueError, match="indices"):
        env.set_attr("colour", "white", indices=[0])
    env.close()


def test_wrong_options_are_named():
    with pytest.raises(OptionError, match="auto_reset"):
        SeatVecEnv(whispers.GAME, 2, auto_reset=True)
    with pytest.raises(OptionError, match="seat"):
        SeatVecEnv(whispers.GAME, 2, seat=5)
    env = SeatVecEnv(whispers.GAME, 2)
    env.set_options({"wind": 1})
    with pytest.warns(UserWarning, match="ignores the options wind"):
        env.reset()
