"""Who takes a hand when blows fall: what to ask, and what armour takes (STA-20.6, 20.10, R53)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.rules.adventure.dice import RANGED_ROLL
from piracy_env.games.skull_tales.rules.adventure.figures import is_active
from piracy_env.games.skull_tales.rules.adventure.hits import DEFENDER, IGNORED, unblocked
from piracy_env.games.skull_tales.rules.adventure.payment import may_use_destiny
from piracy_env.games.skull_tales.rules.adventure.people import (
    are_next_to_each_other,
    has_status,
    has_trait,
    is_pirate,
)
from piracy_env.games.skull_tales.rules.crew import Affliction
from piracy_env.games.skull_tales.rules.frames import push_for
from piracy_env.games.skull_tales.state import NONE, SLOTS, Decision
from piracy_env.games.skull_tales.state_land import Once, Status
from piracy_env.games.skull_tales.tables.crew import GEAR_EFFECTS
from piracy_env.games.skull_tales.tables.enemies import ABILITIES
from piracy_env.games.skull_tales.traits import Trait

_PADDING = GEAR_EFFECTS.index("padding")
_IMMORTAL = ABILITIES.index("immortal")
_PRIDEFUL = 3
_WORN = 4
_MANY = 2
"""Wounds of one attack after which somebody may play possum."""


@kernel
def softened(s: Any, t: Any, slot: int, amount: int) -> int:
    """What is left of wounds: a Jerkin stops the first of each round (STA-21.25)."""
    if amount <= 0 or s.jerkin[slot] == 1 or not is_pirate(s, slot):
        return amount
    for place in range(s.inv_n[slot]):
        is_worn = s.inv_loc[slot, place] == _WORN
        if is_worn and t.items[s.inv_id[slot, place]].effect == _PADDING:
            s.jerkin[slot] = 1
            return amount - 1
    return amount


@kernel
def offer_dodge(s: Any, t: Any, roll: int) -> None:
    """A shot has hit: ask who has the reflexes of a cat, once a round (STA-20.10)."""
    noinline()
    slot = s.rl_slot[roll]
    is_shot = s.rl_side[roll] == DEFENDER and s.rl_kind[roll] == RANGED_ROLL and slot != NONE
    if not is_shot or s.rl_used[roll] & IGNORED or s.once[slot] & Once.DODGE:
        return
    normal, critical = unblocked(s, roll)
    if normal + critical > 0 and has_trait(s, t, slot, Trait.CAT_LIKE_REFLEXES):
        push_for(s, Decision.DODGE, s.ch_owner[slot], slot, 0, 0)


@kernel
def suffer(s: Any, t: Any, slot: int, wounds: int, criticals: int) -> None:
    """An attack has wounded a Character that is still up (STA-20.6, STA-R53)."""
    if wounds == 0 or not is_active(s, slot):
        return
    if wounds >= _MANY and has_trait(s, t, slot, Trait.PLAY_POSSUM):
        push_for(s, Decision.POSSUM, s.ch_owner[slot], slot, 0, 0)
    if criticals > 0 and s.ch_affl[slot] & Affliction.IRASCIBLE:
        push_for(s, Decision.TEMPER, NONE, slot, 0, 0)


@kernel
def offer_standing_up(s: Any) -> None:
    """Ask those who play possum, in the order of slots (STA-20.6)."""
    for place in range(SLOTS):
        slot = SLOTS - 1 - place
        if is_active(s, slot) and has_status(s, slot, Status.POSSUM):
            push_for(s, Decision.STAND, s.ch_owner[slot], slot, 0, 0)


@kernel
def fear_neighbours(s: Any, t: Any) -> None:
    """The Paranoid lose a Destiny Point next to a Character (STA-R53)."""
    for seat in range(s.players):
        if s.ch_affl[seat] & Affliction.PARANOID == 0 or not is_active(s, seat):
            continue
        is_near = False
        for other in range(SLOTS):
            if is_active(s, other) and are_next_to_each_other(s, t, seat, other):
                is_near = True
        if is_near:
            s.ch_dp[seat] = max(0, s.ch_dp[seat] - 1)


@kernel
def offer_double_pay(s: Any, t: Any, foe: int, slot: int) -> None:
    """An Enemy is defeated: ask a Charlatan whether its prestige counts twice (STA-20.2)."""
    if slot == NONE or not has_trait(s, t, slot, Trait.CHARLATAN) or not may_use_destiny(s, slot):
        return
    is_immortal = (t.foe_abilities[s.foe_type[foe]] & ~s.foe_off[foe]) >> _IMMORTAL & 1
    prestige = t.enemies[s.foe_type[foe]].prestige
    if not is_immortal and s.ch_penance[slot] != _PRIDEFUL:
        push_for(s, Decision.CHARLATAN, s.ch_owner[slot], slot, prestige, 0)
