"""Who becomes Captain (STC-3)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.rules.chance import throw
from piracy_env.games.skull_tales.state import CHARISMA, NONE


@kernel
def contest(s: Any, seats: int) -> int:
    """Charisma rolls of some seats against each other, repeated by those who tie; the winner."""
    noinline()
    left = seats
    while left & (left - 1):
        left = _round(s, left)
    seat = 0
    while left >> seat & 1 == 0:
        seat += 1
    return seat


@kernel
def _round(s: Any, seats: int) -> int:
    """One roll of each; those with the highest total."""
    highest, best = -1, 0
    for seat in range(s.players):
        if seats >> seat & 1:
            total = throw(s) + s.ch_att[seat, CHARISMA]
            if total > highest:
                highest, best = total, 0
            if total == highest:
                best |= 1 << seat
    return best


@kernel
def elect(s: Any) -> None:
    """A start without a Captain: all roll, the highest total wins (STC-3.2)."""
    s.captain = contest(s, (1 << s.players) - 1)


@kernel
def elect_by(s: Any, amounts: Any) -> None:
    """The seat with most of something becomes Captain; ties roll (STC-3.1)."""
    noinline()
    most, best = -1, 0
    for seat in range(s.players):
        if amounts[seat] > most:
            most, best = amounts[seat], 0
        if amounts[seat] == most:
            best |= 1 << seat
    s.captain = contest(s, best)


@kernel
def succeed(s: Any) -> None:
    """The Captain retires: the next most prestige takes over (STC-3.4)."""
    best = NONE
    for place in range(1, s.players):
        seat = (s.captain + place) % s.players
        if best == NONE or s.ch_pp[seat] > s.ch_pp[best]:
            best = seat
    if best != NONE:
        s.captain = best
