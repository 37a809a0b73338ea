"""What Enemies do at the end of their behaviour: hide, go back, seize (STA-12, T-ENEMY)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.rules.adventure.aims import (
    is_beside,
    is_target,
    place_of_target,
    targets_beside,
)
from piracy_env.games.skull_tales.rules.adventure.arriving import arrive
from piracy_env.games.skull_tales.rules.adventure.board import is_adjacent, is_ground
from piracy_env.games.skull_tales.rules.adventure.companions import hurt_zombie
from piracy_env.games.skull_tales.rules.adventure.goals import ITEM, drop_goal, goal_row
from piracy_env.games.skull_tales.rules.adventure.harm import hurt
from piracy_env.games.skull_tales.rules.adventure.paths import is_free
from piracy_env.games.skull_tales.rules.adventure.strikes import WOUNDED
from piracy_env.games.skull_tales.rules.adventure.tiles import exit_at
from piracy_env.games.skull_tales.rules.adventure.walking import is_border
from piracy_env.games.skull_tales.state import NONE, SLOTS
from piracy_env.games.skull_tales.state_land import GOAL_TOKENS, Goal
from piracy_env.games.skull_tales.tables.enemies import LAST
from piracy_env.games.skull_tales.terrain import BLOCKED, BOARD

RETURN, RITE = LAST.index("return"), LAST.index("wound_and_return")
HIDE_AT_BORDER, HIDE_APART = LAST.index("hide_at_border"), LAST.index("hide_apart")
SEIZE_GOAL = LAST.index("seize_goal")
HIDDEN_FOR = 2
"""Enemy Rounds that hiding in one lasts: it, and the one after it (STA-14.9)."""


@kernel
def act_at_last(s: Any, t: Any, foe: int, what: int, past: Any) -> None:
    """Carry out the end of a behaviour; `past`: the target, the first space, bits of what was."""
    noinline()
    target, start, marks = past
    if what == RETURN:
        _go_back(s, t, foe, start)
    elif what == RITE:
        _rite(s, t, foe, target, start)
    elif what == HIDE_AT_BORDER:
        if is_by_border(s, t, s.foe_row[foe], s.foe_col[foe]):
            s.foe_hide[foe] = HIDDEN_FOR
    elif what == HIDE_APART:
        if targets_beside(s, t, foe) == 0:
            s.foe_hide[foe] = HIDDEN_FOR
    elif what == SEIZE_GOAL and marks & WOUNDED:
        _seize_goal(s, t, target)


@kernel
def _go_back(s: Any, t: Any, foe: int, start: int) -> None:
    """Back to the space that it came from, if that is free."""
    if is_free(s, start // BOARD, start % BOARD):
        arrive(s, t, foe, (start // BOARD, start % BOARD))


@kernel
def _rite(s: Any, t: Any, foe: int, target: int, start: int) -> None:
    """A wound without a roll to whom it has got next to, and back."""
    is_near = is_target(s, target) and is_beside(s, t, foe, target)
    _go_back(s, t, foe, start)
    if is_near and target < SLOTS:
        hurt(s, t, target, 1)
    elif is_near:
        hurt_zombie(s, target - SLOTS, 1)


@kernel
def is_by_border(s: Any, t: Any, row: int, col: int) -> bool:
    """Whether a place is at, or adjacent to, a border space of its tile that is no exit."""
    for r in range(max(0, row - 1), min(BOARD - 1, row + 1) + 1):
        for c in range(max(0, col - 1), min(BOARD - 1, col + 1) + 1):
            if not is_ground(s, r, c) or s.b_tile[r, c] != s.b_tile[row, col]:
                continue
            is_here = r == row and c == col
            if s.b_ter[r, c] == BLOCKED or not is_border(s, t, r, c) or _has_exit(s, r, c):
                continue
            if is_here or is_adjacent(s, t, (row, col), (r, c)):
                return True
    return False


@kernel
def _has_exit(s: Any, row: int, col: int) -> bool:
    for side in range(4):  # noqa: SIM110 - numba knows no any()
        if exit_at(s, row, col, side) != NONE:
            return True
    return False


@kernel
def _seize_goal(s: Any, t: Any, target: int) -> None:
    """Who was wounded drops a Goal item, the first that it holds."""
    for goal in range(GOAL_TOKENS):
        is_its = s.goal_state[goal] == Goal.HELD and s.goal_holder[goal] == target
        if is_its and t.goals[goal_row(s, t, goal)].kind == ITEM:
            place = place_of_target(s, target)
            if place[0] != NONE:
                drop_goal(s, goal, place)
            return
