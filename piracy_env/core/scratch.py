"""A row of zeros that lasts as long as the call of a kernel: on the stack, for little."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from piracy_env.core.jit import COMPILED

if COMPILED:
    from numba.core import cgutils, types
    from numba.core.imputils import impl_ret_borrowed
    from numba.extending import intrinsic
    from numba.np.arrayobj import make_array, populate_array


@cache
def scratch_of(length: int, kind: type[np.generic] = np.uint8) -> Any:
    """A function without arguments: it gives a row of zeros, which is gone when its caller ends."""
    if not COMPILED:
        return lambda: np.zeros(length, kind)
    item = types.uint8 if kind is np.uint8 else types.float32

    @intrinsic  # type: ignore[untyped-decorator]
    def scratch(_typing_context: Any) -> Any:
        row = types.Array(item, 1, "C")

        def generate(context: Any, builder: Any, _signature: Any, _arguments: Any) -> Any:
            size = context.get_abi_sizeof(context.get_data_type(item))
            room = cgutils.alloca_once(builder, context.get_data_type(item), length)
            cgutils.memset(builder, room, context.get_constant(types.intp, size * length), 0)
            made = make_array(row)(context, builder)
            populate_array(
                made,
                data=room,
                shape=[context.get_constant(types.intp, length)],
                strides=[context.get_constant(types.intp, size)],
                itemsize=size,
                meminfo=None,
            )
            return impl_ret_borrowed(context, builder, row, made._getvalue())

        return row(), generate

    return scratch
