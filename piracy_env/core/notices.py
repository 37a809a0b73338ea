"""Tells whoever waits for the compiler what is being compiled."""

from __future__ import annotations

import contextlib
import logging
import math
import shutil
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

Listener = Callable[[str, bool], None]
"""Is called with the title of a function and True when its compilation begins, False at the end."""

PATIENCE = 1.0
"""Seconds that somebody waits before he wants to know what for."""
_BEAT = 0.2
_SIZE = 24

_LISTENERS: list[Listener] = []
_LOG = logging.getLogger("piracy_env")


@contextlib.contextmanager
def listening(listener: Listener) -> Iterator[None]:
    """Let a listener hear of compilations, in whatever thread they happen."""
    _LISTENERS.append(listener)
    try:
        yield
    finally:
        _LISTENERS.remove(listener)


@contextlib.contextmanager
def compiling(title: str) -> Iterator[None]:
    """A compilation: listeners hear of its begin and its end."""
    _LOG.info("compiling %s", title)
    for listener in (*_LISTENERS,):
        listener(title, True)
    try:
        yield
    finally:
        for listener in (*_LISTENERS,):
            listener(title, False)


@contextlib.contextmanager
def announced(stream: Any = None) -> Iterator[None]:
    """Tell on standard error what keeps a command waiting: a bar on a terminal, else a line."""
    teller = _Teller(stream or sys.stderr)
    with listening(teller):
        try:
            yield
        finally:
            teller.stop()


class _Teller:
    """Speaks up once a compilation has taken too long; a thread of its own watches the clock."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream
        self._titles: list[str] = []
        self._since = 0.0  # when the wait began: one after the other, compilations are one wait
        self._rested = -math.inf
        self._told: set[str] = set()
        self._ended = threading.Event()
        self._watch: threading.Thread | None = None

    def __call__(self, title: str, begins: bool) -> None:
        """Hear of a compilation."""
        now = time.monotonic()
        if not begins:
            self._titles.remove(title)
            self._rested = now
            return
        if not self._titles and now - self._rested > PATIENCE:
            self._since = now
        self._titles.append(title)
        if self._watch is None:
            self._watch = threading.Thread(target=self._look, daemon=True)
            self._watch.start()

    def stop(self) -> None:
        """Stop the watch, and wipe its bar."""
        self._ended.set()
        if self._watch is not None:
            self._watch.join()

    def _look(self) -> None:
        drawn = False
        while not self._ended.wait(_BEAT):
            title = next(iter(self._titles[-1:]), "")
            waited = time.monotonic() - self._since
            if title and waited > PATIENCE:
                drawn = self._tell(title, waited) or drawn
            elif drawn and not title:
                drawn = self._wipe()
        if drawn:
            self._wipe()

    def _tell(self, title: str, waited: float) -> bool:
        """Say what is compiled; whether there is a bar now."""
        words = f"compiling {title.replace('.', ': ')}"
        if not self._stream.isatty():
            if title not in self._told:
                self._told.add(title)
                print(f"{words} ...", file=self._stream, flush=True)
            return False
        place = int(waited / _BEAT) % _SIZE
        bar = "".join("━" if (cell - place) % _SIZE < _SIZE // 4 else "╌" for cell in range(_SIZE))
        line = f"{bar} {waited:4.0f} s  {words}"[: shutil.get_terminal_size().columns - 1]
        print(f"\r\x1b[K{line}", end="", file=self._stream, flush=True)
        return True

    def _wipe(self) -> bool:
        """Take the bar away; there is none now."""
        print("\r\x1b[K", end="", file=self._stream, flush=True)
        return False
