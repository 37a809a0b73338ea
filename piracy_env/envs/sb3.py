"""A native VecEnv of Stable-Baselines3: one seat of each game of a batch."""

from __future__ import annotations

import time
import warnings
from collections.abc import Sequence
from copy import deepcopy
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from piracy_env.core.choosing import LARGEST_WORD, games_of, whole
from piracy_env.core.game import Game
from piracy_env.core.options import offering
from piracy_env.envs.options import warn_of
from piracy_env.envs.rendering import WIDTH, Display, kept
from piracy_env.envs.seat import OneSeat, Opponents, SeatStep
from piracy_env.envs.spaces import action_space, observation_space
from piracy_env.errors import MissingExtraError

try:
    from stable_baselines3.common.monitor import Monitor
    from stable_baselines3.common.vec_env import VecEnv
except ImportError:
    raise MissingExtraError(
        'this needs Stable-Baselines3: pip install "piracy_env[sb3]"', extra="sb3"
    ) from None

Indices = int | Sequence[int] | NDArray[Any] | None


class SeatVecEnv(VecEnv):  # type: ignore[misc] # untyped where its package is not installed
    """One seat of each game, for MaskablePPO and its kin.

    Opponents act inside, masks come as one array, and the statistics of finished episodes are in
    their infos, so that neither `ActionMasker` nor `VecMonitor` is needed.

    Args:
        game: A game or its name.
        num_envs: Number of games.
        seat: A seat's number, `rotate` (one seat further in each game), or `random`.
        opponents: A name, an agent, or a list of those, from the left of the seat on.
        render_mode: `rgb_array`, `ansi`, `svg` or `human`.
        perspective: Whose knowledge is rendered: `own`, a seat's number, or `all`.
        render_width: How many pixels `rgb_array` has across.
        options: Options of the engine and of the game, `seed` and `threads` among them.
    """

    def __init__(  # noqa: PLR0913 - each is a choice of the user's
        self,
        game: str | Game,
        num_envs: int = 1,
        *,
        seat: int | str = "rotate",
        opponents: Opponents | None = None,
        render_mode: str | None = None,
        perspective: str | int = "own",
        render_width: int = WIDTH,
        **options: Any,
    ) -> None:
        with offering(SeatVecEnv):
            settings = kept(options, shown=render_mode is not None)
            self.table = self._open(game, num_envs, seat=seat, opponents=opponents, **settings)
        self.game = self.table.engine.game
        self.render_mode = render_mode
        self._display = Display(render_mode, perspective, self.table.players, render_width)
        self._started = time.time()
        self._actions: Any = None
        self._returns = np.zeros(num_envs)
        self._lengths = np.zeros(num_envs, np.int64)
        super().__init__(num_envs, observation_space(self.game), action_space(self.game))

    def _open(self, game: str | Game, num_envs: int, **options: Any) -> OneSeat:
        """The seats to be played; a kind of their own, where others are derived from this."""
        return OneSeat(game, num_envs, **options)

    def reset(self) -> NDArray[np.float32]:
        """Begin all games anew; after `seed`, always the same ones."""
        for options in self._options:
            warn_of(options)
        seeded = self._seeds[0] is not None
        self.table.reset(self._seeds if seeded else None)
        self._reset_seeds()
        self._reset_options()
        self._returns[:] = 0
        self._lengths[:] = 0
        return self.table.observation.copy()

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        """The next `reset` begins with this seed in the first game, and its successors beyond."""
        highest = LARGEST_WORD - self.num_envs
        chosen = None if seed is None else whole("seed", seed, 0, highest)
        seeds: Sequence[int | None] = super().seed(chosen)
        return seeds

    def step_async(self, actions: ArrayLike) -> None:
        """Take note of the actions."""
        self._actions = actions

    def step_wait(
        self,
    ) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        """Apply them, and begin anew where a game ended."""
        actions, self._actions = self._actions, None
        result = self.table.step(actions)
        self._returns += result.reward
        self._lengths += 1
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for i, info in zip(result.finished, self._ends(result), strict=True):
            infos[i] = info
        self.table.reset(chosen=result.finished)
        self._returns[result.finished] = 0
        self._lengths[result.finished] = 0
        # the caller keeps the observation until the next step: it must not change under its hands
        return (
            self.table.observation.copy(),
            result.reward.astype(np.float32),
            result.terminated | result.truncated,
            infos,
        )

    def _ends(self, result: SeatStep) -> list[dict[str, Any]]:
        """Infos of the games that ended."""
        successes = self.table.engine.final_successes if result.finished.size else np.zeros(0)
        seconds = round(time.time() - self._started, 6)
        return [
            {
                "terminal_observation": observation,
                "TimeLimit.truncated": bool(result.truncated[i]),
                "episode": {
                    "r": float(self._returns[i]),
                    "l": int(self._lengths[i]),
                    "t": seconds,
                },
                "is_success": bool(successes[i, self.table.ego_seat[i]]),
                "rank": int(result.ends.ranks[k, 0]),
                "ranks": result.ends.ranks[k].tolist(),
                "payments": self._payments(i),
                **result.ends.info(k, place=0),
                "seat": int(self.table.ego_seat[i]),
                "opponents": self.table.seating[i].tolist(),
            }
            for k, (i, observation) in enumerate(zip(result.finished, result.final, strict=True))
        ]

    def _payments(self, i: int) -> list[float]:
        """What a finished game has paid in all, from the seat to the left."""
        paid: list[float] = self.table.engine.final_payments[i].tolist()
        own = int(self.table.ego_seat[i])
        return paid[own:] + paid[:own]

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions [n, A]."""
        return self.table.action_mask.copy()

    # --- what a VecEnv answers for its games ------------------------------------------------------

    def has_attr(self, attr_name: str) -> bool:
        """Whether the games have an attribute."""
        return hasattr(self, attr_name)

    def get_attr(self, attr_name: str, indices: Indices = None) -> list[Any]:
        """An attribute, the same for all games."""
        return [getattr(self, attr_name)] * len(self._games(indices))

    def set_attr(self, attr_name: str, value: Any, indices: Indices = None) -> None:
        """Set an attribute for all games together."""
        if len(self._games(indices)) != self.num_envs:
            raise ValueError(f"{attr_name} is the same for all games: leave out indices")
        setattr(self, attr_name, value)

    def env_method(
        self, method_name: str, *method_args: Any, indices: Indices = None, **method_kwargs: Any
    ) -> Any:
        """`action_masks` or `render` of some games; the masks come as one array."""
        games = self._games(indices)
        if isinstance(method_name, str) and method_name == "action_masks":
            return self.table.action_mask[games]
        if isinstance(method_name, str) and method_name == "render":
            return [self._show(i) for i in games]
        raise AttributeError(f"the games have no method {method_name!r}")

    def env_is_wrapped(self, wrapper_class: type[Any], indices: Indices = None) -> list[bool]:
        """Whether the games report what a wrapper would: `Monitor` they do."""
        return [wrapper_class is Monitor] * len(self._games(indices))

    def get_images(self) -> Sequence[Any]:
        """A picture of each game."""
        if self.render_mode != "rgb_array":
            warnings.warn("pictures are drawn with render_mode='rgb_array'", stacklevel=2)
            return [None] * self.num_envs
        return [self._show(i) for i in range(self.num_envs)]

    def _show(self, i: int) -> Any:
        return self._display.show(self.table.engine, i, int(self.table.ego_seat[i]))

    def _games(self, indices: Indices) -> NDArray[np.int64]:
        if indices is None:
            return np.arange(self.num_envs)
        chosen: Any = [indices] if isinstance(indices, (int, np.integer)) else indices
        return games_of(chosen, self.num_envs)

    def close(self) -> None:
        """Nothing is held open."""

    def __copy__(self) -> SeatVecEnv:
        return deepcopy(self)
