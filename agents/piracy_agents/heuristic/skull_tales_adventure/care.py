"""What whoever means well cares for: not to go on too soon, to leave to others what is theirs."""

from __future__ import annotations

from typing import Any

import numpy as np

from piracy_agents.heuristic.skull_tales_adventure.errands import called_upon
from piracy_agents.heuristic.skull_tales_adventure.people import (
    are_foes_about,
    hits_left,
    is_awake,
    is_fallen,
    own_cell,
)
from piracy_agents.heuristic.skull_tales_adventure.ways import FAR, flood, sow
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.rules.adventure.abilities import CURSE
from piracy_env.games.skull_tales.rules.adventure.board import is_same_room
from piracy_env.games.skull_tales.rules.adventure.figures import is_active
from piracy_env.games.skull_tales.rules.adventure.harm import is_able_to
from piracy_env.games.skull_tales.rules.adventure.paths import CELLS
from piracy_env.games.skull_tales.rules.adventure.payment import may_use_destiny
from piracy_env.games.skull_tales.rules.adventure.people import foes_next_to, is_pirate
from piracy_env.games.skull_tales.state import AGILITY, NONE, PERCEPTION, SLOTS
from piracy_env.games.skull_tales.state_land import FOES, Status
from piracy_env.games.skull_tales.terrain import BOARD

_PATIENCE = 3
"""Rounds of which one does not wait in the last."""
_WALK = 15
"""Steps within which Enemies come."""
_VENTURE = 0.45
"""Part of the jumps that may fail of whoever alone can go on with the story."""
_AT_ONCE = 2
"""Wounds that an attack may well inflict."""


# --- going on -------------------------------------------------------------------------------------


@kernel
def is_crew_ready(s: Any, t: Any, w: Any, slot: int) -> bool:
    """Whether Enemies may come: none are about, the others are near, and all well enough."""
    noinline()
    ways = _ways_from(s, t, w, slot)
    if are_foes_about(s, slot) and _is_any_in_reach(s, ways):
        return False
    if s.round % _PATIENCE == 0:
        return True
    left, most = 0, 0
    for other in range(SLOTS):
        if is_fallen(s, other) and _is_help_on_its_way(s, t, w, other):
            return False
        if not is_active(s, other) or s.ch_y[other] == NONE:
            continue
        left, most = left + hits_left(s, other), most + s.ch_hp_max[other]
        if ways[own_cell(s, other)] > w.together:
            return False
    return left >= w.strong * most or not can_heal(s, w)


@kernel
def are_too_few_to_act(s: Any, w: Any, slot: int) -> bool:
    """Whether most of the others have acted: who lets Enemies in now meets them alone."""
    mates, left = 0, 0
    for other in range(SLOTS):
        if not is_active(s, other) or s.ch_owner[other] == s.ch_owner[slot]:
            continue
        mates += 1
        left += s.order_done >> s.ch_owner[other] & 1 == 0
    return bool(left < min(1.0 * mates, w.company))


@kernel
def _ways_from(s: Any, t: Any, w: Any, slot: int) -> Any:
    """How far each space is from a Character."""
    ways = np.empty(CELLS, np.int16)
    ways[:] = FAR
    sow(ways, s.ch_y[slot], s.ch_x[slot], 0.0)
    flood(s, t, w, slot, False, ways)
    return ways


@kernel
def _is_any_in_reach(s: Any, ways: Any) -> bool:
    """Whether there is an Enemy that is seen or can be walked to: others may not come at all."""
    for foe in range(FOES):
        if is_awake(s, foe) and s.sees >> foe & 1:
            return True
        if is_awake(s, foe) and ways[s.foe_row[foe] * BOARD + s.foe_col[foe]] < _WALK:
            return True
    return False


@kernel
def can_heal(s: Any, w: Any) -> bool:
    """Whether waiting makes anybody better: there is Destiny, or time to Take a Breath."""
    for slot in range(SLOTS):
        is_hurt = is_active(s, slot) and s.ch_wounds[slot] > 0 and s.ch_dp_max[slot] > 0
        if is_hurt and (s.ch_dp[slot] > 0 or is_time_to_breathe(s, w)):
            return True
    return False


@kernel
def is_time_to_breathe(s: Any, w: Any) -> bool:
    """Whether the flag can be spared that a Breath costs."""
    return bool(s.flag > w.spare + min(8, s.pile_n[0] + s.pile_n[1]))


@kernel
def _is_help_on_its_way(s: Any, t: Any, w: Any, fallen: int) -> bool:
    """Whether anybody can walk to somebody who lies there, without a jump."""
    noinline()
    ways = _ways_from(s, t, w, fallen)
    for slot in range(SLOTS):
        if is_active(s, slot) and s.ch_y[slot] != NONE and ways[own_cell(s, slot)] < w.chasm:
            return True
    return False


# --- what is risky --------------------------------------------------------------------------------


@kernel
def is_jump_safe(s: Any, t: Any, w: Any, slot: int, row: int, col: int) -> bool:
    """Whether a Character is likely to get over a chasm, with a Destiny Point if it has one."""
    rating = t.ground[s.tl_token[s.b_tile[row, col] - 1], 0].chasm
    has_destiny = s.ch_dp[slot] > 0 and may_use_destiny(s, slot)
    fails = ((rating - has_destiny) / 6.0) ** s.ch_att[slot, AGILITY]
    return bool(fails <= (_VENTURE if called_upon(s, t) == slot else w.daring))


@kernel
def is_anybody_keener(s: Any, slot: int) -> bool:
    """Whether somebody in the same room searches better, and has not done so yet."""
    for other in range(SLOTS):
        if other == slot or not is_active(s, other) or s.ch_y[other] == NONE:
            continue
        row, col = s.ch_y[slot], s.ch_x[slot]
        is_here = is_same_room(s, row, col, s.ch_y[other], s.ch_x[other])
        is_left = s.ch_status[other] & (Status.SEARCHED | Status.RUNNING) == 0
        if is_here and is_left and s.ch_att[other, PERCEPTION] > s.ch_att[slot, PERCEPTION]:
            return True
    return False


@kernel
def left_to_others(s: Any, t: Any, slot: int) -> int:
    """Enemies, a bit each, that a Cursed Pirate does not finish off: others will (STA-13.7)."""
    if not is_pirate(s, slot) or s.ch_cursed[slot] == 0:
        return 0
    finishable = 0
    for foe in range(FOES):
        if s.foe_row[foe] != NONE and is_able_to(s, t, foe, CURSE):
            is_nearly_done = s.foe_hp_max[foe] - s.foe_wounds[foe] <= _AT_ONCE
            finishable |= (is_nearly_done and _is_anybody_else_at(s, t, slot, foe)) << foe
    return finishable


@kernel
def _is_anybody_else_at(s: Any, t: Any, slot: int, foe: int) -> bool:
    """Whether somebody who is not Cursed stands next to an Enemy, and has still to act."""
    for other in range(SLOTS):
        if other == slot or not is_active(s, other) or s.ch_y[other] == NONE:
            continue
        is_fit = s.ch_cursed[other] == 0 or not is_pirate(s, other)
        is_left = s.order_done >> s.ch_owner[other] & 1 == 0
        if is_fit and is_left and foes_next_to(s, t, other) >> foe & 1:
            return True
    return False
