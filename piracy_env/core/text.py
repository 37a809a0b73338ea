"""Words for terminals: counted nouns, lists in words, aligned columns and wrapped paragraphs."""

from __future__ import annotations

import contextlib
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from contextvars import ContextVar
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from piracy_env.core.outcome import Outcome


WRAPPED = 100
"""Where paragraphs are wrapped if nobody says otherwise."""
_WIDTH: ContextVar[int] = ContextVar("width", default=WRAPPED)


def plural(count: int, noun: str, nouns: str | None = None) -> str:
    """A counted noun: `1 ducat`, `3 ducats`; `nouns` gives an irregular plural."""
    return f"{count} {noun if count == 1 else nouns or noun + 's'}"


def seat_letter(seat: int) -> str:
    """What texts call a seat: seat 0 is `A`, the next one clockwise `B`."""
    return "ABCDEFGH"[seat]


def ordinal(number: int) -> str:
    """A place: `1st`, `2nd`, `11th`."""
    teen = number % 100 in (11, 12, 13)
    return f"{number}{'th' if teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


def in_words(items: Iterable[object], last: str = "and", none: str = "nothing") -> str:
    """A list as a sentence has it: `rum`, `rum and relics`, `rum, relics and a chest`."""
    texts = [str(item) for item in items]
    if len(texts) < 2:
        return texts[0] if texts else none
    return f"{', '.join(texts[:-1])} {last} {texts[-1]}"


def columns(rows: Sequence[Sequence[object]], align: str = "", gap: str = "  ") -> list[str]:
    """Rows as lines with aligned columns.

    Args:
        rows: The cells; a row may be shorter than others.
        align: One letter a column, `<` left (also beyond the last letter), `>` right, `^` middle.
        gap: What stands between two columns.
    """
    texts = [[str(cell) for cell in row] for row in rows]
    width = max((len(row) for row in texts), default=0)
    sides = align.ljust(width, "<")
    sizes = [max(len(row[i]) for row in texts if i < len(row)) for i in range(width)]
    return [
        gap.join(f"{cell:{sides[i]}{sizes[i]}}" for i, cell in enumerate(row)).rstrip()
        for row in texts
    ]


@contextlib.contextmanager
def columns_of(width: int) -> Iterator[None]:
    """Have paragraphs of positions wrapped for a screen of this width, while it lasts."""
    token = _WIDTH.set(width)
    try:
        yield
    finally:
        _WIDTH.reset(token)


def wrap(text: str, width: int | None = None, indent: str = "") -> list[str]:
    """A paragraph as lines no longer than `width`; lines after the first begin with `indent`."""
    return textwrap.wrap(
        text,
        width or _WIDTH.get(),
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


def ending(came: Outcome) -> str:
    """Why a game ended, and what all have reached together, in a line."""
    is_cut = came.reason == "cut"
    words = ["The game was cut short." if is_cut else f"The game is over: {spaced(came.reason)}."]
    if came.team is not None:
        words.append(f"Together they have reached {came.team:.0%}.")
    if not is_cut and has_no_winner(came):
        words.append("All have lost." if len(came.ranks) > 1 else "It is lost.")
    return " ".join(words)


def spaced(name: str) -> str:
    """A declared name in plain words."""
    return name.replace("_", " ")


def has_no_winner(came: Outcome) -> bool:
    """Whether a game that ended has nobody in the first place, or a team that reached nothing."""
    return came.team == 0 or 1 not in came.ranks
