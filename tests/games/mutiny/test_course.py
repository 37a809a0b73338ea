"""The course of the game: MUT-3."""

import pytest

from piracy_env.games.mutiny import GAME
from piracy_env.games.mutiny.state import End, Phase
from tests.games.mutiny.positions import active, face_up, table
from tests.scenario import act, deal, expect, labels, refuses


@pytest.mark.rule("MUT-3.1")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_turns_go_round_clockwise(players):
    engine = deal(GAME, players=players, first_player=1)
    seats = []
    for _ in range(2 * players):
        seats.append(active(engine))
        act(engine, engine.legal()[0])
    assert "".join(seats) == ("ABCDE"[:players] * 3)[1 : 1 + 2 * players]


@pytest.mark.rule("MUT-3.2")
def test_a_turn_is_exactly_one_action():
    engine = table("[A4 B2] [B3 A2]", display="S02 S13")
    assert "pass" not in labels(engine)
    act(engine, "capture slot 0 with 4")
    assert active(engine) == "B"
    expect(engine, turns=1)
    refuses(engine, "pass")


@pytest.mark.rule("MUT-3.2")
def test_the_four_actions():
    names = [block.name for block in GAME.actions.blocks]
    assert names == ["assemble", "capture", "mutiny", "ransom", "booty", "pass"]


@pytest.mark.rule("MUT-3.3")
def test_slots_stay_empty_until_all_four_are():
    engine = table(
        "[A4 B2] [B5 C2] [C3 D2] [D4 A2]", display="S01 S02 R01 -", deck="S03 S04 S05 S06 S07"
    )
    act(engine, "capture slot 0 with 4")
    assert face_up(engine) == "- S02 R01 -"
    act(engine, "capture slot 2 with 5")
    assert face_up(engine) == "- S02 - -"
    act(engine, "capture slot 1 with 3")
    assert face_up(engine) == "S03 S04 S05 S06"


@pytest.mark.rule("MUT-3.4")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_game_lasts_five_displays_of_four(players):
    engine = deal(GAME, players=players)
    refills, deck = 0, 16
    while not engine.record().over:
        engine.step(engine.uniform())
        refills += engine.record().deck_len < deck
        deck = engine.record().deck_len
    expect(engine, claimed=20, end_reason=End.ALL_CARDS)
    assert refills == 4


@pytest.mark.rule("MUT-3.5")
def test_the_last_card_stops_the_game_in_the_middle_of_a_round():
    engine = table("[B5 C2]", display="S02", deck="", turn="B", fields={"turns": 30})
    act(engine, "capture slot 0 with 5")
    expect(engine, phase=Phase.OVER, over=1, end_reason=End.ALL_CARDS, turns=31, seat=1)
    assert engine.legal() == []
