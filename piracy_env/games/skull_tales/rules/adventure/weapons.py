"""What Characters fight with: cards in their hands, hooks, worn pistols, an Ally's own arms.

A weapon is named by its place among what is carried; hooks have two places behind these, `BARE`
stands for bare hands, or for the arms on an Ally's card, and `MISSILE` for whatever can be thrown.
"""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.rules.adventure.people import (
    attribute_of,
    has_trait,
    is_pirate,
)
from piracy_env.games.skull_tales.state import CARRIED, NONE, STRENGTH
from piracy_env.games.skull_tales.state_land import Status
from piracy_env.games.skull_tales.tables.crew import CRITICALS, GEAR_EFFECTS, TAGS
from piracy_env.games.skull_tales.traits import Trait

RIGHT_HOOK, LEFT_HOOK = CARRIED, CARRIED + 1
BARE, MISSILE = CARRIED + 2, CARRIED + 3
"""Places of weapons that are no cards."""
WEAPONS = CARRIED + 2
BAG, IN_RIGHT, IN_LEFT, IN_BOTH, WORN = range(5)
"""Values of `inv_loc`."""
EXHAUSTED, BLESSED, POISONED, ONE_BARREL = 1, 4, 8, 32
"""Bits of `inv_flag`."""
RIGHT, LEFT, BOTH = range(3)
"""Values of `last_hand`."""
SWORD, DAGGER, PISTOL, RIFLE = (
    1 << TAGS.index("sword"),
    1 << TAGS.index("dagger"),
    1 << TAGS.index("pistol"),
    1 << TAGS.index("rifle"),
)
THROWN, FIREARM, TWO_HANDED = (
    1 << TAGS.index("thrown"),
    1 << TAGS.index("firearm"),
    1 << TAGS.index("two_handed"),
)
BLOOD_PRICE = GEAR_EFFECTS.index("blood_price")
_BARRELS = GEAR_EFFECTS.index("barrels")
_HANDS = (8, 16)
"""Bits of `ch_perm` and `ch_prosth` of the right and the left hand."""
_LEGS = 6
_HOOK_DAMAGE, _MISSILE_DAMAGE = 1, 1
_STUN = CRITICALS.index("stun")
_THICK = (0, PISTOL, RIFLE)
"""Tags of the weapons that a value of `thick` is about."""


@kernel
def item_at(s: Any, t: Any, slot: int, place: int) -> Any:
    """The card at a place; that of nothing for hooks and bare hands."""
    return t.items[s.inv_id[slot, place] if place < CARRIED else 0]


@kernel
def critical_of(s: Any, t: Any, slot: int, place: int) -> int:
    """What a critical with a weapon can do in place of its wound, 0 for nothing (STA-25.10)."""
    return _STUN if place == MISSILE else item_at(s, t, slot, place).critical


@kernel
def is_thrown(s: Any, t: Any, slot: int, place: int) -> bool:
    """Whether a weapon is one that is thrown."""
    return place == MISSILE or item_at(s, t, slot, place).tags & THROWN != 0


@kernel
def is_held(s: Any, t: Any, slot: int, place: int) -> bool:
    """Whether a card is ready to hand, or worn so that it can be used as a weapon."""
    where = s.inv_loc[slot, place]
    if where in (IN_RIGHT, IN_LEFT, IN_BOTH):
        return True
    if where != WORN:
        return False
    limb = item_at(s, t, slot, place).limb
    if limb == 1:
        return s.ch_perm[slot] & (_HANDS[0] | _HANDS[1]) != 0
    return limb == 2 and s.ch_perm[slot] & _LEGS != 0


@kernel
def melee_weapons(s: Any, t: Any, slot: int) -> int:
    """Weapons for melee that a Pirate holds, a bit each (STA-5.12, STA-R63)."""
    noinline()
    found = 0
    for place in range(s.inv_n[slot]):
        if is_held(s, t, slot, place) and item_at(s, t, slot, place).melee_damage > 0:
            found |= 1 << place
    for hand in range(2):
        if s.ch_prosth[slot] & _HANDS[hand]:
            found |= 1 << RIGHT_HOOK + hand
    return found


@kernel
def ranged_weapons(s: Any, t: Any, slot: int) -> int:
    """Weapons that a Pirate holds and can shoot with or throw now, a bit each (STA-8.10)."""
    noinline()
    found = 0
    for place in range(s.inv_n[slot]):
        item = item_at(s, t, slot, place)
        is_ready = item.ranged_damage > 0 and s.inv_flag[slot, place] & EXHAUSTED == 0
        is_dear = item.effect == BLOOD_PRICE and s.ch_wounds[slot] + 1 >= s.ch_hp_max[slot]
        if is_ready and not is_dear and is_held(s, t, slot, place):
            found |= 1 << place
    return found


@kernel
def range_of(s: Any, t: Any, slot: int, place: int) -> int:
    """How far a weapon reaches: what is thrown goes as far as Strength (STA-5.14)."""
    if place == BARE:
        return t.allies[s.ch_card[slot]].range
    reach = NONE if place == MISSILE else item_at(s, t, slot, place).range
    return attribute_of(s, t, slot, STRENGTH) if reach == NONE else reach


# --- hands ----------------------------------------------------------------------------------------


@kernel
def dominant_hand(s: Any, slot: int) -> int:
    """The dominant hand (STA-6.7)."""
    return LEFT if s.ch_hand_dom[slot] == 1 else RIGHT


@kernel
def hand_of(s: Any, t: Any, slot: int, place: int) -> int:
    """The hand that a weapon is used with, -1 for none (STA-R20, STA-R21)."""
    if place >= RIGHT_HOOK and place < BARE:
        return place - RIGHT_HOOK
    hand = dominant_hand(s, slot)
    if place == MISSILE:
        return free_hand(s, slot)
    if place == BARE:
        return RIGHT + LEFT - hand if s.ch_perm[slot] & _HANDS[hand] else hand
    where = s.inv_loc[slot, place]
    if where == WORN:
        if item_at(s, t, slot, place).limb != 1:
            return NONE
        return RIGHT if s.ch_perm[slot] & _HANDS[RIGHT] else LEFT
    return where - IN_RIGHT


@kernel
def free_hand(s: Any, slot: int) -> int:
    """A hand that holds nothing and is not lost, the dominant one first; -1 for none."""
    for turn in range(2):
        hand = dominant_hand(s, slot) if turn == 0 else 1 - dominant_hand(s, slot)
        if s.ch_perm[slot] & _HANDS[hand] == 0 and not _is_full(s, slot, hand):
            return hand
    return NONE


@kernel
def _is_full(s: Any, slot: int, hand: int) -> bool:
    for place in range(s.inv_n[slot]):
        if s.inv_loc[slot, place] in (IN_RIGHT + hand, IN_BOTH):
            return True
    return False


@kernel
def is_weak(s: Any, t: Any, slot: int, place: int) -> bool:
    """Whether a weapon is in the weak hand (STA-6.8, STA-20.25)."""
    hand = hand_of(s, t, slot, place)
    if hand in (NONE, BOTH) or has_trait(s, t, slot, Trait.AMBIDEXTROUS):
        return False
    return hand != dominant_hand(s, slot)


# --- damage ---------------------------------------------------------------------------------------


@kernel
def damage_in_melee(s: Any, t: Any, slot: int, place: int, is_immune: bool) -> int:
    """Wounds for each success in melee; `is_immune` to poisoned weapons (STA-5.13)."""
    if not is_pirate(s, slot):
        return t.allies[s.ch_card[slot]].damage[0]
    damage = _HOOK_DAMAGE
    if place < CARRIED:
        damage = item_at(s, t, slot, place).melee_damage + _of_care(s, slot, place, is_immune)
    return damage + has_trait(s, t, slot, Trait.VIGOROUS)


@kernel
def damage_from_afar(s: Any, t: Any, slot: int, place: int, is_immune: bool) -> int:
    """Wounds for each success of a shot or throw."""
    if not is_pirate(s, slot):
        return t.allies[s.ch_card[slot]].damage[1]
    if place == MISSILE:
        return _MISSILE_DAMAGE
    damage = item_at(s, t, slot, place).ranged_damage + _of_care(s, slot, place, is_immune)
    return damage + is_thick(s, t, slot, place)


@kernel
def _of_care(s: Any, slot: int, place: int, is_immune: bool) -> int:
    """What a blessing and poison add to a weapon (STA-20.47, STA-20.55)."""
    flag = s.inv_flag[slot, place]
    return (flag & BLESSED != 0) + (flag & POISONED != 0 and not is_immune)


@kernel
def is_thick(s: Any, t: Any, slot: int, place: int) -> bool:
    """Whether a weapon is loaded with Thick Bullets (STA-20.89)."""
    return item_at(s, t, slot, place).tags & _THICK[s.thick[slot]] != 0


@kernel
def fire(s: Any, t: Any, slot: int, place: int) -> None:
    """A weapon was shot: a firearm is exhausted, of two barrels one after the other (STA-8.10)."""
    item = item_at(s, t, slot, place)
    if item.tags & FIREARM == 0:
        return
    if item.effect == _BARRELS and s.inv_flag[slot, place] & ONE_BARREL == 0:
        s.inv_flag[slot, place] |= ONE_BARREL
    else:
        s.inv_flag[slot, place] |= EXHAUSTED


@kernel
def reload(s: Any, slot: int, place: int) -> None:
    """A firearm is loaded again, with all its barrels."""
    s.inv_flag[slot, place] &= -1 - (EXHAUSTED | ONE_BARREL)


@kernel
def unloaded(s: Any, t: Any, slot: int) -> int:
    """Exhausted firearms, held or not, a bit each (STA-10.3)."""
    found = 0
    for place in range(s.inv_n[slot]):
        is_firearm = item_at(s, t, slot, place).tags & FIREARM != 0
        if is_firearm and s.inv_flag[slot, place] & EXHAUSTED:
            found |= 1 << place
    return found


@kernel
def carried_effect(s: Any, t: Any, slot: int, effect: int) -> int:
    """The highest amount of an effect of cards that work where they are: worn or carried tools.

    Allies carry cards, and use none (STA-17.2).
    """
    best = 0
    if not is_pirate(s, slot):
        return best
    for place in range(s.inv_n[slot]):
        item = item_at(s, t, slot, place)
        if item.effect == effect and item.hands == 0:
            best = max(best, item.amount)
    return best


@kernel
def is_frenzied(s: Any, slot: int) -> bool:
    """Whether a Character is Frenzied (STA-14.13)."""
    return s.ch_status[slot] & Status.FRENZIED != 0
