"""The Diving Bell: what a sunk ship has left (STV-21.2)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.actions import ACT
from piracy_env.games.skull_tales.rules.chance import copy_of
from piracy_env.games.skull_tales.rules.crew import place_of
from piracy_env.games.skull_tales.rules.docks import BELL
from piracy_env.games.skull_tales.rules.hold import SLAVES, SUPPLIES, TOBACCO, stow
from piracy_env.games.skull_tales.rules.rolls import call_for, count_up_to, successes
from piracy_env.games.skull_tales.rules.ship import earn_trust, is_able, wound
from piracy_env.games.skull_tales.state import GOODS, STRENGTH, Lasting

_DIFFICULTY, _NEED, _TRUST, _TOKENS = 4, 2, 2, 3


@kernel
def can_dive(s: Any) -> bool:
    """Whether a Pirate can dive: after a ship was sunk, and once (STV-21.2)."""
    if s.upg & BELL == 0 or s.pers & Lasting.WRECK == 0:
        return False
    for seat in range(s.players):  # noqa: SIM110 - numba knows no any()
        if is_able(s, seat):
            return True
    return False


@kernel
def mark_divers(s: Any, mask: Any) -> None:
    """Mark the Pirates that the Captain can send down."""
    for seat in range(s.players):
        mask[ACT.char.start + place_of(s, s.captain, seat)] = is_able(s, seat)


@kernel
def dive(s: Any, seat: int) -> None:
    """A Pirate goes down."""
    s.pers &= ~Lasting.WRECK
    s.acted[seat] = 1
    call_for(s, seat, STRENGTH, _DIFFICULTY)
    count_up_to(s, _NEED, _NEED)


@kernel
def surface(s: Any, seat: int) -> None:
    """It comes up with three Goods that are worth it, or hurt and with any one."""
    noinline()
    if successes(s) >= _NEED:
        earn_trust(s, seat, _TRUST)
        for _ in range(_TOKENS):
            _bring_up(s, True)
    else:
        wound(s, seat, 1)
        _bring_up(s, False)


@kernel
def _bring_up(s: Any, is_choosy: bool) -> None:
    """One random token; Supplies, Slaves and Tobacco are drawn again by who is choosy."""
    left = 0
    for goods in range(GOODS):
        if not is_choosy or goods not in (SUPPLIES, SLAVES, TOBACCO):
            left += s.goods_sup[goods]
    while left > 0:
        goods = copy_of(s, s.goods_sup, GOODS)
        if not is_choosy or goods not in (SUPPLIES, SLAVES, TOBACCO):
            stow(s, 1 + goods)
            return
