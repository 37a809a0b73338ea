"""Rumors: heard in Tavern and Mansion, paid when their owner is back (STP-8.3 to STP-8.5)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.actions import ACT
from piracy_env.games.skull_tales.rules.chance import member_of
from piracy_env.games.skull_tales.rules.crew import gain_coins, gain_prestige
from piracy_env.games.skull_tales.rules.docks import TORTUGA
from piracy_env.games.skull_tales.rules.frames import mark_yes_no, pop, push, top
from piracy_env.games.skull_tales.state import ACTOR, LETTERS, NONE, Decision

CARDS = 10
_BURIED_CHEST = 1


@kernel
def draw_rumor(s: Any, t: Any, seat: int) -> None:
    """A seat without a Rumor looks at one, and keeps or discards it."""
    noinline()
    if s.rum_held[seat] == 1:
        return
    held = 0
    for other in range(s.players):
        if s.rum_held[other] == 1:
            held |= 1 << s.rum_id[other] - 1
    deck = (1 << CARDS) - 1 & ~(s.rum_out | held)
    if deck == 0:
        s.rum_out = 0
        deck = (1 << CARDS) - 1 & ~held
    s.look = member_of(s, deck, 1)
    push(s, Decision.RUMOR, seat)


@kernel
def _keep(s: Any, t: Any, action: int) -> None:
    """Keep the Rumor that was looked at, or discard it."""
    seat = top(s)[ACTOR]
    if action == ACT.yes.start:
        s.rum_id[seat], s.rum_held[seat] = s.look, 1
        if t.rumors[s.look - 1].target == 1:
            s.rum_x[seat] = member_of(s, (1 << LETTERS) - 1 & ~(1 << TORTUGA), 0)
    else:
        s.rum_out |= 1 << s.look - 1
    s.look = 0
    pop(s)


@kernel
def is_fulfilled(s: Any, seat: int) -> bool:
    """Whether what a seat's Rumor asks for has been done."""
    card = s.rum_id[seat]
    if card == 0:
        return False
    if card == _BURIED_CHEST and s.isl_land >> s.rum_x[seat] & 1 == 0:
        return False
    return s.deeds[seat] >> card - 1 & 1 == 1


@kernel
def settle_rumors(s: Any, t: Any) -> None:
    """Back in Tortuga each Rumor pays, or is given up."""
    noinline()
    for seat in range(s.players):
        if s.rum_held[seat] == 1:
            card = s.rum_id[seat]
            if is_fulfilled(s, seat):
                gain_prestige(s, seat, t.rumors[card - 1].pp)
                gain_coins(s, seat, t.rumors[card - 1].coins)
            s.rum_out |= 1 << card - 1
            s.rum_id[seat], s.rum_x[seat], s.rum_held[seat] = 0, NONE, 0


HANDLERS = (Handler(Decision.RUMOR, mark_yes_no, _keep),)
