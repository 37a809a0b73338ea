"""What is true of every batch of games: its memory, its wiring to compiled code, its copies."""

from __future__ import annotations

import itertools
import secrets
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from piracy_env.core.binding import loops_of
from piracy_env.core.choosing import (
    LARGEST_WORD,
    games_of,
    keys_of,
    numbers_of,
    reward_of,
    whole,
)
from piracy_env.core.game import RUNNING, Game
from piracy_env.core.memory import bytes_of, rows_of
from piracy_env.core.plan import PLAN, UNIFORM, fresh_desks
from piracy_env.core.script import NO_SCRIPT, Script
from piracy_env.core.soundness import Soundness
from piracy_env.core.step import Step
from piracy_env.core.tables import Tables
from piracy_env.errors import OptionError, OrderError

TableSource = str | Path | dict[str, Any] | Tables | None

Ints = NDArray[np.int64]


@cache
def _shipped(game: Game) -> Tables:
    """The tables that a game comes with; nobody can write to them, so they are read once."""
    return game.tables.load()


class Batch:
    """A batch of games of one kind and one set of options: set up, copied and pickled."""

    def __init__(  # noqa: PLR0913 - each is a choice of the user's
        self,
        game: Game,
        num_envs: int = 1,
        *,
        players: int | None = None,
        seed: int | None = None,
        reward: str = "rank",
        tables: TableSource | Sequence[TableSource] = None,
        threads: int = 1,
        skip_forced: bool = False,
        auto_reset: bool = True,
        max_moves: int | None = None,
        record: bool = False,
        preset: str | None = None,
        **options: object,
    ) -> None:
        self.game = game
        self.options = game.choose(players, preset, **options)
        self.num_envs = whole("num_envs", num_envs, 1, 10_000_000)
        self.threads = whole("threads", threads, 1, 1024)
        self.reward_mode = reward_of(game, reward)
        self.auto_reset = bool(auto_reset)
        self.skip_forced = bool(skip_forced)
        longest = game.longest(self.options)
        self.max_moves = (
            longest if max_moves is None else whole("max_moves", max_moves, 1, 2**31 - 1)
        )
        self.tables = self._load_tables(tables)
        self._allocate(min(self.max_moves, longest) if record else 0)
        self.seed(seed)

    # --- set-up -----------------------------------------------------------------------------------

    def _load_tables(self, source: TableSource | Sequence[TableSource]) -> list[Tables]:
        if isinstance(source, str) or not isinstance(source, Sequence):
            return [_shipped(self.game) if source is None else self.game.tables.load(source)]
        if len(source) != self.num_envs:
            raise OptionError(
                f"tables: one, or one for each of {self.num_envs} games, not {len(source)}",
                option="tables",
            )
        return [self.game.tables.load(one) for one in source]

    def _allocate(self, recorded: int) -> None:
        n, p = self.num_envs, self.options.players
        self._table_records = np.concatenate([tables.record for tables in self.tables])
        self._blank = bytes_of(self.game.blank(self.options))
        self._states = np.zeros(n, self.game.dtype)
        self._finals = np.zeros(n, self.game.dtype)
        self._edited: dict[int, tuple[int, bytes]] = {}
        self._draws: dict[int, int] = {}
        self._history = np.zeros((n, recorded), np.int16)
        self.desks = fresh_desks(n)
        self.observation = np.zeros((n, self.game.observation.size), np.float32)
        self.final_observation = np.zeros((0, self.game.observation.size), np.float32)
        """[n, D] what the learner saw at the end of its last game; filled after `take_seats`."""
        self.action_mask = np.zeros((n, self.game.actions.size), np.bool_)
        self.seat = np.zeros(n, np.int8)
        self.reward = np.zeros((n, p), np.float32)
        self.terminated = np.zeros(n, np.bool_)
        self.truncated = np.zeros(n, np.bool_)
        self._actions = np.zeros(n, np.int64)
        self._all = np.arange(n)
        self._script = NO_SCRIPT
        self._wire()

    def _wire(self) -> None:
        """Set up what is neither copied nor pickled: loops, byte views, worker threads."""
        self._loops = loops_of(self.game, self._script.weigh)
        self._soundness = Soundness(
            self.game, self.options, self.tables, self.max_moves, self._loops
        )
        self._raw = bytes_of(self._states)
        self._raw_finals = bytes_of(self._finals)
        self._mask_rows = rows_of(self.action_mask)
        self._pool = ThreadPoolExecutor(self.threads - 1) if self.threads > 1 else None
        self._plan = np.zeros(1, PLAN)
        self._plan["limit"] = self.max_moves
        self._plan["reward"] = self.game.reward_modes.index(self.reward_mode)
        self._plan["scale"] = self.game.score_scale
        self._plan["skip_forced"] = self.skip_forced
        self._plan["auto_reset"] = self.auto_reset
        scripted = self.num_envs if self._script is not NO_SCRIPT else 0
        worlds = np.zeros(scripted, self.game.dtype)
        opinions = np.zeros((scripted, self.game.actions.size), np.float32)
        self._given = (
            *(self._states, self._raw, self._blank, self._table_records, self.desks),
            *(self._script.weights, worlds, bytes_of(worlds), rows_of(opinions)),
        )
        self._filled = (
            self._history,
            self._raw_finals,
            rows_of(self.observation),
            rows_of(self.final_observation),
            self._mask_rows,
            self.seat,
            self.reward,
            self.terminated,
            self.truncated,
            self._plan,
        )
        self.result = Step(
            self.observation,
            self.action_mask,
            self.seat,
            self.reward,
            self.terminated,
            self.truncated,
        )

    def __getstate__(self) -> dict[str, Any]:
        left_out = {"_loops", "_raw", "_raw_finals", "_mask_rows", "_pool", "_plan", "_given"}
        left_out |= {"_filled", "result", "_soundness"}
        return {name: value for name, value in self.__dict__.items() if name not in left_out}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._wire()

    def take_seats(
        self, pilot: ArrayLike, learner: ArrayLike = 0, script: Script = NO_SCRIPT
    ) -> None:
        """Make this the view of one seat a game; `pilot` says who plays the others.

        Seats are counted from the learner. Pilots are those of `plan`, scripted ones play by the
        script. From then on `final_observation` keeps what the learner saw at the end of each
        game. Its next game is begun by `reset`: one that began by itself might end before the
        learner moves, and be lost.
        """
        if self.auto_reset:
            raise OptionError("the view of one seat needs an engine with auto_reset=False")
        known = UNIFORM if script is NO_SCRIPT else UNIFORM + len(script.weights)
        pilots = numbers_of("pilots", pilot, self.pilot.shape, known)
        most = self.options.players - 1
        self.learner[:] = numbers_of("learners", learner, self.learner.shape, most)
        self.pilot[:] = pilots
        self._script = script
        self.final_observation = np.zeros_like(self.observation)
        self._wire()

    @property
    def learner(self) -> NDArray[np.int8]:
        """[n] the seat whose view this is, where other seats are on autopilot; may be written."""
        return self.desks["learner"]

    @property
    def pilot(self) -> NDArray[np.int8]:
        """[n, P] who plays each seat, counted from the learner (see `plan`); may be written."""
        return self.desks["pilot"][:, : self.options.players]

    # --- streams ----------------------------------------------------------------------------------

    def seed(
        self, seed: int | Sequence[int] | NDArray[Any] | None, chosen: ArrayLike | None = None
    ) -> None:
        """Give each game its stream: from one seed, a seed a game, or the system's entropy."""
        games = self._all if chosen is None else self._choose(chosen, dealt=False)
        seed = secrets.randbits(63) if seed is None else seed
        if np.isscalar(seed):
            words = self.keys(whole("seed", seed, 0, LARGEST_WORD), 0, self.num_envs)[games]
        else:
            words = keys_of(seed, games, "seed")
        self.desks["seed"][games] = words
        self.desks["dice"][games] = self.desks["seed"][games] ^ np.uint64(0xD1CE)
        self.desks["episode"][games] = -1

    def keys(self, seed: int, first: int, count: int) -> NDArray[np.uint64]:
        """Keys for `worlds` and `playouts`: numbers `first` and on of the stream under a seed."""
        words = np.empty(whole("count", count, 0, LARGEST_WORD >> 1), np.uint64)
        start = whole("first", first, 0, LARGEST_WORD >> 1)
        self._loops.derive_words(np.uint64(whole("seed", seed, 0, LARGEST_WORD)), start, words)
        return words

    # --- copies -----------------------------------------------------------------------------------

    def clone(self) -> Self:
        """An independent copy that goes on exactly as this one would."""
        copy = type(self).__new__(type(self))
        copy.__setstate__(
            {
                name: value.copy() if isinstance(value, (np.ndarray, dict)) else value
                for name, value in self.__getstate__().items()
            }
        )
        return copy

    def __copy__(self) -> Self:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.clone()

    # --- compiled code ----------------------------------------------------------------------------

    def _drive(
        self, task: int, games: Ints, actions: Ints, rounds: int = 1, observe: bool = True
    ) -> None:
        self._plan["task"] = task
        self._plan["rounds"] = rounds
        self._plan["observe"] = observe
        if self._pool is None:
            self._loops.drive(*self._given, games, actions, *self._filled)
            return
        self._spread(
            len(games),
            lambda part: self._loops.drive(*self._given, games[part], actions[part], *self._filled),
        )

    def _spread(self, count: int, work: Any) -> None:
        """Cut a batch into one part a thread; this thread takes the last one."""
        if self._pool is None or count < 2 * self.threads:
            work(slice(0, count))
            return
        edges = [count * part // self.threads for part in range(self.threads + 1)]
        parts = [slice(a, b) for a, b in itertools.pairwise(edges)]
        others = [self._pool.submit(work, part) for part in parts[:-1]]
        work(parts[-1])
        for other in others:
            other.result()

    # --- checks -----------------------------------------------------------------------------------

    def _require_running(self, games: Ints) -> None:
        self._require_dealt(games)
        for i in games[self._states["over"][games] != RUNNING]:
            raise OrderError(f"game {i} is over: call reset() before the next step", index=int(i))

    def _require_dealt(self, games: Ints) -> None:
        for i in games[self.desks["episode"][games] < 0]:
            raise OrderError(f"game {i} has not begun: call reset() first", index=int(i))

    def _choose(self, chosen: ArrayLike, once: bool = False, dealt: bool = True) -> Ints:
        games = games_of(chosen, self.num_envs, once)
        if dealt:
            self._require_dealt(games)
        return games

    def _index(self, i: int) -> int:
        i = whole("the number of a game", i, 0, self.num_envs - 1)
        self._require_dealt(np.array([i]))
        return i
