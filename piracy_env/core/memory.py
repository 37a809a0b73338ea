"""Other ways to see the engine's arrays: as bytes, field by field."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
from numpy.typing import NDArray

from piracy_env.errors import InvalidStateError, listing


def bytes_of(records: NDArray[Any]) -> NDArray[np.uint8]:
    """The records' memory [n, size]."""
    return np.asarray(records).view(np.uint8).reshape(len(records), records.dtype.itemsize)


def shown(array: NDArray[Any]) -> NDArray[Any]:
    """The array's memory, to be looked at only: numpy lets nobody make it writable again."""
    memory: Any = np.ascontiguousarray(array)
    if not array.size:
        return np.frombuffer(bytes(1), np.uint8)[:0].view(array.dtype).reshape(array.shape)
    return np.frombuffer(memoryview(memory).toreadonly(), array.dtype).reshape(array.shape)


def owned(array: NDArray[Any]) -> NDArray[Any]:
    """The array, in memory of its own: pickles may bring others' memory, some of it read-only."""
    kept = type(array) is np.ndarray and array.flags.owndata and array.flags.writeable
    return array if kept else np.array(array)


def assign(state: NDArray[Any], path: str, value: object) -> None:
    """Write one field of a state [1], or a part of it; what does not fit exactly is refused.

    A path leads to the part: `ch_wounds[2]`, `place[0, 1]`, `bt.round`, `ships[2].hull`.
    """
    holder, key = _place(state, path)
    target = holder[key]
    try:
        given = np.asarray(value)
    except ValueError as error:
        raise InvalidStateError(f"{path}: {error}") from None
    if given.dtype.kind not in "biufV" or (
        given.dtype.kind == "f" and not np.isfinite(given).all()
    ):
        raise InvalidStateError(f"{path}: {value!r} is no number")
    if given.shape not in ((), np.shape(target)):
        raise InvalidStateError(f"{path} has shape {np.shape(target)}, not {given.shape}")
    try:
        holder[key] = given
    except (TypeError, ValueError, OverflowError) as error:
        raise InvalidStateError(f"{path}: {error}") from None
    if given.dtype.names is None and not np.array_equal(
        np.broadcast_to(given, np.shape(target)), holder[key]
    ):
        raise InvalidStateError(f"{path} is of type {holder.dtype}; {value!r} does not fit it")


def at(state: NDArray[Any], path: str) -> Any:
    """A copy of what a state [1] holds at a path: a field, or a part of one."""
    holder, key = _place(state, path)
    return holder[key].copy()


_STEP = re.compile(r"(\w+)((?:\[[^][]*\])*)", re.ASCII)
_INDEX = re.compile(r"\[([^][]*)\]")
_EXAMPLES = "field, field[2], field[2, 0], record.field or records[2].field"


def _place(state: NDArray[Any], path: object) -> tuple[NDArray[Any], tuple[int, ...]]:
    """The array in a state [1] that holds what a path leads to, and where in it that is."""
    steps = [_STEP.fullmatch(step) for step in path.split(".")] if isinstance(path, str) else []
    if not steps or None in steps:
        raise InvalidStateError(f"{path!r} names no part of a state; parts are {_EXAMPLES}")
    holder: NDArray[Any] = np.asarray(state)
    key: tuple[int, ...] = (0,)
    way = ""
    for step in steps:
        assert step is not None
        if len(key) < holder.ndim:
            raise InvalidStateError(
                f"{way} has shape {holder.shape[len(key) :]}; say which: {way}[0].{step[1]}"
            )
        names = holder.dtype.names or ()
        if step[1] not in names:
            there = f"there are: {listing(names, 80)}" if names else f"{way} is a number"
            raise InvalidStateError(f"no field {step[1]!r}{f' in {way}' if way else ''}; {there}")
        holder = holder[step[1]]
        way += f".{step[1]}" if way else step[1]
        key += _indices(way, step[2], holder.shape[len(key) :])
        way += step[2]
    return holder, key


def _indices(field: str, text: str, shape: tuple[int, ...]) -> tuple[int, ...]:
    """The indices in the brackets behind a field, which has this shape."""
    given = [part.strip() for bracket in _INDEX.findall(text) for part in bracket.split(",")]
    if len(given) > len(shape):
        kind = f"has shape {shape}" if shape else "is no array"
        raise InvalidStateError(f"{field} {kind}, but {text} are {len(given)} indices")
    for part, size in zip(given, shape, strict=False):
        if not part.isdecimal() or int(part) >= size:
            raise InvalidStateError(f"{field}{text}: an index is 0 to {size - 1}, not {part!r}")
    return tuple(map(int, given))
