"""Cards that a story gives."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.games.skull_tales.rules.crew import carry, has_room


@kernel
def give_item(s: Any, t: Any, slot: int, item: int, flag: int) -> None:
    """A card comes to a Character."""
    if has_room(s, t, slot, item):
        carry(s, t, slot, item, flag)
