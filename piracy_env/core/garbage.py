"""Looks for garbage more rarely while something is compiled."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

NEW_OBJECTS = 500_000
"""The compiler makes millions of objects that stay. Looked at after each 700, as is usual, they
take as much time as compiling itself; after so many a few percent, and a third more memory."""


@contextmanager
def collecting_rarely() -> Iterator[None]:
    """Look for garbage only after many new objects; not at all, if that is how things are."""
    usual = gc.get_threshold()
    if usual[0]:
        gc.set_threshold(max(usual[0], NEW_OBJECTS), *usual[1:])
    try:
        yield
    finally:
        gc.set_threshold(*usual)
