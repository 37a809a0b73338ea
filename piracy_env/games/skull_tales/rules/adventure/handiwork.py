"""Things in hand by Traits: others' purses, weapons drawn or thrown (STA-20.11, 84, 86, 93)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.games.skull_tales.rules.adventure.attacks import ask_weapon
from piracy_env.games.skull_tales.rules.adventure.figures import is_active
from piracy_env.games.skull_tales.rules.adventure.foes import first_in_supply, shuffle_supply
from piracy_env.games.skull_tales.rules.adventure.hands import (
    BAG,
    LEFT,
    RIGHT,
    can_hold,
    take_into_hand,
)
from piracy_env.games.skull_tales.rules.adventure.looting import give_reward
from piracy_env.games.skull_tales.rules.adventure.people import foes_next_to, has_trait
from piracy_env.games.skull_tales.rules.adventure.reach import from_afar
from piracy_env.games.skull_tales.rules.adventure.weapons import (
    FIREARM,
    LEFT_HOOK,
    MISSILE,
    RIGHT_HOOK,
    free_hand,
    item_at,
)
from piracy_env.games.skull_tales.rules.frames import (
    answer_nothing,
    mark_nothing,
    next_step,
    pop,
    push_for,
    top,
)
from piracy_env.games.skull_tales.state import NONE, SLOT, SLOTS, STEP, A, B, Decision
from piracy_env.games.skull_tales.state_land import Once
from piracy_env.games.skull_tales.traits import Trait

ANY_WEAPON, ANY_FIREARM = range(2)
"""A of a frame DRAWING at first: what may be drawn."""
_WHAT, _HAND, _TAKE = range(3)


@kernel
def can_throw_anything(s: Any, t: Any, slot: int) -> bool:
    """Whether somebody with a free hand finds something to throw at an Enemy (STA-20.84)."""
    is_able = has_trait(s, t, slot, Trait.IMPROVISED_PROJECTILE) and free_hand(s, slot) != NONE
    return is_able and from_afar(s, t, slot, MISSILE) != 0


@kernel
def may_pick_pockets(s: Any, t: Any, slot: int) -> bool:
    """Whether an adjacent Enemy is busy with another Character, and has anything (STA-20.11)."""
    if not has_trait(s, t, slot, Trait.PICKPOCKET) or s.once[slot] & Once.PICKPOCKET:
        return False
    near, others = foes_next_to(s, t, slot), 0
    for other in range(SLOTS):
        if other != slot and is_active(s, other):
            others |= foes_next_to(s, t, other)
    return near & others != 0 and first_in_supply(s) != NONE


@kernel
def pick_pocket(s: Any, t: Any, slot: int) -> None:
    """Gain the reward of a token of the supply, where all lie in random order; it goes back."""
    s.once[slot] |= Once.PICKPOCKET
    kind = s.fl_kind[first_in_supply(s)] + 0
    shuffle_supply(s)
    give_reward(s, t, slot, kind)


@kernel
def may_quickdraw(s: Any, t: Any, slot: int) -> bool:
    """Whether a firearm can be drawn for nothing (STA-20.93)."""
    is_able = has_trait(s, t, slot, Trait.QUICKDRAW) and s.once[slot] & Once.QUICKDRAW == 0
    return is_able and to_be_drawn(s, t, slot, ANY_FIREARM) != 0


@kernel
def has_quick_hands(s: Any, t: Any, slot: int) -> bool:
    """Whether a weapon was thrown, and another can be drawn for nothing (STA-20.86)."""
    used = s.once[slot] & (Once.THREW | Once.QUICK_HANDS)
    is_able = used == Once.THREW and has_trait(s, t, slot, Trait.QUICK_HANDS)
    return is_able and to_be_drawn(s, t, slot, ANY_WEAPON) != 0


@kernel
def to_be_drawn(s: Any, t: Any, slot: int, what: int) -> int:
    """Weapons in the bag that a hand can hold, a bit each."""
    found = 0
    for place in range(s.inv_n[slot]):
        item = item_at(s, t, slot, place)
        is_weapon = item.melee_damage > 0 or item.ranged_damage > 0
        is_meant = item.tags & FIREARM != 0 if what == ANY_FIREARM else is_weapon
        if is_meant and s.inv_loc[slot, place] == BAG and _hands_for(s, t, slot, place) != 0:
            found |= 1 << place
    return found


@kernel
def _hands_for(s: Any, t: Any, slot: int, place: int) -> int:
    """Hands that can take a card: 1 the right one, 2 the left one."""
    return can_hold(s, t, slot, place, RIGHT) + 2 * can_hold(s, t, slot, place, LEFT)


@kernel
def begin_drawing(s: Any, slot: int, what: int) -> None:
    """Have a Pirate draw a weapon, once in its turn."""
    s.once[slot] |= Once.QUICKDRAW if what == ANY_FIREARM else Once.QUICK_HANDS
    push_for(s, Decision.DRAWING, s.ch_owner[slot], slot, what, 0)


@kernel
def _go_on_drawing(s: Any, t: Any) -> bool:
    """Which weapon, and into which hand. A = the weapon, once known."""
    frame = top(s)
    slot, step = frame[SLOT] + 0, frame[STEP]
    if step == _WHAT:
        ask_weapon(s, slot, to_be_drawn(s, t, slot, frame[A]))
    elif step == _HAND:
        frame[A] = frame[B]
        hands = _hands_for(s, t, slot, frame[A])
        if hands == RIGHT + LEFT:
            ask_weapon(s, slot, 1 << RIGHT_HOOK | 1 << LEFT_HOOK)
        else:
            frame[B] = LEFT_HOOK if hands == LEFT else RIGHT_HOOK
            next_step(s)
    else:
        place, hand = frame[A] + 0, LEFT if frame[B] == LEFT_HOOK else RIGHT
        pop(s)
        take_into_hand(s, t, slot, place, hand)
    return False


HANDLERS = (Handler(Decision.DRAWING, mark_nothing, answer_nothing, _go_on_drawing),)
assert _TAKE == _HAND + 1
