"""The reckoning at the end of a game: a row a player, a column for all that counts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from piracy_env.core.text import ordinal
from piracy_env.drawing.fonts import BOLD, TEXT, TITLE
from piracy_env.drawing.svg import (
    FADED,
    PLAYER_COLOURS,
    WOOD_DARK,
    Box,
    circle,
    panel,
    player_name,
    rect,
    text,
    wrapped,
)

_MOST_FOR_NAMES = 250.0
_HEAD = 15.5


class Account(NamedTuple):
    """What counts of a player, column by column; the last one is the result."""

    seat: int
    place: int
    """1 is the best; 0 if a game was cut short and there are no places."""
    cells: tuple[object, ...]
    tied: str = ""
    """How a place is called that is shared."""


def accounts(box: Box, heads: Sequence[str], rows: Sequence[Account], notes: str = "") -> str:
    """A sheet with all accounts, the best place first."""
    lines = [wrapped(head, _HEAD, _width(box, heads) - 8) for head in heads]
    deep = max(map(len, lines), default=1)
    foot = 24 if notes else 0
    top = box.y + 50 + 18 * deep
    room = Box(box.x + 16, top, box.width - 32, box.bottom - top - 12 - foot)
    best_first = sorted(rows, key=lambda row: (row.place or len(rows), row.seat))
    height = min(52.0, room.height / len(rows))
    middles = [_middle(box, heads, k) for k in range(len(heads))]
    parts = [
        panel(box, WOOD_DARK, rx=12),
        text(box.middle[0], box.y + 26, "The Reckoning", 32, font=TITLE, anchor="middle"),
        text(box.x + 20, box.bottom - 20, notes, 15.5, fill=FADED, width=box.width - 40),
    ]
    for x, words in zip(middles, lines, strict=True):
        y = top - 12 - 18 * (len(words) - 1)
        parts += [
            text(x, y + 18 * k, line, _HEAD, fill=FADED, anchor="middle",
                 width=_width(box, heads) - 4)
            for k, line in enumerate(words)
        ]  # fmt: skip
    for k, row in enumerate(best_first):
        place = Box(room.x, room.y + k * height + 2, room.width, height - 4)
        parts.append(_row(row, place, middles, _width(box, heads)))
    return "".join(parts)


def _names(box: Box) -> float:
    """Room for place, piece and name."""
    return min(_MOST_FOR_NAMES if box.width > 900 else 190, box.width * 0.44)


def _width(box: Box, heads: Sequence[str]) -> float:
    return (box.width - 40 - _names(box)) / len(heads)


def _middle(box: Box, heads: Sequence[str], k: int) -> float:
    return box.x + 20 + _names(box) + (k + 0.5) * _width(box, heads)


def _row(row: Account, box: Box, middles: Sequence[float], width: float) -> str:
    """One player's account."""
    colour, y = PLAYER_COLOURS[row.seat], box.middle[1]
    size = min(24.0, box.height * 0.62)
    words = row.tied or (ordinal(row.place) if row.place else "")
    parts = [
        rect(box, colour.fill, rx=8, opacity=0.22),
        text(box.x + 30, y, words, size, font=TITLE, anchor="middle", width=56),
        circle(box.x + 70, y, size * 0.42, colour.fill, stroke=colour.edge, stroke_width=2),
        text(box.x + 88, y, player_name(row.seat), size, font=TITLE, width=_names(box) - 88),
    ]
    for k, (x, cell) in enumerate(zip(middles, row.cells, strict=True)):
        is_result = k == len(middles) - 1
        letters, font = (size, BOLD) if is_result else (size * 0.84, TEXT)
        parts.append(text(x, y, cell, letters, font=font, anchor="middle", width=width - 8))
    return "".join(parts)
