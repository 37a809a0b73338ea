"""Tables at which every seat learns: a `VecEnv` that goes from decision to decision, whoever's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from stable_baselines3.common.vec_env import VecEnv

from piracy_agents.advice import EXCLUDED, Adviser
from piracy_env.core.control import ASK
from piracy_env.core.engine import Engine
from piracy_env.core.game import Game
from piracy_env.core.match import Listener
from piracy_env.core.view import Agent
from piracy_env.envs.opponents import find_agent, on_autopilot
from piracy_env.envs.spaces import action_space, observation_space
from piracy_env.errors import OptionError

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

_IN_VAIN = 100  # games without an open decision before there are taken to be none


class SelfPlayTables:
    """A batch of games that wait for the next decision of any seat.

    An adviser is asked before each; where it sees one way only, it plays. With mates one seat of
    each table decides, a further one in every game, and they sit in all others.
    """

    def __init__(
        self,
        game: Game,
        num_envs: int,
        adviser: Adviser | None = None,
        mates: Agent | None = None,
        **options: Any,
    ) -> None:
        self.engine = Engine(game, num_envs, auto_reset=False, **options)
        self.players = self.engine.options.players
        self.adviser = adviser
        self.mates = mates
        self._own = np.arange(num_envs) % self.players
        """[n] the seats that decide, where there are mates."""
        self._due = np.zeros((num_envs, self.players))
        """[n, P] what was paid before a game's first open decision: part of its first reward."""
        actions = game.actions.size if adviser else 0
        self.advice = np.zeros((num_envs, actions), np.float32)
        """[n, A] what the adviser thinks of each next decision; [n, 0] without one."""
        self._all = np.arange(num_envs)
        if mates is not None:
            (controller,), script = on_autopilot([mates], game)
            self._controllers = np.full(self.players, controller, np.int8)
            self._controllers[0] = ASK
            self.engine.take_seats(self._controllers_of(self._all), self._own, script)

    def _controllers_of(self, games: Ints) -> NDArray[np.int8]:
        """Who plays each seat of some games, counted from the one that decides."""
        return np.broadcast_to(self._controllers, (len(games), self.players))

    def reset(self, seed: int | Sequence[int] | None = None, chosen: Ints | None = None) -> None:
        """Begin new games, and go to their first open decisions."""
        if seed is not None:
            self.engine.seed(seed)
        games = self._all if chosen is None else chosen
        for _ in range(_IN_VAIN):
            if not games.size:
                return
            self._seat(games)
            self.engine.reset(chosen=games)
            self._due[games] = self._follow(games[~self.engine.over[games]])[games]
            games = games[self.engine.over[games]]
        raise OptionError(
            "no decision is left open to the learner: adviser_threshold is too low",
            option="adviser_threshold",
        )

    def step(self, actions: ArrayLike) -> Floats:
        """Apply a decision a game and go on to the next open ones; what is paid to whom [n, P]."""
        self.engine.step(actions)
        paid = self.engine.reward + self._due
        self._due[:] = 0.0
        return np.asarray(paid + self._follow(self._all[~self.engine.over]))

    def _seat(self, games: Ints) -> None:
        """Where there are mates, let a further seat decide in games that are about to begin."""
        if self.mates is not None:
            self._own[games] = (self._own[games] + 1) % self.players
            self.engine.assign_seats(self._controllers_of(games), self._own[games], games)

    def _follow(self, games: Ints) -> Floats:
        """Go on to the next open decisions: mates play, and an adviser that sees one way only."""
        engine = self.engine
        paid = np.zeros(engine.reward.shape)
        while games.size:
            games = self._with_mates(games, paid)
            if self.adviser is None or not games.size:
                break
            view = engine.view(games)
            self.advice[games] = advice = self.adviser.advise(view)
            is_open = (advice > EXCLUDED) & view.action_mask
            is_sure = is_open.sum(axis=1) == 1
            if not self.adviser.threshold or not is_sure.any():
                break
            games = games[is_sure]
            engine.step(is_open[is_sure].argmax(axis=1), games)
            paid[games] += engine.reward[games]
            games = games[~engine.over[games]]
        return paid

    def _with_mates(self, games: Ints, paid: Floats) -> Ints:
        """Let mates decide who are not compiled; the games that wait for the seat that learns."""
        engine = self.engine
        if self.mates is None:
            return games
        waiting = games
        while (waiting := waiting[engine.seat[waiting] != self._own[waiting]]).size:
            engine.step(self.mates.act(engine.view(waiting)), waiting)
            paid[waiting] += engine.reward[waiting]
            waiting = waiting[~engine.over[waiting]]
        return games[~engine.over[games]]

    def listen(self, listener: Listener | None) -> None:
        """Nobody is asked but the learner."""

    @property
    def over(self) -> NDArray[np.bool_]:
        """[n] games that ended and wait for a reset."""
        return self.engine.over

    @property
    def observation(self) -> NDArray[np.float32]:
        """[n, D] what the seats to move see, with the advice behind it."""
        return np.concatenate([self.engine.observation, self.advice], axis=1, dtype=np.float32)

    @property
    def action_mask(self) -> NDArray[np.bool_]:
        """[n, A] the legal actions; in the engine's memory."""
        return self.engine.action_mask

    @property
    def seat(self) -> NDArray[np.int8]:
        """[n] the seats to move; in the engine's memory."""
        return self.engine.seat


class AllSeatsVecEnv(VecEnv):  # type: ignore[misc] # untyped without its package
    """The tables for Stable-Baselines3; a step's rewards are those of all seats, [n, P].

    Args:
        game: The game.
        num_envs: Number of tables.
        adviser: Who is asked beforehand.
        sharing: How much of what a seat is paid goes into a purse that all seats share alike.
        mates: An agent by name that sits in all seats but one; nobody, if it is empty.
        options: Options of the engine and of the game.
    """

    def __init__(
        self,
        game: Game,
        num_envs: int,
        *,
        adviser: Adviser | None = None,
        sharing: float = 0.0,
        mates: str = "",
        **options: Any,
    ) -> None:
        self.sharing = sharing
        self.table = SelfPlayTables(
            game, num_envs, adviser, find_agent(mates, game) if mates else None, **options
        )
        self.adviser = adviser
        self.learners = self.table.players
        """Seats of a table that learn: all."""
        self.render_mode = None
        self._lengths = np.zeros(num_envs, np.int64)
        self._actions: Any = None
        space = observation_space(game)
        if adviser:
            width = game.observation.size + game.actions.size
            space = type(space)(-np.inf, np.inf, (width,), np.float32)
        super().__init__(num_envs, space, action_space(game))

    def reset(self) -> NDArray[np.float32]:
        """Begin all games anew."""
        self._lengths[:] = 0
        self.table.reset()
        return self.table.observation

    def step_async(self, actions: ArrayLike) -> None:
        """Take note of the actions."""
        self._actions = actions

    def step_wait(
        self,
    ) -> tuple[NDArray[np.float32], Floats, NDArray[np.bool_], list[dict[str, Any]]]:
        """Apply them, and begin anew where a game ended."""
        actions, self._actions = self._actions, None
        paid = self.table.step(actions)
        paid += self.sharing * (paid.mean(axis=1, keepdims=True) - paid)
        self._lengths += 1
        ended = self.table.over.copy()
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for i in np.flatnonzero(ended):
            infos[i] = {"episode": {"r": 0.0, "l": self._lengths[i] / self.table.players}}
        self._lengths[ended] = 0
        self.table.reset(chosen=np.flatnonzero(ended))
        return self.table.observation, paid, ended, infos

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions [n, A]."""
        return self.table.action_mask.copy()

    def seats(self) -> Ints:
        """Whose decision each game waits for [n]."""
        return self.table.seat.astype(np.int64)

    def kinds(self) -> Ints:
        """Of which kind each table is [n]: there is one."""
        return np.zeros(self.num_envs, np.int64)

    # --- what a VecEnv answers for its games ------------------------------------------------------

    def has_attr(self, attr_name: str) -> bool:
        """Whether the games have an attribute."""
        return hasattr(self, attr_name)

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """An attribute, the same for all games."""
        return [getattr(self, attr_name)] * self.num_envs

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Set an attribute for all games together."""
        setattr(self, attr_name, value)

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> Any:
        """`action_masks`, `seats` or `kinds`, as one array."""
        if method_name not in ("action_masks", "seats", "kinds"):
            raise AttributeError(f"the games have no method {method_name!r}")
        return getattr(self, method_name)()

    def env_is_wrapped(self, wrapper_class: type[Any], indices: Any = None) -> list[bool]:
        """Nothing is."""
        return [False] * self.num_envs

    def close(self) -> None:
        """Nothing is held open."""
