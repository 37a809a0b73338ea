"""Every card type does what it says: HAV-3.3, HAV-8.1, HAV-10."""

import pytest

from piracy_env.games.havens import GAME
from piracy_env.games.havens.state import NONE
from tests.games.havens.positions import (
    asked,
    cards,
    discards,
    hand,
    hexes,
    money,
    reach,
    ship,
    strength,
    table,
    totals,
)
from tests.scenario import act, expect, labels, refuses

T = GAME.tables.load().t
OWN, RIVAL = "9 34 46 57; 69; 4", "10 33 47 58; 66; 5"
"""Seven dice against eight."""
SHIPS = {"0.0": OWN, "1.0": RIVAL}


@pytest.mark.rule("HAV-3.3", "HAV-5.6")
@pytest.mark.parametrize("card", range(64))
def test_parts_of_a_vessel(card):
    """Each captain, vessel, gun and crew card costs its price and adds its strength."""
    row = T.cards[card]
    crew = ["9", "34", "-", "-"] if row.colour == 0 else ["18", "45", "-", "-"]
    if card in (9, 18, 34, 45):
        crew = ["0", "33", "-", "-"] if row.colour == 0 else ["22", "44", "-", "-"]
    others = sum(T.cards[int(c)].strength for part, c in enumerate(crew[:2]) if part != row.kind)
    crew[row.kind] = "-"
    where = {"0.0": " ".join(crew) + "; port"}
    engine = table(where, hand=str(card), supply=row.cost)
    act(engine, f"card {card}", "slot 0")
    assert money(engine) == (row.cost, 0)
    crew[row.kind] = str(card)
    assert ship(engine, "0.0") == " ".join(crew) + "; port"
    assert strength(engine, 0) == others + row.strength
    if row.cost:
        refuses(table(where, hand=str(card), supply=row.cost, unspent=row.cost - 1), f"card {card}")


@pytest.mark.rule("HAV-8.1", "HAV-4.1", "HAV-8.3")
@pytest.mark.parametrize("card", [*range(66, 76), 64])
def test_havens(card):
    """Vessels set sail from each Haven's hex, and secure booty there."""
    hex_, cost = T.havens[card - 64].hex, T.cards[card].cost
    old = "67 65" if card == 64 else "64 65"
    engine = table({"0.0": f"9 34 - -; {hex_}; 3"}, hand=str(card), havens=old)
    refuses(engine, "secure 0")
    act(engine, f"card {card}", "secure 0")
    assert money(engine) == (13, 13 - cost)
    assert discards(engine).split()[-1] == old.split()[0]
    engine = table({"0.0": "9 34 - -; port"}, hand=str(card), havens=old, dice="1")
    act(engine, f"card {card}", "move 0")
    assert engine.record().mv.origin == hex_


@pytest.mark.rule("HAV-10.1")
def test_letter_of_marque():
    engine = act(table(SHIPS, hand="76"), "card 76", "slot 0")
    assert strength(engine, 0) == 9
    assert engine.states.wild_ttl[0, 0, 0, 0] == 3
    assert discards(engine) == ""


@pytest.mark.rule("HAV-10.2")
def test_trade_winds():
    engine = act(table(SHIPS, hand="77", dice="1"), "card 77", "slot 0", "move 0")
    assert reach(engine) == 1 + 2 + 2
    assert engine.states.wild_ttl[0, 0, 0, 0] == 3


@pytest.mark.rule("HAV-10.3")
def test_becalmed():
    """A becalmed vessel makes no move at all: not the turn's own, no bonus, no Hot Pursuit."""
    engine = act(table(SHIPS, hand="78", dice="3"), "card 78", "target 1 0")
    assert engine.states.wild[0, 1, 0, 0] == 78
    assert engine.states.wild_ttl[0, 1, 0, 0] == 1
    still = table({"0.0": OWN + "; wild 78 1"}, hand="86")
    refuses(still, "move 0")
    moved = table({"0.0": OWN + "; moved; wild 78 1"}, hand="86")
    assert cards(moved) == []


@pytest.mark.rule("HAV-10.4")
def test_scurvy():
    engine = act(table(SHIPS, hand="79", dice="3"), "card 79", "target 1 0")
    assert strength(engine, 0, seat=1) == 8 - 2
    assert engine.states.wild_ttl[0, 1, 0, 0] == 2
    weak = table({"1.0": "8 32 - -; 66; 0; wild 79 1"}, hand="79", dice="3")
    assert strength(act(weak, "card 79", "target 1 0"), 0, seat=1) == 1
    saved = act(table(SHIPS, hand="79", dice="4"), "card 79", "target 1 0")
    assert (strength(saved, 0, seat=1), discards(saved)) == (8, "79")


@pytest.mark.rule("HAV-10.5")
@pytest.mark.parametrize(("booty", "left"), [(0, 0), (1, 0), (4, 2), (5, 2)])
def test_mutiny(booty, left):
    engine = table({"1.0": f"10 33 47 58; 66; {booty}"}, hand="80", dice="2")
    act(engine, "card 80", "target 1 0")
    assert ship(engine, "1.0") == f"10 33 47 -; 66; {booty}"
    assert discards(engine) == "80 58"
    engine = table({"1.0": f"10 33 47 -; 66; {booty}"}, hand="80", dice="2")
    act(engine, "card 80", "target 1 0")
    assert ship(engine, "1.0") == f"10 33 47 -; 66; {left}"
    assert (discards(engine), money(engine)) == ("80", (10, 7))


@pytest.mark.rule("HAV-10.6")
def test_the_kings_pardon_goes_to_captains_in_port():
    ships = {"1.0": RIVAL, "1.1": "8 32 - -; port", "1.2": "- 44 - -; port"}
    engine = act(table(ships, hand="81", dice="3"), "card 81")
    assert labels(engine) == ["target 1 1"]
    act(engine, "target 1 1")
    assert (ship(engine, "1.1"), discards(engine)) == ("- 32 - -; port", "81 8")
    assert cards(table({"0.0": "9 - - -; port", "1.0": RIVAL}, hand="81")) == []


@pytest.mark.rule("HAV-10.7")
def test_a_hurricane_damages():
    engine = act(table(SHIPS, hand="82", dice="2"), "card 82", "target 1 0")
    assert asked(engine) == "1 DAMAGE"
    act(engine, "lose_crew")
    assert ship(engine, "1.0") == "10 33 47 -; 66; 5"
    assert discards(engine) == "82 58"


@pytest.mark.rule("HAV-10.8")
def test_a_man_of_war_fights_three_rounds():
    lost = "6 " * 6 + "1 " * 8 + "6 " * 6 + "1 " * 6 + "6 " * 6 + "1 " * 3
    engine = table(SHIPS, hand="83", dice=lost)
    act(engine, "card 83", "target 1 0", "lose_guns")
    assert ship(engine, "1.0") == ""
    assert discards(engine) == "83 10 33 58 47"
    expect(engine, script_n=0)
    engine = table({"1.0": "10 33 47 58; 66; 5"}, hand="83", dice="6 " * 6 + "1 " * 8 + "6 " * 6)
    act(engine, "card 83", "target 1 0")
    assert asked(engine) == "1 DAMAGE", "there is no Parley"


@pytest.mark.rule("HAV-10.8")
def test_a_man_of_war_leaves_after_the_third_round():
    strong = {"1.0": "0 26 47 58; 66; 5; wild 76 3"}
    dice = 3 * ("6 " * 6 + "1 " * 14)
    engine = table(strong, hand="83", dice=dice[: 2 * (20 + 18)] + "6 6 6 6 6 6 " + "1 " * 10)
    act(engine, "card 83", "target 1 0", "lose_guns")
    assert ship(engine, "1.0") == ""


@pytest.mark.rule("HAV-10.8")
def test_standoffs_with_a_man_of_war():
    tie = "4 4 4 4 4 4 " + "3 " * 8
    engine = table(SHIPS, hand="83", dice=tie + tie)
    act(engine, "card 83", "target 1 0")
    assert (asked(engine), labels(engine)) == ("1 TIE", ["fight_on", "break_off"])
    act(engine, "break_off")
    assert (ship(engine, "1.0"), discards(engine)) == (RIVAL, "83")
    engine = table(SHIPS, hand="83", dice=tie + tie + "1 " * 6 + "6 " * 8)
    act(engine, "card 83", "target 1 0", "fight_on")
    assert (ship(engine, "1.0"), asked(engine)) == (RIVAL, "0 ACTION")


@pytest.mark.rule("HAV-10.8", "HAV-10.16")
def test_additions_against_a_man_of_war():
    engine = table(SHIPS, hand="83 89 94", hands={1: "89 94 95"}, dice="1 " * 6 + "1 " * 10)
    act(engine, "card 83", "target 1 0")
    assert (asked(engine), cards(engine)) == ("1 WINDOW_ROLL", [94, 95])
    act(engine, "card 94", "card 95")
    assert totals(engine) == [6, 14]
    assert discards(engine) == "83 95 94"


@pytest.mark.rule("HAV-10.10", "HAV-R18")
def test_hot_pursuit():
    assert cards(table({"0.0": OWN}, hand="86")) == [], "it moves again, not for the first time"
    assert cards(table({"0.0": "9 34 - -; port"}, hand="86")) == []
    engine = table({"0.0": OWN + "; moved"}, hand="86", unspent=0, dice="1")
    act(engine, "card 86", "slot 0")
    assert reach(engine) == 3
    act(engine, "hex 68")
    assert (money(engine), discards(engine)) == ((10, 0), "86")
    assert engine.states.moved[0, 0, 0] == 1


@pytest.mark.rule("HAV-10.10", "HAV-6.18")
def test_the_pursuer_may_attack():
    ships = {"0.0": "23 45 51 61; 65; 2; moved", "1.0": "10 33 - -; 66; 0"}
    engine = table(ships, hand="86", dice="1 6 6 6 6 6 1 1 1 3")
    act(engine, "card 86", "slot 0", "hex 65", "target 1 0", "fight_on")
    assert ship(engine, "0.0") == "23 45 51 61; 66; 2"
    assert discards(engine) == "86 10 33", "a card is discarded when its effect is over"


@pytest.mark.rule("HAV-10.11", "HAV-10.18")
@pytest.mark.parametrize(("card", "pips", "dice"), [(87, 4, 0), (88, 0, 2), (97, 4, 0)])
def test_additions_to_an_attack_roll(card, pips, dice):
    engine = table({"0.0": OWN}, rows={0: "13"}, hand=str(card), dice="1 " * (7 + dice) + "6 " * 6)
    act(engine, "attempt 0 0", f"card {card}")
    assert totals(engine) == [7 + dice + pips, 36]
    assert discards(engine) == str(card)


@pytest.mark.rule("HAV-10.12", "HAV-10.16")
@pytest.mark.parametrize(("card", "pips", "dice"), [(89, 4, 0), (94, 4, 0), (95, 0, 2)])
def test_additions_to_a_combat_roll(card, pips, dice):
    ships = {"0.0": "23 45 51 61; 65; 2", "1.0": "10 33 46 57; 66; 0"}
    rolls = "1 " + "1 " * (5 + dice) + "6 " * 6
    engine = table(ships, hand=str(card), dice=rolls)
    act(engine, "move 0", "hex 65", "target 1 0", f"card {card}")
    assert totals(engine) == [5 + dice + pips, 36]
    rolls = "1 " + "6 " * 5 + "1 " * (6 + dice)
    engine = act(table(ships, hands={1: str(card)}, dice=rolls), "move 0", "hex 65", "target 1 0")
    if card == 89:
        assert asked(engine) == "0 PRESS", "Close Quarters is a History card, for the own turn"
    else:
        act(engine, f"card {card}")
        assert totals(engine) == [30, 6 + dice + pips]


@pytest.mark.rule("HAV-10.13", "HAV-10.14")
@pytest.mark.parametrize(
    ("card", "hex_", "dice", "found"), [(90, 28, "6 6", 12), (90, 28, "1 1", 2), (91, 42, "1", 4)]
)
def test_treasure_sites(card, hex_, dice, found):
    ships = {"0.0": f"9 34 - -; {hex_}; 1", "0.1": "18 45 - -; port", "0.2": "8 32 - -; 99; 0"}
    engine = act(table(ships, hand=str(card), dice=dice), f"card {card}")
    assert labels(engine) == ["slot 0"]
    act(engine, "slot 0")
    assert ship(engine, "0.0") == f"9 34 - -; {hex_}; {1 + found}"
    assert (discards(engine), money(engine)) == (str(card), (10, 10))


@pytest.mark.rule("HAV-10.17")
def test_alarm_bells():
    engine = table({"0.0": OWN}, rows={0: "13"}, hands={1: "96 96"}, dice="3 " * 7 + "1 " * 6)
    act(engine, "attempt 0 0", "card 96", "card 96")
    assert totals(engine) == [21, 16]


@pytest.mark.rule("HAV-10.19")
@pytest.mark.parametrize(("die", "saved"), [(1, False), (2, True)])
def test_providence(die, saved):
    engine = table(SHIPS, hand="78", hands={1: "98", 0: "78 98"}, dice=str(die))
    act(engine, "card 78", "target 1 0")
    assert (asked(engine), cards(engine)) == ("1 WINDOW_ROLL", [98])
    act(engine, "card 98")
    assert (engine.states.wild[0, 1, 0, 0] == NONE) == saved


@pytest.mark.rule("HAV-10.20")
def test_contrary_winds():
    engine = table({"0.0": OWN}, hand="99", hands={1: "99"}, dice="6")
    act(engine, "move 0", "card 99")
    assert asked(engine) == "0 DEST", "they are called against rivals only"
    assert reach(engine) == 6 + 2 - 3
    assert discards(engine) == "99"
    assert 69 in hexes(engine)


@pytest.mark.rule("HAV-10.21")
def test_cut_the_cable_is_for_the_vessel_attacked():
    ships = {"0.0": "23 45 - -; 65; 0", "1.0": RIVAL, "2.0": "8 32 - -; 55; 0"}
    engine = table(ships, players=3, hands={2: "100"}, dice="1 6 6 1 1 1 1 1 1 1 1")
    act(engine, "move 0", "hex 65", "target 1 0")
    assert asked(engine) == "1 PARLEY"


@pytest.mark.rule("HAV-10.21", "HAV-10.15")
def test_a_cut_cable_can_be_negated():
    ships = {"0.0": "23 45 - -; 65; 0", "1.0": RIVAL}
    engine = table(ships, hand="93", hands={1: "100"}, dice="1")
    act(engine, "move 0", "hex 65", "target 1 0", "card 100", "card 93")
    assert asked(engine) == "1 PARLEY"
    assert discards(engine) == "100 93"


@pytest.mark.rule("HAV-10.22")
def test_tavern_gossip():
    engine = act(table(hand="101 1", draw="57 58 59"), "card 101")
    assert hand(engine) == "1 57 58"
    assert (discards(engine), asked(engine)) == ("101", "0 ACTION")


@pytest.mark.rule("HAV-R28")
def test_no_history_card_adds_to_a_saving_roll():
    history = "84 85 86 87 88 89 90 91"
    engine = table(SHIPS, hand="82 " + history, hands={1: "1"}, dice="3")
    act(engine, "card 82", "target 1 0")
    assert asked(engine) == "0 ACTION"


@pytest.mark.rule("HAV-R14")
def test_every_haven_is_unique():
    assert [T.cards[card].copies for card in range(64, 76)] == [1] * 12
    assert len({haven.hex for haven in T.havens}) == 12
