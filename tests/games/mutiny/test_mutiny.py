"""Mutiny and the black spot: MUT-6 and MUT-8."""

import pytest

from piracy_env.games.mutiny import GAME
from piracy_env.games.mutiny.state import Place
from tests.games.mutiny.positions import (
    active,
    booty,
    ducats,
    ended,
    face_up,
    layout,
    owned,
    place_of,
    spot,
    table,
)
from tests.scenario import act, deal, expect, labels, refuses


def ship(purse="20 5 5 5", **setup):
    """B's party holds A3; the Toll Brig needs four pirates."""
    return table("[B4 A3 C5 D2]", display="S06 S13", ducats=purse, **setup)


UP = "mutiny against 4 of left 1 for slot 0"


@pytest.mark.rule("MUT-6.1", "MUT-8.2")
def test_the_victim_gets_the_black_spot():
    assert spot(ship()) == "-"
    assert spot(act(ship(), UP)) == "B"


@pytest.mark.rule("MUT-6.2")
def test_the_party_must_hold_an_own_pirate():
    engine = table("[B4 A3 C5 D2] [B5 C2 C3 D3]", display="S06 S13")
    assert labels(engine, "mutiny") == [UP]


@pytest.mark.rule("MUT-6.2")
def test_an_own_party_cannot_be_mutinied_against():
    assert labels(table("[A4 A3 C5 D2]", display="S06 S13"), "mutiny") == []


@pytest.mark.rule("MUT-6.3")
def test_the_mutineer_becomes_captain_and_the_captain_mate():
    assert layout(act(ship(), UP)) == "[A3 B4 C5 D2]"
    deep = table("[B4 C5 D2 A3]", display="S06 S13")
    assert layout(act(deep, UP)) == "[A3 B4 C5 D2]"


@pytest.mark.rule("MUT-6.4")
def test_the_party_boards_in_the_same_turn():
    engine = act(ship(), UP, "take chest")
    assert face_up(engine) == "- S13 - -"
    expect(engine, turns=1, claimed=1)
    assert active(engine) == "B"


@pytest.mark.rule("MUT-6.4")
def test_only_a_card_within_reach():
    refuses(
        ship(), "mutiny against 4 of left 1 for slot 1", "mutiny against 4 of left 1 for slot 2"
    )


@pytest.mark.rule("MUT-6.5")
def test_the_mutineer_chooses_and_the_mate_gets_the_rest():
    engine = act(ship(), UP)
    assert (active(engine), labels(engine)) == ("A", ["take chest", "take anchor"])
    act(engine, "take anchor")
    assert (booty(engine, "A"), booty(engine, "B")) == ("anchor", "chest")
    one = act(table("[B4 A3]", display="S01 S13"), UP)
    assert (booty(one, "A"), booty(one, "B")) == ("saber", "")


@pytest.mark.rule("MUT-6.6")
def test_ducats_come_before_the_wages():
    engine = act(ship("9 5 5 5"), UP, "take chest")
    assert ducats(engine) == "0 13 15 9"  # 9 + 13 pays 22
    assert owned(engine, "A") == "S06"


@pytest.mark.rule("MUT-6.7")
def test_wages_are_double_for_the_unknown_face_too():
    engine = act(
        table("[B2 A2 C?]", display="R03 S13", ducats="20 0 0 0"),
        "mutiny against 2 of left 1 for slot 0",
        "take rum",
    )
    assert ducats(engine) == "23 4 4 0"


@pytest.mark.rule("MUT-6.8")
def test_with_help_of_the_supply_the_card_leaves_the_game():
    engine = act(ship("8 5 5 5"), UP, "take chest")
    assert ducats(engine) == "0 13 15 9"
    assert place_of(engine, "S06") == Place.DISCARDED


@pytest.mark.rule("MUT-6.9")
def test_paid_in_full_the_card_is_kept():
    assert owned(act(ship(), UP, "take chest"), "A") == "S06"


@pytest.mark.rule("MUT-6.10")
def test_all_pirates_go_home():
    assert layout(act(ship(), UP, "take chest")) == ""


@pytest.mark.rule("MUT-6.11")
def test_the_display_is_refilled_by_the_same_rule():
    last = table("[B4 A3]", display="S01", deck="S04 S05 S06 S07 S08")
    assert face_up(act(last, UP)) == "S04 S05 S06 S07"
    not_last = table("[B4 A3]", display="S01 S02", deck="S04 S05 S06 S07 S08")
    assert face_up(act(not_last, UP)) == "- S02 - -"


@pytest.mark.rule("MUT-6.12")
def test_without_a_strong_party_no_mutiny():
    assert labels(table("[B4 A3 C5]", display="S06 S13"), "mutiny") == []
    assert labels(table("[B4 A3 C5 D2]", display="S13 S12"), "mutiny") == []


@pytest.mark.rule("MUT-8.1")
@pytest.mark.parametrize("seed", range(4))
def test_the_spot_lies_beside_the_board_until_the_first_mutiny(seed):
    engine = deal(GAME, seed=seed)
    while spot(engine) == "-" and not engine.record().over:
        action = int(engine.uniform()[0])
        mutinies = GAME.actions.parse(action)[0] == "mutiny"
        engine.step([action])
        assert (spot(engine) != "-") == mutinies


@pytest.mark.rule("MUT-8.2")
def test_a_capture_or_an_assembly_leaves_the_spot_where_it_is():
    engine = act(table("[A4 B2]", display="S02 S13", spot="C"), "capture slot 0 with 4")
    assert spot(engine) == "C"
    assert spot(act(engine, "assemble 2 onto 2 of left 1")) == "C"


@pytest.mark.rule("MUT-8.3")
@pytest.mark.parametrize("holder", "ACD")
def test_each_mutiny_moves_the_spot_to_the_victim(holder):
    assert spot(act(ship(spot=holder), UP)) == "B"


@pytest.mark.rule("MUT-8.4")
def test_a_victim_with_the_spot_hands_it_to_the_mutineer():
    assert spot(act(ship(spot="B"), UP)) == "A"


@pytest.mark.rule("MUT-8.5", "MUT-10.14")
def test_the_spot_costs_ten_ducats_at_the_end():
    assert ended(ducats="30 30 30 30", spot="C").outcome()[0] == [30, 30, 20, 30]
