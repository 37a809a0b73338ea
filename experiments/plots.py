"""Plots of a report, as SVG that takes its colours from the page around it: light or dark."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from math import ceil, floor, log10

import numpy as np
from numpy.typing import NDArray

from piracy_env.drawing.svg import element

Floats = NDArray[np.float64]

WIDTH = 760
LINE = 30
LETTER = 8.2
"""Width of a letter of 13 px, in a wide font."""
LONGEST = 30
AXIS = 34
CURVE_HEIGHT, CURVE_LEFT = 260, 64

LIGHT = {
    "paper": "#fbfaf6",
    "card": "#ffffff",
    "ink": "#22242a",
    "faded": "#6b7078",
    "grid": "#e3e2dc",
    "mark": "#2c6a77",
    "good": "#2b8a6e",
    "bad": "#c2543c",
}
DARK = {
    "paper": "#15181c",
    "card": "#1d2126",
    "ink": "#e7e5df",
    "faded": "#9aa0a8",
    "grid": "#33383f",
    "mark": "#6db7c6",
    "good": "#3fae8c",
    "bad": "#d8715a",
}
"""Colours by what they are for: plots are drawn in the light ones, and a page may change them."""

HUES = ("mark", "bad", "good", "faded")
"""Colours of curves, in their order."""
MOST_DOTS = 40
"""A curve of more values shows them without dots."""

LOOKS: dict[str, dict[str, object]] = {
    "words": {"fill": "ink"},
    "strong": {"fill": "ink", "font_weight": 600},
    "faded": {"fill": "faded"},
    "grid": {"stroke": "grid"},
    "par": {"stroke": "faded", "stroke_dasharray": "4 4"},
    "reach": {"stroke": "mark", "stroke_width": 3, "stroke_linecap": "round", "opacity": 0.55},
    "mark": {"fill": "mark"},
    "bar": {"fill": "mark", "opacity": 0.75},
    "median": {"stroke": "ink", "stroke_width": 2},
    "ahead": {"fill": "good"},
    "behind": {"fill": "bad"},
    **{f"curve-{hue}": {"stroke": hue, "stroke_width": 2.5} for hue in HUES},
    **{f"band-{hue}": {"fill": hue, "opacity": 0.16} for hue in HUES},
    **{f"name-{hue}": {"fill": hue, "font_weight": 600} for hue in HUES},
    **{f"dot-{hue}": {"fill": hue} for hue in HUES},
}
"""What each kind of shape looks like."""

STYLE = f"svg {{ display: block; width: 100%; max-width: {WIDTH}px; height: auto; }}\n" + "".join(
    f"svg .{kind} {{ {name}: var(--{look[name]}); }}\n"
    for kind, look in LOOKS.items()
    for name in ("fill", "stroke")
    if name in look
)
"""Rules by which a page colours the plots."""


@dataclass(frozen=True)
class Unit:
    """How values are written."""

    factor: float = 1
    digits: int = 0
    sign: str = ""

    def tick(self, value: float) -> str:
        """A value at the axis: no more digits than it needs."""
        return f"{self.factor * value:g}{self.sign}"

    def figure(self, value: float) -> str:
        """A value."""
        return f"{self.bare(value)}{self.sign}"

    def bare(self, value: float) -> str:
        """A value, where the sign is understood."""
        return f"{self.factor * value:.{self.digits}f}"


PLAIN, PERCENT = Unit(), Unit(100, 1, " %")


@dataclass(frozen=True)
class Row:
    """A line of a plot of intervals."""

    label: str
    value: float
    low: float | None
    high: float | None


def intervals(
    rows: Sequence[Row],
    title: str,
    par: float | None = None,
    unit: Unit = PLAIN,
) -> str:
    """Values with their intervals, one below the other; a dashed line where all would be equal."""
    bounds = [
        value for row in rows for value in (row.low, row.value, row.high) if value is not None
    ]
    ticks = _ticks(min([*bounds, *_given(par)]), max([*bounds, *_given(par)]))
    left = _room([row.label for row in rows])
    scale = _Scale(ticks[0], ticks[-1], left, WIDTH - 190)
    bottom = LINE * len(rows)
    parts = [_grid(scale, ticks, bottom, unit.tick)]
    if par is not None:
        parts.append(_line(scale(par), 0, scale(par), bottom, "par"))
    for k, row in enumerate(rows):
        y = LINE * k + LINE / 2
        parts.append(_label(row.label, left, y))
        if row.low is not None and row.high is not None:
            parts.append(_line(scale(row.low), y, scale(row.high), y, "reach"))
            bounds_told = f"{unit.bare(row.low)} to {unit.bare(row.high)}"
            parts.append(_text(bounds_told, WIDTH - 92, y, "faded", size=11))
        parts.append(_shape("circle", "mark", cx=scale(row.value), cy=y, r=5))
        parts.append(_text(unit.figure(row.value), WIDTH - 104, y, "strong", "end"))
    return _figure(bottom + AXIS, title, parts)


def heat_map(
    names: Sequence[str], cell: Callable[[str, str], tuple[float, str] | None], title: str
) -> str:
    """Shares of rows against columns: the further from a half, the stronger the colour."""
    left = _room(names)
    size = min(84.0, (WIDTH - left) / len(names))
    top = LINE
    parts = [
        _text(str(k + 1), left + size * (k + 0.5), top / 2, "faded", "middle")
        for k in range(len(names))
    ]
    for i, name in enumerate(names):
        y = top + 40 * i
        parts.append(_label(f"{i + 1}  {_short(name, LONGEST - 3)}", left, y + 20))
        for j, rival in enumerate(names):
            found = cell(name, rival)
            if found is None:
                continue
            value, words = found
            x = left + size * j
            tint = _shape(
                "rect",
                "ahead" if value >= 0.5 else "behind",
                _tip(f"{name} against {rival}: {words}"),
                x=x + 1,
                y=y + 1,
                width=size - 2,
                height=38,
                rx=4,
                opacity=0.06 + 1.3 * abs(value - 0.5),
            )
            parts += [tint, _text(f"{100 * value:.0f} %", x + size / 2, y + 20, anchor="middle")]
    return _figure(top + 40 * len(names) + 6, title, parts)


def histograms(rows: Sequence[tuple[str, Floats]], title: str, bins: int = 40) -> str:
    """Distributions on one scale, one below the other, each with its median."""
    everything = np.concatenate([values for _, values in rows])
    edges = _edges(everything, bins)
    ticks = _ticks(edges[0], edges[-1])
    left, height = _room([label for label, _ in rows]), 64
    scale = _Scale(ticks[0], ticks[-1], left, WIDTH - 20)
    bottom = height * len(rows)
    parts = [_grid(scale, ticks, bottom, number)]
    for k, (label, values) in enumerate(rows):
        floor_y = height * (k + 1)
        counts, _ = np.histogram(values, edges)
        tallest = max(1, int(counts.max()))
        parts.append(_label(label, left, floor_y - height / 2))
        for count, a, b in zip(counts, edges[:-1], edges[1:], strict=True):
            tall = (height - 12) * count / tallest
            x, width = scale(a) + 0.5, max(scale(b) - scale(a) - 1, 1.0)
            if count:
                parts.append(
                    _bar(x, floor_y - tall, width, tall, f"{label}: {count} at {number(a)}")
                )
        middle = float(np.median(values))
        parts.append(_line(scale(middle), floor_y - height + 10, scale(middle), floor_y, "median"))
    return _figure(bottom + AXIS, title, parts)


@dataclass(frozen=True)
class Curve:
    """Values that change, each with its interval."""

    label: str
    values: Sequence[float]
    low: Sequence[float]
    high: Sequence[float]


def curves(
    places: Sequence[float],
    lines: Sequence[Curve],
    title: str,
    along: str,
    par: float | None = None,
    unit: Unit = PLAIN,
) -> str:
    """Values over what runs on from left to right, each with a band for its intervals."""
    bounds = [value for one in lines for value in (*one.low, *one.high, *one.values)]
    ticks = _ticks(min([*bounds, *_given(par)]), max([*bounds, *_given(par)]), 5)
    marks = _ticks(0, max(places))
    across = _Scale(0, max(places) or 1, CURVE_LEFT, WIDTH - 20 - _room(one.label for one in lines))
    up = _Scale(ticks[0], ticks[-1], CURVE_HEIGHT, 12)
    parts = [_line(across.left, up(tick), across.right, up(tick), "grid") for tick in ticks]
    parts += [_text(unit.tick(tick), across.left - 8, up(tick), "faded", "end") for tick in ticks]
    shown = [mark for mark in marks if across.first <= mark <= across.last]
    parts += [
        _text(number(mark), across(mark), CURVE_HEIGHT + 16, "faded", "middle") for mark in shown
    ]
    parts.append(
        _text(along, (across.left + across.right) / 2, CURVE_HEIGHT + 36, "faded", "middle")
    )
    if par is not None:
        parts.append(_line(across.left, up(par), across.right, up(par), "par"))
    ends = _apart([up(one.values[-1]) for one in lines])
    for k, one in enumerate(lines):
        hue = HUES[k % len(HUES)]
        parts += _curve(one, places, across, up, hue)
        parts.append(_text(one.label, across.right + 10, ends[k], f"name-{hue}"))
    return _figure(CURVE_HEIGHT + 46, title, parts)


def _curve(
    one: Curve, places: Sequence[float], across: _Scale, up: _Scale, hue: str
) -> Iterator[str]:
    """The band, the line, and a dot for each value if there are few."""
    ends = [*zip(places, one.high, strict=True), *reversed([*zip(places, one.low, strict=True)])]
    yield _shape("polygon", f"band-{hue}", points=_points(across, up, ends))
    if len(places) == 1:
        x = across(places[0])
        yield _line(x, up(one.low[0]), x, up(one.high[0]), f"curve-{hue}")
    course = [*zip(places, one.values, strict=True)]
    yield _shape("polyline", f"curve-{hue}", points=_points(across, up, course), fill="none")
    if len(places) <= MOST_DOTS:
        yield from (_shape("circle", f"dot-{hue}", cx=across(x), cy=up(y), r=3) for x, y in course)


def _points(across: _Scale, up: _Scale, places: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{across(x):.1f},{up(y):.1f}" for x, y in places)


def _apart(heights: Sequence[float], room: float = 16) -> list[float]:
    """The heights, moved so far that labels do not cover each other."""
    placed = list(heights)
    order = sorted(range(len(placed)), key=lambda k: placed[k])
    for above, below in pairwise(order):
        placed[below] = max(placed[below], placed[above] + room)
    return placed


@dataclass(frozen=True)
class Node:
    """Somebody in a generation."""

    words: str
    tip: str
    parent: int | None = None
    """The row, in the generation before, of whom it comes from."""
    strong: bool = False


def descent(generations: Mapping[str, Sequence[Node]], rows: Sequence[str], title: str) -> str:
    """Generations from left to right, and who comes from whom; who left its row is marked."""
    left, top, height = _room(rows), LINE, 56
    step = (WIDTH - left) / len(generations)
    below = top + height * len(rows)
    parts = [_label(row, left, top + height * (k + 0.5)) for k, row in enumerate(rows)]
    circles = []
    for column, (name, nodes) in enumerate(generations.items()):
        x = left + step * (column + 0.5)
        parts.append(_text(name, x, top / 2, "faded", "middle"))
        for row, node in enumerate(nodes):
            y = top + height * (row + 0.5)
            if node.parent is not None:
                from_y = top + height * (node.parent + 0.5)
                kind = "reach" if node.parent == row else "curve-bad"
                parts.append(_line(x - step, from_y, x, y, kind))
            circles.append(_shape("circle", "mark", _tip(node.tip), cx=x, cy=y, r=7))
            kind = "strong" if node.strong else "words"
            circles.append(_text(node.words, x, y + 21, kind, "middle", 12))
    return _figure(below, title, [*parts, *circles])


def number(value: float) -> str:
    """A number as it is read."""
    return f"{value:,.0f}" if abs(value) >= 100 or value == round(value) else f"{value:.3g}"


# --- pieces ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Scale:
    """Places of values between two ends."""

    first: float
    last: float
    left: float
    right: float

    def __call__(self, value: float) -> float:
        return self.left + (value - self.first) / (self.last - self.first) * (
            self.right - self.left
        )


def _ticks(low: float, high: float, count: int = 6) -> list[float]:
    """Round numbers around a range."""
    if high - low < 1e-9:
        low, high = low - 0.5, high + 0.5
    raw = (high - low) / count
    unit = 10.0 ** floor(log10(raw))
    step = next(factor * unit for factor in (1, 2, 2.5, 5, 10) if factor * unit >= raw)
    first, last = floor(low / step), ceil(high / step)
    return [round(step * k, 10) for k in range(first, last + 1)]


def _edges(values: Floats, bins: int) -> Floats:
    """Edges of bins that hold equally many whole numbers, where the values are whole."""
    low, high = float(values.min()), float(values.max())
    if (values == np.round(values)).all():
        width = max(1, ceil((high - low + 1) / bins))
        return np.asarray(low - 0.5 + width * np.arange(ceil((high - low + 1) / width) + 1.0))
    return np.linspace(low, high, bins + 1)


def _grid(scale: _Scale, ticks: list[float], bottom: float, show: Callable[[float], str]) -> str:
    lines = [_line(scale(tick), 0, scale(tick), bottom, "grid") for tick in ticks]
    words = [_text(show(tick), scale(tick), bottom + 16, "faded", "middle") for tick in ticks]
    return "".join(lines + words)


def _figure(height: float, title: str, parts: Iterable[str]) -> str:
    return element(
        "svg",
        _tip(title),
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {ceil(height)}",
        role="img",
        font_family="system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif",
    )


def _shape(tag: str, kind: str, *children: str, **attributes: object) -> str:
    look = {name: LIGHT.get(str(value), value) for name, value in LOOKS[kind].items()}
    return element(tag, *children, **{"class": kind, **look, **attributes})


def _tip(words: str) -> str:
    return element("title", escape(words))


def _line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return _shape("line", kind, x1=x1, y1=y1, x2=x2, y2=y2)


def _bar(x: float, y: float, width: float, height: float, words: str) -> str:
    return _shape("rect", "bar", _tip(words), x=x, y=y, width=width, height=height)


def _text(
    words: str, x: float, y: float, kind: str = "words", anchor: str | None = None, size: int = 13
) -> str:
    return _shape("text", kind, escape(words), x=x, y=y + 4.5, text_anchor=anchor, font_size=size)


def _label(words: str, left: float, y: float) -> str:
    return _text(_short(words, LONGEST), left - 12, y, anchor="end")


def _room(labels: Iterable[str]) -> float:
    return 18 + LETTER * max(min(len(label), LONGEST) for label in labels)


def _short(words: str, length: int) -> str:
    if len(words) <= length:
        return words
    head = length // 2 - 1
    return f"{words[:head]}…{words[head - length + 1 :]}"


def _given(value: float | None) -> list[float]:
    return [] if value is None else [value]
