"""Kuhn poker, complete: the smallest game of hidden cards, whose equilibria are known.

Each of two players pays an ante and gets one of three cards. In turn they pass or bet. Whoever
passes after a bet folds; after two passes or two bets the higher card takes the pot.
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

CARDS, TURNS, NONE = 3, 3, -1
RANKS = ("lowest", "middle", "highest")

Phase = IntEnum("Phase", {"BET": 0})

BOX = Section(
    "box", {"ante": Integer(1, 9), "bet": Integer(1, 9), **{rank: Text() for rank in RANKS}}
)
FIELDS = (
    ("card", np.int8, 2),  # what each seat was dealt; the owner, at a showdown all
    ("said", np.int8, TURNS),  # passes and bets in turn, -1 for none yet; public
    ("turns", np.int8),  # how many there were; public
    ("paid", np.int8, 2),  # chips of each seat in the pot; public
    ("folded", np.int8),  # who passed after a bet, -1 for nobody; public
)
RANGES = {
    "card": Range(0, CARDS - 1),
    "said": Range(-1, 1),
    "turns": Range(0, TURNS),
    "paid": Range(1, lambda s, t: t.box.ante + t.box.bet),
    "folded": Range(-1, 1),
}
ACTIONS = ActionTable(
    Block("pass", "Pass: fold, if the rival has bet."),
    Block("bet", "Bet: call, if the rival has bet."),
)
PASS, BET = ACTIONS.spans.pass_.start, ACTIONS.spans.bet.start
OBSERVATION = Layout(
    Group("place", ("first", "second"), doc="Who of the two I am."),
    Group("card", RANKS, doc="What I was dealt."),
    Group("said", ("pass", "bet"), rows=TURNS, doc="What was said in turn."),
    Group("shown", RANKS, doc="What the rival shows at a showdown."),
)
OBS = OBSERVATION.slices


# --- rules --------------------------------------------------------------------------------------


@kernel
def reset(s: Any, t: Any) -> None:
    """Take the antes, and deal."""
    s.card[0] = below(s, CARDS)
    s.card[1] = _other_than(s, s.card[0])
    s.said[:] = NONE
    s.paid[:] = t.box.ante
    s.folded = NONE


@kernel
def _other_than(s: Any, card: int) -> int:
    """Draw one of the other cards."""
    drawn = below(s, CARDS - 1)
    return drawn + (drawn >= card)


@kernel
def legal(s: Any, t: Any, mask: Any) -> None:
    """Both are always allowed."""
    mask[PASS] = mask[BET] = True


@kernel
def step(s: Any, t: Any, action: int) -> None:
    """Pass or bet; once both have answered, the game is over."""
    me, rival = s.seat, 1 - s.seat
    s.said[s.turns] = action
    s.turns += 1
    if action == BET:
        s.paid[me] += t.box.bet
    elif s.paid[rival] > s.paid[me]:
        s.folded = me
    if s.folded == me or (s.turns > 1 and s.paid[me] == s.paid[rival]):
        s.over = ENDED
    s.seat = rival


@kernel
def observe(s: Any, t: Any, seat: int, out: Any) -> None:
    """A seat sees its own card and all that was said."""
    out[OBS.place][seat] = 1
    out[OBS.card][s.card[seat]] = 1
    for turn in range(s.turns):
        out[OBS.said][2 * turn + s.said[turn]] = 1
    if _is_showdown(s):
        out[OBS.shown][s.card[1 - seat]] = 1


@kernel
def determinize(s: Any, t: Any, seat: int, key: Any) -> None:
    """Deal the rival another card, unless it was shown."""
    s.rng = key
    if not _is_showdown(s):
        s.card[1 - seat] = _other_than(s, s.card[seat])


@kernel
def _is_showdown(s: Any) -> Any:
    return s.over == ENDED and s.folded == NONE


@kernel
def outcome(s: Any, t: Any, result: Any) -> None:
    """Chips won, or lost: the pot goes to the higher card, or to whoever has not folded."""
    for seat in range(2):
        rival = 1 - seat
        result.score[seat] = -s.paid[seat]
        if s.over != RUNNING:
            wins = s.folded == rival or (s.folded == NONE and s.card[seat] > s.card[rival])
            result.score[seat] += wins * (s.paid[0] + s.paid[1])
            result.rank[seat] = 1 if wins else 2
    if s.over != RUNNING:
        result.reason = int(s.folded != NONE)  # the first of the reasons, or the second


# --- words and pictures -------------------------------------------------------------------------


def invariants(s: Record, t: Record) -> list[str]:
    """What is wrong with a state that no game could reach."""
    said = [word for word in s.said if word != NONE]
    bets = [said[seat::2].count(BET) for seat in range(2)]
    is_fold = said[-1:] == [PASS] and BET in said
    is_over = is_fold or (len(said) > 1 and bets[0] == bets[1])
    demands = {
        "both hold the same card": s.card[0] != s.card[1],
        "something is said after nothing": list(s.said) == said + [NONE] * (TURNS - len(said)),
        "said and paid do not fit": all(
            s.paid[seat] == t.box.ante + t.box.bet * bets[seat] for seat in range(2)
        ),
        "a third turn follows a pass and a bet only": len(said) < TURNS or said[:2] == [PASS, BET],
        "the turns do not add up": (s.turns, s.seat) == (len(said), len(said) % 2),
        "who passes after a bet folds": s.folded == (1 - s.seat if is_fold else NONE),
        "both have answered, or they have not": (s.over == ENDED) == is_over,
    }
    return [complaint for complaint, holds in demands.items() if not holds]


def describe(s: Record, tables: Tables, seat: int | None) -> str:
    """Cards, chips, and what was said."""
    words = [("passes", "bets")[said] for said in s.said[: s.turns]]
    story = [f"{_player(turn % 2)} {word}." for turn, word in enumerate(words)]
    hands = [
        f"{_player(owner)}: {_card(s, tables, owner, seat)}, {s.paid[owner]} in the pot"
        for owner in range(2)
    ]
    return "\n".join([*hands, " ".join(story) or "Nothing was said yet."])


def describe_action(s: Record, tables: Tables, action: int, viewer: int | None) -> str:
    """An action in words."""
    is_answer = s.paid[1 - s.seat] > s.paid[s.seat]
    return (("Pass.", "Bet."), ("Fold.", "Call."))[is_answer][action]


def render(s: Record, tables: Tables, seat: int | None) -> str:
    """The table as a picture."""
    parts = []
    for owner in range(2):
        x, name = 30 + 170 * owner, _card(s, tables, owner, seat)
        parts.append(
            f'<rect x="{x}" y="50" width="130" height="180" rx="12" fill="ivory"/>'
            f'<text x="{x + 65}" y="145" text-anchor="middle" font-size="24">{name}</text>'
            f'<text x="{x + 65}" y="36" text-anchor="middle" fill="white">{_player(owner)}</text>'
            f'<text x="{x + 65}" y="255" text-anchor="middle" fill="white">'
            f"{s.paid[owner]} in the pot</text>"
        )
    size = 'width="360" height="270"'
    felt = f'<rect {size} fill="seagreen"/>{"".join(parts)}'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="serif">{felt}</svg>'


def _player(seat: int) -> str:
    return f"Player {seat + 1}"


def _card(s: Record, tables: Tables, owner: int, seat: int | None) -> str:
    """The name of a card, as a seat knows it."""
    is_shown = s.over == ENDED and s.folded == NONE
    if seat in (None, owner) or is_shown:
        return tables.text("box", RANKS[s.card[owner]])[0]
    return "a card"


GAME = Game.of(
    __name__,
    name="kuhn_poker",
    title="Kuhn Poker",
    version=1,
    seats=(2,),
    default_seats=2,
    hidden=("card",),
    tables=Schema(Path(__file__).with_name("data.toml"), BOX),
    longest=lambda options: TURNS,
    score_scale=2.0,
    default_reward="score",
    reasons=("showdown", "fold"),
    inline=True,
    history=("1: first version",),
)
