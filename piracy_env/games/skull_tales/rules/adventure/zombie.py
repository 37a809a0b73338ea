"""The Zombie of a Voodoo Doll acts by itself at the end of its owner's turn (STA-24.100).

It walks past its own side and is stopped by Enemies; it attacks in melee whom it gets next to. For
what it defeats nobody gains prestige, as for the Enemies that an Ally defeats.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.rules.adventure.abilities import (
    hex_of,
    left_by_impervious,
    melee_of,
)
from piracy_env.games.skull_tales.rules.adventure.arriving import arrive
from piracy_env.games.skull_tales.rules.adventure.board import is_adjacent
from piracy_env.games.skull_tales.rules.adventure.dice import MELEE_ROLL, clear_roll
from piracy_env.games.skull_tales.rules.adventure.figures import (
    COMPANION,
    is_foe,
    is_foe_in_sight_of_all,
    place_of,
)
from piracy_env.games.skull_tales.rules.adventure.harm import hurt_foe
from piracy_env.games.skull_tales.rules.adventure.hits import ATTACKER, unblocked
from piracy_env.games.skull_tales.rules.adventure.paths import (
    CELLS,
    GROUP,
    NO_WAY,
    is_free,
    spread,
    step_back,
)
from piracy_env.games.skull_tales.rules.chance import throw
from piracy_env.games.skull_tales.rules.frames import (
    answer_nothing,
    mark_nothing,
    next_step,
    pop,
    top,
)
from piracy_env.games.skull_tales.state import DICE, NONE, SLOT, STEP, Decision
from piracy_env.games.skull_tales.state_land import FOES, FoeStatus
from piracy_env.games.skull_tales.tables.enemies import GROUPS
from piracy_env.games.skull_tales.terrain import BOARD

OWN_SIDE = GROUP * (1 + len(GROUPS))
"""How a Zombie moves: past Characters, stopped by Enemies."""
_WALK, _FIGHT = range(2)
_AWAKE = -1 - FoeStatus.ASLEEP


@kernel
def _act(s: Any, t: Any) -> bool:
    """Walk, and then attack."""
    frame = top(s)
    companion, step = frame[SLOT] + 0, frame[STEP]
    if step == _WALK:
        next_step(s)
        _walk(s, t, companion)
    else:
        pop(s)
        foe = _adjacent_foe(s, t, companion)
        if foe != NONE:
            _fight(s, t, foe)
    return False


@kernel
def _adjacent_foe(s: Any, t: Any, companion: int) -> int:
    """The lowest Enemy next to a Zombie, -1 for none."""
    place = place_of(s, COMPANION + companion)
    for foe in range(FOES):
        if is_foe_in_sight_of_all(s, foe) and is_adjacent(s, t, place, place_of(s, foe)):
            return foe
    return NONE


@kernel
def _walk(s: Any, t: Any, companion: int) -> None:
    """Go for the nearest Enemy: as near as the moves allow."""
    noinline()
    if _adjacent_foe(s, t, companion) != NONE:
        return
    field = np.empty(CELLS, np.int16)
    spread(s, t, place_of(s, COMPANION + companion), OWN_SIDE, field)
    cell = _next_to_foe(s, t, field)
    if cell == NONE:
        return
    while field[cell] > t.zombie.moves or (
        field[cell] > 0 and not is_free(s, cell // BOARD, cell % BOARD)
    ):
        cell = step_back(s, t, cell, OWN_SIDE, field)
    if field[cell] > 0:
        arrive(s, t, COMPANION + companion, (cell // BOARD, cell % BOARD))


@kernel
def _next_to_foe(s: Any, t: Any, field: Any) -> int:
    """The closest free space next to an Enemy; -1 if a Zombie gets to none."""
    best = NONE
    for cell in range(CELLS):
        if field[cell] == NO_WAY or (best != NONE and field[cell] >= field[best]):
            continue
        place = (cell // BOARD, cell % BOARD)
        if is_free(s, place[0], place[1]) and _is_next_to_foe(s, t, place):
            best = cell
    return best


@kernel
def _is_next_to_foe(s: Any, t: Any, place: Any) -> bool:
    for foe in range(FOES):
        if is_foe_in_sight_of_all(s, foe) and is_adjacent(s, t, place, place_of(s, foe)):
            return True
    return False


@kernel
def _fight(s: Any, t: Any, foe: int) -> None:
    """A melee without windows: a Zombie is nobody's Pirate."""
    noinline()
    roll = s.rl_depth
    clear_roll(s, roll)
    s.rl_kind[roll], s.rl_side[roll], s.rl_enemy[roll] = MELEE_ROLL, ATTACKER, foe
    s.rl_slot[roll] = NONE
    value = melee_of(s, t, foe)
    s.rl_n[roll], s.rl_m[roll] = t.zombie.melee, min(DICE, value)
    s.rl_thr[roll], s.rl_ethr[roll] = value, t.zombie.melee
    s.rl_emod[roll] = 0 - hex_of(s, foe)
    for die in range(s.rl_n[roll]):
        s.rl_d[roll, die] = throw(s)
    for die in range(s.rl_m[roll]):
        s.rl_e[roll, die] = throw(s)
    normal, critical = unblocked(s, roll)
    wounds = (normal + critical) * t.zombie.damage + critical
    if wounds > 0 and is_foe(s, foe):
        s.foe_status[foe] &= _AWAKE
        hurt_foe(s, t, foe, left_by_impervious(s, t, foe, wounds), NONE)


HANDLERS = (Handler(Decision.ZOMBIE, mark_nothing, answer_nothing, _act),)
