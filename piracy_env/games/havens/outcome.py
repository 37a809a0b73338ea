"""Who is ahead, and the places at the end (HAV-11.3, HAV-11.4)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.game import RUNNING
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.havens.state import SLOTS

REASONS = ("target", "last_round")
TARGET, LAST_ROUND = range(len(REASONS))


@kernel
def outcome(s: Any, t: Any, result: Any) -> None:
    """The supply of each seat as the game stands, and its place once the game is over."""
    noinline()
    for seat in range(s.players):
        result.score[seat] = s.supply[seat]
        result.rank[seat] = 0 if s.over == RUNNING else _place(s, seat)
    if s.over != RUNNING:
        result.reason = TARGET if s.final_flag == 1 else LAST_ROUND


@kernel
def settle(s: Any) -> None:
    """Write down the places."""
    noinline()
    for seat in range(s.players):
        s.ranks[seat] = _place(s, seat)


@kernel
def _place(s: Any, seat: int) -> int:
    """The place of a seat, 1 for the best; equal ones share it (HAV-R27)."""
    place = 1
    for rival in range(s.players):
        place += rival != seat and _is_ahead(s, rival, seat)
    return place


@kernel
def _is_ahead(s: Any, rival: int, seat: int) -> bool:
    """Whether a rival is ahead: supply, booty at sea, vessels at sea."""
    if s.supply[rival] != s.supply[seat]:
        return s.supply[rival] > s.supply[seat]
    if booty_of(s, rival) != booty_of(s, seat):
        return booty_of(s, rival) > booty_of(s, seat)
    return vessels_of(s, rival) > vessels_of(s, seat)


@kernel
def booty_of(s: Any, seat: int) -> int:
    """Booty aboard a seat's vessels at sea."""
    total = 0
    for slot in range(SLOTS):
        total += s.booty[seat, slot]
    return total


@kernel
def vessels_of(s: Any, seat: int) -> int:
    """Number of a seat's vessels at sea."""
    total = 0
    for slot in range(SLOTS):
        total += s.at_sea[seat, slot]
    return total
