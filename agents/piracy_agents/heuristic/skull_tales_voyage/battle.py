"""Guns, boarding, and the plunder."""

from __future__ import annotations

from typing import Any

from piracy_agents.heuristic.skull_tales_voyage.odds import boarding_odds
from piracy_agents.heuristic.skull_tales_voyage.posts import group_worth
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.actions import ACT
from piracy_env.games.skull_tales.rules.enemies import AGGRESSIVE
from piracy_env.games.skull_tales.rules.hold import cannons, open_columns
from piracy_env.games.skull_tales.rules.ship import (
    CROWS_NEST,
    GUNWALE,
    SICK_BAY,
    can_group_fight,
)
from piracy_env.games.skull_tales.state import (
    AGILITY,
    ENEMIES,
    GROUPS,
    MELEE,
    RANGED,
    SLOT,
    STEP,
    A,
    Decision,
)

_FEW_GUNS = 4
_SOUND = 3
"""Open columns with which a ship may ram."""


@kernel
def weigh_battle(s: Any, t: Any, w: Any, kind: int, mask: Any, value: Any) -> None:
    """Value what is decided in fights at sea."""
    noinline()
    frame = s.stk[s.sp - 1]
    slot = frame[SLOT]
    if kind == Decision.AIM:
        _weigh_targets(s, t, w, value)
    elif kind == Decision.AMMUNITION:
        value[ACT.yes.start] = 1.0
    elif kind == Decision.RAM:
        value[ACT.yes.start] = open_columns(s) - _SOUND
    elif kind == Decision.NAME_GROUP:
        _weigh_losses(s, frame[A], value)
    elif kind == Decision.BOARDING:
        _weigh_orders(s, t, w, frame[STEP], slot, value)
    elif kind == Decision.ENEMY_DECK:
        value[ACT.b_atk_mel.start] = s.ch_att[slot, MELEE]
        value[ACT.b_atk_rng.start] = s.ch_att[slot, RANGED] - 0.5
        value[ACT.b_cut.start] = w.cut - w.grit * boarding_odds(s, t, s.b_e)
    elif kind in (Decision.GUNWALE, Decision.ALOFT):
        _weigh_gunwale(s, w, slot, mask, value)
    elif kind == Decision.REGROUP:
        _weigh_places(s, slot, value)
    elif kind == Decision.SURRENDER:
        value[ACT.surrender.start] = -1.0
    elif kind in (Decision.PLUNDER_GROUPS, Decision.PLUNDER):
        _weigh_plunder(s, w, value)


@kernel
def _weigh_targets(s: Any, t: Any, w: Any, value: Any) -> None:
    """Whoever attacks, and is nearest to being beaten."""
    for enemy in range(ENEMIES):
        if s.sea_on[enemy] == 1:
            worth = 10.0 - s.sea_hold[enemy]
            if s.sea_mode[enemy] == AGGRESSIVE:
                worth += 10.0
            value[ACT.sea_enemy.start + enemy] = worth


@kernel
def _weigh_losses(s: Any, is_down: int, value: Any) -> None:
    """A wound for the unhurt; out of action goes who is hurt or tired."""
    for group in range(GROUPS):
        if is_down == 1:
            value[ACT.pg.start + group] = s.pg_fat[group] + 3.0 * s.pg_w[group]
        else:
            value[ACT.pg.start + group] = s.pg_fat[group] / 5.0 - 3.0 * s.pg_w[group]


# --- boarding -------------------------------------------------------------------------------------


@kernel
def _weigh_orders(s: Any, t: Any, w: Any, step: int, group: int, value: Any) -> None:
    """All who can fight go to the Gunwale."""
    if step == 1:
        for post in range(SICK_BAY):
            value[ACT.post.start + post] = group_worth(s, t, w, group, post)
        value[ACT.post.start + GUNWALE] += w.fire
        return
    for other in range(GROUPS):
        is_wanted = can_group_fight(s, other) and s.pg_post[other] != GUNWALE
        value[ACT.pg.start + other] = 1.0 if is_wanted else -1.0


@kernel
def _weigh_gunwale(s: Any, w: Any, slot: int, mask: Any, value: Any) -> None:
    """Support a group with the better arm, or fire; only the agile jump across."""
    melee, ranged = s.ch_att[slot, MELEE], s.ch_att[slot, RANGED]
    value[ACT.b_call_mel.start] = melee / 3.0
    value[ACT.b_call_rng.start] = ranged / 3.0
    value[ACT.b_swivel.start] = ranged / 6.0
    value[ACT.b_crow.start] = 1.0
    agile = s.ch_att[slot, AGILITY] + max(melee, ranged) - 2.0 * (s.ch_wounds[slot] > 1)
    value[ACT.b_board.start] = w.daring * agile / 6.0
    for group in range(GROUPS):
        if mask[ACT.pg.start + group]:
            value[ACT.pg.start + group] = 1.0 - 0.1 * s.pg_w[group]


@kernel
def _weigh_places(s: Any, slot: int, value: Any) -> None:
    """To the Gunwale, unless one is aloft."""
    stays = s.post[slot] in (GUNWALE, CROWS_NEST)
    value[ACT.post.start + GUNWALE] = -1.0 if stays else 1.0
    for post in range(GUNWALE):
        value[ACT.post.start + post] = -1.0
    if s.post[slot] == GUNWALE:
        value[ACT.post.start + GUNWALE] = 1.0


@kernel
def _weigh_plunder(s: Any, w: Any, value: Any) -> None:
    """Repair a ship that is nearly lost, take Cannons if there are few, and Goods."""
    value[ACT.pl_goods.start] = 2.0
    value[ACT.pl_cannon.start] = 2.5 if cannons(s) < _FEW_GUNS else 0.5
    value[ACT.pl_repair.start] = 3.0 if open_columns(s) <= _SOUND else 1.0
    value[ACT.fix_hold.start] = 1.0 * (open_columns(s) <= _SOUND)
    value[ACT.fix_sail.start] = 0.5
    for group in range(GROUPS):
        value[ACT.pg.start + group] = 3.0 - 0.5 * s.pg_fat[group]
