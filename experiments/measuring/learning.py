"""Where the time goes while MaskablePPO learns: how much of it the environment takes."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from experiments.measuring.yardstick import UnavailableError


@dataclass(frozen=True)
class Learning:
    """One run of MaskablePPO on one game."""

    steps_per_second: float
    """Decisions of the learner, policy updates included."""
    outside: float
    """Share of the wall time spent in the `VecEnv`: steps, resets and masks."""


class Stopwatch:
    """Adds up the time spent in the functions it is put on."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def on(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """The same function, timed."""

        def timed(*args: Any, **kwargs: Any) -> Any:
            start = time.perf_counter()
            try:
                return function(*args, **kwargs)
            finally:
                self.seconds += time.perf_counter() - start

        return timed


def measure_learning(game: str, steps: int = 65_536, games: int = 128) -> Learning:
    """Let MaskablePPO play one seat against uniformly random opponents."""
    try:
        import torch
        from sb3_contrib import MaskablePPO

        from piracy_env.envs.sb3 import SeatVecEnv
    except ImportError as error:
        raise UnavailableError(f"needs piracy_env[sb3]: {error}") from None
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        env = SeatVecEnv(game, num_envs=games, opponents="uniform", seed=0)
        model = MaskablePPO(
            "MlpPolicy", env, n_steps=64, batch_size=1024, n_epochs=4, seed=0, device="cpu"
        )
        model.learn(64 * games)  # compiles, and fills torch's own caches
        watch = Stopwatch()
        for name in ("step_async", "step_wait", "reset", "env_method", "has_attr", "get_attr"):
            setattr(env, name, watch.on(getattr(env, name)))
        start = time.perf_counter()
        model.learn(steps)
        elapsed = time.perf_counter() - start
    finally:
        torch.set_num_threads(threads)
    return Learning(steps / elapsed, watch.seconds / elapsed)
