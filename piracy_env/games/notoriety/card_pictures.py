"""Cards of notoriety as pictures: large in hand and tavern, small in parties and piles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from piracy_env.core.tables import Tables
from piracy_env.drawing.fonts import BOLD, TEXT, TITLE, Font, text_width
from piracy_env.drawing.svg import (
    FADED,
    GOLD,
    PARCHMENT_DARK,
    Box,
    card,
    circle,
    coin,
    corners,
    group,
    icon,
    line,
    paragraph,
    path,
    polygon,
    rect,
    text,
    wrapped,
)
from piracy_env.games.notoriety.cards import card_name, loot_value, pirate_powers
from piracy_env.games.notoriety.state import (
    DOUBLOON,
    FIRST_TREASURE,
    NONE,
    PIRATES,
    POWDER_MONKEY,
    RANK_LETTERS,
    RANKS,
)
from piracy_env.games.notoriety.tables import TREASURE_KEYS

_SUITS = (  # fill, rim and icon of each suit
    ("#b3382e", "#6b1a14", ""),
    ("#2f6ea6", "#173f66", "anchor"),
    ("#8a8f96", "#4c5056", "saber"),
    ("#3a322c", "#15110e", "skull"),
    ("#3d8a6c", "#1c4d3a", "kraken"),
)
_LOOT, _CREW = ("#d9a93b", "#8a6410"), ("#a88563", "#5d4128")
_HEART = "m 0 -3 c -3 -6 -11 -3 -9 3 q 2 5 9 10 q 7 -5 9 -10 c 2 -6 -6 -9 -9 -3 z"
_GEMS = {
    "ruby": ("#c8323a", "#6f1016"), "emerald": ("#3aa566", "#14532f"),
    "sapphire": ("#3a6fd0", "#173a7d"), "diamond": ("#e8f3f7", "#7d99a5"),
}  # fmt: skip
_SIGNS = {
    "rum": "rum", "muskets": "saber", "cutlass": "saber", "goblets": "relics",
    "candlesticks": "relics", "idol": "relics", "statue": "relics", "jewels": "hat",
    "medallion": "skull", "shovel": "pirate", "map": "compass",
}  # fmt: skip
_SCALES = (2.0, 1.75, 1.5, 1.35, 1.2, 1.1, 1.0, 0.92, 0.84, 0.77, 0.7, 0.63, 0.56, 0.5)
_CHIP = (32.0, 44.0)
"""Width and height of a card in a pile."""


# Signs --------------------------------------------------------------------------------------------


def suit_sign(suit: int, x: float, y: float, size: float) -> str:
    """The sign of a suit around a point."""
    fill, edge, name = _SUITS[suit]
    if name == "skull":  # it is as pale as the paper
        return circle(x, y, size * 0.5, fill) + icon(name, x, y + size * 0.02, size * 0.85)
    if name:
        return icon(name, x, y, size)
    return group(path(_HEART, fill=fill, stroke=edge), x=x, y=y, scale=size / 20)


def _gem(x: float, y: float, size: float, fill: str, edge: str) -> str:
    """A cut stone."""
    outline = corners(0, 0, 10, 8, 22.5)
    facets = [line(*outline[k], *outline[(k + 3) % 8], edge, opacity=0.45) for k in (0, 2, 4, 6)]
    stone = polygon(outline, fill, stroke=edge, stroke_width=1.4, stroke_linejoin="round")
    return group(stone, *facets, x=x, y=y, scale=size / 22)


def _loot_sign(tables: Tables, number: int, x: float, y: float, size: float) -> str:
    """A treasure, a Doubloon or a Powder Monkey."""
    if number == POWDER_MONKEY:
        return icon("pirate", x, y, size)
    if number == DOUBLOON:
        return coin(x, y, size * 0.42, tables.t.starting[1].white_trade)
    key = TREASURE_KEYS[number - FIRST_TREASURE]
    if key in _GEMS:
        return _gem(x, y, size * 0.9, *_GEMS[key])
    if key == "pearls":
        beads = [(-6, -3), (-1, 1), (5, 1), (8, -5), (-8, -8)]
        return group(
            *(circle(*bead, 3.4, "#fbf6ea", stroke="#9a8f7b") for bead in beads),
            x=x, y=y + size * 0.1, scale=size / 22,
        )  # fmt: skip
    return icon(_SIGNS.get(key, "chest"), x, y, size)


def _frame(number: int) -> tuple[str, str]:
    """Fill and rim of a card."""
    if number < PIRATES:
        return _SUITS[number // RANKS][:2]
    return _CREW if number == POWDER_MONKEY else _LOOT


# Large cards --------------------------------------------------------------------------------------


def tavern_card(tables: Tables, number: int, slot: int, box: Box) -> str:
    """A pirate for hire: rank, suit, cost and powers."""
    if number == NONE:
        empty = rect(box, "none", rx=12, stroke=PARCHMENT_DARK, stroke_dasharray="8 6")
        return empty + text(*box.middle, "empty", 18, fill=FADED, anchor="middle")
    suit, rank = divmod(number, RANKS)
    middle = box.middle[0]
    powers = pirate_powers(tables, number) or "wild in its suit"
    return "".join(
        (
            card(box, *_frame(number)),
            text(box.x + 18, box.y + 34, RANK_LETTERS[rank], 44, font=TITLE),
            suit_sign(suit, box.right - 36, box.y + 36, 40),
            text(middle, box.y + 78, card_name(tables, number), 18, font=BOLD, anchor="middle",
                 width=box.width - 24),
            paragraph(middle, box.y + 108, powers, 18, box.width - 28, anchor="middle"),
            coin(box.x + 32, box.bottom - 32, 21, tables.t.pirates[number].cost),
            text(box.right - 18, box.bottom - 30, f"slot {slot}", 16, fill=FADED, anchor="end"),
        )
    )  # fmt: skip


def large_card(tables: Tables, number: int, box: Box, wild: bool = False) -> str:
    """A card with all that it does, or with its sign alone where there is no room for words."""
    if box.width < 84 or box.height < 116:
        return small_card(tables, number, box, wild)
    middle, head = box.middle[0], min(34.0, box.width * 0.27)
    if number < PIRATES:
        suit, rank = divmod(number, RANKS)
        upper = text(box.x + 11, box.y + 8 + head * 0.55, RANK_LETTERS[rank], head * 1.1,
                     font=TITLE)  # fmt: skip
        upper += suit_sign(suit, box.right - 9 - head * 0.5, box.y + 9 + head * 0.5, head)
        name, words = "", pirate_powers(tables, number) or "wild in its suit"
    else:
        upper = _loot_sign(tables, number, middle, box.y + 12 + head * 0.55, head * 1.15)
        name, words = card_name(tables, number), use_of(tables, number)
    top = box.y + 20 + head * 1.15
    title = list(_words(name, Box(box.x + 8, top, box.width - 16, 36), 16, BOLD)) if name else []
    below = top + 19 * len(title)
    body = _words(words, Box(box.x + 8, below, box.width - 16, box.bottom - below - 8), 16)
    glow = rect(box.inside(-3), "none", rx=10, stroke=GOLD, stroke_width=5) if wild else ""
    return "".join((card(box, *_frame(number), 9), upper, *title, *body, glow))


def use_of(tables: Tables, number: int) -> str:
    """What a card is good for while it is in hand."""
    if number < PIRATES:
        return pirate_powers(tables, number)
    if number == POWDER_MONKEY:
        return "brawl or bury; two of them plunder"
    banner = (
        tables.t.starting[1].banner
        if number == DOUBLOON
        else tables.t.treasures[number - FIRST_TREASURE].banner
    )
    flag = f"; banner {banner}" if banner else ""
    return f"trade: {loot_value(tables, number)}{flag}"


def _words(words: str, box: Box, size: float, font: Font = TEXT) -> Iterator[str]:
    """Centred lines at the top of a place, smaller if there are many."""
    while size > 11 and len(wrapped(words, size, box.width, font)) * size * 1.15 > box.height:
        size -= 0.5
    for k, line_ in enumerate(wrapped(words, size, box.width, font)):
        y = box.y + 8 + k * size * 1.15
        yield text(box.middle[0], y, line_, size, anchor="middle", width=box.width, font=font)


def small_card(tables: Tables, number: int, box: Box, wild: bool = False) -> str:
    """A card that shows who or what it is, and nothing else."""
    middle = box.middle[0]
    glow = rect(box.inside(-2), "none", rx=7, stroke=GOLD, stroke_width=4) if wild else ""
    face = card(box, *_frame(number), box.width / 9)
    if number < PIRATES:
        suit, rank = divmod(number, RANKS)
        mark = text(middle, box.y + box.height * 0.28, RANK_LETTERS[rank], box.height * 0.37,
                    font=TITLE, anchor="middle")  # fmt: skip
        sign = suit_sign(suit, middle, box.y + box.height * 0.69, box.width * 0.56)
        return face + mark + sign + glow
    return face + _loot_sign(tables, number, *box.middle, box.width * 0.66) + glow


def row_of_cards(
    tables: Tables, numbers: Sequence[int], box: Box, wild: Iterable[int] = ()
) -> Iterator[tuple[int, Box, str]]:
    """Cards side by side with their places, closer together if there are many."""
    width = min(box.height * 0.72, 138.0)
    if len(numbers) * (width + 8) > box.width:
        width = max(62.0, min(width, box.width / len(numbers) - 8))
    step = min(width + 8, (box.width - width) / max(1, len(numbers) - 1))
    for k, number in enumerate(numbers):
        place = Box(box.x + k * step, box.y, width, box.height)
        yield number, place, large_card(tables, number, place, number in wild)


# Piles --------------------------------------------------------------------------------------------


class Pile(NamedTuple):
    """Some cards under a heading, by type."""

    heading: str
    counts: Sequence[int]

    @property
    def cards(self) -> list[tuple[int, int]]:
        """The types of cards that are there, and how many of each."""
        return [(number, count) for number, count in enumerate(self.counts) if count]


def piles(tables: Tables, box: Box, shown: Sequence[Pile]) -> str:
    """Piles side by side and below each other, their cards as large as there is room for."""
    for scale in _SCALES:
        rows = list(_rows(tables, shown, box.width, scale))
        heights = [max(_height(tables, pile, box.width, scale) for pile, _ in row) for row in rows]
        if sum(heights) <= box.height:
            break
    gap = min(16.0, max(0.0, box.height - sum(heights)) / len(rows))
    parts, y = [], box.y
    for row, height in zip(rows, heights, strict=True):
        for pile, x in row:
            parts.append(_pile(tables, pile, Box(box.x + x, y, box.width, height), scale))
        y += height + gap
    return "".join(parts)


def _rows(
    tables: Tables, shown: Sequence[Pile], width: float, scale: float
) -> Iterator[list[tuple[Pile, float]]]:
    """Piles that fit beside each other, with the x of each."""
    row: list[tuple[Pile, float]] = []
    x = 0.0
    for pile in shown:
        chips = sum(_chip_width(tables, number, count) + 5 for number, count in pile.cards) * scale
        wide = max(chips, text_width(_title(pile), _letters(scale), BOLD))
        if row and x + wide > width:
            yield row
            row, x = [], 0.0
        row.append((pile, x))
        x += wide + 28
    yield row


def _title(pile: Pile) -> str:
    return pile.heading if pile.cards else f"{pile.heading}: none"


def _letters(scale: float) -> float:
    """Size of the letters of a heading."""
    return min(17.0, _heading(scale) * 0.8)


def _height(tables: Tables, pile: Pile, width: float, scale: float) -> float:
    return _heading(scale) + len(_lines(tables, pile, width, scale)) * _row(scale)


def _heading(scale: float) -> float:
    return max(19.0, min(24.0, 22 * scale))


def _row(scale: float) -> float:
    return (_CHIP[1] + 5) * scale


def _lines(tables: Tables, pile: Pile, width: float, scale: float) -> list[list[tuple[int, int]]]:
    """The cards of a pile, line by line."""
    lines: list[list[tuple[int, int]]] = []
    room = 0.0
    for number, count in pile.cards:
        needed = (_chip_width(tables, number, count) + 5) * scale
        if not lines or room < needed:
            lines.append([])
            room = width
        lines[-1].append((number, count))
        room -= needed
    return lines


def _pile(tables: Tables, pile: Pile, box: Box, scale: float) -> str:
    head = _heading(scale)
    parts = [text(box.x, box.y + head / 2 - 1, _title(pile), _letters(scale), font=BOLD,
                  width=box.width)]  # fmt: skip
    for k, cards in enumerate(_lines(tables, pile, box.width, scale)):
        x = 0.0
        for number, copies in cards:
            chip = _chip(tables, number, copies)
            parts.append(group(chip, x=box.x + x, y=box.y + head + k * _row(scale), scale=scale))
            x += (_chip_width(tables, number, copies) + 5) * scale
    return "".join(parts)


def _has_name(number: int) -> bool:
    return FIRST_TREASURE <= number < POWDER_MONKEY


def _chip_width(tables: Tables, number: int, count: int) -> float:
    """How much room a card of a pile takes with what stands beside it."""
    if _has_name(number):
        lines = wrapped(card_name(tables, number), 15, _NAME_WIDTH)
        return _CHIP[0] + 9 + max(text_width(line_, 15) for line_ in lines)
    return _CHIP[0] + (24 if count > 1 else 0)


_NAME_WIDTH = 76.0


def _chip(tables: Tables, number: int, count: int) -> str:
    """A card of a pile, how many of it there are, and what a treasure is called."""
    width, height = _CHIP
    face = small_card(tables, number, Box(0, 0, width, height))
    if _has_name(number):
        lines = wrapped(card_name(tables, number), 15, _NAME_WIDTH)
        first = height / 2 - 8 * (len(lines) - 1)
        return face + "".join(
            text(width + 5, first + 16 * k, words, 15, width=_NAME_WIDTH)
            for k, words in enumerate(lines)
        )
    return face + (text(width + 4, height / 2, f"x{count}", 18, font=BOLD) if count > 1 else "")
