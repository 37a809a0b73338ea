"""Assembling vessels: placing, shifting and burning cards, and orphans (HAV-3)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.havens.actions import ACT
from piracy_env.games.havens.cards import NO_COLOUR, PARTS
from piracy_env.games.havens.rules.fleet import colour_of, discard_part, give_up
from piracy_env.games.havens.rules.frames import lay_down, pick_up, pop, push, top
from piracy_env.games.havens.rules.piles import lose
from piracy_env.games.havens.state import (
    ACTOR,
    CAPTAIN,
    CARD,
    CREW,
    GREAT_GUNS,
    NONE,
    PLACE,
    SEAT,
    SLOT,
    SLOTS,
    VESSEL,
    Decision,
)

# --- Which cards go together (HAV-3.2, 3.5 to 3.8, 3.15) ------------------------------------------


@kernel
def parts_of(s: Any, seat: int, slot: int) -> int:
    """The parts in a slot, a bit each."""
    found = 0
    for part in range(PARTS):
        found |= (s.part[seat, slot, part] != NONE) << part
    return found


@kernel
def has(parts: int, part: int) -> bool:
    """Whether a set of parts has one."""
    return parts >> part & 1 == 1


@kernel
def has_support(parts: int, part: int) -> bool:
    """Whether a part may lie with others: guns need a vessel, crew a captain or a vessel."""
    if part == GREAT_GUNS:
        return has(parts, VESSEL)
    return part != CREW or has(parts, VESSEL) or has(parts, CAPTAIN)


@kernel
def is_sound(parts: int) -> bool:
    """Whether no part lacks the support of another."""
    return (not has(parts, GREAT_GUNS) or has_support(parts, GREAT_GUNS)) and (
        not has(parts, CREW) or has_support(parts, CREW)
    )


@kernel
def can_place(s: Any, t: Any, seat: int, slot: int, card: int) -> bool:
    """Whether a card from the hand may be placed in a slot."""
    noinline()
    if s.at_sea[seat, slot] == 1:
        return False
    part = t.cards[card].kind
    colour = colour_of(s, t, seat, slot)
    if colour == NO_COLOUR:
        return part == CAPTAIN or part == VESSEL  # noqa: PLR1714 - numba is quicker so
    parts = parts_of(s, seat, slot)
    return colour == t.cards[card].colour and not has(parts, part) and has_support(parts, part)


# --- Placing (HAV-3.3) ----------------------------------------------------------------------------


@kernel
def choose_card(s: Any, card: int) -> None:
    """Take a card from the hand; it is committed, and its slot is asked for (HAV-R39)."""
    lose(s, s.turn_seat, card)
    lay_down(s, s.turn_seat, card)
    push(s, Decision.PLACE, s.turn_seat)
    top(s)[CARD] = card


@kernel
def _mark_places(s: Any, t: Any, mask: Any) -> None:
    """Mark the slots that the card may be placed in."""
    noinline()
    card = top(s)[CARD]
    for slot in range(SLOTS):
        mask[ACT.slot.start + slot] = can_place(s, t, s.turn_seat, slot, card)


@kernel
def _place(s: Any, t: Any, action: int) -> None:
    """Pay for the card and place it."""
    noinline()
    me, slot = s.turn_seat, action - ACT.slot.start
    card = pick_up(s)
    s.unspent[me] -= t.cards[card].cost
    s.part[me, slot, t.cards[card].kind] = card
    pop(s)


# --- Shifting (HAV-3.9, HAV-3.10) -----------------------------------------------------------------


@kernel
def can_shift(s: Any, t: Any, slot: int, part: int, target: int) -> bool:
    """Whether a part may go to another slot, in exchange for the same part there."""
    noinline()
    me = s.turn_seat
    if slot == target or s.at_sea[me, target] == 1:
        return False
    parts, others = parts_of(s, me, slot), parts_of(s, me, target)
    if others == 0 or colour_of(s, t, me, slot) != colour_of(s, t, me, target):
        return False
    if has(others, part):
        return True
    return is_sound(parts & ~(1 << part)) and is_sound(others | 1 << part)


@kernel
def can_shift_somewhere(s: Any, t: Any, slot: int, part: int) -> bool:
    """Whether a part may go to any other slot."""
    for target in range(SLOTS):  # noqa: SIM110 - numba knows no any()
        if can_shift(s, t, slot, part, target):
            return True
    return False


@kernel
def choose_shift(s: Any, slot: int, part: int) -> None:
    """Take a card up; where it goes is asked for."""
    s.shifts += 1
    push(s, Decision.SHIFT_DEST, s.turn_seat)
    frame = top(s)
    frame[CARD] = s.part[s.turn_seat, slot, part]
    frame[SEAT], frame[SLOT], frame[PLACE] = s.turn_seat, slot, part


@kernel
def _mark_shifts(s: Any, t: Any, mask: Any) -> None:
    """Mark the slots that the card may go to."""
    noinline()
    frame = top(s)
    for slot in range(SLOTS):
        mask[ACT.slot.start + slot] = can_shift(s, t, frame[SLOT], frame[PLACE], slot)


@kernel
def _shift(s: Any, t: Any, action: int) -> None:
    """Exchange the card with that part of the other slot, or with nothing."""
    noinline()
    frame, target = top(s), action - ACT.slot.start
    mine, part = s.part[s.turn_seat], frame[PLACE]
    mine[frame[SLOT], part] = mine[target, part]
    mine[target, part] = frame[CARD]
    pop(s)


# --- Burning (HAV-3.11 to 3.13) -------------------------------------------------------------------


@kernel
def can_burn(parts: int, part: int) -> bool:
    """Whether a part that is not at sea may be burned: nothing must be left without support."""
    return has(parts, part) and is_sound(parts & ~(1 << part))


@kernel
def burn_part(s: Any, slot: int, part: int) -> None:
    """Discard a card that is not at sea."""
    discard_part(s, s.turn_seat, slot, part)


@kernel
def burn_vessel(s: Any, slot: int) -> None:
    """Discard a vessel at sea with all aboard; the booty is lost (HAV-R29)."""
    give_up(s, s.turn_seat, slot)


# --- Orphans (HAV-3.15, HAV-R20) ------------------------------------------------------------------


@kernel
def look_for_orphans(s: Any, seat: int, slot: int) -> None:
    """Guns or crew that have lost their support must go elsewhere, guns first."""
    noinline()
    parts = parts_of(s, seat, slot)
    for part in range(CREW, GREAT_GUNS - 1, -1):
        if has(parts, part) and not has_support(parts, part):
            push(s, Decision.ORPHAN, seat)
            frame = top(s)
            frame[CARD] = s.part[seat, slot, part]
            frame[SEAT], frame[SLOT], frame[PLACE] = seat, slot, part


@kernel
def _can_take_orphan(s: Any, t: Any, target: int) -> bool:
    """Whether a slot can take the orphan in."""
    frame = top(s)
    seat, part = frame[SEAT], frame[PLACE]
    if target == frame[SLOT] or s.at_sea[seat, target] == 1:
        return False
    parts = parts_of(s, seat, target)
    if parts == 0 or has(parts, part) or not has_support(parts, part):
        return False
    return colour_of(s, t, seat, target) == t.cards[frame[CARD]].colour


@kernel
def _mark_orphanages(s: Any, t: Any, mask: Any) -> None:
    """Mark the slots that can take the orphan in; it may be discarded as well."""
    noinline()
    for slot in range(SLOTS):
        mask[ACT.slot.start + slot] = _can_take_orphan(s, t, slot)
    mask[ACT.pass_.start] = True


@kernel
def _has_place_for_orphan(s: Any, t: Any) -> bool:
    """Whether there is a slot to choose; an orphan without a place is discarded."""
    noinline()
    for target in range(SLOTS):
        if _can_take_orphan(s, t, target):
            return True
    _settle_orphan(s, t, ACT.pass_.start)
    return False


@kernel
def _settle_orphan(s: Any, t: Any, action: int) -> None:
    """Move the orphan to a slot, or discard it."""
    noinline()
    frame = top(s)
    seat, slot, part = frame[ACTOR], frame[SLOT], frame[PLACE]
    if action == ACT.pass_.start:
        discard_part(s, seat, slot, part)
    else:
        s.part[seat, action - ACT.slot.start, part] = frame[CARD]
        s.part[seat, slot, part] = NONE
    pop(s)


HANDLERS = (
    Handler(Decision.PLACE, _mark_places, _place, doc="The slot for a card from the hand."),
    Handler(Decision.SHIFT_DEST, _mark_shifts, _shift, doc="The slot that a card goes to."),
    Handler(
        Decision.ORPHAN,
        _mark_orphanages,
        _settle_orphan,
        _has_place_for_orphan,
        "The slot for guns or crew that have lost their support.",
    ),
)
"""Where cards go."""
