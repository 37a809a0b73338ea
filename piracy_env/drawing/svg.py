"""A small vocabulary for pictures: functions that return SVG markup, and its conversion to pixels.

A picture is a `canvas` around strings of markup. Nothing here draws at random or asks the machine
for its fonts: the same position gives the same picture, byte for byte.
In every text `y` is the middle of the capital letters.
"""

from __future__ import annotations

import base64
import io
import math
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from xml.sax.saxutils import escape

from piracy_env.core.text import seat_letter
from piracy_env.drawing.fonts import BOLD, FONTS, TEXT, TITLE, Font, text_width
from piracy_env.errors import MissingExtraError, listing

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

INK, FADED = "#2f2118", "#75614a"
PARCHMENT, PARCHMENT_DARK = "#f6ebd0", "#dcc79a"
SEA, SEA_DARK = "#2c6a77", "#143f4d"
GOLD, GOLD_DARK = "#e0ab37", "#8f6212"
WOOD, WOOD_DARK = "#7d5230", "#4d301a"

_GRADIENTS = {  # from top to bottom
    "sea": (SEA, SEA_DARK),
    "parchment": ("#faf2dd", "#ecdcb6"),
    "gold": ("#f9dc86", "#d29a2a"),
    "wood": ("#8d6039", "#6b4326"),
}


class Colour(NamedTuple):
    """A player's colour: its name, the fill, what can be read upon it, and a darker rim."""

    name: str
    fill: str
    ink: str
    edge: str


PLAYER_COLOURS = (
    Colour("Red", "#b3261e", "#ffffff", "#6d120d"),
    Colour("Blue", "#1d63a8", "#ffffff", "#0d3763"),
    Colour("Yellow", "#f4c744", "#2f2118", "#94700f"),
    Colour("Green", "#2fa67f", "#10231c", "#14614a"),
    Colour("Violet", "#cf94cf", "#2c1230", "#834b85"),
    Colour("Black", "#2b2930", "#ffffff", "#0c0b0e"),
)
"""Colours of seats 0 to 5; they stay apart for the colour-blind."""


class Box(NamedTuple):
    """A rectangular place on the canvas."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The x of the right side."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The y of the lower side."""
        return self.y + self.height

    @property
    def middle(self) -> tuple[float, float]:
        """The centre."""
        return self.x + self.width / 2, self.y + self.height / 2

    def inside(self, margin: float) -> Box:
        """What remains within a margin."""
        return Box(
            self.x + margin, self.y + margin, self.width - 2 * margin, self.height - 2 * margin
        )

    def columns(self, count: int, gap: float = 0) -> list[Box]:
        """Equal places side by side."""
        width = (self.width - gap * (count - 1)) / count
        return [Box(self.x + k * (width + gap), self.y, width, self.height) for k in range(count)]

    def rows(self, count: int, gap: float = 0) -> list[Box]:
        """Equal places one below the other."""
        height = (self.height - gap * (count - 1)) / count
        return [Box(self.x, self.y + k * (height + gap), self.width, height) for k in range(count)]


# Elements -----------------------------------------------------------------------------------------


_SHAPES = ("circle", "line", "path", "polygon", "rect", "text")


def element(tag: str, *children: str, **attributes: object) -> str:
    """An element around markup; `stroke_width` stands for `stroke-width`, None for no attribute."""
    paints = [name for name in ("fill", "stroke") if attributes.get(name, "none") != "none"]
    if tag in _SHAPES and len(paints) == 1 and "opacity" in attributes:
        # looks the same, and spares whoever draws it a layer of the size of the picture
        attributes[f"{paints[0]}_opacity"] = attributes.pop("opacity")
    words = "".join(
        f' {name.replace("_", "-")}="{_value(value)}"'
        for name, value in attributes.items()
        if value is not None
    )
    return f"<{tag}{words}>{''.join(children)}</{tag}>" if children else f"<{tag}{words}/>"


@lru_cache(maxsize=2**15, typed=True)  # a picture has some thousand values, and few that are new
def _value(value: object) -> str:
    if isinstance(value, float):
        return f"{round(value, 2) + 0.0:.2f}".rstrip("0").rstrip(".")  # + 0.0 turns -0.0 into 0.0
    return escape(str(value), {'"': "&quot;"})


def canvas(width: int, height: int, *children: str, title: str) -> str:
    """A whole picture, with the icons and gradients that its children use."""
    body = "".join(children)
    return element(
        "svg",
        element("title", escape(title)),
        element("defs", "".join(_definitions(body))),
        body,
        xmlns="http://www.w3.org/2000/svg",
        width=width,
        height=height,
        viewBox=f"0 0 {width} {height}",
        font_family=_family(TEXT),
    )


def _family(font: Font) -> str:
    return f"'{font.family}', {font.fallback}"


def _definitions(body: str) -> Iterator[str]:
    for name, (top, bottom) in _GRADIENTS.items():
        if f"url(#{name})" in body:
            upper, lower = (
                element("stop", stop_color=top),
                element("stop", offset=1, stop_color=bottom),
            )
            yield element("linearGradient", upper, lower, id=name, x2=0, y2=1)
    for name, symbol in icons().items():
        if f'"#{name}"' in body:
            yield symbol


@cache
def icons() -> dict[str, str]:
    """The symbol of each icon by its name."""
    sheet = Path(__file__).with_name("icons.svg").read_text("utf-8")
    symbols = re.finditer(r'<symbol id="(\w+)".*?</symbol>', sheet, re.DOTALL)
    return {symbol[1]: re.sub(r"\s*\n\s*", "", symbol[0]) for symbol in symbols}


# Shapes -------------------------------------------------------------------------------------------


def rect(box: Box, fill: str, **attributes: object) -> str:
    """A rectangle; `rx` rounds its corners."""
    x, y, width, height = box
    return element("rect", x=x, y=y, width=width, height=height, fill=fill, **attributes)


def circle(x: float, y: float, r: float, fill: str, **attributes: object) -> str:
    """A circle around a point."""
    return element("circle", cx=x, cy=y, r=r, fill=fill, **attributes)


def line(x1: float, y1: float, x2: float, y2: float, stroke: str, **attributes: object) -> str:
    """A straight line."""
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=stroke, **attributes)


def path(*steps: object, fill: str = "none", **attributes: object) -> str:
    """A path: SVG's own letters and numbers, in one string or several pieces."""
    return element("path", d=" ".join(_value(step) for step in steps), fill=fill, **attributes)


def band(box: Box, fill: str, top: float = 0, bottom: float = 0, **attributes: object) -> str:
    """A rectangle whose upper and lower corners are rounded differently."""
    x, y, width, height = box
    steps = (
        *("M", x, y + top, "q", 0, -top, top, -top, "h", width - 2 * top, "q", top, 0, top, top),
        *("V", y + height - bottom, "q", 0, bottom, -bottom, bottom, "h", 2 * bottom - width),
        *("q", -bottom, 0, -bottom, -bottom, "z"),
    )
    return path(*steps, fill=fill, **attributes)


def polygon(points: Sequence[tuple[float, float]], fill: str, **attributes: object) -> str:
    """A closed shape through points."""
    corners = " ".join(f"{_value(float(x))},{_value(float(y))}" for x, y in points)
    return element("polygon", points=corners, fill=fill, **attributes)


def corners(
    x: float, y: float, r: float, count: int = 6, turn: float = 0
) -> list[tuple[float, float]]:
    """Corners of a regular polygon around a point, from the top one, all turned by some degrees."""
    angles = [math.radians(turn - 90 + 360 * k / count) for k in range(count)]
    return [(x + r * math.cos(angle), y + r * math.sin(angle)) for angle in angles]


def hexagon(x: float, y: float, r: float, fill: str, **attributes: object) -> str:
    """A hexagon around a point, standing on a corner."""
    return polygon(corners(x, y, r), fill, **attributes)


def group(
    *children: str,
    x: float = 0,
    y: float = 0,
    scale: float = 1,
    turn: float = 0,
    **attributes: object,
) -> str:
    """Children drawn together, turned (in degrees), scaled and moved."""
    moves = (
        (f"translate({_value(float(x))} {_value(float(y))})", x or y),
        (f"rotate({_value(float(turn))})", turn),
        (f"scale({_value(float(scale))})", scale != 1),
    )
    transform = " ".join(move for move, needed in moves if needed)
    return element("g", "".join(children), transform=transform or None, **attributes)


# Texts --------------------------------------------------------------------------------------------


def text(  # noqa: PLR0913 - a line of text has that many properties
    x: float,
    y: float,
    words: object,
    size: float,
    *,
    font: Font = TEXT,
    fill: str = INK,
    anchor: str = "start",
    width: float | None = None,
    **attributes: object,
) -> str:
    """One line of text, made smaller where it would be wider than `width`."""
    string = str(words)
    if not string:
        return ""
    size = fitted(string, size, width, font) if width else float(size)
    return element(
        "text",
        escape(string),
        x=x,
        y=y + size * font.cap_height / 2,
        font_family=_family(font) if font.family != TEXT.family else None,
        font_size=size,
        font_weight=font.weight if font is BOLD else None,
        fill=fill,
        text_anchor=anchor if anchor != "start" else None,
        **attributes,
    )


_width = lru_cache(maxsize=2**14)(text_width)


def fitted(words: str, size: float, width: float, font: Font = TEXT) -> float:
    """The size, or the largest smaller one at which a line is no wider than `width`."""
    needed = _width(words, size, font)
    return float(size) if needed <= width else math.floor(100 * size * width / needed) / 100


def wrapped(words: str, size: float, width: float, font: Font = TEXT) -> list[str]:
    """The lines of a paragraph; a word that is wider than `width` has a line of its own."""
    lines: list[str] = []
    for word in words.split():
        if lines and _width(f"{lines[-1]} {word}", size, font) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def paragraph(
    x: float, y: float, words: str, size: float, width: float, leading: float = 1.3, **style: Any
) -> str:
    """Lines of text one below the other, the first one at `y`."""
    lines = wrapped(words, size, width, style.get("font", TEXT))
    return "".join(
        text(x, y + k * size * leading, line, size, width=width, **style)
        for k, line in enumerate(lines)
    )


# The look of every table --------------------------------------------------------------------------


@cache
def sea(width: int, height: int) -> str:
    """Water with a few waves, to lay a table upon."""
    waves = (
        path("M", x, y, "q", 9, -9, 18, 0, "q", 9, -9, 18, 0, stroke="#5b9aa3", opacity=0.35)
        for row, y in enumerate(range(30, height, 62))
        for x in range(20 + 70 * (row % 2), width - 40, 140)
    )
    return rect(Box(0, 0, width, height), "url(#sea)") + "".join(waves)


def compass(x: float, y: float, size: float) -> str:
    """A compass rose that fills an empty stretch of sea."""
    disc = circle(x, y, size * 0.43, "#8fc0c2", opacity=0.1)
    return disc + icon("compass", x, y, size, opacity=0.35)


def heading(
    width: int, title: str, headline: str, colour: Colour, detail: str, notes: Sequence[str]
) -> str:
    """The top 84 pixels: the game, whose turn it is, what to decide, and notes on the right."""
    middle = width / 2
    return "".join(
        (
            text(29, 48, title, 62, font=TITLE, fill="#f3d98c"),
            ribbon(Box(middle - 240, 14, 480, 42), headline, colour.fill, colour.ink),
            text(middle, 74, detail, 19, fill=PARCHMENT, anchor="middle", width=width - 600),
            *(
                text(width - 25, 30 + 24 * k, note, 20, fill=PARCHMENT, anchor="end", width=260)
                for k, note in enumerate(notes)
            ),
        )
    )


def legend(box: Box, title: str, signs: Sequence[tuple[Callable[[float, float], str], str]]) -> str:
    """A sheet that explains signs; each is drawn by a function of its middle."""
    rows = Box(box.x, box.y + 48, box.width, box.height - 58).rows(len(signs))
    x = box.x + 40
    return "".join(
        (
            panel(box),
            text(box.middle[0], box.y + 28, title, 30, font=TITLE, anchor="middle"),
            *(
                sign(x, row.middle[1])
                + text(x + 34, row.middle[1], words, 16.5, width=box.right - x - 50)
                for row, (sign, words) in zip(rows, signs, strict=True)
            ),
        )
    )


# Things on a table --------------------------------------------------------------------------------


def icon(name: str, x: float, y: float, size: float, **attributes: object) -> str:
    """A small drawing around a point."""
    if name not in icons():
        raise KeyError(f"no icon {name!r}; there are: {listing(icons())}")
    corner = {"x": x - size / 2, "y": y - size / 2}
    return element("use", href=f"#{name}", **corner, width=size, height=size, **attributes)


def panel(
    box: Box,
    edge: str = WOOD_DARK,
    fill: str = "url(#parchment)",
    rx: float = 12,
    border: float = 2,
) -> str:
    """A sheet with a border and a shadow."""
    shadow = rect(box._replace(x=box.x + 3, y=box.y + 5), "#000000", rx=rx, opacity=0.22)
    return shadow + rect(box, fill, rx=rx, stroke=edge, stroke_width=border)


def card(box: Box, frame: str, edge: str, rx: float = 12) -> str:
    """A card with a coloured frame around an empty face."""
    rim = box.width / 24
    face = rect(box.inside(rim), "url(#parchment)", rx=rx - rim / 2, stroke=edge, stroke_width=1)
    return panel(box, edge, frame, rx, 1.5) + face


def coin(x: float, y: float, r: float, amount: object) -> str:
    """A gold coin with a number."""
    return "".join(
        (
            circle(x, y, r, "url(#gold)", stroke=GOLD_DARK, stroke_width=max(1.0, r / 12)),
            circle(x, y, r * 0.82, "none", stroke=GOLD_DARK, stroke_width=r / 24, opacity=0.6),
            text(x, y, amount, 1.1 * r, font=BOLD, fill="#4a3006", anchor="middle", width=1.4 * r),
        )
    )


def token(x: float, y: float, r: float, name: str, ring: str = WOOD) -> str:
    """A round token with an icon."""
    disc = circle(x, y, r, PARCHMENT, stroke=ring, stroke_width=max(1.0, r / 9))
    return disc + icon(name, x, y, 1.3 * r)


def piece(seat: int, mark: object, x: float, y: float, r: float) -> str:
    """A disc in a player's colour; notches tell the colours apart where no colour is printed."""
    colour = PLAYER_COLOURS[seat]
    notch = math.pi * (r - 2) / (seat + 3)
    dashes = f"{_value(notch * 0.5)} {_value(notch * 1.5)}"
    rim = circle(
        x,
        y,
        r - 2,
        "none",
        stroke=colour.ink,
        stroke_width=2,
        opacity=0.55,
        stroke_dasharray=dashes,
    )
    disc = circle(x, y, r, colour.fill, stroke=colour.edge, stroke_width=1.5)
    words = text(x, y, mark, 1.2 * r, font=BOLD, fill=colour.ink, anchor="middle", width=1.5 * r)
    return disc + rim + words


def player_name(seat: int) -> str:
    """A seat as pictures call it, such as `A Red`."""
    return f"{seat_letter(seat)} {PLAYER_COLOURS[seat].name}"


def ribbon(box: Box, words: object, fill: str, ink: str) -> str:
    """A band with swallow tails, and a title upon it."""
    x, y, width, height = box
    tail = height * 0.4
    shape = ("M", x, y, "h", width, "l", -tail, height / 2, tail, height / 2, "h", -width)
    band = path(*shape, "l", tail, -height / 2, "z", fill=fill, stroke="#000", stroke_opacity=0.35)
    room = width - 3 * tail
    return band + text(
        *box.middle, words, height * 0.62, font=TITLE, fill=ink, anchor="middle", width=room
    )


# Pixels -------------------------------------------------------------------------------------------


def rasterize(svg: str, width: int | None = None) -> NDArray[np.uint8]:
    """The picture as pixels [height, width, 3]; `width` scales it."""
    png = to_png(svg, width)
    try:
        from PIL import Image
    except ImportError:
        raise _missing("pillow") from None
    import numpy as np

    with Image.open(io.BytesIO(png)) as image:
        return np.array(image.convert("RGB"), dtype=np.uint8)


def to_png(svg: str, width: int | None = None) -> bytes:
    """The picture as a PNG file, in the package's own fonts alone; `width` scales it."""
    try:
        import resvg_py
    except ImportError:
        raise _missing("resvg_py") from None
    files = [str(font.file) for font in FONTS]
    png = resvg_py.svg_to_bytes(
        svg_string=svg, width=width, skip_system_fonts=True, font_files=files
    )
    return bytes(png)


def _missing(package: str) -> MissingExtraError:
    return MissingExtraError(f'pixels need {package}: pip install "piracy_env[render]"')


def embed_fonts(svg: str) -> str:
    """The picture with its fonts inside, so that browsers show it alike; it grows by some 90 KB."""
    faces = "".join(
        f"@font-face{{font-family:'{font.family}';font-weight:{font.weight};"
        f"src:url(data:font/ttf;base64,{base64.b64encode(font.file.read_bytes()).decode()})}}"
        for font in FONTS
    )
    return svg.replace("<defs>", f"<defs><style>{faces}</style>", 1)


def for_page(svg: str) -> str:
    """The picture as notebooks show it: no wider than the page, and with its fonts inside."""
    return embed_fonts(svg).replace("<svg ", '<svg style="max-width:100%;height:auto" ', 1)
