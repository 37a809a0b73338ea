"""The whole game: campaigns in which Adventures are played on their boards.

The decisions are those of Port, Voyage and campaign, and those of the Adventure; the frame of an
Adventure lies on the game's own, as those of Port and Voyage do.
"""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import DecisionTable
from piracy_env.core.game import RUNNING
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.core.separate import separate
from piracy_env.games.skull_tales import rules
from piracy_env.games.skull_tales.rules.adventure import course
from piracy_env.games.skull_tales.rules.adventure.looking import look_around
from piracy_env.games.skull_tales.rules.frames import actor_of, not_made_by
from piracy_env.games.skull_tales.rules.parts import end_part, renew_part
from piracy_env.games.skull_tales.rules.pool import deal
from piracy_env.games.skull_tales.state import KIND, MOST_STAGE_MOVES, NONE, Decision


def _asked(s: Any) -> Any:
    """The kind of the uppermost frame, unless what is played has ended under it.

    On the game's own frame lie 122, VOYAGE, which may be lost or run out of Morale, or 160,
    ADVENTURE, which has in A why it is over, and from then on the steps 10 and 11.
    """
    kind = s.stk[s.sp - 1, 0]
    if s.stk[1, 0] == 122:
        if (s.fate > 0 or s.stage_moves >= 4_000) and kind != 122:
            return 141
        if s.fate == 0 and s.morale == 0 and s.gone == 0:
            return 124
    if s.stk[1, 0] == 160 and s.stk[1, 4] > 0 and (s.stk[1, 2] < 10 or kind == 160):
        return 165
    return kind


@kernel
def is_on_board(s: Any) -> bool:
    """Whether an Adventure is played on its board."""
    is_played: bool = s.sp > 1 and s.stk[1, KIND] == Decision.ADVENTURE
    return is_played


@kernel
def _settle(s: Any, t: Any) -> None:
    """Say who is to move and what the active Character sees; end the game where it is to stop."""
    if s.over == RUNNING:
        s.seat = actor_of(s)
        if is_on_board(s):
            look_around(s, t)
        end_part(s)


_HANDLERS = [*rules.HANDLERS, *course.HANDLERS]
DECISIONS = DecisionTable(Decision, _asked, *_HANDLERS, *not_made_by(_HANDLERS)).only(*_HANDLERS)
legal = DECISIONS.legal
_answer, _stands, _now = DECISIONS.answer, DECISIONS.stands, kernel(_asked)


@separate
def go_on(s: Any, t: Any) -> None:
    """Go on to the next decision that stands."""
    kind = _now(s)
    while s.over == RUNNING and not (_stands(s, t) and _now(s) == kind):
        if is_on_board(s):
            course.watch(s, t)
        kind = _now(s)
    _settle(s, t)


@kernel
def reset(s: Any, t: Any) -> None:
    """Deal, and go on to the first decision."""
    noinline()
    deal(s, t)
    go_on(s, t)


@kernel
def step(s: Any, t: Any, action: int) -> None:
    """Count a decision of the phase, carry it out, and go on to the next one."""
    noinline()
    renew_part(s, t)
    s.stage_moves = min(s.stage_moves + 1, MOST_STAGE_MOVES)
    if is_on_board(s):
        s.micro += s.active_slot != NONE and s.micro < t.ashore.turn_decisions
    _answer(s, t, action)
    if is_on_board(s):
        course.watch(s, t)
    go_on(s, t)
