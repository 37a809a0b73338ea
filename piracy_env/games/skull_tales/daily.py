"""What can be done once a day: bits of `once_day`."""

from __future__ import annotations

from enum import IntEnum


class Daily(IntEnum):
    """Bits of `once_day`."""

    SONG = 1
    CHARM = 2
    FORECAST = 4
    FISHING = 8
