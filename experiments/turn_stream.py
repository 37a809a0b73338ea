"""What a learner makes of all seats' turns as one stream, beside one seat's own decisions.

    python -m experiments.turn_stream [GAME] [--players N] [--decisions N] [--seed N] [--out FILE]

PettingZoo's tutorial for Stable-Baselines3 wraps a turn-based environment as one of a single agent:
it acts for whoever is to move, is paid what that seat was paid, and sees the next seat's table.
MaskablePPO learns on that and on `SeatVecEnv`, with the same settings and as many decisions, and
both are put to the same deals. Needs the extra `sb3`.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import DummyVecEnv, VecEnv

import piracy_env
from experiments.execution.command import command
from experiments.reporting import page
from piracy_env import Evaluation, GameAEC, SeatVecEnv
from piracy_env.cli import choices
from piracy_env.cli.progress import announced

TABLES = 32
SETTINGS: dict[str, Any] = {
    "n_steps": 64,
    "batch_size": 512,
    "n_epochs": 4,
    "gamma": 1.0,
    "learning_rate": 1e-3,
    "ent_coef": 0.01,
    "device": "cpu",
}


class TurnStream(gymnasium.Env):  # type: ignore[misc] # untyped where its package is not installed
    """All seats as one agent, which is what the tutorial's wrapper makes of them."""

    def __init__(self, game: str, seed: int, **options: Any) -> None:
        self.table = GameAEC(game, mask_in="info", **options)
        self.observation_space = self.table.observation_space("player_0")
        self.action_space = self.table.action_space("player_0")
        self._seed: int | None = seed

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Begin a game: what the first seat sees."""
        self.table.reset(self._seed if seed is None else seed, options)
        self._seed = None
        return self._seen(), {}

    def step(self, action: int) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Act for the seat to move: what it was paid, and what the next one sees."""
        table, actor = self.table, self.table.agent_selection
        table.step(int(action))
        paid, over = table.rewards[actor], table.terminations[actor]
        return self._seen(), paid, over, table.truncations[actor], {}

    def action_masks(self) -> NDArray[np.bool_]:
        """What the seat to move may do."""
        mask = self.table.infos[self.table.agent_selection]["action_mask"]
        return np.asarray(mask, np.bool_)

    def _seen(self) -> NDArray[np.float32]:
        return np.asarray(self.table.observe(self.table.agent_selection))


def learners(game: str, seed: int, **options: Any) -> dict[str, VecEnv]:
    """The two ways to learn, by their names."""
    streams = [
        lambda number=number: TurnStream(game, seed + number, **options) for number in range(TABLES)
    ]
    return {
        "all seats in one stream": DummyVecEnv(streams),
        "one seat, `SeatVecEnv`": SeatVecEnv(game, TABLES, seed=seed, **options),
    }


def fares(
    env: VecEnv, game: str, decisions: int, deals: int, seed: int, **options: Any
) -> Evaluation:
    """How MaskablePPO fares among uniform players after so many decisions."""
    model = MaskablePPO("MlpPolicy", env, seed=seed, **SETTINGS)
    model.learn(decisions)
    return piracy_env.evaluate(model, game, "uniform", deals=deals, seed=seed, **options)


@command()
def main() -> None:
    """Learn in both ways, and write or print a table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game", nargs="?", default="mutiny")
    parser.add_argument("--players", type=choices.count)
    parser.add_argument("--decisions", type=choices.count, default=200_000)
    parser.add_argument("--deals", type=choices.count, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, help="write a page there, and where it comes from")
    args = parser.parse_args()
    rows = []
    with announced():
        for name, env in learners(args.game, args.seed, players=args.players).items():
            evaluation = fares(
                *(env, args.game, args.decisions, args.deals, args.seed), players=args.players
            )
            wins = f"{evaluation.share:.3f} [{evaluation.low:.3f}, {evaluation.high:.3f}]"
            rows.append([name, wins, str(evaluation.paid)])
    head = [f"after {args.decisions:,} decisions", "wins among uniform players", "paid a game"]
    page.write_or_show(
        page.table(head, rows), "One stream of all seats", "experiments.turn_stream", args.out
    )


if __name__ == "__main__":
    sys.exit(main())
