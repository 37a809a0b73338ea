"""The Traits, numbered as in the tables and in `ch_traits`."""

from __future__ import annotations

from enum import IntEnum

PLACES = 112
"""Places for Traits in the record: the last seven are spare."""


class Trait(IntEnum):
    """What a Pirate can learn; the class that it is cheap for stands above."""

    # Rogue
    POUNCE = 0
    ACROBAT = 1
    CHARLATAN = 2
    ELOQUENT = 3
    ELUSIVE = 4
    EXPEDITIOUS = 5
    PLAY_POSSUM = 6
    SUPPLIER = 7
    WATCHFUL = 8
    CAUTIOUS = 9
    CAT_LIKE_REFLEXES = 10
    PICKPOCKET = 11
    CHICKEN_JUMP = 12
    STEALTH = 13
    TRICKSTER = 14
    TREACHEROUS = 15
    CHEATER = 16
    RASCAL = 17
    MONEY_GRUBBER = 18
    # Duelist
    SEASONED = 19
    FACECRIPPLER = 20
    FENCING = 21
    QUICK_THRUST = 22
    FEINT = 23
    FINISHING_STRIKE = 24
    AMBIDEXTROUS = 25
    DECK_OFFICER = 26
    RIPOSTE = 27
    COUNTER_ATTACK = 28
    SKIRMISHER = 29
    OPPORTUNIST = 30
    PARRY = 31
    LUNGE = 32
    SPINNING_STRIKE = 33
    DOUBLE_SLASH = 34
    PRECISE_SLASH = 35
    TRUE_MASTERY = 36
    # Educated
    ANALYTICAL = 37
    BOSUN = 38
    QUICK_WITTED = 39
    KNOT_TYING = 40
    CARPENTER = 41
    CARTOGRAPHER = 42
    COMMAND = 43
    HEALING = 44
    SCOUT = 45
    LUMINARY = 46
    MASTER_POISONER = 47
    MEDICINE = 48
    METEOROLOGIST = 49
    INSIGHTFUL = 50
    TACTICIAN = 51
    HELMSMAN = 52
    MUSICIAN = 53
    # Mystic
    SCOURGE = 54
    BLESSED = 55
    CLAIRVOYANCE = 56
    WITCH_DOCTOR = 57
    CONJURATION = 58
    DEVOUT = 59
    WIND_MASTERY = 60
    CHOSEN = 61
    CHARM_CRAFTING = 62
    VOODOO = 63
    VOODOO_II = 64
    TOTEM_MAGIC = 65
    TOTEM_MAGIC_II = 66
    PURGE = 67
    TRANCE = 68
    ELDRITCH = 69
    # Rowdy
    GUN_PORT_BOARDING = 70
    HARPONEER = 71
    FISHING = 72
    INTIMIDATING = 73
    SWEEPING_STRIKE = 74
    BRAGGART = 75
    CHARGE = 76
    ENDURANCE = 77
    ENERGETIC = 78
    SURVIVOR = 79
    VENGEFUL = 80
    BRAWNY = 81
    UNSTOPPABLE = 82
    VIGOROUS = 83
    IMPROVISED_PROJECTILE = 84
    TIRELESS = 85
    QUICK_HANDS = 86
    FIGHTER = 87
    STOMP = 88
    # Shooter
    THICK_BULLETS = 89
    ARTILLERY = 90
    ACCURATE = 91
    CONSTABLE = 92
    QUICKDRAW = 93
    TWIN_SHOT = 94
    EAGLE_EYE = 95
    QUICK_SHOT = 96
    POINT_BLANK_SHOT = 97
    RUNNING_SHOT = 98
    VIGILANT = 99
    AIM = 100
    TARGET_PRACTICE = 101
    FAST_RELOAD = 102
    CRIPPLING_SHOT = 103
    PIERCING_SHOT = 104


TRAIT_KEYS = tuple(trait.name.lower() for trait in Trait)
"""Rows of [traits]."""
