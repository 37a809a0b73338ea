"""Tables of several kinds as one `VecEnv`: a learner meets all of them in the same batch."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from stable_baselines3.common.vec_env import VecEnv

from piracy_env.core.match import Listener


class JoinedTables:
    """What is asked of all tables together, whatever they are."""

    def __init__(self, parts: Sequence[Any]) -> None:
        self._parts = parts

    @property
    def action_mask(self) -> NDArray[np.bool_]:
        """[n, A] the legal actions."""
        return np.concatenate([part.action_mask for part in self._parts])

    def listen(self, listener: Listener | None) -> None:
        """Let a function be told of the answers of opponents that are asked."""
        for part in self._parts:
            part.listen(listener)


class JoinedVecEnv(VecEnv):  # type: ignore[misc] # untyped without its package
    """Tables of several kinds, one kind behind the other.

    Args:
        parts: A `VecEnv` for each kind, all of one game and one class: `SeatVecEnv` and its heirs,
            or `AllSeatsVecEnv`.
    """

    def __init__(self, parts: Sequence[Any]) -> None:
        self.parts = tuple(parts)
        self.table = JoinedTables([part.table for part in self.parts])
        self.adviser = getattr(self.parts[0], "adviser", None)
        self.learners = max(getattr(part, "learners", 0) for part in self.parts)
        """In self-play the seats of a table, the most there are; else 0."""
        self.render_mode = None
        stops = np.cumsum([part.num_envs for part in self.parts])
        self._spans = [
            slice(int(stop) - part.num_envs, int(stop))
            for part, stop in zip(self.parts, stops, strict=True)
        ]
        first = self.parts[0]
        super().__init__(int(stops[-1]), first.observation_space, first.action_space)

    def reset(self) -> NDArray[np.float32]:
        """Begin all games anew."""
        return np.concatenate([part.reset() for part in self.parts])

    def step_async(self, actions: ArrayLike) -> None:
        """Take note of the actions."""
        chosen = np.asarray(actions)
        for part, span in zip(self.parts, self._spans, strict=True):
            part.step_async(chosen[span])

    def step_wait(
        self,
    ) -> tuple[NDArray[np.float32], NDArray[Any], NDArray[np.bool_], list[dict[str, Any]]]:
        """Apply them; where all seats learn, those that a table lacks are paid nothing."""
        seen, paid, ended, infos = zip(*(part.step_wait() for part in self.parts), strict=True)
        told = [info for part in infos for info in part]
        return np.concatenate(seen), _padded(paid), np.concatenate(ended), told

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions [n, A]."""
        return np.concatenate([part.action_masks() for part in self.parts])

    def seats(self) -> NDArray[np.int64]:
        """Whose decision each game waits for [n], where all seats learn."""
        return np.concatenate([part.seats() for part in self.parts])

    def kinds(self) -> NDArray[np.int64]:
        """Of which kind each table is [n], where all seats learn."""
        return np.repeat(np.arange(len(self.parts)), [part.num_envs for part in self.parts])

    # --- what a VecEnv answers for its games ------------------------------------------------------

    def has_attr(self, attr_name: str) -> bool:
        """Whether the games have an attribute."""
        return all(part.has_attr(attr_name) for part in self.parts)

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """An attribute of all games."""
        return [value for part in self.parts for value in part.get_attr(attr_name)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Set an attribute for all games together."""
        for part in self.parts:
            part.set_attr(attr_name, value)

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> Any:
        """`action_masks` or `seats`, as one array."""
        known: dict[str, Callable[[], Any]] = {
            "action_masks": self.action_masks,
            "seats": self.seats,
            "kinds": self.kinds,
        }
        if method_name not in known:
            raise AttributeError(f"the games have no method {method_name!r}")
        return known[method_name]()

    def env_is_wrapped(self, wrapper_class: type[Any], indices: Any = None) -> list[bool]:
        """Whether the games report what a wrapper would."""
        return [here for part in self.parts for here in part.env_is_wrapped(wrapper_class)]

    def close(self) -> None:
        """Nothing is held open."""


def _padded(paid: Sequence[NDArray[Any]]) -> NDArray[Any]:
    """Payments [n] or [n, P] of all parts, with noughts for seats that are not there."""
    if paid[0].ndim == 1:
        return np.concatenate(paid)
    most = max(part.shape[1] for part in paid)
    return np.concatenate([np.pad(part, ((0, 0), (0, most - part.shape[1]))) for part in paid])
