"""What Traits of scholars, leaders and mystics let one do in the own turn (STA-20.37 to 20.79)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.actions import ACT
from piracy_env.games.skull_tales.rules.adventure.attacks import ask_target
from piracy_env.games.skull_tales.rules.adventure.breath import has_done_nothing
from piracy_env.games.skull_tales.rules.adventure.dice import call_for_roll
from piracy_env.games.skull_tales.rules.adventure.figures import (
    is_active,
    is_foe_in_sight_of_all,
    place_of,
)
from piracy_env.games.skull_tales.rules.adventure.harm import heal_wounds
from piracy_env.games.skull_tales.rules.adventure.payment import (
    ACTED,
    OTHER,
    begin_menu,
    begin_paid,
    can_pay,
    note_done,
    pay_ap,
)
from piracy_env.games.skull_tales.rules.adventure.people import (
    are_next_to_each_other,
    clear_status,
    has_status,
    has_trait,
    is_pirate,
    place_of_character,
)
from piracy_env.games.skull_tales.rules.adventure.questions import ask_number, ask_person
from piracy_env.games.skull_tales.rules.adventure.reach import may_attack
from piracy_env.games.skull_tales.rules.adventure.sight import UNSEEN, sight
from piracy_env.games.skull_tales.rules.adventure.spells import advance_spells
from piracy_env.games.skull_tales.rules.adventure.track import gain_pp, lose_pp
from piracy_env.games.skull_tales.rules.frames import (
    answer_nothing,
    drop_to,
    mark_nothing,
    next_step,
    pop,
    push_for,
    top,
)
from piracy_env.games.skull_tales.state import (
    CHARISMA,
    NONE,
    PERCEPTION,
    SLOT,
    SLOTS,
    STEP,
    A,
    B,
    C,
    Decision,
)
from piracy_env.games.skull_tales.state_land import FOES, Once, Status
from piracy_env.games.skull_tales.tables.enemies import FIRST_IGNORED
from piracy_env.games.skull_tales.traits import Trait

_ANALYTICAL, _COMMAND, _MASTER_POISONER = (
    int(Trait.ANALYTICAL),
    int(Trait.COMMAND),
    int(Trait.MASTER_POISONER),
)
_NEGATED = (1 << FIRST_IGNORED) - 1
"""Special abilities that can be off: all but those that ignore something."""
SURVIVE, ENTRANCE = range(2)
"""What a forfeited turn is for: the numbers that are said."""


@kernel
def _can_use(s: Any, t: Any, slot: int, trait: int) -> bool:
    """Whether a Pirate has a Trait of the menu, and can pay it."""
    if not is_pirate(s, slot) or s.ch_traits[slot, trait] == 0:
        return False
    return can_pay(s, t, t.traits[trait].ap, OTHER)


# --- Analytical -----------------------------------------------------------------------------------


@kernel
def abilities_on(s: Any, t: Any, foe: int) -> int:
    """Special abilities of an Enemy that can be taken away, a bit each."""
    return t.foe_abilities[s.foe_type[foe]] & ~s.foe_off[foe] & _NEGATED


@kernel
def to_be_analysed(s: Any, t: Any, slot: int) -> int:
    """Enemies in sight with a special ability to take away, a bit each (STA-20.37)."""
    noinline()
    found, eye = 0, place_of_character(s, slot)
    for foe in range(FOES):
        is_there = is_foe_in_sight_of_all(s, foe) and may_attack(s, slot) >> foe & 1 == 1
        if is_there and abilities_on(s, t, foe) and sight(s, t, eye, place_of(s, foe), 0) != UNSEEN:
            found |= 1 << foe
    return found


_LOOK, _AT_WHOM, _WHAT, _OFF = range(4)


@kernel
def _analyse(s: Any, t: Any) -> bool:
    """Perception, the Enemy, and its ability, which is off until the turn ends. A = the Enemy."""
    frame = top(s)
    slot, step = frame[SLOT] + 0, frame[STEP]
    if step == _LOOK:
        call_for_roll(s, t, slot, PERCEPTION, t.traits[_ANALYTICAL].difficulty)
    elif step == _AT_WHOM:
        if frame[B] == 1:
            ask_target(s, slot, to_be_analysed(s, t, slot))
        else:
            pop(s)
    elif step == _WHAT:
        frame[A] = frame[B]
        ask_number(s, s.ch_owner[slot], slot, abilities_on(s, t, frame[A]))
    else:
        foe, ability = frame[A] + 0, frame[B] + 0
        pop(s)
        s.foe_off[foe] |= 1 << ability
    return False


@kernel
def forget_analyses(s: Any) -> None:
    """The turn is over: all special abilities are there again."""
    for foe in range(FOES):
        s.foe_off[foe] = 0


# --- Command --------------------------------------------------------------------------------------


@kernel
def to_be_commanded(s: Any, slot: int) -> int:
    """Own Allies that can act, a bit each."""
    found = 0
    for other in range(s.players, SLOTS):
        is_own = is_active(s, other) and s.ch_owner[other] == slot and s.ch_y[other] != NONE
        if is_own and not has_status(s, other, Status.POSSUM):
            found |= 1 << other
    return found


_ORDER, _WHO, _LET_ACT, _ACTED = range(4)


@kernel
def _command(s: Any, t: Any) -> bool:
    """Charisma, the Ally, and its one action at once (STA-20.43). A = the Ally.

    C is what the Pirate has left of a move.
    """
    frame = top(s)
    slot, step = frame[SLOT] + 0, frame[STEP]
    if step == _ORDER:
        call_for_roll(s, t, slot, CHARISMA, t.traits[_COMMAND].difficulty)
    elif step == _WHO:
        if frame[B] == 1:
            ask_person(s, slot, slot, to_be_commanded(s, slot))
        else:
            pop(s)
    elif step == _LET_ACT:
        frame[A], frame[C] = frame[B], s.mov_left
        s.mov_left = 0
        next_step(s)
        s.ally_act[frame[A]] = 1
        begin_menu(s, frame[A])
    else:
        ally, left = frame[A] + 0, frame[C] + 0
        pop(s)
        s.ally_act[ally], s.once[ally], s.free_from[ally] = 0, 0, 0
        s.mov_left, s.active_slot = left, slot
    return False


# --- Healing --------------------------------------------------------------------------------------


@kernel
def to_be_healed(s: Any, t: Any, slot: int) -> int:
    """Who has a wound that a Pirate can heal: itself, and who is adjacent, a bit each."""
    found = 0
    for other in range(SLOTS):
        is_near = other == slot or are_next_to_each_other(s, t, slot, other)
        if is_near and is_active(s, other) and s.ch_wounds[other] > 0:
            found |= 1 << other
    return found


@kernel
def _heal(s: Any, t: Any) -> bool:
    """Whom, and the wound; prestige comes from who is healed, or from nowhere (STA-20.44)."""
    frame = top(s)
    slot = frame[SLOT] + 0
    if frame[STEP] == 0:
        ask_person(s, slot, slot, to_be_healed(s, t, slot))
        return False
    other = frame[B] + 0
    pop(s)
    heal_wounds(s, other, 1)
    if other != slot:
        if is_pirate(s, other):
            lose_pp(s, t, other, 1)
        gain_pp(s, t, slot, 1)
    return False


# --- a turn that is given up ----------------------------------------------------------------------


@kernel
def reasons_to_forfeit(s: Any, t: Any, slot: int) -> int:
    """What the whole turn can be given up for, a bit each (STA-20.68, STA-20.79)."""
    if not has_done_nothing(s, slot):
        return 0
    found = 0
    if has_trait(s, t, slot, Trait.SURVIVOR) and s.ch_wounds[slot] > 0:
        found |= 1 << SURVIVE
    if has_trait(s, t, slot, Trait.TRANCE) and _is_tile_quiet(s, slot):
        found |= 1 << ENTRANCE
    return found


@kernel
def _is_tile_quiet(s: Any, slot: int) -> bool:
    """Whether the tile of a Character has no Enemy that is not Hidden."""
    row, col = place_of_character(s, slot)
    for foe in range(FOES):
        is_there = is_foe_in_sight_of_all(s, foe)
        if is_there and s.b_tile[s.foe_row[foe], s.foe_col[foe]] == s.b_tile[row, col]:
            return False
    return True


@kernel
def _forfeit(s: Any, t: Any) -> bool:
    """For what, if there is a choice; then the turn is over. A = what it can be for."""
    noinline()
    frame = top(s)
    slot = frame[SLOT] + 0
    if frame[STEP] == 0:
        if frame[A] == 1 << SURVIVE | 1 << ENTRANCE:
            ask_number(s, slot, slot, frame[A])
            return False
        frame[B] = SURVIVE if frame[A] == 1 << SURVIVE else ENTRANCE
    is_trance = frame[B] == ENTRANCE
    drop_to(s, Decision.MENU)
    pop(s)
    if is_trance:
        advance_spells(s, slot)
    else:
        heal_wounds(s, slot, 1)
    return False


# --- verbs ----------------------------------------------------------------------------------------


@kernel
def mark(s: Any, t: Any, slot: int, mask: Any) -> None:
    """Mark ANALYTICAL, COMMAND, HEALING, CURE_POISON and FORFEIT in the menu."""
    noinline()
    if not is_pirate(s, slot):
        return
    is_fresh = s.once[slot] & Once.COMMAND == 0
    if is_fresh and _can_use(s, t, slot, Trait.COMMAND) and to_be_commanded(s, slot):
        mask[ACT.command.start] = True
    is_fresh = s.once[slot] & Once.HEALING == 0
    if is_fresh and _can_use(s, t, slot, Trait.HEALING) and to_be_healed(s, t, slot):
        mask[ACT.healing.start] = True
    is_poisoned = has_status(s, slot, Status.POISONED)
    if is_poisoned and _can_use(s, t, slot, Trait.MASTER_POISONER):
        mask[ACT.cure_poison.start] = True
    if _can_use(s, t, slot, Trait.ANALYTICAL) and to_be_analysed(s, t, slot):
        mask[ACT.analytical.start] = True
    if reasons_to_forfeit(s, t, slot):
        mask[ACT.forfeit.start] = True


@kernel
def begin(s: Any, t: Any, slot: int, action: int) -> None:
    """Begin what was chosen, if it is one of these verbs."""
    noinline()
    if action == ACT.command.start:
        _use(s, t, slot, Trait.COMMAND, Decision.COMMANDING)
        s.once[slot] |= Once.COMMAND
    elif action == ACT.healing.start:
        _use(s, t, slot, Trait.HEALING, Decision.HEALING)
        s.once[slot] |= Once.HEALING
    elif action == ACT.analytical.start:
        _use(s, t, slot, Trait.ANALYTICAL, Decision.ANALYSIS)
    elif action == ACT.cure_poison.start:
        pay_ap(s, t, t.traits[_MASTER_POISONER].ap, OTHER)
        clear_status(s, slot, Status.POISONED)
    elif action == ACT.forfeit.start:
        reasons = reasons_to_forfeit(s, t, slot)
        note_done(s, ACTED)
        push_for(s, Decision.FORFEITING, slot, slot, reasons, 0)


@kernel
def _use(s: Any, t: Any, slot: int, trait: int, flow: int) -> None:
    """Pay a Trait, and let its flow begin."""
    begin_paid(s, t, slot, flow, t.traits[trait].ap)


HANDLERS = (
    Handler(Decision.ANALYSIS, mark_nothing, answer_nothing, _analyse),
    Handler(Decision.COMMANDING, mark_nothing, answer_nothing, _command),
    Handler(Decision.HEALING, mark_nothing, answer_nothing, _heal),
    Handler(Decision.FORFEITING, mark_nothing, answer_nothing, _forfeit),
)
