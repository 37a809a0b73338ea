"""The course of a turn: income, laying out adventures, discarding, the next player.

BRO-3, BRO-4, BRO-5.1, BRO-7, BRO-14.
"""

from __future__ import annotations

from typing import Any

from piracy_env.core.game import RUNNING
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.broadside.rules.elimination import check_points, end_game
from piracy_env.games.broadside.rules.fleet import (
    cargo,
    discard_table,
    has_ship,
    is_alive,
    lay_out,
    next_ship,
    pirate_points,
    room,
)
from piracy_env.games.broadside.rules.piles import count_blue, draw_blue, draw_red, give_up, size
from piracy_env.games.broadside.state import BLUE, FLEET, NONE, RED, End, Phase, Place


@kernel
def begin_turn(s: Any, t: Any) -> None:
    """Begin the turn of `cur`, who wins at once with enough points (BRO-R42)."""
    noinline()
    s.seat = s.cur
    check_points(s, t)
    if s.over != RUNNING:
        return
    s.acts, s.crow_used, s.sold, s.redist_done = 0, 0, 0, 0
    for kind in range(RED):
        s.plays[kind] = 0
    for slot in range(FLEET):
        s.fleet_acted[s.cur, slot] = 0
    if is_income_paid(s):
        lay_out_adventures(s, t)
    else:
        pay_income(s, t)


@kernel
def is_income_paid(s: Any) -> bool:
    """Whether all players get the income of this round before its first turn (BRO-14.2)."""
    return s.first_round_equal == 1 and s.round_no == 1


# --- Phase 1, income: BRO-4 -----------------------------------------------------------------------


@kernel
def pay_income(s: Any, t: Any) -> None:
    """Pay the income of `cur`, and of all after it before the first turn (BRO-R49)."""
    noinline()
    while True:
        _draw_income(s, t)
        s.pool = min(_cargo_of_fleet(s, t), _room_from(s, t, 0))
        if s.pool > 0:
            s.phase, s.seat = Phase.INCOME, s.cur
            s.dist_slot = next_ship(s, s.cur, -1)
            return
        if not _pass_on_income(s):
            break
    _end_income(s, t)


@kernel
def place_income(s: Any, t: Any, crew: int) -> None:
    """Put crew of the income onto the next ship (BRO-4.5)."""
    s.fleet_crew[s.cur, s.dist_slot] += crew
    s.pool -= crew
    s.dist_slot = next_ship(s, s.cur, s.dist_slot) if s.pool > 0 else NONE
    if s.dist_slot != NONE:
        return
    if _pass_on_income(s):
        pay_income(s, t)
    else:
        _end_income(s, t)


@kernel
def least_income(s: Any, t: Any) -> int:
    """The least crew that the next ship must take, so that the rest finds room (BRO-4.6)."""
    return max(0, s.pool - _room_from(s, t, s.dist_slot + 1))


@kernel
def _pass_on_income(s: Any) -> bool:
    """Go on to the next player, if all are paid before the first turn (BRO-14.1)."""
    if not is_income_paid(s):
        return False
    s.cur = (s.cur + 1) % s.players
    return s.cur != s.start


@kernel
def _end_income(s: Any, t: Any) -> None:
    """Begin the adventures; before the first turn, that turn."""
    s.seat = s.cur
    lay_out_adventures(s, t)


@kernel
def _draw_income(s: Any, t: Any) -> None:
    """Draw red and blue cards (BRO-4.1, BRO-4.2, BRO-14.3 to BRO-14.5, BRO-R02)."""
    number = t.numbers.draw_red
    if s.draw_by_points == 1:
        number = max(t.numbers.least_red, pirate_points(s, t, s.cur))
    draw_red(s, s.cur, number)
    if s.blue_at_end == 0:
        held = 0 if s.first_turn_plus3 == 1 else count_blue(s, Place.HAND + s.cur)
        _draw_adventures(s, t.numbers.draw_blue - held)


@kernel
def _draw_adventures(s: Any, number: int) -> None:
    """Draw blue cards into the hidden hand of `cur`."""
    noinline()
    for _ in range(number):
        draw_blue(s, Place.HAND + s.cur)


@kernel
def _cargo_of_fleet(s: Any, t: Any) -> int:
    """Cargo points of all ships of `cur` (BRO-4.4)."""
    total = 0
    for slot in range(FLEET):
        if has_ship(s, s.cur, slot):
            total += cargo(s, t, s.cur, slot)
    return total


@kernel
def _room_from(s: Any, t: Any, first: int) -> int:
    """How much crew the ships of `cur` from a slot on can still take."""
    noinline()
    total = 0
    for slot in range(first, FLEET):
        if has_ship(s, s.cur, slot):
            total += room(s, t, s.cur, slot)
    return total


# --- Phase 2, adventures: BRO-5.1 -----------------------------------------------------------------


@kernel
def lay_out_adventures(s: Any, t: Any) -> None:
    """Lay the blue hand face up in the middle."""
    noinline()
    s.phase = Phase.ADVENTURE
    for card in range(BLUE):
        if s.blue_loc[card] == Place.HAND + s.cur:
            lay_out(s, t, card)
    s.blue_older[s.cur] = 0


# --- Phase 4, discarding: BRO-7 -------------------------------------------------------------------


@kernel
def end_turn(s: Any, t: Any) -> None:
    """Clear the middle, and have red cards discarded that are too many (BRO-7.1, BRO-7.2)."""
    discard_table(s)
    if size(s.red_hand[s.cur]) > t.numbers.red_limit:
        s.phase = Phase.DISCARD
    else:
        _finish_turn(s, t)


@kernel
def discard(s: Any, t: Any, kind: int) -> None:
    """Discard a red card (BRO-7.3)."""
    give_up(s, s.cur, kind)
    s.red_disc[kind] += 1
    if size(s.red_hand[s.cur]) <= t.numbers.red_limit:
        _finish_turn(s, t)


@kernel
def _finish_turn(s: Any, t: Any) -> None:
    """Draw the adventures of the next turn, if that is done now (BRO-14.5), and hand over."""
    noinline()
    if s.blue_at_end == 1:
        _draw_adventures(s, t.numbers.draw_blue)
    next_turn(s, t)


@kernel
def next_turn(s: Any, t: Any) -> None:
    """Go on clockwise to the next living player (BRO-3.1), or end after the last round."""
    noinline()
    last = s.cur
    s.cur = (last + 1) % s.players
    while not is_alive(s, s.cur):
        s.cur = (s.cur + 1) % s.players
    s.round_no += (s.cur - s.start) % s.players <= (last - s.start) % s.players
    if s.round_no > s.max_rounds:
        end_game(s, t, End.ROUND_LIMIT, s.cur)  # BRO-R46
    else:
        begin_turn(s, t)
