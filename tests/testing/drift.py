"""Drift: a toy that takes as long as anybody likes, on a chart of seven thousand squares.

One or two boats sail a sea without shores, a square a turn; each turn fish come up somewhere. Who
is there first catches them. Everyone has a kind of bait that the other does not see: fish of that
kind count twice in the end.
"""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path

import numpy as np

from piracy_env.core.actions import ActionTable, Block
from piracy_env.core.complaints import at_places
from piracy_env.core.game import ENDED, RUNNING, Game
from piracy_env.core.jit import WORD, kernel
from piracy_env.core.layout import Group, Layout
from piracy_env.core.options import Number
from piracy_env.core.ranges import Range
from piracy_env.core.rewards import GENERAL, RewardMode
from piracy_env.core.rng import below, die
from piracy_env.core.tables import Integer, Schema, Section

SEATS, SIDE, KINDS = 2, 84, 3
MOST_TURNS = 150_000


class Phase(IntEnum):
    SAIL = 0


TABLES = Schema(
    Path(__file__).with_name("drift.toml"), Section("sea", {"shoal": Integer(1, KINDS)})
)
OPTIONS = {"turns": Number(MOST_TURNS, 1, MOST_TURNS, "turns of each boat")}
FIELDS = (
    ("chart", np.int16, (SIDE, SIDE)),  # kind of fish, 0 none; all
    ("sailed", np.int8, (SIDE, SIDE)),  # how often boats came by, as far as anybody counts; all
    ("boat", np.int16, (SEATS, 2)),  # row and column; all
    ("bait", np.int8, (SEATS,)),  # kind of fish; the owner
    ("caught", np.int32, (SEATS, KINDS)),  # all
    ("risen", np.int32, (KINDS,)),  # fish that came up, caught or not; all
    ("turn", np.int32),
)
ENOUGH = 100
RANGES = {
    "chart": Range(0, KINDS),
    "sailed": Range(0, ENOUGH),
    "boat": Range(0, SIDE - 1),
    "bait": Range(1, KINDS, absent=0),
    "caught": Range(0, SEATS * MOST_TURNS, absent=0),
    "risen": Range(0, SEATS * MOST_TURNS),
    "turn": Range(0, lambda s, t: s.players * s.turns),
}
ACTIONS = ActionTable(
    Block("sail", "Sail one square.", way=("north", "east", "south", "west")),
    Block("rest", "Stay where you are."),
)
ACT = ACTIONS.spans
OBSERVATION = Layout(
    Group("chart", SIDE, rows=SIDE),
    Group("bait", KINDS),
    Group("caught", KINDS, rows=SEATS),
    Group("boat", ("row", "column"), rows=SEATS),
    Group("clock"),
)
OBS = OBSERVATION.slices


@kernel
def reset(s, t):
    for seat in range(s.players):
        s.bait[seat] = die(s, KINDS)
        s.boat[seat, 0] = below(s, SIDE)
        s.boat[seat, 1] = below(s, SIDE)


@kernel
def legal(s, t, mask):
    mask[:] = True


@kernel
def step(s, t, action):
    row, column = s.boat[s.seat, 0], s.boat[s.seat, 1]
    if action == ACT.sail.start:
        row = (row + SIDE - 1) % SIDE
    elif action == ACT.sail.start + 1:
        column = (column + 1) % SIDE
    elif action == ACT.sail.start + 2:
        row = (row + 1) % SIDE
    elif action == ACT.sail.start + 3:
        column = (column + SIDE - 1) % SIDE
    s.boat[s.seat, 0], s.boat[s.seat, 1] = row, column
    if s.sailed[row, column] < ENOUGH:
        s.sailed[row, column] += 1
    if s.chart[row, column] > 0:
        s.caught[s.seat, s.chart[row, column] - 1] += 1
        s.chart[row, column] = 0
    rise(s, t)
    s.seat = (s.seat + 1) % s.players
    s.turn += 1
    if s.turn == s.turns * s.players:
        s.over = ENDED


@kernel
def rise(s, t):
    """Fish come up somewhere, unless there are some, or a boat is."""
    row, column = below(s, SIDE), below(s, SIDE)
    kind = die(s, t.sea.shoal)
    for seat in range(s.players):
        if s.boat[seat, 0] == row and s.boat[seat, 1] == column:
            return
    if s.chart[row, column] == 0:
        s.chart[row, column] = kind
        s.risen[kind - 1] += 1


@kernel
def observe(s, t, seat, out):
    chart = out[OBS.chart]
    for row in range(SIDE):
        for column in range(SIDE):
            chart[SIDE * row + column] = s.chart[row, column] / KINDS
    out[OBS.bait][s.bait[seat] - 1] = 1.0
    for place in range(s.players):
        other = (seat + place) % s.players
        for kind in range(KINDS):
            out[OBS.caught][KINDS * place + kind] = s.caught[other, kind] / (SEATS * MOST_TURNS)
        for axis in range(2):
            out[OBS.boat][2 * place + axis] = s.boat[other, axis] / SIDE
    out[OBS.clock][0] = s.turn / (s.turns * s.players)


@kernel
def determinize(s, t, seat, key):
    s.rng = WORD(key)
    for other in range(s.players):
        if other != seat:
            s.bait[other] = die(s, KINDS)


@kernel
def outcome(s, t, result):
    for seat in range(s.players):
        result.score[seat] = s.caught[seat, s.bait[seat] - 1]
        for kind in range(KINDS):
            result.score[seat] += s.caught[seat, kind]
    if s.over == ENDED:
        result.reason = 0
    for seat in range(s.players):
        if s.over != RUNNING:
            result.rank[seat] = 1
            for other in range(s.players):
                result.rank[seat] += result.score[other] > result.score[seat]


@kernel
def reward(s, t, mode, out):
    """The mode `catch` pays fish caught, of all that came up."""
    risen = 0
    for kind in range(KINDS):
        risen += s.risen[kind]
    for seat in range(s.players):
        for kind in range(KINDS):
            if risen > 0:
                out[seat] += s.caught[seat, kind] / risen


def invariants(s, t):
    chart = np.asarray(s.chart)
    rows, columns = np.asarray(s.boat)[: s.players].T
    under = np.zeros(chart.shape, np.bool_)
    under[rows, columns] = True
    wrong = at_places("chart", under & (chart > 0), "has fish, though a boat is there")
    wrong += at_places("chart", chart > t.sea.shoal, "has fish that do not live here")
    swimming = np.bincount(chart.ravel(), minlength=KINDS + 1)[1 : KINDS + 1]
    missing = np.asarray(s.caught).sum(0) + swimming != np.asarray(s.risen)
    wrong += at_places("risen", missing, "is not what was caught and what swims")
    if s.over == RUNNING and s.turn >= s.turns * s.players:
        wrong.append("the game goes on after its last turn")
    return wrong


def describe(s, tables, seat):
    lines = [f"turn {s.turn} of {s.turns * s.players}, {np.count_nonzero(s.chart)} fish"]
    for other in range(s.players):
        bait = s.bait[other] if seat in (None, other) else "?"
        row, column = s.boat[other]
        caught = " ".join(map(str, s.caught[other]))
        lines.append(f"boat {other} at {row}, {column}: caught {caught}, bait {bait}")
    return "\n".join(lines)


def describe_action(s, tables, action, viewer):
    block, at = ACTIONS.parse(action)
    return "Stay." if block == "rest" else f"Sail {at['way']}."


def render(s, tables, seat):
    rows = describe(s, tables, seat).splitlines()
    texts = (f'<text y="{20 * row}">{text}</text>' for row, text in enumerate(rows, start=1))
    return f'<svg xmlns="http://www.w3.org/2000/svg">{"".join(texts)}</svg>'


DRIFT = Game.of(
    f"{__name__}:DRIFT",
    name="drift",
    title="Drift",
    version=1,
    seats=(1, 2),
    default_seats=2,
    hidden=("bait",),
    longest=lambda options: options.players * options.stored["turns"],
    score_scale=100.0,
    utility=GENERAL,
    reasons=("last_turn",),
    rewards=(
        RewardMode("catch", (0, 1), doc="fish caught, of all that came up"),
        RewardMode("net", (-1, 1), on_the_way="catch", doc="the change of what catch would pay"),
    ),
    default_reward="catch",
    presets={"short": {"turns": 200}},
    battery_moves=400,
    history=("1: first version",),
)
