"""The tables of the crew: Pirates, Allies, Traits, Gear and Legendary Items."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from piracy_env.core.record import Record
from piracy_env.core.tables import Choice, Choices, Column, Integer, Section, Text
from piracy_env.games.skull_tales.gear import GEAR_KEYS, GEARS, LEGEND, LEGEND_KEYS
from piracy_env.games.skull_tales.tables.words import ATTRIBUTE, CLASSES, DIFFICULTY
from piracy_env.games.skull_tales.traits import TRAIT_KEYS

CHARACTER_KEYS = (
    *("sea_dog", "surgeon", "cutthroat", "lookout", "voodoo_shaman", "skipper"),
    *("avenger", "witch", "gunner", "freedman", "cook", "captains_daughter"),
)
ALLY_KEYS = (
    *("musketeer", "gambler", "powder_monkey", "old_salt"),
    *("marksman", "bruiser", "healer", "guide"),
)
TAGS = ("sword", "dagger", "axe", "pistol", "rifle", "thrown", "firearm", "two_handed")
"""Kinds of weapons, the bits of `t.items[].tags`."""
CRITICALS = ("none", "stun", "knock_down")
"""What a critical hit can do in place of its extra wound."""
GEAR_EFFECTS = (
    *("none", "splash", "grenade", "melee_dice", "attack_dice", "defence_dice", "critical_damage"),
    *("barrels", "reload", "search_dice", "search_count", "shield", "padding", "boots", "charm"),
    *("revive_dice", "powder", "destiny", "heal", "amulet", "charisma", "blood_price"),
)
"""What a card does beside its damage: `..._dice` change each die of a roll, `..._count` their
number; the rest is told in the rules of the Gear (STA-21)."""
MOMENTS = ("elsewhere", "passive", "preparation", "menu", "window", "reaction", "round")
"""When a Trait of the Adventure matters: always, before it, as an action, in the window of a roll,
out of turn, or at a fixed point of the round."""
LIMITS = ("no", "roll", "turn", "round")
"""How often: once in each."""
GEAR_IN_ALL = 49
"""Cards of the Gear deck."""

_TRAIT = Choice(TRAIT_KEYS, "a Trait, or none", nothing="none")
_ATTRIBUTES = Integer(
    0,
    5,
    shape=7,
    doc="melee, ranged, Strength, Agility, Intelligence, Perception, Charisma",
)
_SALARY = Integer(0, 60, doc="coins at each Port")
_EFFECT = Choice(GEAR_EFFECTS, "what it does beside its damage")
_AMOUNT = Integer(-5, 5, doc="how much of it")
_WEAPON: dict[str, Column] = {
    "name": Text("what the card is called"),
    "hands": Integer(0, 2, doc="hands that hold it"),
    "worn": Integer(0, 1, doc="1: it is worn, and takes no place"),
    "tags": Choices(TAGS, 0, 4, "what kind of weapon it is"),
    "melee_damage": Integer(0, 5, doc="wounds a success in melee, 0: no weapon for it"),
    "ranged_damage": Integer(0, 5, doc="wounds a success from afar, 0: no weapon for it"),
    "range": Integer(-1, 9, doc="how far it reaches; -1: as far as the user's Strength"),
}

SECTIONS = (
    Section(
        "characters",
        {
            "name": Text("what the Pirate is called"),
            "ap": Integer(1, 10, doc="Action Points"),
            "hp": Integer(1, 12, doc="Health"),
            "dp": Integer(0, 4, doc="Destiny Points at most"),
            "attributes": _ATTRIBUTES,
            "salary": _SALARY,
            "classes": Choices(CLASSES, 1, 2, "whose Traits are cheap"),
            "adventure_trait": Choice(TRAIT_KEYS, "the printed Trait for the Adventure"),
            "voyage_trait": Choice(TRAIT_KEYS, "the printed Trait for the Voyage"),
            "gear": Choices(GEAR_KEYS, 1, 2, "starting gear"),
        },
        rows=CHARACTER_KEYS,
        doc="Pirates.",
    ),
    Section(
        "allies",
        {
            "name": Text("what the Ally is called"),
            "moves": Integer(1, 8, doc="spaces of one move"),
            "hp": Integer(1, 12, doc="Health"),
            "attributes": _ATTRIBUTES,
            "damage": Integer(0, 5, shape=2, doc="wounds a success in melee and from afar"),
            "range": Integer(1, 9, doc="how far it shoots"),
            "prestige": Integer(0, 20, doc="Prestige Points to hire it"),
            "salary": _SALARY,
            "adventure_trait": _TRAIT,
            "voyage_trait": _TRAIT,
        },
        rows=ALLY_KEYS,
        doc="Allies for hire.",
    ),
    Section(
        "traits",
        {
            "name": Text("what it is called"),
            "cls": Choice(CLASSES, "for whom it is cheap"),
            "phases": Choices(("adventure", "voyage", "port"), 1, 3, "where it matters"),
            "category": Integer(1, 3, doc="of its price"),
            "attribute": ATTRIBUTE,
            "minimum": Integer(0, 5, doc="what that attribute must be to learn it"),
            "trait": _TRAIT,
            "synergy": _TRAIT,
            "unique": Integer(0, 1, doc="1: one of the crew only, and never the Captain"),
            "printed_only": Integer(0, 1, doc="1: nobody can learn it"),
            "when": Choice(MOMENTS, "when it matters in the Adventure"),
            "ap": Integer(0, 5, doc="Action Points that its use costs"),
            "dp": Integer(0, 1, doc="Destiny Points that its use costs"),
            "roll": ATTRIBUTE,
            "difficulty": DIFFICULTY,
            "once": Choice(LIMITS, "how often it can be used"),
        },
        rows=TRAIT_KEYS,
        doc="Traits; a roll without difficulty is confronted, or the roll that it is used in.",
    ),
    Section(
        "gear",
        {
            **_WEAPON,
            "cost": Integer(0, 99, doc="coins in the Market; 0: not for sale"),
            "copies": Integer(0, 9, doc="cards in the Gear deck"),
            "limb": Choice(("none", "hand", "leg"), "what its user must have lost"),
            "only": Choice(CHARACTER_KEYS, "who alone can use it", nothing="none"),
            "critical": Choice(CRITICALS, "what a critical can do instead of its wound"),
            "effect": _EFFECT,
            "amount": _AMOUNT,
        },
        rows=GEAR_KEYS,
        doc="Gear; a row's place is the number of the card.",
    ),
    Section(
        "legendary",
        {**_WEAPON, "effect": _EFFECT, "amount": _AMOUNT},
        rows=LEGEND_KEYS,
        doc="Legendary Items, one each.",
    ),
)

ITEM = np.dtype(
    [
        *((name, np.int8) for name in ("hands", "worn", "melee_damage", "ranged_damage", "range")),
        *((name, np.int8) for name in ("limb", "only", "critical", "effect", "amount")),
        ("tags", np.int16),
    ]
)
"""A card that can be carried; `tags` has a bit for each member of `TAGS`."""
DERIVED = (("items", ITEM, (LEGEND + len(LEGEND_KEYS),)),)
"""What is worked out from the sections: `t.items`, Gear and Legendary Items by `inv_id`."""


def derive(t: Record, row: Any) -> None:
    """Bring all that can be carried together."""
    row["items"]["only"] = -1
    for number in range(GEARS):
        _write_item(t.gear[number], row["items"][number], "limb", "only", "critical")
    for number in range(len(LEGEND_KEYS)):
        _write_item(t.legendary[number], row["items"][LEGEND + number])


def _write_item(card: Record, item: Any, *more: str) -> None:
    for name in ("hands", "worn", "melee_damage", "ranged_damage", "range", "effect", "amount"):
        item[name] = getattr(card, name)
    for name in more:
        item[name] = getattr(card, name)
    item["tags"] = sum(1 << tag for tag in card.tags if tag >= 0)


def forbidden(t: Record, _values: dict[str, Any]) -> Iterator[str]:
    """Complaints that forbid a table."""
    for key, row in zip(TRAIT_KEYS, t.traits, strict=True):
        if TRAIT_KEYS.index(key) in (row.trait, row.synergy):
            yield f"[traits] {key} asks for itself"
        if (row.attribute == 0) != (row.minimum == 0):
            yield f"[traits] {key}: an attribute and its minimum go together"
    for key, row in (
        *zip(GEAR_KEYS, t.gear, strict=True),
        *zip(LEGEND_KEYS, t.legendary, strict=True),
    ):
        if (row.ranged_damage > 0) != (row.range != 0):
            yield f"{key}: what shoots has a range, and nothing else has one"
    if t.gear[0].copies:
        yield "[gear] none: nothing has no copies"


def doubtful(t: Record, _values: dict[str, Any]) -> Iterator[str]:
    """Departures from the totals of the shipped tables."""
    copies = sum(card.copies for card in t.gear)
    if copies != GEAR_IN_ALL:
        yield f"[gear] {copies} cards in the deck, not {GEAR_IN_ALL}"
