"""The rules in use: what was chosen before the game, which all seats see alike."""

from __future__ import annotations

from typing import Any

from piracy_env.core.either import either
from piracy_env.core.jit import kernel
from piracy_env.games.skull_tales.observe.writing import hot, share

CHAPTERS = 10
HARDEST = 2


@kernel
def write_crew_rules(s: Any, t: Any, seat: int, out: Any) -> None:
    """How the crew comes together."""
    out[0] = s.characters
    at = hot(out, 1, s.start_allies + 1, 3)
    hot(out, at, s.start_dp + 1, 7)


@kernel
def write_land_rules(s: Any, t: Any, seat: int, out: Any) -> None:
    """How Adventures are played."""
    out[0] = share(s.difficulty, HARDEST)
    out[1], out[2] = s.captain_control, s.roll_window
    out[3], out[4] = s.disorders, s.melee_target


@kernel
def _in_the_abstract(s: Any) -> Any:
    return s.adventure_mode


_is_abstract = either("adventure_mode", _in_the_abstract, 1)
"""Whether all Adventures are played in the abstract: (s)."""


@kernel
def write_sea_rules(s: Any, t: Any, seat: int, out: Any) -> None:
    """Which chapters are played, what an episode is, and how it goes at sea."""
    at = hot(out, 0, s.camp_first - 1, CHAPTERS)
    at = hot(out, at, s.camp_last - 1, CHAPTERS)
    at = hot(out, at, s.stop, 3)
    at = hot(out, at, s.sea, 3)
    out[at], out[at + 1], out[at + 2] = s.maneuvers, s.tie_mode, _is_abstract(s)
