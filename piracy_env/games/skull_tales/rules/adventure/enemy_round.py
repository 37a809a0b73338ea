"""The Enemy Round: types in the chapter's order, one Enemy after the other (STA-7.14, STA-7.15)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.bits import lowest
from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.actions import ACT
from piracy_env.games.skull_tales.rules.adventure.abilities import raise_immortals
from piracy_env.games.skull_tales.rules.adventure.behaviour import activate
from piracy_env.games.skull_tales.rules.adventure.figures import is_foe
from piracy_env.games.skull_tales.rules.adventure.people import clear_status
from piracy_env.games.skull_tales.rules.frames import (
    answer_nothing,
    mark_nothing,
    next_step,
    pop,
    push,
    top,
)
from piracy_env.games.skull_tales.state import NONE, SLOTS, STEP, Decision
from piracy_env.games.skull_tales.state_land import FOE_TYPES, FOES, FoeStatus, Status

_BEGIN, _NEXT, _OVER = range(3)


@kernel
def begin_foes_round(s: Any) -> None:
    """An Enemy Round begins."""
    push(s, Decision.FOES_ROUND, NONE)


@kernel
def _go_on(s: Any, t: Any) -> bool:
    """Take the next step of the Enemy Round."""
    noinline()
    step = top(s)[STEP]
    if step == _BEGIN:
        _begin(s, t)
    elif step == _NEXT:
        _activate_next(s, t)
    else:
        pop(s)
    return False


@kernel
def _begin(s: Any, t: Any) -> None:
    """Immortals stand up, and nobody has acted (STA-13.4)."""
    next_step(s)
    raise_immortals(s, t)
    for foe in range(FOES):
        s.foe_acted[foe] = 0


@kernel
def _activate_next(s: Any, t: Any) -> None:
    """Activate the next Enemy; the Captain may say which of its type (option)."""
    noinline()
    waiting = waiting_foes(s, t)
    if waiting == 0:
        next_step(s)
        _end(s)
    elif s.captain_control == 1 and waiting & (waiting - 1):
        push(s, Decision.ENEMY_ORDER, NONE)
    else:
        _let_act(s, t, lowest(waiting))


@kernel
def _let_act(s: Any, t: Any, foe: int) -> None:
    s.foe_acted[foe] = 1
    activate(s, t, foe)


@kernel
def waiting_foes(s: Any, t: Any) -> int:
    """Enemies of the type that is next, a bit each; inactive ones never act (STA-R43)."""
    order = t.adventures[s.chapter].order
    for place in range(len(order)):
        if order[place] >= 0:
            found = _of_type(s, order[place])
            if found != 0:
                return found
    for kind in range(FOE_TYPES):
        found = _of_type(s, kind)
        if found != 0:
            return found
    return 0


@kernel
def _of_type(s: Any, kind: int) -> int:
    """Enemies of a type that have still to act, a bit each."""
    found = 0
    for foe in range(FOES):
        is_up = is_foe(s, foe) and s.foe_acted[foe] == 0
        if is_up and s.foe_type[foe] == kind and s.foe_status[foe] & FoeStatus.ASLEEP == 0:
            found |= 1 << foe
    return found


@kernel
def _end(s: Any) -> None:
    """What is Hidden until the end of this Enemy Round is so no more (STA-14.9)."""
    for foe in range(FOES):
        s.foe_hide[foe] = max(0, s.foe_hide[foe] - 1)
    for slot in range(SLOTS):
        clear_status(s, slot, Status.HIDDEN)


# --- the Captain's order --------------------------------------------------------------------------


@kernel
def _mark_order(s: Any, t: Any, mask: Any) -> None:
    waiting = waiting_foes(s, t)
    for foe in range(FOES):
        if waiting >> foe & 1:
            mask[ACT.enemy.start + foe] = True


@kernel
def _choose_order(s: Any, t: Any, action: int) -> None:
    pop(s)
    _let_act(s, t, action - ACT.enemy.start)


HANDLERS = (
    Handler(Decision.FOES_ROUND, mark_nothing, answer_nothing, _go_on),
    Handler(Decision.ENEMY_ORDER, _mark_order, _choose_order, doc="which Enemy of a type acts"),
)
assert _OVER == _NEXT + 1
