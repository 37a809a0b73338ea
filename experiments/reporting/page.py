"""Pieces of the pages that results are written to: numbers and tables in markdown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from experiments.reporting import machine

MISSING = "-"


def heading(module: str, *packages: str) -> str:
    """A list of where the figures come from."""
    return "\n".join(f"- {name}: {fact}" for name, fact in machine.facts(module, *packages).items())


def sections(page: Path) -> dict[str, str]:
    """The sections of a page by the names of their games; of one that is to be made, none.

    Blank lines at their ends are left out: what joins them puts one there.
    """
    text = page.read_text(encoding="utf-8") if page.exists() else ""
    parts = re.split(r"^(?=## )", text, flags=re.MULTILINE)[1:]
    return {part[3:].splitlines()[0]: part.rstrip("\n") + "\n" for part in parts}


def write_or_show(text: str, title: str, module: str, out: Path | None) -> None:
    """Make a page of what a module found out, with where it comes from; or print it bare."""
    if out is None:
        print(text)
    else:
        out.write_text(f"# {title}\n\n{heading(module)}\n\n{text}", encoding="utf-8")


def table(head: Sequence[str], rows: Iterable[Iterable[object]], figures: bool = True) -> str:
    """A table; the columns after the first are figures, which are flush right, or words."""
    rule = ["---", *["---:" if figures else "---"] * (len(head) - 1)]
    lines = [head, rule, *([_cell(value) for value in row] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _cell(value: object) -> str:
    return str(value).replace("|", "\\|").replace("\n", " ")


def number(value: float | None) -> str:
    """A number as it is read: three figures, thousands apart; a dash for none."""
    if value is None:
        return MISSING
    if value >= 10_000:
        digits = len(str(int(value))) - 3
        return f"{round(value, -digits):,.0f}"
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
