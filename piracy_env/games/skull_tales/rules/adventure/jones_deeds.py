"""What happens in the Secret of Captain Jones: the boat is lost, the Lieutenant flees (STA-30)."""

from __future__ import annotations

from typing import Any

import numpy as np

from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.core.separate import separate
from piracy_env.games.skull_tales.rules.adventure.arriving import arrive, leave_board, set_place
from piracy_env.games.skull_tales.rules.adventure.figures import FIGURES, is_foe, place_of
from piracy_env.games.skull_tales.rules.adventure.foes import take_token
from piracy_env.games.skull_tales.rules.adventure.gaining import gain_goal
from piracy_env.games.skull_tales.rules.adventure.goals import is_reached
from piracy_env.games.skull_tales.rules.adventure.jones import (
    AVENGE,
    AWAY,
    BOAT_FOUND,
    DIARY,
    FIND_BOAT,
    FLEE,
    HERE,
    I7,
    I13,
    LIEUTENANT,
    LOSE_BOAT,
    REVENGE,
    WHERE_HE_IS,
)
from piracy_env.games.skull_tales.rules.adventure.paths import (
    CELLS,
    FREELY,
    NO_ROOFS,
    NO_WAY,
    is_free,
    nearest_free,
    spread,
)
from piracy_env.games.skull_tales.rules.adventure.people import place_of_character
from piracy_env.games.skull_tales.rules.adventure.piles import FIRST, draw_from, put_into
from piracy_env.games.skull_tales.rules.adventure.tiles import (
    close_exit,
    exit_at,
    on_board,
    take_up,
    tile_of,
)
from piracy_env.games.skull_tales.rules.adventure.walking import cut_short, go, own_cell, walk_field
from piracy_env.games.skull_tales.rules.captaincy import elect_by
from piracy_env.games.skull_tales.rules.frames import next_step, pop, top
from piracy_env.games.skull_tales.state import NONE, SLOT, STEP, A, B, Scenario
from piracy_env.games.skull_tales.state_land import FOES, LYING, TOKENS_FALLEN, Exit
from piracy_env.games.skull_tales.terrain import BOARD, BOAT, SIDE_COL, SIDE_ROW, SMALL_SIZE, WEST

_OPEN, _LINKED = int(Exit.OPEN), int(Exit.LINKED)
_FAR = 3
"""Spaces from the entrance where the Lieutenant reappears."""
_TOTAL = 2
_PLAN, _WALK, _LEAVE = range(3)


@separate
def go_on(s: Any, t: Any) -> bool:
    """The next thing that happens."""
    frame = top(s)
    slot, what, value = frame[SLOT] + 0, frame[A], frame[B] + 0
    if what == FLEE:
        _flee(s, t)
        return False
    pop(s)
    if what == AVENGE:
        gain_goal(s, t, REVENGE, slot)
    elif what == FIND_BOAT:
        gain_goal(s, t, BOAT_FOUND, slot)
    elif what == LOSE_BOAT:
        _lose_boat(s, t)
    else:
        _reappear(s, t, slot, value)
    return False


@kernel
def looted(s: Any, t: Any, slot: int, mark: int) -> None:
    """The Lieutenant had the diary (STA-30.7)."""
    if not is_reached(s, DIARY):
        gain_goal(s, t, DIARY, slot)


@kernel
def concluded(s: Any, t: Any) -> None:
    """Who has most prestige becomes Captain (STA-30.11); in a campaign that is told there."""
    if s.scenario == Scenario.ADVENTURE and s.players > 1 and s.adv_result == _TOTAL:
        elect_by(s, s.ch_pp)


# --- the boat -------------------------------------------------------------------------------------


@kernel
def _lose_boat(s: Any, t: Any) -> None:
    """The boat's tile is gone, until it is found again (STA-30.3)."""
    tile, haven = tile_of(s, I7), tile_of(s, I13)
    for figure in range(FIGURES):
        place = place_of(s, figure)
        if place[0] != NONE and s.b_tile[place[0], place[1]] == tile + 1:
            set_place(s, figure, nearest_on_tile(s, haven, place))
    _clear_tile(s, tile)
    take_up(s, t, tile)
    row, col = on_board(s, t, haven, (2, 0))
    close_exit(s, exit_at(s, row, col, (WEST + s.tl_rot[haven]) % 4))
    put_into(s, FIRST, I7)


@kernel
def nearest_on_tile(s: Any, tile: int, place: Any) -> tuple[int, int]:
    """The free space of a small tile that is nearest as the crow flies, ties in reading order."""
    best, row, col = BOARD, NONE, NONE
    for r in range(s.tl_row[tile], s.tl_row[tile] + SMALL_SIZE):
        for c in range(s.tl_col[tile], s.tl_col[tile] + SMALL_SIZE):
            far = max(abs(r - place[0]), abs(c - place[1]))
            if far < best and is_free(s, r, c):
                best, row, col = far, r, c
    return row, col


@kernel
def _clear_tile(s: Any, tile: int) -> None:
    """What lies on a tile goes with it (STA-R36)."""
    for token in range(TOKENS_FALLEN):
        row, col = s.fl_row[token], s.fl_col[token]
        if row != NONE and s.b_tile[row, col] == tile + 1:
            take_token(s, token)
    for thing in range(LYING):
        row, col = s.gr_row[thing], s.gr_col[thing]
        if row != NONE and s.b_tile[row, col] == tile + 1:
            s.gr_row[thing], s.gr_col[thing], s.gr_from[thing] = NONE, NONE, NONE
            s.gr_item[thing], s.gr_flag[thing] = 0, 0


# --- the Lieutenant -------------------------------------------------------------------------------


@kernel
def _flee(s: Any, t: Any) -> None:
    """He makes for an exit, and leaves by it (STA-30.4, STA-30.5). B = the space he goes to."""
    noinline()
    frame = top(s)
    foe, step = frame[SLOT] + 0, frame[STEP]
    if not is_foe(s, foe):
        pop(s)
    elif step == _PLAN:
        frame[B] = _way_out(s, t, foe)
        next_step(s)
    elif step == _WALK:
        before = own_cell(s, foe)
        if frame[B] != before:
            go(s, t, foe, frame[B], 0)
        if own_cell(s, foe) == before:
            top(s)[STEP] = _LEAVE
    else:
        pop(s)
        _leave(s, foe)


@kernel
def _way_out(s: Any, t: Any, foe: int) -> int:
    """Where his move ends: towards the nearest exit that leads nowhere yet, or through another."""
    field = np.empty(CELLS, np.int16)
    walk_field(s, t, foe, field)
    cell = _nearest_exit(s, foe, _OPEN, field)
    if cell == NONE:
        cell = _nearest_exit(s, foe, _LINKED, field)
    end = NONE
    if cell != NONE:
        end = cut_short(s, t, foe, cell, t.enemies[s.foe_type[foe]].moves, field)
    return end if end != NONE else own_cell(s, foe)


@kernel
def _nearest_exit(s: Any, foe: int, state: int, field: Any) -> int:
    """The nearest exit of his tile, or the space behind one that is linked; -1 for none.

    Of several that are as near it is the first one in reading order (STA-R8).
    """
    tile, best = s.b_tile[s.foe_row[foe], s.foe_col[foe]] - 1, NONE
    for exit_ in range(s.n_ex):
        if s.ex_tile[exit_] != tile or s.ex_state[exit_] != state:
            continue
        row, col, side = s.ex_row[exit_], s.ex_col[exit_], s.ex_side[exit_]
        cell = row * BOARD + col
        if state == _LINKED:
            cell = (row + SIDE_ROW[side]) * BOARD + col + SIDE_COL[side]
        if field[cell] == NO_WAY:
            continue
        is_first = best == NONE or (field[cell] == field[best] and cell < best)
        if is_first or field[cell] < field[best]:
            best = cell
    return best


@kernel
def _leave(s: Any, foe: int) -> None:
    """On an exit that leads nowhere yet he leaves; a token is kept for it (STA-30.5)."""
    for exit_ in range(s.n_ex):
        is_there = s.ex_row[exit_] == s.foe_row[foe] and s.ex_col[exit_] == s.foe_col[foe]
        if is_there and s.ex_state[exit_] == Exit.OPEN and s.pile_n[FIRST] > 0:
            s.reserved_tok, s.reserved_on = draw_from(s, FIRST), 1
            s.ex_state[exit_] = Exit.RESERVED
            leave_board(s, foe)
            s.sf[WHERE_HE_IS] = AWAY
            return


@kernel
def _reappear(s: Any, t: Any, slot: int, tile: int) -> None:
    """He is found as far from the entrance as he got, three spaces at most (STA-30.6)."""
    foe = 0
    while foe < FOES - 1 and s.foe_role[foe] != LIEUTENANT:
        foe += 1
    entrance = place_of_character(s, slot)
    field = np.empty(CELLS, np.int16)
    spread(s, t, entrance, FREELY | NO_ROOFS, field)
    best, farthest = NONE, 0
    for cell in range(CELLS):
        row, col = cell // BOARD, cell % BOARD
        is_fit = s.b_tile[row, col] == tile + 1 and s.b_ter[row, col] != BOAT
        if is_fit and farthest < field[cell] <= _FAR and is_free(s, row, col):
            best, farthest = cell, field[cell]
    s.sf[WHERE_HE_IS] = HERE
    if best == NONE:
        arrive(s, t, foe, nearest_free(s, t, entrance))
    else:
        arrive(s, t, foe, (best // BOARD, best % BOARD))
