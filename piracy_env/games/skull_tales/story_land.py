"""What happens in the stories of the towns: places of `sf` for each chapter, and their words."""

from __future__ import annotations

from enum import IntEnum

GUESTS = 4
"""Enemies in the taproom of the awakening."""


class Awakening(IntEnum):
    """Places of `sf` in "Awakening of Darkness"."""

    BRAWL = 0  # 1: the Barracks are warned
    TAVERN = 1  # 1: its Enemies have come, 2: they are defeated
    FOUGHT = 2  # 1: there was an attack in the taproom
    FIRST_GUEST = 3  # 1 + Enemy for each of those in the taproom, 0 once it is defeated


class Cheating(IntEnum):
    """Places of `sf` in "Cheating Death"."""

    SHOT = 0  # 1: there was a ranged attack
    FIRST_CELL = 1  # of each slot: 1 north, 2 south
    FIRST_ARMED = 6  # of each slot: 1 once it has taken a weapon, or an Ally can fight again
    FIRST_GONE = 11  # of each slot: 1 once it has left by the harbour gate


WORDS: dict[tuple[str, int, int], str] = {
    ("awakening", Awakening.BRAWL, 1): "The Barracks are warned: who comes there sprints.",
    ("awakening", Awakening.TAVERN, 1): "The Enemies of the tavern are about.",
    ("awakening", Awakening.TAVERN, 2): "The tavern is quiet: the innkeeper will talk.",
    ("awakening", Awakening.FOUGHT, 1): "There was an attack in the taproom.",
    ("cheating_death", Cheating.SHOT, 1): "The first shot was heard.",
}
"""What a chapter's place of `sf` says with a value."""
OF_ONE: dict[tuple[str, int, int], str] = {
    ("cheating_death", Cheating.FIRST_CELL, 1): "{who} was in the northern cell.",
    ("cheating_death", Cheating.FIRST_CELL, 2): "{who} was in the southern cell.",
    ("cheating_death", Cheating.FIRST_ARMED, 1): "{who} has found its arms.",
    ("cheating_death", Cheating.FIRST_GONE, 1): "{who} has left by the harbour gate.",
}
"""What a value says at a place for each slot, the first of which is named."""
