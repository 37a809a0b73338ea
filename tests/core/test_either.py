"""Kernels for states with a field, and stand-ins for others."""

from typing import Any

import numpy as np
import pytest

from piracy_env.core.either import either
from piracy_env.core.jit import COMPILED, kernel
from piracy_env.core.reach import code_fingerprint, fingerprint
from piracy_env.core.record import Record
from piracy_env.core.separate import separate
from piracy_env.errors import GameDefinitionError

WITH = np.dtype([("coins", np.int64), ("board", np.int64, (3,))])
WITHOUT = np.dtype([("coins", np.int64)])


@kernel
def on_board(s, place=1):
    return s.board[place] + s.coins


@kernel
def in_purse(s, place=1):
    return s.coins


value = either("board", on_board, in_purse)
constant = either("board", on_board, -5)
effect = either("board", on_board)


@separate
def far_away(s: Any, place: int) -> int:
    return 100 * s.board[place]


distant = either("board", far_away, -1)


@kernel
def fetch(s):
    return distant(s, 1) + 1


def test_what_is_chosen_may_be_compiled_for_itself():
    assert (fetch(state(WITH)), fetch(state(WITHOUT))) == (101, 0)


@kernel
def twice(s):
    return 2 * value(s, 2) + constant(s)


@kernel
def thrice(s):
    effect(s)
    return 3 * s.coins


def state(kind):
    states = np.ones(1, kind)
    return states[0] if COMPILED else Record(states[0])


def test_the_choice_is_made_by_the_record():
    assert twice(state(WITH)) == 2 * 2 + 2
    assert twice(state(WITHOUT)) == 2 * 1 - 5


def test_what_has_no_stand_in_is_left_out():
    assert thrice(state(WITHOUT)) == thrice(state(WITH)) == 3


def test_one_of_both_may_be_called_from_python():
    assert (value(state(WITH), 0), value(state(WITHOUT), 0)) == (2, 1)
    assert (constant(state(WITH)), constant(state(WITHOUT))) == (2, -5)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ((3, on_board), "the name of a field, not 3"),
        (("a board", on_board), "the name of a field, not 'a board'"),
        (("board", 3), "either board: there is no kernel to be used, but 3"),
        (("board", on_board, "none"), "a number or a kernel stands in for a kernel, not 'none'"),
    ],
)
def test_what_cannot_be_chosen_is_refused(given, words):
    with pytest.raises(GameDefinitionError, match=words):
        either(*given)


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled")
def test_functions_that_are_no_kernels_are_refused():
    with pytest.raises(GameDefinitionError, match="not marked as a @kernel"):
        either("board", on_board, lambda s: 0)


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled")
@pytest.mark.parametrize(
    ("field", "one", "two"),
    [
        ("coins", on_board, in_purse),
        ("board", in_purse, in_purse),
        ("board", on_board, on_board),
        ("board", on_board, -5),
    ],
    ids=["field", "kernel", "stand-in", "constant"],
)
def test_the_fingerprint_tells_the_field_and_both_kernels(field, one, two):
    def reaching(choice):
        @kernel
        def reach(s):
            return choice(s)

        return fingerprint([reach])

    assert (
        reaching(value)
        == reaching(either("board", on_board, in_purse))
        != reaching(either(field, one, two))
    )
    assert reaching(either("board", on_board, -5)) != reaching(either("board", on_board, -6))


def nowhere(name):
    """A kernel of a module that nobody has."""
    return either("board", f"no.module:{name}", in_purse)


late = either("board", f"{__name__}:on_board", in_purse)
missing = nowhere("on_board")


@kernel
def ask_late(s):
    return 10 * late(s, 2)


@kernel
def ask_missing(s):
    return 10 * missing(s, 2)


def test_a_kernel_may_be_told_by_its_place():
    assert (ask_late(state(WITH)), ask_late(state(WITHOUT))) == (20, 10)
    assert (late(state(WITH), 0), late(state(WITHOUT), 0)) == (2, 1)


def test_its_module_is_read_for_states_with_the_field_alone():
    assert ask_missing(state(WITHOUT)) == 10
    with pytest.raises(GameDefinitionError, match=r"no kernel is found at 'no.module:on_board'"):
        missing(state(WITH), 2)


@pytest.mark.parametrize("place", ["on_board", f"{__name__}:nothing", ":on_board", f"{__name__}:"])
def test_a_place_without_a_kernel_is_refused_when_it_is_called(place):
    with pytest.raises(GameDefinitionError, match="either board: no kernel is found at"):
        either("board", place)(state(WITH))


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled")
def test_the_fingerprint_for_one_state_tells_the_kernel_that_it_has():
    def reaching(real, stand_in, kind):
        choice = either("board", real, stand_in)

        @kernel
        def reach(s):
            return choice(s)

        return code_fingerprint([reach], fields=kind.names)

    one = reaching(on_board, in_purse, WITH)
    assert one == reaching(on_board, -5, WITH) == reaching(f"{__name__}:on_board", -5, WITH)
    assert one != reaching(in_purse, in_purse, WITH)
    assert reaching(on_board, -5, WITHOUT) == reaching("no.module:kernel", -5, WITHOUT)
    assert reaching(on_board, -5, WITHOUT) != reaching(on_board, -6, WITHOUT)
