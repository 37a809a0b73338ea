"""Piles of cards: drawn from, made anew of spent cards, shuffled beyond recognition."""

import numpy as np

from piracy_env.core.jit import COMPILED
from piracy_env.core.piles import shuffle_away, take_top
from piracy_env.core.record import Ints, Record

# the word does not come first: numba would take a record of it alone for the start of any state
STATE = np.dtype([("ballast", np.int64), ("rng", np.uint64)])


def table(seed=0):
    """A state whose dice a shuffle throws, as kernels see it, compiled or not."""
    state = np.zeros(1, STATE)
    state["rng"] = seed
    return state[0] if COMPILED else Record(state[0])


def lay(*cards):
    """Cards in a row that has room for five."""
    pile = np.zeros(5, np.int8)
    pile[: len(cards)] = cards
    return pile if COMPILED else pile.view(Ints)


def test_the_top_card_is_drawn_and_leaves_nothing_where_it_lay():
    pile, spent = lay(4, 2, 3), lay(1)
    assert take_top(table(), pile, 3, spent, 1) == (3, 2, 1)
    assert pile.tolist() == [4, 2, 0, 0, 0]
    assert spent.tolist() == [1, 0, 0, 0, 0]


def test_spent_cards_are_shuffled_into_an_empty_pile():
    drawn = set()
    for seed in range(20):
        pile, spent = lay(), lay(1, 2, 3)
        card, left, lain = take_top(table(seed), pile, 0, spent, 3)
        drawn.add(card)
        assert (left, lain) == (2, 0)
        assert sorted([card, *pile.tolist()]) == [0, 0, 0, 1, 2, 3]
        assert not spent.any()
    assert drawn == {1, 2, 3}


def test_a_shuffle_tells_nothing_of_the_order_before():
    orders = set()
    for cards in ([7, 9, 8, 12], [12, 8, 9, 7], [8, 7, 12, 9]):
        pile = lay(*cards)
        shuffle_away(table(), pile, 4, 7)
        orders.add(tuple(pile.tolist()))
    (order,) = orders
    assert sorted(order) == [0, 7, 8, 9, 12]
