"""What is true of every batch of games: its memory, its wiring to compiled code, its copies."""

from __future__ import annotations

import itertools
import os
import secrets
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from functools import wraps
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, Self, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from piracy_env.core import loops
from piracy_env.core.binding import PLAY, SCRIPTED, kernels_of
from piracy_env.core.choosing import (
    LARGEST_WORD,
    flag,
    games_of,
    keys_of,
    numbers_of,
    whole,
)
from piracy_env.core.control import CONTROL, RANDOM_ROLLOUT, UNIFORM, fresh_slots
from piracy_env.core.game import RUNNING, Game
from piracy_env.core.history import WINDOW, Histories
from piracy_env.core.memory import bytes_of, owned, shown
from piracy_env.core.options import offering
from piracy_env.core.outcome import ACCOUNT, NO_REASON, reason_names, successes
from piracy_env.core.rewards import mode_of, tell_to_pay, total_bounds
from piracy_env.core.script import NO_SCRIPT, Script, script_of
from piracy_env.core.soundness import Soundness
from piracy_env.core.step import Step
from piracy_env.core.tables import Tables
from piracy_env.errors import OptionError, OrderError

TableSource = str | Path | dict[str, Any] | Tables | None

Ints = NDArray[np.int64]

MOST_KEYS = 1 << 28
"""Keys that are drawn at once."""
IN_USE = "another thread is at work in this environment: use one environment a thread, or a lock"

B = TypeVar("B", bound="Batch")
P = ParamSpec("P")
R = TypeVar("R")


def alone(
    method: Callable[Concatenate[B, P], R],
) -> Callable[Concatenate[B, P], R]:
    """Let no two threads at once into the methods of a batch: compiled code trusts its memory."""

    @wraps(method)
    def guarded(batch: B, /, *args: P.args, **kwargs: P.kwargs) -> R:
        batch.enter()
        try:
            return method(batch, *args, **kwargs)
        finally:
            batch.leave()

    return guarded


class Batch:
    """A batch of games of one kind and one set of options: set up, copied and pickled."""

    states: np.recarray[Any, Any]
    """The true states [n], read-only: for the trainer, never for an agent."""
    finals: np.recarray[Any, Any]
    """The last finished state of each game, kept when the next game has begun."""

    def __init__(  # noqa: PLR0913 - each is a choice of the user's
        self,
        game: Game,
        num_envs: int = 1,
        *,
        players: int | None = None,
        seed: int | None = None,
        reward: str | None = None,
        tables: TableSource | Sequence[TableSource] = None,
        threads: int = 1,
        skip_forced: bool = False,
        auto_reset: bool = True,
        max_moves: int | None = None,
        record: bool = False,
        preset: str | None = None,
        **options: object,
    ) -> None:
        if not isinstance(game, Game):
            raise OptionError(f"game must be a Game, as piracy_env.load gives it, not {game!r}")
        self.game = game
        with offering(Batch):
            self.options = game.choose(players, preset, **options)
        self.num_envs = whole("num_envs", num_envs, 1, 10_000_000)
        self.threads = whole("threads", threads, 1, 1024)
        self.reward_mode = mode_of(game, reward, self.options.players).name
        self.auto_reset = flag("auto_reset", auto_reset)
        self.skip_forced = flag("skip_forced", skip_forced)
        kept = flag("record", record)
        longest = game.longest(self.options)
        self.max_moves = (
            longest if max_moves is None else whole("max_moves", max_moves, 1, 2**31 - 1)
        )
        self.tables = self._load_tables(tables)
        for trouble in self._troubles():
            raise OptionError(f"{game.name}: {trouble}", game=game.name)
        self._allocate(min(self.max_moves, WINDOW) if kept else 0)
        self.seed(seed)

    # --- set-up -----------------------------------------------------------------------------------

    def _load_tables(self, source: TableSource | Sequence[TableSource]) -> list[Tables]:
        if isinstance(source, (str, bytes)) or not isinstance(source, Sequence):
            return [self.game.tables.load(source)]
        if len(source) != self.num_envs:
            raise OptionError(
                f"tables: one, or one for each of {self.num_envs} games, not {len(source)}",
                option="tables",
            )
        return [self.game.tables.load(tables) for tables in source]

    def _troubles(self) -> Iterator[str]:
        """Why the options do not go together with the tables."""
        if unfit := self.game.unfit:
            yield from filter(None, (unfit(self.options, tables) for tables in self.tables))

    def _allocate(self, recorded: int) -> None:
        n, p = self.num_envs, self.options.players
        self._version = 0
        self._edition = np.zeros(n, np.int64)
        self._table_records = np.concatenate([tables.record for tables in self.tables])
        self._blank = bytes_of(self.game.blank(self.options))
        self._states = np.zeros(n, self.game.dtype)
        self._finals = np.zeros(n, self.game.dtype)
        self._edited: dict[int, tuple[int, bytes]] = {}
        self._draws: dict[int, int] = {}
        self._history = np.zeros((n, recorded), np.int16)
        self._histories = Histories()
        self._slots = fresh_slots(n)
        self.observation = np.zeros((n, self.game.observation.size), np.float32)
        self._ego_finals = np.zeros((0, self.game.observation.size), np.float32)
        self.action_mask = np.zeros((n, self.game.actions.size), np.bool_)
        self._legal = np.zeros_like(self.action_mask)
        self.seat = np.zeros(n, np.int8)
        self.reward = np.zeros((n, p), np.float32)
        self._accounts = np.zeros(n, ACCOUNT)
        self._accounts["outcome"]["team"] = np.nan
        self._accounts["outcome"]["reason"] = NO_REASON
        self.terminated = np.zeros(n, np.bool_)
        self.truncated = np.zeros(n, np.bool_)
        self._actions = np.zeros(n, np.int64)
        self._all = np.arange(n)
        self._script = NO_SCRIPT
        self._settle()
        self._wire()

    def _wire(self) -> None:
        """Set up what is neither copied nor pickled: kernels, views, what loops are told."""
        scripted = self._script is not NO_SCRIPT
        self._kernels = kernels_of(self.game, self._script)
        self._bound = self._kernels.ready(SCRIPTED if scripted else PLAY)
        self._soundness = Soundness(
            self.game, self.options, self.tables, self.max_moves, self._bound
        )
        self._raw = bytes_of(self._states)
        self._raw_tables = bytes_of(self._table_records)
        self._over = self._states["over"]
        self._mask = self._legal.view(np.uint8)
        self._plans = [self._plan_of(task) for task in range(RANDOM_ROLLOUT + 1)]
        self._fill_frame(self.num_envs if scripted else 0)
        self.states = shown(self._states).view(np.recarray)
        self.finals = shown(self._finals).view(np.recarray)
        self.slots = shown(self._slots)
        self.result = Step(
            self.observation,
            self.action_mask,
            self.seat,
            self.reward,
            self.terminated,
            self.truncated,
        )

    def _fill_frame(self, imagined: int) -> None:
        """Tell loops where everything lies, and scripted seats where to imagine their worlds."""
        self._worlds = np.zeros((imagined, self.game.dtype.itemsize), np.uint8)
        self._opinions = np.zeros((imagined, self.game.actions.size), np.float32)
        self._weights = bytes_of(self._script.weights).copy()
        self._buffers = loops.BUFFERS.of(
            states=self._raw,
            blank=self._blank,
            tables=self._raw_tables,
            slots=self._slots,
            weights=self._weights,
            worlds=self._worlds,
            opinions=self._opinions,
            history=self._history,
            finals=bytes_of(self._finals),
            observation=self.observation,
            final_observation=self._ego_finals,
            mask=self._mask,
            shown_mask=self.action_mask.view(np.uint8),
            seat=self.seat,
            reward=self.reward,
            accounts=self._accounts,
            terminated=self.terminated,
            truncated=self.truncated,
        )

    def _plan_of(self, task: int, rounds: int = 1, observe: bool = True) -> NDArray[Any]:
        """What compiled code is told to do first with each game, and how to go on."""
        control = np.zeros(1, CONTROL)
        control["task"], control["rounds"], control["observe"] = task, rounds, observe
        control["limit"] = self.max_moves
        tell_to_pay(control, self.game, self.reward_mode, self.options)
        control["skip_forced"] = self.skip_forced
        control["auto_reset"] = self.auto_reset
        return control

    @alone
    def take_seats(
        self, controller: ArrayLike, ego_seat: ArrayLike = 0, script: Script = NO_SCRIPT
    ) -> None:
        """Make this the view of one seat a game; `controller` says who plays the others.

        Seats are counted from the ego seat. Controllers are those of `control`, scripted ones
        play by the script. From then on `final_observation` keeps what the ego seat saw at the end
        of each game. Its next game is begun by `reset`: one that began by itself might end before
        the ego seat moves, and be lost.
        """
        if self.auto_reset:
            raise OptionError("the view of one seat needs an engine with auto_reset=False")
        script = script_of(script)
        known = UNIFORM if script is NO_SCRIPT else UNIFORM + len(script.weights)
        self._assign(controller, ego_seat, self._all, known)
        self._script = script
        self._ego_finals = np.zeros_like(self.observation)
        self._wire()

    @alone
    def assign_seats(
        self,
        controller: ArrayLike,
        ego_seat: ArrayLike | None = None,
        chosen: ArrayLike | None = None,
    ) -> None:
        """Say who plays the seats of some games from now on, as `take_seats` did for all."""
        games = self._all if chosen is None else self._choose(chosen, once=True, dealt=False)
        scripts = 0 if self._script is NO_SCRIPT else len(self._script.weights)
        self._assign(
            controller,
            self._slots["ego_seat"][games] if ego_seat is None else ego_seat,
            games,
            UNIFORM + scripts,
        )

    def _assign(self, controller: ArrayLike, ego_seat: ArrayLike, games: Ints, known: int) -> None:
        players = self.options.players
        controllers = numbers_of("controllers", controller, (len(games), players), known)
        ego_seats = numbers_of("ego seats", ego_seat, (len(games),), players - 1)
        self._slots["controller"][games, :players] = controllers
        self._slots["ego_seat"][games] = ego_seats

    @property
    def ego_seat(self) -> NDArray[np.int8]:
        """[n] the seat whose view this is, where other seats are on autopilot."""
        return self.slots["ego_seat"]

    @property
    def controller(self) -> NDArray[np.int8]:
        """[n, P] who plays each seat, counted from the ego seat (see `control`)."""
        return self.slots["controller"][:, : self.options.players]

    @property
    def final_scores(self) -> NDArray[np.int64]:
        """[n, P] the scores of the last finished games, those that were cut among them."""
        return self._final("outcome")["score"][:, : self.options.players]

    @property
    def final_ranks(self) -> NDArray[np.int64]:
        """[n, P] the ranks of the same games: 1 is best."""
        return self._final("outcome")["rank"][:, : self.options.players]

    @property
    def final_teams(self) -> NDArray[np.float64]:
        """[n] what all had reached together, from 0 to 1; NaN in games of rivals."""
        return self._final("outcome")["team"]

    @property
    def final_reasons(self) -> NDArray[np.str_]:
        """[n] why the games ended: `Game.reasons`, or `cut`; empty before the first end."""
        ended = self._final("outcome")["reason"]
        return reason_names(self.game.reasons, ended)

    @property
    def final_payments(self) -> NDArray[np.float64]:
        """[n, P] what each seat was paid in all."""
        return self._final("payment")[:, : self.options.players]

    @property
    def final_successes(self) -> NDArray[np.bool_]:
        """[n, P] whether each seat may call them a success; one that was cut is none.

        Among rivals that is the first place, for a crew at least half of what there was to reach,
        and for a lone seat without a team value at least half of the way between its bounds.
        """
        bounds = total_bounds(self.game, self.reward_mode, self.options)
        return successes(shown(self._accounts), self.options.players, bounds)

    def _final(self, part: str) -> NDArray[Any]:
        column: NDArray[Any] = shown(self._accounts)[part]
        return column

    # --- streams ----------------------------------------------------------------------------------

    @alone
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
        self._slots["seed"][games] = words
        self._slots["dice"][games] = words ^ np.uint64(0xD1CE)
        self._slots["episode"][games] = -1
        self._edition[games] += 1
        self._version += 1

    @alone
    def place(
        self,
        *,
        episode: ArrayLike | None = None,
        dice: ArrayLike | None = None,
        number: ArrayLike | None = None,
    ) -> None:
        """Say where in their streams all games go on: at which episode, with which dice.

        The next `reset` deals the episode after the given one. `number` is what the fair samples
        of a game follow from, beside its episode and moves: by default its place in the batch.
        """
        shape, highest = (self.num_envs,), LARGEST_WORD >> 1
        episodes = None if episode is None else numbers_of("episodes", episode, shape, highest, -1)
        numbers = None if number is None else numbers_of("numbers", number, shape, highest)
        words = None if dice is None else keys_of(dice, self._all, "word of the dice")
        for field, given in (("episode", episodes), ("number", numbers), ("dice", words)):
            if given is not None:
                self._slots[field] = given
        self._version += 1

    def keys(self, seed: int, first: int, count: int) -> NDArray[np.uint64]:
        """Keys for `worlds` and `playouts`: numbers `first` and on of the stream under a seed."""
        start = whole("first", first, 0, LARGEST_WORD >> 1)
        stream = np.uint64(whole("seed", seed, 0, LARGEST_WORD))
        words = np.empty(whole("count", count, 0, MOST_KEYS), np.uint64)
        loops.derive_words(stream, start, words)
        return words

    # --- copies -----------------------------------------------------------------------------------

    @alone
    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name not in _WIRED}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(
            {
                name: owned(value) if isinstance(value, np.ndarray) else value
                for name, value in state.items()
            }
        )
        self._settle()
        self._wire()

    def clone(self) -> Self:
        """An independent copy that goes on exactly as this one would."""
        copy = type(self).__new__(type(self))
        copy.__setstate__(
            {
                name: value.copy() if isinstance(value, (np.ndarray, dict, Histories)) else value
                for name, value in self.__getstate__().items()
            }
        )
        return copy

    def __copy__(self) -> Self:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.clone()

    # --- compiled code ----------------------------------------------------------------------------

    def enter(self) -> None:
        """Take the batch for this thread, or say that another one is at work in it."""
        if not self._lock.acquire(blocking=False):
            if self._process == os.getpid():
                raise OrderError(IN_USE)
            self._settle()  # the lock's holder stayed behind in the parent process
            self._lock.acquire()

    def leave(self) -> None:
        """Let other threads in."""
        self._lock.release()

    def _settle(self) -> None:
        """Make what no process inherits: a lock that works, and threads that run."""
        self._lock = threading.RLock()
        self._start_threads()

    def _start_threads(self) -> None:
        self._process = os.getpid()
        self._pool = ThreadPoolExecutor(self.threads - 1) if self.threads > 1 else None

    def _advance(self, games: Ints, actions: Ints, control: NDArray[Any]) -> None:
        self._version += 1
        if self._run(games, actions, control):
            self._go_on(games, control)

    def _run(self, games: Ints, actions: Ints, control: NDArray[Any]) -> int:
        """Let compiled code carry out a plan; how many games wait for room in their histories."""
        if self._pool is None:
            return int(loops.advance(self._bound, self._buffers, games, actions, control))
        waiting: list[int] = []

        def work(part: slice) -> None:
            waiting.append(
                loops.advance(self._bound, self._buffers, games[part], actions[part], control)
            )

        self._spread(len(games), work)
        return sum(waiting)

    def _go_on(self, games: Ints, control: NDArray[Any]) -> None:
        """Make room in the histories of games that wait for it, until none of them does."""
        further = control.copy()
        further["goes_on"], further["rounds"] = True, 1
        room = self._history.shape[1]
        waiting = len(games)
        while waiting:
            moves = self._states["moves"][games] - self._slots["noted"][games]
            games = games[(moves >= room) & (self._over[games] == RUNNING)]
            for i in games.tolist():
                episode = int(self._slots["episode"][i])
                self._histories.add(i, episode, self._history[i])
            self._slots["noted"][games] += room
            waiting = self._run(games, games, further)

    def _spread(self, count: int, work: Callable[[slice], None]) -> None:
        """Cut a batch into one part a thread; this thread takes the last one."""
        if self._pool is None or count < 2 * self.threads:
            work(slice(0, count))
            return
        if self._process != os.getpid():  # forked: the threads stayed behind in the parent
            self._start_threads()
        edges = [count * part // self.threads for part in range(self.threads + 1)]
        parts = [slice(a, b) for a, b in itertools.pairwise(edges)]
        others = [self._pool.submit(work, part) for part in parts[:-1]]
        try:
            work(parts[-1])
        finally:
            wait(others)
        for other in others:
            other.result()

    # --- checks -----------------------------------------------------------------------------------

    def _require_running(self, games: Ints) -> None:
        self._require_dealt(games)
        for i in games[self._over[games] != RUNNING]:
            raise OrderError(f"game {i} is over: call reset() before the next step", index=int(i))

    def _require_dealt(self, games: Ints) -> None:
        for i in games[self._slots["episode"][games] < 0]:
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


_WIRED = {
    *("_kernels", "_bound", "_raw", "_raw_tables", "_over", "_mask", "_lock", "_process", "_pool"),
    *(
        "_plans",
        "_worlds",
        "_opinions",
        "_weights",
        "_buffers",
        "states",
        "finals",
        "slots",
        "result",
        "_soundness",
    ),
}
"""Attributes that are neither copied nor pickled, but set up anew."""
