"""What Characters have, and what of it they can give, take, drop or use.

A question GIVE asks somebody for one of its own things, a question TAKE for one of another's; the
reply is the number of the thing, see `carrying`. What is on offer may hang on kept Search cards; as
others imagine these, nothing may be: so there NO is an answer, too.
"""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.actions import ACT
from piracy_env.games.skull_tales.rules.adventure import deeds
from piracy_env.games.skull_tales.rules.adventure.carrying import (
    CARDS,
    GOALS,
    NUMBERS,
    has_half_place,
    has_place,
    spend_brew,
    take_goal,
)
from piracy_env.games.skull_tales.rules.adventure.goals import ITEM, goal_row
from piracy_env.games.skull_tales.rules.adventure.people import is_pirate
from piracy_env.games.skull_tales.rules.adventure.questions import reply
from piracy_env.games.skull_tales.rules.adventure.search_cards import hand_out, keep
from piracy_env.games.skull_tales.rules.adventure.track import coins_of
from piracy_env.games.skull_tales.rules.adventure.usable import usable
from piracy_env.games.skull_tales.rules.crew import carry, give_up
from piracy_env.games.skull_tales.rules.frames import offer, push_for, top
from piracy_env.games.skull_tales.state import CARRIED, KEPT, NONE, SLOT, A, B, Decision
from piracy_env.games.skull_tales.state_land import GOAL_TOKENS, LYING, Goal
from piracy_env.games.skull_tales.tables.cards import KINDS

RUM, BREW = NUMBERS, NUMBERS + 1
BODY_COINS, BODY_RUM, BODY_BREW = NUMBERS, NUMBERS + 1, NUMBERS + 2
TO_GROUND, TO_USE = -1, -2
"""A of a question GIVE, if it is not the Character that is to get it."""
_KINDS_NAMED = 3
_COIN = KINDS.index("coin")


@kernel
def goals_held(s: Any, t: Any, slot: int) -> int:
    """Goals that are things and that a Character has, by their numbers here, a bit each."""
    found = 0
    for goal in range(GOAL_TOKENS):
        is_own = s.goal_state[goal] == Goal.HELD and s.goal_holder[goal] == slot
        if is_own and t.goals[goal_row(s, t, goal)].kind == ITEM:
            found |= 1 << GOALS + goal
    return found


@kernel
def cards_for(s: Any, t: Any, slot: int, other: int) -> int:
    """Carried cards and drinks for which another Character has a place, a bit each."""
    found = 0
    for place in range(s.inv_n[slot]):
        if has_place(s, t, other, s.inv_id[slot, place], s.inv_flag[slot, place]):
            found |= 1 << place
    if s.ch_rum[slot] > 0 and has_half_place(s, t, other, s.ch_rum[other]):
        found |= 1 << RUM
    if s.ch_brew[slot] > 0 and has_half_place(s, t, other, s.ch_brew[other]):
        found |= 1 << BREW
    return found


@kernel
def giveable(s: Any, t: Any, slot: int, other: int) -> int:
    """What a Character can give another, a bit each: needs places only (STA-R48, STA-17.5)."""
    noinline()
    found = cards_for(s, t, slot, other) | goals_held(s, t, slot)
    if s.s_n[other] < KEPT:
        for place in range(s.s_n[slot]):
            is_coin = t.search[s.s_cards[slot, place]].kind == _COIN
            if is_pirate(s, slot) or not is_coin:
                found |= 1 << CARDS + place
    return found


@kernel
def takeable(s: Any, t: Any, slot: int, other: int) -> int:
    """What a Character can ask another for, a bit each (STA-R48).

    Which Search cards those of other seats are is not known here: of an Ally, that may not give
    all, only its own Pirate asks for them.
    """
    noinline()
    is_own = s.ch_owner[other] == s.ch_owner[slot]
    if is_own:
        return giveable(s, t, other, slot)
    found = cards_for(s, t, other, slot) | goals_held(s, t, other)
    if is_pirate(s, other) and s.s_n[slot] < KEPT:
        for place in range(s.s_n[other]):
            found |= 1 << CARDS + place
    return found


@kernel
def lootable(s: Any, t: Any, slot: int, body: int) -> int:
    """What a Character can take from one that is Knocked Out, a bit each (STA-R76)."""
    found = goals_held(s, t, body) | (1 << s.inv_n[body]) - 1
    if coins_of(s, body) > 0:
        found |= 1 << BODY_COINS
    if s.ch_rum[body] > 0 and has_half_place(s, t, slot, s.ch_rum[slot]):
        found |= 1 << BODY_RUM
    if s.ch_brew[body] > 0 and has_half_place(s, t, slot, s.ch_brew[slot]):
        found |= 1 << BODY_BREW
    return found


@kernel
def droppable(s: Any, t: Any, slot: int) -> int:
    """What a Character can lay on the ground, a bit each (STA-R72)."""
    found = goals_held(s, t, slot)
    for thing in range(LYING):
        if s.gr_row[thing] == NONE:
            return found | (1 << s.inv_n[slot]) - 1
    return found


@kernel
def hand_item(s: Any, t: Any, slot: int, place: int, other: int) -> None:
    """A carried card passes to another Character, who has a place for it."""
    item, flag = s.inv_id[slot, place] + 0, s.inv_flag[slot, place] + 0
    give_up(s, slot, place)
    carry(s, t, other, item, flag)
    deeds.took(s, t, other, slot, item)


@kernel
def hand_over(s: Any, t: Any, slot: int, what: int, other: int) -> None:
    """A thing passes from a Character to another in an Exchange."""
    noinline()
    if what < CARDS:
        hand_item(s, t, slot, what, other)
    elif what < GOALS:
        keep(s, other, hand_out(s, slot, what - CARDS))
    elif what < NUMBERS:
        take_goal(s, t, what - GOALS, other)
    elif what == RUM:
        s.ch_rum[slot] -= 1
        s.ch_rum[other] += 1
    else:
        spend_brew(s, slot)
        s.ch_brew[other] += 1


# --- questions ------------------------------------------------------------------------------------


@kernel
def ask_give(s: Any, slot: int, whereto: int) -> None:
    """Ask a Character for one of its things, to be given to another, dropped or used."""
    push_for(s, Decision.GIVE, s.ch_owner[slot], slot, whereto, 0)


@kernel
def ask_take(s: Any, slot: int, other: int, is_body: bool) -> None:
    """Ask a Character for one of another's things; what that carries is on offer to be seen."""
    push_for(s, Decision.TAKE, s.ch_owner[slot], other, slot, int(is_body))
    for place in range(s.inv_n[other]):
        offer(s, s.inv_id[other, place], s.inv_flag[other, place])


@kernel
def _mark_things(things: int, mask: Any) -> None:
    """Mark the actions that name some things, a bit each."""
    for place in range(CARRIED):
        mask[ACT.inv.start + place] = things >> place & 1
    for place in range(KEPT):
        mask[ACT.scard.start + place] = things >> CARDS + place & 1
    for goal in range(GOAL_TOKENS):
        mask[ACT.goal.start + goal] = things >> GOALS + goal & 1
    for number in range(_KINDS_NAMED):
        mask[ACT.num.start + number] = things >> NUMBERS + number & 1


@kernel
def _thing_of(action: int) -> int:
    """The number of the thing that an action names."""
    if action < ACT.inv.stop:
        return action - ACT.inv.start
    if action < ACT.num.stop:
        return NUMBERS + action - ACT.num.start
    if action < ACT.scard.stop:
        return CARDS + action - ACT.scard.start
    return GOALS + action - ACT.goal.start


@kernel
def _mark_give(s: Any, t: Any, mask: Any) -> None:
    noinline()
    slot, whereto = top(s)[SLOT], top(s)[A]
    mask[ACT.no.start] = whereto != TO_GROUND and s.s_n[slot] > 0
    if whereto == TO_GROUND:
        _mark_things(droppable(s, t, slot), mask)
    elif whereto == TO_USE:
        _mark_things(usable(s, t, slot), mask)
    else:
        _mark_things(giveable(s, t, slot, whereto), mask)


@kernel
def _mark_take(s: Any, t: Any, mask: Any) -> None:
    noinline()
    frame = top(s)
    other, slot = frame[SLOT], frame[A]
    mask[ACT.no.start] = frame[B] == 0 and s.s_n[other] > 0
    if frame[B] == 1:
        _mark_things(lootable(s, t, slot, other), mask)
    else:
        _mark_things(takeable(s, t, slot, other), mask)


@kernel
def _name(s: Any, t: Any, action: int) -> None:
    reply(s, NONE if action == ACT.no.start else _thing_of(action), 0)


HANDLERS = (
    Handler(Decision.GIVE, _mark_give, _name, doc="one of one's own things"),
    Handler(Decision.TAKE, _mark_take, _name, doc="one of another's things"),
)
