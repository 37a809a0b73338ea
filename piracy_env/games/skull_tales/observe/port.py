"""The Port as a seat sees it, and what is being decided."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.observe.writing import bits, hot, relative, share
from piracy_env.games.skull_tales.rules.mansion import MOST_BET
from piracy_env.games.skull_tales.rules.rolls import successes
from piracy_env.games.skull_tales.state import (
    ACTOR,
    FIRST_DECISION,
    KIND,
    LAST_DECISION,
    MARKET,
    NONE,
    OFFER,
    SEATS,
    STEP,
    A,
    C,
    Decision,
    Phase,
)

EVENTS, DECISIONS = 40, 72


@kernel
def write_port(s: Any, t: Any, seat: int, out: Any) -> None:
    """Time, places, moods, Market, money and cards; seats relative, the own one first."""
    noinline()
    if s.phase != Phase.PORT:
        return
    for place in range(s.players):
        _write_seat(s, (seat + place) % s.players, place, out)
        other = (seat + place) % s.players
        out[136 + place] = s.sal_taken[other]
        out[141 + place] = share(s.debt[other], 100)
        out[146 + place] = s.loan_new[other]
        if s.bet_to[other] >= 0:
            out[151 + 3 * place] = share(1 + relative(s, seat, s.bet_to[other]), SEATS)
            out[152 + 3 * place] = share(s.bet_kind[other], 2)
            out[153 + 3 * place] = share(s.bet_sum[other], MOST_BET)
        out[166 + place] = share(s.order[other], 63)
    _write_market(s, t, seat, out[100:136])
    bits(out, 171, s.ppers, 2)
    bits(out, 173, s.keys, 5)
    out[178], out[179], out[180] = s.t_moved, s.t_acted & 1, share(s.sugar, 6)
    for place in range(s.sp):
        if s.stk[place, KIND] == Decision.PORT_EVENT:
            hot(out, 181, s.stk[place, A], EVENTS)
    for place in range(SEATS):
        bits(out, 221 + 8 * place, s.pe_out[place], 8)


@kernel
def _write_seat(s: Any, other: int, place: int, out: Any) -> None:
    """Time, place and moods of one seat."""
    out[place] = share(s.tu[other], 20)
    hot(out, 5 + 6 * place, s.loc[other], 6)
    out[35 + place] = s.fin[other]
    bits(out, 40 + 12 * place, s.appr[other], 6)
    bits(out, 46 + 12 * place, s.disl[other], 6)


@kernel
def _write_market(s: Any, t: Any, seat: int, out: Any) -> None:
    """The cards of the Market that a seat has seen and that still lie there."""
    for place in range(MARKET + OFFER):
        gear = s.mk[place]
        if gear > 0 and s.mk_seen[seat] >> place & 1:
            out[3 * place] = 1.0
            out[3 * place + 1] = share(t.gear[gear].cost, 100)
            out[3 * place + 2] = share(gear, 63)


@kernel
def write_decision(s: Any, t: Any, seat: int, out: Any) -> None:
    """What is being decided, and the dice on the table."""
    noinline()
    if s.sp > 0:
        frame = s.stk[s.sp - 1]
        if FIRST_DECISION <= frame[KIND] <= LAST_DECISION:
            out[frame[KIND] - FIRST_DECISION] = 1.0
            hot(out, DECISIONS, frame[STEP], 4)
            if s.seat == seat:
                for number in range(A, C + 1):
                    out[DECISIONS + 4 + number - A] = share(1 + frame[number], 128)
            actor = s.captain if frame[ACTOR] == NONE else frame[ACTOR]
            hot(out, DECISIONS + 7, relative(s, seat, actor), SEATS)
    at = DECISIONS + 12
    for die in range(5):
        if die < s.roll_n:
            hot(out, at, min(6, s.roll[die]) - 1, 6)
        at += 6
    out[at], out[at + 1] = share(s.roll_dif, 6), share(successes(s), 5)


@kernel
def write_candidates(s: Any, t: Any, seat: int, out: Any) -> None:
    """What the seat to move may choose among."""
    if s.seat == seat:
        for place in range(s.cand_n):
            out[3 * place] = 1.0
            out[3 * place + 1] = share(s.cand[place, 0], 150)
            out[3 * place + 2] = share(s.cand[place, 1], 150)
