"""AgileRL's DQN learns one seat of a batch of games, with masks.

    python examples/agilerl/train.py mutiny --players 4 --steps 200000

AgileRL takes masks from `info["action_mask"]`, where the Gymnasium batch has them, so that its own
`train_off_policy` runs on `GameVectorEnv` too; the loop here is short enough to be changed.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
import torch
from agilerl.algorithms.dqn import DQN
from agilerl.components.data import Transition
from agilerl.components.replay_buffer import ReplayBuffer
from numpy.typing import NDArray

import piracy_env
from piracy_env import Evaluation, GameVectorEnv

GAMES, BATCH = 32, 256


def train(game: str, players: int | None, steps: int, seed: int) -> Evaluation:
    """Learn for so many decisions, and meet uniformly random players."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)  # small layers: more threads only wait for each other
    np.random.seed(seed)  # noqa: NPY002 - AgileRL explores with it
    env = GameVectorEnv(game, GAMES, players=players, opponents="uniform")
    agent = DQN(
        env.single_observation_space,
        env.single_action_space,
        net_config={
            "latent_dim": 64,
            "encoder_config": {"hidden_size": [128]},
            "head_config": {"hidden_size": [64]},
        },
        batch_size=BATCH,
        lr=1e-3,
        gamma=1.0,
        tau=0.01,
    )
    memory = ReplayBuffer(50_000)
    observation, info = env.reset(seed=seed)
    for step in range(max(1, steps // GAMES)):
        epsilon = max(0.05, 1 - 2 * step * GAMES / steps)
        action = agent.get_action(observation, epsilon, action_mask=info["action_mask"])
        following, reward, terminated, truncated, info = env.step(action)
        made = Transition(
            obs=observation,
            action=action,
            reward=reward,
            next_obs=following,
            done=terminated | truncated,
        ).to_tensordict()
        made.batch_size = [GAMES]
        memory.add(made)
        observation = following
        if len(memory) >= BATCH:
            agent.learn(memory.sample(BATCH))

    def play(observation: NDArray[np.float32], mask: NDArray[np.bool_]) -> Any:
        return agent.get_action(observation, 0.0, action_mask=mask.astype(np.int8))

    agent.set_training_mode(False)
    return piracy_env.evaluate(play, game, "uniform", deals=50, seed=seed, players=players)


def main() -> None:
    """Train as the command line says."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("game", nargs="?", default="mutiny")
    parser.add_argument("--players", type=int)
    parser.add_argument("--steps", type=int, default=200_000, help="decisions of the seat")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    result = train(args.game, args.players, args.steps, args.seed)
    print(f"against uniform: paid, wins {result}")


if __name__ == "__main__":
    main()
