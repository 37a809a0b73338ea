"""The Captain's Assignment at sea: when it is fulfilled, and when it fails (STV-11.12)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.rules.crew import gain_booty, gain_prestige
from piracy_env.games.skull_tales.rules.hold import (
    PASSENGER,
    count_tokens,
    spend_token,
)
from piracy_env.games.skull_tales.rules.ship import change_morale
from piracy_env.games.skull_tales.rules.voyage_setup import PASSENGER_CARD, fail_assignment
from piracy_env.games.skull_tales.state import NONE

CHARTING, SHIPSHAPE = 4, 9
"""Assignments that nothing but the sea decides."""
_ISLANDS, _VOYAGES = 3, 2
"""Islands to be charted, Voyages that an Assignment may take."""


@kernel
def fulfil(s: Any, t: Any) -> None:
    """The Assignment is fulfilled: the crew and the Captain are paid, the card is discarded."""
    noinline()
    row = t.assignments[s.asg - 1]
    s.asg, s.asg_x, s.asg_age, s.asg_prog = 0, NONE, 0, 0
    gain_booty(s, row.crew_coins)
    gain_prestige(s, s.captain, row.pp)
    change_morale(s, row.morale)


@kernel
def _asked_token(s: Any, t: Any) -> int:
    """The token of the Hold that the Assignment asks for, 0 if it asks for none."""
    if s.asg == PASSENGER_CARD:
        return PASSENGER
    return int(t.assignments[s.asg - 1].goods)


@kernel
def can_fulfil(s: Any, t: Any, letter: int) -> bool:
    """Whether the Assignment can be done on an island."""
    if s.asg == 0 or (s.asg_x >= 0 and s.asg_x != letter):
        return False
    token = _asked_token(s, t)
    return token > 0 and count_tokens(s, token) >= max(1, t.assignments[s.asg - 1].number)


@kernel
def deliver(s: Any, t: Any) -> None:
    """Leave on the island what the Assignment asks for, and be paid."""
    for _ in range(max(1, t.assignments[s.asg - 1].number)):
        spend_token(s, _asked_token(s, t))
    fulfil(s, t)


@kernel
def chart_island(s: Any, t: Any, letter: int) -> None:
    """One more island has been landed on in this Voyage."""
    if s.asg == CHARTING:
        s.asg_prog |= 1 << letter
        count = 0
        for other in range(31):
            count += s.asg_prog >> other & 1
        if count >= _ISLANDS:
            fulfil(s, t)


@kernel
def watch_passenger(s: Any) -> None:
    """Without its Passenger an Assignment has failed."""
    if s.asg == PASSENGER_CARD and count_tokens(s, PASSENGER) == 0:
        fail_assignment(s)


@kernel
def close_assignment(s: Any, t: Any, is_won: bool) -> None:
    """What the end of a Voyage means for the Assignment."""
    watch_passenger(s)
    if s.asg == SHIPSHAPE and is_won and s.filth == 0 and s.hold_imp == 0:
        fulfil(s, t)
    if s.asg > 0:
        s.asg_prog = 0
        s.asg_age += 1
        if s.asg_age >= _VOYAGES:
            fail_assignment(s)
