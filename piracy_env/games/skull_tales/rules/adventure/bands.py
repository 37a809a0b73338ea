"""Enemies that a story keeps its eye on: those of a garrison, until the last of them is defeated.

`sf` holds them from a place on, each as 1 + its number; 0 is nobody.
"""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.state_land import FOES


@kernel
def watch(s: Any, first: int, foes: int) -> None:
    """Keep an eye on Enemies, a bit each."""
    noinline()
    place = first
    for foe in range(FOES):
        if foes >> foe & 1:
            s.sf[place] = 1 + foe
            place += 1


@kernel
def strike_off(s: Any, first: int, size: int, foe: int) -> bool:
    """An Enemy is defeated; whether it was the last of a band."""
    noinline()
    was_there, left = False, 0
    for place in range(first, first + size):
        if s.sf[place] == 1 + foe:
            s.sf[place] = 0
            was_there = True
        left += s.sf[place] != 0
    return was_there and left == 0
