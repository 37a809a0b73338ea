"""Pieces of the pages that results are written to: numbers and tables in markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from experiments.reporting import machine

MISSING = "-"


def heading(module: str, *packages: str) -> str:
    """A list of where the figures come from."""
    return "\n".join(f"- {name}: {fact}" for name, fact in machine.facts(module, *packages).items())


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
