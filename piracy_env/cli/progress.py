"""The bar that tells whoever waits how far a command has come, and what is compiled meanwhile."""

from __future__ import annotations

import contextlib
import shutil
import sys
import threading
import time
from collections.abc import Iterator
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from piracy_env.cli import screen
from piracy_env.core.notices import listening

if TYPE_CHECKING:
    from rich import progress as rich

_SIZE = 24
"""Letters of a bar, on a terminal of eighty columns or more."""
PATIENCE = 1.0
"""Seconds that somebody waits for the compiler before he is told what for."""


class Progress:
    """A bar on standard error, if that is a terminal; the work does not depend on it."""

    def __init__(self) -> None:
        self._bar: rich.TaskID | None = None
        self._total: int | None = None
        self._seen = sys.stderr.isatty()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def show(self, what: str, done: float, total: int | None = None) -> None:
        """Say what comes next, and how much of all is done: so many, or else a share."""
        if not self._seen:
            return
        if self._bar is None or total != self._total:
            self.close()
            self._bar, self._total = _BOARD.add(what, done, total), total
        else:
            _BOARD.update(self._bar, what, done)

    def close(self) -> None:
        """Take the bar away."""
        if self._bar is not None:
            _BOARD.remove(self._bar)
            self._bar = None


@contextlib.contextmanager
def announced() -> Iterator[None]:
    """Tell who waits more than a second for the compiler what for: by a bar, or else by lines."""
    teller = _Teller()
    with listening(teller):
        try:
            yield
        finally:
            teller.be_silent()


class _Teller:
    """Hears what is compiled. One compilation right after another counts as the same wait."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._titles: list[str] = []
        self._begun = self._ended = -PATIENCE
        self._timer: threading.Timer | None = None
        self._bar: rich.TaskID | None = None
        self._told: set[str] = set()

    def __call__(self, title: str, begins: bool) -> None:
        """Hear of the begin or the end of a compilation."""
        with self._lock:
            now = time.monotonic()
            if begins and not self._titles and now - self._ended >= PATIENCE:
                self._begun = now
            (self._titles.append if begins else self._titles.remove)(title)
            self.be_silent()
            if self._titles:
                self._timer = threading.Timer(max(self._begun + PATIENCE - now, 0), self._speak)
                self._timer.daemon = True
                self._timer.start()
            else:
                self._ended = now

    def be_silent(self) -> None:
        """Take back what was said, or is about to be."""
        if self._timer is not None:
            self._timer.cancel()
        if self._bar is not None:
            _BOARD.remove(self._bar)
            self._bar = None

    def _speak(self) -> None:
        with self._lock:
            if not self._titles or self._bar is not None:
                return
            title = self._titles[-1]
            words = f"compiling {title.replace('.', ': ')}"
            if sys.stderr.isatty():
                self._bar = _BOARD.add(words, None, since=self._begun)
            elif title not in self._told:
                self._told.add(title)
                print(f"{words} ...", file=sys.stderr, flush=True)


class _Board:
    """The one place on the terminal where bars stand, one below the other."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._shown: rich.Progress | None = None

    def add(
        self, what: str, done: float | None, total: int | None = None, since: float | None = None
    ) -> rich.TaskID:
        """A further bar: of so many, of a share, or of who knows how much."""
        with self._lock:
            if self._shown is None:
                self._shown = _display()
                self._shown.start()
            whole = None if done is None else total or 1
            begun: Any = done or 0  # what was done before says nothing about the pace
            return self._shown.add_task(
                what, completed=begun, total=whole, share=total is None, since=since
            )

    def update(self, bar: rich.TaskID, what: str, done: float | None = None) -> None:
        """Move a bar."""
        with self._lock:
            if self._shown is not None:
                self._shown.update(bar, description=what, completed=done)

    def remove(self, bar: rich.TaskID) -> None:
        """Take a bar away; the terminal is as before when it was the last."""
        with self._lock:
            if self._shown is None:
                return
            if self._shown.task_ids == [bar]:
                self._shown.stop()
                self._shown = None
            else:
                self._shown.remove_task(bar)


_BOARD = _Board()


def _display() -> rich.Progress:
    """A live display; what is printed meanwhile goes above it."""
    from rich import progress as rich
    from rich.table import Column
    from rich.text import Text

    class Facts(rich.ProgressColumn):
        def render(self, task: rich.Task) -> Text:
            return Text(" ".join(_facts(task)), no_wrap=True)

    columns = shutil.get_terminal_size().columns
    words = Column(no_wrap=True, ratio=1)
    return rich.Progress(
        rich.BarColumn(min(_SIZE, columns // 4)),
        Facts(Column(no_wrap=True)),
        rich.TextColumn("{task.description}", markup=False, table_column=words),
        console=screen.console(sys.stderr, columns),
        refresh_per_second=5,
        speed_estimate_period=3600,
        transient=True,
        redirect_stdout=sys.stdout.isatty(),
        expand=True,
    )


def _facts(task: rich.Task) -> list[str]:
    """How much is done; if it is counted, also how long it took and how long the rest will take."""
    if task.fields["share"] and task.total is not None:
        return [f"{task.percentage:3.0f} %"]
    since = task.fields["since"] or task.start_time or time.monotonic()
    count = [] if task.total is None else [f"{task.completed:,}/{task.total:,}"]
    left = [] if task.time_remaining is None else [f"{clock(task.time_remaining)} left"]
    return [*count, clock(time.monotonic() - since), *left]


def clock(seconds: float) -> str:
    """A time as it is read: 1:05, or 2:00:00."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
