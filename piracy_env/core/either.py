"""A kernel for the listings of a family that have a field, and a stand-in for those that lack it.

The rules of a family are written once, and compiled for the record of each listing. Compiled code
that names a field which the record lacks is no code at all: so the choice is made by the record's
type, before anything is compiled, and only what is chosen is compiled.
"""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable, Container
from functools import cached_property
from typing import Any

from piracy_env.core.jit import COMPILED, kernel
from piracy_env.errors import GameDefinitionError


def either(field: str, real: Any, stand_in: Any = None) -> Any:
    """A kernel that is `real` for states with a field, and `stand_in` for others.

    Args:
        field: Name of a field of the state, which is the first argument of both.
        real: A kernel, or where one is found, `module:name`: the module is read once a state has
            the field, so that listings do not wait for rules that are not theirs.
        stand_in: A kernel with the same arguments, or the value that stands for what it returns.
    """
    if not isinstance(field, str) or not field.isidentifier():
        raise GameDefinitionError(f"`either` is given the name of a field, not {field!r}")
    other = _kernel_of(field, stand_in if callable(stand_in) else _always(stand_in))
    if isinstance(real, str):
        return Either(field, real, other) if COMPILED else _late_chooser(field, real, other)
    _kernel_of(field, real)
    return Either(field, real, other) if COMPILED else chooser(field, real, other)


def _kernel_of(field: str, candidate: Any) -> Any:
    """What is a kernel, or where one is found: the kernel."""
    if isinstance(candidate, str):
        module, _, name = candidate.partition(":")
        try:
            candidate = getattr(importlib.import_module(module), name)
        except (ImportError, AttributeError, ValueError) as error:
            raise GameDefinitionError(
                f"either {field}: no kernel is found at {candidate!r}: {error}"
            ) from error
    if not callable(candidate):
        raise GameDefinitionError(
            f"either {field}: there is no kernel to be used, but {candidate!r}"
        )
    if COMPILED and not hasattr(candidate, "py_func"):
        raise GameDefinitionError(f"either {field}: {candidate!r} is not marked as a @kernel")
    return candidate


def _always(value: Any) -> Any:
    if not (value is None or isinstance(value, (bool, int, float))):
        raise GameDefinitionError(f"a number or a kernel stands in for a kernel, not {value!r}")

    @kernel
    def always(s: Any, *rest: Any) -> Any:
        return value

    return always


def chooser(field: str, real: Any, other: Any) -> Callable[..., Any]:
    """The choice as plain Python makes it."""

    def chosen(s: Any, *rest: Any) -> Any:
        return (real if hasattr(s, field) else other)(s, *rest)

    return functools.update_wrapper(chosen, real)


def _late_chooser(field: str, place: str, other: Any) -> Callable[..., Any]:
    """The same, for a kernel that is looked up when it is first called."""

    @functools.cache
    def real() -> Any:
        return _kernel_of(field, place)

    def chosen(s: Any, *rest: Any) -> Any:
        return (real() if hasattr(s, field) else other)(s, *rest)

    return chosen


class Either:
    """What compiled code takes for one of two kernels: its type, when called, is that of one."""

    def __init__(self, field: str, real: Any, other: Any) -> None:
        if not isinstance(real, str):
            functools.update_wrapper(self, real, updated=())
        self.field, self._real, self.other = field, real, other

    @cached_property
    def real(self) -> Any:
        """The kernel for states with the field."""
        return _kernel_of(self.field, self._real)

    @cached_property
    def py_func(self) -> Any:
        """What a fingerprint of all listings walks through: both kernels, and what decides."""
        return _reached(self.field, self.real, self.other)

    def taken(self, fields: Container[str]) -> Any:
        """The kernel for states with these fields."""
        return self.real if self.field in fields else self.other

    @cached_property
    def _numba_type_(self) -> Any:
        return ChoiceType(self)

    def __call__(self, s: Any, *rest: Any) -> Any:
        """Run the kernel."""
        return self.taken(s.dtype.names)(s, *rest)

    def __repr__(self) -> str:
        return f"<either {self.field}: {self._real!r} or {self.other!r}>"


def _reached(field: str, real: Any, other: Any) -> Callable[..., Any]:
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
            return self.choice.taken(fields)._numba_type_

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
