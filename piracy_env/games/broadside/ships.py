"""Ships with their inventory, fleets and card names, as texts, pictures and invariants read them.

They read a state through plain Python, which cannot call compiled kernels; what they count here
checks what the rules count.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from piracy_env.games.broadside.cards import SHIP_ROW, TREASURE_ROW
from piracy_env.games.broadside.state import DEFENDER, FIRST_INVENTORY, INVENTORY, NONE, TABLE, Red


@dataclass(frozen=True)
class Ship:
    """A ship in a slot of a fleet or of the middle, inventory counted in."""

    slot: int
    card: int
    crew: int
    most: int
    speed: int
    cannons: int
    cargo: int
    points: int
    inventory: tuple[int, ...] = (0,) * INVENTORY
    acted: bool = False


def ship_in_fleet(s: Any, t: Any, seat: int, slot: int) -> Ship:
    """The ship in an occupied slot of a fleet."""
    card = s.fleet_card[seat, slot]
    printed = t.ships[SHIP_ROW[card]]
    inventory = tuple(s.fleet_inv[seat, slot])

    def bonus(*kinds: Red) -> int:
        return sum(inventory[kind - FIRST_INVENTORY] * t.reds[kind].amount for kind in kinds)

    return Ship(
        slot,
        card,
        s.fleet_crew[seat, slot],
        printed.max + bonus(Red.LIVING_QUARTERS),
        printed.speed + bonus(Red.FULL_RIG),
        printed.cannons + bonus(Red.GUNNERY_UPGRADE, Red.GUNNERY_MASTER),
        printed.cargo,
        printed.points,
        inventory,
        bool(s.fleet_acted[seat, slot]),
    )


def fleet(s: Any, t: Any, seat: int) -> list[Ship]:
    """The ships of a player, by slot."""
    occupied = [slot for slot, card in enumerate(s.fleet_card[seat]) if card != NONE]
    return [ship_in_fleet(s, t, seat, slot) for slot in occupied]


def ship_in_middle(s: Any, t: Any, slot: int) -> Ship:
    """The neutral ship in a slot of the middle."""
    card = s.table_card[slot]
    row = t.ships[SHIP_ROW[card]]
    crew = s.table_crew[slot]
    return Ship(slot, card, crew, row.max, row.speed, row.cannons, row.cargo, row.points)


def fighter(s: Any, t: Any, side: int) -> Ship:
    """The ship of a side in the battle under way, its speed and cannons with the cards played."""
    seat, slot = s.b_seat[side], s.b_slot[side]
    ship = ship_in_middle(s, t, slot) if seat == NONE else ship_in_fleet(s, t, seat, slot)
    speed = ship.speed + s.b_gw[side] * t.reds[Red.GOOD_WIND].amount
    if side == DEFENDER:
        speed -= s.b_surprise * t.reds[Red.SURPRISE_ATTACK].amount
    cannons = ship.cannons + s.b_chain[side] * t.reds[Red.CHAIN_SHOT].amount
    return replace(ship, speed=speed, cannons=cannons)


def cannon_dice(s: Any, t: Any, side: int) -> int:
    """The dice that a side's cannons will roll."""
    return 0 if s.b_gh else fighter(s, t, side).cannons * (1 + int(s.b_fr[side]))


def adventures(s: Any) -> list[int]:
    """The occupied slots of the middle."""
    return [slot for slot in range(TABLE) if s.table_card[slot] != NONE]


def fleet_points(s: Any, t: Any, seat: int) -> int:
    """Pirate points of a player."""
    fame = int(t.fame.points) if s.cave_owner == seat else 0
    return fame + sum(ship.points for ship in fleet(s, t, seat))


def card_name(tables: Any, card: int) -> str:
    """What a ship or treasure is called."""
    if SHIP_ROW[card] != NONE:
        return str(tables.text("ships", "name")[SHIP_ROW[card]])
    return str(tables.text("treasures", "name")[TREASURE_ROW[card]])


_EFFECTS = {
    Red.FORTUNAS_BLESSING: "draw {n} red cards",
    Red.CAST_AWAY: "{n} crew for an own ship",
    Red.HARBOUR: "{n} crew for an own ship",
    Red.NEPTUNES_REVENGE: "take a red card from an opponent's hand, unseen",
    Red.SABOTAGE: "destroy an inventory card of an opponent's ship",
    Red.TRAITORS: "{n} crew of an opponent's ship changes over to yours",
    Red.OLD_SEADOG: "bring a card of the blue discard pile back, before any ship acts",
    Red.ST_ELMOS_FIRE: "take a card of the red discard pile",
    Red.GOOD_WIND: "a ship of the battle is faster by {n}",
    Red.SURPRISE_ATTACK: "attacker only: the defender is slower by {n}",
    Red.GOOD_SPEECH: "{n} crew on the card fight for you in this battle",
    Red.BOTTLE_OF_RUM: "{n} crew on the card fight for you in this battle",
    Red.TERROR: "the enemy ship loses {n} crew",
    Red.DRUNKEN_BRAWL: "the enemy ship loses {n} crew",
    Red.CHAIN_SHOT: "{n} more cannons in this battle",
    Red.FOG: "the wind is rolled again",
    Red.GRAPPLING_HOOKS: "nobody fires in this battle",
    Red.FAST_RELOAD: "your cannons fire once more",
    Red.FULL_RIG: "inventory: speed +{n}",
    Red.GUNNERY_UPGRADE: "inventory: {n} more cannons",
    Red.CROWS_NEST: "inventory: once a turn, swap all adventures in the middle",
    Red.GUNNERY_MASTER: "inventory: {n} more cannons",
    Red.LIVING_QUARTERS: "inventory: crew maximum +{n}",
}


def red_effect(tables: Any, kind: int) -> str:
    """What a red card does, with the number on it."""
    return _EFFECTS[Red(kind)].format(n=tables.t.reds[kind].amount)


def red_name(tables: Any, kind: int) -> str:
    """What a red card is called."""
    return str(tables.text("reds", "name")[kind])
