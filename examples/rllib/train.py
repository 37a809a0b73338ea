"""RLlib's PPO learns one seat of a game, with masks, through the PettingZoo environment.

    python examples/rllib/train.py mutiny --players 4 --iterations 20

The seat changes from game to game; uniformly random players take the others. An illegal action
would raise an error and end the run: a run that ends well has played by the rules throughout.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
import ray
import torch
from numpy.typing import NDArray
from ray.rllib.algorithms.ppo import PPO, PPOConfig
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module import MultiRLModuleSpec, RLModule, RLModuleSpec
from ray.rllib.core.rl_module.apis import ValueFunctionAPI
from ray.rllib.core.rl_module.torch import TorchRLModule
from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv
from ray.rllib.utils.torch_utils import FLOAT_MIN
from ray.tune.registry import register_env
from torch import nn

import piracy_env
from piracy_env import Evaluation

LEARNER, UNIFORM = "learner", "uniform"


class Masked(TorchRLModule, ValueFunctionAPI):  # type: ignore[misc] # RLlib is untyped
    """A policy and a value on shared layers; what is illegal gets no probability."""

    def setup(self) -> None:
        """Build the layers."""
        inputs = self.observation_space["observation"].shape[0]
        width = self.model_config["width"]
        self.trunk = nn.Sequential(
            nn.Linear(inputs, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU()
        )
        self.policy = nn.Linear(width, self.action_space.n)
        self.value = nn.Linear(width, 1)

    def _forward(self, batch: dict[str, Any], **_: Any) -> dict[str, Any]:
        seen = batch[Columns.OBS]
        units = self.trunk(seen["observation"])
        scores = self.policy(units).masked_fill(seen["action_mask"] == 0, FLOAT_MIN)
        return {Columns.ACTION_DIST_INPUTS: scores, Columns.EMBEDDINGS: units}

    def compute_values(self, batch: dict[str, Any], embeddings: Any = None) -> Any:
        """What the seat may expect to be paid."""
        if embeddings is None:
            embeddings = self.trunk(batch[Columns.OBS]["observation"])
        return self.value(embeddings).squeeze(-1)


class Uniform(RLModule):  # type: ignore[misc]
    """Draws among the legal actions, and has nothing to learn."""

    def _forward(self, batch: dict[str, Any], **_: Any) -> dict[str, Any]:
        mask = batch[Columns.OBS]["action_mask"]
        lots = torch.rand(mask.shape) * mask
        return {Columns.ACTIONS: lots.argmax(dim=-1)}


def configure(game: str, players: int, reward: str | None, runners: int, seed: int) -> PPOConfig:
    """PPO for a game; `runners` are processes that play."""
    register_env(
        game, lambda _: PettingZooEnv(piracy_env.env(game, players=players, reward=reward))
    )

    def plays(agent: str, episode: Any, **_: Any) -> str:
        """The learner's seat follows from the game."""
        seat = int(agent.removeprefix("player_"))
        return LEARNER if seat == hash(episode.id_) % players else UNIFORM

    modules = {
        LEARNER: RLModuleSpec(module_class=Masked, model_config={"width": 256}),
        UNIFORM: RLModuleSpec(module_class=Uniform),
    }
    return (
        PPOConfig()
        .environment(game, disable_env_checking=True)  # the check plays without masks
        .env_runners(num_env_runners=runners, batch_mode="complete_episodes")
        .multi_agent(policies=set(modules), policy_mapping_fn=plays, policies_to_train=[LEARNER])
        .rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs=modules))
        .training(
            train_batch_size_per_learner=8192,
            minibatch_size=512,
            num_epochs=8,
            lr=1e-3,
            gamma=1.0,
            entropy_coeff=0.005,
            use_kl_loss=False,
            vf_clip_param=1.0,
        )
        .debugging(seed=seed, log_level="ERROR")
    )


def train(algorithm: PPO, iterations: int) -> list[float]:
    """What the learner is paid a game, in each iteration: 0 is par among rivals."""
    paid = []
    for number in range(1, iterations + 1):
        results = algorithm.train()["env_runners"]
        paid.append(float(results["module_episode_returns_mean"][LEARNER]))
        games = int(results["num_episodes_lifetime"])
        print(f"iteration {number:3}  {games:6,} games  paid {paid[-1]:+.3f}", flush=True)
    return paid


def meet(algorithm: PPO, game: str, players: int, reward: str | None, seed: int) -> Evaluation:
    """Let the network that was learnt meet uniformly random players on new deals."""
    module = algorithm.get_module(LEARNER)

    def play(observation: NDArray[np.float32], mask: NDArray[np.bool_]) -> Any:
        """The likeliest actions."""
        seen = {"observation": observation, "action_mask": mask}
        batch = {Columns.OBS: {name: torch.from_numpy(array) for name, array in seen.items()}}
        with torch.no_grad():
            return module.forward_inference(batch)[Columns.ACTION_DIST_INPUTS].argmax(dim=1).numpy()

    return piracy_env.evaluate(
        play, game, "uniform", deals=50, seed=seed, players=players, reward=reward
    )


def main() -> None:
    """Train as the command line says."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    names = ", ".join(piracy_env.list_games())
    parser.add_argument("game", nargs="?", default="mutiny", help=names)
    parser.add_argument("--players", type=int, help="the game's usual number, if left out")
    parser.add_argument("--reward", help="reward mode: win, ...; else the game's default")
    parser.add_argument("--iterations", type=int, default=20)
    parser.add_argument("--runners", type=int, default=1, help="processes that play")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    players = args.players or piracy_env.load(args.game).default_seats
    plan = configure(args.game, players, args.reward, args.runners, args.seed)
    algorithm = plan.build_algo()
    paid = train(algorithm, args.iterations)
    print(f"from {paid[0]:+.3f} to {paid[-1]:+.3f} a game")
    met = meet(algorithm, args.game, players, args.reward, args.seed)
    print(f"against uniform: paid, wins {met}")
    algorithm.stop()
    ray.shutdown()


if __name__ == "__main__":
    main()
