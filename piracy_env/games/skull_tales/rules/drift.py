"""How the ship changes its space, by itself or not (STV-10.1, STV-16)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.chart import COLS
from piracy_env.games.skull_tales.rules.enemies import collide
from piracy_env.games.skull_tales.rules.frames import (
    answer_nothing,
    mark_nothing,
    pop,
    push_for,
    top,
)
from piracy_env.games.skull_tales.rules.goals import flip, goal_at
from piracy_env.games.skull_tales.rules.provisions import advance_clock
from piracy_env.games.skull_tales.rules.ship import (
    GHOST_SHIP,
    ON_HOLD,
    call_impacts,
    enemy_space,
    ship_space,
)
from piracy_env.games.skull_tales.state import ENEMIES, NONE, A, B, Decision

WHIRLPOOL = 7
_AGROUND, _COLLISION = 2, 1
"""Impacts on the Hold."""


@kernel
def call_drift(s: Any, spaces: int, direction: int) -> None:
    """Have the ship moved against its will; it keeps its facing (STV-16.1)."""
    push_for(s, Decision.DRIFT, NONE, NONE, spaces, direction)


@kernel
def move_ship(s: Any, t: Any, space: int) -> None:
    """The ship is on another space; a Goal token there turns up (STV-10.1)."""
    s.ship_c, s.ship_r = space % COLS, space // COLS
    s.docked = 0
    goal = goal_at(s, t, space)
    if goal != NONE:
        flip(s, goal)


@kernel
def _in_the_way(s: Any, space: int) -> int:
    """The Sea Enemy that stops a ship at a space, NONE without one."""
    for enemy in range(ENEMIES):
        blocks = s.sea_on[enemy] == 1 and enemy not in (GHOST_SHIP, WHIRLPOOL)
        if blocks and enemy_space(s, enemy) == space:
            return enemy
    return NONE


@kernel
def _drift(s: Any, t: Any) -> bool:
    """The next space, or what stops the ship there (STV-16.2 to STV-16.4)."""
    noinline()
    frame = top(s)
    if frame[A] == 0:
        pop(s)
        return False
    frame[A] -= 1
    space = t.chart.near[ship_space(s), frame[B]]
    if space < 0:
        pop(s)
        advance_clock(s)
        return False
    if t.chart.water[space] == 0:
        pop(s)
        call_impacts(s, _AGROUND, ON_HOLD)
        return False
    enemy = _in_the_way(s, space)
    if enemy == NONE:
        move_ship(s, t, space)
    else:
        pop(s)
        call_impacts(s, _COLLISION, ON_HOLD)
        collide(s, t, enemy)
    return False


HANDLERS = (Handler(Decision.DRIFT, mark_nothing, answer_nothing, _drift),)
