"""What a seat sees in all listings: own cards, Traits and secrets, how the crew came together."""

from __future__ import annotations

from piracy_env.core.layout import Group
from piracy_env.games.skull_tales.observe import chosen, crew
from piracy_env.games.skull_tales.state import CARRIED, TRAITS
from piracy_env.games.skull_tales.tables.adventures import DISORDER_KEYS

_CARRIED = (
    *("card", "bag", "right", "left", "both", "worn"),
    *("exhausted", "starting", "blessed", "poisoned", "used", "filled"),
)
OWN_CARDS = Group("inv", _CARRIED, "what the own Pirate carries", CARRIED, crew.write_carried)
OWN_TRAITS = Group("traits", TRAITS, "the own Pirate's Traits", 1, crew.write_traits)
OWN_SECRET = Group(
    "own_secret",
    (*DISORDER_KEYS, "penance", "afflictions"),
    "own disorder and burdens",
    1,
    crew.write_own_secret,
)
CREW_RULES = Group(
    "crew_rules",
    (
        "chosen pirates",
        *(f"allies at the start {word}" for word in ("by players", 0, 1)),
        *(f"destiny at the start {word}" for word in ("at the limit", *range(6))),
    ),
    "the rules in use: how the crew comes together",
    1,
    chosen.write_crew_rules,
)
RECORD_GROUPS = (OWN_CARDS, OWN_TRAITS, OWN_SECRET, CREW_RULES)
"""Groups that all listings have."""
