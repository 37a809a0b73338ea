"""Attacks of Enemies on Characters and Zombies (STA-8, STA-12, STA-13).

The Enemy's dice are thrown first, then the defender's. In the record of the roll `rl_d` are the
dice of the Character, as in all its rolls, and `rl_e` those of the Enemy; `rl_side` is 1.
"""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.rules.adventure import hooks
from piracy_env.games.skull_tales.rules.adventure.abilities import (
    POISON,
    damage_of,
    dice_modifier,
    grab,
    hex_of,
    melee_of,
)
from piracy_env.games.skull_tales.rules.adventure.aims import (
    can_shoot_at,
    is_beside,
    is_target,
)
from piracy_env.games.skull_tales.rules.adventure.blows import strike_back
from piracy_env.games.skull_tales.rules.adventure.companions import hurt_zombie
from piracy_env.games.skull_tales.rules.adventure.defending import defence_of
from piracy_env.games.skull_tales.rules.adventure.dice import MELEE_ROLL, RANGED_ROLL, clear_roll
from piracy_env.games.skull_tales.rules.adventure.figures import is_active, is_foe
from piracy_env.games.skull_tales.rules.adventure.harm import hurt, is_able_to
from piracy_env.games.skull_tales.rules.adventure.hits import (
    COUNTERED,
    DEFENDER,
    IGNORED,
    unblocked,
)
from piracy_env.games.skull_tales.rules.adventure.people import attribute_of, set_status
from piracy_env.games.skull_tales.rules.adventure.stories import modifier_from_afar
from piracy_env.games.skull_tales.rules.chance import throw
from piracy_env.games.skull_tales.rules.frames import (
    answer_nothing,
    mark_nothing,
    next_step,
    pop,
    push_for,
    top,
)
from piracy_env.games.skull_tales.state import (
    AGILITY,
    DICE,
    KIND,
    MELEE,
    NONE,
    SLOT,
    SLOTS,
    STEP,
    A,
    Decision,
)
from piracy_env.games.skull_tales.state_land import Buff, Status

IN_MELEE, FROM_AFAR = range(2)
"""How an Enemy attacks."""
WOUNDED = 1 << 10
"""The bit of an activation's frame, in A, when an attack has wounded."""
_UNGUARDED = -1 - Buff.GUARDED
_PACK = 8
"""A strike's frame: A is the target + 8 * how + 16 * the bonus to the dice."""
_THROW, _SETTLE, _WOUND = range(3)


@kernel
def strike(s, t, foe, target, how, bonus):
    """Have an Enemy attack a target: a slot, or SLOTS + k for a companion."""
    push_for(s, Decision.STRIKE, NONE, foe, target + _PACK * how + 2 * _PACK * bonus, 0)


@kernel
def strike_at_once(s: Any, t: Any, foe: int, target: int) -> None:
    """An Enemy that has just appeared attacks, as it can from where it stands (STA-7.11)."""
    if is_target(s, target) and is_beside(s, t, foe, target):
        strike(s, t, foe, target, IN_MELEE, 0)
    elif can_shoot_at(s, t, foe, target):
        strike(s, t, foe, target, FROM_AFAR, 0)


@kernel
def target_of(frame: Any) -> int:
    """Whom a strike is aimed at."""
    return frame[A] % _PACK


@kernel
def is_melee(frame: Any) -> bool:
    """Whether a strike is one in melee."""
    return frame[A] // _PACK % 2 == IN_MELEE


# --- dice -----------------------------------------------------------------------------------------


@kernel
def _begin(s: Any, t: Any) -> None:
    """Throw the dice of the uppermost strike, unless somebody is gone or guarded."""
    noinline()
    frame = top(s)
    foe, target = frame[SLOT], target_of(frame)
    if not is_foe(s, foe) or not is_target(s, target):
        pop(s)
        return
    s.foe_hide[foe] = 0
    if target < SLOTS:
        s.hit_by_ever[target] |= 1 << foe
        if s.buff[target] & Buff.GUARDED:
            s.buff[target] &= _UNGUARDED
            pop(s)
            return
    roll = s.rl_depth
    s.rl_depth += 1
    clear_roll(s, roll)
    s.rl_side[roll], s.rl_enemy[roll] = DEFENDER, foe
    s.rl_slot[roll] = target if target < SLOTS else NONE
    if is_melee(frame):
        _throw_melee(s, t, roll, frame)
    else:
        _throw_ranged(s, t, roll, frame)
    next_step(s)
    if target < SLOTS:
        push_for(s, Decision.ROLL, s.ch_owner[target], target, 0, 0)


@kernel
def _throw_melee(s: Any, t: Any, roll: int, frame: Any) -> None:
    """Melee against Melee; the defender's dice are thrown, too (STA-8.2)."""
    foe, target = frame[SLOT], target_of(frame)
    s.rl_kind[roll] = MELEE_ROLL
    value = melee_of(s, t, foe)
    s.rl_m[roll] = min(DICE, value)
    s.rl_emod[roll] = _modifier(s, t, frame)
    if target < SLOTS:
        s.rl_n[roll], s.rl_mod[roll] = defence_of(s, t, target, foe)
    else:
        s.rl_n[roll] = t.zombie.melee
    if s.melee_target == 1:
        s.rl_thr[roll] = t.enemies[s.foe_type[foe]].agility
        s.rl_ethr[roll] = _attribute(s, t, target, AGILITY)
    else:
        s.rl_thr[roll] = value
        s.rl_ethr[roll] = _attribute(s, t, target, MELEE)
    for die in range(s.rl_m[roll]):
        s.rl_e[roll, die] = throw(s)
    for die in range(s.rl_n[roll]):
        s.rl_d[roll, die] = throw(s)


@kernel
def _throw_ranged(s: Any, t: Any, roll: int, frame: Any) -> None:
    """Ranged dice against Agility; nobody defends (STA-8.9)."""
    s.rl_kind[roll] = RANGED_ROLL
    s.rl_m[roll] = min(DICE, t.enemies[s.foe_type[frame[SLOT]]].ranged)
    s.rl_emod[roll] = _modifier(s, t, frame) + modifier_from_afar(s, t, frame[SLOT])
    s.rl_ethr[roll] = _attribute(s, t, target_of(frame), AGILITY)
    for die in range(s.rl_m[roll]):
        s.rl_e[roll, die] = throw(s)


@kernel
def _modifier(s: Any, t: Any, frame: Any) -> int:
    """What is added to each die of a strike: the highest bonus, less a Hex."""
    foe, target = frame[SLOT], target_of(frame)
    own = frame[A] // (2 * _PACK)
    if target >= SLOTS:
        return own - hex_of(s, foe)
    other = dice_modifier(s, t, foe, target, is_melee(frame)) + hex_of(s, foe)
    return max(own, other) - hex_of(s, foe)


@kernel
def _attribute(s: Any, t: Any, target: int, attribute: int) -> int:
    """An attribute of a Character or of a Zombie."""
    if target < SLOTS:
        return attribute_of(s, t, target, attribute)
    return t.zombie.melee if attribute == MELEE else t.zombie.agility


# --- what comes of them ---------------------------------------------------------------------------


@kernel
def _wound(s: Any, t: Any) -> None:
    """The strike is over: wounds, and what comes with them."""
    noinline()
    s.rl_depth -= 1
    roll, frame = s.rl_depth, top(s)
    foe, target, close = frame[SLOT] + 0, target_of(frame), is_melee(frame)
    pop(s)
    if not is_foe(s, foe) or s.rl_used[roll] & IGNORED:
        return
    if s.rl_used[roll] & COUNTERED:
        strike_back(s, t, roll)
        return
    normal, critical = unblocked(s, roll)
    damage = damage_of(s, t, foe) if close else t.enemies[s.foe_type[foe]].ranged_damage
    wounds = (normal + critical) * damage + critical
    if target >= SLOTS:
        hurt_zombie(s, target - SLOTS, wounds)
    elif wounds > 0:
        _wound_character(s, t, foe, target, (wounds, critical, close))
    else:
        hooks.attack_ended(s, t, foe, target, 0, critical)


@kernel
def _wound_character(s: Any, t: Any, foe: int, slot: int, blow: Any) -> None:
    wounds, critical, close = blow
    before, frame = s.ch_wounds[slot] + 0, top(s)
    is_down = hurt(s, t, slot, wounds)
    taken = s.ch_wounds[slot] - before
    if taken > 0:
        s.attacked_me[slot] |= 1 << foe
        if frame[KIND] == Decision.ACTIVATION:
            frame[A] |= WOUNDED
    if taken > 0 and not is_down and is_active(s, slot):
        if is_able_to(s, t, foe, POISON):
            set_status(s, slot, Status.POISONED)
        if close:
            grab(s, t, foe, slot)
    hooks.attack_ended(s, t, foe, slot, taken, critical)


@kernel
def _go_on(s: Any, t: Any) -> bool:
    noinline()
    frame = top(s)
    if frame[STEP] == _THROW:
        _begin(s, t)
    elif frame[STEP] == _SETTLE:
        next_step(s)
        hooks.hits_settled(s, t, s.rl_depth - 1)
    else:
        _wound(s, t)
    return False


HANDLERS = (Handler(Decision.STRIKE, mark_nothing, answer_nothing, _go_on),)
assert _WOUND == _SETTLE + 1
