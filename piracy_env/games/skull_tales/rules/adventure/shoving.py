"""Pushing Enemies, and stomping on those that lie there (STA-20.82, STA-20.88)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.rules.adventure.abilities import contest_with
from piracy_env.games.skull_tales.rules.adventure.arriving import arrive
from piracy_env.games.skull_tales.rules.adventure.attacks import ask_target
from piracy_env.games.skull_tales.rules.adventure.dice import successes_of
from piracy_env.games.skull_tales.rules.adventure.feats import offer_beside
from piracy_env.games.skull_tales.rules.adventure.figures import CHARACTER, place_of
from piracy_env.games.skull_tales.rules.adventure.harm import hurt_foe
from piracy_env.games.skull_tales.rules.adventure.moving import WAYS, way_of
from piracy_env.games.skull_tales.rules.adventure.paths import is_free, is_way
from piracy_env.games.skull_tales.rules.adventure.people import (
    clear_status,
    foes_engaging,
    has_trait,
    place_of_character,
)
from piracy_env.games.skull_tales.rules.adventure.questions import ask
from piracy_env.games.skull_tales.rules.adventure.reach import in_melee
from piracy_env.games.skull_tales.rules.adventure.swordplay import shove
from piracy_env.games.skull_tales.rules.frames import (
    answer_nothing,
    mark_nothing,
    pop,
    push_for,
    top,
)
from piracy_env.games.skull_tales.state import NONE, SLOT, STEP, STRENGTH, A, B, C, Decision
from piracy_env.games.skull_tales.state_land import FOES, FoeStatus, Status
from piracy_env.games.skull_tales.terrain import STEP_COL, STEP_ROW
from piracy_env.games.skull_tales.traits import Trait

_WHOM, _ROLL, _WHERE, _PLACED = range(4)


# --- Unstoppable ----------------------------------------------------------------------------------


@kernel
def begin_shoving(s: Any, slot: int) -> None:
    """Have a Character push an adjacent Enemy."""
    push_for(s, Decision.SHOVING, s.ch_owner[slot], slot, 0, 0)


@kernel
def _go_on_shoving(s: Any, t: Any) -> bool:
    """Which Enemy, Strength against its, and where it goes. A = the Enemy, once known."""
    frame = top(s)
    slot, step = frame[SLOT] + 0, frame[STEP]
    if step == _WHOM:
        ask_target(s, slot, in_melee(s, t, slot))
    elif step == _ROLL:
        frame[A] = frame[B]
        contest_with(s, t, slot, STRENGTH, frame[A] + 0)
    elif step == _WHERE:
        if frame[B] == 0:
            pop(s)
        else:
            _ask_where(s, t, slot, frame[A] + 0)
    else:
        foe, place = frame[A] + 0, (frame[B] + 0, frame[C] + 0)
        pop(s)
        shove(s, t, slot, foe, place)
    return False


@kernel
def _ask_where(s: Any, t: Any, slot: int, foe: int) -> None:
    """Ask for a space adjacent to the Enemy's own; with none it stays."""
    ask(s, Decision.SPACE, s.ch_owner[slot], slot)
    offer_beside(s, t, place_of(s, foe))


# --- Stomp ----------------------------------------------------------------------------------------


@kernel
def to_be_stomped(s: Any, t: Any, slot: int) -> int:
    """Enemies that lie next to a Character with a free space behind them, a bit each.

    They alone may hold it up: of all others it has to break away first.
    """
    found = 0
    if not has_trait(s, t, slot, Trait.STOMP):
        return found
    near, held = in_melee(s, t, slot), foes_engaging(s, t, slot)
    for foe in range(FOES):
        is_down = near >> foe & 1 and s.foe_status[foe] & FoeStatus.KNOCKED_DOWN
        if is_down and held & ~(1 << foe) == 0 and _behind(s, t, slot, foe)[0] != NONE:
            found |= 1 << foe
    return found


@kernel
def _behind(s: Any, t: Any, slot: int, foe: int) -> tuple[int, int]:
    """The free space behind an Enemy as a Character would step on, (-1, -1) for none."""
    row, col = place_of_character(s, slot)
    goal = place_of(s, foe)
    for way in range(WAYS):
        if row + STEP_ROW[way] == goal[0] and col + STEP_COL[way] == goal[1]:
            there = way_of(s, t, slot, goal, way)
            if is_way(s, row, col, way) and there[0] != NONE and is_free(s, there[0], there[1]):
                return there
    return NONE, NONE


@kernel
def begin_stomping(s: Any, slot: int) -> None:
    """Have a Character step on an Enemy."""
    push_for(s, Decision.STOMPING, s.ch_owner[slot], slot, 0, 0)


@kernel
def _go_on_stomping(s: Any, t: Any) -> bool:
    """Which Enemy, Strength against its; wounds, and who wins goes over it. A = the Enemy."""
    noinline()
    frame = top(s)
    slot, step = frame[SLOT] + 0, frame[STEP]
    if step == _WHOM:
        ask_target(s, slot, to_be_stomped(s, t, slot))
    elif step == _ROLL:
        frame[A] = frame[B]
        s.last_off = slot
        clear_status(s, slot, Status.HIDDEN)
        s.foe_status[frame[A]] &= -1 - FoeStatus.ASLEEP
        contest_with(s, t, slot, STRENGTH, frame[A] + 0)
    else:
        foe, has_won = frame[A] + 0, frame[B] == 1
        wounds, there = successes_of(s, s.rl_depth), _behind(s, t, slot, frame[A] + 0)
        pop(s)
        if has_won and there[0] != NONE:
            arrive(s, t, CHARACTER + slot, there)
        hurt_foe(s, t, foe, wounds, slot)
    return False


HANDLERS = (
    Handler(Decision.SHOVING, mark_nothing, answer_nothing, _go_on_shoving),
    Handler(Decision.STOMPING, mark_nothing, answer_nothing, _go_on_stomping),
)
assert _PLACED == _WHERE + 1
