"""Where guns reach (STV-12.3)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel

GUN_REACH = 2
"""Spaces that a ship's guns reach."""


@kernel
def is_ahead_or_astern(t: Any, space: int, facing: int, target: int) -> bool:
    """Whether a target is within reach straight before the prow or behind the stern."""
    for side in range(2):
        place = space
        for _ in range(GUN_REACH):
            if place >= 0:
                place = t.chart.near[place, (facing + 3 * side) % 6]
                if place == target:
                    return True
    return False


@kernel
def is_in_arc(t: Any, space: int, facing: int, target: int) -> bool:
    """Whether a ship can fire at a target: 1 or 2 spaces away, and on its sides."""
    far = t.chart.cube[space, target]
    return 1 <= far <= GUN_REACH and not is_ahead_or_astern(t, space, facing, target)
