"""The odds of a battle, exactly: who is left when crews of given sizes fight to the end.

The tables are for the printed battle die, on which two faces of six hit. With another die they are
a fair guess.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline

MOST_DICE = 48
"""Cannon dice that are told apart; crews are the same."""
RARE = 1e-4
HIT = 2 / 6


def _hits() -> NDArray[Any]:
    """The chance [n, k] that n dice hit k times."""
    chances = np.zeros((MOST_DICE + 1, MOST_DICE + 1))
    for n in range(MOST_DICE + 1):
        for k in range(n + 1):
            chances[n, k] = math.comb(n, k) * HIT**k * (1 - HIT) ** (n - k)
    return chances


def _boarding(hits: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """What [a, b] crew against b crew come to: the chance to win, and the crew then left, times it.

    Both lose at the same time, so nobody may win. Rounds without any hit are played again.
    """
    win, left = np.zeros_like(hits), np.zeros_like(hits)
    win[1:, 0] = 1.0
    left[:, 0] = np.arange(MOST_DICE + 1)
    for both in range(2, 2 * MOST_DICE + 1):
        for a in range(max(1, both - MOST_DICE), min(MOST_DICE, both - 1) + 1):
            b = both - a
            scored = np.append(hits[a, :b], hits[a, b:].sum())[::-1]  # by crew that b has left
            suffered = np.append(hits[b, :a], hits[b, a:].sum())[::-1]
            again = scored[b] * suffered[a]
            for table in (win, left):  # where nothing happens, the table still holds 0
                table[a, b] = suffered @ table[: a + 1, : b + 1] @ scored / (1 - again)
    return win, left


HITS = _hits()
WIN, LEFT = _boarding(HITS)


@kernel
def duel(crew: int, dice: int, other_crew: int, other_dice: int) -> Any:
    """Cannons once, then boarding: the chance to win, and the crew then left, times it."""
    noinline()
    dice, other_dice = min(dice, MOST_DICE), min(other_dice, MOST_DICE)
    crew, other_crew = min(crew, MOST_DICE), min(other_crew, MOST_DICE)
    win, left = 0.0, 0.0
    for scored in range(dice + 1):
        if HITS[dice, scored] < RARE:
            continue
        theirs = max(0, other_crew - scored)
        for suffered in range(other_dice + 1):
            chance = HITS[dice, scored] * HITS[other_dice, suffered]
            if chance < RARE:
                continue
            mine = max(0, crew - suffered)
            win += chance * WIN[mine, theirs]
            left += chance * LEFT[mine, theirs]
    return win, left
