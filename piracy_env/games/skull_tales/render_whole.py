"""The picture of a whole campaign: of chart, town or page, or of an Adventure's board."""

from __future__ import annotations

from piracy_env.core.record import Record
from piracy_env.core.tables import Tables
from piracy_env.games.skull_tales import render as at_sea
from piracy_env.games.skull_tales import render_land as ashore
from piracy_env.games.skull_tales.invariants_whole import is_on_board

LIST_ONLY = {**ashore.LIST_ONLY, **at_sea.LIST_ONLY}


def render(s: Record, tables: Tables, viewer: int | None) -> str:
    """The position as SVG, as a seat knows it."""
    if is_on_board(s):
        return ashore.render(s, tables, viewer)
    return at_sea.render(s, tables, viewer)
