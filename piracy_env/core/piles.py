"""Piles of cards in a record: what more than one game does with them."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import INT, kernel
from piracy_env.core.noinline import noinline
from piracy_env.core.rng import shuffle


@kernel
def take_top(s: Any, pile: Any, left: int, spent: Any, lain: int) -> tuple[int, int, int]:
    """Draw from a pile; once it is empty, the spent cards are shuffled into a new one.

    There is a card in one of them. Returns it, and how many are left of both.
    """
    noinline()
    rest, over = INT(left), INT(lain)
    if rest == 0:
        for place in range(over):
            pile[place] = spent[place]
            spent[place] = 0
        shuffle(s, pile, over)
        rest, over = over, rest
    rest -= 1
    card = INT(pile[rest])
    pile[rest] = 0
    return card, rest, over


@kernel
def shuffle_away(s: Any, pile: Any, count: int, first: int) -> None:
    """Shuffle different cards, numbered from `first`, so that nothing of their order is left.

    Shuffled as they lie they would come out in another order for each order they lay in, even
    under the same key; so they are sorted first. No card is 64 or more above the first.
    """
    noinline()
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
