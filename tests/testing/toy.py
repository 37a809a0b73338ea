"""Cutlass: a toy with a bit of everything, for tests of what is true of every game.

Everyone holds two cards, hidden from the others. In turn one plays a card against another player,
who must throw a die and loses a life unless it shows more than the card has blades. The attacker
draws a card. Who has no life left is out. The game ends with the last player or the last card.
"""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path

import numpy as np

from piracy_env.core.actions import ActionTable, Block
from piracy_env.core.game import ENDED, RUNNING, Game
from piracy_env.core.jit import WORD, kernel
from piracy_env.core.layout import Group, Layout
from piracy_env.core.options import Flag, Number, OneOf
from piracy_env.core.ranges import SWITCH, Range, a_seat
from piracy_env.core.rewards import RewardMode
from piracy_env.core.rng import below, die, shuffle
from piracy_env.core.tables import Integer, Schema, Section, Text

SEATS, HAND, CARDS, NONE = 4, 2, 12, -1
SHORT = 3  # cards left in the box with the option `short`
SEAT_NAMES = ("me", "left 1", "left 2", "left 3")
BLADES = ("1", "2", "3", "4")
REASONS = ("last_player", "last_card")
LAST_PLAYER, LAST_CARD = range(len(REASONS))


class Phase(IntEnum):
    ATTACK = 0
    DEFEND = 1


BOX = Section("box", {"hand": Integer(1, HAND), "sides": Integer(2, 6)})
CARD = Section(
    "cards",
    {"name": Text(), "blades": Integer(1, len(BLADES))},
    rows=[f"c{card}" for card in range(CARDS)],
)
TABLES = Schema(Path(__file__).with_name("toy.toml"), BOX, CARD)
OPTIONS = {
    "lives": Number(2, 1, 3, "lives of each player"),
    "short": Flag(False, "three cards stay in the box"),
    "first": OneOf("random", ("random", "seat 0"), "who begins"),
}
FIELDS = (
    ("hand", np.int8, (SEATS, HAND)),  # cards, -1 none; the owner
    ("deck", np.int8, (CARDS,)),  # cards to come, the last one next, then -1; nobody
    ("deck_len", np.int8),
    ("played", np.int8, (CARDS,)),  # 1 if a card lies face up; all
    ("lives_of", np.int8, (SEATS,)),
    ("score", np.int16, (SEATS,)),  # lives taken; all
    ("card", np.int8),  # being played, -1 none; all
    ("attacker", np.int8),
)
RANGES = {
    "hand": Range(-1, CARDS - 1),
    "deck": Range(-1, CARDS - 1),
    "deck_len": Range(0, CARDS),
    "played": SWITCH,
    "lives_of": Range(0, lambda s, t: s.lives, absent=0),
    "score": Range(0, 1_000),
    "card": Range(-1, CARDS - 1),
    "attacker": a_seat(NONE),
}
ACTIONS = ActionTable(
    Block(
        "attack", "Play a card.", "attack left {left} with card {slot}", slot=(0, 1), left=(1, 2, 3)
    ),
    Block("throw", "Throw the die."),
)
ACT = ACTIONS.spans
OBSERVATION = Layout(
    Group("phase", ("attack", "defend", "my turn")),
    Group("hand", BLADES, rows=HAND),
    Group("seats", ("there", "lives", "score", "cards"), rows=SEAT_NAMES),
    Group("attacker", SEAT_NAMES),
    Group("card", BLADES),
    Group("played", BLADES),
)
OBS = OBSERVATION.slices


# --- rules ----------------------------------------------------------------------------------------


@kernel
def reset(s, t):
    s.hand[:] = NONE
    s.deck[:] = NONE
    s.card, s.attacker = NONE, NONE
    for card in range(CARDS):
        s.deck[card] = card
    shuffle(s, s.deck, CARDS)
    s.deck_len = CARDS
    for seat in range(s.players):
        s.lives_of[seat] = s.lives
        for slot in range(t.box.hand):
            draw(s, seat, slot)
    for _ in range(SHORT if s.short and s.players < SEATS else 0):
        s.deck_len -= 1
        s.played[s.deck[s.deck_len]] = 1
        s.deck[s.deck_len] = NONE
    s.seat = below(s, s.players) if s.first == 0 else 0


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
    if s.phase == Phase.DEFEND:
        mask[ACT.throw.start] = True
        return
    for slot in range(HAND):
        for left in range(1, s.players):
            if s.hand[s.seat, slot] != NONE and s.lives_of[(s.seat + left) % s.players] > 0:
                mask[ACT.attack.start + slot * (SEATS - 1) + left - 1] = True


@kernel
def step(s, t, action):
    if action < ACT.throw.start:
        slot, left = action // (SEATS - 1), action % (SEATS - 1) + 1
        s.card, s.attacker = s.hand[s.seat, slot], s.seat
        s.played[s.card] = 1
        draw(s, s.seat, slot)
        s.seat = (s.seat + left) % s.players
        s.phase = Phase.DEFEND
        return
    if die(s, t.box.sides) <= t.cards[s.card].blades:
        s.lives_of[s.seat] -= 1
        s.score[s.attacker] += 1
        if s.lives_of[s.seat] == 0:
            leave(s, s.seat)
    s.phase = Phase.ATTACK
    pass_on(s)


@kernel
def leave(s, seat):
    """Show the hand of an eliminated player."""
    s.out |= 1 << seat
    for slot in range(HAND):
        if s.hand[seat, slot] != NONE:
            s.played[s.hand[seat, slot]] = 1
            s.hand[seat, slot] = NONE


@kernel
def pass_on(s):
    """Find the next player who can attack; if there is none, or no victim, the game is over."""
    alive, next_seat = count_living(s), NONE
    for left in range(s.players, 0, -1):
        seat = (s.attacker + left) % s.players
        if s.lives_of[seat] > 0 and (s.hand[seat, 0] != NONE or s.hand[seat, 1] != NONE):
            next_seat = seat
    s.card, s.attacker = NONE, NONE
    if alive < 2 or next_seat == NONE:
        s.over = ENDED
    else:
        s.seat = next_seat


@kernel
def count_living(s):
    alive = 0
    for seat in range(s.players):
        alive += s.lives_of[seat] > 0
    return alive


@kernel
def observe(s, t, seat, out):
    out[OBS.phase][s.phase] = s.over == RUNNING
    out[OBS.phase][2] = s.seat == seat and s.over == RUNNING
    for slot in range(HAND):
        if s.hand[seat, slot] != NONE:
            out[OBS.hand][slot * len(BLADES) + t.cards[s.hand[seat, slot]].blades - 1] = 1.0
    rows = out[OBS.seats]
    for left in range(s.players):
        other = (seat + left) % s.players
        rows[4 * left] = 1.0
        rows[4 * left + 1] = s.lives_of[other] / 3
        rows[4 * left + 2] = s.score[other] / CARDS
        for slot in range(HAND):
            rows[4 * left + 3] += (s.hand[other, slot] != NONE) / HAND
        out[OBS.attacker][left] = s.attacker == other
    if s.card != NONE:
        out[OBS.card][t.cards[s.card].blades - 1] = 1.0
    for card in range(CARDS):
        out[OBS.played][t.cards[card].blades - 1] += s.played[card] / CARDS


@kernel
def determinize(s, t, seat, key):
    """Gather what the seat does not see in the order of the cards, shuffle it, deal it again."""
    s.rng = WORD(key)
    unseen = s.deck
    hidden = 0
    in_deck = s.deck_len
    for card in range(CARDS):
        if not s.played[card] and card != s.hand[seat, 0] and card != s.hand[seat, 1]:
            unseen[hidden] = card
            hidden += 1
    shuffle(s, unseen, hidden)
    for other in range(s.players):
        for slot in range(HAND):
            if other != seat and s.hand[other, slot] != NONE:
                hidden -= 1
                s.hand[other, slot] = unseen[hidden]
    unseen[in_deck:] = NONE


@kernel
def outcome(s, t, result):
    """Most lives taken, then most lives left."""
    for seat in range(s.players):
        result.score[seat] = s.score[seat]
        if s.over != RUNNING:
            result.rank[seat] = 1
            for other in range(s.players):
                result.rank[seat] += worth(s, other) > worth(s, seat)
    if s.over != RUNNING:
        result.reason = LAST_CARD if count_living(s) > 1 else LAST_PLAYER


@kernel
def worth(s, seat):
    return 10 * s.score[seat] + s.lives_of[seat]


@kernel
def reward(s, t, mode, out):
    """The mode `survive` pays who is not out."""
    for seat in range(s.players):
        out[seat] = s.lives_of[seat] > 0


# --- words ----------------------------------------------------------------------------------------


def invariants(s, t):
    cards = [card for row in s.hand for card in row] + list(s.deck)
    found = sorted([card for card in cards if card != NONE] + list(np.flatnonzero(s.played)))
    complaints = [] if found == list(range(CARDS)) else [f"the cards are {found}"]
    if list(s.deck[: s.deck_len]).count(NONE) or any(card != NONE for card in s.deck[s.deck_len :]):
        complaints.append("deck_len does not fit the deck")
    if any((s.lives_of[seat] == 0) != bool(s.out >> seat & 1) for seat in range(s.players)):
        complaints.append("who has no life left is out")
    return complaints


def transition(before, action, after, t):
    shown = sum(after.played) - sum(before.played)
    return [] if 0 <= shown <= HAND + 1 else [f"{shown} cards were shown at once"]


def names_of(s, tables, owner, seat):
    words = tables.text("cards", "name")
    known = seat is None or owner == seat
    return [words[card] if known else "a card" for card in s.hand[owner] if card != NONE]


def describe(s, tables, seat):
    lines = [
        f"seat {other}: {s.lives_of[other]} lives, {', '.join(names_of(s, tables, other, seat))}"
        for other in range(s.players)
    ]
    return "\n".join([f"seat {s.seat} {Phase(s.phase).name.lower()}s", *lines])


def describe_action(s, tables, action, viewer):
    block, at = ACTIONS.parse(action)
    if block == "throw":
        return "Throw the die."
    card = s.hand[s.seat][at["slot"]]
    known = card != NONE and viewer in (None, s.seat)
    name = tables.text("cards", "name")[card] if known else "a card"
    return f"Attack seat {(s.seat + at['left'] + 1) % s.players} with {name}."


TOLD = ("hand", "played", "lives_of", "score")


def tell(before, tables, action, after, viewer):
    blades = [f"A card with {card.blades} blades is shown." for card in tables.t.cards]
    lines = [blades[card] for card in changes(before, after, "played")]
    for seat in range(after.players):
        names = names_of(after, tables, seat, viewer)
        if list(before.hand[seat]) != list(after.hand[seat]):
            lines.append(f"Seat {seat} draws and has {', '.join(names) or 'nothing'}.")
    lives, scores = (changes(before, after, name) for name in ("lives_of", "score"))
    lines += [f"Seat {seat} has {after.lives_of[seat]} lives left." for seat in lives]
    return lines + [f"Seat {seat} has taken {after.score[seat]}." for seat in scores]


def changes(before, after, name):
    """Where the items of a field have changed."""
    pairs = zip(getattr(before, name), getattr(after, name), strict=True)
    return [number for number, (old, new) in enumerate(pairs) if old != new]


def render(s, tables, seat):
    rows = describe(s, tables, seat).splitlines()
    texts = (f'<text y="{20 * row}">{text}</text>' for row, text in enumerate(rows, start=1))
    return f'<svg xmlns="http://www.w3.org/2000/svg">{"".join(texts)}</svg>'


TOY = Game.of(
    f"{__name__}:TOY",
    name="cutlass",
    title="Cutlass",
    version=1,
    seats=(2, 3, 4),
    default_seats=3,
    hidden=("hand", "deck"),
    longest=lambda options: 2 * CARDS,
    score_scale=2.0,
    presets={"quick": {"lives": 1, "short": True}},
    reasons=REASONS,
    rewards=(RewardMode("survive", (0, 1), doc="1 for each who is not out"),),
    history=("1: first version",),
)
