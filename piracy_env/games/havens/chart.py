"""The geometry of the gameboard: which hexes touch, and how far it is from one to another.

Hexes stand on a flat side. Columns count from the west, rows from the north, and those of odd
columns lie half a hex lower.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Sequence

Place = tuple[int, int]
"""Column and row of a hex."""

FAR = 127
"""The distance of hexes that no way joins."""


def around(place: Place) -> list[Place]:
    """The six places that touch one, clockwise from the north."""
    col, row = place
    low = row + col % 2
    return [
        (col, row - 1),
        (col + 1, low - 1),
        (col + 1, low),
        (col, row + 1),
        (col - 1, low),
        (col - 1, low - 1),
    ]


def neighbours(
    places: Sequence[Place], barriers: Collection[tuple[int, int]] = ()
) -> list[list[int]]:
    """For each hex those that can be entered from it."""
    number = {place: hex_ for hex_, place in enumerate(places)}
    closed = {frozenset(pair) for pair in barriers}
    return [
        [
            number[other]
            for other in around(place)
            if other in number and frozenset((hex_, number[other])) not in closed
        ]
        for hex_, place in enumerate(places)
    ]


def distances(near: Sequence[Sequence[int]]) -> list[list[int]]:
    """Lengths of the shortest ways between all hexes, `FAR` where there is none."""
    return [_distances_from(start, near) for start in range(len(near))]


def _distances_from(start: int, near: Sequence[Sequence[int]]) -> list[int]:
    found = [FAR] * len(near)
    found[start] = 0
    queue = deque([start])
    while queue:
        here = queue.popleft()
        for there in near[here]:
            if found[there] == FAR:
                found[there] = found[here] + 1
                queue.append(there)
    return found
