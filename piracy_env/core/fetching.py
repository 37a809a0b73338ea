"""Memory that is asked for before it is read, so that nobody has to wait for it.

A batch of large games does not fit into the processor's caches. While one game moves, the bytes of
the next one can already be on their way.
"""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import COMPILED

if COMPILED:
    from llvmlite import ir
    from numba.core import cgutils, types
    from numba.extending import intrinsic
    from numba.np.arrayobj import make_array

    _LINE = 64
    """Bytes that come at once, on most processors."""
    _TO_READ, _TO_STAY, _DATA = 0, 3, 1
    """What the instruction is told: to be read, and often, and that it is no code."""

    @intrinsic  # type: ignore[untyped-decorator]
    def fetch_row(_typing_context: Any, rows: Any, i: Any) -> Any:
        """Have the bytes of row i of some bytes [n, size] brought near, without waiting for them.

        It changes nothing, and the processor is free not to do it.
        """

        def generate(context: Any, builder: Any, _signature: Any, values: Any) -> Any:
            whole = make_array(rows)(context, builder, values[0])
            size = builder.extract_value(whole.shape, 1)
            first = cgutils.gep_inbounds(builder, whole.data, builder.mul(values[1], size))
            number, place = ir.IntType(32), cgutils.voidptr_t
            told = [ir.Constant(number, value) for value in (_TO_READ, _TO_STAY, _DATA)]
            kind = ir.FunctionType(ir.VoidType(), [place, number, number, number])
            fetch = builder.module.declare_intrinsic("llvm.prefetch", [place], kind)
            begin, line = (context.get_constant(types.intp, value) for value in (0, _LINE))
            with cgutils.for_range_slice(builder, begin, size, line) as (byte, _):
                near = cgutils.gep_inbounds(builder, first, byte)
                builder.call(fetch, [builder.bitcast(near, place), *told])
            return context.get_dummy_value()

        return types.none(rows, types.intp), generate
else:

    def fetch_row(rows: Any, i: int) -> None:
        """Have a row brought near: uncompiled, this is left to the processor."""
