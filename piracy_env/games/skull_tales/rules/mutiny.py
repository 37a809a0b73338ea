"""Mutiny: who calls it, who joins, sealed bids, and what happens without Morale (STV-8)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.actions import ACT, MOST
from piracy_env.games.skull_tales.rules.captaincy import contest
from piracy_env.games.skull_tales.rules.command import RUM_ONLY
from piracy_env.games.skull_tales.rules.crew import after_captain, ally_of, gain_prestige
from piracy_env.games.skull_tales.rules.frames import (
    answer_nothing,
    mark_nothing,
    mark_yes_no,
    next_step,
    pop,
    push,
    push_for,
    top,
    turn_to,
)
from piracy_env.games.skull_tales.rules.ship import MOST_MORALE, doom
from piracy_env.games.skull_tales.state import (
    ACTOR,
    NONE,
    SEATS,
    SLOTS,
    STEP,
    A,
    B,
    Decision,
    Ended,
)

COIN = 10
"""Prestige that a coin of a bid costs."""


# --- calling and joining --------------------------------------------------------------------------


@kernel
def ask_for_mutiny(s: Any) -> None:
    """Ask all who may call a Mutiny (STV-8.1)."""
    push(s, Decision.CALL_MUTINY, NONE)


@kernel
def _next_mutineer(s: Any, asked: int) -> int:
    """Of those with more trust than Morale, the one with most that was not asked yet."""
    best = NONE
    for place in range(1, s.players):
        seat = after_captain(s, place)
        may_call = asked >> seat & 1 == 0 and s.ch_tp[seat] > s.morale
        if may_call and (best == NONE or s.ch_tp[seat] > s.ch_tp[best]):
            best = seat
    return best


@kernel
def _is_anybody_asked(s: Any, t: Any) -> bool:
    """Find the next to be asked; `A` holds who has been asked, `B` who takes part."""
    frame = top(s)
    seat = _next_mutineer(s, frame[A])
    if seat != NONE:
        frame[ACTOR] = seat
        return True
    if frame[B] > 0:
        _open_mutiny(s, frame[B])
    else:
        pop(s)
    return False


@kernel
def _call(s: Any, t: Any, action: int) -> None:
    """Call a Mutiny: from then on the others are asked to join."""
    frame = top(s)
    seat = frame[ACTOR] + 0
    frame[A] |= 1 << seat
    if action == ACT.yes.start:
        frame[B] |= 1 << seat
        frame[A] = frame[B]
        turn_to(s, Decision.JOIN_MUTINY)


@kernel
def _join(s: Any, t: Any, action: int) -> None:
    """Join the Mutiny, or stay out of it (STV-8.2)."""
    frame = top(s)
    seat = frame[ACTOR] + 0
    frame[A] |= 1 << seat
    if action == ACT.yes.start:
        frame[B] |= 1 << seat


# --- the Mutiny -----------------------------------------------------------------------------------


@kernel
def turn_trust(s: Any) -> None:
    """Trust becomes prestige: the own, and half the own Ally's (STV-8.3, STV-19.7)."""
    noinline()
    for seat in range(s.players):
        trust = s.ch_tp[seat] + 0
        ally = ally_of(s, seat)
        if ally != NONE and seat != s.captain:
            trust += (s.ch_tp[ally] + 1) // 2
        gain_prestige(s, seat, trust)
    for slot in range(SLOTS):
        s.ch_tp[slot] = 0


@kernel
def _open_mutiny(s: Any, mutineers: int) -> None:
    """Trust becomes prestige, Morale is high again; then bids are made."""
    pop(s)
    turn_trust(s)
    s.morale = MOST_MORALE
    for seat in range(SEATS):
        s.bid[seat], s.bid_shown[seat] = NONE, NONE
    push_for(s, Decision.BID, NONE, NONE, mutineers | 1 << s.captain, 0)


@kernel
def _next_bidder(s: Any, sides: int) -> int:
    """The next who has not bid: the Captain, then clockwise; NONE if all have."""
    for place in range(s.players):
        seat = after_captain(s, place)
        if sides >> seat & 1 and s.bid[seat] == NONE:
            return seat
    return NONE


@kernel
def _is_bidder_left(s: Any, t: Any) -> bool:
    """Find the next to bid; after the last all bids are shown."""
    frame = top(s)
    seat = _next_bidder(s, frame[A])
    if seat != NONE:
        frame[ACTOR] = seat
        return True
    pop(s)
    _show_bids(s)
    return False


@kernel
def _mark_bids(s: Any, t: Any, mask: Any) -> None:
    """Mark a coin for each full 10 prestige (STV-8.4)."""
    seat = top(s)[ACTOR]
    for coins in range(1 + min(MOST, s.ch_pp[seat] // COIN)):
        mask[ACT.num.start + coins] = True


@kernel
def _bid(s: Any, t: Any, action: int) -> None:
    """Take coins in secret."""
    s.bid[top(s)[ACTOR]] = action - ACT.num.start


@kernel
def _show_bids(s: Any) -> None:
    """The highest bid makes the Captain; all that was bid is gone (STV-8.5 to STV-8.8)."""
    noinline()
    most, best = 0, 0
    for seat in range(s.players):
        bid = s.bid[seat] + 0
        s.bid_shown[seat], s.bid[seat] = bid, NONE
        if bid > most:
            most, best = bid, 0
        if bid == most:
            best |= 1 << seat
        if bid > 0:
            gain_prestige(s, seat, -COIN * bid)
    if most > 0:
        s.captain = contest(s, best)


# --- no Morale ------------------------------------------------------------------------------------

_RUM, _CALL, _REVOLT = range(3)
"""Steps of MORALE_GONE."""


@kernel
def _despair(s: Any, t: Any) -> bool:
    """Morale is gone: Rum, else a Mutiny, else the crew revolts (STV-19.6, STV-R32)."""
    if s.gone == 0:
        s.gone = 1
        push(s, Decision.MORALE_GONE, NONE)
        return False
    step = top(s)[STEP]
    if s.morale > 0 or step == _REVOLT:
        pop(s)
        s.gone = 0
        if s.morale == 0:
            doom(s, Ended.REVOLT)
        return False
    next_step(s)
    if step == _RUM:
        push_for(s, Decision.COMMAND, NONE, NONE, RUM_ONLY, 0)
    else:
        ask_for_mutiny(s)
    return False


HANDLERS = (
    Handler(Decision.CALL_MUTINY, mark_yes_no, _call, _is_anybody_asked),
    Handler(Decision.JOIN_MUTINY, mark_yes_no, _join, _is_anybody_asked),
    Handler(Decision.BID, _mark_bids, _bid, _is_bidder_left),
    Handler(Decision.MORALE_GONE, mark_nothing, answer_nothing, _despair),
)
