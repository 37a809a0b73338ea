"""Kernels as plain Python beside the compiled ones, for words about a position.

Texts that need what the rules count, or whether something is allowed, ask the rules themselves and
not a copy of them; and nobody wants to wait for a compiler to read a line. So a kernel's function
is taken with all the kernels that it calls, and run on a `Record`. It is for rules that look and
change nothing: the generator's words wrap when compiled only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import CodeType, FunctionType, ModuleType
from typing import Any, TypeVar, cast

from piracy_env.core.bits import lowest, places_of, plain_lowest, plain_places
from piracy_env.core.either import Either, chooser
from piracy_env.core.jit import COMPILED, Kernel
from piracy_env.core.noinline import noinline

F = TypeVar("F", bound=Callable[..., Any])

_KNOWN: dict[int, Any] = {}
"""Plain functions by the kernels that they are of; kernels live as long as their modules."""


def plain(kernel: F) -> F:
    """A kernel that runs as plain Python, and all that it calls with it."""
    return cast(F, _plain(kernel) if COMPILED else kernel)


def _plain(value: Any) -> Any:
    """What a kernel's function is to find in place of a global."""
    if isinstance(value, ModuleType):
        return _Module(value)
    if value is noinline:
        return _nothing
    if value is lowest:
        return plain_lowest
    if value is places_of:
        return plain_places
    if not isinstance(value, (Kernel, Either)):
        return value
    if id(value) not in _KNOWN:
        if isinstance(value, Either):
            _KNOWN[id(value)] = chooser(value.field, _plain(value.real), _plain(value.other))
        else:
            _KNOWN[id(value)] = _copied(value)
    return _KNOWN[id(value)]


def _copied(kernel: Kernel) -> Any:
    """The function of a kernel with globals of its own; known before it looks for others."""
    function = kernel.py_func
    own: dict[str, Any] = {"__builtins__": function.__globals__["__builtins__"]}
    cells = function.__closure__
    copy = FunctionType(function.__code__, own, function.__name__, function.__defaults__, cells)
    _KNOWN[id(kernel)] = copy
    for name in _names(function.__code__):
        if name in function.__globals__:
            own[name] = _plain(function.__globals__[name])
    return copy


def _names(code: CodeType) -> Iterator[str]:
    """All names that code, or code within it, may look up."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)


def _nothing() -> None:
    """Nothing is compiled, so nothing is copied."""


class _Module:
    """A module whose kernels are plain."""

    def __init__(self, module: ModuleType) -> None:
        self._module = module

    def __getattr__(self, name: str) -> Any:
        return _plain(getattr(self._module, name))
