"""Where a campaign meets the Adventure: the real one, or its stand-in (STC-2.13).

Listings that have a board ashore play the chapters that have an Adventure on it, unless the option
`adventure_mode` says otherwise; all else is played in the abstract.
"""

from __future__ import annotations

from typing import Any

from piracy_env.core.either import either
from piracy_env.core.jit import kernel
from piracy_env.games.skull_tales.rules.abstract import begin_abstract
from piracy_env.games.skull_tales.state import NONE


@kernel
def _has_board(s: Any, t: Any) -> bool:
    is_there: bool = s.adventure_mode == 0 and t.chapters[s.camp_ch - 1].adventure != NONE
    return is_there


has_board = either("ex_state", _has_board, False)
"""Whether the Adventure of the chapter is played on its board: (s, t)."""


_begin_on_board = either(
    "ex_state", "piracy_env.games.skull_tales.rules.adventure.rounds:begin_adventure"
)


@kernel
def _begin(s: Any, t: Any) -> None:
    """The Adventure of the chapter begins, with a board if it has one."""
    s.chapter = t.chapters[s.camp_ch - 1].adventure if _has_board(s, t) else NONE
    if s.chapter == NONE:
        begin_abstract(s, t)
    else:
        _begin_on_board(s)


begin_attempt = either("ex_state", _begin, begin_abstract)
"""An attempt at the present chapter's Adventure begins: (s, t)."""
