"""Ranking and prizes: NOT-13.1 to 13.4, NOT-15, and the end of a round: NOT-16."""

import pytest

from piracy_env.games.notoriety.state import Phase
from tests.games.notoriety.positions import deck, table, zone
from tests.scenario import act, expect

CARDS = "PM PM PM PM DB"


def raid(ships, *, players=3, game_round=3, coins=2, start=0):
    """The last turn of a round is over: these were the Ship Areas."""
    engine = table(
        players=players, phase=Phase.RECRUIT, coins=coins, row="H5 H6 H7 A5 A6", pirates="",
        ship=ships[0], deck=CARDS,
        others={seat: {"ship": ships[seat], "deck": CARDS} for seat in range(1, players)},
        fields={"final_lap": 1, "round": game_round, "start_player": start},
    )  # fmt: skip
    return act(engine, "done")


def prizes(engine):
    return (engine.states.prize[0] * [1, 2, 3, 6]).sum(1).tolist()


@pytest.mark.rule("NOT-13.1")
def test_a_party_uses_ship_and_new_recruits():
    engine = table(phase=Phase.RECRUIT, ship="H2 A3", newrec="W4", fields={"final_lap": 1})
    expect(engine, strength=[6])
    # seats 1 and 2 hold doubloons, so the round goes on
    act(engine, "done")
    expect(engine, round=3, strength=[6])


@pytest.mark.rule("NOT-13.2")
@pytest.mark.parametrize("game_round", [1, 2])
def test_ports_are_for_all_that_reach_4(game_round):
    engine = raid(["H1 A1", "H2 A2 W2 S2", "H3"], game_round=game_round)
    assert prizes(engine)[:3] == [1, 1, 0]


@pytest.mark.rule("NOT-13.3")
def test_the_strongest_takes_the_best_token():
    engine = raid(["H1 A1", "H2 A2 W2 S2", "H3 A3 W3"])
    assert prizes(engine)[:3] == [2, 6, 3]


@pytest.mark.rule("NOT-13.4", "NOT-R34")
def test_a_party_below_4_takes_nothing():
    assert prizes(raid(["H1 A2", "H2 A4", "H3 A3"]))[:3] == [0, 0, 6]
    assert prizes(raid(["H1 A2", "H2 A4", "H3"], game_round=1))[:3] == [0, 0, 0]


@pytest.mark.rule("NOT-15.1")
def test_more_unused_pirates_are_ahead():
    assert prizes(raid(["H1 A1", "H2 A2 S4", "H3"], coins=[9, 0, 0]))[:2] == [3, 6]


@pytest.mark.rule("NOT-15.2")
def test_then_more_coins():
    assert prizes(raid(["H1 A1", "H2 A2", "H3"], coins=[3, 4, 0]))[:2] == [3, 6]


@pytest.mark.rule("NOT-15.3", "NOT-R33")
@pytest.mark.parametrize(("start", "expected"), [(0, [6, 3, 2]), (1, [2, 6, 3]), (2, [3, 2, 6])])
def test_then_the_seat_closest_to_the_start_player(start, expected):
    engine = raid(["H1 A1", "H2 A2", "H3 A3"], start=start)
    assert prizes(engine)[:3] == expected
    expect(engine, start_player=(start + 1) % 3)


@pytest.mark.rule("NOT-16.1", "NOT-R32")
def test_all_pirates_are_discarded():
    engine = raid(["H1 A1 W5", "H2", ""])
    assert [zone(engine, seat, "disc") for seat in range(3)] == ["H1 A1 W5", "H2", ""]
    assert [zone(engine, seat, "ship") for seat in range(3)] == ["", "", ""]
    expect(engine, strength=[0, 0, 0], unused=[0, 0, 0], cap_wild=[0, 0, 0])


@pytest.mark.rule("NOT-16.2", "NOT-7.5")
def test_coins_are_kept():
    expect(raid(["", "", ""], coins=[5, 0, 7]), coins=[5, 0, 7])


@pytest.mark.rule("NOT-16.3")
def test_tokens_that_nobody_took_are_gone():
    engine = raid(["H1 A1", "", ""])
    assert prizes(engine) == [6, 0, 0, 0]


@pytest.mark.rule("NOT-16.4", "NOT-16.5", "NOT-4.3", "NOT-5.1")
def test_the_token_moves_on_and_new_hands_are_drawn():
    engine = raid(["", "", ""], start=2)
    expect(engine, start_player=0, round=4, seat=0, turns=[0, 0, 0], recruits=[0, 0, 0])
    assert [zone(engine, seat, "hand") for seat in range(3)] == [CARDS] * 3
    assert deck(engine, 0) == ""
