"""The ship's own guns and its Mortar: targets, dice, maneuvers (STV-12, STV-21.3, STV-21.5).

A shot is a flow: A holds its target and how it is fired, 16 * shot + target, B the Impacts and the
dice so far, Impacts + 16 * dice, C the Characters that have still to roll, a bit each; SLOT is the
one that has rolled.
"""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.actions import ACT
from piracy_env.games.skull_tales.rules.chance import count_of, throw
from piracy_env.games.skull_tales.rules.crew import has_trait
from piracy_env.games.skull_tales.rules.docks import CHAIN, GRAPE, MORTAR
from piracy_env.games.skull_tales.rules.enemies import (
    SEA_MONSTER,
    attack,
    hit_body,
    hit_enemy,
    is_ship,
    is_touchable,
)
from piracy_env.games.skull_tales.rules.frames import (
    answer_nothing,
    mark_nothing,
    mark_yes_no,
    next_step,
    pop,
    push_for,
    top,
)
from piracy_env.games.skull_tales.rules.hold import cannons
from piracy_env.games.skull_tales.rules.rolls import (
    ONE_DIE,
    call_for,
    count_up_to,
    forget_roll,
    improve,
    successes,
)
from piracy_env.games.skull_tales.rules.ship import (
    GUN_DECK,
    MAIN_DECK,
    ON_CREW,
    ON_HOLD,
    ON_SAILS,
    character_at,
    earn_trust,
    enemy_distance,
    enemy_space,
    is_able,
    is_group_able,
    ship_space,
    tire,
)
from piracy_env.games.skull_tales.rules.targets import is_ahead_or_astern, is_in_arc
from piracy_env.games.skull_tales.state import (
    DICE,
    ENEMIES,
    GROUPS,
    NONE,
    SLOT,
    SLOTS,
    STEP,
    A,
    B,
    C,
    Decision,
)
from piracy_env.games.skull_tales.traits import Trait

REGULAR, CHAIN_SHOT, GRAPESHOT, DISMAST, BY_MORTAR = range(5)
"""How a shot is fired; the first four in the order of their actions."""
MOST_GUNNERS = 3
"""Characters that fire without a group."""
_LOADS = (0, CHAIN, GRAPE, 0)
"""The upgrade that a shot needs."""
_NEAREST, _FARTHEST, _MORTAR_DICE = 2, 3, 2
"""Where the Mortar reaches, and what it rolls."""
_LOADED, _ROLLING, _ROLLED, _PLACED = range(4)
"""Steps of a shot."""
_SAIL_FACE, _CREW_FACE = 1, 3
"""The last faces of a die that mean Sails, and crew (STV-12.11)."""


# --- who fires ------------------------------------------------------------------------------------


@kernel
def _firing_group(s: Any) -> int:
    """The able group that serves the guns, NONE without one."""
    for group in range(GROUPS):
        if s.pg_post[group] == GUN_DECK and is_group_able(s, group):
            return group
    return NONE


@kernel
def _gunners(s: Any) -> int:
    """The able Characters on the Gun Deck that have a cannon each, a bit each (STV-12.6)."""
    found, left = 0, min(MOST_GUNNERS, cannons(s))
    for slot in range(SLOTS):
        if left > 0 and s.post[slot] == GUN_DECK and is_able(s, slot):
            found |= 1 << slot
            left -= 1
    return found


@kernel
def _mortar_gunner(s: Any) -> int:
    """The able Character that serves the Mortar, NONE without one (STV-21.3)."""
    slot = character_at(s, MAIN_DECK)
    if s.upg & MORTAR == 0 or slot == NONE or not is_able(s, slot):
        return NONE
    return slot


@kernel
def gun_bonus(s: Any, t: Any, slot: int, enemy: int, shot: int) -> int:
    """The die more of a gunner: two Traits count once (STV-20.17, STV-20.18, STV-R31)."""
    if has_trait(s, t, slot, Trait.ARTILLERY):
        return 1
    is_beast = t.sea_enemies[enemy].beast == 1 and shot != BY_MORTAR
    return 1 if is_beast and has_trait(s, t, slot, Trait.HARPONEER) else 0


# --- at what --------------------------------------------------------------------------------------


@kernel
def is_in_reach(s: Any, t: Any, enemy: int, shot: int) -> bool:
    """Whether an Enemy can be fired at (STV-12.3, STV-18.18, STV-21.3)."""
    if s.sea_on[enemy] == 0 or not is_touchable(enemy):
        return False
    far = enemy_distance(s, t, enemy)
    if shot == BY_MORTAR:
        return bool(_NEAREST <= far <= _FARTHEST)
    if far == 0:
        return enemy == SEA_MONSTER
    return is_in_arc(t, ship_space(s), s.ship_f, enemy_space(s, enemy))


@kernel
def is_target(s: Any, t: Any, enemy: int, shot: int) -> bool:
    """Whether an Enemy can be fired at in this way (STV-12.17, STV-12.18)."""
    if not is_in_reach(s, t, enemy, shot):
        return False
    if shot == DISMAST:
        return is_ship(t, enemy) and bool(enemy_distance(s, t, enemy) == 1)
    if shot in (CHAIN_SHOT, GRAPESHOT):
        return is_ship(t, enemy) and s.sea_ammo[enemy] & shot == 0
    return True


@kernel
def _has_target(s: Any, t: Any, shot: int) -> bool:
    for enemy in range(ENEMIES):  # noqa: SIM110 - numba knows no any()
        if is_target(s, t, enemy, shot):
            return True
    return False


@kernel
def may_maneuver(s: Any) -> bool:
    """Whether a Character on the Gun Deck makes maneuvers possible (STV-12.16, STV-R53)."""
    return s.maneuvers == 1 and character_at(s, GUN_DECK) != NONE


@kernel
def mark_guns(s: Any, t: Any, mask: Any) -> None:
    """Mark the shots that can be fired now, and the Mortar."""
    noinline()
    mask[ACT.mortar.start] = _mortar_gunner(s) != NONE and _has_target(s, t, BY_MORTAR)
    if s.fired == 1 or cannons(s) == 0:
        return
    if _firing_group(s) == NONE and _gunners(s) == 0:
        return
    mask[ACT.fire_reg.start] = _has_target(s, t, REGULAR)
    if may_maneuver(s):
        for shot in (CHAIN_SHOT, GRAPESHOT, DISMAST):
            is_loaded = s.upg & _LOADS[shot] == _LOADS[shot]
            mask[ACT.fire_reg.start + shot] = is_loaded and _has_target(s, t, shot)


@kernel
def fire(s: Any, t: Any, action: int) -> None:
    """Begin a shot: its target comes next."""
    shot = BY_MORTAR if action == ACT.mortar.start else action - ACT.fire_reg.start
    push_for(s, Decision.AIM, NONE, NONE, shot, 0)


@kernel
def _mark_targets(s: Any, t: Any, mask: Any) -> None:
    """Mark the Enemies that can be fired at."""
    for enemy in range(ENEMIES):
        mask[ACT.sea_enemy.start + enemy] = is_target(s, t, enemy, top(s)[A])


@kernel
def _take_aim(s: Any, t: Any, action: int) -> None:
    """Fire at an Enemy: that is an attack."""
    shot, enemy = top(s)[A] + 0, action - ACT.sea_enemy.start
    pop(s)
    attack(s, t, enemy)
    if shot != BY_MORTAR:
        s.fired = 1
    if shot in (CHAIN_SHOT, GRAPESHOT):
        s.sea_ammo[enemy] |= shot
    push_for(s, Decision.SHOT, NONE, NONE, 16 * shot + enemy, 0)


# --- the dice -------------------------------------------------------------------------------------


@kernel
def rating_to_beat(s: Any, t: Any, enemy: int) -> int:
    """What a die has to beat: the Speed left, or one less than the Defense (STV-12.8, 18.12)."""
    defense = t.sea_enemies[enemy].defense
    return int(defense - 1 if defense > 0 else s.sea_spd[enemy])


@kernel
def _shoot(s: Any, t: Any) -> bool:
    """The next step of a shot."""
    noinline()
    frame = top(s)
    if frame[STEP] == _LOADED:
        next_step(s)
        _load(s, t)
    elif frame[STEP] == _ROLLING:
        _count_hits(s)
        if frame[C] == 0:
            next_step(s)
        else:
            _roll_next(s, t)
    elif frame[STEP] == _ROLLED:
        next_step(s)
        _place_by_shot(s)
    else:
        _locate(s, t)
    return False


@kernel
def _load(s: Any, t: Any) -> None:
    """Say who fires: the Mortar's Character, a group, or the Characters of the Gun Deck."""
    frame = top(s)
    enemy, shot = frame[A] % 16, frame[A] // 16
    if shot == BY_MORTAR:
        frame[C] = 1 << _mortar_gunner(s)
    elif _firing_group(s) == NONE:
        frame[C] = _gunners(s)
    else:
        frame[B] = _fire_with_group(s, t, enemy, shot)


@kernel
def _fire_with_group(s: Any, t: Any, enemy: int, shot: int) -> int:
    """A group rolls a die for each cannon, and tires; a Character's Trait helps (STV-12.5, 12.7).

    Returns Impacts. Lending a Trait is that Character's task (STV-R37).
    """
    group, dice = _firing_group(s), min(cannons(s), DICE)
    helper = character_at(s, GUN_DECK)
    is_able_to_help = dice < DICE and helper != NONE and is_able(s, helper)
    if is_able_to_help and gun_bonus(s, t, helper, enemy, shot) > 0:
        dice += 1
        s.acted[helper] = 1
    tire(s, group)
    s.pg_acted[group] = 1
    forget_roll(s)
    s.roll_n, s.roll_dif = dice, rating_to_beat(s, t, enemy)
    for die in range(dice):
        s.roll[die] = throw(s) - (1 if shot == DISMAST else 0)
    return successes(s)


@kernel
def _roll_next(s: Any, t: Any) -> None:
    """The next Character rolls for its cannon, or the Mortar."""
    frame = top(s)
    enemy, shot, slot = frame[A] % 16, frame[A] // 16, 0
    while frame[C] >> slot & 1 == 0:
        slot += 1
    frame[C] &= ~(1 << slot)
    frame[SLOT] = slot
    s.acted[slot] = 1
    extra = gun_bonus(s, t, slot, enemy, shot)
    if shot == BY_MORTAR:
        extra += _MORTAR_DICE - 1
    extra = min(extra, DICE - 1 - count_of(frame[C]) - frame[B] // 16)
    frame[B] += 16 * (1 + extra)
    call_for(s, slot, ONE_DIE, rating_to_beat(s, t, enemy))
    improve(s, extra, -1 if shot == DISMAST else 0)
    count_up_to(s, 1, DICE)


@kernel
def _count_hits(s: Any) -> None:
    """Who made damage earns trust (STV-12.9)."""
    frame = top(s)
    slot = frame[SLOT]
    if slot != NONE:
        frame[SLOT] = NONE
        found = successes(s)
        frame[B] += found
        if found > 0:
            earn_trust(s, slot, 1)


# --- the Impacts ----------------------------------------------------------------------------------


@kernel
def _place_by_shot(s: Any) -> None:
    """Chain shot and grapeshot: its Character may place an Impact (STV-21.5)."""
    frame = top(s)
    shot = frame[A] // 16
    slot = character_at(s, GUN_DECK)
    if shot in (CHAIN_SHOT, GRAPESHOT) and frame[B] % 16 > 0 and slot != NONE:
        push_for(s, Decision.AMMUNITION, s.ch_owner[slot], slot, 0, 0)


@kernel
def _place_impact(s: Any, t: Any, action: int) -> None:
    """Put one Impact on the Sails or on the crew, or leave it to the dice."""
    pop(s)
    if action == ACT.yes.start:
        frame = top(s)
        frame[B] -= 1
        hit_enemy(s, t, frame[A] % 16, ON_SAILS if frame[A] // 16 == CHAIN_SHOT else ON_CREW)


@kernel
def _locate(s: Any, t: Any) -> None:
    """Carry the Impacts out; then what Dismast and raking fire add (STV-12.18, STV-12.19)."""
    frame = top(s)
    enemy, shot, hits = frame[A] % 16, frame[A] // 16, frame[B] % 16
    pop(s)
    is_raking = hits > 0 and _is_raking(s, t, enemy, shot)
    for _ in range(hits):
        if s.sea_on[enemy] == 0:
            return
        if is_ship(t, enemy):
            face = throw(s)
            where = ON_SAILS if face <= _SAIL_FACE else ON_CREW if face <= _CREW_FACE else ON_HOLD
            hit_enemy(s, t, enemy, where)
        else:
            hit_body(s, t, enemy)
    if shot == DISMAST and hits > 0:
        hit_enemy(s, t, enemy, ON_SAILS)
    if is_raking:
        hit_enemy(s, t, enemy, ON_HOLD)


@kernel
def _is_raking(s: Any, t: Any, enemy: int, shot: int) -> bool:
    """Whether regular shot runs along the length of a target ship."""
    if shot not in (REGULAR, DISMAST) or not may_maneuver(s) or not is_ship(t, enemy):
        return False
    return is_ahead_or_astern(t, enemy_space(s, enemy), s.sea_f[enemy], ship_space(s))


HANDLERS = (
    Handler(Decision.AIM, _mark_targets, _take_aim),
    Handler(Decision.SHOT, mark_nothing, answer_nothing, _shoot),
    Handler(Decision.AMMUNITION, mark_yes_no, _place_impact),
)
