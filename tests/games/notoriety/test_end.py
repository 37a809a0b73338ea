"""Achievements, final score and places: NOT-17, NOT-18, NOT-20, with the scenarios S38 and S39."""

import numpy as np
import pytest

from piracy_env.core.engine import Engine
from piracy_env.games.notoriety import GAME
from piracy_env.games.notoriety.state import Phase
from tests.games.notoriety.positions import table
from tests.scenario import act, expect

ROW = "K7 KQ KP K4 K6"


def ended(seats, *, players=3, achievements="richest+merciless", coins=0, fields=None, **options):
    """A game that has just ended with these cards."""
    last = 6 if players == 2 else 5
    engine = table(
        players=players, phase=Phase.RECRUIT, row="S6 SQ SP S4 S5" if players == 2 else ROW,
        pirates="",
        treasures="", coins=coins,
        others={seat: seats[seat] for seat in range(1, players)}, **seats[0],
        fields={"final_lap": 1, "round": last, "parley": [0] * 4} | (fields or {}),
        options={"achievements": achievements, **options},
    )  # fmt: skip
    mask = {"richest": 0, "merciless": 1, "buried_treasure": 2, "mutineer": 3, "recruiter": 4,
            "shipshape": 5, "commander": 6}  # fmt: skip
    engine.set(0, ach_mask=sum(1 << mask[name] for name in achievements.split("+")))
    return act(engine, "done")


def awards(seats, achievement, **settings):
    """NP for one Achievement; the other one in play is worth nothing to anybody."""
    about_crew = achievement in ("recruiter", "shipshape", "commander")
    about_loot = achievement in ("richest", "buried_treasure")
    idle = "buried_treasure" if about_crew else "mutineer" if about_loot else "commander"
    engine = ended(seats, achievements=f"{achievement}+{idle}", **settings)
    return engine.states.ach_np[0].tolist()[: len(seats)]


def monkeys(*numbers):
    return [{"bur_open": " ".join(["PM"] * number)} for number in numbers]


def recruits(*numbers):
    """So many pirates each, no two the same and no officer."""
    deck = [f"{suit}{rank}" for rank in "123567" for suit in "HAWS"]
    seats = []
    for number in numbers:
        seats.append({"disc": " ".join(deck[:number])})
        deck = deck[number:]
    return seats


@pytest.mark.rule(
    "NOT-17.3",
    "NOT-17.4",
    "NOT-17.5",
    "NOT-17.6",
    "NOT-2.8",
    "NOT-R22",
    "NOT-R26",
    "NOT-1.7",
)
@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ((9, 9, 5), [4, 4, 0]), ((5, 3, 3), [4, 2, 2]), ((6, 4, 4, 1), [4, 2, 2, 0]),
        ((6, 4), [4, 0]), ((5, 5), [4, 4]), ((1, 0, 0), [4, 0, 0]), ((0, 0, 0), [0, 0, 0]),
        ((2, 2, 2, 2), [4, 4, 4, 4]), ((3, 2, 1), [4, 2, 0]), ((0, 1, 2), [0, 2, 4]),
    ],
)  # fmt: skip
def test_s38_places_of_an_achievement(values, expected):
    assert awards(recruits(*values), "recruiter", players=len(values)) == expected


@pytest.mark.rule("NOT-R27", "NOT-17.5")
def test_tokens_never_run_out():
    # all four are first in all three: twelve tokens of one kind, as many as the box has of both
    alike = [{"disc": f"{suit}1", "bur_open": "PM DB"} for suit in "HAWS"]
    engine = ended(alike, players=4, achievements="merciless+buried_treasure+recruiter")
    expect(engine, ach_np=[12, 12, 12, 12], np=[12, 12, 12, 12])


@pytest.mark.rule("NOT-20.6", "NOT-R23")
def test_s38_shipshape():
    ship = [{"disc": " ".join(f"{suit}{rank}" for rank in "1234567QC")} for suit in "HAW"]
    assert awards([ship[0], ship[1], {}], "shipshape") == [4, 4, 0]
    assert awards([ship[0], {"disc": "A1"}, {}], "shipshape") == [4, 0, 0]
    parrot = {"disc": "H1 H2 H3 H4 H5 H6 H7 HQ HP"}
    assert awards([parrot, {}, {}], "shipshape") == [0, 0, 0]
    spread = {"disc": "H1 A2 W3", "deck": "S4 K5 H6", "bur_open": "A7 WQ", "bur_hid": "SC"}
    assert awards([spread, {}, {}], "shipshape") == [4, 0, 0]


@pytest.mark.rule("NOT-20.7", "NOT-R24")
def test_s38_commander():
    seats = [{"disc": "H1 H2 HP H4"}, {"disc": "A5 A6 A7"}, {"disc": "S1 S2"}]
    assert awards(seats, "commander") == [4, 2, 0]
    assert awards(seats, "commander", commander_parrot=0) == [0, 4, 0]
    spread = [
        {"deck": "W1", "disc": "W2", "bur_hid": "W3", "bur_open": "W4"},
        {"disc": "A5 A6 A7"},
        {},
    ]
    assert awards(spread, "commander") == [4, 2, 0]
    extended = [{"disc": "H1 H2 H3 HP"}, {"disc": "A1 A2 A3 A4"}, {"disc": "S1 S2 SP"}]
    assert awards(extended, "commander") == [4, 4, 0], "a Parrot also lengthens a run at its end"
    around = [{"disc": "HQ HC H1"}, {"disc": "A5 A6 A7"}, {}]
    assert awards(around, "commander") == [0, 4, 0]


@pytest.mark.rule("NOT-20.1", "NOT-20.3", "NOT-R21")
def test_s38_richest_and_buried_treasure():
    rich = {"deck": "DB DB", "disc": "ruby", "bur_hid": "diamond"}
    poor = {"deck": "goblets", "disc": "candlesticks"}  # four in all, two of it in the deck
    third = {"deck": "pearls bell"}  # three
    assert awards([rich, poor, third], "richest") == [4, 2, 0]
    assert awards([rich, poor, third], "richest", richest_scope=1) == [2, 2, 4]
    assert awards([rich, {"bur_open": "jewels"}, {}], "buried_treasure") == [2, 4, 0]


@pytest.mark.rule("NOT-20.2", "NOT-R25")
def test_merciless_counts_buried_crew():
    seats = [
        {"bur_open": "PM HP", "bur_hid": "HQ"},
        {"bur_hid": "PM PM DB ruby"},
        {"disc": "PM PM PM PM"},
    ]
    assert awards(seats, "merciless") == [4, 2, 0]


@pytest.mark.rule("NOT-20.4")
def test_mutineer_counts_buried_officers():
    seats = [
        {"bur_open": "HQ", "bur_hid": "HC"},
        {"bur_hid": "AQ A1 A3 A5"},
        {"disc": "WQ WC SQ SC"},
    ]
    assert awards(seats, "mutineer") == [4, 2, 0]


@pytest.mark.rule("NOT-20.5", "NOT-R25")
def test_recruiter_counts_pirates_everywhere():
    seats = [{"deck": "H1", "disc": "HP", "bur_open": "HQ", "bur_hid": "H2"},
             {"disc": "A1 A2 A3 PM PM PM"}, {"disc": "W1 DB"}]  # fmt: skip
    assert awards(seats, "recruiter") == [4, 2, 0]


@pytest.mark.rule("NOT-17.2")
def test_pirates_of_the_last_raid_count_for_achievements():
    seats = [{"ship": "H1 A3"}, {"newrec": "W1"}, {}]
    assert awards(seats, "recruiter") == [4, 2, 0]


@pytest.mark.rule("NOT-17.1", "NOT-18.1", "NOT-18.2", "NOT-18.3", "NOT-18.4", "NOT-18.5", "NOT-5.6")
def test_s39_final_score():
    engine = ended(
        [{"bur_hid": "HQ PM", "disc": "AC"}, {}, {}], coins=[7, 0, 0],
        fields={"prize": [[1, 0, 1, 1], [0] * 4, [0] * 4, [0] * 4], "parley": [1, 0, 0, 0]},
    )  # fmt: skip
    expect(engine, np=[18, 0, 0], ach_np=[4, 0, 0], place=[1, 2, 2], over=1)
    assert engine.outcome()[:2] == ([18, 0, 0], [1, 2, 2])


@pytest.mark.rule("NOT-18.3")
@pytest.mark.parametrize("where", ["deck", "disc", "bur_open", "bur_hid"])
def test_officers_count_wherever_they_are(where):
    expect(ended([{where: "HQ AC SP W7"}, {}, {}]), np=[7 if where.startswith("bur") else 3])


@pytest.mark.rule("NOT-4.1", "NOT-18.6")
def test_most_points_win_whatever_the_coins():
    expect(ended([{"disc": "HQ"}, {}, {"disc": "AC"}], coins=[0, 99, 0]), place=[2, 3, 1])


@pytest.mark.rule("NOT-18.7")
def test_then_coins():
    expect(
        ended([{"disc": "HQ AQ"}, {"disc": "AC"}, {}], coins=[3, 5, 0]),
        np=[2, 2, 0],
        place=[2, 1, 3],
    )


@pytest.mark.rule("NOT-18.8")
def test_then_points_of_achievements():
    fields = {"prize": [[0, 0, 0, 0], [1, 0, 1, 0], [0] * 4, [0] * 4]}
    engine = ended([{"bur_open": "PM"}, {}, {"disc": "AC AQ"}], fields=fields)
    expect(engine, np=[4, 4, 3], ach_np=[4, 0, 0], place=[1, 2, 3])


@pytest.mark.rule("NOT-18.9", "NOT-R37")
def test_then_officers():
    expect(ended([{"disc": "AC"}, {"disc": "HQ WQ"}, {}]), np=[2, 2, 0], place=[2, 1, 3])


@pytest.mark.rule("NOT-18.10", "NOT-R37")
def test_then_the_victory_is_shared():
    engine = ended([{"disc": "AQ"}, {"disc": "HQ"}, {}])
    expect(engine, place=[1, 1, 3])
    assert engine.rewards() == [0.5, 0.5, -1]


@pytest.mark.parametrize(
    ("mode", "seats", "expected"),
    [
        ("rank", [{"disc": "AQ"}, {"disc": "HQ"}, {}], [0.5, 0.5, -1]),
        ("win", [{"disc": "AQ"}, {"disc": "HQ"}, {}], [0.5, 0.5, -1]),
        ("score", [{"disc": "AC AQ"}, {}, {}], [2 / 30, -1 / 30, -1 / 30]),
    ],
)
def test_s39_rewards(mode, seats, expected):
    over = ended(seats)
    options = over.options.values
    engine = Engine(GAME, players=3, reward=mode, auto_reset=False, **options)
    engine.reset(0)
    engine.load_state_unchecked(0, np.array([over.states[0]], GAME.dtype))
    assert engine.rewards() == pytest.approx(expected)


@pytest.mark.rule("NOT-R36")
def test_the_safety_limit_scores_the_game_as_it_stands():
    limits = {"max_steps": 3, "richest_scope": 0}
    engine = table(hand="DB ruby PM", deck="emerald", options=limits, fields={"moves": 0})
    act(engine, "card DB", "done")
    expect(engine, over=0)
    act(engine, "done")
    expect(engine, over=2, phase=Phase.GAME_OVER, np=[5, 3, 3], place=[1, 2, 2])
    assert engine.truncated[0]
    literal = table(
        hand="DB ruby PM", options={"max_steps": 1, "richest_scope": 1}, others={1: {"deck": "DB"}}
    )
    act(literal, "card DB")
    expect(literal, ach_np=[0, 4, 0])
    # the revealed treasure is nobody's
    revealed = table(hand="PM PM", treasures="jewels", options={"max_steps": 1})
    act(revealed, "plunder")
    expect(revealed, ach_np=[0, 4, 4])


@pytest.mark.rule("NOT-R36")
def test_a_game_that_ends_with_the_last_decision_is_not_cut():
    engine = table(
        phase=Phase.RECRUIT, fields={"final_lap": 1, "round": 5}, others={1: {}, 2: {}},
        options={"max_steps": 1},
    )  # fmt: skip
    act(engine, "done")
    expect(engine, over=1)
