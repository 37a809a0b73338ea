"""The component tables: every card as it should be, totals, and what a table may not say."""

from collections import Counter

import pytest

from piracy_env.errors import TableError, TableWarning
from piracy_env.games.havens import cards
from piracy_env.games.havens.cards import NO_COLOUR, Kind
from piracy_env.games.havens.tables import (
    ATTACK_KEYS,
    CAPTAIN_KEYS,
    CARD_KEYS,
    KINDS,
    PLUNDER,
    SECTION_KEYS,
    TABLES,
)

SHIPPED = TABLES.load()
T = SHIPPED.t
NAMES = [name for section in SECTION_KEYS for name in SHIPPED.text(section, "name")]


def test_values_say_where_they_come_from():
    assert SHIPPED.mark("vessels", "class", "queen_annes_revenge") == "R"
    assert SHIPPED.mark("attacks", "year", "cape_tiburon") == "P traditional"
    assert SHIPPED.mark("wild", "save") == "C"


PARTS = {
    # captains: copies, cost, strength
    0: "Henry Morgan, red, 1 4 3",
    1: "François l'Olonnais, red, 1 3 2",
    2: "Christopher Myngs, red, 1 4 3",
    3: "Laurens de Graaf, red, 1 4 3",
    4: "Michel de Grammont, red, 1 3 2",
    5: "Nicholas van Hoorn, red, 1 2 2",
    6: "Edward Mansvelt, red, 1 3 2",
    7: "Bartolomeu Português, red, 1 2 1",
    8: "Pierre le Grand, red, 1 1 1",
    9: "John Coxon, red, 1 2 2",
    10: "Robert Searle, red, 1 2 1",
    11: "Jean Hamlin, red, 1 2 1",
    12: "Blackbeard, black, 1 4 3",
    13: "Bartholomew Roberts, black, 1 4 3",
    14: "Samuel Bellamy, black, 1 3 2",
    15: "Benjamin Hornigold, black, 1 3 2",
    16: "Henry Jennings, black, 1 3 2",
    17: "Charles Vane, black, 1 3 2",
    18: "John Rackham, black, 1 2 1",
    19: "Stede Bonnet, black, 1 1 1",
    20: "Edward Low, black, 1 3 2",
    21: "George Lowther, black, 1 2 1",
    22: "Howell Davis, black, 1 2 2",
    23: "Thomas Anstis, black, 1 2 1",
    # vessels
    24: "Satisfaction, red, 1 5 3",
    25: "Oxford, red, 1 5 3",
    26: "Marston Moor, red, 1 6 4",
    27: "Neptune, red, 1 5 3",
    28: "Le Hardi, red, 1 6 4",
    29: "Saint Nicholas, red, 1 4 3",
    30: "Cagway, red, 1 2 1",
    31: "La Trompeuse, red, 1 4 3",
    32: "Piragua, red, 2 1 1",
    33: "Bark, red, 2 2 2",
    34: "Brigantine, red, 2 3 2",
    35: "Queen Anne's Revenge, black, 1 6 4",
    36: "Royal Fortune, black, 1 6 4",
    37: "Whydah, black, 1 4 3",
    38: "Revenge, black, 1 2 1",
    39: "Ranger, black, 1 3 2",
    40: "William, black, 1 2 1",
    41: "Happy Delivery, black, 1 4 3",
    42: "Good Fortune, black, 1 3 2",
    43: "Periagua, black, 2 1 1",
    44: "Schooner, black, 2 3 2",
    45: "Sloop, black, 2 2 1",
    # great guns
    46: "4-pounders, red, 2 1 1",
    47: "6-pounders, red, 2 2 2",
    48: "8-pounders, red, 2 3 3",
    49: "12-pounders, red, 1 4 4",
    50: "18-pounders, red, 1 6 5",
    51: "4-pounders, black, 2 1 1",
    52: "6-pounders, black, 2 2 2",
    53: "8-pounders, black, 2 3 3",
    54: "12-pounders, black, 1 4 4",
    55: "18-pounders, black, 1 6 5",
    # crew
    56: "Engagés, red, 2 1 1",
    57: "Boucaniers, red, 3 2 2",
    58: "Brethren of the Coast, red, 2 3 3",
    59: "Flibustiers, red, 1 4 4",
    60: "Pressed Hands, black, 2 1 1",
    61: "Sea Rovers, black, 3 2 2",
    62: "Flying Gang, black, 2 3 3",
    63: "Sworn Articles, black, 1 4 4",
}


@pytest.mark.rule("HAV-1.2")
@pytest.mark.parametrize("card", PARTS)
def test_parts_of_vessels(card):
    row = T.cards[card]
    colour = ("red", "black")[row.colour]
    told = f"{NAMES[card]}, {colour}, {row.copies} {row.cost} {row.strength}"
    assert told == PARTS[card]


SAILING = {  # class, move cost, move bonus, historical captain
    24: "Frigate 2 2 Henry Morgan", 25: "Frigate 2 2 Henry Morgan",
    26: "Warship 3 1 Christopher Myngs", 27: "Frigate 2 2 Laurens de Graaf",
    28: "Warship 3 1 Michel de Grammont", 29: "Ship 2 1 Nicholas van Hoorn",
    30: "Sloop 1 3 Robert Searle", 31: "Ship 2 1 Jean Hamlin", 32: "Boat 1 1 -",
    33: "Bark 2 1 -", 34: "Brigantine 2 2 -", 35: "Warship 3 1 Blackbeard",
    36: "Warship 3 1 Bartholomew Roberts", 37: "Ship 2 1 Samuel Bellamy",
    38: "Sloop 1 3 Stede Bonnet", 39: "Brigantine 2 2 Charles Vane",
    40: "Sloop 1 3 John Rackham", 41: "Ship 2 1 George Lowther",
    42: "Brigantine 2 2 Thomas Anstis", 43: "Boat 1 1 -", 44: "Schooner 1 2 -",
    45: "Sloop 1 3 -",
}  # fmt: skip


@pytest.mark.rule("HAV-4.5")
@pytest.mark.parametrize("card", SAILING)
def test_how_vessels_sail(card):
    row = T.vessels[card - cards.FIRST_VESSEL]
    kind = SHIPPED.text("vessels", "class")[card - cards.FIRST_VESSEL]
    captain = "-" if row.captain[0] < 0 else NAMES[row.captain[0]]
    assert f"{kind} {row.move_cost} {row.move_bonus} {captain}" == SAILING[card]


OTHERS = {  # cost and hex of Havens; copies, cost, pips, dice, save, ttl of the rest
    64: "Tortuga 3 72", 65: "Port Royal 3 57", 66: "New Providence 3 54",
    67: "Île-à-Vache 3 73", 68: "Grand Cayman 2 35", 69: "Roatán 2 24", 70: "St. Thomas 2 88",
    71: "San Blas 3 50", 72: "La Blanquilla 2 90", 73: "Carriacou 2 95", 74: "Ocracoke 1 51",
    75: "Laguna de Términos 1 10",
    76: "Letter of Marque 2 3 0 2 0 3", 77: "Trade Winds 2 2 2 0 0 3",
    78: "Becalmed 2 2 0 0 4 1", 79: "Scurvy 2 2 0 -2 4 2", 80: "Mutiny 2 3 0 0 3 0",
    81: "King's Pardon 2 3 0 0 4 0", 82: "Hurricane 2 4 0 0 3 0", 83: "Man-of-War 2 3 0 6 0 0",
    84: "Favourable Current 3 0 3 0 0 0", 85: "Gulf Stream 2 0 5 0 0 0",
    86: "Hot Pursuit 2 0 0 0 0 0", 87: "Dawn Assault 3 0 4 0 0 0",
    88: "Forlorn Hope 2 0 0 2 0 0", 89: "Close Quarters 2 0 4 0 0 0",
    90: "Buried Treasure 2 0 0 2 0 0", 91: "Wrecks of the Plate Fleet 2 0 3 1 0 0",
    92: "Turn of Fortune 3 0 0 0 0 0", 93: "Double-Dealing 2 0 0 0 0 0",
    94: "Broadside 2 0 4 0 0 0", 95: "Musket Volley 2 0 0 2 0 0",
    96: "Alarm Bells 2 0 5 0 0 0", 97: "Turncoat Guide 2 0 4 0 0 0",
    98: "Providence 2 0 2 0 0 0", 99: "Contrary Winds 2 0 -3 0 0 0",
    100: "Cut the Cable 1 0 0 0 0 0", 101: "Tavern Gossip 2 0 0 0 0 0",
}  # fmt: skip


@pytest.mark.parametrize("card", OTHERS)
def test_cards_of_no_colour(card):
    row = T.cards[card]
    assert row.colour == NO_COLOUR
    if row.kind == Kind.HAVEN:
        assert f"{NAMES[card]} {row.cost} {T.havens[card - cards.FIRST_HAVEN].hex}" == OTHERS[card]
        return
    numbers = (row.copies, row.cost, row.pips, row.dice, row.save, row.ttl)
    assert f"{NAMES[card]} {' '.join(map(str, numbers))}" == OTHERS[card]


@pytest.mark.rule("HAV-9.3")
def test_history_and_instant_cards_are_free():
    free = [row for row in T.cards if row.kind in (Kind.HISTORY, Kind.INSTANT)]
    assert {row.cost for row in free} == {0}


ATTACKS = """
0 red Cape Tiburon 1635 66 4 4 vessel 8
1 red Coro 1659 81 8 11 crew 2
2 red Santiago de Cuba 1662 56 7 7 guns 2
3 red Campeche 1663 14 8 11 vessel 2,6
4 red Cape Corrientes 1663 22 4 5 vessel 7
5 red Granada 1665 32 6 8 crew 0
6 red Maracaibo 1666 76 7 10 guns 1
7 red Old Providence 1666 37 4 4 guns 6
8 red Puerto Caballos 1667 19 5 6 vessel 1
9 red Puerto Príncipe 1668 45 5 5 crew 0
10 red Porto Bello 1668 49 9 13 guns 0
11 red St. Augustine 1668 33 4 5 crew 10
12 red Panama 1671 39 11 16 crew 0
13 red Santa Marta 1677 69 6 6 crew 9
14 red La Guaira 1680 86 6 7 captain 4
15 red Jamaican Shipping 1682 46 4 4 vessel 11
16 red Veracruz 1683 5 10 16 captain 5,3,4
17 red Cartagena 1683 60 8 9 vessel 3
18 black Palma de Ayz 1715 42 7 9 crew 16,17
19 black Bahía Honda 1716 27 6 8 vessel 16,14
20 black Mariel 1716 34 4 4 vessel 15
21 black Saba Bank 1716 89 5 6 vessel 14
22 black Windward Passage (Whydah) 1717 65 8 12 vessel 14
23 black Martinique (La Concorde) 1717 94 6 8 vessel 12
24 black St. Vincent (Great Allen) 1717 98 6 8 guns 12
25 black Bay of Honduras (Protestant Caesar) 1718 18 4 4 captain 12,19
26 black Charles Town 1718 40 9 13 crew 12,19
27 black Carolina Coast 1718 41 5 6 vessel 17
28 black Off Jamaica (Kingston) 1718 46 4 5 vessel 18
29 black North Hispaniola 1718 78 5 5 guns 22
30 black St. Kitts 1720 93 7 9 guns 13
31 black Dominica 1720 97 10 15 crew 13,23
32 black Martinique (governor) 1721 94 11 16 guns 13
33 black Jamaica Channel 1721 67 5 5 crew 23
34 black Bay of Honduras (Greyhound) 1722 18 6 7 crew 21,20
35 black Cartagena Roads 1723 60 7 10 captain 20
""".strip().split("\n")


@pytest.mark.parametrize("told", ATTACKS)
def test_attacks(told):
    attack = int(told.split()[0])
    row = T.attacks[attack]
    name = SHIPPED.text("attacks", "name")[attack]
    captains = ",".join(str(captain) for captain in row.captains if captain >= 0)
    numbers = f"{row.year} {row.hex} {row.strength} {row.booty}"
    colour = ("red", "black")[row.colour]
    assert f"{attack} {colour} {name} {numbers} {PLUNDER[row.plunder]} {captains}" == told


HISTORY = {
    0: {5, 9, 10, 12}, 1: {6, 8}, 2: {1, 2, 3}, 3: {16, 17}, 4: {14, 16}, 5: {16}, 6: {3, 7},
    7: {4}, 8: {0}, 9: {13}, 10: {11}, 11: {15}, 12: {23, 24, 25, 26}, 13: {30, 31, 32},
    14: {19, 21, 22}, 15: {20}, 16: {18, 19}, 17: {18, 27}, 18: {28}, 19: {25, 26},
    20: {34, 35}, 21: {34}, 22: {29}, 23: {31, 33},
}  # fmt: skip


@pytest.mark.rule("HAV-5.19")
def test_every_captain_took_part_in_something():
    took_part = {
        captain: {a for a, row in enumerate(T.attacks) if captain in list(row.captains)}
        for captain in range(len(CAPTAIN_KEYS))
    }
    assert took_part == HISTORY


@pytest.mark.rule("HAV-1.2")
def test_totals():
    copies = Counter[int]()
    for row in T.cards:
        copies[row.kind] += row.copies
    assert [copies[kind] for kind in Kind] == [24, 28, 16, 16, 12, 16, 18, 20]
    assert copies.total() == cards.CARDS == 150
    assert len(CARD_KEYS) == len(NAMES) == cards.TYPES == 102
    assert len(ATTACK_KEYS) == cards.ATTACKS == 36
    for colour, strength, booty in ((0, 116, 147), (1, 115, 150)):
        rows = [row for row in T.attacks if row.colour == colour]
        assert len(rows) == 18
        assert sum(row.strength for row in rows) == strength
        assert sum(row.booty for row in rows) == booty


def test_card_numbers_by_name():
    for name, kind, number in (
        ("LETTER_OF_MARQUE", Kind.WILD, 76), ("MAN_OF_WAR", Kind.WILD, 83),
        ("FAVOURABLE_CURRENT", Kind.HISTORY, 84), ("PLATE_FLEET", Kind.HISTORY, 91),
        ("TURN_OF_FORTUNE", Kind.INSTANT, 92), ("TAVERN_GOSSIP", Kind.INSTANT, 101),
    ):  # fmt: skip
        assert getattr(cards, name) == number
        assert KINDS[T.cards[number].kind] == kind.name.lower()
    firsts = (cards.FIRST_VESSEL, cards.FIRST_GUNS, cards.FIRST_CREW, cards.FIRST_HAVEN)
    assert firsts == (24, 46, 56, 64)
    assert (cards.FIRST_WILD, cards.FIRST_HISTORY, cards.FIRST_INSTANT) == (76, 84, 92)
    for name, number in vars(cards).items():
        if isinstance(number, int) and name.lower() in CARD_KEYS:
            assert CARD_KEYS[number] == name.lower()


def test_numbers_of_the_rules():
    rules = T.rules
    assert (rules.hand_size, rules.hand_limit) == (8, 12)
    assert (rules.purchase_cost, rules.replace_cost, rules.discard_cost) == (2, 5, 2)
    assert (rules.most_discards, rules.most_shifts) == (3, 6)
    assert (rules.most_attempts, rules.most_rolls, rules.man_of_war_rounds) == (12, 20, 3)
    assert (rules.historical_move, rules.gossip_cards) == (1, 2)


@pytest.mark.parametrize(
    ("change", "culprit"),
    [
        ({"captains": {"henry_morgan": {"cost": 21}}}, "henry_morgan, column 'cost'"),
        ({"captains": {"jack_sparrow": {"cost": 1}}}, "unknown row 'jack_sparrow'"),
        ({"captains": {"henry_morgan": {"colour": "blue"}}}, "one of red, black"),
        ({"captains": {"henry_morgan": {"colour": "black"}}}, "satisfaction: henry_morgan is of"),
        ({"vessels": {"oxford": {"captain": ["edward_low"]}}}, "oxford: edward_low is of"),
        ({"vessels": {"oxford": {"captain": ["henry_morgan"] * 2}}}, "list of 0 to 1"),
        ({"attacks": {"coro": {"captains": ["stede_bonnet"]}}}, "coro: stede_bonnet is of"),
        ({"attacks": {"coro": {"plunder": "haven"}}}, "captain, vessel, guns, crew"),
        ({"attacks": {"coro": {"strength": 0}}}, "must be 1 to 20"),
        ({"attacks": {"coro": {"hex": 100}}}, "must be 0 to 99"),
        ({"crew": {"engages": {"copies": 3}}}, "there are 151 playing cards, not 60 to 150"),
        ({"rules": {"hand_limit": 7}}, "hand_limit 7 is less than hand_size 8"),
        ({"wild": {"scurvy": {"ttl": 4}}}, "must be 0 to 3"),
        ({"wild": {"scurvy": {"ttl": 0}}}, "scurvy stays on a vessel, but for no Upkeep"),
        (
            {
                "instant": {"turn_of_fortune": {"copies": 6}, "double_dealing": {"copies": 3}},
                "crew": {"engages": {"copies": 0}, "pressed_hands": {"copies": 0}},
            },
            "9 cards negate others; at most 8 can lie on one",
        ),
        ({"history": {"hot_pursuit": {"cost": 1}}}, "unknown column 'cost'"),
    ],
    ids=str,
)
def test_refused(change, culprit):
    with pytest.raises(TableError) as error:
        TABLES.load(change)
    assert culprit in str(error.value)


@pytest.mark.parametrize(
    ("change", "doubt"),
    [
        ({"crew": {"engages": {"copies": 1}}}, "cards of each kind"),
        ({"attacks": {"coro": {"strength": 9}}}, "strength of red and black"),
        ({"attacks": {"coro": {"booty": 9}}}, "booty of red and black"),
        ({"attacks": {"coro": {"plunder": "guns"}}}, "Plunder Bonuses"),
        ({"attacks": {"coro": {"colour": "black", "captains": []}}}, "red and black Attacks"),
    ],
    ids=str,
)
def test_doubtful(change, doubt):
    with pytest.warns(TableWarning) as caught:
        changed = TABLES.load(change)
    assert any(doubt in str(warning.message) for warning in caught)
    assert changed.digest != SHIPPED.digest


def test_a_changed_card_is_changed_for_the_kernels():
    changed = TABLES.load({"guns": {"red_4_pounders": {"cost": 3}}}).t
    assert changed.cards[46].cost == changed.guns[0].cost == 3
    assert T.cards[46].cost == 1
