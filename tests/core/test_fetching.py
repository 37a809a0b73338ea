"""Memory asked for ahead: bytes are brought near, and stay as they are."""

import numba
import numpy as np
import pytest

from piracy_env.core.fetching import fetch_row
from piracy_env.core.jit import COMPILED


@pytest.mark.parametrize("size", [0, 1, 64, 18_282])
def test_rows_that_are_fetched_stay_as_they_are(size):
    rows = np.arange(3 * size, dtype=np.uint8).reshape(3, size)
    before = rows.copy()
    fetch_last = numba.njit(lambda rows: fetch_row(rows, len(rows) - 1))
    fetch_last(rows)
    assert np.array_equal(rows, before)


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled")
def test_processor_is_asked_for_the_row():
    fetch = numba.njit(lambda rows, i: fetch_row(rows, i))
    fetch(np.zeros((2, 100), np.uint8), 1)
    (code,) = fetch.inspect_llvm().values()
    assert "call void @llvm.prefetch" in code
