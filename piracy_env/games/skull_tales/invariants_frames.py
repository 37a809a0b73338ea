"""What is true of the frames on the stack, and of what they ask, in Port, Voyage and campaign."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from piracy_env.core.game import RUNNING
from piracy_env.core.record import Record
from piracy_env.games.skull_tales.invariants_questions import question_faults
from piracy_env.games.skull_tales.shapes import SHAPES, About
from piracy_env.games.skull_tales.state import (
    ACTOR,
    CANDIDATES,
    EMPTY,
    FRAME,
    FRAMES,
    GROUPS,
    KIND,
    NONE,
    SLOT,
    SLOTS,
    STEP,
    A,
    B,
    C,
    Decision,
    Phase,
)

_KINDS = frozenset(Decision)
_PHASES = (Decision.PORT, Decision.VOYAGE)
_OFFERED = frozenset(
    (
        *(Decision.COPY_TRAIT, Decision.CARTOGRAPHY, Decision.SPOTTING, Decision.PICK_ALLY),
        *(Decision.RETIRE, Decision.LEARN, Decision.HAGGLE, Decision.ORDER_GEAR),
        Decision.HIRE_ALLY,
    )
)
"""Decisions among candidates."""
_MAY_WAIT = frozenset(
    (
        *(Decision.SAVE_TOKEN, Decision.SCORES, Decision.SHOT, Decision.RAM),
        *(Decision.EXPLORATION, Decision.EVENT, Decision.STATIONS, Decision.MOVE_GOODS),
    )
)
"""What may be about nobody even when it is asked."""


def frame_faults(s: Record, t: Record) -> Iterator[str]:
    """What is wrong with the stack, in words."""
    yield from _stack(s)
    if s.over != RUNNING:
        return
    if any(s.stk[place][KIND] not in _KINDS for place in range(s.sp)):
        return
    wrong = [fault for place in range(s.sp) for fault in _frame(s, place)]
    yield from wrong
    if s.sp > 0 and not wrong:
        yield from _candidates(s)
        yield from question_faults(s, t)


def _stack(s: Record) -> Iterator[str]:
    if (s.phase == Phase.OVER) != (s.sp == 0):
        yield f"{s.sp} frames in phase {s.phase}"
    if s.over == RUNNING and (s.phase == Phase.OVER or s.stk[0][KIND] != Decision.CAMPAIGN):
        yield "the game goes on, but nothing is to come"
    for place in range(FRAMES):
        frame = s.stk[place]
        if place < s.sp and frame[KIND] not in _KINDS:
            yield f"frame {place} is of no kind"
        if place >= s.sp and any(frame[index] for index in range(FRAME)):
            yield f"frame {place} is left over"


def _frame(s: Record, place: int) -> Iterator[str]:
    """One frame, by the shape of its kind."""
    frame, is_top = s.stk[place], place == s.sp - 1
    name = Decision(frame[KIND]).name
    shape = SHAPES.get(frame[KIND])
    if shape is None:
        if not hasattr(s, "ex_state"):  # with a board, others look at the frames of the Adventure
            yield f"{name} never waits"
        return
    if is_top and frame[KIND] >= Decision.CAMPAIGN:
        yield "nobody is asked"
    if not is_top and frame[STEP] not in shape.bears:
        yield f"{name} waits in step {frame[STEP]} for {Decision(s.stk[place + 1][KIND]).name}"
    if frame[STEP] not in shape.steps:
        yield f"{name} has no step {frame[STEP]}"
    yield from _place(s, place, name)
    yield from _actor(s, frame, name)
    if not _is_about(s, frame, shape.about, is_top):
        yield f"{name} of seat {frame[ACTOR]} is about {frame[SLOT]}"
    for letter, value, (low, high) in zip(
        "ABC", (frame[A], frame[B], frame[C]), (shape.a, shape.b, shape.c), strict=True
    ):
        if not low <= value <= high:
            yield f"{letter} of {name} is {value}, not {low} to {high}"


def _place(s: Record, place: int, name: str) -> Iterator[str]:
    """What a frame lies on: the game at the bottom, then the phase, then its questions."""
    kind = s.stk[place][KIND]
    if (kind == Decision.CAMPAIGN) != (place == 0) or (kind in _PHASES and place != 1):
        yield f"frame {place} is {name}"
    elif Decision.PORT_TURN <= kind <= Decision.ASSIGNMENT and not _is_in(s, Decision.PORT):
        yield f"{name} is asked outside a Port"
    elif Decision.COPY_TRAIT <= kind <= Decision.PLUNDER and not _is_in(s, Decision.VOYAGE):
        yield f"{name} is asked outside a Voyage"
    on = SHAPES[kind].on
    if place > 0 and on and s.stk[place - 1][KIND] not in on:
        yield f"{name} lies on {Decision(s.stk[place - 1][KIND]).name}"


def _is_in(s: Record, phase: Decision) -> bool:
    """Whether the game is in Port or on a Voyage."""
    return bool(s.stk[1][KIND] == phase and s.phase == Phase[phase.name])


def _actor(s: Record, frame: Any, name: str) -> Iterator[str]:
    if not NONE <= frame[ACTOR] < s.players:
        yield f"{name} asks seat {frame[ACTOR]}"
    elif frame[ACTOR] == NONE and s.captain == NONE and frame[KIND] < Decision.CAMPAIGN:
        yield f"{name} asks a Captain that is not there"


def _is_about(s: Record, frame: Any, about: About, is_top: bool) -> bool:
    """Whether the SLOT of a frame is what its kind is about."""
    slot = frame[SLOT]
    is_character = 0 <= slot < SLOTS and s.ch_kind[slot] != EMPTY
    is_group = 0 <= slot < GROUPS and s.pg_on[slot] == 1
    if about == About.NOBODY:
        return bool(slot == NONE)
    if about == About.ITSELF:
        return bool(slot == frame[ACTOR] >= 0)
    if about == About.CHARACTER:
        return bool(is_character)
    if about == About.GROUP:
        return bool(is_group)
    may_be_nobody = not is_top or frame[KIND] in _MAY_WAIT or frame[STEP] == 0
    if about == About.PERHAPS_CHARACTER:
        return bool(is_character or (slot == NONE and may_be_nobody))
    return bool(is_group or (slot == NONE and may_be_nobody))


def _candidates(s: Record) -> Iterator[str]:
    kind = s.stk[s.sp - 1][KIND]
    if s.cand_n > 0 and kind not in _OFFERED and kind in SHAPES:
        yield f"{Decision(kind).name} has {s.cand_n} candidates"
    if any(s.cand[place].any() for place in range(s.cand_n, CANDIDATES)):
        yield "a candidate is left over"
