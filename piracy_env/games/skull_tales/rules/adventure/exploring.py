"""Exploring exits, and opening doors (STA-10.29 to 10.32, 10.41, STA-16)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.actions import ACT
from piracy_env.games.skull_tales.gear import LEGEND, Legend
from piracy_env.games.skull_tales.rules.adventure.arriving import arrive
from piracy_env.games.skull_tales.rules.adventure.board import is_open, is_roof, room_of
from piracy_env.games.skull_tales.rules.adventure.figures import CHARACTER
from piracy_env.games.skull_tales.rules.adventure.foes import call_chart, place_garrison
from piracy_env.games.skull_tales.rules.adventure.hooks import door_opened, tile_explored
from piracy_env.games.skull_tales.rules.adventure.payment import (
    OTHER,
    RUNNER,
    STEPPED,
    can_pay,
    note_done,
    pay_ap,
)
from piracy_env.games.skull_tales.rules.adventure.people import (
    has_trait,
    is_pirate,
    place_of_character,
)
from piracy_env.games.skull_tales.rules.adventure.piles import (
    draw_token,
    is_pile_open,
    pile_of_exit,
    put_back,
)
from piracy_env.games.skull_tales.rules.adventure.questions import ask
from piracy_env.games.skull_tales.rules.adventure.stories import (
    chart_of_room,
    chart_of_tile,
    garrison_came,
    is_pile_needed,
    may_explore_exit,
    may_open,
    way_closed,
)
from piracy_env.games.skull_tales.rules.adventure.tiles import (
    close_exit,
    door_at,
    lay,
    laying,
    layings,
    open_door,
)
from piracy_env.games.skull_tales.rules.adventure.track import end_adventure, gain_pp, move_flag
from piracy_env.games.skull_tales.rules.frames import (
    answer_nothing,
    mark_nothing,
    next_step,
    offer,
    pop,
    push_for,
    top,
)
from piracy_env.games.skull_tales.state import (
    NONE,
    SLOT,
    STEP,
    A,
    B,
    C,
    Decision,
    Ended,
)
from piracy_env.games.skull_tales.state_land import Door, Exit
from piracy_env.games.skull_tales.tables.adventures import MOMENTS
from piracy_env.games.skull_tales.terrain import (
    CAVE,
    SIDE_COL,
    SIDE_ROW,
    SIDES,
    TEMPLE,
    TILE_EXITS,
)
from piracy_env.games.skull_tales.traits import Trait

EXPLORE_COST, DOOR_COST = 1, 1
AT_START, EXPLORED, OPENED = range(len(MOMENTS))
"""Values of the column `when` of [garrisons]."""
_PLACES = 128
"""A frame EXPLORING keeps exit + 128 * token in A."""
_DRAW, _CHOSEN, _LAY, _REVEAL, _CALL, _CHECK = range(6)
_TWO_TOKENS = LEGEND + Legend.COMPASS
_EXHAUSTED = 1
"""Bit of `inv_flag`."""


@kernel
def exit_here(s: Any, t: Any, slot: int) -> int:
    """The exit that a Character can explore from its space, -1 for none (STA-R30, STA-R31)."""
    row, col = place_of_character(s, slot)
    if row == NONE or is_roof(s, row, col):
        return NONE
    for exit_ in range(s.n_ex):
        if s.ex_row[exit_] == row and s.ex_col[exit_] == col:
            if s.ex_state[exit_] == Exit.RESERVED:
                return exit_
            is_open = s.ex_state[exit_] == Exit.OPEN and not _is_shut(s, exit_)
            if is_open and may_explore_exit(s, t, exit_):
                return exit_
    return NONE


@kernel
def _is_shut(s: Any, exit_: int) -> bool:
    """Whether a closed door is on an exit."""
    return door_at(s, s.ex_row[exit_], s.ex_col[exit_], s.ex_side[exit_]) != NONE


@kernel
def may_explore(s: Any, t: Any, slot: int) -> bool:
    """Whether a Character stands on an exit behind which a tile may lie."""
    exit_ = exit_here(s, t, slot)
    if exit_ == NONE:
        return False
    return s.ex_state[exit_] == Exit.RESERVED or s.pile_n[pile_of_exit(s, t, exit_)] > 0


@kernel
def explored_by(frame: Any) -> tuple[int, int]:
    """The exit that a frame EXPLORING is about, and the token of its tile, once it is drawn."""
    return frame[A] % _PLACES, frame[A] // _PLACES


@kernel
def _go_on_exploring(s: Any, t: Any) -> bool:
    """Draw a token, lay the tile, move onto it, and meet who is there (STA-10.29 to 10.32).

    A = exit + 128 * token; once the tile lies, A and B are the space by which it is entered.
    """
    noinline()
    frame = top(s)
    slot, step = frame[SLOT] + 0, frame[STEP]
    exit_, token = explored_by(frame)
    if step == _DRAW:
        move_flag(s, t, 1)
        _draw(s, t, slot, exit_)
    elif step == _CHOSEN:
        put_back(s, t, exit_, frame[C])
        frame[A] = exit_ + _PLACES * frame[B]
        next_step(s)
    elif step == _LAY:
        _ask_how_it_lies(s, t, slot, exit_, token)
    elif step == _REVEAL:
        _reveal(s, t, slot, exit_, token)
    elif step == _CALL:
        row, col = frame[A] + 0, frame[B] + 0
        next_step(s)
        call_to_tile(s, t, s.b_tile[row, col] - 1, (row, col))
    else:
        pop(s)
        check_blocked(s, t)
    return False


@kernel
def _draw(s: Any, t: Any, slot: int, exit_: int) -> None:
    """Draw a token; a Scout, or who has the Compass, draws two and chooses (STA-20.45, 25.0)."""
    frame = top(s)
    can_choose = s.ex_state[exit_] != Exit.RESERVED and s.pile_n[pile_of_exit(s, t, exit_)] > 1
    if can_choose and _sees_two(s, t, slot):
        one = draw_token(s, t, exit_)
        other = draw_token(s, t, exit_)
        ask(s, Decision.TILE, s.ch_owner[slot], slot)
        offer(s, one, other)
        offer(s, other, one)
    else:
        frame[A] = exit_ + _PLACES * draw_token(s, t, exit_)
        frame[STEP] = _LAY


@kernel
def _sees_two(s: Any, t: Any, slot: int) -> bool:
    """Whether an explorer draws two tokens; the Compass is exhausted by it."""
    if has_trait(s, t, slot, Trait.SCOUT):
        return True
    for place in range(s.inv_n[slot] if is_pirate(s, slot) else 0):
        is_it = s.inv_id[slot, place] == _TWO_TOKENS
        if is_it and s.inv_flag[slot, place] & _EXHAUSTED == 0:
            s.inv_flag[slot, place] |= _EXHAUSTED
            return True
    return False


@kernel
def _ask_how_it_lies(s: Any, t: Any, slot: int, exit_: int, token: int) -> None:
    """Ask by which exit the tile is joined; if it cannot lie there, a No Exit token does."""
    fitting = layings(s, t, exit_, token)
    if fitting == 0:
        pop(s)
        put_back(s, t, exit_, token)
        close_exit(s, exit_)
        way_closed(s, t, exit_)
        check_blocked(s, t)
        return
    ask(s, Decision.TILE, s.ch_owner[slot], slot)
    for entrance in range(TILE_EXITS):
        if fitting >> entrance & 1:
            offer(s, entrance, laying(s, t, exit_, token, entrance)[0])


@kernel
def _reveal(s: Any, t: Any, slot: int, exit_: int, token: int) -> None:
    """The tile lies there, and the explorer moves onto it."""
    frame = top(s)
    turn, row, col = laying(s, t, exit_, token, frame[B])
    entrance = frame[B] + 0
    tile = lay(s, t, token, turn, (row, col))
    s.tl_revealed[tile] = 1
    link = t.ground[token, turn].exits[entrance]
    place = (row + link[0], col + link[1])
    frame[A], frame[B] = place
    next_step(s)
    note_done(s, STEPPED)
    if has_trait(s, t, slot, Trait.SCOUT):
        gain_pp(s, t, slot, 1)
    arrive(s, t, CHARACTER + slot, place)
    tile_explored(s, t, tile, slot)


@kernel
def garrison_of(s: Any, t: Any, token: int, moment: int, room: int) -> int:
    """The row of [garrisons] of a tile, or of a room of it, at a moment; -1 for none."""
    for row in range(len(t.garrisons)):
        post = t.garrisons[row]
        is_there = post.adventure == s.chapter and post.tile == token and post.when == moment
        if is_there and (moment != OPENED or post.room + 1 == room):
            return row
    return NONE


@kernel
def chart_of(s: Any, t: Any, tile: int) -> int:
    """The Enemy Chart of a tile: the deep one in caves and temples."""
    own = t.adventures[s.chapter]
    kind = t.ground[s.tl_token[tile], 0].type
    return own.chart_deep if kind in (CAVE, TEMPLE) else own.chart


@kernel
def call_to_tile(s: Any, t: Any, tile: int, entrance: Any) -> None:
    """The Enemies of a tile come: those of the chapter, or the chart's (STA-12.3)."""
    noinline()
    row = garrison_of(s, t, s.tl_token[tile], EXPLORED, 0)
    if row != NONE:
        garrison_came(s, t, row, place_garrison(s, t, row, tile))
        return
    chart = chart_of_tile(s, t, tile, chart_of(s, t, tile))
    if chart != NONE:
        call_chart(s, t, chart, entrance)


@kernel
def check_blocked(s: Any, t: Any) -> None:
    """The Adventure ends if a tile that it needs can be reached no more (STA-18.4, STA-R66)."""
    for pile in range(2):
        if not is_pile_open(s, t, pile) and is_pile_needed(s, t, pile):
            end_adventure(s, Ended.BLOCKED)


# --- doors ----------------------------------------------------------------------------------------


@kernel
def door_before(s: Any, t: Any, slot: int, side: int) -> int:
    """The door in front of a Character that it may open, -1 for none (STA-10.41)."""
    row, col = place_of_character(s, slot)
    if row == NONE or is_roof(s, row, col):
        return NONE
    door = door_at(s, row, col, side)
    if door == NONE or s.dr_state[door] != Door.CLOSED or not may_open(s, t, door, slot):
        return NONE
    return door


@kernel
def doors_before(s: Any, t: Any, slot: int) -> int:
    """The sides on which a Character may open a door, a bit each."""
    found = 0
    for side in SIDES:
        if door_before(s, t, slot, side) != NONE:
            found |= 1 << side
    return found


@kernel
def _go_on_opening(s: Any, t: Any) -> bool:
    """Which door, if there are several; then it is open. A = sides with doors, then the side."""
    frame = top(s)
    slot = frame[SLOT] + 0
    row, col = place_of_character(s, slot)
    sides = frame[A]
    if frame[STEP] == 0 and sides & (sides - 1):
        ask(s, Decision.SPACE, s.ch_owner[slot], slot)
        for side in SIDES:
            if sides >> side & 1:
                offer(s, row + SIDE_ROW[side], col + SIDE_COL[side])
        return False
    side = 0
    last = len(SIDES) - 1
    while side < last and not (sides >> side & 1 and _is_meant(frame, row, col, side)):
        side += 1
    pop(s)
    swing_open(s, t, door_at(s, row, col, side), slot, (row + SIDE_ROW[side], col + SIDE_COL[side]))
    return False


@kernel
def _is_meant(frame: Any, row: int, col: int, side: int) -> bool:
    """Whether the space on a side is the one that was named, if one was."""
    row2, col2 = row + SIDE_ROW[side], col + SIDE_COL[side]
    return frame[STEP] == 0 or (row2 == frame[B] and col2 == frame[C])


@kernel
def swing_open(s: Any, t: Any, door: int, slot: int, behind: Any) -> None:
    """A door is opened: first of a special building the flag moves; Enemies may be behind it."""
    noinline()
    is_first = t.doors[s.dr_name[door]].building > 0
    open_door(s, door)
    if is_first:
        move_flag(s, t, 1)
    door_opened(s, t, door, slot)
    if is_open(s, s.dr_row[door], s.dr_col[door], s.dr_side[door]):  # no portal is behind it
        call_to_room(s, t, behind)


@kernel
def call_to_room(s: Any, t: Any, behind: Any) -> None:
    """The Enemies of a room come, once in the Adventure (STA-16.4, STA-R62)."""
    tile = s.b_tile[behind[0], behind[1]] - 1
    room = room_of(s, behind[0], behind[1])
    if tile < 0 or room == 0 or s.tl_rooms[tile] >> room - 1 & 1:
        return
    s.tl_rooms[tile] |= 1 << room - 1
    row = garrison_of(s, t, s.tl_token[tile], OPENED, room)
    if row != NONE:
        garrison_came(s, t, row, place_garrison(s, t, row, tile))
        return
    chart = chart_of_room(s, t, tile, room, t.adventures[s.chapter].chart_rooms)
    if chart != NONE:
        call_chart(s, t, chart, behind)


# --- verbs ----------------------------------------------------------------------------------------


@kernel
def mark(s: Any, t: Any, slot: int, mask: Any) -> None:
    """Mark EXPLORE and OPEN_DOOR in the menu."""
    if can_pay(s, t, EXPLORE_COST, RUNNER) and may_explore(s, t, slot):
        mask[ACT.explore.start] = True
    if can_pay(s, t, DOOR_COST, OTHER) and doors_before(s, t, slot):
        mask[ACT.open_door.start] = True


@kernel
def begin(s: Any, t: Any, slot: int, action: int) -> None:
    """Begin exploring, or opening a door."""
    seat = s.ch_owner[slot]
    if action == ACT.explore.start:
        pay_ap(s, t, EXPLORE_COST, RUNNER)
        push_for(s, Decision.EXPLORING, seat, slot, exit_here(s, t, slot), 0)
    elif action == ACT.open_door.start:
        pay_ap(s, t, DOOR_COST, OTHER)
        push_for(s, Decision.OPENING, seat, slot, doors_before(s, t, slot), 0)


HANDLERS = (
    Handler(Decision.EXPLORING, mark_nothing, answer_nothing, _go_on_exploring),
    Handler(Decision.OPENING, mark_nothing, answer_nothing, _go_on_opening),
)
