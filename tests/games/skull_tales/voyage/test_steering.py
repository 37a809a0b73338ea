"""The courses of Sea Enemies, against a search that is written another way (STV-18.6 to 18.8)."""

from __future__ import annotations

import random
from collections import deque

import pytest

from piracy_env.games.skull_tales.chart import COLS, apart, beside, is_water
from piracy_env.games.skull_tales.rules import steering
from piracy_env.games.skull_tales.rules.voyage import Step
from tests.games.skull_tales.aboard import at_sea, loose
from tests.games.skull_tales.foes import GALLEON, MERCHANT, foe
from tests.games.skull_tales.shipped import SHIPPED

_TABLES = SHIPPED.t
_CHART = _TABLES.sea.chart
_WATER = is_water(_CHART)
_NEAR = [beside(space) for space in range(len(_WATER))]
_WETS = [space for space, wet in enumerate(_WATER) if wet]


def _moves(course):
    space, facing = course
    for turn in (-1, 0, 1):
        other = _NEAR[space][(facing + turn) % 6]
        if other >= 0 and _WATER[other]:
            yield other, facing
    yield space, (facing + 1) % 6
    yield space, (facing - 1) % 6


def _reached(start, ship, most):
    """MOV to each course; the ship's space is the end of a way."""
    far, edge = {start: 0}, deque([start])
    while edge:
        course = edge.popleft()
        is_end = course[0] == ship and start[0] != ship
        if far[course] == most or (is_end and course != start):
            continue
        for other in _moves(course):
            if other not in far:
                far[other] = far[course] + 1
                edge.append(other)
    return far


def _fires(course, ship):
    space, facing = course
    line = set()
    for direction in (facing, (facing + 3) % 6):
        place = space
        for _ in range(2):
            place = _NEAR[place][direction] if place >= 0 else -1
            line.add(place)
    return 1 <= apart(space, ship) <= 2 and ship not in line


def _best(courses, ship, cost):
    """The cheapest, then nearest to the ship, then lowest course."""
    return min(courses, key=lambda c: (cost(c), apart(c[0], ship), c), default=None)


def _positions(count):
    chance = random.Random(7)
    for _ in range(count):
        ship = chance.choice(_WETS)
        near = [space for space in _WETS if apart(space, ship) <= 5]
        yield ship, (chance.choice(near), chance.randrange(6)), chance.randrange(6)


def _course_of(s, enemy):
    return int(s.sea_r[enemy]) * COLS + int(s.sea_c[enemy]), int(s.sea_f[enemy])


@pytest.mark.rule("STV-18.6", "STV-18.8")
def test_courses_are_those_of_another_search():
    table = at_sea(Step.LAND, **foe(GALLEON, (12, 8)), **foe(MERCHANT, (8, 8)))
    state, tables, s = loose(table)
    for ship, start, mov in _positions(60):
        s.ship_c, s.ship_r = ship % COLS, ship // COLS
        for enemy in (GALLEON, MERCHANT):
            s.sea_c[enemy], s.sea_r[enemy] = start[0] % COLS, start[0] // COLS
            s.sea_f[enemy] = start[1]
        far = _reached(start, ship, mov)
        firing = [course for course in far if _fires(course, ship)]
        spent = steering.steer_to_fire(state, tables, GALLEON, mov)
        wanted = _best(firing, ship, far.get)
        assert spent == (-1 if wanted is None else far[wanted])
        assert _course_of(s, GALLEON) == (wanted or start)
        if wanted is None:
            steering.steer_closer(state, tables, GALLEON, mov)
            assert _course_of(s, GALLEON) == _closest(far, ship, start)
        _check_flight(state, tables, s, start, ship, mov)


def _closest(far, ship, start):
    """The course from which least MOV is missing to fire."""

    def missing(course):
        firing = [at for other, at in _reached(course, ship, 60).items() if _fires(other, ship)]
        return min(firing, default=99)

    return _best([c for c in far if c[0] != ship or start[0] == ship], ship, missing)


def _check_flight(state, tables, s, start, ship, mov):
    """A Merchant Ship is as many MOV nearer to its goal as it has sailed."""
    steering.make_for_goal(state, tables, MERCHANT)
    goal = int(_TABLES.chart.scroll[s.sea_goal[MERCHANT]])

    def missing(course):
        found = [at for other, at in _reached(course, ship, 90).items() if other[0] == goal]
        return min(found, default=99)

    before = missing(start)
    steering.steer_home(state, tables, MERCHANT, mov)
    assert missing(_course_of(s, MERCHANT)) == max(0, before - mov)
