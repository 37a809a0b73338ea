"""Attacks of Characters: the weapon, the target, the dice, what comes of them (STA-8).

In the record of the roll `rl_d` are the dice of the Character, `rl_e` those of the Enemy's defence.
"""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.actions import ACT
from piracy_env.games.skull_tales.rules.adventure import hooks
from piracy_env.games.skull_tales.rules.adventure.abilities import dice_modifier, melee_of
from piracy_env.games.skull_tales.rules.adventure.blows import (
    GRENADE,
    inflict_attack,
    is_single_handed,
)
from piracy_env.games.skull_tales.rules.adventure.dice import (
    MELEE_ROLL,
    RANGED_ROLL,
    UNARMED_ROLL,
    clear_roll,
)
from piracy_env.games.skull_tales.rules.adventure.figures import CHARACTER, is_foe, place_of
from piracy_env.games.skull_tales.rules.adventure.harm import hurt
from piracy_env.games.skull_tales.rules.adventure.hits import ATTACKER
from piracy_env.games.skull_tales.rules.adventure.odds import (
    BY_FIST,
    BY_SHOT,
    DOUBLE,
    TWIN,
    bonus_of_attack,
    dice_of_attack,
    is_helpless,
    is_shot,
    penalty_of_attack,
)
from piracy_env.games.skull_tales.rules.adventure.people import (
    attribute_of,
    clear_status,
    is_pirate,
)
from piracy_env.games.skull_tales.rules.adventure.questions import reply
from piracy_env.games.skull_tales.rules.adventure.reach import (
    costs_blood,
    from_afar,
    in_melee,
    ready_weapons,
)
from piracy_env.games.skull_tales.rules.adventure.stories import modifier_from_afar
from piracy_env.games.skull_tales.rules.adventure.weapons import (
    BARE,
    BOTH,
    EXHAUSTED,
    RIGHT_HOOK,
    THROWN,
    WEAPONS,
    fire,
    hand_of,
    item_at,
    ranged_weapons,
)
from piracy_env.games.skull_tales.rules.chance import throw
from piracy_env.games.skull_tales.rules.crew import give_up
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
    CARRIED,
    DICE,
    MELEE,
    NONE,
    SLOT,
    STEP,
    STRENGTH,
    A,
    B,
    Decision,
)
from piracy_env.games.skull_tales.state_land import FOES, LYING, Buff, FoeStatus, Status

_KINDS, _PLACES = 8, 32
"""An attack's frame: A is its kind + 8 * (weapon + 1) + 256 * (the hand before + 1)."""
_HALF = 12
"""Enemies whose bits fit into one of a frame's numbers."""
_GRENADE_DIFFICULTY = 3
_ASK_WEAPON, _ASK_TARGET, _THROW, _SETTLE, _WOUND = range(5)


@kernel
def begin_attack(s: Any, slot: int, kind: int, before: int) -> None:
    """Have a Character attack; `before` is the hand of the attack just before, -1 for none."""
    a = kind + _KINDS * _PLACES * (before + 1)
    push_for(s, Decision.ATTACK, s.ch_owner[slot], slot, a, 0)


@kernel
def kind_of(frame: Any) -> int:
    """The kind of an attack."""
    return frame[A] % _KINDS


@kernel
def weapon_of(frame: Any) -> int:
    """The weapon of an attack, once it is known."""
    return frame[A] // _KINDS % _PLACES - 1


@kernel
def _take(s: Any, place: int) -> None:
    """The weapon of the uppermost attack is known."""
    top(s)[A] += _KINDS * (place + 1)


@kernel
def attackable(s: Any, t: Any, slot: int, kind: int, place: int) -> int:
    """Enemies that an attack of a kind can be aimed at, a bit each."""
    return from_afar(s, t, slot, place) if is_shot(kind) else in_melee(s, t, slot)


# --- which weapon, and whom -----------------------------------------------------------------------


@kernel
def _choose_weapon(s: Any, t: Any) -> None:
    """Ask for the weapon if there are several; bare hands and Allies have none to choose."""
    noinline()
    frame = top(s)
    slot, kind = frame[SLOT], kind_of(frame)
    next_step(s)
    if kind == BY_FIST or not is_pirate(s, slot):
        _take(s, BARE)
        return
    ready = ready_weapons(s, t, slot, not is_shot(kind))
    if kind in (DOUBLE, TWIN):
        ready = _single_handed(s, t, slot, ready)
        ready &= -ready
    if ready & ready - 1:
        top(s)[STEP] = _ASK_WEAPON
        ask_weapon(s, slot, ready)
    else:
        place = 0
        while ready >> place & 1 == 0:
            place += 1
        _take(s, place)


@kernel
def _single_handed(s: Any, t: Any, slot: int, weapons: int) -> int:
    """Those of some weapons that are held in one hand, a bit each."""
    found = 0
    for place in range(WEAPONS):
        if weapons >> place & 1 and is_single_handed(s, t, slot, place):
            found |= 1 << place
    return found


@kernel
def pairs(s: Any, t: Any, slot: int, weapons: int) -> bool:
    """Whether two of some weapons are held in one hand each."""
    held = _single_handed(s, t, slot, weapons)
    return held & held - 1 != 0


@kernel
def ask_weapon(s: Any, slot: int, weapons: int) -> None:
    """Ask for one of some carried cards or hooks, a bit each. The reply is its place."""
    low = weapons & (1 << CARRIED) - 1
    push_for(s, Decision.WEAPON, s.ch_owner[slot], slot, low, weapons >> CARRIED)


@kernel
def ask_target(s: Any, slot: int, foes: int) -> None:
    """Ask for one of some Enemies, a bit each. The reply is its number."""
    push_for(s, Decision.TARGET, s.ch_owner[slot], slot, foes & (1 << _HALF) - 1, foes >> _HALF)


@kernel
def _mark_weapons(s: Any, t: Any, mask: Any) -> None:
    frame = top(s)
    for place in range(CARRIED):
        if frame[A] >> place & 1:
            mask[ACT.inv.start + place] = True
    if frame[B] & 1:
        mask[ACT.hand_r.start] = True
    if frame[B] & 2:
        mask[ACT.hand_l.start] = True


@kernel
def _name_weapon(s: Any, t: Any, action: int) -> None:
    if action == ACT.hand_r.start:
        reply(s, RIGHT_HOOK, 0)
    elif action == ACT.hand_l.start:
        reply(s, RIGHT_HOOK + 1, 0)
    else:
        reply(s, action - ACT.inv.start, 0)


@kernel
def _mark_targets(s: Any, t: Any, mask: Any) -> None:
    frame = top(s)
    for foe in range(FOES):
        if frame[A + foe // _HALF] >> foe % _HALF & 1:
            mask[ACT.enemy.start + foe] = True


@kernel
def _name_target(s: Any, t: Any, action: int) -> None:
    reply(s, action - ACT.enemy.start, 0)


# --- dice -----------------------------------------------------------------------------------------


@kernel
def _throw_dice(s: Any, t: Any) -> None:
    """Throw the attack's dice, then those of the defence (STA-8.2, STA-8.9, STA-8.13)."""
    noinline()
    frame = top(s)
    slot, kind, place, foe = frame[SLOT] + 0, kind_of(frame), weapon_of(frame), frame[B] + 0
    before = frame[A] // (_KINDS * _PLACES) - 1
    roll = s.rl_depth
    s.rl_depth += 1
    clear_roll(s, roll)
    s.rl_side[roll], s.rl_slot[roll], s.rl_enemy[roll] = ATTACKER, slot, foe
    s.rl_n[roll] = dice_of_attack(s, t, slot, kind, place, foe)
    s.rl_mod[roll] = bonus_of_attack(s, t, slot, kind, place, foe)
    s.rl_mod[roll] += penalty_of_attack(s, t, slot, place, before)
    if is_shot(kind):
        s.rl_mod[roll] += modifier_from_afar(s, t, CHARACTER + slot)
    _set_marks(s, t, roll, kind, place)
    for die in range(s.rl_n[roll]):
        s.rl_d[roll, die] = throw(s)
    for die in range(s.rl_m[roll]):
        s.rl_e[roll, die] = throw(s)
    next_step(s)
    _note_attack(s, t, slot, kind, place, foe)
    hooks.dice_known(s, t, roll)
    push_for(s, Decision.ROLL, s.ch_owner[slot], slot, 0, 0)


@kernel
def _set_marks(s: Any, t: Any, roll: int, kind: int, place: int) -> None:
    """What the dice of both sides must beat, and how many the defence has."""
    slot, foe = s.rl_slot[roll], s.rl_enemy[roll]
    agility = t.enemies[s.foe_type[foe]].agility
    if is_shot(kind):
        s.rl_kind[roll] = RANGED_ROLL
        is_bomb = place < CARRIED and item_at(s, t, slot, place).effect == GRENADE
        s.rl_thr[roll] = _GRENADE_DIFFICULTY if is_bomb else agility
        return
    s.rl_kind[roll] = UNARMED_ROLL if kind == BY_FIST else MELEE_ROLL
    s.rl_thr[roll] = melee_of(s, t, foe)
    s.rl_ethr[roll] = attribute_of(s, t, slot, STRENGTH if kind == BY_FIST else MELEE)
    if s.melee_target == 1 and kind != BY_FIST:
        s.rl_thr[roll], s.rl_ethr[roll] = agility, attribute_of(s, t, slot, AGILITY)
    if not is_helpless(s, t, slot, foe):
        s.rl_m[roll] = min(DICE, melee_of(s, t, foe))
        s.rl_emod[roll] = dice_modifier(s, t, foe, slot, True)


@kernel
def _note_attack(s: Any, t: Any, slot: int, kind: int, place: int, foe: int) -> None:
    """The attack has been made: hands, ammunition, hiding, who was attacked (STA-8.10)."""
    s.last_off = slot
    clear_status(s, slot, Status.HIDDEN)
    s.foe_status[foe] &= -1 - FoeStatus.ASLEEP
    if not is_shot(kind):
        s.eloq[slot] &= -1 - (1 << foe)
    if not is_pirate(s, slot):
        return
    s.last_hand[slot] = BOTH if kind in (DOUBLE, TWIN) else hand_of(s, t, slot, place)
    if kind == BY_SHOT:
        s.buff[slot] &= -1 - Buff.AIMED
        fire(s, t, slot, place)
    elif kind == TWIN:
        s.buff[slot] &= -1 - Buff.AIMED


# --- what comes of them ---------------------------------------------------------------------------


@kernel
def _end_attack(s: Any, t: Any) -> None:
    """Wounds; a thrown weapon lies where its target stood (STA-8.11)."""
    noinline()
    s.rl_depth -= 1
    roll, frame = s.rl_depth, top(s)
    slot, kind, place = frame[SLOT] + 0, kind_of(frame), weapon_of(frame)
    goal = place_of(s, s.rl_enemy[roll])
    pop(s)
    inflict_attack(s, t, roll, kind, place)
    if kind == TWIN:
        held = _single_handed(s, t, slot, ranged_weapons(s, t, slot))
        for weapon in range(CARRIED):
            if held >> weapon & 1:
                fire(s, t, slot, weapon)
    elif kind == BY_SHOT and place < CARRIED:
        if costs_blood(s, t, slot, place):
            hurt(s, t, slot, 1)
        if item_at(s, t, slot, place).tags & THROWN:
            _let_fly(s, t, slot, place, goal)


@kernel
def _let_fly(s: Any, t: Any, slot: int, place: int, goal: Any) -> None:
    """A thrown card lies on the ground; a Grenade is spent (STA-8.11, STA-21.7, STA-R72)."""
    thing = 0
    while thing < LYING and s.gr_row[thing] != NONE:
        thing += 1
    if item_at(s, t, slot, place).effect != GRENADE:
        if thing == LYING:
            s.inv_flag[slot, place] |= EXHAUSTED
            return
        s.gr_row[thing], s.gr_col[thing] = goal
        s.gr_item[thing], s.gr_flag[thing] = s.inv_id[slot, place], s.inv_flag[slot, place]
        s.gr_from[thing] = slot
    give_up(s, slot, place)


@kernel
def _go_on(s: Any, t: Any) -> bool:
    """The weapon, the target, the dice and their window, the wounds."""
    noinline()
    frame = top(s)
    step, slot = frame[STEP], frame[SLOT]
    if step == _ASK_WEAPON:
        _choose_weapon(s, t)
    elif step == _ASK_TARGET:
        if weapon_of(frame) == NONE:
            _take(s, frame[B])
        ask_target(s, slot, attackable(s, t, slot, kind_of(frame), weapon_of(frame)))
    elif step == _THROW:
        if is_foe(s, frame[B]):
            _throw_dice(s, t)
        else:
            pop(s)
    elif step == _SETTLE:
        next_step(s)
        hooks.hits_settled(s, t, s.rl_depth - 1)
    else:
        _end_attack(s, t)
    return False


HANDLERS = (
    Handler(Decision.ATTACK, mark_nothing, answer_nothing, _go_on),
    Handler(Decision.WEAPON, _mark_weapons, _name_weapon, doc="a weapon"),
    Handler(Decision.TARGET, _mark_targets, _name_target, doc="the Enemy that it is about"),
)
