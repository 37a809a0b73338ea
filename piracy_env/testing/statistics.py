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
    """The chance that counts of equally likely outcomes are as uneven as these, by chi-square.

    Wilson and Hilferty's approximation: the cube root of chi-square is all but normal.
    """
    expected = counts.sum() / counts.size
    if expected == 0:
        return 1.0
    freedom = counts.size - 1
    chi_square = float(((counts - expected) ** 2).sum() / expected)
    spread = 2 / (9 * freedom)
    deviations = ((chi_square / freedom) ** (1 / 3) - 1 + spread) / math.sqrt(spread)
    return math.erfc(deviations / math.sqrt(2)) / 2
