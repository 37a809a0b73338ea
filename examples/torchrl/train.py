"""TorchRL's PPO learns one seat of a batch of games, with masks.

    python examples/torchrl/train.py mutiny --players 4 --frames 200000

`single` is TorchRL's own `GymEnv` of one game, with the mask out of the info. `Games` is a batch,
stepped together in compiled code: TorchRL's wrapper of Gymnasium's batches would first take a step
without a mask, to see what the infos are like.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from tensordict import TensorDict, TensorDictBase
from tensordict.nn import TensorDictModule
from torch import nn
from torchrl.collectors import Collector
from torchrl.data import Binary, Bounded, Categorical, Composite, Unbounded
from torchrl.envs import ActionMask, EnvBase, GymEnv, TransformedEnv
from torchrl.envs.gym_like import default_info_dict_reader
from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

import piracy_env
from piracy_env import Evaluation, OneSeat
from piracy_env.registry import environment_name


def single(game: str, players: int | None) -> TransformedEnv:
    """One game, by its name: `rand_step` and `rollout` keep to the mask."""
    env = GymEnv(environment_name(game), players=players, categorical_action_encoding=True)
    mask = Composite(action_mask=Binary(env.action_spec.n, dtype=torch.int8))
    env.set_info_dict_reader(default_info_dict_reader(["action_mask"], spec=mask))
    return TransformedEnv(env, ActionMask())


class Games(EnvBase):  # type: ignore[misc] # untyped without its package
    """One seat of each game of a batch."""

    def __init__(self, game: str, count: int, **options: Any) -> None:
        super().__init__(batch_size=[count])
        self.table = OneSeat(game, count, **options)
        chosen = self.table.engine.game
        rows, floats, actions = (count,), chosen.observation.size, chosen.actions.size
        self.observation_spec = Composite(
            observation=Bounded(0.0, 1.0, (*rows, floats), dtype=torch.float32),
            action_mask=Binary(actions, (*rows, actions), dtype=torch.bool),
            shape=rows,
        )
        self.action_spec = Categorical(actions, rows, dtype=torch.int64)
        self.reward_spec = Unbounded((*rows, 1), dtype=torch.float32)

    def _reset(self, tensordict: TensorDictBase | None = None, **_: Any) -> TensorDictBase:
        wanted = None if tensordict is None else tensordict.get("_reset", None)
        chosen = None if wanted is None else np.flatnonzero(wanted.reshape(-1).numpy())
        self.table.reset(chosen=chosen)
        return self._seen()

    def _step(self, tensordict: TensorDictBase) -> TensorDictBase:
        result = self.table.step(tensordict["action"].numpy())
        following = self._seen()
        following["observation"][result.finished] = torch.from_numpy(result.final)
        # an empty mask is no distribution; nobody acts on the row of a game that is over
        following["action_mask"][result.finished] = True
        column = [*self.batch_size, 1]
        following["reward"] = torch.from_numpy(result.reward).float().reshape(column)
        following["terminated"] = torch.from_numpy(result.terminated).reshape(column)
        following["truncated"] = torch.from_numpy(result.truncated).reshape(column)
        following["done"] = following["terminated"] | following["truncated"]
        return following

    def _set_seed(self, seed: int | None) -> None:
        self.table.engine.seed(seed)

    def _seen(self) -> TensorDict:
        seen = {
            "observation": torch.from_numpy(self.table.observation.copy()),
            "action_mask": torch.from_numpy(self.table.action_mask.copy()),
        }
        return TensorDict(seen, batch_size=self.batch_size)


def networks(env: Games, width: int = 128) -> tuple[ProbabilisticActor, ValueOperator]:
    """A policy that never chooses what is illegal, and a value."""
    inputs, actions = env.observation_spec["observation"].shape[-1], env.action_spec.n

    def layers(outputs: int) -> nn.Sequential:
        return nn.Sequential(
            *(nn.Linear(inputs, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU()),
            nn.Linear(width, outputs),
        )

    policy = ProbabilisticActor(
        TensorDictModule(layers(actions), in_keys=["observation"], out_keys=["logits"]),
        in_keys={"logits": "logits", "mask": "action_mask"},
        distribution_class=MaskedCategorical,
        return_log_prob=True,
    )
    return policy, ValueOperator(layers(1), in_keys=["observation"])


def train(game: str, players: int | None, frames: int, seed: int) -> Evaluation:
    """Learn for so many decisions, and meet uniformly random players."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)  # small layers: more threads only wait for each other
    env = Games(game, 64, players=players, opponents="uniform", seed=seed)
    policy, value = networks(env)
    batch = min(2048, frames)
    collector = Collector(
        *(env, policy),
        frames_per_batch=batch,
        total_frames=frames,
        auto_register_policy_transforms=False,
    )
    advantage = GAE(gamma=1.0, lmbda=0.95, value_network=value)
    loss = ClipPPOLoss(policy, value, entropy_coeff=0.01, normalize_advantage=True)
    optimizer = torch.optim.Adam(loss.parameters(), lr=1e-3)
    for gathered in collector:
        with torch.no_grad():
            rows = advantage(gathered).reshape(-1)
        for _ in range(4):
            for part in torch.randperm(len(rows)).split(512):
                losses = loss(rows[part])
                optimizer.zero_grad()
                sum(value for name, value in losses.items() if name.startswith("loss_")).backward()
                nn.utils.clip_grad_norm_(loss.parameters(), 0.5)
                optimizer.step()
    collector.shutdown()

    def play(observation: NDArray[np.float32], mask: NDArray[np.bool_]) -> Any:
        seen = {"observation": torch.from_numpy(observation), "action_mask": torch.from_numpy(mask)}
        with torch.no_grad():
            odds = policy.get_dist(TensorDict(seen, batch_size=[len(mask)]))
        return odds.probs.argmax(dim=-1).numpy()

    return piracy_env.evaluate(play, game, "uniform", deals=50, seed=seed, players=players)


def main() -> None:
    """Train as the command line says."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("game", nargs="?", default="mutiny")
    parser.add_argument("--players", type=int)
    parser.add_argument("--frames", type=int, default=200_000, help="decisions of the seat")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    print(f"a game by GymEnv: {len(single(args.game, args.players).rollout(100_000))} decisions")
    result = train(args.game, args.players, args.frames, args.seed)
    print(f"against uniform: paid, wins {result}")


if __name__ == "__main__":
    main()
