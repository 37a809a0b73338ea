"""The board while no Adventure is played on it: nothing lies there, and nothing is remembered.

What an Adventure leaves behind has no say in the next one, nor in Ports and Voyages.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from piracy_env.core.either import either
from piracy_env.core.generated import function_of
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.ranges_land import AT_REST, CLEARED
from piracy_env.games.skull_tales.state import NONE, ON_LAND, RECORD
from piracy_env.games.skull_tales.state_land import LAND_FIELDS, SNAPSHOT

_FIELD = "snap_ch_pp"
"""Listings with this field have Adventures in campaigns."""
_AXES = ("", "[:]", "[:, :]")


def _lines(fields: Any) -> Iterator[str]:
    """A line for each field, which empties it."""
    yield "noinline()"
    for name, _, *shape in fields:
        yield f"s.{name}{_AXES[len(shape[0]) if shape else 0]} = {AT_REST[name]}"


def _emptying(name: str, fields: Any) -> Any:
    return kernel(function_of(name, "s", _lines(fields), {"noinline": noinline}))


clear_table = _emptying("clear_table", tuple(one for one in LAND_FIELDS if one[0] in CLEARED))
"""Nothing of an Adventure lies there (s)."""
_clear_crew = _emptying("clear_crew", tuple(one for one in RECORD if one[0] in ON_LAND))
_forget_start = _emptying("forget_start", SNAPSHOT)


@kernel
def _clear(s: Any) -> None:
    clear_table(s)
    _clear_crew(s)


@kernel
def _put_away(s: Any) -> None:
    _clear(s)
    _forget_start(s)
    s.chapter = NONE


clear_attempt = either(_FIELD, _clear)
"""Nothing of an attempt is left: (s)."""
put_away = either(_FIELD, _put_away)
"""No Adventure is played: (s)."""
