"""The map tiles: what the pictures draw, how tiles turn, and which pictures are refused."""

import numpy as np
import pytest

from piracy_env.errors import TableError
from piracy_env.games.skull_tales.tables import TABLES, tiles
from piracy_env.games.skull_tales.tables.tiles import BUILDINGS, DOOR_KEYS
from piracy_env.games.skull_tales.terrain import (
    BOAT,
    CHASM,
    FIRST_CHASM,
    FIRST_ROOF,
    OPEN_AIR,
    ROOF,
    ROOM,
    ROOMS,
    SMALL,
    TOKENS,
)

EXITS = {
    "i1": "00W 14E 40S",
    "i2": "04N 42S",
    "i3": "04N 40S",
    "i4": "00N 04E 42S",
    "i5": "00W 04E 41S",
    "i6": "02N 20W 24E 42S",
    "i7": "24E",
    "i8": "04N 42S",
    "i9": "00N 40S 24E",
    "i10": "20W 04N 44S",
    "i11": "01N 40W",
    "i12": "20W 04E 44S",
    "i13": "02N 20W 24E 42S",
    "i14": "01N 14E 30W",
    "i15": "00N 24E 42S",
    "i16": "04E 40S",
    "c1": "20W 04N 43S",
    "c2": "43S 14E",
    "c3": "00N 14E 40S",
    "c4": "04E 40S",
    "c5": "01N 04E 40S",
    "c6": "01N 14E 30W 42S",
    "t1": "00N 04N 42S",
    "t2": "02N 42S",
    "t3": "42S 02N 20W 24E",
    "t4": "00N 24E 40S",
    "t5": "00N 04E 44S",
    "t6": "00N 44S",
    "v1": "06N 60W 39E 95S",
    "v2": "00W 06N 60W 29E 79E 93S",
    "v3": "39E 59E 80W 93S",
    "v4": "05N 49E 93S 97S",
    "s1": "20W",
    "s2": "42S",
    "s3": "",
    "s4": "42S",
}
"""Row, column and side of the exits, in their order."""
WALLS = {
    "c1": "13S 14S",
    "c2": "23S 24S",
    "c4": "13E 23E 21E 31E 41E",
    "c5": "20S 21S 22S 24S 13S",
    "t3": "10E 20E 30E 13E 23E 33E",
    "t4": "12E 13S 14S 20S 21S 22S 42E",
    "t5": "00E 10E 20E 22E 32E 42E",
    "s1": "11S 12S 13S 14S 21S 22S 23S 24S 00E 40E",
}
"""Walls inside small tiles."""
DOORS = {
    "v1": "45E 42E 22E 24S 11S 85E 69S 72S",
    "v2": "",
    "v3": "36S 14E 07E 31S 57S 75S 96E",
    "v4": "44E",
    "s1": "10E 30E",
}
"""Doors and openings by their marks; the company's door is named from the street, (6, 8, N)."""
DOORS["v3"] = DOORS["v3"].replace("57S", "58S")
LINKS = {"v1": "59E", "v3": "50W"}
LETTERS = "NESW"


@pytest.fixture(scope="module")
def t():
    return TABLES.load().t


def ground(t, token, turn=0):
    return t.ground[TOKENS.index(token), turn]


def edges(text):
    return [(int(edge[0]), int(edge[1]), LETTERS.index(edge[2])) for edge in text.split()]


@pytest.mark.parametrize("token", TOKENS)
def test_exits_doors_and_links_are_where_the_tile_has_them(t, token):
    tile = ground(t, token)
    known = edges(EXITS[token])
    assert [tuple(exit_) for exit_ in tile.exits.tolist() if exit_[0] >= 0] == known
    assert tile.exits_n == len(known)
    doors = [tuple(door) for door in tile.doors.tolist() if door[0] >= 0]
    assert doors == edges(DOORS.get(token, ""))
    assert [tuple(tile.link.tolist())] == (edges(LINKS.get(token, "")) or [(-1, -1, -1)])


@pytest.mark.parametrize("token", SMALL)
def test_walls_stand_on_both_sides_and_around_the_tile(t, token):
    tile = ground(t, token)
    walls = set(edges(WALLS.get(token, "")))
    around = {(r, c, s) for r in range(5) for c in range(5) for s in range(4)}
    standing = {(r, c, s) for r, c, s in around if tile.wall[r, c] >> s & 1}
    border = {(r, c, s) for r, c, s in around if beyond(r, c, s, 5)}
    behind = {(r + (0, 0, 1, 0)[s], c + (0, 1, 0, 0)[s], (s + 2) % 4) for r, c, s in walls}
    assert standing == border | walls | behind


def beyond(row, col, side, size):
    row, col = row + (-1, 0, 1, 0)[side], col + (0, 1, 0, -1)[side]
    return not (0 <= row < size and 0 <= col < size)


def test_buildings_are_walled_and_roofs_are_not(t):
    for token in ("v1", "v2", "v3", "v4"):
        tile = ground(t, token)
        openings = {tuple(door) for door in tile.doors.tolist()}
        for row in range(10):
            for col in range(10):
                for side in (1, 2):
                    if beyond(row, col, side, 10):
                        continue
                    there = (row + (0, 0, 1)[side], col + (0, 1, 0)[side])
                    one, other = int(tile.reg[row, col]), int(tile.reg[there])
                    kinds = {int(tile.ter[row, col]), int(tile.ter[there])}
                    parted = one != other and ROOM in kinds
                    is_open = (row, col, side) in openings
                    assert (tile.wall[row, col] >> side & 1) == (parted and not is_open)


@pytest.mark.parametrize(
    ("token", "region", "spaces"),
    [
        *[("v1", r, n) for r, n in zip("kblpcsg", (6, 9, 12, 9, 12, 6, 8), strict=True)],
        *[("v3", r, n) for r, n in zip("mhfdirq", (20, 12, 4, 12, 10, 4, 6), strict=True)],
        ("v4", "t", 35),
        *[("v2", roof, n) for roof, n in zip("ABCDEF", (6, 6, 8, 6, 6, 6), strict=True)],
        *[("v4", roof, n) for roof, n in zip("ABCD", (6, 6, 6, 6), strict=True)],
        ("v1", "A", 6),
    ],
)
def test_rooms_and_roofs_have_their_spaces(t, token, region, spaces):
    tile = ground(t, token)
    number = 1 + ROOMS.index(region) if region in ROOMS else FIRST_ROOF + "ABCDEF".index(region)
    kind = ROOM if region in ROOMS else ROOF
    assert int((tile.reg == number).sum()) == spaces
    assert set(tile.ter[tile.reg == number].tolist()) == {kind}


def test_chasms_that_touch_are_one_space(t):
    chasms = {
        token: sorted(set(ground(t, token).reg.ravel().tolist()) - {OPEN_AIR}) for token in SMALL
    }
    assert {token: found for token, found in chasms.items() if found} == {
        "i9": [FIRST_CHASM],
        "i10": [FIRST_CHASM],
        "c2": [FIRST_CHASM],
        "t5": [FIRST_CHASM, FIRST_CHASM + 1],
    }
    assert [ground(t, token).chasm for token in ("i9", "i10", "c2", "t5", "i1")] == [3, 4, 2, 2, 0]
    assert int((ground(t, "i10").ter == CHASM).sum()) == 8
    assert int((ground(t, "i7").ter == BOAT).sum()) == 6


def test_every_special_building_has_one_outer_door(t):
    owners = [BUILDINGS[door.building] for door in t.doors if door.building]
    assert sorted(owners) == sorted(BUILDINGS[1:])
    assert {
        key: door.mark for key, door in zip(DOOR_KEYS, t.doors, strict=True) if not door.mark
    } == {
        "crypt_door": 0,
        "prison_door": 0,
    }


@pytest.mark.rule("STA-26.1")
@pytest.mark.parametrize("token", TOKENS)
def test_a_turned_tile_is_turned_clockwise(t, token):
    for turn in range(4):
        here, there = ground(t, token, turn), ground(t, token, (turn + 1) % 4)
        size = here.size
        for row in range(size):
            for col in range(size):
                at = (col, size - 1 - row)
                assert here.ter[row, col] == there.ter[at]
                assert here.reg[row, col] == there.reg[at]
                for side in range(4):
                    assert here.wall[row, col] >> side & 1 == there.wall[at] >> (side + 1) % 4 & 1
        for name in ("exits", "doors"):
            for one, other in zip(getattr(here, name), getattr(there, name), strict=True):
                row, col, side = one.tolist()
                expected = [col, size - 1 - row, (side + 1) % 4] if row >= 0 else [-1, -1, -1]
                assert other.tolist() == expected


# Pictures that are refused -----------------------------------------------------------------------

I4 = [
    "+1+-+-+-+-+",
    "|o.o.#.o.o2",
    "+.........+",
    "|o.o.o.o.o|",
    "+.........+",
    "|o.o.o.o.o|",
    "+.........+",
    "|o.o.o.o.o|",
    "+.........+",
    "|o.o.o.o.o|",
    "+-+-+3+-+-+",
]


def test_the_shipped_picture_of_i4_is_the_one_that_is_spoiled_below():
    assert TABLES.load().values["tiles"]["i4"]["picture"] == I4


@pytest.mark.parametrize(
    ("line", "drawn", "words"),
    [
        (1, "|-.o.#.o.o2", r"\[tiles\] i4: line 2, character 2 is '-', no space"),
        (2, "+.o.......+", "line 3, character 3 is 'o', no corner"),
        (1, "|o-o.#.o.o2", "line 2, character 3, '-', does not lie in this direction"),
        (1, "|ooo.#.o.o2", "line 2, character 3, 'o', stands where an edge should be"),
        (3, ".o.o.o.o.o|", "line 4, character 1, '.', leaves the border open"),
        (3, "|o:o.o.o.o|", "line 4, character 3, ':', but edges of roofs"),
        (3, "|o.A.o.o.o|", "line 4, character 3, '.', but edges of roofs"),
        (3, "|o.b.o.o.o|", "line 4, character 3, '.', leaves a room or roof open"),
        (3, "|o*o.o.o.o|", "line 4, character 3, '[*]', is a link inside the tile"),
        (3, "|o.o.o.o.o2", "its exits are not numbered 1, 2, 3"),
        (3, "|o.o2o.o.o|", "its doors are not numbered 1, 2, 3"),
        (3, "|o1o.o.o.o|", r"\[doors\] no row is for mark 1 of i4"),
        (3, "|o.^.o.o.o|", "a chasm and its rating go together"),
    ],
)
def test_a_picture_that_makes_no_sense_is_refused(line, drawn, words):
    picture = [*I4[:line], drawn, *I4[line + 1 :]]
    with pytest.raises(TableError, match=words):
        TABLES.load({"tiles": {"i4": {"picture": picture}}})


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"tavern": {"mark": 2}}, r"\[doors\] tavern: v4 has no such mark"),
        ({"tavern": {"mark": 0}}, r"\[doors\] tavern: v4 has no such mark"),
        ({"sacristy": {"mark": 6}}, r"\[doors\] sacristy is where another door is"),
        ({"town_gate": {"mark": 7}}, r"\[doors\] town_gate: v2 has no such mark"),
    ],
)
def test_a_door_that_is_not_drawn_is_refused(change, words):
    with pytest.raises(TableError, match=words):
        TABLES.load({"doors": change})


def test_a_picture_can_be_drawn_again(t):
    drawn = TABLES.load().drawn(tiles.TILES[0], "picture")
    assert drawn["i4"] == I4
    assert np.array_equal(t.tiles[3].picture, TABLES.load().t.tiles[3].picture)
