"""Ships of broadside as pictures: signs of what they can do, tiles, and lines of a list."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from piracy_env.core.record import Record
from piracy_env.core.tables import Tables
from piracy_env.drawing.fonts import BOLD
from piracy_env.drawing.svg import (
    FADED,
    GOLD,
    INK,
    PARCHMENT_DARK,
    WOOD,
    WOOD_DARK,
    Box,
    circle,
    group,
    icon,
    line,
    panel,
    paragraph,
    path,
    rect,
    text,
    wrapped,
)
from piracy_env.games.broadside.cards import SHIP_ROW
from piracy_env.games.broadside.describe import inventory_words
from piracy_env.games.broadside.ships import Ship, card_name
from piracy_env.games.broadside.state import ATTACKER, DEFENDER

_SMALL_CREW, _LARGE_CREW = 11, 18
_TILE_WIDTH, _TILE_HEIGHT = 257, 121
_LARGEST, _SMALLEST = 1.7, 0.78
"""How large tiles may be, and how small before ships become lines of a list."""


# Signs --------------------------------------------------------------------------------------------


def wind_sign(x: float, y: float, size: float) -> str:
    """Two gusts: speed."""
    gusts = ("M", -9, -2, "h", 11, "q", 5, -1, 4, -5, "q", -2, -3, -5, -1)
    more = ("M", -9, 3, "h", 14, "q", 4, 1, 3, 4, "q", -2, 3, -5, 0)
    lines = path(*gusts, *more, stroke="#2f6690", stroke_width=2.4, stroke_linecap="round")
    return group(lines, x=x, y=y, scale=size / 20)


def cannon_sign(x: float, y: float, size: float) -> str:
    """A gun on its carriage."""
    barrel = path("M", -9, -5, "l", 15, -1, "q", 3, 3, 0, 6, "l", -15, 1, "z", fill="#3a3a40")
    wheels = circle(-4, 4, 4, WOOD, stroke=WOOD_DARK, stroke_width=1.5)
    return group(barrel, wheels, circle(5, 4.5, 3.2, WOOD, stroke=WOOD_DARK), x=x, y=y,
                 scale=size / 20)  # fmt: skip


def crate_sign(x: float, y: float, size: float) -> str:
    """A crate: cargo."""
    box = rect(Box(-8, -7, 16, 14), "#c79a5b", rx=1.5, stroke=WOOD_DARK, stroke_width=1.5)
    plank = line(-8, 0, 8, 0, WOOD_DARK, stroke_width=1.2)
    return group(box, plank, line(0, -7, 0, 7, WOOD_DARK, stroke_width=1.2), x=x, y=y,
                 scale=size / 20)  # fmt: skip


def crew_sign(x: float, y: float, size: float) -> str:
    """A pirate: crew."""
    return icon("pirate", x, y, size * 1.1)


def point_sign(x: float, y: float, size: float) -> str:
    """A pirate point."""
    disc = circle(x, y, size * 0.55, "url(#gold)", stroke=WOOD_DARK)
    return disc + icon("skull", x, y, size * 0.8)


def silhouette(tables: Tables, ship: Ship, x: float, y: float, size: float) -> str:
    """A ship of the size that its printed crew maximum needs."""
    most = tables.t.ships[SHIP_ROW[ship.card]].max
    kind = "sloop" if most <= _SMALL_CREW else "brig"
    return icon("galleon" if most > _LARGE_CREW else kind, x, y, size)


STATS = (wind_sign, cannon_sign, crew_sign, crate_sign, point_sign)


def values_of(ship: Ship) -> tuple[object, ...]:
    """What stands beside the signs `STATS`."""
    return ship.speed, ship.cannons, f"{ship.crew}/{ship.most}", ship.cargo, ship.points


def _stats(ship: Ship, box: Box, size: float) -> str:
    """Speed, cannons, crew, cargo and points side by side; crew takes more room."""
    shares = (0.0, 0.17, 0.36, 0.66, 0.83)
    parts = []
    for sign, value, share in zip(STATS, values_of(ship), shares, strict=True):
        x, y = box.x + share * box.width, box.middle[1]
        parts.append(sign(x + size * 0.55, y, size))
        parts.append(text(x + size * 1.25, y, value, size * 0.95, font=BOLD))
    return "".join(parts)


def fitting(words: str, box: Box, largest: float, **style: object) -> str:
    """A paragraph at the largest size at which it stays in its place."""
    size = largest
    while size > 11 and len(wrapped(words, size, box.width)) * size * 1.25 > box.height:
        size -= 1
    return paragraph(box.x, box.y + size / 2, words, size, box.width, 1.25, **style)


# Ships --------------------------------------------------------------------------------------------


def fleet_of(
    s: Record, tables: Tables, seat: int, ships: Sequence[Ship], box: Box
) -> Iterator[tuple[Ship, Box, str]]:
    """Ships with their places: as tiles, as large as there is room for, or else as a list."""
    across, down, scale = _grid(len(ships), box)
    if scale < _SMALLEST:
        yield from _list(s, tables, seat, ships, box)
        return
    width, height = _TILE_WIDTH * scale, _TILE_HEIGHT * scale
    wide = min(width * 1.25, (box.width - 10 * (across - 1)) / across)
    high = min(height * 1.25, (box.height - 10 * (down - 1)) / down)
    for k, ship in enumerate(ships):
        down_, across_ = divmod(k, across)
        place = Box(box.x + across_ * (wide + 10), box.y + down_ * (high + 10), wide, high)
        yield ship, place, _tile(s, tables, seat, ship, place)


def _grid(count: int, box: Box) -> tuple[int, int, float]:
    """Columns and rows in which tiles are largest, and how large they are."""

    def scale(across: int) -> float:
        down = -(-count // across)
        width, height = box.width - 10 * (across - 1), box.height - 10 * (down - 1)
        fits = min(width / across / _TILE_WIDTH, height / down / _TILE_HEIGHT)
        return min(_LARGEST, fits)

    best = max(range(1, count + 1), key=lambda across: (round(scale(across), 2), -across))
    return best, -(-count // best), scale(best)


def _list(
    s: Record, tables: Tables, seat: int, ships: Sequence[Ship], box: Box
) -> Iterator[tuple[Ship, Box, str]]:
    """Ships as lines one below the other, in columns if there is room for them."""
    columns = box.columns(max(1, int(box.width // 250)), 16)
    rows = -(-len(ships) // len(columns))
    height = min(62.0, box.height / rows)
    for k, ship in enumerate(ships):
        column = columns[k // rows]
        place = Box(column.x, column.y + k % rows * height, column.width, height)
        yield ship, place, _row(s, tables, seat, ship, place)


def _row(s: Record, tables: Tables, seat: int, ship: Ship, box: Box) -> str:
    """A ship as one line of a list; with inventory, or if there is room, as two."""
    inner = box.inside(1.5)
    chosen = _is_chosen(s, seat, ship.slot)
    frame = {"stroke": GOLD, "stroke_width": 3} if chosen else {}
    inventory = inventory_words(tables, ship)
    parts = [rect(inner, PARCHMENT_DARK, rx=5, fill_opacity=0.45, **frame)]
    size = min(21.0, inner.height * (0.42 if inner.height > 28 else 0.6))
    tall = inner.height > 28
    name = Box(inner.x, inner.y, inner.width if tall else inner.width * 0.34,
               inner.height / 2 if tall else inner.height)  # fmt: skip
    stats = name._replace(y=inner.y + inner.height / 2)
    if not tall:
        stats = Box(inner.x + inner.width * 0.36, inner.y, inner.width * 0.62, inner.height)
        name_words = card_name(tables, ship.card) + (" +" if inventory else "")
    else:
        name_words = card_name(tables, ship.card) + (f" · {inventory}" if inventory else "")
    parts.append(silhouette(tables, ship, name.x + size * 0.8, name.middle[1], size * 1.3))
    parts.append(text(name.x + size * 1.7, name.middle[1] + 1, name_words, size * 0.95, font=BOLD,
                      width=name.width - size * 1.9))  # fmt: skip
    parts.append(_stats(ship, stats._replace(x=stats.x + 6, width=stats.width - 6), size))
    return "".join(parts)


def _is_chosen(s: Record, seat: int, slot: int) -> bool:
    """Whether a ship acts, fights, waits for crew, or is the target of a card."""
    fights = any(s.b_seat[side] == seat and s.b_slot[side] == slot for side in (ATTACKER, DEFENDER))
    waits = seat == s.cur and slot in (s.sel_ship, s.dist_slot)
    return fights or waits or (s.sel_enemy[0], s.sel_enemy[1]) == (seat, slot)


def _tile(s: Record, tables: Tables, seat: int, ship: Ship, place: Box) -> str:
    """An own ship as a card, drawn small and then made as large as its place."""
    scale = min(place.width / _TILE_WIDTH, place.height / _TILE_HEIGHT)
    box = Box(0, 0, place.width / scale, place.height / scale)
    rests = ship.acted and seat == s.cur and not s.over
    glow = rect(box.inside(-3), "none", rx=11, stroke=GOLD, stroke_width=4)
    inventory = inventory_words(tables, ship)
    below = Box(14, 84, box.width - 28, box.height - 90)
    return group(
        panel(box, WOOD_DARK, PARCHMENT_DARK if rests else "url(#parchment)", 9),
        glow if _is_chosen(s, seat, ship.slot) else "",
        silhouette(tables, ship, 32, 28, 44),
        text(60, 22, card_name(tables, ship.card), 19, font=BOLD, width=box.width - 72),
        text(60, 43, f"slot {ship.slot}{', has acted' if rests else ''}", 15, fill=FADED),
        _stats(ship, Box(12, 54, box.width - 20, 26), 19),
        fitting(inventory, below, 16, fill=INK) if inventory else "",
        x=place.x,
        y=place.y,
        scale=scale,
    )
