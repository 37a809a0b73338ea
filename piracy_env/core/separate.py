"""Kernels that are compiled each for itself, for games that are too large for one compilation.

What a kernel calls is compiled into it, so that a game's `step` is one compilation of all its
rules. A kernel that is marked `separate` is left out of those that call it: it has machine code of
its own, in a file of its own. An edit of it costs its own compilation and no other, and several are
compiled side by side.

Callers look up its address in a cell, which the linker knows by a name made of the kernel's and the
argument types. The cell is filled after the caller has been compiled or loaded. So kernels may call
each other in circles, and machine code on disk holds names, no addresses.
"""

from __future__ import annotations

import contextlib
import ctypes
import hashlib
import importlib
import inspect
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import Any, NamedTuple, TypeVar, cast

from piracy_env.core.jit import COMPILED, OPTIONS, WITHIN, Kernel

F = TypeVar("F", bound=Callable[..., Any])

RESULTS = ("None", "int", "bool")
"""What a separate kernel may return, as it is annotated."""

_PREFIX = "numba.dynamic.globals.piracy_env"
"""Beginning of the cells' names: what refers to such, numba itself does not keep on disk."""


def separate(function: F) -> F:
    """Mark a kernel as compiled for itself: its callers call it, and know no more than its result.

    It takes integers, records and arrays, and stands at the top of its module. A call costs some
    nanoseconds and takes compiled code far away, so it is for chapters of rules, not their words.
    """
    _check(function)
    return cast(F, Separate(function)) if COMPILED else function


def _check(function: Any) -> None:
    """Refuse what cannot be found again by its name, or not be called without looking into it."""
    name = f"{function.__module__}.{function.__qualname__}"
    if "." in function.__qualname__:
        raise TypeError(f"{name} is to be separate, so it must stand at the top of its module")
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind is not parameter.POSITIONAL_OR_KEYWORD:
            raise TypeError(f"{name} is to be separate, so it cannot take {parameter}")
        if parameter.default is not parameter.empty:
            raise TypeError(f"{name} is to be separate: {parameter.name} cannot have a default")
    if _result_of(function) not in RESULTS:
        raise TypeError(f"{name} is to be separate: annotate its result as {', '.join(RESULTS)}")


def _result_of(function: Any) -> str:
    result = function.__annotations__.get("return", "")
    return result if isinstance(result, str) else getattr(result, "__name__", str(result))


class Need(NamedTuple):
    """A separate kernel for some argument types, as files tell of it."""

    module: str
    name: str
    arguments: tuple[Any, ...]


class Separate(Kernel):
    """A kernel that compiled code calls, but does not take in."""

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        self.place = f"{function.__module__}.{function.__qualname__}"
        self.title = self.place.removeprefix("piracy_env.games.")
        """What it is called in messages and names of files."""
        self.parameters = inspect.signature(function)
        self.result = _result_of(function)
        self._cells: dict[tuple[Any, ...], Cell] = {}
        self._alone: dict[tuple[str, ...] | None, Any] = {}

    @property
    def _numba_type_(self) -> Any:
        return self._door._numba_type_

    @cached_property
    def _door(self) -> Any:
        """Called by compiled code, as `within` is of other kernels."""
        import numba

        from piracy_env.core.calls import caller_of, lead_to

        return lead_to(numba.njit(self.py_func), self, caller_of(self, called))

    def cell(self, arguments: tuple[Any, ...]) -> Cell:
        """The cell for some argument types, the same one each time."""
        if arguments not in self._cells:
            self._cells[arguments] = Cell(self, arguments)
        return self._cells[arguments]

    def alone(self, fields: tuple[str, ...] | None) -> Any:
        """Compiles it for itself, for a state with these fields; the same each time."""
        if fields not in self._alone:
            self._alone[fields] = self._compiler_for(fields)
        return self._alone[fields]

    def _compiler_for(self, fields: tuple[str, ...] | None) -> Any:
        """Named by content, as are all kernels that stay in memory."""
        import numba

        from piracy_env.core.calls import opened
        from piracy_env.core.reach import code_fingerprint
        from piracy_env.core.store import keep

        kernel = self.within

        def entry(*arguments: Any) -> Any:
            return kernel(*opened(arguments))

        digest = code_fingerprint([kernel], self.result, separate, opened, fields=fields)
        entry.__name__ = entry.__qualname__ = f"{self.title}_{digest[:16]}".replace(".", "_")
        return keep(numba.njit(**OPTIONS, **WITHIN)(entry), self.title, lambda: digest)


class Cell:
    """Where callers find the address of a separate kernel for some argument types; 0 before."""

    def __init__(self, kernel: Separate, arguments: tuple[Any, ...]) -> None:
        import llvmlite.binding as llvm

        self.kernel = kernel
        self.arguments = arguments
        self.address = ctypes.c_uint64(0)
        digest = hashlib.sha256(str(arguments).encode()).hexdigest()[:16]
        self.symbol = f"{_PREFIX}.{kernel.place}.{digest}"
        llvm.add_symbol(self.symbol, ctypes.addressof(self.address))
        _CELLS[self.symbol] = self
        _KEPT.append(self)

    @property
    def need(self) -> Need:
        """How files tell of it."""
        return Need(self.kernel.__module__, self.kernel.py_func.__name__, self.arguments)

    def fill(self) -> None:
        """Compile the kernel, or load it; from now on it is called."""
        self.address.value = self.compile()

    @property
    def is_kept(self) -> bool:
        """Whether the kernel is on disk."""
        from piracy_env.core.store import is_kept

        return is_kept(*self._wanted())

    def compile(self) -> int:
        """Compile the kernel, or load it, and what it calls; its address."""
        from piracy_env.core.store import address_of

        return address_of(*self._wanted())

    def _wanted(self) -> tuple[Any, Any]:
        """What compiles the kernel, and for which types."""
        from piracy_env.core.calls import packed, result_type

        fields = getattr(self.arguments[0], "fields", None) if self.arguments else None
        dispatcher = self.kernel.alone(None if fields is None else tuple(fields))
        return dispatcher, result_type(self.kernel.result)(*packed(self.arguments))


_CELLS: dict[str, Cell] = {}
"""By their names for the linker."""

_KEPT: list[Cell] = []
"""Machine code knows where cells lie: they stay in memory for good."""


def cell_of(need: Need) -> Cell:
    """The cell for what a file tells of."""
    kernel: Separate = getattr(importlib.import_module(need.module), need.name)
    return kernel.cell(need.arguments)


def cells_among(symbols: Iterable[str]) -> list[Cell]:
    """The cells that machine code refers to."""
    return [_CELLS[symbol] for symbol in symbols if symbol in _CELLS]


# --- filling cells: all of it by whoever holds the compiler's lock --------------------------------


class _Work:
    """What is being done."""

    noting = 0
    """How many functions are being compiled of which it is noted what they call."""
    filling = False
    waiting: list[Cell] = []  # noqa: RUF012 - there is one list
    needs: list[Need] | None = None
    """What is needed, where somebody else compiles it."""


@contextlib.contextmanager
def noting() -> Iterator[None]:
    """Compile a function of which it is noted what it calls; whoever does so fills the cells."""
    _Work.noting += 1
    try:
        yield
    finally:
        _Work.noting -= 1


def called(cell: Cell) -> None:
    """A call is being compiled: if nobody takes note of it, its cell is filled at once."""
    if not _Work.noting:
        fill([cell])


@contextlib.contextmanager
def listing_needs() -> Iterator[list[Need]]:
    """List what is needed instead of compiling it."""
    needs: list[Need] = []
    _Work.needs = needs
    try:
        yield needs
    finally:
        _Work.needs = None


def fill(cells: Iterable[Cell]) -> None:
    """Make sure that separate kernels are there, and those that they call."""
    empty = [cell for cell in cells if not cell.address.value]
    if _Work.needs is not None:
        _Work.needs += [cell.need for cell in empty]
        return
    _Work.waiting += empty
    if _Work.filling:
        return  # whoever does so takes the next one
    _Work.filling = True
    helped = False
    try:
        while _Work.waiting:
            cell = _Work.waiting.pop()
            if cell.address.value:
                continue
            if not helped and not cell.is_kept:
                helped = _have_compiled([cell, *_Work.waiting])
            cell.fill()
    finally:
        _Work.filling = False
        _Work.waiting.clear()


def _have_compiled(cells: Iterable[Cell]) -> bool:
    """Let several processes compile what is not on disk, if that is more than one kernel."""
    from piracy_env.core.compiling import help_with_needs

    cold = [cell.need for cell in cells if not cell.address.value and not cell.is_kept]
    if len(cold) > 1:
        help_with_needs(cold)
    return len(cold) > 1
