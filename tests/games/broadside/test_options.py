"""The options, one by one."""

import pytest

from piracy_env.errors import OptionError
from piracy_env.games.broadside import GAME
from piracy_env.games.broadside.state import Place
from tests.games.broadside.positions import blues, fleet, passes, phase, points_of, reds, sea, table
from tests.scenario import act, deal, expect, labels

SWITCHES = [
    "expansion",
    "first_round_equal",
    "draw_by_points",
    "blue_at_end",
    "first_turn_plus3",
    "sell_unlimited",
    "prize_may_attack",
    "crew_window_each_round",
]


def test_defaults():
    assert GAME.choose().as_dict() == {
        "players": 4,
        **dict.fromkeys(SWITCHES, False),
        "prize_may_attack": True,
        "expansion_size": "list",
        "target_points": 7,
        "max_rounds": 40,
        "start_seat": -1,
    }


@pytest.mark.parametrize("name", SWITCHES)
def test_switches_are_true_or_false_or_one_or_zero(name):
    for value in (True, 1):
        assert GAME.choose(**{name: value}).stored[name] == 1
    for value in (False, 0):
        assert GAME.choose(**{name: value}).stored[name] == 0
    for wrong in (2, -1, "yes", None, 0.5):
        with pytest.raises(OptionError, match=f"option {name} must be True or False"):
            GAME.choose(**{name: wrong})


def test_the_size_of_the_expansion_is_a_word_or_its_number():
    for value, stored in (("list", 0), ("contents", 1), (0, 0), (1, 1)):
        assert GAME.choose(expansion_size=value).stored["expansion_size"] == stored
    for wrong in (2, True, "small"):
        with pytest.raises(OptionError, match="expansion_size must be one of list, contents"):
            GAME.choose(expansion_size=wrong)


@pytest.mark.parametrize(
    "wrong",
    [
        {"players": 1}, {"players": 7}, {"target_points": 2}, {"target_points": 16},
        {"max_rounds": 0}, {"max_rounds": 201}, {"start_seat": 6},
        {"players": 3, "start_seat": 3},
    ],
)  # fmt: skip
def test_wrong_values_are_refused(wrong):
    with pytest.raises(OptionError):
        GAME.choose(**wrong)


@pytest.mark.parametrize("preset", GAME.presets)
def test_presets_can_be_played(preset):
    engine = deal(GAME, preset=preset, players=3)
    while not engine.states["over"][0]:
        engine.step(engine.uniform())
    expect(engine, over=1)


@pytest.mark.parametrize("start", range(4))
def test_the_first_player_can_be_chosen(start):
    expect(deal(GAME, start_seat=start), start=start, cur=start, seat=start)


def test_fewer_points_may_be_enough():
    engine = sea("sloop merchant merchant", table="merchant[1]", target_points=3, hands=["terror"])
    act(engine, "act_ship 0", "target_table 0", "play terror")
    expect(engine, over=1, end_reason=1)
    assert engine.outcome()[0] == [3, 0]


def test_scores_count_up_to_the_target():
    engine = sea("sloop war_galleon man_of_war", table="whydah[1]", hands=["terror"])
    act(engine, "act_ship 0", "target_table 0", "play terror")
    assert points_of(engine)[0] == 8
    assert engine.outcome()[0] == [7, 0]


@pytest.mark.rule("BRO-14.1", "BRO-R49")
def test_equal_first_round_with_draws_by_points_and_late_adventures():
    engine = deal(
        GAME, players=3, start_seat=0, first_round_equal=1, draw_by_points=1, blue_at_end=1
    )
    for seat in range(3):
        assert len(reds(engine, "red_hand", seat).split()) == 4, "two dealt, two for no points"
    assert len(table(engine).split()) == 3
    passes(engine, 2)
    assert len(blues(engine, Place.HAND).split()) == 3


@pytest.mark.rule("BRO-14.1", "BRO-4.4")
def test_equal_first_round_asks_all_who_have_room():
    tables = {"ships": {"big_sloop": {"crew": 8}}}
    engine = deal(GAME, players=3, start_seat=1, first_round_equal=True, tables=tables)
    for seat in (1, 2, 0):
        assert (phase(engine), labels(engine)) == (f"{seat} INCOME", ["count 2"])
        assert table(engine) == ""
        act(engine, "count 2")
    assert phase(engine) == "1 ADVENTURE"
    assert [fleet(engine, seat) for seat in range(3)] == ["sloop[10]"] * 3
    passes(engine, 2)
    assert phase(engine) == "2 ADVENTURE", "nothing is paid twice in round 1"
    passes(engine, 4)
    assert phase(engine) == "1 INCOME"
    expect(engine, round_no=2)


@pytest.mark.rule("BRO-14.5", "BRO-R02")
def test_late_adventures_of_the_first_turn():
    engine = deal(GAME, players=2, start_seat=0, blue_at_end=True)
    assert len(table(engine).split()) == 3
    passes(engine, 2)
    assert len(blues(engine, Place.HAND).split()) == 3
    assert len(table(engine).split()) == 3
