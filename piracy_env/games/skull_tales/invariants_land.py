"""What is true of the board and its figures, looked at as whole arrays: it has 3,600 cells."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from piracy_env.core.record import Record
from piracy_env.games.skull_tales.state import EMPTY, NONE, SLOTS
from piracy_env.games.skull_tales.state_land import COMPANIONS, FOES, Companion, Door, Exit
from piracy_env.games.skull_tales.tables.enemies import FOE_KEYS
from piracy_env.games.skull_tales.terrain import (
    BLOCKED,
    BOARD,
    CHASM,
    ROOF,
    SIDE_COL,
    SIDE_ROW,
    TOKENS,
)

MOST_ON_ROOF = 4
_LAYERS = ("b_ter", "b_reg")
_COUNTED = {
    "n_tl": ("tl_token", "tl_row", "tl_col", "tl_rot", "tl_revealed", "tl_rooms"),
    "n_ex": ("ex_tile", "ex_row", "ex_col", "ex_side", "ex_state"),
    "n_dr": ("dr_row", "dr_col", "dr_side", "dr_state", "dr_name"),
    "n_po": ("po_row", "po_col", "po_side"),
    "reserve_n": ("reserve",),
    **{f"{deck}_n": (deck,) for deck in ("sd", "sdisc", "idk", "idisc")},
}
"""Fields whose entries beyond a count are 0."""


def board_faults(s: Record, t: Record) -> Iterator[str]:
    """What is wrong with tiles, walls, exits and doors (STA section 13: 1)."""
    tiles = [tile for tile in range(s.n_tl) if s.tl_token[tile] >= 0]
    tokens = [s.tl_token[tile] for tile in tiles]
    if len(set(tokens)) < len(tokens):
        yield "a tile token is on the board twice"
    expected = {name: np.zeros((BOARD, BOARD), np.int8) for name in ("b_tile", *_LAYERS, "b_wall")}
    for tile in tiles:
        ground = t.ground[s.tl_token[tile], s.tl_rot[tile]]
        row, col, size = s.tl_row[tile], s.tl_col[tile], ground.size
        if row + size > BOARD or col + size > BOARD:
            yield f"tile {TOKENS[s.tl_token[tile]]} leaves the board"
            return
        where = (slice(row, row + size), slice(col, col + size))
        if expected["b_tile"][where].any():
            yield f"tile {TOKENS[s.tl_token[tile]]} lies on another one"
        expected["b_tile"][where] = tile + 1
        for name in (*_LAYERS, "b_wall"):
            part = "wall" if name == "b_wall" else name.removeprefix("b_")
            expected[name][where] = getattr(ground, part)[:size, :size]
    for one in t.obstacles:
        for tile in tiles:
            if one.adventure == s.chapter and one.tile == s.tl_token[tile]:
                expected["b_ter"][_on_board(s, t, tile, *one.at.tolist())] = BLOCKED
    yield from _exit_faults(s, t, expected["b_wall"])
    yield from _door_faults(s, expected["b_wall"])
    for name, layer in expected.items():
        differing = np.argwhere(np.asarray(getattr(s, name)) != layer)
        if len(differing):
            row, col = differing[0].tolist()
            yield (
                f"{name}[{row}, {col}] is {getattr(s, name)[row, col]}, "
                f"not {layer[row, col]} ({len(differing)} cells differ)"
            )
    yield from _padding_faults(s)


def _exit_faults(s: Record, t: Record, wall: NDArray[Any]) -> Iterator[str]:
    """Exits are where their tiles have them; those that are linked open the wall."""
    found = [(s.ex_tile[k], s.ex_row[k], s.ex_col[k], s.ex_side[k]) for k in range(s.n_ex)]
    drawn, links = [], []
    for tile in range(s.n_tl):
        if s.tl_token[tile] >= 0:
            ground = t.ground[s.tl_token[tile], s.tl_rot[tile]]
            row, col = s.tl_row[tile], s.tl_col[tile]
            edges = ground.exits[: ground.exits_n].tolist()
            drawn += [(tile, row + r, col + c, side) for r, c, side in edges]
            r, c, side = ground.link.tolist()
            links += [(tile, row + r, col + c, side)] if r >= 0 else []
    if set(drawn) - set(found) or set(found) - {*drawn, *links} or len(set(found)) < len(found):
        yield "the exits are not those of the tiles on the board"
    states = {(row, col, side): s.ex_state[k] for k, (_, row, col, side) in enumerate(found)}
    portals = {
        (s.po_row[k, end], s.po_col[k, end], s.po_side[k, end])
        for k in range(s.n_po)
        for end in range(2)
    }
    ways_in = _ways_in(s, t)
    for (row, col, side), state in states.items():
        other = (row + SIDE_ROW[side], col + SIDE_COL[side], (side + 2) % 4)
        is_joined = states.get(other) == Exit.LINKED
        is_apart = state == Exit.LINKED and (row, col) in ways_in
        if (state == Exit.LINKED) != (is_joined or is_apart or (row, col, side) in portals):
            yield f"the exit of ({row}, {col}) is linked to nothing, or ought to be"
        elif is_joined:
            wall[row, col] &= 15 - (1 << side)


def _ways_in(s: Record, t: Record) -> set[tuple[int, int]]:
    """Where tiles that lie apart are entered: nobody explores there (STA-26.5)."""
    first, last = t.first_special[s.chapter], t.first_special[s.chapter + 1]
    return {
        _on_board(s, t, tile, *t.specials[row].to.tolist())
        for row in range(first, last)
        for tile in range(s.n_tl)
        if s.tl_token[tile] == t.specials[row].to_tile != NONE
    }


def _on_board(s: Record, t: Record, tile: int, row: int, col: int) -> tuple[int, int]:
    """Where a place of a tile is on the board."""
    last = t.ground[s.tl_token[tile], 0].size - 1
    for _ in range(s.tl_rot[tile]):
        row, col = col, last - row
    return s.tl_row[tile] + row, s.tl_col[tile] + col


def _door_faults(s: Record, wall: NDArray[Any]) -> Iterator[str]:
    """Closed doors are walls from both sides, open ones are none."""
    places = [(s.dr_row[k], s.dr_col[k], s.dr_side[k]) for k in range(s.n_dr)]
    if len(set(places)) < len(places):
        yield "two doors are in the same place"
    for k, (row, col, side) in enumerate(places):
        row2, col2 = row + SIDE_ROW[side], col + SIDE_COL[side]
        for r, c, there in ((row, col, side), (row2, col2, (side + 2) % 4)):
            if not (0 <= r < BOARD and 0 <= c < BOARD) or not s.b_tile[r, c]:
                continue
            if s.dr_state[k] != Door.OPEN:
                wall[r, c] |= 1 << there


def _padding_faults(s: Record) -> Iterator[str]:
    for count, names in _COUNTED.items():
        for name in names:
            if np.asarray(getattr(s, name))[getattr(s, count) :].any():
                yield f"{name} is not 0 beyond its {getattr(s, count)} entries"
    for pile in range(2):
        if np.asarray(s.pile[pile])[s.pile_n[pile] :].any():
            yield f"pile[{pile}] is not 0 beyond its {s.pile_n[pile]} tokens"


def figure_faults(s: Record, t: Record) -> Iterator[str]:
    """What is wrong with where figures stand, and with their number (STA section 13: 2, 3)."""
    places = np.array(_places(s), np.int64).reshape(-1, 2)
    off = (places < 0).any(axis=1)
    on = places[~off]
    if (places[off] != -1).any():
        yield "a figure is half off the board"
    ter, tile = np.asarray(s.b_ter), np.asarray(s.b_tile)
    kinds = ter[on[:, 0], on[:, 1]]
    if (tile[on[:, 0], on[:, 1]] == 0).any():
        yield "a figure stands beside the tiles"
    if np.isin(kinds, (BLOCKED, CHASM)).any():
        yield "a figure stands on rock or in a chasm"
    cells, counts = np.unique(on @ [BOARD, 1], return_counts=True)
    most = np.where(ter.ravel()[cells] == ROOF, MOST_ON_ROOF, 1)
    if (counts > most).any():
        row, col = divmod(int(cells[counts > most][0]), BOARD)
        yield f"too many figures are at ({row}, {col})"
    yield from _supply_faults(s, t)


def _places(s: Record) -> list[tuple[int, int]]:
    """Where the figures are that exist; those that are held are off the board."""
    return [
        *((s.foe_row[k], s.foe_col[k]) for k in range(FOES) if s.foe_type[k] >= 0),
        *((s.ch_y[k], s.ch_x[k]) for k in range(SLOTS) if s.ch_kind[k] != EMPTY),
        *(
            (s.npc_row[k], s.npc_col[k])
            for k in range(COMPANIONS)
            if s.npc_kind[k] != Companion.NOBODY
        ),
    ]


def _supply_faults(s: Record, t: Record) -> Iterator[str]:
    """Each type has as many figures as there are, on the board, lying as Immortals or left."""
    for kind, foe in enumerate(t.enemies):
        there = int((np.asarray(s.foe_type) == kind).sum())
        lying = int(((np.asarray(s.fl_immortal) == kind) & (np.asarray(s.fl_row) >= 0)).sum())
        if there + lying + s.fig_left[kind] != foe.figures:
            yield f"{FOE_KEYS[kind]}: {there} + {lying} + {s.fig_left[kind]} figures"
    nobody = np.asarray(s.foe_type) < 0
    for name in ("wounds", "hp_max", "stun", "hide", "status", "mark", "off", "holds", "acted"):
        if np.asarray(getattr(s, f"foe_{name}"))[nobody].any():
            yield f"foe_{name} is not 0 where there is no Enemy"
    held = [slot - 1 for slot in s.foe_holds if slot]
    if len(set(held)) < len(held):
        yield "two Enemies hold the same Character"
