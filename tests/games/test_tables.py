"""The tables that games are shipped with."""

import warnings

import pytest

from piracy_env import registry

every_game = pytest.mark.parametrize("game", registry.list_games())


@every_game
def test_a_shipped_table_is_without_complaint(game):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        registry.load(game).tables._load(None)


@every_game
def test_every_value_says_where_it_comes_from(game):
    schema = registry.load(game).tables
    tables = schema.load()
    for section in schema.sections:
        for column in section.columns:
            assert tables.mark(section.name, column)[0] in "RPC"
