"""What an Adventure leaves behind for a Pirate: what Rumors, penances and Destiny go by."""

from __future__ import annotations

from typing import Any

from piracy_env.core.either import either
from piracy_env.core.jit import kernel

_MANY_PRESTIGE, _OWN_SUCCESS = 15, 2
"""What Rumors 8 and 9 ask for."""
_BLOOD_PRICE, _OLD_MAP = 1 << 7, 1 << 8
"""Their bits of `deeds`."""


@kernel
def _note_penance(s: Any, seat: int) -> None:
    """A penance was kept: nothing else is legal."""
    if s.ch_penance[seat] > 0:
        s.ch_penance_ok[seat] = 1


@kernel
def _note_all(s: Any, seat: int) -> None:
    """What Rumors ask about; penances are kept, and Destiny may be used again."""
    if s.adv_gain[seat] >= _MANY_PRESTIGE:
        s.deeds[seat] |= _BLOOD_PRICE
    if s.adv_pres[seat] == _OWN_SUCCESS:
        s.deeds[seat] |= _OLD_MAP
    _note_penance(s, seat)
    s.no_dp[seat] = 0


note_result = either("deeds", _note_all, _note_penance)
"""The result of an Adventure stands for a seat: (s, seat)."""
