"""Two tests of chance, without a library for them."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray


def ranks_among(
    truth: NDArray[Any], samples: NDArray[Any], dice: np.random.Generator
) -> NDArray[np.int64]:
    """The rank 0..K of each true value [m, E] among its K samples [m, K, E], ties by lot."""
    less = (samples < truth[:, None]).sum(1)
    equal = (samples == truth[:, None]).sum(1)
    lots: NDArray[np.int64] = less + dice.integers(0, equal + 1)
    return lots


def uneven(counts: NDArray[Any]) -> float:
    """The chance that counts of equally likely outcomes are at least as uneven, by chi-square."""
    expected = counts.sum() / counts.size
    if expected == 0:
        return 1.0
    half = float(((counts - expected) ** 2).sum() / expected) / 2
    freedom = counts.size - 1
    # the incomplete gamma function Q(freedom / 2, half), from Q(1/2) or Q(1) upward
    odd = freedom % 2 == 1
    order, chance = (0.5, math.erfc(math.sqrt(half))) if odd else (1.0, math.exp(-half))
    while order < freedom / 2:
        chance += math.exp(order * math.log(half) - half - math.lgamma(order + 1)) if half else 0.0
        order += 1
    return chance
