"""The scenarios S01 to S22: setup, turn, assembling, moving, Attacks, battles."""

import numpy as np
import pytest

from piracy_env.games.havens import GAME
from piracy_env.games.havens.state import NONE, Decision, Phase
from tests.games.havens.positions import (
    asked,
    cards,
    discards,
    hand,
    hexes,
    is_legal,
    money,
    reach,
    ship,
    strength,
    table,
    totals,
)
from tests.scenario import act, deal, expect, labels, refuses

DRAWING = {"phase": Phase.DRAW, "decision": Decision.DRAW}
SIX_SHIPS = "9 34 46 57; 69; 0"


@pytest.mark.rule("HAV-1.5", "HAV-1.7", "HAV-1.8", "HAV-1.9", "HAV-1.10")
@pytest.mark.parametrize(
    ("players", "draw_n", "apile_n"), [(2, 129, 28), (3, 120, 24), (4, 111, 20)]
)
def test_s01_and_s02_setup(players, draw_n, apile_n):
    engine = deal(GAME, players=players, start_player=1)
    expect(
        engine, supply=[10] * players, unspent=[10] * players, draw_n=draw_n, disc_n=0,
        apile_n=apile_n, abot_n=0, seat=1, round=1,
    )  # fmt: skip
    s = engine.record()
    assert [int(s.hand[seat].sum()) for seat in range(players)] == [8] * players
    assert all(attack < 36 for seat in range(players) for attack in s.row[seat])
    assert all(card != NONE for card in s.column)
    assert len(set(s.haven)) == players + (players < 4)
    assert set(s.haven) <= {64, 65, 66, 67, NONE}
    assert asked(engine) == "1 DRAW"


@pytest.mark.rule("HAV-2.2", "HAV-1.3")
def test_s03_spent_pieces_are_reclaimed():
    engine = table(supply=[14, 10], unspent=3, hands={0: "57", 1: "58"})
    act(engine, "pass", "card 57", *["draw_pile"] * 8)
    assert asked(engine) == "1 DRAW"
    assert money(engine) == (14, 3)
    act(engine, "draw_pile", "pass", f"card {cards_in_hand(engine, 1)}", "pass")
    act(engine, *["draw_pile"] * 7)
    assert asked(engine) == "0 DRAW"
    assert money(engine) == (14, 14)


def cards_in_hand(engine, seat):
    """The first card of a hand."""
    return hand(engine, seat).split()[0]


@pytest.mark.rule("HAV-2.4", "HAV-1.13", "HAV-2.17", "HAV-2.18", "HAV-R23")
def test_s04_a_card_of_the_column():
    engine = table(hand="0 1 2 3 4 5 6 7", column="53 38 88", **DRAWING)
    act(engine, "card 53")
    expect(engine, unspent=[8], column=[NONE, 38, 88])
    assert hand(engine) == "0 1 2 3 4 5 6 7 53"
    assert engine.states.known[0, 0, 53] == 1
    act(engine, "pass", "card 0")
    expect(engine, column=[NONE, 38, 88])
    act(engine, "pass")
    assert len(hand(engine).split()) == 8
    assert asked(engine) == "1 DRAW", "nothing was refilled"
    assert (engine.states.column[0] != NONE).all()


@pytest.mark.rule("HAV-2.5", "HAV-2.6", "HAV-R21")
def test_s05_a_new_column():
    eight = "0 1 2 3 4 5 6 7"
    engine = table(hand=eight, unspent=5, column="20 47 70", draw="12 35 93", **DRAWING)
    act(engine, "replace_column")
    expect(engine, unspent=[0], column=[12, 35, 93])
    assert discards(engine) == "70 47 20"
    assert labels(engine) == ["card 12", "card 35", "card 93", "draw_pile"]
    act(engine, "card 35")
    expect(engine, unspent=[0], phase=Phase.ACTION)
    assert hand(engine) == eight + " 35"
    refuses(table(hand=eight, unspent=4, column="20 47 70", **DRAWING), "replace_column")
    assert cards(table(hand=eight, unspent=2, column="20 47 70", **DRAWING)) == [20, 47, 70]
    assert cards(table(hand=eight, unspent=1, column="20 47 70", **DRAWING)) == []


@pytest.mark.rule("HAV-2.8", "HAV-1.13")
def test_s06_the_top_discard():
    engine = table(hand="0", discard="55 54", **DRAWING)
    act(engine, "draw_discard")
    assert hand(engine) == "0 55"
    assert discards(engine) == "54"
    assert engine.states.known[0, 0, 55] == 1
    seen = GAME.observation.slices.known_hands
    assert engine.observe(0, 1)[seen][55] == pytest.approx(1 / 3)
    refuses(table(hand="0", **DRAWING), "draw_discard")


@pytest.mark.rule("HAV-2.9", "HAV-2.10")
def test_s07_an_attack_card():
    def drawn():
        return act(table(hand="1", rows={0: "0 5 20 31"}, attacks="16", **DRAWING), "draw_attack")

    engine = drawn()
    assert asked(engine) == "0 ATTACK_SWAP"
    act(engine, "row 3")
    assert engine.states["row"][0, 0].tolist() == [0, 5, 20, 16]
    expect(engine, abot_n=1, abot=[31], phase=Phase.ACTION)
    assert hand(engine) == "1"
    engine = act(drawn(), "pass")
    assert engine.states["row"][0, 0].tolist() == [0, 5, 20, 31]
    expect(engine, abot_n=1, abot=[16])
    assert hand(engine) == "1"


@pytest.mark.rule("HAV-3.2", "HAV-3.3", "HAV-3.5", "HAV-3.6", "HAV-3.7", "HAV-3.8")
def test_s08_assembling():
    engine = table(supply=20, hand="12 35 54 62 0 57")
    refuses(engine, "card 54", "card 62", "card 57")
    act(engine, "card 12", "slot 0")
    assert money(engine) == (20, 16)
    refuses(engine, "card 54")
    act(engine, "card 62")
    assert labels(engine) == ["slot 0"]
    act(engine, "slot 0")
    assert money(engine) == (20, 13)
    act(engine, "card 35")
    assert labels(engine) == ["slot 0", "slot 1", "slot 2"]
    act(engine, "slot 0", "card 54", "slot 0")
    assert money(engine) == (20, 3)
    assert ship(engine, "0.0") == "12 35 54 62; port"
    refuses(engine, "card 0", "card 57")
    assert is_legal(engine, "move 0")
    assert strength(engine, 0) == 14


@pytest.mark.rule("HAV-3.1", "HAV-3.14")
def test_s09_three_vessels_at_most():
    engine = table(
        {"0.0": "18 43 - -; 80; 0", "0.1": "9 34 - -; 81; 0", "0.2": "- 45 - -; port"},
        hand="0 19 35",
    )
    refuses(engine, "card 0", "card 35")
    act(engine, "card 19")
    assert labels(engine) == ["slot 2"]


@pytest.mark.rule("HAV-4.1", "HAV-4.2", "HAV-4.5", "HAV-R3", "HAV-R4")
def test_s10_blackbeard_sets_sail():
    engine = table({"0.0": "12 35 - -; port"}, unspent=5, dice="3")
    act(engine, "move 0")
    assert money(engine) == (10, 2)
    assert (len(hexes(engine)), reach(engine)) == (57, 5)
    assert is_legal(engine, "hex 72")


@pytest.mark.rule("HAV-4.5", "HAV-4.8", "HAV-4.9")
def test_s11_another_captain_and_a_vessel_in_the_way():
    engine = table({"0.0": "22 38 - -; port", "1.0": "7 33 - -; 65; 0"}, dice="1")
    act(engine, "move 0")
    assert (len(hexes(engine)), reach(engine)) == (37, 4)
    refuses(engine, "hex 65")
    assert is_legal(engine, "hex 66")


@pytest.mark.rule("HAV-4.11")
@pytest.mark.parametrize(
    ("start", "goal", "far"), [(27, 28, 2), (55, 56, 2), (76, 69, 2), (14, 18, 5)]
)
def test_s12_barriers(start, goal, far):
    for spaces in (far - 1, far):
        engine = table(
            {"0.0": f"18 43 - -; {start}; 0"}, dice=str(max(1, spaces - 1)), hands={1: "99"}
        )
        act(engine, "move 0", "card 99" if spaces == 1 else "pass")
        assert reach(engine) == spaces
        assert is_legal(engine, f"hex {goal}") == (spaces == far)


@pytest.mark.rule("HAV-6.1", "HAV-6.3", "HAV-R5")
@pytest.mark.parametrize(("start", "die", "left"), [(72, 2, 2), (70, 1, 0), (65, 1, 2)])
def test_s13_a_space_must_be_left(start, die, left):
    ships = {"1.0": "7 32 - -; 66; 4", "0.0": f"18 43 - -; {start}; 0"}
    engine = act(table(ships, dice=str(die)), "move 0", "hex 65")
    if left:
        assert asked(engine) == "0 ENGAGE"
        assert labels(engine) == ["pass", "target 1 0"]
        assert engine.record().mv.left == left
    else:
        assert asked(engine) == "0 ACTION"


@pytest.mark.rule("HAV-5.3", "HAV-5.4", "HAV-5.13", "HAV-5.14", "HAV-5.15", "HAV-5.17", "HAV-5.19")
def test_s14_an_attack_with_both_bonuses():
    engine = table(
        {"0.0": "18 45 52 61; 46; 0"}, rows={0: "28"}, hand="35",
        dice="4 4 4 4 4 4  6 6 6 5  2",
    )  # fmt: skip
    act(engine, "attempt 0 0")
    assert totals(engine) == [24, 23]
    assert asked(engine) == "0 PLUNDER_SOURCE"
    assert ship(engine, "0.0").endswith("; 5")
    act(engine, "from_hand", "card 35")
    assert discards(engine, 1) == "45"
    assert ship(engine, "0.0") == "18 35 52 61; 46; 5"
    assert strength(engine, 0) == 9
    expect(engine, abot_n=1, abot=[28])
    assert engine.states["row"][0, 0, 0] != 28
    assert asked(engine) == "0 BONUS_MOVE"
    act(engine, "move 0")
    assert reach(engine) == 3
    assert money(engine) == (10, 10)
    assert engine.states.moved[0, 0, 0] == 0


@pytest.mark.rule("HAV-5.5", "HAV-5.10", "HAV-5.11", "HAV-5.12", "HAV-7.1", "HAV-R6", "HAV-R9")
def test_s15_loss_standoff_and_withdrawal():
    engine = table(
        {"0.0": SIX_SHIPS}, rows={0: "0 13"}, hand="1",
        dice="1 1 1 1 1 1 1  2 2 2 2 2 2  4 4 4 4 4  4 4 3 3 3 3",
    )  # fmt: skip
    act(engine, "attempt 0 1")
    assert totals(engine) == [7, 12]
    assert labels(engine) == ["lose_guns", "lose_crew"]
    act(engine, "lose_crew")
    assert discards(engine, 1) == "57"
    assert asked(engine) == "0 ATT_CONTINUE"
    act(engine, "fight_on")
    assert totals(engine) == [20, 20]
    assert asked(engine) == "0 ATT_CONTINUE"
    assert ship(engine, "0.0") == "9 34 46 -; 69; 0"
    act(engine, "break_off")
    assert engine.states["row"][0, 0, 1] == 13
    assert ship(engine, "0.0").split("; ")[1] == "69"
    refuses(engine, "attempt 0 1")
    act(engine, "pass", "card 1", *["draw_pile"] * 8)
    act(engine, "draw_attack", "pass", "pass", *["draw_pile"] * 8)
    act(engine, "draw_attack", "pass")
    assert asked(engine) == "0 ACTION"
    assert is_legal(engine, "attempt 0 1")


@pytest.mark.rule("HAV-7.3", "HAV-7.4", "HAV-5.14")
def test_s16_a_defeat():
    engine = table({"0.0": "8 32 - -; 66; 7"}, rows={0: "0"}, dice="1 1  1 1 1 1")
    act(engine, "attempt 0 0")
    assert discards(engine) == "8 32"
    assert ship(engine, "0.0") == ""
    assert money(engine) == (10, 10)
    assert engine.states["row"][0, 0, 0] == 0
    assert asked(engine) == "0 ACTION"


@pytest.mark.rule("HAV-5.1", "HAV-5.18", "HAV-5.20", "HAV-R17")
def test_s17_a_chain_of_historical_attacks():
    engine = table(
        {"0.0": "0 34 - 57; 45; 0; moved"}, rows={0: "9 10 20 31"},
        dice="3 3 3 3 3 3 3  2 2 2 2 2  4  5 5 5 5 5 5 5  3 3 3 3 3 3 3 3 3",
    )  # fmt: skip
    act(engine, "attempt 0 0")
    assert totals(engine) == [21, 10]
    assert asked(engine) == "0 BONUS_MOVE"
    act(engine, "move 0")
    assert reach(engine) == 6
    act(engine, "hex 49", "attempt 0 1")
    assert totals(engine) == [35, 27]
    assert ship(engine, "0.0").endswith("; 49; 18")
    assert asked(engine) == "0 BONUS_MOVE"
    act(engine, "pass")
    assert money(engine) == (10, 10)
    refuses(engine, "move 0")


@pytest.mark.rule("HAV-5.8", "HAV-9.4", "HAV-9.5", "HAV-10.11", "HAV-10.17", "HAV-10.18")
def test_s18_cards_add_to_an_attack_roll():
    engine = table(
        {"0.0": SIX_SHIPS}, rows={0: "0 13"}, hand="87 88 89 94 95 97", hands={1: "96"},
        dice="2 2 2 2 2 2 2  3 3 3 3 3 3",
    )  # fmt: skip
    act(engine, "attempt 0 1")
    assert asked(engine) == "0 WINDOW_ROLL"
    assert labels(engine) == ["card 87", "card 88", "card 97", "pass"]
    act(engine, "card 87", "card 97", "pass")
    assert asked(engine) == "1 WINDOW_ROLL"
    act(engine, "card 96")
    assert totals(engine) == [22, 23]
    assert asked(engine) == "0 DAMAGE"
    bt = engine.record().bt
    assert [*bt.pips, *bt.dice] == [0, 0, 0, 0]


BOARDING = {"0.0": "23 45 - 61; 65; 0", "1.0": "10 33 46 -; 66; 0"}


@pytest.mark.rule("HAV-6.7", "HAV-6.8", "HAV-6.9")
def test_s19_a_standoff_is_rolled_again():
    engine = table(BOARDING, dice="1  3 3 3 3 3 3 3 3  2 2 2 2 2 2 2 2")
    act(engine, "move 0")
    assert money(engine) == (10, 9)
    act(engine, "hex 65", "target 1 0")
    assert totals(engine) == [8, 8]
    assert asked(engine) == "1 TIE"
    act(engine, "break_off")
    assert asked(engine) == "0 ACTION"
    assert [ship(engine, "0.0"), ship(engine, "1.0")] == list(BOARDING.values())
    assert discards(engine) == ""


@pytest.mark.rule("HAV-6.11", "HAV-6.12", "HAV-6.15", "HAV-6.16", "HAV-6.17")
def test_s20_the_defender_fights_on_as_the_attacker():
    engine = table(
        BOARDING | {"1.0": "10 33 46 -; 66; 9"},
        dice="1  6 6 6 6 1 1 1 1  5 5 5 5 1 1 1 1  6 6 6 6 1 1  4",
    )
    act(engine, "move 0", "hex 65", "target 1 0")
    assert asked(engine) == "1 PARLEY"
    act(engine, "pass")
    assert (totals(engine), asked(engine)) == ([24, 4], "0 PRESS")
    act(engine, "break_off")
    assert asked(engine) == "1 COUNTER"
    act(engine, "fight_on")
    assert (totals(engine), asked(engine)) == ([20, 4], "1 PRESS")
    act(engine, "fight_on")
    assert discards(engine, 1) == "61"
    assert (totals(engine), asked(engine)) == ([24, 2], "1 PRESS")
    act(engine, "fight_on")
    assert ship(engine, "0.0") == ""
    assert ship(engine, "1.0") == "10 33 46 -; 65; 9"
    assert discards(engine, 2) == "23 45"
    expect(engine, script_n=0)
    assert asked(engine) == "0 ACTION"


@pytest.mark.rule("HAV-6.14", "HAV-7.5", "HAV-7.6")
@pytest.mark.parametrize(("booty", "kept"), [(9, 6), (3, 5)])
def test_s21_looting(booty, kept):
    engine = table(
        {"0.0": "13 36 55 63; 65; 2", "1.0": f"8 32 - -; 66; {booty}"},
        dice=" ".join(["2", *["1"] * 16, "6 6", "4"]),
    )
    act(engine, "move 0")
    assert money(engine) == (10, 7)
    assert reach(engine) == 4
    act(engine, "hex 65", "target 1 0", "pass")
    assert totals(engine) == [16, 12]
    act(engine, "fight_on")
    assert ship(engine, "0.0") == f"13 36 55 63; 66; {kept}"
    assert ship(engine, "1.0") == ""
    assert discards(engine) == "8 32"
    assert hand(engine) == ""


@pytest.mark.rule("HAV-6.4", "HAV-6.5", "HAV-6.6", "HAV-R10", "HAV-R11", "HAV-10.10")
def test_s22_parley():
    ships = {"0.0": "13 36 55 63; 65; 2", "1.0": "8 32 - -; 66; 9"}

    def engaged():
        dice = " ".join(["2", *["1"] * 16, "6 6", "4"])
        return act(table(ships, dice=dice, hand="86"), "move 0", "hex 65", "target 1 0")

    engine = engaged()
    assert labels(engine, "offer") == [f"offer {number}" for number in range(1, 10)]
    act(engine, "offer 5")
    assert asked(engine) == "0 PARLEY_REPLY"
    act(engine, "accept")
    assert ship(engine, "0.0") == "13 36 55 63; 65; 7"
    assert ship(engine, "1.0") == "8 32 - -; 66; 4"
    expect(engine, script_n=19)
    act(engine, "card 86", "slot 0", "hex 65")
    assert asked(engine) == "0 ACTION", "it may not be attacked again this turn"
    engine = act(engaged(), "offer 5", "refuse")
    assert (totals(engine), asked(engine)) == ([16, 12], "0 PRESS")
    assert np.array_equal(engine.states.booty[0, :2, 0], [2, 9])
