"""Tiles on the board: where they fit, how they are laid, joined and taken away (STA-26)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.core.separate import separate
from piracy_env.games.skull_tales.rules.adventure.board import break_wall, build_wall, is_ground
from piracy_env.games.skull_tales.state import NONE
from piracy_env.games.skull_tales.state_land import Door, Exit
from piracy_env.games.skull_tales.tables.adventures import ADVENTURE_KEYS
from piracy_env.games.skull_tales.tables.tiles import BARS, DOOR_KEYS
from piracy_env.games.skull_tales.terrain import (
    BLOCKED,
    BOARD,
    SIDE_COL,
    SIDE_ROW,
    TILE_DOORS,
    TOKENS,
)

AWAKENING = ADVENTURE_KEYS.index("awakening")
CRYSTAL = ADVENTURE_KEYS.index("alchemical_crystal")
CHEATING = ADVENTURE_KEYS.index("cheating_death")
FIRST_PLACE = (28, 28)
"""Of the north-west cell of the first tile (STA-26.6)."""
APART = ((12, 12), (12, 43), (43, 12), (43, 43), (5, 28), (50, 28))
"""Where detached tiles are laid, in this order (STA-26.5)."""
_DOOR = BARS.index("door")
_HARBOUR, _GATE = TOKENS.index("v2"), 2
"""The tile with the harbour gate, and which of its exits that is, from 0."""


# --- where a tile fits ----------------------------------------------------------------------------


@kernel
def fits(s: Any, t: Any, token: int, row: int, col: int) -> bool:
    """Whether a tile has room with its north-west cell there (STA-26.2)."""
    size = t.ground[token, 0].size
    if row < 0 or col < 0 or row + size > BOARD or col + size > BOARD:
        return False
    for r in range(row, row + size):
        for c in range(col, col + size):
            if s.b_tile[r, c] != 0:
                return False
    return True


@kernel
def laying(s: Any, t: Any, exit_: int, token: int, entrance: int) -> tuple[int, int, int]:
    """Turns, row and column that lay a tile's exit at an exit on the board; turns -1: no room."""
    side = s.ex_side[exit_]
    turn = (side + 2 - t.ground[token, 0].exits[entrance, 2]) % 4
    link = t.ground[token, turn].exits[entrance]
    row = s.ex_row[exit_] + SIDE_ROW[side] - link[0]
    col = s.ex_col[exit_] + SIDE_COL[side] - link[1]
    if not fits(s, t, token, row, col):
        turn = NONE
    return turn, row, col


@kernel
def fixed_entrance(s: Any, t: Any, token: int) -> int:
    """The exit by which an Adventure wants a tile to be entered, -1 for any (STA-26.3)."""
    for row in range(len(t.entrances)):
        entrance = t.entrances[row]
        if entrance.adventure == s.chapter and entrance.tile == token:
            return entrance.exit - 1
    return NONE


@kernel
def is_gate(s: Any, token: int, exit_: int) -> bool:
    """Whether an exit of a tile is the gate that leads out of the town (STA-36.11)."""
    return s.chapter == CHEATING and token == _HARBOUR and exit_ == _GATE


@kernel
def layings(s: Any, t: Any, exit_: int, token: int) -> int:
    """The exits by which a tile can be laid at an exit, a bit each (STA-26.2, STA-26.3)."""
    found = 0
    for entrance in range(t.ground[token, 0].exits_n):
        if not is_gate(s, token, entrance) and laying(s, t, exit_, token, entrance)[0] != NONE:
            found |= 1 << entrance
    wanted = fixed_entrance(s, t, token)
    if wanted != NONE and found >> wanted & 1:
        found = 1 << wanted
    return found


@kernel
def place_apart(s: Any, t: Any, token: int) -> tuple[int, int]:
    """Where a detached tile goes: a block with a free ring around it (STA-26.5); else (-1, -1)."""
    for index in range(len(APART)):
        if _fits_apart(s, t, token, APART[index][0], APART[index][1]):
            return APART[index]
    for row in range(BOARD):
        for col in range(BOARD):
            if _fits_apart(s, t, token, row, col):
                return row, col
    return NONE, NONE


@kernel
def _fits_apart(s: Any, t: Any, token: int, row: int, col: int) -> bool:
    if not fits(s, t, token, row, col):
        return False
    size = t.ground[token, 0].size
    for r in range(row - 1, row + size + 1):
        for c in range(col - 1, col + size + 1):
            if is_ground(s, r, c):
                return False
    return True


# --- laying ---------------------------------------------------------------------------------------


@kernel
def lay(s: Any, t: Any, token: int, turn: int, place: Any) -> int:
    """Lay a tile with its exits and doors, join it to its neighbours, and return its number."""
    noinline()
    tile = _fresh(s)
    row, col = place
    s.tl_token[tile], s.tl_rot[tile] = token, turn
    s.tl_row[tile], s.tl_col[tile] = row, col
    s.tl_revealed[tile], s.tl_rooms[tile] = 0, 0
    ground = t.ground[token, turn]
    for r in range(ground.size):
        for c in range(ground.size):
            s.b_tile[row + r, col + c] = tile + 1
            s.b_ter[row + r, col + c] = ground.ter[r, c]
            s.b_reg[row + r, col + c] = ground.reg[r, c]
            s.b_wall[row + r, col + c] = ground.wall[r, c]
    for number in range(ground.exits_n):
        edge = ground.exits[number]
        _add_exit(s, tile, row + edge[0], col + edge[1], edge[2])
        if is_gate(s, token, number):
            s.ex_state[s.n_ex - 1] = Exit.CLOSED
    _block(s, t, tile)
    _lay_doors(s, t, tile)
    _join(s, tile)
    return tile


@kernel
def _fresh(s: Any) -> int:
    """A number that no tile has."""
    for tile in range(s.n_tl):
        if s.tl_token[tile] == NONE:
            return tile
    s.n_tl += 1
    return s.n_tl - 1


@kernel
def _add_exit(s: Any, tile: int, row: int, col: int, side: int) -> None:
    exit_ = s.n_ex
    s.ex_tile[exit_], s.ex_row[exit_], s.ex_col[exit_] = tile, row, col
    s.ex_side[exit_], s.ex_state[exit_] = side, Exit.OPEN
    s.n_ex += 1


@kernel
def _block(s: Any, t: Any, tile: int) -> None:
    """Block the spaces of a tile where the story has somebody who does not move."""
    for row in range(len(t.obstacles)):
        one = t.obstacles[row]
        if one.adventure == s.chapter and one.tile == s.tl_token[tile]:
            place = on_board(s, t, tile, (one.at[0] + 0, one.at[1] + 0))
            s.b_ter[place[0], place[1]] = BLOCKED


@kernel
def is_barred(s: Any, t: Any, name: int) -> bool:
    """Whether the Adventure has a door there, and not an opening or nothing."""
    row = t.doors[name]
    kind = 0
    if s.chapter == AWAKENING:
        kind = row.awakening
    elif s.chapter == CRYSTAL:
        kind = row.alchemical_crystal
    elif s.chapter == CHEATING:
        kind = row.cheating_death
    return kind == _DOOR


@kernel
def _lay_doors(s: Any, t: Any, tile: int) -> None:
    """Close the doors inside a tile."""
    token = s.tl_token[tile]
    ground = t.ground[token, s.tl_rot[tile]]
    for name in range(len(DOOR_KEYS)):
        mark = t.doors[name].mark - 1
        is_inside = t.doors[name].border == 0 and 0 <= mark < TILE_DOORS
        if t.doors[name].tile == token and is_inside and is_barred(s, t, name):
            edge = ground.doors[mark]
            add_door(s, s.tl_row[tile] + edge[0], s.tl_col[tile] + edge[1], edge[2], name)


@kernel
def add_door(s: Any, row: int, col: int, side: int, name: int) -> None:
    """Close the edge of a cell with a door."""
    door = s.n_dr
    s.dr_row[door], s.dr_col[door], s.dr_side[door] = row, col, side
    s.dr_state[door], s.dr_name[door] = Door.CLOSED, name
    s.n_dr += 1
    build_wall(s, row, col, side)


@kernel
def open_door(s: Any, door: int) -> None:
    """Open a door, and let pass and see (STA-10.41)."""
    s.dr_state[door] = Door.OPEN
    break_wall(s, s.dr_row[door], s.dr_col[door], s.dr_side[door])


@kernel
def door_at(s: Any, row: int, col: int, side: int) -> int:
    """The closed door on an edge of a cell, seen from either side; -1 for none."""
    row2, col2 = row + SIDE_ROW[side], col + SIDE_COL[side]
    for door in range(s.n_dr):
        if s.dr_state[door] == Door.OPEN:
            continue
        r, c, its_side = s.dr_row[door], s.dr_col[door], s.dr_side[door]
        if r == row and c == col and its_side == side:
            return door
        if r == row2 and c == col2 and its_side == (side + 2) % 4:
            return door
    return NONE


@kernel
def door_named(s: Any, name: int) -> int:
    """The door of that name on the board, -1 for none."""
    for door in range(s.n_dr):
        if s.dr_name[door] == name:
            return door
    return NONE


# --- joining --------------------------------------------------------------------------------------


@kernel
def _join(s: Any, tile: int) -> None:
    """Link the exits of a tile that face exits of others (STA-26.4)."""
    for exit_ in range(s.n_ex):
        if s.ex_tile[exit_] == tile:
            link_exit(s, exit_)


@kernel
def link_exit(s: Any, exit_: int) -> None:
    """Link an exit with the one that it faces, if neither has a No Exit token."""
    other = facing(s, exit_)
    if other == NONE or s.ex_state[exit_] == Exit.CLOSED or s.ex_state[other] == Exit.CLOSED:
        return
    s.ex_state[exit_], s.ex_state[other] = Exit.LINKED, Exit.LINKED
    break_wall(s, s.ex_row[exit_], s.ex_col[exit_], s.ex_side[exit_])


@kernel
def exit_at(s: Any, row: int, col: int, side: int) -> int:
    """The exit on an edge of a cell, -1 for none."""
    for exit_ in range(s.n_ex):
        is_there = s.ex_row[exit_] == row and s.ex_col[exit_] == col
        if is_there and s.ex_side[exit_] == side:
            return exit_
    return NONE


@kernel
def facing(s: Any, exit_: int) -> int:
    """The exit that an exit faces, -1 for none."""
    side = s.ex_side[exit_]
    row, col = s.ex_row[exit_] + SIDE_ROW[side], s.ex_col[exit_] + SIDE_COL[side]
    return exit_at(s, row, col, (side + 2) % 4)


@kernel
def close_exit(s: Any, exit_: int) -> None:
    """Lay a No Exit token: nothing is linked there any more (STA-5.5)."""
    other = facing(s, exit_)
    if s.ex_state[exit_] == Exit.LINKED and other != NONE:
        s.ex_state[other] = Exit.OPEN
    s.ex_state[exit_] = Exit.CLOSED
    build_wall(s, s.ex_row[exit_], s.ex_col[exit_], s.ex_side[exit_])


@kernel
def lay_at_link(s: Any, t: Any, tile: int, token: int) -> int:
    """Lay a special tile's first exit at the link of a tile; -1 if there is no room (STA-26.2)."""
    row, col, side = link_of(s, t, tile)
    turn = (side + 2 - t.ground[token, 0].exits[0, 2]) % 4
    edge = t.ground[token, turn].exits[0]
    place = (row + SIDE_ROW[side] - edge[0], col + SIDE_COL[side] - edge[1])
    if not fits(s, t, token, place[0], place[1]):
        return NONE
    _add_exit(s, tile, row, col, side)
    return lay(s, t, token, turn, place)


@separate
def lay_special(s: Any, t: Any, tile: int, token: int) -> int:
    """Lay a special tile at the link of a tile, or if there is no room apart, with a portal."""
    found = lay_at_link(s, t, tile, token)
    if found == NONE:
        found = lay(s, t, token, 0, place_apart(s, t, token))
        row, col, side = link_of(s, t, tile)
        _add_exit(s, tile, row, col, side)
        edge = t.ground[token, 0].exits[0]
        there = exit_at(s, s.tl_row[found] + edge[0], s.tl_col[found] + edge[1], edge[2])
        add_portal(s, s.n_ex - 1, there)
        build_wall(s, row, col, side)
    s.tl_revealed[found] = 1
    return found


@kernel
def is_at_link(s: Any, t: Any, tile: int) -> bool:
    """Whether a special tile lies at the link of a tile, and not apart."""
    row, col, side = link_of(s, t, tile)
    exit_ = exit_at(s, row, col, side)
    return exit_ != NONE and facing(s, exit_) != NONE


@kernel
def link_of(s: Any, t: Any, tile: int) -> tuple[int, int, int]:
    """Row, column and side of the edge of a tile at which a special one may lie."""
    link = t.ground[s.tl_token[tile], s.tl_rot[tile]].link
    return s.tl_row[tile] + link[0], s.tl_col[tile] + link[1], link[2] + 0


@kernel
def add_portal(s: Any, one: int, other: int) -> None:
    """Join two exits, however far apart: nobody explores from them any more (STA-26.5)."""
    portal = s.n_po
    s.n_po += 1
    for end in range(2):
        exit_ = one if end == 0 else other
        s.po_row[portal, end], s.po_col[portal, end] = s.ex_row[exit_], s.ex_col[exit_]
        s.po_side[portal, end] = s.ex_side[exit_]
        s.ex_state[exit_] = Exit.LINKED


@kernel
def through_portal(s: Any, row: int, col: int, side: int) -> tuple[int, int]:
    """Where a step over an edge comes out that has a portal, (-1, -1) if it has none."""
    for portal in range(s.n_po):
        for end in range(2):
            is_there = s.po_row[portal, end] == row and s.po_col[portal, end] == col
            if is_there and s.po_side[portal, end] == side:
                return s.po_row[portal, 1 - end], s.po_col[portal, 1 - end]
    return NONE, NONE


# --- taking away ----------------------------------------------------------------------------------


@kernel
def take_up(s: Any, t: Any, tile: int) -> None:
    """Take a tile without doors from the board; exits that were linked to it are open again."""
    row, col = s.tl_row[tile], s.tl_col[tile]
    size = t.ground[s.tl_token[tile], 0].size
    for exit_ in range(s.n_ex - 1, -1, -1):
        if s.ex_tile[exit_] == tile:
            _remove_exit(s, exit_)
    for r in range(row, row + size):
        for c in range(col, col + size):
            s.b_tile[r, c], s.b_ter[r, c], s.b_reg[r, c], s.b_wall[r, c] = 0, 0, 0, 0
    s.tl_token[tile] = NONE
    s.tl_row[tile], s.tl_col[tile], s.tl_rot[tile] = 0, 0, 0
    s.tl_revealed[tile], s.tl_rooms[tile] = 0, 0


@kernel
def _remove_exit(s: Any, exit_: int) -> None:
    other = facing(s, exit_)
    if s.ex_state[exit_] == Exit.LINKED and other != NONE:
        s.ex_state[other] = Exit.OPEN
        build_wall(s, s.ex_row[other], s.ex_col[other], s.ex_side[other])
    s.n_ex -= 1
    for later in range(exit_, s.n_ex):
        s.ex_tile[later], s.ex_state[later] = s.ex_tile[later + 1], s.ex_state[later + 1]
        s.ex_row[later], s.ex_col[later] = s.ex_row[later + 1], s.ex_col[later + 1]
        s.ex_side[later] = s.ex_side[later + 1]
    last = s.n_ex
    s.ex_tile[last], s.ex_row[last], s.ex_col[last] = 0, 0, 0
    s.ex_side[last], s.ex_state[last] = 0, 0


@kernel
def tile_of(s: Any, token: int) -> int:
    """The tile with that token, -1 if it is not on the board."""
    for tile in range(s.n_tl):
        if s.tl_token[tile] == token:
            return tile
    return NONE


@kernel
def on_board(s: Any, t: Any, tile: int, place: Any) -> tuple[int, int]:
    """Where a place of a tile, by its own unturned rows and columns, is on the board."""
    row, col = place
    last = t.ground[s.tl_token[tile], 0].size - 1
    for _ in range(s.tl_rot[tile]):
        row, col = col, last - row
    return s.tl_row[tile] + row, s.tl_col[tile] + col
