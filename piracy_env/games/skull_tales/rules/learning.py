"""Learning Traits from the teachers of the Port (STP-10)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.actions import ACT
from piracy_env.games.skull_tales.rules.chance import count_of
from piracy_env.games.skull_tales.rules.crew import (
    Affliction,
    gain_prestige,
    has_trait,
    learn,
    pay,
    place_of,
    slot_at,
)
from piracy_env.games.skull_tales.rules.frames import (
    clear_candidates,
    next_step,
    offer,
    pop,
    push_for,
    top,
)
from piracy_env.games.skull_tales.rules.town import Deed, Place, begin_deed, can_do
from piracy_env.games.skull_tales.state import ACTOR, NONE, STEP, A, B, Decision
from piracy_env.games.skull_tales.traits import Trait

KNOWN = 105
"""Rows of [traits]."""
MYSTIC = 3
"""The row of CLASSES."""
_GRACE, _MAGGIE, _JEROME, _MARIE, _GERRIT, _FRANCISCO = range(6)
_TEACHERS = (NONE, _GRACE, _MAGGIE, _JEROME, _GERRIT, _FRANCISCO)
"""Who teaches where; the Chapel has Marie as well."""
_LESSONS = (
    *(Deed.LEARN_SHOOTER, Deed.LEARN_ROGUE, Deed.LEARN_EDUCATED),
    *(Deed.LEARN_MYSTIC, Deed.LEARN_ROWDY, Deed.LEARN_DUELIST),
)


@kernel
def teacher_of(place: int, second: int) -> int:
    """Who teaches at a place, or is the second one to do so; NONE without one."""
    if second == 1:
        return _MARIE if place == Place.CHAPEL else NONE
    return _TEACHERS[place]


@kernel
def mark(s: Any, t: Any, seat: int, mask: Any) -> None:
    """Mark the teachers who have something to teach a seat."""
    noinline()
    for second in range(2):
        teacher = teacher_of(s.loc[seat], second)
        if (
            teacher != NONE
            and s.disl[seat] >> teacher & 1 == 0
            and can_do(s, t, seat, _LESSONS[teacher])
        ):
            mask[ACT.learn_a.start + second] = _can_learn_any(s, t, seat, teacher)


@kernel
def begin(s: Any, t: Any, seat: int, action: int) -> bool:
    """Take a lesson; whether that is the action."""
    if action not in (ACT.learn_a.start, ACT.learn_b.start):
        return False
    teacher = teacher_of(s.loc[seat], action - ACT.learn_a.start)
    begin_deed(s, t, seat, _LESSONS[teacher])
    push_for(s, Decision.LEARN, seat, seat, teacher, 0)
    return True


# --- what a Trait takes ---------------------------------------------------------------------------


@kernel
def is_open_to(s: Any, t: Any, seat: int, trait: int) -> bool:
    """Whether a seat may learn a Trait at all (STP-10.4, 10.5, 10.12, 10.13)."""
    row = t.traits[trait]
    if s.ch_traits[seat, trait] == 1 or row.printed_only == 1:
        return False
    if row.cls == MYSTIC and s.ch_cls[seat] >> MYSTIC & 1 == 0:
        return False
    if _has_lost_hand(s, seat, trait):
        return True
    if row.attribute > 0 and s.ch_att[seat, row.attribute - 1] < row.minimum:
        return False
    if row.trait >= 0 and s.ch_traits[seat, row.trait] == 0:
        return False
    return row.unique == 0 or (seat != s.captain and masters_of(s, seat, trait) == 0)


@kernel
def _has_lost_hand(s: Any, seat: int, trait: int) -> bool:
    """Whether the dominant hand is lost, so that anybody may learn to be Ambidextrous."""
    hand = 16 if s.ch_hand_dom[seat] == 1 else 8
    return trait == Trait.AMBIDEXTROUS and s.ch_perm[seat] & hand != 0


@kernel
def masters_of(s: Any, seat: int, trait: int) -> int:
    """Other Pirates of the crew who know a Trait, a bit each."""
    masters = 0
    for other in range(s.players):
        if other != seat and s.ch_traits[other, trait] == 1:
            masters |= 1 << other
    return masters


@kernel
def _price_row(s: Any, t: Any, seat: int, trait: int) -> int:
    """The place of a Trait's price among those of the rules: category, and whose Trait it is."""
    row = t.traits[trait]
    if _has_lost_hand(s, seat, trait):
        return 0
    outside = 2
    if s.ch_cls[seat] >> row.cls & 1:
        outside = 1 if s.ch_cls[seat] & (s.ch_cls[seat] - 1) else 0
    if row.cls == MYSTIC:
        outside = 0
    return 3 * (row.category - 1) + outside


@kernel
def coins_for(s: Any, t: Any, seat: int, trait: int, teacher: int) -> int:
    """What a Trait costs a seat in coins."""
    noinline()
    cost = t.rules.trait_coins[_price_row(s, t, seat, trait)]
    synergy = t.traits[trait].synergy
    if synergy >= 0 and s.ch_traits[seat, synergy] == 1:
        cost -= 10
    if masters_of(s, seat, trait):
        cost -= 15
    if s.appr[seat] >> teacher & 1:
        cost -= 10
    if has_trait(s, t, seat, Trait.QUICK_WITTED):
        cost -= 15
    if s.ch_affl[seat] & Affliction.SCATTERBRAINED:
        cost += 15
    return max(0, cost)


@kernel
def prestige_for(s: Any, t: Any, seat: int, trait: int, teacher: int) -> int:
    """What a Trait costs a seat in prestige."""
    noinline()
    cost = t.rules.trait_prestige[_price_row(s, t, seat, trait)]
    if masters_of(s, seat, trait):
        cost -= 10
    if s.appr[seat] >> teacher & 1:
        cost -= 10
    if has_trait(s, t, seat, Trait.QUICK_WITTED):
        cost -= 10
    if s.ch_affl[seat] & Affliction.SCATTERBRAINED:
        cost += 10
    return max(0, cost)


@kernel
def can_learn(s: Any, t: Any, seat: int, trait: int, teacher: int) -> bool:
    """Whether a seat may learn a Trait, and can pay it."""
    return (
        is_open_to(s, t, seat, trait)
        and s.ch_coins[seat] >= coins_for(s, t, seat, trait, teacher)
        and s.ch_pp[seat] >= prestige_for(s, t, seat, trait, teacher)
    )


@kernel
def _can_learn_any(s: Any, t: Any, seat: int, teacher: int) -> bool:
    """Whether a teacher has a Trait for a seat."""
    for trait in range(KNOWN):
        if t.traits[trait].cls == t.teachers[teacher].cls and can_learn(s, t, seat, trait, teacher):
            return True
    return False


# --- the lesson -----------------------------------------------------------------------------------


@kernel
def _lists_traits(s: Any, t: Any) -> bool:
    """Lay out the Traits of the class with their prices; or ask for the master."""
    frame = top(s)
    clear_candidates(s)
    if frame[STEP] == 0:
        seat, teacher = frame[ACTOR], frame[A]
        for trait in range(KNOWN):
            if t.traits[trait].cls == t.teachers[teacher].cls:
                offer(
                    s,
                    coins_for(s, t, seat, trait, teacher),
                    prestige_for(s, t, seat, trait, teacher),
                )
    return True


@kernel
def _trait_at(t: Any, teacher: int, place: int) -> int:
    """The Trait at a place among those of a teacher's class."""
    left = place
    trait = 0
    while t.traits[trait].cls != t.teachers[teacher].cls or left > 0:
        left -= t.traits[trait].cls == t.teachers[teacher].cls
        trait += 1
    return trait


@kernel
def _mark_traits(s: Any, t: Any, mask: Any) -> None:
    """Mark Traits that can be learned, or the masters among whom to choose."""
    frame = top(s)
    seat, teacher = frame[ACTOR], frame[A]
    if frame[STEP] == 1:
        for master in range(s.players):
            if masters_of(s, seat, frame[B]) >> master & 1:
                mask[ACT.char.start + place_of(s, seat, master)] = True
        return
    place = 0
    for trait in range(KNOWN):
        if t.traits[trait].cls == t.teachers[teacher].cls:
            mask[ACT.cand.start + place] = can_learn(s, t, seat, trait, teacher)
            place += 1


@kernel
def _take_lesson(s: Any, t: Any, action: int) -> None:
    """Choose a Trait and, of several masters, the one who is thanked (STP-10.7)."""
    frame = top(s)
    seat, teacher = frame[ACTOR], frame[A]
    if frame[STEP] == 1:
        _learn_from(s, t, seat, slot_at(s, seat, action - ACT.char.start))
        return
    trait = _trait_at(t, teacher, action - ACT.cand.start)
    masters = masters_of(s, seat, trait)
    frame[B] = trait
    if count_of(masters) > 1:
        next_step(s)
        return
    master = NONE
    for other in range(s.players):
        if masters >> other & 1:
            master = other
    _learn_from(s, t, seat, master)


@kernel
def _learn_from(s: Any, t: Any, seat: int, master: int) -> None:
    """Pay, learn, and thank the master."""
    frame = top(s)
    trait, teacher = frame[B], frame[A]
    coins = coins_for(s, t, seat, trait, teacher)
    prestige = prestige_for(s, t, seat, trait, teacher)
    pop(s)
    pay(s, seat, coins)
    gain_prestige(s, seat, -prestige)
    learn(s, t, seat, trait)
    if master != NONE:
        gain_prestige(s, master, 5)


HANDLERS = (Handler(Decision.LEARN, _mark_traits, _take_lesson, _lists_traits),)
