"""Things: SEARCH, LOOT_..., EQUIP, EXCHANGE, PICK_UP, USE, DROP."""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel


@kernel
def mark(s: Any, t: Any, slot: int, mask: Any) -> None:
    """Mark the verbs of the menu that a Character may choose."""


@kernel
def begin(s: Any, t: Any, slot: int, action: int) -> None:
    """Begin what was chosen, if it is one of these verbs."""


HANDLERS: tuple[Handler, ...] = ()
