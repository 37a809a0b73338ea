"""The Chapel: Charity, Atonement, and the way back to grace (STP-7)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.actions import ACT
from piracy_env.games.skull_tales.rules.crew import gain_destiny, heal, pay
from piracy_env.games.skull_tales.rules.town import Deed, begin_deed, can_do, is_for_later

_PENANCES = 3


@kernel
def redeem(s: Any, seat: int) -> None:
    """The Curse goes when its penance has been kept (STP-7.4)."""
    if s.ch_cursed[seat] == 1 and s.ch_penance[seat] > 0 and s.ch_penance_ok[seat] == 1:
        s.ch_cursed[seat], s.ch_penance[seat], s.ch_penance_ok[seat] = 0, 0, 0


@kernel
def mark(s: Any, t: Any, seat: int, mask: Any) -> None:
    """Mark what can be done at the Chapel."""
    noinline()
    if can_do(s, t, seat, Deed.CHARITY):
        mask[ACT.charity_w.start] = s.ch_wounds[seat] > 0
        mask[ACT.charity_d.start] = s.ch_dp[seat] < s.ch_dp_max[seat]
    if can_do(s, t, seat, Deed.ATONEMENT) and is_for_later(s):
        for penance in range(_PENANCES):
            mask[ACT.atone.start + penance] = (
                s.ch_cursed[seat] == 1
                and s.ch_penance[seat] == 0
                and s.ch_coins[seat] >= t.penances[penance].coins
            )


@kernel
def begin(s: Any, t: Any, seat: int, action: int) -> bool:
    """Carry out an action at the Chapel; whether it is one of those."""
    noinline()
    if action == ACT.charity_w.start:
        begin_deed(s, t, seat, Deed.CHARITY)
        heal(s, seat, 1)
    elif action == ACT.charity_d.start:
        begin_deed(s, t, seat, Deed.CHARITY)
        gain_destiny(s, seat, 1)
    elif ACT.atone.start <= action < ACT.atone.stop:
        penance = action - ACT.atone.start
        begin_deed(s, t, seat, Deed.ATONEMENT)
        pay(s, seat, t.penances[penance].coins)
        s.ch_penance[seat], s.ch_penance_ok[seat] = 1 + penance, 0
    else:
        return False
    return True
