"""Whom a Character can attack: next to it, or in sight and range (STA-8.1, STA-8.8, STA-9)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.bits import lowest
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.rules.adventure.board import is_adjacent
from piracy_env.games.skull_tales.rules.adventure.figures import (
    CHARACTER,
    foes_seen_by,
    is_active,
    is_foe_seen_by,
    place_of,
)
from piracy_env.games.skull_tales.rules.adventure.people import (
    are_next_to_each_other,
    attribute_of,
    foes_next_to,
    has_trait,
    is_pirate,
    place_of_character,
)
from piracy_env.games.skull_tales.rules.adventure.sight import CORNERS, UNSEEN, range_to, sight
from piracy_env.games.skull_tales.rules.adventure.stories import (
    FROM_AFAR,
    IN_MELEE,
    ally_arms,
    may_attack_characters,
)
from piracy_env.games.skull_tales.rules.adventure.weapons import (
    BARE,
    BLOOD_PRICE,
    item_at,
    melee_weapons,
    range_of,
    ranged_weapons,
)
from piracy_env.games.skull_tales.state import CARRIED, NONE, RANGED, SLOTS
from piracy_env.games.skull_tales.tables.cards import INCIDENT_KEYS
from piracy_env.games.skull_tales.traits import Trait

FOG = INCIDENT_KEYS.index("fog")
ENEMIES, ANYBODY = (1 << CHARACTER) - 1, -1
"""Figures that an attack may be meant for, a bit each."""
WROTH = 2
"""The penance that forbids attacks on Enemies that have not attacked (STA-R50)."""


@kernel
def may_attack(s: Any, slot: int) -> int:
    """Enemies that a Character's penance lets it attack, a bit each."""
    return s.hit_by_ever[slot] if s.ch_penance[slot] == WROTH else -1


@kernel
def in_melee(s: Any, t: Any, slot: int) -> int:
    """Enemies that a Character can attack in melee, a bit each (STA-8.1)."""
    return foes_next_to(s, t, slot) & may_attack(s, slot)


@kernel
def people_in_melee(s: Any, t: Any, slot: int) -> int:
    """Characters that a Character can attack in melee where stories allow it (STA-34.2)."""
    found = 0
    if not may_attack_characters(s):
        return found
    for other in range(SLOTS):
        if is_active(s, other) and are_next_to_each_other(s, t, slot, other):
            found |= 1 << other
    return found


@kernel
def people_from_afar(s: Any, t: Any, slot: int, place: int) -> int:
    """Characters that a Character can shoot at where stories allow it (STA-34.2)."""
    noinline()
    found = 0
    if not may_attack_characters(s) or place_of_character(s, slot)[0] == NONE:
        return found
    for other in range(SLOTS):
        is_there = other != slot and is_active(s, other) and s.ch_y[other] != NONE
        if is_there and dice_from_afar(s, t, slot, place, CHARACTER + other) > 0:
            found |= 1 << other
    return found


@kernel
def anybody_in_melee(s: Any, t: Any, slot: int) -> int:
    """Figures that a Character can attack in melee, a bit each: Enemies, then Characters."""
    return in_melee(s, t, slot) | people_in_melee(s, t, slot) << CHARACTER


@kernel
def anybody_from_afar(s: Any, t: Any, slot: int, place: int) -> int:
    """Figures that a Character can shoot at, a bit each: Enemies, then Characters."""
    return from_afar(s, t, slot, place) | people_from_afar(s, t, slot, place) << CHARACTER


@kernel
def from_afar(s: Any, t: Any, slot: int, place: int) -> int:
    """Enemies that a Character can shoot at with a weapon, a bit each (STA-8.8)."""
    noinline()
    found = 0
    if place_of_character(s, slot)[0] == NONE:
        return found
    left = foes_seen_by(s, slot) & may_attack(s, slot)
    while left:
        foe = lowest(left)
        left &= left - 1
        if dice_from_afar(s, t, slot, place, foe) > 0:
            found |= 1 << foe
    return found


@kernel
def dice_from_afar(s: Any, t: Any, slot: int, place: int, figure: int) -> int:
    """Dice of a shot at a figure, 0 if there is none (STA-9.4, STA-20.91, STA-20.97)."""
    noinline()
    if figure < CHARACTER and not is_foe_seen_by(s, figure, slot):
        return 0
    eye, goal = place_of_character(s, slot), place_of(s, figure)
    reach = range_of(s, t, slot, place)
    if s.fog == 1:
        reach = min(reach, t.incidents[FOG].amount)
    dice = attribute_of(s, t, slot, RANGED)
    if is_adjacent(s, t, eye, goal):
        if not has_trait(s, t, slot, Trait.POINT_BLANK_SHOT):
            return 0
        dice -= 1
    if range_to(s, t, eye, goal) > reach:
        return 0
    seen = sight(s, t, eye, goal, 0)
    if seen == UNSEEN:
        return 0
    if not has_trait(s, t, slot, Trait.ACCURATE):
        dice -= seen // CORNERS
    return max(0, dice)


@kernel
def ready_weapons(s: Any, t: Any, slot: int, is_melee: bool) -> int:
    """Weapons with which a Pirate can attack an Enemy now, a bit each."""
    return weapons_against(s, t, slot, is_melee, ENEMIES)


@kernel
def weapons_against(s: Any, t: Any, slot: int, is_melee: bool, figures: int) -> int:
    """Weapons with which a Pirate can attack one of these figures now, a bit each."""
    noinline()
    if is_melee:
        return melee_weapons(s, t, slot) if anybody_in_melee(s, t, slot) & figures else 0
    ready, held = 0, ranged_weapons(s, t, slot)
    for place in range(s.inv_n[slot]):
        if held >> place & 1 and anybody_from_afar(s, t, slot, place) & figures:
            ready |= 1 << place
    return ready


@kernel
def can_attack(s: Any, t: Any, slot: int, is_melee: bool) -> bool:
    """Whether a Character can attack anybody with a weapon of a kind, or its own arms."""
    if is_pirate(s, slot):
        return weapons_against(s, t, slot, is_melee, ANYBODY) != 0
    if is_melee:
        return ally_arms(s, t, slot) & IN_MELEE != 0 and anybody_in_melee(s, t, slot) != 0
    return ally_arms(s, t, slot) & FROM_AFAR != 0 and anybody_from_afar(s, t, slot, BARE) != 0


@kernel
def can_attack_unarmed(s: Any, t: Any, slot: int) -> bool:
    """Whether a Character can attack with bare hands: for want of weapons (STA-8.12, STA-36.1)."""
    if anybody_in_melee(s, t, slot) == 0:
        return False
    arms = melee_weapons(s, t, slot) if is_pirate(s, slot) else ally_arms(s, t, slot)
    return arms == 0


@kernel
def costs_blood(s: Any, t: Any, slot: int, place: int) -> bool:
    """Whether an attack with a weapon costs its owner a wound (STA-25.4)."""
    return place < CARRIED and item_at(s, t, slot, place).effect == BLOOD_PRICE
