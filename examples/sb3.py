"""Stable-Baselines3: MaskablePPO learns one seat of many games, without a line of glue.

pip install torch==2.13.0 "piracy_env[sb3]"
python examples/sb3.py mutiny --players 4 --steps 200000
"""

from __future__ import annotations

import argparse

from sb3_contrib import MaskablePPO

import piracy_env
from piracy_env import Evaluation, SeatVecEnv


def train(game: str, players: int | None, opponents: str, steps: int, seed: int) -> Evaluation:
    """Learn for so many decisions, and meet the same opponents on new deals."""
    env = SeatVecEnv(game, num_envs=64, players=players, opponents=opponents, seed=seed)
    model = MaskablePPO(
        *("MlpPolicy", env),
        n_steps=32,
        batch_size=512,
        n_epochs=4,
        gamma=1.0,
        learning_rate=1e-3,
        ent_coef=0.01,
        device="cpu",
        seed=seed,
    )
    model.learn(steps)
    return piracy_env.evaluate(model, game, opponents, deals=50, seed=seed, players=players)


def main() -> None:
    """Train as the command line says."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("game", nargs="?", default="mutiny")
    parser.add_argument("--players", type=int)
    parser.add_argument("--opponents", default="uniform", help="uniform, heuristic, ppo, ...")
    parser.add_argument("--steps", type=int, default=200_000, help="decisions of the seat")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    result = train(args.game, args.players, args.opponents, args.steps, args.seed)
    print(f"against {args.opponents}: paid, wins {result}")


if __name__ == "__main__":
    main()
