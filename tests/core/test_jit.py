"""Functions for the compiler: called by compiled code and from Python, with whatever integers."""

import pickle

import numba
import numpy as np
import pytest

from piracy_env.core.jit import COMPILED, kernel
from piracy_env.core.rng import derive

pytestmark = pytest.mark.skipif(not COMPILED, reason="nothing is compiled")

SHIP = np.dtype([("crew", np.int8), ("guns", np.int16)])


@kernel
def press(s, crew, guns=2):
    s.crew += crew
    s.guns += guns
    return crew


@kernel
def man(s):
    """Calls a kernel with integers of three widths."""
    press(s, s.crew)
    press(s, s.guns, guns=s.crew)
    press(s, 1)


@numba.njit
def launch(ships):
    man(ships[0])


def test_a_kernel_is_compiled_once_for_integers_of_all_widths():
    ships = np.ones(1, SHIP).view(np.recarray)
    launch(ships)
    assert ships[0].tolist() == (6, 7)
    assert {kinds[1] for kinds in press.within.signatures} == {numba.types.int64}


def test_a_kernel_is_called_from_python_too():
    ships = np.ones(1, SHIP).view(np.recarray)
    assert press(ships[0], 3) == 3
    assert press.py_func(ships[0], 3) == 3
    assert ships[0].tolist() == (7, 5)


def test_a_kernel_is_pickled_by_name():
    assert pickle.loads(pickle.dumps(derive)) is derive
