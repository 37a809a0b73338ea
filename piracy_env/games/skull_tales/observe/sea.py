"""The ship, its crew and the sea, which all seats see alike."""

from __future__ import annotations

from typing import Any

import numpy as np

from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.observe.writing import bits, hot, mark, relative, share
from piracy_env.games.skull_tales.rules.hold import (
    cannons,
    cargo_ratio,
    open_columns,
    working_sails,
)
from piracy_env.games.skull_tales.rules.ship import (
    AREA,
    enemy_distance,
    enemy_space,
    is_night,
    ship_space,
)
from piracy_env.games.skull_tales.rules.targets import is_in_arc
from piracy_env.games.skull_tales.state import (
    ENEMIES,
    GOALS,
    GOODS,
    GROUPS,
    HOLD,
    KIND,
    LETTERS,
    A,
    Decision,
    Phase,
)

GROUP_POSTS = (2, 3, 6, 7, 8, 9, 10)
_GROUP_POSTS = np.array(GROUP_POSTS)
ENEMY, GOAL, GROUP = 24, 28, 15
"""Features of each."""
EVENTS = 28


@kernel
def write_ship(s: Any, t: Any, seat: int, out: Any) -> None:
    """The ship's board."""
    noinline()
    at = hot(out, 0, s.ship_type, 3)
    out[at], out[at + 1] = share(s.sails_base, 7), share(s.sails_imp, 7)
    out[at + 2] = share(working_sails(s), 7)
    out[at + 3], out[at + 4] = share(s.hold_base, 10), share(open_columns(s), 10)
    at += 5
    for space in range(HOLD):
        mark(out, at + 12 * space, s.hold[space], 12)
    at = hot(out, at + 12 * HOLD, cargo_ratio(s) - 2, 3)
    out[at] = share(cannons(s), 5)
    at = bits(out, at + 1, s.upg, 7)
    for goods in range(GOODS):
        out[at + goods] = share(s.goods_sup[goods], 6)


@kernel
def write_groups(s: Any, t: Any, seat: int, out: Any) -> None:
    """Groups of pirates."""
    for group in range(GROUPS):
        if s.pg_on[group] == 1:
            at = GROUP * group
            out[at] = 1.0
            for place in range(len(_GROUP_POSTS)):
                out[at + 1 + place] = s.pg_post[group] == _GROUP_POSTS[place]
            hot(out, at + 8, s.pg_fat[group], 5)
            out[at + 13] = share(s.pg_w[group], 2)
            out[at + 14] = s.pg_acted[group]


@kernel
def write_voyage(s: Any, t: Any, seat: int, out: Any) -> None:
    """Time, Morale and what has been done this turn."""
    noinline()
    at = hot(out, 0, s.phase, 4)
    if s.phase != Phase.VOYAGE:
        return
    at = hot(out, at, s.v_round, 4)
    at = hot(out, at, s.clock - 1, 6)
    out[at] = is_night(s, t)
    out[at + 1], out[at + 2] = share(s.v_turn, 60), share(s.v_day, 10)
    out[at + 3] = share(s.morale, 20)
    at = hot(out, at + 4, s.filth, 4)
    out[at], out[at + 1], out[at + 2] = s.docked, share(s.cp, 8), share(s.ship_mov, 8)
    out[at + 3], out[at + 4], out[at + 5] = s.rolled, s.fired, s.rum_day
    at = bits(out, at + 6, s.pers, 4)
    out[at] = share(_count(s.isl_seen), 22)
    out[at + 1], out[at + 2] = s.landed & 1, s.moved_goods
    out[at + 3] = s.pers >> 4 & 1
    for place in range(s.sp):
        if s.stk[place, KIND] == Decision.STATIONS:
            bits(out, at + 4, s.stk[place, A], 4)


@kernel
def _count(mask: int) -> int:
    """How many bits of the lowest 31 are set, pairs, fours and bytes at a time."""
    bits = mask & 0x7FFFFFFF
    bits -= bits >> 1 & 0x55555555
    bits = (bits & 0x33333333) + (bits >> 2 & 0x33333333)
    return ((bits + (bits >> 4) & 0x0F0F0F0F) * 0x01010101 & 0xFFFFFFFF) >> 24


@kernel
def write_map(s: Any, t: Any, seat: int, out: Any) -> None:
    """Where the ship is, and the way to the islands."""
    noinline()
    if s.phase != Phase.VOYAGE:
        return
    here = ship_space(s)
    out[0], out[1] = share(s.ship_c, 20), share(s.ship_r, 14)
    at = hot(out, 2, s.ship_f, 6)
    for direction in range(6):
        near = t.chart.near[here, direction]
        out[at + direction] = near >= 0 and t.chart.water[near] == 1
    at += 6
    for letter in range(LETTERS):
        out[at + letter] = share(t.chart.way_to[here, letter], 30)
    at += LETTERS
    for goal in range(GOALS):
        if s.goal_l[goal] >= 0:
            _write_goal(s, t, goal, out[at + GOAL * goal : at + GOAL * (goal + 1)])


@kernel
def _write_goal(s: Any, t: Any, goal: int, out: Any) -> None:
    """A Goal token, its number only once it is revealed."""
    out[0], out[1] = 1.0, s.goal_rev[goal]
    out[2] = s.goal_rev[goal] == 1 and s.goal_id[goal] == 1
    at = hot(out, 3, s.goal_l[goal], LETTERS)
    space = t.chart.scroll[s.goal_l[goal]]
    out[at] = share(t.chart.cube[ship_space(s), space], 20)
    out[at + 1] = share(s.goal_mk[goal], 3)


@kernel
def write_enemies(s: Any, t: Any, seat: int, out: Any) -> None:
    """Sea Enemies on the board."""
    noinline()
    if s.phase != Phase.VOYAGE:
        return
    for enemy in range(ENEMIES):
        if s.sea_on[enemy] == 1:
            _write_enemy(s, t, enemy, out[ENEMY * enemy : ENEMY * (enemy + 1)])


@kernel
def _write_enemy(s: Any, t: Any, enemy: int, out: Any) -> None:
    far = enemy_distance(s, t, enemy)
    out[0], out[1] = 1.0, far <= AREA
    out[2] = share(s.sea_c[enemy] - s.ship_c + 20, 40)
    out[3] = share(s.sea_r[enemy] - s.ship_r + 14, 28)
    out[4] = share(far, 20)
    at = hot(out, 5, s.sea_f[enemy], 6)
    out[at], out[at + 1] = share(s.sea_spd[enemy], 5), share(s.sea_hold[enemy], 8)
    out[at + 2] = share(s.sea_be[enemy], 10)
    at = hot(out, at + 3, s.sea_mode[enemy], 3)
    out[at] = is_in_arc(t, ship_space(s), s.ship_f, enemy_space(s, enemy))
    out[at + 1] = is_in_arc(t, enemy_space(s, enemy), s.sea_f[enemy], ship_space(s))
    out[at + 2] = share(s.sea_be_w[enemy], 10)
    out[at + 3], out[at + 4] = s.sea_no_brd[enemy], s.sea_ammo[enemy] & 1
    out[at + 5], out[at + 6] = s.sea_ammo[enemy] >> 1 & 1, s.sea_codex[enemy]


@kernel
def write_boarding(s: Any, t: Any, seat: int, out: Any) -> None:
    """A boarding."""
    if s.b_on == 1:
        out[0] = 1.0
        hot(out, 1, s.b_e, 10)
        out[11], out[12] = share(s.b_round, 20), share(s.b_cut, 2)
        if s.b_e >= 0:
            out[13], out[14] = share(s.sea_be[s.b_e], 10), share(s.sea_be_w[s.b_e], 10)
        for group in range(GROUPS):
            out[15 + group] = s.b_sup[group] > 0
        out[21] = share(s.b_swiv, 2)


@kernel
def write_event(s: Any, t: Any, seat: int, out: Any) -> None:
    """The Event card, and what is left of its deck."""
    hot(out, 0, s.ev_cur - 1, EVENTS)
    bits(out, EVENTS, s.ev_out, EVENTS)
    out[2 * EVENTS] = share(EVENTS - _count(s.ev_out), EVENTS)
    out[2 * EVENTS + 1] = s.ev_post > 0


@kernel
def write_assignment(s: Any, t: Any, seat: int, out: Any) -> None:
    """The Captain's Assignment."""
    at = hot(out, 0, s.asg, 11)
    at = hot(out, at, s.asg_x, LETTERS)
    out[at] = share(s.asg_age, 2)
    out[at + 1] = share(_count(s.asg_prog), 3)


@kernel
def write_campaign(s: Any, t: Any, seat: int, out: Any) -> None:
    """The chapter, the Crew Booty, what is buried, and what is played."""
    at = hot(out, 0, s.camp_ch - 1, 12)
    out[at], out[at + 1] = share(s.adv_repeat, 3), share(s.voyages, 3)
    out[at + 2] = share(s.crew_booty, 500)
    at = hot(out, at + 3, s.bury_l, LETTERS)
    out[at] = share(s.bury_sum, 500)
    out[at + 1] = relative(s, seat, s.bury_seat) == 0
    at = hot(out, at + 2, s.adv_result + 1, 4)
    at = hot(out, at, s.scenario, 6)
    hot(out, at, s.players - 1, 5)
