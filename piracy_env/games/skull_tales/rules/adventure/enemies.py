"""The Enemy Round: who acts, in which order, and what it does (STA-7.14, STA-12)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.games.skull_tales.rules.frames import answer_nothing, mark_nothing, pop, push
from piracy_env.games.skull_tales.state import NONE, Decision


@kernel
def begin_foes_round(s: Any) -> None:
    """An Enemy Round begins."""
    push(s, Decision.FOES_ROUND, NONE)


@kernel
def _go_on(s: Any, t: Any) -> bool:
    """The next Enemy acts, or the round is over."""
    pop(s)
    return False


HANDLERS: tuple[Handler, ...] = (
    Handler(Decision.FOES_ROUND, mark_nothing, answer_nothing, _go_on),
)
