"""The Gear, numbered as in the tables and in `inv_id`; a Legendary Item is `LEGEND` + its row."""

from __future__ import annotations

from enum import IntEnum

LEGEND = 64
"""The number of the first Legendary Item."""


class Gear(IntEnum):
    """Cards of Gear."""

    NONE = 0
    SWORD = 1
    DAGGER = 2
    AXE = 3
    PISTOL = 4
    MUSKET = 5
    BLUNDERBUSS = 6
    GRENADE = 7
    RETRACTABLE_BLADE = 8
    BLOWGUN = 9
    STAFF = 10
    RAPIER = 11
    BROADSWORD = 12
    BOARDING_AXE = 13
    CLUB = 14
    CLEAVER = 15
    FRYING_PAN = 16
    SLINGSHOT = 17
    DOUBLE_BARRELLED_PISTOL = 18
    LONG_RIFLE = 19
    TAMPERED_HOOK = 20
    TAMPERED_WOODEN_LEG = 21
    BANDOLIER = 22
    PARROT_JIMMY = 23
    BUCKLER = 24
    LEATHER_JERKIN = 25
    SPYGLASS = 26
    SEA_BOOTS = 27
    LUCKY_CHARM = 28
    MEDICAL_KIT = 29
    POWDER_HORN = 30
    RUM = 40
    BREW = 41


GEARS = Gear.BREW + 1
"""Rows of [gear]; the numbers 31 to 39 are spare."""
_NAMES = {gear.value: gear.name.lower() for gear in Gear}
GEAR_KEYS = tuple(_NAMES.get(number, f"spare_{number}") for number in range(GEARS))
"""Rows of [gear]: a row's place is the card's number."""


class Legend(IntEnum):
    """Legendary Items, numbered as in the tables."""

    COMPASS = 0
    SIAMESE_SWORDS = 1
    AMULET = 2
    HAT = 3
    PISTOL = 4


LEGEND_KEYS = tuple(legend.name.lower() for legend in Legend)
"""Rows of [legendary]."""
