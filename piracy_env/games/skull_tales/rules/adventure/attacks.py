"""Attacks of Characters: the weapon, the target, the dice, what comes of them (STA-8).

In the record of the roll `rl_d` are the dice of the Character, `rl_e` those of the Enemy's defence.
One attack on all adjacent Enemies (STA-20.33, STA-20.74) keeps its dice from one Enemy to the next,
in the order of their numbers; each defends itself, and has a window of its own.
"""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.core.separate import separate
from piracy_env.games.skull_tales.actions import ACT
from piracy_env.games.skull_tales.rules.adventure import hooks
from piracy_env.games.skull_tales.rules.adventure.abilities import dice_modifier, melee_of
from piracy_env.games.skull_tales.rules.adventure.blows import (
    GRENADE,
    inflict_attack,
    is_single_handed,
    knock_foe_down,
)
from piracy_env.games.skull_tales.rules.adventure.dice import (
    MELEE_ROLL,
    RANGED_ROLL,
    UNARMED_ROLL,
    clear_roll,
)
from piracy_env.games.skull_tales.rules.adventure.figures import (
    CHARACTER,
    is_active,
    is_foe,
    place_of,
)
from piracy_env.games.skull_tales.rules.adventure.harm import hurt
from piracy_env.games.skull_tales.rules.adventure.hits import ATTACKER, REROLLED, unblocked
from piracy_env.games.skull_tales.rules.adventure.odds import (
    BY_FIST,
    BY_SHOT,
    BY_WEAPON,
    DOUBLE,
    TWIN,
    bonus_of_attack,
    dice_of_attack,
    is_helpless,
    is_shot,
    is_sweep,
    penalty_of_attack,
)
from piracy_env.games.skull_tales.rules.adventure.openings import (
    offer_crippling,
    offer_follow_ups,
)
from piracy_env.games.skull_tales.rules.adventure.people import (
    attribute_of,
    clear_status,
    is_pirate,
)
from piracy_env.games.skull_tales.rules.adventure.questions import is_answerable, reply
from piracy_env.games.skull_tales.rules.adventure.reach import (
    ANYBODY,
    anybody_from_afar,
    anybody_in_melee,
    costs_blood,
    from_afar,
    in_melee,
    ready_weapons,
    weapons_against,
)
from piracy_env.games.skull_tales.rules.adventure.stories import modifier_from_afar
from piracy_env.games.skull_tales.rules.adventure.weapons import (
    BARE,
    BOTH,
    EXHAUSTED,
    RIGHT_HOOK,
    WEAPONS,
    fire,
    hand_of,
    is_thrown,
    item_at,
    ranged_weapons,
)
from piracy_env.games.skull_tales.rules.chance import throw
from piracy_env.games.skull_tales.rules.crew import give_up, slot_at
from piracy_env.games.skull_tales.rules.crew import place_of as row_of
from piracy_env.games.skull_tales.rules.frames import (
    answer_nothing,
    mark_nothing,
    next_step,
    pop,
    push_for,
    top,
    turn_to,
)
from piracy_env.games.skull_tales.state import (
    ACTOR,
    AGILITY,
    CARRIED,
    DICE,
    MELEE,
    NONE,
    SLOT,
    SLOTS,
    STEP,
    STRENGTH,
    A,
    B,
    C,
    Decision,
)
from piracy_env.games.skull_tales.state_land import FOES, LYING, Buff, FoeStatus, Once, Status

_KINDS, _PLACES, _HANDS_BEFORE = 8, 32, 4
"""An attack's frame: A is its kind + 8 * (weapon + 1) + 256 * (the hand before + 1) + 1024 * more.

More is, of a shot, 1 + the Enemy that it is meant for, 0 if that is to be chosen; in melee bits:
`_POUNCING`, and of a sweep `_THROWN_AGAIN` and 1 + the die that a Destiny Point has raised. C of a
sweep's frame are the dice that were thrown, 1 + what they are in digits below seven, 0 before.
"""
_MORE = _KINDS * _PLACES * _HANDS_BEFORE
_THROWN_AGAIN, _POUNCING = 8, 16
_RAISED = 8
_DIGITS = 7
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
def begin_shot_at(s: Any, slot: int, foe: int) -> None:
    """Have a Character shoot at an Enemy, in nobody's turn (STA-20.96)."""
    begin_attack(s, slot, BY_SHOT, NONE)
    top(s)[A] += _MORE * (foe + 1)


@kernel
def begin_pounce(s: Any, slot: int) -> None:
    """Have a Character attack in melee as it lands from a jump (STA-20.0)."""
    begin_attack(s, slot, BY_WEAPON, NONE)
    top(s)[A] += _MORE * _POUNCING


@kernel
def begin_attack_with(s: Any, slot: int, attack: Any) -> None:
    """Have a Character attack with a weapon that is known: kind, weapon, the hand before."""
    kind, place, before = attack
    begin_attack(s, slot, kind, before)
    top(s)[A] += _KINDS * (place + 1)


@kernel
def kind_of(frame: Any) -> int:
    """The kind of an attack."""
    return frame[A] % _KINDS


@kernel
def weapon_of(frame: Any) -> int:
    """The weapon of an attack, once it is known."""
    return frame[A] // _KINDS % _PLACES - 1


@kernel
def more_of(frame: Any) -> int:
    """What else an attack's frame tells."""
    return frame[A] // _MORE


@kernel
def meant_foe(frame: Any) -> int:
    """The Enemy that a shot is meant for, -1 if that is to be chosen."""
    return more_of(frame) - 1 if kind_of(frame) == BY_SHOT else NONE


@kernel
def _take(s: Any, place: int) -> None:
    """The weapon of the uppermost attack is known."""
    top(s)[A] += _KINDS * (place + 1)


@kernel
def attackable(s: Any, t: Any, slot: int, kind: int, place: int) -> int:
    """Figures that an attack of a kind can be aimed at, a bit each: Enemies, then Characters.

    Characters are attacked with one weapon, or bare hands, only.
    """
    if kind == BY_SHOT:
        return anybody_from_afar(s, t, slot, place)
    if kind in (BY_WEAPON, BY_FIST):
        return anybody_in_melee(s, t, slot)
    return from_afar(s, t, slot, place) if kind == TWIN else in_melee(s, t, slot)


# --- which weapon, and whom -----------------------------------------------------------------------


@kernel
def _choose_weapon(s: Any, t: Any) -> None:
    """Ask for the weapon if there are several; bare hands and Allies have none to choose."""
    noinline()
    frame = top(s)
    slot, kind = frame[SLOT], kind_of(frame)
    next_step(s)
    if weapon_of(frame) != NONE:
        return
    if kind == BY_FIST or not is_pirate(s, slot):
        _take(s, BARE)
        return
    if kind in (BY_WEAPON, BY_SHOT):
        ready = weapons_against(s, t, slot, kind == BY_WEAPON, ANYBODY)
    else:
        ready = ready_weapons(s, t, slot, not is_shot(kind))
    if meant_foe(frame) != NONE:
        ready = _fit_for(s, t, slot, ready, meant_foe(frame))
    if kind in (DOUBLE, TWIN):
        ready = _single_handed(s, t, slot, ready)
        ready &= -ready
    if ready & ready - 1:
        top(s)[STEP] = _ASK_WEAPON
        ask_weapon(s, slot, ready)
    elif ready == 0:
        pop(s)
    else:
        place = 0
        while ready >> place & 1 == 0:
            place += 1
        _take(s, place)


@kernel
def _fit_for(s: Any, t: Any, slot: int, weapons: int, foe: int) -> int:
    """Those of some weapons that can shoot at an Enemy, a bit each."""
    found = 0
    for place in range(CARRIED):
        if weapons >> place & 1 and from_afar(s, t, slot, place) >> foe & 1:
            found |= 1 << place
    return found


@kernel
def can_shoot_at_foe(s: Any, t: Any, slot: int, foe: int) -> bool:
    """Whether a Character can shoot at an Enemy now."""
    if not is_pirate(s, slot):
        return from_afar(s, t, slot, BARE) >> foe & 1 == 1
    return _fit_for(s, t, slot, ready_weapons(s, t, slot, False), foe) != 0


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
def ask_target(s: Any, slot: int, figures: int) -> None:
    """Ask for one of some figures, a bit each: Enemies, then Characters. The reply is which."""
    first, foes = (1 << _HALF) - 1, figures & (1 << FOES) - 1
    push_for(s, Decision.TARGET, s.ch_owner[slot], slot, foes & first, foes >> _HALF)
    top(s)[C] = figures >> FOES


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
def _is_armed(s: Any, t: Any) -> bool:
    frame = top(s)
    return is_answerable(s, frame[A] != 0 or frame[B] & 3 != 0)


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
    for slot in range(SLOTS):
        if frame[C] >> slot & 1:
            mask[ACT.char.start + row_of(s, frame[ACTOR], slot)] = True


@kernel
def _has_targets(s: Any, t: Any) -> bool:
    frame = top(s)
    return is_answerable(s, frame[A] != 0 or frame[B] != 0 or frame[C] != 0)


@kernel
def _name_target(s: Any, t: Any, action: int) -> None:
    if action < ACT.char.start:
        reply(s, action - ACT.enemy.start, 0)
    else:
        reply(s, CHARACTER + slot_at(s, top(s)[ACTOR], action - ACT.char.start), 0)


# --- dice -----------------------------------------------------------------------------------------


@kernel
def _throw_dice(s: Any, t: Any) -> None:
    """Throw the attack's dice, then those of the defence (STA-8.2, STA-8.9, STA-8.13)."""
    noinline()
    frame = top(s)
    slot, kind, place, foe = frame[SLOT] + 0, kind_of(frame), weapon_of(frame), frame[B] + 0
    before = frame[A] // (_KINDS * _PLACES) % _HANDS_BEFORE - 1
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
    if frame[C] > 0 and is_sweep(kind):
        _lay_again(s, roll, frame)
    else:
        for die in range(s.rl_n[roll]):
            s.rl_d[roll, die] = throw(s)
    for die in range(s.rl_m[roll]):
        s.rl_e[roll, die] = throw(s)
    next_step(s)
    _note_attack(s, t, slot, kind, place, foe)
    push_for(s, Decision.ROLL, s.ch_owner[slot], slot, 0, 0)


@kernel
def _lay_again(s: Any, roll: int, frame: Any) -> None:
    """The dice of a sweep lie as they lay against the last Enemy."""
    code = frame[C] - 1
    s.rl_n[roll] = 0
    while code > 0:
        s.rl_d[roll, s.rl_n[roll]] = code % _DIGITS
        s.rl_n[roll] += 1
        code //= _DIGITS
    raised = more_of(frame) % _RAISED
    if raised > 0:
        s.rl_plus[roll, raised - 1] = 1
    if more_of(frame) & _THROWN_AGAIN:
        s.rl_used[roll] = REROLLED


@kernel
def _keep_dice(s: Any, roll: int) -> None:
    """Remember the dice of a sweep for the next Enemy."""
    frame, code, more = top(s), 0, 0
    for place in range(s.rl_n[roll]):
        die = s.rl_n[roll] - 1 - place
        code = code * _DIGITS + s.rl_d[roll, die]
        if s.rl_plus[roll, die] > 0:
            more = 1 + die
    if s.rl_used[roll] & REROLLED:
        more += _THROWN_AGAIN
    frame[C] = 1 + code
    frame[A] += _MORE * (more - more_of(frame))


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
    if s.active_slot == slot:
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
    foe = s.rl_enemy[roll] + 0
    goal = place_of(s, foe)
    normal, critical = unblocked(s, roll)
    is_pounce = kind == BY_WEAPON and more_of(frame) & _POUNCING != 0
    if is_sweep(kind):
        _keep_dice(s, roll)
        frame[STEP] = _THROW
    else:
        pop(s)
        offer_follow_ups(s, t, roll, kind, place)
    inflict_attack(s, t, roll, kind, place)
    if is_pounce and normal + critical > 0 and is_foe(s, foe):
        knock_foe_down(s, foe)
    put_weapons_down(s, t, slot, kind, place, goal)


@kernel
def put_weapons_down(s: Any, t: Any, slot: int, kind: int, place: int, goal: Any) -> None:
    """What was shot is empty, and what was thrown lies there."""
    if kind == TWIN:
        held = _single_handed(s, t, slot, ranged_weapons(s, t, slot))
        for weapon in range(CARRIED):
            if held >> weapon & 1:
                fire(s, t, slot, weapon)
    elif kind == BY_SHOT and is_thrown(s, t, slot, place):
        s.once[slot] |= Once.THREW
        if place < CARRIED:
            _let_fly(s, t, slot, place, goal)
    elif kind == BY_SHOT and costs_blood(s, t, slot, place):
        hurt(s, t, slot, 1)


@kernel
def _next_of_sweep(s: Any, t: Any, frame: Any) -> int:
    """The next Enemy that a sweep meets, -1 after the last one."""
    slot = frame[SLOT]
    first = 0 if frame[C] == 0 else frame[B] + 1
    if not is_active(s, slot):
        return NONE
    near = in_melee(s, t, slot)
    for foe in range(first, FOES):
        if near >> foe & 1:
            return foe
    return NONE


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
def _aim(s: Any, t: Any) -> None:
    """Ask for the target, unless it is known, or all that are adjacent are meant."""
    frame = top(s)
    slot, kind, meant = frame[SLOT], kind_of(frame), meant_foe(frame)
    if is_sweep(kind):
        next_step(s)
    elif meant != NONE:
        next_step(s)
        frame[B] = meant
    elif kind == BY_WEAPON and more_of(frame) & _POUNCING:
        ask_target(s, slot, in_melee(s, t, slot))
    else:
        ask_target(s, slot, attackable(s, t, slot, kind, weapon_of(frame)))


@separate
def _go_on(s: Any, t: Any) -> bool:
    """The weapon, the target, the dice and their window, the wounds."""
    frame = top(s)
    step = frame[STEP]
    if step == _ASK_WEAPON:
        _choose_weapon(s, t)
    elif step == _ASK_TARGET:
        if weapon_of(frame) == NONE:
            _take(s, frame[B])
        _aim(s, t)
    elif step == _THROW:
        if is_sweep(kind_of(frame)):
            frame[B] = _next_of_sweep(s, t, frame)
        if frame[B] >= CHARACTER:
            turn_to(s, Decision.DUEL)
        elif frame[B] != NONE and is_foe(s, frame[B]):
            _throw_dice(s, t)
        else:
            pop(s)
    elif step == _SETTLE:
        next_step(s)
        hooks.hits_settled(s, t, s.rl_depth - 1)
        offer_crippling(s, t, s.rl_depth - 1, kind_of(frame), weapon_of(frame))
    else:
        _end_attack(s, t)
    return False


HANDLERS = (
    Handler(Decision.ATTACK, mark_nothing, answer_nothing, _go_on),
    Handler(Decision.WEAPON, _mark_weapons, _name_weapon, _is_armed, "a weapon"),
    Handler(Decision.TARGET, _mark_targets, _name_target, _has_targets, "the Enemy it is about"),
)
