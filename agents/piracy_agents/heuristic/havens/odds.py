"""Chances of throws against each other, with the normal distribution for sums of dice."""

from __future__ import annotations

import math

from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline

MEAN, VARIANCE = 3.5, 35 / 12
"""Of a die."""


@kernel
def above(dice: int, others: int, lead: float) -> float:
    """The chance that a throw, with something added, is higher than another."""
    spread = math.sqrt(2 * VARIANCE * (dice + others))
    return 0.5 * (1 + math.erf((MEAN * (dice - others) + lead - 0.5) / spread))


@kernel
def decided(dice: int, others: int, lead: float) -> float:
    """The chance to win a round that is thrown again after standoffs."""
    noinline()
    won = above(dice, others, lead)
    lost = above(others, dice, -lead)
    return won / (won + lost)


@kernel
def duel(dice: int, others: int) -> float:
    """The chance to win a battle of several rounds: the better side wins more surely."""
    won = decided(dice, others, 0.0)
    return won * won / (won * won + (1 - won) * (1 - won))
