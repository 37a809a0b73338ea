"""The campaign's tables: numbers of the rules, and the chapters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from piracy_env.core.record import Record
from piracy_env.core.tables import Choice, Choices, Integer, Section, Text
from piracy_env.games.skull_tales.tables.words import LETTERS, YES_NO

CHAPTER_KEYS = (
    *("captain_jones", "awakening", "exile", "alchemical_crystal", "treasure_hunt"),
    *("lord_of_the_roads", "pirates_of_honor", "emissary_of_yemaya", "strange_alliance"),
    *("last_pirate_song", "castaways", "cheating_death"),
)
"""The ten chapters and the two Annexes; the first is chapter 1."""
SPECIALS = ("none", "merchant_or_cutter", "cutter", "souls", "monster")
"""Special rules of a Voyage (STC-8)."""

_COINS = Integer(0, 200, doc="coins")
_REWARD = Integer(0, 99, doc="what a success pays a Pirate")

SECTIONS = (
    Section(
        "rules",
        {
            "morale_start": Integer(1, 20, doc="Morale at the start of a Voyage"),
            "voyage_turns": Integer(1, 60, doc="turns after which the crew revolts"),
            "boarding_rounds": Integer(1, 20, doc="rounds after which the ships part"),
            "stage_limit": Integer(100, 4000, doc="decisions after which a phase ends"),
            "castaway_need": Integer(1, 5, doc="successes for a mutiny on the rescuers"),
            "repeats": Integer(0, 3, doc="repeats of an Adventure"),
            "lost_voyages": Integer(1, 3, doc="lost Voyages after which a chapter has failed"),
            "tu": Integer(1, 20, doc="Time Units of a Port"),
            "market": Integer(1, 8, doc="cards of the Market deck"),
            "captain_market": Integer(0, 4, doc="cards more that the Captain sees"),
            "cb_start": Integer(0, 1000, doc="Crew Booty of a crew that does not begin in port"),
            "pg_price": Integer(0, 200, doc="Crew Booty for a group of pirates"),
            "sail_repair": Integer(0, 200, doc="Crew Booty for a Sail"),
            "hold_repair": Integer(0, 200, doc="Crew Booty for a column of the Hold"),
            "salary_captain": Integer(0, 200, doc="the Captain's salary"),
            "salary_crew": Integer(0, 500, doc="Crew Booty that comes with it"),
            "relax": Integer(1, 5, doc="wounds and Destiny Points in all of one Relax"),
            "trait_coins": Integer(
                0, 500, shape=9, doc="categories 1 to 3: single class, multiclass, outside"
            ),
            "trait_prestige": Integer(
                0, 500, shape=9, doc="categories 1 to 3: single class, multiclass, outside"
            ),
        },
        doc="Numbers of the rules.",
    ),
    Section(
        "chapters",
        {
            "name": Text("what the chapter is called"),
            "adventure": Integer(-1, 6, doc="its Adventure, -1 for an abstract one"),
            "port": YES_NO,
            "voyage": YES_NO,
            "islands": Choices(LETTERS, 0, 4, "where Goal tokens lie"),
            "special": Choice(SPECIALS, "a special rule of its Voyage"),
            "each_pp": _REWARD,
            "each_coins": _REWARD,
            "others_pp": _REWARD,
            "others_coins": _REWARD,
            "crew_coins": _COINS,
            "all_coins": _COINS,
            "partial": Integer(0, 1, doc="1: a partial success is possible"),
            "repeat_pays": Integer(0, 1, doc="1: a repeat pays the chart's reward"),
        },
        rows=CHAPTER_KEYS,
        doc="Chapters of the campaign, and Annexes.",
    ),
)


def forbidden(t: Record, _values: dict[str, Any]) -> Iterator[str]:
    """What no table may say."""
    for key, chapter in zip(CHAPTER_KEYS, t.chapters, strict=True):
        islands = [letter for letter in chapter.islands if letter >= 0]
        if len(set(islands)) < len(islands):
            yield f"[chapters] {key} has two Goal tokens on one island"
        if chapter.voyage and len(islands) < 2 and SPECIALS[chapter.special] != "monster":
            yield f"[chapters] {key} has a Voyage, but no two islands to look for"
        if LETTERS.index("D") in islands:
            yield f"[chapters] {key} looks for a Goal at D, where Voyages begin"


def doubtful(t: Record, _values: dict[str, Any]) -> Iterator[str]:
    """Departures from what is shipped."""
    voyages = sum(chapter.voyage for chapter in t.chapters)
    if voyages != 8:
        yield f"{voyages} chapters have a Voyage, where the shipped table has 8"
