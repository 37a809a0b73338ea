"""Naming an Enemy that will pay for its blows (STA-20.80)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.games.skull_tales.rules.adventure.attacks import ask_target
from piracy_env.games.skull_tales.rules.adventure.payment import (
    ACTED,
    STEPPED,
    has_done,
    may_use_destiny,
    use_destiny,
)
from piracy_env.games.skull_tales.rules.adventure.people import has_trait, is_pirate
from piracy_env.games.skull_tales.rules.frames import (
    answer_nothing,
    mark_nothing,
    pop,
    push_for,
    top,
)
from piracy_env.games.skull_tales.state import NONE, SLOT, STEP, B, Decision
from piracy_env.games.skull_tales.traits import Trait


@kernel
def can_avenge(s: Any, t: Any, slot: int) -> bool:
    """Whether a Pirate can name one that has wounded it since its last turn."""
    if not is_pirate(s, slot) or has_done(s, ACTED | STEPPED) or s.vengeance[slot] != NONE:
        return False
    is_able = has_trait(s, t, slot, Trait.VENGEFUL) and may_use_destiny(s, slot)
    return is_able and s.attacked_me[slot] != 0


@kernel
def begin_vengeance(s: Any, slot: int) -> None:
    """Spend the Destiny Point, and ask for the Enemy."""
    use_destiny(s, slot)
    push_for(s, Decision.VENGEANCE, s.ch_owner[slot], slot, 0, 0)


@kernel
def _go_on(s: Any, t: Any) -> bool:
    frame = top(s)
    slot = frame[SLOT] + 0
    if frame[STEP] == 0:
        ask_target(s, slot, s.attacked_me[slot])
        return False
    s.vengeance[slot] = frame[B]
    pop(s)
    return False


HANDLERS = (Handler(Decision.VENGEANCE, mark_nothing, answer_nothing, _go_on),)
