"""Ships, beasts and dangers of the sea as they are drawn on the chart, prow to the north."""

from __future__ import annotations

from collections.abc import Iterator

from piracy_env.core.record import Record
from piracy_env.drawing.svg import (
    GOLD,
    INK,
    PARCHMENT,
    WOOD,
    WOOD_DARK,
    circle,
    element,
    group,
    icon,
    path,
    polygon,
)

(GALLEON, CUTTER, MERCHANT, RIVAL, WHALE) = range(5)
(MONSTER, GHOST, WHIRLPOOL, TOWER, CRAB) = range(5, 10)
MODES = ("#c02a20", "#d9b400", "#3f8f3b")
"""Aggressive, neutral, passive."""
_SAILS = {
    GALLEON: ("#e7cf6b", "#a3281f", 1.12),
    CUTTER: ("#dfe8ef", "#1d4f86", 0.82),
    MERCHANT: ("#f2e7cd", "#6b7a3a", 1.0),
    RIVAL: ("#2b2320", "#5b1410", 1.0),
    GHOST: ("#bfe8d4", "#5f8f80", 1.05),
}
"""Cloth, hull and size of Enemy ships."""


def own_ship(s: Record, x: float, y: float, scale: float) -> str:
    """The crew's ship, its prow where it heads for."""
    glow = circle(0, 0, 25, GOLD, opacity=0.35) + circle(0, 0, 25, "none", stroke=GOLD,
                                                         stroke_width=2.5)  # fmt: skip
    hull = vessel("#fff8e6", WOOD, max(1, s.sails_base - s.sails_imp))
    turned = group(_prow(GOLD), hull, turn=60 * int(s.ship_f))
    return group(glow, turned, x=x, y=y, scale=scale)


def enemy_piece(s: Record, enemy: int, x: float, y: float, scale: float) -> str:
    """A Sea Enemy; the ring tells how it behaves."""
    ring = MODES[int(s.sea_mode[enemy])]
    disc = circle(0, 0, 23, "#fdf6e3", opacity=0.55) + circle(0, 0, 23, "none", stroke=ring,
                                                              stroke_width=2.5)  # fmt: skip
    if enemy in _SAILS:
        cloth, hull, size = _SAILS[enemy]
        mark = icon("skull", 0, 1, 12) if enemy == RIVAL else ""
        body = group(vessel(cloth, hull, 3), mark, scale=size)
        opacity = 0.75 if enemy == GHOST else None
        body = group(_prow(ring), body, turn=60 * int(s.sea_f[enemy]), opacity=opacity)
    elif enemy in (WHALE, MONSTER):
        body = group(_prow(ring), turn=60 * int(s.sea_f[enemy]))
        body += _whale() if enemy == WHALE else icon("kraken", 0, 0, 38)
    else:
        body = "".join({WHIRLPOOL: _whirlpool, TOWER: _tower, CRAB: _crab}[enemy]())
    return group(disc, body, x=x, y=y, scale=scale)


def _prow(fill: str) -> str:
    """An arrow where it heads for."""
    return polygon([(0, -33), (7, -23), (-7, -23)], fill, stroke=INK, stroke_width=1)


def vessel(cloth: str, hull: str, sails: int) -> str:
    """A ship seen from above, with up to three masts."""
    body = path("M", 0, -21, "C", 8, -12, 8.5, 2, 6.5, 17, "L", -6.5, 17, "C", -8.5, 2, -8, -12, 0,
                -21, "z", fill=hull, stroke=WOOD_DARK, stroke_width=1.4)  # fmt: skip
    deck = path("M", 0, -16, "C", 5, -9, 5.5, 2, 4.2, 14, "L", -4.2, 14, "C", -5.5, 2, -5, -9, 0,
                -16, "z", fill="#c9a06a")  # fmt: skip
    masts = {1: (0,), 2: (-6, 7)}.get(sails, (-10, -1, 9))
    wide = (9, 12, 9) if len(masts) == 3 else (10, 11)
    return body + deck + "".join(
        path("M", -w, y + 3, "Q", 0, y - 6, w, y + 3, "Q", 0, y + 1, -w, y + 3, "z", fill=cloth,
             stroke=INK, stroke_width=0.9)
        for y, w in zip(masts, wide, strict=False)
    )  # fmt: skip


def _whale() -> str:
    """A whale that blows."""
    body = path("M", -17, 4, "C", -16, -9, 4, -11, 12, 0, "L", 19, -7, "L", 18, 3, "L", 20, 9, "L",
                11, 6, "C", 2, 13, -15, 13, -17, 4, "z", fill="#e8eef0", stroke=INK,
                stroke_width=1.3)  # fmt: skip
    spout = path("M", -9, -7, "q", -1, -8, -7, -8, "M", -9, -7, "q", 1, -8, 6, -8,
                 stroke="#ffffff", stroke_width=2)  # fmt: skip
    return body + spout + circle(-11, 1, 1.6, INK)


def _whirlpool() -> Iterator[str]:
    for k in range(4):
        r = 20 - 5 * k
        yield element("ellipse", cx=0, cy=0, rx=r, ry=r * 0.8, fill="#1f5d74", fill_opacity=0.5,
                      stroke="#e7f6f4", stroke_width=1.6,
                      stroke_dasharray=f"{r * 2} {r}")  # fmt: skip


def _tower() -> Iterator[str]:
    yield path("M", -8, 17, "L", -6, -8, "h", 12, "L", 8, 17, "z", fill="#9a9488", stroke=INK,
               stroke_width=1.3)  # fmt: skip
    yield path("M", -10, -8, "v", -8, "h", 4, "v", 3, "h", 4, "v", -3, "h", 4, "v", 3, "h", 4, "v",
               -3, "h", 4, "v", 8, "z", fill="#b7b0a2", stroke=INK, stroke_width=1.3)  # fmt: skip
    yield path("M", -2.5, 17, "v", -7, "q", 2.5, -4, 5, 0, "v", 7, "z", fill=WOOD_DARK)
    yield circle(0, -1, 2.4, "#17130f")


def _crab() -> Iterator[str]:
    for side in (-1, 1):
        yield path("M", side * 9, 2, "q", side * 10, -4, side * 8, -12, stroke="#7a4a2a",
                   stroke_width=3)  # fmt: skip
        yield circle(side * 17, -12, 5.5, "#b5623a", stroke=INK, stroke_width=1.2)
        for k in range(3):
            yield path("M", side * 9, 4 + 4 * k, "l", side * 8, 3 + k, stroke="#7a4a2a",
                       stroke_width=2)  # fmt: skip
    yield element("ellipse", cx=0, cy=5, rx=13, ry=10, fill="#a89a86", stroke=INK, stroke_width=1.4)
    for side in (-1, 1):
        yield circle(side * 4, -5, 2.6, PARCHMENT, stroke=INK, stroke_width=1)
        yield circle(side * 4, -5, 1.1, INK)
