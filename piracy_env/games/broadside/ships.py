"""What a ship of a fleet amounts to with its inventory, and a fleet as a whole.

Nothing of this is stored. Each function exists twice: by a name that ends in `_of` for texts,
pictures and invariants, which read a state through plain Python, and compiled for the rules.
"""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.games.broadside.cards import SHIP_ROW
from piracy_env.games.broadside.state import FIRST_INVENTORY, FLEET, RED, Red

FULL_RIG, GUNNERY_UPGRADE = int(Red.FULL_RIG), int(Red.GUNNERY_UPGRADE)
GUNNERY_MASTER, LIVING_QUARTERS = int(Red.GUNNERY_MASTER), int(Red.LIVING_QUARTERS)
_RIGS, _UPGRADES = FULL_RIG - FIRST_INVENTORY, GUNNERY_UPGRADE - FIRST_INVENTORY
_MASTERS, _QUARTERS = GUNNERY_MASTER - FIRST_INVENTORY, LIVING_QUARTERS - FIRST_INVENTORY


def speed_of(s: Any, t: Any, seat: int, slot: int) -> int:
    """Speed with all rigs."""
    printed = t.ships[SHIP_ROW[s.fleet_card[seat, slot]]].speed
    return printed + s.fleet_inv[seat, slot, _RIGS] * t.reds[FULL_RIG].amount


def cannons_of(s: Any, t: Any, seat: int, slot: int) -> int:
    """Cannons with all gunnery."""
    printed = t.ships[SHIP_ROW[s.fleet_card[seat, slot]]].cannons
    upgrades = s.fleet_inv[seat, slot, _UPGRADES] * t.reds[GUNNERY_UPGRADE].amount
    return printed + upgrades + s.fleet_inv[seat, slot, _MASTERS] * t.reds[GUNNERY_MASTER].amount


def most_crew_of(s: Any, t: Any, seat: int, slot: int) -> int:
    """Crew maximum with all Living Quarters."""
    printed = t.ships[SHIP_ROW[s.fleet_card[seat, slot]]].max
    return printed + s.fleet_inv[seat, slot, _QUARTERS] * t.reds[LIVING_QUARTERS].amount


def points_of(s: Any, t: Any, seat: int) -> int:
    """Pirate points of a player: ships and the Treasure Cave."""
    points = t.fame.points if s.cave_owner == seat else 0
    for slot in range(FLEET):
        card = s.fleet_card[seat, slot]
        if card >= 0:
            points += t.ships[SHIP_ROW[card]].points
    return points


def cargo_of(s: Any, t: Any, seat: int) -> int:
    """Cargo points of a whole fleet."""
    cargo = 0
    for slot in range(FLEET):
        card = s.fleet_card[seat, slot]
        if card >= 0:
            cargo += t.ships[SHIP_ROW[card]].cargo
    return cargo


def ships_of(s: Any, seat: int) -> int:
    """Ships of a fleet."""
    ships = 0
    for slot in range(FLEET):
        if s.fleet_card[seat, slot] >= 0:
            ships += 1
    return ships


def crew_of(s: Any, seat: int) -> int:
    """Crew aboard a whole fleet."""
    crew = 0
    for slot in range(FLEET):
        crew += s.fleet_crew[seat, slot]
    return crew


def hand_of(s: Any, seat: int) -> int:
    """Red cards in a hand."""
    cards = 0
    for kind in range(RED):
        cards += s.red_hand[seat, kind]
    return cards


speed, cannons, most_crew = kernel(speed_of), kernel(cannons_of), kernel(most_crew_of)
points, cargo, ships = kernel(points_of), kernel(cargo_of), kernel(ships_of)
crew, hand = kernel(crew_of), kernel(hand_of)
