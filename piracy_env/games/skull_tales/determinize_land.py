"""Worlds of the Adventure that a seat cannot tell from the true one."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import WORD, kernel
from piracy_env.core.noinline import noinline
from piracy_env.core.rng import shuffle
from piracy_env.games.skull_tales.state import FORCED


@kernel
def determinize(s: Any, t: Any, seat: int, key: Any) -> None:
    """Redraw what is hidden from a seat: for now the orders of piles and decks."""
    noinline()
    s.rng = WORD(key)
    for place in range(FORCED):
        s.force[place] = 0
    s.force_n = 0
    for pile in range(2):
        shuffle(s, s.pile[pile], s.pile_n[pile] - s.pile_known[pile])
    shuffle(s, s.sd, s.sd_n)
    shuffle(s, s.idk, s.idk_n)
