"""What is true of a whole campaign: of its crew and ship, and of the board of an Adventure."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from piracy_env.core.record import Record
from piracy_env.games.skull_tales import invariants as at_sea
from piracy_env.games.skull_tales import invariants_ashore as ashore
from piracy_env.games.skull_tales.ranges_land import AT_REST
from piracy_env.games.skull_tales.state import CARRIED, COPIES, KIND, NONE, Decision
from piracy_env.games.skull_tales.words_land import STARTING


def invariants(s: Record, t: Record) -> list[str]:
    """What is wrong with a state, in words."""
    if is_on_board(s):
        return [*at_sea.standing_faults(s, t), *ashore.ashore_faults(s, t), *_gear_deck(s, t)]
    return [*at_sea.invariants(s, t), *_left_over(s)]


def is_on_board(s: Record) -> bool:
    """Whether an Adventure is played on its board."""
    return bool(s.sp > 1 and s.stk[1][KIND] == Decision.ADVENTURE)


def _gear_deck(s: Record, t: Record) -> Iterator[str]:
    """The Gear deck waits as it was when the Adventure began (STA-R118)."""
    flags, counts = np.asarray(s.snap_inv_flag), np.asarray(s.snap_inv_n)
    is_copy = (np.arange(CARRIED) < counts[:, None]) & (flags & STARTING == 0)
    elsewhere = [*np.asarray(s.snap_inv_id)[is_copy], *s.mk, *s.order]
    away = np.bincount(elsewhere, minlength=COPIES)
    for gear in range(1, COPIES):
        left = t.gear[gear].copies - away[gear]
        if s.gear_left[gear] != left:
            yield f"{s.gear_left[gear]} copies of gear {gear} are left, not {left} as at the start"


def _left_over(s: Record) -> Iterator[str]:
    """Nothing is left of an Adventure when none is played."""
    if s.chapter != NONE:
        yield "the board of an Adventure lies there, but it is not played"
    left = [
        name for name, value in AT_REST.items() if (np.asarray(getattr(s, name)) != value).any()
    ]
    if left:
        yield f"something is left over from an Adventure: {', '.join(left)}"


def transition(before: Record, action: int, after: Record, t: Record) -> list[str]:
    """What is wrong with a step of one attempt ashore."""
    return ashore.transition(before, action, after, t) if is_same(before, after) else []


def is_same(before: Record, after: Record) -> bool:
    """Whether one attempt at an Adventure goes on."""
    return (
        is_on_board(before)
        and is_on_board(after)
        and (before.camp_ch, before.adv_repeat) == (after.camp_ch, after.adv_repeat)
    )
