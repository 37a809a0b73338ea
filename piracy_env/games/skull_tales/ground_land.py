"""The tiles as a picture: ground, walls, roofs, doors and exits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from piracy_env.core.record import Record
from piracy_env.drawing.fonts import BOLD
from piracy_env.drawing.svg import (
    FADED,
    GOLD,
    GOLD_DARK,
    INK,
    Box,
    circle,
    group,
    line,
    path,
    polygon,
    rect,
    text,
)
from piracy_env.games.skull_tales.map_land import Frame, frame_of
from piracy_env.games.skull_tales.state import NONE
from piracy_env.games.skull_tales.state_land import Door, Exit
from piracy_env.games.skull_tales.terrain import (
    BLOCKED,
    BOARD,
    BOAT,
    CAVE,
    CHASM,
    CITY,
    EAST,
    ISLAND,
    NORTH,
    ROOF,
    ROOM,
    SIDE_COL,
    SIDE_ROW,
    SOUTH,
    SPECIAL,
    TEMPLE,
    TOKENS,
    WATER,
    WEST,
)

MOST_CELL = 80
"""Largest side of a space, in pixels."""
_MARGIN = 0.8
"""Spaces left free around the tiles."""
_FLOORS = {
    ISLAND: "#e3d3a0",
    CAVE: "#b3a794",
    TEMPLE: "#d6c3a3",
    CITY: "#cfc6b6",
    SPECIAL: "#b9ad9c",
}
_ROCKS = {
    ISLAND: "#5d7d45",
    CAVE: "#5b5148",
    TEMPLE: "#7c6a52",
    CITY: "#77706a",
    SPECIAL: "#4f4741",
}
_WATER, _WAVE, _CHASM, _DEPTH = "#5fb0c4", "#b9e3ea", "#2b2320", "#6b5a4e"
_BOAT, _PLANK, _ROOM, _BOARDS = "#9a6a3d", "#6d4521", "#d8b483", "#b98e59"
_ROOF, _TILES = "#b9553a", "#8e3a25"
_WALL = "#33261c"
_RED, _IRON = "#b3261e", "#4a4f57"
_PORTAL = "#7a3e9d"
_TURNS = {NORTH: 0, EAST: 90, SOUTH: 180, WEST: 270}


class Sheet(NamedTuple):
    """Where the spaces of the board are on the picture."""

    frame: Frame
    x: float
    y: float
    cell: float

    def box(self, row: int, col: int) -> Box:
        """The square of a space."""
        left = self.x + (col - self.frame.left) * self.cell
        return Box(left, self.y + (row - self.frame.top) * self.cell, self.cell, self.cell)

    def edge(self, row: int, col: int, side: int) -> tuple[float, float]:
        """The middle of a side of a space."""
        x, y = self.box(row, col).middle
        return x + SIDE_COL[side] * self.cell / 2, y + SIDE_ROW[side] * self.cell / 2


def sheet_of(s: Record, box: Box) -> Sheet:
    """Fit the tiles into a box."""
    frame = frame_of(s)
    rows, cols = frame.bottom - frame.top + 1, frame.right - frame.left + 1
    cell = min(MOST_CELL, box.width / (cols + 2 * _MARGIN), box.height / (rows + 2 * _MARGIN))
    x, y = box.middle
    return Sheet(frame, x - cols * cell / 2, y - rows * cell / 2, cell)


def ground(s: Record, t: Record, sheet: Sheet) -> str:
    """All tiles, with walls, doors and exits."""
    tiles = [tile for tile in range(s.n_tl) if s.tl_token[tile] != NONE]
    return "".join(
        (
            *(_tile(s, t, sheet, tile) for tile in tiles),
            *_grid(s, sheet),
            *_walls(s, sheet),
            *_doors(s, sheet),
            *_exits(s, sheet),
            *_portals(s, sheet),
            *(_name(s, t, sheet, tile) for tile in tiles),
            *_numbers(sheet),
        )
    )


# --- tiles ----------------------------------------------------------------------------------------


def _tile(s: Record, t: Record, sheet: Sheet, tile: int) -> str:
    """The floor of a tile, and what is no floor."""
    token = s.tl_token[tile]
    base = t.ground[token, s.tl_rot[tile]]
    first = sheet.box(s.tl_row[tile], s.tl_col[tile])
    whole = first._replace(width=base.size * sheet.cell, height=base.size * sheet.cell)
    shadow = rect(whole._replace(x=whole.x + 4, y=whole.y + 5), "#000000", rx=4, opacity=0.28)
    parts = [shadow, rect(whole, _FLOORS[base.type], rx=3)]
    for r in range(base.size):
        for c in range(base.size):
            row, col = s.tl_row[tile] + r, s.tl_col[tile] + c
            parts.append(_space(int(s.b_ter[row][col]), sheet.box(row, col), base.type, r + c))
    return "".join(parts)


def _space(kind: int, box: Box, type_: int, odd: int) -> str:
    """What a space looks like that is no plain floor."""
    if kind == BLOCKED:
        return _rock(box, type_, odd)
    if kind == WATER:
        return rect(box, _WATER) + _waves(box)
    if kind == CHASM:
        return rect(box, _CHASM) + _cracks(box)
    if kind == BOAT:
        return rect(box, _BOAT) + _planks(box, _PLANK)
    if kind == ROOM:
        return rect(box, _ROOM) + _planks(box, _BOARDS)
    return rect(box, _ROOF) + _shingles(box) if kind == ROOF else ""


def _rock(box: Box, type_: int, odd: int) -> str:
    """Trees on islands, rock elsewhere."""
    x, y = box.middle
    fill, side = _ROCKS[type_], box.width
    if type_ == ISLAND:
        crowns = ((-0.2, 0.1, 0.27), (0.2, 0.14, 0.25), (0.02, -0.16, 0.28))
        shift = 0.06 * (odd % 2)
        return rect(box, "#86a05c") + "".join(
            circle(x + dx * side + shift * side, y + dy * side, r * side, fill,
                   stroke="#3d5a2c", stroke_width=1)
            for dx, dy, r in crowns
        )  # fmt: skip
    corners = ((-0.5, -0.28), (-0.2, -0.5), (0.32, -0.46), (0.5, -0.1), (0.44, 0.4), (-0.1, 0.5),
               (-0.48, 0.3))  # fmt: skip
    stone = polygon(
        [(x + dx * side, y + dy * side) for dx, dy in corners], fill, stroke=INK, stroke_width=1
    )
    light = path("M", x - 0.3 * side, y - 0.2 * side, "l", 0.26 * side, -0.12 * side, 0.2 * side,
                 0.1 * side, stroke="#ffffff", opacity=0.25, stroke_width=2)  # fmt: skip
    return rect(box, fill, opacity=0.55) + stone + light


def _cracks(box: Box) -> str:
    """The depth of a chasm."""
    x, y, side = box.x, box.y, box.width
    return "".join(
        path("M", x + side * left, y + side * top, "l", side * 0.12, side * 0.16, -side * 0.08,
             side * 0.14, stroke=_DEPTH, stroke_width=2)
        for left, top in ((0.2, 0.12), (0.62, 0.3), (0.3, 0.6))
    )  # fmt: skip


def _waves(box: Box) -> str:
    step = box.width / 4
    return "".join(
        path("M", box.x + step * (0.6 + k % 2), box.y + box.height * (0.3 + 0.25 * k),
             "q", step / 2, -step / 2, step, 0, "q", step / 2, step / 2, step, 0,
             stroke=_WAVE, stroke_width=1.4)
        for k in range(3)
    )  # fmt: skip


def _planks(box: Box, stroke: str) -> str:
    return "".join(
        line(box.x, box.y + box.height * k / 4, box.right, box.y + box.height * k / 4, stroke,
             stroke_width=0.8, opacity=0.6)
        for k in range(1, 4)
    )  # fmt: skip


def _shingles(box: Box) -> str:
    step = box.width / 4
    return "".join(
        path("M", box.x + step * c, box.y + step * (r + 0.35 * (c % 2)), "q", step / 2, step * 0.7,
             step, 0, stroke=_TILES, stroke_width=1.2)
        for r in range(4)
        for c in range(4)
    )  # fmt: skip


def _grid(s: Record, sheet: Sheet) -> Iterator[str]:
    """Thin lines between spaces, dashed ones around roofs and chasms."""
    for row, col in _spaces(sheet):
        if not s.b_tile[row][col]:
            continue
        for side in (NORTH, WEST):
            r, c = row + SIDE_ROW[side], col + SIDE_COL[side]
            if not (0 <= r < BOARD and 0 <= c < BOARD) or not s.b_tile[r][c]:
                continue
            x1, y1, x2, y2 = _ends(sheet, row, col, side)
            kinds = {s.b_ter[row][col], s.b_ter[r][c]}
            is_one = s.b_reg[row][col] == s.b_reg[r][c] and len(kinds) == 1
            if kinds & {ROOF, CHASM} and not is_one:
                yield line(x1, y1, x2, y2, "#fff3d6", stroke_width=2, stroke_dasharray="5 4")
            elif not kinds & {ROOF, CHASM}:
                yield line(x1, y1, x2, y2, INK, stroke_width=0.7, opacity=0.28)


def _spaces(sheet: Sheet) -> Iterator[tuple[int, int]]:
    frame = sheet.frame
    for row in range(frame.top, frame.bottom + 1):
        for col in range(frame.left, frame.right + 1):
            yield row, col


def _ends(sheet: Sheet, row: int, col: int, side: int) -> tuple[float, float, float, float]:
    """Both ends of a side of a space."""
    box = sheet.box(row, col)
    return {
        NORTH: (box.x, box.y, box.right, box.y),
        SOUTH: (box.x, box.bottom, box.right, box.bottom),
        WEST: (box.x, box.y, box.x, box.bottom),
        EAST: (box.right, box.y, box.right, box.bottom),
    }[side]


# --- what parts spaces ----------------------------------------------------------------------------


def _walls(s: Record, sheet: Sheet) -> Iterator[str]:
    """Walls, each once; closed doors are drawn over them."""
    for row, col in _spaces(sheet):
        for side in range(4):
            if s.b_wall[row][col] >> side & 1:
                x1, y1, x2, y2 = _ends(sheet, row, col, side)
                width = max(2.5, sheet.cell / 13)
                yield line(x1, y1, x2, y2, _WALL, stroke_width=width, stroke_linecap="round")


def _doors(s: Record, sheet: Sheet) -> Iterator[str]:
    """Doors: shut, barred for ever, or open."""
    for k in range(s.n_dr):
        side = s.dr_side[k]
        x, y = sheet.edge(s.dr_row[k], s.dr_col[k], side)
        yield group(_door(s.dr_state[k], sheet.cell), x=x, y=y, turn=_TURNS[side])


def _door(state: int, cell: float) -> str:
    """A door that lies across."""
    wide, thick = cell * 0.72, cell * 0.2
    box = Box(-wide / 2, -thick / 2, wide, thick)
    if state == Door.OPEN:
        jambs = (box._replace(width=wide * 0.14), box._replace(x=wide * 0.36, width=wide * 0.14))
        return "".join(rect(one, "#a36a32", stroke=INK, stroke_width=0.8) for one in jambs)
    fill = "#a36a32" if state == Door.CLOSED else _IRON
    leaf = rect(box, fill, rx=2, stroke=INK, stroke_width=1.2)
    if state == Door.CLOSED:
        return leaf + circle(wide * 0.3, 0, thick * 0.22, GOLD)
    bars = (line(dx * wide, -thick / 2, dx * wide, thick / 2, "#c8ccd2", stroke_width=1.4)
            for dx in (-0.3, -0.1, 0.1, 0.3))  # fmt: skip
    return leaf + "".join(bars)


def _exits(s: Record, sheet: Sheet) -> Iterator[str]:
    """Exits that can be explored, and those with a No Exit token."""
    for k in range(s.n_ex):
        if s.ex_state[k] == Exit.LINKED:
            continue
        side = s.ex_side[k]
        x, y = sheet.edge(s.ex_row[k], s.ex_col[k], side)
        yield group(exit_sign(s.ex_state[k], sheet.cell), x=x, y=y, turn=_TURNS[side])


def exit_sign(state: int, cell: float) -> str:
    """The sign of an exit that leads up: an arrow, or a cross over a bar."""
    size = cell * 0.34
    if state == Exit.CLOSED:
        bar = rect(Box(-size, -size * 0.3, 2 * size, size * 0.6), _RED, rx=2, stroke=INK)
        arms = (line(-a, -b, a, b, "#ffffff", stroke_width=2) for a, b in _cross(size * 0.2))
        return bar + "".join(arms)
    fill = GOLD if state == Exit.OPEN else _RED
    gap = line(-size, 0, size, 0, fill, stroke_width=max(3.0, cell / 9))
    points = [(0, -size * 1.15), (size * 0.8, size * 0.1), (-size * 0.8, size * 0.1)]
    return gap + polygon(points, fill, stroke=GOLD_DARK if fill == GOLD else INK, stroke_width=1.5)


def _cross(size: float) -> tuple[tuple[float, float], ...]:
    return ((size, size), (size, -size))


def _portals(s: Record, sheet: Sheet) -> Iterator[str]:
    """Both ends of a portal bear its letter."""
    for k in range(s.n_po):
        for end in range(2):
            x, y = sheet.edge(s.po_row[k][end], s.po_col[k][end], s.po_side[k][end])
            r = sheet.cell * 0.24
            yield circle(x, y, r, _PORTAL, stroke="#ffffff", stroke_width=1.5)
            words = text(x, y, "UVWXYZ"[k], r * 1.2, font=BOLD, fill="#ffffff", anchor="middle")
            yield words


def _name(s: Record, t: Record, sheet: Sheet, tile: int) -> str:
    """The token of a tile, in its north-western corner."""
    token = s.tl_token[tile]
    box = sheet.box(s.tl_row[tile], s.tl_col[tile])
    size = max(8.0, sheet.cell * 0.2)
    plate = Box(box.x + 2, box.y + 2, size * 1.9, size * 1.2)
    return rect(plate, "#fff8e6", rx=3, opacity=0.75) + text(
        plate.middle[0], plate.middle[1], TOKENS[token], size, font=BOLD, fill=INK, anchor="middle"
    )


def _numbers(sheet: Sheet) -> Iterator[str]:
    """Rows and columns of the board, by which texts name spaces."""
    frame, size = sheet.frame, max(10.0, sheet.cell * 0.22)
    for col in range(frame.left, frame.right + 1):
        x = sheet.box(frame.top, col).middle[0]
        yield text(x, sheet.y - sheet.cell * 0.55, col, size, fill=FADED, anchor="middle")
    for row in range(frame.top, frame.bottom + 1):
        y = sheet.box(row, frame.left).middle[1]
        yield text(sheet.x - sheet.cell * 0.55, y, row, size, fill=FADED, anchor="middle")
