"""Specials: what a chapter lets Characters do (section 5, the verb CHAPTER).

A row of [specials] tells where, how often and at what price, which goals it needs, what is rolled,
the goal that it gives and where it leads. What else it asks for or does is told in `deeds`.
"""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.core.separate import separate
from piracy_env.games.skull_tales.actions import ACT
from piracy_env.games.skull_tales.rules.adventure import deeds
from piracy_env.games.skull_tales.rules.adventure.dice import call_for_roll, improve_roll
from piracy_env.games.skull_tales.rules.adventure.figures import is_room_free_of_foes
from piracy_env.games.skull_tales.rules.adventure.gaining import gain_goal
from piracy_env.games.skull_tales.rules.adventure.goals import is_reached
from piracy_env.games.skull_tales.rules.adventure.payment import OTHER, can_pay, pay_ap
from piracy_env.games.skull_tales.rules.adventure.questions import reply
from piracy_env.games.skull_tales.rules.adventure.story_flags import FIRST_SPECIAL
from piracy_env.games.skull_tales.rules.adventure.tiles import on_board, tile_of
from piracy_env.games.skull_tales.rules.adventure.travelling import travel
from piracy_env.games.skull_tales.rules.adventure.whereabouts import (
    is_at,
    is_in_room,
    is_near,
    is_on_tile,
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
from piracy_env.games.skull_tales.state import NONE, SLOT, STEP, A, B, C, Decision
from piracy_env.games.skull_tales.state_land import Goal, Once
from piracy_env.games.skull_tales.tables.adventures import OFTEN, WHERE

_ADJACENT, _ON, _ROOM = WHERE.index("adjacent"), WHERE.index("on"), WHERE.index("room")
_APART = WHERE.index("apart")
_ONCE, _EACH_ONCE, _A_TURN = (OFTEN.index(often) for often in ("adventure", "character", "turn"))
_ASK, _PAY, _DO = range(3)


@kernel
def specials_of(s: Any, t: Any) -> int:
    """How many Specials the chapter has; they are numbered from 1."""
    return t.first_special[s.chapter + 1] - t.first_special[s.chapter]


@kernel
def special_row(s: Any, t: Any, number: int) -> int:
    """The row of [specials] of a Special of this chapter."""
    return t.first_special[s.chapter] + number - 1


# --- who may --------------------------------------------------------------------------------------


@separate
def specials_open(s: Any, t: Any, slot: int) -> int:
    """The Specials that a Character can do and pay now, bit k for Special k."""
    found = 0
    for number in range(1, specials_of(s, t) + 1):
        row = special_row(s, t, number)
        if can_pay(s, t, t.specials[row].ap, OTHER) and _is_met(s, t, slot, number, row):
            found |= 1 << number
    return found


@kernel
def _is_met(s: Any, t: Any, slot: int, number: int, row: int) -> bool:
    """Whether a Special can be done: its row's conditions, and what the chapter adds."""
    is_due = _is_left(s, t, slot, number, row) and _has_goals(s, t, slot, row)
    if not is_due or not _is_there(s, t, slot, row) or not _is_clear(s, t, row):
        return False
    return deeds.special_is_met(s, t, slot, number)


@kernel
def _is_left(s: Any, t: Any, slot: int, number: int, row: int) -> bool:
    """Whether it was not done as often as it may be."""
    often, done = t.specials[row].once, s.sf[FIRST_SPECIAL + number]
    if often == _ONCE:
        return done == 0
    if often == _EACH_ONCE:
        return done >> slot & 1 == 0
    return often != _A_TURN or s.once[slot] & Once.SPECIAL == 0


@kernel
def _has_goals(s: Any, t: Any, slot: int, row: int) -> bool:
    """Whether a goal was reached, and a Character holds one, that the Special asks for."""
    card = t.specials[row]
    if card.reached > 0 and not is_reached(s, card.reached - 1):
        return False
    if card.held == 0:
        return True
    return s.goal_state[card.held - 1] == Goal.HELD and s.goal_holder[card.held - 1] == slot


@kernel
def _is_there(s: Any, t: Any, slot: int, row: int) -> bool:
    """Whether a Character is where the Special is done; of a way, at either end."""
    card = t.specials[row]
    place = (card.at[0] + 0, card.at[1] + 0)
    is_near_at = card.tile >= 0 and card.at[0] >= 0 and is_near(s, t, slot, card.tile, place)
    if card.where == _ADJACENT:
        return is_near_at or leads_back(s, t, slot, row)
    if card.where == _ON:
        return is_at(s, t, slot, card.tile, place) or leads_back(s, t, slot, row)
    if card.where == _ROOM:
        return is_in_room(s, slot, card.tile, card.room + 1)
    if card.where == _APART:
        return is_on_tile(s, slot, card.tile)
    return True


@kernel
def leads_back(s: Any, t: Any, slot: int, row: int) -> bool:
    """Whether a Character is at the far end of a way that leads back, too."""
    card = t.specials[row]
    if card.both == 0:
        return False
    place = (card.to[0] + 0, card.to[1] + 0)
    if card.where == _ON:
        return is_at(s, t, slot, card.to_tile, place)
    return is_near(s, t, slot, card.to_tile, place)


@kernel
def _is_clear(s: Any, t: Any, row: int) -> bool:
    """Whether no Enemy is in the room of the Special's place, if none may be."""
    card = t.specials[row]
    if card.clear == 0 or card.tile < 0:
        return True
    tile = tile_of(s, card.tile)
    place = (max(0, card.at[0] + 0), max(0, card.at[1] + 0))
    row2, col2 = on_board(s, t, tile, place)
    return is_room_free_of_foes(s, row2, col2)


# --- what it does ---------------------------------------------------------------------------------


@kernel
def _go_on(s: Any, t: Any) -> bool:
    """Which Special, its price, its roll, and what it does. A = which one."""
    noinline()
    frame = top(s)
    slot, step = frame[SLOT] + 0, frame[STEP]
    if step == _ASK:
        push_for(s, Decision.SPECIAL, s.ch_owner[slot], slot, NONE, 0)
    elif step == _PAY:
        frame[A] = frame[B]
        row = special_row(s, t, frame[A])
        card = t.specials[row]
        pay_ap(s, t, card.ap, OTHER)
        if card.roll > 0 and card.difficulty > 0:
            call_for_roll(s, t, slot, card.roll - 1, card.difficulty)
            improve_roll(s, deeds.special_bonus(s, t, slot, frame[A]))
        else:
            frame[B], frame[C] = 1, 0
            next_step(s)
    else:
        number, passed, successes = frame[A] + 0, frame[B] + 0, frame[C] + 0
        pop(s)
        _do(s, t, slot, number, passed, successes)
    return False


@kernel
def _do(s, t, slot, number, passed, successes):
    """A Special takes place: it is noted, gives its goal, leads where it leads."""
    row = special_row(s, t, number)
    card = t.specials[row]
    if card.once == _EACH_ONCE:
        s.sf[FIRST_SPECIAL + number] |= 1 << slot
    elif card.once == _A_TURN:
        s.once[slot] |= Once.SPECIAL
    elif card.once == _ONCE and passed:
        s.sf[FIRST_SPECIAL + number] = 1
    if card.goal > 0 and passed and not is_reached(s, card.goal - 1):
        gain_goal(s, t, card.goal - 1, slot)
    deeds.special_do(s, t, slot, number, passed, successes)
    if card.to_tile >= 0 and passed:
        if leads_back(s, t, slot, row):
            travel(s, t, slot, card.tile, (card.at[0] + 0, card.at[1] + 0))
        else:
            travel(s, t, slot, card.to_tile, (card.to[0] + 0, card.to[1] + 0))


@kernel
def mark(s: Any, t: Any, slot: int, mask: Any) -> None:
    """Mark CHAPTER in the menu."""
    if specials_open(s, t, slot):
        mask[ACT.chapter.start] = True


@kernel
def begin(s: Any, t: Any, slot: int, action: int) -> None:
    """Begin a Special."""
    if action == ACT.chapter.start:
        deeds.special_begun(s, t, slot, specials_open(s, t, slot))
        push_for(s, Decision.SPECIAL_DEED, s.ch_owner[slot], slot, 0, 0)


# --- what is asked --------------------------------------------------------------------------------


@kernel
def _mark_answers(s: Any, t: Any, mask: Any) -> None:
    """Mark the Specials that can be done, or yes and no; which they are is nobody else's business.

    A: NONE where a Special is chosen, else what a question is about.
    """
    frame = top(s)
    if frame[A] != NONE:
        mark_yes_no(s, t, mask)
        return
    found = specials_open(s, t, frame[SLOT])
    for number in range(1, specials_of(s, t) + 1):
        if found >> number & 1:
            mask[ACT.num.start + number] = True


@kernel
def _answer(s: Any, t: Any, action: int) -> None:
    """Tell the flow below which Special is chosen, or 1 for yes."""
    if top(s)[A] == NONE:
        reply(s, action - ACT.num.start, 0)
    else:
        reply(s, action == ACT.yes.start, 0)


HANDLERS = (
    Handler(Decision.SPECIAL_DEED, mark_nothing, answer_nothing, _go_on),
    Handler(Decision.SPECIAL, _mark_answers, _answer, doc="which Special, or what a story asks"),
)
