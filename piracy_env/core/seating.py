"""Where others sit, and how much of something there is: what writers of observations ask."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import forceinline


@forceinline
def left_of(s: Any, seat: int, other: int) -> int:
    """How many places the other seat sits to the left of this one, clockwise."""
    left = other - seat
    # `max` tells the compiler that an index made of it is never negative
    return left if left >= 0 else max(left + s.players, 0)


@forceinline
def share(amount: int, most: int) -> float:
    """An amount as a share of a large one, from 0 to 1."""
    return max(0.0, min(1.0, amount / most))
