"""The phases of a turn: HAV-2."""

import numpy as np
import pytest

from piracy_env.games.havens.state import NONE, Decision, Phase
from piracy_env.games.havens.tables import CARD_KEYS, SECTION_KEYS
from tests.games.havens.positions import (
    asked,
    cards,
    discards,
    hand,
    is_legal,
    money,
    ship,
    table,
)
from tests.scenario import act, expect, labels, refuses

DRAWING = {"phase": Phase.DRAW, "decision": Decision.DRAW}
DISCARDING = {"phase": Phase.DISCARD, "decision": Decision.DISCARD}
REFILLING = {"phase": Phase.REFILL, "decision": Decision.REFILL}


def phase(engine):
    """The phase in words."""
    return Phase(engine.states.phase[0]).name


@pytest.mark.rule("HAV-2.1")
def test_seven_phases_in_order():
    engine = table(
        {"0.0": "18 45 - -; 80; 0; wild 76 1"}, hand="1 2 3 4 5 6 7", unspent=4, **DRAWING
    )
    assert phase(engine) == "DRAW"
    act(engine, "draw_pile")
    assert phase(engine) == "ACTION"
    act(engine, "pass")
    assert phase(engine) == "DISCARD"
    assert discards(engine) == "76", "Upkeep comes before Discard"
    act(engine, "card 1", "card 2", "card 3")
    assert phase(engine) == "REFILL"
    act(engine, "draw_pile", "draw_pile", "draw_pile")
    assert (phase(engine), asked(engine)) == ("DRAW", "1 DRAW")
    assert money(engine, 0) == (10, 0), "spent pieces are reclaimed in the own turn only"


@pytest.mark.rule("HAV-2.3", "HAV-2.7")
def test_one_of_five_options_must_be_taken():
    engine = table(hand="1", discard="50", column="2 3 4", draw="57", **DRAWING)
    assert labels(engine) == [
        *("card 2", "card 3", "card 4"),
        *("draw_pile", "draw_discard", "draw_attack", "replace_column"),
    ]
    act(engine, "draw_pile")
    assert hand(engine) == "1 57"
    assert engine.states.known[0, 0].sum() == 0
    assert phase(engine) == "ACTION", "and only one of them"


@pytest.mark.rule("HAV-2.4")
def test_a_bought_card_costs_two():
    engine = act(table(unspent=2, column="2 3 4", **DRAWING), "card 3")
    assert (hand(engine), money(engine)) == ("3", (10, 0))
    expect(engine, column=[2, NONE, 4])


@pytest.mark.rule("HAV-2.6")
def test_after_replacing_a_card_may_be_drawn_instead():
    engine = table(column="2 3 4", draw="5 6 7 57", **DRAWING)
    act(engine, "replace_column", "draw_pile")
    assert hand(engine) == "57"
    expect(engine, column=[5, 6, 7], unspent=[5])


@pytest.mark.rule("HAV-2.11")
def test_actions_any_number_of_times_in_any_order():
    ships = {"0.0": "9 34 46 57; 69; 0", "0.1": "18 45 - -; 72; 6"}
    engine = table(
        ships, supply=30, hand="69 76 22 44 62 101", rows={0: "13"},
        dice="6 6 6 6 6 6 6 1 1 1 1 1 1  1",
    )  # fmt: skip
    act(engine, "card 22", "slot 2", "attempt 0 0", "pass", "card 76", "slot 0")
    act(engine, "card 44", "slot 2", "secure 1", "card 101", "card 62", "slot 2")
    act(engine, "move 0", "hex 69", "burn_part 2 crew", "card 69", "move 2", "hex 24", "pass")
    assert phase(engine) == "DISCARD"
    assert ship(engine, "0.2") == "22 44 - -; 24; 0"


@pytest.mark.rule("HAV-2.12", "HAV-R36")
def test_expired_wild_cards_go_in_order():
    ships = {
        "0.0": "18 45 - -; 80; 0; wild 79 1; wild 77 1",
        "0.1": "22 44 - -; 81; 0; wild 76 2; wild 78 1",
        "1.0": "9 34 - -; 69; 0; wild 76 1",
    }
    engine = act(table(ships, hand="1"), "pass")
    assert discards(engine) == "78 77 79"
    assert engine.states.wild[0, 0].tolist() == [[NONE, NONE], [76, NONE], [NONE, NONE]]
    assert engine.states.wild_ttl[0, 0].tolist() == [[0, 0], [1, 0], [0, 0]]
    assert engine.states.wild_ttl[0, 1, 0, 0] == 1


@pytest.mark.rule("HAV-2.13")
def test_with_an_empty_hand_nothing_is_discarded():
    engine = act(table(), "pass")
    assert asked(engine) == "0 REFILL"
    expect(engine, discards=0, disc_n=0)


@pytest.mark.rule("HAV-2.14")
@pytest.mark.parametrize(("unspent", "more"), [(1, 0), (2, 1), (3, 1), (4, 2), (9, 2)])
def test_further_discards_cost_two_each(unspent, more):
    engine = act(table(hand="1 2 3 4 5", unspent=unspent, **DISCARDING), "card 1")
    done = 0
    while asked(engine) == "0 DISCARD_MORE":
        assert is_legal(engine, "pass")
        act(engine, f"card {cards(engine)[0]}")
        done += 1
    assert done == more
    assert money(engine) == (10, unspent - 2 * more)


@pytest.mark.rule("HAV-2.15")
def test_the_hand_is_refilled_to_eight():
    engine = table(hand="1 2 3 4 5", unspent=10, column="6 7 8", **REFILLING)
    act(engine, "card 6", "card 7", "card 8")
    assert hand(engine) == "1 2 3 4 5 6 7 8"
    assert money(engine) == (10, 4)
    assert engine.states.known[0, 0, 6:9].tolist() == [1, 1, 1]
    engine = table(hand="1 2 3 4 5 6 7", unspent=1, column="8 9 10", **REFILLING)
    assert labels(engine) == ["draw_pile"], "buying needs two pieces, and drawing is no choice"


@pytest.mark.rule("HAV-2.16")
def test_a_large_hand_is_neither_refilled_nor_cut_down():
    engine = table(hand="0 1 2 3 4 5 6 7 8 9", unspent=0, **DISCARDING)
    act(engine, "card 0")
    assert asked(engine) == "1 DRAW"
    assert hand(engine) == "1 2 3 4 5 6 7 8 9"


@pytest.mark.rule("HAV-2.17", "HAV-2.18", "HAV-R35")
def test_the_column_is_filled_in_the_last_phase():
    engine = table(hand="1 2 3 4 5 6 7", column="57 57 9", draw="10 11 12")
    act(engine, "pass", "card 1", "pass")
    act(engine, "card 57")
    expect(engine, column=[NONE, 57, 9])
    act(engine, "draw_pile")
    expect(engine, column=[11, 57, 9])


@pytest.mark.rule("HAV-2.19")
@pytest.mark.filterwarnings("ignore::piracy_env.errors.TableWarning")
def test_with_both_piles_empty_draws_are_skipped():
    few = dict.fromkeys((*range(6), *range(24, 30), *range(46, 50), *range(84, 100)), 1)
    few |= {46: 2, 47: 2, 48: 1, 49: 1, 56: 2, 57: 3, 58: 1, 76: 2, 77: 2, 78: 2, 79: 2}
    box = {
        section: {key: {"copies": few.get(CARD_KEYS.index(key), 0)} for key in keys}
        for section, keys in SECTION_KEYS.items()
        if section != "havens"
    }
    ships = {
        "0.0": "0 24 46 56; 80; 0; wild 76 3; wild 77 3", "0.1": "1 25 46 56; 81; 0; wild 79 3",
        "1.0": "2 26 47 57; 69; 0; wild 76 3; wild 77 3", "1.1": "3 27 47 57; 68; 0",
        "2.0": "4 28 48 57; 67; 0; wild 78 3; wild 79 3", "2.1": "5 29 49 58; 58; 0; wild 78 3",
    }  # fmt: skip
    engine = table(
        ships, players=3, column="67 68 69", unspent=1, options={"tables": box}, **REFILLING,
        hands={0: "70 71 72 73 74 75 84", 1: "85 86 87 88 89 90 91 92 93 94 95 96", 2: "97 98 99"},
    )  # fmt: skip
    expect(engine, draw_n=0, disc_n=0)
    assert labels(engine) == ["pass"]
    act(engine, "pass")
    expect(engine, column=[67, 68, 69])
    assert asked(engine) == "1 DRAW"
    assert labels(engine) == ["draw_attack", "replace_column"], "which discards the old one"


@pytest.mark.rule("HAV-2.20")
def test_an_attack_drawn_from_a_shuffled_pile():
    engine = table(
        players=4, rows={0: "0 1 2 3", 1: "4 5 6 7", 2: "8 9 10 11", 3: "12 13 14 15"},
        face_up=" ".join(map(str, range(16, 36))), **DRAWING,
    )  # fmt: skip
    expect(engine, apile_n=0, abot_n=20)
    act(engine, "draw_attack")
    expect(engine, apile_n=19, abot_n=0)
    drawn = int(engine.states.bt.attack[0])
    assert sorted([drawn, *engine.states.apile[0, :19].tolist()]) == list(range(16, 36))
    act(engine, "pass")
    expect(engine, abot=[drawn], abot_n=1)


@pytest.mark.rule("HAV-2.21", "HAV-10.22")
def test_gossip_between_turns_is_asked_clockwise_from_the_next_player():
    engine = table(players=3, hand="1", hands={0: "1", 1: "101 2 3", 2: "101 4"}, unspent=0)
    act(engine, "pass", "card 1", *["draw_pile"] * 8)
    assert asked(engine) == "1 WINDOW_BETWEEN"
    act(engine, "card 101")
    assert len(hand(engine, 1).split()) == 4
    assert asked(engine) == "2 WINDOW_BETWEEN"
    act(engine, "pass")
    assert asked(engine) == "1 DRAW"


@pytest.mark.rule("HAV-9.7")
def test_a_card_played_between_turns_on_an_empty_discard_pile():
    engine = table(hands={1: "101 2"}, hand="")
    act(engine, "pass", *["draw_pile"] * 8)
    expect(engine, disc_n=0)
    act(engine, "card 101")
    assert discards(engine) == "101"


@pytest.mark.rule("HAV-2.9")
def test_declining_the_attack_leaves_the_row():
    engine = table(rows={0: "0 1 2 3"}, attacks="20 21", **DRAWING)
    act(engine, "draw_attack")
    assert labels(engine) == ["pass", "row 0", "row 1", "row 2", "row 3"]
    assert engine.states.bt.attack[0] == 20
    act(engine, "pass")
    assert np.array_equal(engine.states["row"][0, 0], [0, 1, 2, 3])
    assert engine.states.bt.attack[0] == NONE
    refuses(engine, "draw_attack")
