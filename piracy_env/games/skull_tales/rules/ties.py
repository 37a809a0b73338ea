"""Ties in the order of play, where the Captain settles them: the option `tie_mode` (STC-9.3)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.games.skull_tales.actions import ACT
from piracy_env.games.skull_tales.rules.crew import place_of, slot_at
from piracy_env.games.skull_tales.rules.frames import pop, top
from piracy_env.games.skull_tales.rules.plunder import give_share, tied_for_share
from piracy_env.games.skull_tales.rules.port import begin_turn, tied_for_turn
from piracy_env.games.skull_tales.rules.travel import ask_for_post, tied_for_post
from piracy_env.games.skull_tales.state import KIND, Decision, Phase


@kernel
def tied_seats(s: Any) -> int:
    """The seats of which the Captain names one, a bit each."""
    if s.phase == Phase.PORT:
        return tied_for_turn(s)
    if s.stk[s.sp - 2, KIND] == Decision.SHARE:
        return tied_for_share(s)
    return tied_for_post(s)


@kernel
def _mark_tied(s: Any, t: Any, mask: Any) -> None:
    """Mark the seats that tie."""
    tied = tied_seats(s)
    for seat in range(s.players):
        if tied >> seat & 1:
            mask[ACT.char.start + place_of(s, s.captain, seat)] = True


@kernel
def _settle_tie(s: Any, t: Any, action: int) -> None:
    """The Captain names who is next."""
    pop(s)
    seat = slot_at(s, s.captain, action - ACT.char.start)
    if s.phase == Phase.PORT:
        begin_turn(s, seat)
    elif top(s)[KIND] == Decision.SHARE:
        give_share(s, seat)
    else:
        ask_for_post(s, seat)


HANDLERS = (Handler(Decision.SETTLE_TIE, _mark_tied, _settle_tie),)
