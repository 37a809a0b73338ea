"""The end of the game, ranking and options: HAV-11."""

import pytest

from piracy_env.core.engine import Engine
from piracy_env.errors import OptionError
from piracy_env.games.havens import GAME
from piracy_env.games.havens.state import MOST_DECISIONS, Phase
from tests.games.havens.positions import asked, is_legal, labels, money, table
from tests.scenario import act, deal, expect


def play_turn(engine):
    """The shortest turn: draw an Attack card, decline it, end the Action phase."""
    seat = engine.record().turn_seat
    if asked(engine) == f"{seat} DRAW":
        act(engine, "draw_attack", "pass")
    act(engine, "pass")
    while not engine.states.over[0] and engine.record().turn_seat == seat:
        act(engine, "pass" if is_legal(engine, "pass") else labels(engine)[-1])


@pytest.mark.rule("HAV-11.1")
@pytest.mark.parametrize("turn", [0, 1, 2])
def test_the_round_is_finished(turn):
    ship = {f"{turn}.0": f"9 34 - -; {(72, 57, 54)[turn]}; 50"}
    engine = act(table(ship, players=3, turn=turn), "secure 0")
    expect(engine, final_flag=1, over=0)
    turns = 0
    while not engine.states.over[0]:
        play_turn(engine)
        turns += 1
    assert turns == 3 - turn
    expect(engine, over=1, phase=Phase.OVER, sp=0)
    assert list(engine.record().ranks)[turn] == 1


@pytest.mark.rule("HAV-11.1")
def test_or_the_game_ends_at_once():
    engine = table({"0.0": "9 34 - -; 72; 50"}, options={"finish_round": 0})
    act(engine, "secure 0")
    expect(engine, over=1, ranks=[1, 2], supply=[60, 10])
    below = table({"0.0": "9 34 - -; 72; 49"}, options={"finish_round": 0})
    expect(act(below, "secure 0"), over=0, final_flag=0)


@pytest.mark.rule("HAV-11.1", "HAV-2.21")
def test_after_the_last_turn_nobody_is_asked_for_instants():
    engine = table({"1.0": "9 34 - -; 57; 50"}, turn=1, hands={0: "101"})
    act(engine, "secure 0")
    play_turn(engine)
    expect(engine, over=1)


@pytest.mark.rule("HAV-11.2")
def test_the_game_ends_after_the_last_round():
    engine = deal(GAME, players=2, max_rounds=5, start_player=1)
    turns = 0
    while not engine.states.over[0]:
        play_turn(engine)
        turns += 1
    assert turns == 10
    expect(engine, round=5, over=1)


@pytest.mark.rule("HAV-11.3", "HAV-11.4", "HAV-R27")
@pytest.mark.parametrize(
    ("supply", "booty", "vessels", "first", "ranks"),
    [
        ([10, 20, 30], [9, 9, 0], [1, 1, 0], 0, [3, 2, 1]),
        ([20, 20, 10], [1, 2, 9], [1, 1, 1], 0, [2, 1, 3]),
        ([20, 20, 20], [2, 2, 2], [2, 1, 1], 0, [1, 2, 2]),
        ([20, 20, 20], [0, 0, 0], [1, 1, 1], 0, [1, 1, 1]),
        ([20, 20, 30], [0, 0, 0], [1, 1, 1], 1, [2, 2, 1]),
        ([20, 20, 10], [0, 0, 0], [0, 0, 0], 2, [1, 1, 3]),
    ],
)
def test_ranking(supply, booty, vessels, first, ranks):
    parts = ["9 34", "8 32", "10 33", "18 45", "22 44", "0 29"]
    ships = {}
    for seat, number in enumerate(vessels):
        for slot in range(number):
            where = 60 + 2 * len(ships)
            aboard = booty[seat] if slot == 0 else 0
            ships[f"{seat}.{slot}"] = f"{parts[len(ships)]} - -; {where}; {aboard}"
    engine = table(
        ships, players=3, supply=supply, turn=(first + 2) % 3,
        fields={"first_seat": first, "round": 40},
    )  # fmt: skip
    play_turn(engine)
    expect(engine, over=1, ranks=ranks)
    assert engine.outcome(0)[:2] == (supply, ranks)
    shared = [2 - rank - (ranks.count(rank) - 1) / 2 for rank in ranks]
    assert engine.reward[0].tolist() == shared


@pytest.mark.rule("HAV-11.5")
def test_a_timed_game_has_no_target():
    engine = table(
        {"0.0": "9 34 - -; 72; 90"}, options={"timed": 1, "timed_rounds": 5}, fields={"round": 4}
    )
    act(engine, "secure 0")
    expect(engine, final_flag=0, over=0)
    for _ in range(3):
        play_turn(engine)
        expect(engine, over=0)
    play_turn(engine)
    expect(engine, over=1, round=5)


@pytest.mark.rule("HAV-11.5", "HAV-11.2")
def test_a_timed_game_keeps_to_max_rounds():
    engine = table(options={"timed": 1, "timed_rounds": 40, "max_rounds": 5}, fields={"round": 5})
    play_turn(engine)
    play_turn(engine)
    expect(engine, over=1, round=5)


@pytest.mark.rule("HAV-11.6")
def test_target_and_start_supply():
    engine = deal(GAME, players=3, target=20, start_supply=5)
    assert [money(engine, seat) for seat in range(3)] == [(5, 5)] * 3
    engine = table({"0.0": "9 34 - -; 72; 10"}, options={"target": 20, "start_supply": 5})
    expect(act(engine, "secure 0"), final_flag=1)
    assert Engine(GAME, preset="short").options.stored["target"] == 40


@pytest.mark.rule("HAV-11.7")
def test_without_parley():
    ships = {"0.0": "23 45 51 61; 65; 2", "1.0": "10 33 46 57; 66; 9"}
    engine = table(ships, dice="1 6 6 6 6 6 1 1 1 1 1 1", options={"parley": 0})
    act(engine, "move 0", "hex 65", "target 1 0")
    assert asked(engine) == "0 PRESS"


@pytest.mark.rule("HAV-11.8")
def test_a_game_of_twenty_thousand_decisions_is_cut():
    engine = table(supply=[12, 10])
    engine.set(moves=MOST_DECISIONS - 1)
    act(engine, "pass")
    expect(engine, over=2, ranks=[1, 2], phase=Phase.OVER, sp=0, moves=MOST_DECISIONS)
    assert GAME.longest(engine.options) == MOST_DECISIONS == 20_000


@pytest.mark.rule("HAV-1.11", "HAV-11.6")
@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"target": 19}, "target must be 20 to 200"),
        ({"start_supply": 31}, "start_supply must be 5 to 30"),
        ({"max_rounds": 61}, "max_rounds must be 5 to 60"),
        ({"timed_rounds": 4}, "timed_rounds must be 5 to 40"),
        ({"parley": 2}, "parley must be 0 to 1"),
        ({"players": 2, "start_player": 2}, "start_player 2 is no seat of 2 players"),
        ({"target": 20, "start_supply": 20}, "start_supply 20 has reached the target already"),
        ({"players": 5}, "is for 2, 3, 4 players, not 5"),
    ],
)
def test_options_that_are_refused(options, complaint):
    with pytest.raises(OptionError, match=complaint):
        Engine(GAME, **options)


@pytest.mark.parametrize("preset", GAME.presets)
def test_presets_are_playable(preset):
    engine = deal(GAME, preset=preset)
    for _ in range(30):
        engine.step(engine.uniform())
    assert engine.complaints() == []


@pytest.mark.rule("HAV-R27")
def test_who_never_won_anything_is_not_paid_for_a_seat():
    """Nobody has left their Haven: whoever began, all have done alike."""
    for first in range(3):
        engine = table(
            {}, players=3, supply=[10, 10, 10], turn=(first + 2) % 3,
            fields={"first_seat": first, "round": 40},
        )  # fmt: skip
        play_turn(engine)
        expect(engine, over=1, ranks=[1, 1, 1])
        assert engine.reward[0].tolist() == [0, 0, 0]
        assert "A, B and C share the win" in engine.describe(0, None)
