"""The gameboard: sea hexes, barriers, and how far it is from place to place (HAV-4.11)."""

from collections import Counter

import pytest

from piracy_env.errors import TableError
from piracy_env.games.havens.chart import FAR, around, distances, neighbours
from piracy_env.games.havens.tables import OPEN_SEA, TABLES

T = TABLES.load().t
PLACES = [(hex_.col, hex_.row) for hex_ in T.hexes]
NAMES = TABLES.load().text("hexes", "name")

PICTURE = """
  0   .   .   .   .   .   .   .   .  40  51   .   .   .   .   .   .   .
  1   .   .   .   .   .   .   .  33  41  52  61   .   .   .   .   .   .
  2   .   2   6  11  15  20  25   .  42  53  62   .   .   .   .   .   .
  3   0   3   7  12  16  21  26  34  43  54  63  70   .   .   .   .   .
  4   1   4   8  13  17  22  27   .  44  55  64  71  77  82   .   .   .
  5   .   5   9  14   .  23  28  35  45  56  65  72  78  83  87  92   .
  6   .   .  10   .  18  24  29  36  46  57  66  73   .  84  88  93  96
  7   .   .   .   .  19   .  30  37  47  58  67  74  79  85  89  94  97
  8   .   .   .   .   .   .  31  38  48  59  68  75  80  86  90  95  98
  9   .   .   .   .   .   .  32  39  49  60  69  76  81   .  91   .  99
 10   .   .   .   .   .   .   .   .  50   .   .   .   .   .   .   .   .
"""
"""The sea: a row each line, a column each number."""


def distance(one: int, other: int) -> int:
    return int(T.chart.distance[one, other])


@pytest.mark.rule("HAV-4.11")
def test_the_sea_is_that_of_the_picture():
    rows = [line.split()[1:] for line in PICTURE.split("\n") if line]
    drawn = {
        int(cell): (col, row)
        for row, cells in enumerate(rows)
        for col, cell in enumerate(cells)
        if cell != "."
    }
    assert dict(enumerate(PLACES)) == drawn
    assert len(drawn) == 100


def test_hexes_of_odd_columns_lie_half_a_hex_lower():
    assert set(around((8, 4))) == {(8, 3), (8, 5), (7, 3), (9, 3), (7, 4), (9, 4)}
    assert set(around((9, 4))) == {(9, 3), (9, 5), (8, 4), (10, 4), (8, 5), (10, 5)}


@pytest.mark.rule("HAV-4.11")
def test_neighbours_and_distances():
    near = [[int(other) for other in row if other >= 0] for row in T.chart.near]
    assert sum(map(len, near)) == 2 * 232
    assert sum(map(len, neighbours(PLACES))) == 2 * 242
    assert near == neighbours(PLACES, [tuple(row.between) for row in T.barriers])
    everywhere = [distance(one, other) for one in range(100) for other in range(100)]
    assert max(everywhere) == 16
    assert everywhere.count(0) == 100
    assert near[76] == [75]
    for one, others in enumerate(near):
        assert all(one in near[other] and distance(one, other) == 1 for other in others)


@pytest.mark.rule("HAV-4.11")
@pytest.mark.parametrize(
    ("one", "other", "far"),
    [
        *((72, 66, 2), (27, 28, 2), (55, 56, 2), (14, 18, 5), (45, 49, 4), (57, 46, 1)),
        *((50, 39, 1), (50, 49, 1), (50, 60, 1), (72, 73, 3), (25, 33, 5), (76, 81, 2)),
    ],
)
def test_ways_known_by_heart(one, other, far):
    assert distance(one, other) == distance(other, one) == far


def test_distances_by_another_method():
    steps = [[0 if a == b else FAR for b in range(100)] for a in range(100)]
    for a, row in enumerate(T.chart.near):
        for b in row:
            if b >= 0:
                steps[a][b] = 1
    for middle in range(100):
        for a in range(100):
            for b in range(100):
                steps[a][b] = min(steps[a][b], steps[a][middle] + steps[middle][b])
    assert steps == T.chart.distance.tolist()


def test_the_barriers_are_known_lands():
    names = TABLES.load().text("barriers", "name")
    walls = {tuple(row.between): name for row, name in zip(T.barriers, names, strict=True)}
    assert len(walls) == 10
    assert walls[25, 33] == "Florida"
    assert walls[66, 72] == walls[72, 73] == "Hispaniola"
    assert walls[14, 18] == "Yucatán"


PLACES_WITH_NAMES = {
    5: "Veracruz", 10: "Laguna de Términos", 14: "Campeche", 18: "Bay of Honduras",
    19: "Puerto Caballos", 22: "Cape Corrientes", 24: "Roatán", 27: "Bahía Honda",
    28: "Isle of Pines", 32: "San Juan River (Granada)", 33: "St. Augustine", 34: "Mariel",
    35: "Grand Cayman", 37: "Old Providence", 39: "Chagres (Panama)", 40: "Charles Town",
    41: "Carolina Coast", 42: "Palma de Ayz", 45: "Puerto Príncipe", 46: "Jamaica Roads",
    49: "Porto Bello", 50: "San Blas", 51: "Ocracoke", 54: "New Providence",
    56: "Santiago de Cuba", 57: "Port Royal", 60: "Cartagena", 65: "Windward Passage",
    66: "Cape Tiburon", 67: "Jamaica Channel", 69: "Santa Marta", 72: "Tortuga",
    73: "Île-à-Vache", 76: "Maracaibo", 78: "North Hispaniola", 81: "Coro", 86: "La Guaira",
    88: "St. Thomas", 89: "Saba Bank", 90: "La Blanquilla", 93: "St. Kitts", 94: "Martinique",
    95: "Carriacou", 97: "Dominica", 98: "St. Vincent",
}  # fmt: skip


def test_places_with_names():
    assert {h: name for h, name in enumerate(NAMES) if name != OPEN_SEA} == PLACES_WITH_NAMES


def test_havens_attacks_and_treasures_lie_at_places_with_names():
    havens, attacks = {row.hex for row in T.havens}, {row.hex for row in T.attacks}
    treasures = {T.rules.buried_treasure_hex, T.rules.plate_fleet_hex}
    assert [NAMES[hex_] for hex_ in sorted(treasures)] == ["Isle of Pines", "Palma de Ayz"]
    assert havens | attacks | treasures == set(PLACES_WITH_NAMES)
    assert not havens & attacks
    twice = Counter(row.hex for row in T.attacks)
    assert {hex_ for hex_, count in twice.items() if count > 1} == {18, 46, 60, 94}


# --- a map of one's own -------------------------------------------------------------------------


@pytest.mark.filterwarnings("ignore::piracy_env.errors.TableWarning")
def test_another_map_has_other_ways():
    opened = TABLES.load({"barriers": {"B9": {"between": [0, 0]}}}).t
    assert opened.chart.distance[76, 81] == 1
    assert 81 in opened.chart.near[76]
    moved = TABLES.load({"hexes": {"99": {"col": 0, "row": 2}}}).t
    assert moved.chart.distance[99, 0] == 1
    assert moved.chart.distance[99, 96] > 10


def test_a_changed_map_has_another_digest():
    with pytest.warns(match="edges that can be crossed"):
        changed = TABLES.load({"barriers": {"B9": {"between": [0, 0]}}})
    assert changed.digest != TABLES.load().digest
    assert TABLES.load(changed) is changed


@pytest.mark.parametrize(
    ("change", "culprit"),
    [
        ({"hexes": {"99": {"col": 0, "row": 3}}}, "2 hexes lie at column 0, row 3"),
        ({"hexes": {"99": {"col": 16, "row": 0}}}, "no way leads from hex 0 to 99"),
        ({"barriers": {"B0": {"between": [75, 76]}}}, "no way leads from hex 0 to 76"),
        ({"barriers": {"B0": {"between": [0, 99]}}}, "hexes 0 and 99 do not touch"),
        ({"hexes": {"100": {"col": 0, "row": 0}}}, "unknown row '100'"),
        ({"hexes": {"3": {"col": 17}}}, "must be 0 to 16"),
        ({"havens": {"roatan": {"hex": 72}}}, "2 Havens lie on hex 72"),
    ],
    ids=str,
)
def test_maps_that_are_refused(change, culprit):
    with pytest.raises(TableError) as error:
        TABLES.load(change)
    assert culprit in str(error.value)


def test_hexes_without_a_way_are_far():
    assert distances([[1], [0], []]) == [[0, 1, FAR], [1, 0, FAR], [FAR, FAR, 0]]
