"""Assembling vessels: HAV-3."""

import itertools

import pytest

from piracy_env.games.havens.state import CARD
from tests.games.havens.positions import PARTS, asked, cards, discards, money, ship, table
from tests.scenario import act, expect, labels, refuses

RED = ("9", "34", "46", "57")
"""Captain, vessel, guns and crew that go together."""
BLACK = ("18", "45", "52", "61")


def port(present, cards=RED):
    """A vessel in assembly with some of its parts."""
    parts = [card if part in present else "-" for part, card in enumerate(cards)]
    return f"{' '.join(parts)}; port"


def is_sound(present):
    """Guns lie with a vessel, crew with a captain or a vessel."""
    return (2 not in present or 1 in present) and (3 not in present or {0, 1} & set(present))


def orphan(engine):
    """The card that needs another place."""
    s = engine.record()
    return s.stack[s.sp - 1, CARD]


SETS = [
    set(present)
    for size in range(5)
    for present in itertools.combinations(range(4), size)
    if is_sound(present)
]


@pytest.mark.rule("HAV-3.3", "HAV-3.5", "HAV-3.6", "HAV-3.7", "HAV-3.8")
@pytest.mark.parametrize("present", SETS, ids=str)
def test_which_card_goes_where(present):
    """A slot with these parts takes exactly the parts that it lacks and can support."""
    ships = {"0.0": port(present)} if present else {}
    full = {"0.1": "0 26 46 57; port", "0.2": "8 32 47 56; port"}
    for part, card in enumerate(("1", "24", "48", "58")):
        fits = part not in present and is_sound(present | {part})
        engine = table(ships | full, hand=card, supply=30)
        assert (int(card) in cards(engine)) == bool(fits)
        if fits:
            assert labels(act(engine, f"card {card}")) == ["slot 0"]
            act(engine, "slot 0")
            assert money(engine)[1] == 30 - engine.tables_of().t.cards[int(card)].cost
        foreign = table(ships | full, hand=("22", "45", "52", "61")[part], supply=30)
        assert bool(cards(foreign)) == (not present and part < 2)


@pytest.mark.rule("HAV-3.2", "HAV-R22")
def test_all_cards_of_a_vessel_have_one_colour():
    engine = table({"0.0": "9 - - -; port"}, hand="45 34")
    act(engine, "card 45")
    assert labels(engine) == ["slot 1", "slot 2"]
    engine = act(table({"0.0": "9 - - -; port"}, hand="45"), "burn_part 0 captain", "card 45")
    assert labels(engine) == ["slot 0", "slot 1", "slot 2"]


@pytest.mark.rule("HAV-3.1")
def test_a_fourth_vessel_is_not_begun():
    ships = {"0.0": port({0, 1}), "0.1": port({0}, BLACK), "0.2": "22 44 - -; 80; 0"}
    assert cards(table(ships, hand="0 24 35 45 19", supply=30)) == [35, 45]


@pytest.mark.rule("HAV-3.4")
@pytest.mark.parametrize("present", SETS, ids=str)
def test_a_vessel_with_a_captain_can_sail(present):
    engine = table({"0.0": port(present)} if present else {})
    assert (labels(engine, "move") == ["move 0"]) == ({0, 1} <= present)


@pytest.mark.rule("HAV-3.11", "HAV-3.12", "HAV-3.15")
@pytest.mark.parametrize("present", SETS, ids=str)
def test_what_can_be_burned(present):
    engine = table({"0.1": port(present)} if present else {})
    expected = [
        f"burn_part 1 {PARTS[part]}" for part in sorted(present) if is_sound(present - {part})
    ]
    assert labels(engine, "burn_part") == expected
    for label in expected:
        engine = table({"0.1": port(present)})
        before = money(engine)
        act(engine, label)
        part = PARTS.index(label.split()[-1])
        assert discards(engine) == RED[part]
        assert money(engine) == before
        left = present - {part}
        assert ship(engine, "0.1") == (port(left) if left else "")
        assert asked(engine) == "0 ACTION"


@pytest.mark.rule("HAV-3.9", "HAV-3.10")
@pytest.mark.parametrize("present", SETS[1:], ids=str)
@pytest.mark.parametrize("others", SETS[1:], ids=str)
def test_what_can_be_shifted(present, others):
    """A part goes to a slot that lacks it, or is exchanged; both must be sound afterwards."""
    second = ("8", "33", "47", "56")
    engine = table({"0.0": port(present), "0.1": port(others, second)})
    expected = []
    for part in sorted(present):
        rest = present if part in others else present - {part}
        if is_sound(rest) and is_sound(others | {part}):
            expected.append(f"shift_part 0 {PARTS[part]}")
    mine = [label for label in labels(engine, "shift_part") if label.startswith("shift_part 0")]
    assert mine == expected
    for label in expected:
        engine = table({"0.0": port(present), "0.1": port(others, second)})
        act(engine, label, "slot 1")
        part = PARTS.index(label.split()[-1])
        assert ship(engine, "0.1").split("; ")[0].split()[part] == RED[part]
        here = ship(engine, "0.0") or "- - - -; port"
        assert here.split("; ")[0].split()[part] == (second[part] if part in others else "-")
        assert money(engine) == (10, 10)


@pytest.mark.rule("HAV-3.9")
def test_shifts_stay_in_port_and_in_colour():
    ships = {"0.0": port({0, 1, 3}), "0.1": "18 45 - -; port", "0.2": "8 33 - -; 69; 0"}
    assert labels(table(ships), "shift_part") == []


@pytest.mark.rule("HAV-3.10")
def test_six_shifts_a_turn():
    ships = {"0.0": port({0, 1, 3}), "0.1": "8 33 - -; port"}
    engine = table(ships)
    for turn in range(6):
        expect(engine, shifts=turn)
        act(engine, f"shift_part {turn % 2} crew", f"slot {1 - turn % 2}")
    refuses(engine, "shift_part 0 crew", "shift_part 0 captain")


@pytest.mark.rule("HAV-3.13", "HAV-3.14")
def test_a_vessel_at_sea_is_not_changed():
    ships = {"0.0": "9 34 - 57; 69; 4; wild 76 2", "0.1": port({0}, ("8", "-", "-", "-"))}
    engine = table(ships, hand="46")
    refuses(engine, "card 46", "burn_part 0 crew", "shift_part 0 crew", "shift_part 1 captain")
    act(engine, "burn_vessel 0")
    assert discards(engine) == "9 34 57 76"
    assert ship(engine, "0.0") == ""
    expect(engine, booty=[[0, 0, 0]], supply=[10])


@pytest.mark.rule("HAV-3.15", "HAV-R20")
def test_orphans_go_guns_first():
    """The Plunder Bonus takes a vessel whose captain has not come yet: guns and crew are left."""
    ships = {"0.0": "8 32 - -; 66; 0", "0.1": "- 34 46 57; port", "0.2": "- 33 - -; port"}
    dice = "6 6 1 1 1 1"

    def plundered():
        engine = table(ships, rows={0: "0"}, dice=dice)
        return act(engine, "attempt 0 0", "from_table", "slot 1")

    engine = plundered()
    assert asked(engine) == "0 ORPHAN"
    assert orphan(engine) == 46
    act(engine, "slot 2")
    assert orphan(engine) == 57
    assert labels(engine) == ["pass", "slot 2"]
    act(engine, "slot 2")
    assert (ship(engine, "0.1"), ship(engine, "0.2")) == ("", "- 33 46 57; port")
    engine = act(plundered(), "pass", "pass")
    assert discards(engine) == "57 46 32"


@pytest.mark.rule("HAV-R24", "HAV-8.2")
def test_parts_stay_when_the_haven_changes():
    engine = act(table({"0.0": port({0, 1, 2, 3})}, hand="71", dice="1"), "card 71")
    assert ship(engine, "0.0") == port({0, 1, 2, 3})
    act(engine, "move 0")
    assert engine.states.mv.origin[0] == 50, "it sets sail from San Blas"
