"""Runs any game: a batch of records, legality, forced moves, ends, rewards, seeds, threads, copies.

Everything that is true of every game is done here, once. A single game is a batch of one.
"""

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
from piracy_env.core.choosing import LARGEST_WORD, games_of, keys_of, numbers_of, seats_of, whole
from piracy_env.core.game import RUNNING, Game
from piracy_env.core.memory import assign, bytes_of, rows_of
from piracy_env.core.plan import DESK, PLAN, REFRESH, START, STEP, UNIFORM, WANDER, fresh_desks
from piracy_env.core.record import Record
from piracy_env.core.script import NO_SCRIPT, Script
from piracy_env.core.soundness import Soundness
from piracy_env.core.step import Step
from piracy_env.core.tables import Tables
from piracy_env.core.view import View
from piracy_env.errors import (
    IllegalActionError,
    InvalidStateError,
    OptionError,
    OrderError,
    listing,
)

TableSource = str | Path | dict[str, Any] | Tables | None

Ints = NDArray[np.int64]

OWN = "own"
"""The eyes of the seat to move."""


@cache
def _shipped(game: Game) -> Tables:
    """The tables that a game comes with; nobody can write to them, so they are read once."""
    return game.tables.load()


class Engine:
    """A batch of games of one kind and one set of options."""

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
        if reward not in game.reward_modes:
            raise OptionError(
                f"{game.name} has no reward mode {reward!r}; "
                f"there are: {listing(game.reward_modes)}"
            )
        self.reward_mode = reward
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
                f"tables: one, or one for each of {self.num_envs} games, not {len(source)}"
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

    # --- play -------------------------------------------------------------------------------------

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

    def reset(
        self, seed: int | Sequence[int] | None = None, chosen: ArrayLike | None = None
    ) -> Step:
        """Deal new games, all or the chosen ones; with a seed, the same ones each time."""
        games = self._all if chosen is None else self._choose(chosen, once=True, dealt=False)
        if seed is not None:
            self.seed(seed, games)
        self.desks["episode"][games] += 1
        for i in games if self._edited or self._draws else ():
            self._edited.pop(int(i), None)
            self._draws.pop(int(i), None)
        self._drive(START, games, self._actions)
        return self.result

    def step(self, actions: ArrayLike, chosen: ArrayLike | None = None) -> Step:
        """Apply one action a game; if any is illegal, none is applied."""
        games = self._all if chosen is None else self._choose(chosen, once=True)
        ids = self._check(actions, games)
        self._drive(STEP, games, ids)
        return self.result

    def play(self, action: int) -> Step:
        """Apply an action in an engine of one game: `step` without its detours."""
        if (
            type(action) is not int
            or self.num_envs > 1
            or not 0 <= action < self.game.actions.size
            or not self.action_mask[0, action]
        ):
            return self.step([action])
        self._actions[0] = action
        self._drive(STEP, self._all, self._actions)
        return self.result

    def uniform(self) -> Ints:
        """One uniformly random legal action for each game."""
        actions = np.empty(self.num_envs, np.int64)
        self._require_running(self._all)
        self._loops.draw_actions(self._mask_rows, self.desks, self._all, actions)
        return actions

    def rollout(self, steps: int, observe: bool = True) -> Step:
        """Let every game take `steps` uniformly random legal steps, all inside compiled code."""
        self._require_running(self._all)
        rounds = whole("steps", steps, 0, LARGEST_WORD >> 1)
        self._drive(WANDER, self._all, self._actions, rounds=rounds, observe=observe)
        return self.result

    def playouts(
        self, chosen: ArrayLike, seats: ArrayLike, keys: ArrayLike
    ) -> tuple[NDArray[np.float32], Ints]:
        """Rewards [m, P] and lengths [m] of random play to the end, from fair samples."""
        games = self._choose(chosen)
        of, words = seats_of(seats, games, self.options.players), keys_of(keys, games)
        rewards = np.zeros((len(games), self.options.players), np.float32)
        lengths = np.zeros(len(games), np.int64)

        def play(part: slice) -> None:
            world = np.zeros(1, self.game.dtype)
            self._loops.playout_games(
                *(self._raw, self._table_records, games[part], of[part], words[part]),
                *(world, bytes_of(world)),
                rows_of(np.zeros((1, self.game.actions.size), np.bool_)),
                np.zeros(1, DESK),
                rewards[part],
                lengths[part],
                self._plan,
            )

        self._spread(len(games), play)
        return rewards, lengths

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

    # --- looking ----------------------------------------------------------------------------------

    @property
    def states(self) -> np.recarray[Any, Any]:
        """The true states, over the engine's own memory: for the trainer, never for an agent."""
        return self._states.view(np.recarray)

    @property
    def finals(self) -> np.recarray[Any, Any]:
        """The last finished state of each game, kept when the next game has begun."""
        return self._finals.view(np.recarray)

    def record(self, i: int = 0) -> Record:
        """The true state of game i, read through plain integers."""
        return Record(self._states[self._index(i)])

    def tables_of(self, i: int = 0) -> Tables:
        """The component tables of game i."""
        return self.tables[i if len(self.tables) > 1 else 0]

    def observe(self, i: int, seat: int) -> NDArray[np.float32]:
        """What a seat sees of game i, whether it is to move or not."""
        return np.asarray(self.look([i], [seat])[0][0])

    def mask(self, i: int, seat: int) -> NDArray[np.bool_]:
        """The legal actions of a seat in game i: none unless it is to move."""
        return np.asarray(self.look([i], [seat])[1][0])

    def look(
        self, chosen: ArrayLike, seats: ArrayLike
    ) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
        """Observations [m, D] and masks [m, A] of the given seats of the chosen games."""
        games = self._choose(chosen)
        of = seats_of(seats, games, self.options.players)
        out = np.empty((len(games), self.game.observation.size), np.float32)
        mask = np.empty((len(games), self.game.actions.size), np.bool_)
        self._loops.observe_games(
            self._states, self._table_records, games, of, rows_of(out), rows_of(mask)
        )
        return out, mask

    def start_of(self, i: int = 0) -> bytes:
        """The state that game i was edited to, as bytes; none if it is played as dealt."""
        episode, state = self._edited.get(self._index(i), (-1, b""))
        return state if episode == self.desks["episode"][i] else b""

    def played(self, i: int = 0) -> list[int]:
        """Actions of game i since it was dealt or edited; the engine must have `record=True`."""
        start = self.start_of(i)
        first = int(np.frombuffer(start, self.game.dtype)["moves"][0]) if start else 0
        last = int(self._states["moves"][self._index(i)])
        if last > self._history.shape[1]:
            raise OrderError("the actions were not recorded: make the engine with record=True")
        return [int(action) for action in self._history[i, first:last]]

    def legal(self, i: int = 0) -> list[int]:
        """The legal actions of the seat to move in game i."""
        return [int(action) for action in np.flatnonzero(self.action_mask[self._index(i)])]

    def outcome(self, i: int = 0) -> tuple[list[int], list[int]]:
        """Each player's score now, and the ranks: 1 is best, all 0 while the game runs."""
        scores, ranks, _ = self._accounts(i)
        return scores, ranks

    def rewards(self, i: int = 0) -> list[float]:
        """What the reward mode pays for game i: nothing while it runs."""
        return self._accounts(i)[2]

    def _accounts(self, i: int) -> tuple[list[int], list[int], list[float]]:
        shape = (1, self.options.players)
        scores, ranks = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
        rewards = np.zeros(shape, np.float32)
        game = np.array([self._index(i)])
        self._loops.settle_accounts(
            self._states, self._table_records, game, scores, ranks, rewards, self._plan
        )
        return scores[0].tolist(), ranks[0].tolist(), rewards[0].tolist()

    def sample(self, i: int, seat: int, key: int | None = None) -> np.recarray[Any, Any]:
        """A world [1] the seat cannot tell from the true one: a new one each call, or a key's."""
        i = self._index(i)
        if key is None:
            self._draws[i] = self._draws.get(i, 0) + 1
            key = int(self.position_keys(np.array([i]), self._draws[i])[0])
        return self.worlds([i], [seat], [key])

    def position_keys(self, games: Ints, draw: int) -> NDArray[np.uint64]:
        """Keys for draw number `draw` of the games' positions; they tell nothing of the seeds."""
        words = np.empty(len(games), np.uint64)
        self._loops.position_keys(self._states, self.desks, games, draw, words)
        return words

    def worlds(self, chosen: ArrayLike, seats: ArrayLike, keys: ArrayLike) -> np.recarray[Any, Any]:
        """Worlds [m] that the given seats cannot tell from the true ones."""
        games = self._choose(chosen)
        of, words = seats_of(seats, games, self.options.players), keys_of(keys, games)
        worlds = np.zeros(len(games), self.game.dtype)
        self._loops.sample_games(
            self._raw, self._table_records, games, of, words, worlds, bytes_of(worlds)
        )
        return worlds.view(np.recarray)

    def keys(self, seed: int, first: int, count: int) -> NDArray[np.uint64]:
        """Keys for `worlds` and `playouts`: numbers `first` and on of the stream under a seed."""
        words = np.empty(whole("count", count, 0, LARGEST_WORD >> 1), np.uint64)
        start = whole("first", first, 0, LARGEST_WORD >> 1)
        self._loops.derive_words(np.uint64(whole("seed", seed, 0, LARGEST_WORD)), start, words)
        return words

    def tables_for(self, games: Ints) -> NDArray[Any]:
        """The tables records of the games: [m], or [1] if they are the same for all."""
        return self._table_records if len(self.tables) == 1 else self._table_records[games]

    def view(
        self, chosen: ArrayLike | None = None, *, key: int | None = None, oracle: bool = False
    ) -> View:
        """What agents receive: the chosen games, each from its seat to move.

        What `sample` draws follows from the position, or from `key`.
        """
        games = self._choose(self._all if chosen is None else chosen)
        fixed = None if key is None else whole("key", key, 0, LARGEST_WORD)
        return View(self, games, fixed, oracle)

    def moment(self, games: Ints) -> Ints:
        """Which position of which episode [2, m] the games are at."""
        return np.array([self.desks["episode"][games], self._states["moves"][games]], np.int64)

    def describe(self, i: int = 0, seat: int | str | None = OWN) -> str:
        """The position in words, as a seat knows it: by default the one to move; None knows all."""
        return self.game.describe(self.record(i), self.tables_of(i), self._eyes(i, seat))

    def describe_action(self, i: int, action: int, viewer: int | str | None = OWN) -> str:
        """An action of the seat to move in words, as a viewer may know it."""
        s, eyes = self.record(i), self._eyes(i, viewer)
        self.game.actions.label(action)
        return self.game.describe_action(s, self.tables_of(i), action, eyes)

    def render(self, i: int = 0, seat: int | str | None = OWN) -> str:
        """The position as SVG, as a seat knows it: by default the one to move; None knows all."""
        return self.game.render(self.record(i), self.tables_of(i), self._eyes(i, seat))

    def _eyes(self, i: int, seat: int | str | None) -> int | None:
        if seat is None:
            return None
        if isinstance(seat, str) and seat == OWN:
            return int(self.seat[i])
        return whole("seat", seat, 0, self.options.players - 1)

    # --- copies and edits -------------------------------------------------------------------------

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

    def set(self, i: int = 0, /, **fields: object) -> None:
        """Edit game i by hand; a state that breaks the game's invariants is refused."""
        i = self._index(i)
        edited = self._states[i : i + 1].copy()
        for name, value in fields.items():
            assign(edited, name, value)
        self.restore(i, edited)

    def restore(self, i: int, state: NDArray[Any]) -> None:
        """Replace game i by a state [1] of any origin, unless it breaks the game's invariants."""
        self._require_record(state)
        complaints = self.complaints_of(state, i)
        if complaints:
            raise InvalidStateError(f"{self.game.name}: " + "; ".join(complaints))
        self.put(i, state)

    def put(self, i: int, state: NDArray[Any]) -> None:
        """Replace game i by a copy of a state [1] that some engine of this game has held."""
        i = self._index(i)
        self._require_record(state)
        self._states[i] = state[0]
        self._history[i] = 0
        episode = max(0, int(self.desks["episode"][i]))
        self.desks["episode"][i] = episode
        self._edited[i] = (episode, self._states[i].tobytes())
        self._drive(REFRESH, np.array([i]), self._actions)

    def complaints(self, i: int = 0) -> list[str]:
        """What is wrong with the state of game i, in words; empty if nothing is."""
        i = self._index(i)
        return self._complaints(self._states[i : i + 1], i)

    def complaints_of(self, state: NDArray[Any], i: int = 0) -> list[str]:
        """What would be wrong with a state [1] in the place of game i; empty if nothing would."""
        self._require_record(state)
        return self._complaints(state, self._index(i))

    def _complaints(self, state: NDArray[Any], i: int) -> list[str]:
        return self._soundness.complaints(state, i if len(self.tables) > 1 else 0)

    # --- checks -----------------------------------------------------------------------------------

    def _check(self, actions: ArrayLike, games: Ints) -> Ints:
        try:
            ids = np.asarray(actions)
        except ValueError:
            raise IllegalActionError("actions must be one whole number a game") from None
        if ids.dtype.kind not in "iu":
            raise IllegalActionError(
                f"actions must be whole numbers, not {ids.dtype} {listing([actions], 1)}"
            )
        if ids.shape != games.shape:
            raise IllegalActionError(f"one action a game: shape {games.shape}, not {ids.shape}")
        ids = ids.astype(np.int64, copy=False)
        bad = self._loops.find_illegal(self._mask_rows, games, ids)
        if bad >= 0:
            self._require_running(games[bad : bad + 1])
            raise IllegalActionError(self.complain_of(int(ids[bad]), int(games[bad])))
        return ids

    def complain_of(self, action: int, i: int = 0) -> str:
        """Why an action is refused: the id, its label, the seat, the phase, and what is legal."""
        table, s = self.game.actions, self.record(i)
        label = f" {table.labels[action]!r}" if 0 <= action < table.size else " (no such id)"
        choices = [f"{legal} {table.labels[legal]!r}" for legal in self.legal(i)]
        where = f" of game {i}" if self.num_envs > 1 else ""
        return (
            f"action {action}{label} is not legal for seat {s.seat}{where} "
            f"in phase {self.game.phase_name(s)}; legal: {listing(choices, 12)}"
        )

    def _require_record(self, state: NDArray[Any]) -> None:
        if getattr(state, "shape", None) != (1,) or state.dtype != self.game.dtype:
            raise InvalidStateError(f"{self.game.name}: a state is one record of the game's dtype")

    def _require_running(self, games: Ints) -> None:
        self._require_dealt(games)
        for i in games[self._states["over"][games] != RUNNING]:
            raise OrderError(f"game {i} is over: call reset() before the next step")

    def _require_dealt(self, games: Ints) -> None:
        for i in games[self.desks["episode"][games] < 0]:
            raise OrderError(f"game {i} has not begun: call reset() first")

    def _choose(self, chosen: ArrayLike, once: bool = False, dealt: bool = True) -> Ints:
        games = games_of(chosen, self.num_envs, once)
        if dealt:
            self._require_dealt(games)
        return games

    def _index(self, i: int) -> int:
        i = whole("the number of a game", i, 0, self.num_envs - 1)
        self._require_dealt(np.array([i]))
        return i
