"""Where the ship makes for, and how it sails there."""

from __future__ import annotations

from typing import Any

from piracy_agents.heuristic.skull_tales_voyage.odds import boarding_odds, prey_within
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.core.scratch import scratch_of
from piracy_env.games.skull_tales.actions import ACT
from piracy_env.games.skull_tales.chart import DIRECTIONS
from piracy_env.games.skull_tales.rules.enemies import (
    AGGRESSIVE,
    NEUTRAL,
    STONE_CRAB,
    WATCHTOWER,
    WHALE,
    WHIRLPOOL,
    is_ship,
    is_touchable,
)
from piracy_env.games.skull_tales.rules.gunnery import BY_MORTAR, is_in_reach
from piracy_env.games.skull_tales.rules.hold import cannons, cargo_ratio
from piracy_env.games.skull_tales.rules.ship import RIGGING, enemy_space, ship_space
from piracy_env.games.skull_tales.rules.steering import BACK, COURSES, LONGEST, spread
from piracy_env.games.skull_tales.rules.targets import GUN_REACH, is_in_arc
from piracy_env.games.skull_tales.state import (
    EMPTY,
    ENEMIES,
    GOALS,
    GROUPS,
    NONE,
    SLOTS,
    Decision,
)

_field = scratch_of(COURSES)
_NOWHERE = 99.0
_CLOSE = 5
"""How near an Enemy is that keeps the ship from landing."""
_STEPS = 3


@kernel
def weigh_sailing(s: Any, t: Any, w: Any, kind: int, mask: Any, value: Any) -> None:
    """Sail to where the Goal may lie; spot and chart tokens on the way."""
    noinline()
    if kind == Decision.SPOTTING:
        value[ACT.yes.start] = 1.0
        _weigh_tokens(s, t, -1.0, mask, value)
    elif kind == Decision.CARTOGRAPHY:
        value[ACT.yes.start] = 1.0
        _weigh_tokens(s, t, 1.0, mask, value)
    else:
        _weigh_menu(s, t, w, mask, value)


@kernel
def _weigh_tokens(s: Any, t: Any, sign: float, mask: Any, value: Any) -> None:
    """Spot the nearest token; chart the farthest, and above all one that was begun."""
    for place in range(s.cand_n):
        if mask[ACT.cand.start + place]:
            far = t.chart.way[ship_space(s), t.chart.scroll[s.cand[place, 0]]]
            value[ACT.cand.start + place] = sign * far + _NOWHERE * s.cand[place, 1]


# --- where to -------------------------------------------------------------------------------------


@kernel
def aim_of(s: Any, t: Any, w: Any) -> int:
    """The space that the ship makes for: prey, the Goal, or the first token of the best round."""
    noinline()
    prey = prey_within(s, t, w)
    if prey >= 0:
        return enemy_space(s, prey)
    for goal in range(s.goal_n):
        if s.goal_rev[goal] == 1 and s.goal_id[goal] == 1:
            return int(t.chart.scroll[s.goal_l[goal]])
    best, shortest = NONE, _NOWHERE * _NOWHERE
    for goal in range(s.goal_n):
        if s.goal_rev[goal] == 0:
            length = _round_from(s, t, goal)
            if length < shortest:
                best, shortest = goal, length
    return ship_space(s) if best == NONE else int(t.chart.scroll[s.goal_l[best]])


@kernel
def _round_from(s: Any, t: Any, first: int) -> float:
    """The way until the Goal is found if one begins with a token and goes on with the nearest."""
    space = int(t.chart.scroll[s.goal_l[first]])
    gone = 1.0 * t.chart.way[ship_space(s), space]
    total, seen = gone, 1 << first
    for _ in range(GOALS):
        following = _nearest_to(s, t, space, seen)
        if following == NONE:
            return float(total)
        other = int(t.chart.scroll[s.goal_l[following]])
        gone += t.chart.way[space, other]
        total += gone
        seen |= 1 << following
        space = other
    return float(total)


@kernel
def _nearest_to(s: Any, t: Any, space: int, seen: int) -> int:
    """The hidden token nearest to a space, of those not yet seen; NONE without one."""
    best, nearest = NONE, 1000
    for goal in range(s.goal_n):
        if s.goal_rev[goal] == 0 and seen >> goal & 1 == 0:
            far = t.chart.way[space, t.chart.scroll[s.goal_l[goal]]]
            if far < nearest:
                best, nearest = goal, far
    return best


# --- the menu -------------------------------------------------------------------------------------


@kernel
def _weigh_menu(s: Any, t: Any, w: Any, mask: Any, value: Any) -> None:
    """Fire what bears, roll for Speed, sail while that brings the ship to a better place."""
    noinline()
    fire = w.fire if _has_worthy_target(s, t, w) else -1.0
    value[ACT.fire_reg.start] = fire
    for shot in range(1, 4):
        value[ACT.fire_reg.start + shot] = fire + w.shot[shot - 1]
    value[ACT.mortar.start] = fire
    field = _field()
    aim = aim_of(s, t, w)
    for facing in range(DIRECTIONS):
        field[aim * DIRECTIONS + facing] = 1
    spread(t, field, NONE, LONGEST, BACK)
    space, facing = ship_space(s), s.ship_f
    away = field[space * DIRECTIONS + facing] - 1
    if s.rolled == 0:
        value[ACT.roll_speed.start] = w.fire / 2
        _weigh_groups(s, t, w, away, value)
    here = _worth_of(s, t, w, field, space, facing)
    for move in range(_STEPS):
        if mask[ACT.mv_fwd.start + move]:
            turn = 0 if move == 0 else 5 if move == 1 else 1
            there = int(t.chart.near[space, (facing + turn) % DIRECTIONS])
            worth = _worth_of(s, t, w, field, there, facing)
            value[ACT.mv_fwd.start + move] = worth - here
    for turn in range(2):
        other = (facing + (5 if turn == 0 else 1)) % DIRECTIONS
        worth = _worth_of(s, t, w, field, space, other)
        value[ACT.turn_port.start + turn] = worth - here
    value[ACT.no.start] = w.idle


@kernel
def _weigh_groups(s: Any, t: Any, w: Any, away: int, value: Any) -> None:
    """Groups on the Rigging roll along where the way is long, the rested ones first."""
    dice = 1
    for slot in range(SLOTS):
        dice += s.ch_kind[slot] != EMPTY and s.post[slot] == RIGGING
    for group in range(GROUPS):
        dice += s.rig_sel >> group & 1
    expected = s.ship_mov + dice * (6 - cargo_ratio(s)) / 6.0
    for group in range(GROUPS):
        wanted = w.effort * (away - expected) - w.tire * s.pg_fat[group]
        value[ACT.pg.start + group] = w.fire / 2 + wanted


@kernel
def _worth_of(s: Any, t: Any, w: Any, field: Any, space: int, facing: int) -> float:
    """What a course is worth: MOV that it saves, guns that bear, and dangers."""
    noinline()
    far = field[space * DIRECTIONS + facing]
    worth = -_NOWHERE if far == 0 else -w.haste * (far - 1)
    bears = False
    for enemy in range(ENEMIES):
        if s.sea_on[enemy] == 1:
            there = enemy_space(s, enemy)
            away = t.chart.cube[space, there]
            worth -= _danger(s, t, w, enemy, away)
            if is_touchable(enemy) and s.sea_mode[enemy] == AGGRESSIVE:
                bears |= is_in_arc(t, space, facing, there)
    if bears and s.fired == 0 and cannons(s) > 0:
        worth += w.broadside
    return worth


@kernel
def _danger(s: Any, t: Any, w: Any, enemy: int, away: int) -> float:
    """What the nearness of an Enemy costs: it shoots, it boards, it bars the way ashore."""
    cost = 0.0
    if enemy == WHIRLPOOL:
        cost = w.whirlpool[0] * (away <= 1) + w.whirlpool[1] * (away <= _CLOSE)
    elif enemy in (WATCHTOWER, STONE_CRAB):
        cost = w.fear * _shots(t, enemy) * (away <= t.sea_enemies[enemy].reach)
    elif is_ship(t, enemy):
        cost = _danger_of_ship(s, t, w, enemy, away)
    elif s.sea_mode[enemy] != NEUTRAL:
        cost = w.beast * max(0, _CLOSE + 1 - away)
    elif enemy == WHALE and away == 0:
        cost = w.crash
    return cost


@kernel
def _shots(t: Any, enemy: int) -> float:
    """Impacts that a turn of an Enemy's fire brings."""
    row = t.sea_enemies[enemy]
    return float(row.fire * (7 - row.fire_on) / 6.0)


@kernel
def _danger_of_ship(s: Any, t: Any, w: Any, enemy: int, away: int) -> float:
    """A ship is met, or shoots and is fled from if it is too strong."""
    odds = boarding_odds(s, t, enemy)
    if away == 0:
        return float(w.crash if odds < w.odds else -w.board)
    cost = 0.0
    if s.sea_mode[enemy] == AGGRESSIVE:
        cost += w.fear * _shots(t, enemy) * (away <= GUN_REACH + 1)
        if odds < w.odds:
            cost += w.flee * max(0, _CLOSE + 2 - away)
    return cost


@kernel
def _has_worthy_target(s: Any, t: Any, w: Any) -> bool:
    """Whether a shot would be at one who attacks, or at prey: not at a Whale that sleeps."""
    for enemy in range(ENEMIES):
        if is_in_reach(s, t, enemy, 0) or is_in_reach(s, t, enemy, BY_MORTAR):
            is_prey = w.hunt > 0 and is_ship(t, enemy)
            if s.sea_mode[enemy] == AGGRESSIVE or is_prey:
                return True
    return False
