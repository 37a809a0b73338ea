"""Teaches numba the functions of `kernels.py`: calls by address, and views of plain bytes."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numba
import numpy as np
from numba.core import cgutils, types
from numba.core.imputils import impl_ret_borrowed
from numba.extending import intrinsic, overload
from numba.np.arrayobj import make_array, populate_array

from piracy_env.core.calls import call_by_address
from piracy_env.core.game import HEADER
from piracy_env.core.jit import OPTIONS
from piracy_env.core.kernels import INLINE, NAMES
from piracy_env.core.masks import mark_legal


@dataclass(frozen=True)
class Inlined:
    """A game whose kernels loops take in: its kernels and its sizes."""

    kernels: dict[str, Any]
    state: np.dtype[Any]
    tables: np.dtype[Any]
    weights: np.dtype[Any]
    actions: int
    features: int


RESULTS = {"legal": types.int64}
"""What kernels return that return something."""

INLINED: dict[str, Inlined] = {}
"""Games by the name of the field that stands for them in the type of `kernels`."""


def _header() -> Any:
    """The header of any game, as a type of its own.

    numba would take a state for one, as it has all its fields, and compile a function for the wrong
    one of both: so it has a field that no state has, over the first byte.
    """
    plain = np.dtype(list(HEADER))
    fields = {name: plain.fields[name] for name in plain.names or ()} if plain.fields else {}
    fields["any game"] = (np.dtype(np.uint8), 0)
    formats, offsets = zip(*((kind[0], kind[1]) for kind in fields.values()), strict=True)
    return numba.from_dtype(
        np.dtype(
            {
                "names": list(fields),
                "formats": list(formats),
                "offsets": list(offsets),
                "itemsize": plain.itemsize,
            }
        )
    )


_HEADER = _header()


def inlined_by(kernels: Any) -> Inlined | None:
    """The game that a type of `kernels` names; None for addresses."""
    name: str = next(iter(kernels.fields))
    return INLINED[name] if name.startswith(INLINE) else None


def teach(stubs: dict[str, Any]) -> None:
    """Say what each of the functions becomes in compiled code."""

    def means(name: str) -> Any:
        return overload(stubs[name], strict=False, jit_options=OPTIONS)

    _teach_calls(stubs, means)
    _teach_views(means)


def _teach_calls(stubs: dict[str, Any], means: Any) -> None:
    for name in NAMES:
        means(name)(_typed(name, len(inspect.signature(stubs[name]).parameters) - 1))

    @means("has_script")  # type: ignore[untyped-decorator]
    def has_script(kernels: Any) -> Any:
        game = inlined_by(kernels)
        if game:
            known = game.kernels["weigh"] is not None
            return lambda kernels: known
        return lambda kernels: kernels.weigh != 0


def _typed(name: str, arguments: int) -> Callable[..., Any]:
    """What decides how a kernel is called: taken in, or by its address."""

    def typed(kernels: Any, *_arguments: Any) -> Any:
        game = inlined_by(kernels)
        if game:
            call = game.kernels[name] or _nothing
            return _marking(call) if name == "legal" else _TAKEN_IN[arguments](call)
        return _CALLED[arguments](address_of(name), call_at(RESULTS.get(name, types.none)))

    return typed


_TAKEN_IN: dict[int, Any] = {
    2: lambda call: lambda kernels, a, b: call(a, b),
    3: lambda call: lambda kernels, a, b, c: call(a, b, c),
    4: lambda call: lambda kernels, a, b, c, d: call(a, b, c, d),
    5: lambda call: lambda kernels, a, b, c, d, e: call(a, b, c, d, e),
}
_CALLED: dict[int, Any] = {
    2: lambda at, call_at: lambda kernels, a, b: call_at(at(kernels), (a, b)),
    3: lambda at, call_at: lambda kernels, a, b, c: call_at(at(kernels), (a, b, c)),
    4: lambda at, call_at: lambda kernels, a, b, c, d: call_at(at(kernels), (a, b, c, d)),
    5: lambda at, call_at: lambda kernels, a, b, c, d, e: call_at(at(kernels), (a, b, c, d, e)),
}
"""By number of arguments: the compiler takes no functions with any number of them."""


def _marking(call: Any) -> Any:
    return lambda kernels, s, t, mask: mark_legal(call, s, t, mask)


@numba.njit(**OPTIONS)  # type: ignore[untyped-decorator]
def _nothing(*arguments: Any) -> None:
    """Stands in for a kernel that a game does not have."""


def _teach_views(means: Any) -> None:
    @means("state_at")  # type: ignore[untyped-decorator]
    def state_at(kernels: Any, states: Any, i: Any) -> Any:
        game = inlined_by(kernels)
        record_at = records_of(numba.from_dtype(game.state) if game else _HEADER)
        return lambda kernels, states, i: record_at(states, i)

    @means("tables_at")  # type: ignore[untyped-decorator]
    def tables_at(kernels: Any, tables: Any, i: Any) -> Any:
        game = inlined_by(kernels)
        record_at = records_of(numba.from_dtype(game.tables) if game else types.voidptr)
        return lambda kernels, tables, i: record_at(tables, i)

    @means("weights_at")  # type: ignore[untyped-decorator]
    def weights_at(kernels: Any, weights: Any, i: Any) -> Any:
        game = inlined_by(kernels)
        record_at = records_of(numba.from_dtype(game.weights) if game else types.voidptr)
        return lambda kernels, weights, i: record_at(weights, i)

    @means("choices_at")  # type: ignore[untyped-decorator]
    def choices_at(kernels: Any, matrix: Any, i: Any) -> Any:
        game = inlined_by(kernels)
        row_at = rows_of_length(game.actions if game else None)
        return lambda kernels, matrix, i: row_at(matrix, i)

    @means("features_at")  # type: ignore[untyped-decorator]
    def features_at(kernels: Any, matrix: Any, i: Any) -> Any:
        game = inlined_by(kernels)
        row_at = rows_of_length(game.features if game else None)
        return lambda kernels, matrix, i: row_at(matrix, i)


# --- what numba emits -----------------------------------------------------------------------------


@cache
def address_of(name: str) -> Any:
    """What reads the address of a kernel."""

    @intrinsic  # type: ignore[untyped-decorator]
    def read(_typing_context: Any, kernels: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            words = context.get_value_type(types.int64).as_pointer()
            place = builder.bitcast(values[0], words)
            return builder.load(cgutils.gep_inbounds(builder, place, NAMES.index(name)))

        return types.int64(kernels), generate

    return read


@cache
def call_at(result: Any) -> Any:
    """What calls a kernel by its address, as numba calls functions: errors go on to the caller.

    Records and arrays are passed by the address of their first byte, and integers as 64 bits.
    """

    @intrinsic  # type: ignore[untyped-decorator]
    def call(_typing_context: Any, address: Any, arguments: Any) -> Any:
        passed = tuple(_passed(kind) for kind in arguments)
        return result(address, arguments), _calling(result, passed, arguments)

    return call


def _calling(result: Any, passed: tuple[Any, ...], arguments: Any) -> Any:
    """What emits a call."""

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        members = cgutils.unpack_tuple(builder, values[1], len(passed))
        given = [
            _pass(context, builder, value, own, target)
            for value, own, target in zip(members, arguments, passed, strict=True)
        ]
        missing = "a kernel is called that was not asked for"
        return call_by_address(context, builder, values[0], result(*passed), given, missing)

    return generate


def _passed(kind: Any) -> Any:
    """The type that an argument has on its way."""
    if kind in types.integer_domain:
        return types.int64 if kind in types.signed_domain else types.uint64
    return types.voidptr


def _pass(context: Any, builder: Any, value: Any, kind: Any, target: Any) -> Any:
    if isinstance(kind, types.Integer):
        return context.cast(builder, value, kind, target)
    if isinstance(kind, types.Array):
        value = make_array(kind)(context, builder, value).data
    return builder.bitcast(value, cgutils.voidptr_t)


@cache
def records_of(record: Any) -> Any:
    """What finds a record among the bytes of many [n, size]."""

    @intrinsic  # type: ignore[untyped-decorator]
    def record_at(_typing_context: Any, rows: Any, i: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            place = _row(context, builder, signature.args, values)
            return builder.bitcast(place, context.get_value_type(record))

        return record(rows, types.intp), generate

    return record_at


@cache
def rows_of_length(length: int | None) -> Any:
    """What finds a row of a matrix, as an array that owns nothing; a length may be known before."""

    @intrinsic  # type: ignore[untyped-decorator]
    def row_at(_typing_context: Any, matrix: Any, i: Any) -> Any:
        kind = types.Array(matrix.dtype, 1, "C")

        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            whole = make_array(matrix)(context, builder, values[0])
            known = context.get_constant(types.intp, length or 0)
            shape = [known if length else builder.extract_value(whole.shape, 1)]
            row = make_array(kind)(context, builder)
            size = context.get_constant(types.intp, _size_of(context, matrix))
            data = builder.bitcast(_row(context, builder, signature.args, values), whole.data.type)
            populate_array(row, data=data, shape=shape, strides=[size], itemsize=size, meminfo=None)
            return impl_ret_borrowed(context, builder, kind, row._getvalue())

        return kind(matrix, types.intp), generate

    return row_at


def _row(context: Any, builder: Any, kinds: Any, values: Any) -> Any:
    """Address of the first byte of row i."""
    whole = make_array(kinds[0])(context, builder, values[0])
    stride = builder.extract_value(whole.strides, 0)
    first = builder.ptrtoint(whole.data, stride.type)
    place = builder.add(first, builder.mul(values[1], stride))
    return builder.inttoptr(place, cgutils.voidptr_t)


def _size_of(context: Any, matrix: Any) -> int:
    size: int = context.get_abi_sizeof(context.get_data_type(matrix.dtype))
    return size
