"""The tables of the eight Adventures: their set-up, and the places of their stories."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

from piracy_env.core.record import Record
from piracy_env.core.tables import Choice, Choices, Integer, Section, Text
from piracy_env.games.skull_tales.gear import LEGEND_KEYS
from piracy_env.games.skull_tales.tables.cards import EFFECTS
from piracy_env.games.skull_tales.tables.enemies import FOE_KEYS, ROLE_KEYS
from piracy_env.games.skull_tales.tables.words import ATTRIBUTE, DIFFICULTY
from piracy_env.games.skull_tales.terrain import CITY_SIZE, ROOMS, TILE_EXITS, TILE_TYPES, TOKENS
from piracy_env.games.skull_tales.traits import TRAIT_KEYS

ADVENTURE_KEYS = (
    *("captain_jones", "awakening", "exile", "alchemical_crystal"),
    *("treasure_hunt", "castaways", "cheating_death", "skull_cove"),
)
GOALS = (3, 5, 5, 5, 2, 4, 4, 3)
"""Goals of each Adventure."""
SPECIALS = (0, 2, 5, 3, 5, 3, 5, 1)
"""Special actions of each Adventure."""
GOAL_KEYS = tuple(
    f"{key}_{n + 1}" for key, goals in zip(ADVENTURE_KEYS, GOALS, strict=True) for n in range(goals)
)
SPECIAL_KEYS = tuple(
    f"{key}_{n + 1}"
    for key, specials in zip(ADVENTURE_KEYS, SPECIALS, strict=True)
    for n in range(specials)
)
CHARTS = {
    "jones": 3,
    "outdoors": 3,
    "indoors": 3,
    "church": 3,
    "exile": 2,
    "crystal_city": 3,
    "crystal_deep": 2,
    "hunt_islands": 2,
    "hunt_temples": 2,
    "castaways": 3,
    "cheating": 3,
}
"""Enemy Charts and their lines."""
CHART_KEYS = tuple(CHARTS)
CHART_ROWS = tuple(f"{chart}_{n}" for chart, lines in CHARTS.items() for n in range(lines, 0, -1))
CHART_MOST = 5
"""Enemies that a chart can call at once."""
GARRISON_KEYS = (
    *("jones_start_of_revenge", "jones_lieutenant", "jones_boat"),
    *("awakening_beach", "awakening_living_room", "awakening_cemetery", "awakening_tavern"),
    *("exile_i11", "exile_i10", "exile_i16", "exile_c1", "exile_cellar", "exile_c2"),
    *("crystal_town", "crystal_crypt", "crystal_c6", "crystal_c1", "crystal_prison"),
    *("hunt_i2", "hunt_i4", "hunt_i10", "hunt_t3", "hunt_t2"),
    *("castaways_i13", "castaways_i6", "castaways_i3", "castaways_i4", "castaways_i7"),
    *("cheating_prison", "cheating_dormitory", "cheating_tavern"),
)
FIND_KEYS = (
    *("awakening_sacristy", "awakening_cemetery", "awakening_mess", "awakening_office"),
    *("exile_i11", "exile_i10", "exile_i16", "exile_c1", "exile_cellar"),
    *("crystal_bedroom", "crystal_crypt", "crystal_c1", "hunt_i2", "hunt_t3"),
    *("cheating_office", "cheating_company", "cheating_bedroom"),
)
ENTRANCE_KEYS = ("exile_i10", "exile_c2", "castaways_i6")
OBSTACLE_KEYS = ("jones_quartermaster", "exile_fardelejo")
TRAP_KEYS = ("net", "darts", "stakes", "log")
DISORDER_KEYS = (
    *("guardian_angel", "possessed", "sacrifice", "bloodthirst", "hoarder", "the_call"),
)
AFFLICTIONS = ("despised", "scatterbrained", "irascible", "spendthrift", "paranoid")
"""Bits of `ch_affl`."""
CAPTAINS = ("kept", "nobody", "first_seat")
KINDS = ("merit", "item", "person")
"""Kinds of goals: a deed, a thing, somebody who is led."""
MOMENTS = ("start", "explored", "opened")
WHERE = ("anywhere", "adjacent", "on", "room", "door", "apart", "chest")
OFTEN = ("no", "adventure", "character", "turn")
"""How often a Special can be done: always, once, once by each Character, once in a turn."""
MOST_PLACES = 16

_ADVENTURE = Choice(ADVENTURE_KEYS, "the Adventure")
_TILE = Choice(TOKENS, "the tile")
_TILE_OR_NONE = Choice(TOKENS, "the tile", nothing="none")
_ROOM = Choice(tuple(ROOMS), "the room", nothing="none")
_PLACE = Integer(-1, CITY_SIZE - 1, shape=2, doc="row and column on the tile, -1 for none")
_GOAL = Integer(0, 5, doc="the number of a goal, 0 for none")
_PRESTIGE = Integer(0, 99, doc="Prestige Points")
_COINS = Integer(0, 200, doc="coins")
_CALLED = Choices(FOE_KEYS, 0, CHART_MOST, "who comes, in this order")
_CHART = Choice(CHART_KEYS, "the Enemy Chart")
_FACE = Integer(1, 6, doc="a result of the die")
_ONE = Integer(1, 99)
_DIFFICULTIES = ("search", "deep_search", "revive", "poison", "stun", "roof_jump")
_COUNTS = (
    *("roof_figures", "places", "transfers", "loot_coins", "late_coins"),
    *("late_traits", "late_cards", "guide_moves", "sacrifice_coins"),
)

ADVENTURES = (
    Section(
        "adventures",
        {
            "name": Text("what it is called"),
            "flag": Integer(1, 60, doc="spaces of the Adventure track"),
            "difficulty": Integer(1, 3, doc="at the start"),
            "captain": Choice(CAPTAINS, "who is Captain at the start"),
            "types": Choices(TILE_TYPES, 1, 3, "tiles that are used"),
            "order": Choices(FOE_KEYS, 1, 4, "the order in which Enemies act"),
            "lost": Choice(FOE_KEYS, "the Lost Enemy on islands and in the city"),
            "lost_deep": Choice(FOE_KEYS, "the Lost Enemy elsewhere"),
            "start": Choices(TOKENS, 1, 2, "starting tiles"),
            "start_exits": Integer(0, TILE_EXITS, shape=2, doc="their exits that are joined"),
            "link": Integer(0, 1, doc="1: the second tile lies at the link of the first"),
            "zone_tile": _TILE,
            "zone": Integer(0, CITY_SIZE - 1, (MOST_PLACES, 2), "where Characters begin", -1),
            "certain": Choices(TOKENS, 0, 8, "tokens of the pile"),
            "chance": Choices(TOKENS, 0, 12, "tokens of which some join the pile"),
            "drawn": Integer(0, 12, doc="how many"),
            "rest": Choice(("out", "reserve"), "where the others go"),
            "reserve": Choices(TOKENS, 0, 4, "tokens that are kept for later"),
            "second": Choices(TOKENS, 0, 8, "tokens of the second pile"),
            "chart": _CHART,
            "chart_rooms": _CHART,
            "chart_deep": _CHART,
            "prestige": _PRESTIGE,
            "coins": _COINS,
            "others_prestige": _PRESTIGE,
            "others_coins": _COINS,
            "partial_prestige": _PRESTIGE,
            "all_coins": _COINS,
            "crew_coins": _COINS,
            "search": Integer(0, 2, doc="added to each die of a Search"),
        },
        rows=ADVENTURE_KEYS,
        doc="Set-up and payments; others: who was knocked out when the goals were met.",
    ),
    Section(
        "goals",
        {
            "name": Text("what it is"),
            "kind": Choice(KINDS, "what kind of goal it is"),
            "prestige": _PRESTIGE,
            "coins": _COINS,
            "bulky": Integer(0, 1, doc="1: it needs a hand"),
        },
        rows=GOAL_KEYS,
        doc="Goals, in the order of the Adventures.",
    ),
    Section(
        "charts",
        {"low": _FACE, "high": _FACE, "easy": _CALLED, "medium": _CALLED, "hard": _CALLED},
        rows=CHART_ROWS,
        doc="Enemy Charts, by the die and the difficulty.",
    ),
    Section(
        "garrisons",
        {
            "adventure": _ADVENTURE,
            "tile": _TILE,
            "when": Choice(MOMENTS, "when they are placed"),
            "room": _ROOM,
            "enemies": Choices(FOE_KEYS, 1, CHART_MOST, "who is placed"),
            "at": Integer(0, CITY_SIZE - 1, (CHART_MOST, 2), "row and column of each", -1),
            "role": Choice(ROLE_KEYS, "who the first of them is"),
            "marked": Choice(("none", "first", "all"), "whose token is marked"),
            "asleep": Integer(0, 1, doc="1: inactive"),
        },
        rows=GARRISON_KEYS,
        doc="Enemies at fixed places.",
    ),
    Section(
        "finds",
        {
            "adventure": _ADVENTURE,
            "tile": _TILE,
            "room": _ROOM,
            "goal": _GOAL,
            "item": Choice(LEGEND_KEYS, "a Legendary Item", nothing="none"),
            "harder": Integer(0, 1, doc="how much the difficulty rises"),
            "crew_coins": _COINS,
        },
        rows=FIND_KEYS,
        doc="What a successful Search brings, once.",
    ),
    Section(
        "specials",
        {
            "name": Text("what it is"),
            "ap": Integer(0, 5, doc="Action Points"),
            "coins": _COINS,
            "tile": _TILE_OR_NONE,
            "at": _PLACE,
            "where": Choice(WHERE, "where its user must be"),
            "room": _ROOM,
            "clear": Integer(0, 1, doc="1: no Enemy in that room or on that tile"),
            "once": Choice(OFTEN, "how often"),
            "roll": ATTRIBUTE,
            "difficulty": DIFFICULTY,
            "reached": _GOAL,
            "held": _GOAL,
            "goal": _GOAL,
            "to_tile": _TILE_OR_NONE,
            "to": _PLACE,
            "both": Integer(0, 1, doc="1: it leads back, too"),
        },
        rows=SPECIAL_KEYS,
        doc="Special actions, in the order of the Adventures.",
    ),
    Section(
        "entrances",
        {
            "adventure": _ADVENTURE,
            "tile": _TILE,
            "exit": Integer(1, TILE_EXITS, doc="the exit by which it is entered, if legal"),
        },
        rows=ENTRANCE_KEYS,
        doc="Tiles that are turned in one way.",
    ),
    Section(
        "obstacles",
        {
            "adventure": _ADVENTURE,
            "tile": _TILE,
            "at": Integer(0, CITY_SIZE - 1, shape=2, doc="row and column"),
        },
        rows=OBSTACLE_KEYS,
        doc="Spaces that a story blocks: somebody lies or is bound there.",
    ),
    Section(
        "traps",
        {
            "name": Text("what it is"),
            "low": _FACE,
            "high": _FACE,
            "roll": ATTRIBUTE,
            "difficulty": DIFFICULTY,
            "effects": Choices(EFFECTS, 1, 2, "what it does"),
        },
        rows=TRAP_KEYS,
        doc="Traps, by the die.",
    ),
    Section(
        "disorders",
        {
            "name": Text("what it is called"),
            "coins": _COINS,
            "trait": Choice(TRAIT_KEYS, "the Trait that can be had instead"),
            "failure": Choice((*AFFLICTIONS, "permanent_wound"), "what failure brings"),
        },
        rows=DISORDER_KEYS,
        doc="Disorders of the treasure hunt.",
    ),
    Section(
        "ashore",
        {
            "rounds": Integer(1, 99, doc="rounds of an Adventure at most"),
            "decisions": Integer(1, 30_000, doc="decisions of an Adventure at most"),
            "turn_decisions": Integer(1, 30_000, doc="decisions of a turn at most"),
            **dict.fromkeys(_DIFFICULTIES, DIFFICULTY),
            **dict.fromkeys(_COUNTS, _ONE),
        },
        doc="Numbers of the rules ashore.",
    ),
)

DERIVED = (
    ("calls", np.int8, (len(CHARTS), 6, 3, CHART_MOST)),
    ("first_goal", np.int8, (len(ADVENTURE_KEYS) + 1,)),
    ("first_special", np.int8, (len(ADVENTURE_KEYS) + 1,)),
)
"""What is worked out: whom a chart calls, `t.calls[chart, die - 1, difficulty - 1]`, -1 for nobody;
the row of each Adventure's first goal and Special, the last place that after the last row."""


def derive(t: Record, row: Any) -> None:
    """Spread the charts over the results of the die."""
    row["calls"] = -1
    for key, line in zip(CHART_ROWS, t.charts, strict=True):
        chart = CHART_KEYS.index(key.rsplit("_", 1)[0])
        for face in range(line.low - 1, line.high):
            row["calls"][chart, face] = [line.easy, line.medium, line.hard]
    row["first_goal"] = np.cumsum([0, *GOALS])
    row["first_special"] = np.cumsum([0, *SPECIALS])


# Checks ------------------------------------------------------------------------------------------


def forbidden(t: Record, _values: dict[str, Any]) -> Iterator[str]:
    """Complaints that forbid a table."""
    for key, one in zip(ADVENTURE_KEYS, t.adventures, strict=True):
        yield from _faulty_piles(key, one)
    yield from _faulty_dice(t)
    for key, post in zip(GARRISON_KEYS, t.garrisons, strict=True):
        there = sum(foe >= 0 for foe in post.enemies)
        places = sum(at[0] >= 0 for at in post.at)
        if there != places:
            yield f"[garrisons] {key}: {there} Enemies at {places} places"
        if post.role and t.roles[post.role].enemy != post.enemies[0]:
            yield f"[garrisons] {key}: its first Enemy has another card than its role"
    for section, keys, goals in (
        ("finds", FIND_KEYS, ("goal",)),
        ("specials", SPECIAL_KEYS, ("reached", "held", "goal")),
    ):
        for key, line in zip(keys, getattr(t, section), strict=True):
            number = line.adventure if section == "finds" else _adventure_of(key)
            for name in goals:
                if getattr(line, name) > GOALS[number]:
                    yield f"[{section}] {key}: {ADVENTURE_KEYS[number]} has no such goal"


def _adventure_of(special: str) -> int:
    return ADVENTURE_KEYS.index(special.rsplit("_", 1)[0])


def _faulty_piles(key: str, one: Record) -> Iterator[str]:
    tokens = [
        token
        for name in ("certain", "chance", "reserve", "second", "start")
        for token in getattr(one, name)
        if token >= 0
    ]
    for token, times in Counter(tokens).items():
        if times > 1:
            yield f"[adventures] {key}: {TOKENS[token]} is there {times} times"
    if one.drawn > sum(token >= 0 for token in one.chance):
        yield f"[adventures] {key}: {one.drawn} tokens cannot be drawn"
    joined = sum(exit_ > 0 for exit_ in one.start_exits)
    if joined != (2 - one.link if one.start[1] >= 0 else 0):
        yield f"[adventures] {key}: two starting tiles, and only they, are joined"


def _faulty_dice(t: Record) -> Iterator[str]:
    for name, keys in (("charts", CHART_ROWS), ("traps", TRAP_KEYS)):
        faces: Counter[tuple[str, int]] = Counter()
        for key, line in zip(keys, getattr(t, name), strict=True):
            whole = key.rsplit("_", 1)[0] if name == "charts" else ""
            faces.update((whole, face) for face in range(line.low, line.high + 1))
        for whole in dict.fromkeys(whole for whole, _ in faces):
            if any(faces[whole, face] != 1 for face in range(1, 7)):
                yield f"[{name}] {whole or 'the die'}: each result belongs to one line"


def doubtful(t: Record, _values: dict[str, Any]) -> Iterator[str]:
    """Departures from the totals of the shipped tables."""
    flags = [one.flag for one in t.adventures]
    if flags != [18, 18, 18, 18, 18, 20, 16, 12]:
        yield f"[adventures] the flags stand at {flags}"
