"""What the active figure sees: worked out once a step, for rules, masks and observations alike."""

from __future__ import annotations

from typing import Any

from piracy_env.core.bits import lowest
from piracy_env.core.separate import separate
from piracy_env.games.skull_tales.rules.adventure.figures import (
    foes_seen_by,
)
from piracy_env.games.skull_tales.rules.adventure.sight import CORNERS, UNSEEN, sight
from piracy_env.games.skull_tales.state import NONE
from piracy_env.games.skull_tales.state_land import FOES


@separate
def look_around(s: Any, t: Any) -> None:
    """Note which Enemies the active figure sees, and how many Characters are in the way to each.

    Hidden Enemies are seen by who has spotted them only (STA-14.9); who is off the board sees none.
    """
    s.sees = 0
    for foe in range(FOES):
        s.way[foe] = 0
    if s.active_slot == NONE or s.ch_y[s.active_slot] == NONE:
        return
    eye = (s.ch_y[s.active_slot], s.ch_x[s.active_slot])
    left = foes_seen_by(s, s.active_slot)
    while left:
        foe = lowest(left)
        left &= left - 1
        found = sight(s, t, eye, (s.foe_row[foe], s.foe_col[foe]), 0)
        if found != UNSEEN:
            s.sees |= 1 << foe
            s.way[foe] = found // CORNERS
