"""The scenarios S23 to S45: Havens, cards, piles, the end."""

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

DISCARDING = {"phase": Phase.DISCARD, "decision": Decision.DISCARD}
REFILLING = {"phase": Phase.REFILL, "decision": Decision.REFILL}


@pytest.mark.rule("HAV-6.2", "HAV-R13")
@pytest.mark.parametrize(
    ("lies", "start", "stop", "offered"), [(57, 58, 46, 0), (72, 65, 65, 1), (54, 65, 55, 1)]
)
def test_s23_a_vessel_on_its_own_haven_cannot_be_attacked(lies, start, stop, offered):
    engine = table({"0.0": f"18 45 - -; {start}; 0", "1.0": f"7 32 - -; {lies}; 0"}, dice="6")
    act(engine, "move 0", f"hex {stop}")
    assert engine.tables_of().t.chart.distance[stop, lies] == 1
    assert asked(engine) == ("0 ENGAGE" if offered else "0 ACTION")


@pytest.mark.rule("HAV-8.1", "HAV-8.2", "HAV-8.3", "HAV-R12")
def test_s24_changing_haven_to_secure():
    engine = table({"0.0": "18 45 - -; 24; 8"}, unspent=6, hand="69 71")
    refuses(engine, "secure 0")
    act(engine, "card 71")
    assert (money(engine), discards(engine, 1)) == ((10, 3), "64")
    act(engine, "card 69")
    assert (money(engine), discards(engine, 1)) == ((10, 1), "71")
    act(engine, "secure 0")
    assert money(engine) == (18, 9)


@pytest.mark.rule("HAV-8.3", "HAV-8.4", "HAV-8.5", "HAV-R21", "HAV-R34")
def test_s25_securing():
    engine = table({"0.0": "12 35 54 62; 72; 8; moved; wild 76 2"}, supply=[12, 10], unspent=1)
    act(engine, "secure 0")
    assert money(engine) == (20, 9)
    assert discards(engine) == "12 35 62 54 76"
    assert ship(engine, "0.0") == ""
    s = engine.record()
    assert (s.at_sea[0, 0], s.moved[0, 0], s.hex[0, 0], s.wild[0, 0, 0]) == (0, 0, NONE, NONE)


@pytest.mark.rule("HAV-8.6", "HAV-8.7", "HAV-3.14")
def test_s26_lying_at_the_haven():
    engine = table({"0.0": "18 45 - 61; 72; 5", "0.1": "9 34 - -; port"}, hand="52", dice="3")
    refuses(engine, "card 52")
    assert not [label for label in labels(engine) if label.startswith(("burn_part 0", "shift_p"))]
    act(engine, "move 1")
    assert money(engine) == (10, 8)
    refuses(engine, "hex 72")
    assert (len(hexes(engine)), reach(engine)) == (56, 5)


@pytest.mark.rule("HAV-3.11", "HAV-3.12", "HAV-3.13", "HAV-R29")
def test_s27_burning():
    engine = table({"0.0": "18 45 52 61; 80; 6", "0.1": "9 34 46 57; port"})
    refuses(engine, "burn_part 1 vessel", "burn_part 0 guns")
    act(engine, "burn_part 1 guns", "burn_part 1 vessel")
    refuses(engine, "burn_part 1 captain")
    act(engine, "burn_part 1 crew")
    assert discards(engine) == "57 34 46"
    act(engine, "burn_vessel 0")
    assert ship(engine, "0.0") == ""
    assert discards(engine, 4) == "18 45 61 52"
    assert money(engine) == (10, 10)


@pytest.mark.rule("HAV-2.12", "HAV-9.10", "HAV-10.1", "HAV-9.3")
def test_s28_letter_of_marque():
    engine = table({"0.0": "18 45 - -; 80; 0"}, hand="76 1 2 3", hands={1: "4 5"})
    plain = strength(engine, 0)
    act(engine, "card 76", "slot 0")
    assert money(engine) == (10, 7)
    assert strength(engine, 0) == plain + 2
    left = []
    for seat in (0, 1, 0, 1, 0):
        if asked(engine) == f"{seat} DRAW":
            act(engine, "draw_attack", "pass")
        act(engine, "pass", f"card {hand(engine, seat).split()[0]}")
        left.append(int(engine.states.wild_ttl[0, 0, 0, 0]))
        while f"{seat} " in asked(engine):
            act(engine, "draw_pile" if is_legal(engine, "draw_pile") else "pass")
    assert left == [2, 2, 1, 1, 0]
    assert "76" in discards(engine).split()


@pytest.mark.rule("HAV-10.3", "HAV-9.11", "HAV-2.12")
def test_s28_becalmed():
    ships = {"1.0": "9 34 - 57; 69; 0", "0.0": "18 45 - -; 80; 0"}
    for die in (3, 4):
        engine = table(ships, hand="78 1", hands={1: "2"}, rows={1: "13"}, dice=str(die), players=2)
        act(engine, "card 78", "target 1 0")
        assert money(engine) == (10, 8)
        if die == 4:
            assert engine.states.wild[0, 1, 0, 0] == NONE
            assert discards(engine) == "78"
            continue
        assert engine.states.wild[0, 1, 0].tolist() == [78, NONE]
        assert engine.states.wild_ttl[0, 1, 0, 0] == 1
        act(engine, "pass", "card 1", *["draw_pile"] * 8, "draw_attack", "pass")
        assert asked(engine) == "1 ACTION"
        refuses(engine, "move 0")
        assert is_legal(engine, "attempt 0 0")
        act(engine, "pass")
        assert discards(engine, 1) == "78"
        assert engine.states.wild[0, 1, 0, 0] == NONE


@pytest.mark.rule("HAV-10.6", "HAV-3.15")
def test_s29_the_kings_pardon():
    def pardoned(second="- 36 - -; port", first="13 - - 61; port", die=2):
        engine = table({"1.0": first, "1.1": second}, hand="81", dice=str(die))
        return act(engine, "card 81", "target 1 0")

    engine = pardoned()
    assert money(engine) == (10, 7)
    assert asked(engine) == "1 ORPHAN"
    assert labels(engine) == ["pass", "slot 1"]
    act(engine, "slot 1")
    assert (ship(engine, "1.0"), ship(engine, "1.1")) == ("", "- 36 - 61; port")
    assert discards(engine) == "81 13"
    engine = pardoned(second="- 34 - -; port")
    assert asked(engine) == "0 ACTION"
    assert discards(engine) == "81 61 13"
    engine = pardoned(first="13 36 52 61; port", second="- 45 - -; port")
    assert (asked(engine), ship(engine, "1.0")) == ("0 ACTION", "- 36 52 61; port")
    engine = pardoned(die=4)
    assert (ship(engine, "1.0"), discards(engine)) == ("13 - - 61; port", "81")


@pytest.mark.rule("HAV-10.15", "HAV-9.8", "HAV-R31")
def test_s30_a_negation_is_negated():
    def played(hand):
        ships = {"1.0": "10 33 46 57; 66; 5"}
        dice = " ".join(["1"] * 6 + ["6"] * 6)
        engine = table(ships, hand=hand, hands={1: "92"}, dice=dice)
        act(engine, "card 83", "target 1 0")
        assert asked(engine) == "1 WINDOW_CARD"
        assert labels(engine) == ["card 92", "pass"]
        return act(engine, "card 92")

    engine = played("83 93")
    assert asked(engine) == "0 WINDOW_CARD"
    assert labels(engine) == ["card 93", "pass"]
    act(engine, "card 93")
    assert asked(engine) == "0 ACTION", "the Man-of-War was driven off"
    assert discards(engine) == "83 92 93"
    expect(engine, script_n=0)
    engine = played("83")
    assert discards(engine) == "83 92"
    assert money(engine) == (10, 7)
    expect(engine, script_n=12)


@pytest.mark.rule("HAV-2.21", "HAV-9.7")
def test_s31_between_two_turns():
    engine = table(hand="61 93", hands={1: "101 2"})
    act(engine, "pass", "card 61", "pass", *["draw_pile"] * 7)
    assert asked(engine) == "1 WINDOW_BETWEEN"
    act(engine, "card 101")
    assert asked(engine) == "0 WINDOW_CARD"
    act(engine, "card 93")
    assert discards(engine) == "61 101 93"
    assert hand(engine, 1) == "2"
    assert asked(engine) == "1 DRAW"
    act(engine, "draw_discard")
    assert hand(engine, 1) == "2 61"


@pytest.mark.rule("HAV-2.13", "HAV-2.14", "HAV-2.15")
def test_s32_discard_and_refill():
    engine = table(hand="0 1 2 3 4 5 6 7 8", unspent=6, **DISCARDING)
    refuses(engine, "pass")
    act(engine, "card 0", "card 1", "card 2")
    expect(engine, unspent=[2], phase=Phase.REFILL)
    assert hand(engine) == "3 4 5 6 7 8"
    act(engine, "card 70")
    expect(engine, unspent=[0])
    assert labels(engine) == ["draw_pile"]
    act(engine, "draw_pile")
    assert len(hand(engine).split()) == 8
    assert asked(engine) == "1 DRAW"
    assert (engine.states.column[0] != NONE).all()


@pytest.mark.rule("HAV-11.1", "HAV-11.3", "HAV-11.4", "HAV-R27")
@pytest.mark.parametrize(
    ("booty", "ranks"), [([0, 3], [2, 1, 3]), ([3, 3], [1, 1, 3]), ([0, 0], [1, 1, 3])]
)
def test_s33_the_last_round(booty, ranks):
    def secured(**options):
        engine = table(
            {
                "1.0": "18 45 - -; 57; 22",
                "0.1": f"9 34 - -; 81; {booty[0]}",
                "1.1": f"22 44 - -; 66; {booty[1]}",
            },
            players=3, turn=1, hands={0: "1", 1: "2", 2: "3"}, supply=[62, 40, 40],
            fields={"first_seat": 1, "final_flag": 1}, options=options,
        )  # fmt: skip
        return act(engine, "secure 0")

    engine = secured()
    expect(engine, over=0, supply=[62, 62, 40])
    for seat in (1, 2, 0):
        if asked(engine) == f"{seat} DRAW":
            act(engine, "draw_attack", "pass")
        act(engine, "pass", f"card {hand(engine, seat).split()[0]}")
        while asked(engine).split()[1] in ("DISCARD_MORE", "REFILL"):
            act(engine, "pass" if is_legal(engine, "pass") else "draw_pile")
    expect(engine, over=1, ranks=ranks, phase=Phase.OVER)
    assert engine.reward[0].tolist() == [2 - rank - (ranks.count(rank) - 1) / 2 for rank in ranks]
    expect(secured(finish_round=0), over=1)


@pytest.mark.rule("HAV-10.8", "HAV-R15", "HAV-8.6")
def test_s34_a_man_of_war():
    dice = " ".join(["4"] * 6 + ["1"] * 6 + ["1"] * 6 + ["2"] * 5)
    engine = table({"1.0": "10 33 46 57; 57; 5"}, hand="83", dice=dice)
    act(engine, "card 83", "target 1 0")
    assert totals(engine) == [24, 6]
    assert asked(engine) == "1 DAMAGE"
    act(engine, "lose_guns")
    assert discards(engine) == "83 46"
    assert ship(engine, "1.0") == "10 33 - 57; 57; 5"
    expect(engine, script_n=0)


@pytest.mark.rule("HAV-2.20", "HAV-5.14")
def test_s35_the_attack_pile_is_shuffled():
    face_up = " ".join(str(attack) for attack in range(1, 21))
    engine = table(
        {"0.0": "8 32 - -; 66; 0"}, players=4,
        rows={0: "0 21 22 23", 1: "24 25 26 27", 2: "28 29 30 31", 3: "32 33 34 35"},
        face_up=face_up, dice="6 6 1 1 1 1",
    )  # fmt: skip
    expect(engine, apile_n=0, abot_n=20)
    act(engine, "attempt 0 0")
    expect(engine, apile_n=20, abot_n=0)
    pile = engine.states.apile[0, :20].tolist()
    new = int(engine.states["row"][0, 0, 0])
    assert sorted([*pile, new]) == list(range(21))
    assert pile != sorted(pile)


@pytest.mark.rule("HAV-2.19", "HAV-2.17")
@pytest.mark.parametrize(("column", "turned_up"), [("70 74 75", 0), ("70 74", 1)])
def test_s36_the_discard_pile_is_shuffled(column, turned_up):
    engine = table(hand="0 1 2 3 4 5", column=column, draw_n=1, draw="23", **REFILLING)
    discarded = int(engine.states.disc_n[0])
    act(engine, "draw_pile")
    assert hand(engine) == "0 1 2 3 4 5 23"
    expect(engine, draw_n=0, disc_n=discarded)
    act(engine, "draw_pile")
    assert len(hand(engine).split()) == 8
    expect(engine, draw_n=discarded - 1 - turned_up, disc_n=0)


@pytest.mark.rule("HAV-9.6", "HAV-10.9", "HAV-10.20", "HAV-4.4")
def test_s37_currents_and_winds():
    engine = table({"0.0": "7 33 - -; 58; 0"}, hand="84", hands={1: "99"}, dice="1")
    act(engine, "move 0")
    assert money(engine) == (10, 8)
    assert asked(engine) == "0 PREMOVE"
    act(engine, "pass", "card 99")
    assert (asked(engine), reach(engine)) == ("0 DEST", 1)
    act(engine, "card 84")
    assert (asked(engine), reach(engine)) == ("0 DEST", 2)
    act(engine, "hex 58")
    assert 84 not in cards(engine)


@pytest.mark.rule("HAV-3.9", "HAV-3.10")
def test_s38_shifting():
    engine = table({"0.0": "12 - - 61; port", "0.1": "- 45 52 -; port", "0.2": "9 34 - -; port"})
    refuses(engine, "shift_part 0 captain")
    act(engine, "shift_part 0 crew")
    assert labels(engine) == ["slot 1"]
    act(engine, "slot 1", "shift_part 0 captain")
    assert labels(engine) == ["slot 1"]
    act(engine, "slot 1")
    assert (ship(engine, "0.0"), ship(engine, "0.1")) == ("", "12 45 52 61; port")
    expect(engine, shifts=2)
    engine = table({"0.0": "18 45 - -; port", "0.1": "22 44 - -; port"})
    act(engine, "shift_part 0 vessel", "slot 1")
    assert (ship(engine, "0.0"), ship(engine, "0.1")) == ("18 44 - -; port", "22 45 - -; port")
    for _ in range(5):
        act(engine, "shift_part 0 vessel", "slot 1")
    expect(engine, shifts=6)
    assert labels(engine, "shift_part") == []


@pytest.mark.rule("HAV-10.7", "HAV-7.4", "HAV-10.19")
def test_s39_a_hurricane():
    engine = table({"1.0": "8 32 - -; 57; 6"}, hand="82", dice="2")
    act(engine, "card 82", "target 1 0")
    assert money(engine) == (10, 6)
    assert ship(engine, "1.0") == ""
    assert discards(engine) == "82 8 32"
    engine = table({"1.0": "8 32 - -; 57; 6"}, hand="82", hands={1: "98"}, dice="2")
    act(engine, "card 82", "target 1 0")
    assert asked(engine) == "1 WINDOW_ROLL"
    act(engine, "card 98")
    assert ship(engine, "1.0") == "8 32 - -; 57; 6"
    assert discards(engine) == "82 98"


@pytest.mark.rule("HAV-10.13", "HAV-10.14")
def test_s40_treasure():
    engine = table(
        {"0.0": "18 45 - -; 28; 0", "0.1": "9 34 - -; 42; 0"}, hand="90 91", dice="5 3 2"
    )
    act(engine, "card 90")
    assert labels(engine) == ["slot 0"]
    act(engine, "slot 0", "card 91")
    assert labels(engine) == ["slot 1"]
    act(engine, "slot 1")
    expect(engine, booty=[[8, 5, 0]])
    refuses(table({"0.0": "18 45 - -; 27; 0"}, hand="90 91"), "card 90", "card 91")


@pytest.mark.rule("HAV-10.21")
def test_s41_the_cable_is_cut():
    engine = table(
        {"0.0": "18 43 - -; 65; 0", "1.0": "7 32 - -; 66; 4"}, hands={1: "100"}, dice="1"
    )
    act(engine, "move 0", "hex 65", "target 1 0")
    assert asked(engine) == "1 WINDOW_DECLARED"
    act(engine, "card 100")
    assert asked(engine) == "0 ACTION"
    assert [ship(engine, "0.0"), ship(engine, "1.0")] == ["18 43 - -; 65; 0", "7 32 - -; 66; 4"]
    expect(engine, script_n=0)
    refuses(engine, "move 0")


@pytest.mark.rule("HAV-6.10", "HAV-6.12", "HAV-6.13", "HAV-7.2")
def test_s42_the_defender_wins_a_round():
    ships = {"0.0": "23 45 51 -; 65; 0", "1.0": "10 33 46 -; 66; 0"}

    def lost():
        engine = table(ships, dice="1  1 1 1  6 6 6 6  2 2  1 1 1 2")
        return act(engine, "move 0", "hex 65", "target 1 0")

    engine = lost()
    assert (asked(engine), labels(engine)) == ("1 PRESS", ["fight_on", "break_off"])
    act(engine, "break_off")
    assert asked(engine) == "0 ACTION"
    assert [ship(engine, "0.0"), ship(engine, "1.0")] == list(ships.values())
    engine = act(lost(), "fight_on")
    assert ship(engine, "0.0") == "23 45 - -; 65; 0"
    assert discards(engine) == "51"
    assert (totals(engine), asked(engine)) == ([4, 5], "1 PRESS")


@pytest.mark.rule("HAV-5.16", "HAV-R20", "HAV-5.21")
def test_s43_a_vessel_of_the_table():
    engine = table(
        {"0.0": "8 32 - 59; 66; 0", "0.1": "9 34 46 57; port"}, rows={0: "0"},
        dice="6 6 6 6 6 6 1 1 1 1 3",
    )  # fmt: skip
    act(engine, "attempt 0 0")
    assert labels(engine) == ["pass", "from_table"]
    act(engine, "from_table")
    assert labels(engine) == ["slot 1"]
    act(engine, "slot 1")
    assert ship(engine, "0.0") == "8 34 - 59; 66; 4"
    assert ship(engine, "0.1") == "9 - - 57; port"
    assert discards(engine) == "46 32"
    act(engine, "move 0")
    assert reach(engine) == 5


@pytest.mark.rule("HAV-4.14", "HAV-R5")
def test_s44_an_attack_before_the_move():
    engine = table({"0.0": "9 32 - -; 66; 0"}, rows={0: "1 2 0"}, dice="6 6 6 1 1 1 1")
    act(engine, "attempt 0 2")
    assert asked(engine) == "0 ACTION"
    assert ship(engine, "0.0").endswith("; 4")
    assert money(engine) == (10, 10)
    act(engine, "move 0")
    assert money(engine) == (10, 9)


@pytest.mark.rule("HAV-1.6")
def test_s45_choosing_havens():
    engine = deal(GAME, players=3, start_player=0, start_haven_mode=1)
    for seat, card in ((2, 66), (1, 64), (0, 67)):
        assert asked(engine) == f"{seat} CHOOSE_HAVEN"
        assert len(labels(engine)) == seat + 2
        act(engine, f"card {card}")
    expect(engine, haven=[67, 64, 66], phase=Phase.DRAW, draw_n=120, seat=0)
    s = engine.record()
    assert [65 in list(s.draw)[: s.draw_n], 65 in s.column, s.hand[:, 65].sum()].count(True) == 1
