"""Vessel against vessel, damage and defeat: HAV-6 and HAV-7."""

import pytest

from piracy_env.games.havens.state import NONE
from tests.games.havens.positions import (
    asked,
    cards,
    discards,
    hand,
    is_legal,
    labels,
    money,
    ship,
    table,
    totals,
)
from tests.scenario import act, expect, refuses

SHIPS = {"0.0": "23 45 51 61; 65; 2", "1.0": "10 33 46 57; 66; 9"}
"""Five dice against six, side by side."""
ATTACKER_WINS, DEFENDER_WINS = "6 " * 5 + "1 " * 6, "1 " * 5 + "6 " * 6
STANDOFF = "2 " * 4 + "4 " + "2 " * 6


def battle(dice="", ships=None, parley=False, **more):
    """Seat 0 has stopped beside seat 1 and attacked; no Parley is offered."""
    engine = table(SHIPS | (ships or {}), dice="1 " + dice, **more)
    act(engine, "move 0")
    if asked(engine) == "0 PREMOVE":
        act(engine, "pass")
    act(engine, "hex 65", "target 1 0")
    if asked(engine) == "1 PARLEY" and not parley:
        act(engine, "pass")
    return engine


@pytest.mark.rule("HAV-6.1")
@pytest.mark.parametrize("attacker", ["23 45 - -", "9 34 - -"])
@pytest.mark.parametrize("defender", ["22 44 - -", "10 33 - -"])
def test_colours_do_not_matter(attacker, defender):
    engine = table({"0.0": f"{attacker}; 65; 0", "1.0": f"{defender}; 66; 0"}, dice="1")
    act(engine, "move 0", "hex 65")
    assert asked(engine) == "0 ENGAGE"


@pytest.mark.rule("HAV-6.3")
def test_only_adjacent_vessels_at_sea_are_attacked():
    ships = {
        "0.0": "23 45 - -; 65; 0", "0.1": "9 34 - -; 64; 0", "1.0": "10 33 - -; 66; 0",
        "1.1": "8 32 - -; 67; 0", "1.2": "22 44 - -; port", "2.0": "21 43 - -; 72; 0",
    }  # fmt: skip
    engine = act(table(ships, players=3, dice="1"), "move 0", "hex 65")
    near = engine.tables_of().t.chart.distance[65]
    assert (near[66], near[67], near[72], near[64]) == (1, 2, 1, 1)
    assert labels(engine) == ["pass", "target 1 0", "target 2 0"]


@pytest.mark.rule("HAV-6.3", "HAV-4.11")
def test_a_barrier_lies_between():
    """Hexes 27 and 28 touch, but western Cuba is between them."""
    ships = {"0.0": "23 45 - -; 27; 0", "1.0": "10 33 - -; 28; 0"}
    assert asked(act(table(ships, dice="6"), "move 0", "hex 27")) == "0 ACTION"


@pytest.mark.rule("HAV-6.18", "HAV-4.7")
def test_one_attack_a_move():
    ships = {"1.1": "8 32 - -; 55; 0"}
    engine = act(battle(DEFENDER_WINS, ships), "break_off")
    assert asked(engine) == "0 ACTION"
    refuses(engine, "move 0")
    engine = act(table(SHIPS, dice="1"), "move 0", "hex 65", "pass")
    assert asked(engine) == "0 ACTION"


@pytest.mark.rule("HAV-6.4", "HAV-6.6", "HAV-R10")
def test_one_offer_a_round():
    engine = battle(ATTACKER_WINS, parley=True)
    assert labels(engine) == ["pass", *(f"offer {number}" for number in range(1, 10))]
    act(engine, "offer 9", "refuse")
    assert (asked(engine), engine.record().bt.offer) == ("0 PRESS", 0)
    act(engine, "fight_on")
    act(engine, "lose_guns")
    assert asked(engine) == "1 PARLEY", "the next round has a chance of its own"
    engine = act(battle(STANDOFF + ATTACKER_WINS, parley=True), "offer 1", "refuse")
    assert asked(engine) == "0 PRESS", "a roll that is repeated has none"


@pytest.mark.rule("HAV-6.5", "HAV-6.6", "HAV-R11")
def test_parley_buys_safe_passage():
    engine = act(battle(parley=True), "offer 4")
    assert asked(engine) == "0 PARLEY_REPLY"
    assert labels(engine) == ["accept", "refuse"]
    act(engine, "accept")
    expect(engine, booty=[[6, 0, 0], [5, 0, 0]], safe=[[0, 0, 0], [1, 0, 0]])
    assert [money(engine, 0), money(engine, 1)] == [(10, 9), (10, 10)]
    act(engine, "pass", *["draw_pile"] * 8)
    expect(engine, safe=[[0, 0, 0], [0, 0, 0]])


@pytest.mark.rule("HAV-6.6")
def test_an_offer_of_twenty_at_most():
    engine = battle(ships={"1.0": "10 33 46 57; 66; 30"}, parley=True)
    assert labels(engine, "offer")[-1] == "offer 20"


@pytest.mark.rule("HAV-6.6", "HAV-R11")
def test_safe_passage_holds_against_all_vessels_of_that_player():
    ships = {"0.1": "9 34 - -; 72; 0", "2.0": "8 32 - -; port"}
    engine = act(battle("1", ships, parley=True, players=3), "offer 1", "accept")
    act(engine, "move 1", "hex 72")
    assert asked(engine) == "0 ACTION"


@pytest.mark.rule("HAV-6.7", "HAV-R1")
def test_the_higher_total_wins_the_round():
    assert asked(battle(ATTACKER_WINS)) == "0 PRESS"
    assert asked(battle(DEFENDER_WINS)) == "1 PRESS"
    assert totals(battle(ATTACKER_WINS)) == [30, 6]


@pytest.mark.rule("HAV-6.8", "HAV-6.9")
def test_the_second_standoff_lets_the_defender_evade():
    engine = battle(STANDOFF * 3 + ATTACKER_WINS)
    assert asked(engine) == "1 TIE"
    expect(engine, script_n=22)
    act(engine, "fight_on")
    assert asked(engine) == "1 TIE"
    act(engine, "fight_on")
    assert asked(engine) == "0 PRESS"
    engine = act(battle(STANDOFF * 2), "break_off")
    assert asked(engine) == "0 ACTION"
    assert [ship(engine, "0.0"), ship(engine, "1.0")] == list(SHIPS.values())


@pytest.mark.rule("HAV-6.8")
def test_standoffs_are_counted_anew_in_each_round():
    dice = STANDOFF + ATTACKER_WINS + "2 " * 10 + "6 " * 5 + "1 " * 5
    engine = act(battle(dice, {"1.0": "10 33 46 57; 66; 0"}), "fight_on", "lose_guns")
    assert (totals(engine), asked(engine)) == ([30, 5], "0 PRESS")
    expect(engine, script_n=0)


@pytest.mark.rule("HAV-6.10", "HAV-6.13", "HAV-R8")
def test_a_defender_who_wins_may_evade():
    engine = battle(DEFENDER_WINS)
    assert labels(engine) == ["fight_on", "break_off"]
    act(engine, "break_off")
    assert asked(engine) == "0 ACTION"
    assert [ship(engine, "0.0"), ship(engine, "1.0")] == list(SHIPS.values())


@pytest.mark.rule("HAV-6.11", "HAV-6.13", "HAV-R8")
def test_an_attacker_who_wins_may_withdraw():
    engine = act(battle(ATTACKER_WINS), "break_off")
    assert asked(engine) == "1 COUNTER"
    assert labels(engine) == ["fight_on", "break_off"]
    act(engine, "break_off")
    assert asked(engine) == "0 ACTION"
    assert [ship(engine, "0.0"), ship(engine, "1.0")] == list(SHIPS.values())


@pytest.mark.rule("HAV-6.12", "HAV-7.1", "HAV-7.2")
def test_the_loser_chooses_the_damage():
    engine = act(battle(ATTACKER_WINS + "6 6 6 6 6 1 1 1 1"), "fight_on")
    assert asked(engine) == "1 DAMAGE"
    assert labels(engine) == ["lose_guns", "lose_crew"]
    act(engine, "lose_crew", "pass")
    assert (discards(engine), totals(engine)) == ("57", [30, 4])
    engine = act(battle(DEFENDER_WINS), "fight_on")
    assert asked(engine) == "0 DAMAGE"


@pytest.mark.rule("HAV-6.14", "HAV-6.16", "HAV-7.3", "HAV-7.5", "HAV-R30")
@pytest.mark.parametrize(("die", "looted"), [(3, 3), (6, 6)])
def test_the_attacker_takes_the_defenders_place(die, looted):
    ships = {"1.0": "10 33 - -; 66; 9; wild 76 1"}
    dice = "6 " * 5 + "1 " * 5 + str(die)
    engine = act(battle(dice, ships, rows={0: "0 18"}), "fight_on")
    assert ship(engine, "0.0") == f"23 45 51 61; 66; {2 + looted}"
    assert ship(engine, "1.0") == ""
    assert discards(engine) == "10 33 76"
    expect(engine, script_n=0, supply=[10, 10])
    assert is_legal(engine, "burn_vessel 0")
    refuses(engine, "move 0")
    blockade = {"0.0": "9 34 46 57; 65; 2", "1.0": "10 33 - -; 66; 9"}
    engine = act(battle("6 " * 7 + "1 " * 3 + "1", blockade, rows={0: "0"}), "fight_on")
    assert is_legal(engine, "attempt 0 0"), "it may act where it has come to lie"


@pytest.mark.rule("HAV-6.15", "HAV-7.5", "HAV-7.6")
def test_a_defender_who_wins_stays_and_loots():
    ships = {"0.0": "23 45 - -; 65; 8", "1.0": "10 33 46 57; 66; 1"}
    engine = act(battle("1 1 " + "6 " * 6 + "5", ships), "fight_on")
    assert (ship(engine, "0.0"), ship(engine, "1.0")) == ("", "10 33 46 57; 66; 6")
    assert discards(engine) == "23 45"
    assert hand(engine, 1) == ""
    assert asked(engine) == "0 ACTION", "the turn goes on without the vessel"


@pytest.mark.rule("HAV-7.5")
def test_no_more_is_looted_than_is_aboard():
    ships = {"1.0": "10 33 - -; 66; 2"}
    engine = act(battle("6 " * 5 + "1 " * 3 + "6", ships), "fight_on")
    assert ship(engine, "0.0").endswith("; 4")


@pytest.mark.rule("HAV-6.17")
def test_after_a_withdrawal_the_roles_are_exchanged():
    engine = act(battle(ATTACKER_WINS + "6 " * 6 + "1 " * 5), "break_off", "fight_on")
    bt = engine.record().bt
    assert (bt.att_seat, bt.def_seat, bt.round) == (1, 0, 2)
    assert asked(engine) == "0 PARLEY", "the new defender may parley"
    assert labels(engine) == ["pass", "offer 1", "offer 2"]
    act(engine, "offer 2")
    assert asked(engine) == "1 PARLEY_REPLY"
    act(engine, "refuse")
    assert (totals(engine), asked(engine)) == ([36, 5], "1 PRESS")
    act(engine, "break_off")
    assert asked(engine) == "0 COUNTER"


@pytest.mark.rule("HAV-R33", "HAV-6.14")
def test_a_becalmed_vessel_moves_in_when_it_wins():
    ships = {"0.0": "23 45 - -; 65; 0", "1.0": "10 33 46 57; 66; 0; wild 78 1"}
    engine = battle("6 6 1 1 1 1 1 1 " + "6 " * 6 + "1 1 " + "1", ships)
    act(engine, "break_off", "fight_on", "fight_on")
    assert ship(engine, "1.0") == "10 33 46 57; 65; 0"


@pytest.mark.rule("HAV-R37", "HAV-5.22")
@pytest.mark.parametrize("last", ["standoff", "withdrawal", "damage", "evasion", "defeat"])
def test_a_battle_ends_after_twenty_rolls(last):
    lone = {"1.0": "10 33 - -; 66; 9"} if last == "defeat" else {}
    dice = {"standoff": STANDOFF, "evasion": DEFENDER_WINS, "defeat": "6 " * 5 + "1 " * 3 + "4"}
    engine = battle(dice.get(last, ATTACKER_WINS), lone, parley=True)
    edited = engine.states[:1].copy()
    edited["bt"]["rolls"] = 19
    engine.load_state_unchecked(0, edited)
    act(engine, "pass")
    if last != "standoff":
        act(engine, "fight_on" if last in ("damage", "defeat") else "break_off")
    if last == "damage":
        act(engine, "lose_guns")
    assert asked(engine) == "0 ACTION"
    assert ship(engine, "0.0") == ("23 45 51 61; 66; 6" if last == "defeat" else SHIPS["0.0"])
    left = {"damage": "10 33 - 57; 66; 9", "defeat": ""}
    assert ship(engine, "1.0") == left.get(last, SHIPS["1.0"])


@pytest.mark.rule("HAV-7.4")
def test_a_defeat_by_no_players_vessel_loses_the_booty():
    for card, dice in ((82, "1"), (83, "6 6 6 6 6 6 1 1 1")):
        engine = table({"1.0": "10 33 - -; 66; 9"}, hand=str(card), dice=dice)
        act(engine, f"card {card}", "target 1 0")
        assert ship(engine, "1.0") == ""
        assert discards(engine) == f"{card} 10 33"
        expect(engine, supply=[10, 10], booty=[[0, 0, 0], [0, 0, 0]])


@pytest.mark.rule("HAV-R34")
def test_a_lost_vessels_slot_is_as_new():
    ships = {"0.0": "23 45 - -; 65; 8; failed 2; wild 77 2", "1.0": "10 33 46 57; 66; 1"}
    engine = act(battle("1 1 " + "6 " * 6 + "5", ships, hand="18 43", supply=20), "fight_on")
    s = engine.record()
    for field in (s.at_sea, s.moved, s.failed, s.safe, s.booty):
        assert field[0, 0] == 0
    assert (s.hex[0, 0], s.wild[0, 0, 0]) == (NONE, NONE)
    act(engine, "card 18", "slot 0", "card 43", "slot 0")
    assert is_legal(engine, "move 0"), "the next vessel is a new one"
    assert cards(engine) == []
