"""What is done in Exile: traps are sprung, the rock is moved, Fardelejo is freed (STA-32)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.rules.adventure.dice import call_for_roll
from piracy_env.games.skull_tales.rules.adventure.effects import inflict
from piracy_env.games.skull_tales.rules.adventure.figures import is_active
from piracy_env.games.skull_tales.rules.adventure.payment import RUNNER, can_pay, pay_ap
from piracy_env.games.skull_tales.rules.adventure.questions import ask_whether
from piracy_env.games.skull_tales.rules.adventure.story_flags import is_done
from piracy_env.games.skull_tales.rules.adventure.track import move_flag
from piracy_env.games.skull_tales.rules.chance import throw
from piracy_env.games.skull_tales.rules.frames import next_step, pop, top
from piracy_env.games.skull_tales.state import SLOT, STEP, A, B

MOVE_ROCK, ENTER_CAVE, UNLOCK, GO_DOWN, FREE_PRISONER = range(1, 6)
"""The Specials."""
AVOID_COST = 1
_TRAP = 8
"""A frame TELLING keeps what it tells + 8 * trap in A."""
_SPRING, _TRY = range(2)


@kernel
def special_is_met(s: Any, t: Any, slot: int, number: int) -> bool:
    """Ways are open once the rock was moved, the trapdoor unlocked (STA-32.6, STA-32.7)."""
    if number == ENTER_CAVE:
        return is_done(s, MOVE_ROCK)
    return number != GO_DOWN or is_done(s, UNLOCK)


@kernel
def special_do(s: Any, t: Any, slot: int, number: int, passed: int, successes: int) -> None:
    """Freeing Fardelejo takes time (STA-32.8)."""
    if number == FREE_PRISONER:
        move_flag(s, t, 1)


@kernel
def go_on(s: Any, t: Any) -> bool:
    """A trap is sprung: which one, whether it is avoided, what it does."""
    noinline()
    frame = top(s)
    slot, step = frame[SLOT] + 0, frame[STEP]
    if not is_active(s, slot):
        pop(s)
    elif step == _SPRING:
        _spring(s, t, slot)
    elif step == _TRY and frame[B] == 1:
        line = t.traps[frame[A] // _TRAP]
        pay_ap(s, t, AVOID_COST, RUNNER)
        call_for_roll(s, t, slot, line.roll - 1, line.difficulty)
    elif step == _TRY:
        next_step(s)
    else:
        trap, is_avoided = frame[A] // _TRAP, frame[B] == 1
        pop(s)
        if not is_avoided:
            _catch(s, t, slot, trap)
    return False


@kernel
def _spring(s: Any, t: Any, slot: int) -> None:
    """Which trap it is, and whether its victim pays for the chance to avoid it (STA-32.2)."""
    frame, face = top(s), throw(s)
    trap = 0
    while not t.traps[trap].low <= face <= t.traps[trap].high:
        trap += 1
    frame[A] += _TRAP * trap
    if can_pay(s, t, AVOID_COST, RUNNER):
        ask_whether(s, s.ch_owner[slot], slot, trap)
    else:
        frame[B] = 0
        next_step(s)


@kernel
def _catch(s: Any, t: Any, slot: int, trap: int) -> None:
    """The trap does what it does."""
    effects = t.traps[trap].effects
    for place in range(len(effects) - 1, -1, -1):
        if effects[place] >= 0:
            inflict(s, t, slot, effects[place], 1)
