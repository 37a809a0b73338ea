"""Figures with the bounds between which the true ones lie, and Wilson's interval of a share."""

from __future__ import annotations

import math
from dataclasses import dataclass

Bounds = tuple[float, float]
"""Low and high."""


@dataclass(frozen=True)
class Interval:
    """A figure, and between which bounds the true one lies; no bounds where none can be told."""

    value: float
    low: float | None
    high: float | None

    @property
    def bounds(self) -> Bounds:
        """Low and high; the figure itself where they cannot be told."""
        return (
            self.value if self.low is None else self.low,
            self.value if self.high is None else self.high,
        )

    def __str__(self) -> str:
        within = "" if self.low is None else f" [{self.low:+.3f}, {self.high:+.3f}]"
        return f"{self.value:+.3f}{within}"


def wilson(mean: float, error: float, *, deals: int, games: float, quantile: float) -> Bounds:
    """The bounds of a mean share: they do not shrink to nothing where all was won, or nothing.

    Wilson's formula, with as many independent games as would scatter like the deals, but no
    more than were played; where nothing scatters, with as many as there are deals.

    Args:
        mean: The share, from 0 to 1.
        error: Its standard error over deals; infinite if one deal is all there is.
        deals: Deals that were played, whose games are not independent of each other.
        games: Games in them.
        quantile: Standard errors on either side of a normal mean.
    """
    independent = float(deals)
    if 0 < error < math.inf and 0 < mean < 1:
        independent = min(mean * (1 - mean) / error**2, games)
    square = quantile**2
    middle = (mean + square / (2 * independent)) / (1 + square / independent)
    radicand = mean * (1 - mean) / independent + square / (4 * independent**2)
    half = math.sqrt(square * radicand) / (1 + square / independent)
    low, high = max(0.0, middle - half), min(1.0, middle + half)
    return min(low, mean), max(high, mean)
