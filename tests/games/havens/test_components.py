"""What is in the box, and that a changed table plays as changed."""

from collections import Counter

import pytest

from piracy_env.games.havens import GAME
from piracy_env.games.havens.cards import CARDS, Kind
from piracy_env.games.havens.state import Decision, Phase
from piracy_env.games.havens.tables import TABLES
from tests.games.havens.lively import voyage
from tests.games.havens.positions import cards, hexes, is_legal, money, strength, table
from tests.scenario import act, deal, expect

pytestmark = pytest.mark.filterwarnings("ignore::piracy_env.errors.TableWarning")


def box(**changes):
    return {"tables": changes}


@pytest.mark.rule("HAV-1.2", "HAV-1.6", "HAV-1.7")
@pytest.mark.parametrize("players", GAME.seats)
def test_every_card_of_the_box_takes_part(players):
    s = deal(GAME, players=players).record()
    found = Counter(list(s.draw)[: s.draw_n]) + Counter(c for c in s.column if c < CARDS)
    for seat in range(players):
        found.update({card: n for card, n in enumerate(s.hand[seat]) if n})
        found[s.haven[seat]] += 1
    assert found == {card: row.copies for card, row in enumerate(TABLES.load().t.cards)}
    attacks = Counter(list(s.apile)[: s.apile_n])
    for seat in range(players):
        attacks.update(s.row[seat])
    assert attacks == dict.fromkeys(range(36), 1)


@pytest.mark.rule("HAV-1.2")
def test_only_parts_and_attacks_have_a_colour():
    t = TABLES.load().t
    for row in t.cards:
        assert (row.colour in (0, 1)) == (row.kind <= Kind.CREW)
    colours = Counter(row.colour for row in t.cards for _ in range(row.copies))
    assert colours == {0: 42, 1: 42, -1: 66}


def test_a_dearer_card():
    dear = box(captains={"henry_morgan": {"cost": 11}})
    assert not is_legal(table(hand="0", options=dear), "card 0")
    cheap = box(captains={"henry_morgan": {"cost": 0}})
    engine = act(table(hand="0", options=cheap), "card 0", "slot 0")
    assert money(engine) == (10, 10)


def test_a_stronger_card():
    strong = box(guns={"black_4_pounders": {"strength": 9}})
    engine = table({"0.0": "18 45 51 -; 46; 0"}, options=strong)
    assert strength(engine, 0) == 1 + 1 + 9


def test_an_opened_barrier():
    slow = {"vessels": {"piragua": {"move_bonus": 0}}}
    open_ = {"barriers": {"B8": {"between": [0, 0]}, "B9": {"between": [0, 0]}}}
    ships = {"0.0": "11 32 - -; 76; 0"}
    closed = act(table(ships, dice="1", options=box(**slow)), "move 0")
    assert sorted(hexes(closed)) == [75, 76]
    opened = act(table(ships, dice="1", options=box(**slow, **open_)), "move 0")
    assert sorted(hexes(opened)) == [69, 75, 76, 81]


def test_a_haven_elsewhere():
    moved = box(havens={"tortuga": {"hex": 0}}, vessels={"bark": {"move_bonus": 0}})
    engine = act(table({"0.0": "7 33 - -; port"}, dice="1", options=moved), "move 0")
    assert sorted(hexes(engine)) == [0, 1, 2, 3]


def test_other_prices_and_hands():
    engine = table(
        column="53 38 88", phase=Phase.DRAW, decision=Decision.DRAW,
        options=box(rules={"purchase_cost": 7, "replace_cost": 11}),
    )  # fmt: skip
    assert not is_legal(engine, "replace_column")
    assert money(act(engine, "card 53")) == (10, 3)
    small = deal(GAME, players=2, tables={"rules": {"hand_size": 5}})
    expect(small, draw_n=150 - 2 - 10 - 3)
    gossip = act(table(hand="101", options=box(rules={"gossip_cards": 4})), "card 101")
    assert gossip.record().hand[0].sum() == 4


def test_another_attack():
    rich = box(attacks={"off_jamaica_kingston": {"strength": 1, "booty": 40, "hex": 0}})
    engine = table({"0.0": "18 45 52 61; 0; 0"}, rows={0: "28"}, dice="1,1,1,1,1,1, 1",
                   options=rich)  # fmt: skip
    act(engine, "attempt 0 0")
    assert engine.record().booty[0, 0] == 40


def test_a_treasure_elsewhere():
    here = box(rules={"buried_treasure_hex": 99})
    ships = {"0.0": "18 45 - -; 99; 0"}
    assert cards(table(ships, hand="90", options=here)) == [90]
    assert cards(table(ships, hand="90")) == []


def test_a_short_box_plays():
    few = {f"{key}": {"copies": 0} for key in ("bark", "brigantine", "schooner", "sloop")}
    lean = {"vessels": few, "instant": {"broadside": {"copies": 0}},
            "history": {"dawn_assault": {"copies": 0}}}  # fmt: skip
    engine = deal(GAME, players=4, tables=lean)
    for _ in voyage(engine, 400):
        pass
    assert engine.complaints() == []
    assert engine.states["hand"][0, :, 94].sum() == 0
