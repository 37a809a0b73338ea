"""Starts in the middle of a campaign, as they lie in the tables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from piracy_env.core.either import either
from piracy_env.core.generated import function_of
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.rules.adventure.at_rest import put_away
from piracy_env.games.skull_tales.rules.chance import index_below
from piracy_env.games.skull_tales.rules.parts import open_part
from piracy_env.games.skull_tales.rules.setup import deal_anew
from piracy_env.games.skull_tales.starts import MOST, START
from piracy_env.games.skull_tales.state import Phase

POOL = 1
"""The number of the word `pool` of the option `start`."""


@kernel
def _copy_row(to: Any, of: Any) -> None:
    for place in range(len(of)):
        to[place] = of[place]


@kernel
def _copy_rows(to: Any, of: Any) -> None:
    for row in range(of.shape[0]):
        for place in range(of.shape[1]):
            to[row, place] = of[row, place]


_COPIES = ("s.{0} = start.{0}", "copy_row(s.{0}, start.{0})", "copy_rows(s.{0}, start.{0})")
"""How a field is taken over: a number, a row, rows."""


def _copies() -> Iterator[str]:
    """A line for each field of a start."""
    for name in START.names or ():
        yield _COPIES[len(START[name].shape)].format(name)


_SCOPE = {"copy_row": _copy_row, "copy_rows": _copy_rows}
_take_over = kernel(function_of("take_over", "s, start", _copies(), _SCOPE))
"""Take all fields of a start: (s, start)."""


@kernel
def deal(s: Any, t: Any) -> None:
    """Lay out a new game in a zeroed state, up to the first question."""
    noinline()
    put_away(s)
    if s.start == POOL:
        _deal_start(s, t)
    else:
        deal_anew(s, t)


@kernel
def _with_boards(s: Any, t: Any) -> int:
    """How many starts there are for so many players, with those where an Adventure begins."""
    seats = s.players - 1
    count = t.starts_n[seats] + 0
    while count < MOST and t.starts[seats, count].phase == Phase.ADVENTURE:
        count += 1
    return count


@kernel
def _at_sea(s: Any, t: Any) -> int:
    return t.starts_n[s.players - 1] + 0


_count = either("ex_state", _with_boards, _at_sea)
"""How many starts may be drawn: (s, t)."""


@kernel
def _deal_start(s: Any, t: Any) -> None:
    """Draw one of the starts for so many players; what is played pays from here on."""
    noinline()
    seats, difficulty = s.players - 1, s.difficulty + 0
    _take_over(s, t.starts[seats, index_below(s, _count(s, t))])
    s.difficulty = difficulty
    open_part(s, t)
