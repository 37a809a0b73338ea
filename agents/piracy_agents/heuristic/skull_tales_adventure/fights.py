"""Whom to attack, how, and with what: shots first, then blades, hands taking turns."""

from __future__ import annotations

from typing import Any

from piracy_agents.heuristic.skull_tales_adventure.care import left_to_others
from piracy_agents.heuristic.skull_tales_adventure.people import hits_left, is_awake
from piracy_agents.heuristic.skull_tales_adventure.prospects import (
    BLOW,
    FREE,
    LOAD,
    NOTHING,
    SHOT,
    SWITCH,
    arm_promise,
    foes_in_sight,
    of_blow,
    of_shot,
    plan,
)
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.actions import ACT
from piracy_env.games.skull_tales.rules.adventure.attacks import kind_of, weapon_of
from piracy_env.games.skull_tales.rules.adventure.hands import RIGHT, can_hold
from piracy_env.games.skull_tales.rules.adventure.odds import is_shot
from piracy_env.games.skull_tales.rules.adventure.people import (
    foes_engaging,
    foes_next_to,
    is_pirate,
)
from piracy_env.games.skull_tales.rules.adventure.reach import (
    from_afar,
    in_melee,
    ready_weapons,
)
from piracy_env.games.skull_tales.rules.adventure.weapons import (
    BAG,
    BARE,
    EXHAUSTED,
    is_thrown,
    item_at,
    melee_weapons,
)
from piracy_env.games.skull_tales.state import KIND, MELEE, NONE, RANGED, SLOT, A, Decision
from piracy_env.games.skull_tales.state_land import FOES

_NEVER = -1.0
_PLACES_OF_HAND, _HANDS = 256, 4
"""How the frame of an attack is packed: see `attacks`."""
_THROW = 0.3
"""What a throw is worth in the hand, as a part of a shot."""
_PLANNED = 6.0
"""What an attack, or what prepares one, is worth more if nothing better can be done."""
_DEFENCE = 0.5
"""What it is worth to have a weapon that blows can be parried with."""


@kernel
def weigh_attacks(s: Any, t: Any, w: Any, slot: int, mask: Any, value: Any) -> None:
    """Value attacks, what prepares them, and what is done for want of them."""
    noinline()
    near = in_melee(s, t, slot) & ~left_to_others(s, t, slot)
    what = plan(s, t, w, slot)
    if near != 0:
        value[ACT.attack_melee.start] = w.blow + _PLANNED * (what == BLOW)
        value[ACT.attack_unarmed.start] = w.fist
        value[ACT.double_slash.start] = w.blow + 3.0
        value[ACT.sweeping.start] = w.blow + 2.0 * (near & near - 1 != 0)
        value[ACT.spinning.start] = w.blow + 2.0 if near & near - 1 != 0 else _NEVER
        value[ACT.stomp.start] = w.fist
        value[ACT.insult.start] = w.insult
    if mask[ACT.attack_ranged.start] and _can_shoot(s, t, slot):
        value[ACT.attack_ranged.start] = w.shot + _PLANNED * (what == SHOT)
    value[ACT.twin_shot.start] = w.shot + 3.0
    value[ACT.improvised.start] = w.shot - 8.0
    value[ACT.quickdraw.start] = w.load[0]
    value[ACT.quick_hands.start] = w.load[0]
    if mask[ACT.reload.start]:
        value[ACT.reload.start] = w.load[0] if is_anybody_awake(s) else w.load[1]
        if what == LOAD:
            value[ACT.reload.start] = w.blow + _PLANNED
    if mask[ACT.cast.start] and (s.sees != 0 or s.ch_wounds[slot] > 0):
        value[ACT.cast.start] = w.spell
    if mask[ACT.break_away.start]:
        is_weak = hits_left(s, slot) <= 1 and foes_engaging(s, t, slot) != 0
        value[ACT.break_away.start] = w.blow + 1.0 if is_weak and w.flee > 0.0 else _NEVER
        if what == FREE:
            value[ACT.break_away.start] = w.blow + _PLANNED
    if mask[ACT.equip.start]:
        value[ACT.equip.start] = _equip_worth(s, t, w, slot)
        if what == SWITCH:
            value[ACT.equip.start] = w.blow + _PLANNED
        elif what != NOTHING:
            value[ACT.equip.start] = _NEVER


@kernel
def is_anybody_awake(s: Any) -> bool:
    """Whether any Enemy is there to be fought."""
    for foe in range(FOES):  # noqa: SIM110 - numba knows no any()
        if is_awake(s, foe):
            return True
    return False


@kernel
def _can_shoot(s: Any, t: Any, slot: int) -> bool:
    """Whether there is an Enemy to shoot at, with more than the last blade one has."""
    if not is_pirate(s, slot):
        return from_afar(s, t, slot, BARE) != 0
    ready, blades = ready_weapons(s, t, slot, False), melee_weapons(s, t, slot)
    for place in range(s.inv_n[slot]):
        if ready >> place & 1 and not (is_thrown(s, t, slot, place) and blades == 1 << place):
            return True
    return False


# --- what is held ---------------------------------------------------------------------------------


@kernel
def arm_worth(s: Any, t: Any, w: Any, slot: int, place: int) -> float:
    """What a weapon is worth in the hand; next to Enemies nobody shoots."""
    item = item_at(s, t, slot, place)
    worth = w.arms[0] * s.ch_att[slot, MELEE] * item.melee_damage
    if s.inv_flag[slot, place] & EXHAUSTED == 0 and foes_next_to(s, t, slot) == 0:
        part = _THROW if is_thrown(s, t, slot, place) else 1.0
        worth += part * w.arms[1] * s.ch_att[slot, RANGED] * item.ranged_damage
    return float(worth + _DEFENCE * (item.melee_damage > 0))


@kernel
def _equip_worth(s: Any, t: Any, w: Any, slot: int) -> float:
    """Whether a better weapon lies in the bag than any that is held, with Enemies about."""
    held, bagged = 0.0, 0.0
    for place in range(s.inv_n[slot]):
        worth = arm_worth(s, t, w, slot, place)
        if s.inv_loc[slot, place] != BAG:
            held = max(held, worth)
        elif can_hold(s, t, slot, place, RIGHT):
            bagged = max(bagged, worth)
    if bagged <= held + 1.0:
        return _NEVER
    return float(w.blow - 1.0 if foes_next_to(s, t, slot) != 0 else w.load[0])


@kernel
def weigh_hands(s: Any, t: Any, w: Any, mask: Any, value: Any) -> None:
    """The best weapon comes into the hand; what is there stays if there is no better one."""
    slot = s.stk[s.sp - 1, SLOT]
    hand = 1 if s.stk[s.sp - 1, KIND] == Decision.EQUIP_RIGHT else 2
    value[ACT.hand_empty.start] = _NEVER
    near = in_melee(s, t, slot)
    about = near | foes_in_sight(s, slot)
    for place in range(s.inv_n[slot]):
        worth = arm_worth(s, t, w, slot, place)
        if about != 0 and s.active_slot == slot:
            worth = 0.1 * worth + arm_promise(s, t, w, slot, place, near, about)
        if s.inv_loc[slot, place] == hand or s.inv_loc[slot, place] == 3:
            value[ACT.no.start] = worth + 0.05
        elif mask[ACT.inv.start + place]:
            value[ACT.inv.start + place] = worth


# --- weapon and target ----------------------------------------------------------------------------


@kernel
def weigh_weapons(s: Any, t: Any, w: Any, mask: Any, value: Any) -> None:
    """What hurts most, in the hand that was not used just before; what is to be loaded."""
    below = s.stk[s.sp - 2]
    slot = s.stk[s.sp - 1, SLOT]
    is_attack = below[KIND] == Decision.ATTACK or below[KIND] == Decision.DUEL
    for place in range(s.inv_n[slot]):
        if not mask[ACT.inv.start + place]:
            continue
        item = item_at(s, t, slot, place)
        if not is_attack:
            value[ACT.inv.start + place] = arm_worth(s, t, w, slot, place)
        else:
            before = below[A] // _PLACES_OF_HAND % _HANDS - 1
            is_far = is_shot(kind_of(below))
            is_blade = is_far and item.melee_damage > 0 and is_thrown(s, t, slot, place)
            worth = _best_with(s, t, w, slot, place, is_far, before)
            value[ACT.inv.start + place] = worth - 2.0 * is_blade


@kernel
def _best_with(  # noqa: PLR0913, PLR0917 - who, with what, how
    s: Any, t: Any, w: Any, slot: int, place: int, is_far: bool, before: int
) -> float:
    """What a weapon is worth with the best of its targets."""
    noinline()
    best = 0.0
    foes = from_afar(s, t, slot, place) if is_far else in_melee(s, t, slot)
    for foe in range(FOES):
        if foes >> foe & 1:
            mean = of_blow(s, t, slot, place, foe, before)
            if is_far:
                mean = of_shot(s, t, slot, place, foe, True, before)
            best = max(best, mean)
    return best


@kernel
def weigh_targets(s: Any, t: Any, w: Any, mask: Any, value: Any) -> None:
    """Who is nearly beaten, and who is dangerous; fellows only if there is nobody else."""
    slot = int(s.stk[s.sp - 1, SLOT])
    spare = left_to_others(s, t, slot)
    below = s.stk[s.sp - 2]
    is_attack = below[KIND] == Decision.ATTACK
    place = weapon_of(below) if is_attack else NONE
    for foe in range(FOES):
        if mask[ACT.enemy.start + foe]:
            worth = 10.0 + target_worth(s, t, w, foe) - 9.0 * (spare >> foe & 1)
            if is_attack and place >= 0 and place < s.inv_n[slot] and is_pirate(s, slot):
                mean = of_blow(s, t, slot, place, foe, NONE)
                if is_shot(kind_of(below)):
                    mean = of_shot(s, t, slot, place, foe, True, NONE)
                left = s.foe_hp_max[foe] - s.foe_wounds[foe]
                worth += w.surety * mean / max(1, left) + w.force * mean
            value[ACT.enemy.start + foe] = worth


@kernel
def target_worth(s: Any, t: Any, w: Any, foe: int) -> float:
    """What it is worth to attack an Enemy."""
    card = t.enemies[s.foe_type[foe]]
    left = s.foe_hp_max[foe] - s.foe_wounds[foe]
    worth = w.glory / max(1, left) + 0.3 * w.danger * card.prestige
    worth += w.name * (s.foe_role[foe] > 0) + 1.0 * (s.foe_mark[foe] > 0)
    return float(worth - 3.0 * (not is_awake(s, foe)) - 0.5 * (s.foe_stun[foe] > 0))
