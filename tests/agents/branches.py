"""A toy for three: each in turn goes left or right, and the fork they reach pays them.

Every fork pays 12 in all, so that the reward mode `score` keeps the order of the payments.
"""

from enum import IntEnum
from pathlib import Path

import numpy as np

from piracy_env.core.actions import ActionTable, Block
from piracy_env.core.game import ENDED, RUNNING, Game
from piracy_env.core.jit import kernel
from piracy_env.core.layout import Group, Layout
from piracy_env.core.ranges import Range
from piracy_env.core.tables import Integer, Schema, Section

SEATS = 3
FORKS = Section(
    "forks",
    {"first": Integer(0, 12), "second": Integer(0, 12), "third": Integer(0, 12)},
    rows=("lll", "llr", "lrl", "lrr", "rll", "rlr", "rrl", "rrr"),
)


@kernel
def reset(s, t):
    s.fork = 0


@kernel
def legal(s, t, mask):
    mask[:] = True


@kernel
def step(s, t, action):
    s.fork = 2 * s.fork + action
    s.seat += 1
    if s.seat == SEATS:
        s.seat = 0
        s.over = ENDED


@kernel
def observe(s, t, seat, out):
    out[s.seat] = 1.0
    out[SEATS] = s.fork / 8


@kernel
def determinize(s, t, seat, key):
    s.rng = key


@kernel
def outcome(s, t, result):
    if s.over == RUNNING:
        return
    result.score[0] = t.forks[s.fork].first
    result.score[1] = t.forks[s.fork].second
    result.score[2] = t.forks[s.fork].third
    for seat in range(SEATS):
        result.rank[seat] = 1
        for other in range(SEATS):
            result.rank[seat] += result.score[other] > result.score[seat]
    result.reason = 0


GAME = Game.of(
    __name__,
    name="branches",
    title="Branches",
    version=0,
    seats=(SEATS,),
    default_seats=SEATS,
    phases=IntEnum("Phase", {"CHOOSE": 0}),
    fields=(("fork", np.int8),),
    ranges={"fork": Range(0, 7)},
    hidden=(),
    tables=Schema(Path(__file__).with_suffix(".toml"), FORKS),
    actions=ActionTable(Block("go", "Take a branch.", way=("left", "right"))),
    observation=Layout(Group("seat", SEATS), Group("fork")),
    longest=lambda options: SEATS,
    score_scale=12.0,
    reasons=("end_of_the_branch",),
    invariants=lambda s, t: [],
    describe=lambda s, tables, seat: f"seat {s.seat} at {s.fork}",
    describe_action=lambda s, tables, action, viewer: ("left", "right")[action],
    render=lambda s, tables, seat: '<svg xmlns="http://www.w3.org/2000/svg"/>',
    history=("0: first version",),
)
