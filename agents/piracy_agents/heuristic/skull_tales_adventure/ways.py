"""How far Characters have to walk: fields of distances to wherever something is to be done.

A field has a number for each cell of the board, row by row: the steps to the nearest of the cells
that were sown, with what they were sown at, or `FAR`. Doors that may be opened and ways that a
Special opens are walked, too; Enemies and chasms are detours.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.options import CHAPTERS
from piracy_env.games.skull_tales.rules.adventure import deeds
from piracy_env.games.skull_tales.rules.adventure.board import is_adjacent, is_ground, is_roof
from piracy_env.games.skull_tales.rules.adventure.figures import (
    is_active,
    is_foe_in_sight_of_all,
)
from piracy_env.games.skull_tales.rules.adventure.goals import is_reached
from piracy_env.games.skull_tales.rules.adventure.paths import CELLS, WAYS, is_way
from piracy_env.games.skull_tales.rules.adventure.people import foes_next_to
from piracy_env.games.skull_tales.rules.adventure.stories import may_open
from piracy_env.games.skull_tales.rules.adventure.tiles import on_board, through_portal, tile_of
from piracy_env.games.skull_tales.rules.adventure.whereabouts import is_beside
from piracy_env.games.skull_tales.state import EMPTY, NONE, SLOTS
from piracy_env.games.skull_tales.state_land import FOES, Door
from piracy_env.games.skull_tales.tables.adventures import WHERE
from piracy_env.games.skull_tales.tables.tiles import DOOR_KEYS
from piracy_env.games.skull_tales.terrain import (
    BLOCKED,
    BOARD,
    CHASM,
    SIDE_COL,
    SIDE_ROW,
    STEP_COL,
    STEP_ROW,
    WATER,
)

_CRYSTAL, _BARRACKS = CHAPTERS.index("alchemical_crystal"), DOOR_KEYS.index("barracks")
"""Where a door opens from inside only."""
_ON = WHERE.index("on")
"""Of a way: it begins on its space, not next to it."""
_ENGAGED = 9
"""Steps of the way around somebody who is engaged."""
FAR = 9_999
"""What cells have from which there is no way."""


@kernel
def sow(field: Any, row: int, col: int, cost: float) -> None:
    """Something is to be done on a cell, for which so many steps more are taken."""
    field[row * BOARD + col] = min(int(field[row * BOARD + col]), int(cost))


@kernel
def is_floor(s: Any, row: int, col: int) -> bool:
    """Whether somebody can stand on a cell."""
    return is_ground(s, row, col) and s.b_ter[row, col] not in (BLOCKED, CHASM)


@kernel
def sow_beside(s: Any, field: Any, place: Any, cost: float) -> None:
    """Something is to be done on a space or next to it."""
    for row in range(place[0] - 1, place[0] + 2):
        for col in range(place[1] - 1, place[1] + 2):
            if is_floor(s, row, col) and is_beside(s, (row, col), place):
                sow(field, row, col, cost)


@kernel
def sow_next_to(s: Any, t: Any, field: Any, place: Any, cost: float) -> None:
    """Something is to be done on a space or adjacent to it: neither walls nor rock part them."""
    if is_floor(s, place[0], place[1]):
        sow(field, place[0], place[1], cost)
    for row in range(place[0] - 1, place[0] + 2):
        for col in range(place[1] - 1, place[1] + 2):
            if is_floor(s, row, col) and is_adjacent(s, t, (row, col), place):
                sow(field, row, col, cost)


@kernel
def flood(s: Any, t: Any, w: Any, slot: int, are_mates_there: bool, field: Any) -> None:
    """Spread a field from the cells that were sown; fellows are small detours, or not there."""
    noinline()
    queue, waits = np.empty(CELLS, np.int16), np.zeros(CELLS, np.bool_)
    detour, doors = np.zeros(CELLS, np.int16), np.zeros(CELLS, np.int8)
    _note_detours(s, w, detour)
    if are_mates_there:
        _note_mates(s, t, detour)
    _note_doors(s, t, slot, doors)
    first, count = 0, 0
    for cell in range(CELLS):
        if field[cell] < FAR:
            queue[count], waits[cell] = cell, True
            count += 1
    while count > 0:
        cell = int(queue[first])
        first, count = (first + 1) % CELLS, count - 1
        waits[cell] = False
        for way in range(WAYS):
            other, cost = _reached(s, w, cell, way, doors)
            if other == NONE or is_roof(s, other // BOARD, other % BOARD):
                continue
            far = int(field[cell]) + cost + int(detour[cell])
            if s.b_ter[other // BOARD, other % BOARD] == WATER:
                far += 1
            if far < field[other]:
                field[other] = far
                if not waits[other]:
                    queue[(first + count) % CELLS], waits[other] = other, True
                    count += 1


@kernel
def _reached(s: Any, w: Any, cell: int, way: int, doors: Any) -> tuple[int, int]:
    """The cell that lies in a direction, and what the step costs; (-1, 0) for none."""
    row, col = cell // BOARD, cell % BOARD
    if way % 2 == 0:
        place = through_portal(s, row, col, way // 2)
        if place[0] != NONE:
            return place[0] * BOARD + place[1], 1
        if doors[cell] >> (way // 2) & 1:
            return (row + SIDE_ROW[way // 2]) * BOARD + col + SIDE_COL[way // 2], int(w.door)
    if is_way(s, row, col, way):
        return (row + STEP_ROW[way]) * BOARD + col + STEP_COL[way], 1
    return NONE, 0


@kernel
def _note_detours(s: Any, w: Any, detour: Any) -> None:
    """Enemies stand in the way, and chasms are jumped only if there is no other."""
    for tile in range(s.n_tl):
        if s.tl_token[tile] == NONE:
            continue
        north, west = s.tl_row[tile], s.tl_col[tile]
        for row in range(north, min(BOARD, north + 10)):
            for col in range(west, min(BOARD, west + 10)):
                if s.b_ter[row, col] == CHASM:
                    detour[row * BOARD + col] = int(w.chasm)
    for foe in range(FOES):
        if is_foe_in_sight_of_all(s, foe):
            detour[s.foe_row[foe] * BOARD + s.foe_col[foe]] += int(w.block)


@kernel
def _note_mates(s: Any, t: Any, detour: Any) -> None:
    """Fellows stand in the way, too, but step aside; nobody gets past those who are engaged."""
    for slot in range(SLOTS):
        if s.ch_kind[slot] != EMPTY and s.ch_y[slot] != NONE:
            is_engaged = is_active(s, slot) and foes_next_to(s, t, slot) != 0
            detour[s.ch_y[slot] * BOARD + s.ch_x[slot]] += _ENGAGED if is_engaged else 1


@kernel
def _note_doors(s: Any, t: Any, slot: int, doors: Any) -> None:
    """Closed doors that a Character may open, from either side."""
    for door in range(s.n_dr):
        if s.dr_state[door] != Door.CLOSED:
            continue
        is_way_out = s.chapter == _CRYSTAL and s.dr_name[door] == _BARRACKS
        if not is_way_out and not may_open(s, t, door, slot):
            continue
        row, col, side = s.dr_row[door], s.dr_col[door], s.dr_side[door]
        if is_ground(s, row + SIDE_ROW[side], col + SIDE_COL[side]):
            if not is_way_out:
                doors[row * BOARD + col] |= 1 << side
            there = (row + SIDE_ROW[side]) * BOARD + col + SIDE_COL[side]
            doors[there] |= 1 << (side + 2) % 4


# --- ways that Specials open ----------------------------------------------------------------------


@kernel
def walk_links(s: Any, t: Any, w: Any, slot: int, are_mates_there: bool, field: Any) -> None:
    """Spread a field over the ways between tiles that lie apart, too."""
    noinline()
    flood(s, t, w, slot, are_mates_there, field)
    for _ in range(2):
        is_longer = False
        for row in range(t.first_special[s.chapter], t.first_special[s.chapter + 1]):
            if is_link(s, t, slot, row) and _walk_link(s, t, row, field):
                is_longer = True
        if not is_longer:
            break
        flood(s, t, w, slot, are_mates_there, field)


@kernel
def is_link(s: Any, t: Any, slot: int, row: int) -> bool:
    """Whether a Special leads from one tile on the board to another, as things stand."""
    card = t.specials[row]
    if card.to_tile < 0 or tile_of(s, card.to_tile) == NONE or tile_of(s, card.tile) == NONE:
        return False
    if card.reached > 0 and not is_reached(s, card.reached - 1):
        return False
    return deeds.special_is_met(s, t, slot, row - t.first_special[s.chapter] + 1)


@kernel
def ends_of(s: Any, t: Any, row: int) -> tuple[int, int, int, int]:
    """Where a way begins, and where it ends."""
    card = t.specials[row]
    start = on_board(s, t, tile_of(s, card.tile), (card.at[0] + 0, card.at[1] + 0))
    end = on_board(s, t, tile_of(s, card.to_tile), (card.to[0] + 0, card.to[1] + 0))
    return start[0] + 0, start[1] + 0, end[0] + 0, end[1] + 0


@kernel
def _sow_end(s: Any, t: Any, row: int, field: Any, place: Any, steps: int) -> None:
    """Sow where a way begins or ends: on its space, or next to it."""
    if t.specials[row].where == _ON:
        sow(field, place[0], place[1], steps)
    else:
        sow_beside(s, field, place, steps)


@kernel
def _walk_link(s: Any, t: Any, row: int, field: Any) -> bool:
    """Whether a way makes anything nearer: then both of its ends are sown."""
    row1, col1, row2, col2 = ends_of(s, t, row)
    here, there = int(field[row1 * BOARD + col1]), int(field[row2 * BOARD + col2])
    reach = 0 if t.specials[row].where == _ON else 1
    for r in range(max(0, row1 - reach), min(BOARD, row1 + reach + 1)):
        for c in range(max(0, col1 - reach), min(BOARD, col1 + reach + 1)):
            here = min(here, int(field[r * BOARD + c]))
    if there + 2 < here:
        _sow_end(s, t, row, field, (row1, col1), there + 2)
        return True
    if t.specials[row].both and here + 2 < there:
        _sow_end(s, t, row, field, (row2, col2), here + 2)
        return True
    return False
