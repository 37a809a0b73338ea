"""What several tests of the experiments need."""

import gc
import warnings

import pytest


@pytest.fixture
def ray():
    """Ray, on a local cluster that the test starts and this fixture ends."""
    found = pytest.importorskip("ray")
    yield found
    found.shutdown()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        gc.collect()  # what is left of Ray's processes complains, and would do so later
