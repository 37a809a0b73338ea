"""Specials: what a chapter lets Characters do (section 5, the verb CHAPTER)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.actions import ACT
from piracy_env.games.skull_tales.rules.adventure import deeds
from piracy_env.games.skull_tales.rules.adventure.payment import OTHER, can_pay, pay_ap
from piracy_env.games.skull_tales.rules.adventure.questions import ask_number
from piracy_env.games.skull_tales.rules.frames import (
    answer_nothing,
    mark_nothing,
    pop,
    push_for,
    top,
)
from piracy_env.games.skull_tales.state import SLOT, STEP, B, Decision


@kernel
def specials_of(s: Any, t: Any) -> int:
    """How many Specials the chapter has; they are numbered from 1."""
    return t.first_special[s.chapter + 1] - t.first_special[s.chapter]


@kernel
def special_row(s: Any, t: Any, number: int) -> int:
    """The row of [specials] of a Special of this chapter."""
    return t.first_special[s.chapter] + number - 1


@kernel
def specials_open(s: Any, t: Any, slot: int) -> int:
    """The Specials that a Character can do and pay now, bit k for Special k."""
    noinline()
    found = 0
    for number in range(1, specials_of(s, t) + 1):
        card = t.specials[special_row(s, t, number)]
        if can_pay(s, t, card.ap, OTHER) and deeds.special_is_met(s, t, slot, number):
            found |= 1 << number
    return found


@kernel
def _go_on(s: Any, t: Any) -> bool:
    """Which Special, its price, and what it does."""
    frame = top(s)
    slot = frame[SLOT] + 0
    if frame[STEP] == 0:
        ask_number(s, s.ch_owner[slot], slot, specials_open(s, t, slot))
        return False
    number = frame[B] + 0
    pop(s)
    pay_ap(s, t, t.specials[special_row(s, t, number)].ap, OTHER)
    deeds.special_do(s, t, slot, number, 1, 0)
    return False


@kernel
def mark(s: Any, t: Any, slot: int, mask: Any) -> None:
    """Mark CHAPTER in the menu."""
    if specials_open(s, t, slot):
        mask[ACT.chapter.start] = True


@kernel
def begin(s: Any, t: Any, slot: int, action: int) -> None:
    """Begin a Special."""
    if action == ACT.chapter.start:
        push_for(s, Decision.SPECIAL_DEED, s.ch_owner[slot], slot, 0, 0)


HANDLERS = (Handler(Decision.SPECIAL_DEED, mark_nothing, answer_nothing, _go_on),)
