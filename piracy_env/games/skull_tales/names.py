"""What things are called: Characters, gear, Traits, Goods, places."""

from __future__ import annotations

from collections.abc import Iterable

from piracy_env.core.record import Record
from piracy_env.core.tables import Tables
from piracy_env.core.text import in_words, plural, seat_letter
from piracy_env.games.skull_tales.gear import LEGEND
from piracy_env.games.skull_tales.rules.hold import CANNON, PASSENGER
from piracy_env.games.skull_tales.state import NONE, PIRATE
from piracy_env.games.skull_tales.tables.words import LETTERS

PLACES = ("the ship", "the Docks", "the Market", "the Chapel", "the Tavern", "the Mansion")
POSTS = (
    *("Forecastle", "Crow's Nest", "Gun Deck", "Main Deck", "Quarterdeck", "Helm"),
    *("Rigging", "Gunwale", "Crew Quarters", "Guard", "Sick Bay"),
)
ATTRIBUTES = (
    *("Melee", "Ranged", "Strength", "Agility"),
    *("Intelligence", "Perception", "Charisma"),
)
LIMBS = ("right eye", "right leg", "left leg", "right hand", "left hand", "left eye")
"""Permanent wounds, by the bits of `ch_perm`."""
KEYS = ("Redcoats", "Thief", "Plague", "Brawl", "Duel")


def name_of(tables: Tables, section: str, row: int) -> str:
    """The name of a row of a section."""
    return str(tables.text(section, "name")[row])


def character_name(s: Record, tables: Tables, slot: int) -> str:
    """The card of whoever is in a slot, and the seat: `the Surgeon (B)`."""
    section = "characters" if s.ch_kind[slot] == PIRATE else "allies"
    return f"the {name_of(tables, section, s.ch_card[slot])} ({seat_letter(s.ch_owner[slot])})"


def slot_in_row(s: Record, seat: int, row: int) -> int:
    """The slot of a row of Characters as a seat sees them: CHAR k."""
    return (seat + row) % int(s.players) if row < s.players else row


def sheet_of(tables: Tables, section: str, row: int) -> str:
    """What a card of a Pirate or an Ally says of it."""
    card = getattr(tables.t, section)[row]
    values = attribute_words(card.attributes)
    traits = [trait for trait in (card.adventure_trait, card.voyage_trait) if trait != NONE]
    known = in_words((trait_name(tables, trait) for trait in traits), none="no Trait")
    return f"{values}; Health {card.hp}; {known}"


def attribute_words(values: Iterable[int]) -> str:
    """The attributes of a Character, in their order."""
    return " ".join(f"{name[:2]} {value}" for name, value in zip(ATTRIBUTES, values, strict=True))


def gear_name(tables: Tables, gear: int) -> str:
    """A card of Gear, or a Legendary Item."""
    if gear >= LEGEND:
        return name_of(tables, "legendary", gear - LEGEND)
    return name_of(tables, "gear", gear)


def trait_name(tables: Tables, trait: int) -> str:
    """A Trait."""
    return name_of(tables, "traits", trait)


def goods_name(tables: Tables, goods: int) -> str:
    """A row of [goods]."""
    return name_of(tables, "goods", goods)


def token_name(tables: Tables, token: int) -> str:
    """A token of the Hold."""
    if token in (CANNON, PASSENGER):
        return "Cannon" if token == CANNON else "Passenger"
    return goods_name(tables, token - 1)


def island_name(letter: int) -> str:
    """An island by its scroll."""
    return f"island {LETTERS[letter]}"


def is_card_seen(s: Record, place: int, viewer: int | None) -> bool:
    """Whether a viewer knows a card of the Market: None knows all, who has no seat knows none."""
    if viewer is None:
        return True
    return viewer < len(s.mk_seen) and bool(s.mk_seen[viewer] >> place & 1)


def coins(count: int) -> str:
    """A sum of Personal Booty."""
    return plural(count, "coin")
