"""Whether an Adventure is played once more (STC-2.6, STC-2.7, STC-2.12)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.actions import ACT
from piracy_env.games.skull_tales.rules.frames import pop, push, top
from piracy_env.games.skull_tales.state import NONE, STEP, Decision, Scenario

_TREASURE_HUNT = 5
"""The chapter whose failure is not repeated."""


@kernel
def ask_or_repeat(s: Any, t: Any, voter: int) -> None:
    """The uppermost frame, an attempt that has its result, begins anew or goes on.

    A failure is repeated as often as the rules allow; after a partial success the Captain decides,
    or the voter if there is none.
    """
    noinline()
    if s.adv_repeat >= t.rules.repeats or s.scenario in (Scenario.QUICK, Scenario.ADVENTURE):
        return
    if s.adv_result == 1:
        push(s, Decision.REPEAT, voter if s.captain == NONE else NONE)
    elif s.adv_result == 0 and s.camp_ch != _TREASURE_HUNT:
        repeat(s)


@kernel
def repeat(s: Any) -> None:
    """The attempt begins anew."""
    s.adv_repeat += 1
    top(s)[STEP] = 0


@kernel
def _mark(s: Any, t: Any, mask: Any) -> None:
    """Mark both answers."""
    mask[ACT.continue_.start] = True
    mask[ACT.repeat.start] = True


@kernel
def _answer(s: Any, t: Any, action: int) -> None:
    """Repeat, or let the result stand."""
    pop(s)
    if action == ACT.repeat.start:
        repeat(s)


HANDLERS = (Handler(Decision.REPEAT, _mark, _answer),)
