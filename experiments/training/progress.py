"""How a training goes, for whoever watches: a bar on a terminal, and a line an interval."""

from __future__ import annotations

from typing import Any

from experiments.training.plan import Budget
from piracy_env.cli.progress import Progress, clock


class TrainingProgress(Progress):
    """The bar of a training. It needs a terminal; the lines are the same everywhere."""

    def __init__(self, budget: Budget) -> None:
        super().__init__()
        self._budget = budget
        self._paced: tuple[float, int] | None = None
        self._shares = ""

    def step(self, seconds: float, decisions: int) -> None:
        """Take note of how far the training has come."""
        since, before = self._paced = self._paced or (seconds, decisions)
        pace = (decisions - before) / (seconds - since) if seconds > since else 0.0
        part = min(self._budget.progress(seconds, decisions), 1.0)
        words = f"{self._spent(seconds, decisions)}  {pace:,.0f}/s  {self._shares}"
        self.show(words.rstrip(), part)

    def _spent(self, seconds: float, decisions: int) -> str:
        """The budget, and what is gone of it."""
        if self._budget.seconds:
            return f"{clock(seconds)} of {clock(self._budget.seconds)}  {decisions:,} decisions"
        return f"{clock(seconds)}  {decisions:,} of {self._budget.decisions:,} decisions"

    def interval(self, entry: dict[str, Any]) -> None:
        """A line about an interval that is over."""
        print(line(entry), flush=True)
        self._paced = None
        measured = "share" if entry.get("rivals", True) else "payment"
        self._shares = "  ".join(
            f"{judge.rpartition(':')[2]} {figures[measured]:.2f}"
            for judge, figures in entry["judges"].items()
        )


def line(entry: dict[str, Any]) -> str:
    """An interval in one line: when, how fast, and how the learner fares with each judge.

    Among rivals that is the share of the wins; elsewhere what it is paid, and how often a game is a
    success.
    """
    as_text = _share if entry.get("rivals", True) else _paid
    shares = "  ".join(f"{judge} {as_text(figures)}" for judge, figures in entry["judges"].items())
    pace = entry["play"].get("decisions_per_second")
    speed = "imitating" if pace is None else f"{pace:,.0f}/s"
    return f"{entry['seconds']:7.0f} s {entry['decisions']:>11,} decisions {speed:>9}  {shares}"


def _share(figures: dict[str, float]) -> str:
    return f"{figures['share']:.3f} [{figures['low']:.3f}, {figures['high']:.3f}]"


def _paid(figures: dict[str, float]) -> str:
    bounds = f"[{figures['payment_low']:+.3f}, {figures['payment_high']:+.3f}]"
    return f"{figures['payment']:+.3f} {bounds} {100 * figures['share']:.0f} % succeed"
