"""Diver: a toy for one seat alone, with payments of its own.

A diver goes down along a reef. At each of five depths lies one closed shell with up to three
pearls. Going down and opening a shell take a breath each, a current sometimes one more. Whoever
turns up in time keeps the pearls; whoever runs out of breath loses them.
"""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path

import numpy as np

from piracy_env.core.actions import ActionTable, Block
from piracy_env.core.game import ENDED, RUNNING, Game
from piracy_env.core.jit import WORD, kernel
from piracy_env.core.layout import Group, Layout
from piracy_env.core.options import Flag
from piracy_env.core.ranges import SWITCH, Range
from piracy_env.core.rewards import GENERAL, RewardMode
from piracy_env.core.rng import below, die
from piracy_env.core.tables import Integer, Schema, Section

DEPTHS, PEARLS, MOST_BREATH = 5, 3, 12
MOST = DEPTHS * PEARLS
REASONS = ("surfaced", "drowned")
SURFACED, DROWNED = range(len(REASONS))


class Phase(IntEnum):
    DIVE = 0


SEA = Section("sea", {"breath": Integer(2, MOST_BREATH), "current": Integer(2, 20)})
TABLES = Schema(Path(__file__).with_name("diver.toml"), SEA)
OPTIONS = {"rich": Flag(False, "no shell is empty")}
FIELDS = (
    ("shells", np.int8, (DEPTHS,)),  # pearls in each; nobody before it is opened
    ("opened", np.int8, (DEPTHS,)),  # 1 if it is open; all
    ("depth", np.int8),  # 0 is the surface; all
    ("breath", np.int8),  # what is left, 0 if the diver drowned; all
    ("bag", np.int8),  # pearls found; all
)
RANGES = {
    "shells": Range(lambda s, t: s.rich, PEARLS),
    "opened": SWITCH,
    "depth": Range(0, DEPTHS),
    "breath": Range(0, MOST_BREATH),
    "bag": Range(0, MOST),
}
ACTIONS = ActionTable(
    Block("down", "Go further down."), Block("open", "Open a shell."), Block("up", "Turn up.")
)
ACT = ACTIONS.spans
OBSERVATION = Layout(
    Group("diver", ("depth", "breath", "bag", "over")), Group("shells", ("opened",), rows=DEPTHS)
)
OBS = OBSERVATION.slices


# --- rules ----------------------------------------------------------------------------------------


@kernel
def reset(s, t):
    s.breath = t.sea.breath
    for depth in range(DEPTHS):
        s.shells[depth] = fill(s)


@kernel
def fill(s):
    """The pearls of a shell that nobody has seen yet."""
    return s.rich + below(s, PEARLS + 1 - s.rich)


@kernel
def legal(s, t, mask):
    mask[ACT.down.start] = s.depth < DEPTHS
    mask[ACT.open.start] = s.depth > 0 and not s.opened[s.depth - 1]
    mask[ACT.up.start] = s.depth > 0


@kernel
def step(s, t, action):
    if action == ACT.up.start:
        s.breath = max(0, s.breath - s.depth)
        s.depth = 0
        s.over = ENDED
        return
    if action == ACT.down.start:
        s.depth += 1
    else:
        s.opened[s.depth - 1] = 1
        s.bag += s.shells[s.depth - 1]
    s.breath = max(0, s.breath - 1 - (die(s, t.sea.current) == 1))
    if s.breath == 0:
        s.over = ENDED


@kernel
def observe(s, t, seat, out):
    diver = out[OBS.diver]
    diver[0] = s.depth / DEPTHS
    diver[1] = s.breath / MOST_BREATH
    diver[2] = s.bag / MOST
    diver[3] = s.over == ENDED
    for depth in range(DEPTHS):
        out[OBS.shells][depth] = s.opened[depth]


@kernel
def determinize(s, t, seat, key):
    s.rng = WORD(key)
    for depth in range(DEPTHS):
        if not s.opened[depth]:
            s.shells[depth] = fill(s)


@kernel
def kept(s):
    """Pearls that the diver keeps, if it turns up now."""
    return s.bag if s.breath > (s.depth if s.over == RUNNING else 0) else 0


@kernel
def outcome(s, t, result):
    result.score[0] = kept(s)
    if s.over == ENDED:
        result.rank[0] = 1
        result.reason = SURFACED if s.breath > 0 else DROWNED


@kernel
def reward(s, t, mode, out):
    out[0] = kept(s) / MOST


# --- words ----------------------------------------------------------------------------------------


def invariants(s, t):
    found = sum(s.shells[depth] for depth in range(DEPTHS) if s.opened[depth])
    complaints = [] if found == s.bag else [f"the shells held {found}, not {s.bag}"]
    if s.over == RUNNING and s.breath == 0:
        complaints.append("the diver is out of breath")
    return complaints


def describe(s, tables, seat):
    if s.over == ENDED:
        return f"The diver is {'up' if s.breath else 'lost'}, with {s.bag} pearls."
    shells = "".join("o" if opened else "?" for opened in s.opened)
    return f"At depth {s.depth}, with breath for {s.breath} and {s.bag} pearls; shells {shells}."


def describe_action(s, tables, action, viewer):
    return f"{ACTIONS.label(action).capitalize()}."


def render(s, tables, seat):
    text = describe(s, tables, seat)
    return f'<svg xmlns="http://www.w3.org/2000/svg"><text y="20">{text}</text></svg>'


DIVER = Game.of(
    f"{__name__}:DIVER",
    name="diver",
    title="Diver",
    version=1,
    seats=(1,),
    default_seats=1,
    hidden=("shells",),
    longest=lambda options: MOST_BREATH + 1,
    utility=GENERAL,
    reasons=REASONS,
    rewards=(
        RewardMode("pearls", (0, 1), doc="pearls kept, as a share of the most there can be"),
        RewardMode("findings", (-1, 1), on_the_way="pearls", doc="the change of what can be kept"),
    ),
    default_reward="pearls",
    score_scale=float(MOST),
    history=("1: first version",),
)
