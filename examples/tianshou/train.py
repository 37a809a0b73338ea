"""Tianshou's DQN learns one seat of a game, with masks.

    python examples/tianshou/train.py mutiny --players 4 --steps 100000

Tianshou finds masks in observations that have a field `mask` beside `obs`; `Masked` puts them in.
An illegal action would raise an error and end the run.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import torch
from gymnasium.spaces import Box, Dict
from numpy.typing import NDArray
from tianshou.algorithm.modelfree.dqn import DQN, DiscreteQLearningPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Batch, Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv
from tianshou.trainer import OffPolicyTrainerParams
from tianshou.utils.net.common import Net

import piracy_env
from piracy_env import Evaluation


class Masked(gymnasium.Wrapper):  # type: ignore[misc] # untyped without its package
    """The mask goes from the info into the observation, under the name that Tianshou looks for."""

    def __init__(self, env: gymnasium.Env) -> None:
        super().__init__(env)
        mask = Box(0, 1, (env.action_space.n,), np.int8)
        self.observation_space = Dict({"obs": env.observation_space, "mask": mask})

    def reset(self, **options: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a game."""
        observation, info = self.env.reset(**options)
        return {"obs": observation, "mask": info["action_mask"]}, {}

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Act; the info has no arrays, which Tianshou would store again for every step."""
        observation, reward, terminated, truncated, info = self.env.step(int(action))
        seen = {"obs": observation, "mask": info["action_mask"]}
        return seen, reward, terminated, truncated, {}


def opened(game: str, players: int | None) -> Callable[[], gymnasium.Env]:
    """What makes an environment."""
    return lambda: Masked(piracy_env.GameEnv(game, players=players, opponents="uniform"))


def train(game: str, players: int | None, steps: int, seed: int) -> Evaluation:
    """Learn for so many decisions, and meet uniformly random players."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)  # small layers: more threads only wait for each other
    np.random.seed(seed)  # noqa: NPY002 - Tianshou explores with it
    envs = DummyVectorEnv([opened(game, players) for _ in range(8)])
    envs.seed(seed)
    env = opened(game, players)()
    network = Net(
        state_shape=env.observation_space["obs"].shape,
        action_shape=env.action_space.n,
        hidden_sizes=[128, 128],
    )
    policy = DiscreteQLearningPolicy(
        model=network,
        action_space=env.action_space,
        observation_space=env.observation_space,
        eps_training=0.1,
    )
    algorithm = DQN(
        policy=policy,
        optim=AdamOptimizerFactory(lr=1e-3),
        gamma=1.0,
        n_step_return_horizon=5,
        target_update_freq=500,
    )
    buffer = VectorReplayBuffer(total_size=50_000, buffer_num=8)
    collector = Collector(algorithm, envs, buffer, exploration_noise=True)
    collector.reset()
    algorithm.run_training(
        OffPolicyTrainerParams(
            training_collector=collector,
            max_epochs=1,
            epoch_num_steps=steps,
            collection_step_num_env_steps=64,
            update_step_num_gradient_steps_per_sample=0.125,
            batch_size=64,
            verbose=False,
        )
    )

    def play(observation: NDArray[np.float32], mask: NDArray[np.bool_]) -> Any:
        seen = Batch(obs=Batch(obs=observation, mask=mask.astype(np.int8)), info=Batch())
        with torch.no_grad():
            return policy(seen).act

    return piracy_env.evaluate(play, game, "uniform", deals=50, seed=seed, players=players)


def main() -> None:
    """Train as the command line says."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("game", nargs="?", default="mutiny")
    parser.add_argument("--players", type=int)
    parser.add_argument("--steps", type=int, default=100_000, help="decisions of the seat")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    result = train(args.game, args.players, args.steps, args.seed)
    print(f"against uniform: paid, wins {result}")


if __name__ == "__main__":
    main()
