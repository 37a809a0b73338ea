"""Emits calls of compiled functions by address, in numba's own way: errors go on to the caller."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from inspect import Parameter, Signature
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.core.imputils import impl_ret_borrowed
from numba.core.registry import cpu_target
from numba.core.types.containers import StarArgTuple, Tuple
from numba.extending import intrinsic
from numba.np.arrayobj import make_array
from numba.np.numpy_support import as_dtype

from piracy_env.core.jit import widened


def call_by_address(
    context: Any, builder: Any, address: Any, signature: Any, values: Sequence[Any], missing: str
) -> Any:
    """Call the function at an address with values of a signature; an error if there is none."""
    result, kinds = signature.return_type, signature.args
    kind = context.call_conv.get_function_type(result, kinds)
    with cgutils.if_unlikely(builder, cgutils.is_null(builder, address)):
        context.call_conv.return_user_exc(builder, RuntimeError, (missing,))
    function = builder.inttoptr(address, kind.as_pointer())
    status, returned = context.call_conv.call_function(builder, function, result, kinds, values)
    with cgutils.if_unlikely(builder, status.is_error):
        context.call_conv.return_status_propagate(builder, status)
    return context.get_dummy_value() if result is types.none else returned


# --- separate kernels -----------------------------------------------------------------------------


def lead_to(dispatcher: Any, kernel: Any, call: Any) -> Any:
    """Let a dispatcher, which is never compiled, stand for an intrinsic; the dispatcher."""
    context = cpu_target.typing_context
    context.refresh()
    (template,) = context.resolve_value_type(call).templates
    result = result_type(kernel.result)
    dispatcher.get_call_template = lambda args, kws: (template, kernel.parameters, args, kws)
    dispatcher.get_overload = lambda args: template(context).get_impl_key(result(*args))
    return dispatcher


def result_type(name: str) -> Any:
    """What an annotated result is to the compiler."""
    return {"None": types.none, "int": types.int64, "bool": types.boolean}[name]


def caller_of(kernel: Any, called: Callable[[Any], None]) -> Any:
    """What calls a separate kernel; `called` is told of the cell of each call."""
    result = result_type(kernel.result)

    def call(_typing_context: Any, *args: Any, **kws: Any) -> Any:
        given = kernel.parameters.bind(*args, **kws).args
        cell = kernel.cell(tuple(widened(kind) for kind in given))
        called(cell)

        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            address = builder.load(_place_of(cell.symbol, builder.module))
            kinds = packed(cell.arguments)
            members = [
                _data_of(context, builder, kind, value)
                for kind, value in zip(cell.arguments, values, strict=True)
            ]
            passed = [context.make_tuple(builder, kinds[0], members)]
            missing = f"{kernel.place} could not be compiled"
            return call_by_address(context, builder, address, result(*kinds), passed, missing)

        return result(*cell.arguments), generate

    first = Parameter("context", Parameter.POSITIONAL_OR_KEYWORD)
    parameters = [first, *kernel.parameters.parameters.values()]
    call.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    return intrinsic(call)


def _place_of(symbol: str, module: Any) -> Any:
    """Where the linker is to put the address of a cell."""
    known = module.globals.get(symbol)
    return known or ir.GlobalVariable(module, ir.IntType(64), symbol)


def packed(arguments: tuple[Any, ...]) -> tuple[Any]:
    """How arguments are passed: a row whose length is known as a record, by its first byte."""
    return (StarArgTuple.from_types([_packed(kind) for kind in arguments]),)


def _packed(kind: Any) -> Any:
    if not isinstance(kind, types.NestedArray):
        return kind
    return numba.from_dtype(np.dtype([(_ROW, as_dtype(kind.dtype), kind.shape)]))


_ROW = "row of known length"


def _data_of(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    if not isinstance(kind, types.NestedArray):
        return value
    data = make_array(kind)(context, builder, value).data
    return builder.bitcast(data, context.get_value_type(_packed(kind)))


@intrinsic  # type: ignore[untyped-decorator]
def opened(_typing_context: Any, arguments: Any) -> Any:
    """Arguments as they were before they were packed."""
    kinds = [kind.typeof(_ROW) if _is_row(kind) else kind for kind in arguments]
    result = Tuple(kinds)

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        members = [
            context.get_getattr(kind, _ROW)(context, builder, kind, value, _ROW)
            if _is_row(kind)
            else value
            for kind, value in zip(
                arguments, cgutils.unpack_tuple(builder, values[0], len(arguments)), strict=True
            )
        ]
        whole = context.make_tuple(builder, result, members)
        return impl_ret_borrowed(context, builder, result, whole)

    return result(arguments), generate


def _is_row(kind: Any) -> bool:
    return isinstance(kind, types.Record) and _ROW in kind.fields
