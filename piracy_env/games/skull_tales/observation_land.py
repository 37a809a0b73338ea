"""The observation of the Adventure."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.core.layout import Layout
from piracy_env.games.skull_tales.layout_land import LAND_GROUPS

OBSERVATION = Layout(*LAND_GROUPS)


@kernel
def observe(s: Any, t: Any, seat: int, out: Any) -> None:
    """Write what a seat may know: nothing yet, as the groups have no writers."""
