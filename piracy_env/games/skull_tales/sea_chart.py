"""The sea chart of the picture: water in hexes, islands with scrolls, reach of guns, weather."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache

from piracy_env.core.record import Record
from piracy_env.core.tables import Tables
from piracy_env.drawing.fonts import BOLD, TITLE
from piracy_env.drawing.svg import (
    GOLD,
    GOLD_DARK,
    INK,
    PARCHMENT,
    WOOD_DARK,
    Box,
    circle,
    corners,
    element,
    group,
    icon,
    line,
    panel,
    path,
    polygon,
    rect,
    text,
)
from piracy_env.games.skull_tales.chart import COLS, NOWHERE, ROWS, SPACES, beside
from piracy_env.games.skull_tales.names import name_of
from piracy_env.games.skull_tales.rules.docks import TORTUGA
from piracy_env.games.skull_tales.rules.hold import CANNON
from piracy_env.games.skull_tales.rules.ship import DAYTIME
from piracy_env.games.skull_tales.rules.targets import GUN_REACH
from piracy_env.games.skull_tales.sea_pieces import enemy_piece, own_ship
from piracy_env.games.skull_tales.state import ENEMIES, NONE, Lasting
from piracy_env.games.skull_tales.tables.words import LETTERS

_WATER, _DEEP, _FOAM = "#7fb3b2", "#5f9aa0", "#eef6ee"
_SAND, _SHORE, _GREEN = "#ecd9a4", "#7a5a34", "#9fb06a"
_RED, _NIGHT = "#a3281f", "#0d1b33"
_MARGIN = 12
Point = tuple[float, float]
Land = tuple[bool, ...]


class Sheet:
    """Where the spaces of the chart are on the picture."""

    def __init__(self, box: Box) -> None:
        self.box = box
        room = box.inside(_MARGIN)
        across, down = 1.5 * (COLS - 1) + 2, math.sqrt(3) * (ROWS + 0.5)
        self.radius = min(room.width / across, room.height / down)
        self.high = math.sqrt(3) * self.radius
        self.x = box.middle[0] - 0.75 * (COLS - 1) * self.radius
        self.y = box.middle[1] - self.high * (ROWS - 0.5) / 2

    def place(self, col: int, row: int) -> Point:
        """The middle of a space."""
        return self.x + 1.5 * self.radius * col, self.y + self.high * (row + 0.5 * (col % 2))

    def space(self, space: int) -> Point:
        """The middle of a space by its number."""
        return self.place(space % COLS, space // COLS)


def sea_chart(s: Record, tables: Tables, box: Box) -> str:
    """The whole chart in a frame."""
    sheet = Sheet(box)
    land = tuple(bool(place < 0) for row in tables.t.sea.chart for place in row)
    inside = group(
        rect(box, _WATER),
        _ground(land, box),
        *_arc(s, land, sheet),
        *_threats(s, tables, land, sheet),
        *_scrolls(tables, sheet),
        *_goals(s, tables, sheet),
        *_errands(s, tables, sheet),
        *_weather(s, sheet),
        *_pieces(s, tables, sheet),
        clip_path="url(#chart)",
    )
    clip = element("clipPath", rect(box.inside(7), "#000", rx=8), id="chart")
    frame = rect(box.inside(4), "none", rx=10, stroke=GOLD_DARK, stroke_width=2)
    return "".join(
        (element("defs", clip), panel(box, WOOD_DARK, "url(#wood)", rx=13, border=3), inside, frame)
    )


# --- land and sea ---------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def _ground(land: Land, box: Box) -> str:
    """Water and islands: the same in every position."""
    sheet = Sheet(box)
    return "".join((*_rhumbs(sheet), *_net(land, sheet), *_islands(land, sheet)))


def _rhumbs(sheet: Sheet) -> Iterator[str]:
    """Lines of a portolan chart around its compass rose."""
    x, y = sheet.place(13, 9)
    for k in range(32):
        angle = math.pi * k / 16
        far_x, far_y = x + 1200 * math.cos(angle), y + 1200 * math.sin(angle)
        width = 1.1 if k % 4 == 0 else 0.6
        yield line(x, y, far_x, far_y, "#fff8e0", stroke_width=width, opacity=0.22)
    yield icon("compass", x, y, 5 * sheet.radius, opacity=0.32)
    yield icon("kraken", *sheet.place(4, 8), 3.4 * sheet.radius, opacity=0.22)
    for words, col, row in (("Mar Caribe", 17, 8), ("Mar del Norte", 7, 3)):
        yield text(*sheet.place(col, row), words, sheet.radius, font=TITLE, fill="#2c6068",
                   anchor="middle", opacity=0.55)  # fmt: skip


def _net(land: Land, sheet: Sheet) -> Iterator[str]:
    """Hexes of water."""
    for space in range(SPACES):
        if not land[space]:
            shape = corners(*sheet.space(space), sheet.radius - 0.5, turn=30)
            yield polygon(shape, _DEEP, fill_opacity=0.2, stroke="#f4fbf4", stroke_width=0.9,
                          stroke_opacity=0.5)  # fmt: skip


def _islands(land: Land, sheet: Sheet) -> Iterator[str]:
    """Coasts with their shallows, hills and palms."""
    shapes = [_smooth(loop) for loop in _coasts(land, sheet)]
    for width, opacity in ((22, 0.14), (13, 0.2), (6, 0.35)):
        for shape in shapes:
            yield path(*shape, stroke=_FOAM, stroke_width=width, opacity=opacity)
    for shape in shapes:
        yield path(*shape, fill=_SAND, stroke=_SHORE, stroke_width=1.6)
    for space in range(SPACES):
        if land[space]:
            x, y = sheet.space(space)
            yield circle(x, y, sheet.radius * 0.56, _GREEN, opacity=0.55)
    for space in range(SPACES):
        if land[space]:
            yield _growth(*sheet.space(space), sheet.radius, space)


def _growth(x: float, y: float, r: float, space: int) -> str:
    """A hill or a palm."""
    if space * 7 % 3 == 0:
        top, wide = y - r * 0.42, r * 0.55
        slope = ("M", x - wide, y + r * 0.3, "Q", x - wide * 0.3, top, x, top)
        hill = path(*slope, "Q", x + wide * 0.4, top, x + wide, y + r * 0.3, "z",
                    fill="#c9a868", stroke=_SHORE, stroke_width=1)  # fmt: skip
        return hill + path("M", x, top, "l", r * 0.12, r * 0.34, stroke=_SHORE, opacity=0.6)
    x += r * 0.1 * (space % 3 - 1)
    trunk = path("M", x, y + r * 0.4, "q", r * 0.12, -r * 0.3, 0, -r * 0.6, stroke="#7d5230",
                 stroke_width=2)  # fmt: skip
    leaves = (
        path("M", x, y - r * 0.2, "q", dx * r * 0.5, dy * r * 0.4, dx * r * 0.62, dy * r * 0.05,
             stroke="#4d6b2f", stroke_width=2.2)
        for dx, dy in ((-1, -1), (1, -1), (-0.6, -1.6), (0.6, -1.6))
    )  # fmt: skip
    return trunk + "".join(leaves)


def _coasts(land: Land, sheet: Sheet) -> Iterator[list[Point]]:
    """Closed lines around connected land, each corner a little off its place."""
    edges: dict[Point, tuple[Point, int]] = {}
    for space in range(SPACES):
        if land[space]:
            shape = corners(*sheet.space(space), sheet.radius * 1.0, turn=30)
            for side, other in enumerate(beside(space)):
                if other == NOWHERE or not land[other]:
                    start, end = _key(shape[(side + 5) % 6]), _key(shape[side])
                    edges[start] = (end, space)
    while edges:
        first, (place, _) = next(iter(edges.items()))
        del edges[first]
        loop = [first]
        while place != first:
            loop.append(place)
            place, _ = edges.pop(place)
        yield loop


def _key(point: Point) -> Point:
    return round(point[0], 1), round(point[1], 1)


def _smooth(loop: list[Point]) -> list[object]:
    """A closed line that bends at each point, drawn in a little and uneven."""
    rough = []
    for x, y in loop:
        rough.append((x + (x * 3.7 + y * 1.3) % 5 - 2.5, y + (x * 1.9 + y * 2.7) % 5 - 2.5))
    pairs = list(zip(rough, [*rough[1:], rough[0]], strict=True))
    middles = [((x1 + x2) / 2, (y1 + y2) / 2) for (x1, y1), (x2, y2) in pairs]
    steps: list[object] = ["M", *middles[-1]]
    for bend, end in zip(rough, middles, strict=True):
        steps += ["Q", *bend, *end]
    return [*steps, "z"]


# --- scrolls, goals, errands ----------------------------------------------------------------------


def _scrolls(tables: Tables, sheet: Sheet) -> Iterator[str]:
    """The letter of each island on a scroll."""
    r = sheet.radius
    for letter, space in enumerate(tables.t.chart.scroll):
        x, y = sheet.space(space)
        sheet_ = Box(x - r * 0.5, y - r * 0.36, r, r * 0.72)
        yield rect(sheet_, PARCHMENT, stroke=_SHORE, stroke_width=1.2, rx=3)
        for side in (-1, 1):
            roll = Box(x + side * r * 0.54 - 3, y - r * 0.44, 6, r * 0.88)
            yield rect(roll, "#e2cd98", stroke=_SHORE, stroke_width=1, rx=3)
        yield text(x, y, LETTERS[letter], r * 0.72, font=TITLE, anchor="middle")
        if letter == TORTUGA:
            yield text(x, y + r * 0.78, "Tortuga", 15, font=TITLE, fill=WOOD_DARK, anchor="middle",
                       stroke=_FOAM, stroke_width=3, paint_order="stroke")  # fmt: skip


def _goals(s: Record, tables: Tables, sheet: Sheet) -> Iterator[str]:
    """Goal tokens: face down, or with their numbers; markers beside them."""
    r = sheet.radius
    for goal in range(s.goal_n):
        if s.goal_l[goal] == NONE:
            continue
        x, y = sheet.space(tables.t.chart.scroll[s.goal_l[goal]])
        x, y = x + r * 0.62, y - r * 0.62
        if s.goal_rev[goal]:
            is_first = s.goal_id[goal] == 1
            yield circle(x, y, r * 0.46, "url(#gold)" if is_first else "#b9ab8c", stroke=GOLD_DARK,
                         stroke_width=2)  # fmt: skip
            yield text(x, y, s.goal_id[goal], r * 0.6, font=BOLD, anchor="middle")
        else:
            yield circle(x, y, r * 0.46, "#3a2a20", stroke=GOLD, stroke_width=2)
            yield icon("skull", x, y, r * 0.7)
        for mark in range(s.goal_mk[goal]):
            yield circle(x + r * (0.5 + 0.22 * mark), y + r * 0.4, 3.5, _RED, stroke=INK)


def _errands(s: Record, tables: Tables, sheet: Sheet) -> Iterator[str]:
    """Where the Assignment leads, and where booty is buried."""
    r = sheet.radius
    if s.asg and s.asg_x != NONE:
        x, y = sheet.space(tables.t.chart.scroll[s.asg_x])
        flag = ("M", x - r * 0.7, y - r * 0.2, "v", -r * 0.9, "l", r * 0.5, r * 0.2)
        yield path(*flag, -r * 0.5, r * 0.2, fill="#2f6fa8", stroke=INK, stroke_width=1.2)
    if s.bury_l != NONE and s.bury_sum:
        x, y = sheet.space(tables.t.chart.scroll[s.bury_l])
        yield icon("chest", x - r * 0.62, y + r * 0.6, r * 0.9)


# --- guns, weather, pieces ------------------------------------------------------------------------


def arc_of(land: Land, space: int, facing: int) -> list[int]:
    """Spaces within reach of guns: on both sides, not ahead or astern (STV-12.3)."""
    line_ = set()
    for direction in (facing, (facing + 3) % 6):
        place = space
        for _ in range(GUN_REACH):
            place = beside(place)[direction] if place != NOWHERE else NOWHERE
            line_.add(place)
    return sorted(one for one in _around(space, GUN_REACH) - line_ if not land[one])


def _around(space: int, far: int) -> set[int]:
    """Spaces at most so far away."""
    found, edge = {space}, {space}
    for _ in range(far):
        edge = {other for one in edge for other in beside(one) if other != NOWHERE} - found
        found |= edge
    return found - {space}


def _arc(s: Record, land: Land, sheet: Sheet) -> Iterator[str]:
    """Where the ship's guns reach."""
    if s.ship_c == NONE or s.over or not any(token == CANNON for token in s.hold):
        return
    fill, edge = ("#5a6470", "#2f3a44") if s.fired else ("#ff9a4d", _RED)
    for space in arc_of(land, int(s.ship_r) * COLS + int(s.ship_c), int(s.ship_f)):
        shape = corners(*sheet.space(space), sheet.radius - 3, turn=30)
        yield polygon(shape, fill, fill_opacity=0.3, stroke=edge, stroke_width=1.3,
                      stroke_opacity=0.6, stroke_dasharray="4 3")  # fmt: skip


def _threats(s: Record, tables: Tables, land: Land, sheet: Sheet) -> Iterator[str]:
    """Dots where guns of Sea Enemies reach, unless they are passive: ships' on their sides."""
    reached = set()
    for enemy in range(ENEMIES):
        row = tables.t.sea_enemies[enemy]
        is_armed = row.fire > 0 and row.reach > 0 and s.sea_mode[enemy] == 0
        if not s.sea_on[enemy] or s.sea_c[enemy] == NONE or not is_armed:
            continue
        space = int(s.sea_r[enemy]) * COLS + int(s.sea_c[enemy])
        if row.ship:
            reached |= set(arc_of(land, space, int(s.sea_f[enemy])))
        else:
            reached |= {one for one in _around(space, int(row.reach)) if not land[one]}
    for space in sorted(reached):
        x, y = sheet.space(space)
        yield circle(x, y + sheet.radius * 0.62, 3.2, _RED, opacity=0.75)


def _weather(s: Record, sheet: Sheet) -> Iterator[str]:
    """Night, fog and calm over the water."""
    if s.clock > DAYTIME:
        yield rect(sheet.box, _NIGHT, opacity=0.5)
        for k in range(40):
            x = sheet.box.x + (k * 137.5) % sheet.box.width
            y = sheet.box.y + (k * 83.7) % sheet.box.height
            yield circle(x, y, 0.8 + k % 3 * 0.4, "#fff8e0", opacity=0.5)
        x, y = sheet.box.right - 58, sheet.box.y + 56
        shape = ("M", x, y - 22, "a", 22, 22, 0, 1, 0, 18, 34, "a", 18, 18, 0, 1, 1, -18, -34)
        yield path(*shape, fill="#f7efcf", opacity=0.9)
    if s.pers & Lasting.FOG and s.ship_c != NONE:
        x, y = sheet.place(s.ship_c, s.ship_r)
        for k in range(26):
            angle, far = k * 2.4, sheet.radius * (2.6 + k * 0.55)
            place = x + far * math.cos(angle), y + far * 0.8 * math.sin(angle)
            yield element("ellipse", cx=place[0], cy=place[1], rx=sheet.radius * 3.6,
                          ry=sheet.radius * 1.1, fill="#ffffff", fill_opacity=0.23)  # fmt: skip
    if s.pers & Lasting.TRADE_WIND:
        for k in range(9):
            x = sheet.box.x + 60 + (k * 211) % (sheet.box.width - 200)
            y = sheet.box.y + 50 + (k * 149) % (sheet.box.height - 100)
            yield path("M", x, y, "q", 34, -14, 70, 0, "t", 60, -2, stroke="#ffffff",
                       stroke_width=2.4, opacity=0.55, stroke_linecap="round")  # fmt: skip


def _pieces(s: Record, tables: Tables, sheet: Sheet) -> Iterator[str]:
    """The ship, and Sea Enemies; those that share a space stand side by side."""
    there: dict[Point, list[int]] = {}
    for enemy in range(ENEMIES):
        if s.sea_on[enemy] and s.sea_c[enemy] != NONE:
            there.setdefault(sheet.place(s.sea_c[enemy], s.sea_r[enemy]), []).append(enemy)
    ship = sheet.place(s.ship_c, s.ship_r) if s.ship_c != NONE else None
    for (x, y), enemies in there.items():
        count = len(enemies) + ((x, y) == ship)
        first = 1 if (x, y) == ship else 0
        for k, enemy in enumerate(enemies, first):
            shift = sheet.radius * 0.9 * (k - (count - 1) / 2)
            scale = sheet.radius / 27 * (1.0 if count == 1 else 0.8)
            yield enemy_piece(s, enemy, x + shift, y, scale)
            name = name_of(tables, "sea_enemies", enemy)
            low = y + sheet.radius * (1.0 if k % 2 == 0 else -0.95)
            yield text(x + shift, low, name, 13, font=BOLD, fill=_RED, anchor="middle",
                       stroke=_FOAM, stroke_width=3, paint_order="stroke")  # fmt: skip
    if ship is not None:
        shared = len(there.get(ship, ()))
        shift = -sheet.radius * 0.45 * shared
        yield own_ship(s, ship[0] + shift, ship[1], sheet.radius / 27)
