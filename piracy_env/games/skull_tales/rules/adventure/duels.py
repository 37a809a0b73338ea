"""Characters who attack Characters, where a story lets them (STA-34.2, STA-R70).

The flow takes over from ATTACK once the target is known: SLOT is the attacker, A as there, B the
target's figure, C what the dice came to. The attacker's roll is the outer one, and has its window
first; the defender's is the inner one, and shows the same dice from the other side.
"""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.core.separate import separate
from piracy_env.games.skull_tales.rules.adventure import hooks
from piracy_env.games.skull_tales.rules.adventure.attacks import (
    kind_of,
    put_weapons_down,
    weapon_of,
)
from piracy_env.games.skull_tales.rules.adventure.blows import (
    CRITICAL_DAMAGE,
    GRENADE,
    KNOCK_DOWN,
    SPLASH,
    STUN,
    damage_of_attack,
    defending_weapon,
    explode,
    hits_own,
    in_way,
    is_seasoned_tie,
    splash,
)
from piracy_env.games.skull_tales.rules.adventure.conditions import knock_down, stun
from piracy_env.games.skull_tales.rules.adventure.defending import defence_of
from piracy_env.games.skull_tales.rules.adventure.dice import (
    MELEE_ROLL,
    RANGED_ROLL,
    UNARMED_ROLL,
    clear_roll,
)
from piracy_env.games.skull_tales.rules.adventure.figures import CHARACTER, is_active, place_of
from piracy_env.games.skull_tales.rules.adventure.harm import hurt
from piracy_env.games.skull_tales.rules.adventure.hits import (
    ATTACKER,
    COUNTERED,
    DEFENDER,
    FEINTED,
    IGNORED,
    returned,
    unblocked,
)
from piracy_env.games.skull_tales.rules.adventure.odds import (
    BY_FIST,
    bonus_of_attack,
    dice_of_attack,
    is_shot,
    penalty_of_attack,
)
from piracy_env.games.skull_tales.rules.adventure.people import (
    attribute_of,
    clear_status,
    has_status,
    has_trait,
    is_pirate,
)
from piracy_env.games.skull_tales.rules.adventure.weapons import (
    damage_in_melee,
    fire,
    hand_of,
    item_at,
)
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
    CARRIED,
    DICE,
    MELEE,
    NONE,
    SLOT,
    STEP,
    STRENGTH,
    A,
    B,
    C,
    Decision,
)
from piracy_env.games.skull_tales.state_land import INNER, OUTER, Buff, Once, Status
from piracy_env.games.skull_tales.traits import Trait

_BEFORE, _HANDS_BEFORE = 256, 4
"""How the hand of the attack before is packed: see `attacks`."""
_HITS, _TIE, _COUNTER = 8, 64, 128
"""C of the frame: normal hits + 8 * criticals, and bits of a Seasoned tie and a Counter-attack."""
_GRENADE_DIFFICULTY = 3
_THROW, _DEFEND, _SETTLE, _WOUND = range(4)


# --- dice -----------------------------------------------------------------------------------------


@kernel
def _throw_dice(s: Any, t: Any) -> None:
    """Throw the attacker's dice, then the defender's (STA-8.2, STA-8.9, STA-8.13)."""
    noinline()
    frame = top(s)
    slot, kind, place, figure = frame[SLOT] + 0, kind_of(frame), weapon_of(frame), frame[B] + 0
    other = figure - CHARACTER
    before = frame[A] // _BEFORE % _HANDS_BEFORE - 1
    s.rl_depth = 1
    clear_roll(s, OUTER)
    clear_roll(s, INNER)
    s.rl_side[OUTER], s.rl_slot[OUTER] = ATTACKER, slot
    s.rl_n[OUTER] = dice_of_attack(s, t, slot, kind, place, figure)
    s.rl_mod[OUTER] = bonus_of_attack(s, t, slot, kind, place, figure)
    s.rl_mod[OUTER] += penalty_of_attack(s, t, slot, place, before)
    _set_marks(s, t, slot, other, (kind, place))
    for die in range(s.rl_n[OUTER]):
        s.rl_d[OUTER, die] = throw(s)
    for die in range(s.rl_m[OUTER]):
        s.rl_e[OUTER, die] = throw(s)
    _turn_over(s, OUTER, INNER)
    s.rl_side[INNER], s.rl_slot[INNER] = DEFENDER, other
    next_step(s)
    _note_attack(s, t, slot, kind, place)
    push_for(s, Decision.ROLL, s.ch_owner[slot], slot, 0, 0)


@kernel
def _set_marks(s: Any, t: Any, slot: int, other: int, attack: Any) -> None:
    """What the dice of both must beat, and how many the defence has."""
    kind, place = attack
    agility = attribute_of(s, t, other, AGILITY)
    if is_shot(kind):
        is_bomb = place < CARRIED and item_at(s, t, slot, place).effect == GRENADE
        s.rl_kind[OUTER] = RANGED_ROLL
        s.rl_thr[OUTER] = _GRENADE_DIFFICULTY if is_bomb else agility
        return
    s.rl_kind[OUTER] = UNARMED_ROLL if kind == BY_FIST else MELEE_ROLL
    s.rl_thr[OUTER] = attribute_of(s, t, other, MELEE)
    s.rl_ethr[OUTER] = attribute_of(s, t, slot, STRENGTH if kind == BY_FIST else MELEE)
    if s.melee_target == 1 and kind != BY_FIST:
        s.rl_thr[OUTER], s.rl_ethr[OUTER] = agility, attribute_of(s, t, slot, AGILITY)
    if not _is_helpless(s, t, slot, other):
        dice, modifier = defence_of(s, t, other, CHARACTER + slot)
        s.rl_m[OUTER], s.rl_emod[OUTER] = min(DICE, dice), modifier


@kernel
def _is_helpless(s: Any, t: Any, slot: int, other: int) -> bool:
    """Whether a Character cannot defend itself against another (STA-20.15, STA-20.24)."""
    is_down = has_status(s, other, Status.STUNNED | Status.KNOCKED_DOWN)
    if is_down and has_trait(s, t, slot, Trait.FINISHING_STRIKE):
        return True
    return has_status(s, slot, Status.HIDDEN) and has_trait(s, t, slot, Trait.TREACHEROUS)


@kernel
def _note_attack(s: Any, t: Any, slot: int, kind: int, place: int) -> None:
    """The attack has been made: hands, ammunition, hiding (STA-8.10)."""
    s.last_off = slot
    clear_status(s, slot, Status.HIDDEN)
    if is_pirate(s, slot):
        s.last_hand[slot] = hand_of(s, t, slot, place)
        if is_shot(kind):
            s.buff[slot] &= -1 - Buff.AIMED
            fire(s, t, slot, place)


@kernel
def _turn_over(s: Any, one: int, other: int) -> None:
    """Show the dice of one roll in the other, from the other side.

    A point that Destiny added to a die stays with the roll of who spent it, as long as that die
    lies there.
    """
    s.rl_kind[other] = s.rl_kind[one]
    s.rl_n[other], s.rl_m[other] = s.rl_m[one], s.rl_n[one]
    s.rl_thr[other], s.rl_ethr[other] = s.rl_ethr[one], s.rl_thr[one]
    s.rl_mod[other], s.rl_emod[other] = s.rl_emod[one], s.rl_mod[one]
    for die in range(DICE):
        if s.rl_d[other, die] != s.rl_e[one, die]:
            s.rl_plus[other, die] = 0
        s.rl_d[other, die], s.rl_e[other, die] = s.rl_e[one, die] + 0, s.rl_d[one, die] + 0


# --- what comes of them ---------------------------------------------------------------------------


@kernel
def _settle(s: Any, t: Any) -> None:
    """Both windows are closed: what the dice came to stands (STA-R69)."""
    noinline()
    frame = top(s)
    kind, slot, other = kind_of(frame), frame[SLOT], frame[B] - CHARACTER
    s.rl_depth = 1
    _turn_over(s, INNER, OUTER)
    normal, critical = unblocked(s, OUTER)
    result = normal + _HITS * critical
    if is_seasoned_tie(s, t, slot, kind, OUTER):
        result += _TIE
    if s.rl_used[INNER] & COUNTERED:
        normal, critical = returned(s, OUTER)
        result = normal + _HITS * critical + _COUNTER
    next_step(s)
    frame[C] = result
    is_hit = is_shot(kind) and normal + critical > 0 and s.once[other] & Once.DODGE == 0
    if is_hit and has_trait(s, t, other, Trait.CAT_LIKE_REFLEXES):
        push_for(s, Decision.DODGE, s.ch_owner[other], other, 0, 0)


@kernel
def _end(s: Any, t: Any) -> None:
    """Wounds, and what comes with them; a thrown weapon lies where its target stood."""
    noinline()
    frame = top(s)
    slot, figure = frame[SLOT] + 0, frame[B] + 0
    kind, place, result = kind_of(frame), weapon_of(frame), frame[C] + 0
    other, goal = figure - CHARACTER, place_of(s, figure)
    s.rl_depth = 0
    pop(s)
    was_wounded = int(s.ch_wounds[other] > 0)
    is_up = is_active(s, other)
    if s.rl_used[OUTER] & IGNORED == 0 and is_up:
        if result & _COUNTER:
            _strike_back(s, t, slot, other, result)
        else:
            _inflict(s, t, (slot, other), (kind, place), result)
    if is_up and not is_active(s, other):
        hooks.felled_by(s, t, slot, other, was_wounded)
    put_weapons_down(s, t, slot, kind, place, goal)


@kernel
def _inflict(s: Any, t: Any, who: Any, attack: Any, result: int) -> None:
    """The attack of one Character on another."""
    slot, other = who
    kind, place = attack
    normal, critical = result % _HITS, result // _HITS % _HITS
    figure, item = CHARACTER + other, item_at(s, t, slot, place)
    if normal + critical > 0 and s.buff[slot] & Buff.SERPENTS_KISS:
        s.buff[slot] &= -1 - Buff.SERPENTS_KISS
        stun(s, other)
    if is_shot(kind) and item.effect == GRENADE:
        explode(s, t, slot, place, figure, normal + critical)
    elif is_shot(kind) and hits_own(s, t, slot, figure, OUTER):
        own = in_way(s, t, slot, figure)
        hurt(s, t, own, damage_of_attack(s, t, slot, kind, place, figure))
    elif kind == BY_FIST:
        if normal + critical > 0:
            stun(s, other)
            _wound(s, t, other, critical + has_trait(s, t, slot, Trait.FIGHTER), critical)
    else:
        _wound_by_weapon(s, t, who, attack, (normal, critical, result & _TIE))


@kernel
def _wound_by_weapon(s: Any, t: Any, who: Any, attack: Any, hits: Any) -> None:
    """Damage for each hit, and a wound more for each critical, or what it does instead."""
    slot, other = who
    kind, place = attack
    normal, critical, tie = hits
    item = item_at(s, t, slot, place)
    damage = damage_of_attack(s, t, slot, kind, place, CHARACTER + other)
    extra = critical - (s.rl_crit[OUTER] > 0) - (s.rl_used[OUTER] & FEINTED != 0)
    wounds = (normal + critical) * damage + max(0, extra)
    if not is_shot(kind) and item.effect == CRITICAL_DAMAGE:
        wounds += critical * item.amount
    if tie:
        wounds = damage
    if critical > 0 and s.rl_crit[OUTER] == STUN:
        stun(s, other)
    if critical > 0 and s.rl_crit[OUTER] == KNOCK_DOWN:
        knock_down(s, t, other)
    if is_shot(kind) and item.effect == SPLASH:
        splash(s, t, slot, CHARACTER + other, critical * item.amount)
    _wound(s, t, other, wounds, critical)


@kernel
def _wound(s: Any, t: Any, slot: int, wounds: int, criticals: int) -> None:
    """A Character takes the wounds of an attack; one Loa keeps it from all of it (STA-24.11)."""
    if s.buff[slot] & Buff.GUARDED:
        s.buff[slot] &= -1 - Buff.GUARDED
        return
    before = s.ch_wounds[slot] + 0
    hurt(s, t, slot, wounds)
    hooks.attack_ended(s, t, NONE, slot, s.ch_wounds[slot] - before, criticals)


@kernel
def _strike_back(s: Any, t: Any, slot: int, other: int, result: int) -> None:
    """The defence counts as an attack, with what the defender holds (STA-20.28)."""
    normal, critical = result % _HITS, result // _HITS % _HITS
    place = defending_weapon(s, t, other)
    if place != NONE or not is_pirate(s, other):
        damage = damage_in_melee(s, t, other, place, False)
        _wound(s, t, slot, (normal + critical) * damage + critical, critical)


@separate
def _go_on(s: Any, t: Any) -> bool:
    """The dice, the windows of both, what the dice came to, the wounds."""
    frame = top(s)
    step = frame[STEP]
    if step == _THROW:
        _throw_dice(s, t)
    elif step == _DEFEND:
        next_step(s)
        _turn_over(s, OUTER, INNER)
        s.rl_depth = 2
        other = frame[B] - CHARACTER
        push_for(s, Decision.ROLL, s.ch_owner[other], other, 0, 0)
    elif step == _SETTLE:
        _settle(s, t)
    else:
        _end(s, t)
    return False


HANDLERS = (Handler(Decision.DUEL, mark_nothing, answer_nothing, _go_on),)
assert _WOUND == _SETTLE + 1
