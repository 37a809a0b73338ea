"""Starts in the middle of a campaign, as they lie in the tables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from piracy_env.core.generated import function_of
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.rules.chance import index_below
from piracy_env.games.skull_tales.rules.parts import open_part
from piracy_env.games.skull_tales.rules.setup import deal_anew
from piracy_env.games.skull_tales.starts import START

POOL = 1
"""The number of the word `pool` of the option `start`."""


def _copies() -> Iterator[str]:
    """A line for each field of a start."""
    for name in START.names or ():
        part = ", ".join(f":{length}" for length in START[name].shape)
        place = f"{name}[{part}]" if part else name
        yield f"s.{place} = start.{place}"


_take_over = kernel(function_of("take_over", "s, start", _copies(), {}))
"""Take all fields of a start: (s, start)."""


@kernel
def deal(s: Any, t: Any) -> None:
    """Lay out a new game in a zeroed state, up to the first question."""
    noinline()
    if s.start == POOL:
        _deal_start(s, t)
    else:
        deal_anew(s, t)


@kernel
def _deal_start(s: Any, t: Any) -> None:
    """Draw one of the starts for so many players; what is played pays from here on."""
    noinline()
    seats = s.players - 1
    _take_over(s, t.starts[seats, index_below(s, t.starts_n[seats])])
    open_part(s, t)
