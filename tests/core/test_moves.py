"""What every file of loops shares: masks, picks among legal actions, and what places are worth."""

import numpy as np
import pytest
from numba.core.errors import TypingError

from piracy_env.core.control import RANK, SCORE, WIN
from piracy_env.core.game import CUT, ENDED, RUNNING
from piracy_env.core.jit import COMPILED, kernel
from piracy_env.core.masks import NONE, best_legal, count_legal, mark_legal, nth_legal
from piracy_env.core.moves import close_move
from piracy_env.core.paying import pay_places
from piracy_env.core.record import Record

STATE = np.dtype([("ballast", np.int64), ("moves", np.int32), ("over", np.int8)])


@pytest.mark.parametrize("size", [1, 7, 8, 9, 15, 16, 17, 32, 33, 90, 300, 32_000])
@pytest.mark.parametrize("share", [0.0, 0.1, 0.5, 1.0])
def test_legal_actions_are_counted_and_found_in_their_order(size, share):
    mask = np.random.default_rng(size).random(size) < share
    legal = np.flatnonzero(mask)
    asked = sorted({*range(min(len(legal), 300)), *range(max(len(legal) - 9, 0), len(legal))})
    assert count_legal(mask) == len(legal)
    assert [nth_legal(mask, n) for n in asked] == legal[asked].tolist()
    assert nth_legal(mask, len(legal)) == NONE


@kernel
def _allow_the_third(s, t, mask):
    mask[2] = True


def test_nothing_stays_marked_from_the_move_before():
    mask = np.ones(11, np.bool_)
    assert mark_legal(_allow_the_third, 0, 0, mask) == 1
    assert np.flatnonzero(mask).tolist() == [2]


@pytest.mark.skipif(not COMPILED, reason="plain Python reads any mask")
@pytest.mark.parametrize("mask", [np.ones(40, np.bool_)[::2], np.ones(16, np.int32)])
def test_a_mask_that_is_not_one_byte_after_the_other_is_refused(mask):
    with pytest.raises(TypingError, match="one byte after the other"):
        count_legal(mask)


def test_the_first_of_the_best_legal_actions_is_picked():
    mask = np.array([False, True, True, False, True])
    assert best_legal(mask, np.array([9.0, -2.0, -1.0, 9.0, -1.0])) == 2
    assert best_legal(np.zeros(5, np.bool_), np.zeros(5)) == NONE


@pytest.mark.parametrize(
    ("moves", "over", "then"), [(3, RUNNING, RUNNING), (4, RUNNING, CUT), (4, ENDED, ENDED)]
)
def test_a_game_that_goes_on_at_its_limit_is_cut(moves, over, then):
    state = np.array([(0, moves, over)], STATE)[0]
    close_move(state if COMPILED else Record(state), 5)
    assert (state["moves"], state["over"]) == (moves + 1, then)


@pytest.mark.parametrize(
    ("mode", "rank", "paid"),
    [
        (RANK, [1, 2, 3], [1, 0, -1]),
        (RANK, [1, 1, 3], [0.5, 0.5, -1]),
        (WIN, [1, 2, 3], [1, -0.5, -0.5]),
        (WIN, [1, 1, 3], [0.5, 0.5, -1]),
        (WIN, [1, 1, 1], [0, 0, 0]),
        (RANK, [3, 3, 3], [0, 0, 0]),
        (WIN, [3, 3, 3], [0, 0, 0]),
        (SCORE, [1, 2, 3], [1, 0, -1]),
    ],
)
def test_places_are_paid_so_that_all_payments_together_are_nothing(mode, rank, paid):
    pay = np.zeros(3)
    pay_places(np.array([30, 20, 10]), np.array(rank), 3, mode, 10.0, pay)
    assert pay.tolist() == paid
    assert pay.sum() == 0
