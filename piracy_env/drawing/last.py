"""Marks over a picture that show what was done last: a line of words, rings, and an arrow.

They are quiet: dashes in the colour of whoever did it, with a pale rim, and they take no clicks.
"""

from __future__ import annotations

import math
from typing import Any

from piracy_env.drawing.fonts import TITLE, text_width
from piracy_env.drawing.svg import (
    PARCHMENT,
    PLAYER_COLOURS,
    Box,
    circle,
    element,
    group,
    path,
    polygon,
    rect,
    text,
    wrapped,
)

_LEFT, _RIGHT = 29.0, 552.0
"""Between them stand the title of the game and the words."""
_SIZES = (17.0, 16.0, 15.0, 14.0, 13.0, 12.0)
_MOST_LINES = 3
_APART: dict[str, Any] = {"pointer_events": "none", "class": "last"}
_RIM: dict[str, Any] = {"stroke": "#fffaf0", "stroke_width": 7, "stroke_opacity": 0.85}


def last_move(title: str, seat: int, words: str, *marks: str) -> str:
    """What was done last, in words beside the title of the game, and marks where it was done."""
    x = _LEFT + text_width(title, 62, TITLE) + 26
    size, lines = _set(f"Last: {words}", _RIGHT - x - 18)
    top = 48 - 1.25 * size * (len(lines) - 1) / 2
    colour = PLAYER_COLOURS[seat]
    return group(
        element("title", f"Last: {words}".replace("&", "&amp;").replace("<", "&lt;")),
        circle(x, 48, 8, colour.fill, stroke=PARCHMENT, stroke_width=1.5),
        *(
            text(x + 16, top + 1.25 * size * k, line, size, fill=PARCHMENT, width=_RIGHT - x - 16)
            for k, line in enumerate(lines)
        ),
        *marks,
        **_APART,
    )


def _set(words: str, width: float) -> tuple[float, list[str]]:
    """Size and lines of some words; what is too long for the smallest size is cut."""
    for size in _SIZES:
        lines = wrapped(words, size, width)
        if len(lines) <= _MOST_LINES:
            return size, lines
    return size, [*lines[: _MOST_LINES - 1], f"{lines[_MOST_LINES - 1]} …"]


def ring(seat: int, box: Box, rx: float = 14) -> str:
    """A dashed line around a place where a player has done something."""
    place = box.inside(-4)
    return rect(place, "none", rx=rx, **_RIM) + rect(place, "none", rx=rx, **_dashes(seat))


def ring_around(seat: int, corners: list[tuple[float, float]]) -> str:
    """The same around a place of another shape."""
    rim = polygon(corners, "none", stroke_linejoin="round", **_RIM)
    return rim + polygon(corners, "none", stroke_linejoin="round", **_dashes(seat))


def trail(seat: int, x1: float, y1: float, x2: float, y2: float, clear: float = 0) -> str:
    """An arrow from one place to another, beginning and ending so far from their middles."""
    far = math.hypot(x2 - x1, y2 - y1)
    if far <= 2 * clear + 12:
        return ""
    dx, dy = (x2 - x1) / far, (y2 - y1) / far
    x1, y1, x2, y2 = x1 + clear * dx, y1 + clear * dy, x2 - clear * dx, y2 - clear * dy
    wing = [(x2 - 13 * dx + side * 7 * dy, y2 - 13 * dy - side * 7 * dx) for side in (-1, 1)]
    way = ("M", x1, y1, "L", x2 - 11 * dx, y2 - 11 * dy)
    head = polygon([(x2, y2), *wing], _ink(seat), stroke=_RIM["stroke"], stroke_width=1.5)
    return path(*way, **_RIM) + path(*way, **_dashes(seat)) + head


def _dashes(seat: int) -> dict[str, Any]:
    return {"stroke": _ink(seat), "stroke_width": 3.5, "stroke_dasharray": "11 6"}


def _ink(seat: int) -> str:
    """A player's colour, or the dark one of its rim where that is pale."""
    colour = PLAYER_COLOURS[seat]
    return colour.fill if colour.ink == "#ffffff" else colour.edge
