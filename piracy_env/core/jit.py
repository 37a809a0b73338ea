"""Marks functions for the compiler: kernels over records, and loops over batches.

A kernel is compiled into whatever calls it, and once for integers of all widths, constants and
members of an `IntEnum`: its signed arguments are widened to 64 bits first, as compiled code
computes with 64 bits anyway. A loop is called from Python; its machine code is kept on disk
(`store.py`).
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from functools import cached_property
from typing import Any, TypeVar, cast

import numba
import numpy as np

from piracy_env.core.parts import EntryPoint, PartOfOthers

COMPILED: bool = not numba.config.DISABLE_JIT
"""False under NUMBA_DISABLE_JIT=1: the rules then run as plain Python, over `record.Record`."""

WORD: Any = np.uint64 if COMPILED else int
"""Type of 64-bit words: wraps when compiled; plain Python masks instead (see `core.rng`)."""

INT: Any = np.int64 if COMPILED else int
"""Type a word is turned into before it meets other integers (uint64 + int64 would be a float)."""

COMMON: dict[str, Any] = {"nogil": True, "error_model": "numpy"}
"""What all compiled code has in common: threads run it side by side, and divisions by zero do not
raise."""

OPTIONS: dict[str, Any] = {**COMMON, "pipeline_class": EntryPoint}
"""What is called from outside."""

WITHIN: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""What is called by compiled code alone needs no doors: they cost a third of the compilation."""

PART: dict[str, Any] = {**COMMON, **WITHIN, "pipeline_class": PartOfOthers}
"""What none but compiled code that takes it in ever calls."""

F = TypeVar("F", bound=Callable[..., Any])


def kernel(function: F) -> F:
    """Mark a function over records as part of a game's rules: compiled code takes it in."""
    return cast(F, Kernel(function)) if COMPILED else function


def forceinline(function: F) -> F:
    """Mark a small function of a hot loop: its caller takes it in, arguments and all."""
    return cast(F, Kernel(function, forceinline=True)) if COMPILED else function


def loop(function: F) -> F:
    """Mark a function over batches as an entry point: compiled on first use and kept on disk."""
    if not COMPILED:
        return function
    from piracy_env.core.store import keep  # a store asks what a function reaches: kernels, too

    return cast(F, keep(numba.njit(**OPTIONS)(function), f"loops.{function.__name__}"))


class Kernel:
    """A function for compiled code, which may be called from Python as well."""

    def __init__(self, function: Callable[..., Any], **options: Any) -> None:
        functools.update_wrapper(self, function)
        self.py_func = function
        self.options = {**PART, **options}
        """How it is compiled."""

    @cached_property
    def within(self) -> Any:
        """Called by compiled code: the type checker of numba takes it in place of this object.

        It is made when it is first asked for: a game with everything on disk never does.
        """
        dispatcher = numba.njit(**self.options)(self.py_func)
        resolve = dispatcher.get_call_template
        dispatcher.get_call_template = lambda args, kws: resolve(
            [widened(kind) for kind in args], {name: widened(kind) for name, kind in kws.items()}
        )
        return dispatcher

    @property
    def _numba_type_(self) -> Any:
        return self.within._numba_type_

    @cached_property
    def outside(self) -> Any:
        """Called from Python: compiled for the very arguments, in tests for the most part."""
        return numba.njit(**OPTIONS)(self.py_func)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Run the kernel."""
        return self.outside(*args, **kwargs)

    def __repr__(self) -> str:
        return f"<kernel {self.py_func.__module__}.{self.py_func.__qualname__}>"

    def __reduce__(self) -> str:
        """Kernels are pickled by name: they belong to the code, not to a file."""
        return self.py_func.__qualname__


def widened(kind: Any) -> Any:
    """The type that an argument is passed as: a signed integer as one of 64 bits, of any value.

    So are numbers that have names, and those of a place, which is a tuple of them; and of True and
    False it is not known which is given.
    """
    plain = numba.types.unliteral(kind)
    if plain in numba.types.signed_domain or isinstance(plain, numba.types.IntEnumMember):
        return numba.types.int64
    if type(kind) in {numba.types.UniTuple, numba.types.Tuple}:
        return numba.types.BaseTuple.from_types([widened(part) for part in kind])
    return plain if isinstance(plain, numba.types.Boolean) else kind
