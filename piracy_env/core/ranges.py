"""What each field of a state can hold, declared once and checked at one stroke.

A game declares a range for every own field, and cannot be made without: a number that leaves it is
refused before anything else looks at the state, be it the game's invariants or compiled code, which
trusts what it reads. What is true between fields is for the invariants.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from piracy_env.core.record import Record
from piracy_env.errors import GameDefinitionError, listing

Bound = int | Callable[[Record, Record], int]
"""A number, or how it follows from players, options and tables: (blank state, t)."""


@dataclass(frozen=True)
class Range:
    """Whole numbers from `low` to `high`."""

    low: Bound
    high: Bound
    also: int | None = None
    """A further number, such as that for nothing."""
    absent: int | None = None
    """What rows of seats that nobody has hold; None for an array that has no row a seat."""


MOST_TOLD = 20
"""Numbers out of their ranges that are told; of the others, how many there are."""

Ranges = Mapping[str, Range | tuple[Range, ...]]
"""The range of each field, or those of the columns of its last axis; `bt.round` is a field of the
record `bt`."""


def last_seat(s: Record, _t: Record) -> int:
    """A bound: the last seat that somebody has."""
    return int(s.players) - 1


def a_seat(nobody: int | None = None) -> Range:
    """A seat that somebody has, or the number for nobody."""
    return Range(0, last_seat, also=nobody)


SWITCH = Range(0, 1)


def require_all(game: str, dtype: np.dtype[Any], names: tuple[str, ...], ranges: Ranges) -> None:
    """Complain unless there is one range for each field of these names and of records inside."""
    shapes = {name: places.shape for name, _, places in _leaves(dtype, names)}
    missing = [name for name in shapes if name not in ranges]
    unknown = [name for name in ranges if name not in shapes]
    if missing or unknown:
        raise GameDefinitionError(
            f"{game}: fields without a range: {listing(missing)}; "
            f"ranges without a field: {listing(unknown)}"
        )
    for name, rule in ranges.items():
        if isinstance(rule, tuple) and shapes[name][-1:] != (len(rule),):
            raise GameDefinitionError(
                f"{game}: {name} has shape {shapes[name]}, but {len(rule)} columns of ranges"
            )


class Limits:
    """The ranges of one game with its players, options and tables, as arrays over all numbers."""

    def __init__(self, dtype: np.dtype[Any], ranges: Ranges, blank: Record, t: Record) -> None:
        fields = [leaf for leaf in _leaves(dtype, dtype.names or ()) if leaf[0] in ranges]
        fields.sort(key=lambda leaf: (leaf[1].itemsize, leaf[1].str))  # numbers are read by types
        self._shapes = [(name, places.shape) for name, _, places in fields]
        self._bytes: list[tuple[np.dtype[Any], NDArray[np.int64]]] = []
        for kind in dict.fromkeys(kind for _, kind, _ in fields):
            starts = np.concatenate([places.ravel() for _, own, places in fields if own == kind])
            self._bytes.append((kind, np.add.outer(starts, np.arange(kind.itemsize))))
        bounds = [_bounds(ranges[name], shape, blank, t) for name, shape in self._shapes]
        self.low, self.high, self.also = (
            np.concatenate([bound[part].ravel() for bound in bounds] or [np.zeros(0, np.int64)])
            for part in range(3)
        )

    def outside(self, state: NDArray[Any]) -> list[str]:
        """The numbers of a state [1] that leave their ranges, in words."""
        raw = np.frombuffer(state.tobytes(), np.uint8)
        values = np.concatenate(
            [raw[places].view(kind)[:, 0].astype(np.int64) for kind, places in self._bytes]
            or [self.low]
        )
        within = (self.low <= values) & (values <= self.high) | (values == self.also)
        if within.all():
            return []
        wrong = np.flatnonzero(~within)
        more = [f"and {len(wrong) - MOST_TOLD} more numbers"] if len(wrong) > MOST_TOLD else []
        return [*self._complaints(wrong[:MOST_TOLD], values), *more]

    def of(self, name: str, index: tuple[int, ...]) -> tuple[int, int, int] | None:
        """Low, high and the further number of one place of a field; None for a foreign field."""
        first = 0
        for own, shape in self._shapes:
            if own == name:
                place = first + (int(np.ravel_multi_index(index, shape)) if shape else 0)
                return int(self.low[place]), int(self.high[place]), int(self.also[place])
            first += int(np.prod(shape))
        return None

    def _complaints(self, wrong: NDArray[np.int64], values: NDArray[np.int64]) -> Iterator[str]:
        first = 0
        for name, shape in self._shapes:
            size = int(np.prod(shape))
            for number in wrong[(first <= wrong) & (wrong < first + size)].tolist():
                index = ", ".join(map(str, np.unravel_index(number - first, shape)))
                low, high, also = (x[number] for x in (self.low, self.high, self.also))
                words = f"{low} to {high}" if low != high else f"{low}"
                words += f" or {also}" if not low <= also <= high else ""
                yield f"{name}{f'[{index}]' if shape else ''} is {values[number]}, not {words}"
            first += size


def _leaves(
    dtype: np.dtype[Any], names: tuple[str, ...], start: Any = 0, outer: str = ""
) -> Iterator[tuple[str, np.dtype[Any], NDArray[np.int64]]]:
    """Name, type and the first bytes of all numbers of each field, of records inside too."""
    for name in names:
        assert dtype.fields is not None
        kind, offset = dtype.fields[name][:2]
        size = kind.base.itemsize
        inside = offset + size * np.arange(np.prod(kind.shape, dtype=int)).reshape(kind.shape)
        places = np.add.outer(start, inside)
        if kind.base.names:
            yield from _leaves(kind.base, kind.base.names, places, f"{outer}{name}.")
        else:
            yield outer + name, kind.base, places


def _bounds(
    rule: Range | tuple[Range, ...], shape: tuple[int, ...], blank: Record, t: Record
) -> tuple[NDArray[np.int64], ...]:
    """Low, high and the further number for each number of a field."""
    if isinstance(rule, tuple):
        columns = [_bounds(entry, shape[:-1], blank, t) for entry in rule]
        return tuple(np.stack(parts, -1) for parts in zip(*columns, strict=True))
    low, high = (
        bound if isinstance(bound, int) else bound(blank, t) for bound in (rule.low, rule.high)
    )
    numbers = (int(low), int(high), int(low if rule.also is None else rule.also))
    arrays = tuple(np.full(shape, number, np.int64) for number in numbers)
    if rule.absent is not None:
        for array in arrays:
            array[blank.players :] = rule.absent
    return arrays
