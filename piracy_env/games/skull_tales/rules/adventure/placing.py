"""Where Enemies come to stand (STA-12.5-12.8, STA-R39, STA-R40), and what follows at once.

Spaces are judged by a number, and the highest is taken; of equal ones the first in reading order,
or the one that the Captain chooses (option `captain_control`).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.core.separate import separate
from piracy_env.games.skull_tales.actions import ACT
from piracy_env.games.skull_tales.rules.adventure import hooks
from piracy_env.games.skull_tales.rules.adventure.abilities import SPRINT, beside
from piracy_env.games.skull_tales.rules.adventure.board import (
    is_adjacent,
    is_ground,
    is_open,
    is_same_room,
)
from piracy_env.games.skull_tales.rules.adventure.figures import CHARACTER, is_foe, place_of
from piracy_env.games.skull_tales.rules.adventure.foes import (
    COMING,
    MET,
    SPRINTING,
    TYPES,
    announce,
    count_missing,
    lost_enemy,
    put_foe,
)
from piracy_env.games.skull_tales.rules.adventure.harm import is_able_to
from piracy_env.games.skull_tales.rules.adventure.paths import (
    CELLS,
    FREELY,
    NO_ROOFS,
    NO_WAY,
    is_free,
    nearest_free,
    spread,
)
from piracy_env.games.skull_tales.rules.adventure.stories import does_sprint
from piracy_env.games.skull_tales.rules.adventure.strikes import strike_at_once
from piracy_env.games.skull_tales.rules.adventure.tiles import door_at
from piracy_env.games.skull_tales.rules.frames import (
    answer_nothing,
    clear_candidates,
    mark_candidates,
    mark_nothing,
    next_step,
    offer,
    pop,
    push,
    push_for,
    top,
)
from piracy_env.games.skull_tales.state import KIND, NONE, SLOT, STEP, A, B, C, Decision
from piracy_env.games.skull_tales.state_land import FOES, Exit
from piracy_env.games.skull_tales.terrain import (
    BOARD,
    BOAT,
    ROOF,
    ROOM,
    SIDE_COL,
    SIDE_ROW,
    WATER,
)

_ON_EXIT, _BY_EXIT = 20_000, 10_000
"""Added for an exit space, and for one adjacent to an exit: these come first."""
_STEP = 2
"""A step farther weighs more than dry ground."""
_REACH = 1


# --- judging spaces -------------------------------------------------------------------------------


@kernel
def judge_room(s: Any, t: Any, entrance: Any, judged: Any) -> None:
    """Judge all spaces of the room of an entrance: by the ways of STA-R39; -1: not to be used."""
    noinline()
    field = np.empty(CELLS, np.int16)
    spread(s, t, entrance, FREELY | NO_ROOFS, field)
    judged[:] = NONE
    exits = np.zeros(CELLS, np.bool_)
    tile = s.b_tile[entrance[0], entrance[1]] - 1
    size = t.ground[s.tl_token[tile], 0].size
    north, west = s.tl_row[tile], s.tl_col[tile]
    mark_exits(s, entrance, exits, (north, west, size))
    for row in range(north, north + size):
        for col in range(west, west + size):
            cell = row * BOARD + col
            if is_same_room(s, entrance[0], entrance[1], row, col) and _is_fit(s, row, col):
                far = _weigh(s, field, cell)
                judged[cell] = far
                if exits[cell]:
                    judged[cell] = _ON_EXIT + far
    for cell in range(CELLS):
        if exits[cell]:
            _judge_around(s, t, cell, _BY_EXIT + 2 * _weigh(s, field, cell), judged)


@kernel
def _is_fit(s: Any, row: int, col: int) -> bool:
    """Whether an Enemy may be put there."""
    kind = s.b_ter[row, col]
    return kind not in (BOAT, ROOF) and is_free(s, row, col)


@kernel
def _weigh(s: Any, field: Any, cell: int) -> int:
    """How far a space is on foot; of equally far ones a dry one is better."""
    far = field[cell] if field[cell] != NO_WAY else 0
    return _STEP * far + (s.b_ter[cell // BOARD, cell % BOARD] != WATER)


@kernel
def _judge_around(s, t, cell, worth, judged):
    """Raise the free spaces adjacent to an exit, if they are not exits themselves (STA-12.6)."""
    row, col = cell // BOARD, cell % BOARD
    for r in range(max(0, row - _REACH), min(BOARD - 1, row + _REACH) + 1):
        for c in range(max(0, col - _REACH), min(BOARD - 1, col + _REACH) + 1):
            near = r * BOARD + c
            value = worth + (s.b_ter[r, c] != WATER)
            is_better = 0 <= judged[near] < _ON_EXIT and judged[near] < value
            if is_better and is_adjacent(s, t, (row, col), (r, c)):
                judged[near] = value


@kernel
def mark_exits(s: Any, entrance: Any, exits: Any, block: Any) -> None:
    """Mark the exit spaces of the entrance's room, but for the one by which it was entered.

    Inside a building the spaces at other doors and openings are exits (STA-R39).
    """
    for exit_ in range(s.n_ex):
        row, col = s.ex_row[exit_], s.ex_col[exit_]
        is_shut = s.ex_state[exit_] == Exit.CLOSED
        if not is_shut and is_same_room(s, entrance[0], entrance[1], row, col):
            exits[row * BOARD + col] = True
    if s.b_ter[entrance[0], entrance[1]] == ROOM:
        north, west, size = block
        for row in range(north, north + size):
            for col in range(west, west + size):
                if is_same_room(s, entrance[0], entrance[1], row, col) and _is_doorway(s, row, col):
                    exits[row * BOARD + col] = True
    exits[entrance[0] * BOARD + entrance[1]] = False


@kernel
def _is_doorway(s: Any, row: int, col: int) -> bool:
    """Whether a door or an opening leads from a cell into another room."""
    for side in range(4):
        row2, col2 = row + SIDE_ROW[side], col + SIDE_COL[side]
        is_way_out = is_ground(s, row2, col2) and not is_same_room(s, row, col, row2, col2)
        is_gap = is_open(s, row, col, side) or door_at(s, row, col, side) != NONE
        if is_way_out and is_gap:
            return True
    return False


@kernel
def best_space(s: Any, judged: Any) -> int:
    """The first of the best spaces, -1 for none."""
    best = NONE
    for cell in range(CELLS):
        if judged[cell] > (NONE if best == NONE else judged[best]):
            best = cell
    return best


@kernel
def ask_or_take(s: Any, judged: Any) -> int:
    """The space to be used, -1 if there is none, -2 if the Captain is asked which."""
    best = best_space(s, judged)
    if best == NONE or s.captain_control == 0:
        return best
    found = 0
    for cell in range(CELLS):
        found += judged[cell] == judged[best]
    if found == 1:
        return best
    push(s, Decision.ENEMY_PLACE, NONE)
    for cell in range(CELLS):
        if judged[cell] == judged[best] and s.cand_n < len(s.cand):
            offer(s, cell // BOARD, cell % BOARD)
    return ASKED


ASKED = -2


# --- those who are called -------------------------------------------------------------------------


@separate
def _come(s: Any, t: Any) -> bool:
    """Place the next Enemy that was called, and when all stand, let them be met."""
    frame = top(s)
    if frame[STEP] == MET:
        _meet(s, t)
    elif frame[STEP] == SPRINTING:
        _sprint(s, t)
    elif frame[A] == 0:
        missing = frame[C] + 0
        next_step(s)
        frame[C] = 0
        count_missing(s, t, missing)
    else:
        judged = np.empty(CELLS, np.int16)
        judge_room(s, t, (frame[SLOT] // BOARD, frame[SLOT] % BOARD), judged)
        cell = ask_or_take(s, judged)
        if cell != ASKED:
            _put_next(s, t, cell)
    return False


@kernel
def _put_next(s: Any, t: Any, cell: int) -> None:
    """Put the next Enemy of the uppermost frame on a space; with -1 there is none for it."""
    frame = top(s)
    kind = frame[A] % TYPES - 1
    frame[A] = frame[A] // TYPES + frame[B] % TYPES * TYPES * TYPES
    frame[B] //= TYPES
    foe = NONE
    if cell != NONE:
        foe = put_foe(s, t, kind, 0, (cell // BOARD, cell % BOARD))
    if foe == NONE:
        frame[C] |= 1 << kind
    else:
        s.foes_left |= 1 << foe


@kernel
def _meet(s: Any, t: Any) -> None:
    """The next Enemy that has come is met by those who watch its room (STA-20.96)."""
    frame = top(s)
    foe = frame[C]
    if foe == FOES:
        next_step(s)
        frame[C] = 0
        return
    frame[C] += 1
    if s.foes_left >> foe & 1 and is_foe(s, foe):
        hooks.room_entered(s, t, foe)


@kernel
def _sprint(s: Any, t: Any) -> None:
    """The next Enemy that sprints acts; after the last one all have come (STA-13.5)."""
    frame = top(s)
    foe = frame[C]
    if foe == FOES:
        s.foes_left = 0
        pop(s)
        return
    frame[C] += 1
    if s.foes_left >> foe & 1 and is_foe(s, foe) and _sprints(s, t, foe):
        push_for(s, Decision.ACTIVATION, NONE, foe, 0, 0)


@kernel
def _sprints(s: Any, t: Any, foe: int) -> bool:
    """Whether an Enemy sprints: by its card, or because the story wants it."""
    return is_able_to(s, t, foe, SPRINT) or does_sprint(s, t, foe)


# --- one beside a Character -----------------------------------------------------------------------

_PLACE, _STRIKE = 0, 1


@kernel
def bring_lost_enemy(s: Any, t: Any, slot: int, strikes: int) -> None:
    """A Lost Enemy appears beside a Character, and with `strikes` attacks it at once (STA-R40).

    The frame: SLOT is the Character, A whether it strikes, B the Enemy.
    """
    push_for(s, Decision.LOST_ENEMY, NONE, slot, strikes, 0)


@separate
def _appear(s: Any, t: Any) -> bool:
    """Put the Lost Enemy of the uppermost frame on the board, and let it attack."""
    frame = top(s)
    slot = frame[SLOT]
    if frame[STEP] == _STRIKE:
        foe, does_strike = frame[B] + 0, frame[A] == 1
        pop(s)
        if does_strike and is_foe(s, foe):
            strike_at_once(s, t, foe, slot)
        return False
    place = place_of(s, CHARACTER + slot)
    if place[0] == NONE:
        pop(s)
        return False
    judged = np.empty(CELLS, np.int16)
    _judge_beside(s, t, place, judged)
    cell = ask_or_take(s, judged)
    if cell != ASKED:
        _put_beside(s, t, cell)
    return False


@kernel
def _judge_beside(s: Any, t: Any, place: Any, judged: Any) -> None:
    """Free spaces adjacent to a place, or if there are none the nearest free one."""
    judged[:] = NONE
    if beside(s, t, place)[0] == NONE:
        row, col = nearest_free(s, t, place)
        if row != NONE:
            judged[row * BOARD + col] = 0
        return
    for row in range(max(0, place[0] - 1), min(BOARD - 1, place[0] + 1) + 1):
        for col in range(max(0, place[1] - 1), min(BOARD - 1, place[1] + 1) + 1):
            if is_free(s, row, col) and is_adjacent(s, t, place, (row, col)):
                judged[row * BOARD + col] = 0


@kernel
def _put_beside(s: Any, t: Any, cell: int) -> None:
    """The Lost Enemy of the uppermost frame stands on a space; a missing one moves the flag."""
    frame = top(s)
    kind = lost_enemy(s, t, place_of(s, CHARACTER + frame[SLOT]))
    foe = NONE
    if cell != NONE:
        foe = put_foe(s, t, kind, 0, (cell // BOARD, cell % BOARD))
    if foe == NONE:
        pop(s)
        count_missing(s, t, 1 << kind)
        return
    frame[B] = foe
    next_step(s)
    announce(s, 1 << foe)


@kernel
def _mark_places(s: Any, t: Any, mask: Any) -> None:
    mark_candidates(s, mask)


@kernel
def _choose_place(s: Any, t: Any, action: int) -> None:
    """The Captain has chosen one of equal spaces."""
    place = action - ACT.cand.start
    cell = s.cand[place, 0] * BOARD + s.cand[place, 1]
    clear_candidates(s)
    pop(s)
    if top(s)[KIND] == Decision.FOES_COMING:
        _put_next(s, t, cell)
    else:
        _put_beside(s, t, cell)


HANDLERS = (
    Handler(Decision.FOES_COMING, mark_nothing, answer_nothing, _come),
    Handler(Decision.LOST_ENEMY, mark_nothing, answer_nothing, _appear),
    Handler(Decision.ENEMY_PLACE, _mark_places, _choose_place, doc="where an Enemy comes to stand"),
)
assert COMING == 0
