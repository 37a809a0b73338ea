"""A kernel for the listings of a family that have a field, and a stand-in for those that lack it.

The rules of a family are written once, and compiled for the record of each listing. Compiled code
that names a field which the record lacks is no code at all: so the choice is made by the record's
type, before anything is compiled, and only what is chosen is compiled.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from piracy_env.core.jit import COMPILED, OPTIONS, WITHIN, kernel
from piracy_env.errors import GameDefinitionError


def either(field: str, real: Any, stand_in: Any = None) -> Any:
    """A kernel that is `real` for states with a field, and `stand_in` for others.

    Args:
        field: Name of a field of the state, which is the first argument of both.
        real: A kernel.
        stand_in: A kernel with the same arguments, or the value that stands for what it returns.
    """
    if not isinstance(field, str) or not field.isidentifier():
        raise GameDefinitionError(f"`either` is given the name of a field, not {field!r}")
    if not callable(real):
        raise GameDefinitionError(f"either {field}: there is no kernel to be used, but {real!r}")
    other = stand_in if callable(stand_in) else _always(stand_in)
    for one in (real, other):
        if COMPILED and not hasattr(one, "py_func"):
            raise GameDefinitionError(f"either {field}: {one!r} is not marked as a @kernel")
    return Either(field, real, other) if COMPILED else _chooser(field, real, other)


def _always(value: Any) -> Any:
    if not (value is None or isinstance(value, (bool, int, float))):
        raise GameDefinitionError(f"a number or a kernel stands in for a kernel, not {value!r}")

    @kernel
    def always(s: Any, *rest: Any) -> Any:
        return value

    return always


def _chooser(field: str, real: Any, other: Any) -> Callable[..., Any]:
    """The choice as plain Python makes it."""

    def chosen(s: Any, *rest: Any) -> Any:
        return (real if hasattr(s, field) else other)(s, *rest)

    return functools.update_wrapper(chosen, real)


class Either:
    """What compiled code takes for one of two kernels."""

    def __init__(self, field: str, real: Any, other: Any) -> None:
        import numba

        functools.update_wrapper(self, real)
        self.field, self.real, self.other = field, real, other
        self.py_func = _told(field, real, other)
        """What a fingerprint walks through: both kernels, and the field that decides."""
        within = numba.njit(**OPTIONS, **WITHIN)(self.py_func)
        within.get_call_template = lambda args, kws: self._of(args).get_call_template(args, kws)
        within.get_overload = lambda args: self._of(args).get_overload(args)
        self.within = within

    def _of(self, args: Any) -> Any:
        """The dispatcher of the kernel that is for the type of a state."""
        fields = getattr(args[0], "fields", None)
        if fields is None:
            raise GameDefinitionError(f"either {self.field}: {args[0]} is no state")
        return (self.real if self.field in fields else self.other)._numba_type_.dispatcher

    @property
    def _numba_type_(self) -> Any:
        return self.within._numba_type_

    def __call__(self, s: Any, *rest: Any) -> Any:
        """Run the kernel."""
        return (self.real if self.field in s.dtype.names else self.other)(s, *rest)

    def __repr__(self) -> str:
        return f"<either {self.field}: {self.real!r} or {self.other!r}>"


def _told(field: str, real: Any, other: Any) -> Callable[..., Any]:
    def chosen(s: Any) -> Any:
        return field, real, other

    return chosen
