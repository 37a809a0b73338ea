"""A kernel for the listings of a family that have a field, and a stand-in for those that lack it.

The rules of a family are written once, and compiled for the record of each listing. Compiled code
that names a field which the record lacks is no code at all: so the choice is made by the record's
type, before anything is compiled, and only what is chosen is compiled.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from functools import cached_property
from typing import Any

from piracy_env.core.jit import COMPILED, kernel
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
    """What compiled code takes for one of two kernels: its type, when called, is that of one."""

    def __init__(self, field: str, real: Any, other: Any) -> None:
        functools.update_wrapper(self, real)
        self.field, self.real, self.other = field, real, other
        self.py_func = _told(field, real, other)
        """What a fingerprint walks through: both kernels, and the field that decides."""

    @cached_property
    def _numba_type_(self) -> Any:
        return ChoiceType(self)

    def __call__(self, s: Any, *rest: Any) -> Any:
        """Run the kernel."""
        return (self.real if self.field in s.dtype.names else self.other)(s, *rest)

    def __repr__(self) -> str:
        return f"<either {self.field}: {self.real!r} or {self.other!r}>"


def _told(field: str, real: Any, other: Any) -> Callable[..., Any]:
    def chosen(s: Any) -> Any:
        return field, real, other

    return chosen


if COMPILED:
    from numba.core import types
    from numba.core.datamodel.models import OpaqueModel
    from numba.extending import register_model

    class ChoiceType(types.Callable, types.Dummy):
        """The type of a choice: called with a state, it does as the type of the kernel for it."""

        def __init__(self, choice: Either) -> None:
            self.choice = choice
            super().__init__(f"{choice!r} at {id(choice)}")

        def _taken(self, arguments: Any) -> Any:
            fields = getattr(arguments[0], "fields", None) if arguments else None
            if fields is None:
                raise GameDefinitionError(f"{self.choice!r} is given no state")
            choice = self.choice
            kernel = choice.real if choice.field in fields else choice.other
            return kernel._numba_type_

        def get_call_type(self, context: Any, args: Any, kws: Any) -> Any:
            """The signature of a call, for which the kernel is compiled."""
            return self._taken(args).get_call_type(context, args, kws)

        def get_call_signatures(self) -> tuple[tuple[Any, ...], bool]:
            """Which signatures there are is known only once it is called."""
            return (), True

        def get_impl_key(self, sig: Any) -> Any:
            """What the code of a call is known by."""
            return self._taken(sig.args).get_impl_key(sig)

    register_model(ChoiceType)(OpaqueModel)
