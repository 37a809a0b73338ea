"""Elimination, fame and the end of the game (BRO-9, BRO-10.5), after every change of fleets."""

from __future__ import annotations

from typing import Any

from piracy_env.core.game import ENDED
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.broadside.rules.fleet import count_ships, is_alive, pirate_points
from piracy_env.games.broadside.rules.piles import give_up, move_blue
from piracy_env.games.broadside.rules.standings import settle
from piracy_env.games.broadside.state import NONE, RED, End, Phase, Place


@kernel
def check_fleets(s: Any, t: Any) -> None:
    """Eliminate who has no ship left, and end the game if somebody has won (BRO-9.1 to BRO-9.5)."""
    noinline()
    event = 1
    for seat in range(s.players):
        event = max(event, s.elim_event[seat] + 1)
    living, survivor = 0, NONE
    for seat in range(s.players):
        if is_alive(s, seat) and count_ships(s, seat) == 0:
            _eliminate(s, seat, event)
        elif is_alive(s, seat):
            living += 1
            survivor = seat
    award_cave(s)
    if living == 1:
        end_game(s, t, End.SURVIVOR, survivor)
    elif living == 0:
        end_game(s, t, End.DRAW, s.cur)  # BRO-R44
    elif is_alive(s, s.cur):
        check_points(s, t)


@kernel
def check_points(s: Any, t: Any) -> None:
    """Let the player whose turn it is win with enough pirate points (BRO-9.4, BRO-R42)."""
    if pirate_points(s, t, s.cur) >= s.target_points:
        end_game(s, t, End.POINTS, s.cur)


@kernel
def _eliminate(s: Any, seat: int, event: int) -> None:
    """Take a player without ships out of the game, with all cards (BRO-9.1, BRO-R41)."""
    noinline()
    s.out |= 1 << seat
    s.elim_event[seat] = event
    for kind in range(RED):
        while s.red_hand[seat, kind] > 0:
            give_up(s, seat, kind)
            s.red_disc[kind] += 1
    move_blue(s, Place.HAND + seat, Place.DISCARD)
    s.blue_older[seat] = 0
    move_blue(s, Place.TREASURE + seat, Place.DISCARD)
    s.treasure_pts[seat] = 0
    if s.cave_owner == seat:
        s.cave_owner = NONE


@kernel
def award_cave(s: Any) -> None:
    """Give the Treasure Cave to whoever has the most treasure points.

    In a tie it stays where it is (BRO-10.5, BRO-R40).
    """
    most, leader, tied = 0, NONE, False
    for seat in range(s.players):
        if s.treasure_pts[seat] > most:
            most, leader, tied = s.treasure_pts[seat], seat, False
        elif s.treasure_pts[seat] == most:
            tied = True
    if leader != NONE and not tied:
        s.cave_owner = leader


@kernel
def end_game(s: Any, t: Any, reason: int, seat: int) -> None:
    """End the game for a reason and write the places down."""
    noinline()
    s.over = ENDED
    s.end_reason = reason
    s.phase = Phase.OVER
    s.seat = seat
    settle(s, t)
