"""Worlds that a seat cannot tell from the true one: everything that it does not know drawn anew."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import WORD, kernel
from piracy_env.core.noinline import noinline
from piracy_env.core.rng import below
from piracy_env.games.skull_tales.rules.chance import copy_of, member_of
from piracy_env.games.skull_tales.rules.docks import TORTUGA
from piracy_env.games.skull_tales.rules.rumors import CARDS
from piracy_env.games.skull_tales.state import (
    COPIES,
    FORCED,
    GOALS,
    LETTERS,
    MARKET,
    NONE,
    OFFER,
    SEATS,
)

_MOST_COINS, _TENS, _MOST_BID = 3, 10, 21


@kernel
def determinize(s: Any, t: Any, seat: int, key: Any) -> None:
    """Redraw what is hidden from a seat."""
    noinline()
    s.rng = WORD(key)
    for place in range(FORCED):
        s.force[place] = 0
    s.force_n = 0
    _draw_goals(s)
    _draw_market(s, seat)
    _draw_rumors(s, t, seat)
    _draw_secrets(s, seat)


@kernel
def _draw_goals(s: Any) -> None:
    """Numbers of Goal tokens that are not revealed, in any order."""
    left = 0
    for goal in range(s.goal_n):
        if s.goal_rev[goal] == 0:
            left |= 1 << s.goal_id[goal]
    for goal in range(GOALS):
        if goal < s.goal_n and s.goal_rev[goal] == 0:
            s.goal_id[goal] = member_of(s, left, 0)
            left &= ~(1 << s.goal_id[goal])


@kernel
def _draw_market(s: Any, seat: int) -> None:
    """Cards of the Market that a seat has not seen, from them and the Gear deck."""
    for place in range(MARKET + OFFER):
        if s.mk_on >> place & 1 and s.mk_seen[seat] >> place & 1 == 0:
            s.gear_left[s.mk[place]] += 1
            s.mk[place] = NONE
    for place in range(MARKET + OFFER):
        if s.mk[place] == NONE:
            s.mk[place] = copy_of(s, s.gear_left, COPIES)
            s.gear_left[s.mk[place]] -= 1


@kernel
def _draw_rumors(s: Any, t: Any, seat: int) -> None:
    """Other seats' Rumors and the one being looked at, from those that may be theirs."""
    deck = (1 << CARDS) - 1 & ~s.rum_out
    if s.rum_held[seat] == 1:
        deck &= ~(1 << s.rum_id[seat] - 1)
    is_own_look = s.look > 0 and s.seat == seat
    if is_own_look:
        deck &= ~(1 << s.look - 1)
    for other in range(SEATS):
        if other != seat and s.rum_held[other] == 1:
            s.rum_id[other] = member_of(s, deck, 1)
            deck &= ~(1 << s.rum_id[other] - 1)
            s.rum_x[other] = NONE
            if t.rumors[s.rum_id[other] - 1].target == 1:
                s.rum_x[other] = member_of(s, (1 << LETTERS) - 1 & ~(1 << TORTUGA), 0)
    if s.look > 0 and not is_own_look:
        s.look = member_of(s, deck, 1)


@kernel
def _draw_secrets(s: Any, seat: int) -> None:
    """The coin of another schemer and bids that others have made and not shown."""
    if s.coin_s != NONE and s.schemer >= 0 and s.ch_owner[s.schemer] != seat:
        s.coin_s = below(s, _MOST_COINS + 1)
    for other in range(s.players):
        if other != seat and s.bid[other] != NONE:
            s.bid[other] = below(s, min(_MOST_BID, s.ch_pp[other] // _TENS) + 1)
