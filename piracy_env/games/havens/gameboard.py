"""The gameboard of the picture: coasts, sea hexes, barriers, targets, Havens and vessels."""

from __future__ import annotations

import math
from collections.abc import Iterator

from piracy_env.core.record import Record
from piracy_env.core.tables import Tables
from piracy_env.core.text import seat_letter
from piracy_env.drawing.fonts import BOLD, TITLE
from piracy_env.drawing.picks import HIT, pick, picked
from piracy_env.drawing.svg import (
    GOLD,
    GOLD_DARK,
    PARCHMENT,
    PLAYER_COLOURS,
    WOOD_DARK,
    Box,
    circle,
    coin,
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
from piracy_env.games.havens.cards import FIRST_HAVEN, FIRST_VESSEL, HAVENS, RED
from piracy_env.games.havens.coast import ISLANDS, MAINLAND, Coast
from piracy_env.games.havens.names import is_open_sea
from piracy_env.games.havens.state import KIND, NONE, SLOTS, VESSEL, Battle, Decision
from piracy_env.games.havens.vessels import reach_of

RADIUS = 41.0
"""Of a hex."""
_STEP, _HEIGHT = 1.5 * RADIUS, math.sqrt(3) * RADIUS
_WEST, _NORTH = -98.0, 34.0
"""Longitude of the first column and latitude of the first row."""
_LONGITUDE, _LATITUDE = 2.4, 2.6
"""Degrees between two columns and two rows."""
RED_INK, BLACK_INK = "#a3281f", "#26221f"
"""Buccaneers and pirates."""
_LAND, _SHORE, _HALO = "#e9d6a6", "#7a5a34", "#f7f1dc"
_WATER, _DEEP, _FOAM = "#7fb3b2", "#5f9aa0", "#eef6ee"


class Board:
    """Where things are on the picture."""

    def __init__(self, tables: Tables, box: Box) -> None:
        self.tables = tables
        self.box = box
        self.x = box.x + (box.width - 16 * _STEP) / 2
        self.y = box.y + (box.height - 10.5 * _HEIGHT) / 2

    def hex(self, hex_: int) -> tuple[float, float]:
        """The middle of a hex."""
        row = self.tables.t.hexes[hex_]
        return self.x + _STEP * row.col, self.y + _HEIGHT * (row.row + 0.5 * (row.col % 2))

    def place(self, longitude: float, latitude: float) -> tuple[float, float]:
        """A place by its coordinates."""
        return (
            self.x + _STEP * (longitude - _WEST) / _LONGITUDE,
            self.y + _HEIGHT * (_NORTH - latitude) / _LATITUDE,
        )


def gameboard(s: Record, tables: Tables, box: Box, *, is_asked: bool = False) -> str:
    """The whole gameboard in a frame."""
    board = Board(tables, box)
    clip = element("clipPath", rect(box.inside(7), "#000", rx=8), id="board")
    inside = group(
        rect(box, _WATER),
        *_rhumbs(board),
        _land(board),
        *_names_and_creatures(s, board),
        *_legend(board),
        *_hexes(s, board),
        *_barriers(board),
        *_places(s, board),
        *_numbers(board),
        *_vessels(s, board),
        *_battle(s, board),
        *(_goals(s, board) if is_asked else ()),
        clip_path="url(#board)",
    )
    frame = rect(box.inside(4), "none", rx=10, stroke=GOLD_DARK, stroke_width=2)
    return "".join(
        (
            element("defs", clip),
            panel(box, WOOD_DARK, "url(#wood)", rx=13, border=3),
            inside,
            frame,
        )
    )


# Sea and land -------------------------------------------------------------------------------------


def _rhumbs(board: Board) -> Iterator[str]:
    """Lines of a portolan chart around its compass rose."""
    x, y = board.place(-62.5, 31.2)
    for k in range(32):
        angle = math.pi * k / 16
        far_x, far_y = x + 1500 * math.cos(angle), y + 1500 * math.sin(angle)
        width = 1.1 if k % 4 == 0 else 0.6
        yield line(x, y, far_x, far_y, "#fff8e0", stroke_width=width, opacity=0.26)
    yield circle(x, y, 74, "#fff6d8", opacity=0.2)
    yield icon("compass", x, y, 168, opacity=0.75)


def _outline(board: Board, coast: Coast) -> list[object]:
    """A smooth closed line that bends at each point of a coast."""
    points = [board.place(*point) for point in coast]
    middles = [
        ((x1 + x2) / 2, (y1 + y2) / 2)
        for (x1, y1), (x2, y2) in zip(points, [*points[1:], points[0]], strict=True)
    ]
    steps: list[object] = ["M", *middles[-1]]
    for bend, end in zip(points, middles, strict=True):
        steps += ["Q", *bend, *end]
    return [*steps, "z"]


def _land(board: Board) -> str:
    """Mainland and islands, with shallows before their coasts."""
    shapes = [_outline(board, coast) for coast in (MAINLAND, *ISLANDS)]
    shallows = [
        path(*shape, stroke=_FOAM, stroke_width=width, opacity=opacity)
        for width, opacity in ((26, 0.13), (15, 0.18), (7, 0.3))
        for shape in shapes
    ]  # fmt: skip
    return "".join(shallows) + "".join(
        path(*shape, fill=_LAND, stroke=_SHORE, stroke_width=1.6) for shape in shapes
    )


def _names_and_creatures(s: Record, board: Board) -> Iterator[str]:
    """Names of lands and seas, and creatures of the deep."""
    for words, longitude, latitude, size, turn in (
        ("La Florida", -83.2, 32.6, 27, 0),
        ("Tierra Firme", -66.5, 8.2, 30, 0),
        ("Guatemala", -90.6, 15.35, 16, 22),
        ("Yucatán", -88.9, 20.1, 14, 0),
    ):
        x, y = board.place(longitude, latitude)
        name = text(0, 0, words, size, font=TITLE, fill="#8a6a3d", anchor="middle")
        yield group(name, x=x, y=y, turn=turn)
    for words, longitude, latitude, size in (
        ("Mar del Sur", -92.0, 9.3, 30),
        ("Mar del Norte", -66.6, 27.2, 30),
    ):
        x, y = board.place(longitude, latitude)
        yield text(x, y, words, size, font=TITLE, fill="#2c6068", anchor="middle", opacity=0.8)
    if s.bt.type == Battle.NOBODY:  # or else it hides from the noise
        yield icon("kraken", *board.place(-96.6, 11.3), 84, opacity=0.85)
    yield icon("galleon", *board.place(-70.6, 30.6), 78, opacity=0.75)


def _legend(board: Board) -> Iterator[str]:
    """What the signs mean, in the corner that no vessel can reach."""
    sheet = Box(board.box.x + 18, board.box.y + 18, 330, 112)
    yield rect(sheet, "#f6ebd0", rx=9, stroke=_SHORE, stroke_width=1.4, opacity=0.93)
    yield rect(sheet.inside(4), "none", rx=6, stroke=_SHORE, stroke_width=0.7)
    sample = board.tables.t.attacks[0]
    signs = (
        (group(_shield(0, 0, sample, 0), scale=0.75), "target on a row:", "dice, booty"),
        (_cross(0, 0, RED_INK) + _cross(17, 0, BLACK_INK), "other targets", ""),
        (circle(0, 0, 14, PARCHMENT, stroke="#2d5a63") + icon("anchor", 0, 0, 20), "Haven", ""),
        (icon("chest", 0, 0, 24), "treasure site", ""),
        (text(0, 0, "49", 16, fill="#123f47", anchor="middle"), "number of a hex", ""),
        (_gold_hex(), "in reach", ""),
    )
    for k, (sign, *words) in enumerate(signs):
        left, top = sheet.x + 24 + 168 * (k % 2), sheet.y + 26 + 31 * (k // 2)
        yield group(sign, x=left, y=top)
        shift = 38 if k == 1 else 24
        if words[1]:
            yield text(left + shift, top - 7, words[0], 15)
            yield text(left + shift, top + 8, words[1], 15)
        else:
            yield text(left + shift, top, words[0], 15)


def _gold_hex() -> str:
    """A hex in reach, small."""
    shape = corners(0, 0, 13, turn=30)
    return polygon(shape, "#f7e6a0", fill_opacity=0.7, stroke=GOLD, stroke_width=2)


# Hexes --------------------------------------------------------------------------------------------


def _hexes(s: Record, board: Board) -> Iterator[str]:
    """The sea: a net of hexes; those in reach of the moving vessel are bright."""
    within = set(_within_reach(s, board.tables))
    for hex_ in range(len(board.tables.t.hexes)):
        shape = corners(*board.hex(hex_), RADIUS - 0.6, turn=30)
        yield polygon(shape, _DEEP, fill_opacity=0.3, stroke="#f4fbf4", stroke_width=1.1,
                      stroke_opacity=0.6)  # fmt: skip
        if hex_ in within:
            inner = corners(*board.hex(hex_), RADIUS - 3, turn=30)
            yield polygon(inner, "#fff3b8", fill_opacity=0.42, stroke=GOLD, stroke_width=2)


def _goals(s: Record, board: Board) -> Iterator[str]:
    """Hexes in reach once more, above all that lies there: they take clicks."""
    for hex_ in _within_reach(s, board.tables):
        shape = corners(*board.hex(hex_), RADIUS - 3, turn=30)
        hit = polygon(shape, "#000", fill_opacity=0, **{"class": HIT})
        yield picked("", pick("hex", hex=hex_), hit=hit)


def _within_reach(s: Record, tables: Tables) -> Iterator[int]:
    """Hexes where the moving vessel may stop."""
    if s.sp == 0 or s.stack[s.sp - 1, KIND] != Decision.DEST:
        return
    taken = {
        s.hex[seat, slot]
        for seat in range(s.players)
        for slot in range(SLOTS)
        if (seat, slot) != (s.mv.seat, s.mv.slot)
    }
    far = reach_of(s, tables.t)
    for hex_, distance in enumerate(tables.t.chart.distance[s.mv.origin]):
        if distance <= far and hex_ not in taken:
            yield hex_


def _barriers(board: Board) -> Iterator[str]:
    """White walls on the edges that cannot be crossed."""
    for row in board.tables.t.barriers:
        one, other = row.between
        if one == other:
            continue
        (x1, y1), (x2, y2) = board.hex(one), board.hex(other)
        far = math.hypot(x2 - x1, y2 - y1)
        dx, dy = (y1 - y2) / far * RADIUS / 2, (x2 - x1) / far * RADIUS / 2
        x, y = (x1 + x2) / 2, (y1 + y2) / 2
        for colour, width in ((_SHORE, 8.5), ("#ffffff", 5.5)):
            yield line(x - dx, y - dy, x + dx, y + dy, colour, stroke_width=width,
                       stroke_linecap="round")  # fmt: skip


# Places -------------------------------------------------------------------------------------------


def _places(s: Record, board: Board) -> Iterator[str]:
    """Names, Havens and targets."""
    t = board.tables.t
    for index in range(HAVENS):
        yield _haven(s, board, FIRST_HAVEN + index)
    sites: dict[int, list[int]] = {}
    for attack, row in enumerate(t.attacks):
        sites.setdefault(row.hex, []).append(attack)
    for hex_, attacks in sites.items():
        yield _site(s, board, hex_, attacks)
    for hex_ in {t.rules.buried_treasure_hex, t.rules.plate_fleet_hex}:
        x, y = board.hex(hex_)
        shift = 21 if hex_ in sites else 0
        yield icon("chest", x + shift, y - 6 - shift / 2, 20 if shift else 26)
    for hex_, name in enumerate(board.tables.text("hexes", "name")):
        if not is_open_sea(board.tables, hex_):
            x, y = board.hex(hex_)
            yield _label(x, y + 22, name)


def _numbers(board: Board) -> Iterator[str]:
    """The number of each hex, in its western corner, where no piece or name lies."""
    for hex_ in range(len(board.tables.t.hexes)):
        x, y = board.hex(hex_)
        yield text(x - 29, y, hex_, 13.5, fill="#123f47", anchor="middle", opacity=0.85)


def _label(x: float, y: float, name: str) -> str:
    """A name across the lower part of a hex, in two lines if it is long."""
    words = name.replace("(", "").replace(")", "").split()
    lines = [name]
    if len(name) > 12 and len(words) > 1:
        half = min(
            range(1, len(words)),
            key=lambda k: max(len(" ".join(words[:k])), len(" ".join(words[k:]))),
        )
        lines = [" ".join(words[:half]), " ".join(words[half:])]
    first = y if len(lines) == 1 else y - 7
    width = 64 if len(lines) > 1 else 70
    written = []
    for k, words_ in enumerate(lines):
        at = (x, first + 13 * k, words_, 13.5)
        written += [
            text(
                *at,
                font=BOLD,
                fill=_HALO,
                anchor="middle",
                width=width,
                opacity=0.85,
                stroke=_HALO,
                stroke_width=3,
                stroke_linejoin="round",
            ),
            text(*at, font=BOLD, anchor="middle", width=width),
        ]
    return "".join(written)


def _haven(s: Record, board: Board, haven: int) -> str:
    """An anchorage, with the flag of the player whose Haven it is."""
    x, y = board.hex(board.tables.t.havens[haven - FIRST_HAVEN].hex)
    owner = next((seat for seat in range(s.players) if s.haven[seat] == haven), None)
    disc = circle(x, y - 8, 16, PARCHMENT, stroke="#2d5a63", stroke_width=1.6,
                  opacity=0.95 if owner is not None else 0.6)  # fmt: skip
    anchor = icon("anchor", x, y - 8, 22, opacity=1 if owner is not None else 0.6)
    if owner is None:
        return disc + anchor
    colour = PLAYER_COLOURS[owner]
    edge = corners(x, y, RADIUS - 3.5, turn=30)
    border = polygon(edge, "none", stroke=colour.fill, stroke_width=5, stroke_linejoin="round")
    pole = line(x + 18, y + 4, x + 18, y - 32, WOOD_DARK, stroke_width=2.2)
    flag = path(
        "M", x + 18, y - 32, "q", 6, -5, 12, -1, "q", 6, 4, 12, -1, "v", 14, "q", -6, 5, -12, 1,
        "q", -6, -4, -12, 1, "z", fill=colour.fill, stroke=colour.edge, stroke_width=1,
    )  # fmt: skip
    letter = text(
        x + 30, y - 25.5, seat_letter(owner), 11, font=BOLD, fill=colour.ink, anchor="middle"
    )
    return border + disc + anchor + pole + flag + letter


def _site(s: Record, board: Board, hex_: int, attacks: list[int]) -> str:
    """Targets of a hex: a shield for each that lies on a row, small crosses for the others."""
    x, y = board.hex(hex_)
    owners = {
        int(attack): seat for seat in range(s.players) for attack in s.row[seat] if attack != NONE
    }
    parts = []
    shown = sorted(attacks, key=lambda attack: attack not in owners)
    for k, attack in enumerate(shown):
        at = x + 27 * (k - (len(shown) - 1) / 2)
        row = board.tables.t.attacks[attack]
        if attack in owners:
            parts.append(_shield(at, y - 12, row, owners[attack]))
        else:
            ink = RED_INK if row.colour == RED else BLACK_INK
            parts.append(_cross(at, y - 10, ink))
    return "".join(parts)


def _cross(x: float, y: float, ink: str) -> str:
    """A target that lies on no row."""
    bar = rect(Box(-6.5, -1.6, 13, 3.2), ink, rx=1.6, opacity=0.75)
    return group(bar, x=x, y=y, turn=45) + group(bar, x=x, y=y, turn=-45)


def _shield(x: float, y: float, row: Record, owner: int) -> str:
    """A target on a row: dice against it, booty, and the owner's colour around it."""
    fill = RED_INK if row.colour == RED else BLACK_INK
    colour = PLAYER_COLOURS[owner]
    shape = ("M", x - 13, y - 15, "h", 26, "v", 18, "q", 0, 10, -13, 16, "q", -13, -6, -13, -16)
    return "".join(
        (
            path(*shape, "z", fill=colour.fill, stroke="#fff8e0", stroke_width=1.2,
                 stroke_linejoin="round"),
            group(path(*("M", -13, -15, "h", 26, "v", 18, "q", 0, 10, -13, 16, "q", -13, -6, -13,
                         -16), "z", fill=fill), x=x, y=y, scale=0.8),
            text(x, y - 5.5, row.strength, 12.5, font=BOLD, fill="#ffffff", anchor="middle"),
            text(x, y + 6.5, row.booty, 10.5, font=BOLD, fill="#f6cf63", anchor="middle"),
        )
    )  # fmt: skip


# Vessels ------------------------------------------------------------------------------------------


def ship_icon(tables: Tables, vessel: int) -> str:
    """The drawing of a vessel card, by its class."""
    kind = tables.text("vessels", "class")[vessel - FIRST_VESSEL]
    if kind in ("Warship", "Frigate"):
        return "galleon"
    return "sloop" if kind in ("Sloop", "Boat") else "brig"


def _vessels(s: Record, board: Board) -> Iterator[str]:
    """Pieces at sea, with slot and booty."""
    for seat in range(s.players):
        for slot in range(SLOTS):
            if s.at_sea[seat, slot] and s.hex[seat, slot] != NONE:
                yield _piece(s, board, seat, slot)


def _piece(s: Record, board: Board, seat: int, slot: int) -> str:
    """A vessel on its hex."""
    x, y = board.hex(s.hex[seat, slot])
    y -= 10
    colour = PLAYER_COLOURS[seat]
    moves = (s.mv.seat, s.mv.slot) == (seat, slot)
    glow = circle(x, y, 28, GOLD, opacity=0.9) if moves else ""
    parts = [
        glow,
        circle(x + 1.5, y + 2.5, 23, "#000000", opacity=0.25),
        circle(x, y, 23, colour.fill, stroke=colour.edge, stroke_width=2),
        circle(x, y, 18.5, "#dfeeea"),
        icon(ship_icon(board.tables, s.part[seat, slot, VESSEL]), x, y - 1, 31),
        circle(x - 19, y + 12, 8.5, colour.fill, stroke=colour.ink, stroke_width=1.2),
        text(x - 19, y + 12, slot, 11.5, font=BOLD, fill=colour.ink, anchor="middle"),
    ]
    if s.booty[seat, slot]:
        parts.append(coin(x + 19, y + 12, 10.5, s.booty[seat, slot]))
    return "".join(parts)


def _battle(s: Record, board: Board) -> Iterator[str]:
    """Crossed sabers where vessels fight."""
    bt = s.bt
    if bt.type == Battle.NOBODY:
        return
    seat, slot = (bt.att_seat, bt.att_slot) if bt.att_slot != NONE else (bt.def_seat, bt.def_slot)
    if s.hex[seat, slot] == NONE:
        return
    x, y = board.hex(s.hex[seat, slot])
    if bt.type == Battle.VESSEL and s.hex[bt.def_seat, bt.def_slot] != NONE:
        other_x, other_y = board.hex(s.hex[bt.def_seat, bt.def_slot])
        far = math.hypot(other_x - x, other_y - y)
        aside_x, aside_y = 30 * (y - other_y) / far, 30 * (other_x - x) / far
        x, y = (x + other_x) / 2 + aside_x, (y + other_y) / 2 + aside_y
    else:
        x, y = x + 24, y - 34
    yield circle(x, y, 21, "#fff1c9", stroke=RED_INK, stroke_width=2.5)
    yield group(icon("saber", 0, 0, 34), x=x, y=y)
    yield group(icon("saber", 0, 0, 34), x=x, y=y, turn=-90)
