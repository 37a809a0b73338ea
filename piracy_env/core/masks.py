# mypy: disable-error-code="no-any-return"
"""Masks of legal actions: one byte an action, 1 if it is legal. Marks, counts and picks them.

Masks are walked eight actions at a time, as the bytes of a word: random play reads the whole mask
at each move, and would spend much of its time on it.
"""

from __future__ import annotations

import sys
from typing import Any

from piracy_env.core.jit import COMPILED, INT, OPTIONS, WORD, forceinline

NONE = INT(-1)  # of one type with every id, so that each kernel is compiled once

_BYTES = WORD(0x0101010101010101)
_PAIRS = WORD(0x0001000100010001)
_LOW_OF_PAIRS = WORD(0x00FF00FF00FF00FF)
_LOW = WORD(0xFF)
_S8, _S48, _S56 = WORD(8), WORD(48), WORD(56)
_ALL = WORD(0xFFFFFFFFFFFFFFFF)


def word_of(mask: Any, k: int) -> Any:
    """Word k of a mask: actions 8k to 8k + 7, from the lowest byte on."""
    return int.from_bytes(bytes(mask[8 * k : 8 * k + 8]), "little")


@forceinline
def mark_legal(rule: Any, s: Any, t: Any, mask: Any) -> int:
    """Mark what a game's kernel `legal` allows, and nothing else; how many actions that are."""
    mask[:] = False
    rule(s, t, mask)
    return count_legal(mask)


@forceinline
def count_legal(mask: Any) -> int:
    """Number of legal actions."""
    whole = len(mask) // 8
    pairs = WORD(0)  # four sums of 16 bits
    for k in range(whole):
        word = word_of(mask, k)
        pairs += (word & _LOW_OF_PAIRS) + ((word >> _S8) & _LOW_OF_PAIRS)
    count = INT(((pairs * _PAIRS) & _ALL) >> _S48)
    for action in range(8 * whole, len(mask)):
        count += mask[action]
    return count


@forceinline
def nth_legal(mask: Any, n: int) -> int:
    """The n-th legal action, from 0; NONE if there are no more than n."""
    whole = len(mask) // 8
    for k in range(whole):
        sums = (word_of(mask, k) * _BYTES) & _ALL  # each byte: how many, up to this action
        count = INT(sums >> _S56)
        if count > n:
            return INT(8 * k + _bytes_up_to(sums, n))
        n -= count
    action, passed = INT(8 * whole), INT(0)
    for place in range(8 * whole, len(mask)):
        passed += mask[place]
        action += passed <= n  # no branch: where it leads is a lot, which no processor foresees
    return INT(action) if passed > n else NONE


@forceinline
def _bytes_up_to(word: Any, n: int) -> int:
    """How many bytes of a word are no more than n."""
    count = 0
    for _ in range(8):
        count += INT(word & _LOW) <= n
        word >>= _S8
    return count


@forceinline
def best_legal(mask: Any, values: Any) -> int:
    """The first of the best valued legal actions."""
    best = NONE
    for action in range(len(mask)):
        if mask[action] and (best == NONE or values[action] > values[best]):
            best = INT(action)
    return best


if COMPILED:
    from numba.core import cgutils, types
    from numba.core.errors import TypingError
    from numba.extending import intrinsic, overload
    from numba.np.arrayobj import make_array

    @intrinsic  # type: ignore[untyped-decorator]
    def _load_word(_typing_context: Any, mask: Any, k: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            words = context.get_value_type(types.uint64).as_pointer()
            first = builder.bitcast(make_array(mask)(context, builder, values[0]).data, words)
            word = builder.load(cgutils.gep_inbounds(builder, first, values[1]))
            word.align = 1
            if sys.byteorder == "big":
                return builder.bswap(word)
            return word

        return types.uint64(mask, types.intp), generate

    @overload(word_of, strict=False, jit_options=OPTIONS)  # type: ignore[untyped-decorator]
    def _word_of(mask: Any, k: Any) -> Any:
        if mask.layout != "C" or mask.dtype not in {types.uint8, types.boolean}:
            raise TypingError(f"a mask has one byte after the other, and is not {mask}")
        return lambda mask, k: _load_word(mask, k)
