"""The ship's guns (STV-12)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel


@kernel
def mark_guns(s: Any, t: Any, mask: Any) -> None:
    """Mark shots that can be fired now."""


@kernel
def fire(s: Any, t: Any, action: int) -> None:
    """Fire a shot."""
