"""Cards of havens as pictures: name, drawing, what they do, cost and strength."""

from __future__ import annotations

from collections.abc import Iterator

from piracy_env.core.record import Record
from piracy_env.core.tables import Tables
from piracy_env.core.text import in_words
from piracy_env.drawing.fonts import BOLD, text_width
from piracy_env.drawing.svg import INK, Box, card, circle, coin, fitted, icon, text, wrapped
from piracy_env.games.havens.cards import FIRST_HAVEN, PARTS, Kind
from piracy_env.games.havens.gameboard import ship_icon
from piracy_env.games.havens.names import card_name, effect, vessel_class

_FRAMES = {  # fill and rim of cards without a colour
    Kind.HAVEN: ("#2f7d84", "#164a50"),
    Kind.WILD: ("#5b7d3a", "#32481d"),
    Kind.HISTORY: ("#a8742a", "#5e3f12"),
    Kind.INSTANT: ("#75508f", "#432a55"),
}
COLOURED = (("#b23a2c", "#6b1a14"), ("#34302d", "#100e0d"))
_ICONS = {
    Kind.CAPTAIN: "hat", Kind.GUNS: "", Kind.CREW: "pirate", Kind.HAVEN: "anchor",
    Kind.WILD: "wheel", Kind.HISTORY: "relics", Kind.INSTANT: "saber",
}  # fmt: skip


def _frame(row: Record) -> tuple[str, str]:
    return COLOURED[row.colour] if row.kind < PARTS else _FRAMES[Kind(row.kind)]


def card_face(tables: Tables, number: int, box: Box) -> str:
    """A playing card: name, picture, cost and strength, or what it does."""
    row = tables.t.cards[number]
    kind = Kind(row.kind)
    x = box.middle[0]
    tall = box.height > 170
    picture = box.y + (63 if tall else 66)
    size = min(34.0 if tall else 30.0, box.width * 0.5)
    foot = picture + size * 0.5 + (13 if tall else 10)
    name, words = card_name(tables, number), _words(tables, number)
    letters = max(13.0, min(17.0 if tall else 15.5, box.width * 0.155))
    parts = [
        card(box, *_frame(row), 8),
        *centred(name, x, box.y + 20, letters, box.width - 12, height=box.height * 0.22),
        _picture(tables, number, x, picture, size),
        *centred(words, x, foot, 16 if tall else 14, box.width - 12,
                height=box.bottom - 36 - foot),
    ]  # fmt: skip
    if row.cost or kind < Kind.HISTORY:
        parts.append(coin(box.x + 17, box.bottom - 17, 12.5, row.cost))
    if kind < PARTS:
        badge = circle(box.right - 17, box.bottom - 17, 11, "#ffffff", stroke=INK)
        value = text(box.right - 17, box.bottom - 17, row.strength, 16, font=BOLD, anchor="middle")
        parts += [badge, value]
    return "".join(parts)


def _picture(tables: Tables, number: int, x: float, y: float, size: float) -> str:
    kind = Kind(tables.t.cards[number].kind)
    if kind == Kind.VESSEL:
        return icon(ship_icon(tables, number), x, y, size * 1.15)
    if kind == Kind.GUNS:
        pounds = card_name(tables, number).split("-")[0]
        ball = circle(x, y, size * 0.44, "#3b3a3c", stroke="#0f0e0f", stroke_width=2)
        shine = circle(x - size * 0.16, y - size * 0.17, size * 0.09, "#ffffff", opacity=0.5)
        mark = text(x, y + 1, pounds, size * 0.42, font=BOLD, fill="#f6e9c6", anchor="middle")
        return ball + shine + mark
    return icon(_ICONS[kind], x, y, size)


def _words(tables: Tables, number: int) -> str:
    """What stands below the picture of a card."""
    row = tables.t.cards[number]
    if row.kind == Kind.VESSEL:
        vessel = tables.t.vessels[number - len(tables.t.captains)]
        return f"{vessel_class(tables, number)} · move {vessel.move_cost}, die +{vessel.move_bonus}"
    if row.kind == Kind.CAPTAIN:
        raids = [k for k, row in enumerate(tables.t.attacks) if number in list(row.captains)]
        names = [tables.text("attacks", "name")[k].split(" (")[0] for k in raids]
        return in_words(names, none="no raid of history")
    if row.kind == Kind.GUNS:
        return "great guns"
    if row.kind == Kind.CREW:
        return "crew"
    if row.kind == Kind.HAVEN:
        return f"Haven, hex {tables.t.havens[number - FIRST_HAVEN].hex}"
    return effect(tables, number)


def centred(  # noqa: PLR0913 - a paragraph has that many properties
    words: str,
    x: float,
    y: float,
    size: float,
    width: float,
    fill: str = INK,
    *,
    height: float = 80,
) -> Iterator[str]:
    """Centred lines in a place of this width and height, smaller if need be."""
    if not words:
        return
    longest = max(words.split(), key=lambda word: text_width(word, size))
    size = fitted(longest, size, width)
    while size > 6 and (len(wrapped(words, size, width)) - 1) * size * 1.18 > height:
        size -= 0.25
    for k, line_ in enumerate(wrapped(words, size, width)):
        yield text(x, y + k * size * 1.18, line_, size, anchor="middle", fill=fill)
