"""Positions and actions in words, and what they keep secret."""

import numpy as np
import pytest

from piracy_env.games.broadside import GAME
from piracy_env.games.broadside.actions import RED_KEYS
from piracy_env.games.broadside.state import RED, SEATS, Phase
from tests.games.broadside.positions import passes, roll, sea
from tests.scenario import act


def words(engine, label, viewer=None):
    action = GAME.actions.id(label)
    assert action in engine.legal()
    return engine.describe_action(0, action, viewer)


def flat(engine, seat=None):
    return " ".join(engine.describe(0, seat).split())


def test_a_position_tells_all_that_is_needed():
    engine = sea(
        "sloop[5] frigate#24[3]+full_rig+gunnery_upgrade+gunnery_upgrade", "", players=2,
        acted=[(0, 1)], hands=["fog terror terror", "fog"], blue_hands=["", "brig"],
        treasures=["map_4", "map_1"], cave=0, table="war_galleon[9] governors_daughter",
        red_discard="good_wind", blue_discard="coaster coaster whydah", expansion=True,
    )  # fmt: skip
    text = flat(engine, 0)
    for needed in (
        "Round 2 of at most 40. A (you) sends out a ship, plays a card, or ends the adventures.",
        "slot ship speed guns crew cargo PP 0 War Galleon 3 8 9/24 3 3",
        "slot 1: Governor's Daughter (1 TP): 2 crew on 3 dice for 2 crew and 3 red cards; "
        "failure costs 1 crew",
        "> A (you): 4 of 7 PP, 2 TP (Treasure Map IV), Treasure Cave",
        "0 Big Sloop 6 0 5/11 2 0",
        "1 Frigate (6 guns) 5 10 3/17 2 2 Full Rig, 2 Gunnery Upgrade has acted",
        "red hand (3): 2 Terror, Fog",
        "B: 0 of 7 PP, 1 TP (Treasure Map I)",
        "red hand of 1, blue hand of 1",
        "Red deck 52; discards: Good Wind.",
        "discards: 2 Coaster, Whydah.",
    ):  # fmt: skip
        assert needed in text, needed


def test_hands_are_told_to_their_owner_alone():
    known = np.zeros((SEATS, SEATS, RED), np.int8)
    known[2, 1, RED_KEYS.index("fog")] = 1
    engine = sea(
        players=3, hands=["terror", "fog chain_shot"], blue_hands=["", "brig"], expansion=True,
        fields={"known": known},
    )  # fmt: skip
    assert "red hand of 2, blue hand of 1" in flat(engine, 0)
    assert "Chain Shot" not in flat(engine, 0)
    assert "Brig" not in flat(engine, 0)
    assert "red hand of 2, among them Fog, blue hand of 1" in flat(engine, 2)
    assert "red hand (2): Chain Shot, Fog blue hand (1): Brig" in flat(engine, 1)
    every = flat(engine)
    assert "red hand (1): Terror" in every
    assert "Red deck 57 (3 Fortuna's Blessing" in every
    assert "Blue deck 49 (2 Fishing Smack" in every


def test_a_battle_in_words():
    engine = sea(
        "sloop frigate#24[12]+gunnery_upgrade", "war_galleon[16]",
        hands=["chain_shot fast_reload good_wind", "bottle_of_rum grappling_hooks"],
    )  # fmt: skip
    act(engine, "act_ship 1")
    assert words(engine, "target_enemy 1 0") == (
        "A attacks the War Galleon of B with the Frigate (6 guns)"
    )
    act(engine, "target_enemy 1 0")
    assert words(engine, "play good_wind") == "A plays Good Wind for the own ship"
    assert words(engine, "play good_wind enemy") == "A plays Good Wind for the enemy ship"
    assert words(engine, "play chain_shot") == "A plays Chain Shot"
    assert words(engine, "pass") == "A plays no card"
    act(engine, "play chain_shot", "play fast_reload", "pass", "play bottle_of_rum")
    text = flat(engine, 0)
    assert "turn of A. B may play battle cards before the wind is rolled." in text
    assert "A attacks Frigate (6 guns) 4 22 12/17 0" in text
    assert "B defends War Galleon 3 8 16/24 2" in text
    assert "wind not rolled; cards played: Bottle of Rum, Chain Shot, Fast Reload" in text
    act(roll(engine, 1), "pass", "pass")
    assert "wind +1" in flat(engine)
    assert "before the cannons fire" in flat(engine)


def test_a_battle_against_an_adventure():
    engine = act(sea(players=3, table="merchant map_1"), "act_ship 0")
    assert "A chooses what the Big Sloop goes after." in flat(engine)
    assert words(engine, "target_table 0") == "A attacks the Merchant with the Big Sloop"
    assert words(engine, "target_table 1") == "A digs for the Treasure Map I with the Big Sloop"
    act(engine, "target_table 0")
    assert "nobody defends Merchant 3 0 5/9 0 wind not rolled; C rolls for the prey" in flat(engine)


@pytest.mark.parametrize(
    ("setting", "label", "text"),
    [
        ({}, "pass", "A ends the adventures"),
        ({}, "act_ship 0", "A sends the Big Sloop out"),
        ({"hands": ["neptunes_revenge", "fog"]}, "play neptunes_revenge",
         "A plays Neptune's Revenge"),
        ({"fleets": ["sloop+crows_nest"], "table": "brig"}, "crows_nest",
         "A swaps all adventures by a Crow's Nest"),
        ({"phase": Phase.REORG}, "pass", "A ends the turn"),
        ({"phase": Phase.REORG, "fleets": ["sloop fluyt[3]"]}, "sell 1",
         "A sells the Fluyt for 4 crew, 3 aboard"),
        ({"phase": Phase.REORG, "fleets": ["sloop fluyt"]}, "redistribute",
         "A shares all crew out anew"),
        ({"phase": Phase.INCOME, "fleets": ["sloop[9] merchant[4]"],
          "fields": {"pool": 6, "dist_slot": 0}}, "count 2", "A puts 2 crew onto the Big Sloop"),
        ({"phase": Phase.DISCARD,
          "hands": ["terror terror terror fog fog chain_shot"]}, "pick fog", "A discards Fog"),
    ],
)  # fmt: skip
def test_actions_in_words(setting, label, text):
    fleets = setting.get("fleets", [])
    options = {name: value for name, value in setting.items() if name != "fleets"}
    engine = sea(*fleets, expansion=True, **options)
    for viewer in (None, 0, 1):
        assert words(engine, label, viewer) == text


@pytest.mark.parametrize(
    ("card", "label", "text"),
    [
        ("harbour", "own_ship 0", "A puts 3 crew onto the Big Sloop"),
        ("full_rig", "own_ship 0", "A puts Full Rig onto the Big Sloop"),
        ("traitors", "target_enemy 1 0", "A bribes crew of the Big Sloop of B"),
        ("sabotage", "target_enemy 1 1", "A sabotages the Brig of B"),
        ("neptunes_revenge", "target_player 1", "A robs B of a red card"),
        ("st_elmos_fire", "pick good_wind", "A takes Good Wind"),
        ("old_seadog", "pick_blue 3", "A brings Coaster back into play"),
    ],
)
def test_choices_for_cards_in_words(card, label, text):
    engine = sea(
        "sloop[5]", "sloop brig+crows_nest", hands=[card, "terror"], expansion=True,
        red_discard="good_wind", blue_discard="coaster#3",
    )  # fmt: skip
    assert words(act(engine, f"play {card}"), label) == text


def test_digging_and_destroying_in_words():
    engine = roll(sea("sloop[5]", "brig+crows_nest", hands=["sabotage"], table="map_1",
                      expansion=True), 0)  # fmt: skip
    act(engine, "act_ship 0", "target_table 0")
    assert words(engine, "roll") == "A digs again"
    assert words(engine, "pass") == "A stops digging"
    assert "A may dig again with the Big Sloop." in flat(engine)
    act(passes(engine, 1), "play sabotage", "target_enemy 1 0")
    assert words(engine, "inv crows_nest") == "A destroys the Crow's Nest"


@pytest.mark.parametrize("phase", [Phase.ADVENTURE, Phase.REORG])
def test_even_what_is_not_legal_has_words(phase):
    engine = sea("sloop[5]", "brig", phase=phase, table="merchant")
    told = [engine.describe_action(0, action, None) for action in range(len(GAME.actions))]
    assert all(text.startswith("A ") and len(text) > 5 for text in told)
    for text in (
        "A sells the ship in slot 3", "A chooses the Big Sloop", "A sends the ship in slot 11 out",
        "A goes for slot 4 of the middle", "A attacks the ship in slot 5 of B",
        "A puts 7 crew onto the next ship",
    ):  # fmt: skip
        assert text in told


def test_the_eliminated_are_told_apart():
    assert "B: eliminated" in flat(sea(players=3, out=[1]))


def test_questions_end_as_questions():
    engine = act(sea("sloop[5] merchant[3]", phase=Phase.REORG), "redistribute")
    assert "A shares all crew out: 8 crew left, how many go onto the Big Sloop?" in flat(engine)


@pytest.mark.parametrize(
    ("reason", "low", "high", "text"),
    [
        (1, [1, 2], [1, 2], "A has the pirate points and wins. "),
        (2, [2, 1], [2, 1], "B is the last captain afloat and wins. "),
        (3, [1, 1], [2, 2], "A and B share the first place. "),
        (4, [1, 2], [1, 2], "A leads after the last round and wins. "),
    ],
)
def test_how_games_end_in_words(reason, low, high, text):
    places = {"rank_lo": [*low, *[0] * 4], "rank_hi": [*high, *[0] * 4]}
    engine = sea(phase=Phase.OVER, fields={"over": 1, "end_reason": reason, **places})
    assert f"The game is over: {text}" in flat(engine)
    assert f"A: 0 of 7 PP, 0 TP, {'1st to 2nd' if reason == 3 else '1st'}" in flat(engine) or (
        "B: 0 of 7 PP, 0 TP, 1st" in flat(engine)
    )


def test_a_game_cut_short():
    assert "The game was cut short." in flat(sea(fields={"over": 2}))
