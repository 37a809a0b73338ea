"""Positions and actions in words, and what they keep secret."""

import pytest

from piracy_env.games.havens import GAME
from piracy_env.games.havens.names import card_facts, card_name
from piracy_env.games.havens.state import Decision, Phase
from piracy_env.games.havens.tables import TABLES
from tests.games.havens.lively import voyage
from tests.games.havens.positions import table
from tests.scenario import act, deal

SHIPS = {
    "0.0": "12 35 54 62; 72; 8; wild 76 2",
    "0.1": "9 34 - -; port",
    "1.0": "10 33 46 -; 66; 9",
}


def words(engine, label, viewer=None):
    action = GAME.actions.id(label)
    assert action in engine.legal()
    return engine.describe_action(0, action, viewer)


def told(engine, viewer=None):
    return " ".join(engine.describe(0, viewer).split())


def test_a_position_tells_all_that_is_needed():
    engine = table(SHIPS, hand="38 84 94 94", hands={1: "57 92"}, unspent=7, column="53 40 90",
                   rows={0: "0 5 20 31"}, discard="61 57", face_up="13 14")  # fmt: skip
    text = told(engine, 0)
    for needed in (
        "Round 3 of 40, target 60. A (you) acts.",
        "> A (you): supply 10, 7 unspent, Haven Tortuga (72), 4 cards in hand",
        "0 black: Blackbeard, Queen Anne's Revenge (Warship of Blackbeard), 12-pounders, "
        "Flying Gang; strength 16; at Tortuga (72), booty 8; 0 to the Haven",
        "Letter of Marque for 2 Upkeeps",
        "1 red: John Coxon, Brigantine (Brigantine); strength 4, in assembly",
        "B: supply 10, 10 unspent, Haven Port Royal (57), 2 cards in hand",
        "row 0 red Cape Tiburon 1635 at 66 4 dice booty 4 plunder vessel le Grand",
        "row 3 black Dominica 1720 at 97 10 dice booty 15 plunder crew Roberts and Anstis",
        "Purchase Column: black 8-pounders, black guns, cost ",
        "Buried Treasure, History, cost 0: own vessel at ",
        "Discard Pile 2, on top Sea Rovers", "discarded: Boucaniers, Sea Rovers",
        "2 face up face up: Santa Marta 1677, La Guaira 1680",
        "2 x Broadside Instant - +4 to an own Combat Roll",
        "38 Revenge black vessel 2 Sloop of Bonnet, strength 1, moves for 1, die +3",
    ):  # fmt: skip
        assert needed in text


def test_hidden_cards_are_told_to_nobody_else():
    engine = table(SHIPS, hand="38 84", hands={1: "57 92"})
    assert "hand of A" in told(engine, 0)
    assert "Favourable Current" in told(engine, 0)
    assert "hand of B" not in told(engine, 0)
    assert "Favourable Current" not in told(engine, 1)
    assert "hand of A" in told(engine)
    assert "hand of B" in told(engine)
    assert "to draw:" in told(engine)
    assert "to draw:" not in told(engine, 0)


def test_what_is_known_of_a_hand_is_told():
    engine = table(hand="57", column="53 40 90", phase=Phase.DRAW, decision=Decision.DRAW)
    act(engine, "card 53")
    assert "known in hand: black 8-pounders" in told(engine, 1)
    assert "known in hand" not in told(engine, 0)


@pytest.mark.rule("HAV-R26")
def test_nobody_else_is_told_who_is_asked():
    engine = act(table(SHIPS, hand="82", hands={1: "92"}, supply=20), "card 82", "target 1 0")
    assert "B (you) may negate Hurricane of A" in told(engine, 1)
    assert "B may negate" in told(engine)
    text = told(engine, 0)
    assert "may negate" not in text
    assert "In the turn of A cards may be played." in text
    assert "Being played: Hurricane of A" in text


@pytest.mark.parametrize(
    ("setting", "label", "text"),
    [
        ({"hand": "36", "unspent": 6}, "card 36",
         "A brings Royal Fortune to the table for 6 pieces of eight"),
        ({"hand": "51"}, "card 51", "A brings black 4-pounders to the table for 1 piece of eight"),
        ({"hand": "69"}, "card 69", "A moves the Haven to Roatán for 2 pieces of eight"),
        ({"hand": "82"}, "card 82",
         "A plays Hurricane for 4 pieces of eight: rival vessel at sea: save 3, or damage"),
        ({"hand": "101"}, "card 101", "A plays Tavern Gossip: draw 2 cards"),
        ({}, "move 1", "A sets sail with Brigantine for 2 pieces of eight"),
        ({}, "move 0", "A moves Queen Anne's Revenge for 3 pieces of eight"),
        ({}, "secure 0", "A secures 8 pieces of eight and gives up Queen Anne's Revenge"),
        ({}, "burn_vessel 0", "A burns Queen Anne's Revenge with all aboard"),
        ({}, "burn_part 1 captain", "A burns John Coxon of slot 1"),
        ({}, "pass", "A ends the Action phase"),
        ({"hand": "57", "phase": Phase.DISCARD, "decision": Decision.DISCARD}, "card 57",
         "A discards Boucaniers"),
        ({"phase": Phase.DRAW, "decision": Decision.DRAW}, "replace_column",
         "A pays 5 pieces of eight for a new Purchase Column"),
        ({"phase": Phase.DRAW, "decision": Decision.DRAW, "discard": "61"}, "draw_discard",
         "A takes Sea Rovers from the Discard Pile"),
        ({"phase": Phase.DRAW, "decision": Decision.DRAW, "column": "53 38 90"}, "card 53",
         "A buys black 8-pounders for 2 pieces of eight"),
    ],
)  # fmt: skip
def test_actions_in_words(setting, label, text):
    ships = SHIPS | ({"0.2": "- 45 - -; port"} if setting.get("hand") == "51" else {})
    assert words(table(ships, **setting), label) == text


def test_a_move_and_a_battle_in_words():
    engine = table(
        {"0.0": "18 45 52 61; 65; 0", "1.0": "10 33 46 -; 66; 9"},
        rows={0: "22 1 2 3"}, dice="1, 6,6,6,6,6,6, 1,1,1,1", hands={1: ""},
    )  # fmt: skip
    act(engine, "move 0")
    assert "A moves Sloop up to 4 spaces." in told(engine)
    assert words(engine, "hex 65") == (
        "A stops at Windward Passage (65): 0 spaces, where Windward Passage (Whydah) 1717 waits; "
        "1 to the Haven"
    )
    act(engine, "hex 65")
    assert words(engine, "target 1 0") == "A attacks B's Bark: 6 dice against 4"
    assert words(engine, "pass") == "A attacks nobody"
    act(engine, "target 1 0")
    assert "Battle: A's Sloop (6 dice) against B's Bark (4 dice), round 1." in told(engine)
    assert words(engine, "offer 5") == "B offers 5 pieces of eight for safe passage"
    assert words(engine, "pass") == "B offers nothing"
    act(engine, "offer 5")
    assert "A is offered 5 pieces of eight for safe passage." in told(engine)
    assert words(engine, "accept") == "A agrees to the Parley"
    act(engine, "refuse")
    assert "last roll 36 to 4" in told(engine)
    assert words(engine, "fight_on") == "A presses it home"
    assert words(engine, "break_off") == "A withdraws"


def test_an_attack_in_words():
    engine = table({"0.0": "9 34 46 57; 69; 0"}, rows={0: "0 13 20 31"},
                   dice=", ".join("1" * 7 + "2" * 6))  # fmt: skip
    assert words(engine, "attempt 0 1") == (
        "A attempts Santa Marta 1677 with Brigantine: 7 dice against 6, for 6 pieces of eight"
    )
    act(engine, "attempt 0 1")
    assert "A takes damage on Brigantine: guns or crew?" in told(engine)
    assert words(engine, "lose_guns") == "A loses red 4-pounders"
    act(engine, "lose_crew")
    assert "A fights on against Santa Marta 1677, or withdraws?" in told(engine)
    assert words(engine, "break_off") == "A withdraws"


def test_every_card_has_its_words():
    tables = TABLES.load()
    facts = [card_facts(tables, card) for card in range(102)]
    assert all(facts)
    assert card_name(tables, 35) == "Queen Anne's Revenge"
    assert facts[78] == "rival vessel at sea: save 4, or it cannot move for 1 Upkeep"
    assert facts[90] == "own vessel at Isle of Pines (28): 2 dice of booty"
    assert facts[99] == "-3 spaces to a rival's move"
    with pytest.raises(IndexError):
        card_name(tables, 102)


@pytest.mark.parametrize("players", GAME.seats)
def test_every_position_and_action_of_lively_games_has_words(players):
    engine = deal(GAME, seed=players, players=players, start_haven_mode=1)
    blocks = set()
    for k, s in enumerate(voyage(engine, 900, seed=players)):
        new = {GAME.actions.parse(action)[0] for action in engine.legal()} - blocks
        if new or k % 29 == 0:
            text = engine.describe(0, s.seat)
            assert max(map(len, text.split("\n"))) < 130
            assert "{" not in text
            for action in engine.legal():
                line = engine.describe_action(0, action, None)
                assert line.startswith("ABCD"[s.seat] + " ")
                assert "nothing" not in line or "offers" in line
        blocks |= new
    assert len(blocks) > 12


def test_the_end_is_told():
    engine = deal(GAME, players=2, timed=1, timed_rounds=5, start_player=0)
    while not engine.record().over:
        engine.step(engine.uniform())
    assert "The game is over. " in told(engine, 1)
    winners = int((engine.final_ranks[0] == 1).sum())
    assert (" wins." if winners == 1 else " share the win.") in told(engine, 1)
