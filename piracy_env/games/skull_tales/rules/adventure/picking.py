"""Picking things up and laying them down (STA-10.40, STA-5.8, STA-R72)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.bits import lowest, places_of
from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.actions import ACT
from piracy_env.games.skull_tales.rules.adventure.board import is_adjacent, is_ground
from piracy_env.games.skull_tales.rules.adventure.carrying import GOALS, make_place, take_goal
from piracy_env.games.skull_tales.rules.adventure.goals import drop_goal
from piracy_env.games.skull_tales.rules.adventure.hands import ask_grasp
from piracy_env.games.skull_tales.rules.adventure.payment import OTHER, can_pay
from piracy_env.games.skull_tales.rules.adventure.people import place_of_character
from piracy_env.games.skull_tales.rules.adventure.possessions import (
    TO_GROUND,
    ask_give,
    droppable,
)
from piracy_env.games.skull_tales.rules.adventure.questions import ask
from piracy_env.games.skull_tales.rules.crew import carry, give_up
from piracy_env.games.skull_tales.rules.frames import (
    answer_nothing,
    mark_nothing,
    offer,
    pop,
    top,
)
from piracy_env.games.skull_tales.state import NONE, SLOT, STEP, A, B, C, Decision
from piracy_env.games.skull_tales.state_land import GOAL_TOKENS, LYING, Goal
from piracy_env.games.skull_tales.terrain import BLOCKED, CHASM, ROOF

PICK_COST, DROP_COST = 1, 1
_THINGS, _LIES = (1 << LYING) - 1, int(Goal.LYING)
GOAL_ITEMS = 72
"""What is on offer to be picked up: a card, or this + the number of a goal; and which thing."""


@kernel
def is_in_reach(s: Any, t: Any, here: Any, row: int, col: int) -> bool:
    """Whether a place is a Character's own space or next to it."""
    if row == NONE or here[0] == NONE:
        return False
    return (row == here[0] and col == here[1]) or is_adjacent(s, t, here, (row, col))


@kernel
def _offer_things(s: Any, t: Any, slot: int) -> None:
    """Offer cards and goals that lie in reach."""
    here = place_of_character(s, slot)
    for thing in range(LYING):
        if is_in_reach(s, t, here, s.gr_row[thing], s.gr_col[thing]):
            offer(s, s.gr_item[thing], thing)
    for goal in range(GOAL_TOKENS):
        is_there = s.goal_state[goal] == Goal.LYING
        if is_there and is_in_reach(s, t, here, s.goal_row[goal], s.goal_col[goal]):
            offer(s, GOAL_ITEMS + goal, goal)


@kernel
def can_pick_up(s: Any, t: Any, slot: int) -> bool:
    """Whether anything lies in reach of a Character."""
    here = place_of_character(s, slot)
    things = _THINGS & ~places_of(s.gr_row, NONE)
    while things:
        thing = lowest(things)
        things &= things - 1
        if is_in_reach(s, t, here, s.gr_row[thing], s.gr_col[thing]):
            return True
    goals = places_of(s.goal_state, _LIES)
    while goals:
        goal = lowest(goals)
        goals &= goals - 1
        if is_in_reach(s, t, here, s.goal_row[goal], s.goal_col[goal]):
            return True
    return False


@kernel
def _go_on(s: Any, t: Any) -> bool:
    """Which thing, a place for it, a hand for it. A = which thing."""
    noinline()
    frame = top(s)
    slot, step = frame[SLOT] + 0, frame[STEP]
    if step == 0:
        ask(s, Decision.CARD, s.ch_owner[slot], slot)
        _offer_things(s, t, slot)
    elif step == 1:
        item, which = frame[B] + 0, frame[C] + 0
        frame[A] = which
        if item >= GOAL_ITEMS:
            pop(s)
            take_goal(s, t, which, slot)
        else:
            make_place(s, t, slot, item, s.gr_flag[which])
    else:
        which, is_taken = frame[A] + 0, frame[B] == 1
        pop(s)
        if is_taken:
            _take_up(s, t, slot, which)
    return False


@kernel
def _take_up(s: Any, t: Any, slot: int, thing: int) -> None:
    """A card leaves the ground, and may be held at once."""
    carry(s, t, slot, s.gr_item[thing], s.gr_flag[thing])
    clear_thing(s, thing)
    ask_grasp(s, slot, s.inv_n[slot] - 1)


@kernel
def clear_thing(s: Any, thing: int) -> None:
    """A thing lies on the ground no more."""
    s.gr_row[thing], s.gr_col[thing], s.gr_from[thing] = NONE, NONE, NONE
    s.gr_item[thing], s.gr_flag[thing] = 0, 0


# --- laying down ----------------------------------------------------------------------------------


@kernel
def _offer_ground(s: Any, t: Any, slot: int) -> None:
    """Offer the spaces on which something can be laid; who stands there does not matter."""
    row, col = place_of_character(s, slot)
    offer(s, row, col)
    for row2 in range(row - 1, row + 2):
        for col2 in range(col - 1, col + 2):
            if (row2 != row or col2 != col) and is_ground(s, row2, col2):
                is_floor = s.b_ter[row2, col2] not in (BLOCKED, CHASM, ROOF)
                if is_floor and is_adjacent(s, t, (row, col), (row2, col2)):
                    offer(s, row2, col2)


@kernel
def _go_on_dropping(s: Any, t: Any) -> bool:
    """What is laid down, and where. A = what."""
    noinline()
    frame = top(s)
    slot, step = frame[SLOT] + 0, frame[STEP]
    if step == 0:
        ask_give(s, slot, TO_GROUND)
    elif step == 1:
        frame[A] = frame[B]
        ask(s, Decision.SPACE, s.ch_owner[slot], slot)
        _offer_ground(s, t, slot)
    else:
        what, row, col = frame[A] + 0, frame[B] + 0, frame[C] + 0
        pop(s)
        if what >= GOALS:
            drop_goal(s, what - GOALS, (row, col))
        else:
            _lay_down(s, slot, what, (row, col))
    return False


@kernel
def _lay_down(s: Any, slot: int, place: int, where: Any) -> None:
    """A card lies on the ground, with a token to remind of it."""
    thing = 0
    while s.gr_row[thing] != NONE:
        thing += 1
    s.gr_row[thing], s.gr_col[thing] = where
    s.gr_item[thing], s.gr_flag[thing] = s.inv_id[slot, place], s.inv_flag[slot, place]
    s.gr_from[thing] = slot
    give_up(s, slot, place)


# --- verbs ----------------------------------------------------------------------------------------


@kernel
def mark(s: Any, t: Any, slot: int, mask: Any) -> None:
    """Mark PICK_UP and DROP."""
    if can_pay(s, t, PICK_COST, OTHER):
        mask[ACT.pick_up.start] = can_pick_up(s, t, slot)
        mask[ACT.drop.start] = droppable(s, t, slot) != 0


HANDLERS = (
    Handler(Decision.PICKING_UP, mark_nothing, answer_nothing, _go_on),
    Handler(Decision.DROPPING, mark_nothing, answer_nothing, _go_on_dropping),
)
