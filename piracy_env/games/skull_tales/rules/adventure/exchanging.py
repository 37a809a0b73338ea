"""Exchanging things with somebody adjacent (STA-10.38, STA-R48)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.actions import ACT
from piracy_env.games.skull_tales.rules.adventure.figures import is_active
from piracy_env.games.skull_tales.rules.adventure.hands import begin_equip
from piracy_env.games.skull_tales.rules.adventure.payment import OTHER, can_pay
from piracy_env.games.skull_tales.rules.adventure.people import are_next_to_each_other, is_pirate
from piracy_env.games.skull_tales.rules.adventure.possessions import (
    ask_give,
    ask_take,
    giveable,
    hand_over,
    takeable,
)
from piracy_env.games.skull_tales.rules.adventure.questions import ask_consent, ask_person, reply
from piracy_env.games.skull_tales.rules.adventure.weapons import is_frenzied
from piracy_env.games.skull_tales.rules.frames import (
    answer_nothing,
    mark_nothing,
    pop,
    push_for,
    top,
)
from piracy_env.games.skull_tales.state import NONE, SLOT, SLOTS, STEP, A, B, Decision

EXCHANGE_COST = 1
DONE, GIVEN, TAKEN = range(3)
"""Replies of a question EXCHANGE."""
WHO, COUNT = 8, 16
"""A frame EXCHANGING keeps the partner + 8 * transfers + 128 * what is asked for in A."""
_ASK, _PARTNER, _NEXT, _WHICH, _GIVE, _TAKE, _CONSENT = range(7)


@kernel
def partners(s: Any, t: Any, slot: int) -> int:
    """With whom a Character can exchange, a bit each: never who is Knocked Out (STA-R22)."""
    found = 0
    for other in range(SLOTS):
        if is_active(s, other) and are_next_to_each_other(s, t, slot, other):
            found |= 1 << other
    return found


@kernel
def _go_on(s: Any, t: Any) -> bool:
    """With whom; then gives and takes, until it is done or there were many."""
    noinline()
    frame = top(s)
    slot, step, partner = frame[SLOT] + 0, frame[STEP], frame[A] % WHO
    if step == _ASK:
        ask_person(s, s.ch_owner[slot], slot, partners(s, t, slot))
    elif step == _PARTNER:
        frame[A], frame[STEP] = frame[B], _NEXT
    elif step == _NEXT:
        push_for(s, Decision.EXCHANGE, s.ch_owner[slot], slot, partner, frame[A] // WHO)
    elif step == _WHICH:
        _begin_transfer(s, t, slot, partner, frame[B])
    elif step == _CONSENT:
        what, is_agreed = frame[A] // (WHO * COUNT), frame[B] == 1
        frame[A] %= WHO * COUNT
        if is_agreed:
            hand_over(s, t, partner, what, slot)
        frame[STEP] = _NEXT
    else:
        _name_thing(s, t, slot, partner, step, frame[B] + 0)
    return False


@kernel
def _begin_transfer(s: Any, t: Any, slot: int, partner: int, reply_: int) -> None:
    """Something is given, asked for, or all is done: then both may equip (STA-10.38)."""
    frame = top(s)
    if reply_ == DONE:
        pop(s)
        for one in (partner, slot):
            if is_pirate(s, one):
                begin_equip(s, one)
        return
    frame[A] += WHO
    if reply_ == GIVEN:
        frame[STEP] = _WHICH
        ask_give(s, slot, partner)
    else:
        frame[STEP] = _GIVE
        ask_take(s, slot, partner, False)


@kernel
def _name_thing(s: Any, t: Any, slot: int, partner: int, step: int, what: int) -> None:
    """It is known which thing: given, taken from an own Character, or asked for."""
    frame = top(s)
    if what == NONE:
        frame[STEP] = _NEXT
    elif step == _GIVE:
        frame[STEP] = _NEXT
        hand_over(s, t, slot, what, partner)
    elif s.ch_owner[partner] == s.ch_owner[slot]:
        frame[STEP] = _NEXT
        hand_over(s, t, partner, what, slot)
    else:
        frame[A] += WHO * COUNT * what
        ask_consent(s, partner, slot)


# --- what next ------------------------------------------------------------------------------------


@kernel
def _mark(s: Any, t: Any, mask: Any) -> None:
    """Mark GIVE, TAKE and DONE. The frame: SLOT and A are the two, B the transfers so far."""
    slot, partner = top(s)[SLOT], top(s)[A]
    mask[ACT.done.start] = True
    mask[ACT.give.start] = giveable(s, t, slot, partner) != 0
    mask[ACT.take.start] = takeable(s, t, slot, partner) != 0


@kernel
def _choose(s: Any, t: Any, action: int) -> None:
    if action == ACT.give.start:
        reply(s, GIVEN, 0)
    elif action == ACT.take.start:
        reply(s, TAKEN, 0)
    else:
        reply(s, DONE, 0)


@kernel
def _may_go_on(s: Any, t: Any) -> bool:
    """Whether there were not yet too many transfers."""
    if top(s)[B] < t.ashore.transfers:
        return True
    reply(s, DONE, 0)
    return False


@kernel
def mark(s: Any, t: Any, slot: int, mask: Any) -> None:
    """Mark EXCHANGE."""
    if can_pay(s, t, EXCHANGE_COST, OTHER) and not is_frenzied(s, slot):
        mask[ACT.exchange.start] = partners(s, t, slot) != 0


HANDLERS = (
    Handler(Decision.EXCHANGING, mark_nothing, answer_nothing, _go_on),
    Handler(Decision.EXCHANGE, _mark, _choose, _may_go_on, "what is exchanged next"),
)
