"""Worlds of a campaign that a seat cannot tell from the true one: at sea, in port and ashore."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales import determinize as at_sea
from piracy_env.games.skull_tales.determinize_land import redraw_ashore
from piracy_env.games.skull_tales.state import NONE


@kernel
def determinize(s: Any, t: Any, seat: int, key: Any) -> None:
    """Redraw what is hidden from a seat."""
    noinline()
    at_sea.determinize(s, t, seat, key)
    if s.chapter != NONE:
        redraw_ashore(s, t, seat)
