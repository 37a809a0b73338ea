"""Before the first turn of a Port: compensations, retirements, salaries of Allies (STP-1.6)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.actions import ACT
from piracy_env.games.skull_tales.rules.captaincy import succeed
from piracy_env.games.skull_tales.rules.crew import (
    STARTING,
    carry,
    clear_slot,
    enlist,
    gain_booty,
    gain_coins,
    give_up,
    pay,
)
from piracy_env.games.skull_tales.rules.frames import (
    clear_candidates,
    mark_yes_no,
    next_step,
    offer,
    pop,
    push_for,
    top,
)
from piracy_env.games.skull_tales.rules.setup import PIRATES, is_card_free, mark_hands
from piracy_env.games.skull_tales.state import (
    ACTOR,
    ALLY,
    CARRIED,
    SLOT,
    SLOTS,
    STEP,
    A,
    B,
    Decision,
)

COMPENSATION, PENSION = 5, 10
_CARD, _MATELOTAGE, _HAND = range(3)
"""Steps of retiring."""


@kernel
def compensate(s: Any) -> None:
    """Who was maimed and stays is compensated by the others (STC-6.4)."""
    noinline()
    for seat in range(s.players):
        due = s.ch_comp_due[seat]
        s.ch_comp_due[seat] = 0
        if due > 0 and s.ch_retiring[seat] == 0:
            for other in range(s.players):
                if other != seat:
                    coins = min(COMPENSATION * due, s.ch_coins[other])
                    pay(s, other, coins)
                    gain_coins(s, seat, coins)


# --- retirement -----------------------------------------------------------------------------------


@kernel
def retire_next(s: Any) -> bool:
    """Let the next Pirate retire whose wounds make it (STC-6.5); whether there is one."""
    for seat in range(s.players):
        if s.ch_retiring[seat] == 1:
            s.ch_retiring[seat] = 0
            for other in range(s.players):
                if other != seat:
                    pay(s, other, min(PENSION, s.ch_coins[other]))
            if seat == s.captain:
                succeed(s)
            push_for(s, Decision.RETIRE, seat, seat, 0, 0)
            return True
    return False


@kernel
def _has_to_leave(s: Any, seat: int) -> bool:
    """Whether a Pirate has anything that it could hand over."""
    if s.ch_coins[seat] > 0 or s.ch_rum[seat] > 0 or s.ch_brew[seat] > 0:
        return True
    for place in range(s.inv_n[seat]):  # noqa: SIM110 - numba knows no any()
        if s.inv_flag[seat, place] & STARTING == 0:
            return True
    return False


@kernel
def _retires(s: Any, t: Any) -> bool:
    """Ask for the new card, for Matelotage if there is anything to leave, and for the hand."""
    frame = top(s)
    clear_candidates(s)
    if frame[STEP] == _CARD:
        for card in range(PIRATES):
            offer(s, card, is_card_free(s, card))
    elif frame[STEP] == _MATELOTAGE and not _has_to_leave(s, frame[SLOT]):
        next_step(s)
    return True


@kernel
def _mark_retirement(s: Any, t: Any, mask: Any) -> None:
    """Mark free Pirates, both answers, or both hands."""
    step = top(s)[STEP]
    if step == _CARD:
        for card in range(PIRATES):
            mask[ACT.cand.start + card] = is_card_free(s, card)
    elif step == _MATELOTAGE:
        mask[ACT.no.start], mask[ACT.yes.start] = True, True
    else:
        mark_hands(s, t, mask)


@kernel
def _retire(s: Any, t: Any, action: int) -> None:
    """Choose; with the hand the new Pirate takes over."""
    frame = top(s)
    if frame[STEP] == _CARD:
        frame[A] = action - ACT.cand.start
        next_step(s)
    elif frame[STEP] == _MATELOTAGE:
        frame[B] = action == ACT.yes.start
        next_step(s)
    else:
        seat, card, keeps = frame[ACTOR], frame[A], frame[B]
        pop(s)
        _take_over(s, t, seat, card, action == ACT.hand_l.start, keeps)


@kernel
def _take_over(s: Any, t: Any, seat: int, card: int, hand: int, keeps: int) -> None:
    """A new Pirate, with what the old one leaves it (STC-6.6, STC-6.7)."""
    noinline()
    coins, rum, brew = s.ch_coins[seat] + 0, s.ch_rum[seat] + 0, s.ch_brew[seat] + 0
    place = 0
    while place < s.inv_n[seat]:
        if s.inv_flag[seat, place] & STARTING:
            give_up(s, seat, place)
        else:
            place += 1
    gear = [s.inv_id[seat, index] + 0 for index in range(CARRIED)]
    flags = [s.inv_flag[seat, index] + 0 for index in range(CARRIED)]
    enlist(s, t, seat, card, hand)
    if keeps:
        s.ch_coins[seat], s.ch_rum[seat], s.ch_brew[seat] = coins, rum, brew
        for index in range(CARRIED):
            if gear[index] > 0 and s.inv_n[seat] < CARRIED:
                carry(s, t, seat, gear[index], flags[index])
    else:
        for index in range(CARRIED):
            if 0 < gear[index] < len(s.gear_left):
                s.gear_left[gear[index]] += 1


# --- salaries of Allies ---------------------------------------------------------------------------


@kernel
def can_pay_ally(s: Any, slot: int) -> bool:
    """Whether an Ally's owner can pay it; alone from the Crew Booty (STC-4.3)."""
    if s.players == 1:
        return s.crew_booty >= s.ch_salary[slot]
    return s.ch_coins[s.ch_owner[slot]] >= s.ch_salary[slot]


@kernel
def ask_for_salary(s: Any, asked: int) -> int:
    """Ask for the salary of the next Ally that can be paid and is not in `asked`; its slot.

    Returns -1 if there is none.
    """
    for slot in range(s.players, SLOTS):
        if s.ch_kind[slot] == ALLY and asked >> slot & 1 == 0 and can_pay_ally(s, slot):
            push_for(s, Decision.PAY_ALLY, s.ch_owner[slot], slot, 0, 0)
            return slot
    return -1


@kernel
def _pay_ally(s: Any, t: Any, action: int) -> None:
    """Pay an Ally, or dismiss it (STC-5.4)."""
    slot = top(s)[SLOT]
    pop(s)
    if action == ACT.no.start:
        clear_slot(s, slot)
    elif s.players == 1:
        gain_booty(s, -s.ch_salary[slot])
    else:
        pay(s, s.ch_owner[slot], s.ch_salary[slot])


@kernel
def dismiss_unpaid(s: Any, unpaid: int) -> None:
    """Allies that nobody could pay leave."""
    for slot in range(s.players, SLOTS):
        if unpaid >> slot & 1 and s.ch_kind[slot] == ALLY:
            clear_slot(s, slot)


HANDLERS = (
    Handler(Decision.RETIRE, _mark_retirement, _retire, _retires),
    Handler(Decision.PAY_ALLY, mark_yes_no, _pay_ally),
)
