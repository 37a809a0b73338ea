"""The playing cards by number: kinds, parts of a vessel, and the cards that the rules name.

A card type is a number from 0 to 101, ordered by kind: captains, vessels, great guns, crew, Havens,
then Wild, History and Instant cards.
"""

from __future__ import annotations

from enum import IntEnum

CAPTAINS, VESSELS, GUNS, CREW, HAVENS, WILD, HISTORY, INSTANT = 24, 22, 10, 8, 12, 8, 8, 10
"""Card types of each kind."""
FIRST_VESSEL = CAPTAINS
FIRST_GUNS = FIRST_VESSEL + VESSELS
FIRST_CREW = FIRST_GUNS + GUNS
FIRST_HAVEN = FIRST_CREW + CREW
FIRST_WILD = FIRST_HAVEN + HAVENS
FIRST_HISTORY = FIRST_WILD + WILD
FIRST_INSTANT = FIRST_HISTORY + HISTORY
TYPES = FIRST_INSTANT + INSTANT
"""Card types."""

STARTERS = 4
"""The first Havens: each player starts with one of them."""
ATTACKS = 36
HEXES = 100
CARDS = 150
"""Most playing cards, copies counted."""

RED, BLACK, NO_COLOUR = 0, 1, -1
"""Buccaneers, pirates, and cards for both."""


class Kind(IntEnum):
    """What a playing card is; the first four are the parts of a vessel."""

    CAPTAIN = 0
    VESSEL = 1
    GUNS = 2
    CREW = 3
    HAVEN = 4
    WILD = 5
    HISTORY = 6
    INSTANT = 7


PARTS = 4
"""Places of a vessel in assembly: captain, vessel, guns, crew."""

LETTER_OF_MARQUE, TRADE_WINDS, BECALMED, SCURVY, MUTINY, KINGS_PARDON, HURRICANE, MAN_OF_WAR = (
    range(FIRST_WILD, FIRST_HISTORY)
)
(
    FAVOURABLE_CURRENT,
    GULF_STREAM,
    HOT_PURSUIT,
    DAWN_ASSAULT,
    FORLORN_HOPE,
    CLOSE_QUARTERS,
    BURIED_TREASURE,
    PLATE_FLEET,
) = range(FIRST_HISTORY, FIRST_INSTANT)
(
    TURN_OF_FORTUNE,
    DOUBLE_DEALING,
    BROADSIDE,
    MUSKET_VOLLEY,
    ALARM_BELLS,
    TURNCOAT_GUIDE,
    PROVIDENCE,
    CONTRARY_WINDS,
    CUT_THE_CABLE,
    TAVERN_GOSSIP,
) = range(FIRST_INSTANT, TYPES)
