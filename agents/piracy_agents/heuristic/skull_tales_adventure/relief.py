"""Relief: whoever holds a narrow place gives way to a fellow who fights better and waits behind."""

from __future__ import annotations

from typing import Any

from piracy_agents.heuristic.skull_tales_adventure.holding import is_at_narrows
from piracy_agents.heuristic.skull_tales_adventure.people import foes_awake_at, hits_left
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.actions import ACT
from piracy_env.games.skull_tales.rules.adventure.figures import is_active
from piracy_env.games.skull_tales.rules.adventure.moving import (
    NO_STEP,
    PLAIN,
    kind_of_step,
    way_of,
)
from piracy_env.games.skull_tales.rules.adventure.paths import WAYS
from piracy_env.games.skull_tales.rules.adventure.people import (
    foes_engaging,
    foes_next_to,
    is_pirate,
    place_of_character,
)
from piracy_env.games.skull_tales.rules.adventure.weapons import item_at
from piracy_env.games.skull_tales.state import MELEE, NONE, SLOTS

_BEHIND = 2
"""Steps within which a fellow waits for the place."""
_BETTER = 2.0
"""How many times stronger a fellow's blows are for whom one gives way."""
_OFF_AND_AWAY = 3
"""Action Points for breaking away and a step."""
_DUE = 10.0
"""What stepping off is worth more than anything else that is done then."""
_SPENT, _FRESH = 1, 3
"""Hits that somebody can still take who gives way, and who comes for it."""


@kernel
def is_way_given(s: Any, t: Any, slot: int) -> bool:
    """Whether a Character leaves a narrow place to somebody who is better there, and can."""
    noinline()
    if not is_pirate(s, slot) or s.ch_ap[slot] < _OFF_AND_AWAY or not is_at_narrows(s, slot):
        return False
    if foes_engaging(s, t, slot) == 0 or not _is_any_space_off(s, t, slot):
        return False
    for other in range(SLOTS):
        if other != slot and _is_waiting(s, t, slot, other) and _is_better(s, t, slot, other):
            return True
    return False


@kernel
def _is_waiting(s: Any, t: Any, slot: int, other: int) -> bool:
    """Whether a fellow is near, has nobody to fight, and has still to act."""
    if not is_active(s, other) or s.ch_y[other] == NONE:
        return False
    rows, cols = abs(s.ch_y[other] - s.ch_y[slot]), abs(s.ch_x[other] - s.ch_x[slot])
    if max(rows, cols) > _BEHIND or foes_next_to(s, t, other) != 0:
        return False
    return bool(s.order_done >> s.ch_owner[other] & 1 == 0)


@kernel
def _is_better(s: Any, t: Any, slot: int, other: int) -> bool:
    """Whether a fellow strikes far harder, or as hard and can take more."""
    own, theirs = _strength(s, t, slot), _strength(s, t, other)
    if theirs <= 0.0 or hits_left(s, other) < _FRESH:
        return False
    return theirs >= _BETTER * own or (theirs >= own and hits_left(s, slot) <= _SPENT)


@kernel
def _strength(s: Any, t: Any, slot: int) -> float:
    """Dice of a Character's blows, times what they do."""
    if not is_pirate(s, slot):
        return float(s.ch_att[slot, MELEE] * t.allies[s.ch_card[slot]].damage[0])
    most = 0
    for place in range(s.inv_n[slot]):
        most = max(most, int(item_at(s, t, slot, place).melee_damage))
    return float(s.ch_att[slot, MELEE] * most)


@kernel
def _is_any_space_off(s: Any, t: Any, slot: int) -> bool:
    """Whether a step leads away from all Enemies."""
    for way in range(WAYS):  # noqa: SIM110 - numba knows no any()
        if _is_step_off(s, t, slot, way):
            return True
    return False


@kernel
def _is_step_off(s: Any, t: Any, slot: int, way: int) -> bool:
    """Whether a step in a direction ends where no Enemy is near, past a fellow if one is there."""
    kind = kind_of_step(s, t, slot, way)
    if kind == NO_STEP:
        return False
    there = way_of(s, t, slot, place_of_character(s, slot), way)
    if kind != PLAIN:
        there = way_of(s, t, slot, there, way)
    return bool(there[0] != NONE and foes_awake_at(s, t, slot, there) == 0)


@kernel
def weigh_stepping_off(s: Any, t: Any, w: Any, slot: int, mask: Any, value: Any) -> None:
    """Who has broken away to give way steps where no Enemy is near."""
    for way in range(WAYS):
        if mask[ACT.step.start + way] and _is_step_off(s, t, slot, way):
            value[ACT.step.start + way] = w.room + _DUE
