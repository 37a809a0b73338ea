"""The options of the Adventure."""

from __future__ import annotations

from piracy_env.core.options import Flag, Number, OneOf, Option, Options
from piracy_env.games.skull_tales.options import CHAPTERS, CREW, MOST_A_PHASE

MELEE_TARGETS = ("melee", "agility")

ASHORE: dict[str, Option] = {
    "difficulty": Number(0, 0, 2, "added to the difficulty of the Adventure"),
    "captain_control": Flag(False, "the Captain decides what is doubtful about Enemies"),
    "roll_window": Flag(True, "rolls can be changed once their dice are known"),
    "disorders": Flag(True, "the treasure hunt drives Pirates mad"),
    "melee_target": OneOf("melee", MELEE_TARGETS, "what melee dice have to beat"),
}
"""How Adventures are played."""
OPTIONS: dict[str, Option] = {
    "chapter": OneOf("captain_jones", CHAPTERS, "the Adventure that is played"),
    "late": Flag(False, "Pirates know two more Traits and have some gear"),
    **CREW,
    **ASHORE,
}
PRESETS: dict[str, dict[str, object]] = {name: {"chapter": name} for name in CHAPTERS}


def longest(options: Options) -> int:
    """No game takes more decisions than this (STA-R51)."""
    return MOST_A_PHASE
