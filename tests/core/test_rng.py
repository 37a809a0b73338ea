"""The random generator: a known stream, fair draws, streams that are strangers to each other."""

import os
import subprocess
import sys
from itertools import permutations
from math import factorial

import numpy as np
import pytest

from piracy_env.core.rng import below, derive, die, mix, next_word, shuffle
from piracy_env.testing.statistics import uneven

STATE = np.dtype([("rng", np.uint64), ("cards", np.int8, 4)])


def fresh(word=0):
    state = np.zeros(1, STATE)
    state["rng"] = word
    return state


def draws(function, count, *given, word=0):
    """Results of a kernel on one record, one after the other."""
    state = fresh(word)
    return [int(function(state[0], *given)) for _ in range(count)]


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
    state = fresh(7)
    counts = dict.fromkeys(permutations(range(4)), 0)
    for _ in range(200 * factorial(4)):
        state["cards"] = range(4)
        shuffle(state[0], state[0]["cards"], 4)
        counts[tuple(state["cards"][0].tolist())] += 1
    assert uneven(np.array(list(counts.values()))) > 1e-4


def test_only_the_first_cards_are_shuffled():
    state = fresh(1)
    state["cards"] = range(4)
    shuffle(state[0], state[0]["cards"], 2)
    assert state["cards"][0, 2:].tolist() == [2, 3]
    assert sorted(state["cards"][0, :2].tolist()) == [0, 1]


def test_derived_streams_are_distinct_over_seeds_and_numbers():
    words = {int(derive(np.uint64(seed), number)) for seed in range(60) for number in range(60)}
    assert len(words) == 3600


def test_mixing_flips_half_of_the_bits_for_one():
    word = np.uint64(0x0123456789ABCDEF)
    flips = [
        (int(mix(word)) ^ int(mix(word ^ np.uint64(1 << bit)))).bit_count() for bit in range(64)
    ]
    assert 28 < np.mean(flips) < 36
    assert min(flips) > 12


PROGRAM = """
import numpy as np
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
    state = fresh(2**64 - 5)
    words = [int(next_word(state[0])) for _ in range(3)]
    numbers = [int(below(state[0], 1000)) for _ in range(20)]
    last = (die(state[0], 6), derive(np.uint64(2**64 - 1), 3), derive(np.uint64(0), -1))
    compiled = f"{words} {numbers} {' '.join(str(int(one)) for one in last)} {state['rng'][0]}\n"
    assert plain == compiled


@pytest.mark.parametrize("n", [2**31 - 1, 2**32 - 1])
def test_large_bounds_are_kept(n):
    assert max(draws(below, 200, n)) < n
