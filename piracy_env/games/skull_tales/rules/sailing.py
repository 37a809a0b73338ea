"""Sailing: Speed dice, steps and turns of the ship, and the guns in between (STV-9)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.core.scratch import scratch_of
from piracy_env.games.skull_tales.actions import ACT, ACTIONS
from piracy_env.games.skull_tales.rules.boarding import enter_space
from piracy_env.games.skull_tales.rules.chance import throw
from piracy_env.games.skull_tales.rules.crew import has_trait, is_up
from piracy_env.games.skull_tales.rules.drift import WHIRLPOOL, move_ship
from piracy_env.games.skull_tales.rules.frames import (
    answer_nothing,
    mark_nothing,
    pop,
    push,
    top,
)
from piracy_env.games.skull_tales.rules.gunnery import fire, mark_guns
from piracy_env.games.skull_tales.rules.hold import cargo_ratio
from piracy_env.games.skull_tales.rules.lookout import ask_to_spot, in_sight
from piracy_env.games.skull_tales.rules.posts import extra_dice
from piracy_env.games.skull_tales.rules.rolls import (
    ONE_DIE,
    call_for,
    count_up_to,
    improve,
    successes,
)
from piracy_env.games.skull_tales.rules.ship import (
    AREA,
    GUN_DECK,
    HELM,
    MAIN_DECK,
    RIGGING,
    SICK_BAY,
    character_at,
    earn_trust,
    enemy_distance,
    enemy_space,
    is_able,
    is_group_able,
    ship_space,
    tire,
)
from piracy_env.games.skull_tales.state import (
    DICE,
    ENEMIES,
    GROUPS,
    NONE,
    SLOT,
    SLOTS,
    A,
    B,
    C,
    Decision,
    Lasting,
)
from piracy_env.games.skull_tales.traits import Trait

WHALE, WATCHTOWER, STONE_CRAB = 4, 8, 9
_HELM_TURN, _RIGGING_TURN, _WIND_TURN = range(3)
"""Whose dice are rolled: the Helm's, those on the Rigging, Wind Masters elsewhere."""
_blank_mask = scratch_of(ACTIONS.size)


# --- Speed dice -----------------------------------------------------------------------------------


@kernel
def steersman(s: Any) -> int:
    """The Character on the Helm that is not Knocked Out, NONE without one (STV-9.1)."""
    slot = character_at(s, HELM)
    return slot if slot != NONE and is_up(s, slot) else NONE


@kernel
def _masters_wind(s: Any, t: Any, slot: int) -> int:
    """Whether a Wind Master adds a die: not from the Sick Bay, not in a Dead Calm (STV-20.13)."""
    if s.pers & Lasting.CALM or not is_up(s, slot) or s.post[slot] == SICK_BAY:
        return 0
    return int(has_trait(s, t, slot, Trait.WIND_MASTERY))


@kernel
def _dice_of(s: Any, t: Any, whose: int, slot: int, done: int) -> int:
    """The Speed dice of a Character at its turn, two Traits counting once (STV-R40).

    `done` are those whose dice were rolled already, a bit for each slot.
    """
    post = s.post[slot]
    if done >> slot & 1:
        return 0
    if whose == _WIND_TURN:
        return _masters_wind(s, t, slot)
    if post != (HELM if whose == _HELM_TURN else RIGGING) or not is_able(s, slot):
        return 0
    if whose == _RIGGING_TURN and s.pers & Lasting.CALM:
        return 0
    return 1 + max(extra_dice(s, t, slot, post), _masters_wind(s, t, slot))


@kernel
def _character_dice(s: Any, t: Any) -> int:
    """Speed dice of all Characters together."""
    count, done = 0, 0
    for whose in range(_WIND_TURN + 1):
        for slot in range(SLOTS):
            dice = _dice_of(s, t, whose, slot, done)
            if dice > 0:
                count += dice
                done |= 1 << slot
    return min(count, DICE)


@kernel
def _chosen(s: Any) -> int:
    """How many groups are chosen for the Speed roll."""
    count = 0
    for group in range(GROUPS):
        count += s.rig_sel >> group & 1
    return count


@kernel
def wind(s: Any, t: Any) -> int:
    """What is added to each Speed die: Trade Wind, Whirlpool (STV-18.22)."""
    bonus = 1 if s.pers & Lasting.TRADE_WIND else 0
    if s.sea_on[WHIRLPOOL] == 1 and enemy_distance(s, t, WHIRLPOOL) <= AREA:
        bonus -= 1
    return bonus


@kernel
def _score(s: Any, t: Any) -> bool:
    """Roll the next dice: `SLOT` is the last that rolled.

    `A` counts turns of slots, `B` dice, `C` holds who has rolled.
    """
    noinline()
    frame = top(s)
    if frame[SLOT] != NONE:
        _count_speed(s, frame[SLOT])
        frame[SLOT] = NONE
    while frame[A] < SLOTS * (_WIND_TURN + 1):
        whose, slot = frame[A] // SLOTS, frame[A] % SLOTS
        frame[A] += 1
        dice = min(_dice_of(s, t, whose, slot, frame[C]), DICE - frame[B])
        if dice > 0:
            frame[B] += dice
            frame[C] |= 1 << slot
            frame[SLOT] = slot
            if whose != _WIND_TURN:
                s.acted[slot] = 1
            call_for(s, slot, ONE_DIE, cargo_ratio(s))
            improve(s, dice - 1, wind(s, t))
            count_up_to(s, 1, DICE)
            return False
    dice = DICE - frame[B]
    pop(s)
    _roll_groups(s, t, dice)
    return False


@kernel
def _count_speed(s: Any, slot: int) -> None:
    """Each success is a MOV, any of them earns trust (STV-9.5, STV-9.6)."""
    found = successes(s)
    s.ship_mov += found
    if found > 0:
        earn_trust(s, slot, 1)


@kernel
def _roll_groups(s: Any, t: Any, dice: int) -> None:
    """The chosen groups roll a die each, and tire (STV-9.7); the Trade Wind is over."""
    left = dice
    for group in range(GROUPS):
        if s.rig_sel >> group & 1:
            tire(s, group)
            s.pg_acted[group] = 1
            if left > 0:
                left -= 1
                s.ship_mov += throw(s) + wind(s, t) > cargo_ratio(s)
    s.pers &= ~Lasting.TRADE_WIND


# --- the menu of the Captain ----------------------------------------------------------------------


@kernel
def _mark_groups(s: Any, t: Any, mask: Any) -> None:
    """Mark groups on the Rigging that may still take part (STV-9.8)."""
    if s.pers & Lasting.CALM or _character_dice(s, t) + _chosen(s) >= DICE:
        return
    for group in range(GROUPS):
        if s.pg_post[group] == RIGGING and is_group_able(s, group):
            mask[ACT.pg.start + group] = s.rig_sel >> group & 1 == 0


@kernel
def _target(s: Any, t: Any, action: int) -> int:
    """The space that a step leads to: ahead, or ahead to a side (STV-9.3)."""
    turn = 0
    if action == ACT.mv_port.start:
        turn = 5
    elif action == ACT.mv_star.start:
        turn = 1
    return int(t.chart.near[ship_space(s), (s.ship_f + turn) % 6])


@kernel
def _can_enter(s: Any, t: Any, space: int) -> bool:
    """Whether the ship may go there of its own will (STV-9.10)."""
    if space < 0 or t.chart.water[space] == 0:
        return False
    for enemy in range(ENEMIES):
        bars = s.sea_on[enemy] == 1 and enemy in (WHALE, WATCHTOWER, STONE_CRAB)
        if bars and enemy_space(s, enemy) == space:
            return False
    return True


@kernel
def _mark_sailing(s: Any, t: Any, mask: Any) -> None:
    """Mark Speed dice, steps, turns, shots, and the end."""
    noinline()
    mask[ACT.no.start] = True
    if steersman(s) != NONE:
        if s.rolled == 0:
            mask[ACT.roll_speed.start] = True
            _mark_groups(s, t, mask)
        if s.ship_mov >= 1:
            for action in (ACT.mv_fwd.start, ACT.mv_port.start, ACT.mv_star.start):
                mask[action] = _can_enter(s, t, _target(s, t, action))
            mask[ACT.turn_port.start] = True
            mask[ACT.turn_star.start] = True
    mark_guns(s, t, mask)


@kernel
def can_sail(s: Any, t: Any) -> bool:
    """Whether the Helm, a gun or the Crow's Nest could do something."""
    mask = _blank_mask()
    _mark_sailing(s, t, mask)
    mask[ACT.no.start] = False
    return mask.any() or in_sight(s, t) != 0


@kernel
def can_character_sail(s: Any, t: Any) -> bool:
    """Whether a Character is among those who could."""
    if in_sight(s, t) != 0 or (steersman(s) != NONE and s.rolled == 0):
        return True
    mask = _blank_mask()
    mark_guns(s, t, mask)
    if not mask.any():
        return False
    for slot in range(SLOTS):  # noqa: SIM110 - numba knows no any()
        if s.post[slot] in (GUN_DECK, MAIN_DECK) and is_able(s, slot):
            return True
    return False


@kernel
def _is_sailing(s: Any, t: Any) -> bool:
    """Ask the Crow's Nest when other tokens have come into sight (STV-6.5), then the Captain."""
    frame = top(s)
    seen = in_sight(s, t)
    if seen != frame[A]:
        frame[A] = seen
        if seen != 0:
            ask_to_spot(s, seen)
            return False
    if can_sail(s, t):
        return True
    pop(s)
    return False


@kernel
def _sail(s: Any, t: Any, action: int) -> None:
    """Roll, sail, turn, fire, or end it."""
    noinline()
    if action == ACT.no.start:
        pop(s)
    elif action == ACT.roll_speed.start:
        s.rolled = 1
        push(s, Decision.SCORES, NONE)
    elif ACT.pg.start <= action < ACT.pg.stop:
        s.rig_sel |= 1 << action - ACT.pg.start
    elif ACT.mv_fwd.start <= action <= ACT.mv_star.start:
        s.ship_mov -= 1
        move_ship(s, t, _target(s, t, action))
        enter_space(s, t)
    elif action in (ACT.turn_port.start, ACT.turn_star.start):
        s.ship_mov -= 1
        s.ship_f = (s.ship_f + (5 if action == ACT.turn_port.start else 1)) % 6
    else:
        fire(s, t, action)


HANDLERS = (
    Handler(Decision.SAILING, _mark_sailing, _sail, _is_sailing),
    Handler(Decision.SCORES, mark_nothing, answer_nothing, _score),
)
