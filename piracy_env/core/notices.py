"""Tells whoever waits for the compiler what is being compiled."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable, Iterator

Listener = Callable[[str, bool], None]
"""Is called with the title of a function and True when its compilation begins, False at the end."""

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
    tell(title, True)
    try:
        yield
    finally:
        tell(title, False)


def tell(title: str, begins: bool) -> None:
    """Let listeners hear of a compilation, in this process or another one."""
    if begins:
        _LOG.info("compiling %s", title)
    for listener in (*_LISTENERS,):
        listener(title, begins)
