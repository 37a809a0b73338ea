"""A record read and written through plain Python integers.

numba computes with 64-bit integers, whatever a field's width, and cuts a value when it is stored;
numpy's scalars would wrap at the field's own width instead. Read through a `Record`, every scalar
is a Python `int`, so that uncompiled kernels compute as the compiled ones do, and a value that does
not fit its field raises an error. Texts, pictures and invariants read states in the same way.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray


class Ints(np.ndarray[Any, Any]):
    """An array whose items come out as Python numbers, or as records where it holds records."""

    def __getitem__(self, index: Any) -> Any:
        if type(index) is int and self.ndim == 1 and self.dtype.names is None:
            return _number_at(self, index)  # by far the most, and without a scalar in between
        value = _item(self, index)
        return value.item() if isinstance(value, _NUMBER) else _plain(value)

    def __iter__(self) -> Any:
        if self.ndim == 1 and self.dtype.names is None:
            return map(self.item, range(len(self)))
        return (self[index] for index in range(len(self)))


class Record:
    """One structured element: fields as attributes."""

    def __new__(cls, row: Any) -> Record:
        """A record of the class that knows the row's fields."""
        return object.__new__(_class_with(row.dtype))

    def __init__(self, row: Any) -> None:
        self.__dict__["_row"] = row

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # asked for by copy and pickle, before there is a row
            raise AttributeError(name)
        raise AttributeError(f"no field {name!r}; there are: {', '.join(self._row.dtype.names)}")

    def __setattr__(self, name: str, value: Any) -> None:
        self._row[name] = value

    def __repr__(self) -> str:
        return (
            f"Record({', '.join(f'{name}={self._row[name]!r}' for name in self._row.dtype.names)})"
        )


def at(records: NDArray[Any], index: int) -> Record:
    """The record at an index, by reference."""
    return Record(records[index])


def kind_at(dtype: np.dtype[Any], path: str) -> np.dtype[Any] | None:
    """The type of a field, or of a member of a record inside, such as `bt.pips`; None without."""
    kind: np.dtype[Any] | None = dtype
    for name in str(path).split("."):
        fields = kind.base.fields if kind is not None else None
        kind = fields[name][0] if fields and name in fields else None
    return kind


def is_within(path: str, paths: Sequence[str]) -> bool:
    """Whether a path is one of some others, or that of a member of one."""
    return any(path == parent or path.startswith(f"{parent}.") for parent in paths)


_item = np.ndarray.__getitem__
_number_at = np.ndarray.item
_NUMBER = (np.number, np.bool_)


def _plain(value: Any) -> Any:
    if isinstance(value, _NUMBER):
        return value.item()
    if isinstance(value, np.void):
        return Record(value)
    return value if type(value) is Ints else value.view(Ints)


# --- reading quickly: uncompiled kernels and invariants do little else ----------------------------


@cache
def _class_with(dtype: np.dtype[Any]) -> type[Record]:
    """The class of records with these fields: `__getattr__` is asked only after a long search."""
    members: dict[str, object] = {}
    for name, (kind, offset, *_) in (dtype.fields or {}).items():
        members[name] = _Part(name) if kind.shape or kind.names else _number(name, kind, offset)
    return type("Record", (Record,), members)


def _number(name: str, kind: np.dtype[Any], offset: int) -> property:
    """Reads a number; what reads it is kept, as it costs more than the number."""
    reader = f"reader of {name}"

    def read(record: Record) -> Any:
        own = record.__dict__
        try:
            return own[reader]()
        except KeyError:
            own[reader] = np.ndarray((), kind, own["_row"], offset).item
            return own[reader]()

    return property(read)


class _Part:
    """Reads an array or a record inside, which looks at the same memory from then on.

    It is kept by its own name, and found there without this being asked.
    """

    def __init__(self, name: str) -> None:
        self._name = name

    def __get__(self, record: Record | None, owner: type[Record]) -> Any:
        if record is None:
            return self
        own = record.__dict__
        part = own[self._name] = _plain(own["_row"][self._name])
        return part
