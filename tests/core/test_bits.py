"""Sets of small numbers: walked, and found in the fields of a record all at once."""

import numba
import numpy as np
import pytest
from numba.core.errors import TypingError

from piracy_env.core.bits import lowest, places_of, plain_lowest, plain_places
from piracy_env.core.jit import COMPILED

SHIP = np.dtype([("one", np.int8), ("crew", np.int8, (24,)), ("guns", np.int16, (63,))])


@numba.njit
def find(ships, value):
    ship = ships[0]
    return places_of(ship.crew, value), places_of(ship.guns, value)


@pytest.mark.skipif(not COMPILED, reason="a field of a plain record is no different")
@pytest.mark.parametrize("value", [-128, -1, 0, 3, 127, 128, 255, 256, 32_767, 65_535, 1 << 40])
def test_compiled_code_finds_the_places_that_plain_python_finds(value):
    rng = np.random.default_rng(5)
    ships = np.zeros(1, SHIP)
    for _ in range(20):
        ships["crew"] = rng.choice([-128, -1, 0, 3, 127], 24)
        ships["guns"] = rng.choice([-32_768, -1, 0, 3, 256, 32_767], 63)
        crew, guns = (plain_places(ships[name][0].tolist(), value) for name in ("crew", "guns"))
        assert find(ships, value) == (crew, guns)


@pytest.mark.skipif(not COMPILED, reason="plain Python takes any row")
@pytest.mark.parametrize("size", [0, 64])
def test_rows_whose_places_no_integer_holds_are_refused(size):
    kind = np.dtype([("crew", np.int8, (size,))])
    with pytest.raises(TypingError, match=r"1 to 63 integers|field"):
        numba.njit(lambda ships: places_of(ships[0].crew, 1))(np.zeros(1, kind))


@pytest.mark.skipif(not COMPILED, reason="plain Python takes any row")
def test_rows_of_unknown_length_are_refused():
    with pytest.raises(TypingError, match="a row that is a field"):
        numba.njit(lambda row: places_of(row, 1))(np.zeros(8, np.int8))


def test_bits_are_walked_from_the_lowest():
    bits, seen = 0b1010010, []
    while bits:
        seen.append(lowest(np.int64(bits)) if COMPILED else plain_lowest(bits))
        bits &= bits - 1
    assert seen == [1, 4, 6]
