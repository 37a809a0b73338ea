"""Whom Enemies go for: Characters and Zombies, numbered together (STA-12.11-12.18, STA-R7, R8).

A target is a slot, or SLOTS + k for a companion. Distances on foot are measured by the Enemy's own
way of moving past all figures.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.rules.adventure.board import is_adjacent
from piracy_env.games.skull_tales.rules.adventure.figures import CHARACTER, is_noticed, place_of
from piracy_env.games.skull_tales.rules.adventure.harm import is_able_to
from piracy_env.games.skull_tales.rules.adventure.paths import (
    CELLS,
    FREELY,
    NO_WAY,
    STRAIGHT,
    spread,
)
from piracy_env.games.skull_tales.rules.adventure.people import attribute_of
from piracy_env.games.skull_tales.rules.adventure.sight import UNSEEN, distance, range_to, sight
from piracy_env.games.skull_tales.rules.frames import office
from piracy_env.games.skull_tales.state import MELEE, NONE, SLOTS
from piracy_env.games.skull_tales.state_land import COMPANIONS, GOAL_TOKENS, Companion, Goal
from piracy_env.games.skull_tales.tables.cards import INCIDENT_KEYS
from piracy_env.games.skull_tales.tables.enemies import ABILITIES, TOWARD
from piracy_env.games.skull_tales.terrain import BOARD

TARGETS = SLOTS + COMPANIONS
NO_TARGET = 7
FOG = INCIDENT_KEYS.index("fog")
ASTRAY = 100
"""Added to the distance of who cannot be reached (STA-R7)."""
_UNSTOPPABLE = ABILITIES.index("unstoppable")
_CLOSEST = TOWARD.index("closest")
_MOST_WOUNDS, _LEAST_HEALTH = TOWARD.index("most_wounds"), TOWARD.index("least_health")
_LOWEST_MELEE, _HIGHEST_MELEE = TOWARD.index("lowest_melee"), TOWARD.index("highest_melee")
_MOST_PRESTIGE, _MOST_GOALS = TOWARD.index("most_prestige"), TOWARD.index("most_goals")
_MOST_HURT = TOWARD.index("closest_of_most_wounds")
_FARTHEST = 1_000
"""More than any distance."""
_WORST = -1_000_000


@kernel
def is_target(s: Any, target: int) -> bool:
    """Whether Enemies take notice of somebody: a Character, or a Zombie (STA-R13, STA-24.100)."""
    if target < SLOTS:
        return is_noticed(s, target)
    if target >= TARGETS:
        return False
    companion = target - SLOTS
    return s.npc_kind[companion] == Companion.ZOMBIE and s.npc_row[companion] != NONE


@kernel
def all_targets(s: Any) -> int:
    """All whom Enemies take notice of, a bit each."""
    found = 0
    for target in range(TARGETS):
        found |= is_target(s, target) << target
    return found


@kernel
def place_of_target(s: Any, target: int) -> tuple[int, int]:
    """Where a target stands."""
    return place_of(s, CHARACTER + target)


@kernel
def is_beside(s: Any, t: Any, foe: int, target: int) -> bool:
    """Whether an Enemy is adjacent to a target on the board."""
    place = place_of_target(s, target)
    return place[0] != NONE and is_adjacent(s, t, place_of(s, foe), place)


@kernel
def targets_beside(s: Any, t: Any, foe: int) -> int:
    """Targets adjacent to an Enemy, a bit each."""
    return targets_next_to(s, t, place_of(s, foe))


@kernel
def targets_next_to(s: Any, t: Any, place: Any) -> int:
    """Targets adjacent to a place, a bit each."""
    noinline()
    found = 0
    for target in range(TARGETS):
        if is_target(s, target) and is_adjacent(s, t, place, place_of_target(s, target)):
            found |= 1 << target
    return found


# --- shooting -------------------------------------------------------------------------------------


@kernel
def can_shoot_at(s: Any, t: Any, foe: int, target: int) -> bool:
    """Whether an Enemy can shoot at a target from where it stands."""
    return can_shoot_from(s, t, foe, place_of(s, foe), target)


@kernel
def can_shoot_from(s: Any, t: Any, foe: int, place: Any, target: int) -> bool:
    """Whether an Enemy could shoot at a target from a place: sight, range, not adjacent."""
    noinline()
    card = t.enemies[s.foe_type[foe]]
    if card.ranged == 0 or not is_target(s, target):
        return False
    goal = place_of_target(s, target)
    if is_adjacent(s, t, place, goal):
        return False
    reach = card.range
    if s.fog == 1:
        reach = min(reach, t.incidents[FOG].amount)
    return range_to(s, t, place, goal) <= reach and sight(s, t, place, goal, 1) != UNSEEN


@kernel
def targets_in_reach(s: Any, t: Any, foe: int) -> int:
    """Targets that an Enemy can shoot at from where it stands, a bit each."""
    found = 0
    for target in range(TARGETS):
        found |= can_shoot_at(s, t, foe, target) << target
    return found


@kernel
def targets_in_sight(s: Any, t: Any, foe: int, reach: int) -> int:
    """Characters in an Enemy's sight within some spaces, a bit each."""
    found, eye = 0, place_of(s, foe)
    for slot in range(SLOTS):
        if is_noticed(s, slot):
            goal = place_of_target(s, slot)
            is_near = distance(s, t, eye, goal) <= reach
            found |= (is_near and sight(s, t, eye, goal, 1) != UNSEEN) << slot
    return found


# --- whom -----------------------------------------------------------------------------------------


@kernel
def measure(s: Any, t: Any, foe: int, far: Any) -> None:
    """Write how far each target is on foot; who cannot be reached is farther (STA-R7)."""
    noinline()
    mode = STRAIGHT if is_able_to(s, t, foe, _UNSTOPPABLE) else FREELY
    field = np.empty(CELLS, np.int16)
    place = place_of(s, foe)
    spread(s, t, place, mode, field)
    for target in range(TARGETS):
        far[target] = _FARTHEST
        if is_target(s, target):
            row, col = place_of_target(s, target)
            far[target] = field[row * BOARD + col]
            if far[target] == NO_WAY:
                far[target] = ASTRAY + distance(s, t, place, (row, col))


@kernel
def best_of(s: Any, t: Any, foe: int, among: int, by: int) -> int:
    """Those of some targets that are the best by a criterion of `TOWARD`, a bit each."""
    noinline()
    if among & (among - 1) == 0:
        return among
    far = np.zeros(TARGETS, np.int32)
    if by in (_CLOSEST, _MOST_HURT, _MOST_GOALS):
        measure(s, t, foe, far)
    best, found = _WORST, 0
    for target in range(TARGETS):
        if among >> target & 1 == 0:
            continue
        worth = _worth(s, t, target, by, far[target])
        if worth > best:
            best, found = worth, 0
        if worth == best:
            found |= 1 << target
    return found


@kernel
def _worth(s: Any, t: Any, target: int, by: int, far: int) -> int:
    """How good a target is by a criterion."""
    if by in (_MOST_WOUNDS, _MOST_HURT):
        wounds = wounds_of(s, t, target)
        return wounds if by == _MOST_WOUNDS else wounds * _FARTHEST - far
    if by in (_LOWEST_MELEE, _HIGHEST_MELEE):
        return _melee(s, t, target) * (1 if by == _HIGHEST_MELEE else -1)
    if by == _MOST_GOALS:
        return goals_held(s, target) * _FARTHEST - far
    if by == _MOST_PRESTIGE:
        return s.ch_adv_pp[target] if target < SLOTS else 0
    if by == _LEAST_HEALTH:
        return -_health_left(s, t, target)
    return 1 if s.brag == target else -far


@kernel
def wounds_of(s: Any, t: Any, target: int) -> int:
    """Wounds of a target."""
    if target < SLOTS:
        return s.ch_wounds[target]
    return t.zombie.hp - s.npc_hp[target - SLOTS]


@kernel
def _health_left(s: Any, t: Any, target: int) -> int:
    if target < SLOTS:
        return s.ch_hp_max[target] - s.ch_wounds[target]
    return s.npc_hp[target - SLOTS]


@kernel
def _melee(s: Any, t: Any, target: int) -> int:
    return attribute_of(s, t, target, MELEE) if target < SLOTS else t.zombie.melee


@kernel
def goals_held(s: Any, target: int) -> int:
    """Goal tokens that a target holds."""
    count = 0
    for goal in range(GOAL_TOKENS):
        count += s.goal_state[goal] == Goal.HELD and s.goal_holder[goal] == target
    return count


@kernel
def choose_one(s: Any, among: int) -> int:
    """Of equal targets: with most prestige, but not the Captain's own; then the lowest (STA-R8)."""
    noinline()
    best, worth = NO_TARGET, _WORST
    decider = office(s)
    for target in range(TARGETS):
        if among >> target & 1 == 0:
            continue
        value = 0
        if target < SLOTS:
            value = s.ch_adv_pp[target] - (_FARTHEST if s.ch_owner[target] == decider else 0)
        elif _owner_of(s, target) == decider:
            value -= _FARTHEST
        if value > worth:
            best, worth = target, value
    return best


@kernel
def _owner_of(s: Any, target: int) -> int:
    return s.npc_owner[target - SLOTS]


assert _CLOSEST == 0
