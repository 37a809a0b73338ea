"""The ground of the Adventure: tile tokens, kinds of spaces, regions, sides and directions."""

from __future__ import annotations

BOARD = 60
"""Rows and columns of the board that tiles are placed on."""
ISLANDS = tuple(f"i{number}" for number in range(1, 17))
CAVES = tuple(f"c{number}" for number in range(1, 7))
TEMPLES = tuple(f"t{number}" for number in range(1, 7))
CITIES = tuple(f"v{number}" for number in range(1, 5))
SPECIALS = tuple(f"s{number}" for number in range(1, 5))
TOKENS = (*ISLANDS, *CAVES, *TEMPLES, *CITIES, *SPECIALS)
"""The tile tokens; a tile is named by its place in this list."""
SMALL = tuple(token for token in TOKENS if token not in CITIES)
"""Tiles of 5 x 5 spaces."""
FIRST_CITY = TOKENS.index("v1")
LAST_CITY = TOKENS.index("v4")
TILE_TYPES = ("island", "cave", "temple", "city", "special")
ISLAND, CAVE, TEMPLE, CITY, SPECIAL = range(len(TILE_TYPES))

SMALL_SIZE, CITY_SIZE = 5, 10
TILE_EXITS = 6
"""Exits that a tile can have."""
TILE_DOORS = 8
"""Doors and openings inside a tile."""

# Kinds of spaces: `b_ter`.
NO_GROUND, FLOOR, BLOCKED, WATER, CHASM, BOAT, ROOF, ROOM = range(8)

# Parts of a tile: `b_reg`. Spaces of one roof, or of one chasm, are a single space.
OPEN_AIR = 0
"""All that is neither in a room, nor roof nor chasm; a small tile is a single room of this kind."""
ROOMS = "bcdfghiklmpqrst"
"""Letters of the rooms; the first has the number 1."""
ROOFS = "ABCDEF"
FIRST_ROOF = 20
FIRST_CHASM = 30
LAST_REGION = 39

NORTH, EAST, SOUTH, WEST = range(4)
SIDES = (NORTH, EAST, SOUTH, WEST)
SIDE_ROW = (-1, 0, 1, 0)
SIDE_COL = (0, 1, 0, -1)

DIRECTIONS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
"""Steps, in the order of their actions."""
STEP_ROW = (-1, -1, 0, 1, 1, 1, 0, -1)
STEP_COL = (0, 1, 1, 1, 0, -1, -1, -1)
