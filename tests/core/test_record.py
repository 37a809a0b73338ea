"""Records read through plain integers, as uncompiled kernels see them."""

import numpy as np
import pytest

from piracy_env.core.record import Ints, Record, at

SHIP = np.dtype([("crew", np.int8), ("guns", np.int8, 2)])
DTYPE = np.dtype([("rng", np.uint64), ("gold", np.int16, 3), ("ships", SHIP, 2), ("seat", np.int8)])


@pytest.fixture
def states():
    return np.zeros(2, DTYPE)


@pytest.fixture
def s(states):
    return at(states, 1)


def test_scalars_are_python_integers(s):
    for value in (s.rng, s.seat, s.gold[0], s.ships[1].crew, s.ships[0].guns[1]):
        assert type(value) is int


def test_sums_do_not_wrap_at_the_width_of_a_field(s):
    s.seat = 100
    s.gold[0] = 30_000
    assert s.seat + s.seat == 200
    assert s.gold[0] * 2 == 60_000
    assert sum(s.gold) == 30_000


def test_writing_goes_through_to_the_array(states, s):
    s.seat = 3
    s.ships[1].crew += 2
    s.gold[:] = 7
    assert states["seat"].tolist() == [0, 3]
    assert states["ships"]["crew"].tolist() == [[0, 0], [0, 2]]
    assert states["gold"][1].tolist() == [7, 7, 7]


def test_what_does_not_fit_a_field_is_an_error(s):
    with pytest.raises(OverflowError):
        s.seat = 128
    with pytest.raises(OverflowError):
        s.gold[0] = -40_000
    with pytest.raises(OverflowError):
        s.rng = -1


def test_rows_of_records_are_records(s):
    assert all(isinstance(ship, Record) for ship in s.ships)
    assert isinstance(s.ships, Ints)


def test_what_was_read_once_is_read_anew(states, s):
    purse, ship = s.gold, s.ships[1]
    assert (s.seat, s.gold[2], ship.crew) == (0, 0, 0)
    states["seat"], states["gold"], states["ships"]["crew"] = 1, 2, 3
    assert (s.seat, s.gold[2], purse[2], s.ships[1].crew, ship.crew) == (1, 2, 2, 3, 3)


def test_a_loop_sees_what_is_written_meanwhile_as_a_compiled_one_does(s):
    seen = []
    for coins in s.gold:
        seen.append(coins)
        s.gold[:] = 7
    assert seen == [0, 7, 7]
    assert type(seen[0]) is int


def test_an_unknown_field_is_answered_with_the_known_ones(s):
    with pytest.raises(AttributeError, match="'silver'; there are: rng, gold, ships, seat"):
        _ = s.silver


def test_a_record_shows_its_values(s):
    s.gold[1] = 5
    assert "gold=array([0, 5, 0]" in repr(s)
