"""Characters ashore: what they can do at present, whose they are, who is next to them."""

from __future__ import annotations

from typing import Any

from piracy_env.core.bits import lowest, places_of
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.rules.adventure.board import is_adjacent
from piracy_env.games.skull_tales.rules.adventure.figures import (
    CHARACTER,
    foes_seen_by,
    place_of,
)
from piracy_env.games.skull_tales.state import (
    ALLY,
    CHARISMA,
    EMPTY,
    NONE,
    PIRATE,
    SLOTS,
    STRENGTH,
)
from piracy_env.games.skull_tales.state_land import TOTEMS, FoeStatus, Status
from piracy_env.games.skull_tales.tables.crew import GEAR_EFFECTS
from piracy_env.games.skull_tales.traits import Trait

_TOTEM_MAGIC = int(Trait.TOTEM_MAGIC)
LEAST, MOST = 2, 5
"""Permanent wounds take no attribute below the one, nothing raises it above the other."""
_HELPLESS = FoeStatus.KNOCKED_DOWN
_CHARMING = GEAR_EFFECTS.index("charisma")


@kernel
def has_trait(s: Any, t: Any, slot: int, trait: int) -> bool:
    """Whether a Character has a Trait in the Adventure: learned, or printed on an Ally."""
    if s.ch_kind[slot] == ALLY:
        return t.allies[s.ch_card[slot]].adventure_trait == trait
    return s.ch_traits[slot, trait] == 1


@kernel
def attribute_of(s: Any, t: Any, slot: int, attribute: int) -> int:
    """What an attribute of a Character is at present; Totems stand in for its card (STA-20.65).

    What has changed it for good, as permanent wounds do, counts with Totems, too.
    """
    own = s.ch_att[slot, attribute] + 0
    if attribute == CHARISMA:
        return own + _charm_of(s, t, slot)
    if attribute > CHARISMA or not bears_totem(s, slot):
        return own
    best = 0
    for place in range(TOTEMS):
        if s.totem[slot, place] != NONE:
            best = max(best, t.totems[s.totem[slot, place]].attributes[attribute])
    changed = own - t.characters[s.ch_card[slot]].attributes[attribute]
    least = min(best, LEAST) if attribute >= STRENGTH else 0
    return max(least, min(MOST, best + changed))


@kernel
def _charm_of(s: Any, t: Any, slot: int) -> int:
    """What a Pirate's hat does for its Charisma (STA-25.3)."""
    charm = 0
    if is_pirate(s, slot):
        for place in range(s.inv_n[slot]):
            item = t.items[s.inv_id[slot, place]]
            if item.effect == _CHARMING and item.worn == 1:
                charm += item.amount
    return charm


@kernel
def bears_totem(s: Any, slot: int) -> bool:
    """Whether a Pirate has a Totem equipped."""
    is_able = s.ch_kind[slot] == PIRATE and s.ch_traits[slot, _TOTEM_MAGIC] == 1
    return is_able and s.totem[slot, 0] != NONE


@kernel
def has_status(s: Any, slot: int, status: int) -> bool:
    """Whether a Character has a condition, one of `Status`."""
    return s.ch_status[slot] & status != 0


@kernel
def set_status(s: Any, slot: int, status: int) -> None:
    """Give a Character conditions."""
    s.ch_status[slot] |= status


@kernel
def clear_status(s: Any, slot: int, status: int) -> None:
    """Take conditions from a Character."""
    s.ch_status[slot] &= -1 - status


@kernel
def is_pirate(s: Any, slot: int) -> bool:
    """Whether a slot has a Pirate."""
    return s.ch_kind[slot] == PIRATE


@kernel
def is_in_play(s: Any, slot: int) -> bool:
    """Whether a Character takes part and was not removed, Knocked Out or not."""
    return s.ch_kind[slot] != EMPTY and s.ch_in_adv[slot] == 1 and s.ch_dead[slot] == 0


@kernel
def characters_in_adventure(s: Any) -> int:
    """Pirates and Allies that began the Adventure (STA-2.19, STA-R60)."""
    count = 0
    for slot in range(SLOTS):
        count += s.ch_kind[slot] != EMPTY and s.ch_in_adv[slot] == 1
    return count


@kernel
def has_left(s: Any, slot: int) -> bool:
    """Whether a Character is off the board for good, and not in the grip of an Enemy."""
    return s.ch_y[slot] == NONE and not has_status(s, slot, Status.RESTRAINED)


# --- who is next to whom --------------------------------------------------------------------------


@kernel
def place_of_character(s: Any, slot: int) -> tuple[int, int]:
    """Row and column of a Character, -1 off the board."""
    return place_of(s, CHARACTER + slot)


@kernel
def are_next_to_each_other(s: Any, t: Any, slot: int, other: int) -> bool:
    """Whether two Characters on the board are adjacent."""
    if slot == other or s.ch_y[slot] == NONE or s.ch_y[other] == NONE:
        return False
    return is_adjacent(s, t, place_of_character(s, slot), place_of_character(s, other))


@kernel
def foes_at(s: Any, t: Any, slot: int, place: Any) -> int:
    """Enemies adjacent to a place that a Character takes notice of, a bit each (STA-14.9)."""
    noinline()
    found = 0
    if place[0] == NONE:
        return found
    left = foes_seen_by(s, slot)
    while left:
        foe = lowest(left)
        left &= left - 1
        if is_adjacent(s, t, place, (s.foe_row[foe], s.foe_col[foe])):
            found |= 1 << foe
    return found


@kernel
def foes_next_to(s: Any, t: Any, slot: int) -> int:
    """Enemies adjacent to a Character, a bit each; none if it is off the board."""
    return foes_at(s, t, slot, place_of_character(s, slot))


@kernel
def is_free_of_foes(s: Any, t: Any, slot: int) -> bool:
    """Whether no Enemy is adjacent, Stunned ones excepted (STA-14.4)."""
    return foes_next_to(s, t, slot) & places_of(s.foe_stun, 0) == 0


@kernel
def foes_engaging_at(s: Any, t: Any, slot: int, place: Any) -> int:
    """Enemies that would keep a Character from walking on from a place, a bit each."""
    if s.ch_status[slot] & Status.HIDDEN:
        return 0
    near = left = foes_at(s, t, slot, place) & ~s.free_from[slot]
    while left:
        foe = lowest(left)
        left &= left - 1
        if s.foe_status[foe] & FoeStatus.ASLEEP:
            near &= ~(1 << foe)
    return near


@kernel
def foes_engaging(s: Any, t: Any, slot: int) -> int:
    """Enemies that keep a Character from walking on, a bit each (STA-10.13, STA-R23)."""
    return foes_engaging_at(s, t, slot, place_of_character(s, slot))


@kernel
def is_foe_able(s: Any, foe: int) -> bool:
    """Whether an Enemy is neither Stunned nor Knocked Down (STA-R79)."""
    return s.foe_stun[foe] == 0 and s.foe_status[foe] & _HELPLESS == 0
