"""The component tables: totals, and what a changed table may not say."""

import numpy as np
import pytest

from piracy_env.errors import TableError, TableWarning
from piracy_env.games.mutiny import GAME
from piracy_env.games.mutiny.tables import CARD_KEYS, KIND_NAMES
from tests.scenario import deal

SCHEMA = GAME.tables


def test_values_say_where_they_come_from():
    tables = SCHEMA.load()
    assert tables.mark("cards", "booty", "M01").startswith("R")
    assert tables.mark("cards", "booty", "S01").startswith("C")


def test_keys_and_names():
    assert (CARD_KEYS[0], CARD_KEYS[12], CARD_KEYS[13], CARD_KEYS[19]) == (
        "S01",
        "S13",
        "R01",
        "M01",
    )
    names = SCHEMA.load().text("cards", "name")
    assert (names[0], names[12], names[18], names[19]) == (
        "Oyster Smack",
        "Royal Galleon",
        "Vault of the Deep",
        "Sea Monster",
    )


ROWS = {
    "S01": ("ship", 2, 5, 6, "saber", 1, 0),
    "S02": ("ship", 2, 7, 4, "rum", 1, 0),
    "S03": ("ship", 3, 8, 3, "saber rum", 1, 0),
    "S04": ("ship", 3, 10, 5, "rum anchor", 2, 0),
    "S05": ("ship", 3, 12, 1, "relics saber", 1, 0),
    "S06": ("ship", 4, 13, 2, "chest anchor", 1, 0),
    "S07": ("ship", 4, 16, 6, "relics wheel", 2, 0),
    "S08": ("ship", 4, 14, 4, "chest rum", 1, 0),
    "S09": ("ship", 4, 17, 3, "saber anchor", 2, 0),
    "S10": ("ship", 5, 19, 5, "chest relics", 2, 0),
    "S11": ("ship", 5, 21, 1, "chest wheel", 2, 0),
    "S12": ("ship", 6, 22, 4, "relics anchor", 2, 0),
    "S13": ("ship", 6, 23, 2, "chest rum", 2, 0),
    "R01": ("ruins", 2, 6, 5, "saber", 0, 1),
    "R02": ("ruins", 3, 9, 6, "relics", 0, 1),
    "R03": ("ruins", 3, 11, 2, "rum wheel", 0, 1),
    "R04": ("ruins", 4, 15, 1, "relics wheel", 0, 1),
    "R05": ("ruins", 5, 18, 3, "saber wheel", 0, 1),
    "R06": ("ruins", 5, 20, 4, "chest anchor", 0, 1),
    "M01": ("monster", 6, 24, 3, "wheel anchor", 0, 0),
}


@pytest.mark.parametrize("key", ROWS)
def test_cards(key):
    card = SCHEMA.load().t.cards[CARD_KEYS.index(key)]
    booty = " ".join(KIND_NAMES[kind] for kind in card.booty if kind >= 0)
    kind = ("ship", "ruins", "monster")[card.type]
    assert (kind, card.min, card.ducats, card.q, booty, card.wheels, card.anchors) == ROWS[key]


def test_booty_numbers_and_rates():
    t = SCHEMA.load().t
    assert [kind.printed for kind in t.booty] == [6, 9, 12, 15, 0, 0]
    assert [list(row.per_wheel) for row in t.wheel_rates] == [
        [0, 2, 4, 6, 10],
        [2, 4, 6, 10, 15],
        [3, 6, 10, 15, 20],
    ]
    numbers = t.numbers
    assert (numbers.largest_party, numbers.ransom, numbers.mutiny_factor) == (9, 5, 2)
    assert (numbers.black_spot, numbers.consolation) == (10, 1)


@pytest.mark.parametrize(
    ("change", "culprit"),
    [
        ({"cards": {"S01": {"min": 1}}}, "S01, column 'min': must be 2 to 9"),
        ({"cards": {"S01": {"min": 10}}}, "S01, column 'min': must be 2 to 9"),
        ({"cards": {"S02": {"ducats": 61}}}, "S02, column 'ducats': must be 0 to 60"),
        ({"cards": {"S02": {"ducats": -1}}}, "S02, column 'ducats': must be 0 to 60"),
        ({"cards": {"R01": {"q": 10}}}, "R01, column 'q': must be 0 to 9"),
        ({"cards": {"R01": {"wheels": 7}}}, "R01, column 'wheels': must be 0 to 6"),
        ({"cards": {"R01": {"anchors": -1}}}, "R01, column 'anchors': must be 0 to 6"),
        ({"cards": {"S01": {"booty": []}}}, "S01, column 'booty': must be a list of 1 to 2"),
        ({"cards": {"S01": {"booty": ["rum"] * 3}}}, "S01, column 'booty'"),
        ({"cards": {"S01": {"booty": ["gold"]}}}, "saber, rum, relics, chest, wheel, anchor"),
        ({"cards": {"S01": {"booty": ["rum", "saber"]}}}, "7 rum icons, but there are only 6"),
        ({"cards": {"S01": {"type": "boat"}}}, "ship, ruins, monster"),
        ({"cards": {"S01": {"type": "monster"}}}, "exactly one monster, not 2: S01, M01"),
        ({"cards": {"M01": {"type": "ship"}}}, "exactly one monster, not 0: none"),
        ({"cards": {"S14": {"min": 2}}}, "unknown row 'S14'"),
        ({"cards": {"S01": {"masts": 2}}}, "unknown column 'masts'"),
        ({"cards": {"S01": {"min": 2.5}}}, "must be a whole number"),
        ({"cards": {"S01": {"name": ""}}}, "S01, column 'name'"),
        ({"booty": {"rum": {"printed": 100}}}, "rum, column 'printed': must be 0 to 99"),
        ({"booty": {"wheel": {"printed": 3}}}, "wheel: printed must be 0"),
        ({"wheel_rates": {"4": {"per_wheel": [1, 2, 3, 4, 21]}}}, "must be 0 to 20"),
        ({"wheel_rates": {"4": {"per_wheel": [1, 2, 3]}}}, "list of 5 whole numbers"),
        ({"numbers": {"largest_party": 5}}, "min 6 is more than numbers.largest_party"),
        ({"numbers": {"ransom": 6}}, "must be 0 to 5"),
        ({"numbers": {"mutiny_factor": 1}}, "must be 2 to 3"),
        ({"winds": {}}, "no section [winds]"),
    ],
    ids=str,
)
def test_refused(change, culprit):
    with pytest.raises(TableError) as error:
        SCHEMA.load(change)
    assert culprit in str(error.value)


def test_a_file_with_a_card_too_few_is_refused(tmp_path):
    text = SCHEMA.path.read_text(encoding="utf-8")
    file = tmp_path / "short.toml"
    file.write_text("\n".join(line for line in text.splitlines() if not line.startswith("S05")))
    with pytest.raises(TableError, match="row S05 is missing"):
        SCHEMA.load(file)


@pytest.mark.parametrize(
    ("change", "doubt"),
    [
        ({"cards": {"S01": {"min": 3}}}, "min 2, 3, 4, 5, 6"),
        ({"cards": {"S01": {"q": 5}}}, "q 1 to 6"),
        ({"cards": {"S01": {"ducats": 4}}}, "ducats on the cards: [4, 6, 7"),
        ({"cards": {"S01": {"ducats": 4}, "M01": {"ducats": 25}}}, "ducats on the cards: [4, 6, 7"),
        (
            {"cards": {"S01": {"ducats": 7}, "S02": {"ducats": 5}, "S03": {"ducats": 7}}},
            "same ducats",
        ),
        ({"cards": {"S01": {"wheels": 2}}}, "wheels on ships"),
        ({"cards": {"R01": {"anchors": 2}}}, "anchors on ruins"),
        ({"cards": {"R01": {"type": "ship", "anchors": 0}}}, "ships, ruins, monsters"),
        ({"cards": {"R01": {"wheels": 1}}}, "wheels count on ships only"),
        ({"cards": {"S01": {"anchors": 1}}}, "anchors count on ruins only"),
        ({"cards": {"S03": {"booty": ["saber"]}}}, "one icon, two icons"),
        ({"cards": {"S03": {"booty": ["rum"]}}}, "icons of"),
        (
            {"cards": {"S12": {"booty": ["anchor", "anchor"]}}, "booty": {"anchor": {"number": 7}}},
            "equal icons",
        ),
    ],
    ids=str,
)
def test_doubtful(change, doubt):
    with pytest.warns(TableWarning) as caught:
        SCHEMA.load(change)
    assert any(doubt in str(warning.message) for warning in caught)


def highest(section, column):
    """The upper end of a column's range."""
    return next(part for part in SCHEMA.sections if part.name == section).columns[column].high


DEAREST = {
    "cards": {
        key: {
            "ducats": highest("cards", "ducats"),
            "q": highest("cards", "q"),
            "wheels": highest("cards", "wheels"),
        }
        for key in CARD_KEYS
    },
    "booty": {kind: {"printed": highest("booty", "printed")} for kind in KIND_NAMES[:4]},
    "numbers": {
        name: highest("numbers", name)
        for name in ("largest_party", "ransom", "mutiny_factor", "black_spot", "consolation")
    },
    "wheel_rates": {
        players: {"per_wheel": [highest("wheel_rates", "per_wheel")] * 5} for players in "345"
    },
}
"""Every amount as high as the schema allows."""


def test_treasuries_cannot_overflow():
    numbers = {name: highest("numbers", name) for name in DEAREST["numbers"]}
    wages = numbers["mutiny_factor"] * (numbers["largest_party"] - 1) * highest("cards", "q")
    boardings = len(CARD_KEYS) * max(highest("cards", "ducats"), wages)
    # One ransom a turn; the turn in which the limit is reached has none more.
    ransoms = GAME.options["max_turns"].high * numbers["ransom"]
    treasury = GAME.options["start_ducats"].high + boardings + ransoms
    icons = len(CARD_KEYS) * highest("cards", "booty")
    ships = len(CARD_KEYS) - 1  # one card is the monster
    wheels = ships * highest("cards", "wheels") + 1
    scoring = 4 * highest("booty", "printed") + icons * numbers["consolation"]
    scoring += wheels * highest("wheel_rates", "per_wheel")
    assert treasury + scoring <= np.iinfo(np.int16).max


@pytest.mark.filterwarnings("ignore::piracy_env.errors.TableWarning")
@pytest.mark.parametrize("players", GAME.seats)
def test_the_dearest_game_allowed_is_never_refused(players):
    highs = {name: GAME.options[name].high for name in ("start_ducats", "max_turns")}
    engine = deal(GAME, players=players, tables=DEAREST, **highs)
    assert engine.complaints() == []
    while not engine.record().over:
        engine.step(engine.uniform())
        assert engine.complaints() == []
