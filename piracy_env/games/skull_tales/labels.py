"""Small things that the pictures of sea and land share: labels, rows of marks, dice."""

from __future__ import annotations

from collections.abc import Sequence

from piracy_env.drawing.fonts import BOLD, text_width
from piracy_env.drawing.svg import FADED, GOLD_DARK, INK, Box, circle, rect, text

Pill = tuple[str, str, str]
"""Words, fill and ink of a label."""
PALE, RED, BLUE = "#e9dcc0", "#c02a20", "#2f6fa8"
DARK, WHITE, ROSE = "#2b2320", "#ffffff", "#e5b7a8"
_MORE = 40.0
"""The width of the label that counts the rest."""


def pills(box: Box, labels: Sequence[Pill], size: float = 13) -> str:
    """Labels in rows; the last one counts those for which there is no room."""
    x, y, high, gap = box.x, box.y, size * 1.6, 4
    parts = []
    for number, (words, fill, ink) in enumerate(labels):
        width = min(text_width(words, size) + size, box.width)
        if x + width > box.right and x > box.x:
            x, y = box.x, y + high + gap
        rest = len(labels) - number
        is_last_row = y + 2 * high + gap > box.bottom + 1
        if is_last_row and rest > 1 and x + width + _MORE + gap > box.right:
            parts.append(pill(Box(x, y, _MORE, high), f"+{rest}", PALE, FADED))
            break
        parts.append(pill(Box(x, y, width, high), words, fill, ink))
        x += width + gap
    return "".join(parts)


def pill(box: Box, words: str, fill: str, ink: str) -> str:
    """A label that fills a box."""
    size = box.height / 1.6
    label = text(*box.middle, words, size, fill=ink, anchor="middle", width=box.width - size * 0.6)
    return rect(box, fill, rx=box.height / 2, stroke=INK, stroke_width=0.6) + label


def tag(x: float, y: float, width: float, words: str, fill: str, ink: str) -> str:
    """A bold label on a line; `x` is its left end."""
    box = Box(x, y - 10, width, 20)
    label = text(*box.middle, words, 13.5, font=BOLD, fill=ink, anchor="middle", width=width - 8)
    return rect(box, fill, rx=10, stroke=INK, stroke_width=0.8) + label


def marks(x: float, y: float, filled: int, most: int, fill: str) -> str:
    """A row of small discs, the first ones filled."""
    return "".join(
        circle(x + 6 + 12.5 * k, y, 5, fill if k < filled else "#fff8e6", stroke=INK,
               stroke_width=0.9)
        for k in range(max(0, most))
    )  # fmt: skip


def die(box: Box, face: int, is_hit: bool) -> str:
    """A die; a success is bright."""
    body = rect(box, "#fff8e6" if is_hit else "#cdbf9f", rx=6, stroke=INK, stroke_width=1.4)
    spots = {
        1: ((0, 0),), 2: ((-1, -1), (1, 1)), 3: ((-1, -1), (0, 0), (1, 1)),
        4: ((-1, -1), (1, 1), (-1, 1), (1, -1)),
        5: ((-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)),
        6: ((-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0)),
    }  # fmt: skip
    x, y = box.middle
    step = box.width * 0.26
    if int(face) not in spots:
        return body + text(x, y, face, box.width * 0.6, font=BOLD, anchor="middle")
    return body + "".join(
        circle(x + dx * step, y + dy * step, box.width * 0.09, INK) for dx, dy in spots[int(face)]
    )


def face_down(box: Box) -> str:
    """The back of a card that a seat does not know."""
    back = rect(box, "#5b1f1a", rx=6, stroke=GOLD_DARK, stroke_width=1.6)
    inner = rect(box.inside(4), "none", rx=4, stroke="#e0ab37", stroke_width=1, opacity=0.7)
    lines = "".join(
        circle(*box.middle, r, "none", stroke="#e0ab37", stroke_width=1, opacity=0.5)
        for r in (box.width * 0.12, box.width * 0.22, box.width * 0.3)
    )
    return back + inner + lines
