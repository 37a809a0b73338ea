"""Whims: what looks like chance among equals, though nothing is drawn from the game's generator."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import INT, WORD, kernel
from piracy_env.core.rng import derive

_LOW = WORD(48)
_GRAINS = 1 << 16


@kernel
def whim(s: Any, number: int) -> float:
    """A number from 0 to 1 for one of several things, another one at each move of the game."""
    return float(INT(derive(s.moves, number) >> _LOW) / _GRAINS)
