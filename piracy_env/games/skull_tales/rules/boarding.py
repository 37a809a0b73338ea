"""The ship enters a space where Sea Enemies are: the Ram, then boarding (STV-13.1, STV-21.4)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.actions import ACT
from piracy_env.games.skull_tales.rules.docks import RAM
from piracy_env.games.skull_tales.rules.enemies import (
    attack,
    hit_body,
    is_boardable,
    is_touchable,
)
from piracy_env.games.skull_tales.rules.fight import begin_fight
from piracy_env.games.skull_tales.rules.frames import mark_yes_no, next_step, pop, push, top
from piracy_env.games.skull_tales.rules.rolls import call_for, successes
from piracy_env.games.skull_tales.rules.ship import (
    HELM,
    ON_HOLD,
    call_impacts,
    character_at,
    earn_trust,
    enemy_space,
    ship_space,
)
from piracy_env.games.skull_tales.state import (
    ENEMIES,
    NONE,
    SLOT,
    STEP,
    STRENGTH,
    A,
    B,
    Decision,
)

_MEETS, _WHETHER, _ROLLED, _BOARDS = range(4)
"""Steps of a meeting; A is the Enemy, B those that were met, a bit each."""
_DIFFICULTY = 4


@kernel
def enter_space(s: Any, t: Any) -> None:
    """The ship has sailed to another space, where Sea Enemies may be."""
    if _first_here(s, 0) != NONE:
        push(s, Decision.RAM, NONE)


@kernel
def _first_here(s: Any, met: int) -> int:
    """The first Enemy in the ship's space that was not met yet, NONE without one."""
    for enemy in range(ENEMIES):
        is_met = s.sea_on[enemy] == 0 or met >> enemy & 1 == 1
        if not is_met and is_touchable(enemy) and enemy_space(s, enemy) == ship_space(s):
            return enemy
    return NONE


@kernel
def _meet(s: Any, t: Any) -> bool:
    """The next step of a meeting; whether the Captain is asked about the Ram."""
    noinline()
    frame = top(s)
    if frame[STEP] == _MEETS:
        enemy = _first_here(s, frame[B])
        if enemy == NONE:
            pop(s)
            return False
        frame[A] = enemy
        frame[B] |= 1 << enemy
        attack(s, t, enemy)
        frame[STEP] = _WHETHER if s.upg & RAM else _BOARDS
    elif frame[STEP] == _WHETHER:
        return True
    elif frame[STEP] == _ROLLED:
        frame[STEP] = _BOARDS
        if successes(s) > 0:
            earn_trust(s, frame[SLOT], 1)
        else:
            call_impacts(s, 1, ON_HOLD)
    else:
        frame[STEP] = _MEETS
        if is_boardable(s, t, frame[A]):
            begin_fight(s, t, frame[A])
    return False


@kernel
def _ram(s: Any, t: Any, action: int) -> None:
    """Ram the Enemy, or not; the Helm feels the blow."""
    frame = top(s)
    slot = character_at(s, HELM)
    if action == ACT.no.start:
        frame[STEP] = _BOARDS
        return
    hit_body(s, t, frame[A])
    if slot == NONE:
        frame[STEP] = _BOARDS
        call_impacts(s, 1, ON_HOLD)
    else:
        frame[SLOT] = slot
        next_step(s)
        call_for(s, slot, STRENGTH, _DIFFICULTY)


HANDLERS = (Handler(Decision.RAM, mark_yes_no, _ram, _meet),)
