"""What castaways still have: one weapon each, or their Magic; of Allies one kind of arms (CH-5)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.actions import ACT
from piracy_env.games.skull_tales.rules.adventure.carrying import strip
from piracy_env.games.skull_tales.rules.adventure.castaways import (
    NO_FIRST,
    NO_MELEE,
    NO_RANGED,
    NO_SECOND,
)
from piracy_env.games.skull_tales.rules.crew import STARTING, carry
from piracy_env.games.skull_tales.state import ALLY, NONE, SLOTS
from piracy_env.games.skull_tales.state_land import SPELLS, TOTEMS
from piracy_env.games.skull_tales.tables.adventures import ADVENTURE_KEYS

CASTAWAYS = ADVENTURE_KEYS.index("castaways")
MAGIC = ACT.spell.start
"""The action by which Magic is kept, and no weapon."""


@kernel
def is_wrecked(s: Any) -> bool:
    """Whether the Characters are castaways."""
    return s.chapter == CASTAWAYS


# --- Pirates --------------------------------------------------------------------------------------


@kernel
def is_starting_weapon(s: Any, t: Any, slot: int, place: int) -> bool:
    """Whether a card is a weapon that its Pirate has from the start."""
    item = t.items[s.inv_id[slot, place]]
    is_weapon = item.melee_damage > 0 or item.ranged_damage > 0
    return is_weapon and s.inv_flag[slot, place] & STARTING != 0


@kernel
def has_spells(s: Any, slot: int) -> bool:
    """Whether a Pirate has Magic cards."""
    for spell in range(SPELLS):  # noqa: SIM110 - numba knows no any()
        if s.spell[slot, spell] != 0:
            return True
    return False


@kernel
def mark_kept(s: Any, t: Any, slot: int, mask: Any) -> None:
    """Mark what a Pirate may keep."""
    for place in range(s.inv_n[slot]):
        if is_starting_weapon(s, t, slot, place):
            mask[ACT.inv.start + place] = True
    if has_spells(s, slot):
        mask[MAGIC] = True


@kernel
def is_keep_due(s: Any, t: Any, slot: int) -> bool:
    """Whether a Pirate has to choose what it keeps; with one thing or none that is done unasked."""
    noinline()
    found, last = int(has_spells(s, slot)), NONE
    for place in range(s.inv_n[slot]):
        if is_starting_weapon(s, t, slot, place):
            found += 1
            last = place
    if found > 1:
        return True
    keep(s, t, slot, MAGIC if last == NONE else ACT.inv.start + last)
    return False


@kernel
def keep(s: Any, t: Any, slot: int, action: int) -> None:
    """A Pirate keeps one thing; all else is lost, but for starting gear that may be found again."""
    noinline()
    kept, flag = 0, 0
    if action == MAGIC:
        place = NONE
    else:
        place = action - ACT.inv.start
        kept, flag = s.inv_id[slot, place] + 0, s.inv_flag[slot, place] + 0
        _forget_magic(s, slot)
    strip(s, slot)
    if place != NONE:
        carry(s, t, slot, kept, flag)
    gear = t.characters[s.ch_card[slot]].gear
    is_first_kept = kept > 0 and gear[0] == kept
    _miss(s, NO_FIRST, slot, gear[0] > 0 and not is_first_kept)
    _miss(s, NO_SECOND, slot, gear[1] > 0 and (is_first_kept or gear[1] != kept))


@kernel
def _forget_magic(s: Any, slot: int) -> None:
    for spell in range(SPELLS):
        s.spell[slot, spell] = 0
    for totem in range(TOTEMS):
        s.totem[slot, totem] = NONE


@kernel
def _miss(s: Any, what: int, slot: int, is_missed: bool) -> None:
    if is_missed:
        s.sf[what] |= 1 << slot


# --- Allies ---------------------------------------------------------------------------------------


@kernel
def next_armed_ally(s: Any, t: Any, seat: int) -> int:
    """The next Ally of a seat that has to choose between its arms, -1 for none."""
    for slot in range(s.players, SLOTS):
        is_own = s.ch_kind[slot] == ALLY and s.ch_owner[slot] == seat and s.ch_in_adv[slot] == 1
        if is_own and (s.sf[NO_MELEE] | s.sf[NO_RANGED]) >> slot & 1 == 0:
            card = t.allies[s.ch_card[slot]]
            if card.damage[0] > 0 and card.damage[1] > 0:
                return slot
    return NONE


@kernel
def choose_arms(s: Any, t: Any, seat: int, action: int) -> None:
    """An Ally keeps its arms for melee (0), or those for shooting (1)."""
    slot = next_armed_ally(s, t, seat)
    s.sf[NO_RANGED if action == ACT.num.start else NO_MELEE] |= 1 << slot
