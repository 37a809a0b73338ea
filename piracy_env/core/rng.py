"""The random generator of a game: one 64-bit word in the record (SplitMix64), integers only.

The same word gives the same stream whatever the machine, the batch size, or whether the code is
compiled.
"""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import INT, WORD, forceinline, kernel

_MASK = WORD(0xFFFFFFFFFFFFFFFF)
GOLDEN = WORD(0x9E3779B97F4A7C15)
_MIX_A = WORD(0xBF58476D1CE4E5B9)
_MIX_B = WORD(0x94D049BB133111EB)
_S27, _S30, _S31, _S32 = WORD(27), WORD(30), WORD(31), WORD(32)
_LOW = WORD(0xFFFFFFFF)


@kernel
def mix(word: Any) -> Any:
    """Scramble a word: SplitMix64's finaliser."""
    word = ((word ^ (word >> _S30)) * _MIX_A) & _MASK
    word = ((word ^ (word >> _S27)) * _MIX_B) & _MASK
    return word ^ (word >> _S31)


@kernel
def derive(seed: Any, number: Any) -> Any:
    """The word of stream `number` under `seed`; distinct seeds or numbers give unrelated ones."""
    return mix((mix((WORD(seed) + GOLDEN) & _MASK) + GOLDEN * (WORD(number) + WORD(1))) & _MASK)


@kernel
def next_word(s: Any) -> Any:
    """The next 64 random bits of `s.rng`."""
    s.rng = (WORD(s.rng) + GOLDEN) & _MASK
    return mix(WORD(s.rng))


@kernel
def below(s: Any, n: int) -> int:
    """A uniform integer from 0 to n-1 (Lemire's method: exact, without a bias for large n)."""
    span = WORD(n)
    product = (next_word(s) >> _S32) * span
    if (product & _LOW) < span:
        floor = ((_LOW - span) + WORD(1)) % span
        while (product & _LOW) < floor:
            product = (next_word(s) >> _S32) * span
    return INT(product >> _S32)


@forceinline
def throw(hand: Any, sides: int) -> int:
    """A number from 0 to `sides` - 1 of `hand.dice`: dice of those who play, not of the game."""
    hand.dice = (WORD(hand.dice) + GOLDEN) & _MASK
    return INT(((mix(WORD(hand.dice)) >> _S32) * WORD(sides)) >> _S32)


@kernel
def die(s: Any, sides: int) -> int:
    """A throw of one die: 1 to `sides`."""
    return below(s, sides) + 1


@kernel
def shuffle(s: Any, cards: Any, n: int) -> None:
    """Shuffle the first n entries of `cards`."""
    for last in range(n - 1, 0, -1):
        other = below(s, last + 1)
        kept = cards[last]
        cards[last] = cards[other]
        cards[other] = kept
