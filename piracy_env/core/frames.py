"""Many arrays handed to a loop as one argument.

To look at twenty arrays, one after the other, takes Python as long as a step of a game. A frame
holds their addresses and shapes in one record; inside a loop, `opened` gives them back by name.
Who makes a frame keeps its arrays alive.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from piracy_env.core.jit import COMPILED, OPTIONS
from piracy_env.core.reach import fingerprint

MOST_AXES = 2


class Frame:
    """A kind of frame: a named tuple of arrays, and what type each of them has."""

    def __init__(self, kind: Any, **arrays: tuple[Any, int]) -> None:
        if kind._fields != tuple(arrays):
            raise TypeError(f"{kind.__name__} has the arrays {kind._fields}, not {tuple(arrays)}")
        self.kind = kind
        self.arrays = {name: (np.dtype(of), axes) for name, (of, axes) in arrays.items()}
        self.name = f"{kind.__name__}_{fingerprint([], self.arrays)[:16]}"
        self.dtype = np.dtype([(self.name, np.int64, (len(arrays), 1 + MOST_AXES))])
        KNOWN[self.name] = self

    def of(self, **arrays: Any) -> Any:
        """A frame of these arrays, which are written to in place."""
        made = self.kind(**arrays)
        for name, array in arrays.items():
            of, axes = self.arrays[name]
            if array.dtype != of or array.ndim != axes or not array.flags.c_contiguous:
                raise TypeError(f"{name}: {of} with {axes} axes, not {array.dtype} {array.shape}")
        if not COMPILED:
            return made
        frame = np.zeros(1, self.dtype)
        for row, array in zip(frame[self.name][0], made, strict=True):
            row[0] = array.__array_interface__["data"][0]
            row[1 : 1 + array.ndim] = array.shape
        return frame

    def empty(self) -> Any:
        """A frame of arrays without members."""
        return self.of(
            **{name: np.zeros([0] * axes, of) for name, (of, axes) in self.arrays.items()}
        )


KNOWN: dict[str, Frame] = {}
"""Frames by the name of the one field of their records."""


def opened(frame: Any) -> Any:
    """The arrays of a frame, by name."""
    return frame


if COMPILED:
    import numba
    from numba.core import cgutils, types
    from numba.extending import intrinsic, overload
    from numba.np.arrayobj import make_array, populate_array

    @intrinsic  # type: ignore[untyped-decorator]
    def _open(_typing_context: Any, frame: Any) -> Any:
        known = KNOWN[next(iter(frame.dtype.fields))]
        kinds = [types.Array(numba.from_dtype(of), axes, "C") for of, axes in known.arrays.values()]
        opened_as = numba.types.NamedTuple(kinds, known.kind)

        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            words = _words(context, builder, frame, values[0])
            arrays = []
            for number, kind in enumerate(kinds):
                first = number * (1 + MOST_AXES)
                shape = [_word(builder, words, first + 1 + axis) for axis in range(kind.ndim)]
                arrays.append(_array(context, builder, kind, _word(builder, words, first), shape))
            return context.make_tuple(builder, opened_as, arrays)

        return opened_as(frame), generate

    def _words(context: Any, builder: Any, frame: Any, value: Any) -> Any:
        """The record of a frame as numbers, one after the other."""
        data = make_array(frame)(context, builder, value).data
        return builder.bitcast(data, context.get_value_type(types.int64).as_pointer())

    def _word(builder: Any, words: Any, number: int) -> Any:
        return builder.load(cgutils.gep_inbounds(builder, words, number))

    def _array(context: Any, builder: Any, kind: Any, address: Any, shape: list[Any]) -> Any:
        """An array at an address; it owns nothing."""
        array = make_array(kind)(context, builder)
        size = context.get_abi_sizeof(context.get_data_type(kind.dtype))
        strides = [context.get_constant(types.intp, size)]
        for length in reversed(shape[1:]):
            strides.insert(0, builder.mul(strides[0], length))
        populate_array(
            array,
            data=builder.inttoptr(address, array.data.type),
            shape=shape,
            strides=strides,
            itemsize=context.get_constant(types.intp, size),
            meminfo=None,
        )
        return array._getvalue()

    @overload(opened, strict=False, jit_options=OPTIONS)  # type: ignore[untyped-decorator]
    def _opened(frame: Any) -> Any:
        return lambda frame: _open(frame)
