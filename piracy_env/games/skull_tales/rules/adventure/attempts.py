"""Attempts at a campaign's Adventure: they may be repeated from the same start (STA-18.7, 18.8).

An Adventure that is played for itself is attempted once: its listing keeps no copy of the start.
"""

from __future__ import annotations

from typing import Any

from piracy_env.core.either import either
from piracy_env.core.generated import function_of
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.rules.repeats import ask_or_repeat
from piracy_env.games.skull_tales.state_land import SNAPSHOT

_NOT_COPIED = ("chapter", "difficulty", "adv_result", "adv_repeat")
"""What an attempt does not take back: which Adventure it is, and how often it was tried."""
KEPT = tuple(
    (name.removeprefix("snap_"), len(shape[0]) if shape else 0)
    for name, _, *shape in SNAPSHOT
    if name.removeprefix("snap_") not in _NOT_COPIED
)
"""Fields that are copied, with the number of their axes."""
_FIELD = "snap_ch_pp"
"""Whoever has this field has all copies."""


def _copying(name: str, line: str) -> Any:
    """A kernel that copies all fields; the line tells from where to where."""
    axes = ("", "[:]", "[:, :]")
    lines = [line.format(name=field, whole=axes[count]) for field, count in KEPT]
    return kernel(function_of(name, "s", ["noinline()", *lines], {"noinline": noinline}))


@kernel
def _judge(s: Any, t: Any) -> None:
    ask_or_repeat(s, t, s.init)


note_start = either(_FIELD, _copying("note_start", "s.snap_{name}{whole} = s.{name}{whole}"))
"""Copy what is kept, at the start of an attempt: (s)."""
go_back = either(_FIELD, _copying("go_back", "s.{name}{whole} = s.snap_{name}{whole}"))
"""All is as it was at the start of the attempt (STA-18.8): (s)."""
ask_for_repeat = either(_FIELD, _judge)
"""The uppermost frame, an Adventure that has its result, goes on, is repeated, or asks: (s, t)."""
