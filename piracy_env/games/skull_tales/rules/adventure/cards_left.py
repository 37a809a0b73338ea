"""The Gear deck of a campaign after an Adventure: what was lost ashore is sold again."""

from __future__ import annotations

from typing import Any

from piracy_env.core.either import either
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.rules.crew import STARTING, give_up
from piracy_env.games.skull_tales.state import COPIES, SEATS, SLOTS


@kernel
def _restock(s: Any, t: Any) -> None:
    """The deck has all copies that nobody carries or has ordered (STA-R118).

    A story may give a card of which no copy is left: then the last one that carries one gives it
    back.
    """
    noinline()
    for gear in range(1, COPIES):
        left = t.gear[gear].copies - _ordered(s, gear)
        for slot in range(SLOTS):
            left = _count(s, slot, gear, left)
        s.gear_left[gear] = left


@kernel
def _ordered(s: Any, gear: int) -> int:
    """How many copies are on order."""
    count = 0
    for seat in range(SEATS):
        count += s.order[seat] == gear
    return count


@kernel
def _count(s: Any, slot: int, gear: int, left: int) -> int:
    """How many copies are left after those of a Character, who has no more than there are."""
    place = 0
    while place < s.inv_n[slot]:
        is_copy = s.inv_id[slot, place] == gear and s.inv_flag[slot, place] & STARTING == 0
        if is_copy and left == 0:
            give_up(s, slot, place)
        else:
            left -= is_copy
            place += 1
    return left


restock = either("gear_left", _restock)
"""Cards that are nobody's any more lie in the Gear deck: (s, t)."""
