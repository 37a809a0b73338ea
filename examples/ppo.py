"""PPO in one file: every seat is played by the network that learns. Needs torch and nothing else.

    pip install torch==2.13.0 piracy_env
    python examples/ppo.py mutiny --players 4 --seconds 90

Masked self-play on `piracy_env.vector`: a batch of games, one forward pass for all that wait, and
`piracy_env.Trajectories`, which gives each decision what its own seat was paid for it.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.distributions import Categorical

import piracy_env
from piracy_env import Decisions, Evaluation, PolicyStep, Step, Trajectories

CLIP, EPOCHS, MINIBATCH = 0.2, 3, 1024
ENTROPY, VALUE = 0.01, 0.5
"""What a bit of chance and an error of the value weigh beside the policy's advantage."""


class Network(nn.Module):  # type: ignore[misc] # torch is typed in part
    """A policy and a value on shared layers."""

    def __init__(self, inputs: int, actions: int, width: int) -> None:
        super().__init__()
        self.trunk = nn.Sequential(
            nn.Linear(inputs, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU()
        )
        self.policy = nn.Linear(width, actions)
        self.value = nn.Linear(width, 1)

    def forward(self, observation: Tensor, mask: Tensor) -> tuple[Categorical, Tensor]:
        """What is likely to be done, illegal actions never, and what the seat expects."""
        units = self.trunk(observation)
        scores = self.policy(units).masked_fill(~mask, -1e9)
        return Categorical(logits=scores, validate_args=False), self.value(units)[:, 0]


class Player:
    """The network as what `Trajectories` and `piracy_env.evaluate` ask."""

    def __init__(self, network: Network) -> None:
        self.network = network

    def choose(self, now: Step) -> PolicyStep:
        """Draw an action for each row that waits."""
        seen, mask = torch.from_numpy(now.observation), torch.from_numpy(now.action_mask)
        with torch.no_grad():
            odds, value = self.network(seen, mask)
            action = odds.sample()
            return PolicyStep(action, value, {"log_prob": odds.log_prob(action)})

    def __call__(self, observation: NDArray[np.float32], mask: NDArray[np.bool_]) -> Any:
        """The likeliest actions."""
        with torch.no_grad():
            odds, _ = self.network(torch.from_numpy(observation), torch.from_numpy(mask))
        return odds.logits.argmax(dim=1).numpy()


def learn(network: Network, optimizer: torch.optim.Optimizer, batch: Decisions) -> None:
    """Improve the network by the decisions of a batch."""
    seen, mask = torch.from_numpy(batch.observation), torch.from_numpy(batch.action_mask)
    action, before = torch.from_numpy(batch.action), torch.from_numpy(batch.more["log_prob"])
    advantage, target = torch.from_numpy(batch.advantage), torch.from_numpy(batch.target)
    advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
    for _ in range(EPOCHS):
        for rows in torch.randperm(len(action)).split(MINIBATCH):
            odds, value = network(seen[rows], mask[rows])
            ratio = (odds.log_prob(action[rows]) - before[rows]).exp()
            gain = torch.minimum(
                ratio * advantage[rows], ratio.clamp(1 - CLIP, 1 + CLIP) * advantage[rows]
            )
            error = (value - target[rows]).square()
            loss = VALUE * error.mean() - gain.mean() - ENTROPY * odds.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimizer.step()


def train(game: str, *, players: int | None, seconds: float, games: int, seed: int) -> Evaluation:
    """Learn for some seconds, and meet uniformly random players."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    vec = piracy_env.vector(game, games, players=players, seed=seed)
    network = Network(vec.game.observation.size, vec.game.actions.size, width=128)
    optimizer = torch.optim.Adam(network.parameters(), lr=1e-3, eps=1e-5)
    player = Player(network)
    trajectories = Trajectories(vec, gamma=1.0, gae_lambda=0.95)
    begun, decisions, shown = time.time(), 0, 0.0
    while (spent := time.time() - begun) < seconds or not decisions:
        for group in optimizer.param_groups:
            group["lr"] = 1e-3 * max(0.1, 1 - spent / max(seconds, 1.0))
        batch = trajectories.gather(player.choose, steps=32)
        learn(network, optimizer, batch)
        decisions += len(batch.action)
        if spent - shown >= 10:
            shown = spent
            print(f"{spent:4.0f} s  {decisions:9,} decisions", flush=True)
    return piracy_env.evaluate(player, game, "uniform", deals=100, seed=seed, players=players)


def main() -> None:
    """Train as the command line says."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("game", nargs="?", default="mutiny")
    parser.add_argument("--players", type=int)
    parser.add_argument("--seconds", type=float, default=90)
    parser.add_argument("--games", type=int, default=256, help="played at the same time")
    parser.add_argument("--seed", type=int, default=0)
    args = vars(parser.parse_args())
    result = train(args.pop("game"), **args)
    print(f"against uniform: paid, wins {result}")


if __name__ == "__main__":
    main()
