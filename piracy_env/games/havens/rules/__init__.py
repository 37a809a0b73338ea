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

from piracy_env.core.decisions import DecisionTable
from piracy_env.core.game import CUT, RUNNING
from piracy_env.core.jit import kernel
from piracy_env.games.havens.outcome import settle
from piracy_env.games.havens.rules import (
    assembling,
    attacks,
    battles,
    menu,
    moving,
    playing,
    setup,
    turn,
    windows,
)
from piracy_env.games.havens.rules.frames import asked, drop_all, top
from piracy_env.games.havens.rules.setup import reset
from piracy_env.games.havens.state import ACTOR, MOST_DECISIONS, Decision, Phase

__all__ = ["DECISIONS", "legal", "reset", "step"]


@kernel
def _close(s: Any, t: Any) -> None:
    """After a move: who decides next, or how the game ends; one that takes too long is cut."""
    if s.over == RUNNING and s.moves + 1 >= MOST_DECISIONS:
        drop_all(s)
        s.phase = Phase.OVER
        s.over = CUT
    if s.over == RUNNING:
        s.seat = top(s)[ACTOR]
    else:
        settle(s)


DECISIONS = DecisionTable(
    Decision,
    asked,
    *setup.HANDLERS,
    *turn.HANDLERS,
    *menu.HANDLERS,
    *assembling.HANDLERS,
    *playing.HANDLERS,
    *moving.HANDLERS,
    *windows.HANDLERS,
    *battles.HANDLERS,
    *attacks.HANDLERS,
    settle=_close,
)
legal, step = DECISIONS.legal, DECISIONS.step
