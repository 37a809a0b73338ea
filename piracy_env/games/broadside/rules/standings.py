"""Places: the winner, the living by what they own, the lost by how long they lasted (BRO-R44)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.broadside.rules.fleet import count_crew, count_ships, is_alive, pirate_points
from piracy_env.games.broadside.state import End


@kernel
def settle(s: Any, t: Any) -> None:
    """Write down the final places: first and last place of each group of equals."""
    noinline()
    for seat in range(s.players):
        s.rank_lo[seat] = 1 + count_ahead(s, t, seat)
        behind = 0
        for rival in range(s.players):
            behind += _is_ahead(s, t, seat, rival)
        s.rank_hi[seat] = s.players - behind


@kernel
def count_ahead(s: Any, t: Any, seat: int) -> int:
    """How many players are placed better."""
    ahead = 0
    for rival in range(s.players):
        ahead += _is_ahead(s, t, rival, seat)
    return ahead


@kernel
def _is_ahead(s: Any, t: Any, one: int, other: int) -> bool:  # noqa: PLR0911 - one return a criterion
    """Whether one player is placed better than another.

    The eliminated come last, those who lasted longer first (BRO-R44). Among the living the winner
    by points is first; then count pirate points, treasure points, ships and crew.
    """
    noinline()
    if is_alive(s, one) != is_alive(s, other):
        return is_alive(s, one)
    if not is_alive(s, one):
        return s.elim_event[one] > s.elim_event[other]
    if s.end_reason == End.POINTS and s.cur in (one, other):
        return s.cur == one and one != other
    mine, its = pirate_points(s, t, one), pirate_points(s, t, other)
    if mine != its:
        return mine > its
    if s.treasure_pts[one] != s.treasure_pts[other]:
        return s.treasure_pts[one] > s.treasure_pts[other]
    mine, its = count_ships(s, one), count_ships(s, other)
    if mine != its:
        return mine > its
    return count_crew(s, one) > count_crew(s, other)
