"""The random generator: a known stream, fair draws, streams that are strangers to each other."""

import os
import subprocess
import sys
from itertools import permutations
from math import factorial

import numpy as np
import pytest

from piracy_env.core.jit import COMPILED, WORD
from piracy_env.core.record import Record
from piracy_env.core.rng import below, derive, die, mix, next_word, shuffle
from piracy_env.testing.statistics import uneven

# the word does not come first: numba would take a record of it alone for the start of any state
STATE = np.dtype([("ballast", np.int64), ("rng", np.uint64)])


def fresh(word=0):
    """A record as kernels see it, compiled or not."""
    state = np.zeros(1, STATE)
    state["rng"] = word
    return state[0] if COMPILED else Record(state[0])


def draws(function, count, *given, word=0):
    """Results of a kernel on one record, one after the other."""
    s = fresh(word)
    return [int(function(s, *given)) for _ in range(count)]


def test_the_stream_is_that_of_splitmix64():
    # the reference implementation, seeded with 1234567
    assert draws(next_word, 5, word=1234567) == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_numbers_below_a_bound_are_all_there_and_even():
    for n in (1, 2, 3, 6, 7, 52):
        counts = np.bincount(draws(below, 6000, n), minlength=n)
        assert counts.size == n
        assert n == 1 or uneven(counts) > 1e-4


def test_a_die_shows_one_to_its_number_of_sides():
    throws = draws(die, 3000, 6)
    assert set(throws) == {1, 2, 3, 4, 5, 6}
    assert uneven(np.bincount(throws)[1:]) > 1e-4


def test_every_order_of_shuffled_cards_is_as_likely():
    s, cards = fresh(7), np.arange(4)
    counts = dict.fromkeys(permutations(range(4)), 0)
    for _ in range(200 * factorial(4)):
        cards[:] = range(4)
        shuffle(s, cards, 4)
        counts[tuple(cards.tolist())] += 1
    assert uneven(np.array(list(counts.values()))) > 1e-4


def test_only_the_first_cards_are_shuffled():
    cards = np.arange(4)
    shuffle(fresh(1), cards, 2)
    assert cards[2:].tolist() == [2, 3]
    assert sorted(cards[:2].tolist()) == [0, 1]


def test_derived_streams_are_distinct_over_seeds_and_numbers():
    words = {int(derive(np.uint64(seed), number)) for seed in range(60) for number in range(60)}
    assert len(words) == 3600


def test_mixing_flips_half_of_the_bits_for_one():
    word = 0x0123456789ABCDEF
    flips = [
        (int(mix(WORD(word))) ^ int(mix(WORD(word ^ 1 << bit)))).bit_count() for bit in range(64)
    ]
    assert 28 < np.mean(flips) < 36
    assert min(flips) > 12


PROGRAM = """
import numpy as np
from piracy_env.core.record import Record
from piracy_env.core.jit import COMPILED, WORD
from piracy_env.core.record import Record
from piracy_env.core.rng import below, derive, die, next_word
state = np.zeros(1, [("rng", np.uint64)])
state["rng"] = 2**64 - 5
s = Record(state[0])
print([next_word(s) for _ in range(3)], [below(s, 1000) for _ in range(20)], die(s, 6),
      derive(2**64 - 1, 3), derive(0, -1), s.rng)
"""


def test_plain_python_draws_what_compiled_code_draws():
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    plain = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True, env=environment
    ).stdout
    state = np.zeros(1, STATE)
    state["rng"] = 2**64 - 5
    s = state[0] if COMPILED else Record(state[0])
    words = [int(next_word(s)) for _ in range(3)]
    numbers = [int(below(s, 1000)) for _ in range(20)]
    last = (die(s, 6), derive(WORD(2**64 - 1), 3), derive(WORD(0), -1), state["rng"][0])
    assert plain == f"{words} {numbers} {' '.join(str(int(one)) for one in last)}\n"


@pytest.mark.parametrize("n", [2**31 - 1, 2**32 - 1])
def test_large_bounds_are_kept(n):
    assert max(draws(below, 200, n)) < n
