"""Verbs of Traits: UNSTOPPABLE to STOMP (section 8.2)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.actions import ACT
from piracy_env.games.skull_tales.rules.adventure import (
    agility,
    duels,
    handiwork,
    opportunities,
    shoving,
    swordplay,
)
from piracy_env.games.skull_tales.rules.adventure.agility import (
    begin_leaping,
    begin_sneaking,
    begin_spotting,
    may_sneak,
    to_be_leapt,
    to_be_spotted,
)
from piracy_env.games.skull_tales.rules.adventure.attacks import begin_attack_with, pairs
from piracy_env.games.skull_tales.rules.adventure.combat import (
    ATTACK_COST,
    can_pay_attack,
    is_free_for,
)
from piracy_env.games.skull_tales.rules.adventure.feats import cost_of_jump
from piracy_env.games.skull_tales.rules.adventure.handiwork import (
    ANY_FIREARM,
    ANY_WEAPON,
    begin_drawing,
    can_throw_anything,
    has_quick_hands,
    may_pick_pockets,
    may_quickdraw,
    pick_pocket,
)
from piracy_env.games.skull_tales.rules.adventure.odds import BY_SHOT, SPIN, SWEEP
from piracy_env.games.skull_tales.rules.adventure.payment import (
    ACTED,
    OTHER,
    RUNNER,
    SPENT,
    STEP_,
    STEPPED,
    can_pay,
    note_done,
    pay_ap,
)
from piracy_env.games.skull_tales.rules.adventure.people import (
    has_trait,
    is_pirate,
)
from piracy_env.games.skull_tales.rules.adventure.reach import in_melee, ready_weapons
from piracy_env.games.skull_tales.rules.adventure.shoving import (
    begin_shoving,
    begin_stomping,
    to_be_stomped,
)
from piracy_env.games.skull_tales.rules.adventure.weapons import (
    IN_BOTH,
    MISSILE,
    WEAPONS,
    dominant_hand,
    hand_of,
)
from piracy_env.games.skull_tales.state import CARRIED, NONE
from piracy_env.games.skull_tales.state_land import Once
from piracy_env.games.skull_tales.traits import Trait

_STOMP, _UNSTOPPABLE, _PICKPOCKET = int(Trait.STOMP), int(Trait.UNSTOPPABLE), int(Trait.PICKPOCKET)


# --- what can be done -----------------------------------------------------------------------------


@kernel
def mark(s: Any, t: Any, slot: int, mask: Any) -> None:
    """Mark the verbs of the menu that a Character may choose."""
    noinline()
    if to_be_spotted(s, t, slot) != 0:
        mask[ACT.vigilant.start] = True
    if not is_pirate(s, slot):
        return
    if may_sneak(s, t, slot):
        mask[ACT.stealth.start] = True
    if can_pay(s, t, cost_of_jump(s, t, slot), RUNNER) and to_be_leapt(s, t, slot) != 0:
        mask[ACT.acrobat.start] = True
    if can_pay(s, t, t.traits[_STOMP].ap, STEP_) and to_be_stomped(s, t, slot) != 0:
        mask[ACT.stomp.start] = True
    if may_pay(s, t, slot, Trait.UNSTOPPABLE) and in_melee(s, t, slot) != 0:
        mask[ACT.unstoppable.start] = True
    if may_pay(s, t, slot, Trait.PICKPOCKET) and may_pick_pockets(s, t, slot):
        mask[ACT.pickpocket.start] = True
    _mark_weapons(s, t, slot, mask)


@kernel
def may_pay(s: Any, t: Any, slot: int, trait: int) -> bool:
    """Whether a Pirate has a Trait, and can pay the action that it is."""
    return has_trait(s, t, slot, trait) and can_pay(s, t, t.traits[trait].ap, OTHER)


@kernel
def _mark_weapons(s: Any, t: Any, slot: int, mask: Any) -> None:
    """Mark attacks on all that are adjacent, throwing things, and drawing weapons."""
    is_fresh = s.once[slot] & Once.SWEEPING == 0
    if is_fresh and may_pay(s, t, slot, Trait.SWEEPING_STRIKE) and long_weapon(s, t, slot) != NONE:
        mask[ACT.sweeping.start] = True
    if may_pay(s, t, slot, Trait.SPINNING_STRIKE) and first_of_two(s, t, slot) != NONE:
        mask[ACT.spinning.start] = True
    is_paid = can_pay_attack(s, t, slot, Trait.RUNNING_SHOT, Once.RUNNING_SHOT)
    if is_paid and can_throw_anything(s, t, slot):
        mask[ACT.improvised.start] = True
    mask[ACT.quickdraw.start] = may_quickdraw(s, t, slot)
    mask[ACT.quick_hands.start] = has_quick_hands(s, t, slot)


@kernel
def long_weapon(s: Any, t: Any, slot: int) -> int:
    """The weapon for melee in both hands that can be used now, -1 for none (STA-20.74)."""
    ready = ready_weapons(s, t, slot, True)
    for place in range(CARRIED):
        if ready >> place & 1 and s.inv_loc[slot, place] == IN_BOTH:
            return place
    return NONE


@kernel
def first_of_two(s: Any, t: Any, slot: int) -> int:
    """Of two weapons for melee that of the dominant hand, -1 if there are not two (20.33)."""
    ready = ready_weapons(s, t, slot, True)
    if not pairs(s, t, slot, ready):
        return NONE
    for place in range(WEAPONS):
        if ready >> place & 1 and hand_of(s, t, slot, place) == dominant_hand(s, slot):
            return place
    return NONE


# --- what is done ---------------------------------------------------------------------------------


@kernel
def begin(s: Any, t: Any, slot: int, action: int) -> None:
    """Begin what was chosen, if it is one of these verbs."""
    noinline()
    if action == ACT.vigilant.start:
        note_done(s, SPENT)
        begin_spotting(s, slot)
    elif action == ACT.stealth.start:
        note_done(s, SPENT)
        begin_sneaking(s, slot)
    elif action == ACT.acrobat.start:
        pay_ap(s, t, cost_of_jump(s, t, slot), RUNNER)
        note_done(s, STEPPED)
        begin_leaping(s, slot)
    elif action == ACT.stomp.start:
        pay_ap(s, t, t.traits[_STOMP].ap, STEP_)
        begin_stomping(s, slot)
    elif action == ACT.unstoppable.start:
        pay_ap(s, t, t.traits[_UNSTOPPABLE].ap, OTHER)
        begin_shoving(s, slot)
    elif action == ACT.pickpocket.start:
        pay_ap(s, t, t.traits[_PICKPOCKET].ap, OTHER)
        pick_pocket(s, t, slot)
    else:
        _begin_with_weapon(s, t, slot, action)


@kernel
def _begin_with_weapon(s: Any, t: Any, slot: int, action: int) -> None:
    if action == ACT.sweeping.start:
        s.once[slot] |= Once.SWEEPING
        _attack_all(s, t, slot, SWEEP, long_weapon(s, t, slot))
    elif action == ACT.spinning.start:
        _attack_all(s, t, slot, SPIN, first_of_two(s, t, slot))
    elif action == ACT.improvised.start:
        _throw_anything(s, t, slot)
    elif action == ACT.quickdraw.start:
        note_done(s, SPENT)
        begin_drawing(s, slot, ANY_FIREARM)
    elif action == ACT.quick_hands.start:
        begin_drawing(s, slot, ANY_WEAPON)


@kernel
def _attack_all(s: Any, t: Any, slot: int, kind: int, place: int) -> None:
    """One attack on all that are adjacent."""
    before = s.last_hand[slot] + 0
    pay_ap(s, t, ATTACK_COST, OTHER)
    begin_attack_with(s, slot, (kind, place, before))


@kernel
def _throw_anything(s: Any, t: Any, slot: int) -> None:
    """Throw something, which a runner may do for nothing (STA-20.98)."""
    before = s.last_hand[slot] + 0
    if is_free_for(s, t, slot, Trait.RUNNING_SHOT, Once.RUNNING_SHOT):
        s.once[slot] |= Once.RUNNING_SHOT
        note_done(s, ACTED)
    else:
        pay_ap(s, t, ATTACK_COST, OTHER)
    begin_attack_with(s, slot, (BY_SHOT, MISSILE, before))


HANDLERS: tuple[Handler, ...] = (
    *agility.HANDLERS,
    *duels.HANDLERS,
    *handiwork.HANDLERS,
    *opportunities.HANDLERS,
    *shoving.HANDLERS,
    *swordplay.HANDLERS,
)
