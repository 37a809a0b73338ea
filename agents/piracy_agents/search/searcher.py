"""The searching agents: they share out positions, simulations and memory among threads."""

from __future__ import annotations

import math
import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from piracy_agents.search import loops, tree
from piracy_agents.search.result import SearchResult
from piracy_agents.search.settings import SearchSettings
from piracy_agents.search.tree import (
    SearchBuffers,
    SearchStats,
    buffers_for,
    in_payments,
    stats_for,
)
from piracy_env.core.binding import kernels_of
from piracy_env.core.game import Game
from piracy_env.core.kernels import NAMES
from piracy_env.core.memory import bytes_of
from piracy_env.core.rewards import ZERO_SUM, mode_of, tell_to_pay, total_bounds
from piracy_env.core.script import NO_SCRIPT, Script
from piracy_env.core.view import View
from piracy_env.errors import AgentError

LARGEST_TREE = 1 << 19
"""Most nodes of a tree; a search that needs more goes on with those."""
SLICE = 0.1
"""Part of the time that is left after which a search looks at the clock."""
PONDERING = 0.5
"""Seconds after which a search that goes on and on tells what it thinks."""
FIRST_SLICE = 16
"""Simulations before it does so for the first time."""
DEFAULT_C = {tree.UCB: 1.0, tree.PUCT: 1.5, tree.HALVING: 1.0}

SEARCH = tuple(name for name in NAMES if name != "reset")
"""Kernels that a search may come to call."""

Ints = NDArray[np.int64]
GrowArguments = tuple[tuple[Any, Any, Any], Ints, tuple[Any, Any, Any, Any]]
"""Of a loop that grows trees: kernels, samples and tables; rows; buffers, weights and so on."""


def kernels_for(game: Game, script: Script = NO_SCRIPT) -> Any:
    """The kernels that a search may call, as its loops take them."""
    return kernels_of(game, script).ready(SEARCH)


class Search:
    """Monte Carlo tree search over what the seat to move knows; flat with `rule=HALVING`."""

    def __init__(
        self,
        game: Game,
        settings: SearchSettings,
        script: Script = NO_SCRIPT,
        *,
        rule: int = tree.UCB,
        name: str = "mcts",
    ) -> None:
        if settings.paranoid and game.utility != ZERO_SUM:
            raise AgentError(
                f"paranoid takes all others for rivals, but the seats of {game.name} have "
                f"something in common: its utility is {game.utility}"
            )
        self.game = game
        self.settings = settings
        self.script = script
        self.rule = rule
        self.name = name
        self.thoughts: SearchResult | None = None
        """What the last search found out."""
        self.threads = settings.threads or os.cpu_count() or 1
        self._buffers: list[SearchBuffers] = []
        self._view: View | None = None

    def __repr__(self) -> str:
        return self.name

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"_buffers": [], "_view": None, "thoughts": None}

    def act(self, view: View) -> Ints:
        """One legal action for each position of the view."""
        return self.think(view).picks

    def explain(self, view: View, k: int) -> str:
        """What the search thinks of position k: visits, values and the main line."""
        if self.thoughts is None or self._view is not view:
            self.think(view)
        assert self.thoughts is not None
        return self.thoughts.tell(view, k)

    def think(self, view: View) -> SearchResult:
        """Search every position of the view that leaves a choice."""
        if view.game.name != self.game.name:
            raise AgentError(f"{self!r} plays {self.game.name}, not {view.game.name}")
        start = time.perf_counter()
        trees = self.settings.trees
        samples = np.concatenate([view.sample() for _ in range(trees)]).view(self.game.dtype)
        rows = np.tile(np.arange(len(view)), trees)
        tables = view.tables[rows] if len(view.tables) > 1 else view.tables.copy()
        stats = stats_for(self.game, len(samples), view.players)
        open_rows = np.flatnonzero(view.action_mask[rows].sum(axis=1) > 1)
        control = self._control(view)
        self._search(samples, tables, open_rows, control, stats)
        stats = in_payments(stats, control)
        seconds = time.perf_counter() - start
        thoughts = SearchResult.merged(stats, trees, self.rule == tree.HALVING, seconds)
        forced = view.action_mask.sum(axis=1) == 1
        thoughts.picks[forced] = view.action_mask[forced].argmax(axis=1)
        self.thoughts, self._view = thoughts, view
        return thoughts

    def ponder(self, view: View, seconds: float = PONDERING) -> Iterator[SearchResult]:
        """Search the first position of a view on and on, each time for so many seconds.

        One tree grows as long as results are asked for: the next one is of all simulations so far.
        It ends when all simulations of the settings are made, and at once where there is no choice.
        """
        trees = self.settings.trees
        samples = np.concatenate([view.sample()[:1] for _ in range(trees)]).view(self.game.dtype)
        control, tables = self._control(view), view.tables[:1].copy()
        stats = stats_for(self.game, trees, view.players)
        given = (
            kernels_for(self.game, self.script),
            bytes_of(samples),
            bytes_of(tables[[0] * trees]),
        )
        weights, rows = bytes_of(self.script.weights).copy(), np.arange(trees)
        buffers = self._room(trees)
        begun, done, count = time.perf_counter(), 0, FIRST_SLICE
        most = self.simulations or sys.maxsize
        if view.action_mask[0].sum() <= 1:
            return
        while done < most:
            end = time.perf_counter() + seconds
            while done < most and time.perf_counter() < end:
                last = min(most, done + count)
                for k in range(trees):
                    fixed = (buffers[k], weights, control, stats)
                    self._grow((given, rows[k : k + 1], fixed), done, last)
                pace = last / (time.perf_counter() - begun)
                done, count = last, max(1, int(pace * seconds * SLICE))
            spent = time.perf_counter() - begun
            found = in_payments(stats, control)
            yield SearchResult.merged(found, trees, self.rule == tree.HALVING, spent)

    # --- plan and memory --------------------------------------------------------------------------

    @property
    def simulations(self) -> int:
        """Simulations in each tree; 0 if time limits them."""
        return -(-self.settings.simulations // self.settings.trees)

    @property
    def capacity(self) -> int:
        """Nodes a tree has room for: a simulation adds at most one for each legal action."""
        if self.settings.limited_by_time:
            return LARGEST_TREE
        return min(LARGEST_TREE, 1 + self.simulations * self.game.actions.size)

    @property
    def _horizon(self) -> int:
        """Moves of a playout: as the search is told, else as the game declares."""
        told = self.settings.horizon
        return told if told >= 0 else self.game.playout_moves or tree.TO_THE_END

    def _control(self, view: View) -> NDArray[Any]:
        settings, advised = self.settings, self.script is not NO_SCRIPT
        mode = mode_of(self.game, settings.reward or None, view.players)
        control = np.zeros(1, tree.CONTROL)
        control["budget"] = self.simulations
        control["capacity"] = self.capacity
        control["limit"] = view.max_moves
        control["rule"] = self.rule
        control["depth"] = settings.depth
        control["horizon"] = self._horizon
        control["playouts"] = 0 if advised and not settings.uniform else tree.UNIFORM
        control["adviser"] = 0 if advised and self.rule == tree.PUCT else tree.UNIFORM
        tell_to_pay(control, self.game, mode.name, view.options)
        low, high = total_bounds(self.game, mode.name, view.options)
        is_bounded = 0 < high - low < math.inf
        control["middle"] = (low + high) / 2 if is_bounded else 0.0
        control["reach"] = (high - low) / 2 if is_bounded else 1.0
        control["explore"] = settings.c or DEFAULT_C[self.rule]
        control["epsilon"] = settings.epsilon
        control["heat"] = settings.heat
        control["paranoid"] = settings.paranoid
        return control

    def _room(self, buffer_sets: int, places: int = 1) -> list[SearchBuffers]:
        """Memory for as many trees on each of some sets of buffers, kept for the next search."""
        if self._buffers and len(self._buffers[0].trees) < places:
            self._buffers.clear()
        while len(self._buffers) < buffer_sets:
            self._buffers.append(buffers_for(self.game, places, self.capacity))
        return self._buffers

    # --- threads ----------------------------------------------------------------------------------

    def _search(
        self,
        samples: NDArray[Any],
        tables: NDArray[Any],
        rows: Ints,
        control: NDArray[Any],
        stats: SearchStats,
    ) -> None:
        """Search the rows; each thread takes a few at a time, and has buffers of its own.

        Two that shared them would wait for each other wherever compiled code counts the references
        to its arrays.
        """
        if len(rows) == 0:
            return
        workers = min(self.threads, len(rows))
        buffer_sets = self._room(workers)
        bound = kernels_for(self.game, self.script)
        given = (bound, bytes_of(samples), bytes_of(tables))
        fixed = (bytes_of(self.script.weights).copy(), control, stats)
        seconds = self.settings.seconds * min(1.0, self.threads / self.settings.trees)
        size = 1 if seconds else max(1, len(rows) // (8 * workers))
        waiting = portions(rows, size)
        lock = Lock()

        def work(buffers: SearchBuffers) -> None:
            while True:
                with lock:
                    portion = next(waiting, None)
                if portion is None:
                    return
                arguments = (given, portion, (buffers, *fixed))
                if seconds:
                    self._grow_in_time(arguments, seconds)
                else:
                    self._grow(arguments, 0, self.simulations)

        if workers == 1:
            work(buffer_sets[0])
            return
        with ThreadPoolExecutor(workers - 1) as pool:
            others = [pool.submit(work, buffers) for buffers in buffer_sets[1:workers]]
            work(buffer_sets[0])
            for other in others:
                other.result()

    def _grow_in_time(self, arguments: GrowArguments, seconds: float) -> None:
        """Search one row, slice by slice, until its time is over."""
        start = time.perf_counter()
        done, count = 0, FIRST_SLICE
        while True:
            self._grow(arguments, done, done + count)
            done += count
            spent = time.perf_counter() - start
            if spent >= seconds:
                return
            count = max(1, int(done / spent * (seconds - spent) * SLICE))

    def _grow(self, arguments: GrowArguments, first: int, last: int) -> None:
        """Simulations `first` to `last` of some rows, in one thread."""
        given, rows, fixed = arguments
        loops.grow(*given, rows, first, last, *fixed)


def portions(rows: Ints, size: int) -> Iterator[Ints]:
    """The rows, at most so many at a time."""
    for first in range(0, len(rows), size):
        yield rows[first : first + size]
