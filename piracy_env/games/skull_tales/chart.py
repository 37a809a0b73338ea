"""The sea chart: flat-top hexes in columns, those of odd columns half a space lower.

Spaces are numbered row by row. Directions go clockwise from the north: N, NE, SE, S, SW, NW.
"""

from __future__ import annotations

from collections.abc import Sequence

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
    (x, z), (u, w) = _cube(one), _cube(other)
    return max(abs(x - u), abs(z - w), abs((x + z) - (u + w)))


def _cube(space: int) -> tuple[int, int]:
    row, col = divmod(space, COLS)
    return col, row - (col - col % 2) // 2


def is_water(chart: Sequence[Sequence[int]]) -> list[bool]:
    """Which spaces are water."""
    return [place >= 0 for line in chart for place in line]


def ways(water: Sequence[bool], start: int) -> list[int]:
    """Length of the shortest way over water from a space to each space; `FAR` without one."""
    far = [FAR] * SPACES
    far[start] = 0
    edge = [start]
    while edge:
        edge = _next_edge(water, far, edge)
    return far


def _next_edge(water: Sequence[bool], far: list[int], edge: Sequence[int]) -> list[int]:
    reached = []
    for space in edge:
        for other in beside(space):
            if other != NOWHERE and water[other] and far[other] == FAR:
                far[other] = far[space] + 1
                reached.append(other)
    return reached


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
