"""The tables of the Adventure's cards: Search, Incidents, Magic, Totems."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from piracy_env.core.record import Record
from piracy_env.core.tables import Choice, Choices, Integer, Section, Text
from piracy_env.games.skull_tales.gear import GEAR_KEYS
from piracy_env.games.skull_tales.tables.words import ATTRIBUTE, DIFFICULTY
from piracy_env.games.skull_tales.terrain import TILE_TYPES

SEARCH_KEYS = (
    *("loose_coins", "purse", "small_chest", "idol_of_fortune", "rum", "brew", "rope", "map"),
    *("gunpowder", "rusty_dagger", "old_pistol"),
    *("spike_trap", "net_trap", "hellish_vision", "snake", "lurker"),
)
INCIDENT_KEYS = (
    *("ambush", "toloache", "rockslide", "thieves", "wild_beast", "hidden_trap", "patrol"),
    *("rising_tide", "fog", "cave_in", "quiet_moment", "fever", "trackers", "old_cache"),
)
MAGIC_KEYS = (
    *("terror", "clairvoyance", "voodoo_doll", "hex", "snake_bite", "healing_loa"),
    *("spirit_walk", "binding", "soul_drain", "mass_terror", "barons_curse", "guardian_loa"),
    *("wolfs_hunt", "bears_roar", "owls_eye", "serpents_kiss"),
)
TOTEM_KEYS = ("wolf", "bear", "owl", "serpent")
SEARCH_CARDS, INCIDENT_CARDS = 30, 24
"""Cards of the two decks."""

EFFECTS = (
    *("none", "wound", "stun", "knock_down", "poison", "frenzy", "curse"),  # on whom it meets
    *("heal", "destiny", "coins", "prestige"),
    *("flag", "fog", "close_exit", "patrol", "lost_enemy", "lost_enemy_strikes", "rob", "draw"),
    *("jump", "look_at_pile", "reload"),
    *("lose_activation", "reroll", "zombie", "hex", "spirit_walk", "halve", "guard"),
    *("hunt", "owls_eye", "serpents_kiss", "permanent_wound", "lose_destiny"),
)
"""What cards, traps and behaviours do; one interpreter reads them."""
KINDS = ("coin", "item", "gear", "bad")
"""Search cards: paid at the end, used, carried as Gear, and those that strike at once."""
WHOM = ("nobody", "each_pirate", "each_character", "random_pirate", "random_character", "leader")
"""Whom an Incident meets; the leader has gained the most prestige."""
TARGETS = (
    *("self", "self_or_adjacent", "character_in_sight", "enemy_in_sight", "adjacent_enemies"),
    *("humans_in_room", "enemies_in_room", "token_in_sight", "roll"),
)

EFFECT = Choice(EFFECTS, "what it does")
_AMOUNT = Integer(-9, 9, doc="how much of it")
_NAME = Text("what the card is called")
_COPIES = Integer(0, 9, doc="cards of this kind")
_AP = Integer(0, 5, doc="Action Points that its use costs")

CARDS = (
    Section(
        "search",
        {
            "name": _NAME,
            "copies": _COPIES,
            "kind": Choice(KINDS, "when it matters"),
            "coins": Integer(0, 40, doc="coins at the end"),
            "gear": Choice(GEAR_KEYS, "the Gear that it becomes", nothing="none"),
            "ap": _AP,
            "roll": ATTRIBUTE,
            "difficulty": DIFFICULTY,
            "effect": EFFECT,
            "amount": _AMOUNT,
        },
        rows=SEARCH_KEYS,
        doc="Search cards.",
    ),
    Section(
        "incidents",
        {
            "name": _NAME,
            "copies": _COPIES,
            "whom": Choice(WHOM, "whom it meets"),
            "where": Choices(TILE_TYPES, 0, 2, "on what tiles; none: on all"),
            "roll": ATTRIBUTE,
            "difficulty": DIFFICULTY,
            "effect": EFFECT,
            "amount": _AMOUNT,
            "on_one": Choice(EFFECTS, "what happens beside it if a 1 was rolled"),
        },
        rows=INCIDENT_KEYS,
        doc="Incident cards.",
    ),
    Section(
        "magic",
        {
            "name": _NAME,
            "school": Choice(("voodoo", "totem"), "which Trait casts it"),
            "level": Integer(0, 2, doc="of Voodoo"),
            "totem": Choice(TOTEM_KEYS, "the Totem that must be equipped", nothing="none"),
            "ap": _AP,
            "recharge": Integer(-1, 9, doc="moves until it is on the rightmost space; -1: none"),
            "roll": ATTRIBUTE,
            "difficulty": DIFFICULTY,
            "target": Choice(TARGETS, "on whom"),
            "reach": Integer(0, 9, doc="how far; 0: as far as one sees"),
            "effect": EFFECT,
            "amount": _AMOUNT,
            "each": Integer(0, 1, doc="1: the amount for each success"),
            "own_heal": Integer(0, 5, doc="wounds that the caster discards with a success"),
        },
        rows=MAGIC_KEYS,
        doc="Magic cards.",
    ),
    Section(
        "totems",
        {
            "name": Text("what the Totem is called"),
            "attributes": Integer(0, 5, shape=6, doc="melee, ranged, St, Ag, Int, Per"),
            "spell": Choice(MAGIC_KEYS, "its spell"),
        },
        rows=TOTEM_KEYS,
        doc="Totems.",
    ),
    Section(
        "zombie",
        {
            "moves": Integer(1, 9, doc="spaces of a move"),
            "hp": Integer(1, 3, doc="Health"),
            "melee": Integer(1, 5, doc="dice in melee"),
            "damage": Integer(1, 5, doc="wounds a success"),
            "strength": Integer(0, 5),
            "agility": Integer(0, 5),
        },
        doc="The Zombie of a Voodoo Doll.",
    ),
)


def forbidden(t: Record, _values: dict[str, Any]) -> Iterator[str]:
    """Complaints that forbid a table."""
    for section, most in (("search", SEARCH_CARDS), ("incidents", INCIDENT_CARDS)):
        copies = sum(card.copies for card in getattr(t, section))
        if not 1 <= copies <= most:
            yield f"[{section}] has {copies} cards, not 1 to {most}"
    for key, card in zip(SEARCH_KEYS, t.search, strict=True):
        if (card.coins > 0) != (card.kind == KINDS.index("coin")):
            yield f"[search] {key}: coins are on coin cards, and only there"
        if (card.gear >= 0) != (card.kind == KINDS.index("gear")):
            yield f"[search] {key}: Gear is on Gear cards, and only there"
    for key, spell in zip(MAGIC_KEYS, t.magic, strict=True):
        if (spell.totem >= 0) != (spell.school == 1):
            yield f"[magic] {key}: Totem spells, and only they, have a Totem"
    for number, (key, totem) in enumerate(zip(TOTEM_KEYS, t.totems, strict=True)):
        if t.magic[totem.spell].totem != number:
            yield f"[totems] {key}: its spell belongs to another Totem"


def doubtful(t: Record, _values: dict[str, Any]) -> Iterator[str]:
    """Departures from the totals of the shipped tables."""
    for section, shipped in (("search", SEARCH_CARDS), ("incidents", INCIDENT_CARDS)):
        copies = sum(card.copies for card in getattr(t, section))
        if copies != shipped:
            yield f"[{section}] has {copies} cards, not {shipped}"
