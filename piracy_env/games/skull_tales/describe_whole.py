"""Positions and actions of a whole campaign in words: at sea and in port, and on the board."""

from __future__ import annotations

from piracy_env.core.game import RUNNING
from piracy_env.core.record import Record
from piracy_env.core.tables import Tables
from piracy_env.core.text import wrap
from piracy_env.games.skull_tales import describe as at_sea
from piracy_env.games.skull_tales import describe_land as ashore
from piracy_env.games.skull_tales import wording_land
from piracy_env.games.skull_tales.invariants_whole import is_on_board
from piracy_env.games.skull_tales.state import KIND, NONE, Decision


def describe(s: Record, tables: Tables, viewer: int | None) -> str:
    """The position as a seat knows it; None knows all."""
    if not is_on_board(s):
        return at_sea.describe(s, tables, viewer)
    lines = [at_sea.heading_of(s, tables)]
    lines += wrap(at_sea.campaign_of(s, tables), at_sea.WIDTH, "    ")
    lines += [f"Crew Booty {s.crew_booty}", ashore.describe(s, tables, viewer)]
    if s.over != RUNNING and s.ended != NONE:
        lines.append(f"The end: {at_sea.end_of(s)}")
    return "\n".join(line for line in lines if line)


def describe_action(s: Record, tables: Tables, action: int, viewer: int | None) -> str:
    """An action of the seat to move; what it betrays is told to that seat alone."""
    is_ashore = is_on_board(s) and s.stk[s.sp - 1][KIND] <= Decision.GRASP
    words = wording_land.describe_action if is_ashore else at_sea.describe_action
    return words(s, tables, action, viewer)
