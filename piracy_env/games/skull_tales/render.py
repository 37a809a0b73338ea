"""The position as a picture."""

from __future__ import annotations

from html import escape

from piracy_env.core.record import Record
from piracy_env.core.tables import Tables
from piracy_env.games.skull_tales.describe import describe

_WIDTH, _LINE = 900, 24


def render(s: Record, tables: Tables, viewer: int | None) -> str:
    """The position as a seat knows it, as SVG."""
    lines = describe(s, tables, viewer).splitlines()
    height = _LINE * (len(lines) + 1)
    words = "".join(
        f'<text x="16" y="{_LINE * (1 + number)}" font-size="16">{escape(line)}</text>'
        for number, line in enumerate(lines)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}">'
        f'<rect width="{_WIDTH}" height="{height}" fill="#f4ead2"/>{words}</svg>'
    )
