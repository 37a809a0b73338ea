"""What is done in Cheating Death: cells broken open, arms found, a Rum bought, the way out."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.gear import Gear
from piracy_env.games.skull_tales.rules.adventure.arriving import leave_board
from piracy_env.games.skull_tales.rules.adventure.carrying import (
    give_item,
    give_rum,
    has_half_place,
)
from piracy_env.games.skull_tales.rules.adventure.cheating import (
    AWAKE,
    BREAK_OUT,
    DORMITORY_GUARD,
    FIRST_ARMED,
    FIRST_GONE,
    NORTH_CELL,
    S1,
    SOUTH_CELL,
    V1,
    V3,
    WORD,
    wake,
)
from piracy_env.games.skull_tales.rules.adventure.dice import call_for_roll
from piracy_env.games.skull_tales.rules.adventure.exploring import call_to_room
from piracy_env.games.skull_tales.rules.adventure.figures import CHARACTER
from piracy_env.games.skull_tales.rules.adventure.goals import is_reached
from piracy_env.games.skull_tales.rules.adventure.indoors import is_at_door, is_inside
from piracy_env.games.skull_tales.rules.adventure.people import (
    clear_status,
    is_pirate,
    place_of_character,
)
from piracy_env.games.skull_tales.rules.adventure.questions import ask, ask_number
from piracy_env.games.skull_tales.rules.adventure.search_cards import use_up
from piracy_env.games.skull_tales.rules.adventure.tiles import (
    door_named,
    on_board,
    open_door,
    tile_of,
)
from piracy_env.games.skull_tales.rules.adventure.track import coins_of, lose_coins
from piracy_env.games.skull_tales.rules.captaincy import elect_by
from piracy_env.games.skull_tales.rules.crew import STARTING
from piracy_env.games.skull_tales.rules.frames import offer, pop, push_for, top
from piracy_env.games.skull_tales.state import (
    AGILITY,
    ALLY,
    INTELLIGENCE,
    NONE,
    SLOT,
    SLOTS,
    STEP,
    STRENGTH,
    A,
    B,
    Decision,
    Scenario,
)
from piracy_env.games.skull_tales.state_land import FOUND, Door, Status
from piracy_env.games.skull_tales.tables.cards import SEARCH_KEYS
from piracy_env.games.skull_tales.terrain import ROOMS

_CELL, _RACK, _SHOP, _DRINK, _GATE = range(1, 6)
"""Specials."""
_ARMS = 2
"""What a frame TELLING is about, too: the choice of a weapon."""
_TOTAL = 2
"""The value of `adv_result` of a success."""
_OFFICE = 1 + ROOMS.index("f")
_RUM = SEARCH_KEYS.index("rum")
_SWORD, _PISTOL = int(Gear.SWORD), int(Gear.PISTOL)
_FRIENDS_PRICE = 1
"""What a Rum costs those whom the shopkeeper likes (STA-36.8)."""
_DOORWAY = (4, 2)
"""Where the patio leads into the living room."""
_WAYS_OUT = 1 << STRENGTH | 1 << AGILITY | 1 << INTELLIGENCE
"""Attributes with which a cell is broken open."""
_LEFT_BEHIND = (
    Status.STUNNED
    | Status.STUN_AGED
    | Status.KNOCKED_DOWN
    | Status.POISONED
    | Status.HIDDEN
    | Status.FRENZIED
    | Status.RUNNING
)
"""Conditions that are over for who has left."""


# --- Specials -------------------------------------------------------------------------------------


@kernel
def special_is_met(s: Any, t: Any, slot: int, number: int) -> bool:
    """A cell's door, coins for a Rum, a Rum to be shared, and the word for the gate."""
    if number == _CELL:
        return cell_door_at(s, slot) != NONE
    if number == _SHOP:
        has_coins = coins_of(s, slot) >= _price(s, t, number)
        return has_coins and has_half_place(s, t, slot, s.ch_rum[slot])
    if number == _DRINK:
        return s.ch_rum[slot] > 0 or _kept_rum(s, slot) != NONE
    return number != _GATE or is_reached(s, WORD)


@kernel
def cell_door_at(s: Any, slot: int) -> int:
    """The closed door of a cell in front of which a Character stands, -1 for none."""
    for index in range(2):
        door = door_named(s, NORTH_CELL if index == 0 else SOUTH_CELL)
        is_shut = door != NONE and s.dr_state[door] == Door.CLOSED
        if is_shut and is_at_door(s, slot, door):
            return door
    return NONE


@kernel
def _price(s: Any, t: Any, number: int) -> int:
    """Coins of the row of a Special."""
    return t.specials[t.first_special[s.chapter] + number - 1].coins


@kernel
def _kept_rum(s: Any, slot: int) -> int:
    """The place of a Rum among the kept Search cards, -1 for none."""
    for place in range(s.s_n[slot]):
        if s.s_cards[slot, place] == _RUM:
            return place
    return NONE


@kernel
def special_do(s: Any, t: Any, slot: int, number: int, passed: int, successes: int) -> None:
    """What comes of a Special, besides its goal."""
    noinline()
    if number == _CELL:
        push_for(s, Decision.TELLING, s.ch_owner[slot], slot, BREAK_OUT, 0)
    elif number == _RACK:
        give_item(s, t, slot, _PISTOL, FOUND)
        give_item(s, t, slot, _SWORD, FOUND)
    elif number == _SHOP:
        lose_coins(s, slot, _FRIENDS_PRICE if passed else _price(s, t, number))
        give_rum(s, t, slot, 1)
    elif number == _DRINK:
        if s.ch_rum[slot] > 0:
            s.ch_rum[slot] -= 1
        else:
            use_up(s, slot, _kept_rum(s, slot))
    else:
        leave(s, slot)


@kernel
def leave(s: Any, slot: int) -> None:
    """A Character is out of the town, and nothing can happen to it any more (STA-36.11)."""
    s.sf[FIRST_GONE + slot] = 1
    clear_status(s, slot, _LEFT_BEHIND)
    leave_board(s, CHARACTER + slot)


# --- what the story goes on with ------------------------------------------------------------------


@kernel
def go_on(s: Any, t: Any) -> bool:
    """The next step of the uppermost TELLING; A says what it is about."""
    frame = top(s)
    about = frame[A]
    if about == AWAKE:
        pop(s)
        call_to_room(s, t, on_board(s, t, tile_of(s, V1), _DOORWAY))
    elif about == _ARMS:
        _choose_arms(s, t)
    else:
        _break_out(s, t)
    return False


@kernel
def _break_out(s: Any, t: Any) -> None:
    """By Strength, Agility or Intelligence; the guard hears the door (STA-36.2)."""
    frame = top(s)
    slot, step = frame[SLOT] + 0, frame[STEP]
    if step == 0:
        ask_number(s, s.ch_owner[slot], slot, _WAYS_OUT)
    elif step == 1:
        row = t.first_special[s.chapter] + _CELL - 1
        call_for_roll(s, t, slot, frame[B] + 0, t.specials[row].difficulty)
    else:
        is_open = frame[B] == 1
        pop(s)
        if is_open:
            open_door(s, cell_door_at(s, slot))
            wake(s, S1)


@kernel
def _choose_arms(s: Any, t: Any) -> None:
    """Which of its starting weapons a Pirate takes back (STA-36.6)."""
    frame = top(s)
    slot = frame[SLOT] + 0
    if frame[STEP] == 0:
        ask(s, Decision.CARD, s.ch_owner[slot], slot)
        _visit_arms(s, t, slot, True)
    else:
        item = frame[B] + 0
        pop(s)
        give_item(s, t, slot, item, STARTING)


@kernel
def _visit_arms(s: Any, t: Any, slot: int, is_offered: bool) -> int:
    """Count, and offer, the weapons that a Pirate starts with; two of a kind are one choice."""
    gear, count = t.characters[s.ch_card[slot]].gear, 0
    for index in range(2):
        item = t.items[max(0, gear[index])]
        is_other = index == 0 or gear[1] != gear[0]
        if is_other and (item.melee_damage > 0 or item.ranged_damage > 0):
            count += 1
            if is_offered:
                offer(s, gear[index], 0)
    return count


@kernel
def searched(s: Any, t: Any, slot: int) -> bool:
    """In the office lie the arms of all (STA-36.6)."""
    if not is_inside(s, place_of_character(s, slot), V3, _OFFICE):
        return False
    for ally in range(SLOTS):
        if s.ch_kind[ally] == ALLY and s.ch_owner[ally] == s.ch_owner[slot]:
            s.sf[FIRST_ARMED + ally] = 1
    if is_pirate(s, slot) and s.sf[FIRST_ARMED + slot] == 0:
        s.sf[FIRST_ARMED + slot] = 1
        if _visit_arms(s, t, slot, False) > 0:
            push_for(s, Decision.TELLING, s.ch_owner[slot], slot, _ARMS, 0)
    return False


@kernel
def looted(s: Any, t: Any, slot: int, mark: int) -> None:
    """Who slept in the dormitory has a Sword (STA-36.5)."""
    if mark == DORMITORY_GUARD:
        give_item(s, t, slot, _SWORD, FOUND)


@kernel
def concluded(s: Any, t: Any) -> None:
    """The Pirate with most prestige leads the crew (STA-36.12); in a campaign STC-7.7 says so."""
    if s.adv_result == _TOTAL and s.scenario == Scenario.ADVENTURE:
        elect_by(s, s.ch_pp)
