"""The options of the whole game: those of campaigns, and of the Adventures in them."""

from __future__ import annotations

from piracy_env.core.options import Number, OneOf, Option
from piracy_env.games.skull_tales.options import CREW, JOURNEY, conflict, longest
from piracy_env.games.skull_tales.options_land import ASHORE
from piracy_env.games.skull_tales.state import Scenario

__all__ = ("OPTIONS", "PRESETS", "conflict", "longest")
_PLAYED = (Scenario.QUICK, Scenario.CAMPAIGN)

OPTIONS: dict[str, Option] = {
    "scenario": OneOf(
        "campaign",
        tuple(one.name.lower() for one in _PLAYED),
        "what is played",
        tuple(int(one) for one in _PLAYED),
    ),
    **JOURNEY,
    "adventure_mode": Number(0, 0, 1, "Adventures on their boards, or all in the abstract (1)"),
    **CREW,
    "characters": OneOf("chosen", ("dealt", "chosen"), "how each player comes to a Pirate"),
    **ASHORE,
}
PRESETS: dict[str, dict[str, object]] = {
    "short_campaign": {"scenario": "campaign", "camp_last": 3},
    "thirst": {"scenario": "quick", "camp_ch": 1},
}
