"""The Main Deck: moving Goods, cleaning, repairing, assisting, fishing (STV-6.3, 6.8 to 6.16)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.core.scratch import scratch_of
from piracy_env.games.skull_tales.actions import ACT, ACTIONS
from piracy_env.games.skull_tales.daily import Daily
from piracy_env.games.skull_tales.rules.chance import throw
from piracy_env.games.skull_tales.rules.crew import (
    has_trait,
    is_down,
    is_up,
    place_of,
    slot_at,
)
from piracy_env.games.skull_tales.rules.docks import PUMP
from piracy_env.games.skull_tales.rules.frames import first_marked, next_step, pop, push_for, top
from piracy_env.games.skull_tales.rules.hold import (
    SUPPLIES,
    WOOD,
    count_tokens,
    open_columns,
    spend_token,
    stow,
    unload,
)
from piracy_env.games.skull_tales.rules.rolls import call_for, improve, successes
from piracy_env.games.skull_tales.rules.ship import (
    CREW_QUARTERS,
    GROUP_DOWN,
    MAIN_DECK,
    can_group_fight,
    character_at,
    earn_trust,
    is_group_able,
    tire,
)
from piracy_env.games.skull_tales.state import (
    ACTOR,
    AGILITY,
    EMPTY,
    GROUPS,
    HOLD,
    INTELLIGENCE,
    NONE,
    SLOT,
    SLOTS,
    STEP,
    STRENGTH,
    A,
    B,
    Decision,
)
from piracy_env.games.skull_tales.traits import Trait

MOST_MOVES = 20
"""Tokens that the Captain moves at most in a turn."""
GOOD_MATE = 4
"""The Rumor of a Pirate whose Assist succeeds."""
_GROUP_REPAIR, _WITH_WOOD = 5, 2
_ASSIST, _CLEAN, _REPAIR, _FISH = 4, 5, 4, 5
"""Difficulties."""
_blank_mask = scratch_of(ACTIONS.size)


@kernel
def begin_main_deck(s: Any) -> None:
    """Goods, then groups, then the Character: each is asked if it can do something."""
    slot = character_at(s, MAIN_DECK)
    if slot != NONE:
        push_for(s, Decision.MAIN_DECK, s.ch_owner[slot], slot, 0, 0)
    push_for(s, Decision.GROUP_TASK, NONE, NONE, 0, 0)
    push_for(s, Decision.MOVE_GOODS, NONE, NONE, 0, 0)
    if not has_group_on_deck(s) and slot != NONE:
        top(s)[ACTOR], top(s)[SLOT] = s.ch_owner[slot], slot


@kernel
def has_group_on_deck(s: Any) -> bool:
    """Whether a group that is not exhausted is on the Main Deck."""
    for group in range(GROUPS):
        if s.pg_post[group] == MAIN_DECK and can_group_fight(s, group):
            return True
    return False


@kernel
def can_character_work(s: Any, t: Any) -> bool:
    """Whether the Character on the Main Deck has a task, or Goods to move."""
    slot = character_at(s, MAIN_DECK)
    if slot == NONE or not is_up(s, slot):
        return False
    if _has_task(s, t, slot):
        return True
    return not has_group_on_deck(s) and _can_move_goods(s)


@kernel
def can_groups_work(s: Any) -> bool:
    """Whether a group on the Main Deck has a task, or the Captain Goods to move."""
    if has_group_on_deck(s) and _can_move_goods(s):
        return True
    for group in range(GROUPS):
        if s.pg_post[group] == MAIN_DECK and is_group_able(s, group):
            return s.filth > 0 or is_damaged(s)
    return False


@kernel
def is_damaged(s: Any) -> bool:
    """Whether there is something to repair."""
    return s.sails_imp > 0 or s.hold_imp > 0


# --- moving Goods ---------------------------------------------------------------------------------

_WHETHER, _FROM, _TO, _CONSENT = range(4)
"""Steps of MOVE_GOODS. `A` is the space that a token leaves, `B` counts tokens moved."""


@kernel
def _can_move_goods(s: Any) -> bool:
    if s.moved_goods == 1:
        return False
    for space in range(HOLD):  # noqa: SIM110 - numba knows no any()
        if s.hold[space] != 0:
            return True
    return False


@kernel
def _is_to_be_moved(s: Any, t: Any) -> bool:
    """Whether anybody can move Goods here; if not, what comes next."""
    frame = top(s)
    if frame[STEP] != _WHETHER:
        return True
    by_character = frame[SLOT] != NONE
    if _can_move_goods(s) and (by_character or has_group_on_deck(s)) and frame[B] < MOST_MOVES:
        return True
    _end_moving(s)
    return False


@kernel
def _end_moving(s: Any) -> None:
    if top(s)[B] > 0:
        s.moved_goods = 1
    pop(s)


@kernel
def _mark_moving(s: Any, t: Any, mask: Any) -> None:
    """Mark whether, what, and where to."""
    frame = top(s)
    step = frame[STEP]
    if step == _WHETHER:
        mask[ACT.no.start] = True
        mask[ACT.t_movegoods.start] = True
    elif step == _CONSENT:
        mask[ACT.no.start] = True
        mask[ACT.yes.start] = True
    elif step == _FROM:
        for space in range(HOLD):
            mask[ACT.hold.start + space] = s.hold[space] != 0
    else:
        mask[ACT.hold_discard.start] = True
        for space in range(2 * open_columns(s)):
            mask[ACT.hold.start + space] = space != frame[A]


@kernel
def _move_goods(s: Any, t: Any, action: int) -> None:
    """The next answer: a Character needs the Captain's leave, and moves one (STV-6.9)."""
    noinline()
    frame = top(s)
    step = frame[STEP]
    if action == ACT.no.start:
        _end_moving(s)
    elif step == _WHETHER:
        needs_leave = frame[SLOT] != NONE and s.ch_owner[frame[SLOT]] != s.captain
        frame[STEP] = _CONSENT if needs_leave else _FROM
        frame[ACTOR] = NONE if needs_leave else frame[ACTOR]
    elif step == _CONSENT:
        frame[STEP], frame[ACTOR] = _FROM, s.ch_owner[frame[SLOT]]
    elif step == _FROM:
        frame[STEP], frame[A] = _TO, action - ACT.hold.start
    else:
        _move_token(s, frame[A], action)
        frame[STEP] = _WHETHER
        frame[B] += 1
        if frame[SLOT] != NONE:
            _end_moving(s)


@kernel
def _move_token(s: Any, space: int, action: int) -> None:
    """Swap two spaces, or throw a token overboard (STV-6.10)."""
    if action == ACT.hold_discard.start:
        unload(s, space)
    else:
        other = action - ACT.hold.start
        token = s.hold[space] + 0
        s.hold[space] = s.hold[other]
        s.hold[other] = token


# --- groups ---------------------------------------------------------------------------------------

_TASK, _WOOD, _WHAT = range(3)
"""Steps of GROUP_TASK. `A` tells that a group has cleaned, `B` is the first that may be asked."""


@kernel
def _is_group_asked(s: Any, t: Any) -> bool:
    """Find the next group that can do something; whether there is one."""
    frame = top(s)
    if frame[STEP] == _WOOD and count_tokens(s, 1 + WOOD) == 0:
        _repair_by_group(s, 0)
        return False
    if frame[STEP] != _TASK:
        return True
    for group in range(frame[B], GROUPS):
        if s.pg_post[group] == MAIN_DECK and is_group_able(s, group):
            frame[SLOT], frame[B] = group, group
            if is_damaged(s) or (s.filth > 0 and frame[A] == 0):
                return True
    pop(s)
    return False


@kernel
def _mark_group_task(s: Any, t: Any, mask: Any) -> None:
    """Mark what a group can do, whether it uses Wood, or what it repairs."""
    frame = top(s)
    if frame[STEP] == _WHAT:
        mark_repairs(s, mask)
        return
    mask[ACT.no.start] = True
    if frame[STEP] == _WOOD:
        mask[ACT.yes.start] = True
    else:
        mask[ACT.t_clean.start] = s.filth > 0 and frame[A] == 0
        mask[ACT.t_repair.start] = is_damaged(s)


@kernel
def mark_repairs(s: Any, mask: Any) -> None:
    """Mark what is damaged (STV-6.16)."""
    mask[ACT.fix_sail.start] = s.sails_imp > 0
    mask[ACT.fix_hold.start] = s.hold_imp > 0


@kernel
def _do_group_task(s: Any, t: Any, action: int) -> None:
    """A group cleans, repairs or does nothing; each task tires it."""
    frame = top(s)
    if frame[STEP] == _WOOD:
        _repair_by_group(s, action == ACT.yes.start)
    elif frame[STEP] == _WHAT:
        frame[STEP] = _TASK
        repair(s, action == ACT.fix_sail.start)
    elif action == ACT.t_clean.start:
        frame[A] = 1
        s.filth -= 1
        s.pg_acted[frame[SLOT]] = 1
        if s.upg & PUMP == 0:
            tire(s, frame[SLOT])
    elif action == ACT.t_repair.start:
        frame[STEP] = _WOOD
    else:
        frame[B] = frame[SLOT] + 1


@kernel
def _repair_by_group(s: Any, with_wood: int) -> None:
    """A group rolls its die (STV-6.13)."""
    frame = top(s)
    bonus = 0
    if with_wood:
        spend_token(s, 1 + WOOD)
        bonus = _WITH_WOOD
    s.pg_acted[frame[SLOT]] = 1
    tire(s, frame[SLOT])
    frame[STEP] = _TASK
    if throw(s) + bonus > _GROUP_REPAIR:
        if s.sails_imp > 0 and s.hold_imp > 0:
            frame[STEP] = _WHAT
        else:
            repair(s, s.sails_imp > 0)


@kernel
def repair(s: Any, is_sail: int) -> None:
    """Repair an Impact; the lowest closed column opens again (STV-6.15)."""
    if is_sail:
        s.sails_imp -= 1
    else:
        s.hold_imp -= 1


# --- the Character --------------------------------------------------------------------------------

_CHOICE, _ROLLED, _PICK = range(3)
"""Steps of MAIN_DECK. `A` is the action that was chosen."""


@kernel
def _can_fish(s: Any, t: Any, slot: int) -> bool:
    return s.once_day[slot] & Daily.FISHING == 0 and has_trait(s, t, slot, Trait.FISHING)


@kernel
def _mark_tasks(s: Any, t: Any, slot: int, mask: Any) -> None:
    """Mark the tasks of the Character on the Main Deck."""
    mask[ACT.t_clean.start] = s.filth > 0
    mask[ACT.t_repair.start] = is_damaged(s)
    mask[ACT.t_assist.start] = _patients(s) > 0
    mask[ACT.t_fish.start] = _can_fish(s, t, slot)


@kernel
def _has_task(s: Any, t: Any, slot: int) -> bool:
    if s.acted[slot] == 1 or not is_up(s, slot):
        return False
    return s.filth > 0 or is_damaged(s) or _patients(s) > 0 or _can_fish(s, t, slot)


@kernel
def _patients(s: Any) -> int:
    """How many Characters and groups are Knocked Out."""
    count = 0
    for slot in range(SLOTS):
        count += s.ch_kind[slot] != EMPTY and is_down(s, slot)
    for group in range(GROUPS):
        count += s.pg_on[group] == 1 and s.pg_w[group] == GROUP_DOWN
    return count


@kernel
def _mark_main_deck(s: Any, t: Any, mask: Any) -> None:
    """Mark tasks, or what a success is used on."""
    frame = top(s)
    if frame[STEP] == _CHOICE:
        mask[ACT.no.start] = True
        _mark_tasks(s, t, frame[SLOT], mask)
    elif frame[A] == ACT.t_repair.start:
        mark_repairs(s, mask)
    else:
        _mark_patients(s, frame[SLOT], mask)


@kernel
def _mark_patients(s: Any, helper: int, mask: Any) -> None:
    """Mark whom an Assist can help."""
    seat = s.ch_owner[helper]
    for slot in range(SLOTS):
        if s.ch_kind[slot] != EMPTY and is_down(s, slot):
            mask[ACT.char.start + place_of(s, seat, slot)] = True
    for group in range(GROUPS):
        mask[ACT.pg.start + group] = s.pg_on[group] == 1 and s.pg_w[group] == GROUP_DOWN


@kernel
def _is_character_asked(s: Any, t: Any) -> bool:
    """Whether the Character has a task, or a success to use; a single use is carried out."""
    noinline()
    frame = top(s)
    slot, task = frame[SLOT], frame[A]
    if frame[STEP] == _CHOICE:
        if _has_task(s, t, slot):
            return True
        pop(s)
        return False
    if frame[STEP] == _ROLLED:
        if successes(s) == 0:
            pop(s)
            return False
        earn_trust(s, slot, 1)
        if task in (ACT.t_clean.start, ACT.t_fish.start):
            pop(s)
            _use_at_once(s, task)
            return False
        frame[STEP] = _PICK
        if task == ACT.t_assist.start and slot < s.players:
            s.deeds[slot] |= 1 << GOOD_MATE - 1
    mask = _blank_mask()
    _mark_main_deck(s, t, mask)
    only = first_marked(mask, ACT.no.start)
    if only != NONE and first_marked(mask, only + 1) != NONE:
        return True
    _use_success(s, t, max(only, ACT.no.start))
    return False


@kernel
def _use_at_once(s: Any, task: int) -> None:
    """Cleaned or fished."""
    if task == ACT.t_clean.start:
        s.filth = max(0, s.filth - 1)
    else:
        stow(s, 1 + SUPPLIES)


@kernel
def _do_task(s: Any, t: Any, action: int) -> None:
    """Begin a task with its roll, or say what its success is used on."""
    frame = top(s)
    if frame[STEP] == _PICK:
        _use_success(s, t, action)
    elif action == ACT.no.start:
        pop(s)
    else:
        frame[A] = action
        next_step(s)
        s.acted[frame[SLOT]] = 1
        _roll_for_task(s, t, frame[SLOT], action)


@kernel
def _roll_for_task(s: Any, t: Any, slot: int, task: int) -> None:
    """Call for the roll of a task, with what helps it."""
    if task == ACT.t_clean.start:
        call_for(s, slot, AGILITY, _CLEAN)
        improve(s, 0, 1 if s.upg & PUMP else 0)
    elif task == ACT.t_repair.start:
        call_for(s, slot, INTELLIGENCE, _REPAIR)
        improve(s, 0, 1 if has_trait(s, t, slot, Trait.CARPENTER) else 0)
    elif task == ACT.t_assist.start:
        call_for(s, slot, INTELLIGENCE, _ASSIST)
        improve(s, 0, 1 if has_trait(s, t, slot, Trait.MEDICINE) else 0)
    else:
        s.once_day[slot] |= Daily.FISHING
        call_for(s, slot, STRENGTH, _FISH)


@kernel
def _use_success(s: Any, t: Any, action: int) -> None:
    """Repair what was named, or bring a patient round (STV-6.3)."""
    seat = s.ch_owner[top(s)[SLOT]]
    pop(s)
    if action in (ACT.fix_sail.start, ACT.fix_hold.start):
        repair(s, action == ACT.fix_sail.start)
    elif ACT.pg.start <= action < ACT.pg.stop:
        group = action - ACT.pg.start
        s.pg_w[group], s.pg_post[group] = 0, CREW_QUARTERS
    else:
        slot = slot_at(s, seat, action - ACT.char.start)
        s.ch_wounds[slot], s.post[slot] = 0, CREW_QUARTERS


HANDLERS = (
    Handler(Decision.MOVE_GOODS, _mark_moving, _move_goods, _is_to_be_moved),
    Handler(Decision.GROUP_TASK, _mark_group_task, _do_group_task, _is_group_asked),
    Handler(Decision.MAIN_DECK, _mark_main_deck, _do_task, _is_character_asked),
)
