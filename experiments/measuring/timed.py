"""A `VecEnv` with a clock: how long a learner waits for its environment."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from stable_baselines3.common.vec_env import VecEnvWrapper
from stable_baselines3.common.vec_env.base_vec_env import VecEnvIndices


class TimedVecEnv(VecEnvWrapper):  # type: ignore[misc] # untyped without its package
    """Passes everything on, and adds up the seconds that steps, resets and questions take."""

    seconds = 0.0

    def step_async(self, actions: Any) -> None:
        """Take note of the actions."""
        self._timed(self.venv.step_async, actions)

    def step_wait(self) -> Any:
        """Apply them."""
        return self._timed(self.venv.step_wait)

    def reset(self) -> Any:
        """Begin all games anew."""
        return self._timed(self.venv.reset)

    def has_attr(self, attr_name: str) -> bool:
        """Whether the games have an attribute."""
        return bool(self._timed(self.venv.has_attr, attr_name))

    def get_attr(self, attr_name: str, indices: VecEnvIndices = None) -> list[Any]:
        """An attribute of some games."""
        return list(self._timed(self.venv.get_attr, attr_name, indices))

    def env_method(
        self, method_name: str, *args: Any, indices: VecEnvIndices = None, **kwargs: Any
    ) -> Any:
        """A method of some games: their masks, for one."""
        return self._timed(self.venv.env_method, method_name, *args, indices=indices, **kwargs)

    def _timed(self, call: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        start = time.perf_counter()
        try:
            return call(*args, **kwargs)
        finally:
            self.seconds += time.perf_counter() - start
