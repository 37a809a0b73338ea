"""What is added to the dice of a Character's attack, and how many they are (STA-3.10, STA-3.11)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.rules.adventure.people import (
    attribute_of,
    has_trait,
    is_foe_able,
    is_pirate,
)
from piracy_env.games.skull_tales.rules.adventure.reach import dice_from_afar
from piracy_env.games.skull_tales.rules.adventure.weapons import (
    BARE,
    BOTH,
    DAGGER,
    SWORD,
    TWO_HANDED,
    hand_of,
    is_frenzied,
    is_weak,
    item_at,
)
from piracy_env.games.skull_tales.state import DICE, MELEE, NONE, STRENGTH
from piracy_env.games.skull_tales.state_land import FOES, Buff, Status
from piracy_env.games.skull_tales.tables.crew import GEAR_EFFECTS
from piracy_env.games.skull_tales.tables.enemies import GROUPS
from piracy_env.games.skull_tales.traits import Trait

BY_WEAPON, BY_SHOT, BY_FIST, DOUBLE, TWIN, SWEEP, SPIN = range(7)
"""Kinds of attacks."""
_OF_BLADES = SWORD | DAGGER
_MELEE_DICE, _ATTACK_DICE = GEAR_EFFECTS.index("melee_dice"), GEAR_EFFECTS.index("attack_dice")
_SUPERNATURAL = GROUPS.index("supernatural")


@kernel
def is_sweep(kind: int) -> bool:
    """Whether an attack of a kind goes at all adjacent Enemies."""
    return kind in (SWEEP, SPIN)


@kernel
def is_shot(kind: int) -> bool:
    """Whether an attack of a kind goes by Ranged against Agility."""
    return kind in (BY_SHOT, TWIN)


@kernel
def dice_of_attack(s: Any, t: Any, slot: int, kind: int, place: int, foe: int) -> int:
    """How many dice a Character throws."""
    noinline()
    if is_shot(kind):
        dice = dice_from_afar(s, t, slot, place, foe) - (kind == TWIN)
    elif kind == BY_FIST:
        dice = attribute_of(s, t, slot, STRENGTH)
    else:
        dice = attribute_of(s, t, slot, MELEE) + is_frenzied(s, slot) - (kind == SPIN)
    if not is_shot(kind):
        dice += s.eloq[slot] >> foe & 1
    return max(0, min(DICE, dice))


@kernel
def bonus_of_attack(s: Any, t: Any, slot: int, kind: int, place: int, foe: int) -> int:
    """The highest bonus to each die of an attack; they do not add up (STA-3.10)."""
    noinline()
    bonus, item = 0, item_at(s, t, slot, place)
    if kind not in (BY_FIST, BY_SHOT, TWIN):
        if item.tags & _OF_BLADES and has_trait(s, t, slot, Trait.FENCING):
            bonus = 1
        if item.effect in (_MELEE_DICE, _ATTACK_DICE):
            bonus = max(bonus, item.amount)
    if is_shot(kind) and s.buff[slot] & Buff.AIMED:
        bonus = max(bonus, 1)
    is_undead = foe < FOES and t.enemies[s.foe_type[foe]].group == _SUPERNATURAL
    if is_undead and kind != BY_FIST and has_trait(s, t, slot, Trait.SCOURGE):
        bonus = max(bonus, 1)
    if s.vengeance[slot] == foe:
        bonus = max(bonus, 1)
    return bonus


@kernel
def penalty_of_attack(s: Any, t: Any, slot: int, place: int, before: int) -> int:
    """What is taken from each die: for the weak hand, and for the same hand again (STA-8.15-19).

    `before` is the hand of the attack just before, -1 for none.
    """
    if not is_pirate(s, slot):
        return 0
    hand = hand_of(s, t, slot, place)
    is_long = place < BARE and item_at(s, t, slot, place).tags & TWO_HANDED != 0
    is_same = hand != NONE and hand == before and not (hand == BOTH and is_long)
    if is_same and has_trait(s, t, slot, Trait.SKIRMISHER):
        is_same = False
    return -int(is_weak(s, t, slot, place)) - int(is_same)


@kernel
def is_helpless(s: Any, t: Any, slot: int, foe: int) -> bool:
    """Whether an Enemy cannot defend itself against a Character (STA-20.15, STA-20.24)."""
    if not is_foe_able(s, foe) and has_trait(s, t, slot, Trait.FINISHING_STRIKE):
        return True
    is_hidden = s.ch_status[slot] & Status.HIDDEN != 0
    return is_hidden and has_trait(s, t, slot, Trait.TREACHEROUS)
