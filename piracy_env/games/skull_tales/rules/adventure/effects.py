"""What cards, traps and frights do to a Character: rows of the tables, read here."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.core.separate import separate
from piracy_env.games.skull_tales.rules.adventure.abilities import curse
from piracy_env.games.skull_tales.rules.adventure.conditions import knock_down, stun
from piracy_env.games.skull_tales.rules.adventure.figures import is_active
from piracy_env.games.skull_tales.rules.adventure.harm import heal_wounds, hurt
from piracy_env.games.skull_tales.rules.adventure.people import has_left, is_pirate, set_status
from piracy_env.games.skull_tales.rules.adventure.track import gain_coins, gain_pp
from piracy_env.games.skull_tales.rules.crew import gain_destiny
from piracy_env.games.skull_tales.state_land import Status
from piracy_env.games.skull_tales.tables.cards import EFFECTS

WOUND, STUN, KNOCK_DOWN, POISON = (
    EFFECTS.index("wound"),
    EFFECTS.index("stun"),
    EFFECTS.index("knock_down"),
    EFFECTS.index("poison"),
)
FRENZY, CURSE, HEAL, DESTINY = (
    EFFECTS.index("frenzy"),
    EFFECTS.index("curse"),
    EFFECTS.index("heal"),
    EFFECTS.index("destiny"),
)
COINS, PRESTIGE, LOSE_DESTINY = (
    EFFECTS.index("coins"),
    EFFECTS.index("prestige"),
    EFFECTS.index("lose_destiny"),
)


@separate
def inflict(s: Any, t: Any, slot: int, effect: int, amount: int) -> None:
    """An effect meets a Character, unless it lies Knocked Out."""
    if not is_active(s, slot) or has_left(s, slot):
        return
    if effect == WOUND:
        hurt(s, t, slot, amount)
    elif effect == STUN:
        stun(s, slot)
    elif effect == KNOCK_DOWN:
        knock_down(s, t, slot)
    elif effect == POISON:
        set_status(s, slot, Status.POISONED)
    elif effect == FRENZY:
        set_status(s, slot, Status.FRENZIED)
    elif effect == CURSE:
        curse(s, t, slot)
    else:
        _give(s, t, slot, effect, amount)


@kernel
def _give(s: Any, t: Any, slot: int, effect: int, amount: int) -> None:
    """Effects that give something, or take Destiny."""
    if effect == HEAL:
        heal_wounds(s, slot, amount)
    elif effect == DESTINY and is_pirate(s, slot):
        gain_destiny(s, slot, amount)
    elif effect == LOSE_DESTINY:
        s.ch_dp[slot] = max(0, s.ch_dp[slot] - amount)
    elif effect == COINS:
        gain_coins(s, slot, amount)
    elif effect == PRESTIGE:
        gain_pp(s, t, slot, amount)
