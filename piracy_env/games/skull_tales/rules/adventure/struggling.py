"""A Restrained Character tries to get free at the start of its turn (STA-14.6)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.games.skull_tales.rules.adventure.abilities import (
    hex_of,
    holder_of,
    release,
)
from piracy_env.games.skull_tales.rules.adventure.conditions import lose_turn
from piracy_env.games.skull_tales.rules.adventure.dice import (
    call_for_contest,
    hamper_other,
)
from piracy_env.games.skull_tales.rules.adventure.figures import place_of
from piracy_env.games.skull_tales.rules.adventure.harm import hurt
from piracy_env.games.skull_tales.rules.frames import answer_nothing, mark_nothing, pop, top
from piracy_env.games.skull_tales.state import NONE, SLOT, STEP, STRENGTH, B, Decision


@kernel
def _go_on(s: Any, t: Any) -> bool:
    """Strength against the holder's: free and able to act, or a wound and no turn."""
    frame = top(s)
    slot = frame[SLOT] + 0
    foe = holder_of(s, slot)
    if foe == NONE:
        pop(s)
    elif frame[STEP] == 0:
        call_for_contest(s, t, slot, STRENGTH, t.enemies[s.foe_type[foe]].strength)
        hamper_other(s, hex_of(s, foe))
    else:
        is_free = frame[B] == 1
        pop(s)
        if is_free:
            s.free_from[slot] |= 1 << foe
            release(s, t, slot, place_of(s, foe))
        else:
            lose_turn(s)
            hurt(s, t, slot, 1)
    return False


HANDLERS = (Handler(Decision.HELD, mark_nothing, answer_nothing, _go_on),)
