"""Reviving who was Knocked Out, and permanent wounds (STA-10.42 to 10.46, STA-15)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.rules.adventure.dice import (
    call_for_roll,
    improve_roll,
    rolled,
)
from piracy_env.games.skull_tales.rules.adventure.harm import heal_wounds
from piracy_env.games.skull_tales.rules.adventure.hits import CRITICAL
from piracy_env.games.skull_tales.rules.adventure.people import (
    are_next_to_each_other,
    clear_status,
    has_status,
    is_in_play,
    is_pirate,
    set_status,
)
from piracy_env.games.skull_tales.rules.adventure.questions import ask_person
from piracy_env.games.skull_tales.rules.adventure.track import gain_pp
from piracy_env.games.skull_tales.rules.adventure.weapons import carried_effect
from piracy_env.games.skull_tales.rules.frames import (
    answer_nothing,
    mark_nothing,
    pop,
    push_for,
    top,
)
from piracy_env.games.skull_tales.rules.maiming import maim
from piracy_env.games.skull_tales.state import INTELLIGENCE, SLOT, SLOTS, STEP, A, B, C, Decision
from piracy_env.games.skull_tales.state_land import OncePlayed, Status
from piracy_env.games.skull_tales.tables.crew import GEAR_EFFECTS

_KIT = GEAR_EFFECTS.index("revive_dice")
_WHOM, _ROLL = range(2)


@kernel
def to_be_revived(s: Any, t: Any, slot: int) -> int:
    """Characters that lie next to a Character; an Ally once only, a bit each (STA-17.10)."""
    found = 0
    for other in range(SLOTS):
        if not is_in_play(s, other) or not has_status(s, other, Status.KNOCKED_OUT):
            continue
        is_spent = not is_pirate(s, other) and s.oncea[other] & OncePlayed.REVIVED != 0
        if not is_spent and are_next_to_each_other(s, t, slot, other):
            found |= 1 << other
    return found


@kernel
def begin_reviving(s: Any, slot: int) -> None:
    """Have a Character revive another."""
    push_for(s, Decision.REVIVING, s.ch_owner[slot], slot, 0, 0)


@kernel
def _go_on(s: Any, t: Any) -> bool:
    """Who, the roll, and what comes of it. A = who lies there, once known."""
    frame = top(s)
    slot = frame[SLOT] + 0
    if frame[STEP] == _WHOM:
        ask_person(s, s.ch_owner[slot], slot, to_be_revived(s, t, slot))
    elif frame[STEP] == _ROLL:
        frame[A] = frame[B]
        other = frame[A] + 0
        call_for_roll(s, t, slot, INTELLIGENCE, t.ashore.revive)
        improve_roll(s, carried_effect(s, t, slot, _KIT) - s.ch_cursed[other])
    else:
        other, successes = frame[A] + 0, frame[C] + 0
        pop(s)
        _rise(s, t, slot, other, successes)
    return False


@kernel
def _rise(s: Any, t: Any, slot: int, other: int, successes: int) -> None:
    """Who lies there stands up, maimed if nothing succeeded; an Ally lies on (STA-17.10)."""
    noinline()
    is_ally = not is_pirate(s, other)
    if successes == 0 and is_ally:
        return
    if successes == 0:
        maim(s, other)
    elif is_pirate(s, slot):
        gain_pp(s, t, slot, 1)
    clear_status(s, other, Status.KNOCKED_OUT)
    heal_wounds(s, other, s.ch_wounds[other])
    if is_ally:
        s.oncea[other] |= OncePlayed.REVIVED
    if not rolled(s, CRITICAL):
        set_status(s, other, Status.TURN_DONE)


HANDLERS = (Handler(Decision.REVIVING, mark_nothing, answer_nothing, _go_on),)
