"""Leduc poker, complete: two rounds of bets on a hidden card and on one that both share.

Each of two players pays an ante and gets one of six cards, two of each rank. In a round they fold,
call or raise in turn, until both have spoken and paid the same. Between the rounds a card is laid
open. A pair with it wins the pot, then the higher card; equal ones share.
"""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path
from typing import Any

import numpy as np

from piracy_env.core.actions import ActionTable, Block
from piracy_env.core.game import ENDED, RUNNING, Game
from piracy_env.core.jit import kernel
from piracy_env.core.layout import Group, Layout
from piracy_env.core.ranges import Range
from piracy_env.core.record import Record
from piracy_env.core.rng import below
from piracy_env.core.tables import Integer, Schema, Section, Tables, Text

NONE, ROUNDS, TURNS, MOST_RAISES = -1, 2, 4, 2
NAMES = ("jack", "queen", "king")
RANKS = len(NAMES)

Phase = IntEnum("Phase", {"FIRST": 0, "SECOND": 1})

BOX = Section("box", {"ante": Integer(1, 5), "raises": Integer(1, MOST_RAISES)})
ROUND = Section("rounds", {"bet": Integer(1, 9)}, rows=("first", "second"))
CARD = Section("cards", {"name": Text(), "copies": Integer(2, 4)}, rows=NAMES)
FIELDS = (
    ("card", np.int8, 2),  # rank of each seat's card; the owner, at a showdown all
    ("board", np.int8),  # rank of the open card, -1 for none; public
    ("said", np.int8, (ROUNDS, TURNS)),  # calls and raises in turn, -1 for none yet; public
    ("turns", np.int8),  # how many there were in this round; public
    ("raises", np.int8),  # how many of them raised; public
    ("paid", np.int8, 2),  # chips of each seat in the pot; public
    ("folded", np.int8),  # who has folded, -1 for nobody; public
)
ACTIONS = ActionTable(
    Block("fold", "Give up the pot: only if the rival has paid more."),
    Block("call", "Pay as much as the rival has, which may be nothing more."),
    Block("raise", "Pay a bet more than the rival has."),
)
FOLD, CALL, RAISE = range(len(ACTIONS))
RANGES = {
    "card": Range(0, RANKS - 1),
    "board": Range(-1, RANKS - 1),
    "said": Range(CALL, RAISE, also=NONE),
    "turns": Range(0, TURNS),
    "raises": Range(0, lambda s, t: t.box.raises),
    "paid": Range(1, lambda s, t: t.box.ante + t.box.raises * (t.rounds[0].bet + t.rounds[1].bet)),
    "folded": Range(-1, 1),
}
OBSERVATION = Layout(
    Group("place", ("first", "second"), doc="Who of the two I am."),
    Group("card", NAMES, doc="What I was dealt."),
    Group("board", NAMES, doc="The open card."),
    Group("first_round", ("call", "raise"), rows=TURNS, doc="What was said in turn."),
    Group("second_round", ("call", "raise"), rows=TURNS, doc="What was said in turn."),
    Group("shown", NAMES, doc="What the rival shows at a showdown."),
)
OBS = OBSERVATION.slices


# --- rules --------------------------------------------------------------------------------------


@kernel
def reset(s: Any, t: Any) -> None:
    """Take the antes, and deal."""
    s.card[:] = NONE
    s.board = NONE
    for seat in range(2):
        s.card[seat] = _draw(s, t)
    s.said[:] = NONE
    s.paid[:] = t.box.ante
    s.folded = NONE


@kernel
def _draw(s: Any, t: Any) -> int:
    """The rank of a card from what is left of the deck."""
    left = 0
    for rank in range(RANKS):
        left += _left(s, t, rank)
    number, rank = below(s, left), 0
    while number >= _left(s, t, rank):
        number -= _left(s, t, rank)
        rank += 1
    return rank


@kernel
def _left(s: Any, t: Any, rank: int) -> Any:
    """How many cards of a rank are in the deck."""
    seen = (s.card[0] == rank) + (s.card[1] == rank) + (s.board == rank)
    return t.cards[rank].copies - seen


@kernel
def legal(s: Any, t: Any, mask: Any) -> None:
    """Nobody folds for nothing, and a round has so many raises and no more."""
    mask[FOLD] = s.paid[1 - s.seat] > s.paid[s.seat]
    mask[CALL] = True
    mask[RAISE] = s.raises < t.box.raises


@kernel
def step(s: Any, t: Any, action: int) -> None:
    """Fold, call or raise; a call ends the round once both have spoken."""
    me, rival = s.seat, 1 - s.seat
    s.seat = rival
    if action == FOLD:
        s.folded = me
        s.over = ENDED
        return
    s.said[s.phase, s.turns] = action
    s.turns += 1
    s.paid[me] = s.paid[rival]
    if action == RAISE:
        s.raises += 1
        s.paid[me] += t.rounds[s.phase].bet
    elif s.turns > 1:
        _end_round(s, t)


@kernel
def _end_round(s: Any, t: Any) -> None:
    """Lay a card open, or show the hands."""
    if s.phase == Phase.SECOND:
        s.over = ENDED
        return
    s.phase = Phase.SECOND
    s.seat = s.turns = s.raises = 0
    s.board = _draw(s, t)


@kernel
def observe(s: Any, t: Any, seat: int, out: Any) -> None:
    """A seat sees its own card, the open one, and all that was said."""
    out[OBS.place][seat] = 1
    out[OBS.card][s.card[seat]] = 1
    if s.board != NONE:
        out[OBS.board][s.board] = 1
    for turn in range(TURNS):
        if s.said[0, turn] != NONE:
            out[OBS.first_round][2 * turn + s.said[0, turn] - CALL] = 1
        if s.said[1, turn] != NONE:
            out[OBS.second_round][2 * turn + s.said[1, turn] - CALL] = 1
    if _is_showdown(s):
        out[OBS.shown][s.card[1 - seat]] = 1


@kernel
def determinize(s: Any, t: Any, seat: int, key: Any) -> None:
    """Deal the rival another card, unless it was shown."""
    s.rng = key
    if not _is_showdown(s):
        s.card[1 - seat] = NONE
        s.card[1 - seat] = _draw(s, t)


@kernel
def _is_showdown(s: Any) -> Any:
    return s.over == ENDED and s.folded == NONE


@kernel
def outcome(s: Any, t: Any, result: Any) -> None:
    """Chips won, or lost: the pot goes to the better hand, or to whoever has not folded."""
    for seat in range(2):
        result.score[seat] = -s.paid[seat]
        if s.over != RUNNING:
            lead = _worth(s, seat) - _worth(s, 1 - seat)
            share = 2 if lead > 0 else 1 if lead == 0 else 0  # of two parts
            result.score[seat] += share * (s.paid[0] + s.paid[1]) // 2
            result.rank[seat] = 1 if share else 2
    if s.over != RUNNING:
        result.reason = int(s.folded != NONE)  # the first of the reasons, or the second


@kernel
def _worth(s: Any, seat: int) -> Any:
    """What a hand is worth beside the other."""
    if s.folded != NONE:
        return -1 if s.folded == seat else 0
    return s.card[seat] + RANKS * (s.card[seat] == s.board)


# --- words and pictures -------------------------------------------------------------------------


def invariants(s: Record, t: Record) -> list[str]:
    """What is wrong with a state that no game could reach."""
    seen = [*s.card, s.board]
    said = [[word for word in row if word != NONE] for row in s.said]
    now, ends = said[s.phase], [len(words) > 1 and words[-1] == CALL for words in said]
    folded, paid = s.folded != NONE, _paid(said, t)
    demands = {
        "a rank is seen too often": all(
            seen.count(rank) <= t.cards[rank].copies for rank in range(RANKS)
        ),
        "the open card is that of the second round": (s.board != NONE) == s.phase,
        "something is said after nothing": all(
            list(row[: len(words)]) == words for row, words in zip(s.said, said, strict=True)
        ),
        "a round goes on after its end": not any(CALL in words[1:-1] for words in said),
        "a round is raised too often": all(words.count(RAISE) <= t.box.raises for words in said),
        "the rounds do not follow each other": ends[0] == s.phase and (s.phase or not said[1]),
        "the turns do not add up": (s.turns, s.raises) == (len(now), now.count(RAISE)),
        "said and paid do not fit": list(s.paid) == paid,
        "the wrong seat has folded": not folded
        or (s.folded == s.turns % 2 and paid[s.folded] < max(paid)),
        "the wrong seat is to move": s.seat == (s.turns + folded) % 2,
        "the end does not fit": (s.over == ENDED) == (folded or ends[s.phase]),
    }
    return [complaint for complaint, holds in demands.items() if not holds]


def _paid(said: list[list[int]], t: Record) -> list[int]:
    """The pot that words lead to."""
    paid = [t.box.ante] * 2
    for number, words in enumerate(said):
        for turn, word in enumerate(words):
            paid[turn % 2] = paid[1 - turn % 2] + (word == RAISE) * t.rounds[number].bet
    return paid


def describe(s: Record, tables: Tables, seat: int | None) -> str:
    """Cards, chips, and what was said."""
    open_card = "none" if s.board == NONE else _name(tables, s.board)
    hands = [
        f"{_player(owner)}: {_card(s, tables, owner, seat)}, {s.paid[owner]} in the pot"
        for owner in range(2)
    ]
    rounds = [
        " ".join(
            f"{_player(turn % 2)} {('calls', 'raises')[word - CALL]}."
            for turn, word in enumerate(row)
            if word != NONE
        )
        for row in s.said
    ]
    end = [] if s.folded == NONE else [f"{_player(s.folded)} folds."]
    return "\n".join([*hands, f"Open card: {open_card}", *filter(None, rounds), *end])


def describe_action(s: Record, tables: Tables, action: int, viewer: int | None) -> str:
    """An action in words."""
    due = max(s.paid) - s.paid[s.seat]
    bet = tables.t.rounds[s.phase].bet
    return ("Fold.", f"Call for {due}." if due else "Check.", f"Raise by {bet}.")[action]


def render(s: Record, tables: Tables, seat: int | None) -> str:
    """The table as a picture."""
    cards = [(_card(s, tables, owner, seat), _player(owner)) for owner in range(2)]
    if s.board != NONE:
        cards.insert(1, (_name(tables, s.board), "open"))
    parts = [
        f'<rect x="{30 + 160 * place}" y="50" width="130" height="180" rx="12" fill="ivory"/>'
        f'<text x="{95 + 160 * place}" y="145" font-size="24">{name}</text>'
        f'<text x="{95 + 160 * place}" y="36" fill="white">{whose}</text>'
        for place, (name, whose) in enumerate(cards)
    ]
    pot = f'<text x="255" y="258" fill="white">{sum(s.paid)} in the pot</text>'
    size = 'width="510" height="270"'
    felt = f'<rect {size} fill="seagreen"/>{"".join(parts)}{pot}'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="serif" '
        f'text-anchor="middle">{felt}</svg>'
    )


def _player(seat: int) -> str:
    return f"Player {seat + 1}"


def _card(s: Record, tables: Tables, owner: int, seat: int | None) -> str:
    """The name of a card, as a seat knows it."""
    is_shown = s.over == ENDED and s.folded == NONE
    if seat in (None, owner) or is_shown:
        return _name(tables, s.card[owner])
    return "a card"


def _name(tables: Tables, rank: int) -> str:
    return tables.text("cards", "name")[rank]


GAME = Game.of(
    __name__,
    name="leduc_poker",
    title="Leduc Poker",
    version=1,
    seats=(2,),
    default_seats=2,
    hidden=("card",),
    tables=Schema(Path(__file__).with_name("data.toml"), BOX, ROUND, CARD),
    longest=lambda options: ROUNDS * TURNS,
    score_scale=13.0,
    default_reward="score",
    reasons=("showdown", "fold"),
    inline=True,
    history=("1: first version",),
)
