"""The rules of havens, a module for each chapter of the rulebook.

A turn: reclaim spent pieces of eight; draw or buy a card; in the Action phase assemble vessels, set
sail, complete Attacks, fight, change Haven, secure booty and play cards; remove expired Wild cards;
discard; refill the hand; restock the Purchase Column.

What is to be decided lies on a stack of frames. A move or a battle is one frame that turns from
each of its decisions to the next; what comes between (windows for Instants, damage, orphans) lies
above it. After each action the uppermost frame is asked whether there is something to choose; if
not, it goes on by itself.
"""

from __future__ import annotations

from typing import Any

from piracy_env.core.game import CUT, RUNNING
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.havens.outcome import settle
from piracy_env.games.havens.rules import (
    assembling,
    attacks,
    battles,
    effects,
    menu,
    moving,
    playing,
    setup,
    turn,
)
from piracy_env.games.havens.rules.frames import drop_all, finish, top, turn_to
from piracy_env.games.havens.rules.setup import reset
from piracy_env.games.havens.state import (
    ACTOR,
    FLAG,
    KIND,
    MOST_DECISIONS,
    Battle,
    Decision,
    Phase,
)

__all__ = ["legal", "reset", "step"]


@kernel
def legal(s: Any, t: Any, mask: Any) -> None:
    """Mark the actions that the seat to move may take."""
    noinline()
    kind = top(s)[KIND]
    if kind == Decision.ACTION:
        menu.mark(s, t, mask)
    elif kind == Decision.CHOOSE_HAVEN:
        setup.mark_havens(s, mask)
    elif kind <= Decision.ATTACK_SWAP or kind >= Decision.DISCARD:
        turn.mark(s, t, mask)
    elif kind <= Decision.SHIFT_DEST or kind == Decision.ORPHAN:
        assembling.mark(s, t, mask)
    elif kind <= Decision.HIST_TARGET:
        playing.mark(s, t, mask)
    elif kind <= Decision.ENGAGE:
        moving.mark(s, t, mask)
    elif kind <= Decision.WINDOW_BETWEEN:
        playing.mark(s, t, mask)
    elif kind <= Decision.DAMAGE:
        battles.mark(s, mask)
    else:
        attacks.mark(s, t, mask)


@kernel
def step(s: Any, t: Any, action: int) -> None:
    """Carry out a legal action and all that follows from it, up to the next decision."""
    noinline()
    _answer(s, t, action)
    while s.over == RUNNING and not _stands(s, t):
        pass
    if s.over == RUNNING and s.moves + 1 >= MOST_DECISIONS:
        drop_all(s)
        s.phase = Phase.OVER
        s.over = CUT
    if s.over == RUNNING:
        s.seat = top(s)[ACTOR]
    else:
        settle(s)


@kernel
def _answer(s: Any, t: Any, action: int) -> None:
    """Send an action to the chapter of the decision."""
    kind = top(s)[KIND]
    if kind == Decision.ACTION:
        menu.answer(s, t, action)
    elif kind == Decision.CHOOSE_HAVEN:
        setup.choose_haven(s, t, action)
    elif kind <= Decision.ATTACK_SWAP or kind >= Decision.DISCARD:
        turn.answer(s, t, action)
    elif kind <= Decision.SHIFT_DEST or kind == Decision.ORPHAN:
        assembling.answer(s, t, action)
    elif kind <= Decision.HIST_TARGET:
        playing.answer(s, t, action)
    elif kind <= Decision.ENGAGE:
        moving.answer(s, t, action)
    elif kind <= Decision.WINDOW_BETWEEN:
        playing.answer(s, t, action)
    elif kind <= Decision.DAMAGE:
        battles.answer(s, action)
    else:
        attacks.answer(s, t, action)


@kernel
def _stands(s: Any, t: Any) -> bool:  # noqa: PLR0911 - one return a chapter
    """Whether the uppermost frame has something to choose; else it goes on by itself."""
    kind = top(s)[KIND]
    if kind <= Decision.PLACE or kind >= Decision.DISCARD:
        return turn.stands(s, t)
    if kind == Decision.ORPHAN:
        return assembling.stands(s, t)
    if kind <= Decision.HIST_TARGET:
        return True
    if kind <= Decision.ENGAGE:
        return moving.stands(s, t)
    if kind <= Decision.WINDOW_BETWEEN:
        if playing.stands(s):
            return True
        _close_window(s, t)
        return False
    if kind <= Decision.DAMAGE:
        return battles.stands(s, t)
    return attacks.stands(s, t)


@kernel
def _close_window(s: Any, t: Any) -> None:
    """Nobody plays anything more: what the window has waited for takes place."""
    frame = top(s)
    kind = frame[KIND]
    if kind == Decision.WINDOW_CARD:
        if frame[FLAG] == playing.ASKED:
            frame[FLAG] = playing.STANDS
            effects.carry_out(s, t)
        else:
            playing.leave_table(s)
    elif kind == Decision.WINDOW_ROLL:
        _roll(s, t)
    elif kind == Decision.WINDOW_MOVE:
        turn_to(s, Decision.DEST, s.turn_seat)
    elif kind == Decision.WINDOW_BETWEEN:
        turn.next_turn(s)
    elif frame[FLAG] == playing.CALLED_OFF:
        finish(s)
    else:
        battles.begin_round(s)


@kernel
def _roll(s: Any, t: Any) -> None:
    """Throw the dice of the battle or of the Saving Roll."""
    if s.bt.type == Battle.ATTACK:
        attacks.roll(s, t)
    elif s.bt.type == Battle.VESSEL:
        battles.roll(s, t)
    elif s.bt.type == Battle.MAN_OF_WAR:
        battles.roll_against_man_of_war(s, t)
    else:
        effects.roll_to_be_saved(s, t)
