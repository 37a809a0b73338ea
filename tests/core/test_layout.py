"""Observation groups: slices and feature names derive from one declaration."""

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


def test_two_groups_of_one_name_are_refused():
    with pytest.raises(GameDefinitionError, match="share a name: deck, deck"):
        Layout(Group("deck"), Group("deck"))
