"""The terminal: its width, its colours, tables, pages and questions."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from piracy_env.core.text import wrap
from piracy_env.errors import PiracyError

if TYPE_CHECKING:
    from rich.console import Console, JustifyMethod, RenderableType
    from rich.text import Text

WIDEST = 140
"""Lines longer than this are hard to read, however wide the terminal."""
NARROWEST = 20
GAP = 2
"""Blanks between two columns of a table."""

BOLD, DIM, RED, GREEN, YELLOW = "bold", "dim", "red", "green", "yellow"
HEADING = "bold cyan"

THEME = {
    **{f"markdown.h{level}": HEADING for level in range(1, 7)},
    "markdown.code": "cyan",
    "markdown.block_quote": "dim",
    "markdown.item.bullet": "none",
    "markdown.item.number": "none",
    "bar.back": "bright_black",
    "bar.complete": "green",
    "bar.finished": "green",
    "bar.pulse": "green",
}
"""Styles of what rich draws, where they are not its own."""

_SIDES: dict[str, JustifyMethod] = {"<": "left", ">": "right"}
_TIE = "\ue000"
"""Stands for a blank at which no line may break; for rich a no-break space is one like others."""
_GAP = re.compile(r" {2,}")
_CODES = re.compile(r"\x1b\[[0-9;]*m")


def width() -> int:
    """Columns to write in."""
    return max(NARROWEST, min(shutil.get_terminal_size().columns, WIDEST))


def interactive() -> bool:
    """Whether a person sits at both ends of the terminal."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def coloured(stream: TextIO | None = None) -> bool:
    """Whether a stream shows colours and wants them."""
    stream = stream or sys.stdout
    wanted = "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"
    return wanted and stream.isatty()


def paint(words: object, style: str, stream: TextIO | None = None) -> str:
    """Words in a style, on a terminal that shows colours."""
    if not coloured(stream):
        return str(words)
    from rich.color import ColorSystem
    from rich.style import Style

    return Style.parse(style).render(str(words), color_system=ColorSystem.STANDARD)


def console(stream: TextIO, columns: int) -> Console:
    """What draws with rich on a stream: in plain letters, unless it is a terminal with colours."""
    from rich.console import Console
    from rich.theme import Theme

    return Console(
        file=stream,
        width=columns,
        height=shutil.get_terminal_size().lines,
        force_terminal=stream.isatty(),
        force_jupyter=False,
        color_system="standard" if coloured(stream) else None,
        legacy_windows=False,
        theme=Theme(THEME),
        highlight=False,
        markup=False,
        emoji=False,
    )


def lines(drawn: RenderableType, columns: int | None = None) -> list[str]:
    """What rich draws, as lines of at most so many columns; else of the screen's width."""
    plain = console(sys.stdout, columns or width())
    with plain.capture() as captured:
        plain.print(drawn)
    return [line.replace(_TIE, " ").rstrip() for line in captured.get().splitlines()]


def table(head: Sequence[str], rows: Sequence[Sequence[object]], align: str = "") -> list[str]:
    """Rows under a head, as lines; cells wrap between words where the screen is too narrow.

    If even that is too wide, each row is told as a list.

    Args:
        head: The columns' names; they may be empty.
        rows: The cells, which may be painted.
        align: One letter a column, `<` left (also beyond the last letter), `>` right, for numbers,
            which do not wrap.
    """
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text

    names = [Text(name) for name in head]
    sides = align.ljust(len(head), "<")
    cells = [
        [
            Text.from_ansi(str(cell) if side == "<" else str(cell).replace(" ", _TIE))
            for cell, side in zip(row, sides, strict=True)
        ]
        for row in rows
    ]
    sizes = _sizes([names, *cells])
    if not sizes:
        return [line for row in rows for line in _listed(head, row)]
    drawn = Table(box=None, pad_edge=False, show_header=any(head), header_style=BOLD, padding=0)
    gaps = [GAP] * (len(sizes) - 1) + [0]
    for name, size, gap, side in zip(names, sizes, gaps, sides, strict=True):
        drawn.add_column(
            Padding(name, (0, gap, 0, 0)), width=size + gap, justify=_SIDES[side], overflow="fold"
        )
    for row in cells:
        padded = (Padding(cell, (0, gap, 0, 0)) for cell, gap in zip(row, gaps, strict=True))
        drawn.add_row(*padded)
    return lines(drawn, sum(sizes) + sum(gaps))


def _sizes(rows: Sequence[Sequence[Text]]) -> list[int]:
    """Widths of columns that break no word, the widest ones narrowed first; none if there are none.

    rich would break words of one column before it narrows another one that need not be so wide.
    """
    from rich.measure import measure_renderables

    endless = console(sys.stdout, 10_000)
    spans = [
        measure_renderables(endless, endless.options, cells) for cells in zip(*rows, strict=True)
    ]
    gaps = GAP * (len(spans) - 1)
    least = sum(span.minimum for span in spans) + gaps
    room = width() if least <= width() else shutil.get_terminal_size().columns
    sizes = [span.maximum for span in spans]
    while least <= room < sum(sizes) + gaps:
        slack = [size * (size > span.minimum) for size, span in zip(sizes, spans, strict=True)]
        sizes[slack.index(max(slack))] -= 1
    return sizes if least <= room else []


def _listed(head: Sequence[str], row: Sequence[object]) -> list[str]:
    """A row by itself: its first cell, and the others with the names of their columns."""
    named = zip(head[1:], row[1:], strict=True)
    parts = [f"{name} {cell}".strip() for name, cell in named if str(cell)]
    whole = [part.replace(" ", _TIE) if len(part) < width() // 2 else part for part in parts]
    lines = wrap(f"{row[0]}  {', '.join(whole)}", width(), "  ")
    first, *rest = (line.replace(_TIE, " ") for line in lines)
    return [paint(row[0], BOLD) + first.removeprefix(str(row[0])), *rest]


def fit(text: str) -> str:
    """A text whose lines, where a terminal is too narrow, go on below under their last column."""
    if not sys.stdout.isatty():
        return text
    return "\n".join(part for line in text.split("\n") for part in _fitted(line, width()))


def _fitted(line: str, room: int) -> list[str]:
    if len(line) <= room:
        return [line]
    start = max((gap.end() for gap in _GAP.finditer(line, 0, room * 2 // 3)), default=0)
    indent = " " * (start or 2)
    first, *rest = textwrap.wrap(line[start:], room - len(indent)) or [""]
    return [line[:start] + first, *(indent + part for part in rest)]


def show_pages(text: str) -> None:
    """Print a text; on a terminal that it would overflow, through a pager."""
    pager = os.environ.get("PAGER") or shutil.which("less")
    tall = text.count("\n") >= shutil.get_terminal_size().lines
    if not (interactive() and tall and pager):
        print(text, end="")
        return
    options = {"LESS": "-FRX", **os.environ}
    try:
        subprocess.run(pager, shell=True, check=False, input=text, text=True, env=options)
    except KeyboardInterrupt:
        print()


def ask(prompt: str) -> str:
    """A line from the keyboard, or from a script, whose answers are then printed too."""
    if not interactive():
        answer = input(prompt).strip()
        print(answer)
        return answer
    try:
        import readline  # noqa: F401 - lets `input` edit lines and remember them
    except ImportError:
        return input(paint(prompt, BOLD)).strip()
    # the marks tell it which bytes take no room
    return input(_CODES.sub("\x01\\g<0>\x02", paint(prompt, BOLD))).strip()


def require_free(path: Path) -> None:
    """Refuse to write over a file, unless whoever sits at the keyboard says so."""
    if not path.exists():
        return
    if interactive() and ask(f"{path} exists already; overwrite it? (y/n) ")[:1].lower() == "y":
        return
    raise PiracyError(f"{path} exists already, and is not overwritten")


def clear() -> None:
    """Wipe the terminal, with what can be scrolled back to."""
    if sys.stdout.isatty():
        print("\x1b[2J\x1b[3J\x1b[H", end="", flush=True)
    else:
        print("\n" * 3, end="")
