"""Madame Claude's Mansion: luxury, bets and loans (STP-9)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.actions import ACT
from piracy_env.games.skull_tales.rules.crew import (
    gain_coins,
    gain_prestige,
    pay,
    slot_at,
)
from piracy_env.games.skull_tales.rules.frames import next_step, pop, push, push_for, top
from piracy_env.games.skull_tales.rules.tavern import RUMOR_MANSION, can_listen, listen
from piracy_env.games.skull_tales.rules.town import (
    Deed,
    begin_deed,
    can_do,
    is_for_later,
    spend_time,
)
from piracy_env.games.skull_tales.state import ACTOR, NONE, STEP, A, B, Decision

_ENTERING, _BETTING = int(Deed.ENTER_MANSION), int(Deed.BETTING)
LEAST_BET, MOST_BET = 10, 25
COINS, OWED = 5, 6
"""What a unit of a loan brings, and what is owed for it."""
MOST_UNITS = 10
ON_SUCCESS, ON_FAILURE, WON = range(3)
"""Values of `bet_kind`."""


@kernel
def fee_of(s: Any, t: Any, seat: int) -> int:
    """What entering costs (STP-9.1)."""
    return 0 if seat == s.captain else t.port_actions[_ENTERING].coins


@kernel
def settle_bets(s: Any) -> None:
    """After an Adventure: bets that are lost are off, those won wait in the Mansion (STP-9.5)."""
    noinline()
    for seat in range(s.players):
        if s.bet_to[seat] != NONE and s.bet_kind[seat] != WON:
            has_won = (s.adv_pres[s.bet_to[seat]] >= 1) == (s.bet_kind[seat] == ON_SUCCESS)
            if has_won:
                s.bet_kind[seat] = WON
            else:
                _forget_bet(s, seat)


@kernel
def fetch_bet(s: Any, seat: int) -> None:
    """A bet won pays double on a visit."""
    if s.bet_to[seat] != NONE and s.bet_kind[seat] == WON:
        gain_coins(s, seat, 2 * s.bet_sum[seat])
        _forget_bet(s, seat)


@kernel
def close_bets(s: Any) -> None:
    """What was won and not fetched lapses."""
    for seat in range(s.players):
        if s.bet_to[seat] != NONE and s.bet_kind[seat] == WON:
            _forget_bet(s, seat)


@kernel
def _forget_bet(s: Any, seat: int) -> None:
    s.bet_to[seat], s.bet_kind[seat], s.bet_sum[seat] = NONE, ON_SUCCESS, 0


@kernel
def close_loans(s: Any) -> None:
    """Who has not repaid an earlier loan is a Debtor (STP-9.8)."""
    for seat in range(s.players):
        if s.debt[seat] > 0 and s.loan_new[seat] == 0:
            s.ch_debtor[seat] = 1
        s.loan_new[seat] = 0


# --- the menu -------------------------------------------------------------------------------------


@kernel
def mark(s: Any, t: Any, seat: int, mask: Any) -> None:
    """Mark what can be done in the Mansion."""
    noinline()
    if can_do(s, t, seat, Deed.RUMOR_MANSION):
        mask[ACT.rumor.start] = can_listen(s, seat)
    if can_do(s, t, seat, Deed.LUXURY):
        mask[ACT.luxury.start] = s.ch_wounds[seat] > 0 or s.ch_dp[seat] < s.ch_dp_max[seat]
    if can_do(s, t, seat, Deed.BETTING):
        can_bet = (
            s.bet_to[seat] == NONE and s.ch_debtor[seat] == 0 and s.players > 1 and is_for_later(s)
        )
        mask[ACT.bet_win.start] = can_bet
        mask[ACT.bet_lose.start] = can_bet
    if can_do(s, t, seat, Deed.LOAN):
        mask[ACT.loan.start] = s.debt[seat] == 0 and s.ch_pp[seat] >= 1
    if can_do(s, t, seat, Deed.REPAY):
        mask[ACT.repay.start] = (
            s.debt[seat] > 0 and s.loan_new[seat] == 0 and s.ch_coins[seat] >= s.debt[seat]
        )


@kernel
def begin(s: Any, t: Any, seat: int, action: int) -> bool:
    """Carry out an action in the Mansion; whether it is one of those."""
    noinline()
    if action == ACT.rumor.start:
        begin_deed(s, t, seat, Deed.RUMOR_MANSION)
        listen(s, seat, RUMOR_MANSION)
    elif action == ACT.luxury.start:
        begin_deed(s, t, seat, Deed.LUXURY)
        s.ch_wounds[seat] = 0
        s.ch_dp[seat] = s.ch_dp_max[seat]
    elif action in (ACT.bet_win.start, ACT.bet_lose.start):
        spend_time(s, seat, t.port_actions[_BETTING].tu)
        s.t_acted |= 1
        push_for(s, Decision.BET, seat, seat, action - ACT.bet_win.start, 0)
    elif action == ACT.loan.start:
        begin_deed(s, t, seat, Deed.LOAN)
        gain_prestige(s, seat, -1)
        push(s, Decision.LOAN, seat)
    elif action == ACT.repay.start:
        begin_deed(s, t, seat, Deed.REPAY)
        pay(s, seat, s.debt[seat])
        s.debt[seat], s.ch_debtor[seat] = 0, 0
    else:
        return False
    return True


# --- bets -----------------------------------------------------------------------------------------


@kernel
def _mark_bet(s: Any, t: Any, mask: Any) -> None:
    """Mark fellow Pirates, then stakes (STP-9.4)."""
    frame = top(s)
    if frame[STEP] == 0:
        for place in range(1, s.players):
            mask[ACT.char.start + place] = True
    else:
        most = min(MOST_BET, s.ch_coins[frame[ACTOR]])
        for coins in range(LEAST_BET, most + 1):
            mask[ACT.num.start + coins - LEAST_BET] = True


@kernel
def _bet(s: Any, t: Any, action: int) -> None:
    """Name the Pirate; then lay down the stake."""
    frame = top(s)
    seat = frame[ACTOR]
    if frame[STEP] == 0:
        frame[B] = slot_at(s, seat, action - ACT.char.start)
        next_step(s)
        return
    coins = LEAST_BET + action - ACT.num.start
    pay(s, seat, coins)
    s.bet_to[seat], s.bet_kind[seat], s.bet_sum[seat] = frame[B], frame[A], coins
    pop(s)


# --- loans ----------------------------------------------------------------------------------------


@kernel
def _mark_units(s: Any, t: Any, mask: Any) -> None:
    """Mark how many further Time Units, then how much prestige, a loan may cost (STP-9.6)."""
    frame = top(s)
    seat = frame[ACTOR]
    most = s.tu[seat] if frame[STEP] == 0 else s.ch_pp[seat]
    for units in range(min(MOST_UNITS, most) + 1):
        mask[ACT.num.start + units] = True


@kernel
def _borrow(s: Any, t: Any, action: int) -> None:
    """Spend Time, then prestige; each unit brings coins."""
    frame = top(s)
    seat, units = frame[ACTOR], action - ACT.num.start
    if frame[STEP] == 0:
        spend_time(s, seat, units)
        frame[A] = 1 + units
        next_step(s)
        return
    gain_prestige(s, seat, -units)
    units += frame[A]
    gain_coins(s, seat, COINS * units)
    s.debt[seat], s.loan_new[seat] = OWED * units, 1
    pop(s)


HANDLERS = (
    Handler(Decision.BET, _mark_bet, _bet),
    Handler(Decision.LOAN, _mark_units, _borrow),
)
