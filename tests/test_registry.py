"""How a game is found: by its name, by its place, or as what it is."""

import pytest

from experiments import connect_four
from piracy_env import UnknownGameError, load, registry
from tests.testing.toy import TOY


def test_a_game_is_itself():
    assert load(TOY) is TOY


def test_a_game_is_found_by_its_place():
    assert load("experiments.connect_four:GAME") is connect_four.GAME


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("checkers", "no game is called 'checkers'; there are: broadside, havens"),
        ("json:dumps", "json:dumps is no game, but a function"),
        ("json:nothing", "'json:nothing' cannot be loaded"),
        (7, "a game is given by its name, not by 7"),
    ],
)
def test_what_is_no_game_is_named(given, words):
    with pytest.raises(UnknownGameError, match=words) as caught:
        load(given)
    if given != "json:nothing":
        assert caught.value.game == given


def test_a_stranger_of_the_same_type_name_is_no_game():
    impostor = type("Game", (), {})()
    with pytest.raises(UnknownGameError, match="a game is given by its name"):
        load(impostor)


def test_the_folder_of_the_games_is_a_folder():
    from piracy_env import games

    assert not callable(games)
    assert registry.list_games() == sorted(registry.GAMES)


@pytest.mark.parametrize("name", registry.list_games())
def test_a_game_is_listed_in_its_version(name):
    """An environment is not called v0 while its game has moved on."""
    assert registry.GAMES[name].version == registry.load(name).version
