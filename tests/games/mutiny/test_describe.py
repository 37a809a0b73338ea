"""Positions and actions in words."""

import pytest

from piracy_env.games.mutiny import GAME
from tests.games.mutiny.positions import table
from tests.scenario import act, deal


def words(engine, label):
    action = GAME.actions.id(label)
    assert action in engine.legal()
    return engine.describe_action(0, action)


@pytest.mark.parametrize("seat", [0, 1, None])
def test_a_position_tells_all_that_is_needed(seat):
    engine = table(
        "[A3 B5 C?] [D2 A4]",
        display="S07 - M01",
        deck="S02 S01",
        ducats="12 0 5 7",
        spot="D",
        kept={"B": "S04 R01"},
        tokens={"A": "rum wheel wheel"},
    )
    text = " ".join(engine.describe(0, seat).split())
    for needed in (
        "0 S07 Bishop's Bark ship 4+ 16 6 relics, wheel 2",
        "1 -",
        "wheel, anchor (captain: both)",
        "[A3 B5 C?]",
        "[D2 A4]",
        "1 rum, 2 wheel",
        "S04 R01: 2 wheels and 1 anchor",
        "The black spot lies in front of D",
        "Discarded: S03 S05",
        "0: 2, 1: 4, 2: 6, 3: 10, 4+: 15",
    ):
        assert needed in text
    assert ("next first: S02 S01" in text) == (seat is None)
    assert ("unknown order: S01 S02" in text) == (seat is not None)


def test_phases_in_words():
    engine = act(table("[A3 B5 C? A2]", display="S07 S01"), "capture slot 0 with 3")
    assert (
        "A boards S07 Bishop's Bark with [A3 B5 C? A2]: take relics or wheel? B"
        in engine.describe(seat=None)
    )
    engine = table("[B4 A3 C5 D2]", display="S06 S13")
    act(engine, "mutiny against 4 of left 1 for slot 0")
    assert "in a mutiny with [A3 B4 C5 D2]: take chest or anchor?" in engine.describe(0, 3)
    engine = table("[B5 A4 C2] [B3 A2] [C3 A3 D2] [D3 A5 A?]", display="S13")
    assert "none: all its pirates serve others" in engine.describe(0, 0)
    assert "A (you) has ransomed A4" in act(engine, "ransom 4").describe(0, 0)


def test_the_end_in_words():
    engine = table("[A4 B2]", display="S02", deck="", ducats="10 30 20 5")
    act(engine, "capture slot 0 with 4")
    text = engine.describe(seat=None)
    assert "The game is over: all cards are boarded. B wins." in text
    assert "32 (1st)" in text


@pytest.mark.parametrize(
    ("position", "label", "text"),
    [
        (
            {"layout": "[A2 C2] [B5 D3]"},
            "assemble 2 onto 5 of left 1",
            "A puts [A2 C2] onto [B5 D3]: a party of 4",
        ),
        (
            {"layout": "[A3 B5 C? A2]", "display": "S07"},
            "capture slot 0 with 3",
            "A captures S07 Bishop's Bark with [A3 B5 C? A2]: gains 16 ducats, "
            "pays B 5 and C 6; keeps the card and has 10 left",
        ),
        (
            {"layout": "[A2 B5 C5 D5 B4]", "display": "S03"},
            "capture slot 0 with 2",
            "A captures S03 Grog Ketch with [A2 B5 C5 D5 B4]: gains 8 ducats, "
            "pays B 9, C 5 and D 5; the card is lost, 0 left",
        ),
        (
            {"layout": "[B4 A3 C5 D2]", "display": "S06", "spot": "B"},
            "mutiny against 4 of left 1 for slot 0",
            "A mutinies against B, black spot to A, and boards S06 Toll Brig with [A3 B4 C5 D2]: "
            "gains 13 ducats, pays B 8, C 10 and D 4; the card is lost, 0 left",
        ),
        (
            {"layout": "[B5 A4] [C3 A2 A3] [D3 A5 A?]", "display": "S13", "ducats": "3 5 5 5"},
            "ransom 3",
            "A ransoms A3 from C for 5 ducats (2 from the supply)",
        ),
        (
            {"layout": "[A2 C2] [B2 C3 B3 C4 B4 C5 B5 C? B?]", "display": "S12", "players": 3},
            "pass",
            "A passes: nothing else is possible",
        ),
    ],
)
def test_actions_in_words(position, label, text):
    engine = table(**position)
    assert words(engine, label) == text
    act(engine, label)


def test_taking_a_token_in_words():
    engine = act(table("[A3 B5 C? A2]", display="S07 S01"), "capture slot 0 with 3")
    assert words(engine, "take wheel") == (
        "A takes the wheel token; B as mate gets the relics token"
    )


@pytest.mark.parametrize("players", [3, 5])
def test_every_action_of_a_game_has_words_in_lines_that_fit(players):
    engine = deal(GAME, players=players, seed=4)
    while not engine.record().over:
        for action in engine.legal():
            assert len(engine.describe_action(0, action)) < 200
        assert max(map(len, engine.describe(0, 0).splitlines())) < 180
        engine.step(engine.uniform())
