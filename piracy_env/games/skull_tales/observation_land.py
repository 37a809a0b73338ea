"""The observation of the Adventure: groups, and who writes them."""

from __future__ import annotations

from piracy_env.core.layout import Layout
from piracy_env.core.writers import observing
from piracy_env.games.skull_tales.layout_land import LAND_GROUPS

OBSERVATION = Layout(*LAND_GROUPS)
observe = observing(OBSERVATION)
"""What a seat sees: a kernel for each group."""
