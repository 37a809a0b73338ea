"""Clairvoyance: out of turn, one die of any Character's roll is thrown again (STA-5.23, 24.1)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.games.skull_tales.rules.adventure.spells import (
    CLAIRVOYANCE,
    is_spell_ready,
    may_cast,
    recharge,
)
from piracy_env.games.skull_tales.state import NONE


@kernel
def is_clairvoyant(s: Any, t: Any, slot: int) -> bool:
    """Whether a Pirate can cast Clairvoyance now, whoever's turn it is."""
    return may_cast(s, slot) and is_spell_ready(s, t, slot, CLAIRVOYANCE)


@kernel
def next_clairvoyant(s: Any, t: Any, first: int, roller: int) -> int:
    """The next slot from one on that is asked about somebody else's roll, -1 for none."""
    for slot in range(first, s.players):
        if slot != roller and is_clairvoyant(s, t, slot):
            return slot
    return NONE


@kernel
def cast_clairvoyance(s: Any, t: Any, slot: int) -> None:
    """The card is used."""
    recharge(s, t, slot, CLAIRVOYANCE)
