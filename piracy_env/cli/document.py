"""Markdown on a terminal."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, ClassVar

from rich import box, markdown
from rich.table import Table

from piracy_env.cli import screen

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult

ID = re.compile(r"\b[A-Z]{2,}-[A-Z]?\d+(?:\.\d+)*\b")
"""What rules are cited by."""
_LINK = re.compile(r"!?\[([^\]]+)\]\([^)]*\)")


def lines(text: str, width: int | None = None) -> list[str]:
    """A text as lines for a terminal, without links, and with ids of rules in bold letters."""
    drawn = _Document(_LINK.sub(r"\1", text), code_theme="ansi_dark")
    return "\n".join(screen.lines(drawn, width)).strip("\n").split("\n")


def show(text: str) -> None:
    """Print a text: for reading on a terminal, and into a file as it is."""
    print("\n".join(lines(text)) if sys.stdout.isatty() else text)


class _Heading(markdown.Heading):
    """At the left, without a frame."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield self.text


class _Paragraph(markdown.Paragraph):
    def on_leave(self, context: markdown.MarkdownContext) -> None:
        self.text.highlight_regex(ID, screen.BOLD)
        super().on_leave(context)


class _Cell(markdown.TableDataElement):
    def on_leave(self, context: markdown.MarkdownContext) -> None:
        self.content.highlight_regex(ID, screen.BOLD)
        super().on_leave(context)


class _Table(markdown.TableElement):
    """Without a frame, but with a line below its head."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        drawn = Table(
            box=box.SIMPLE_HEAD,
            pad_edge=False,
            show_edge=False,
            header_style=screen.BOLD,
            border_style=screen.DIM,
        )
        if self.header is not None and self.header.row is not None:
            for cell in self.header.row.cells:
                drawn.add_column(cell.content, justify=cell.justify, overflow="fold")
        if self.body is not None:
            for row in self.body.rows:
                drawn.add_row(*(cell.content for cell in row.cells))
        yield drawn


class _Document(markdown.Markdown):
    elements: ClassVar[dict[str, type[markdown.MarkdownElement]]] = {
        **markdown.Markdown.elements,
        "heading_open": _Heading,
        "paragraph_open": _Paragraph,
        "table_open": _Table,
        "td_open": _Cell,
        "th_open": _Cell,
    }
