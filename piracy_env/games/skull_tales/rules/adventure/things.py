"""Things: SEARCH, LOOT_..., EXCHANGE, PICK_UP, USE, DROP; EQUIP is among what fighters do."""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.actions import ACT
from piracy_env.games.skull_tales.rules.adventure import (
    carrying,
    exchanging,
    looting,
    picking,
    possessions,
    searching,
    using,
)
from piracy_env.games.skull_tales.rules.adventure.payment import begin_paid
from piracy_env.games.skull_tales.rules.frames import push_for
from piracy_env.games.skull_tales.state import NONE, Decision


@kernel
def mark(s: Any, t: Any, slot: int, mask: Any) -> None:
    """Mark the verbs of the menu that a Character may choose."""
    noinline()
    if s.ch_y[slot] == NONE:
        return
    searching.mark(s, t, slot, mask)
    looting.mark(s, t, slot, mask)
    exchanging.mark(s, t, slot, mask)
    using.mark(s, t, slot, mask)
    picking.mark(s, t, slot, mask)


@kernel
def begin(s: Any, t: Any, slot: int, action: int) -> None:
    """Begin what was chosen, if it is one of these verbs."""
    noinline()
    if action == ACT.search.start:
        searching.begin_search(s, t, slot)
    elif action == ACT.loot_token.start:
        begin_paid(s, t, slot, Decision.LOOTING, looting.LOOT_COST)
    elif action == ACT.loot_body.start:
        begin_paid(s, t, slot, Decision.STRIPPING, looting.LOOT_COST)
    elif action == ACT.exchange.start:
        begin_paid(s, t, slot, Decision.EXCHANGING, exchanging.EXCHANGE_COST)
    elif action == ACT.use.start:
        push_for(s, Decision.USING, s.ch_owner[slot], slot, 0, 0)
    elif action == ACT.pick_up.start:
        begin_paid(s, t, slot, Decision.PICKING_UP, picking.PICK_COST)
    elif action == ACT.drop.start:
        begin_paid(s, t, slot, Decision.DROPPING, picking.PICK_COST)


HANDLERS: tuple[Handler, ...] = (
    *carrying.HANDLERS,
    *exchanging.HANDLERS,
    *looting.HANDLERS,
    *picking.HANDLERS,
    *possessions.HANDLERS,
    *searching.HANDLERS,
    *using.HANDLERS,
)
