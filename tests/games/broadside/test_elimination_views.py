"""Who is eliminated stays listed, gets no turn, and ends with all others, in every adapter."""

import numpy as np
import pytest

from piracy_env.core.engine import Engine
from piracy_env.envs.aec import GameAEC
from piracy_env.envs.gym import GameEnv
from piracy_env.games.broadside import GAME


def eliminated(state):
    """Seats that are out of the game."""
    return [seat for seat in range(state["players"]) if state["out"] >> seat & 1]


def test_the_engine_asks_nobody_who_is_eliminated():
    engine = Engine(GAME, 64, players=5, seed=2)
    engine.reset()
    late, ends = 0, 0
    for _ in range(400):
        asked, out = engine.states.seat, engine.states.out
        assert not (out >> asked & 1).any()
        late += (out != 0).sum()
        result = engine.step(engine.uniform())
        ends += result.terminated.sum()
        assert not result.truncated.any()
        assert (result.reward[~result.terminated] == 0).all()
        assert result.reward.sum(1) == pytest.approx(0, abs=1e-6)
    assert late > 1000
    assert ends > 20


@pytest.mark.rule("BRO-9.1", "BRO-9.5")
@pytest.mark.parametrize("seed", range(3))
def test_agents_stay_listed_in_pettingzoo(seed):
    env = GameAEC(GAME, players=4)
    env.reset(seed=seed)
    dice = np.random.default_rng(seed)
    everybody, watched = list(env.possible_agents), 0
    while not any(env.terminations.values()):
        state = env.engine.states[0]
        assert env.agents == everybody
        assert int(env.agent_selection.split("_")[-1]) not in eliminated(state)
        assert set(env.rewards.values()) == {0}
        for seat in eliminated(state):
            seen = env.observe(everybody[seat])
            assert not seen["action_mask"].any()
            watched += 1
        mask = env.observe(env.agent_selection)["action_mask"]
        env.step(int(dice.choice(np.flatnonzero(mask))))
    assert watched > 10
    assert all(env.terminations.values())
    assert not any(env.truncations.values())
    paid = [env.rewards[agent] for agent in everybody]
    ranks = env.engine.outcome(0)[1]
    assert [paid[seat] for seat in np.argsort(ranks)] == sorted(paid, reverse=True)
    assert sum(paid) == pytest.approx(0, abs=1e-6)


def test_a_learner_that_is_eliminated_sees_the_end_in_its_last_step():
    env = GameEnv(GAME, players=4, opponents="uniform", seat=0)
    lost = 0
    for seed in range(8):
        env.reset(seed=seed)
        dice, over = np.random.default_rng(seed), False
        while not over:
            engine = env.unwrapped.table.engine
            assert 0 not in eliminated(engine.states[0]), "who is eliminated has no decision left"
            seen, reward, over, cut, _ = env.step(
                int(dice.choice(np.flatnonzero(env.action_masks())))
            )
            assert not cut
            assert np.isfinite(seen).all()
            assert over or reward == 0
        if 0 in eliminated(engine.states[0]):
            lost += 1
            assert engine.states["over"][0] == 1
            assert reward < 1
    assert 2 < lost < 8


def test_learners_that_are_eliminated_end_in_a_batch():
    pytest.importorskip("stable_baselines3")
    from piracy_env.envs.sb3 import SeatVecEnv

    env = SeatVecEnv(GAME, 16, players=4, opponents="uniform")
    env.seed(3)
    env.reset()
    dice, lost, ends = np.random.default_rng(0), 0, 0
    for _ in range(300):
        masks = env.action_masks()
        assert masks.any(1).all()
        _, rewards, dones, infos = env.step((dice.random(masks.shape) * masks).argmax(1))
        for i in np.flatnonzero(dones):
            ends += 1
            assert infos[i]["terminal_observation"].shape == (GAME.observation.size,)
            assert not infos[i].get("TimeLimit.truncated", False)
            lost += rewards[i] < 1
        assert (rewards[~dones] == 0).all()
    assert ends > 20
    assert 0 < lost < ends
