"""The picture of the table: complete, within its frame, and silent about hidden cards."""

from xml.etree import ElementTree

import numpy as np
import pytest

from piracy_env.core.engine import Engine
from piracy_env.drawing.fonts import BOLD, TEXT, TITLE, text_width
from piracy_env.games.broadside import GAME
from piracy_env.games.broadside.actions import RED_KEYS
from piracy_env.games.broadside.render import HEIGHT, WIDTH
from piracy_env.games.broadside.state import RED, SEATS, Phase
from tests.games.broadside.positions import passes, roll, sea
from tests.scenario import act

SVG = "{http://www.w3.org/2000/svg}"


def texts(engine, seat=None):
    root = ElementTree.fromstring(engine.render(0, seat))
    return [node.text for node in root.iter(f"{SVG}text")]


def shows(engine, *wanted, seat=None):
    found = " | ".join(texts(engine, seat))
    assert [words for words in wanted if words not in found] == []


def test_the_table_from_a_seat():
    engine = sea(
        "sloop[5] frigate#24[3]+full_rig+gunnery_upgrade+gunnery_upgrade", "brig+crows_nest", "",
        players=3, acted=[(0, 1)], hands=["fog terror terror", "fog"], treasures=["map_4", "map_1"],
        cave=0, table="war_galleon[9] governors_daughter", red_discard="good_wind",
        blue_discard="whydah", blue_hands=["fancy", "", ""], expansion=True,
    )  # fmt: skip
    shows(
        engine, "A Red to move", "A Red · you", "B Blue", "Round 2 of 40", "7 points win",
        "slot 1, has acted", "Frigate (6 guns)", "3/17", "Full Rig, 2 Gunnery Upgrade",
        "Brig", "Crow's Nest", "War Galleon", "9/24", "Governor's Daughter", "1 TP", "2 crew on 3",
        "Hand: 3 red cards", "2 x Terror", "battle", "Adventures to come: Fancy",
        "Treasures: Treasure Map IV", "red hand of 1",
        "Treasure Cave (2 PP): A Red", "4 PP, 2 TP", "1 ship acted", "Good Wind", "Whydah", seat=0,
    )  # fmt: skip


def test_a_hand_is_drawn_for_its_owner_alone():
    known = np.zeros((SEATS, SEATS, RED), np.int8)
    known[2, 1, RED_KEYS.index("fog")] = 1
    cards = {"expansion": True, "players": 3, "fields": {"known": known}}
    one = sea(hands=["terror", "fog chain_shot"], blue_hands=["", "brig"], **cards)
    other = sea(hands=["terror", "fog full_rig"], blue_hands=["", "fluyt"], **cards)
    for seat in (0, 2):
        assert one.render(0, seat) == other.render(0, seat)
    assert one.render(0, 1) != other.render(0, 1)
    assert one.render(0, None) != other.render(0, None)
    shows(one, "red hand of 2, among them Fog, blue hand of 1", seat=2)
    shows(one, "red hand (2): Chain Shot, Fog; blue hand (1): Brig")


def test_a_battle():
    engine = sea(
        "sloop frigate#24[12]+gunnery_upgrade", "war_galleon[16]", players=3,
        hands=["chain_shot fast_reload good_wind surprise_attack", "bottle_of_rum"],
    )  # fmt: skip
    act(engine, "act_ship 1", "target_enemy 1 0", "play chain_shot", "play fast_reload",
        "play good_wind", "play surprise_attack", "pass", "play bottle_of_rum")  # fmt: skip
    shows(
        engine, "Battle", "before the wind is rolled", "A attacks", "B defends", "speed 5",
        "1 Good Wind", "speed 0", "1 Surprise Attack", "22 dice", "1 Chain Shot, 1 Fast Reload",
        "8 dice", "crew 12/17", "crew 16/24 +2", "Played: Good Wind, Surprise Attack",
    )  # fmt: skip
    act(roll(engine, -1), "pass", "pass")
    shows(engine, "before the cannons fire", "-1")


def test_a_battle_against_an_adventure():
    engine = act(sea(players=3, table="merchant"), "act_ship 0", "target_table 0")
    shows(engine, "nobody defends", "Merchant", "C rolls for the prey", "No cards played")


def test_rounds_of_boarding_are_counted():
    engine = roll(sea(table="merchant", crew_window_each_round=True), 0, 0, 0, 1, 1)
    passes(act(engine, "act_ship 0", "target_table 0"), 3)
    shows(engine, "1 round", "before the crews fight")


def test_a_hand_says_what_its_cards_do_and_when():
    engine = sea(hands=["surprise_attack cast_away full_rig"])
    wanted = ("attacker only: the defender", "2 crew for an own", "speed +1")
    found = " ".join(texts(engine, 0))
    assert [words for words in wanted if words not in found] == []
    shows(engine, "your turn", "battle", "inventory", seat=0)
    assert "speed +1" not in " ".join(texts(engine, 1))


def test_the_legend_names_signs_and_dice():
    shows(sea(), "cannons", "crew / most", "pirate points (PP)", "-2 -1 0 0 +1 +2", "2 gun, 2 crew")


def test_the_chase_is_reckoned():
    engine = act(sea(players=3, table="schooner"), "act_ship 0", "target_table 0")
    shows(engine, "Chase: 6 and the wind against 7: a wind of +1 is needed")
    act(roll(engine, 2), "pass")
    shows(engine, "Chase: 6 +2 wind = 8 against 7: caught")


def test_the_end_is_reckoned_up():
    places = {"rank_lo": [1, 2, 3, 0, 0, 0], "rank_hi": [1, 2, 3, 0, 0, 0]}
    engine = sea("war_galleon[9] brig[3]", "merchant[2]", players=3, out=[2], cave=0,
                 treasures=["map_1"], phase=Phase.OVER,
                 fields={"over": 1, "end_reason": 1, **places})  # fmt: skip
    shown = texts(engine)
    start = shown.index("The Reckoning")
    rows = [shown[shown.index(name, start) + 1 :][:6] for name in ("A Red", "B Blue", "C Yellow")]
    assert rows == [["4", "2", "1", "2", "12", "6"], ["1", "0", "0", "1", "2", "1"], ["-"] * 6]


def test_crew_to_share_out():
    engine = act(sea("sloop[5] merchant[3] fluyt[6]", phase=Phase.REORG), "sell 2")
    shows(engine, "A's turn: 1 ship sold, 10 crew waiting")
    act(engine, "redistribute")
    shows(engine, "A's turn: 1 ship sold, 18 crew to place", "how many go onto the Big Sloop?")


def test_eliminated_players_and_the_end():
    engine = sea(players=3, out=[1])
    shows(engine, "eliminated", seat=0)
    shows(engine, "B Blue · you", "eliminated", seat=1)
    places = {"rank_lo": [1, 2, 0, 0, 0, 0], "rank_hi": [1, 2, 0, 0, 0, 0]}
    over = sea(phase=Phase.OVER, fields={"over": 1, "end_reason": 1, **places})
    shows(over, "A Red wins", "The game is over: A has the pirate points and wins.", "2nd")
    tie = {"rank_lo": [1, 1, 0, 0, 0, 0], "rank_hi": [2, 2, 0, 0, 0, 0]}
    over = sea(phase=Phase.OVER, fields={"over": 1, "end_reason": 4, **tie})
    shows(over, "A Red and B Blue win", "1st to 2nd")
    shows(sea(fields={"over": 2}), "cut short", "The game was cut short.")


def test_a_full_sea_stays_within_its_frame():
    small = "coaster coaster coaster fishing_smack fishing_smack sloop"
    engine = sea(
        f"merchant fluyt brigantine brig fancy whydah {small}",
        "sloop queen_annes_revenge+full_rig+living_quarters",
        players=6, target_points=15, expansion=True,
        table="map_1 map_2 map_3 map_4 map_5 map_6 war_galleon governors_daughter",
        hands=["terror fog harbour chain_shot good_wind full_rig sabotage traitors old_seadog"],
    )  # fmt: skip
    within_the_frame(engine.render(0, 0))
    within_the_frame(engine.render(0, 1))


@pytest.mark.parametrize("players", GAME.seats)
def test_nothing_leaves_the_frame(players):
    engine = Engine(GAME, 2, players=players, seed=3, expansion=True)
    engine.reset()
    dice = np.random.default_rng(5)
    for move in range(60):
        if move % 20 == 19:
            within_the_frame(engine.render(0, move % players))
            within_the_frame(engine.render(1, None))
        engine.step([int(dice.choice(engine.legal(i))) for i in range(2)])


def within_the_frame(picture):
    """No line of text begins or ends outside the picture."""
    root = ElementTree.fromstring(picture)
    assert (root.get("width"), root.get("height")) == (str(WIDTH), str(HEIGHT))
    for words, x, y, width in lines_of(root, 0.0, 0.0, 1.0):
        assert -1 <= x <= x + width <= WIDTH + 1, words
        assert 0 <= y <= HEIGHT, words


def lines_of(node, x, y, scale):
    """Each line of text below a node: words, left end, height, width; groups may move it."""
    move = (node.get("transform") or "").replace(")", "").split("(")
    if len(move) > 1:
        place = move[1].split()
        x, y = x + float(place[0]) * scale, y + float(place[1]) * scale
        scale *= float(move[2]) if len(move) > 2 else 1.0
    if node.tag == f"{SVG}text":
        size = float(node.get("font-size"))
        font = TITLE if "Title" in node.get("font-family", "") else TEXT
        font = BOLD if node.get("font-weight") else font
        width = text_width(node.text, size, font) * scale
        share = {"middle": 0.5, "end": 1.0}.get(node.get("text-anchor"), 0.0)
        yield (
            node.text,
            x + float(node.get("x")) * scale - share * width,
            y + float(node.get("y")) * scale,
            width,
        )
    for child in node:
        yield from lines_of(child, x, y, scale)
