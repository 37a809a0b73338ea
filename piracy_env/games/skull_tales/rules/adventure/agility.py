"""Leaping over Enemies, pouncing, hiding, and spotting who hides (STA-20.0, 20.1, 20.13, 20.99)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.actions import ACT
from piracy_env.games.skull_tales.rules.adventure.abilities import contest_with
from piracy_env.games.skull_tales.rules.adventure.arriving import arrive
from piracy_env.games.skull_tales.rules.adventure.attacks import ask_target, begin_pounce
from piracy_env.games.skull_tales.rules.adventure.board import is_adjacent, is_on
from piracy_env.games.skull_tales.rules.adventure.conditions import stun
from piracy_env.games.skull_tales.rules.adventure.dice import (
    call_for_roll,
    improve_roll,
)
from piracy_env.games.skull_tales.rules.adventure.feats import WAYS, in_reading_order
from piracy_env.games.skull_tales.rules.adventure.figures import (
    CHARACTER,
    is_active,
    is_foe,
    place_of,
)
from piracy_env.games.skull_tales.rules.adventure.moving import wears_boots
from piracy_env.games.skull_tales.rules.adventure.openings import can_pounce, offer_pounce
from piracy_env.games.skull_tales.rules.adventure.paths import is_free
from piracy_env.games.skull_tales.rules.adventure.payment import OTHER, RUNNER, can_pay, pay_ap
from piracy_env.games.skull_tales.rules.adventure.people import (
    foes_engaging,
    foes_next_to,
    has_status,
    has_trait,
    place_of_character,
    set_status,
)
from piracy_env.games.skull_tales.rules.adventure.questions import ask, ask_consent
from piracy_env.games.skull_tales.rules.adventure.sight import UNSEEN, sight
from piracy_env.games.skull_tales.rules.frames import (
    answer_nothing,
    mark_nothing,
    next_step,
    offer,
    offering,
    pop,
    push_for,
    top,
)
from piracy_env.games.skull_tales.state import (
    AGILITY,
    NONE,
    PERCEPTION,
    SLOT,
    STEP,
    A,
    B,
    C,
    Decision,
)
from piracy_env.games.skull_tales.state_land import FOES, Once, Status
from piracy_env.games.skull_tales.traits import Trait

_POUNCE, _STEALTH, _VIGILANT = int(Trait.POUNCE), int(Trait.STEALTH), int(Trait.VIGILANT)
BREAK_COST = 1
"""AP more with which an Acrobat also breaks away."""
_WHOM, _ROLL, _WHERE, _LAND, _BREAK, _OVER = range(6)


# --- the Acrobat ----------------------------------------------------------------------------------


@kernel
def to_be_leapt(s: Any, t: Any, slot: int) -> int:
    """Adjacent Enemies with a free space next to them, a bit each."""
    found = 0
    if not has_trait(s, t, slot, Trait.ACROBAT):
        return found
    near = foes_next_to(s, t, slot)
    for foe in range(FOES):
        if near >> foe & 1 and _has_landing(s, t, foe):
            found |= 1 << foe
    return found


@kernel
def _has_landing(s: Any, t: Any, foe: int) -> bool:
    """Whether a space next to an Enemy is free."""
    place = place_of(s, foe)
    for number in range(WAYS):
        if _can_land(s, t, place, in_reading_order(place[0], place[1], number)):
            return True
    return False


@kernel
def _can_land(s: Any, t: Any, place: Any, landing: Any) -> bool:
    row, col = landing
    return is_on(row, col) and is_free(s, row, col) and is_adjacent(s, t, place, landing)


@kernel
def _offer_landings(s: Any, t: Any, foe: int) -> None:
    """Offer the free spaces adjacent to an Enemy."""
    place = place_of(s, foe)
    for number in range(WAYS):
        landing = in_reading_order(place[0], place[1], number)
        if _can_land(s, t, place, landing):
            offer(s, landing[0], landing[1])


@kernel
def begin_leaping(s: Any, slot: int) -> None:
    """Have a Character jump over an Enemy."""
    push_for(s, Decision.LEAPING, s.ch_owner[slot], slot, 0, 0)


@kernel
def _go_on_leaping(s: Any, t: Any) -> bool:
    """Which Enemy, the roll, the landing, and breaking away there. A = the Enemy, once known."""
    noinline()
    frame = top(s)
    slot, step = frame[SLOT] + 0, frame[STEP]
    if step == _WHOM:
        ask_target(s, slot, to_be_leapt(s, t, slot))
    elif step == _ROLL:
        frame[A] = frame[B]
        contest_with(s, t, slot, AGILITY, frame[A] + 0)
        if wears_boots(s, t, slot):
            improve_roll(s, 1)
    elif step == _WHERE:
        if frame[B] == 0:
            pop(s)
            stun(s, slot)
        else:
            ask(s, Decision.SPACE, s.ch_owner[slot], slot)
            _offer_landings(s, t, _foe_below(s))
    elif step == _LAND:
        place = (frame[B] + 0, frame[C] + 0)
        next_step(s)
        arrive(s, t, CHARACTER + slot, place)
    elif step == _BREAK and _may_break_away(s, t, slot):
        ask_consent(s, slot, slot)
    else:
        if step == _OVER and frame[B] == 1:
            pay_ap(s, t, BREAK_COST, RUNNER)
            s.free_from[slot] |= foes_next_to(s, t, slot)
        pop(s)
        offer_pounce(s, t, slot)
    return False


@kernel
def _foe_below(s: Any) -> int:
    """The Enemy of the leap that waits below a question."""
    return s.stk[s.sp - 2, A]


@kernel
def _may_break_away(s: Any, t: Any, slot: int) -> bool:
    is_up = is_active(s, slot) and can_pay(s, t, BREAK_COST, RUNNER)
    return is_up and foes_engaging(s, t, slot) != 0


# --- a pounce -------------------------------------------------------------------------------------


@kernel
def _may_pounce(s: Any, t: Any) -> bool:
    if can_pounce(s, t, top(s)[SLOT]):
        return True
    pop(s)
    return False


@kernel
def _pounce(s: Any, t: Any, action: int) -> None:
    slot = top(s)[SLOT] + 0
    pop(s)
    if action == ACT.pounce.start:
        pay_ap(s, t, t.traits[_POUNCE].ap, OTHER)
        begin_pounce(s, slot)


# --- hiding ---------------------------------------------------------------------------------------


@kernel
def may_sneak(s: Any, t: Any, slot: int) -> bool:
    """Whether no Enemy sees a Character that could hide (STA-20.13)."""
    if not has_trait(s, t, slot, Trait.STEALTH) or s.once[slot] & Once.STEALTH:
        return False
    place = place_of_character(s, slot)
    if place[0] == NONE or has_status(s, slot, Status.HIDDEN):
        return False
    for foe in range(FOES):
        if is_foe(s, foe) and sight(s, t, place_of(s, foe), place, 1) != UNSEEN:
            return False
    return True


@kernel
def begin_sneaking(s: Any, slot: int) -> None:
    """Have a Character try to hide."""
    s.once[slot] |= Once.STEALTH
    push_for(s, Decision.SNEAKING, s.ch_owner[slot], slot, 0, 0)


@kernel
def _go_on_sneaking(s: Any, t: Any) -> bool:
    frame = top(s)
    slot = frame[SLOT] + 0
    if frame[STEP] == 0:
        call_for_roll(s, t, slot, AGILITY, t.traits[_STEALTH].difficulty)
        return False
    is_hidden = frame[B] == 1
    pop(s)
    if is_hidden:
        set_status(s, slot, Status.HIDDEN)
    return False


# --- spotting -------------------------------------------------------------------------------------


@kernel
def to_be_spotted(s: Any, t: Any, slot: int) -> int:
    """Hidden Enemies in the line of sight of who is Vigilant, a bit each (STA-20.99)."""
    found = 0
    place = place_of_character(s, slot)
    if not has_trait(s, t, slot, Trait.VIGILANT) or s.once[slot] & Once.VIGILANT:
        return found
    for foe in range(FOES):
        is_hidden = is_foe(s, foe) and s.foe_hide[foe] > 0 and s.spotted[slot] >> foe & 1 == 0
        if is_hidden and place[0] != NONE and sight(s, t, place, place_of(s, foe), 0) != UNSEEN:
            found |= 1 << foe
    return found


@kernel
def begin_spotting(s: Any, slot: int) -> None:
    """Have a Character look for a Hidden Enemy."""
    push_for(s, Decision.DETECTING, s.ch_owner[slot], slot, 0, 0)


@kernel
def _go_on_spotting(s: Any, t: Any) -> bool:
    """Which Enemy, and the roll. A = the Enemy, once known."""
    frame = top(s)
    slot = frame[SLOT] + 0
    if frame[STEP] == _WHOM:
        ask_target(s, slot, to_be_spotted(s, t, slot))
    elif frame[STEP] == _ROLL:
        s.once[slot] |= Once.VIGILANT
        frame[A] = frame[B]
        call_for_roll(s, t, slot, PERCEPTION, t.traits[_VIGILANT].difficulty)
    else:
        if frame[B] == 1:
            s.spotted[slot] |= 1 << int(frame[A])
        pop(s)
    return False


HANDLERS = (
    Handler(Decision.LEAPING, mark_nothing, answer_nothing, _go_on_leaping),
    Handler(Decision.POUNCE, offering(ACT.pounce), _pounce, _may_pounce, "whether to pounce"),
    Handler(Decision.SNEAKING, mark_nothing, answer_nothing, _go_on_sneaking),
    Handler(Decision.DETECTING, mark_nothing, answer_nothing, _go_on_spotting),
)
