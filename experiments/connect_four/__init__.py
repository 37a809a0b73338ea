"""Connect four, complete: the shortest example of a game written to the contract.

Two players take turns to drop a disc into one of seven columns, where it comes to lie on the discs
below. Four of one's own in a row, a column or a diagonal win at once; when the last disc is dropped
without, the game is drawn.
"""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path
from typing import Any

import numpy as np

from piracy_env.core.actions import ActionTable, Block
from piracy_env.core.game import ENDED, RUNNING, Game
from piracy_env.core.jit import INT, kernel
from piracy_env.core.layout import Group, Layout
from piracy_env.core.ranges import Range
from piracy_env.core.record import Record
from piracy_env.core.tables import Integer, Schema, Section, Tables, Text

ROWS, COLUMNS = 6, 7
CELLS = ROWS * COLUMNS  # numbered row by row from the top left
ONE = INT(1)
HIGH = ROWS + 1  # bits of a column, the highest always 0: no line goes on in the next column
STEPS = (1, HIGH, HIGH - 1, HIGH + 1)  # from bit to bit along a column, a row, a diagonal

Phase = IntEnum("Phase", {"DROP": 0})

BOX = Section("box", {"discs": Integer(2, CELLS), "first": Text(), "second": Text()})
FIELDS = (
    ("discs", np.int64, 2),  # a bit for each disc of a seat: columns from the left, upwards; public
    ("height", np.int8, COLUMNS),  # discs in each column; public
    ("left", np.int8),  # discs that neither player has dropped yet; public
    ("winner", np.int8),  # seat with four in a line, -1 for none; public
)
RANGES = {
    "discs": Range(0, (1 << HIGH * COLUMNS) - 1),
    "height": Range(0, ROWS),
    "left": Range(0, CELLS),
    "winner": Range(-1, 1),
}
ACTIONS = ActionTable(Block("drop", "Drop a disc into a column.", column=range(1, COLUMNS + 1)))
OBSERVATION = Layout(
    Group("own", rows=ROWS, features=COLUMNS, doc="Own discs, from the top left."),
    Group("rival", rows=ROWS, features=COLUMNS, doc="The rival's discs."),
)
OBS = OBSERVATION.slices


# --- rules --------------------------------------------------------------------------------------


@kernel
def reset(s: Any, t: Any) -> None:
    """Empty the board."""
    s.left = t.box.discs
    s.winner = -1


@kernel
def legal(s: Any, t: Any, mask: Any) -> None:
    """A column takes discs until it is full."""
    for column in range(COLUMNS):
        mask[column] = s.height[column] < ROWS


@kernel
def step(s: Any, t: Any, action: int) -> None:
    """Drop a disc, and see whether that ends the game."""
    discs = s.discs[s.seat] | ONE << INT(HIGH * action + s.height[action])
    s.discs[s.seat] = discs
    s.height[action] += 1
    s.left -= 1
    if _makes_four(discs):
        s.winner = s.seat
        s.over = ENDED
    elif s.left == 0:
        s.over = ENDED
    s.seat = 1 - s.seat


@kernel
def _makes_four(discs: int) -> bool:
    """Whether four discs lie in a line: two pairs, two steps apart."""
    for step in STEPS:
        pairs = discs & discs >> INT(step)
        if pairs & pairs >> INT(2 * step):
            return True
    return False


@kernel
def observe(s: Any, t: Any, seat: int, out: Any) -> None:
    """Both players see the whole board, their own discs first."""
    own, rival = out[OBS.own], out[OBS.rival]
    mine, theirs = s.discs[seat], s.discs[1 - seat]
    for row in range(ROWS):
        for column in range(COLUMNS):
            bit, cell = INT(HIGH * column + ROWS - 1 - row), COLUMNS * row + column
            own[cell] = mine >> bit & ONE
            rival[cell] = theirs >> bit & ONE


@kernel
def determinize(s: Any, t: Any, seat: int, key: Any) -> None:
    """Nothing is hidden; only the generator is replaced."""
    s.rng = key


@kernel
def outcome(s: Any, t: Any, result: Any) -> None:
    """A point for the winner; in a draw both are first."""
    for seat in range(2):
        result.score[seat] = s.winner == seat
        if s.over != RUNNING:
            result.rank[seat] = 2 if s.winner == 1 - seat else 1
    if s.over != RUNNING:
        result.reason = int(s.winner < 0)  # the first or second of the reasons


# --- words and pictures -------------------------------------------------------------------------


def invariants(s: Record, t: Record) -> list[str]:
    """What is wrong with a state that no game could reach."""
    seats = [_cells(s, seat) for seat in range(2)]
    filled = [sum(pair) for pair in zip(*seats, strict=True)]
    columns = [filled[column::COLUMNS] for column in range(COLUMNS)]
    demands = {
        "a cell holds two discs": max(filled) <= 1,
        "a disc hangs in the air": all(column == sorted(column) for column in columns),
        "a height is wrong": all(sum(columns[c]) == s.height[c] for c in range(COLUMNS)),
        "the discs do not add up": sum(filled) + s.left == t.box.discs,
        "the turns do not add up": sum(seats[0]) - sum(seats[1]) == s.seat,
        "a disc lies above its column": not any(
            s.discs[seat] >> (HIGH * c + ROWS) & 1 for seat in range(2) for c in range(COLUMNS)
        ),
    }
    return [complaint for complaint, holds in demands.items() if not holds]


def describe(s: Record, tables: Tables, seat: int | None) -> str:
    """The board in letters, under the numbers of the columns."""
    letters = [_colour(s, tables, cell)[:1] or "." for cell in range(CELLS)]
    rows = [letters[COLUMNS * row : COLUMNS * (row + 1)] for row in range(ROWS)]
    return "\n".join(" ".join(row) for row in [list("1234567"), *rows])


def describe_action(s: Record, tables: Tables, action: int, viewer: int | None) -> str:
    """An action in words."""
    return f"Drop a {_colours(tables)[s.seat]} disc into column {action + 1}."


def render(s: Record, tables: Tables, seat: int | None) -> str:
    """The board as a picture."""
    holes = [
        f'<circle cx="{100 * (cell % COLUMNS) + 50}" cy="{100 * (cell // COLUMNS) + 50}" r="42" '
        f'fill="{_colour(s, tables, cell) or "white"}"/>'
        for cell in range(CELLS)
    ]
    size = 'width="700" height="600"'
    board = f'<rect {size} fill="midnightblue"/>{"".join(holes)}'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{board}</svg>'


def _colours(tables: Tables) -> list[str]:
    return tables.text("box", "first") + tables.text("box", "second")


def _colour(s: Record, tables: Tables, cell: int) -> str:
    """The colour of the disc in a cell, or nothing."""
    colours = enumerate(_colours(tables))
    return "".join(colour for seat, colour in colours if _cells(s, seat)[cell])


def _cells(s: Record, seat: int) -> list[int]:
    """Where discs of a seat lie, cell by cell."""
    discs = int(s.discs[seat])
    bits = (HIGH * column + ROWS - 1 - row for row in range(ROWS) for column in range(COLUMNS))
    return [discs >> bit & 1 for bit in bits]


GAME = Game.of(
    __name__,
    name="connect_four",
    title="Connect Four",
    version=1,
    seats=(2,),
    default_seats=2,
    hidden=(),
    tables=Schema(Path(__file__).with_name("data.toml"), BOX),
    longest=lambda options: CELLS,
    score_scale=0.5,
    reasons=("line", "full_board"),
    inline=True,
    history=("1: first version",),
)
