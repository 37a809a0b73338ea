"""Paolo, whom a Character leads: he walks before or after its own actions (STA-33.8, STA-R58)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.actions import ACT
from piracy_env.games.skull_tales.rules.adventure.arriving import arrive
from piracy_env.games.skull_tales.rules.adventure.figures import COMPANION, place_of
from piracy_env.games.skull_tales.rules.adventure.moving import WAYS, beyond
from piracy_env.games.skull_tales.rules.adventure.paths import is_free
from piracy_env.games.skull_tales.rules.adventure.payment import ACTED, SPENT, has_done
from piracy_env.games.skull_tales.rules.frames import drop_to, pop, push_for, top
from piracy_env.games.skull_tales.state import NONE, SLOT, A, B, Decision
from piracy_env.games.skull_tales.state_land import COMPANIONS, Companion
from piracy_env.games.skull_tales.terrain import WATER

LED = 1 << 30
"""The bit of `once` of who has led him this turn."""


@kernel
def led_by(s: Any, slot: int) -> int:
    """The companion that a Character leads, -1 for none."""
    for companion in range(COMPANIONS):
        is_led = s.npc_kind[companion] == Companion.PAOLO and s.npc_owner[companion] == slot
        if is_led and s.npc_row[companion] != NONE:
            return companion
    return NONE


@kernel
def mark(s: Any, t: Any, slot: int, mask: Any) -> None:
    """Mark the verb of who leads somebody, once a turn."""
    if led_by(s, slot) != NONE and s.once[slot] & LED == 0:
        mask[ACT.npc.start] = True


@kernel
def begin(s: Any, t: Any, slot: int, action: int) -> None:
    """Let him walk; after own actions that is the end of the turn.

    The frame: SLOT is the companion, A the steps left, B 1 if the turn ends with the walk.
    """
    if action == ACT.npc.start:
        s.once[slot] |= LED
        is_last = has_done(s, ACTED | SPENT)
        companion = led_by(s, slot)
        push_for(s, Decision.LEADING, s.ch_owner[slot], companion, t.ashore.guide_moves, is_last)


@kernel
def _step_of(s: Any, companion: int, way: int) -> tuple[int, int]:
    """Where a step in a direction leads, (-1, -1) if to no free space."""
    row, col = place_of(s, COMPANION + companion)
    place = beyond(s, row, col, way)
    if place[0] != NONE and not is_free(s, place[0], place[1]):
        place = (NONE, NONE)
    return place


@kernel
def _cost(s: Any, companion: int) -> int:
    """Steps that leaving his space takes: two out of water (STA-10.11)."""
    row, col = place_of(s, COMPANION + companion)
    return 2 if s.b_ter[row, col] == WATER else 1


@kernel
def _mark_walk(s: Any, t: Any, mask: Any) -> None:
    frame = top(s)
    mask[ACT.done.start] = True
    if frame[A] >= _cost(s, frame[SLOT]):
        for way in range(WAYS):
            if _step_of(s, frame[SLOT], way)[0] != NONE:
                mask[ACT.step.start + way] = True


@kernel
def _walk(s: Any, t: Any, action: int) -> None:
    noinline()
    frame = top(s)
    if action == ACT.done.start:
        _stop(s)
        return
    companion = frame[SLOT] + 0
    place = _step_of(s, companion, action - ACT.step.start)
    frame[A] -= _cost(s, companion)
    arrive(s, t, COMPANION + companion, place)


@kernel
def _stop(s: Any) -> None:
    """The walk is over, and the turn too if it came last."""
    is_last = top(s)[B] == 1
    pop(s)
    if is_last:
        drop_to(s, Decision.MENU)
        pop(s)


@kernel
def _is_walking(s: Any, t: Any) -> bool:
    """Whether he has steps left."""
    frame = top(s)
    if frame[A] > 0:
        return True
    _stop(s)
    return False


HANDLERS = (Handler(Decision.LEADING, _mark_walk, _walk, _is_walking, "where a companion is led"),)
