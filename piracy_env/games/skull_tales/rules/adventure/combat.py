"""Attacks, and what fighters do: ATTACK_..., RELOAD, INSULT, TAKE_BREATH, REVIVE, EQUIP, AIM."""

from __future__ import annotations

from typing import Any

from piracy_env.core.bits import lowest
from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.actions import ACT
from piracy_env.games.skull_tales.rules.adventure import (
    attacks,
    breath,
    reactions,
    reloading,
    reviving,
    struggling,
    vengeance,
    windows,
)
from piracy_env.games.skull_tales.rules.adventure.abilities import IGNORE_INSULT, ignores
from piracy_env.games.skull_tales.rules.adventure.attacks import begin_attack, pairs
from piracy_env.games.skull_tales.rules.adventure.breath import begin_breath, can_take_breath
from piracy_env.games.skull_tales.rules.adventure.hands import begin_equip, can_hold, held_in
from piracy_env.games.skull_tales.rules.adventure.odds import (
    BY_FIST,
    BY_SHOT,
    BY_WEAPON,
    DOUBLE,
    TWIN,
)
from piracy_env.games.skull_tales.rules.adventure.payment import (
    ACTED,
    OTHER,
    can_pay,
    has_bonus,
    note_done,
    pay_ap,
)
from piracy_env.games.skull_tales.rules.adventure.people import (
    foes_next_to,
    has_status,
    has_trait,
    is_free_of_foes,
    is_pirate,
)
from piracy_env.games.skull_tales.rules.adventure.reach import (
    can_attack,
    can_attack_unarmed,
    ready_weapons,
)
from piracy_env.games.skull_tales.rules.adventure.reloading import (
    begin_reloading,
    cost_of_reload,
)
from piracy_env.games.skull_tales.rules.adventure.reviving import begin_reviving, to_be_revived
from piracy_env.games.skull_tales.rules.adventure.vengeance import begin_vengeance, can_avenge
from piracy_env.games.skull_tales.rules.adventure.weapons import is_frenzied, unloaded
from piracy_env.games.skull_tales.rules.frames import drop_to, pop
from piracy_env.games.skull_tales.state import NONE, Decision
from piracy_env.games.skull_tales.state_land import Buff, Once, Status
from piracy_env.games.skull_tales.traits import Trait

ATTACK_COST, INSULT_COST, REVIVE_COST, EQUIP_COST, AIM_COST = 2, 1, 2, 1, 1
TWO_WEAPONS_COST = 3
_RIGHT, _LEFT = 1, 2
"""Values of `inv_loc`."""


# --- what can be done -----------------------------------------------------------------------------


@kernel
def mark(s: Any, t: Any, slot: int, mask: Any) -> None:
    """Mark the verbs of the menu that a Character may choose."""
    noinline()
    _mark_attacks(s, t, slot, mask)
    _mark_two_weapons(s, t, slot, mask)
    if can_pay(s, t, INSULT_COST, OTHER) and to_be_insulted(s, t, slot):
        mask[ACT.insult.start] = True
    if (
        can_pay(s, t, REVIVE_COST, OTHER)
        and not is_frenzied(s, slot)
        and is_free_of_foes(s, t, slot)
        and to_be_revived(s, t, slot)
    ):
        mask[ACT.revive.start] = True
    if not is_pirate(s, slot):
        return
    if (
        can_pay(s, t, cost_of_reload(s, t, slot), OTHER)
        and unloaded(s, t, slot)
        and is_free_of_foes(s, t, slot)
    ):
        mask[ACT.reload.start] = True
    if can_avenge(s, t, slot):
        mask[ACT.vengeful.start] = True
    if can_take_breath(s, t, slot):
        mask[ACT.take_breath.start] = True
    if can_pay(s, t, EQUIP_COST, OTHER) and can_change_hands(s, t, slot):
        mask[ACT.equip.start] = True


@kernel
def _mark_attacks(s: Any, t: Any, slot: int, mask: Any) -> None:
    """Mark the three attacks, and taking aim before a shot."""
    if can_pay_attack(s, t, slot, Trait.CHARGE, Once.CHARGE) and can_attack(s, t, slot, True):
        mask[ACT.attack_melee.start] = True
    is_shooter = can_attack(s, t, slot, False)
    if is_shooter and can_pay_attack(s, t, slot, Trait.RUNNING_SHOT, Once.RUNNING_SHOT):
        mask[ACT.attack_ranged.start] = True
    if can_pay_attack(s, t, slot, Trait.CHARGE, Once.CHARGE) and can_attack_unarmed(s, t, slot):
        mask[ACT.attack_unarmed.start] = True
    is_able = is_pirate(s, slot) and has_trait(s, t, slot, Trait.AIM) and not has_bonus(s)
    if is_able and is_shooter and can_pay(s, t, ATTACK_COST + AIM_COST, OTHER):
        mask[ACT.aim.start] = s.buff[slot] & Buff.AIMED == 0


@kernel
def _mark_two_weapons(s: Any, t: Any, slot: int, mask: Any) -> None:
    """Mark Double Slash and Twin Shot (STA-20.34, STA-20.94)."""
    if not is_pirate(s, slot) or not can_pay(s, t, TWO_WEAPONS_COST, OTHER):
        return
    is_fresh = s.once[slot] & Once.DOUBLE_SLASH == 0
    if is_fresh and has_trait(s, t, slot, Trait.DOUBLE_SLASH):
        mask[ACT.double_slash.start] = pairs(s, t, slot, ready_weapons(s, t, slot, True))
    if has_trait(s, t, slot, Trait.TWIN_SHOT):
        mask[ACT.twin_shot.start] = pairs(s, t, slot, ready_weapons(s, t, slot, False))


@kernel
def hold_aim(s: Any, slot: int, mask: Any) -> None:
    """Who has taken aim shoots, if there is still something to shoot at (STA-20.100)."""
    is_open, is_twin = mask[ACT.attack_ranged.start], mask[ACT.twin_shot.start]
    if s.buff[slot] & Buff.AIMED and (is_open or is_twin):
        mask[:] = False
        mask[ACT.attack_ranged.start], mask[ACT.twin_shot.start] = is_open, is_twin


@kernel
def can_pay_attack(s: Any, t: Any, slot: int, trait: int, once: int) -> bool:
    """Whether a Character can pay an attack; a runner's Trait makes one free (STA-20.76, 20.98)."""
    return can_pay(s, t, ATTACK_COST, OTHER) or is_free_for(s, t, slot, trait, once)


@kernel
def is_free_for(s: Any, t: Any, slot: int, trait: int, once: int) -> bool:
    """Whether a runner has an attack for nothing, and no Destiny Point pays for it."""
    is_running = has_status(s, slot, Status.RUNNING) and not has_bonus(s)
    return is_running and s.once[slot] & once == 0 and has_trait(s, t, slot, trait)


@kernel
def to_be_insulted(s: Any, t: Any, slot: int) -> int:
    """Adjacent Enemies that care about Insults, a bit each (STA-10.6)."""
    near = left = foes_next_to(s, t, slot)
    while left:
        foe = lowest(left)
        left &= left - 1
        if ignores(t, s.foe_type[foe], IGNORE_INSULT):
            near &= ~(1 << foe)
    return near


@kernel
def can_change_hands(s: Any, t: Any, slot: int) -> bool:
    """Whether something else could be held, or put away (STA-10.37)."""
    if held_in(s, slot, _RIGHT) != NONE or held_in(s, slot, _LEFT) != NONE:
        return True
    for place in range(s.inv_n[slot]):
        if can_hold(s, t, slot, place, _RIGHT) or can_hold(s, t, slot, place, _LEFT):
            return True
    return False


# --- what is done ---------------------------------------------------------------------------------


@kernel
def begin(s: Any, t: Any, slot: int, action: int) -> None:
    """Begin what was chosen, if it is one of these verbs."""
    noinline()
    if action == ACT.attack_melee.start:
        _attack(s, t, slot, BY_WEAPON, Trait.CHARGE, Once.CHARGE)
    elif action == ACT.attack_unarmed.start:
        _attack(s, t, slot, BY_FIST, Trait.CHARGE, Once.CHARGE)
    elif action == ACT.attack_ranged.start:
        _attack(s, t, slot, BY_SHOT, Trait.RUNNING_SHOT, Once.RUNNING_SHOT)
    elif action == ACT.double_slash.start:
        s.once[slot] |= Once.DOUBLE_SLASH
        _attack_with_two(s, t, slot, DOUBLE)
    elif action == ACT.twin_shot.start:
        _attack_with_two(s, t, slot, TWIN)
    elif action == ACT.aim.start:
        before = s.last_hand[slot] + 0
        pay_ap(s, t, AIM_COST, OTHER)
        s.last_hand[slot] = before
        s.buff[slot] |= Buff.AIMED
    elif action == ACT.insult.start:
        pay_ap(s, t, INSULT_COST, OTHER)
        s.insult_from[slot] = to_be_insulted(s, t, slot)
        drop_to(s, Decision.MENU)
        pop(s)
    else:
        _begin_other(s, t, slot, action)


@kernel
def _begin_other(s: Any, t: Any, slot: int, action: int) -> None:
    if action == ACT.revive.start:
        pay_ap(s, t, REVIVE_COST, OTHER)
        begin_reviving(s, slot)
    elif action == ACT.reload.start:
        pay_ap(s, t, cost_of_reload(s, t, slot), OTHER)
        begin_reloading(s, t, slot)
    elif action == ACT.vengeful.start:
        begin_vengeance(s, slot)
    elif action == ACT.take_breath.start:
        begin_breath(s, t, slot)
    elif action == ACT.equip.start:
        pay_ap(s, t, EQUIP_COST, OTHER)
        begin_equip(s, slot)


@kernel
def _attack(s: Any, t: Any, slot: int, kind: int, trait: int, once: int) -> None:
    """Pay an attack, unless a runner has it for nothing, and make it."""
    before = s.last_hand[slot] + 0
    if is_free_for(s, t, slot, trait, once):
        s.once[slot] |= once
        note_done(s, ACTED)
    else:
        pay_ap(s, t, ATTACK_COST, OTHER)
    begin_attack(s, slot, kind, before)


@kernel
def _attack_with_two(s: Any, t: Any, slot: int, kind: int) -> None:
    pay_ap(s, t, TWO_WEAPONS_COST, OTHER)
    begin_attack(s, slot, kind, NONE)


HANDLERS: tuple[Handler, ...] = (
    *attacks.HANDLERS,
    *windows.HANDLERS,
    *reviving.HANDLERS,
    *breath.HANDLERS,
    *reloading.HANDLERS,
    *vengeance.HANDLERS,
    *reactions.HANDLERS,
    *struggling.HANDLERS,
)
