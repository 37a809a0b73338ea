"""How a Sea Enemy comes onto the board (STV-17, STV-21.6).

The flow holds the Enemy in A, the Event card in B, and the distance at which it is put in C.
"""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.actions import ACT
from piracy_env.games.skull_tales.chart import SPACES
from piracy_env.games.skull_tales.rules.chance import throw
from piracy_env.games.skull_tales.rules.crew import has_trait
from piracy_env.games.skull_tales.rules.docks import CODEX
from piracy_env.games.skull_tales.rules.enemies import (
    MERCHANT,
    NEUTRAL,
    STONE_CRAB,
    WATCHTOWER,
    WHIRLPOOL,
    is_active,
    is_ship,
    is_taken,
)
from piracy_env.games.skull_tales.rules.frames import (
    answer_nothing,
    mark_nothing,
    next_step,
    pop,
    push_for,
    top,
)
from piracy_env.games.skull_tales.rules.ship import (
    CROWS_NEST,
    character_at,
    earn_trust,
    is_night,
    ship_space,
)
from piracy_env.games.skull_tales.rules.steering import make_for_goal
from piracy_env.games.skull_tales.rules.voyage_setup import put_enemy
from piracy_env.games.skull_tales.state import (
    ENEMIES,
    NONE,
    PERCEPTION,
    SLOT,
    STEP,
    A,
    B,
    C,
    Decision,
    Lasting,
)
from piracy_env.games.skull_tales.traits import Trait

_BY_DAY, _BY_NIGHT = 3, 2
"""Spaces from the ship at which Enemies appear."""
_TOWER_REACH, _CRAB_REACH = 6, 4
"""How near the shore must be for Watchtower and Stone Crab."""
_STRAGGLER, _STRAGGLER_SPEED = 2, 2
"""The place of T06 in SPECIALS, and the Speed of that Merchant Ship."""
_SIGHTED, _PLACED = range(2)
"""Steps of the flow."""
_WHETHER, _HOW_FAR = range(2)
"""Steps of the Crow's Nest."""


@kernel
def generate(s: Any, t: Any, enemy: int, source: int) -> None:
    """An Event card brings a Sea Enemy, unless it is on the board already (STV-1.5)."""
    if s.sea_on[enemy] == 1:
        return
    if enemy == WHIRLPOOL:
        put_enemy(s, t, enemy, ship_space(s), 0, source)
    elif enemy in (WATCHTOWER, STONE_CRAB):
        space = _shore(s, t, enemy)
        if space != NONE:
            put_enemy(s, t, enemy, space, 0, source)
    else:
        push_for(s, Decision.GENERATION, NONE, NONE, enemy, source)
        top(s)[C] = _BY_NIGHT if is_night(s, t) else _BY_DAY


@kernel
def _shore(s: Any, t: Any, enemy: int) -> int:
    """The nearest land for a Watchtower, the nearest free coast for a Stone Crab; NONE too far."""
    reach = _TOWER_REACH if enemy == WATCHTOWER else _CRAB_REACH
    best, ship = NONE, ship_space(s)
    for space in range(SPACES):
        far = t.chart.cube[ship, space]
        if far > reach or (best != NONE and far >= t.chart.cube[ship, best]):
            continue
        if enemy == WATCHTOWER:
            is_shore = t.chart.water[space] == 0
        else:
            is_shore = t.chart.coast[space] == 1 and _is_bare(s, t, space)
        if is_shore:
            best = space
    return best


@kernel
def _is_bare(s: Any, t: Any, space: int) -> bool:
    """Whether no token lies on a space."""
    if space == ship_space(s) or is_taken(s, space):
        return False
    for goal in range(s.goal_n):  # noqa: SIM110 - numba knows no any()
        if t.chart.scroll[s.goal_l[goal]] == space:
            return False
    return True


@kernel
def _space_at(s: Any, t: Any, distance: int) -> int:
    """The space so far away in the Clock's direction, NONE off the board or on land."""
    space = ship_space(s)
    for _ in range(distance):
        if space >= 0:
            space = t.chart.near[space, s.clock - 1]
    if distance < 1 or space < 0 or t.chart.water[space] == 0:
        return NONE
    return int(space)


# --- the flow -------------------------------------------------------------------------------------


@kernel
def _appear(s: Any, t: Any) -> bool:
    """Ask the Crow's Nest; then put the Enemy there, and ask about the Signal Codex."""
    noinline()
    frame = top(s)
    enemy, source, distance = frame[A] + 0, frame[B] + 0, frame[C] + 0
    if frame[STEP] == _SIGHTED:
        next_step(s)
        slot = character_at(s, CROWS_NEST)
        if slot != NONE and s.pers & Lasting.FOG == 0:
            push_for(s, Decision.PLACE_ENEMY, s.ch_owner[slot], slot, 0, 0)
        return False
    pop(s)
    space = _space_at(s, t, distance)
    if space != NONE:
        put_enemy(s, t, enemy, space, throw(s) - 1, source)
        if 1 <= source <= 28 and t.voyage_events[source - 1].special == _STRAGGLER:
            s.sea_spd[enemy] = _STRAGGLER_SPEED
        if enemy == MERCHANT:
            make_for_goal(s, t, enemy)
        offer_signal(s, t, enemy)
    return False


# --- the Crow's Nest ------------------------------------------------------------------------------


@kernel
def _distance(s: Any, slot: int, choice: int) -> int:
    """The distance of a choice: Perception, or a space nearer or farther (STV-20.20)."""
    return int(s.ch_att[slot, PERCEPTION] + choice - 1)


@kernel
def _is_choice(s: Any, t: Any, slot: int, choice: int) -> bool:
    """Whether a Character can choose this distance (STV-17.5)."""
    if choice != 1 and not has_trait(s, t, slot, Trait.EAGLE_EYE):
        return False
    return _space_at(s, t, _distance(s, slot, choice)) != NONE


@kernel
def _is_sighted(s: Any, t: Any) -> bool:
    """Whether the Character on the Crow's Nest has a choice."""
    slot = top(s)[SLOT]
    for choice in range(3):
        if _is_choice(s, t, slot, choice):
            return True
    pop(s)
    return False


@kernel
def _mark_distances(s: Any, t: Any, mask: Any) -> None:
    """Mark whether to choose; then the distances: nearer, as far as it sees, farther."""
    frame = top(s)
    if frame[STEP] == _WHETHER:
        mask[ACT.no.start] = True
        mask[ACT.yes.start] = True
    else:
        for choice in range(3):
            mask[ACT.num.start + choice] = _is_choice(s, t, frame[SLOT], choice)


@kernel
def _choose_distance(s: Any, t: Any, action: int) -> None:
    """Leave the Enemy where it appears, or put it elsewhere (STV-17.3)."""
    frame = top(s)
    slot = frame[SLOT]
    if action == ACT.no.start:
        pop(s)
    elif action == ACT.yes.start and has_trait(s, t, slot, Trait.EAGLE_EYE):
        frame[STEP] = _HOW_FAR
    else:
        choice = 1 if action == ACT.yes.start else action - ACT.num.start
        pop(s)
        top(s)[C] = _distance(s, slot, choice)
        earn_trust(s, slot, 1)


# --- the Signal Codex -----------------------------------------------------------------------------


@kernel
def offer_signal(s: Any, t: Any, enemy: int) -> None:
    """Ask the Captain about the Signal Codex, for a ship that has just appeared (STV-21.6)."""
    if s.upg & CODEX == 0 or s.pers & Lasting.CODEX or not is_ship(t, enemy):
        return
    for other in range(ENEMIES):
        if other != enemy and is_ship(t, other) and is_active(s, t, other):
            return
    push_for(s, Decision.SIGNAL, NONE, NONE, enemy, 0)


@kernel
def _mark_signal(s: Any, t: Any, mask: Any) -> None:
    """Mark the signal, and silence."""
    mask[ACT.no.start] = True
    mask[ACT.signal.start] = True


@kernel
def _signal(s: Any, t: Any, action: int) -> None:
    """Deceive a ship: it is Neutral, and the Codex is used up."""
    enemy = top(s)[A] + 0
    pop(s)
    if action == ACT.signal.start:
        s.sea_mode[enemy], s.sea_codex[enemy] = NEUTRAL, 1
        s.pers |= Lasting.CODEX
        s.upg &= ~CODEX


HANDLERS = (
    Handler(Decision.GENERATION, mark_nothing, answer_nothing, _appear),
    Handler(Decision.PLACE_ENEMY, _mark_distances, _choose_distance, _is_sighted),
    Handler(Decision.SIGNAL, _mark_signal, _signal),
)
