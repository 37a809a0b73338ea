"""Parts of a game: with the option `stop` a game ends after each phase or chapter.

The next phase is set up when such a game ends, so that the same state goes on once it is not over
any more. What its payment needs stays until the first decision of the next part.
"""

from __future__ import annotations

from typing import Any

from piracy_env.core.either import either
from piracy_env.core.game import ENDED, RUNNING
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.rules.scores import is_parted, score_of
from piracy_env.games.skull_tales.state import NONE, Ended, Part, Stop


@kernel
def open_part(s: Any, t: Any) -> None:
    """What a part pays is counted from the scores of now."""
    noinline()
    if is_parted(s):
        for seat in range(s.players):
            s.score0[seat] = score_of(s, t, seat)


@kernel
def hold_part(s: Any, part: int, twice: int) -> None:
    """A part has come to its result, twice its team value, but what belongs to it goes on.

    A part that is held already keeps its result: what follows belongs to it.
    """
    wanted = Stop.CHAPTER if part == Part.CHAPTER else Stop.PHASE
    if is_parted(s) and s.stop == wanted and s.part == NONE:
        s.part, s.part_t = part, twice


@kernel
def close_part(s: Any, part: int, twice: int) -> None:
    """A part is over; the game ends when the next one is set up, if that was the kind to stop at.

    The end of a chapter is also that of a Voyage that is held.
    """
    hold_part(s, part, twice)
    if s.part == Part.CHAPTER:
        s.ended = Ended.CHAPTER_OVER
    elif s.part != NONE:
        s.ended = Ended.PHASE_OVER


@kernel
def _close_attempt(s: Any, twice: int) -> None:
    """An Adventure on the board is to be repeated; that will be a part of its own."""
    hold_part(s, Part.ADVENTURE, twice)
    close_held(s)


close_attempt = either("stop", _close_attempt)
"""An attempt is over, twice its team value, and begins anew: (s, twice)."""


@kernel
def close_held(s: Any) -> None:
    """A phase that is held is over, as one is set up that is a part of its own."""
    if s.stop == Stop.PHASE and s.part != NONE:
        s.ended = Ended.PHASE_OVER


@kernel
def end_part(s: Any) -> None:
    """The next part is set up: the game is over, if one has ended."""
    if s.over == RUNNING and s.ended != NONE:
        s.over = ENDED


@kernel
def renew_part(s: Any, t: Any) -> None:
    """The first decision of the next part is made."""
    if s.ended != NONE:
        s.part, s.part_t, s.ended = NONE, 0, NONE
        open_part(s, t)
