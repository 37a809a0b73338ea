"""What the attack of a Character does once its dice stand: wounds, and what comes with them."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.rules.adventure.abilities import (
    IGNORE_POISONED,
    ignores,
    left_by_impervious,
)
from piracy_env.games.skull_tales.rules.adventure.board import is_adjacent
from piracy_env.games.skull_tales.rules.adventure.defending import held_in
from piracy_env.games.skull_tales.rules.adventure.figures import (
    CHARACTER,
    is_active,
    is_foe,
    is_foe_in_sight_of_all,
    is_foe_seen_by,
    place_of,
)
from piracy_env.games.skull_tales.rules.adventure.harm import hurt, hurt_foe
from piracy_env.games.skull_tales.rules.adventure.hits import (
    CRIPPLED,
    FEINTED,
    count_hits,
    count_other_hits,
    is_duel,
    returned,
    unblocked,
)
from piracy_env.games.skull_tales.rules.adventure.odds import (
    BY_FIST,
    BY_SHOT,
    DOUBLE,
    TWIN,
    is_shot,
)
from piracy_env.games.skull_tales.rules.adventure.payment import give_back
from piracy_env.games.skull_tales.rules.adventure.people import (
    has_trait,
    is_pirate,
    place_of_character,
)
from piracy_env.games.skull_tales.rules.adventure.sight import (
    CORNERS,
    first_in_way,
    range_to,
    sight,
)
from piracy_env.games.skull_tales.rules.adventure.weapons import (
    BARE,
    DAGGER,
    FIREARM,
    LEFT_HOOK,
    RIGHT_HOOK,
    SWORD,
    TWO_HANDED,
    damage_from_afar,
    damage_in_melee,
    dominant_hand,
    is_thick,
    is_thrown,
    item_at,
    melee_weapons,
    range_of,
    ranged_weapons,
)
from piracy_env.games.skull_tales.state import CARRIED, NONE, SLOTS
from piracy_env.games.skull_tales.state_land import FOES, INNER, Buff, FoeStatus
from piracy_env.games.skull_tales.tables.crew import CRITICALS, GEAR_EFFECTS
from piracy_env.games.skull_tales.traits import Trait

STUN, KNOCK_DOWN = CRITICALS.index("stun"), CRITICALS.index("knock_down")
SPLASH, GRENADE = GEAR_EFFECTS.index("splash"), GEAR_EFFECTS.index("grenade")
CRITICAL_DAMAGE = GEAR_EFFECTS.index("critical_damage")
_NEW = 2


@kernel
def stun_foe(s: Any, foe: int) -> None:
    """An Enemy is Stunned, with a marker that is new (STA-R19)."""
    s.foe_stun[foe] = _NEW


@kernel
def knock_foe_down(s: Any, foe: int) -> None:
    """An Enemy lies on the ground until its next activation."""
    s.foe_status[foe] |= FoeStatus.KNOCKED_DOWN


@kernel
def damage_of_attack(s: Any, t: Any, slot: int, kind: int, place: int, foe: int) -> int:
    """Wounds for each success; of two weapons at once both add up (STA-20.34, STA-20.94)."""
    noinline()
    is_immune = foe < FOES and ignores(t, s.foe_type[foe], IGNORE_POISONED)
    if kind == BY_FIST:
        return 0
    if kind == BY_SHOT:
        return damage_from_afar(s, t, slot, place, is_immune)
    if kind not in (DOUBLE, TWIN):
        return damage_in_melee(s, t, slot, place, is_immune)
    damage = 0
    held = ranged_weapons(s, t, slot) if kind == TWIN else melee_weapons(s, t, slot)
    for weapon in range(LEFT_HOOK + 1):
        if held >> weapon & 1 and is_single_handed(s, t, slot, weapon):
            if kind == TWIN:
                damage += damage_from_afar(s, t, slot, weapon, is_immune)
            else:
                damage += damage_in_melee(s, t, slot, weapon, is_immune)
    return damage


@kernel
def is_single_handed(s: Any, t: Any, slot: int, place: int) -> bool:
    """Whether a weapon is held in one hand."""
    if place in (RIGHT_HOOK, LEFT_HOOK):
        return True
    item = item_at(s, t, slot, place)
    return item.hands == 1 or item.limb == 1


@kernel
def inflict_attack(s: Any, t: Any, roll: int, kind: int, place: int) -> None:
    """The dice stand: wounds of the target and what else the attack does (STA-8.4, STA-8.14)."""
    noinline()
    slot, foe = s.rl_slot[roll] + 0, s.rl_enemy[roll] + 0
    if not is_foe(s, foe):
        return
    normal, critical = unblocked(s, roll)
    if normal + critical > 0 and s.buff[slot] & Buff.SERPENTS_KISS:
        s.buff[slot] &= -1 - Buff.SERPENTS_KISS
        stun_foe(s, foe)
    if kind == BY_FIST:
        _inflict_fist(s, t, slot, foe, (normal, critical))
    elif place < CARRIED and is_shot(kind) and item_at(s, t, slot, place).effect == GRENADE:
        explode(s, t, slot, place, foe, normal + critical)
    elif is_shot(kind) and hits_own(s, t, slot, foe, roll):
        own = in_way(s, t, slot, foe)
        hurt(s, t, own, damage_of_attack(s, t, slot, kind, place, foe))
    else:
        _inflict_weapon(s, t, roll, kind, place)


# --- weapons --------------------------------------------------------------------------------------


@kernel
def _inflict_weapon(s: Any, t: Any, roll: int, kind: int, place: int) -> None:
    """Damage for each success that is not blocked, and a wound more for each critical."""
    slot, foe = s.rl_slot[roll] + 0, s.rl_enemy[roll] + 0
    normal, critical = unblocked(s, roll)
    damage = damage_of_attack(s, t, slot, kind, place, foe)
    item = item_at(s, t, slot, place)
    extra = critical - (s.rl_crit[roll] > 0) - (s.rl_used[roll] & FEINTED != 0)
    wounds = (normal + critical) * damage + max(0, extra)
    if not is_shot(kind) and item.effect == CRITICAL_DAMAGE:
        wounds += critical * item.amount
    if normal + critical == 0 and is_seasoned_tie(s, t, slot, kind, roll):
        wounds = damage
    if s.rl_used[roll] & CRIPPLED:
        wounds = 1
    if critical > 0:
        _follow_critical(s, t, roll, kind, place)
    if is_shot(kind) and item.effect == SPLASH:
        splash(s, t, slot, foe, critical * item.amount)
    if critical > 0 and is_shot(kind) and has_trait(s, t, slot, Trait.PIERCING_SHOT):
        _pierce(s, t, slot, place, foe, critical)
    is_blade = item.tags & (SWORD | DAGGER) != 0 and not is_shot(kind) and s.active_slot == slot
    if is_blade and count_hits(s, roll)[1] > 0 and has_trait(s, t, slot, Trait.QUICK_THRUST):
        give_back(s, slot, 1)
    hurt_foe(s, t, foe, left_by_impervious(s, t, foe, wounds), slot)


@kernel
def is_seasoned_tie(s: Any, t: Any, slot: int, kind: int, roll: int) -> bool:
    """Whether an attack in melee ties with the defence, for who can use that (STA-20.19)."""
    if is_shot(kind) or not has_trait(s, t, slot, Trait.SEASONED):
        return False
    own, own_criticals = count_hits(s, roll)
    other, other_criticals = count_other_hits(s, roll)
    if is_duel(s, roll):
        other, other_criticals = count_hits(s, INNER)
    return own + own_criticals > 0 and own + own_criticals == other + other_criticals


@kernel
def _follow_critical(s: Any, t: Any, roll: int, kind: int, place: int) -> None:
    """What an unblocked critical does beside wounds, or instead of one (STA-25.10)."""
    slot, foe = s.rl_slot[roll], s.rl_enemy[roll]
    item = item_at(s, t, slot, place)
    if s.rl_crit[roll] == STUN:
        stun_foe(s, foe)
    elif s.rl_crit[roll] == KNOCK_DOWN:
        knock_foe_down(s, foe)
    is_heavy = not is_shot(kind) and item.tags & TWO_HANDED != 0
    is_light = is_shot(kind) and (item.tags & FIREARM != 0 or is_thrown(s, t, slot, place))
    if is_heavy and has_trait(s, t, slot, Trait.INTIMIDATING):
        knock_foe_down(s, foe)
    if is_light and has_trait(s, t, slot, Trait.CRIPPLING_SHOT):
        knock_foe_down(s, foe)


@kernel
def splash(s: Any, t: Any, slot: int, target: int, wounds: int) -> None:
    """Enemies next to the target take wounds, too (STA-21.6)."""
    place = place_of(s, target)
    for foe in range(FOES):
        is_there = wounds > 0 and foe != target and is_foe_in_sight_of_all(s, foe)
        if is_there and is_adjacent(s, t, place, place_of(s, foe)):
            hurt_foe(s, t, foe, wounds, slot)


@kernel
def _pierce(s: Any, t: Any, slot: int, place: int, target: int, wounds: int) -> None:
    """A thick bullet goes through its target: who stands right behind it is wounded (20.104).

    Behind is the space that the line of the shot leads on to, straight or diagonally.
    """
    if place >= CARRIED or not is_thick(s, t, slot, place):
        return
    eye, goal = place_of_character(s, slot), place_of(s, target)
    far = max(abs(goal[0] - eye[0]), abs(goal[1] - eye[1]))
    row = goal[0] + _onward(goal[0] - eye[0], far)
    col = goal[1] + _onward(goal[1] - eye[1], far)
    for foe in range(FOES):
        if foe == target or not is_foe_seen_by(s, foe, slot) or place_of(s, foe) != (row, col):
            continue
        is_near = is_adjacent(s, t, goal, (row, col))
        if is_near and range_to(s, t, eye, (row, col)) <= range_of(s, t, slot, place):
            hurt_foe(s, t, foe, left_by_impervious(s, t, foe, wounds), slot)


@kernel
def _onward(apart: int, far: int) -> int:
    """The part of one step more along a line."""
    if 2 * abs(apart) <= far:
        return 0
    return 1 if apart > 0 else -1


@kernel
def explode(s: Any, t: Any, slot: int, place: int, target: int, successes: int) -> None:
    """A Grenade wounds all that stand on the target's space or next to it (STA-21.7)."""
    noinline()
    if successes == 0:
        return
    middle, wounds = place_of(s, target), item_at(s, t, slot, place).amount
    for foe in range(FOES):
        is_near = is_foe(s, foe) and is_adjacent(s, t, middle, place_of(s, foe))
        if foe == target or is_near:
            hurt_foe(s, t, foe, left_by_impervious(s, t, foe, wounds), slot)
    for other in range(SLOTS):
        is_there = is_active(s, other) and place_of_character(s, other)[0] != NONE
        is_near = is_there and is_adjacent(s, t, middle, place_of(s, CHARACTER + other))
        if is_near or CHARACTER + other == target:
            hurt(s, t, other, wounds)


# --- a shot through friends -----------------------------------------------------------------------


@kernel
def in_way(s: Any, t: Any, slot: int, foe: int) -> int:
    """The nearest Character in the way of a shot, -1 for none (STA-9.5)."""
    eye, goal = place_of_character(s, slot), place_of(s, foe)
    seen = sight(s, t, eye, goal, 0)
    if seen < CORNERS:
        return NONE
    return first_in_way(s, t, eye, goal, seen % CORNERS)


@kernel
def hits_own(s: Any, t: Any, slot: int, foe: int, roll: int) -> bool:
    """Whether a shot shows only 1s, and somebody stands in its way (STA-9.5)."""
    for die in range(s.rl_n[roll]):
        if s.rl_d[roll, die] != 1:
            return False
    return in_way(s, t, slot, foe) != NONE


# --- bare hands -----------------------------------------------------------------------------------


@kernel
def _inflict_fist(s: Any, t: Any, slot: int, foe: int, hits: Any) -> None:
    """Fists Stun; each critical wounds, and those of a Fighter do so at once (STA-8.14)."""
    normal, critical = hits
    if normal + critical == 0:
        return
    stun_foe(s, foe)
    if critical > 0 and has_trait(s, t, slot, Trait.INTIMIDATING):
        knock_foe_down(s, foe)
    wounds = critical + has_trait(s, t, slot, Trait.FIGHTER)
    hurt_foe(s, t, foe, left_by_impervious(s, t, foe, wounds), slot)


# --- a defence that strikes back ------------------------------------------------------------------


@kernel
def strike_back(s: Any, t: Any, roll: int) -> None:
    """A defence counts as an attack, and the attack as its defence (STA-20.28)."""
    noinline()
    slot, foe = s.rl_slot[roll] + 0, s.rl_enemy[roll] + 0
    if not is_foe(s, foe):
        return
    normal, critical = returned(s, roll)
    is_immune = ignores(t, s.foe_type[foe], IGNORE_POISONED)
    place = defending_weapon(s, t, slot)
    if place != NONE or not is_pirate(s, slot):
        damage = damage_in_melee(s, t, slot, place, is_immune)
        wounds = (normal + critical) * damage + critical
        hurt_foe(s, t, foe, left_by_impervious(s, t, foe, wounds), slot)


@kernel
def defending_weapon(s: Any, t: Any, slot: int) -> int:
    """The weapon for melee that a defender strikes back with, -1 for none (STA-R18)."""
    dominant = dominant_hand(s, slot)
    held = melee_weapons(s, t, slot)
    for turn in range(2):
        hand = dominant if turn == 0 else 1 - dominant
        place = held_in(s, t, slot, 1 + hand)
        place = RIGHT_HOOK + hand if place < NONE else place
        if place != NONE and held >> place & 1:
            return place
    return NONE


assert BARE > LEFT_HOOK
