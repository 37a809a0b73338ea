"""What happens when ships share a space (STV-13)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel


@kernel
def enter_space(s: Any, t: Any) -> None:
    """The ship has sailed to another space, where a Sea Enemy may be."""
