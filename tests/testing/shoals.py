"""Shoals: a toy of what is declared for big games, drawn charts and options of every kind.

Two boats with equal purses sail a chart for four rounds. Each round has a wind, against which
nobody sails; land cannot be entered, a reef takes a toll from the purse. The fuller purse wins.
"""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path

import numpy as np

from piracy_env.core.actions import ActionTable, Block
from piracy_env.core.game import ENDED, RUNNING, Game
from piracy_env.core.jit import WORD, kernel
from piracy_env.core.layout import Group, Layout
from piracy_env.core.options import Number, Numbers, OneOf, Words
from piracy_env.core.ranges import Range
from piracy_env.core.rng import below
from piracy_env.core.tables import Grid, Integer, Schema, Section

SEATS, ROUNDS, ROWS, COLS, NONE = 2, 4, 3, 4, -1
SEA, REEF, LAND = 0, 1, 2
WAYS = ("north", "east", "south", "west")
CHARTS = ("bay", "strait")
MOST = 1_000_000
OPEN = (1, 2, 9, 10)  # cells that are sea or reef in every chart


class Phase(IntEnum):
    SAIL = 0


SIGNS = {"~": (SEA, "sea"), "o": (REEF, "reef"), "^": (LAND, "land")}
TABLES = Schema(
    Path(__file__).with_name("shoals.toml"),
    Section("toll", {"reef": Integer(0, 20_000, doc="what a reef takes")}),
    Section("charts", {"sea": Grid(ROWS, COLS, SIGNS, doc="north is up")}, rows=CHARTS),
)
OPTIONS = {
    "purse": Number(40_000, 0, MOST, "coins of each boat at the start"),
    "chart": OneOf("bay", CHARTS, "where they sail"),
    "starts": Numbers((), 0, len(OPEN) - 1, 0, SEATS, "berths; others are drawn"),
    "winds": Words(("north",), WAYS, 1, ROUNDS, "winds of the first rounds; the last one stays"),
}
FIELDS = (
    ("place", np.int8, (SEATS, 2)),  # row and column of each boat
    ("purses", np.int32, (SEATS,)),
)
RANGES = {
    "place": (Range(0, ROWS - 1), Range(0, COLS - 1)),
    "purses": Range(-20_000 * ROUNDS, MOST),
}
ACTIONS = ActionTable(
    Block("sail", "Sail to the next cell.", "sail {way}", way=WAYS), Block("stay", "Stay.")
)
ACT = ACTIONS.spans
OBSERVATION = Layout(
    Group("place", ("row", "column"), rows=("me", "rival")),
    Group("round"),
    Group("richer"),
    Group("reef", WAYS),
)
OBS = OBSERVATION.slices


@kernel
def reset(s, t):
    for seat in range(SEATS):
        berth = s.starts[seat]
        cell = OPEN[below(s, len(OPEN)) if berth == NONE else berth]
        s.place[seat, 0], s.place[seat, 1] = cell // COLS, cell % COLS
        s.purses[seat] = s.purse


@kernel
def wind(s):
    """The wind of this round: that of the list, or its last one."""
    blowing = s.winds[0]
    for number in range(1, min(s.moves // SEATS, ROUNDS - 1) + 1):
        if s.winds[number] != NONE:
            blowing = s.winds[number]
    return blowing


@kernel
def found(s, t, seat, way):
    """What lies on a boat's way: the number on the chart, land beyond its edges."""
    row = s.place[seat, 0] + (way == 2) - (way == 0)
    col = s.place[seat, 1] + (way == 1) - (way == 3)
    if not (0 <= row < ROWS and 0 <= col < COLS):
        return LAND
    return t.charts[s.chart].sea[row, col]


@kernel
def legal(s, t, mask):
    for way in range(4):
        mask[ACT.sail.start + way] = way != wind(s) and found(s, t, s.seat, way) != LAND
    mask[ACT.stay.start] = True


@kernel
def step(s, t, action):
    if action < ACT.stay.start:
        way = action - ACT.sail.start
        if found(s, t, s.seat, way) == REEF:
            s.purses[s.seat] -= t.toll.reef
        s.place[s.seat, 0] += (way == 2) - (way == 0)
        s.place[s.seat, 1] += (way == 1) - (way == 3)
    if s.moves >= SEATS * ROUNDS - 1:
        s.over = ENDED
    else:
        s.seat = 1 - s.seat


@kernel
def observe(s, t, seat, out):
    for left in range(SEATS):
        out[OBS.place][2 * left] = s.place[(seat + left) % SEATS, 0] / ROWS
        out[OBS.place][2 * left + 1] = s.place[(seat + left) % SEATS, 1] / COLS
    out[OBS.round][0] = s.moves / (SEATS * ROUNDS)
    out[OBS.richer][0] = s.purses[seat] > s.purses[1 - seat]
    for way in range(4):
        out[OBS.reef][way] = found(s, t, seat, way) == REEF


@kernel
def determinize(s, t, seat, key):
    s.rng = WORD(key)


@kernel
def outcome(s, t, result):
    for seat in range(SEATS):
        result.score[seat] = s.purses[seat]
        if s.over != RUNNING:
            result.rank[seat] = 1 + (s.purses[1 - seat] > s.purses[seat])
    if s.over != RUNNING:
        result.reason = 0


def invariants(s, t):
    sea = t.charts[s.chart].sea
    aground = [seat for seat in range(SEATS) if sea[tuple(s.place[seat])] == LAND]
    return [f"boat {seat} is on land" for seat in aground]


def describe(s, tables, seat):
    rows = [list(line) for line in tables.drawn(TABLES.sections[1], "sea")[CHARTS[s.chart]]]
    for boat in range(SEATS):
        row, col = s.place[boat]
        rows[row][col] = str(boat)
    return "\n".join([*("".join(row) for row in rows), f"seat {s.seat} sails"])


def describe_action(s, tables, action, viewer):
    return f"{ACTIONS.label(action).capitalize()}."


def render(s, tables, seat):
    lines = enumerate(describe(s, tables, seat).splitlines(), start=1)
    texts = (f'<text y="{20 * row}">{line}</text>' for row, line in lines)
    return f'<svg xmlns="http://www.w3.org/2000/svg">{"".join(texts)}</svg>'


SHOALS = Game.of(
    f"{__name__}:SHOALS",
    name="shoals",
    title="Shoals",
    version=1,
    seats=(SEATS,),
    default_seats=SEATS,
    hidden=(),
    longest=lambda options: SEATS * ROUNDS,
    score_scale=lambda options: float(max(options.stored["purse"], 1)),
    reasons=("last_round",),
    presets={"gale": {"winds": ["east", "west"], "purse": 500_000, "starts": [0, 3]}},
    history=("1: first version",),
)
