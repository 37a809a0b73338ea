"""Where the time goes while MaskablePPO learns: how much of it the environment takes."""

from __future__ import annotations

import time
from dataclasses import dataclass

from experiments.measuring.yardstick import UnavailableError


@dataclass(frozen=True)
class Learning:
    """One run of MaskablePPO on one game."""

    steps_per_second: float
    """Decisions of the learner, policy updates included."""
    outside: float
    """Share of the wall time spent in the `VecEnv`: steps, resets and masks."""


def measure_learning(game: str, steps: int = 65_536, games: int = 128) -> Learning:
    """Let MaskablePPO play one seat against uniformly random opponents."""
    try:
        import torch
        from sb3_contrib import MaskablePPO

        from experiments.measuring.timed import TimedVecEnv
        from piracy_env.envs.sb3 import SeatVecEnv
    except ImportError as error:
        raise UnavailableError(f"needs piracy_env[sb3]: {error}") from None
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        env = TimedVecEnv(SeatVecEnv(game, num_envs=games, opponents="uniform", seed=0))
        model = MaskablePPO(
            "MlpPolicy", env, n_steps=64, batch_size=1024, n_epochs=4, seed=0, device="cpu"
        )
        model.learn(64 * games)  # compiles, and fills torch's own caches
        before = env.seconds
        start = time.perf_counter()
        model.learn(steps)
        elapsed = time.perf_counter() - start
    finally:
        torch.set_num_threads(threads)
    return Learning(steps / elapsed, (env.seconds - before) / elapsed)
