"""Goal tokens: how they are turned up (STV-10)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.state import GOALS, NONE

AIM = 1
"""The number of the token that is looked for."""


@kernel
def is_aim_known(s: Any) -> bool:
    """Whether Goal "1" is revealed."""
    for goal in range(s.goal_n):  # noqa: SIM110 - numba knows no any()
        if s.goal_rev[goal] == 1 and s.goal_id[goal] == AIM:
            return True
    return False


@kernel
def hidden_goals(s: Any) -> int:
    """How many Goal tokens lie face down."""
    count = 0
    for goal in range(s.goal_n):
        count += s.goal_rev[goal] == 0
    return count


@kernel
def goal_at(s: Any, t: Any, space: int) -> int:
    """The token that lies face down at a space, NONE without one."""
    for goal in range(s.goal_n):
        if s.goal_rev[goal] == 0 and t.chart.scroll[s.goal_l[goal]] == space:
            return goal
    return NONE


@kernel
def is_aim_at(s: Any, t: Any, space: int) -> bool:
    """Whether the revealed Goal "1" lies at a space."""
    for goal in range(s.goal_n):
        if s.goal_rev[goal] == 1 and s.goal_id[goal] == AIM:
            return bool(t.chart.scroll[s.goal_l[goal]] == space)
    return False


@kernel
def flip(s: Any, goal: int) -> bool:
    """Turn a token up; whether it is Goal "1". The last one hidden turns up with it (STV-10.2)."""
    noinline()
    is_aim = s.goal_id[goal] == AIM
    s.goal_rev[goal], s.goal_mk[goal] = 1, 0
    if not is_aim and hidden_goals(s) == 1:
        for other in range(s.goal_n):
            s.goal_rev[other] = 1
    if is_aim_known(s):
        _clear_others(s)
    return bool(is_aim)


@kernel
def flip_all(s: Any) -> None:
    """Turn all tokens up (STC-8.1)."""
    for goal in range(s.goal_n):
        s.goal_rev[goal] = 1
    if s.goal_n > 0:
        _clear_others(s)


@kernel
def _clear_others(s: Any) -> None:
    """Goal "1" is known: the others go (STV-10.3)."""
    letter = 0
    for goal in range(s.goal_n):
        if s.goal_id[goal] == AIM:
            letter = s.goal_l[goal] + 0
    for goal in range(GOALS):
        s.goal_l[goal], s.goal_id[goal] = NONE, 0
        s.goal_rev[goal], s.goal_mk[goal] = 0, 0
    s.goal_n, s.goal_l[0], s.goal_id[0], s.goal_rev[0] = 1, letter, AIM, 1
