"""Observation groups: slices and feature names derive from one declaration."""

import numpy as np
import pytest

from piracy_env.core.layout import Group, Layout
from piracy_env.errors import GameDefinitionError

LAYOUT = Layout(
    Group("clock", doc="Turns of 20."),
    Group("players", ("gold", "crew"), rows=("me", "left 1")),
    Group("deck", 3),
)


def test_groups_lie_end_to_end():
    assert LAYOUT.slices.clock == slice(0, 1)
    assert LAYOUT.slices.players == slice(1, 5)
    assert LAYOUT.slices.deck == slice(5, 8)
    assert len(LAYOUT) == LAYOUT.size == 8


def test_features_are_named_row_by_row():
    assert LAYOUT.feature_names() == (
        "clock",
        "players[me].gold",
        "players[me].crew",
        "players[left 1].gold",
        "players[left 1].crew",
        "deck.0",
        "deck.1",
        "deck.2",
    )


def test_an_observation_is_read_by_the_names_of_its_groups():
    observation = np.arange(8, dtype=np.float32)
    named = LAYOUT.named(observation)
    assert list(named) == ["clock", "players", "deck"]
    assert named["clock"] == 0
    assert named["players"].tolist() == [[1, 2], [3, 4]]
    assert named["deck"].tolist() == [5, 6, 7]


def test_named_groups_are_views_of_whole_batches():
    observations = np.zeros((4, 3, 8), np.float32)
    named = LAYOUT.named(observations)
    assert [group.shape for group in named.values()] == [(4, 3), (4, 3, 2, 2), (4, 3, 3)]
    for number, group in enumerate(named.values(), start=1):
        group[...] = number
    assert observations[3, 2].tolist() == [1, 2, 2, 2, 2, 3, 3, 3]


def test_what_is_no_observation_has_no_groups():
    with pytest.raises(ValueError, match=r"an observation has 8 floats: \[..., 8\]"):
        LAYOUT.named(np.zeros((8, 7), np.float32))


def test_two_groups_of_one_name_are_refused():
    with pytest.raises(GameDefinitionError, match="share a name: deck, deck"):
        Layout(Group("deck"), Group("deck"))
