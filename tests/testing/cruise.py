"""Cruise: a toy family, for tests of decisions and of listings.

In PORT everyone may repair the ship's hull for coins. At SEA the watch goes round: whoever has it
sails on or waits, and a storm may ask for coins to be thrown overboard. On LAND the players dig in
turn for chests; a finder with coins enough may share with the next player. The listing
`cruise_sea` ends where land is reached, `cruise_land` begins there.
"""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path

import numpy as np

from piracy_env.core.actions import ActionTable, Block
from piracy_env.core.decisions import DecisionTable, Handler
from piracy_env.core.either import either
from piracy_env.core.game import ENDED, RUNNING, Game
from piracy_env.core.jit import WORD, kernel
from piracy_env.core.layout import Group, Layout
from piracy_env.core.options import Number, OneOf
from piracy_env.core.ranges import SWITCH, Range, a_seat
from piracy_env.core.rng import below, shuffle
from piracy_env.core.tables import Integer, Schema, Section
from piracy_env.core.writers import observing

SEATS, CELLS, FRAMES, THROWN = 3, 9, 8, 3
KIND, ACTOR = 0, 1
HULL, STORM = 4, 2


class Phase(IntEnum):
    PORT = 0
    SEA = 1
    LAND = 2


class Decision(IntEnum):
    REFIT = 0
    WATCH = 3
    STORM = 4
    DIG = 8
    SHARE = 9


SEA_ONLY, LAND_ONLY = 0, 1  # numbers of the option `scenario`

RULES = Section(
    "rules", {"refit": Integer(1, 5), "gain": Integer(1, 5), "chests": Integer(1, CELLS)}
)
TABLES = Schema(Path(__file__).with_name("cruise.toml"), RULES)
OPTIONS = {
    "scenario": OneOf("all", ("sea", "land", "all"), "which parts are played"),
    "days": Number(4, 1, 6, "days at sea"),
    "purse": Number(4, 0, 5, "coins at the start"),
}
COMMON = (
    ("coins", np.int16, (SEATS,)),  # all
    ("stack", np.int8, (FRAMES, 2)),  # all
    ("sp", np.int8),  # all
)
AT_SEA = (
    ("hull", np.int8),  # all
    ("day", np.int8),  # all
    ("wind", np.int8),  # of the day to come; nobody
)
ON_LAND = (
    ("isle", np.dtype([("chest", np.int8, (CELLS,)), ("dug", np.int8, (CELLS,))])),  # dug: all
    ("left", np.int8),  # chests; all
)
FIELDS = (*COMMON, *AT_SEA, *ON_LAND)
RANGES = {
    "coins": Range(0, 200, absent=0),
    "stack": (Range(0, 9), a_seat()),
    "sp": Range(0, FRAMES),
    "hull": Range(0, HULL),
    "day": Range(0, lambda s, t: s.days),
    "wind": Range(0, STORM),
    "isle.chest": SWITCH,
    "isle.dug": SWITCH,
    "left": Range(0, lambda s, t: t.rules.chests),
}
ACTIONS = ActionTable(
    Block("no", "Decline."),
    Block("yes", "Accept."),
    Block("cell", "Dig.", cell=range(CELLS)),
    Block("throw", "Throw coins overboard.", coins=range(THROWN)),
)
ACT = ACTIONS.spans


# --- the stack ------------------------------------------------------------------------------------


def decision_of(s):
    return s.stack[s.sp - 1, KIND]


@kernel
def push(s, kind, seat):
    s.stack[s.sp, KIND], s.stack[s.sp, ACTOR] = kind, seat
    s.sp += 1


@kernel
def pop(s):
    s.sp -= 1
    s.stack[s.sp, KIND], s.stack[s.sp, ACTOR] = 0, 0


@kernel
def settle(s, t):
    """Whoever decides next is to move; with nothing to decide the next phase begins."""
    if s.over == RUNNING:
        s.seat = s.stack[s.sp - 1, ACTOR]


# --- port and sea ---------------------------------------------------------------------------------


@kernel
def mark_yes_no(s, t, mask):
    mask[ACT.no.start] = True
    mask[ACT.yes.start] = True


@kernel
def refit(s, t, action):
    seat = s.stack[s.sp - 1, ACTOR]
    if action == ACT.yes.start:
        s.coins[seat] -= t.rules.refit
        s.hull += 1
    leave_port(s, t)


@kernel
def leave_port(s, t):
    """Whoever is last in port puts to sea."""
    pop(s)
    if s.sp == 0:
        s.phase = Phase.SEA
        push(s, Decision.WATCH, 0)


@kernel
def refit_stands(s, t):
    if s.coins[s.stack[s.sp - 1, ACTOR]] >= t.rules.refit and s.hull < HULL:
        return True
    leave_port(s, t)
    return False


@kernel
def watch(s, t, action):
    """Sail on, or wait; sailing brings coins, and a storm if there is one."""
    seat = s.stack[s.sp - 1, ACTOR]
    pop(s)
    push(s, Decision.WATCH, (seat + 1) % s.players)
    if action == ACT.yes.start:
        s.coins[seat] += t.rules.gain
        if s.wind == STORM:
            push(s, Decision.STORM, seat)
    s.day += 1
    s.wind = below(s, STORM + 1)


@kernel
def watch_stands(s, t):
    if s.day < s.days and s.hull > 0:
        return True
    pop(s)
    land(s, t)
    return False


@kernel
def mark_throw(s, t, mask):
    mask[ACT.throw.start] = True
    for coins in range(1, THROWN):
        mask[ACT.throw.start + coins] = s.coins[s.stack[s.sp - 1, ACTOR]] >= coins


@kernel
def throw(s, t, action):
    coins = action - ACT.throw.start
    s.coins[s.stack[s.sp - 1, ACTOR]] -= coins
    s.hull -= coins == 0
    pop(s)


@kernel
def throw_stands(s, t):
    """Who has no coins is not asked; the hull takes the blow."""
    if s.coins[s.stack[s.sp - 1, ACTOR]] > 0:
        return True
    s.hull -= 1
    pop(s)
    return False


# --- land -----------------------------------------------------------------------------------------


@kernel
def go_ashore(s, t):
    s.phase = Phase.LAND
    for cell in range(t.rules.chests):
        s.isle.chest[cell] = 1
    s.left = t.rules.chests
    shuffle(s, s.isle.chest, CELLS)
    push(s, Decision.DIG, 0)


@kernel
def end(s, t):
    s.over = ENDED


ashore = either("isle", go_ashore, end)


@kernel
def land(s, t):
    if s.scenario == SEA_ONLY:
        end(s, t)
    else:
        ashore(s, t)


@kernel
def mark_dig(s, t, mask):
    for cell in range(CELLS):
        mask[ACT.cell.start + cell] = not s.isle.dug[cell]


@kernel
def dig(s, t, action):
    cell, seat = action - ACT.cell.start, s.stack[s.sp - 1, ACTOR]
    pop(s)
    push(s, Decision.DIG, (seat + 1) % s.players)
    s.isle.dug[cell] = 1
    if s.isle.chest[cell]:
        s.left -= 1
        s.coins[seat] += 5
        push(s, Decision.SHARE, seat)


@kernel
def dig_stands(s, t):
    if s.left > 0:
        return True
    pop(s)
    s.over = ENDED
    return False


@kernel
def share(s, t, action):
    seat = s.stack[s.sp - 1, ACTOR]
    if action == ACT.yes.start:
        s.coins[seat] -= 2
        s.coins[(seat + 1) % s.players] += 2
    pop(s)


@kernel
def share_stands(s, t):
    if s.coins[s.stack[s.sp - 1, ACTOR]] >= 6:
        return True
    pop(s)
    return False


# --- the whole ------------------------------------------------------------------------------------


@kernel
def make_sail(s, t):
    s.hull = 1
    s.wind = below(s, STORM + 1)
    for seat in range(s.players - 1, -1, -1):
        push(s, Decision.REFIT, seat)


put_to_sea = either("hull", make_sail)


@kernel
def deal(s, t):
    for seat in range(s.players):
        s.coins[seat] = s.purse
    if s.scenario == LAND_ONLY:
        ashore(s, t)
    else:
        put_to_sea(s, t)


DECISIONS = DecisionTable(
    Decision,
    decision_of,
    Handler(Decision.REFIT, mark_yes_no, refit, refit_stands, "Repair the hull?"),
    Handler(Decision.WATCH, mark_yes_no, watch, watch_stands, "Sail on?"),
    Handler(Decision.STORM, mark_throw, throw, throw_stands, "What goes overboard?"),
    Handler(Decision.DIG, mark_dig, dig, dig_stands, "Where to dig?"),
    Handler(Decision.SHARE, mark_yes_no, share, share_stands, "Share the chest?"),
    settle=settle,
    reset=deal,
)
legal, step, reset = DECISIONS.legal, DECISIONS.step, DECISIONS.reset


# --- what a seat knows ----------------------------------------------------------------------------


@kernel
def write_phase(s, t, seat, out):
    out[s.phase] = s.over == RUNNING


@kernel
def write_decision(s, t, seat, out):
    if s.over == RUNNING:
        out[s.stack[s.sp - 1, KIND]] = 1.0
        out[-1] = s.seat == seat


@kernel
def write_purses(s, t, seat, out):
    for left in range(s.players):
        out[left] = s.coins[(seat + left) % s.players] / 200


@kernel
def write_ship(s, t, seat, out):
    out[0] = s.hull / HULL
    out[1] = s.day / 6


@kernel
def write_isle(s, t, seat, out):
    for cell in range(CELLS):
        out[2 * cell] = s.isle.dug[cell]
        out[2 * cell + 1] = s.isle.dug[cell] and s.isle.chest[cell]


OBSERVATION = Layout(
    Group("phase", [one.name.lower() for one in Phase], write=write_phase),
    Group("decision", [*(str(kind) for kind in range(10)), "mine"], write=write_decision),
    Group("purses", rows=SEATS, write=write_purses),
    Group("ship", ("hull", "day"), write=write_ship),
    Group("isle", ("dug", "chest"), rows=CELLS, write=write_isle),
)
observe = observing(OBSERVATION)


@kernel
def forget_wind(s, t):
    s.wind = below(s, STORM + 1)


@kernel
def bury_again(s, t):
    """Deal the chests that are left anew to the cells that nobody has dug in."""
    hidden = s.isle.chest
    order = np.zeros(CELLS, np.int64)
    free, left = 0, 0
    for cell in range(CELLS):
        if not s.isle.dug[cell]:
            order[free] = cell
            free += 1
            left += hidden[cell]
            hidden[cell] = 0
    shuffle(s, order, free)
    for place in range(left):
        hidden[order[place]] = 1


redraw_wind = either("wind", forget_wind)
redraw_chests = either("isle", bury_again)


@kernel
def determinize(s, t, seat, key):
    s.rng = WORD(key)
    redraw_wind(s, t)
    redraw_chests(s, t)


@kernel
def outcome(s, t, result):
    for seat in range(s.players):
        result.score[seat] = s.coins[seat]
        if s.over != RUNNING:
            result.reason = 0
            result.rank[seat] = 1
            for other in range(s.players):
                result.rank[seat] += s.coins[other] > s.coins[seat]


# --- words ----------------------------------------------------------------------------------------


def waits(s):
    """What waits for what: the kinds of the frames, and whether that can be."""
    kinds = [int(kind) for kind, _ in s.stack[: s.sp]]
    if s.phase == Phase.PORT:
        seats = [int(seat) for _, seat in s.stack[: s.sp]]
        expected = seats == list(range(s.players - 1, s.players - 1 - s.sp, -1))
        return kinds, set(kinds) <= {Decision.REFIT} and expected
    allowed = {
        Phase.SEA: ([Decision.WATCH], [Decision.WATCH, Decision.STORM]),
        Phase.LAND: ([Decision.DIG], [Decision.DIG, Decision.SHARE]),
    }
    return kinds, s.over == ENDED or kinds in allowed[s.phase]


def invariants(s, t):
    complaints = []
    if (s.sp == 0) != (s.over == ENDED):
        complaints.append("something is decided until the end")
    elif s.over == RUNNING and s.seat != s.stack[s.sp - 1, ACTOR]:
        complaints.append("the uppermost frame is not of the seat to move")
    kinds, is_possible = waits(s)
    if not is_possible or any(one for frame in s.stack[s.sp :] for one in frame):
        complaints.append(f"decisions {kinds} do not wait for each other in this phase")
    if hasattr(s, "isle") and s.phase == Phase.LAND:
        open_chests = sum(s.isle.chest[cell] * s.isle.dug[cell] for cell in range(CELLS))
        if sum(s.isle.chest) != t.rules.chests or open_chests + s.left != t.rules.chests:
            complaints.append("chests are missing")
    elif hasattr(s, "isle") and (sum(s.isle.chest) or sum(s.isle.dug) or s.left):
        complaints.append("nobody is ashore yet")
    return complaints


def transition(before, action, after, t):
    block, _ = ACTIONS.parse(action)
    dug = hasattr(after, "isle") and sum(after.isle.dug) - sum(before.isle.dug)
    return [] if (block == "cell") == bool(dug) else [f"{block} dug {dug} cells"]


def describe(s, tables, seat):
    lines = [f"{Phase(s.phase).name}: {list(s.coins)[: s.players]}"]
    if hasattr(s, "hull"):
        lines.append(f"hull {s.hull}, day {s.day}")
    if hasattr(s, "isle"):
        lines.append(f"dug {[int(one) for one in s.isle.dug]}, {s.left} left")
    return "\n".join(lines)


def describe_action(s, tables, action, viewer):
    return f"{ACTIONS.label(action).capitalize()}."


TOLD = ("coins", "hull", "isle.dug")


def tell(before, tables, action, after, viewer):
    lines = [f"After {ACTIONS.label(action)}: {[int(one) for one in after.coins]}"]
    if hasattr(after, "hull"):
        lines.append(f"hull {after.hull}")
    if hasattr(after, "isle"):
        lines.append(f"dug {[int(one) for one in after.isle.dug]}")
    return lines


def render(s, tables, seat):
    return f'<svg xmlns="http://www.w3.org/2000/svg"><text>{describe(s, tables, seat)}</text></svg>'


CRUISE = Game.of(
    f"{__name__}:CRUISE",
    name="cruise",
    title="Cruise",
    version=1,
    seats=(2, 3),
    default_seats=2,
    hidden=("wind", "isle.chest"),
    longest=lambda options: 60,
    score_scale=10.0,
    reasons=("home_again",),
    history=("1: first version",),
)
SEA = CRUISE.listing(
    f"{__name__}:SEA",
    name="cruise_sea",
    title="Cruise: the sea",
    phases=(Phase.PORT, Phase.SEA),
    fields=(*COMMON, *AT_SEA),
    blocks=("no", "yes", "throw"),
    groups=("phase", "decision", "purses", "ship"),
    decisions=(Decision.REFIT, Decision.WATCH, Decision.STORM),
    options=("days", "purse"),
    fixed={"scenario": "sea"},
    presets={"long": {"days": 6}},
)
LAND = CRUISE.listing(
    f"{__name__}:LAND",
    name="cruise_land",
    title="Cruise: the land",
    phases=["LAND"],
    fields=(*COMMON, *ON_LAND),
    blocks=("no", "yes", "cell"),
    groups=("decision", "purses", "isle"),
    decisions=("DIG", "SHARE"),
    options=("purse",),
    fixed={"scenario": "land"},
)
