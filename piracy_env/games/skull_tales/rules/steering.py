"""How Sea Enemies find their way over the chart (STV-18.4 to 18.8, STV-18.17, STV-18.19).

A course is a state: a space and a facing, 6 * space + facing. A field holds for each state 1 and
the MOV that it is away from where the field begins, 0 where it does not reach. Among states that
are as good the one nearer to the ship is taken, then the lower one.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.core.scratch import scratch_of
from piracy_env.games.skull_tales.chart import COLS, DIRECTIONS, FAR, SPACES
from piracy_env.games.skull_tales.rules.ship import enemy_distance, enemy_space, ship_space
from piracy_env.games.skull_tales.rules.targets import is_in_arc
from piracy_env.games.skull_tales.state import NONE

COURSES = DIRECTIONS * SPACES
_AHEAD, BACK = 0, 3
"""What turns the direction of a step: fields grow from the start, or from the aim."""
LONGEST = 120
"""No course takes more MOV."""
_STEPS, _MOVES = 3, 5
"""Steps ahead, and steps with both turns."""
_field = scratch_of(COURSES)
_edge = scratch_of(COURSES, np.float32)
"""Courses from which a field is still to be extended, in the order in which it was."""
_GOALS = (13, 18, 4, 22)
"""Islands that Merchant Ships make for: N, S, E, W."""


# --- fields ---------------------------------------------------------------------------------------


@kernel
def _after(t: Any, course: int, move: int, way: int) -> int:
    """The course after a move, NONE where it would lead to land or off the board."""
    space, facing = course // DIRECTIONS, course % DIRECTIONS
    if move >= _STEPS:
        turn = 1 if move == _STEPS else DIRECTIONS - 1
        return space * DIRECTIONS + (facing + turn) % DIRECTIONS
    other = t.chart.near[space, (facing + move + DIRECTIONS - 1 + way) % DIRECTIONS]
    if other < 0 or t.chart.water[other] == 0:
        return NONE
    return int(other * DIRECTIONS + facing)


@kernel
def spread(t: Any, field: Any, barred: int, most: int, way: int) -> None:
    """Extend a field from where it is 1; the barred space is entered, but not left again."""
    noinline()
    edge = _edge()
    count, done = 0, 0
    for course in range(COURSES):
        if field[course] == 1:
            edge[count] = course
            count += 1
    while done < count and field[int(edge[done])] <= most:
        course = int(edge[done])
        done += 1
        if course // DIRECTIONS == barred and field[course] > 1:
            continue
        for move in range(_MOVES):
            other = _after(t, course, move, way)
            if other >= 0 and field[other] == 0:
                field[other] = field[course] + 1
                edge[count] = other
                count += 1


@kernel
def _course(s: Any, enemy: int) -> int:
    """The course that an Enemy is on."""
    return int(enemy_space(s, enemy) * DIRECTIONS + s.sea_f[enemy])


@kernel
def _take(s: Any, enemy: int, course: int) -> None:
    """An Enemy takes a course."""
    space = course // DIRECTIONS
    s.sea_c[enemy], s.sea_r[enemy] = space % COLS, space // COLS
    s.sea_f[enemy] = course % DIRECTIONS


@kernel
def _barred(s: Any, enemy: int) -> int:
    """The ship's space, which ends each way; NONE for an Enemy that is there already."""
    space = ship_space(s)
    return NONE if enemy_space(s, enemy) == space else space


@kernel
def _is_nearer(s: Any, t: Any, course: int, other: int) -> bool:
    """Whether a course is nearer to the ship than another one, which may be NONE."""
    if other < 0:
        return True
    ship = ship_space(s)
    return bool(t.chart.cube[ship, course // DIRECTIONS] < t.chart.cube[ship, other // DIRECTIONS])


# --- the Aggressive -------------------------------------------------------------------------------


@kernel
def is_firing(s: Any, t: Any, course: int) -> bool:
    """Whether an Enemy on this course has the ship on its side."""
    return bool(is_in_arc(t, course // DIRECTIONS, course % DIRECTIONS, ship_space(s)))


@kernel
def bears(s: Any, t: Any, enemy: int) -> bool:
    """Whether the guns of an Enemy ship bear now."""
    return is_firing(s, t, _course(s, enemy))


@kernel
def steer_to_fire(s: Any, t: Any, enemy: int, mov: int) -> int:
    """Go to the cheapest course with the ship on its side; MOV spent, NONE if none is reached."""
    noinline()
    field = _field()
    field[_course(s, enemy)] = 1
    spread(t, field, _barred(s, enemy), mov, _AHEAD)
    best = NONE
    for course in range(COURSES):
        if field[course] > 0 and is_firing(s, t, course):
            is_cheaper = best == NONE or field[course] < field[best]
            if is_cheaper or (field[course] == field[best] and _is_nearer(s, t, course, best)):
                best = course
    if best == NONE:
        return NONE
    _take(s, enemy, best)
    return int(field[best]) - 1


@kernel
def steer_to_board(s: Any, t: Any, enemy: int, mov: int) -> bool:
    """Go into the ship's space, if that can be reached; whether it could."""
    noinline()
    if s.sea_no_brd[enemy] == 1 or s.sea_be[enemy] == 0 or _barred(s, enemy) == NONE:
        return False
    field = _field()
    field[_course(s, enemy)] = 1
    spread(t, field, _barred(s, enemy), mov, _AHEAD)
    best = NONE
    for facing in range(DIRECTIONS):
        course = ship_space(s) * DIRECTIONS + facing
        if field[course] > 0 and (best == NONE or field[course] < field[best]):
            best = course
    if best == NONE:
        return False
    _take(s, enemy, best)
    return True


@kernel
def steer_closer(s: Any, t: Any, enemy: int, mov: int) -> None:
    """Go where the least MOV is then missing to bring the guns to bear."""
    noinline()
    barred = _barred(s, enemy)
    missing = _field()
    for course in range(COURSES):
        if t.chart.water[course // DIRECTIONS] == 1 and is_firing(s, t, course):
            missing[course] = 1
    spread(t, missing, barred, LONGEST, BACK)
    field = _field()
    field[_course(s, enemy)] = 1
    spread(t, field, barred, mov, _AHEAD)
    best = NONE
    for course in range(COURSES):
        if field[course] == 0 or missing[course] == 0 or course // DIRECTIONS == barred:
            continue
        is_better = best == NONE or missing[course] < missing[best]
        if is_better or (missing[course] == missing[best] and _is_nearer(s, t, course, best)):
            best = course
    if best != NONE:
        _take(s, enemy, best)


# --- the Passive ----------------------------------------------------------------------------------


@kernel
def make_for_goal(s: Any, t: Any, enemy: int) -> None:
    """A Merchant Ship makes for the closest of its islands (STV-18.19)."""
    best, space = NONE, enemy_space(s, enemy)
    for letter in _GOALS:
        way = t.chart.way[space, t.chart.scroll[letter]]
        if best == NONE or way < t.chart.way[space, t.chart.scroll[best]]:
            best = letter
    s.sea_goal[enemy] = best


@kernel
def steer_home(s: Any, t: Any, enemy: int, mov: int) -> None:
    """Follow a cheapest course to the goal, as far as the MOV goes."""
    noinline()
    goal, barred = t.chart.scroll[s.sea_goal[enemy]], _barred(s, enemy)
    missing = _field()
    for facing in range(DIRECTIONS):
        missing[goal * DIRECTIONS + facing] = 1
    spread(t, missing, barred, LONGEST, BACK)
    for _ in range(mov):
        course, best = _course(s, enemy), NONE
        for move in range(_MOVES):
            other = _after(t, course, move, _AHEAD)
            if other < 0 or missing[other] == 0 or missing[other] + 1 != missing[course]:
                continue
            if other // DIRECTIONS == barred and barred != goal:
                continue
            is_lower = best == NONE or other < best
            if _is_nearer(s, t, other, best) or (is_lower and not _is_nearer(s, t, best, other)):
                best = other
        if best == NONE:
            return
        _take(s, enemy, best)


@kernel
def is_home(s: Any, t: Any, enemy: int) -> bool:
    """Whether a Merchant Ship has reached its goal."""
    return bool(enemy_space(s, enemy) == t.chart.scroll[s.sea_goal[enemy]])


# --- over spaces ----------------------------------------------------------------------------------


@kernel
def step_towards(s: Any, t: Any, enemy: int, aim: int) -> None:
    """Go a space along a shortest way to an aim, and face that way."""
    space = enemy_space(s, enemy)
    left = t.chart.way[space, aim]
    best, facing = NONE, 0
    for direction in range(DIRECTIONS):
        other = t.chart.near[space, direction]
        if other < 0 or t.chart.water[other] == 0 or t.chart.way[other, aim] >= left:
            continue
        is_nearer = _is_nearer(s, t, other * DIRECTIONS, best * DIRECTIONS)
        if is_nearer or (
            other < best and not _is_nearer(s, t, best * DIRECTIONS, other * DIRECTIONS)
        ):
            best, facing = other, direction
    if best != NONE and left < FAR:
        _take(s, enemy, best * DIRECTIONS + facing)


@kernel
def swim(s: Any, t: Any, enemy: int, mov: int, near: int) -> None:
    """Go towards the ship over spaces, until it is as near as that."""
    for _ in range(mov):
        if enemy_distance(s, t, enemy) > near:
            step_towards(s, t, enemy, ship_space(s))
