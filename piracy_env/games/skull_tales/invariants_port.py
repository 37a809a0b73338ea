"""What is true of the frames of Port and campaign, and of what is owed, bet and promised there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from piracy_env.core.game import RUNNING
from piracy_env.core.record import Record
from piracy_env.games.skull_tales.rules.campaign import Stage
from piracy_env.games.skull_tales.state import (
    ACTOR,
    ALLY,
    EMPTY,
    KIND,
    NONE,
    SLOT,
    STEP,
    A,
    B,
    C,
    Decision,
    Phase,
    Scenario,
)

_CARDS, _TEACHERS, _TRAITS, _PIRATES = 40, 6, 105, 12
_FIRST_OF_PORT = Decision.PORT_TURN


@dataclass(frozen=True)
class Shape:
    """What a frame of a kind can hold: inclusive bounds of its numbers."""

    steps: int = 0
    """The last of its steps."""
    a: tuple[int, int] = (0, 0)
    b: tuple[int, int] = (0, 0)
    c: tuple[int, int] = (0, 0)
    is_own: bool = False
    """Whether it is about the Pirate of the seat that it asks."""


SHAPES = {
    Decision.CAMPAIGN: Shape(max(Stage)),
    Decision.PORT: Shape(6, (0, 31), (0, 31)),
    Decision.ABSTRACT: Shape(2, (0, 31)),
    Decision.PICK: Shape(),
    Decision.HAND: Shape(0, (0, _PIRATES - 1)),
    Decision.PICK_ALLY: Shape(0, (-1, 3)),
    Decision.HEAL: Shape(is_own=True),
    Decision.REPEAT: Shape(),
    Decision.ANNEX: Shape(),
    Decision.CASTAWAY: Shape(2),
    Decision.RETIRE: Shape(2, (0, _PIRATES - 1), (0, 1), is_own=True),
    Decision.PAY_ALLY: Shape(),
    Decision.SETTLE_TIE: Shape(),
    Decision.PORT_TURN: Shape(),
    Decision.PORT_EVENT: Shape(2, (0, _CARDS - 1), (0, 2), (0, 1), is_own=True),
    Decision.TWO_EVENTS: Shape(0, (0, _CARDS - 1), (0, _CARDS - 1), is_own=True),
    Decision.BOSUN: Shape(0, (0, 473)),
    Decision.LEARN: Shape(1, (0, _TEACHERS - 1), (0, _TRAITS - 1), is_own=True),
    Decision.DOCKYARD: Shape(1),
    Decision.UPGRADE: Shape(),
    Decision.STOCK_UP: Shape(),
    Decision.HAGGLE: Shape(),
    Decision.ORDER_GEAR: Shape(),
    Decision.PROSTHESIS: Shape(),
    Decision.STORY: Shape(1),
    Decision.RUMOR: Shape(),
    Decision.HIRE_ALLY: Shape(1, (0, 7)),
    Decision.GAME_OF_CHANCE: Shape(2, (0, 1), (0, 6), is_own=True),
    Decision.BET: Shape(1, (0, 1), (0, 4), is_own=True),
    Decision.LOAN: Shape(1, (0, 11)),
    Decision.ASSIGNMENT: Shape(0, (1, 10), (NONE, 22)),
    Decision.LISTENING: Shape(is_own=True),
}
"""Frames of Port and campaign; those of the Voyage are looked at elsewhere."""


def port_faults(s: Record, t: Record) -> Iterator[str]:
    """What is wrong with Port and campaign, in words."""
    yield from _campaign(s)
    yield from _affairs(s)
    for place in range(s.sp):
        yield from _frame(s, place)
    if s.over == RUNNING and s.sp > 0:
        yield from _question(s, t)


def _campaign(s: Record) -> Iterator[str]:
    """Chapters, results, who leads."""
    if (s.camp_ch > 10) and s.back_ch == NONE:
        yield "an Annex leads back to no chapter"
    if s.ch_won & s.ch_part:
        yield "a chapter is won, and half won"
    if s.camp_first > s.camp_last:
        yield f"chapters {s.camp_first} to {s.camp_last} are none"
    unknown = [s.goal_id[goal] for goal in range(s.goal_n) if not s.goal_rev[goal]]
    if 0 in unknown or len(set(unknown)) < len(unknown):
        yield f"Goal tokens that lie face down have the numbers {unknown}"
    if s.part == NONE and s.part_t:
        yield "no part has ended, but it has a value"
    is_led = s.sp == 0 or s.stk[0][STEP] > Stage.CAPTAIN
    if is_led and s.captain == NONE and not _is_first(s):
        yield "there is no Captain"


def _is_first(s: Record) -> bool:
    """Whether it is the first chapter, in which there is none."""
    return bool(s.scenario in (Scenario.CAMPAIGN, Scenario.ADVENTURE) or s.camp_ch == 1)


def _affairs(s: Record) -> Iterator[str]:
    """Debts, bets, orders, penances, Assignment and Rumors."""
    for seat in range(s.players):
        if s.ch_debtor[seat] and not s.debt[seat]:
            yield f"seat {seat} is a Debtor, but owes nothing"
        if s.loan_new[seat] and not s.debt[seat]:
            yield f"seat {seat} has a loan, but owes nothing"
        if s.bet_to[seat] == seat or s.bet_to[seat] >= s.players:
            yield f"seat {seat} has bet on seat {s.bet_to[seat]}"
        if (s.bet_to[seat] == NONE) and (s.bet_sum[seat] or s.bet_kind[seat]):
            yield f"seat {seat} has bet on nobody"
        if s.order_new[seat] and not s.order[seat]:
            yield f"seat {seat} has ordered nothing, and just now"
        if s.ch_penance_ok[seat] and not s.ch_penance[seat]:
            yield f"seat {seat} has kept a penance that it does not do"
        if (s.rum_x[seat] != NONE) != (s.rum_id[seat] == 1):
            yield f"the Rumor of seat {seat} has an island, or lacks one"
    if s.asg == 0 and (s.asg_x != NONE or s.asg_age or s.asg_prog):
        yield "there is no Assignment, but something is left of it"


def _frame(s: Record, place: int) -> Iterator[str]:
    """One frame, by the shape of its kind."""
    frame = s.stk[place]
    shape = SHAPES.get(frame[KIND])
    if shape is None:
        return
    name = Decision(frame[KIND]).name
    if (frame[KIND] == Decision.CAMPAIGN) != (place == 0):
        yield f"frame {place} is {name}"
    is_in_port = place >= 2 and s.stk[1][KIND] == Decision.PORT and s.phase == Phase.PORT
    if _FIRST_OF_PORT <= frame[KIND] <= Decision.ASSIGNMENT and not is_in_port:
        yield f"{name} is asked outside a Port"
    if not NONE <= frame[ACTOR] < s.players:
        yield f"{name} asks seat {frame[ACTOR]}"
    elif frame[ACTOR] == NONE and s.captain == NONE and frame[KIND] < Decision.CAMPAIGN:
        yield f"{name} asks a Captain that is not there"
    if frame[STEP] > shape.steps:
        yield f"{name} has no step {frame[STEP]}"
    if shape.is_own and not frame[SLOT] == frame[ACTOR] >= 0:
        yield f"{name} of seat {frame[ACTOR]} is about slot {frame[SLOT]}"
    for letter, value, (low, high) in zip(
        "ABC", (frame[A], frame[B], frame[C]), (shape.a, shape.b, shape.c), strict=True
    ):
        if not low <= value <= high:
            yield f"{letter} of {name} is {value}, not {low} to {high}"


# --- whether there is something to answer ---------------------------------------------------------


def _question(s: Record, t: Record) -> Iterator[str]:
    """The uppermost decision has something to choose from."""
    frame = s.stk[s.sp - 1]
    kind, seat = frame[KIND], frame[ACTOR]
    name = Decision(kind).name
    if kind == Decision.PORT_TURN and seat >= 0:
        if not (s.t_moved or s.t_acted & 1 or s.tu[seat]):
            yield f"{name} is asked of a seat without time"
    elif kind == Decision.PAY_ALLY:
        if frame[SLOT] < s.players or s.ch_kind[frame[SLOT]] != ALLY:
            yield f"{name} is about nobody"
    elif kind == Decision.PROSTHESIS:
        if not s.ch_perm[seat] & ~s.ch_prosth[seat]:
            yield f"{name} is for no limb"
    elif kind == Decision.RUMOR and not s.look:
        yield f"{name} is asked about nothing"
    elif kind == Decision.SETTLE_TIE and all(s.fin[k] for k in range(s.players)):
        yield f"{name} is asked of nobody"
    elif kind == Decision.PICK and s.ch_kind[seat] != EMPTY:
        yield f"{name} is asked of a seat that has a Pirate"
