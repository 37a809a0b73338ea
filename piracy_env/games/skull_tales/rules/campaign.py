"""The campaign: how a game begins, in what order phases follow, and when it is over (STC-2)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.game import ENDED
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.rules.captaincy import elect
from piracy_env.games.skull_tales.rules.frames import (
    answer_nothing,
    drop_all,
    mark_nothing,
    next_step,
    top,
)
from piracy_env.games.skull_tales.rules.port import begin_port
from piracy_env.games.skull_tales.rules.setup import ask_for_pirate, deal_allies, provide
from piracy_env.games.skull_tales.rules.voyage import begin_voyage
from piracy_env.games.skull_tales.state import STEP, Decision, Ended, Phase, Scenario

_PIRATES, _ALLIES, _CAPTAIN, _FIRST_PHASE, _AFTER_PORT = range(5)
"""Steps of a game."""


@kernel
def _go_on(s: Any, t: Any) -> bool:
    """The next step of the game."""
    noinline()
    step = top(s)[STEP]
    if step == _PIRATES:
        if not ask_for_pirate(s, t):
            next_step(s)
    elif step == _ALLIES:
        next_step(s)
        deal_allies(s, t)
    elif step == _CAPTAIN:
        next_step(s)
        if s.players == 1:
            s.captain = 0
        elif s.scenario != Scenario.CAMPAIGN or s.camp_first > 1:
            elect(s)
        provide(s, t)
    elif step == _FIRST_PHASE:
        next_step(s)
        if s.scenario == Scenario.VOYAGE:
            begin_voyage(s, t)
        else:
            begin_port(s)
    elif s.phase == Phase.VOYAGE:
        reason = s.fate + 0
        s.fate = 0
        finish(s, reason)
    else:
        finish(s, Ended.PORT_CLOSED)
    return False


@kernel
def finish(s: Any, reason: int) -> None:
    """The game is over."""
    drop_all(s)
    s.phase = Phase.OVER
    s.over = ENDED
    s.ended = reason


HANDLERS = (Handler(Decision.CAMPAIGN, mark_nothing, answer_nothing, _go_on),)
