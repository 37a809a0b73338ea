"""Other ways to see the engine's arrays: as bytes, field by field."""

from __future__ import annotations

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


def assign(state: NDArray[Any], name: str, value: object) -> None:
    """Write one field of a state [1]; what does not fit it exactly is refused."""
    fields = state.dtype.names or ()
    if name not in fields:
        raise InvalidStateError(f"no field {name!r}; there are: {listing(fields, 80)}")
    target = state[name][0]
    try:
        given = np.asarray(value)
    except ValueError as error:
        raise InvalidStateError(f"{name}: {error}") from None
    if given.dtype.kind not in "biufV" or (
        given.dtype.kind == "f" and not np.isfinite(given).all()
    ):
        raise InvalidStateError(f"{name}: {value!r} is no number")
    if given.shape not in ((), np.shape(target)):
        raise InvalidStateError(f"{name} has shape {np.shape(target)}, not {given.shape}")
    try:
        state[name] = given
    except (TypeError, ValueError, OverflowError) as error:
        raise InvalidStateError(f"{name}: {error}") from None
    if given.dtype.names is None and not np.array_equal(
        np.broadcast_to(given, np.shape(target)), state[name][0]
    ):
        raise InvalidStateError(
            f"{name} is of type {state.dtype[name].base}; {value!r} does not fit it"
        )
