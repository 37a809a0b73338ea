"""Schemes, the Guard, Mutiny and its bids."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.core.rng import below
from piracy_env.games.skull_tales.actions import ACT
from piracy_env.games.skull_tales.rules.mutiny import COIN
from piracy_env.games.skull_tales.rules.scheme import GOLD, SILVER, guard
from piracy_env.games.skull_tales.state import ACTOR, NONE, STEP, A, Decision

MOST = 21
"""Coins of a bid at most."""
_GRAINS = 1 << 12


@kernel
def weigh_intrigue(s: Any, t: Any, w: Any, kind: int, mask: Any, value: Any) -> None:
    """Value what is done against the Captain, and by the Captain against it."""
    noinline()
    frame = s.stk[s.sp - 1]
    if kind == Decision.SCHEME:
        _weigh_coins(s, w, frame[STEP], value)
    elif kind == Decision.GUARD_COIN:
        for coin in range(GOLD, GOLD + 3):
            value[ACT.coin.start + coin] = below(s, _GRAINS) / _GRAINS
    elif kind == Decision.BID:
        _weigh_bids(s, w, frame[ACTOR], frame[A], value)
    else:
        value[ACT.yes.start] = _wish(s, w, frame[ACTOR], kind == Decision.CALL_MUTINY)


@kernel
def _weigh_coins(s: Any, w: Any, step: int, value: Any) -> None:
    """A coin by what it brings; before a Guard none can be foreseen."""
    if step > 0:
        value[ACT.lift_rum.start] = 0.5
        return
    guarded = guard(s) != NONE
    for coin in range(GOLD, GOLD + 3):
        worth = w.coin[coin - GOLD]
        if guarded:
            worth = w.boldness * worth + w.bluff * below(s, _GRAINS) / _GRAINS
        value[ACT.coin.start + coin] = worth
    value[ACT.coin.start + SILVER] += w.silver * (s.crew_booty == 0)
    value[ACT.coin.start] = 0.0 if not guarded else w.meek


@kernel
def purse_of(s: Any, seat: int, is_turned: bool) -> int:
    """Coins that a seat could bid, before or after trust has become prestige."""
    prestige = s.ch_pp[seat] + (0 if is_turned else s.ch_tp[seat])
    return int(min(MOST, prestige // COIN))


@kernel
def _wish(s: Any, w: Any, seat: int, is_call: bool) -> float:
    """Whether to call or join a Mutiny: to win it, or as Morale is nearly gone."""
    mine, captains = purse_of(s, seat, False), purse_of(s, s.captain, False)
    relief = w.relief * (s.morale <= w.despair) if is_call else 0.0
    return float(w.rebel * (mine - captains) + relief - w.loyal)


@kernel
def _weigh_bids(s: Any, w: Any, seat: int, sides: int, value: Any) -> None:
    """Bid what the office is worth, and no more than it takes to outbid all others."""
    most = 0
    for other in range(s.players):
        if other != seat and sides >> other & 1:
            most = max(most, purse_of(s, other, True))
    mine = purse_of(s, seat, True)
    wanted = min(min(mine, most + 1), int(w.bid + below(s, 2)))
    for coins in range(MOST + 1):
        value[ACT.num.start + coins] = -1.0 * abs(coins - wanted)
