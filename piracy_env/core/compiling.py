"""Compiles what a large game needs, several functions side by side: at first use, or ahead.

Processes put machine code on disk, each function once, and whoever needs it reads it from there.
They are no more than a help: what they have not done, for whatever reason, is compiled where it is
called for.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from piracy_env.core import store
from piracy_env.core.compilers import SWITCH, Compilers, can_begin
from piracy_env.core.notices import listening
from piracy_env.core.separate import Need, cell_of, listing_needs
from piracy_env.errors import OptionError

if TYPE_CHECKING:
    from piracy_env.core.game import Game

MOST = 4
"""Processes at first use, unless more are asked for: each takes half a gigabyte."""
_PATIENCE = 900.0
"""Seconds that nothing may come of processes before they are given up."""
_LOG = logging.getLogger("piracy_env")

Task = tuple[Any, ...]
"""A function that has something compiled, and its arguments."""


class Warmed(NamedTuple):
    """What became of a task."""

    compiled: int
    used: frozenset[Path]
    """Files of machine code."""
    needs: tuple[Need, ...] = ()
    """Separate kernels that it calls."""


def warm(task: Task) -> Warmed:
    """Do a task; separate kernels are listed."""
    with listing_needs() as needs:
        done = warm_all(task)
    return done._replace(needs=tuple(needs))


def warm_all(task: Task) -> Warmed:
    """Do a task, and all that it needs."""
    function, *arguments = task
    heard: list[str] = []
    before = set(store.USED)
    with listening(lambda title, begins: heard.append(title) if begins else None):
        function(*arguments)
    return Warmed(len(heard), frozenset(store.USED - before))


class Warming:
    """The compilation of some functions side by side, and then of what calls them.

    Which separate kernels there are shows when those that call them are compiled.
    """

    def __init__(
        self,
        compilers: Compilers,
        tasks: Sequence[Task],
        callers: Sequence[Task] = (),
        order: int = 0,
    ) -> None:
        self.done = 0
        self.total = len(tasks) + len(callers)
        self._compilers, self._order, self._callers = compilers, order, callers
        self._known: set[Need] = set()
        self._running: set[Future[Warmed]] = {self._start(warm, task, waits=True) for task in tasks}

    def results(self, patience: float | None = None) -> Iterator[Warmed]:
        """What becomes of each; an error if nothing does for so many seconds."""
        yield from self._finished(patience)
        self._running = {self._start(warm_all, task, waits=True) for task in self._callers}
        yield from self._finished(patience)

    def _finished(self, patience: float | None) -> Iterator[Warmed]:
        while self._running:
            finished, self._running = wait(self._running, patience, FIRST_COMPLETED)
            if not finished:
                raise TimeoutError(f"nothing was compiled for {patience:g} seconds")
            for warmed in [future.result() for future in finished]:
                self.done += 1
                self._learn(warmed.needs)
                yield warmed

    def _learn(self, needs: Iterable[Need]) -> None:
        """Have separate kernels compiled that were not known of.

        They go first: some are as large as all that is left, and found late.
        """
        news = set(needs) - self._known
        self._known |= news
        self.total += len(news)
        self._running |= {self._start(warm, (_compile, need)) for need in news}

    def _start(self, how: Callable[[Task], Warmed], task: Task, **when: Any) -> Future[Warmed]:
        return self._compilers.submit(how, task, order=self._order, **when)


def _compile(need: Need) -> None:
    cell_of(need).compile()


# --- at first use ---------------------------------------------------------------------------------


def help_with_kernels(game: Game, names: Sequence[str]) -> None:
    """Have kernels of a game compiled by several processes, if that is possible."""
    if game.home is not None and not game.home.startswith("__main__:"):
        tasks = [(warm_kernel, game, name) for name in names]
        help_with([*tasks[:1], (_warm_advance,), *tasks[1:]])


def help_with_needs(needs: Iterable[Need]) -> None:
    """Have separate kernels compiled by several processes, if that is possible."""
    help_with([(_compile, need) for need in needs if need.module != "__main__"])


def help_with(tasks: Sequence[Task]) -> None:
    """Have tasks done by several processes, if that is possible; nothing depends on it.

    One program at a time does so: others find on disk what it has compiled.
    """
    jobs = jobs_at_first_use()
    if jobs == 1 or not can_begin():
        return
    with store.at_once("compilers") as alone:
        if not alone:
            return
        try:
            with Compilers(jobs) as compilers:
                for _ in Warming(compilers, tasks).results(_PATIENCE):
                    pass
        except Exception as error:
            _LOG.info("compiling in one process: %r", error)


def jobs_at_first_use() -> int:
    """How many processes compile: as the environment says, or one for each processor."""
    said = os.environ.get(SWITCH, "")
    if not said:
        return min(_processors(), MOST)
    if not said.isdecimal() or not int(said):
        raise OptionError(f"{SWITCH}: a whole number from 1, not {said!r}", option=SWITCH)
    return int(said)


def _processors() -> int:
    """Processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def warm_kernel(game: Game, name: str) -> None:
    """Compile a kernel of a game, or find it on disk."""
    from piracy_env.core.binding import Kernels
    from piracy_env.core.script import NO_SCRIPT

    Kernels(game, NO_SCRIPT).ready([name])


def _warm_advance() -> None:
    """Compile the loop that plays, for no games of no particular kind."""
    from piracy_env.core import loops

    loops.play_nothing()
