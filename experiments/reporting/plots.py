"""Plots of a report, drawn by matplotlib as SVG: one style, for pages and for files of their own.

Matplotlib is loaded when the first plot is drawn, draws without a screen, and its settings are left
as they were. The same figures give the same bytes, as long as its release is the same.
"""

from __future__ import annotations

import importlib.util
import re
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from html import escape
from io import StringIO
from itertools import pairwise
from math import ceil
from typing import Any

import numpy as np
from numpy.typing import NDArray

from piracy_env.errors import MissingExtraError

Floats = NDArray[np.float64]

WIDTH = 960
"""Width of a plot, in pixels of a page that shows it in full."""
LETTERS = 13
LONGEST = 30
"""Letters of a name that is shown in full."""
MOST_DOTS = 40
"""A curve of more values shows them without dots."""
MOST_PAIRS = 8
"""A map of more names shows figures without their intervals."""

PAPER, INK, FADED, GRID = "#ffffff", "#22242a", "#5f646c", "#dddcd6"
AHEAD, BEHIND = "#0072b2", "#d55e00"
HUES = (AHEAD, BEHIND, "#007d5a", "#a8568a", "#8a6d00", "#3a3a3a")
"""Colours that the colour-blind tell apart too (after Okabe and Ito), dark enough for words."""
STROKES = ("-", "--", ":")
"""How curves are drawn: the next way when the colours have been used up."""

STYLE: dict[str, Any] = {
    "axes.axisbelow": True,
    "axes.edgecolor": GRID,
    "axes.facecolor": PAPER,
    "axes.formatter.use_locale": False,
    "axes.grid": True,
    "axes.labelcolor": FADED,
    "axes.spines.bottom": False,
    "axes.spines.left": False,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "figure.dpi": 72,
    "figure.facecolor": PAPER,
    "font.sans-serif": ["DejaVu Sans"],
    "font.size": LETTERS,
    "grid.color": GRID,
    "grid.linewidth": 1,
    "lines.linewidth": 2.5,
    "svg.fonttype": "none",
    "svg.hashsalt": "piracy_env",
    "text.color": INK,
    "text.parse_math": False,
    "xtick.color": FADED,
    "xtick.major.size": 0,
    "ytick.color": GRID,
    "ytick.labelcolor": INK,
    "ytick.major.size": 0,
}
"""What departs from matplotlib's own style; words stay words, which a page sets in its own font."""


@dataclass(frozen=True)
class Unit:
    """How values are written."""

    factor: float = 1
    digits: int = 0
    sign: str = ""

    def tick(self, value: float, _: int | None = None) -> str:
        """A value at the axis: no more digits than it needs."""
        return _signed(f"{self.factor * value:,.10g}{self.sign}")

    def figure(self, value: float) -> str:
        """A value."""
        return f"{self.bare(value)}{self.sign}"

    def bare(self, value: float) -> str:
        """A value, where the sign is understood."""
        return _signed(f"{self.factor * value:.{self.digits}f}")


PLAIN, PERCENT = Unit(), Unit(100, 1, " %")


@dataclass(frozen=True)
class Row:
    """A line of a plot of intervals."""

    label: str
    value: float
    low: float | None
    high: float | None


@dataclass(frozen=True)
class HeatCell:
    """A field of a map."""

    value: float
    reach: str
    """Its interval, in words."""
    note: str
    """What else is told to who points at it."""


@dataclass(frozen=True)
class Curve:
    """Values that change, each with its interval."""

    label: str
    values: Sequence[float]
    low: Sequence[float]
    high: Sequence[float]


@dataclass(frozen=True)
class Panel:
    """Curves over 0, 1, 2, ..., in a picture of several."""

    title: str
    along: str
    lines: Sequence[Curve]
    unit: Unit = PLAIN


@dataclass(frozen=True)
class Node:
    """Somebody in a generation."""

    words: str
    tip: str
    parent: int | None = None
    """The row, in the generation before, of whom it comes from."""
    strong: bool = False


def need() -> None:
    """Refuse now, before hours of work, what will not be drawn after them."""
    if importlib.util.find_spec("matplotlib") is None:
        raise MissingExtraError(
            "plots need the extra `tournament`: pip install -e .[tournament] (no matplotlib here)",
            extra="tournament",
        )


def intervals(rows: Sequence[Row], title: str, par: float | None = None, unit: Unit = PLAIN) -> str:
    """Values with their intervals, one below the other; a dashed line where all would be equal."""
    with _plot(title, 46 + 30 * len(rows)) as plot:
        axes = _rows(plot, [row.label for row in rows])
        axes.xaxis.set_major_formatter(unit.tick)
        if par is not None:
            axes.axvline(par, color=FADED, dashes=(4, 4), linewidth=1)
        for y, row in enumerate(rows):
            if row.low is not None and row.high is not None:
                axes.plot([row.low, row.high], [y, y], color=AHEAD, alpha=0.5, linewidth=4)
                _beside(axes, y, 80, f"{unit.bare(row.low)} to {unit.bare(row.high)}", color=FADED)
            axes.plot(row.value, y, "o", color=AHEAD, markersize=9)
            _beside(axes, y, 68, unit.figure(row.value), ha="right", weight="bold")
    return plot.svg


def heat_map(names: Sequence[str], cell: Callable[[str, str], HeatCell | None], title: str) -> str:
    """Shares of rows against columns: the further from a half, the stronger the colour."""
    size = len(names)
    with _plot(title, 34 + 44 * size) as plot:
        numbered = [
            f"{_short(name, LONGEST - 4)}\N{EN SPACE}{k}" for k, name in enumerate(names, 1)
        ]
        axes = _rows(plot, numbered)
        axes.grid(visible=False)
        axes.set_xlim(-0.5, max(size, 4) - 0.5)
        axes.set_xticks(range(size), [str(k + 1) for k in range(size)])
        axes.xaxis.tick_top()
        for y, name in enumerate(names):
            for x, rival in enumerate(names):
                field = cell(name, rival)
                if field is not None:
                    tip = f"{name} against {rival}: {field.reach} %, {field.note}"
                    _field(axes, (x, y), field, plot.tip(tip), size <= MOST_PAIRS)
    return plot.svg


def histograms(rows: Sequence[tuple[str, Floats]], title: str, bins: int = 40) -> str:
    """Distributions on one scale, one below the other, each with its median."""
    edges = _edges(np.concatenate([values for _, values in rows]), bins)
    with _plot(title, 46 + 56 * len(rows)) as plot:
        axes = _rows(plot, [label for label, _ in rows])
        axes.grid(visible=False, axis="y")
        axes.xaxis.set_major_formatter(PLAIN.tick)
        for y, (_, values) in enumerate(rows):
            counts, _ = np.histogram(values, edges)
            floor = y + 0.42
            heights = floor - 0.84 * counts / max(1, int(counts.max()))
            axes.stairs(heights, edges, baseline=floor, fill=True, color=AHEAD, alpha=0.65)
            axes.axhline(floor, color=GRID, linewidth=1)
            median = float(np.median(values))
            axes.plot([median, median], [floor - 0.84, floor], color=INK, linewidth=2)
            _beside(axes, y, 14, f"median {PLAIN.tick(round(median, 3))}", color=FADED)
    return plot.svg


def curves(
    places: Sequence[float],
    lines: Sequence[Curve],
    title: str,
    along: str,
    par: float | None = None,
    unit: Unit = PLAIN,
) -> str:
    """Values over what runs on from left to right, each with a band for its intervals."""
    with _plot(title, 340) as plot:
        axes = _runs_on(plot, along, unit, par)
        axes.xaxis.get_major_locator().set_params(integer=True)
        for k, line in enumerate(lines):
            _curve(axes, places, line, k)
        axes.set_xlim(0, max(places) or 1)
        _name(axes, lines, 16, weight="bold")
    return plot.svg


def powers(
    lines: Sequence[tuple[Sequence[float], Curve]],
    title: str,
    along: str,
    par: float | None = None,
) -> str:
    """Curves over places of their own; equal steps are equal factors, so that all is above 0."""
    with _plot(title, 340) as plot:
        axes = _runs_on(plot, along, PLAIN, par)
        axes.set(xscale="log", yscale="log")
        axes.minorticks_off()
        axes.xaxis.set_major_formatter(PLAIN.tick)
        axes.yaxis.set_major_formatter(PLAIN.tick)
        for k, (places, line) in enumerate(lines):
            _curve(axes, places, line, k)
        every = [place for places, _ in lines for place in places]
        axes.set_xlim(min(every), max(every))
        _name(axes, [line for _, line in lines], 16, weight="bold")
    return plot.svg


def panels(rows: Sequence[Sequence[Panel]], title: str) -> str:
    """Several pictures of curves in one, row by row; those of a column share their heights."""
    every = [panel for row in rows for panel in row]
    with _plot(title, 270 * len(rows)) as plot:
        grid = plot.figure.subplots(len(rows), len(rows[0]), sharey="col", squeeze=False)
        for axes, panel in zip(grid.flat, every, strict=True):
            places = range(max(len(line.values) for line in panel.lines))
            axes.set_title(panel.title, loc="left", fontsize=LETTERS, color=INK, weight="bold")
            axes.set_xlabel(panel.along)
            axes.set_xticks(places)
            axes.tick_params(axis="y", labelcolor=FADED, labelleft=True)
            axes.yaxis.set_major_formatter(panel.unit.tick)
            for k, line in enumerate(panel.lines):
                _curve(axes, places, line, k)
        for axes, panel in zip(grid.flat, every, strict=True):  # all heights are known now
            _name(axes, panel.lines, 11)
    return plot.svg


def descent(generations: Mapping[str, Sequence[Node]], rows: Sequence[str], title: str) -> str:
    """Generations from left to right, and who comes from whom; who left its row is marked."""
    with _plot(title, 34 + 56 * len(rows)) as plot:
        axes = _rows(plot, rows)
        axes.grid(visible=False)
        axes.set_xlim(-0.5, len(generations) - 0.5)
        axes.set_xticks(range(len(generations)), list(generations))
        axes.xaxis.tick_top()
        for x, nodes in enumerate(generations.values()):
            for y, node in enumerate(nodes):
                if node.parent is not None:
                    stays = node.parent == y
                    look = {"color": AHEAD, "alpha": 0.5} if stays else {"color": BEHIND}
                    axes.plot([x - 1, x], [node.parent, y], zorder=1, **look)
                tip = plot.tip(node.tip)
                axes.plot(x, y, "o", color=AHEAD, markersize=13, zorder=3, gid=tip)
                weight, ground = (
                    "bold" if node.strong else "normal",
                    {"fc": PAPER, "lw": 0, "pad": 1},
                )
                middle = {"ha": "center", "va": "center"}
                axes.text(x, y + 0.36, node.words, **middle, weight=weight, bbox=ground)
    return plot.svg


# --- pieces ---------------------------------------------------------------------------------------


@dataclass
class _Plot:
    """A figure that is being drawn, and its SVG once it has been."""

    figure: Any
    tips: list[str]
    svg: str = ""

    def tip(self, words: str) -> str:
        """A mark for a shape that shows these words to who points at it."""
        self.tips.append(words)
        return f"tip-{len(self.tips) - 1}"


@contextmanager
def _plot(title: str, height: float) -> Iterator[_Plot]:
    """A figure in the style of all; at the end it is written."""
    need()
    from matplotlib import style
    from matplotlib.figure import Figure

    with style.context(["default", STYLE]), warnings.catch_warnings():
        warnings.filterwarnings("ignore", r"Glyph \d+ .* missing")  # the reader's fonts may have it
        plot = _Plot(Figure(figsize=(WIDTH / 72, height / 72), layout="constrained"), [])
        plot.figure.get_layout_engine().set(w_pad=8 / 72)
        yield plot
        written = StringIO()
        plot.figure.savefig(written, format="svg", metadata={"Title": title})
        plot.svg = _finished(written.getvalue(), plot.tips)


NEEDLESS = (
    r"\s*<metadata>.*?</metadata>",
    r"\s*<defs>\s*<style.*?</style>\s*</defs>",  # would hold for the whole page
    r' id="[a-z0-9.]+_\d+"',
    r"(?<=\d)pt(?=\")",  # a pixel of the page is a point of the plot
)
"""What matplotlib writes and nobody reads; the date, for one, would make every plot another."""


def _finished(svg: str, tips: Sequence[str]) -> str:
    """The picture as a page takes it: with tips, and ids that no other picture of the page has."""
    svg = svg[svg.index("<svg") :]
    for needless in NEEDLESS:
        svg = re.sub(needless, "", svg, flags=re.DOTALL)
    for k, words in enumerate(tips):
        svg = svg.replace(f'<g id="tip-{k}">', f"<g>\n<title>{escape(words)}</title>", 1)
    mark = sha256(svg.encode()).hexdigest()[:8]
    svg = re.sub(r' id="|"#|url\(#', rf"\g<0>{mark}-", svg)
    return svg.replace("<svg ", '<svg role="img" ', 1)


def _rows(plot: _Plot, labels: Sequence[str]) -> Any:
    """Axes with a line for each label, the first one on top."""
    axes = plot.figure.add_subplot()
    axes.set_ylim(len(labels) - 0.5, -0.5)
    axes.set_yticks(range(len(labels)), [_short(label, LONGEST) for label in labels])
    return axes


def _beside(axes: Any, y: float, away: float, words: str, **look: Any) -> None:
    """Words to the right of the axes, so many pixels away."""
    place, beside = (1, y), axes.get_yaxis_transform()
    offset = {"xytext": (away, 0), "textcoords": "offset points"}
    axes.annotate(words, place, xycoords=beside, va="center", **offset, **look)


def _field(axes: Any, place: tuple[int, int], cell: HeatCell, gid: str, full: bool) -> None:
    """A coloured field with its share, and the interval below if there is room."""
    from matplotlib.patches import Rectangle

    x, y = place
    hue = AHEAD if cell.value >= 0.5 else BEHIND
    alpha = min(0.04 + 1.1 * abs(cell.value - 0.5), 1.0)
    corner = x - 0.48, y - 0.48
    axes.add_patch(Rectangle(corner, 0.96, 0.96, facecolor=hue, alpha=alpha, gid=gid))
    share = f"{100 * cell.value:.0f} %"
    if full:
        axes.text(x, y - 0.14, share, ha="center", va="center", weight="bold")
        axes.text(x, y + 0.24, cell.reach, ha="center", va="center", fontsize=11)
    else:
        axes.text(x, y, share, ha="center", va="center")


def _runs_on(plot: _Plot, along: str, unit: Unit, par: float | None) -> Any:
    """Axes for curves."""
    axes = plot.figure.add_subplot()
    axes.grid(visible=False, axis="x")
    axes.set_xlabel(along)
    axes.tick_params(axis="y", labelcolor=FADED)
    axes.xaxis.set_major_formatter(PLAIN.tick)
    axes.yaxis.set_major_formatter(unit.tick)
    if par is not None:
        axes.axhline(par, color=FADED, dashes=(4, 4), linewidth=1)
    return axes


def _curve(axes: Any, places: Sequence[float], line: Curve, number: int) -> None:
    """The band, the line, and a dot for each value if there are few."""
    hue, stroke = HUES[number % len(HUES)], STROKES[number // len(HUES) % len(STROKES)]
    if len(places) == 1:
        reach = {"alpha": 0.5, "linewidth": 4, "clip_on": False}
        axes.plot([places[0]] * 2, [line.low[0], line.high[0]], color=hue, **reach)
    axes.fill_between(places, line.low, line.high, color=hue, alpha=0.16, linewidth=0)
    dots = {"marker": "o", "markersize": 5} if len(places) <= MOST_DOTS else {}
    axes.plot(places, line.values, stroke, color=hue, clip_on=False, zorder=3, **dots)


def _name(axes: Any, lines: Sequence[Curve], rows: int, **look: Any) -> None:
    """The names of curves beside their ends; so many rows have room beside the axes."""
    heights = axes.yaxis.get_transform()
    low, high = heights.transform(axes.get_ylim())
    ends = heights.transform([line.values[-1] for line in lines])
    placed = heights.inverted().transform(_apart(ends, (high - low) / rows))
    for k, (line, y) in enumerate(zip(lines, placed, strict=True)):
        _beside(axes, y, 14, _short(line.label, LONGEST), color=HUES[k % len(HUES)], **look)


def _apart(heights: Sequence[float], room: float) -> list[float]:
    """The heights, moved so far that words at them do not cover each other."""
    placed = list(heights)
    order = sorted(range(len(placed)), key=placed.__getitem__)
    for below, above in pairwise(order):
        placed[above] = max(placed[above], placed[below] + room)
    return placed


def _edges(values: Floats, bins: int) -> Floats:
    """Edges of bins that hold equally many whole numbers, where the values are whole."""
    low, high = float(values.min()), float(values.max())
    if (values == np.round(values)).all():
        width = max(1, ceil((high - low + 1) / bins))
        return np.asarray(low - 0.5 + width * np.arange(ceil((high - low + 1) / width) + 1.0))
    return np.linspace(low, high, bins + 1)


def _signed(words: str) -> str:
    return words.replace("-", "\N{MINUS SIGN}")


def _short(words: str, length: int) -> str:
    if len(words) <= length:
        return words
    head = length // 2 - 1
    return f"{words[:head]}…{words[head - length + 1 :]}"
