"""What has happened in a story: the places of `sf`. Those below 16 are each chapter's own."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel

FIRST_SPECIAL = 16
"""`sf[16 + k]`: 1 once Special k was done; who has done it, where each Character may once."""
FIRST_FIND = 24
"""`sf` from here on: finds of the chapter that were made, in the order of [finds]."""


@kernel
def is_done(s: Any, special: int) -> bool:
    """Whether a Special was done that can be done once, by anybody."""
    return s.sf[FIRST_SPECIAL + special] != 0


@kernel
def has_done(s: Any, special: int, slot: int) -> bool:
    """Whether a Character has done a Special that each can do once."""
    return s.sf[FIRST_SPECIAL + special] >> slot & 1 == 1
