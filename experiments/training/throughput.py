"""How much of training's pace the games cost: the same learner on a game, and on nothing at all.

    python -m experiments.training.throughput mutiny --players 4

The empty environment has the game's shapes and answers at once; both take turns in one run.
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from stable_baselines3.common.logger import Logger
from stable_baselines3.common.vec_env import VecEnv

from experiments.execution.command import command
from experiments.reporting import page
from piracy_agents.learning.ppo import Learner, PPOSettings
from piracy_env import registry
from piracy_env.cli import choices
from piracy_env.core.game import Game
from piracy_env.envs.sb3 import SeatVecEnv
from piracy_env.envs.spaces import action_space, observation_space

ROUNDS = 3
"""Times that each of the two is measured, one after the other."""
RESULTS = Path(__file__).parent.parent / "results" / "training_pace.md"


class Empty(VecEnv):  # type: ignore[misc] # untyped without its package
    """Has a game's shapes, and does nothing."""

    def __init__(self, game: Game, num_envs: int, legal: int) -> None:
        super().__init__(num_envs, observation_space(game), action_space(game))
        self._observation = np.zeros((num_envs, game.observation.size), np.float32)
        self._reward = np.zeros(num_envs, np.float32)
        self._done = np.zeros(num_envs, np.bool_)
        self._mask = np.zeros((num_envs, game.actions.size), np.bool_)
        self._mask[:, :legal] = True
        self._infos: list[dict[str, Any]] = [{} for _ in range(num_envs)]

    def reset(self) -> NDArray[np.float32]:
        """Nothing begins."""
        return self._observation

    def step_async(self, actions: Any) -> None:
        """Nothing is noted."""

    def step_wait(self) -> Any:
        """Nothing happens."""
        return self._observation, self._reward, self._done, self._infos

    def env_method(self, method_name: str, *_: Any, **__: Any) -> Any:
        """The masks, always the same."""
        return self._mask

    def has_attr(self, attr_name: str) -> bool:
        """Whether there are masks: there are."""
        return attr_name == "action_masks"

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """Nothing is known."""
        return [None] * self.num_envs

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Nothing is kept."""

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """As if episodes were recorded."""
        return [True] * self.num_envs

    def close(self) -> None:
        """Nothing is held open."""


@dataclass(frozen=True)
class Throughput:
    """Decisions a second, updates included, with each kind of opponents."""

    opponents: str
    game: float
    empty: float

    @property
    def ratio(self) -> float:
        """The game's pace as a part of what nothing at all would allow."""
        return self.game / self.empty


def measure(
    game: Game, players: int, opponents: str, settings: PPOSettings, updates: int
) -> Throughput:
    """Let both learn by turns, and take the best of the rounds of each."""
    seats = SeatVecEnv(
        game,
        settings.tables,
        players=players,
        opponents=opponents,
        reward=settings.reward,
        threads=settings.threads,
        seed=0,
    )
    legal = _legal_actions(seats)
    learners = [
        Learner(env, game, settings, seed=0) for env in (seats, Empty(game, settings.tables, legal))
    ]
    paces: list[list[float]] = [[], []]
    for learner in learners:
        learner.model.set_logger(Logger(None, []))
        learner.learn(1)  # compiles, and fills torch's own caches
    for _ in range(ROUNDS):
        for learner, speeds in zip(learners, paces, strict=True):
            start = time.perf_counter()
            learner.learn(updates)
            speeds.append(updates * learner.batch / (time.perf_counter() - start))
    return Throughput(opponents, max(paces[0]), max(paces[1]))


def _legal_actions(env: SeatVecEnv) -> int:
    """Legal actions of a decision in random play, on average."""
    env.reset()
    counts = []
    for _ in range(50):
        mask = env.action_masks()
        counts.append(mask.sum(1).mean())
        env.step(np.where(mask, np.random.default_rng(0).random(mask.shape), -1).argmax(1))
    return max(1, round(float(np.mean(counts))))


@command()
def main(arguments: list[str] | None = None) -> None:
    """Measure, print a table and put it on file."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("game", nargs="?", default="mutiny")
    parser.add_argument("--players", type=choices.count)
    parser.add_argument("--opponents", nargs="+", default=["uniform", "heuristic"])
    parser.add_argument("--updates", type=choices.count, default=4, help="updates of a round")
    parser.add_argument("--out", type=Path, default=RESULTS)
    args = parser.parse_args(arguments)
    game = registry.load(args.game)
    players = game.choose(args.players).players
    paces = [measure(game, players, name, PPOSettings(), args.updates) for name in args.opponents]
    args.out.parent.mkdir(parents=True, exist_ok=True)
    args.out.write_text(_page(game, players, paces), encoding="utf-8")
    print(args.out.read_text(encoding="utf-8"))


def _page(game: Game, players: int, paces: list[Throughput]) -> str:
    rows = [
        (f"{game.name}, {players} players, {pace.opponents}", page.number(pace.game),
         page.number(pace.empty), f"{pace.ratio:.2f}")
        for pace in paces
    ]  # fmt: skip
    head = ("opponents", "decisions/s", "of an empty environment", "ratio")
    settings = PPOSettings()
    return (
        "# What the games cost while a network learns\n\n"
        f"{page.heading('experiments.training.throughput', 'torch', 'stable-baselines3')}\n\n"
        "MaskablePPO with the settings of `agents/piracy_agents/learning/ppo.py` "
        f"({settings.tables} tables, "
        f"{settings.epochs} epochs, layers of {', '.join(map(str, settings.widths))}), "
        f"best of {ROUNDS} rounds each, by turns. The empty environment has the same shapes and "
        "does nothing.\n\n"
        f"{page.table(head, rows)}\n"
    )


if __name__ == "__main__":
    sys.exit(main())
