"""Selling ships and sharing all crew out anew (BRO-6)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.broadside.rules.fleet import (
    cargo,
    count_crew,
    count_ships,
    has_ship,
    most_crew,
    next_ship,
    sink,
)
from piracy_env.games.broadside.state import FLEET, Phase

# --- Selling: BRO-6.1, BRO-6.2 --------------------------------------------------------------------


@kernel
def may_sell(s: Any) -> bool:
    """Whether a ship may be sold: one a turn, before sharing, never the last (BRO-R22)."""
    is_first = s.sold == 0 or s.sell_unlimited == 1
    return s.redist_done == 0 and is_first and count_ships(s, s.cur) > 1


@kernel
def sell(s: Any, t: Any, slot: int) -> None:
    """Sell a ship; its crew and the crew paid for it wait to be shared out (BRO-R23)."""
    s.muster += s.fleet_crew[s.cur, slot] + cargo(s, t, s.cur, slot)
    s.sold += 1
    sink(s, s.cur, slot)


# --- Sharing: BRO-6.3 to BRO-6.5 ------------------------------------------------------------------


@kernel
def may_redistribute(s: Any) -> bool:
    """Whether crew may be shared out: once a turn, if there is anything to move."""
    return s.redist_done == 0 and (s.muster > 0 or count_ships(s, s.cur) > 1)


@kernel
def redistribute(s: Any, t: Any) -> None:
    """Take all crew off the ships, to share it out ship by ship."""
    s.pool = min(s.muster + count_crew(s, s.cur), most_crew_from(s, t, 0))
    s.muster = 0
    for slot in range(FLEET):
        s.fleet_crew[s.cur, slot] = 0
    s.phase = Phase.SHARE
    s.dist_slot = next_ship(s, s.cur, -1)


@kernel
def place_share(s: Any, crew: int) -> None:
    """Put crew onto the next ship; after the last one the sharing is done."""
    s.fleet_crew[s.cur, s.dist_slot] = crew
    s.pool -= crew
    s.dist_slot = next_ship(s, s.cur, s.dist_slot)
    if s.dist_slot < 0:
        s.redist_done = 1
        s.phase = Phase.REORG


@kernel
def least_share(s: Any, t: Any) -> int:
    """The least crew of the next ship: one, or what the later ships have no room for (BRO-R24)."""
    return max(1, s.pool - most_crew_from(s, t, s.dist_slot + 1))


@kernel
def most_share(s: Any, t: Any) -> int:
    """The most crew of the next ship: its maximum, and one must be left for each later ship."""
    later = 0
    for slot in range(s.dist_slot + 1, FLEET):
        later += has_ship(s, s.cur, slot)
    return min(most_crew(s, t, s.cur, s.dist_slot), s.pool - later)


@kernel
def most_crew_from(s: Any, t: Any, first: int) -> int:
    """What the ships of `cur` from a slot on can carry together."""
    noinline()
    total = 0
    for slot in range(first, FLEET):
        if has_ship(s, s.cur, slot):
            total += most_crew(s, t, s.cur, slot)
    return total
