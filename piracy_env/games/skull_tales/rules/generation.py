"""How a Sea Enemy comes onto the board (STV-17)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel


@kernel
def generate(s: Any, t: Any, enemy: int, source: int) -> None:
    """An Event card brings a Sea Enemy, unless it is on the board already (STV-1.5)."""
