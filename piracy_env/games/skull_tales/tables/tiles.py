"""The tables of the tiles: their pictures, rooms and doors, and the ground that they draw.

A picture of n x n spaces has 2n + 1 lines of 2n + 1 characters: spaces stand at the odd places of
odd lines, what parts two spaces between them, and corners elsewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from piracy_env.core.record import Record
from piracy_env.core.tables import Choice, Grid, Integer, Section, Text
from piracy_env.games.skull_tales.terrain import (
    BLOCKED,
    BOAT,
    CHASM,
    CITIES,
    CITY,
    CITY_SIZE,
    EAST,
    FIRST_CHASM,
    FIRST_CITY,
    FIRST_ROOF,
    FLOOR,
    OPEN_AIR,
    ROOF,
    ROOFS,
    ROOM,
    ROOMS,
    SIDE_COL,
    SIDE_ROW,
    SIDES,
    SMALL,
    SMALL_SIZE,
    SOUTH,
    TILE_DOORS,
    TILE_EXITS,
    TILE_TYPES,
    TOKENS,
    WATER,
)

DOOR_KEYS = (
    *("patio", "patio_living", "living_bedroom", "bedroom_patio", "kitchen_living"),
    *("church", "sacristy", "store"),
    *("barracks", "hall_mess", "hall_office", "mess_dormitory"),
    *("company", "front_tiled", "tiled_back"),
    *("tavern", "north_cell", "south_cell", "crypt_door", "prison_door", "town_gate"),
)
"""Doors and openings of the city, of the prison and between tiles."""
BUILDINGS = ("none", "merchant_house", "church", "store", "barracks", "company", "tavern")
"""Special buildings: whose outer door it is."""
TOWNS = ("awakening", "alchemical_crystal", "cheating_death")
"""The Adventures that are played in the city."""
BARS = ("none", "door", "opening")

_NOTHING, _WALL_ACROSS, _WALL_UPRIGHT, _DASHED, _CORNER, _LINK = 0, 50, 51, 52, 53, 54
_FIRST_ROOM, _FIRST_MARK = 31, 61
ALPHABET = {
    "o": (FLOOR, "floor"),
    "#": (BLOCKED, "blocked"),
    "~": (WATER, "water"),
    "^": (CHASM, "chasm"),
    "=": (BOAT, "boat"),
    **{letter: (FIRST_ROOF + k, f"roof {letter}") for k, letter in enumerate(ROOFS)},
    **{letter: (_FIRST_ROOM + k, f"room {letter}") for k, letter in enumerate(ROOMS)},
    ".": (_NOTHING, "nothing between"),
    "-": (_WALL_ACROSS, "wall"),
    "|": (_WALL_UPRIGHT, "wall upright"),
    ":": (_DASHED, "edge of a roof"),
    "+": (_CORNER, "corner"),
    "*": (_LINK, "link to a special tile"),
    **{str(k + 1): (_FIRST_MARK + k, f"exit or door {k + 1}") for k in range(TILE_DOORS)},
}

TILES = (
    Section(
        "tiles",
        {
            "name": Text("what the tile is called"),
            "type": Choice(TILE_TYPES, "what kind of place it is"),
            "chasm": Integer(0, 5, doc="what a jump over its chasm has to beat, 0 without one"),
            "picture": Grid(2 * SMALL_SIZE + 1, 2 * SMALL_SIZE + 1, ALPHABET, "the tile"),
        },
        rows=SMALL,
        doc="Tiles of 5 x 5 spaces.",
    ),
    Section(
        "city_tiles",
        {
            "name": Text("what the tile is called"),
            "picture": Grid(2 * CITY_SIZE + 1, 2 * CITY_SIZE + 1, ALPHABET, "the tile"),
        },
        rows=CITIES,
        doc="Tiles of 10 x 10 spaces.",
    ),
    Section(
        "rooms",
        {"name": Text("what the room is called"), "building": Choice(BUILDINGS, "where it is")},
        rows=tuple(ROOMS),
        doc="Rooms of the city, by their letters.",
    ),
    Section(
        "doors",
        {
            "name": Text("what it is called"),
            "tile": Choice(TOKENS, "the tile that it is on"),
            "mark": Integer(0, TILE_DOORS, doc="its number on the picture, 0 for the link"),
            "border": Integer(0, 1, doc="1: that of an exit, not of a door inside"),
            "building": Choice(BUILDINGS, "the special building whose outer door it is"),
            **{town: Choice(BARS, "what it is in that Adventure") for town in TOWNS},
        },
        rows=DOOR_KEYS,
        doc="Doors, and openings where there could be doors.",
    ),
)

GROUND = np.dtype(
    [
        ("size", np.int8),  # rows and columns
        ("type", np.int8),  # place in `TILE_TYPES`
        ("chasm", np.int8),  # its rating
        ("exits_n", np.int8),
        ("exits", np.int8, (TILE_EXITS, 3)),  # row, column, side; -1 beyond the last
        ("link", np.int8, (3,)),  # row, column, side of the link to a special tile, or -1
        ("doors", np.int8, (TILE_DOORS, 3)),  # row, column, side by their marks; -1: no such mark
        ("ter", np.int8, (CITY_SIZE, CITY_SIZE)),  # kinds of spaces
        ("reg", np.int8, (CITY_SIZE, CITY_SIZE)),  # parts of the tile
        ("wall", np.int8, (CITY_SIZE, CITY_SIZE)),  # a bit a side; the whole border is walled
        ("shared", np.int8, (4,)),  # first and last row and column of roofs and chasms, or -1
    ]
)
DERIVED = (("ground", GROUND, (len(TOKENS), 4)),)
"""What is worked out from the pictures: `t.ground[tile, quarter turns clockwise]`."""


def derive(t: Record, row: Any) -> None:
    """Read the pictures, and turn them."""
    for token, tile in enumerate(grounds(t)):
        for turn in range(4):
            row["ground"][token][turn] = tile
            row["ground"][token][turn]["shared"] = _box(tile)
            tile = turned(tile)


def _box(tile: Any) -> tuple[int, ...]:
    """The box around roofs and chasms, which are one space each (STA-9.9)."""
    rows, cols = np.nonzero((tile["ter"] == ROOF) | (tile["ter"] == CHASM))
    if len(rows) == 0:
        return (-1, -1, -1, -1)
    return int(rows.min()), int(rows.max()), int(cols.min()), int(cols.max())


def grounds(t: Record) -> list[Any]:
    """The ground of each tile as it is drawn."""
    small = [read_tile(one.picture, one.type, one.chasm) for one in t.tiles]
    city = [read_tile(one.picture, CITY, 0) for one in t.city_tiles]
    return [*small[:FIRST_CITY], *city, *small[FIRST_CITY:]]


def read_tile(picture: Any, kind: int, chasm: int) -> Any:
    """The ground that a picture draws."""
    tile = np.zeros((), GROUND)
    picture = picture.tolist()  # it is looked at number by number
    size = len(picture) // 2
    tile["size"], tile["type"], tile["chasm"] = size, kind, chasm
    tile["exits"], tile["link"], tile["doors"] = -1, -1, -1
    for row in range(size):
        for col in range(size):
            tile["ter"][row, col], tile["reg"][row, col] = _space(picture[2 * row + 1][2 * col + 1])
    for row in range(size):
        for col in range(size):
            for side in SIDES:
                _read_edge(tile, picture, row, col, side)
    _name_chasms(tile)
    tile["exits_n"] = np.count_nonzero(tile["exits"][:, 0] >= 0)
    return tile


def _space(number: int) -> tuple[int, int]:
    """Kind and region of a space."""
    if number >= _FIRST_ROOM:
        return ROOM, 1 + number - _FIRST_ROOM
    if number >= FIRST_ROOF:
        return ROOF, number
    return number, OPEN_AIR


def _edge(row: int, col: int, side: int) -> tuple[int, int]:
    """Where on a picture the side of a space is."""
    return 2 * row + 1 + SIDE_ROW[side], 2 * col + 1 + SIDE_COL[side]


def _read_edge(tile: Any, picture: Any, row: int, col: int, side: int) -> None:
    line, place = _edge(row, col, side)
    number = picture[line][place]
    is_border = line in (0, len(picture) - 1) or place in (0, len(picture) - 1)
    if is_border or number in (_WALL_ACROSS, _WALL_UPRIGHT):
        tile["wall"][row, col] |= 1 << side
    if number >= _FIRST_MARK and is_border:
        tile["exits"][number - _FIRST_MARK] = (row, col, side)
    elif number >= _FIRST_MARK and side in (EAST, SOUTH):  # else the other space has it
        tile["doors"][number - _FIRST_MARK] = (row, col, side)
    elif number == _LINK:
        tile["link"] = (row, col, side)


def _name_chasms(tile: Any) -> None:
    """Give chasm spaces that touch at their sides one region."""
    fresh = FIRST_CHASM
    for row, col in np.argwhere(tile["ter"] == CHASM).tolist():
        if tile["reg"][row, col] == OPEN_AIR:
            _spread(tile, row, col, fresh)
            fresh += 1


def _spread(tile: Any, row: int, col: int, region: int) -> None:
    size = int(tile["size"])
    if not (0 <= row < size and 0 <= col < size):
        return
    if tile["ter"][row, col] != CHASM or tile["reg"][row, col] == region:
        return
    tile["reg"][row, col] = region
    for side in SIDES:
        _spread(tile, row + SIDE_ROW[side], col + SIDE_COL[side], region)


def turned(tile: Any) -> Any:
    """A tile, a quarter turn clockwise further."""
    out = tile.copy()
    size = int(tile["size"])
    for name in ("ter", "reg", "wall"):
        out[name][:size, :size] = np.rot90(tile[name][:size, :size], -1)
    walls = out["wall"].astype(np.int64)
    out["wall"] = walls << 1 & 15 | walls >> 3
    for name in ("exits", "doors", "link"):
        out[name] = _turned_edges(tile[name], size)
    return out


def _turned_edges(edges: NDArray[Any], size: int) -> NDArray[Any]:
    row, col, side = (edges[..., part] for part in range(3))
    there = np.stack([col, size - 1 - row, (side + 1) % 4], -1)
    return np.where(row[..., None] >= 0, there, -1)


# Checks ------------------------------------------------------------------------------------------


def forbidden(t: Record, values: dict[str, Any]) -> Iterator[str]:
    """Complaints that forbid a table."""
    for section, keys in (("tiles", SMALL), ("city_tiles", CITIES)):
        for key, tile in zip(keys, getattr(t, section), strict=True):
            lines = values[section][key]["picture"]
            for complaint in _faults(tile.picture, lines):
                yield f"[{section}] {key}: {complaint}"
    for key, tile in zip(SMALL, t.tiles, strict=True):
        if (tile.chasm > 0) != bool((tile.picture == CHASM).any()):
            yield f"[tiles] {key}: a chasm and its rating go together"
    yield from _faulty_doors(t)


def _faults(picture: Any, lines: list[str]) -> Iterator[str]:
    marks: Counter[tuple[bool, int]] = Counter()
    picture = picture.tolist()
    for line, characters in enumerate(lines):
        for place, character in enumerate(characters):
            where = f"line {line + 1}, character {place + 1}"
            number = picture[line][place]
            border = line in (0, len(lines) - 1) or place in (0, len(lines) - 1)
            if line % 2 and place % 2:
                if not FLOOR <= number < _WALL_ACROSS:
                    yield f"{where} is {character!r}, no space"
            elif line % 2 == place % 2:
                if number not in (_NOTHING, _CORNER):
                    yield f"{where} is {character!r}, no corner"
            else:
                yield from _faulty_edge(picture, line, place, f"{where}, {character!r},")
                if number >= _FIRST_MARK:
                    marks[border, number - _FIRST_MARK] += 1
    for border, word in ((True, "exits"), (False, "doors")):
        found = sorted(mark for (at, mark), n in marks.items() if at == border for _ in range(n))
        if found != list(range(len(found))):
            yield f"its {word} are not numbered 1, 2, 3 ..."
        if len(found) > (TILE_EXITS if border else TILE_DOORS):
            yield f"it has too many {word}"


def _faulty_edge(picture: Any, line: int, place: int, where: str) -> Iterator[str]:
    number = picture[line][place]
    across = line % 2 == 0
    last = len(picture) - 1
    if number in (_WALL_UPRIGHT if across else _WALL_ACROSS, _CORNER):
        yield f"{where} does not lie in this direction"
    elif FLOOR <= number < _WALL_ACROSS:
        yield f"{where} stands where an edge should be"
    elif line in (0, last) or place in (0, last):
        if number in (_NOTHING, _DASHED):
            yield f"{where} leaves the border open: it needs a wall, an exit or a link"
    else:
        around = (
            ((line - 1, place), (line + 1, place))
            if across
            else ((line, place - 1), (line, place + 1))
        )
        one, other = (_space(picture[r][c]) for r, c in around)
        yield from _unfit(one, other, number, where)


def _unfit(one: tuple[int, int], other: tuple[int, int], number: int, where: str) -> Iterator[str]:
    """Whether what parts two spaces fits them."""
    dashed = one[1] != other[1] and ROOF in (one[0], other[0]) and ROOM not in (one[0], other[0])
    if (number == _DASHED) != dashed:
        yield f"{where} but edges of roofs, and only these, are drawn as ':'"
    elif number == _LINK:
        yield f"{where} is a link inside the tile"
    elif number == _NOTHING and one[1] != other[1]:
        yield f"{where} leaves a room or roof open"


def _faulty_doors(t: Record) -> Iterator[str]:
    all_grounds = grounds(t)
    drawn = {
        (token, mark + 1, 0)
        for token, ground in enumerate(all_grounds)
        for mark, door in enumerate(ground["doors"])
        if door[0] >= 0
    }
    named = Counter((door.tile, door.mark, door.border) for door in t.doors)
    for key, door in zip(DOOR_KEYS, t.doors, strict=True):
        ground = all_grounds[door.tile]
        if door.mark == 0:
            is_there = ground["link"][0] >= 0
        else:
            edges = ground["exits"] if door.border else ground["doors"]
            is_there = door.mark <= len(edges) and edges[door.mark - 1][0] >= 0
        if not is_there:
            yield f"[doors] {key}: {TOKENS[door.tile]} has no such mark"
        if named[door.tile, door.mark, door.border] > 1:
            yield f"[doors] {key} is where another door is"
    for token, mark, _ in sorted(drawn - set(named)):
        yield f"[doors] no row is for mark {mark} of {TOKENS[token]}"


def doubtful(t: Record, _values: dict[str, Any]) -> Iterator[str]:
    """Departures from the totals of the shipped tables."""
    types = Counter(tile.type for tile in t.tiles)
    found = [types[kind] for kind in range(len(TILE_TYPES))]
    if found != [16, 6, 6, 0, 4]:
        yield f"[tiles] islands, caves, temples, cities, specials: {found}, not 16, 6, 6, 0, 4"
