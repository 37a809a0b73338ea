"""Figures with bounds, as plain values for files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from piracy_env.envs.intervals import Interval


def flattened(row: Any) -> Mapping[str, Any]:
    """A dataclass as plain values: an interval `x` becomes `x`, `x_low` and `x_high`."""
    plain: dict[str, Any] = {}
    for field in fields(row):
        value = getattr(row, field.name)
        if isinstance(value, Interval):
            plain[field.name] = value.value
            plain[f"{field.name}_low"], plain[f"{field.name}_high"] = value.low, value.high
        else:
            plain[field.name] = value
    return plain
