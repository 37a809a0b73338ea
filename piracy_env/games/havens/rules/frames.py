"""What is being decided: frames on a stack, and the cards that are on their way."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.havens.state import (
    ACTOR,
    BY,
    CARD,
    FRAME,
    KIND,
    NONE,
    PLACE,
    SEAT,
    SLOT,
)


@kernel
def top(s: Any) -> Any:
    """The frame of the present decision."""
    return s.stack[s.sp - 1]


def asked(s: Any) -> int:
    """The decision that waits, by its number."""
    return s.stack[s.sp - 1, KIND]


@kernel
def push(s: Any, kind: int, actor: int) -> None:
    """Let something be decided before all that waits."""
    noinline()
    frame = s.stack[s.sp]
    frame[KIND], frame[ACTOR] = kind, actor
    frame[CARD], frame[BY], frame[SEAT], frame[SLOT] = NONE, NONE, NONE, NONE
    s.sp += 1


@kernel
def pop(s: Any) -> None:
    """A decision is made."""
    noinline()
    s.sp -= 1
    frame = s.stack[s.sp]
    for index in range(FRAME):
        frame[index] = 0


@kernel
def drop_all(s: Any) -> None:
    """Nothing is decided, and nothing waits."""
    while s.sp > 0:
        pop(s)


@kernel
def ask(s: Any, kind: int) -> None:
    """Let the player whose turn it is decide the next thing of the turn; nothing else waits."""
    noinline()
    drop_all(s)
    push(s, kind, s.turn_seat)


@kernel
def turn_to(s: Any, kind: int, actor: int) -> None:
    """Go on to another decision of the same move or battle."""
    frame = top(s)
    frame[KIND], frame[ACTOR], frame[PLACE] = kind, actor, 0


@kernel
def forget_battle(s: Any) -> None:
    """Nobody fights, and nobody rolls; the totals of the last roll stay to be seen."""
    noinline()
    bt = s.bt
    bt.type = 0
    bt.att_seat, bt.att_slot, bt.def_seat, bt.def_slot = NONE, NONE, NONE, NONE
    bt.place, bt.attack, bt.wild = NONE, NONE, NONE
    bt.round, bt.rolls, bt.ties, bt.offer = 0, 0, 0, 0
    for side in range(2):
        bt.pips[side], bt.dice[side] = 0, 0


@kernel
def forget_move(s: Any) -> None:
    """Nothing moves."""
    noinline()
    mv = s.mv
    mv.seat, mv.slot, mv.origin = NONE, NONE, NONE
    mv.die, mv.adders, mv.winds, mv.free, mv.left = 0, 0, 0, 0, 0


@kernel
def finish(s: Any) -> None:
    """A move, a battle or both are over."""
    forget_battle(s)
    forget_move(s)
    pop(s)


# --- Cards on their way (HAV-R39) -----------------------------------------------------------------


@kernel
def lay_down(s: Any, seat: int, card: int) -> None:
    """Lay a card face-up in limbo."""
    s.limbo[s.limbo_n], s.limbo_by[s.limbo_n] = card, seat
    s.limbo_n += 1


@kernel
def pick_up(s: Any) -> int:
    """Take the uppermost card out of limbo."""
    s.limbo_n -= 1
    card = s.limbo[s.limbo_n]
    s.limbo[s.limbo_n], s.limbo_by[s.limbo_n] = 0, 0
    return card
