"""What is being decided: frames on a stack, and the candidates among which may be chosen."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.either import either
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.actions import ACT
from piracy_env.games.skull_tales.state import (
    ACTOR,
    FRAME,
    KIND,
    NONE,
    SLOT,
    STEP,
    A,
    B,
    C,
    Decision,
)

_NO = int(ACT.no.start)


@kernel
def top(s: Any) -> Any:
    """The uppermost frame."""
    return s.stk[s.sp - 1]


@kernel
def push(s: Any, kind: int, actor: int) -> None:
    """Let something happen or be decided before all that waits; -1 asks the Captain's office."""
    noinline()
    clear_candidates(s)
    frame = s.stk[s.sp]
    frame[KIND], frame[ACTOR] = kind, actor
    frame[STEP], frame[SLOT] = 0, NONE
    frame[A], frame[B], frame[C] = 0, 0, 0
    s.sp += 1


@kernel
def push_for(s: Any, kind: int, actor: int, slot: int, a: int, b: int) -> None:
    """The same, with what it is about."""
    push(s, kind, actor)
    frame = top(s)
    frame[SLOT], frame[A], frame[B] = slot, a, b


@kernel
def pop(s: Any) -> None:
    """The uppermost frame is done."""
    noinline()
    clear_candidates(s)
    s.sp -= 1
    frame = s.stk[s.sp]
    for index in range(FRAME):
        frame[index] = 0


@kernel
def drop_to(s: Any, kind: int) -> None:
    """Take away all that lies above the uppermost frame of a kind."""
    while s.sp > 0 and s.stk[s.sp - 1, KIND] != kind:
        pop(s)


@kernel
def drop_all(s: Any) -> None:
    """Nothing is decided, and nothing waits."""
    while s.sp > 0:
        pop(s)


@kernel
def next_step(s: Any) -> None:
    """The uppermost frame goes on to its next step."""
    clear_candidates(s)
    s.stk[s.sp - 1, STEP] += 1


@kernel
def turn_to(s: Any, kind: int) -> None:
    """The uppermost frame becomes another decision about the same."""
    clear_candidates(s)
    s.stk[s.sp - 1, KIND] = kind
    s.stk[s.sp - 1, STEP] = 0


@kernel
def is_waiting(s: Any, kind: int) -> bool:
    """Whether a frame of a kind lies on the stack."""
    for place in range(s.sp):  # noqa: SIM110 - numba knows no any()
        if s.stk[place, KIND] == kind:
            return True
    return False


@kernel
def _captain(s: Any) -> int:
    return s.captain


@kernel
def _captain_or_leader(s: Any) -> int:
    """Without a Captain, who has the Initiative decides for him (STA-R41)."""
    return s.init if s.captain == NONE else s.captain


office = either("init", _captain_or_leader, _captain)
"""The seat that has the Captain's decisions: (s)."""


@kernel
def actor_of(s: Any) -> int:
    """The seat that the uppermost frame asks."""
    seat = top(s)[ACTOR]
    return office(s) if seat == NONE else seat


# --- candidates -----------------------------------------------------------------------------------


@kernel
def clear_candidates(s: Any) -> None:
    """Nothing is on offer."""
    for place in range(s.cand_n):
        s.cand[place, 0], s.cand[place, 1] = 0, 0
    s.cand_n = 0


@kernel
def offer(s: Any, one: int, other: int) -> None:
    """Add a candidate: two numbers that tell what it is."""
    s.cand[s.cand_n, 0], s.cand[s.cand_n, 1] = one, other
    s.cand_n += 1


@kernel
def mark_candidates(s: Any, mask: Any) -> None:
    """Mark all candidates."""
    for place in range(s.cand_n):
        mask[ACT.cand.start + place] = True


# --- yes or no ------------------------------------------------------------------------------------


@kernel
def first_marked(mask: Any, first: int) -> int:
    """The lowest action from one on that is marked, NONE without one."""
    for action in range(first, len(mask)):
        if mask[action]:
            return action
    return NONE


@kernel
def mark_yes_no(s: Any, t: Any, mask: Any) -> None:
    """Mark both answers to a question."""
    mask[ACT.no.start] = True
    mask[ACT.yes.start] = True


def offering(action: Any) -> Any:
    """A kernel that marks an action, the only one of its block, and to decline it."""
    first = int(action.start)

    @kernel
    def mark(s: Any, t: Any, mask: Any) -> None:
        mask[_NO], mask[first] = True, True

    return mark


@kernel
def mark_nothing(s: Any, t: Any, mask: Any) -> None:
    """A flow asks nothing."""


@kernel
def answer_nothing(s: Any, t: Any, action: int) -> None:
    """A flow is not answered."""


def not_made_by(handlers: Iterable[Handler]) -> list[Handler]:
    """Handlers of all other decisions: a table needs them, and then takes only those that are."""
    kinds = {handler.kind for handler in handlers}
    return [Handler(kind, mark_nothing, answer_nothing) for kind in Decision if kind not in kinds]
