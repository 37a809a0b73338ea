"""The component tables: every printed value, totals, and what a changed table may not say."""

import pytest

from piracy_env.errors import TableError
from piracy_env.games.broadside import GAME
from piracy_env.games.broadside.actions import RED_KEYS
from piracy_env.games.broadside.cards import (
    COPY,
    SHIP_CARDS,
    SHIP_KEYS,
    SHIP_ROW,
    TREASURE_CARDS,
    TREASURE_KEYS,
    TREASURE_ROW,
)
from piracy_env.games.broadside.state import Red
from piracy_env.games.broadside.tables import SYMBOLS

SCHEMA = GAME.tables


def test_values_say_where_they_come_from():
    tables = SCHEMA.load()
    for row, column, mark in (
        ("merchant", "speed", "R"), ("merchant", "cannons", "R"), ("merchant", "cargo", "R"),
        ("merchant", "crew", "C"), ("merchant", "points", "C"), ("light_frigate", "speed", "R"),
        ("light_frigate", "cannons", "R"), ("frigate", "cannons", "R"), ("frigate", "speed", "C"),
        ("big_sloop", "speed", "R"), ("big_sloop", "cannons", "P"), ("big_sloop", "crew", "R"),
        ("big_sloop", "max", "P"), ("big_sloop", "cargo", "C"), ("golden_hind", "name", "R"),
        ("golden_hind", "speed", "C"),
    ):  # fmt: skip
        assert tables.mark("ships", column, row)[0] == mark, (row, column)
    assert tables.mark("treasures", "need", "map_4")[0] == "R"
    assert tables.mark("treasures", "need", "kraken")[0] == "C"
    assert tables.mark("reds", "amount", "terror")[0] == "R"
    assert tables.mark("reds", "amount", "good_speech")[0] == "C"
    assert tables.mark("fame", "points")[0] == "C"


SHIPS = {  # numbers, speed, cannons, crew, max, cargo, pirate points
    "Fishing Smack": ((0, 1), 4, 0, 2, 6, 1, 0),
    "Coaster": ((2, 3, 4), 4, 1, 4, 8, 2, 0),
    "Merchant": ((5, 6, 7, 8), 3, 0, 5, 9, 4, 1),
    "Fluyt": ((9, 10, 11), 3, 2, 7, 11, 4, 1),
    "East Indiaman": ((12, 13), 3, 5, 10, 16, 5, 2),
    "Privateer Sloop": ((14, 15), 6, 1, 7, 10, 1, 1),
    "Schooner": ((16, 17), 7, 2, 7, 11, 1, 1),
    "Brigantine": ((18, 19, 20), 5, 3, 8, 13, 2, 1),
    "Brig": ((21, 22), 5, 4, 9, 14, 2, 1),
    "Frigate (5 guns)": ((23,), 4, 5, 11, 16, 2, 1),
    "Frigate (6 guns)": ((24,), 4, 6, 12, 17, 2, 2),
    "Galleon": ((25, 26), 2, 6, 13, 20, 5, 2),
    "War Galleon": ((27, 28), 3, 8, 16, 24, 3, 3),
    "Man-of-War": ((29,), 3, 10, 18, 26, 2, 3),
    "Queen Anne's Revenge": ((30,), 4, 8, 15, 22, 3, 3),
    "Whydah": ((31,), 5, 6, 12, 18, 4, 2),
    "Royal Fortune": ((32,), 5, 8, 13, 20, 2, 3),
    "Fancy": ((33,), 6, 5, 11, 16, 2, 2),
    "Adventure Galley": ((34,), 5, 5, 11, 16, 2, 2),
    "Le Claude": ((41,), 5, 3, 9, 14, 3, 2),
    "Captured Sloop": ((42,), 6, 2, 7, 11, 2, 1),
    "Golden Hind": ((43,), 6, 6, 12, 18, 6, 3),
    "Big Sloop": ((50, 51, 52, 53, 54, 55), 6, 0, 11, 11, 2, 0),
}
TREASURES = {  # numbers, dice, symbol, need, loss, crew, red cards, treasure points
    "Treasure Map I": ((35,), 2, "explorer", 1, 1, 6, 0, 1),
    "Treasure Map II": ((36,), 2, "explorer", 1, 1, 6, 0, 1),
    "Treasure Map III": ((37,), 2, "explorer", 1, 1, 6, 0, 1),
    "Treasure Map IV": ((38,), 2, "explorer", 1, 1, 6, 0, 2),
    "Treasure Map V": ((39,), 2, "explorer", 1, 1, 6, 0, 2),
    "Treasure Map VI": ((40,), 2, "explorer", 1, 1, 6, 0, 3),
    "Kraken": ((44, 45), 4, "gun", 2, 2, 0, 0, 2),
    "Sunken City": ((46,), 2, "explorer", 1, 1, 0, 2, 2),
    "Lost Galleon": ((47,), 3, "explorer", 1, 1, 8, 0, 1),
    "Governor's Daughter": ((48,), 3, "crew", 2, 1, 2, 3, 1),
    "Flying Dutchman": ((49,), 2, "explorer", 1, 2, 0, 0, 3),
}
REDS = {  # copies in the base box, by the list and by the contents; amount
    "Fortuna's Blessing": (3, 0, 0, 2),
    "Cast Away": (3, 0, 0, 2),
    "Harbour": (0, 2, 2, 3),
    "Neptune's Revenge": (0, 3, 2, 1),
    "Sabotage": (0, 2, 1, 0),
    "Traitors": (0, 2, 2, 1),
    "Old Seadog": (0, 2, 1, 0),
    "St. Elmo's Fire": (0, 2, 1, 0),
    "Good Wind": (3, 0, 0, 1),
    "Surprise Attack": (3, 0, 0, 3),
    "Good Speech": (3, 0, 0, 3),
    "Bottle of Rum": (3, 0, 0, 2),
    "Terror": (3, 0, 0, 1),
    "Drunken Brawl": (3, 0, 0, 1),
    "Chain Shot": (3, 0, 0, 3),
    "Fog": (0, 2, 2, 0),
    "Grappling Hooks": (3, 0, 0, 0),
    "Fast Reload": (3, 0, 0, 0),
    "Full Rig": (3, 0, 0, 1),
    "Gunnery Upgrade": (3, 0, 0, 2),
    "Crow's Nest": (0, 2, 1, 0),
    "Gunnery Master": (0, 2, 1, 3),
    "Living Quarters": (0, 2, 2, 5),
}


@pytest.mark.rule("BRO-10.2")
@pytest.mark.parametrize("name", SHIPS)
def test_ships(name):
    tables = SCHEMA.load()
    row = tables.text("ships", "name").index(name)
    ship = tables.t.ships[row]
    numbers = tuple(SHIP_CARDS[SHIP_KEYS[row]])
    printed = (ship.speed, ship.cannons, ship.crew, ship.max, ship.cargo, ship.points)
    assert (numbers, *printed) == SHIPS[name]
    assert [SHIP_ROW[card] for card in numbers] == [row] * len(numbers)
    assert [COPY[card] for card in numbers] == list(range(len(numbers)))


@pytest.mark.parametrize("name", TREASURES)
def test_treasures(name):
    tables = SCHEMA.load()
    row = tables.text("treasures", "name").index(name)
    card = tables.t.treasures[row]
    numbers = tuple(TREASURE_CARDS[TREASURE_KEYS[row]])
    task = (card.dice, SYMBOLS[card.symbol], card.need, card.loss)
    assert (numbers, *task, card.crew, card.red, card.points) == TREASURES[name]
    assert [TREASURE_ROW[number] for number in numbers] == [row] * len(numbers)


@pytest.mark.parametrize("kind", Red)
def test_red_cards(kind):
    tables = SCHEMA.load()
    card = tables.t.reds[kind]
    name = tables.text("reds", "name")[kind]
    assert list(REDS)[kind] == name
    assert (card.base, card.list, card.contents, card.amount) == REDS[name]
    assert RED_KEYS[kind] == kind.name.lower()


def test_dice_fame_and_numbers():
    t = SCHEMA.load().t
    assert list(t.wind_die.faces) == [-2, -1, 0, 0, 1, 2]
    die = t.battle_die
    assert (die.gun, die.crew, die.explorer, die.blank) == (2, 2, 1, 1)
    assert t.fame.points == 2
    numbers = t.numbers
    assert (numbers.start_red, numbers.start_blue, numbers.draw_red) == (2, 3, 3)
    assert (numbers.draw_blue, numbers.red_limit, numbers.least_red) == (3, 5, 2)


def one(section, row, **values):
    return {section: {row: values}}


@pytest.mark.parametrize(
    ("change", "culprit"),
    [
        (one("ships", "brig", crew=0), "[ships] row brig, column 'crew': must be 1 to 30"),
        (one("ships", "brig", crew=15), "[ships] row brig, column 'crew': must be 1 to 14, not 15"),
        (one("ships", "brig", max=31), "row brig, column 'max': must be 1 to 30"),
        (one("ships", "brig", cargo=0), "row brig, column 'cargo': must be 1 to 8"),
        (one("ships", "brig", cargo=8, max=7, crew=7), "row brig, column 'cargo': must be 1 to 7"),
        (one("ships", "brig", speed=9), "row brig, column 'speed': must be 0 to 8"),
        (one("ships", "brig", cannons=13), "row brig, column 'cannons': must be 0 to 12"),
        (one("ships", "brig", points=5), "row brig, column 'points': must be 0 to 4"),
        (one("ships", "brig", base=1), "row brig, columns 'base' and 'list': must be 2 together"),
        (one("ships", "brig", base=1), "column 'base': must be 41 together, not 40"),
        (one("ships", "golden_hind", contents=2), "row golden_hind, column 'contents': must be 0"),
        (one("ships", "big_sloop", base=5, list=1), "row big_sloop, column 'base': must be 6"),
        (one("ships", "raft", speed=1), "unknown row 'raft'"),
        (one("ships", "brig", masts=2), "unknown column 'masts'; allowed: name, speed"),
        (one("treasures", "kraken", need=5), "row kraken, column 'need': must be 1 to 4, not 5"),
        (one("treasures", "kraken", dice=7), "row kraken, column 'dice': must be 1 to 6"),
        (one("treasures", "kraken", loss=0), "row kraken, column 'loss': must be 1 to 4"),
        (one("treasures", "kraken", symbol="fish"), "one of gun, crew, explorer, not 'fish'"),
        (one("reds", "fog", list=3), "[reds] column 'list': must be 21 together, not 22"),
        (one("reds", "terror", base=2), "[reds] column 'base': must be 39 together, not 38"),
        (one("reds", "fog", contents=1), "[reds] column 'contents': must be 15 together, not 14"),
        (one("reds", "fog", amount=1), "row fog, column 'amount': must be 0 to 0, not 1"),
        (one("reds", "terror", amount=0), "row terror, column 'amount': must be 1 to 9, not 0"),
        (one("reds", "good_speech", amount=6), "row good_speech, column 'amount': must be 1 to 5"),
        (one("reds", "living_quarters", amount=9), "could carry 44 crew, the most allowed is 40"),
        ({"battle_die": {"gun": 0}}, "column 'gun': must be 1 to 6"),
        ({"battle_die": {"crew": 0}}, "column 'crew': must be 1 to 6"),
        ({"battle_die": {"gun": 3}}, "[battle_die] gun, crew, explorer and blank: must be 6 faces"),
        ({"wind_die": {"faces": [-3, -1, 0, 0, 1, 2]}}, "column 'faces': must be -2 to 2"),
        ({"wind_die": {"faces": [0, 0]}}, "column 'faces': must be a list of 6 whole numbers"),
        ({"numbers": {"red_limit": 0}}, "column 'red_limit': must be 1 to 10"),
        ({"fame": {"points": 9}}, "column 'points': must be 0 to 4"),
        ({"box": {"crew_tokens": 0}}, "column 'crew_tokens': must be 1 to 999"),
        ({"winds": {}}, "no section [winds]"),
    ],
)
def test_what_no_table_may_say(change, culprit):
    with pytest.raises(TableError) as error:
        SCHEMA.load(change)
    assert culprit in str(error.value)


def test_a_file_names_itself_and_says_only_what_differs(tmp_path):
    house = tmp_path / "house.toml"
    house.write_text('base = "broadside"\n[ships]\nbrig = { cannons = 6 }\n', encoding="utf-8")
    assert SCHEMA.load(house).t.ships[SHIP_KEYS.index("brig")].cannons == 6
    house.write_text('base = "broadside"\n[ships]\nbrig = { cannons = 60 }\n', encoding="utf-8")
    with pytest.raises(TableError, match=r"house\.toml: \[ships\] row brig, column 'cannons'"):
        SCHEMA.load(house)
