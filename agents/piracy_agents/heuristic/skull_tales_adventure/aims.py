"""What is to be done next, and where: the cells from which a field of distances is spread."""

from __future__ import annotations

from typing import Any

import numpy as np

from piracy_agents.heuristic.skull_tales_adventure.errands import (
    called_upon,
    is_find_wanted,
    is_left_lying,
    is_more_wanted,
    is_room_wanted,
    is_special_wanted,
    is_time_to_go_home,
    sow_own_errands,
)
from piracy_agents.heuristic.skull_tales_adventure.holding import is_line_held, sow_line
from piracy_agents.heuristic.skull_tales_adventure.people import (
    are_foes_at_hand,
    hits_left,
    is_awake,
    is_fallen,
)
from piracy_agents.heuristic.skull_tales_adventure.space import space_at
from piracy_agents.heuristic.skull_tales_adventure.ways import (
    FAR,
    sow,
    sow_beside,
    sow_next_to,
    walk_links,
)
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.options import CHAPTERS
from piracy_env.games.skull_tales.rules.adventure.board import room_of
from piracy_env.games.skull_tales.rules.adventure.castaways import I7
from piracy_env.games.skull_tales.rules.adventure.exploring import OPENED
from piracy_env.games.skull_tales.rules.adventure.figures import (
    CHARACTER,
    is_active,
    is_room_free_of_foes,
    place_of,
)
from piracy_env.games.skull_tales.rules.adventure.paths import CELLS
from piracy_env.games.skull_tales.rules.adventure.piles import pile_of_exit
from piracy_env.games.skull_tales.rules.adventure.stories import is_pile_needed, may_explore_exit
from piracy_env.games.skull_tales.rules.adventure.story_flags import FIRST_FIND
from piracy_env.games.skull_tales.rules.adventure.tiles import door_at, on_board, tile_of
from piracy_env.games.skull_tales.state import EMPTY, MELEE, NONE, PIRATE, SLOTS
from piracy_env.games.skull_tales.state_land import (
    FOES,
    GOAL_TOKENS,
    LYING,
    TOKENS_FALLEN,
    Exit,
    Goal,
)
from piracy_env.games.skull_tales.tables.adventures import WHERE
from piracy_env.games.skull_tales.terrain import BLOCKED, BOARD, BOAT, ROOF

_JONES, _CRYSTAL = CHAPTERS.index("captain_jones"), CHAPTERS.index("alchemical_crystal")
_CASTAWAYS = CHAPTERS.index("castaways")
_ADJACENT, _ON, _ROOM = WHERE.index("adjacent"), WHERE.index("on"), WHERE.index("room")
_BERTH = 2
"""Steps that are left between a follower and where the others have something to do, or come in."""
_SAFE = 2
"""Hits that somebody must be able to take who goes up to Enemies."""


@kernel
def seek(s: Any, t: Any, w: Any, slot: int, field: Any) -> None:
    """The field of a Character: how far it is to the nearest thing that it should do."""
    noinline()
    field[:] = FAR
    if is_line_held(s, t, w):
        sow_line(s, slot, field)
        walk_links(s, t, w, slot, True, field)
        return
    later = w.later if are_foes_at_hand(s) else 0.0
    if is_time_to_go_home(s, t):
        _seek_home(s, t, w, slot, field)
        return
    _sow_errands(s, t, w, slot, w.errand + later, field)
    if field.min() == FAR:
        _follow(s, t, w, slot, w.follow[0] + later, field)
    _sow_exits(s, t, w, slot, w.explore + later, field)
    _sow_tokens(s, t, w, slot, field)
    _sow_bodies(s, t, w, slot, field)
    _sow_foes(s, t, w, slot, field)
    walk_links(s, t, w, slot, True, field)


@kernel
def _seek_home(s: Any, t: Any, w: Any, slot: int, field: Any) -> None:
    """All is done: home, with whoever lies there; the boat of Captain Jones must be cleared."""
    _sow_home(s, t, slot, field)
    _sow_bodies(s, t, w, slot, field)
    if s.chapter == _JONES:
        _sow_foes(s, t, w, slot, field)
    walk_links(s, t, w, slot, True, field)


@kernel
def _follow(s: Any, t: Any, w: Any, slot: int, cost: float, field: Any) -> None:
    """Go where whoever leads has something to do, but not quite there; else to the others."""
    ahead = leader(s, t)
    if ahead != NONE and ahead != slot:  # noqa: PLR1714 - numba knows no tuple of two types
        _sow_errands(s, t, w, ahead, cost, field)
    if field.min() == FAR:
        _sow_mates(s, w, slot, field)
        return
    walk_links(s, t, w, slot, False, field)
    for cell in range(CELLS):
        field[cell] = max(int(field[cell]), int(cost) + _BERTH)


# --- what the chapter asks for --------------------------------------------------------------------


@kernel
def _sow_errands(s: Any, t: Any, w: Any, slot: int, cost: float, field: Any) -> None:
    """All that the story has for a Character."""
    _sow_finds(s, t, w, slot, cost, field)
    _sow_specials(s, t, w, slot, cost, field)
    _sow_rooms(s, t, cost, field)
    sow_own_errands(s, t, cost, slot, field)


@kernel
def _sow_room(s: Any, t: Any, tile: int, room: int, cost: float, field: Any) -> None:
    """All cells of a room of a tile; of a whole tile without one."""
    size = t.ground[s.tl_token[tile], 0].size
    for row in range(s.tl_row[tile], s.tl_row[tile] + size):
        for col in range(s.tl_col[tile], s.tl_col[tile] + size):
            if s.b_ter[row, col] in (BLOCKED, ROOF):
                continue
            if room < 0 or room_of(s, row, col) == room + 1:
                is_free = is_room_free_of_foes(s, row, col)
                sow(field, row, col, cost + 4.0 * (not is_free))


@kernel
def _sow_finds(s: Any, t: Any, w: Any, slot: int, cost: float, field: Any) -> None:
    """Rooms that must be searched."""
    number = 0
    for row in range(len(t.finds)):
        if t.finds[row].adventure == s.chapter:
            tile = tile_of(s, t.finds[row].tile)
            if tile != NONE and is_find_wanted(s, t, w, slot, row, s.sf[FIRST_FIND + number]):
                _sow_room(s, t, tile, t.finds[row].room, cost, field)
            number += 1


@kernel
def _sow_specials(s: Any, t: Any, w: Any, slot: int, cost: float, field: Any) -> None:
    """Places where the story lets something be done."""
    first = t.first_special[s.chapter]
    for row in range(first, t.first_special[s.chapter + 1]):
        card = t.specials[row]
        if card.tile < 0 or tile_of(s, card.tile) == NONE:
            continue
        if not is_special_wanted(s, t, w, slot, row - first + 1):
            continue
        tile = tile_of(s, card.tile)
        if card.where == _ROOM:
            _sow_room(s, t, tile, card.room, cost, field)
        elif card.at[0] >= 0:
            place = on_board(s, t, tile, (card.at[0] + 0, card.at[1] + 0))
            if card.where == _ADJACENT:
                sow_beside(s, field, place, cost)
            elif card.where == _ON:
                sow(field, place[0], place[1], cost)


@kernel
def _sow_rooms(s: Any, t: Any, cost: float, field: Any) -> None:
    """Rooms that must be opened, for who is in them."""
    for row in range(len(t.garrisons)):
        post = t.garrisons[row]
        if post.adventure != s.chapter or post.when != OPENED or not is_room_wanted(s, row):
            continue
        tile = tile_of(s, post.tile)
        if tile != NONE and s.tl_rooms[tile] >> post.room & 1 == 0:
            _sow_room(s, t, tile, post.room, cost, field)


@kernel
def _sow_exits(s: Any, t: Any, w: Any, slot: int, cost: float, field: Any) -> None:
    """Exits behind which something may lie that is needed; all go to the same one."""
    ahead = leader(s, t)
    nearest = NONE
    if ahead != NONE and ahead != slot:  # noqa: PLR1714 - numba knows no tuple of two types
        nearest = _nearest_exit(s, t, w, ahead)
    for exit_ in range(s.n_ex):
        if s.ex_state[exit_] == Exit.RESERVED:
            sow(field, s.ex_row[exit_], s.ex_col[exit_], cost - w.chase)
        elif _is_meant(nearest, exit_) and is_exit_wanted(s, t, exit_):
            sow(field, s.ex_row[exit_], s.ex_col[exit_], cost)


@kernel
def _is_meant(nearest: int, exit_: int) -> bool:
    """Whether an exit is the one that all go to, or there is none."""
    return nearest == NONE or nearest == exit_  # noqa: PLR1714 - as above


@kernel
def _nearest_exit(s: Any, t: Any, w: Any, slot: int) -> int:
    """The exit to explore that is nearest to a Character, -1 if it reaches none."""
    best, far = NONE, FAR
    ways = np.empty(CELLS, np.int16)
    ways[:] = FAR
    sow(ways, s.ch_y[slot], s.ch_x[slot], 0.0)
    walk_links(s, t, w, slot, False, ways)
    for exit_ in range(s.n_ex):
        steps = int(ways[s.ex_row[exit_] * BOARD + s.ex_col[exit_]])
        if steps < far and is_exit_wanted(s, t, exit_):
            steps += int(w.space * (1.0 - space_at(s, t, exit_)))
            if steps < far:
                best, far = exit_, steps
    return best


@kernel
def is_exit_wanted(s: Any, t: Any, exit_: int) -> bool:
    """Whether an exit can be explored, and leads to what is needed."""
    if s.ex_state[exit_] != Exit.OPEN or not may_explore_exit(s, t, exit_):
        return False
    if door_at(s, s.ex_row[exit_], s.ex_col[exit_], s.ex_side[exit_]) != NONE:
        return False
    pile = pile_of_exit(s, t, exit_)
    if space_at(s, t, exit_) == 0.0:
        return False
    return s.pile_n[pile] > 0 and is_pile_needed(s, t, pile) and is_more_wanted(s)


@kernel
def _sow_home(s: Any, t: Any, slot: int, field: Any) -> None:
    """Where the Adventure ends: free spaces there, and the own one."""
    if s.chapter == _CRYSTAL:
        own = t.adventures[s.chapter]
        for index in range(len(own.zone)):
            if own.zone[index, 0] >= 0:
                place = (own.zone[index, 0] + 0, own.zone[index, 1] + 0)
                there = on_board(s, t, tile_of(s, own.zone_tile), place)
                _sow_berth(s, slot, there[0], there[1], 0.0, field)
        return
    tile = tile_of(s, I7)
    if tile == NONE:
        return
    for row in range(s.tl_row[tile], s.tl_row[tile] + 5):
        for col in range(s.tl_col[tile], s.tl_col[tile] + 5):
            is_berth = s.b_ter[row, col] == BOAT or s.chapter == _CASTAWAYS
            if is_berth and s.b_ter[row, col] != BLOCKED:
                cost = _crush(s, tile, row, col) if s.chapter == _CASTAWAYS else 0.0
                _sow_berth(s, slot, row, col, cost, field)


@kernel
def _crush(s: Any, tile: int, row: int, col: int) -> float:
    """How much a space near the ways onto a tile is in the way of those who still come."""
    most = 0
    for exit_ in range(s.n_ex):
        if s.ex_tile[exit_] == tile:
            far = max(abs(s.ex_row[exit_] - row), abs(s.ex_col[exit_] - col))
            most = max(most, _BERTH - int(far))
    return float(most)


@kernel
def _sow_berth(s: Any, slot: int, row: int, col: int, cost: float, field: Any) -> None:
    """A space at the end of the way, if nobody else has it."""
    for other in range(SLOTS):
        is_taken = s.ch_kind[other] != EMPTY and s.ch_y[other] == row and s.ch_x[other] == col
        if other != slot and is_taken:
            return
    sow(field, row, col, cost)


# --- figures and tokens ---------------------------------------------------------------------------


@kernel
def _sow_tokens(s: Any, t: Any, w: Any, slot: int, field: Any) -> None:
    """Goals that lie there, what is marked, what would stand up again, and what may have coins."""
    for goal in range(GOAL_TOKENS):
        if s.goal_state[goal] == Goal.LYING:
            sow_next_to(s, t, field, (s.goal_row[goal] + 0, s.goal_col[goal] + 0), 0.0)
    for token in range(TOKENS_FALLEN):
        if s.fl_row[token] == NONE or is_left_lying(s, t, slot, s.fl_mark[token] + 0):
            continue
        is_dear = s.fl_mark[token] > 0 or s.fl_immortal[token] != NONE
        place = (s.fl_row[token] + 0, s.fl_col[token] + 0)
        if is_dear or w.loot < FAR:
            sow_next_to(s, t, field, place, 0.0 if is_dear else w.loot)
    for thing in range(LYING):
        if s.gr_row[thing] != NONE and s.gr_from[thing] == slot:
            sow_next_to(s, t, field, (s.gr_row[thing] + 0, s.gr_col[thing] + 0), w.gather)


@kernel
def _sow_bodies(s: Any, t: Any, w: Any, slot: int, field: Any) -> None:
    """Those who are to be revived."""
    for other in range(SLOTS):
        if other != slot and is_fallen(s, other):
            sow_next_to(s, t, field, (s.ch_y[other] + 0, s.ch_x[other] + 0), w.mercy)


@kernel
def _sow_foes(s: Any, t: Any, w: Any, slot: int, field: Any) -> None:
    """Enemies that are awake, for those who can still take a blow."""
    fear = w.fight if hits_left(s, slot) >= _SAFE else w.fight + w.caution
    for foe in range(FOES):
        if is_awake(s, foe):
            chase = 0.0 if s.foe_role[foe] > 0 or s.foe_mark[foe] > 0 else fear
            sow(field, s.foe_row[foe], s.foe_col[foe], chase - w.block)


@kernel
def _sow_mates(s: Any, w: Any, slot: int, field: Any) -> None:
    """The others, for want of anything else."""
    for other in range(SLOTS):
        if other != slot and is_active(s, other) and s.ch_y[other] != NONE:
            row, col = place_of(s, CHARACTER + other)
            sow(field, row, col, w.follow[1])


@kernel
def leader(s: Any, t: Any) -> int:
    """Who opens the way: who alone can go on with the story, or who can stand most; else -1."""
    best, most = called_upon(s, t), -1.0
    if best != NONE:
        return best
    for slot in range(SLOTS):
        if is_active(s, slot) and s.ch_y[slot] != NONE and s.ch_kind[slot] == PIRATE:
            fit = 1.0 * hits_left(s, slot) + s.ch_att[slot, MELEE] + 0.5 * (slot == s.init)
            if fit > most:
                best, most = slot, fit
    return best
