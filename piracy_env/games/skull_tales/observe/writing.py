"""How numbers come into an observation: scaled to 0..1, and as one-hots."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import forceinline, kernel


@forceinline
def mark(out: Any, at: int, index: int, size: int) -> None:
    """Write a one-hot whose place is known: in a loop several times as fast as one by one."""
    if 0 <= index < size:
        out[at + index] = 1.0


@kernel
def hot(out: Any, at: int, index: int, size: int) -> int:
    """Write a one-hot, all 0 if the index is none of its places; returns what comes behind it."""
    if 0 <= index < size:
        out[at + index] = 1.0
    return at + size


@kernel
def bits(out: Any, at: int, mask: int, size: int) -> int:
    """Write the bits of a mask; returns what comes behind them."""
    for place in range(size):
        out[at + place] = mask >> place & 1
    return at + size


@kernel
def share(number: int, most: int) -> float:
    """A number as a share of the most it is expected to be, from 0 to 1."""
    return min(max(number, 0), most) * (1.0 / most)  # the factor is known before


@kernel
def relative(s: Any, seat: int, other: int) -> Any:
    """How far another seat sits clockwise; -1 for nobody."""
    if other < 0:
        return -1
    players: int = s.players
    return (other - seat + players) % players
