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
        looting.begin_loot(s, t, slot, Decision.LOOTING)
    elif action == ACT.loot_body.start:
        looting.begin_loot(s, t, slot, Decision.STRIPPING)
    elif action == ACT.exchange.start:
        exchanging.begin_exchange(s, t, slot)
    elif action == ACT.use.start:
        push_for(s, Decision.USING, s.ch_owner[slot], slot, 0, 0)
    elif action == ACT.pick_up.start:
        picking.begin_picking(s, t, slot, Decision.PICKING_UP)
    elif action == ACT.drop.start:
        picking.begin_picking(s, t, slot, Decision.DROPPING)


HANDLERS: tuple[Handler, ...] = (
    *carrying.HANDLERS,
    *exchanging.HANDLERS,
    *looting.HANDLERS,
    *picking.HANDLERS,
    *possessions.HANDLERS,
    *searching.HANDLERS,
    *using.HANDLERS,
)
