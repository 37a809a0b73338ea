"""The Crew Round: songs, and the stations in the Captain's order (STV-6.1, 6.2, STV-3.16)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.core.scratch import scratch_of
from piracy_env.games.skull_tales.actions import ACT, ACTIONS
from piracy_env.games.skull_tales.daily import Daily
from piracy_env.games.skull_tales.rules.command import can_reassign
from piracy_env.games.skull_tales.rules.crew import (
    has_trait,
    heal,
    is_down,
    is_up,
    place_of,
    slot_at,
)
from piracy_env.games.skull_tales.rules.diving import can_dive, dive, mark_divers, surface
from piracy_env.games.skull_tales.rules.frames import pop, push, push_for, top
from piracy_env.games.skull_tales.rules.lookout import begin_cartography, cartographer
from piracy_env.games.skull_tales.rules.main_deck import (
    begin_main_deck,
    can_character_work,
    can_groups_work,
)
from piracy_env.games.skull_tales.rules.provisions import give_out_rum, has_rum
from piracy_env.games.skull_tales.rules.rolls import call_for, successes
from piracy_env.games.skull_tales.rules.sailing import can_character_sail, can_sail
from piracy_env.games.skull_tales.rules.scheme import begin_scheme, schemer
from piracy_env.games.skull_tales.rules.ship import change_morale, earn_trust, is_able
from piracy_env.games.skull_tales.state import (
    CHARISMA,
    EMPTY,
    INTELLIGENCE,
    NONE,
    PURGED,
    SLOT,
    SLOTS,
    STEP,
    STRENGTH,
    A,
    B,
    C,
    Decision,
)
from piracy_env.games.skull_tales.traits import Trait

MAIN, CARTOGRAPHY, SCHEMING, SAILS = range(4)
"""Stations, as bits of the frame's `A` and in the order of their actions."""
STATIONS = 4
_RECOVERY, _SONG, _PURGE, _PURGE_TRUST = 4, 5, 5, 3
_blank_mask = scratch_of(ACTIONS.size)


# --- the Sick Bay ---------------------------------------------------------------------------------


@kernel
def wake_next(s: Any) -> bool:
    """The next who is Knocked Out rolls Strength; whether there is one (STV-3.16).

    `A` of the frame counts slots, `B` tells that a roll is on the table.
    """
    frame = top(s)
    if frame[B] == 1:
        frame[B] = 0
        if successes(s) > 0:
            heal(s, frame[A] - 1, 1)
    for slot in range(frame[A], SLOTS):
        if s.ch_kind[slot] != EMPTY and is_down(s, slot):
            frame[A], frame[B] = slot + 1, 1
            call_for(s, slot, STRENGTH, _RECOVERY)
            return True
    return False


# --- songs ----------------------------------------------------------------------------------------


@kernel
def sing_next(s: Any, t: Any) -> bool:
    """Ask the next Musician, then those who Purge; whether there is one. `A` counts them."""
    frame = top(s)
    while frame[A] < 2 * SLOTS:
        slot, is_purge = frame[A] % SLOTS, frame[A] // SLOTS
        frame[A] += 1
        can = _can_purge(s, t, slot) if is_purge else _can_sing(s, t, slot)
        if can:
            push_for(s, Decision.SONG, s.ch_owner[slot], slot, is_purge, 0)
            return True
    return False


@kernel
def _can_sing(s: Any, t: Any, slot: int) -> bool:
    """Whether a Musician may sing, once a Day and as its task (STV-20.11)."""
    is_used = s.once_day[slot] & Daily.SONG
    return is_used == 0 and is_able(s, slot) and has_trait(s, t, slot, Trait.MUSICIAN)


@kernel
def _can_purge(s: Any, t: Any, slot: int) -> bool:
    """Whether somebody may lift a curse, once a Voyage (STV-20.15)."""
    if s.once_voy[slot] & PURGED or not is_up(s, slot) or not has_trait(s, t, slot, Trait.PURGE):
        return False
    for other in range(SLOTS):  # noqa: SIM110 - numba knows no any()
        if s.ch_kind[other] != EMPTY and s.ch_cursed[other] == 1:
            return True
    return False


_WHETHER, _WHOM, _ROLLED = range(3)
"""Steps of SONG. `A` is 1 for a Purge, `C` the slot that it helps."""


@kernel
def _is_sung(s: Any, t: Any) -> bool:
    """Whether an answer is waited for; after the roll, what it brings."""
    frame = top(s)
    if frame[STEP] != _ROLLED:
        return True
    slot, is_purge, whom = frame[SLOT] + 0, frame[A] + 0, frame[C] + 0
    pop(s)
    if is_purge:
        if successes(s) > 0:
            s.ch_cursed[whom] = 0
            earn_trust(s, slot, _PURGE_TRUST)
    else:
        above = s.roll[0] - s.roll_dif
        change_morale(s, 1 if above > 0 else -1)
        earn_trust(s, slot, above if above > 0 else -1)
    return False


@kernel
def _mark_song(s: Any, t: Any, mask: Any) -> None:
    frame = top(s)
    if frame[STEP] == _WHETHER:
        mask[ACT.no.start] = True
        mask[ACT.yes.start] = True
        return
    seat = s.ch_owner[frame[SLOT]]
    for slot in range(SLOTS):
        if s.ch_kind[slot] != EMPTY and s.ch_cursed[slot] == 1:
            mask[ACT.char.start + place_of(s, seat, slot)] = True


@kernel
def _sing(s: Any, t: Any, action: int) -> None:
    """Sing, or lift a curse, or do neither."""
    frame = top(s)
    slot = frame[SLOT]
    if action == ACT.no.start:
        pop(s)
    elif frame[STEP] == _WHOM:
        frame[C] = slot_at(s, s.ch_owner[slot], action - ACT.char.start)
        frame[STEP] = _ROLLED
        s.once_voy[slot] |= PURGED
        call_for(s, slot, INTELLIGENCE, _PURGE)
    elif frame[A] == 1:
        frame[STEP] = _WHOM
    else:
        frame[STEP] = _ROLLED
        s.once_day[slot] |= Daily.SONG
        s.acted[slot] = 1
        call_for(s, slot, CHARISMA, _SONG)


# --- the menu of stations -------------------------------------------------------------------------

_MENU, _DIVER, _DIVED = range(3)
"""Steps of STATIONS. `A` holds the stations that are done, `SLOT` is who dives."""


@kernel
def _can_character_act(s: Any, t: Any, station: int) -> bool:
    """Whether a Character can do something at a station, besides declining."""
    if station == MAIN:
        return can_character_work(s, t)
    if station == CARTOGRAPHY:
        return cartographer(s) != NONE
    if station == SCHEMING:
        return schemer(s) != NONE
    return can_character_sail(s, t)


@kernel
def _can_groups_act(s: Any, t: Any, station: int) -> bool:
    """Whether groups can do something at a station."""
    if station == MAIN:
        return can_groups_work(s)
    return station == SAILS and can_sail(s, t)


@kernel
def _mark_stations(s: Any, t: Any, mask: Any) -> None:
    """Mark stations that are open, and the end once no Character can act any more (STV-6.2)."""
    noinline()
    frame = top(s)
    if frame[STEP] == _DIVER:
        mark_divers(s, mask)
        return
    may_end = True
    for station in range(STATIONS):
        if frame[A] >> station & 1 == 0:
            is_needed = _can_character_act(s, t, station)
            may_end &= not is_needed
            is_open = is_needed or _can_groups_act(s, t, station)
            mask[ACT.st_main.start + station] = is_open
    mask[ACT.rum.start] = has_rum(s)
    mask[ACT.relocate.start] = can_reassign(s, t)
    mask[ACT.dive.start] = can_dive(s)
    mask[ACT.no.start] = may_end


@kernel
def _is_station_open(s: Any, t: Any) -> bool:
    """Whether the Captain has a choice besides ending."""
    frame = top(s)
    if frame[STEP] == _DIVED:
        frame[STEP] = _MENU
        surface(s, frame[SLOT])
        return False
    if frame[STEP] == _DIVER:
        return True
    mask = _blank_mask()
    _mark_stations(s, t, mask)
    mask[ACT.no.start] = False
    if mask.any():
        return True
    pop(s)
    return False


@kernel
def _go_to_station(s: Any, t: Any, action: int) -> None:
    """Resolve a station, or do what else is possible, or end."""
    noinline()
    frame = top(s)
    if frame[STEP] == _DIVER:
        frame[SLOT] = slot_at(s, s.captain, action - ACT.char.start)
        frame[STEP] = _DIVED
        dive(s, frame[SLOT])
    elif action == ACT.no.start:
        pop(s)
    elif action == ACT.rum.start:
        give_out_rum(s)
    elif action == ACT.relocate.start:
        push(s, Decision.RELOCATE, NONE)
    elif action == ACT.dive.start:
        frame[STEP] = _DIVER
    else:
        station = action - ACT.st_main.start
        frame[A] |= 1 << station
        if station == MAIN:
            begin_main_deck(s)
        elif station == CARTOGRAPHY:
            begin_cartography(s)
        elif station == SCHEMING:
            begin_scheme(s)
        else:
            push(s, Decision.SAILING, NONE)


HANDLERS = (
    Handler(Decision.SONG, _mark_song, _sing, _is_sung),
    Handler(Decision.STATIONS, _mark_stations, _go_to_station, _is_station_open),
)
