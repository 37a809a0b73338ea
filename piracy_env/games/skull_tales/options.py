"""The options of skull_tales: what is played, how far, and with what.

The words of `scenario` have the numbers of `Scenario`. An option with the name of a field of the
state only sets it for the deal.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from piracy_env.core.options import Flag, Number, OneOf, Option, Options
from piracy_env.games.skull_tales.state import Scenario

SCENARIOS = tuple(one.name.lower() for one in Scenario)
FIRST_WITH_PORT = 2
"""The first chapter of the list that begins in port."""
LAST_CHAPTER = 10
ABOARD = (2, 3, 4, 5, 7, 8, 9, 10)
"""Chapters with a Voyage."""
CHAPTERS = (
    *("captain_jones", "awakening", "exile", "alchemical_crystal", "treasure_hunt"),
    *("castaways", "cheating_death", "skull_cove"),
)
"""Adventures that can be played alone."""
MOST_A_PHASE, MOST_A_QUICK, MOST_A_CHAPTER = 4_100, 12_300, 94_000
"""Decisions at most of a Voyage, Port or Adventure, of a quick game, of each chapter of a list."""

CREW: dict[str, Option] = {
    "characters": OneOf("dealt", ("dealt", "chosen"), "how each player comes to a Pirate"),
    "start_allies": Number(
        -1, 0, 1, "Allies each begins with, -1: 1 with two players, else 0", (-1,)
    ),
    "start_dp": Number(-1, 0, 5, "Destiny Points each begins with, -1: the limit", (-1,)),
}
JOURNEY: dict[str, Option] = {
    "camp_ch": Number(0, 0, LAST_CHAPTER, "the first chapter, 0: as the scenario says"),
    "camp_last": Number(5, 1, LAST_CHAPTER, "the last chapter of a list"),
    "stop": OneOf("game", ("game", "chapter", "phase"), "what an episode is"),
    "start": OneOf(
        "fresh",
        ("fresh", "pool"),
        "a new crew, or one drawn from the shipped pool",
        deal_only=True,
    ),
    "sea": OneOf("full", ("calm", "beasts", "full"), "which dangers the sea has"),
    "maneuvers": Flag(True, "gunnery has ammunition, dismasting and raking fire"),
    "tie_mode": Number(0, 0, 1, "who settles ties: seats from the Captain on, or the Captain (1)"),
}

OPTIONS: dict[str, Option] = {
    "scenario": OneOf("voyage", SCENARIOS[:4], "what is played"),
    **JOURNEY,
    **CREW,
}
"""Options of `skull_tales_voyage`."""
PRESETS: dict[str, dict[str, object]] = {
    "calm": {"scenario": "voyage", "sea": "calm"},
    "port": {"scenario": "port"},
    "short_campaign": {"scenario": "voyage_port", "camp_last": 3},
}


def conflict(options: Options) -> str:
    """Why options do not go together."""
    values: Mapping[str, Any] = options.values
    scenario, first, last = values["scenario"], values["camp_ch"], values["camp_last"]
    is_list = scenario in ("voyage_port", "campaign")
    if values["start"] == "pool" and not is_list:
        return f"start pool is for voyage_port and campaign, not for {scenario}"
    is_at_sea = scenario == "voyage" or (scenario == "quick" and "adventure_mode" not in values)
    if is_at_sea and first and first not in ABOARD:
        return f"chapter {first} has no Voyage, which scenario {scenario} asks for"
    if scenario == "voyage_port" and first == 1:
        return "chapter 1 has neither Port nor Voyage, which scenario voyage_port asks for"
    if is_list and chapters(options) < 1:
        return f"the list of chapters begins with {_first(values)}, after camp_last {last}"
    return ""


def chapters(options: Options) -> int:
    """How many chapters a list has."""
    values: Mapping[str, Any] = options.values
    return 1 + int(values["camp_last"]) - _first(values)


def _first(values: Mapping[str, Any]) -> int:
    """The chapter that a list begins with."""
    return int(values["camp_ch"] or (FIRST_WITH_PORT if values["scenario"] == "voyage_port" else 1))


def longest(options: Options) -> int:
    """No game takes more decisions than this."""
    values: Mapping[str, Any] = options.values
    if values["scenario"] in ("voyage", "port"):
        return MOST_A_PHASE
    if values["scenario"] == "quick":
        return MOST_A_QUICK
    if values["start"] == "pool":
        return MOST_A_CHAPTER * LAST_CHAPTER
    return MOST_A_CHAPTER * chapters(options)
