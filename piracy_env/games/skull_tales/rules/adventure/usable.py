"""What a Character can use: Rum, Brew, Search cards, the Powder Horn (STA-10.40, STA-17.9)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.bits import lowest
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.gear import Gear
from piracy_env.games.skull_tales.rules.adventure.carrying import CARDS, GOALS, NUMBERS
from piracy_env.games.skull_tales.rules.adventure.figures import is_active
from piracy_env.games.skull_tales.rules.adventure.payment import OTHER, can_pay
from piracy_env.games.skull_tales.rules.adventure.people import (
    are_next_to_each_other,
    has_status,
    is_pirate,
    place_of_character,
)
from piracy_env.games.skull_tales.rules.adventure.piles import pile_of_type
from piracy_env.games.skull_tales.rules.adventure.weapons import item_at, unloaded
from piracy_env.games.skull_tales.state import NONE, SLOTS
from piracy_env.games.skull_tales.state_land import OncePlayed, Status
from piracy_env.games.skull_tales.tables.cards import EFFECTS
from piracy_env.games.skull_tales.tables.crew import GEAR_EFFECTS

_RUM, _BREW = int(Gear.RUM), int(Gear.BREW)
USE_COST = 1
SHOWN, SECOND = 64, 32
"""From `SHOWN` on Search cards that are shown as they are used; `SECOND` more for the last time."""
DESTINY, HEAL, LOOK, RELOAD = (
    EFFECTS.index("destiny"),
    EFFECTS.index("heal"),
    EFFECTS.index("look_at_pile"),
    EFFECTS.index("reload"),
)
LOAD_ALL = -1
"""What a Powder Horn does, which is no Search card."""
_POWDER = GEAR_EFFECTS.index("powder")
_GEAR_DESTINY = GEAR_EFFECTS.index("destiny")


@kernel
def card_of(s: Any, slot: int, what: int) -> int:
    """The Search card that a thing is: one that is kept, or shown as it is being used."""
    return (what - SHOWN) % SECOND if what >= SHOWN else int(s.s_cards[slot, what - CARDS])


@kernel
def is_search_card(what: int) -> bool:
    """Whether a thing is a Search card."""
    return what >= SHOWN or CARDS <= what < GOALS


@kernel
def effect_of(s: Any, t: Any, slot: int, what: int) -> int:
    """What a thing does that is used: an index of `EFFECTS`, or LOAD_ALL; 0 for nothing."""
    if what < CARDS:
        return LOAD_ALL if item_at(s, t, slot, what).effect == _POWDER else 0
    if is_search_card(what):
        return int(t.search[card_of(s, slot, what)].effect)
    drink = t.items[_RUM if what == NUMBERS else _BREW].effect
    return DESTINY if drink == _GEAR_DESTINY else HEAL


@kernel
def amount_of(s: Any, t: Any, slot: int, what: int) -> int:
    """How much of it: the wounds that a Brew heals."""
    if is_search_card(what):
        return int(t.search[card_of(s, slot, what)].amount)
    return int(t.items[_BREW].amount)


@kernel
def cost_of_use(s: Any, t: Any, slot: int, what: int) -> int:
    """AP of a use; what a Search card costs is printed on it."""
    if is_search_card(what):
        return int(t.search[card_of(s, slot, what)].ap)
    return USE_COST


@kernel
def to_be_healed(s: Any, t: Any, slot: int) -> int:
    """Whom a Character's Brew can heal, a bit each: itself and those next to it (STA-21.41)."""
    found = 0
    for other in range(SLOTS):
        if is_active(s, other) and s.ch_wounds[other] > 0:
            is_near = is_pirate(s, slot) and are_next_to_each_other(s, t, slot, other)
            found |= (other == slot or is_near) << other
    return found


@kernel
def pile_to_read(s: Any, t: Any, slot: int) -> int:
    """The pile that a Map shows: the one that is explored from where a Character is."""
    row, col = place_of_character(s, slot)
    return pile_of_type(s, t, t.ground[s.tl_token[s.b_tile[row, col] - 1], 0].type)


@kernel
def _is_of_use(s: Any, t: Any, slot: int, effect: int) -> bool:
    """Whether an effect would do anything; Allies use nothing but a Brew (STA-17.9)."""
    if effect == HEAL:
        return to_be_healed(s, t, slot) != 0
    if not is_pirate(s, slot):
        return False
    if effect == DESTINY:
        return s.ch_dp[slot] < s.ch_dp_max[slot]
    if effect == LOOK:
        return s.pile_n[pile_to_read(s, t, slot)] > 0
    if effect == LOAD_ALL and s.oncea[slot] & OncePlayed.POWDER:
        return False
    return effect in (RELOAD, LOAD_ALL) and unloaded(s, t, slot) != 0


@kernel
def _can_pay_use(s: Any, t: Any, slot: int, cost: int) -> bool:
    """Whether a use can be paid; what costs nothing needs only that one does not run (10.17)."""
    if cost == 0 and is_pirate(s, slot):
        return not has_status(s, slot, Status.RUNNING)
    return can_pay(s, t, cost, OTHER)


@kernel
def usable(s: Any, t: Any, slot: int) -> int:
    """What a Character can use now, a bit each."""
    noinline()
    found = 0
    if s.ch_y[slot] == NONE or has_status(s, slot, Status.FRENZIED):
        return found
    left = _things_of(s, slot)
    while left:
        what = lowest(left)
        left &= left - 1
        is_payable = _can_pay_use(s, t, slot, cost_of_use(s, t, slot, what))
        if is_payable and _is_of_use(s, t, slot, effect_of(s, t, slot, what)):
            found |= 1 << what
    return found


@kernel
def _things_of(s: Any, slot: int) -> int:
    """What a Character has, goals apart, a bit each."""
    cards = (1 << s.inv_n[slot]) - 1 | (1 << s.s_n[slot]) - 1 << CARDS
    return cards | (s.ch_rum[slot] > 0) << NUMBERS | (s.ch_brew[slot] > 0) << NUMBERS + 1
