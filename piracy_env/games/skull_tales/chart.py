"""The sea chart: flat-top hexes in columns, those of odd columns half a space lower.

Spaces are numbered row by row. Directions go clockwise from the north: N, NE, SE, S, SW, NW.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

COLS, ROWS = 21, 15
SPACES = COLS * ROWS
DIRECTIONS = 6
NOWHERE = -1
"""Beyond the edge of the board."""
FAR = 99
"""No way leads there; longer than any that does."""

_EVEN = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1))
_ODD = ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))


def beside(space: int) -> list[int]:
    """The six neighbours of a space by direction; `NOWHERE` beyond the edge."""
    row, col = divmod(space, COLS)
    places = [(col + dc, row + dr) for dc, dr in (_ODD if col % 2 else _EVEN)]
    return [r * COLS + c if 0 <= c < COLS and 0 <= r < ROWS else NOWHERE for c, r in places]


def apart(one: int, other: int) -> int:
    """How many spaces lie between two, land or not, the last one counted."""
    return int(all_apart()[one, other])


@cache
def all_apart() -> NDArray[np.int8]:
    """The same between each space and each other."""
    row, col = np.divmod(np.arange(SPACES), COLS)
    slant = row - (col - col % 2) // 2
    cubes = np.stack([col, slant, col + slant])
    far: NDArray[np.int8] = abs(cubes[:, :, None] - cubes[:, None]).max(0).astype(np.int8)
    return far


def is_water(chart: Sequence[Sequence[int]]) -> list[bool]:
    """Which spaces are water."""
    return [place >= 0 for line in chart for place in line]


def ways(water: Sequence[bool], start: int) -> list[int]:
    """Length of the shortest way over water from a space to each space; `FAR` without one."""
    far: list[int] = all_ways(water, [start])[0].tolist()
    return far


def all_ways(water: Sequence[bool], starts: Sequence[int]) -> NDArray[np.int8]:
    """Lengths of the shortest ways over water from some spaces to each space; `FAR` without one."""
    near = np.array([beside(space) for space in range(SPACES)])
    wet = np.array([*water, False])  # beyond the edge, at -1, there is none
    far = np.full((len(starts), SPACES), FAR, np.int8)
    edge = np.zeros((len(starts), SPACES + 1), bool)
    edge[np.arange(len(starts)), starts] = True
    for length in range(FAR):
        far[edge[:, :SPACES] & (far == FAR)] = length
        if not edge.any():
            break
        reached = edge[:, near].any(2) & wet[:SPACES] & (far == FAR)
        edge[:, :SPACES] = reached
    return far


def water_apart(chart: Sequence[Sequence[int]]) -> tuple[int, int] | None:
    """Column and row of a water space that no way leads to; None if there is none."""
    water = is_water(chart)
    if not any(water):
        return 0, 0
    far = ways(water, water.index(True))
    for space, wet in enumerate(water):
        if wet and far[space] == FAR:
            return space % COLS, space // COLS
    return None
