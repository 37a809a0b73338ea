"""The crew aboard: Morale, posts, wounds, fatigue, and Impacts on the own ship (STV-2, STV-3).

What ends a Voyage at once is noted in `s.fate`, and Morale that has run out is seen by itself: both
come before whatever else waits (see `rules/__init__.py`), so that nothing here touches the stack.
"""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.actions import ACT
from piracy_env.games.skull_tales.chart import COLS
from piracy_env.games.skull_tales.rules.chance import throw
from piracy_env.games.skull_tales.rules.crew import add_wounds, gain_trust, is_up
from piracy_env.games.skull_tales.rules.frames import (
    answer_nothing,
    mark_nothing,
    pop,
    push_for,
    top,
)
from piracy_env.games.skull_tales.rules.hold import (
    cannons,
    close_column,
    hit_sails,
    open_columns,
    remove_group,
    working_sails,
)
from piracy_env.games.skull_tales.state import (
    ALLY,
    EMPTY,
    GROUPS,
    NONE,
    SLOTS,
    A,
    B,
    Decision,
    Ended,
)

MOST_MORALE, DAYTIME, AREA = 20, 4, 5
"""The end of the track, the last position of the Clock by day, the reach of an Area of Effect."""
(FORECASTLE, CROWS_NEST, GUN_DECK, MAIN_DECK, QUARTERDECK, HELM) = range(6)
(RIGGING, GUNWALE, CREW_QUARTERS, GUARD, SICK_BAY) = range(6, 11)
"""Posts, rows of [posts]."""
EXHAUSTED, GROUP_DOWN = 4, 2
"""Values of `pg_fat` and `pg_w`."""
GROUP_LOSS = 3
"""Morale that a group out of action costs."""
GHOST_SHIP = 6
OUT = 3
"""Value of `b_pos`."""


# --- Morale and the end ---------------------------------------------------------------------------


@kernel
def doom(s: Any, reason: int) -> None:
    """The Voyage ends at once, for the first reason there is."""
    if s.fate == 0:
        s.fate = reason


@kernel
def change_morale(s: Any, amount: int) -> None:
    """Morale rises or falls on its track (STV-1.8)."""
    s.morale = min(max(s.morale + amount, 0), MOST_MORALE)
    watch_flag(s)


@kernel
def earn_trust(s: Any, slot: int, amount: int) -> None:
    """Trust Points of the Voyage; alone, an Ally's may pass the Flag (STC-4.6)."""
    gain_trust(s, slot, amount)
    watch_flag(s)


@kernel
def watch_flag(s: Any) -> None:
    """Alone, an Ally whose trust passes Morale overthrows the Captain (STC-4.6)."""
    if s.players == 1:
        for slot in range(1, SLOTS):
            if s.ch_kind[slot] == ALLY and s.ch_tp[slot] > s.morale:
                doom(s, Ended.OVERTHROWN)


@kernel
def watch_crew(s: Any) -> None:
    """The Voyage ends when all are Knocked Out (STV-19.1)."""
    for slot in range(SLOTS):
        if is_up(s, slot):
            return
    doom(s, Ended.ALL_DOWN)


# --- places ---------------------------------------------------------------------------------------


@kernel
def ship_space(s: Any) -> int:
    """The space of the ship on the chart."""
    return s.ship_r * COLS + s.ship_c


@kernel
def enemy_space(s: Any, enemy: int) -> int:
    """The space of a Sea Enemy that is on the board."""
    return s.sea_r[enemy] * COLS + s.sea_c[enemy]


@kernel
def enemy_distance(s: Any, t: Any, enemy: int) -> int:
    """How far a Sea Enemy is from the ship."""
    return t.chart.cube[ship_space(s), enemy_space(s, enemy)]


@kernel
def is_night(s: Any, t: Any) -> bool:
    """Whether it is night: by the Clock, or near the Ghost Ship (STV-5.3, STV-18.15)."""
    if s.clock > DAYTIME:
        return True
    return s.sea_on[GHOST_SHIP] == 1 and enemy_distance(s, t, GHOST_SHIP) <= AREA


# --- who is where ---------------------------------------------------------------------------------


@kernel
def characters_at(s: Any, post: int) -> int:
    """How many Characters hold a post."""
    count = 0
    for slot in range(SLOTS):
        count += s.ch_kind[slot] != EMPTY and s.post[slot] == post
    return count


@kernel
def character_at(s: Any, post: int) -> int:
    """The lowest slot at a post, NONE if nobody is there."""
    for slot in range(SLOTS):
        if s.ch_kind[slot] != EMPTY and s.post[slot] == post:
            return slot
    return NONE


@kernel
def groups_at(s: Any, post: int) -> int:
    """How many groups hold a post."""
    count = 0
    for group in range(GROUPS):
        count += s.pg_on[group] == 1 and s.pg_post[group] == post
    return count


@kernel
def group_at(s: Any, post: int) -> int:
    """The lowest group at a post, NONE if none is there."""
    for group in range(GROUPS):
        if s.pg_on[group] == 1 and s.pg_post[group] == post:
            return group
    return NONE


@kernel
def is_group_able(s: Any, group: int) -> bool:
    """Whether a group can do something this turn."""
    return can_group_fight(s, group) and s.pg_acted[group] == 0


@kernel
def can_group_fight(s: Any, group: int) -> bool:
    """Whether a group is aboard, not knocked out and not exhausted."""
    return s.pg_on[group] == 1 and s.pg_w[group] < GROUP_DOWN and s.pg_fat[group] < EXHAUSTED


@kernel
def is_able(s: Any, slot: int) -> bool:
    """Whether a Character has its task of the turn."""
    return is_up(s, slot) and s.acted[slot] == 0 and s.b_pos[slot] != OUT


@kernel
def has_room_for_character(s: Any, t: Any, post: int) -> bool:
    """Whether one more Character can take a post (STV-3.6 to STV-3.14)."""
    there = characters_at(s, post)
    if post == RIGGING:
        return there + groups_at(s, RIGGING) < working_sails(s)
    if post == GUN_DECK and groups_at(s, GUN_DECK) == 0:
        return there < max(1, cannons(s))
    return there < t.posts[post].characters


@kernel
def has_room_for_group(s: Any, t: Any, post: int) -> bool:
    """Whether one more group can take a post."""
    there = groups_at(s, post)
    if post == RIGGING:
        return there + characters_at(s, RIGGING) < working_sails(s)
    if post == GUN_DECK and characters_at(s, GUN_DECK) > 1:
        return False
    return there < t.posts[post].groups


@kernel
def clear_rigging(s: Any) -> None:
    """Crew for which there is no Sail goes to the Crew Quarters (STV-3.18)."""
    for group in range(GROUPS - 1, -1, -1):
        if _is_rigging_full(s) and s.pg_on[group] == 1 and s.pg_post[group] == RIGGING:
            s.pg_post[group] = CREW_QUARTERS
    for slot in range(SLOTS - 1, -1, -1):
        if _is_rigging_full(s) and s.ch_kind[slot] != EMPTY and s.post[slot] == RIGGING:
            s.post[slot] = CREW_QUARTERS


@kernel
def _is_rigging_full(s: Any) -> bool:
    return characters_at(s, RIGGING) + groups_at(s, RIGGING) > working_sails(s)


# --- wounds and fatigue ---------------------------------------------------------------------------


@kernel
def wound(s: Any, slot: int, amount: int) -> None:
    """Wound a Character; Knocked Out, it loses all its trust (STV-3.15)."""
    if add_wounds(s, slot, amount):
        take_to_sick_bay(s, slot, -s.ch_tp[slot])


@kernel
def take_to_sick_bay(s: Any, slot: int, trust: int) -> None:
    """A Character is Knocked Out, and loses trust by the text that does it (STV-R6)."""
    s.ch_wounds[slot] = s.ch_hp_max[slot]
    s.post[slot] = SICK_BAY
    gain_trust(s, slot, trust)
    watch_crew(s)


@kernel
def tire(s: Any, group: int) -> None:
    """A group becomes fatigued by one step (STV-2.3)."""
    s.pg_fat[group] = min(s.pg_fat[group] + 1, EXHAUSTED)


@kernel
def wound_group(s: Any, group: int) -> None:
    """The first wound marks a group, the second knocks it out (STV-2.9)."""
    if s.pg_w[group] == 0:
        s.pg_w[group] = 1
    else:
        knock_group_out(s, group)


@kernel
def knock_group_out(s: Any, group: int) -> None:
    """A group goes to the Sick Bay, and Morale falls (STV-2.8)."""
    if s.pg_w[group] < GROUP_DOWN:
        s.pg_w[group], s.pg_post[group] = GROUP_DOWN, SICK_BAY
        change_morale(s, -GROUP_LOSS)


@kernel
def lose_group(s: Any, group: int) -> None:
    """A group leaves the game, and Morale falls."""
    remove_group(s, group)
    change_morale(s, -GROUP_LOSS)


@kernel
def groups_up(s: Any) -> int:
    """How many groups are not knocked out."""
    count = 0
    for group in range(GROUPS):
        count += s.pg_on[group] == 1 and s.pg_w[group] < GROUP_DOWN
    return count


# --- Impacts --------------------------------------------------------------------------------------

ANYWHERE, ON_HOLD, ON_SAILS, ON_CREW, WOUNDED, WOUNDED_AT_GUNWALE = range(6)
"""Where Impacts fall: diced for or not; the last two are wounds for a group the Captain names."""
_SAIL_FACE, _CREW_FACE = 1, 3
"""The last faces of a die that mean Sails, and crew (STV-12.11)."""


@kernel
def call_impacts(s: Any, count: int, where: int) -> None:
    """Let Impacts fall on the own ship, one after the other."""
    if count > 0:
        push_for(s, Decision.IMPACTS, NONE, NONE, count, where)


@kernel
def _next_impact(s: Any, t: Any) -> bool:
    """Locate the next Impact, and carry it out; the crew's is named by the Captain."""
    noinline()
    frame = top(s)
    where = frame[B]
    frame[A] -= 1
    if frame[A] <= 0:
        pop(s)
    if where == ANYWHERE:
        face = throw(s)
        where = ON_SAILS if face <= _SAIL_FACE else ON_CREW if face <= _CREW_FACE else ON_HOLD
    if where == ON_HOLD:
        hit_hold(s)
    elif where == ON_SAILS:
        hit_sails(s)
        clear_rigging(s)
    else:
        only_at = GUNWALE if where == WOUNDED_AT_GUNWALE else NONE
        push_for(s, Decision.NAME_GROUP, NONE, NONE, where == ON_CREW, only_at)
    return False


@kernel
def hit_hold(s: Any) -> int:
    """A column of the Hold is lost; with one left the ship sinks (STV-12.14); Cannons lost."""
    lost = close_column(s)
    if open_columns(s) <= 1:
        doom(s, Ended.SUNK)
    return lost


@kernel
def _can_be_named(s: Any, group: int, only_at: int) -> bool:
    """Whether a group is not knocked out, and at that post if one is given."""
    if s.pg_on[group] == 0 or s.pg_w[group] >= GROUP_DOWN:
        return False
    return bool(only_at < 0 or only_at == s.pg_post[group])


@kernel
def _mark_groups_up(s: Any, t: Any, mask: Any) -> None:
    """Mark groups that are not knocked out."""
    for group in range(GROUPS):
        mask[ACT.pg.start + group] = _can_be_named(s, group, top(s)[B])


@kernel
def _name_group(s: Any, t: Any, action: int) -> None:
    """The Captain names the group that is wounded or knocked out (STV-12.13)."""
    is_down = top(s)[A]
    pop(s)
    if is_down:
        knock_group_out(s, action - ACT.pg.start)
    else:
        wound_group(s, action - ACT.pg.start)


@kernel
def _is_anybody_left(s: Any, t: Any) -> bool:
    """Whether there is a group to be named."""
    for group in range(GROUPS):
        if _can_be_named(s, group, top(s)[B]):
            return True
    pop(s)
    return False


HANDLERS = (
    Handler(Decision.IMPACTS, mark_nothing, answer_nothing, _next_impact),
    Handler(Decision.NAME_GROUP, _mark_groups_up, _name_group, _is_anybody_left),
)
