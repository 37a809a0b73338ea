"""A record read and written through plain Python integers.

numba computes with 64-bit integers, whatever a field's width, and cuts a value when it is stored;
numpy's scalars would wrap at the field's own width instead. Read through a `Record`, every scalar
is a Python `int`, so that uncompiled kernels compute as the compiled ones do, and a value that does
not fit its field raises an error. Texts, pictures and invariants read states in the same way.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


class Ints(np.ndarray[Any, Any]):
    """An array whose items come out as Python numbers, or as records where it holds records."""

    def __getitem__(self, index: Any) -> Any:
        return _plain(super().__getitem__(index))

    def __iter__(self) -> Any:
        return (self[index] for index in range(len(self)))


class Record:
    """One structured element: fields as attributes."""

    __slots__ = ("_row",)
    _row: Any

    def __init__(self, row: Any) -> None:
        object.__setattr__(self, "_row", row)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # asked for by copy and pickle, before there is a row
            raise AttributeError(name)
        try:
            return _plain(self._row[name])
        except (ValueError, IndexError):
            raise AttributeError(
                f"no field {name!r}; there are: {', '.join(self._row.dtype.names)}"
            ) from None

    def __setattr__(self, name: str, value: Any) -> None:
        self._row[name] = value

    def __repr__(self) -> str:
        return (
            f"Record({', '.join(f'{name}={self._row[name]!r}' for name in self._row.dtype.names)})"
        )


def at(records: NDArray[Any], index: int) -> Record:
    """The record at an index, by reference."""
    return Record(records[index])


def _plain(value: Any) -> Any:
    if isinstance(value, np.void):
        return Record(value)
    if isinstance(value, np.ndarray):
        return value.view(Ints)
    return value.item() if isinstance(value, np.generic) else value
