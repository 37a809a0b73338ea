"""What a vessel can do, where it lies, and how it is lost (HAV-4.4, 4.5, 5.6, 7.3, 8.5, 9.9)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.havens.cards import (
    BECALMED,
    FIRST_HAVEN,
    FIRST_VESSEL,
    NO_COLOUR,
    PARTS,
)
from piracy_env.games.havens.rules.piles import discard
from piracy_env.games.havens.state import (
    CAPTAIN,
    CREW,
    GREAT_GUNS,
    NONE,
    SLOTS,
    VESSEL,
    WILDS,
)

DIRECTIONS = 6


@kernel
def colour_of(s: Any, t: Any, seat: int, slot: int) -> int:
    """The colour of a slot's cards; NO_COLOUR for an empty slot."""
    for part in range(PARTS):
        card = s.part[seat, slot, part]
        if card != NONE:
            return t.cards[card].colour
    return NO_COLOUR


@kernel
def can_sail(s: Any, seat: int, slot: int) -> bool:
    """Whether there is a vessel with a captain (HAV-3.4)."""
    return s.part[seat, slot, CAPTAIN] != NONE and s.part[seat, slot, VESSEL] != NONE


@kernel
def has_both(s: Any, seat: int, slot: int) -> bool:
    """Whether both guns and crew are aboard."""
    return s.part[seat, slot, GREAT_GUNS] != NONE and s.part[seat, slot, CREW] != NONE


@kernel
def has_neither(s: Any, seat: int, slot: int) -> bool:
    """Whether neither guns nor crew are aboard."""
    return s.part[seat, slot, GREAT_GUNS] == NONE and s.part[seat, slot, CREW] == NONE


@kernel
def strength_of(s: Any, t: Any, seat: int, slot: int) -> int:
    """Total strength: the number of dice (HAV-5.6)."""
    noinline()
    total = 0
    for part in range(PARTS):
        card = s.part[seat, slot, part]
        if card != NONE:
            total += t.cards[card].strength
    for place in range(WILDS):
        card = s.wild[seat, slot, place]
        if card != NONE:
            total += t.cards[card].dice
    return max(1, total)


@kernel
def move_cost_of(s: Any, t: Any, seat: int, slot: int) -> int:
    """Pieces of eight for a move."""
    return t.vessels[s.part[seat, slot, VESSEL] - FIRST_VESSEL].move_cost


@kernel
def move_bonus_of(s: Any, t: Any, seat: int, slot: int) -> int:
    """Spaces added to the die: of the vessel, its historical captain, Trade Winds (HAV-4.4)."""
    noinline()
    vessel = s.part[seat, slot, VESSEL] - FIRST_VESSEL
    bonus = t.vessels[vessel].move_bonus
    if t.vessels[vessel].captain[0] == s.part[seat, slot, CAPTAIN]:
        bonus += t.rules.historical_move
    for place in range(WILDS):
        card = s.wild[seat, slot, place]
        if card != NONE:
            bonus += t.cards[card].pips
    return bonus


# --- Where vessels lie ----------------------------------------------------------------------------


@kernel
def haven_hex(s: Any, t: Any, seat: int) -> int:
    """The hex of a player's Haven."""
    return t.havens[s.haven[seat] - FIRST_HAVEN].hex


@kernel
def is_at_haven(s: Any, t: Any, seat: int, slot: int) -> bool:
    """Whether a vessel at sea lies on its own Haven's hex."""
    return s.at_sea[seat, slot] == 1 and s.hex[seat, slot] == haven_hex(s, t, seat)


@kernel
def is_taken(s: Any, hex_: int) -> bool:
    """Whether a vessel lies in a hex (HAV-4.9)."""
    for seat in range(s.players):
        for slot in range(SLOTS):
            if s.hex[seat, slot] == hex_:
                return True
    return False


@kernel
def can_leave_haven(s: Any, t: Any, seat: int) -> bool:
    """Whether the Haven's hex or one next to it is free (HAV-4.12)."""
    noinline()
    haven = haven_hex(s, t, seat)
    if not is_taken(s, haven):
        return True
    for direction in range(DIRECTIONS):
        near = t.chart.near[haven, direction]
        if near >= 0 and not is_taken(s, near):
            return True
    return False


# --- Wild cards on a vessel (HAV-9.9) -------------------------------------------------------------


@kernel
def is_becalmed(s: Any, seat: int, slot: int) -> bool:
    """Whether a vessel cannot move (HAV-10.3)."""
    for place in range(WILDS):  # noqa: SIM110 - numba knows no any()
        if s.wild[seat, slot, place] == BECALMED:
            return True
    return False


@kernel
def can_take_wild(s: Any, seat: int, slot: int) -> bool:
    """Whether a vessel at sea has room for a Wild card."""
    if s.at_sea[seat, slot] == 0:
        return False
    for place in range(WILDS):  # noqa: SIM110 - numba knows no any()
        if s.wild[seat, slot, place] == NONE:
            return True
    return False


@kernel
def attach(s: Any, t: Any, card: int, seat: int, slot: int) -> None:
    """Lay a Wild card on a vessel, for as many Upkeeps as it lasts (HAV-9.10)."""
    for place in range(WILDS):
        if s.wild[seat, slot, place] == NONE:
            s.wild[seat, slot, place] = card
            s.wild_ttl[seat, slot, place] = t.cards[card].ttl
            return


# --- Losing cards ---------------------------------------------------------------------------------


@kernel
def discard_part(s: Any, seat: int, slot: int, part: int) -> None:
    """Discard one card of a vessel, if it is there."""
    card = s.part[seat, slot, part]
    if card != NONE:
        s.part[seat, slot, part] = NONE
        discard(s, card)


@kernel
def give_up(s: Any, seat: int, slot: int) -> None:
    """Discard a vessel with all aboard, its captain last; the slot is as new (HAV-R21, HAV-R34)."""
    noinline()
    for place in range(WILDS):
        card = s.wild[seat, slot, place]
        if card != NONE:
            discard(s, card)
            s.wild[seat, slot, place], s.wild_ttl[seat, slot, place] = NONE, 0
    discard_part(s, seat, slot, GREAT_GUNS)
    discard_part(s, seat, slot, CREW)
    discard_part(s, seat, slot, VESSEL)
    discard_part(s, seat, slot, CAPTAIN)
    s.at_sea[seat, slot], s.moved[seat, slot] = 0, 0
    s.failed[seat, slot], s.safe[seat, slot] = 0, 0
    s.hex[seat, slot], s.booty[seat, slot] = NONE, 0
