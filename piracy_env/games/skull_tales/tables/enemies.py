"""The tables of the Enemies ashore: their cards, what they do, and what they leave behind."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from piracy_env.core.record import Record
from piracy_env.core.tables import Choice, Choices, Integer, Section, Text
from piracy_env.games.skull_tales.tables.cards import SEARCH_KEYS
from piracy_env.games.skull_tales.tables.words import ATTRIBUTE, DIFFICULTY

FOE_KEYS = (
    *("redcoat", "officer", "cannibal", "skeleton", "cursed_one"),
    *("mummy", "longshade", "bootbiter", "darkclaw", "bounty_hunter"),
)
ABILITIES = (
    *("superiority", "poison", "immortal", "grab", "double_attack", "sprint", "unstoppable"),
    *("curse", "regeneration", "impervious", "ferocity", "ignore_insult", "ignore_poisoned"),
)
"""Special abilities, the bits of `t.foe_abilities` and of `foe_off`; what is ignored comes last."""
FIRST_IGNORED = ABILITIES.index("ignore_insult")
GROUPS = ("human", "supernatural", "abomination")
BANDS = 3
"""Rows of a behaviour chart: 1-2, 3-4, 5-6."""
BEHAVIOUR_KEYS = tuple(f"{foe}_{band + 1}" for foe in FOE_KEYS for band in range(BANDS))
FIRST = ("nothing", "howl", "dread", "squeeze")
WALKS = ("stay", "least", "once", "twice")
"""As far as needed for the attack, its movement, or twice that."""
TOWARD = (
    *("closest", "captain", "captain_or_holder", "most_wounds", "least_health", "lowest_melee"),
    *("highest_melee", "most_prestige", "most_goals", "last_offender", "dreaded", "border"),
    "closest_of_most_wounds",
)
ATTACKS = ("nothing", "melee", "melee_or_ranged", "ranged", "sweep")
LAST = ("nothing", "return", "wound_and_return", "hide_at_border", "hide_apart", "seize_goal")
ROLE_KEYS = ("nobody", "lieutenant", "sawyer", "guardian")
FALLEN_KEYS = ("nothing", "one_coin", "two_coins", "three_coins", "a_rum", "a_brew", "a_rope")
FALLEN_TOKENS = 10

_DICE = Integer(0, 5, doc="dice, 0 for none")
_PAIR = Integer(0, 5, shape=2, doc="dice for up to three Characters, and for more")
_DAMAGE = Integer(0, 5, doc="wounds a success")

ENEMIES = (
    Section(
        "enemies",
        {
            "name": Text("what the Enemy is called"),
            "figures": Integer(1, 24, doc="figures of this type"),
            "moves": Integer(1, 9, doc="spaces of a move"),
            "hp": Integer(1, 20, shape=2, doc="Health for up to three Characters, and for more"),
            "strength": _DICE,
            "agility": _DICE,
            "intelligence": _DICE,
            "melee": _PAIR,
            "melee_damage": _DAMAGE,
            "ranged": _DICE,
            "ranged_damage": _DAMAGE,
            "range": Integer(0, 9, doc="how far it shoots"),
            "prestige": Integer(0, 20, doc="Prestige Points for who defeats it"),
            "group": Choice(GROUPS, "the types that let each other pass"),
            "abilities": Choices(ABILITIES, 0, 4, "special abilities"),
            "regeneration": Integer(0, 9, doc="wounds that it discards at its activation"),
            "impervious": Integer(0, 9, doc="wounds of each attack that it ignores"),
        },
        rows=FOE_KEYS,
        doc="Enemies of the Adventure.",
    ),
    Section(
        "behaviour",
        {
            "name": Text("what the row is called"),
            "first": Choice(FIRST, "what it does before it moves"),
            "walk": Choice(WALKS, "how far it goes"),
            "toward": Choice(TOWARD, "whom it goes for"),
            "attack": Choice(ATTACKS, "how it attacks"),
            "dice": Integer(0, 2, doc="added to each die of the attack"),
            "last": Choice(LAST, "what it does at the end"),
            "roll": ATTRIBUTE,
            "difficulty": DIFFICULTY,
            "reach": Integer(0, 9, doc="how far what it does first reaches"),
        },
        rows=BEHAVIOUR_KEYS,
        doc="Behaviour charts.",
    ),
    Section(
        "roles",
        {
            "name": Text("who it is"),
            "enemy": Choice(FOE_KEYS, "the Enemy card"),
            "hp": Integer(0, 20, doc="Health, 0 for that of the card"),
            "hp_more": Integer(0, 9, doc="added to its Health"),
            "melee_damage": Integer(0, 5, doc="0 for that of the card"),
        },
        rows=ROLE_KEYS,
        doc="Enemies with names of their own.",
    ),
    Section(
        "fallen",
        {
            "name": Text("what is found"),
            "copies": Integer(0, FALLEN_TOKENS, doc="tokens of this kind"),
            "coins": Integer(0, 9, doc="coins"),
            "card": Choice(SEARCH_KEYS, "the Search card that is found", nothing="none"),
        },
        rows=FALLEN_KEYS,
        doc="Fallen Enemy tokens.",
    ),
)

DERIVED = (("foe_abilities", np.int16, (len(FOE_KEYS),)),)
"""What is worked out: the special abilities of each Enemy, a bit each."""


def derive(t: Record, row: Any) -> None:
    """Gather the abilities in masks."""
    for number, foe in enumerate(t.enemies):
        row["foe_abilities"][number] = sum(1 << word for word in foe.abilities if word >= 0)


def forbidden(t: Record, _values: dict[str, Any]) -> Iterator[str]:
    """Complaints that forbid a table."""
    for key, foe in zip(FOE_KEYS, t.enemies, strict=True):
        if len({foe.ranged > 0, foe.ranged_damage > 0, foe.range > 0}) > 1:
            yield f"[enemies] {key}: ranged dice, damage and range go together"
        for word, amount in (("regeneration", foe.regeneration), ("impervious", foe.impervious)):
            if (ABILITIES.index(word) in foe.abilities) != (amount > 0):
                yield f"[enemies] {key}: the ability {word} and its number go together"
    tokens = sum(token.copies for token in t.fallen)
    if tokens != FALLEN_TOKENS:
        yield f"[fallen] there are {tokens} tokens, not {FALLEN_TOKENS}"


def doubtful(t: Record, _values: dict[str, Any]) -> Iterator[str]:
    """Departures from the totals of the shipped tables."""
    figures = sum(foe.figures for foe in t.enemies)
    if figures != 41:
        yield f"[enemies] there are {figures} figures, not 41"
