"""Raft: a toy of a crew that gets away together, while each of them counts spoils of their own.

One to four castaways hold two pieces of salvage each, which the others do not see. In turn one
builds with a piece, or stows it, draws another one, and the sea may tear the raft: if it has
nothing to tear, it takes the castaways and all have lost. They are away at once when the raft is
large enough. After the last round (a limit of the rules) half a raft takes them half the way.

What the crew reached is the team value T: 1, a half, or 0. S is what a seat has stowed.
"""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path

import numpy as np

from piracy_env.core.actions import ActionTable, Block
from piracy_env.core.game import ENDED, Game
from piracy_env.core.jit import WORD, kernel
from piracy_env.core.layout import Group, Layout
from piracy_env.core.options import Flag, Number
from piracy_env.core.ranges import SWITCH, Range
from piracy_env.core.rewards import GENERAL, RewardMode
from piracy_env.core.rng import die, shuffle
from piracy_env.core.tables import Integer, Schema, Section, Text

SEATS, HAND, CARDS, DEAREST, NONE = 4, 2, 24, 4, -1
HALF = 0.5
KEPT = 0.6  # part of what the crew reached that everybody is paid, whatever they stowed
SEAT_NAMES = ("me", "left 1", "left 2", "left 3")
WORTHS = ("1", "2", "3", "4")
REASONS = ("away", "rounds", "swept_away")
AWAY, ROUNDS, SWEPT_AWAY = range(len(REASONS))
MIXED, TEAM, OWN = range(3)  # places in REWARDS


class Phase(IntEnum):
    SALVAGE = 0


STORM = Section("storm", {"sides": Integer(2, 20), "torn": Integer(1, 4)})
SALVAGE = Section(
    "salvage",
    {"name": Text(), "worth": Integer(1, DEAREST)},
    rows=[f"c{card}" for card in range(CARDS)],
)
TABLES = Schema(Path(__file__).with_name("raft.toml"), STORM, SALVAGE)
OPTIONS = {
    "needed": Number(7, 1, 12, "size of the raft for each castaway"),
    "rounds": Number(4, 1, 4, "turns of each castaway"),
    "calm": Flag(False, "the sea tears nothing"),
}
FIELDS = (
    ("hand", np.int8, (SEATS, HAND)),  # salvage, -1 none; the owner
    ("deck", np.int8, (CARDS,)),  # to come, the last one next, then -1; nobody
    ("deck_len", np.int8),
    ("used", np.int8, (CARDS,)),  # 1 if a piece was built with or stowed; all
    ("chest", np.int8, (SEATS,)),  # worth of what a seat has stowed; all
    ("raft", np.int8),  # its size, -1 if it is gone with all; all
    ("turns", np.int8),  # taken by all together; all
)
RANGES = {
    "hand": Range(-1, CARDS - 1),
    "deck": Range(-1, CARDS - 1),
    "deck_len": Range(0, CARDS),
    "used": SWITCH,
    "chest": Range(0, lambda s, t: DEAREST * s.rounds, absent=0),
    "raft": Range(-1, lambda s, t: s.needed * s.players + DEAREST),
    "turns": Range(0, lambda s, t: s.rounds * s.players),
}
ACTIONS = ActionTable(
    Block("build", "Build with a piece.", "build with piece {slot}", slot=(0, 1)),
    Block("stow", "Stow a piece.", "stow piece {slot}", slot=(0, 1)),
)
ACT = ACTIONS.spans
OBSERVATION = Layout(
    Group("turn", ("mine", "over", "time", "raft")),
    Group("hand", WORTHS, rows=HAND),
    Group("seats", ("there", "chest", "cards"), rows=SEAT_NAMES),
    Group("used", WORTHS),
)
OBS = OBSERVATION.slices


def most_stowed(options):
    """The most that a seat can stow: what spoils are measured by."""
    return float(DEAREST * options.stored["rounds"])


REWARDS = (
    RewardMode("mixed", (0, 1), doc="T, two fifths of it by S against the greatest S"),
    RewardMode("team", (0, 1), doc="T"),
    RewardMode("own", (0, 1), when_cut=True, doc="S as a share of the most that can be stowed"),
    RewardMode("standing", (-1, 2), on_the_way="mixed", doc="the change of what mixed would pay"),
)


# --- rules ----------------------------------------------------------------------------------------


@kernel
def reset(s, t):
    s.hand[:] = NONE
    s.deck_len = CARDS
    for card in range(CARDS):
        s.deck[card] = card
    shuffle(s, s.deck, CARDS)
    for seat in range(s.players):
        for slot in range(HAND):
            draw(s, seat, slot)


@kernel
def draw(s, seat, slot):
    """Fill a slot of a hand from the deck."""
    s.hand[seat, slot] = NONE
    if s.deck_len > 0:
        s.deck_len -= 1
        s.hand[seat, slot] = s.deck[s.deck_len]
        s.deck[s.deck_len] = NONE


@kernel
def legal(s, t, mask):
    for slot in range(HAND):
        if s.hand[s.seat, slot] != NONE:
            mask[ACT.build.start + slot] = True
            mask[ACT.stow.start + slot] = True


@kernel
def step(s, t, action):
    slot = action % HAND
    card = s.hand[s.seat, slot]
    s.used[card] = 1
    if action < ACT.stow.start:
        s.raft += t.salvage[card].worth
    else:
        s.chest[s.seat] += t.salvage[card].worth
    draw(s, s.seat, slot)
    s.turns += 1
    if s.raft >= s.needed * s.players:
        s.over = ENDED
        return
    if not s.calm and die(s, t.storm.sides) == 1:
        tear(s, t)
    if s.raft < 0 or s.turns == s.rounds * s.players:
        s.over = ENDED
    else:
        s.seat = (s.seat + 1) % s.players


@kernel
def tear(s, t):
    """A wave takes a part of the raft, or all castaways if there is no raft."""
    s.raft = NONE if s.raft == 0 else max(0, s.raft - t.storm.torn)


@kernel
def observe(s, t, seat, out):
    turn = out[OBS.turn]
    turn[0] = s.seat == seat and s.over != ENDED
    turn[1] = s.over == ENDED
    turn[2] = s.turns / (s.rounds * s.players)
    turn[3] = min(1.0, max(s.raft, 0) / (s.needed * s.players))
    for slot in range(HAND):
        if s.hand[seat, slot] != NONE:
            out[OBS.hand][slot * DEAREST + t.salvage[s.hand[seat, slot]].worth - 1] = 1.0
    rows = out[OBS.seats]
    for left in range(s.players):
        other = (seat + left) % s.players
        rows[3 * left] = 1.0
        rows[3 * left + 1] = s.chest[other] / (DEAREST * s.rounds)
        for slot in range(HAND):
            rows[3 * left + 2] += (s.hand[other, slot] != NONE) / HAND
    for card in range(CARDS):
        out[OBS.used][t.salvage[card].worth - 1] += s.used[card] / CARDS


@kernel
def determinize(s, t, seat, key):
    """Gather what the seat does not see in the order of the cards, shuffle it, deal it again."""
    s.rng = WORD(key)
    hidden, in_deck = 0, s.deck_len
    for card in range(CARDS):
        if not s.used[card] and card != s.hand[seat, 0] and card != s.hand[seat, 1]:
            s.deck[hidden] = card
            hidden += 1
    shuffle(s, s.deck, hidden)
    for other in range(s.players):
        for slot in range(HAND):
            if other != seat and s.hand[other, slot] != NONE:
                hidden -= 1
                s.hand[other, slot] = s.deck[hidden]
    s.deck[in_deck:] = NONE


# --- what it comes to -----------------------------------------------------------------------------


@kernel
def reached(s):
    """T: what the crew has reached at the end, and how far they have come before, from 0 to 1."""
    needed = s.needed * s.players
    share = min(1.0, max(s.raft, 0) / needed)
    if s.over != ENDED or share == 1.0:
        return share
    return HALF if share >= HALF and s.raft > 0 else 0.0


@kernel
def outcome(s, t, result):
    result.team = reached(s)
    for seat in range(s.players):
        result.score[seat] = s.chest[seat]
    if s.over != ENDED:
        return
    if s.raft < 0:
        result.reason = SWEPT_AWAY
    else:
        result.reason = AWAY if result.team == 1.0 else ROUNDS
    for seat in range(s.players):
        result.rank[seat] = 1
        for other in range(s.players):
            is_ahead = s.chest[other] > s.chest[seat] and result.team > 0.0
            result.rank[seat] += is_ahead


@kernel
def reward(s, t, mode, out):
    """Pay at the end; before, what it would be with the T and the S of now."""
    team, greatest = reached(s), 0
    for seat in range(s.players):
        greatest = max(greatest, s.chest[seat])
    for seat in range(s.players):
        share = s.chest[seat] / greatest if greatest > 0 else 1.0
        if mode == MIXED:
            out[seat] = team * (KEPT + (1.0 - KEPT) * share)
        elif mode == TEAM:
            out[seat] = team
        else:
            out[seat] = s.chest[seat] / (DEAREST * s.rounds)


# --- words ----------------------------------------------------------------------------------------


def invariants(s, t):
    cards = [card for row in s.hand for card in row] + list(s.deck)
    found = sorted([card for card in cards if card != NONE] + list(np.flatnonzero(s.used)))
    complaints = [] if found == list(range(CARDS)) else [f"the salvage is {found}"]
    if list(s.deck[: s.deck_len]).count(NONE) or any(card != NONE for card in s.deck[s.deck_len :]):
        complaints.append("deck_len does not fit the deck")
    if sum(s.used) != s.turns:
        complaints.append("a piece is used in each turn")
    is_over = s.raft < 0 or s.raft >= s.needed * s.players or s.turns == s.rounds * s.players
    if is_over != (s.over == ENDED):
        complaints.append("over does not fit the raft and the turns")
    return complaints


def transition(before, action, after, t):
    used = sum(after.used) - sum(before.used)
    return [] if used == 1 else [f"{used} pieces were used"]


def describe(s, tables, seat):
    words = tables.text("salvage", "name")
    lines = [f"raft {max(s.raft, 0)} of {s.needed * s.players}, turn {s.turns}"]
    for other in range(s.players):
        known = seat is None or other == seat
        held = [words[card] if known else "?" for card in s.hand[other] if card != NONE]
        lines.append(f"seat {other}: {s.chest[other]} stowed, holds {', '.join(held) or 'nothing'}")
    return "\n".join([*lines, "The game is over." if s.over else f"seat {s.seat} is to move"])


def describe_action(s, tables, action, viewer):
    block, at = ACTIONS.parse(action)
    card = s.hand[s.seat][at["slot"]]
    known = card != NONE and viewer in (None, s.seat)
    name = tables.text("salvage", "name")[card] if known else "a piece"
    return f"Build with {name}." if block == "build" else f"Stow {name}."


def render(s, tables, seat):
    rows = enumerate(describe(s, tables, seat).splitlines(), start=1)
    texts = (f'<text y="{20 * row}">{line}</text>' for row, line in rows)
    return f'<svg xmlns="http://www.w3.org/2000/svg">{"".join(texts)}</svg>'


RAFT = Game.of(
    f"{__name__}:RAFT",
    name="raft",
    title="Raft",
    version=1,
    seats=(1, 2, 3, 4),
    default_seats=3,
    hidden=("hand", "deck"),
    longest=lambda options: options.stored["rounds"] * options.players,
    utility=GENERAL,
    reasons=REASONS,
    rewards=REWARDS,
    default_reward="mixed",
    score_scale=most_stowed,
    presets={"lake": {"calm": True}},
    history=("1: first version",),
)
