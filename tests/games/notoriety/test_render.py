"""The picture of the table: complete, within its frame, and silent about hidden cards."""

import re
from itertools import pairwise
from xml.etree import ElementTree

import numpy as np
import pytest

from piracy_env.core.engine import Engine
from piracy_env.drawing.svg import player_name
from piracy_env.games.notoriety import GAME
from piracy_env.games.notoriety.render import HEIGHT, WIDTH
from piracy_env.games.notoriety.state import Zone
from piracy_env.games.notoriety.tables import CARD_KEYS
from tests.games.notoriety.positions import table
from tests.scenario import act, deal

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
        "A Red to move", "A Red · you", "Hand (4)", "Ruby", "Powder Monkey",
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
    picture = engine.render(0, seat)
    for words, size, x, y in placed(picture):
        assert size >= (13 if len(words) > 1 else 10), words
        assert 0 <= x <= WIDTH, words
        assert y < 470 or 784 < y < 1316, words
    assert {"Silver Goblets", "Potato", "Golden Idol", "Treasure Map"} <= set(joined(picture))


def placed(picture):
    """Words, size and place of each text of the players' sheets, in the units of the picture."""

    def walk(node, x, y, scale):
        moved = re.match(r"translate\(([-\d.]+) ([-\d.]+)\)", node.get("transform", ""))
        scaled = re.search(r"scale\(([\d.]+)\)", node.get("transform", ""))
        if moved:
            x, y = x + scale * float(moved[1]), y + scale * float(moved[2])
        scale *= float(scaled[1]) if scaled else 1
        if node.tag == f"{SVG}text":
            at = x + scale * float(node.get("x")), y + scale * float(node.get("y"))
            yield node.text, scale * float(node.get("font-size")), *at
        for child in node:
            yield from walk(child, x, y, scale)

    found = list(walk(ElementTree.fromstring(picture), 0, 0, 1))
    return [row for row in found if not 470 < row[3] < 784]


def joined(picture):
    """Texts, and pairs of texts that follow each other, for names that are written in two lines."""
    words = texts(picture)
    return [*words, *(f"{one} {other}" for one, other in pairwise(words))]


@pytest.mark.parametrize("players", GAME.seats)
def test_the_end_is_reckoned_up(players):
    engine = deal(GAME, players=players)
    draw = np.random.default_rng(2)
    while not engine.states.over[0]:
        engine.step([int(draw.choice(engine.legal()))])
    shown = texts(engine.render(0, 0))
    start = shown.index("The Reckoning")
    for seat in range(players):
        row = shown.index(player_name(seat), start)
        *parts, coins, points = shown[row + 1 : row + 8]
        assert int(coins) == engine.record().coins[seat]
        assert sum(map(earned, parts)) == int(points) == engine.record().np[seat]


def earned(cell):
    """The points of a line of an account, such as `7: 4 NP` or `3`."""
    return int(re.sub(r".*: | NP", "", cell))


def test_the_legend_explains_suits_and_strength():
    for players, krakens in ((2, False), (3, True)):
        shown = texts(deal(GAME, players=players).render(0, 0))
        assert {"Hearts", "Anchors", "Swords", "Skulls"} <= set(shown)
        assert ("Krakens" in shown) == krakens
        assert {"Strength", "flush", "3 cards 8, each more 3"} <= set(shown)


def test_a_card_that_is_asked_about_is_shown_to_whom_it_is_asked():
    engine = act(table(hand="PM PM", treasures="ruby"), "plunder")
    assert "sells for 3 coins" in texts(engine.render(0, 0))
    assert "sells for 3 coins" not in texts(engine.render(0, 1))
