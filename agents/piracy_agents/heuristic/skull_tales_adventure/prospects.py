"""What attacks promise: the wounds that a weapon inflicts, and what is best done next."""

from __future__ import annotations

from typing import Any

import numpy as np

from piracy_agents.heuristic.skull_tales_adventure.care import left_to_others
from piracy_agents.heuristic.skull_tales_adventure.people import foes_awake_at
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.rules.adventure.abilities import (
    damage_of,
    dice_modifier,
    left_by_impervious,
    melee_of,
)
from piracy_env.games.skull_tales.rules.adventure.figures import CHARACTER
from piracy_env.games.skull_tales.rules.adventure.moving import PLAIN, kind_of_step, way_of
from piracy_env.games.skull_tales.rules.adventure.odds import (
    BY_SHOT,
    BY_WEAPON,
    bonus_of_attack,
    dice_of_attack,
    is_helpless,
    penalty_of_attack,
)
from piracy_env.games.skull_tales.rules.adventure.paths import WAYS
from piracy_env.games.skull_tales.rules.adventure.people import (
    attribute_of,
    is_pirate,
    place_of_character,
)
from piracy_env.games.skull_tales.rules.adventure.reach import in_melee
from piracy_env.games.skull_tales.rules.adventure.reloading import cost_of_reload
from piracy_env.games.skull_tales.rules.adventure.stories import modifier_from_afar
from piracy_env.games.skull_tales.rules.adventure.weapons import (
    BAG,
    EXHAUSTED,
    FIREARM,
    damage_from_afar,
    damage_in_melee,
    is_thrown,
    item_at,
    melee_weapons,
    ranged_weapons,
)
from piracy_env.games.skull_tales.state import DICE, MELEE, NONE, RANGED
from piracy_env.games.skull_tales.state_land import FOES

NOTHING, BLOW, SHOT, SWITCH, LOAD, FREE = range(6)
"""What is best done next: attack, change what is held, reload, or break away to shoot."""
_ATTACK, _CHANGE, _ESCAPE = 2, 1, 3
"""Action Points that these cost; an escape takes a step, too."""
_SIDES, _CRITICAL = 6.0, 1.0 / 6.0
_LATER = 0.4
"""What a shot of the next turn is worth now."""
_LOST = 0.5
"""What a throw is worth that leaves the hand empty."""
_HARM = 0.5
"""Part of the escapes that cost a wound."""
_SHOTS = 0.55
"""Shots for each attack of a firearm, which has to be loaded."""
_BLOCKED = 0.5
"""Part of the blows that come through."""
_SURE = 1.2
"""How much better than blows shots must be for who keeps away from blades."""


# --- dice -----------------------------------------------------------------------------------------


@kernel
def _chance(low: int) -> float:
    """The chance of a die to be higher; a natural six always is."""
    return max(1, min(6, 6 - low)) / _SIDES


@kernel
def _spread(dice: int, chance: float, shares: Any) -> None:
    """How likely each number of successes is."""
    shares[:] = 0.0
    shares[0] = 1.0
    for die in range(dice):
        for count in range(die + 1, 0, -1):
            shares[count] = shares[count] * (1.0 - chance) + shares[count - 1] * chance
        shares[0] *= 1.0 - chance


@kernel
def _surplus(dice: int, chance: float, guards: int, guard: float) -> float:
    """Successes that are left, on average, when those of a defence have cancelled theirs."""
    own, other = np.empty(DICE + 1), np.empty(DICE + 1)
    _spread(dice, chance, own)
    _spread(guards, guard, other)
    mean = 0.0
    for count in range(1, dice + 1):
        for blocked in range(min(count, guards + 1)):
            mean += own[count] * other[blocked] * (count - blocked)
    return mean


@kernel
def promise(dice: int, low: int, guards: int, guard_low: int, damage: int) -> float:
    """Wounds that an attack inflicts on average, criticals among them."""
    noinline()
    dice, guards = min(DICE, max(0, dice)), min(DICE, max(0, guards))
    through = _surplus(dice, _chance(low), guards, _chance(guard_low))
    critical = _surplus(dice, _CRITICAL, guards, _CRITICAL)
    return damage * max(through, critical) + critical


@kernel
def of_blow(s: Any, t: Any, slot: int, place: int, foe: int, before: int) -> float:
    """Wounds that a blow at an Enemy promises."""
    noinline()
    dice = dice_of_attack(s, t, slot, BY_WEAPON, place, foe)
    bonus = bonus_of_attack(s, t, slot, BY_WEAPON, place, foe)
    bonus += penalty_of_attack(s, t, slot, place, before)
    guards = 0 if is_helpless(s, t, slot, foe) else melee_of(s, t, foe)
    low = attribute_of(s, t, slot, MELEE) - dice_modifier(s, t, foe, slot, True)
    damage = damage_in_melee(s, t, slot, place, False)
    mean = promise(dice, melee_of(s, t, foe) - bonus, guards, low, damage)
    return _felt(s, t, foe, mean)


@kernel
def of_shot(  # noqa: PLR0913, PLR0917 - who, with what, at whom, and how
    s: Any, t: Any, slot: int, place: int, foe: int, is_here: bool, before: int
) -> float:
    """Wounds that a shot at an Enemy promises: from where one is, or from some better place."""
    noinline()
    dice = attribute_of(s, t, slot, RANGED)
    if is_here:
        dice = dice_of_attack(s, t, slot, BY_SHOT, place, foe)
    bonus = bonus_of_attack(s, t, slot, BY_SHOT, place, foe)
    bonus += penalty_of_attack(s, t, slot, place, before)
    bonus += modifier_from_afar(s, t, CHARACTER + slot)
    damage = damage_from_afar(s, t, slot, place, False)
    low = t.enemies[s.foe_type[foe]].agility - bonus
    return _felt(s, t, foe, promise(dice, low, 0, 0, damage))


@kernel
def _felt(s: Any, t: Any, foe: int, mean: float) -> float:
    """What an Enemy feels of it: no more than it has left, and less if it is Impervious."""
    if left_by_impervious(s, t, foe, 1) == 0:
        mean = max(0.2 * mean, mean - 1.0)
    return min(mean, float(s.foe_hp_max[foe] - s.foe_wounds[foe]))


# --- the best that can be done --------------------------------------------------------------------


@kernel
def best_blow(s: Any, t: Any, slot: int, places: int, foes: int, before: int) -> float:
    """The most that a blow promises, of some weapons and Enemies."""
    best = 0.0
    for foe in range(FOES):
        if foes >> foe & 1:
            for place in range(s.inv_n[slot]):
                if places >> place & 1:
                    best = max(best, of_blow(s, t, slot, place, foe, before))
    return best


@kernel
def best_shot(  # noqa: PLR0913, PLR0917 - who, with what, at whom, and how
    s: Any, t: Any, slot: int, places: int, foes: int, is_here: bool, is_once: bool
) -> float:
    """The most that a shot promises, of weapons that are good for one, or for many."""
    best = 0.0
    for place in range(s.inv_n[slot]):
        if not places >> place & 1 or _is_for_once(s, t, slot, place) != is_once:
            continue
        part = _LOST if is_thrown(s, t, slot, place) else 1.0
        for foe in range(FOES):
            if foes >> foe & 1:
                worth = part * of_shot(s, t, slot, place, foe, is_here, NONE)
                best = max(best, worth)
    return best


@kernel
def _is_for_once(s: Any, t: Any, slot: int, place: int) -> bool:
    """Whether a weapon is good for one shot: it has to be loaded, or is gone."""
    return bool(item_at(s, t, slot, place).tags & FIREARM or is_thrown(s, t, slot, place))


@kernel
def carried_arms(s: Any, t: Any, slot: int, is_melee: bool, is_spent: bool) -> int:
    """Weapons in the bag, a bit each; or, of firearms anywhere, those that are to be loaded."""
    found = 0
    for place in range(s.inv_n[slot]):
        item = item_at(s, t, slot, place)
        is_exhausted = s.inv_flag[slot, place] & EXHAUSTED != 0
        if is_spent:
            found |= (is_exhausted and item.tags & FIREARM != 0) << place
        elif s.inv_loc[slot, place] == BAG and item.hands > 0:
            damage = item.melee_damage if is_melee else item.ranged_damage
            found |= (damage > 0 and (is_melee or not is_exhausted)) << place
    return found


@kernel
def _total(attacks: int, blow: float, once: float, often: float) -> float:
    """What so many attacks come to: one shot, and the rest with what is best."""
    if attacks <= 0:
        return 0.0
    rest = max(blow, often)
    return max(attacks * rest, once + (attacks - 1) * rest)


@kernel
def foes_in_sight(s: Any, slot: int) -> int:
    """Enemies that the active Character sees, a bit each."""
    return int(s.sees) & (1 << FOES) - 1


@kernel
def plan(s: Any, t: Any, w: Any, slot: int) -> int:
    """What a Pirate does best now with what is left of its turn."""
    noinline()
    near = in_melee(s, t, slot) & ~left_to_others(s, t, slot)
    about = near | foes_in_sight(s, slot)
    if about == 0 or not is_pirate(s, slot):
        return NOTHING
    ap, here = int(s.ch_ap[slot]), near == 0
    before = int(s.last_hand[slot])
    blades, guns = melee_weapons(s, t, slot), ranged_weapons(s, t, slot)
    more_blades = blades | carried_arms(s, t, slot, True, False)
    more_guns = guns | carried_arms(s, t, slot, False, False)
    of_blades, of_guns = float(w.arms[0]), float(w.arms[1])
    totals = np.zeros(6)
    blow = of_blades * best_blow(s, t, slot, blades, near, before)
    once = of_guns * best_shot(s, t, slot, guns, about, True, True)
    often = of_guns * best_shot(s, t, slot, guns, about, True, False)
    attacks = ap // _ATTACK
    if blow > 0.0:
        totals[BLOW] = _total(attacks, blow, 0.0, 0.0)
    if max(once, often) > 0.0:
        totals[SHOT] = _total(attacks, blow, once, often)
    if more_blades != blades or more_guns != guns:
        bare = of_blades * best_blow(s, t, slot, more_blades, near, NONE)
        far1 = of_guns * best_shot(s, t, slot, more_guns, about, True, True)
        far2 = of_guns * best_shot(s, t, slot, more_guns, about, True, False)
        totals[SWITCH] = _total((ap - _CHANGE) // _ATTACK, bare, far1, far2)
    spent = carried_arms(s, t, slot, False, True)
    if spent and here:
        loaded = of_guns * best_shot(s, t, slot, spent, about, True, True)
        left = ap - cost_of_reload(s, t, slot)
        totals[LOAD] = _LATER * loaded if left < _ATTACK else _total(left // 2, 0.0, loaded, often)
    if near:
        totals[FREE] = _of_escape(s, t, w, slot, near, guns, more_guns)
    best = NOTHING
    for what in range(1, 6):
        if totals[what] > totals[best] + (0.01 if what <= SHOT else 0.3):
            best = what
    return best


@kernel
def _of_escape(  # noqa: PLR0913, PLR0917 - who, from whom, with what
    s: Any, t: Any, w: Any, slot: int, near: int, guns: int, more: int
) -> float:
    """What shooting promises once one has broken away and stepped back, less what that costs."""
    noinline()
    harm = 0.0
    if not _is_room_to_flee(s, t, slot):
        return 0.0
    for foe in range(FOES):
        if near >> foe & 1:
            harm = max(harm, _HARM * damage_of(s, t, foe))
    best = 0.0
    for change in range(2):
        arms = more if change else guns
        once = best_shot(s, t, slot, arms, near, False, True)
        often = best_shot(s, t, slot, arms, near, False, False)
        attacks = (int(s.ch_ap[slot]) - _ESCAPE - change) // _ATTACK
        best = max(best, _total(attacks, 0.0, once, often))
    return float(w.arms[1]) * best - harm - 1.0


@kernel
def _is_room_to_flee(s: Any, t: Any, slot: int) -> bool:
    """Whether there is a space next to a Character that is next to no Enemy."""
    place = place_of_character(s, slot)
    for way in range(WAYS):
        there = way_of(s, t, slot, place, way)
        if (
            there[0] != NONE
            and kind_of_step(s, t, slot, way) == PLAIN
            and foes_awake_at(s, t, slot, there) == 0
        ):
            return True
    return False


@kernel
def arm_promise(  # noqa: PLR0913, PLR0917 - who, with what, at whom
    s: Any, t: Any, w: Any, slot: int, place: int, near: int, about: int
) -> float:
    """What a weapon promises in the hand, with the Enemies that are next to one or in sight."""
    noinline()
    item, arms = item_at(s, t, slot, place), 1 << place
    blow, shot = 0.0, 0.0
    if item.melee_damage > 0:
        blow = float(w.arms[0]) * best_blow(s, t, slot, arms, near, NONE)
    if item.ranged_damage > 0 and s.inv_flag[slot, place] & EXHAUSTED == 0:
        once = best_shot(s, t, slot, arms, about, True, True)
        shot = float(w.arms[1]) * max(once, best_shot(s, t, slot, arms, about, True, False))
    return max(blow, shot)


@kernel
def is_marksman(s: Any, t: Any, w: Any, slot: int) -> bool:
    """Whether a Character shoots so much better than it strikes that it keeps away from blades."""
    noinline()
    if not is_pirate(s, slot):
        own = t.allies[s.ch_card[slot]]
        far = s.ch_att[slot, RANGED] * own.damage[1]
        return bool(far > _SURE * s.ch_att[slot, MELEE] * own.damage[0])
    blow, shot = 0.0, 0.0
    for place in range(s.inv_n[slot]):
        item = item_at(s, t, slot, place)
        blow = max(blow, _BLOCKED * w.arms[0] * s.ch_att[slot, MELEE] * item.melee_damage)
        if not is_thrown(s, t, slot, place):
            part = _SHOTS if item.tags & FIREARM else 1.0
            shot = max(shot, part * w.arms[1] * s.ch_att[slot, RANGED] * item.ranged_damage)
    return bool(shot > _SURE * blow)
