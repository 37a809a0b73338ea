"""A seat has a number, a letter, an agent's name and a place to the left; all are one seat."""

import pytest

import piracy_env
from piracy_env.core.engine import Engine
from piracy_env.core.seats import SeatNames, seat_names, seat_of
from piracy_env.errors import OptionError
from tests.testing.toy import TOY


def test_all_names_of_a_seat_lead_to_each_other():
    for players in range(1, 7):
        for own in range(players):
            for seat in range(players):
                names = seat_names(seat, players, own)
                assert names.number == seat
                assert all(seat_of(name, players, own) == seat for name in names)


def test_names_are_those_of_texts_pettingzoo_and_observations():
    assert seat_names("C", 4, own="player_3") == SeatNames(2, "C", "player_2", "left 3")
    assert seat_names(1, 4).left == ""
    assert piracy_env.env(TOY, players=3).possible_agents[2] == seat_names(2, 3).agent


@pytest.mark.parametrize("written", ["b", " B ", "Player_1", "player 1", "Left 2"])
def test_capitals_and_blanks_do_not_count(written):
    assert seat_of(written, 3, own=2) == 1


@pytest.mark.parametrize("name", [3, -1, True, "D", "player_3", "left 3", "left 1 ", "", None, 1.0])
def test_what_is_no_seat_is_refused(name):
    with pytest.raises(OptionError, match="seat must be a whole number from 0 to 2, a letter"):
        seat_of(name, 3)


@pytest.mark.parametrize("players", ["3", None, 1.5, True])
def test_players_are_a_number(players):
    with pytest.raises(OptionError, match="players must be a whole number"):
        seat_names(0, players)


def test_whoever_looks_may_be_named_in_any_way():
    engine = Engine(TOY, players=3, seed=1)
    engine.reset()
    assert engine.describe(0, "B") == engine.describe(0, "player_1") == engine.describe(0, 1)
