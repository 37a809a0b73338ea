"""What Enemies do when they are activated: one interpreter of the rows of [behaviour] (STA-12).

The frame of an activation: SLOT is the Enemy; A what it does (`CLOSE`, 1 + a row of [behaviour], or
`CONFRONT`), and bits of whom it has passed and whether it has wounded; B its target and the space
that it goes to; C the space that it came from.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from piracy_env.core.bits import lowest
from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.core.separate import separate
from piracy_env.games.skull_tales.actions import ACT
from piracy_env.games.skull_tales.rules.adventure import hooks
from piracy_env.games.skull_tales.rules.adventure.abilities import (
    DOUBLE_ATTACK,
    LIEUTENANT,
    hex_of,
    regenerate,
)
from piracy_env.games.skull_tales.rules.adventure.aims import (
    NO_TARGET,
    TARGETS,
    all_targets,
    best_of,
    can_shoot_at,
    choose_one,
    goals_held,
    is_beside,
    is_target,
    targets_beside,
    targets_in_reach,
    targets_in_sight,
)
from piracy_env.games.skull_tales.rules.adventure.dice import call_for_roll
from piracy_env.games.skull_tales.rules.adventure.effects import LOSE_DESTINY, STUN, inflict
from piracy_env.games.skull_tales.rules.adventure.figures import is_foe
from piracy_env.games.skull_tales.rules.adventure.harm import hurt, is_able_to
from piracy_env.games.skull_tales.rules.adventure.last_acts import act_at_last
from piracy_env.games.skull_tales.rules.adventure.paths import CELLS
from piracy_env.games.skull_tales.rules.adventure.strikes import FROM_AFAR, IN_MELEE, strike
from piracy_env.games.skull_tales.rules.adventure.walking import (
    approach,
    border_space,
    go_by,
    own_cell,
    place_beside,
    place_to_shoot,
    walk_field,
)
from piracy_env.games.skull_tales.rules.chance import throw
from piracy_env.games.skull_tales.rules.crew import place_of as row_of
from piracy_env.games.skull_tales.rules.crew import slot_at
from piracy_env.games.skull_tales.rules.frames import (
    actor_of,
    answer_nothing,
    mark_nothing,
    office,
    pop,
    push_for,
    top,
)
from piracy_env.games.skull_tales.state import NONE, SLOT, SLOTS, STEP, A, B, C, Decision
from piracy_env.games.skull_tales.state_land import FoeStatus
from piracy_env.games.skull_tales.tables.enemies import ATTACKS, BANDS, FIRST, LAST, TOWARD, WALKS

CLOSE, CONFRONT = 0, 31
"""What an Enemy does next to a Character at first, and when its behaviour cannot be done."""
_DOING = 32
_PASSED = 32
"""By what the bits of those that were passed are multiplied; there are SLOTS of them."""
_AIM = 8
WAKE, TARGET, FIRST_ACT, PLAN, WALK, PREY, STRIKE, AGAIN, LAST_ACT, END = range(10)
"""The steps of an activation."""
HOWL, DREAD, SQUEEZE = FIRST.index("howl"), FIRST.index("dread"), FIRST.index("squeeze")
STAY, LEAST, TWICE = WALKS.index("stay"), WALKS.index("least"), WALKS.index("twice")
CAPTAIN, HOLDER = TOWARD.index("captain"), TOWARD.index("captain_or_holder")
OFFENDER, DREADED, BORDER = (
    TOWARD.index("last_offender"),
    TOWARD.index("dreaded"),
    TOWARD.index("border"),
)
CLOSEST, MOST_GOALS = TOWARD.index("closest"), TOWARD.index("most_goals")
NO_ATTACK, RANGED, SHOOTS_TOO = (
    ATTACKS.index("nothing"),
    ATTACKS.index("ranged"),
    ATTACKS.index("melee_or_ranged"),
)
SWEEP = ATTACKS.index("sweep")
RITE = LAST.index("wound_and_return")
_LASTING = FoeStatus.ASLEEP | FoeStatus.HEXED
_KEPT_FROM_IT = FoeStatus.IDLE | FoeStatus.KNOCKED_DOWN


@kernel
def activate(s: Any, t: Any, foe: int) -> None:
    """Have an Enemy act."""
    push_for(s, Decision.ACTIVATION, NONE, foe, 0, 0)


@kernel
def doing(frame: Any) -> int:
    """What the Enemy of an activation does."""
    return frame[A] % _DOING


@kernel
def has_row(frame: Any) -> bool:
    """Whether it follows its behaviour."""
    return CLOSE < doing(frame) < CONFRONT


@kernel
def _go_to(frame: Any, step: int) -> None:
    frame[STEP] = step


@kernel
def _do(frame: Any, what: int) -> None:
    frame[A] += what - doing(frame)


@kernel
def _aim_at(s: Any, frame: Any, target: int) -> None:
    """Note whom it goes for; it has not yet made up its mind where to go."""
    frame[B] = target + _AIM * own_cell(s, frame[SLOT])


# --- the beginning --------------------------------------------------------------------------------


@kernel
def _wake(s: Any, t: Any) -> None:
    """See whether the Enemy can act at all, and what it does."""
    noinline()
    frame = top(s)
    foe = frame[SLOT] + 0
    regenerate(s, t, foe)
    if not _is_fit_to_act(s, t, foe) or all_targets(s) == 0:
        pop(s)
        return
    frame[C] = own_cell(s, foe)
    _aim_at(s, frame, NO_TARGET)
    if targets_beside(s, t, foe) != 0:
        s.foe_hide[foe] = 0
        _do(frame, CLOSE)
        _go_to(frame, PREY)
    elif s.foe_role[foe] == LIEUTENANT:
        _do(frame, CONFRONT)
        _go_to(frame, PREY)
    else:
        band = (throw(s) - 1) // 2
        _do(frame, 1 + BANDS * s.foe_type[foe] + band)
        _go_to(frame, TARGET)


@kernel
def _is_fit_to_act(s: Any, t: Any, foe: int) -> bool:
    """Whether nothing keeps an Enemy from acting; what kept it is over then (STA-14.1, 14.3)."""
    status = s.foe_status[foe]
    s.foe_status[foe] = status & _LASTING
    is_stunned = False
    if s.foe_stun[foe] == 2:
        is_stunned = not _shakes_off(s, t, foe)
        s.foe_stun[foe] = 1 if is_stunned else 0
    return not is_stunned and status & _KEPT_FROM_IT == 0


@kernel
def _shakes_off(s: Any, t: Any, foe: int) -> bool:
    """The Strength roll of a Stunned Enemy (STA-14.3, STA-R19)."""
    is_free_of_it = False
    for _ in range(t.enemies[s.foe_type[foe]].strength):
        is_free_of_it |= throw(s) - hex_of(s, foe) > t.ashore.stun
    return is_free_of_it


# --- whom it goes for -----------------------------------------------------------------------------


@kernel
def _seek(s: Any, t: Any) -> None:
    """Find whom the Enemy goes for; it confronts the closest if there is nobody like that."""
    noinline()
    frame = top(s)
    foe = frame[SLOT] + 0
    if has_row(frame) and t.behaviour[doing(frame) - 1].first == SQUEEZE and s.foe_holds[foe] > 0:
        _go_to(frame, END)
        hurt(s, t, s.foe_holds[foe] - 1, 1)
        return
    if has_row(frame) and t.behaviour[doing(frame) - 1].toward == BORDER:
        _go_to(frame, FIRST_ACT)
        return
    if has_row(frame):
        among = _wanted(s, t, foe, doing(frame) - 1)
        if among == 0:
            _do(frame, CONFRONT)
            return
    else:
        near = targets_in_reach(s, t, foe)
        among = best_of(s, t, foe, near if near != 0 else all_targets(s), CLOSEST)
    _ask_or_aim(s, among, FIRST_ACT)


@kernel
def _wanted(s: Any, t: Any, foe: int, row: int) -> int:
    """Those whom a row of [behaviour] goes for, a bit each; 0 for nobody."""
    line, everybody = t.behaviour[row], all_targets(s)
    by = line.toward
    if by in (CAPTAIN, HOLDER):
        chief = s.captain if by == HOLDER and s.captain != NONE else office(s)
        if by == HOLDER and not is_target(s, chief):
            chief = s.init
        return everybody & 1 << chief if chief != NONE else 0
    if by == OFFENDER:
        is_known = s.last_off != NONE and everybody >> s.last_off & 1 == 1
        return 1 << s.last_off if is_known else best_of(s, t, foe, everybody, CLOSEST)
    if by == DREADED:
        everybody, by = targets_in_sight(s, t, foe, line.reach), CLOSEST
    elif line.walk == STAY or (line.walk == LEAST and targets_in_reach(s, t, foe) != 0):
        everybody = targets_in_reach(s, t, foe)
    elif by == MOST_GOALS:
        everybody = _holders_of_goals(s, everybody)
    return best_of(s, t, foe, everybody, by) if everybody != 0 else 0


@kernel
def _holders_of_goals(s: Any, among: int) -> int:
    found = 0
    for target in range(SLOTS):
        if among >> target & 1 and goals_held(s, target) > 0:
            found |= 1 << target
    return found


@kernel
def _ask_or_aim(s: Any, among: int, step: int) -> None:
    """Aim at one of equal targets, or ask the Captain which (STA-R8, STA-12.23)."""
    frame = top(s)
    if s.captain_control == 1 and among & (among - 1):
        frame[STEP] = step - 1
        push_for(s, Decision.ENEMY_TARGET, NONE, frame[SLOT], among, 0)
        return
    frame[B] += choose_one(s, among) - frame[B] % _AIM
    frame[STEP] = step


@kernel
def _mark_targets(s: Any, t: Any, mask: Any) -> None:
    frame, seat = top(s), actor_of(s)
    for target in range(TARGETS):
        if frame[A] >> target & 1:
            if target < SLOTS:
                mask[ACT.char.start + row_of(s, seat, target)] = True
            else:
                mask[ACT.npc.start] = True


@kernel
def _choose_target(s: Any, t: Any, action: int) -> None:
    """The Captain has named one of equal targets."""
    frame = top(s)
    target = SLOTS
    if action != ACT.npc.start:
        target = slot_at(s, actor_of(s), action - ACT.char.start)
    else:
        while frame[A] >> target & 1 == 0:
            target += 1
    pop(s)
    frame = top(s)
    frame[B] += target - frame[B] % _AIM
    frame[STEP] += 1


# --- what it does first ---------------------------------------------------------------------------


@kernel
def _act_first(s: Any, t: Any) -> None:
    """Howl at those around it, or strike one with dread."""
    frame = top(s)
    foe, target = frame[SLOT] + 0, frame[B] % _AIM
    _go_to(frame, PLAN)
    if not has_row(frame):
        return
    row = doing(frame) - 1
    line, meant = t.behaviour[row], 0
    if line.first == HOWL:
        meant = targets_in_sight(s, t, foe, line.reach)
    elif line.first == DREAD:
        meant = 1 << target
    if meant != 0:
        push_for(s, Decision.TRIAL, NONE, NONE, meant + _DOING * row, 0)


@kernel
def _try(s: Any, t: Any) -> bool:
    """The next of those who are frightened rolls, and bears what comes of it."""
    noinline()
    frame = top(s)
    row, meant = frame[A] // _DOING, frame[A] % _DOING
    line = t.behaviour[row]
    if frame[STEP] > 0:
        slot, is_passed = frame[SLOT] + 0, frame[B] == 1
        frame[STEP] = 0
        if not is_passed:
            inflict(s, t, slot, LOSE_DESTINY if line.first == HOWL else STUN, 1)
    elif meant == 0:
        pop(s)
    else:
        slot = 0
        while meant >> slot & 1 == 0:
            slot += 1
        frame[SLOT] = slot
        frame[A] -= 1 << slot
        call_for_roll(s, t, slot, line.roll - 1, line.difficulty)
    return False


# --- where it goes --------------------------------------------------------------------------------


@kernel
def _plan(s: Any, t: Any) -> None:
    """Decide where the Enemy goes; what cannot be done becomes a Confront (STA-R10)."""
    noinline()
    frame = top(s)
    foe, target = frame[SLOT] + 0, frame[B] % _AIM
    field = np.empty(CELLS, np.int16)
    walk_field(s, t, foe, field)
    if doing(frame) == CONFRONT:
        cell = _confront(s, t, foe, target, field)
    else:
        cell = _follow(s, t, foe, target, doing(frame) - 1, field)
        if cell == NONE and _turns_to_holder(s, t, frame):
            return
        if cell == NONE:
            _do(frame, CONFRONT)
            _go_to(frame, TARGET)
            return
    frame[B] = target + _AIM * (cell if cell != NONE else own_cell(s, foe))
    _go_to(frame, WALK)
    _walk_by(s, t, field)


@kernel
def _turns_to_holder(s: Any, t: Any, frame: Any) -> bool:
    """Whether the Captain cannot be got at, and the holder of the Initiative is tried instead."""
    is_meant = t.behaviour[doing(frame) - 1].toward == HOLDER
    is_other = s.init != NONE and s.init != frame[B] % _AIM
    if not is_meant or not is_other or not is_target(s, s.init):
        return False
    if frame[B] % _AIM != s.captain:
        return False
    frame[B] += s.init - frame[B] % _AIM
    return True


@kernel
def _follow(s, t, foe, target, row, field):
    """Where a row of [behaviour] has an Enemy go; -1 if it cannot be done."""
    line = t.behaviour[row]
    budget = t.enemies[s.foe_type[foe]].moves * (2 if line.walk == TWICE else 1)
    if line.walk == STAY:
        return own_cell(s, foe)
    if line.toward == BORDER:
        return border_space(s, t, foe, budget, field)
    if line.last == RITE:
        cell = place_beside(s, t, foe, target, field)
        return cell if cell != NONE and field[cell] <= budget else NONE
    if line.walk == LEAST:
        cell = place_to_shoot(s, t, foe, target, budget, field)
        return cell if cell != NONE else approach(s, t, foe, target, budget, field)
    cell = approach(s, t, foe, target, budget, field)
    if cell == NONE and line.attack == SHOOTS_TOO and can_shoot_at(s, t, foe, target):
        cell = own_cell(s, foe)
    return cell


@kernel
def _confront(s: Any, t: Any, foe: int, target: int, field: Any) -> int:
    """Where a Confront takes an Enemy: shoot, close in, or come nearer (STA-R11); -1: nowhere."""
    if can_shoot_at(s, t, foe, target) or s.foe_holds[foe] > 0:
        return NONE
    budget = t.enemies[s.foe_type[foe]].moves
    cell = place_beside(s, t, foe, target, field)
    if cell != NONE and field[cell] <= budget:
        return cell
    cell = place_to_shoot(s, t, foe, target, budget, field)
    return cell if cell != NONE else approach(s, t, foe, target, budget, field)


@kernel
def _walk(s: Any, t: Any) -> None:
    """Go on towards the space that was chosen, after something has come between."""
    frame = top(s)
    foe = frame[SLOT] + 0
    if own_cell(s, foe) == frame[B] // _AIM:
        _go_to(frame, PREY)
        return
    field = np.empty(CELLS, np.int16)
    walk_field(s, t, foe, field)
    _walk_by(s, t, field)


@kernel
def _walk_by(s: Any, t: Any, field: Any) -> None:
    """Go towards the space that was chosen, with the steps to every space known."""
    frame = top(s)
    foe, cell = frame[SLOT] + 0, frame[B] // _AIM
    if own_cell(s, foe) == cell:
        _go_to(frame, PREY)
        return
    before, passed = own_cell(s, foe), frame[A] // _PASSED % _DOING
    seen = go_by(s, t, foe, cell, passed, field)
    frame[A] += (seen - passed) * _PASSED
    if own_cell(s, foe) == before:
        frame[B] = frame[B] % _AIM + _AIM * before


# --- whom it attacks ------------------------------------------------------------------------------


@kernel
def _choose_prey(s: Any, t: Any) -> None:
    """Find whom the Enemy attacks from where it has come to stand (STA-12.9, STA-12.18, R10)."""
    noinline()
    frame = top(s)
    foe, target = frame[SLOT] + 0, frame[B] % _AIM
    how = _attack_of(t, frame)
    if how == NO_ATTACK:
        _go_to(frame, LAST_ACT)
        return
    if is_target(s, target) and is_beside(s, t, foe, target):
        _go_to(frame, STRIKE)
        return
    near = targets_beside(s, t, foe)
    if near != 0:
        _ask_or_aim(s, near, STRIKE)
        return
    near = targets_in_reach(s, t, foe) if how in (RANGED, SHOOTS_TOO) else 0
    if near >> target & 1 and target != NO_TARGET:
        _go_to(frame, STRIKE)
    elif near != 0 and (target == NO_TARGET or how == RANGED):
        _ask_or_aim(s, best_of(s, t, foe, near, CLOSEST), STRIKE)
    else:
        _go_to(frame, LAST_ACT)


@kernel
def _attack_of(t: Any, frame: Any) -> int:
    """The attack that an Enemy is about to make, an index of `ATTACKS`."""
    return t.behaviour[doing(frame) - 1].attack if has_row(frame) else SHOOTS_TOO


@kernel
def _strike(s: Any, t: Any) -> None:
    """Attack: the target, or with a sweep all that are adjacent."""
    frame = top(s)
    foe, target = frame[SLOT] + 0, frame[B] % _AIM
    bonus = t.behaviour[doing(frame) - 1].dice if has_row(frame) else 0
    if _attack_of(t, frame) == SWEEP:
        frame[B] = target + _AIM * targets_beside(s, t, foe)
        _go_to(frame, AGAIN)
        return
    _forget(frame, target)
    if is_beside(s, t, foe, target):
        _go_to(frame, AGAIN)
        strike(s, t, foe, target, IN_MELEE, bonus)
    else:
        _go_to(frame, LAST_ACT)
        strike(s, t, foe, target, FROM_AFAR, bonus)


@kernel
def _forget(frame: Any, target: int) -> None:
    """Who is attacked does not count as passed."""
    passed = frame[A] // _PASSED % _DOING
    if passed >> target & 1:
        frame[A] -= _PASSED << target


@kernel
def _strike_again(s: Any, t: Any) -> None:
    """A second attack on the same target (STA-13.2), or the next one of a sweep."""
    frame = top(s)
    foe, target = frame[SLOT] + 0, frame[B] % _AIM
    bonus = t.behaviour[doing(frame) - 1].dice if has_row(frame) else 0
    if _attack_of(t, frame) == SWEEP and frame[B] >= _AIM:
        other = lowest(frame[B] // _AIM)
        frame[B] -= _AIM << other
        _forget(frame, other)
        strike(s, t, foe, other, IN_MELEE, bonus)
        return
    _go_to(frame, LAST_ACT)
    is_there = is_target(s, target) and is_beside(s, t, foe, target)
    if is_there and is_able_to(s, t, foe, DOUBLE_ATTACK):
        strike(s, t, foe, target, IN_MELEE, bonus)


# --- the end --------------------------------------------------------------------------------------


@kernel
def _end(s: Any, t: Any) -> None:
    frame = top(s)
    foe, passed = frame[SLOT] + 0, frame[A] // _PASSED % _DOING
    pop(s)
    hooks.activation_ended(s, t, foe, passed)


@kernel
def _act_last(s: Any, t: Any) -> None:
    frame = top(s)
    foe, row = frame[SLOT] + 0, doing(frame) - 1
    target, start, marks = frame[B] % _AIM, frame[C] + 0, frame[A] + 0
    is_row = has_row(frame)
    _go_to(frame, END)
    if is_row:
        act_at_last(s, t, foe, t.behaviour[row].last, (target, start, marks))


@separate
def _go_on(s: Any, t: Any) -> bool:
    """Take the next step of an activation."""
    frame = top(s)
    step = frame[STEP]
    if not is_foe(s, frame[SLOT]):
        pop(s)
    elif step == WAKE:
        _wake(s, t)
    elif step == TARGET:
        _seek(s, t)
    elif step == FIRST_ACT:
        _act_first(s, t)
    elif step == PLAN:
        _plan(s, t)
    elif step == WALK:
        _walk(s, t)
    elif step == PREY:
        _choose_prey(s, t)
    elif step == STRIKE:
        _strike(s, t)
    elif step == AGAIN:
        _strike_again(s, t)
    elif step == LAST_ACT:
        _act_last(s, t)
    else:
        _end(s, t)
    return False


HANDLERS = (
    Handler(Decision.ACTIVATION, mark_nothing, answer_nothing, _go_on),
    Handler(Decision.TRIAL, mark_nothing, answer_nothing, _try),
    Handler(
        Decision.ENEMY_TARGET, _mark_targets, _choose_target, doc="which of equal targets is meant"
    ),
)
