"""What a Character's attack opens: what may follow it, and is asked (STA-20.20, 20.32, 20.36).

The frames of LUNGE and MASTERY: SLOT is who attacked, A the Enemy, B and C where that stood.
"""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.rules.adventure.figures import is_active, place_of
from piracy_env.games.skull_tales.rules.adventure.hits import unblocked
from piracy_env.games.skull_tales.rules.adventure.odds import BY_WEAPON, DOUBLE
from piracy_env.games.skull_tales.rules.adventure.payment import OTHER, can_pay
from piracy_env.games.skull_tales.rules.adventure.people import has_trait
from piracy_env.games.skull_tales.rules.adventure.reach import ready_weapons
from piracy_env.games.skull_tales.rules.adventure.weapons import DAGGER, SWORD, item_at
from piracy_env.games.skull_tales.rules.frames import push_for, top
from piracy_env.games.skull_tales.state import C, Decision
from piracy_env.games.skull_tales.tables.enemies import GROUPS
from piracy_env.games.skull_tales.traits import Trait

_FACECRIPPLER, _POUNCE = int(Trait.FACECRIPPLER), int(Trait.POUNCE)
_HUMAN = GROUPS.index("human")


@kernel
def offer_crippling(s: Any, t: Any, roll: int, kind: int, place: int) -> None:
    """A blade has hit a Human: ask whether that is all, and pays (STA-20.20)."""
    slot, foe = s.rl_slot[roll] + 0, s.rl_enemy[roll] + 0
    if kind not in (BY_WEAPON, DOUBLE) or not has_trait(s, t, slot, Trait.FACECRIPPLER):
        return
    is_blade = item_at(s, t, slot, place).tags & (SWORD | DAGGER) != 0
    is_human = t.enemies[s.foe_type[foe]].group == _HUMAN
    normal, critical = unblocked(s, roll)
    is_paid = s.active_slot == slot and can_pay(s, t, t.traits[_FACECRIPPLER].ap, OTHER)
    if is_blade and is_human and normal + critical > 0 and is_paid:
        push_for(s, Decision.FACECRIP, s.ch_owner[slot], slot, foe, 0)


@kernel
def offer_follow_ups(s: Any, t: Any, roll: int, kind: int, place: int) -> None:
    """An attack in melee on one Enemy has succeeded: ask for what may follow its wounds."""
    noinline()
    slot, foe = s.rl_slot[roll] + 0, s.rl_enemy[roll] + 0
    normal, critical = unblocked(s, roll)
    if kind not in (BY_WEAPON, DOUBLE) or normal + critical == 0:
        return
    if has_trait(s, t, slot, Trait.TRUE_MASTERY):
        _ask(s, Decision.MASTERY, slot, foe)
    is_sword = item_at(s, t, slot, place).tags & SWORD != 0
    if critical > 0 and is_sword and has_trait(s, t, slot, Trait.LUNGE):
        _ask(s, Decision.LUNGE, slot, foe)


@kernel
def _ask(s: Any, kind: int, slot: int, foe: int) -> None:
    row, col = place_of(s, foe)
    push_for(s, kind, s.ch_owner[slot], slot, foe, row)
    top(s)[C] = col


# --- a jump that lands ----------------------------------------------------------------------------


@kernel
def offer_pounce(s: Any, t: Any, slot: int) -> None:
    """A jump lands: who can pounce is asked, once all that comes with landing is done (20.0)."""
    if has_trait(s, t, slot, Trait.POUNCE):
        push_for(s, Decision.POUNCE, s.ch_owner[slot], slot, 0, 0)


@kernel
def can_pounce(s: Any, t: Any, slot: int) -> bool:
    """Whether a Pirate that has landed can attack at once."""
    is_up = is_active(s, slot) and can_pay(s, t, t.traits[_POUNCE].ap, OTHER)
    return is_up and ready_weapons(s, t, slot, True) != 0
