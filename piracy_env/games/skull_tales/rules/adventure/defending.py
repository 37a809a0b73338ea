"""What a Character defends itself with in melee (STA-8.6, STA-R18)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.rules.adventure.people import (
    attribute_of,
    has_trait,
    is_pirate,
)
from piracy_env.games.skull_tales.rules.adventure.stories import IN_MELEE, ally_arms
from piracy_env.games.skull_tales.state import MELEE, NONE
from piracy_env.games.skull_tales.state_land import FOES
from piracy_env.games.skull_tales.tables.crew import GEAR_EFFECTS, TAGS
from piracy_env.games.skull_tales.tables.enemies import GROUPS
from piracy_env.games.skull_tales.traits import Trait

RIGHT, LEFT, BOTH, WORN = 1, 2, 3, 4
"""Values of `inv_loc` of what is held."""
HOOKS = (8, 16)
"""Bits of `ch_perm` and `ch_prosth` of the right and the left hand."""
_BLADES = 1 << TAGS.index("sword") | 1 << TAGS.index("dagger")
_TWO_HANDED = 1 << TAGS.index("two_handed")
_SHIELD = GEAR_EFFECTS.index("shield")
_MELEE_DICE = GEAR_EFFECTS.index("melee_dice")
_DEFENCE_DICE = GEAR_EFFECTS.index("defence_dice")
_SUPERNATURAL = GROUPS.index("supernatural")
_HOOK = -2
"""A prosthesis that serves as a weapon, in place of what is carried (STA-R63)."""


@kernel
def held_in(s: Any, t: Any, slot: int, hand: int) -> int:
    """What a hand holds: its place among what is carried, -1 for nothing, -2 for a hook."""
    for place in range(s.inv_n[slot]):
        where = s.inv_loc[slot, place]
        if where in (hand, BOTH):
            return place
        is_hook = where == WORN and t.items[s.inv_id[slot, place]].limb == 1
        if is_hook and s.ch_perm[slot] & HOOKS[hand - 1]:
            return place
    if s.ch_prosth[slot] & HOOKS[hand - 1]:
        return _HOOK
    return NONE


@kernel
def defends_with(s: Any, t: Any, slot: int, place: int) -> bool:
    """Whether what a hand holds lets a Character defend itself with its Melee dice."""
    if place == _HOOK:
        return True
    if place == NONE:
        return False
    item = t.items[s.inv_id[slot, place]]
    is_long_gun = item.ranged_damage > 0 and item.tags & _TWO_HANDED != 0
    return item.melee_damage > 0 or is_long_gun or item.effect == _SHIELD


@kernel
def defence_of(s: Any, t: Any, slot: int, foe: int) -> tuple[int, int]:
    """Dice, and what is added to each, of a Character that is attacked in melee."""
    noinline()
    dice, bonus, penalty = attribute_of(s, t, slot, MELEE), 0, 0
    if is_pirate(s, slot):
        hand = _defending_hand(s, t, slot)
        if hand == NONE:
            dice = 2 if has_trait(s, t, slot, Trait.FIGHTER) else 1
        else:
            bonus, penalty = _of_weapon(s, t, slot, hand)
        dice += _extra_dice(s, t, slot)
    elif ally_arms(s, t, slot) & IN_MELEE == 0:
        dice = 1
    is_undead = foe < FOES and t.enemies[s.foe_type[foe]].group == _SUPERNATURAL
    if is_undead and has_trait(s, t, slot, Trait.SCOURGE):
        bonus = max(bonus, 1)
    dice += s.insult_from[slot] >> foe & 1
    return min(5, dice), bonus + penalty


@kernel
def _defending_hand(s: Any, t: Any, slot: int) -> int:
    """The hand with which a Pirate defends: the dominant one, else the weak one; -1 for none."""
    dominant = LEFT if s.ch_hand_dom[slot] == 1 else RIGHT
    if defends_with(s, t, slot, held_in(s, t, slot, dominant)):
        return dominant
    weak = RIGHT + LEFT - dominant
    return weak if defends_with(s, t, slot, held_in(s, t, slot, weak)) else NONE


@kernel
def _of_weapon(s: Any, t: Any, slot: int, hand: int) -> tuple[int, int]:
    """Bonus and penalty of the weapon in a hand: the highest bonus counts, penalties add up."""
    dominant = LEFT if s.ch_hand_dom[slot] == 1 else RIGHT
    place, bonus, penalty = held_in(s, t, slot, hand), 0, 0
    is_single = place == _HOOK or s.inv_loc[slot, place] != BOTH
    if hand != dominant and is_single and not has_trait(s, t, slot, Trait.AMBIDEXTROUS):
        penalty -= 1
    if place == _HOOK:
        return bonus, penalty
    item = t.items[s.inv_id[slot, place]]
    if item.effect in (_MELEE_DICE, _DEFENCE_DICE):
        bonus, penalty = max(0, item.amount), penalty + min(0, item.amount)
    if item.tags & _BLADES and has_trait(s, t, slot, Trait.FENCING):
        bonus = max(bonus, 1)
    return bonus, penalty


@kernel
def _extra_dice(s: Any, t: Any, slot: int) -> int:
    """Dice more: of a shield, or with a weapon in each hand by Parry; the higher counts."""
    extra = 0
    right, left = held_in(s, t, slot, RIGHT), held_in(s, t, slot, LEFT)
    for place in (right, left):
        if place >= 0 and t.items[s.inv_id[slot, place]].effect == _SHIELD:
            extra = max(extra, t.items[s.inv_id[slot, place]].amount)
    is_double = _is_weapon(s, t, slot, right) and _is_weapon(s, t, slot, left)
    are_two = right != left or right == _HOOK
    if is_double and are_two and has_trait(s, t, slot, Trait.PARRY):
        extra = max(extra, 1)
    return extra


@kernel
def _is_weapon(s: Any, t: Any, slot: int, place: int) -> bool:
    if place < 0:
        return place == _HOOK
    item = t.items[s.inv_id[slot, place]]
    return item.melee_damage > 0 or item.ranged_damage > 0
