"""Dice and draws: the prescribed results of `force` first, then the generator."""

from __future__ import annotations

from typing import Any

from piracy_env.core.bits import lowest
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.core.rng import below

SIDES = 6
NOT_FORCED = -1_000


@kernel
def throw(s: Any) -> int:
    """Throw a die."""
    noinline()
    forced = _forced(s)
    return forced if 1 <= forced <= SIDES else 1 + below(s, SIDES)


@kernel
def index_below(s: Any, count: int) -> int:
    """One of several things, by its place among them."""
    noinline()
    forced = _forced(s)
    return forced if 0 <= forced < count else below(s, count)


@kernel
def member_of(s: Any, bits: int, first: int) -> int:
    """One member of a set that is not empty; bit k stands for the number first + k."""
    noinline()
    forced = _forced(s) - first
    if 0 <= forced < 32 and bits >> forced & 1:
        return first + forced
    rest = bits
    for _ in range(below(s, count_of(bits))):
        rest &= rest - 1
    return first + lowest(rest)


@kernel
def count_of(bits: int) -> int:
    """How many members a set has."""
    count, rest = 0, bits
    while rest:
        rest &= rest - 1
        count += 1
    return count


@kernel
def copy_of(s: Any, copies: Any, count: int) -> int:
    """One copy of many, each as likely: the row of `copies` that it is; -1 if there is none."""
    noinline()
    forced = _forced(s)
    if 0 <= forced < count and copies[forced] > 0:
        return forced
    total = 0
    for row in range(count):
        total += copies[row]
    if total == 0:
        return -1
    place = below(s, total)
    row = 0
    while place >= copies[row]:
        place -= copies[row]
        row += 1
    return row


@kernel
def _forced(s: Any) -> int:
    """Take the next prescribed result."""
    if s.force_n == 0:
        return NOT_FORCED
    first = s.force[0]
    s.force_n -= 1
    for place in range(s.force_n):
        s.force[place] = s.force[place + 1]
    s.force[s.force_n] = 0
    return first
