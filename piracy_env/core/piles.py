"""Piles of cards in a record: what more than one game does with them."""

from __future__ import annotations

from typing import Any

from piracy_env.core.apart import apart
from piracy_env.core.jit import kernel
from piracy_env.core.rng import shuffle


@kernel
def turn_over(s: Any, spent: Any, pile: Any, count: int) -> None:
    """Make a shuffled pile of the first `count` spent cards, and leave zeros where they lay."""
    apart()
    for place in range(count):
        pile[place] = spent[place]
        spent[place] = 0
    shuffle(s, pile, count)


@kernel
def shuffle_away(s: Any, pile: Any, count: int, first: int) -> None:
    """Shuffle different cards, numbered from `first`, so that nothing of their order is left.

    Shuffled as they lie they would come out in another order for each order they lay in, even
    under the same key; so they are sorted first. No card is 64 or more above the first.
    """
    apart()
    bits = 0
    for place in range(count):
        bits |= 1 << (pile[place] - first)
    number = 0
    for place in range(count):
        while not bits >> number & 1:
            number += 1
        pile[place] = first + number
        number += 1
    shuffle(s, pile, count)
