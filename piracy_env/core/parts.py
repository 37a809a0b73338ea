"""Kernels that compiled code alone calls, which are made into machine code with their callers only.

The compiler ends each function with its library: all that it reaches is linked to it, optimised and
turned into machine code. Of a kernel in the midst of others nobody ever asks for that code, while
each of its callers does the same once more with a copy: the deeper a game's rules call each other,
the more often. So the library of such a kernel keeps its own code and waits. Whoever is called from
outside, a loop or what is compiled for itself, takes in all that it reaches, each kernel once.
"""

from __future__ import annotations

import contextlib
import itertools
import operator
from collections.abc import Iterator
from typing import Any

import llvmlite.binding as llvm
from llvmlite import ir
from numba.core import event, types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.ir import Inst, Var
from numba.core.postproc import PostProcessor, VariableLifetime
from numba.core.transforms import canonicalize_cfg
from numba.core.types.functions import BaseFunction

_UNRESOLVED = ".numba.unresolved$"
"""Beginning of the names of functions that were called while their own compilation had begun."""
_TWICE, _LEFT_OUT, _OWN = "weak_odr", "linkonce_odr", "private"
"""How functions are linked that may be there twice; that may be left out besides; that nobody else
calls."""
_TROUBLE = "excinfo"
"""Beginning of the names of places where calls write what went wrong."""


class PartOfOthers(Compiler):  # type: ignore[misc]
    """Compiles a function that compiled code alone calls."""

    def compile_extra(self, func: Any) -> Any:
        """Compile a function from its bytecode."""
        if self.state.library is None:
            self.state.library = Part(self.state.targetctx.codegen(), func.__qualname__)
        self.state.args = Types(self.state.args)
        return super().compile_extra(func)


class EntryPoint(Compiler):  # type: ignore[misc]
    """Compiles a function that is called from outside: from Python, or by its address."""

    def compile_extra(self, func: Any) -> Any:
        """Compile a function from its bytecode."""
        if self.state.library is None:
            self.state.library = Whole(self.state.targetctx.codegen(), func.__qualname__)
            self.state.library.enable_object_caching()  # it is kept on disk
        return super().compile_extra(func)


class Types(tuple[Any, ...]):
    """The types of a function's arguments, told in short.

    The compiler writes them down before each of its two dozen steps, whether anybody reads it or
    not, and a record with all the fields of a large game is a page.
    """

    def __repr__(self) -> str:
        return f"<{len(self)} types>"


@contextlib.contextmanager
def without_idling() -> Iterator[None]:
    """Have the compiler leave out what comes to nothing.

    It asks itself the same at every line of a kernel: how a type of records is written down, a page
    in a large game, and what an operator makes of types that it has met. It tells whoever listens
    what it begins and ends, and works out nine times which variables live on, to ask once.
    """
    kinds: tuple[tuple[Any, str, Any], ...] = (
        (types.Record, "__repr__", _once(types.Record.__repr__)),
        (BaseFunction, "get_call_type", _once_for_operators(BaseFunction.get_call_type)),
        (PostProcessor, "run", _putting_off(PostProcessor.run)),
        (Inst, "_rec_list_vars", _variables_in),
        *((event, name, answer) for name, answer in _UNHEARD.items() if not _somebody_listens()),
    )
    before = [getattr(kind, name) for kind, name, _ in kinds]
    for kind, name, answer in kinds:
        setattr(kind, name, answer)
    try:
        yield
    finally:
        for (kind, name, _), answer in zip(kinds, before, strict=True):
            setattr(kind, name, answer)


def _variables_in(instruction: Any, value: Any) -> list[Any]:
    """The variables among what an instruction is about; most of that is names and nothing."""
    if isinstance(value, (list, tuple, dict)):
        found = []
        for one in value.values() if isinstance(value, dict) else value:
            if type(one) is Var:
                found.append(one)
            elif type(one) is not str and one is not None:
                found += _variables_in(instruction, one)
        return found
    if isinstance(value, Inst):
        return list(value.list_vars())
    return [value] if isinstance(value, Var) else []


def _somebody_listens() -> bool:
    """Whether somebody is told of what the compiler begins and ends."""
    return any(event._registered.values())


def _tell_nobody(kind: str, *facts: Any, **more: Any) -> None:
    """Begin or end something."""


_UNHEARD: dict[str, Any] = {
    "start_event": _tell_nobody,
    "end_event": _tell_nobody,
    "trigger_event": lambda kind, data=None: contextlib.nullcontext(),
}
"""How things begin and end of which nobody is told."""


def _putting_off(tidy: Any) -> Any:
    """What tidies a function up, and has its variables' lives worked out when they are asked for.

    That is when it is told where they end, and else by generators alone.
    """

    def tidy_late(self: Any, emit_dels: bool = False, extend_lifetimes: bool = False) -> None:
        function = self.func_ir
        if emit_dels or function.is_generator:
            tidy(self, emit_dels, extend_lifetimes)
        else:
            function.blocks = canonicalize_cfg(function.blocks)
            function.variable_lifetime = VariableLifetime(function.blocks)
            function.generator_info = None

    return tidy_late


def _once(tell: Any) -> Any:
    told: dict[Any, str] = {}

    def tell_once(kind: Any) -> str:
        if kind not in told:
            told[kind] = tell(kind)
        return told[kind]

    return tell_once


def _once_for_operators(resolve: Any) -> Any:
    """Other functions may be resolved to something new each time."""
    known: dict[Any, Any] = {}

    def resolve_once(function: Any, context: Any, args: Any, kws: Any) -> Any:
        if kws or getattr(function.typing_key, "__module__", "") != operator.add.__module__:
            return resolve(function, context, args, kws)
        asked = (function, *args)
        if asked not in known:
            known[asked] = resolve(function, context, args, kws)
        return known[asked]

    return resolve_once


class Lean(JITCodeLibrary):  # type: ignore[misc]
    """The code of functions that begin at once."""

    def add_ir_module(self, module: Any) -> None:
        """Take in functions as the compiler has written them."""
        for function in module.functions:
            _clear_late(function)
        super().add_ir_module(module)


class Whole(Lean):
    """The code of a function with that of all that it reaches."""

    def _optimize_final_module(self) -> None:
        """Optimise it, knowing that nobody else calls what it reaches.

        So what has one caller is taken in by that, however long it is, and arguments that are all
        the same go. Its name must not be seen either: other code in this process may hold the same
        function, and would take this one, which is called in another way.
        """
        for linkage in (llvm.Linkage.linkonce_odr, llvm.Linkage.weak_odr):
            _relink(self._final_module, linkage, _OWN)
        super()._optimize_final_module()


class Part(Lean):
    """The code of one function, which is neither optimised nor called by itself."""

    @property
    def codegen(self) -> Any:
        """What makes code; it is asked to tell the machine code where constants lie."""
        return _WithoutConstants(self._codegen)

    def finalize(self) -> None:
        """Close it: nothing is added any more."""
        self._raise_if_finalized()
        for library in self._linking_libraries:
            if hasattr(library, "_reload_init"):  # of later compilers
                self._reload_init.update(library._reload_init)
        variables = self._final_module.global_variables
        if any(variable.name.startswith(_UNRESOLVED) for variable in variables):
            raise RuntimeError(
                f"{self.name}: kernels call each other in a circle, none is separate"
            )
        _relink(self._final_module, llvm.Linkage.external, _TWICE)
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """Where a function lies: nowhere, as there is no machine code."""
        self._ensure_finalized()
        return 0

    def _get_module_for_linking(self) -> Any:
        """Its code with that of all that it reaches, each once.

        What may be left out is left out at once if nothing refers to it so far, and what is linked
        later may do so: it is kept until all is there.
        """
        self._ensure_finalized()
        whole = self._final_module.clone()
        for library in self._reached():
            if isinstance(library, Part):
                whole.link_in(library._final_module, preserve=True)
            else:
                module = library._get_module_for_linking().clone()
                _relink(module, llvm.Linkage.linkonce_odr, _TWICE)
                whole.link_in(module)
        _relink(whole, llvm.Linkage.weak_odr, _LEFT_OUT)
        return whole

    def _reached(self) -> Iterator[Any]:
        """All libraries that it needs; others than parts hold what they need."""
        seen, waiting = {self}, list(self._linking_libraries)
        while waiting:
            library = waiting.pop()
            if library not in seen:
                seen.add(library)
                waiting += library._linking_libraries if isinstance(library, Part) else ()
                yield library


def _relink(module: Any, former: llvm.Linkage, linkage: str) -> None:
    """Let all functions that a module defines and links in one way be linked in another."""
    for function in module.functions:
        if not function.is_declaration and function.linkage == former:
            function.linkage = linkage


class _WithoutConstants:
    """A code generator for code that is not in memory."""

    def __init__(self, codegen: Any) -> None:
        self._codegen = codegen

    def __getattr__(self, name: str) -> Any:
        return getattr(self._codegen, name)

    def set_env(self, env_name: str, env: Any) -> None:
        """Do without: what has no machine code has no place for its address."""


def _clear_late(function: Any) -> None:
    """Clear what a call answers into before the call, and not at the beginning as well.

    The compiler has each place for an answer, and for what went wrong, cleared when a function
    begins. One that chooses among thirty others would write for all before it calls one. What went
    wrong is only read if the call has written it.
    """
    if not function.blocks:
        return
    late = set()
    for block in function.blocks:
        for before, instruction in itertools.pairwise(block.instructions):
            if isinstance(instruction, ir.CallInstr) and len(instruction.args) > 1:
                answer, trouble = instruction.args[:2]
                if _is_cleared(before) and before.operands[1] is answer:
                    late.add(answer)
                if str(getattr(trouble, "name", "")).startswith(_TROUBLE):
                    late.add(trouble)
    entry = function.blocks[0]
    entry.instructions[:] = [
        one for one in entry.instructions if not (_is_cleared(one) and one.operands[1] in late)
    ]


def _is_cleared(instruction: Any) -> bool:
    """Whether an instruction writes zeros or nothing to a place on the stack."""
    if not isinstance(instruction, ir.instructions.StoreInstr):
        return False
    value, place = instruction.operands
    is_empty = isinstance(value, ir.Constant) and value.constant in (None, 0)
    return is_empty and isinstance(place, ir.instructions.AllocaInstr)
