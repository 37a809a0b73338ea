"""Completing Attacks: HAV-5."""

import pytest

from piracy_env.games.havens import GAME
from piracy_env.games.havens.state import NONE, Decision
from tests.games.havens.positions import (
    PARTS,
    asked,
    cards,
    discards,
    hand,
    is_legal,
    money,
    reach,
    ship,
    strength,
    table,
    totals,
)
from tests.scenario import act, expect, labels, refuses

T = GAME.tables.load().t
WON = "6 6 6 6 6 6 6 1 1 1 1 1 1"
"""Seven dice for the vessel, six for Santa Marta."""
RAIDER = "9 34 46 57; 69; 0"


def raid(ships=None, dice=WON, **more):
    """John Coxon off Santa Marta, whose Attack is his own; nothing red to plunder."""
    return table({"0.0": RAIDER} | (ships or {}), rows={0: "13"}, dice=dice, **more)


@pytest.mark.rule("HAV-5.2", "HAV-5.3")
@pytest.mark.parametrize("attack", range(36))
def test_where_and_by_whom_an_attack_is_attempted(attack):
    hex_, colour = T.attacks[attack].hex, T.attacks[attack].colour
    red, black = "8 32 - -", "18 45 - -"
    for parts, its in ((red, 0), (black, 1)):
        engine = table({"0.0": f"{parts}; {hex_}; 0"}, rows={0: str(attack)})
        assert is_legal(engine, "attempt 0 0") == (its == colour)
        engine = table({"0.0": f"{parts}; 99; 0"}, rows={0: str(attack)})
        assert not is_legal(engine, "attempt 0 0")
        engine = table({"0.0": f"{parts}; {hex_}; 0"}, rows={1: str(attack)})
        assert not is_legal(engine, "attempt 0 0"), "it lies on a rival's row"


@pytest.mark.rule("HAV-5.4", "HAV-5.7", "HAV-R1", "HAV-R2")
@pytest.mark.parametrize("attack", range(36))
def test_dice_and_booty_of_each_attack(attack):
    row = T.attacks[attack]
    parts = "8 32 - -" if row.colour == 0 else "19 43 - -"
    engine = table(
        {"0.0": f"{parts}; {row.hex}; 2"}, rows={0: str(attack)}, players=3,
        dice="6 6 " + "1 " * row.strength, column="70 74 75",
    )  # fmt: skip
    act(engine, "attempt 0 0")
    expect(engine, script_n=0)
    won = row.strength < 12
    assert ship(engine, "0.0") == f"{parts}; {row.hex}; {2 + row.booty * won}"


@pytest.mark.rule("HAV-5.6")
def test_total_strength():
    for text, dice in (
        ("9 34 - -; 69; 0", 4),
        ("9 34 46 57; 69; 0", 7),
        ("9 34 46 57; 69; 0; wild 76 1", 9),
        ("9 34 46 57; 69; 0; wild 76 1; wild 76 1", 11),
        ("9 34 46 57; 69; 0; wild 79 1", 5),
        ("8 32 - -; 69; 0; wild 79 1; wild 79 1", 1),
        ("9 34 - -; 69; 0; wild 77 1; wild 78 1", 4),
    ):
        assert strength(table({"0.0": text}), 0) == dice
        engine = table({"0.0": text}, rows={0: "13"}, dice="3 " * dice + "1 " * 6)
        expect(act(engine, "attempt 0 0"), script_n=0)


@pytest.mark.rule("HAV-5.5", "HAV-5.9", "HAV-5.11")
def test_rounds_go_on_until_victory_or_withdrawal():
    engine = raid(dice="1 1 1 1 1 1 1 2 1 1 1 1 1 " + WON)
    act(engine, "attempt 0 0")
    assert totals(engine) == [7, 7]
    assert labels(engine) == ["fight_on", "break_off"]
    act(engine, "fight_on")
    assert totals(engine) == [42, 6]
    assert ship(engine, "0.0") == "9 34 46 57; 69; 6", "one round won is enough"


@pytest.mark.rule("HAV-5.10", "HAV-7.1", "HAV-7.2", "HAV-7.3", "HAV-R7")
def test_lost_rounds_cost_guns_and_crew_and_then_the_vessel():
    lost = ("1 " * 7 + "6 " * 6) + ("1 " * 6 + "6 " * 6) + ("1 " * 4 + "6 " * 6)
    engine = raid({"0.0": "9 34 46 57; 69; 5"}, dice=lost)
    act(engine, "attempt 0 0")
    assert labels(engine) == ["lose_guns", "lose_crew"], "damage is compulsory"
    act(engine, "lose_guns")
    assert ship(engine, "0.0") == "9 34 - 57; 69; 5"
    act(engine, "fight_on")
    assert ship(engine, "0.0") == "9 34 - -; 69; 5", "what is left goes without a question"
    assert asked(engine) == "0 ATT_CONTINUE"
    act(engine, "fight_on")
    assert ship(engine, "0.0") == ""
    assert discards(engine) == "9 34 57 46"
    expect(engine, script_n=0, supply=[10, 10])


@pytest.mark.rule("HAV-5.12", "HAV-R6")
def test_withdrawing_bars_that_vessel_from_that_card():
    ships = {"0.1": "8 32 - -; port"}
    engine = raid(ships, dice="1 1 1 1 1 1 1 2 1 1 1 1 1")
    act(engine, "attempt 0 0", "break_off")
    refuses(engine, "attempt 0 0")
    assert engine.states.failed[0, 0].tolist() == [1, 0, 0]
    expect(engine, attempts=1)


@pytest.mark.rule("HAV-5.14")
def test_a_new_attack_card_replaces_the_completed_one():
    engine = table({"0.0": RAIDER + "; failed 1"}, rows={0: "13 17"}, dice=WON, attacks="30 31")
    act(engine, "attempt 0 0", "pass")
    assert engine.states["row"][0, 0, :2].tolist() == [30, 17]
    expect(engine, abot=[13], abot_n=1)
    assert engine.states.failed[0, 0, 0] == 2
    engine = act(raid({"0.1": "8 32 - -; 75; 0; failed 0; failed 2"}), "attempt 0 0", "pass")
    assert engine.states.failed[0, 0, 1] == 4, "whoever withdrew from the old card may try the new"
    engine = raid({"0.0": "8 32 - -; 69; 0"}, dice="1 1 6 6 6 6 6 6")
    assert act(engine, "attempt 0 0").states["row"][0, 0, 0] == 13


@pytest.mark.rule("HAV-5.15", "HAV-5.16", "HAV-5.17")
@pytest.mark.parametrize(
    ("attack", "captain", "part"), [(13, 9, 3), (14, 4, 0), (10, 0, 2), (15, 11, 1)]
)
@pytest.mark.parametrize("source", ["hand", "table", "column"])
@pytest.mark.parametrize("aboard", [True, False])
def test_the_plunder_bonus(attack, captain, part, source, aboard):
    """Each kind of card from each place, added or in exchange; it costs nothing."""
    row = T.attacks[attack]
    assert row.plunder == part
    own = [captain, 34, 46 if aboard else NONE, 57 if aboard else NONE]
    taken = (8, 33, 48, 58)[part]
    parts = " ".join("-" if card == NONE else str(card) for card in own)
    mine = {"hand": str(taken)} if source == "hand" else {}
    column = f"70 {taken} 74" if source == "column" else "70 74 75"
    ships = {"0.0": f"{parts}; {row.hex}; 0"}
    if source == "table":
        ships["0.1"] = ["8 - - -", "- 33 - -", "- 32 48 -", "- 32 - 58"][part] + "; port"
    dice = sum(T.cards[card].strength for card in own if card != NONE)
    engine = table(
        ships, rows={0: str(attack)}, dice="6 " * dice + "1 " * row.strength, column=column,
        unspent=0, **mine,
    )  # fmt: skip
    act(engine, "attempt 0 0")
    assert asked(engine) == "0 PLUNDER_SOURCE"
    assert labels(engine) == ["pass", f"from_{source}"]
    act(engine, f"from_{source}")
    assert labels(engine) == ["slot 1" if source == "table" else f"card {taken}"]
    act(engine, labels(engine)[0])
    s = engine.record()
    assert s.part[0, 0, part] == taken
    replaced = own[part]
    assert discards(engine) == ("" if replaced == NONE else str(replaced))
    assert hand(engine) == ""
    assert money(engine) == (10, 0)
    if source == "column":
        expect(engine, column=[70, NONE, 74])
    assert asked(engine) == "0 BONUS_MOVE"


@pytest.mark.rule("HAV-5.18")
def test_the_plunder_bonus_is_optional_and_needs_a_fitting_card():
    engine = act(raid(hand="58"), "attempt 0 0")
    act(engine, "pass")
    assert (asked(engine), hand(engine)) == ("0 BONUS_MOVE", "58")
    for other in ("62", "48", "8"):
        assert asked(act(raid(hand=other), "attempt 0 0")) == "0 BONUS_MOVE"
    engine = act(raid({"0.1": "8 32 - 58; 75; 0"}), "attempt 0 0")
    assert asked(engine) == "0 BONUS_MOVE", "a vessel at sea gives nothing"


@pytest.mark.rule("HAV-5.19", "HAV-5.20", "HAV-R17")
def test_the_historical_bonus_is_a_free_move():
    engine = act(raid(dice=WON + " 2", unspent=0), "attempt 0 0")
    assert labels(engine) == ["pass", "move 0"]
    act(engine, "move 0")
    assert reach(engine) == 4
    act(engine, "hex 68")
    assert (money(engine), engine.states.moved[0, 0, 0]) == ((10, 0), 0)
    engine = act(raid({"0.0": "8 34 46 57; 69; 0"}), "attempt 0 0")
    assert asked(engine) == "0 ACTION", "Pierre le Grand was not at Santa Marta"
    engine = act(raid({"0.0": RAIDER + "; wild 78 1"}), "attempt 0 0")
    assert asked(engine) == "0 ACTION", "a becalmed vessel does not move"


@pytest.mark.rule("HAV-5.21", "HAV-R16", "HAV-R19")
def test_order_of_what_follows_a_completed_attack():
    """La Guaira gives a captain: Grammont, who fought, earns the move for the one who comes."""
    engine = table(
        {"0.0": "4 34 46 57; 86; 0"}, rows={0: "14"}, hand="8", attacks="30",
        dice="6 " * 7 + "1 " * 6,
    )  # fmt: skip
    act(engine, "attempt 0 0")
    assert ship(engine, "0.0").endswith("; 7")
    assert engine.states["row"][0, 0, 0] == 14
    act(engine, "from_hand", "card 8")
    assert engine.states["row"][0, 0, 0] == 30
    assert discards(engine) == "4"
    assert asked(engine) == "0 BONUS_MOVE"
    assert ship(engine, "0.0") == "8 34 46 57; 86; 7"


@pytest.mark.rule("HAV-R19")
def test_a_vessel_card_is_replaced_at_sea():
    engine = table(
        {"0.0": "11 32 - 57; 46; 3; wild 77 2"}, rows={0: "15"}, hand="31", dice="6 6 6 6 1 1 1 1"
    )
    act(engine, "attempt 0 0", "from_hand", "card 31")
    assert ship(engine, "0.0") == "11 31 - 57; 46; 7"
    assert engine.states.wild[0, 0, 0, 0] == 77


@pytest.mark.rule("HAV-5.22")
def test_twelve_attempts_a_turn():
    engine = raid(fields={"attempts": 12})
    refuses(engine, "attempt 0 0")
    engine = act(raid(fields={"attempts": 11}), "attempt 0 0")
    expect(engine, attempts=12)


@pytest.mark.rule("HAV-5.22", "HAV-R37")
@pytest.mark.parametrize("last", ["standoff", "loss", "win"])
def test_an_attack_ends_after_twenty_rolls(last):
    engine = raid(
        dice="1 1 1 1 1 1 1 2 1 1 1 1 1 "
        + {"standoff": "1 1 1 1 1 1 1 2 1 1 1 1 1", "loss": "1 " * 7 + "6 " * 6, "win": WON}[last]
    )
    act(engine, "attempt 0 0")
    edited = engine.states[:1].copy()
    edited["bt"]["rolls"] = 19
    engine.load_state_unchecked(0, edited)
    act(engine, "fight_on")
    if last == "loss":
        assert asked(engine) == "0 DAMAGE"
        act(engine, "lose_crew")
    if last == "win":
        assert asked(engine) == "0 BONUS_MOVE"
        return
    assert asked(engine) == "0 ACTION"
    refuses(engine, "attempt 0 0")
    assert ship(engine, "0.0") == f"9 34 46 {'57' if last == 'standoff' else '-'}; 69; 0"


@pytest.mark.rule("HAV-5.1")
def test_several_attacks_in_one_phase():
    engine = table(
        {"0.0": RAIDER, "0.1": "8 32 - -; 66; 0"}, rows={0: "13 0"},
        dice=WON + " 6 6 1 1 1 1",
    )  # fmt: skip
    act(engine, "attempt 0 0", "pass", "attempt 1 1", "pass")
    expect(engine, booty=[[6, 4, 0]], attempts=2)
    assert asked(engine) == f"0 {Decision.ACTION.name}"
    assert PARTS == ["captain", "vessel", "guns", "crew"]
    assert cards(engine) == []
