"""Means with 95 % intervals, where the games of one deal are not independent of each other."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from experiments.tournament.ratings import Floats
from piracy_env.envs.intervals import Interval, wilson
from piracy_env.errors import MissingExtraError

CONFIDENCE, POWER = 0.95, 0.8


@dataclass(frozen=True)
class Estimate:
    """A mean with its bounds, of which there are none if one deal is all there is."""

    interval: Interval
    count: float
    """Of so many games or seats it is the mean."""
    deals: int
    """In so many deals."""
    error: float
    """Standard error; infinite if one deal is all there is."""


def mean(sums: Floats, counts: Floats) -> Estimate:
    """The mean of games whose sums and counts [deals] are given for each deal."""
    value, error, deals = _ratio(sums, counts)
    if not math.isfinite(error):
        return Estimate(Interval(value, None, None), float(counts.sum()), deals, error)
    reach = _quantile(deals) * error
    bounds = Interval(value, value - reach, value + reach)
    return Estimate(bounds, float(counts.sum()), deals, error)


def share(sums: Floats, counts: Floats) -> Estimate:
    """The mean of parts between 0 and 1, with Wilson's interval."""
    value, error, deals = _ratio(sums, counts)
    count = float(counts.sum())
    value = min(max(value, 0.0), 1.0)
    reach = _quantile(max(deals, 2))
    bounds = wilson(value, error, deals=deals, games=count, quantile=reach)
    return Estimate(Interval(value, *bounds), count, deals, error)


def games_needed(part: Estimate, equal: float = 0.5) -> float | None:
    """Further games until a share is told apart from `equal`, if it is what it seems to be.

    Then a test at the usual level finds the difference with a chance of 80 %. None where no number
    of games can be told: the share is the equal one, or one deal is all there is.
    """
    distance = abs(part.interval.value - equal)
    if not math.isfinite(part.error) or (distance == 0 and part.error >= 0):
        return None
    if distance > _quantile(part.deals) * part.error:
        return 0.0
    from statistics import NormalDist

    reach = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2) + NormalDist().inv_cdf(POWER)
    deals = part.deals * (reach * part.error / distance) ** 2
    return float(math.ceil(max(0.0, deals - part.deals) * part.count / part.deals))


def _ratio(sums: Floats, counts: Floats) -> tuple[float, float, int]:
    """A ratio of sums, its standard error over deals, and the number of deals."""
    here = counts > 0
    sums, counts = sums[here], counts[here]
    deals = len(counts)
    if deals == 0:
        return math.nan, math.inf, 0
    value = float(sums.sum() / counts.sum())
    if deals == 1:
        return value, math.inf, 1
    rests = sums - value * counts
    error = float(np.sqrt((rests**2).sum() * deals / (deals - 1)) / counts.sum())
    return value, error, deals


def _quantile(deals: int) -> float:
    """How many standard errors the interval reaches."""
    try:
        from scipy.special import stdtrit
    except ImportError as error:
        raise MissingExtraError(
            f"intervals need the extra `tournament`: pip install -e .[tournament] ({error})"
        ) from None
    return float(stdtrit(deals - 1, 0.5 + CONFIDENCE / 2))
