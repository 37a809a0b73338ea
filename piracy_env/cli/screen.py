"""The terminal: its width, its colours, tables, pages, progress and questions."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from types import TracebackType
from typing import Self, TextIO

from piracy_env.core.text import wrap

WIDEST = 110
"""Lines longer than this are hard to read, however wide the terminal."""
NARROWEST = 40

BOLD, DIM, ITALIC, RED, GREEN, YELLOW, CYAN = 1, 2, 3, 31, 32, 33, 36

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


def paint(words: object, *codes: int, stream: TextIO | None = None) -> str:
    """Words in a colour, on a terminal that shows colours."""
    if not coloured(stream) or not codes:
        return str(words)
    return f"\x1b[{';'.join(str(code) for code in codes)}m{words}\x1b[0m"


def length(words: str) -> int:
    """Columns that words take, colours not counted."""
    return len(_CODES.sub("", words))


def table(head: Sequence[str], rows: Sequence[Sequence[object]], align: str = "") -> list[str]:
    """Rows under a head, the last column wrapped to the width of the screen.

    Args:
        head: The columns' names.
        rows: The cells.
        align: One letter a column, `<` left (also beyond the last letter), `>` right.
    """
    texts = [[str(cell) for cell in row] for row in rows]
    sizes = [max(len(name), *(len(row[i]) for row in texts), 0) for i, name in enumerate(head)]
    left = sum(sizes[:-1]) + 2 * (len(head) - 1)
    room = max(width() - left, 24)
    lines = [_row([*head], sizes, align)]
    for row in texts:
        first, *rest = wrap(row[-1], room) or [""]
        lines.append(_row([*row[:-1], first], sizes, align))
        lines += [" " * left + line for line in rest]
    return [paint(lines[0], BOLD), *lines[1:]]


def _row(cells: Sequence[str], sizes: Sequence[int], align: str) -> str:
    sides = align.ljust(len(cells), "<")
    aligned = [f"{cell:{side}{size}}" for cell, side, size in zip(cells, sides, sizes, strict=True)]
    return "  ".join(aligned).rstrip()


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


class Progress:
    """A bar on standard error, if that is a terminal; the work does not depend on it."""

    SIZE = 24

    def __init__(self) -> None:
        self._start = time.perf_counter()
        self._seen = sys.stderr.isatty()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._draw("")

    def show(self, what: str, done: int, total: int) -> None:
        """Say what comes next, and how much of all is done."""
        full = self.SIZE * done // max(total, 1)
        bar = paint("━" * full, GREEN, stream=sys.stderr)
        bar += paint("━" * (self.SIZE - full), DIM, stream=sys.stderr)
        self._draw(f"{bar} {done}/{total} {time.perf_counter() - self._start:4.0f} s  ", what)

    def _draw(self, bar: str, what: str = "") -> None:
        if self._seen:
            room = max(shutil.get_terminal_size().columns - 1 - length(bar), 0)
            print(f"\r\x1b[K{bar}{what[:room]}", end="", file=sys.stderr, flush=True)


def clear() -> None:
    """Wipe the terminal, with what can be scrolled back to."""
    if sys.stdout.isatty():
        print("\x1b[2J\x1b[3J\x1b[H", end="", flush=True)
    else:
        print("\n" * 3, end="")
