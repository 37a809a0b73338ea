"""Words that the tables of skull_tales share; each is stored as its place in its tuple."""

from __future__ import annotations

from piracy_env.core.tables import Choice, Integer

ATTRIBUTES = (
    *("none", "melee", "ranged", "strength"),
    *("agility", "intelligence", "perception", "charisma"),
)
"""What is rolled; a Character's attribute of that name lies one place further down."""
CLASSES = ("rogue", "duelist", "educated", "mystic", "rowdy", "shooter")
PLACES = ("ship", "docks", "market", "chapel", "tavern", "mansion")
"""Where a Pirate can be in Port."""
POSTS = (
    *("forecastle", "crows_nest", "gun_deck", "main_deck", "quarterdeck", "helm"),
    *("rigging", "gunwale", "crew_quarters", "guard", "sick_bay"),
)
GOODS = ("gold", "metal", "cloth", "tobacco", "rum", "slaves", "supplies", "sugar", "wood")
LETTERS = tuple("ABCDEFGHIJKLMNOPQRSTUVW")
"""The scrolls of the sea chart."""

ATTRIBUTE = Choice(ATTRIBUTES, "what is rolled for it")
DIFFICULTY = Integer(0, 6, doc="what a die has to beat")
YES_NO = Integer(0, 1)
