"""Loading firearms again (STA-10.3, STA-10.4)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.games.skull_tales.rules.adventure.attacks import ask_weapon
from piracy_env.games.skull_tales.rules.adventure.people import has_trait
from piracy_env.games.skull_tales.rules.adventure.weapons import item_at, reload, unloaded
from piracy_env.games.skull_tales.rules.frames import (
    answer_nothing,
    mark_nothing,
    pop,
    push_for,
    top,
)
from piracy_env.games.skull_tales.state import SLOT, STEP, B, Decision
from piracy_env.games.skull_tales.tables.crew import GEAR_EFFECTS
from piracy_env.games.skull_tales.traits import Trait

RELOAD_COST, FAST_COST = 3, 2
_WORN = 4
_BANDOLIER = GEAR_EFFECTS.index("reload")


@kernel
def cost_of_reload(s: Any, t: Any, slot: int) -> int:
    """AP of a Reload: less for who is fast, or wears a Bandolier, but 1 at least (STA-20.102)."""
    cost = FAST_COST if has_trait(s, t, slot, Trait.FAST_RELOAD) else RELOAD_COST
    spared = 0
    for place in range(s.inv_n[slot]):
        item = item_at(s, t, slot, place)
        if item.effect == _BANDOLIER and s.inv_loc[slot, place] == _WORN:
            spared = min(spared, item.amount)
    return max(1, cost + spared)


@kernel
def begin_reloading(s: Any, t: Any, slot: int) -> None:
    """Ask which firearm is loaded."""
    push_for(s, Decision.RELOADING, s.ch_owner[slot], slot, 0, 0)


@kernel
def _go_on(s: Any, t: Any) -> bool:
    frame = top(s)
    slot = frame[SLOT] + 0
    if frame[STEP] == 0:
        ask_weapon(s, slot, unloaded(s, t, slot))
        return False
    place = frame[B] + 0
    pop(s)
    reload(s, slot, place)
    return False


HANDLERS = (Handler(Decision.RELOADING, mark_nothing, answer_nothing, _go_on),)
