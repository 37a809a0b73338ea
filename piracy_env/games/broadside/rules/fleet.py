"""Ships: what a card and the inventory on it are worth, how a fleet gains and loses them.

BRO-10.1, BRO-10.2, BRO-13.6 to BRO-13.12, BRO-R16, BRO-R47.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.broadside.cards import SHIP_ROW
from piracy_env.games.broadside.state import (
    BLUE,
    FIRST_INVENTORY,
    FLEET,
    INVENTORY,
    NONE,
    TABLE,
    Place,
    Red,
)

RIG = Red.FULL_RIG - FIRST_INVENTORY
UPGRADE = Red.GUNNERY_UPGRADE - FIRST_INVENTORY
NEST = Red.CROWS_NEST - FIRST_INVENTORY
MASTER = Red.GUNNERY_MASTER - FIRST_INVENTORY
QUARTERS = Red.LIVING_QUARTERS - FIRST_INVENTORY
"""Kinds of inventory: the last axis of `fleet_inv`."""
_FULL_RIG, _UPGRADE = int(Red.FULL_RIG), int(Red.GUNNERY_UPGRADE)
_MASTER, _QUARTERS = int(Red.GUNNERY_MASTER), int(Red.LIVING_QUARTERS)
_ROWS = np.array(SHIP_ROW)


# --- Cards ----------------------------------------------------------------------------------------


@kernel
def row_of(card: int) -> int:
    """The row of `t.ships` that a ship card belongs to, NONE for a treasure card."""
    return int(_ROWS[card])


@kernel
def is_ship(card: int) -> bool:
    """Whether a card is a ship, not a treasure (BRO-10.3)."""
    return row_of(card) != NONE


# --- Ships of a fleet -----------------------------------------------------------------------------


@kernel
def is_alive(s: Any, seat: int) -> bool:
    """Whether a player is not eliminated."""
    return s.out >> seat & 1 == 0


@kernel
def has_ship(s: Any, seat: int, slot: int) -> bool:
    """Whether a slot of a fleet is occupied."""
    return s.fleet_card[seat, slot] != NONE


@kernel
def speed(s: Any, t: Any, seat: int, slot: int) -> int:
    """Printed speed and Full Rigs (BRO-13.7)."""
    row = row_of(s.fleet_card[seat, slot])
    return t.ships[row].speed + t.reds[_FULL_RIG].amount * s.fleet_inv[seat, slot, RIG]


@kernel
def cannons(s: Any, t: Any, seat: int, slot: int) -> int:
    """Printed cannons, Gunnery Upgrades and Gunnery Masters (BRO-13.8, BRO-13.10)."""
    inventory = s.fleet_inv[seat, slot]
    return (
        t.ships[row_of(s.fleet_card[seat, slot])].cannons
        + t.reds[_UPGRADE].amount * inventory[UPGRADE]
        + t.reds[_MASTER].amount * inventory[MASTER]
    )


@kernel
def most_crew(s: Any, t: Any, seat: int, slot: int) -> int:
    """Printed maximum and Living Quarters (BRO-13.11)."""
    row = row_of(s.fleet_card[seat, slot])
    return t.ships[row].max + t.reds[_QUARTERS].amount * s.fleet_inv[seat, slot, QUARTERS]


@kernel
def room(s: Any, t: Any, seat: int, slot: int) -> int:
    """How much more crew a ship may carry."""
    return most_crew(s, t, seat, slot) - s.fleet_crew[seat, slot]


@kernel
def cargo(s: Any, t: Any, seat: int, slot: int) -> int:
    """Cargo points of a ship."""
    return t.ships[row_of(s.fleet_card[seat, slot])].cargo


@kernel
def take_aboard(s: Any, t: Any, seat: int, slot: int, crew: int) -> None:
    """Put crew onto a ship; what does not fit is lost (BRO-4.6, BRO-R37)."""
    s.fleet_crew[seat, slot] += min(crew, room(s, t, seat, slot))


@kernel
def carries_inventory(s: Any, seat: int, slot: int) -> bool:
    """Whether a ship carries inventory."""
    total = 0
    for kind in range(INVENTORY):
        total += s.fleet_inv[seat, slot, kind]
    return total > 0


# --- Whole fleets ---------------------------------------------------------------------------------


@kernel
def count_ships(s: Any, seat: int) -> int:
    """Ships of a player."""
    number = 0
    for slot in range(FLEET):
        number += s.fleet_card[seat, slot] != NONE
    return number


@kernel
def count_crew(s: Any, seat: int) -> int:
    """All crew of a player."""
    total = 0
    for slot in range(FLEET):
        total += s.fleet_crew[seat, slot]
    return total


@kernel
def pirate_points(s: Any, t: Any, seat: int) -> int:
    """Points of the ships in the fleet and of the fame card (BRO-1.8, BRO-R50)."""
    noinline()
    points = t.fame.points if s.cave_owner == seat else 0
    for slot in range(FLEET):
        if has_ship(s, seat, slot):
            points += t.ships[row_of(s.fleet_card[seat, slot])].points
    return points


@kernel
def next_ship(s: Any, seat: int, slot: int) -> int:
    """The first occupied slot after a slot, or NONE."""
    for later in range(slot + 1, FLEET):
        if has_ship(s, seat, later):
            return later
    return NONE


@kernel
def free_slot(s: Any, seat: int) -> int:
    """The lowest free slot of a fleet, or NONE (BRO-R21)."""
    for slot in range(FLEET):
        if not has_ship(s, seat, slot):
            return slot
    return NONE


@kernel
def add_ship(s: Any, seat: int, slot: int, card: int, crew: int) -> None:
    """Put a ship without inventory into a free slot."""
    s.fleet_card[seat, slot] = card
    s.fleet_crew[seat, slot] = crew
    s.blue_loc[card] = Place.FLEET + seat


@kernel
def clear_slot(s: Any, seat: int, slot: int) -> None:
    """Take whatever is in a slot away."""
    s.fleet_card[seat, slot] = NONE
    s.fleet_crew[seat, slot] = 0
    s.fleet_acted[seat, slot] = 0
    for kind in range(INVENTORY):
        s.fleet_inv[seat, slot, kind] = 0


@kernel
def sink(s: Any, seat: int, slot: int) -> None:
    """Lose a ship that nobody conquers; its inventory is discarded (BRO-9.3, BRO-R16, BRO-R17)."""
    noinline()
    for kind in range(INVENTORY):
        s.red_disc[FIRST_INVENTORY + kind] += s.fleet_inv[seat, slot, kind]
    discard_ship(s, s.fleet_card[seat, slot])
    clear_slot(s, seat, slot)


@kernel
def discard_ship(s: Any, card: int) -> None:
    """Discard a blue card; a Big Sloop is no blue card and leaves the game (BRO-R47)."""
    s.blue_loc[card] = Place.DISCARD if card < BLUE else Place.BOX


# --- Adventures in the middle ---------------------------------------------------------------------


@kernel
def free_table_slot(s: Any) -> int:
    """The lowest free slot of the middle, or NONE."""
    for slot in range(TABLE):
        if s.table_card[slot] == NONE:
            return slot
    return NONE


@kernel
def lay_out(s: Any, t: Any, card: int) -> None:
    """Lay a blue card face up in the middle, a ship with its printed crew (BRO-5.1)."""
    slot = free_table_slot(s)
    s.table_card[slot] = card
    s.table_crew[slot] = t.ships[row_of(card)].crew if is_ship(card) else 0
    s.blue_loc[card] = Place.TABLE


@kernel
def clear_table_slot(s: Any, slot: int) -> None:
    """Take whatever lies in a slot of the middle away."""
    s.table_card[slot] = NONE
    s.table_crew[slot] = 0


@kernel
def discard_table(s: Any) -> None:
    """Discard all adventures in the middle (BRO-7.1)."""
    for slot in range(TABLE):
        if s.table_card[slot] != NONE:
            s.blue_loc[s.table_card[slot]] = Place.DISCARD
            clear_table_slot(s, slot)
