"""Tortuga in the picture: five places with roads, deeds and teachers, and the Market's cards."""

from __future__ import annotations

from collections.abc import Iterator

from piracy_env.core.record import Record
from piracy_env.core.tables import Tables
from piracy_env.core.text import seat_letter
from piracy_env.drawing.fonts import BOLD, TITLE
from piracy_env.drawing.picks import pick, picked
from piracy_env.drawing.svg import (
    FADED,
    GOLD,
    GOLD_DARK,
    INK,
    PARCHMENT,
    WOOD_DARK,
    Box,
    circle,
    element,
    group,
    icon,
    panel,
    path,
    polygon,
    rect,
    text,
    wrapped,
)
from piracy_env.games.skull_tales.crew_cards import figure
from piracy_env.games.skull_tales.labels import face_down
from piracy_env.games.skull_tales.names import gear_name, is_card_seen, name_of
from piracy_env.games.skull_tales.state import MARKET, NONE, OFFER

(SHIP, DOCKS, MARKET_SQUARE, CHAPEL, TAVERN, MANSION) = range(6)
_NAMES = ("The ship", "The Docks", "Market Square", "The Chapel", "The Tavern", "The Mansion")
_SITES = {
    CHAPEL: (18, 20, 262, 206),
    MANSION: (600, 20, 262, 206),
    MARKET_SQUARE: (18, 262, 262, 206),
    TAVERN: (600, 262, 262, 206),
    DOCKS: (309, 312, 262, 206),
}
"""Places of the sites within the town: x, y, width, height."""
_ROAD_ENDS = {
    SHIP: (440, 590),
    DOCKS: (440, 415),
    MARKET_SQUARE: (150, 365),
    CHAPEL: (150, 120),
    TAVERN: (730, 365),
    MANSION: (730, 120),
}
_PLACES = 6
_SAND, _ROAD, _WATER = "#dcc48c", "#f4e6bf", "#4b8a93"


def port_town(s: Record, tables: Tables, box: Box, viewer: int | None) -> str:
    """The whole town in a frame."""
    inside = group(
        _ground(box),
        *_roads(tables, box),
        *(_site(s, tables, place, box, viewer == s.seat) for place in _SITES),
        _square(s, tables, box),
        _bay(s, box),
        _stalls(s, tables, Box(box.x + 18, box.bottom - 142, box.width - 36, 128), viewer),
        clip_path="url(#town)",
    )
    clip = element("defs", element("clipPath", rect(box.inside(7), "#000", rx=8), id="town"))
    frame = rect(box.inside(4), "none", rx=10, stroke=GOLD_DARK, stroke_width=2)
    return clip + panel(box, WOOD_DARK, "url(#wood)", rx=13, border=3) + inside + frame


def _ground(box: Box) -> str:
    """Sand, meadows and the sea in the south."""
    x, y = box.x, box.y
    low = box.bottom - 196
    shore = ("M", x, low + 26, "q", 160, -46, 320, -6, "t", 300, -4, "t", 270, -20)
    trees = "".join(
        _palm(x + 300 + (k * 97) % 280, y + 214 + (k * 37) % 76) for k in range(7)
    )  # fmt: skip
    return "".join((
        rect(box, _SAND),
        path("M", x, y, "h", box.width, "v", 250, "q", -220, 60, -440, 20, "t", -440, 30, "z",
             fill="#a9b877", opacity=0.75),
        trees,
        path(*shore, "V", box.bottom, "H", x, "z", fill="#eef6ee"),
        group(path(*shore, "V", box.bottom, "H", x, "z", fill=_WATER), y=12),
    ))  # fmt: skip


def _palm(x: float, y: float) -> str:
    """A palm."""
    trunk = path("M", x, y + 12, "q", 4, -10, 0, -20, stroke="#7d5230", stroke_width=2.4)
    leaves = (
        path("M", x, y - 8, "q", dx * 9, dy * 7, dx * 12, dy, stroke="#4d6b2f", stroke_width=2.6)
        for dx, dy in ((-1, -1), (1, -1), (-0.7, -1.7), (0.7, -1.7))
    )
    return trunk + "".join(leaves)


def _roads(tables: Tables, box: Box) -> Iterator[str]:
    """Roads between places: a Time Unit each."""
    for row in tables.t.roads:
        one, other = (
            (box.x + _ROAD_ENDS[place][0], box.y + _ROAD_ENDS[place][1]) for place in row.places
        )
        way = ("M", *one, "Q", (one[0] + other[0]) / 2 + 14, (one[1] + other[1]) / 2 - 12, *other)
        yield path(*way, stroke="#a9895a", stroke_width=15, stroke_linecap="round", opacity=0.6)
        yield path(*way, stroke=_ROAD, stroke_width=10, stroke_linecap="round")
        yield path(*way, stroke="#a9895a", stroke_width=1.4, stroke_dasharray="6 7")


# --- places ---------------------------------------------------------------------------------------


def _site(s: Record, tables: Tables, place: int, box: Box, is_asked: bool) -> str:
    """A place: its house, who is there, deeds with their price in Time Units, its teachers."""
    x, y, width, height = _SITES[place]
    site = Box(box.x + x, box.y + y, width, height)
    head = Box(site.x, site.y, site.width, 44)
    parts = [
        panel(site, rx=10),
        _house(place, site.x + 26, site.y + 24),
        text(site.x + 52, site.y + 22, _NAMES[place], 22, font=TITLE, width=118),
        _guests(s, place, head),
    ]
    deeds = [
        (name, row) for name, row in zip(_DEEDS, tables.t.port_actions, strict=True)
        if row.place == place
    ]  # fmt: skip
    columns = Box(site.x + 10, site.y + 50, site.width - 20, site.height - 96).columns(2, 6)
    for number, (name, row) in enumerate(deeds):
        column = columns[number % 2]
        yy = column.y + 10 + 22 * (number // 2)
        price = f"{row.tu} TU" if row.tu else ""
        price += f" {row.coins}¢" if row.coins else ""
        ink = GOLD_DARK if row.captain else INK
        parts.append(text(column.x, yy, name, 14, fill=ink, width=column.width - 44))
        parts.append(text(column.right, yy, price, 12, fill=FADED, anchor="end", width=42))
    parts += _teachers(s, tables, place, Box(site.x + 10, site.bottom - 44, site.width - 20, 40))
    chosen = (pick("go", place=place),) if is_asked else ()
    return picked("".join(parts), *chosen, box=site)


_DEEDS = (
    *("Salary", "Relax*", "Assignment*", "Repair*", "Trade*", "Upgrade*", "Learn"),
    *("Rum, Brew", "Prosthesis", "Order", "Haggle", "Learn"),
    *("Charity", "Atonement", "Learn", "Learn"),
    *("Story", "Hire an Ally", "Rumor", "Hire groups*", "Game of chance", "Learn"),
    *("Enter", "Rumor", "Luxury", "Bet", "Loan", "Repay", "Learn"),
)
"""Rows of [port_actions] in a word; a star marks what the Captain alone may do."""


def _guests(s: Record, place: int, box: Box) -> str:
    """Pirates at a place, on the right of its head."""
    there = [seat for seat in range(s.players) if s.loc[seat] == place]
    step = min(27.0, 92 / max(1, len(there)))
    return "".join(
        figure(s, seat, box.right - 18 - step * k, box.y + 25, 12.5)
        for k, seat in enumerate(reversed(there))
    )


def _teachers(s: Record, tables: Tables, place: int, box: Box) -> Iterator[str]:
    """Who teaches here, what class, and whom they like."""
    here = [k for k, row in enumerate(tables.t.teachers) if row.place == place]
    for teacher, row in zip(here, box.rows(2), strict=False):
        name = name_of(tables, "teachers", teacher)
        cls = ("rogues", "duelists", "the educated", "mystics", "rowdies", "shooters")[
            int(tables.t.teachers[teacher].cls)
        ]
        y = row.middle[1] + (0 if len(here) > 1 else 10)
        moods = [
            (seat, "#3f8f3b" if s.appr[seat] >> teacher & 1 else "#c02a20")
            for seat in range(s.players)
            if (s.appr[seat] | s.disl[seat]) >> teacher & 1
        ]
        room = row.width - 18 * len(moods) - 6
        yield text(row.x, y, f"{name} teaches {cls}", 13, fill=WOOD_DARK, width=room)
        for number, (seat, fill) in enumerate(moods):
            x = row.right - 8 - 18 * number
            yield circle(x, y, 8, fill, stroke=INK)
            yield text(x, y, seat_letter(seat), 11, font=BOLD, fill="#ffffff", anchor="middle")


def _house(place: int, x: float, y: float) -> str:
    """A small drawing of a place."""
    wall = rect(Box(x - 13, y - 4, 26, 18), "#f4efe4", stroke=INK, stroke_width=1.2)
    roof = polygon([(x - 17, y - 4), (x, y - 17), (x + 17, y - 4)], "#a3281f", stroke=INK)
    door = rect(Box(x - 4, y + 4, 8, 10), WOOD_DARK)
    if place == DOCKS:
        return icon("anchor", x, y, 34)
    if place == TAVERN:
        return wall + roof + icon("rum", x + 11, y + 4, 22)
    if place == CHAPEL:
        tower = rect(Box(x - 5, y - 20, 10, 18), "#f4efe4", stroke=INK, stroke_width=1.2)
        arms = ("M", x, y - 30, "v", 10, "M", x - 4, y - 26, "h", 8)
        cross = path(*arms, stroke=INK, stroke_width=2)
        return wall + roof + tower + cross + door
    if place == MARKET_SQUARE:
        stripes = "".join(
            polygon([(x - 17 + 7 * k, y - 6), (x - 10 + 7 * k, y - 6), (x - 10 + 7 * k, y + 1),
                     (x - 13.5 + 7 * k, y + 4), (x - 17 + 7 * k, y + 1)],
                    "#2f6fa8" if k % 2 else "#fff8e6", stroke=INK, stroke_width=0.8)
            for k in range(5)
        )  # fmt: skip
        return rect(Box(x - 14, y - 2, 28, 16), "#c9a06a", stroke=INK) + stripes
    wings = rect(Box(x - 19, y - 2, 38, 16), "#f4d9c9", stroke=INK, stroke_width=1.2)
    return wings + wall + roof + door


# --- middle, bay and Market -----------------------------------------------------------------------


def _square(s: Record, tables: Tables, box: Box) -> str:
    """The Events that have been drawn, in the middle of the town."""
    drawn = [
        name_of(tables, "port_events", 8 * (place - 1) + card)
        for place in range(1, _PLACES)
        for card in range(8)
        if s.pe_out[place - 1] >> card & 1
    ]
    sheet = Box(box.x + 309, box.y + 20, 262, 182)
    title = text(sheet.middle[0], sheet.y + 20, "Tortuga", 28, font=TITLE, anchor="middle")
    parts = [panel(sheet, rx=10), title]
    words = f"Events drawn: {', '.join(drawn)}." if drawn else "No Event has been drawn."
    rows = wrapped(words, 13.5, sheet.width - 24)
    for k, row in enumerate(rows[:7]):
        parts.append(text(sheet.x + 12, sheet.y + 48 + 17 * k, row, 13.5))
    parts.append(text(sheet.x + 12, sheet.bottom - 11, "*: the Captain alone", 12, fill=GOLD_DARK))
    return "".join(parts)


def _bay(s: Record, box: Box) -> str:
    """The ship in the bay with the Pirates aboard."""
    x, y = box.x + 440, box.y + 566
    parts = [icon("galleon", x, y - 4, 74)]
    there = [seat for seat in range(s.players) if s.loc[seat] == SHIP]
    for k, seat in enumerate(there):
        parts.append(figure(s, seat, x + 56 + 30 * k, y + 2, 13))
    return "".join(parts)


def _stalls(s: Record, tables: Tables, box: Box, viewer: int | None) -> str:
    """Cards of the Market deck and of the Captain's offer, those not seen face down."""
    places = box.columns(MARKET + OFFER, 6)
    parts = [text(box.x + 2, box.y - 12, "Market", 20, font=TITLE, fill="#fff8e6")]
    if s.offer_to != NONE:
        words = f"Offer to {seat_letter(s.offer_to)}"
        parts.append(text(places[MARKET].x, box.y - 12, words, 20, font=TITLE, fill="#fff8e6"))
    for place, sheet in enumerate(places):
        if not s.mk_on >> place & 1:
            parts.append(rect(sheet, "none", rx=6, stroke="#fff8e6", stroke_dasharray="4 5",
                              opacity=0.35))  # fmt: skip
        elif is_card_seen(s, place, viewer):
            parts.append(_card(tables, int(s.mk[place]), sheet))
        else:
            parts.append(face_down(sheet))
    return "".join(parts)


def _card(tables: Tables, gear: int, box: Box) -> str:
    """A card of Gear with its price."""
    parts = [rect(box, PARCHMENT, rx=6, stroke=GOLD_DARK, stroke_width=1.6)]
    if gear > 0:
        for k, row in enumerate(wrapped(gear_name(tables, gear), 13, box.width - 8, BOLD)[:4]):
            parts.append(text(box.middle[0], box.y + 18 + 16 * k, row, 13, font=BOLD,
                              anchor="middle", width=box.width - 6))  # fmt: skip
        parts.append(circle(box.middle[0], box.bottom - 22, 14, GOLD, stroke=GOLD_DARK))
        parts.append(text(box.middle[0], box.bottom - 22, tables.t.gear[gear].cost, 15, font=BOLD,
                          anchor="middle"))  # fmt: skip
    return "".join(parts)
