"""The picture of the table: complete, within its frame, and silent about hidden cards."""

import re
from xml.etree import ElementTree

import numpy as np
import pytest

from piracy_env.core.engine import Engine
from piracy_env.games.notoriety import GAME
from piracy_env.games.notoriety.render import HEIGHT, WIDTH
from piracy_env.games.notoriety.state import Zone
from piracy_env.games.notoriety.tables import CARD_KEYS
from tests.games.notoriety.positions import table
from tests.scenario import deal

SVG = "{http://www.w3.org/2000/svg}"


def texts(picture):
    return [node.text for node in ElementTree.fromstring(picture).iter(f"{SVG}text")]


def test_the_table_from_a_seat():
    engine = table(
        hand="SQ PM DB ruby", deck="H2", disc="A1", ship="H7 W7", coins=[3, 4, 5],
        others={1: {"hand": "DB PM", "disc": "H1"}, 2: {"hand": "DB"}},
    )  # fmt: skip
    shown = texts(engine.render(0, 0))
    for needed in (
        "A Red to move", "A Red · you", "Hand (4)", "Ruby", "powder monkey",
        "Raiding party: strength 4, 0 unused", "1 of Krakens", "brawl", "4 pirates", "2 treasures",
        "Richest", "Merciless", "Hand 2, Ship deck 0", "Ship deck (1)",
    ):  # fmt: skip
        assert needed in shown or any(needed in words for words in shown), needed
    coins = [words for words in shown if words in ("3", "4", "5")]
    assert len(coins) >= 3


def test_a_hand_is_drawn_for_its_owner_alone():
    engine = table(hand="SQ ruby", others={1: {"hand": "DB"}, 2: {"hand": "DB"}})
    counts = engine.states["cnt"][0].copy()
    pictures = [engine.render(0, seat) for seat in range(3)]
    ruby = CARD_KEYS.index("ruby")
    counts[0, Zone.HAND, ruby], counts[0, Zone.BUR_HID, ruby] = 0, 1
    engine.set(0, cnt=counts)
    buried = [engine.render(0, seat) for seat in range(3)]
    counts[0, Zone.BUR_HID, ruby], counts[0, Zone.HAND, ruby] = 0, 1
    counts[0, Zone.HAND, CARD_KEYS.index("SQ")], counts[0, Zone.BUR_HID, CARD_KEYS.index("SQ")] = (
        0,
        1,
    )
    engine.set(0, cnt=counts)
    swapped = [engine.render(0, seat) for seat in range(3)]
    assert pictures[0] != buried[0]
    assert buried[0] != swapped[0]
    assert buried[1:] == swapped[1:], "which of two cards is buried is hidden"


@pytest.mark.parametrize("players", GAME.seats)
def test_nothing_leaves_the_frame(players):
    engine = Engine(GAME, 4, players=players, seed=3, achievements="three")
    engine.reset()
    for _ in range(6):
        for i in range(4):
            picture = engine.render(i, i % players)
            root = ElementTree.fromstring(picture)
            assert (root.get("width"), root.get("height")) == (str(WIDTH), str(HEIGHT))
            for node in root.iter(f"{SVG}text"):
                if node.get("x"):
                    assert 0 <= float(node.get("x")) <= WIDTH
                    assert 0 <= float(node.get("y")) <= HEIGHT
            assert not re.search(r"nan|inf|None", re.sub(r">[^<]*<", "><", picture))
        engine.rollout(60, observe=False)


def test_the_end_of_a_game():
    engine = deal(GAME, players=3)
    draw = np.random.default_rng(1)
    while not engine.states.over[0]:
        engine.step([int(draw.choice(engine.legal()))])
    shown = " ".join(filter(None, texts(engine.render(0, 1))))
    assert "wins" in shown or "win" in shown
    assert "1st" in shown
    assert "disbanded" in shown


def test_a_game_that_the_engine_cuts_has_no_winner():
    engine = deal(GAME, max_moves=1)
    engine.step(engine.uniform())
    shown = texts(engine.render(0, 1))
    assert "Cut short" in shown
    assert not [words for words in shown if words and "win" in words]


@pytest.mark.parametrize("seat", [0, None])
def test_long_lists_are_readable_and_stay_on_their_sheets(seat):
    suits = ("H", "A", "W", "S")
    many = [" ".join(f"{suit}{rank}" for rank in "1234567QCP") for suit in suits]
    loot = ("goblets ruby potato idol", "emerald pearls map", "statue jewels rum", "bell diamond")
    seats = [
        {"hand": "PM PM PM DB", "deck": f"{cards[:8]} DB DB PM", "disc": f"{cards[9:]} {goods}",
         "bur_open": "DB", "bur_hid": cards[8:9].strip()}
        for cards, goods in zip(many, loot, strict=True)
    ]  # fmt: skip
    engine = table(
        players=4, row="K1 K2 K3 K4 K5", pirates="K6", treasures="silk", **seats[0],
        others={number: seats[number] for number in (1, 2, 3)},
    )  # fmt: skip
    for node in ElementTree.fromstring(engine.render(0, seat)).iter(f"{SVG}text"):
        if "," in (node.text or ""):
            assert float(node.get("font-size")) >= 11
            assert float(node.get("y")) < 480 or 866 < float(node.get("y")) < 1220
