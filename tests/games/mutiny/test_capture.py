"""Capturing: MUT-5."""

import pytest

from piracy_env.games.mutiny import GAME
from piracy_env.games.mutiny.state import Phase, Place
from tests.games.mutiny.positions import (
    active,
    booty,
    cards,
    ducats,
    face_up,
    layout,
    owned,
    place_of,
    table,
)
from tests.scenario import act, expect, labels, refuses


@pytest.mark.rule("MUT-5.1")
@pytest.mark.parametrize(("slot", "key"), [*enumerate(["S05", "R02", "M01", "S13"])])
def test_any_face_up_card_of_any_type(slot, key):
    engine = table("[A2 B2 C2 D2 B3 C3]", display="S05 R02 M01 S13")
    act(engine, f"capture slot {slot} with 2")
    if engine.record().phase == Phase.BOOTY:
        act(engine, engine.legal()[0])
    assert owned(engine, "A") == key
    assert face_up(engine).count("-") == 1


@pytest.mark.rule("MUT-5.1")
def test_an_empty_slot_cannot_be_boarded():
    refuses(table("[A2 B2]", display="S01 - S02"), "capture slot 1 with 2", "capture slot 3 with 2")


@pytest.mark.rule("MUT-5.2")
def test_a_single_cannot_board():
    assert labels(table(display="S01 S02 R01"), "capture") == []


@pytest.mark.rule("MUT-5.3")
def test_only_the_captains_owner_captures():
    layout_ = "[B2 A2 A3] [C2 A4]"
    assert labels(table(layout_, display="S01 S02"), "capture") == []
    assert len(labels(table(layout_, display="S01 S02", turn="B"), "capture")) == 2


@pytest.mark.rule("MUT-5.4")
def test_the_minimum_must_be_reached_and_may_be_exceeded():
    three = table("[A2 B2 C2]", display="S01 S03 S06")
    assert labels(three, "capture") == ["capture slot 0 with 2", "capture slot 1 with 2"]


@pytest.mark.rule("MUT-5.5", "MUT-5.17")
def test_the_whole_party_boards_and_goes_home_as_singles():
    engine = table("[A2 B2 C2 D2] [C3 D3]", display="S01 S13")
    act(engine, "capture slot 0 with 2")
    assert layout(engine) == "[C3 D3]"
    assert ducats(engine) == "4 7 7 7"  # also those beyond the minimum of two are paid
    assert "assemble 2 onto 2 of left 1" in labels(engine)  # at once ready for use


@pytest.mark.rule("MUT-5.6")
def test_tokens_first_then_ducats_then_wages():
    engine = table("[A3 B5 C?]", display="S03 S13")
    act(engine, "capture slot 0 with 3")
    expect(engine, phase=Phase.BOOTY, ducats=[5, 5, 5, 5])
    act(engine, "take rum")
    assert (booty(engine, "A"), booty(engine, "B"), booty(engine, "C")) == ("rum", "saber", "")
    assert ducats(engine) == "5 10 8 5"


@pytest.mark.rule("MUT-5.7")
@pytest.mark.parametrize("kind", ["chest", "anchor"])
def test_the_captain_chooses_a_token(kind):
    engine = table("[A2 B2 C2 D2]", display="S06 S13")
    act(engine, "capture slot 0 with 2")
    assert labels(engine) == ["take chest", "take anchor"]
    assert active(engine) == "A"
    assert booty(act(engine, f"take {kind}"), "A") == kind


@pytest.mark.rule("MUT-5.8")
def test_the_mate_gets_the_other_token():
    engine = table("[A2 C2 B2 D2]", display="S06 S13")
    act(engine, "capture slot 0 with 2", "take chest")
    assert booty(engine, "C") == "anchor"


@pytest.mark.rule("MUT-5.9")
def test_a_single_token_goes_to_the_captain():
    engine = act(table("[A2 C2]", display="S01 S13"), "capture slot 0 with 2")
    assert [booty(engine, seat) for seat in "ABCD"] == ["saber", "", "", ""]


@pytest.mark.rule("MUT-5.10")
def test_the_cards_ducats_come_before_the_wages():
    engine = table("[A2 C5]", display="S02 S13", ducats="0 5 5 5")
    act(engine, "capture slot 0 with 2")
    assert ducats(engine) == "2 5 10 5"
    assert owned(engine, "A") == "S02"


@pytest.mark.rule("MUT-5.11")
def test_each_pirate_of_another_player_earns_its_face():
    engine = table("[A? B2 C3 D4 B5]", display="S11 S13")
    act(engine, "capture slot 0 with ?", "take chest")
    assert ducats(engine) == "12 12 8 9"


@pytest.mark.rule("MUT-5.12")
@pytest.mark.parametrize(("key", "pay"), [("S01", 6), ("S02", 4), ("R01", 5)])
def test_the_unknown_face_earns_what_the_card_says(key, pay):
    engine = act(table("[A2 B?]", display=f"{key} S13"), "capture slot 0 with 2")
    assert engine.record().ducats[1] == 5 + pay


@pytest.mark.rule("MUT-5.13")
def test_own_pirates_are_not_paid():
    engine = act(table("[A2 A5 A? A4 B2]", display="S01 S13"), "capture slot 0 with 2")
    assert ducats(engine) == "8 7 5 5"


@pytest.mark.rule("MUT-5.14")
def test_the_supply_pays_what_is_missing():
    engine = table("[A2 B5 C5]", display="S03 S13", ducats="1 5 5 5")
    act(engine, "capture slot 0 with 2", "take rum")
    assert ducats(engine) == "0 10 10 5"


@pytest.mark.rule("MUT-5.15")
def test_who_pays_all_wages_keeps_the_card():
    engine = table("[A2 B5 C5]", display="S03 S13", ducats="2 5 5 5")
    act(engine, "capture slot 0 with 2", "take rum")
    assert place_of(engine, "S03") == Place.KEPT
    expect(engine, claimed=1)


@pytest.mark.rule("MUT-5.16")
def test_one_ducat_of_the_supply_loses_the_card():
    engine = table("[A2 B5 C5]", display="S03 S13", ducats="1 5 5 5")
    act(engine, "capture slot 0 with 2", "take rum")
    assert place_of(engine, "S03") == Place.DISCARDED
    expect(engine, claimed=1)


@pytest.mark.rule("MUT-5.18")
def test_new_cards_come_after_the_fourth():
    engine = table("[A2 B2] [B3 C3]", display="S01 - - S02", deck="S04 S05 S06 S07 S08 S09")
    act(engine, "capture slot 3 with 2")
    assert face_up(engine) == "S01 - - -"
    act(engine, "capture slot 0 with 3")
    assert face_up(engine) == "S04 S05 S06 S07"
    expect(engine, deck_len=2, deck=[*cards("S08 S09"), -1])


def test_the_choice_of_a_token_belongs_to_the_same_turn():
    engine = act(table("[A2 B2 C2 D2]", display="S06 S13"), "capture slot 0 with 2")
    expect(engine, turns=0, pend_top=0, pend_slot=0, pend_mult=1)
    act(engine, "take anchor")
    expect(engine, turns=1, pend_top=-1, pend_slot=-1, pend_mult=-1)
    assert GAME.phases(engine.record().phase) == Phase.TURN
