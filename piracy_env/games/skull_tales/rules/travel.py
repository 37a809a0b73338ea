"""The Travel Round: Filth, Battle Stations, and who goes where (STV-5)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.actions import ACT
from piracy_env.games.skull_tales.rules.crew import (
    has_trait,
    is_up,
    must_captain_settle,
    next_by_prestige,
    tied_by_prestige,
)
from piracy_env.games.skull_tales.rules.frames import (
    clear_candidates,
    mark_candidates,
    mark_yes_no,
    offer,
    pop,
    push,
    push_for,
    top,
)
from piracy_env.games.skull_tales.rules.posts import is_captains
from piracy_env.games.skull_tales.rules.rolls import offer_healing
from piracy_env.games.skull_tales.rules.ship import (
    CREW_QUARTERS,
    GUN_DECK,
    change_morale,
    has_room_for_character,
)
from piracy_env.games.skull_tales.rules.voyage_setup import trust_of_bosun
from piracy_env.games.skull_tales.state import (
    EMPTY,
    GROUPS,
    NONE,
    SLOT,
    SLOTS,
    A,
    B,
    C,
    Decision,
    Lasting,
)
from piracy_env.games.skull_tales.traits import Trait

MOST_FILTH = 3
_TRAITS, _AT_SEA = 105, 1
"""Traits, and the Voyage among the phases that a Trait is for."""


# --- a turn begins --------------------------------------------------------------------------------


@kernel
def clear_turn(s: Any) -> None:
    """What was done in the last turn does not count any more."""
    noinline()
    for slot in range(SLOTS):
        s.acted[slot], s.reloc[slot], s.dpu[slot], s.clair[slot] = 0, 0, 0, 0
    for group in range(GROUPS):
        s.pg_acted[group] = 0
    s.cp, s.cp_used, s.ship_mov, s.rolled, s.fired, s.rig_sel = 0, 0, 0, 0, 0, 0
    s.moved_goods, s.landed, s.schemer = 0, 0, NONE
    was_sunk = s.pers & Lasting.SUNK
    s.pers &= ~(Lasting.SUNK | Lasting.WRECK)
    if was_sunk:
        s.pers |= Lasting.WRECK


@kernel
def soil(s: Any) -> None:
    """Filth rises; as high as it gets, Morale falls (STV-5.6)."""
    if s.filth < MOST_FILTH:
        s.filth += 1
    else:
        change_morale(s, -1)


# --- Battle Stations ------------------------------------------------------------------------------


@kernel
def gather(s: Any) -> None:
    """All who can gather in the Crew Quarters (STV-5.7)."""
    s.schemer = NONE
    for slot in range(SLOTS):
        if is_up(s, slot):
            s.post[slot] = CREW_QUARTERS


@kernel
def place_next(s: Any, t: Any) -> bool:
    """Ask for the next Character's post; whether there is one left.

    `B` of the frame tells that the Captain was asked, `C` which Constables were.
    """
    noinline()
    frame = top(s)
    if frame[B] == 0:
        frame[B] = 1
        if is_up(s, s.captain):
            ask_for_post(s, s.captain)
        return True
    for slot in range(SLOTS):
        if frame[C] >> slot & 1 == 0 and _may_be_constable(s, t, slot):
            frame[C] |= 1 << slot
            push_for(s, Decision.CONSTABLE, s.ch_owner[slot], slot, 0, 0)
            return True
    slot = _next_in_order(s)
    if slot == NONE:
        return False
    if must_captain_settle(s, tied_for_post(s)):
        push(s, Decision.SETTLE_TIE, NONE)
    else:
        ask_for_post(s, slot)
    return True


@kernel
def tied_for_post(s: Any) -> int:
    """The Pirates without a post that have the most prestige, a bit each (STV-5.9)."""
    placed = 0
    for seat in range(s.players):
        if not _waits(s, seat):
            placed |= 1 << seat
    return tied_by_prestige(s, placed)


@kernel
def ask_for_post(s: Any, slot: int) -> None:
    """A Character takes a post; a Pirate may heal itself first (STC-1.10)."""
    push_for(s, Decision.TAKE_POST, s.ch_owner[slot], slot, 0, 0)
    if slot < s.players:
        offer_healing(s, slot)


@kernel
def _waits(s: Any, slot: int) -> bool:
    """Whether a Character has no post yet."""
    return is_up(s, slot) and s.post[slot] == CREW_QUARTERS and s.schemer != slot


@kernel
def _may_be_constable(s: Any, t: Any, slot: int) -> bool:
    """Whether a Constable may take the Gun Deck before the others (STV-20.19)."""
    return (
        slot != s.captain
        and _waits(s, slot)
        and has_trait(s, t, slot, Trait.CONSTABLE)
        and has_room_for_character(s, t, GUN_DECK)
    )


@kernel
def _next_in_order(s: Any) -> int:
    """Pirates by prestige, then Allies in the order of their owners (STV-5.9)."""
    done = 0
    for _ in range(s.players):
        seat = next_by_prestige(s, done)
        done |= 1 << seat
        if _waits(s, seat):
            return seat
    done = 0
    seat = s.captain
    for _ in range(s.players):
        for slot in range(s.players, SLOTS):
            if s.ch_kind[slot] != EMPTY and s.ch_owner[slot] == seat and _waits(s, slot):
                return slot
        done |= 1 << seat
        seat = next_by_prestige(s, done)
    return NONE


@kernel
def _mark_posts(s: Any, t: Any, mask: Any) -> None:
    """Mark free posts; the Captain and its Ally never stay to Scheme (STV-3.9, STV-5.10)."""
    slot = top(s)[SLOT]
    for post in range(CREW_QUARTERS):
        mask[ACT.post.start + post] = has_room_for_character(s, t, post)
    mask[ACT.post.start + CREW_QUARTERS] = s.schemer == NONE and not is_captains(s, slot)


@kernel
def _take_post(s: Any, t: Any, action: int) -> None:
    """Go there, or stay in the Crew Quarters."""
    slot = top(s)[SLOT]
    pop(s)
    s.post[slot] = action - ACT.post.start
    if s.post[slot] == CREW_QUARTERS:
        s.schemer = slot


@kernel
def _go_to_guns(s: Any, t: Any, action: int) -> None:
    """The Constable takes the Gun Deck, or waits for its turn."""
    slot = top(s)[SLOT]
    pop(s)
    if action == ACT.yes.start:
        s.post[slot] = GUN_DECK
        if slot < s.players:
            offer_healing(s, slot)


# --- Watchful -------------------------------------------------------------------------------------


@kernel
def copy_next(s: Any, t: Any) -> bool:
    """Ask the next Watchful Character for a Trait; whether there was one. `A` counts slots."""
    frame = top(s)
    for slot in range(frame[A], SLOTS):
        if s.ch_kind[slot] != EMPTY and has_trait(s, t, slot, Trait.WATCHFUL):
            frame[A] = slot + 1
            push_for(s, Decision.COPY_TRAIT, s.ch_owner[slot], slot, 0, 0)
            return True
    return False


@kernel
def _is_for_voyages(t: Any, trait: int) -> bool:
    for place in range(3):  # noqa: SIM110 - numba knows no any()
        if t.traits[trait].phases[place] == _AT_SEA:
            return True
    return False


@kernel
def _can_copy(s: Any, t: Any) -> bool:
    """List the Voyage Traits of other Pirates aboard (STV-20.2); whether there is any."""
    noinline()
    slot = top(s)[SLOT]
    clear_candidates(s)
    for trait in range(_TRAITS):
        if trait != Trait.WATCHFUL and _is_for_voyages(t, trait):
            for seat in range(s.players):
                if seat != s.ch_owner[slot] and s.ch_traits[seat, trait] == 1:
                    offer(s, trait, 0)
                    break
    if s.cand_n > 0:
        return True
    pop(s)
    return False


@kernel
def _mark_traits(s: Any, t: Any, mask: Any) -> None:
    mark_candidates(s, mask)


@kernel
def _copy(s: Any, t: Any, action: int) -> None:
    """Have another's Trait for this Voyage."""
    slot = top(s)[SLOT]
    s.watch[slot] = s.cand[action - ACT.cand.start, 0]
    pop(s)
    trust_of_bosun(s, t, slot)


HANDLERS = (
    Handler(Decision.COPY_TRAIT, _mark_traits, _copy, _can_copy),
    Handler(Decision.TAKE_POST, _mark_posts, _take_post),
    Handler(Decision.CONSTABLE, mark_yes_no, _go_to_guns),
)
