"""What a compiled function depends on, told apart by content: the name of its machine code.

From a function the walk goes to every function that it calls, through globals, modules and
closures, and takes down their bytecode and the constants that they use. Comments, docstrings, line
numbers and all that is not reached count for nothing. numba itself would notice neither an edit in
another file nor a changed constant.
"""

from __future__ import annotations

import hashlib
import pickle
import secrets
import sys
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from enum import Enum, EnumMeta
from functools import cache
from opcode import opmap
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np
from llvmlite import ir

from piracy_env.core import separate
from piracy_env.core.either import Either

_CALLS = "piracy_env.core.calls"
_VERSIONED = {"numba", "numpy", "llvmlite", "builtins"} | sys.stdlib_module_names
"""Packages whose version stands for their content: it is part of every name, see `store`."""

_PLAIN = (int, float, complex, str, bytes, range, slice, type(None), type(...))

_LOAD_GLOBAL, _EXTENDED_ARG = opmap["LOAD_GLOBAL"], opmap["EXTENDED_ARG"]
_HAS_DOCSTRING = 0x4000000  # a flag of code objects since Python 3.13


def fingerprint(functions: Sequence[Any], *facts: object) -> str:
    """Digest of some functions, of all that they reach, and of further facts."""
    return _digest(_Walk(), functions, facts)


def code_fingerprint(
    functions: Sequence[Any], *facts: object, fields: Container[str] | None = None
) -> str:
    """Digest of what machine code is made from: of separate kernels, how they are called.

    Where the fields of the state are known, of two kernels the one that such a state has.
    """
    return _digest(_Walk(leaves_out_separate=True, fields=fields), functions, facts)


def reaches_separate(functions: Sequence[Any]) -> bool:
    """Whether some functions call separate kernels, or what they call does."""
    walk = _Walk(leaves_out_separate=True)
    _digest(walk, functions, ())
    return walk.left_out


def _digest(walk: _Walk, functions: Sequence[Any], facts: Sequence[object]) -> str:
    digest = hashlib.sha256()
    descriptions = [walk.describe(value) for value in (*functions, *facts)]
    while walk.waiting:
        descriptions.append(walk.describe_function(walk.waiting.pop()))
    digest.update(
        "\n".join([*descriptions[: len(functions) + len(facts)], *sorted(descriptions)]).encode()
    )
    return digest.hexdigest()


class _Walk:
    """Tells values in words that are equal where compiled code would be."""

    def __init__(
        self, leaves_out_separate: bool = False, fields: Container[str] | None = None
    ) -> None:
        self.leaves_out_separate = leaves_out_separate
        self.left_out = False
        """Whether a separate kernel was met, and left out."""
        self.fields = fields
        self.seen: set[Any] = set()
        self.waiting: list[Any] = []
        self.namesakes: dict[str, list[Any]] = {}

    def describe_function(self, function: Any) -> str:
        """What one function is made of; functions that it reaches are put on the list."""
        code, scope = function.__code__, function.__globals__
        names = _names_of(code)
        used = {name: scope[name] for name in _globals_of(code) if name in scope}
        cells = zip(code.co_freevars, function.__closure__ or (), strict=False)
        enclosed = {name: cell.cell_contents for name, cell in cells}
        parts = [
            self._name_of(function),
            _describe_code(code),
            self.describe((function.__defaults__, function.__kwdefaults__)),
            *(
                f"{name}={self._describe_used(value, names)}"
                for name, value in sorted(used.items())
            ),
            *(
                f"{name}:{self._describe_used(value, names)}"
                for name, value in sorted(enclosed.items())
            ),
        ]
        return " ".join(parts)

    def _describe_used(self, value: Any, names: tuple[str, ...]) -> str:
        """A global: of a module only what is asked for by one of these names."""
        if not isinstance(value, ModuleType) or _root(value.__name__) in _VERSIONED:
            return self.describe(value)
        members = {name: vars(value)[name] for name in names if name in vars(value)}
        descriptions = [
            f"{name}={self._describe_used(member, names)}"
            for name, member in sorted(members.items())
        ]
        return f"{value.__name__}({' '.join(descriptions)})"

    def describe(self, value: Any) -> str:
        """A value in words."""
        if isinstance(value, Enum):
            return f"{type(value).__qualname__}.{value.name}={self.describe(value.value)}"
        if isinstance(value, _PLAIN):
            return f"{type(value).__name__}:{value!r}"
        if isinstance(value, (np.ndarray, np.generic)):
            return _describe_array(np.asarray(value))
        if isinstance(value, (tuple, list, set, frozenset, dict)):
            return self._describe_many(value)
        if isinstance(value, np.dtype):
            return _describe_dtype(value)
        return self._describe_object(value)

    def _describe_many(self, values: Any) -> str:
        kind = f"{type(values).__name__}{getattr(values, '_fields', '')}"
        members = values.items() if isinstance(values, dict) else values
        descriptions = [self.describe(member) for member in members]
        if isinstance(values, (set, frozenset)):
            descriptions.sort()
        return f"{kind}[{', '.join(descriptions)}]"

    def _describe_object(self, value: Any) -> str:
        """Functions, classes, modules, and what remains."""
        if isinstance(value, Either) and self.fields is not None:
            return f"either {value.field}: {self.describe(value.taken(self.fields))}"
        plain = getattr(value, "py_func", None) or getattr(value, "_defn", None)
        if isinstance(plain, FunctionType):
            return self._describe_compiled(value, plain)
        if isinstance(value, ModuleType):
            return value.__name__
        if isinstance(value, ir.Type):  # it keeps words about itself once it has been used
            return f"{type(value).__qualname__} {value}"
        if isinstance(value, (type, FunctionType, BuiltinFunctionType, np.ufunc)):
            return self._describe_named(value)
        return _describe_by_pickle(value)

    def _describe_compiled(self, value: Any, plain: FunctionType) -> str:
        """A function that the compiler takes: it is walked through, unless it is the compiler's."""
        name = f"{plain.__module__}.{plain.__qualname__}"
        if self.leaves_out_separate and isinstance(value, separate.Separate):
            self.left_out = True
            called = f"{name}{value.parameters} {value.result}"
            return f"separate {called} {_source_of(separate.__name__)} {_source_of(_CALLS)}"
        if _root(name) not in _VERSIONED:
            name = self._name_of(plain)
            if plain not in self.seen:
                self.seen.add(plain)
                self.waiting.append(plain)
        options = getattr(value, "options", None) or getattr(value, "targetoptions", {})
        return f"{name}{sorted(options.items())}"

    def _name_of(self, plain: Any) -> str:
        """The name of a function; those that a factory makes under one name are numbered."""
        name = f"{plain.__module__}.{plain.__qualname__}"
        namesakes = self.namesakes.setdefault(name, [])
        if plain not in namesakes:
            namesakes.append(plain)
        number = namesakes.index(plain)
        return f"{name}#{number}" if number else name

    def _describe_named(self, value: Any) -> str:
        """A class, or a plain function: it is what the compiler was taught to make of it."""
        name = f"{value.__module__ if hasattr(value, '__module__') else ''}.{value.__name__}"
        if isinstance(value, np.ufunc) or _root(name) in _VERSIONED:
            return name
        if isinstance(value, EnumMeta):
            return _describe_enum(value)
        if hasattr(value, "_fields"):
            return f"{name}{value._fields}"
        modules = {str(value.__module__), *_meanings().get(value, ())}
        return f"{name} {' '.join(_source_of(module) for module in sorted(modules))}"


@cache
def _describe_enum(kind: EnumMeta) -> str:
    members: Iterable[Any] = kind.__members__.values()
    descriptions = ", ".join(_Walk().describe(member) for member in members)
    return f"{kind.__module__}.{kind.__name__}({descriptions})"


def _root(name: str) -> str:
    return name.partition(".")[0]


@cache
def _names_of(code: CodeType) -> tuple[str, ...]:
    """Names that a function and those inside it look up: of globals, and of attributes."""
    return _with_inner(code, _names_of, code.co_names)


@cache
def _globals_of(code: CodeType) -> tuple[str, ...]:
    """Names of globals that a function and those inside it load: an attribute may share one."""
    return _with_inner(code, _globals_of, _loaded_globals(code))


def _with_inner(
    code: CodeType, names_of: Callable[[CodeType], Iterable[str]], own: Iterable[str]
) -> tuple[str, ...]:
    names = set(own)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            names.update(names_of(constant))
    return tuple(sorted(names))


def _loaded_globals(code: CodeType) -> Iterator[str]:
    """Read from the bytes themselves: `dis` takes longer than all the rest of a warm start."""
    operations, arguments = code.co_code[::2], code.co_code[1::2]
    at = operations.find(_LOAD_GLOBAL)
    while at >= 0:
        argument, shift, before = arguments[at], 8, at - 1
        while before >= 0 and operations[before] == _EXTENDED_ARG:
            argument |= arguments[before] << shift
            shift, before = shift + 8, before - 1
        yield code.co_names[argument >> 1]  # the last bit says how it is called
        at = operations.find(_LOAD_GLOBAL, at + 1)


@cache
def _describe_code(code: CodeType) -> str:
    """Bytecode and constants, without docstring, lines and names of local variables."""
    constants = list(code.co_consts)
    if constants and _is_docstring(code):
        constants[0] = None
    descriptions = [
        _describe_code(constant) if isinstance(constant, CodeType) else _Walk().describe(constant)
        for constant in constants
    ]
    facts = (
        code.co_code.hex(),
        code.co_names,
        code.co_varnames[: code.co_argcount + code.co_kwonlyargcount],
        (code.co_argcount, code.co_kwonlyargcount, code.co_posonlyargcount, code.co_freevars),
        getattr(code, "co_exceptiontable", b"").hex(),
        descriptions,
    )
    return repr(facts)


def _is_docstring(code: CodeType) -> bool:
    """Whether the first constant is a docstring: functions without one begin with None."""
    if sys.version_info >= (3, 13):
        return bool(code.co_flags & _HAS_DOCSTRING)
    return isinstance(code.co_consts[0], str) and not code.co_name.startswith("<")


def _describe_array(array: Any) -> str:
    content = hashlib.sha256(np.ascontiguousarray(array).tobytes()).hexdigest()
    return f"array {_describe_dtype(array.dtype)} {array.shape} {content}"


def _describe_dtype(dtype: np.dtype[Any]) -> str:
    """A type with the names and offsets of its fields."""
    if dtype.subdtype is not None:
        return f"{dtype.subdtype[1]}{_describe_dtype(dtype.subdtype[0])}"
    fields = dtype.fields
    if fields is None:
        return dtype.str
    descriptions = [f"{name}:{_describe_dtype(kind[0])}@{kind[1]}" for name, kind in fields.items()]
    return f"({' '.join(descriptions)};{dtype.itemsize};{dtype.isalignedstruct})"


@cache
def _meanings() -> dict[Any, list[str]]:
    """Modules that tell numba what plain functions mean in compiled code."""
    from numba.core.typing.templates import builtin_registry

    modules: dict[Any, list[str]] = {}
    for function, kind in builtin_registry.globals:
        for template in getattr(kind, "templates", ()):
            taught = getattr(template, "_overload_func", None)
            if isinstance(function, FunctionType) and taught is not None:
                modules.setdefault(function, []).append(taught.__module__)
    return modules


@cache
def _source_of(module: str) -> str:
    """Digest of a module's file, for what numba is taught about in it by other means."""
    file = getattr(sys.modules.get(module), "__file__", None)
    try:
        return hashlib.sha256(Path(str(file)).read_bytes()).hexdigest()
    except OSError:
        return secrets.token_hex()


def _describe_by_pickle(value: Any) -> str:
    """A value of an unknown kind; what cannot be told from others is like nothing else."""
    try:
        return f"{type(value).__qualname__} {hashlib.sha256(pickle.dumps(value)).hexdigest()}"
    except Exception:
        return secrets.token_hex()
