"""The exploration of an island (STV-11.6 to STV-11.11)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.rules.chance import SIDES, throw
from piracy_env.games.skull_tales.rules.frames import (
    answer_nothing,
    mark_nothing,
    pop,
    push_for,
    top,
)
from piracy_env.games.skull_tales.rules.hold import RUM, SLAVES, SUPPLIES, WOOD, stow
from piracy_env.games.skull_tales.rules.rolls import call_for
from piracy_env.games.skull_tales.rules.ship import (
    CREW_QUARTERS,
    GROUP_DOWN,
    earn_trust,
    knock_group_out,
    lose_group,
    take_to_sick_bay,
    wound,
)
from piracy_env.games.skull_tales.state import (
    GROUPS,
    NONE,
    PERCEPTION,
    SLOT,
    SLOTS,
    STEP,
    A,
    B,
    C,
    Decision,
)

(REMOVE, KNOCK_OUT, NOTHING, FOOD, WOOD_FOOD, SLAVES_FOOD, RUM_FOOD, RUM_MUCH_FOOD) = range(8)
"""What an exploration brings, places in OUTCOMES."""
_FOUND, _IN_VAIN, _HURT = 2, 1, 2
"""Trust gained by finding Goods, lost in vain, lost when Knocked Out."""
_ISLAND, _CREW, _PERSONS = range(3)
"""Steps of EXPLORATION: `A` holds the groups, `B` the Characters that went, `C` the column."""


@kernel
def begin_exploring(s: Any, crew: int, persons: int) -> None:
    """Groups and Characters explore the island."""
    push_for(s, Decision.EXPLORATION, NONE, NONE, crew, persons)


@kernel
def _explore(s: Any, t: Any) -> bool:
    """The next of: the island's column, the groups' rows, each Character's row, the way back."""
    noinline()
    frame = top(s)
    if frame[STEP] == _ISLAND:
        frame[C] = throw(s) - 1
        frame[STEP] = _CREW
    elif frame[STEP] == _CREW:
        frame[STEP] = _PERSONS
        _explore_with_groups(s, t, frame[A], frame[C])
    else:
        _explore_with_characters(s, t)
    return False


@kernel
def _explore_with_groups(s: Any, t: Any, crew: int, island: int) -> None:
    """A die for each group gives its row (STV-11.6, STV-11.9)."""
    for group in range(GROUPS):
        if crew >> group & 1:
            found = t.exploration[throw(s) - 1].outcome[island]
            if found == REMOVE:
                lose_group(s, group)
            elif found == KNOCK_OUT:
                knock_group_out(s, group)
            else:
                bring_aboard(s, found)


@kernel
def bring_aboard(s: Any, found: int) -> None:
    """Stow the Goods that were found (STV-11.10)."""
    if found == WOOD_FOOD:
        stow(s, 1 + WOOD)
    elif found == SLAVES_FOOD:
        stow(s, 1 + SLAVES)
    elif found in (RUM_FOOD, RUM_MUCH_FOOD):
        stow(s, 1 + RUM)
    if found >= FOOD:
        stow(s, 1 + SUPPLIES)
    if found == RUM_MUCH_FOOD:
        stow(s, 1 + SUPPLIES)


@kernel
def _explore_with_characters(s: Any, t: Any) -> None:
    """The Character that rolled uses its best die; then the next rolls (STV-11.7)."""
    frame = top(s)
    if frame[SLOT] != NONE:
        slot = frame[SLOT] + 0
        frame[SLOT] = NONE
        frame[B] &= ~(1 << slot)
        _use_best_die(s, t, slot, frame[C])
        return
    for slot in range(SLOTS):
        if frame[B] >> slot & 1:
            frame[SLOT] = slot
            call_for(s, slot, PERCEPTION, _useful(t, frame[C]))
            return
    pop(s)
    _return_aboard(s)


@kernel
def _useful(t: Any, island: int) -> int:
    """A die above this finds Goods: what a Destiny Point may help to."""
    face = SIDES
    while face > 0 and t.exploration[face - 1].outcome[island] >= FOOD:
        face -= 1
    return face


@kernel
def _use_best_die(s: Any, t: Any, slot: int, island: int) -> None:
    """What a Character finds, and what that is worth (STV-11.8)."""
    best = 1
    for die in range(s.roll_n):
        best = max(best, min(s.roll[die], SIDES))
    found = t.exploration[best - 1].outcome[island]
    if found <= KNOCK_OUT:
        take_to_sick_bay(s, slot, -_HURT)
    elif found == NOTHING:
        earn_trust(s, slot, -_IN_VAIN)
        wound(s, slot, 1)
    else:
        earn_trust(s, slot, _FOUND)
        bring_aboard(s, found)


@kernel
def _return_aboard(s: Any) -> None:
    """All groups that stand rest at once (STV-11.11)."""
    for group in range(GROUPS):
        if s.pg_on[group] == 1 and s.pg_w[group] < GROUP_DOWN:
            s.pg_post[group], s.pg_fat[group] = CREW_QUARTERS, 0


HANDLERS = (Handler(Decision.EXPLORATION, mark_nothing, answer_nothing, _explore),)
