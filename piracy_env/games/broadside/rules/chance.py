"""The dice (BRO-1.3, BRO-1.4), and results prescribed beforehand, for puzzles and tests.

Results in `force` are used up before the generator is asked. One that cannot be is not used: it
leaves -1 as the length, which no sound state has.
"""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.core.rng import below
from piracy_env.games.broadside.state import FORCED
from piracy_env.games.broadside.tables import FACES

MOST_WIND = 2
"""The wind die shows at most this much, forwards or backwards."""


@kernel
def roll_wind(s: Any, t: Any) -> int:
    """Roll the wind die."""
    if s.force_len > 0:
        return _prescribed(s, -MOST_WIND, MOST_WIND)
    return t.wind_die.faces[below(s, FACES)]


@kernel
def roll_battle(s: Any, dice: int, faces: int) -> int:
    """Roll battle dice of which each has so many faces that hit; returns the hits."""
    if s.force_len > 0:
        return _prescribed(s, 0, dice)
    hits = 0
    for _ in range(dice):
        hits += below(s, FACES) < faces
    return hits


@kernel
def _prescribed(s: Any, low: int, high: int) -> int:
    """The next prescribed result, which must lie within these bounds."""
    result = next_prescribed(s)
    if result < low or result > high:
        s.force_len = -1
        return low
    return result


@kernel
def next_prescribed(s: Any) -> int:
    """Take the first result off the queue."""
    noinline()
    result = s.force[0]
    for place in range(FORCED - 1):
        s.force[place] = s.force[place + 1]
    s.force[FORCED - 1] = 0
    s.force_len -= 1
    return result
