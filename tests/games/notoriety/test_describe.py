"""Positions and actions in words, and what they keep secret."""

import pytest

from piracy_env.games.notoriety import GAME
from piracy_env.games.notoriety.state import Phase
from tests.games.notoriety.positions import table
from tests.scenario import act


def words(engine, label, viewer=None):
    action = GAME.actions.id(label)
    assert action in engine.legal()
    return engine.describe_action(0, action, viewer)


def test_a_position_tells_all_that_is_needed():
    engine = table(
        hand="SQ PM PM", deck="DB H2", disc="ruby PM", bur_hid="A1", ship="H7 W7", wild="",
        others={1: {"hand": "DB", "bur_open": "PM"}, 2: {"hand": "DB"}}, pirates="A3 A4 A5",
    )  # fmt: skip
    text = " ".join(engine.describe(0, 0).split())
    for needed in (
        "Round 3 of 5", "A (you) gives a Command.", "0 1 K1 1 of Krakens brawl",
        "4 4 K6 6 of Krakens bury a card, then take 2 coins", "Pirate deck 3; discard: empty",
        "hand: SQ, 2 PM", "Ship deck: 2 cards: H2, DB", "buried: A1", "discard pile: ruby, PM",
        "party: H7 W7 - strength 4, 0 unused", "At stake: 6, 3 and 2 NP",
        "Achievements, first 4 NP, second 2:", "buried openly: PM",
    ):  # fmt: skip
        assert needed in text


def test_others_read_nothing_of_hidden_cards():
    engine = table(hand="SQ PM", deck="DB H2", bur_hid="A1", others={1: {"hand": "DB"}, 2: {}})
    rival = " ".join(engine.describe(0, 1).split())
    assert "hand 2, Ship deck 2, buried unseen 1: H2, A1, SQ, PM, DB" in rival
    all_knowing = engine.describe(0, None)
    assert "hand: SQ, PM" in all_knowing
    assert "Ship deck: DB H2" in all_knowing
    assert "Pirate deck 4: A3 A4 A5 A6" in all_knowing
    assert "Pirate deck 4;" in engine.describe(0, 0)


@pytest.mark.parametrize(
    ("setting", "label", "text"),
    [
        ({"hand": "SQ"}, "card SQ",
         "A boards with the Quartermaster of Skulls: bury a card, then take 2 coins"),
        ({"hand": "S7"}, "card S7", "A boards with the 7 of Skulls: draw 2 or take 3 coins"),
        ({"hand": "HP"}, "card HP", "A boards with the Parrot of Hearts"),
        ({"hand": "DB"}, "card DB", "A trades Doubloon for 1 coin"),
        ({"hand": "shovel"}, "card shovel",
         "A trades Gravedigger's Shovel for 1 coin, then bury a card"),
        ({"hand": "PM"}, "brawl", "A plays a Powder Monkey to brawl"),
        ({"hand": "PM PM"}, "plunder", "A plays two Powder Monkeys to plunder"),
        ({"phase": Phase.RECRUIT}, "row 2", "A recruits the 3 of Krakens for 2 coins: attack"),
        ({"phase": Phase.RECRUIT}, "done", "A recruits nobody"),
        ({"phase": Phase.PARLEY, "hand": "PM"}, "parley", "A parleys"),
        ({"phase": Phase.PARLEY, "hand": "PM"}, "done", "A keeps the Parley token"),
    ],
)  # fmt: skip
def test_actions_in_words(setting, label, text):
    assert words(table(**setting), label) == text


def test_decisions_within_a_command():
    engine = act(table(hand="PM PM", treasures="bell"), "plunder")
    assert words(engine, "sell") == "A sells Ship's Bell for 2 coins, then rescue"
    assert words(engine, "keep") == "A keeps Ship's Bell"
    assert "has plundered Ship's Bell: sell or keep?" in engine.describe(0, 0)
    engine = act(table(hand="KC"), "card KC")
    assert words(engine, "left power") == "A uses the Captain of Krakens to plunder"
    assert words(engine, "right power") == "A uses the Captain of Krakens to be wild in the raid"
    engine = act(table(hand="W2"), "card W2")
    assert words(engine, "target 2") == "A attacks C"
    act(engine, "target 2")
    assert "C is attacked by A: a coin or a card?" in engine.describe(0, 1)
    assert words(engine, "pay coin") == "C pays a coin"
    assert words(engine, "card DB") == "C discards Doubloon"
    engine = act(table(hand="PM H1", disc="ruby"), "bury")
    assert words(engine, "card H1", 0) == "A buries 1 of Hearts from the hand"
    assert words(engine, "card H1", 1) == "A buries a hand card"
    assert words(engine, "disc ruby", 1) == "A buries Ruby from the discard pile"
    engine = act(table(hand="H2", deck="PM DB"), "card H2")
    assert words(engine, "card DB", 0) == "A takes Doubloon, the other stays"
    assert words(engine, "card DB", 2) == "A takes one of two cards"
    assert "sees: PM DB" in engine.describe(0, 0)
    assert "sees" not in engine.describe(0, 1)


def test_the_end_in_words():
    engine = table(
        phase=Phase.RECRUIT, fields={"final_lap": 1, "round": 5}, others={1: {}, 2: {}}, disc="HC",
    )  # fmt: skip
    act(engine, "done")
    assert "The game is over. A wins." in engine.describe(0, 0)
    cut = act(table(hand="PM DB", options={"max_steps": 1}), "brawl")
    assert "The game was cut short." in cut.describe(0, 0)


def test_the_end_tells_where_the_points_come_from():
    prizes = [[1, 0, 0, 1], [0, 0, 1, 0], [0] * 4, [0] * 4]
    strengths = [[4, 0, 10, 0, 0, 0], [0, 0, 8, 6, 0, 0], [0] * 6, [0] * 6]
    engine = table(
        phase=Phase.RECRUIT, coins=[7, 2, 0], ship="H5 A5", bur_hid="HQ PM", disc="AC",
        others={1: {"disc": "WQ"}, 2: {}}, pirates="", row="K1 K2 K3 K6 K7",
        fields={"final_lap": 1, "round": 5, "prize": prizes, "round_strength": strengths,
                "parley": [0, 1, 1, 0]},
    )  # fmt: skip
    act(engine, "done")
    accounts = [" ".join(line.split()) for line in engine.describe(0, 1).splitlines()[-4:]]
    assert accounts == [
        "place player NP Achievements prizes officers Parley coins officer cards strength by round",
        "1st A 20 4 13 3 0 7 2 4 0 10 0 4",
        "2nd B 5 0 3 1 1 2 1 0 0 8 6 0",
        "3rd C 1 0 0 0 1 0 0 0 0 0 0 0",
    ]
