"""Goal tokens: deeds and things for which the Adventure pays (STA-5.6, STA-18.10).

A goal is numbered from 0 here; the tables and the rules number from 1.
"""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.games.skull_tales.rules.adventure.figures import is_active
from piracy_env.games.skull_tales.state import NONE
from piracy_env.games.skull_tales.state_land import GOAL_TOKENS, Goal
from piracy_env.games.skull_tales.tables.adventures import KINDS

MERIT, ITEM, PERSON = range(len(KINDS))
"""Kinds of goals: the column `kind` of [goals]."""


@kernel
def goals_of(s: Any, t: Any) -> int:
    """How many goals the chapter has."""
    return t.first_goal[s.chapter + 1] - t.first_goal[s.chapter]


@kernel
def goal_row(s: Any, t: Any, goal: int) -> int:
    """The row of [goals] of a goal of this chapter."""
    return t.first_goal[s.chapter] + goal


@kernel
def hold_goal(s: Any, goal: int, slot: int) -> None:
    """A Character has the token of a goal: found, taken, picked up."""
    s.goal_state[goal], s.goal_holder[goal] = Goal.HELD, slot
    s.goal_row[goal], s.goal_col[goal] = NONE, NONE


@kernel
def drop_goal(s: Any, goal: int, place: Any) -> None:
    """The token of a goal lies on the ground."""
    s.goal_state[goal], s.goal_holder[goal] = Goal.LYING, NONE
    s.goal_row[goal], s.goal_col[goal] = place


@kernel
def is_reached(s: Any, goal: int) -> bool:
    """Whether a goal was obtained by anybody, even if its token was lost since (STA-R54)."""
    return s.goal_state[goal] != Goal.UNKNOWN


@kernel
def are_all_reached(s: Any, t: Any) -> bool:
    """Whether all goals of the chapter were obtained."""
    for goal in range(goals_of(s, t)):  # noqa: SIM110 - numba knows no all()
        if not is_reached(s, goal):
            return False
    return True


@kernel
def is_held(s: Any, goal: int) -> bool:
    """Whether an active Character holds a goal: a body holds nothing (STA-R76)."""
    return s.goal_state[goal] == Goal.HELD and is_active(s, s.goal_holder[goal])


@kernel
def lose_merits(s: Any, t: Any, slot: int) -> None:
    """Who is Knocked Out loses the goals that are no things (STA-14.11)."""
    for goal in range(GOAL_TOKENS):
        is_own = s.goal_state[goal] == Goal.HELD and s.goal_holder[goal] == slot
        if is_own and t.goals[goal_row(s, t, goal)].kind == MERIT:
            s.goal_state[goal], s.goal_holder[goal] = Goal.LOST, NONE


@kernel
def drop_all_goals(s: Any, slot: int, place: Any) -> None:
    """Who leaves the board drops its goals (STA-7.5)."""
    for goal in range(GOAL_TOKENS):
        if s.goal_state[goal] == Goal.HELD and s.goal_holder[goal] == slot:
            drop_goal(s, goal, place)


@kernel
def hand_over_goals(s: Any, t: Any, slot: int) -> None:
    """Who leads somebody from now on has the goal that he is (STA-33.8)."""
    for goal in range(goals_of(s, t)):
        if s.goal_state[goal] == Goal.HELD and t.goals[goal_row(s, t, goal)].kind == PERSON:
            s.goal_holder[goal] = slot
