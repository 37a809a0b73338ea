"""Figures on the board: who they are, where they stand, and who takes notice of whom.

All figures are numbered through: Enemies first, then Characters from `CHARACTER` on, then
companions (Paolo, a Zombie) from `COMPANION` on.
"""

from __future__ import annotations

from typing import Any

from piracy_env.core.bits import lowest, places_of
from piracy_env.core.jit import kernel
from piracy_env.games.skull_tales.rules.adventure.board import (
    is_same_room,
    is_same_space,
    is_shared,
)
from piracy_env.games.skull_tales.state import EMPTY, NONE, SLOTS
from piracy_env.games.skull_tales.state_land import (
    COMPANIONS,
    FOES,
    Companion,
    Status,
)

CHARACTER = FOES
"""The number of the first Character among the figures."""
COMPANION = FOES + SLOTS
FIGURES = FOES + SLOTS + COMPANIONS
NOBODY = -1
_FOES, _PEOPLE, _COMPANIONS = (1 << FOES) - 1, (1 << SLOTS) - 1, (1 << COMPANIONS) - 1
_NO_COMPANION = int(Companion.NOBODY)

_UNNOTICED = Status.HIDDEN | Status.POSSUM | Status.RESTRAINED | Status.KNOCKED_OUT
_NO_OBSTACLE = Status.HIDDEN | Status.KNOCKED_OUT


@kernel
def place_of(s: Any, figure: int) -> tuple[int, int]:
    """Where a figure stands, (-1, -1) if it is not on the board."""
    row, col = NONE, NONE
    if figure < CHARACTER:
        if s.foe_type[figure] != NONE:
            row, col = s.foe_row[figure], s.foe_col[figure]
    elif figure < COMPANION:
        if s.ch_kind[figure - CHARACTER] != EMPTY:
            row, col = s.ch_y[figure - CHARACTER], s.ch_x[figure - CHARACTER]
    elif s.npc_kind[figure - COMPANION] != Companion.NOBODY:
        row, col = s.npc_row[figure - COMPANION], s.npc_col[figure - COMPANION]
    return row, col


@kernel
def stands_at(s: Any, figure: int, place: Any) -> bool:
    """Whether a figure is in the space of a place."""
    row, col = place_of(s, figure)
    return row != NONE and is_same_space(s, place[0], place[1], row, col)


@kernel
def foes_on_board(s: Any) -> int:
    """Enemies on the board, a bit each: they are few, so that to walk them beats asking for all."""
    return _FOES & ~(places_of(s.foe_type, NONE) | places_of(s.foe_row, NONE))


@kernel
def foes_in_sight_of_all(s: Any) -> int:
    """Enemies on the board that are not Hidden, a bit each (STA-14.9)."""
    return foes_on_board(s) & places_of(s.foe_hide, 0)


@kernel
def foes_seen_by(s: Any, slot: int) -> int:
    """Enemies that a Character takes notice of, a bit each: see `is_foe_seen_by`."""
    return foes_on_board(s) & (places_of(s.foe_hide, 0) | s.spotted[slot])


@kernel
def figures_on_board(s: Any) -> int:
    """Figures on the board, a bit each."""
    people = _PEOPLE & ~(places_of(s.ch_kind, EMPTY) | places_of(s.ch_y, NONE))
    others = _COMPANIONS & ~(places_of(s.npc_kind, _NO_COMPANION) | places_of(s.npc_row, NONE))
    return foes_on_board(s) | people << CHARACTER | others << COMPANION


@kernel
def figures_at(s: Any, place: Any) -> int:
    """Figures in the space of a place, those that lie there too, a bit each."""
    row, col = place
    if not is_shared(s, row, col):
        return figures_on_board(s) & _figures_on_cell(s, row, col)
    found, left = 0, figures_on_board(s)
    while left:
        found |= stands_at(s, lowest(left), place) << lowest(left)
        left &= left - 1
    return found


@kernel
def _figures_on_cell(s: Any, row: int, col: int) -> int:
    foes = places_of(s.foe_row, row) & places_of(s.foe_col, col)
    people = places_of(s.ch_y, row) & places_of(s.ch_x, col)
    others = places_of(s.npc_row, row) & places_of(s.npc_col, col)
    return foes | people << CHARACTER | others << COMPANION


@kernel
def count_at(s: Any, place: Any) -> int:
    """How many figures are in the space of a place, those that lie there too."""
    count, left = 0, figures_at(s, place)
    while left:
        count += 1
        left &= left - 1
    return count


@kernel
def character_at(s: Any, place: Any) -> int:
    """The slot of the Character in the space of a place, -1 for none; on a roof the first."""
    for slot in range(SLOTS):
        if stands_at(s, CHARACTER + slot, place):
            return slot
    return NOBODY


# --- who takes notice of whom ---------------------------------------------------------------------


@kernel
def is_active(s: Any, slot: int) -> bool:
    """Whether a Character is in play: on the board or held, neither Knocked Out nor removed."""
    is_there = s.ch_kind[slot] != EMPTY and s.ch_in_adv[slot] == 1 and s.ch_dead[slot] == 0
    return is_there and s.ch_status[slot] & Status.KNOCKED_OUT == 0


@kernel
def is_noticed(s: Any, slot: int) -> bool:
    """Whether Enemies take notice of a Character (STA-R13)."""
    is_on_board = is_active(s, slot) and s.ch_y[slot] != NONE
    return is_on_board and s.ch_status[slot] & _UNNOTICED == 0


@kernel
def is_standing(s: Any, slot: int) -> bool:
    """Whether a Character stands on the board, and is not Hidden (STA-R5, STA-9.6)."""
    is_on_board = s.ch_kind[slot] != EMPTY and s.ch_y[slot] != NONE
    return is_on_board and s.ch_status[slot] & _NO_OBSTACLE == 0


@kernel
def is_foe(s: Any, foe: int) -> bool:
    """Whether the board has that Enemy."""
    return s.foe_type[foe] != NONE and s.foe_row[foe] != NONE


@kernel
def is_foe_in_sight_of_all(s: Any, foe: int) -> bool:
    """Whether an Enemy is on the board and not Hidden (STA-14.9)."""
    return is_foe(s, foe) and s.foe_hide[foe] == 0


@kernel
def is_foe_seen_by(s: Any, foe: int, slot: int) -> bool:
    """Whether a Character takes notice of an Enemy: Hidden ones that it has spotted (STA-20.99)."""
    return is_foe(s, foe) and (s.foe_hide[foe] == 0 or s.spotted[slot] >> foe & 1 == 1)


@kernel
def stops_sight(s: Any, figure: int, foe: int) -> bool:
    """Whether a figure stops the sight of Characters or, with `foe`, of Enemies (STA-9.3, 9.7)."""
    if figure < CHARACTER:
        return foe == 0 and is_foe_in_sight_of_all(s, figure)
    if figure < COMPANION:
        slot = figure - CHARACTER
        return foe == 1 and is_noticed(s, slot)
    return foe == 1 and s.npc_kind[figure - COMPANION] == Companion.ZOMBIE


@kernel
def is_room_free_of_foes(s: Any, row: int, col: int) -> bool:
    """Whether no Enemy that is not Hidden stands in the room of a cell (STA-R32)."""
    left = foes_in_sight_of_all(s)
    while left:
        foe = lowest(left)
        left &= left - 1
        if is_same_room(s, row, col, s.foe_row[foe], s.foe_col[foe]):
            return False
    return True
