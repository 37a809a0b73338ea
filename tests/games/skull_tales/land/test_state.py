"""The Adventure's part of the record, its ranges and its groups of observations."""

import numpy as np
import pytest

from piracy_env.core.layout import Layout
from piracy_env.games.skull_tales.layout_land import LAND_GROUPS
from piracy_env.games.skull_tales.ranges_land import LAND_RANGES
from piracy_env.games.skull_tales.state import AT_SEA, RECORD
from piracy_env.games.skull_tales.state_land import LAND_FIELDS, LAND_HIDDEN, SNAPSHOT


def test_no_field_is_declared_twice():
    names = [name for name, *_ in (*RECORD, *AT_SEA, *LAND_FIELDS, *SNAPSHOT)]
    assert len(names) == len(set(names))


def test_every_field_has_its_range_in_order():
    assert list(LAND_RANGES) == [name for name, *_ in LAND_FIELDS]


def test_a_state_of_the_adventure_is_small():
    assert np.dtype([*RECORD, *LAND_FIELDS]).itemsize < 18_000


def test_what_is_hidden_is_a_field():
    assert set(LAND_HIDDEN) <= {name for name, *_ in (*RECORD, *LAND_FIELDS)}


@pytest.mark.parametrize(
    ("group", "size"),
    {
        "phase": 56, "track": 25, "chars": 480, "inv": 168, "traits": 112, "scards": 16,
        "spells": 24, "enemies": 600, "grid": 2700, "tokens": 112, "goals": 48, "piles": 40,
        "discards": 30, "story": 32, "roll": 26, "cand": 256, "own_secret": 8, "crew_rules": 11,
        "land_rules": 5,
    }.items(),
)  # fmt: skip
def test_groups_have_their_sizes(group, size):
    sizes = {one.name: one.size for one in LAND_GROUPS}
    assert sizes[group] == size


def test_the_groups_are_4749_floats():
    assert Layout(*LAND_GROUPS).size == 4749
