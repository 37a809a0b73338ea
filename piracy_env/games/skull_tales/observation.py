"""The observation of skull_tales: groups, and who writes them.

The groups of the Adventure come first (`layout_land.py`), of which a listing at sea takes those
of `layout_record.py`; then those of ship, sea and port.
"""

from __future__ import annotations

from collections.abc import Iterable

from piracy_env.core.layout import Group, Layout
from piracy_env.core.writers import observing
from piracy_env.games.skull_tales.layout_record import RECORD_GROUPS
from piracy_env.games.skull_tales.observe import chosen, crew, port, sea
from piracy_env.games.skull_tales.state import (
    CANDIDATES,
    ENEMIES,
    GROUPS,
    SLOTS,
    Decision,
)
from piracy_env.games.skull_tales.tables.words import (
    ATTRIBUTES,
    CLASSES,
    GOODS,
    LETTERS,
    PLACES,
    POSTS,
)
from piracy_env.games.skull_tales.traits import Trait

SEAT_NAMES = ("self", *(f"left {seat}" for seat in range(1, SLOTS)))
_KEYS = ("redcoats", "thief", "plague", "brawl", "duel")
_TOKENS = ("nothing", *GOODS, "cannon", "passenger")
_UPGRADES = ("codex", "pump", "ram", "bell", "mortar", "chain shot", "grapeshot")


def _each(what: str, names: Iterable[object]) -> tuple[str, ...]:
    return tuple(f"{what} {name}" for name in names)


SEA_GROUPS = (
    Group(
        "v_chars",
        (
            *("there", "is a Pirate", "is Captain"),
            *_each("owner", SEAT_NAMES),
            *_each("post", POSTS),
            *("acted", "reassigned", "banned", "trust", "prestige", "coins"),
            *("health", "wounds", "knocked out", "destiny", "destiny limit"),
            *ATTRIBUTES[1:],
            *("salary", "cursed", "debtor"),
            *CLASSES,
            *(Trait(trait).name.lower() for trait in crew.SHOWN_TRAITS),
            "holds a Rumor",
            *_each("penance", range(4)),
            *("own deck", "enemy deck", "out"),
            *("daily trait used", "voyage trait used", "clairvoyance used", "destiny used"),
        ),
        "Characters: own Pirate, other Pirates clockwise, Allies by slot",
        SLOTS,
        crew.write_characters,
    ),
    Group(
        "ship",
        (
            *_each("type", ("schooner", "brigantine", "frigate")),
            *("sails", "sail impacts", "working sails", "hold", "open columns"),
            *(f"space {space} {token}" for space in range(20) for token in _TOKENS),
            *_each("ratio", (2, 3, 4)),
            "cannons",
            *_UPGRADES,
            *_each("supply", GOODS),
        ),
        "the ship",
        1,
        sea.write_ship,
    ),
    Group(
        "pg",
        (
            "aboard",
            *_each("post", (POSTS[post] for post in sea.GROUP_POSTS)),
            *_each("fatigue", range(5)),
            *("wounds", "acted"),
        ),
        "groups of pirates",
        GROUPS,
        sea.write_groups,
    ),
    Group(
        "voy",
        (
            *_each("phase", ("port", "voyage", "adventure", "over")),
            *_each("round", ("travel", "crew", "event", "enemies")),
            *_each("clock", range(1, 7)),
            *("night", "turn", "day", "morale"),
            *_each("filth", range(4)),
            *("docked", "command points", "movement", "rolled", "fired", "rum used"),
            *("calm", "fog", "trade wind", "fire"),
            *("islands seen", "landed", "goods moved", "diving bell"),
            *_each("done", ("main deck", "cartography", "scheme", "sailing")),
        ),
        "time, Morale, and what has been done",
        1,
        sea.write_voyage,
    ),
    Group(
        "map",
        (
            *("column", "row"),
            *_each("facing", range(6)),
            *_each("water", range(6)),
            *_each("way to", LETTERS),
            *(
                f"goal {goal} {what}"
                for goal in range(4)
                for what in ("there", "revealed", "is 1", *LETTERS, "distance", "markers")
            ),
        ),
        "where the ship is, and where the islands are",
        1,
        sea.write_map,
    ),
    Group(
        "v_enemies",
        (
            *("there", "active", "dx", "dy", "distance"),
            *_each("facing", range(6)),
            *("speed", "hold", "boarding enemies", "aggressive", "neutral", "passive"),
            *("in my arc", "i in its arc", "wounded", "will not board"),
            *("chain shot used", "grapeshot used", "codex"),
        ),
        "Sea Enemies",
        ENEMIES,
        sea.write_enemies,
    ),
    Group(
        "board",
        (
            "on",
            *_each("enemy", range(ENEMIES)),
            *("round", "lines cut", "boarding enemies", "wounded"),
            *_each("supported", range(GROUPS)),
            "guns used",
        ),
        "a boarding",
        1,
        sea.write_boarding,
    ),
    Group(
        "event",
        (*_each("card", range(1, 29)), *_each("out", range(1, 29)), "deck left", "put off"),
        "the Voyage Event, and the deck",
        1,
        sea.write_event,
    ),
    Group(
        "port",
        (
            *_each("time", SEAT_NAMES),
            *(f"{seat} at {place}" for seat in SEAT_NAMES for place in PLACES),
            *_each("finished", SEAT_NAMES),
            *(
                f"{seat} {mood} {teacher}"
                for seat in SEAT_NAMES
                for mood in ("approved by", "disliked by")
                for teacher in range(6)
            ),
            *(f"market {card} {what}" for card in range(12) for what in ("seen", "cost", "id")),
            *_each("salary earned", SEAT_NAMES),
            *_each("debt", SEAT_NAMES),
            *_each("loan", SEAT_NAMES),
            *(f"bet of {seat}: {what}" for seat in SEAT_NAMES for what in ("on", "kind", "stake")),
            *_each("order", SEAT_NAMES),
            *("honest shipwright", "bargain day"),
            *_KEYS,
            *("moved", "acted", "sugar"),
            *_each("card", range(40)),
            *_each("card out", range(40)),
        ),
        "the Port",
        1,
        port.write_port,
    ),
    Group(
        "own",
        (
            *_each("rumor", range(11)),
            *_each("island", LETTERS),
            "fulfilled",
            *_each("coin", ("none", "gold", "silver", "copper")),
            "bid",
        ),
        "the own Rumor, coin and bid",
        1,
        crew.write_own,
    ),
    Group(
        "assign",
        (*_each("card", range(11)), *_each("island", LETTERS), "age", "progress"),
        "the Captain's Assignment",
        1,
        sea.write_assignment,
    ),
    Group(
        "camp",
        (
            *_each("chapter", range(1, 13)),
            *("repeats", "voyages", "crew booty"),
            *_each("buried at", LETTERS),
            *("buried", "buried by me"),
            *_each("result", ("none", "failure", "partial", "total")),
            *_each("scenario", range(6)),
            *_each("players", range(1, 6)),
        ),
        "the campaign",
        1,
        sea.write_campaign,
    ),
    Group(
        "decision",
        (
            *(Decision(kind).name.lower() for kind in range(48, 120)),
            *_each("step", range(4)),
            *("a", "b", "c"),
            *_each("actor", SEAT_NAMES),
            *(f"die {die} is {face}" for die in range(5) for face in range(1, 7)),
            *("difficulty", "successes"),
        ),
        "what is decided, and the last roll",
        1,
        port.write_decision,
    ),
    Group(
        "v_cand",
        ("there", "one", "other"),
        "what may be chosen among",
        CANDIDATES,
        port.write_candidates,
    ),
    Group(
        "sea_rules",
        (
            *_each("first chapter", range(1, 11)),
            *_each("last chapter", range(1, 11)),
            *_each("ends with the", ("game", "chapter", "phase")),
            *_each("sea", ("calm", "beasts", "full")),
            *("maneuvers", "captain settles ties", "abstract adventures"),
        ),
        "the rules in use: chapters that are played, what an episode is, the sea",
        1,
        chosen.write_sea_rules,
    ),
)
"""Groups of the Voyage, the Port and the campaign."""

OBSERVATION = Layout(*RECORD_GROUPS, *SEA_GROUPS)
observe = observing(OBSERVATION)
