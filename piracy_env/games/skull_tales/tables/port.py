"""The tables of the Port: actions, roads, prices, cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from piracy_env.core.record import Record
from piracy_env.core.tables import Choice, Choices, Integer, Section, Text
from piracy_env.games.skull_tales.chart import COLS, ROWS
from piracy_env.games.skull_tales.tables.words import (
    ATTRIBUTE,
    CLASSES,
    DIFFICULTY,
    GOODS,
    PLACES,
    YES_NO,
)

ACTION_KEYS = (
    *("salary", "relax", "take_assignment", "repair_ship", "trade", "upgrade", "learn_shooter"),
    *("stock_up", "prosthesis", "order", "haggle", "learn_rogue"),
    *("charity", "atonement", "learn_educated", "learn_mystic"),
    *("story", "hire_ally", "rumor_tavern", "hire_groups", "game_of_chance", "learn_rowdy"),
    *("enter_mansion", "rumor_mansion", "luxury", "betting", "loan", "repay", "learn_duelist"),
)
ROAD_KEYS = tuple("1234567")
UPGRADE_KEYS = (
    *("extend_hold", "signal_codex", "bilge_pump", "ram", "diving_bell", "mortar", "cannon"),
    *("chain_shot", "grapeshot", "auxiliary_sail"),
)
CARDS_A_PLACE = 8
PORT_EVENT_KEYS = tuple(
    f"{place}{number}" for place in "dmcvs" for number in range(1, 1 + CARDS_A_PLACE)
)
KEY_WORDS = ("none", "redcoats", "thief", "plague", "brawl", "duel")
TEACHER_KEYS = ("grace", "maggie", "jerome", "marie", "gerrit", "francisco")
PENANCE_KEYS = ("greedy", "wroth", "prideful")
ASSIGNMENT_KEYS = tuple(f"a{number}" for number in range(1, 11))
RUMOR_KEYS = tuple(f"r{number}" for number in range(1, 11))

_PLACE = Choice(PLACES, "where it is done or happens")
_NAME = Text("what the card is called")
_CHANGE = Integer(
    -9, 20, shape=7, doc="prestige, coins, Time Units, Destiny, wounds, mood of a teacher, special"
)


def _option(letter: str) -> dict[str, Any]:
    """The columns of one of the options of a Port Event."""
    return {
        f"{letter}_there": YES_NO,
        f"{letter}_coins": Integer(0, 9, doc="coins that must be held"),
        f"{letter}_attribute": ATTRIBUTE,
        f"{letter}_difficulty": DIFFICULTY,
        f"{letter}_win": _CHANGE,
        f"{letter}_lose": _CHANGE,
    }


SECTIONS = (
    Section(
        "port_actions",
        {
            "place": _PLACE,
            "tu": Integer(0, 20, doc="Time Units"),
            "coins": Integer(0, 99, doc="coins, those of a first step"),
            "captain": Integer(0, 1, doc="1: the Captain's alone"),
        },
        rows=ACTION_KEYS,
        doc="What can be done in Port.",
    ),
    Section(
        "roads",
        {"places": Choices(PLACES, 2, 2, "the two ends")},
        rows=ROAD_KEYS,
        doc="Ways between the places of the Port.",
    ),
    Section(
        "goods",
        {
            "name": Text("what the Goods are called"),
            "supply": Integer(0, 9, doc="tokens"),
            "sale": Integer(-1, 200, doc="Crew Booty for a token, -1 for ten times a die"),
            "buy": Integer(-1, 200, doc="Crew Booty that a token costs, -1 if it is not sold"),
        },
        rows=GOODS,
        doc="Goods.",
    ),
    Section(
        "upgrades",
        {
            "name": Text("what it is called"),
            "price": Integer(0, 500, doc="Crew Booty"),
            "once": Integer(0, 1, doc="1: a ship has it once"),
        },
        rows=UPGRADE_KEYS,
        doc="What a ship can be fitted with.",
    ),
    Section(
        "port_events",
        {
            "name": _NAME,
            "place": _PLACE,
            "key": Choice(KEY_WORDS, "its key word"),
            "lasting": Integer(0, 1, doc="1: it stays in play"),
            "optional": Integer(0, 1, doc="1: it may be declined"),
            **_option("a"),
            **_option("b"),
            **_option("c"),
            "second": Choice(
                ("none", "add_to_lose", "instead"), "what a key word drawn before changes"
            ),
            "second_effect": _CHANGE,
        },
        rows=PORT_EVENT_KEYS,
        doc="Port Events, eight cards a place.",
    ),
    Section(
        "teachers",
        {"name": Text("who it is"), "place": _PLACE, "cls": Choice(CLASSES, "what is taught")},
        rows=TEACHER_KEYS,
        doc="Teachers.",
    ),
    Section(
        "penances",
        {"name": Text("what it is called"), "coins": Integer(0, 200, doc="what it costs")},
        rows=PENANCE_KEYS,
        doc="Penances.",
    ),
    Section(
        "assignments",
        {
            "name": _NAME,
            "target": Integer(0, 1, doc="1: an island is drawn with it"),
            "enemy": Integer(-1, 9, doc="the Sea Enemy that it puts on the chart, -1 for none"),
            "at": Integer(-1, max(COLS, ROWS) - 1, shape=2, doc="where: column and row"),
            "facing": Integer(0, 5, doc="which way it faces, clockwise from the north"),
            "goods": Choice(("none", *GOODS), "Goods to be discarded"),
            "number": Integer(0, 3, doc="how many of them, or islands to land on"),
            "crew_coins": Integer(0, 500, doc="Crew Booty"),
            "pp": Integer(0, 50, doc="prestige of the Captain"),
            "morale": Integer(0, 9, doc="Morale"),
        },
        rows=ASSIGNMENT_KEYS,
        doc="Assignments, one card each.",
    ),
    Section(
        "rumors",
        {
            "name": _NAME,
            "target": Integer(0, 1, doc="1: an island is drawn with it"),
            "pp": Integer(0, 50, doc="prestige"),
            "coins": Integer(0, 50, doc="coins"),
        },
        rows=RUMOR_KEYS,
        doc="Rumors, one card each.",
    ),
)

DERIVED = (("town", np.dtype([("road", np.int8, (len(PLACES), len(PLACES)))])),)
"""`t.town.road[one, other]` is 1 where a road leads from one place to the other."""


def derive(t: Record, row: Any) -> None:
    """Find the roads from each place."""
    for road in t.roads:
        one, other = road.places
        row["town"]["road"][one][other] = row["town"]["road"][other][one] = 1


def forbidden(t: Record, _values: dict[str, Any]) -> Iterator[str]:
    """What no table may say."""
    for number, (key, card) in enumerate(zip(PORT_EVENT_KEYS, t.port_events, strict=True)):
        if card.place != 1 + number // CARDS_A_PLACE:
            yield f"[port_events] {key} is a card of the {PLACES[1 + number // CARDS_A_PLACE]}"
        if not card.a_there or (card.c_there and not card.b_there):
            yield f"[port_events] {key} has an option without those before it"
        if card.second and not card.key:
            yield f"[port_events] {key} has a second effect, but no key word"
    for key, road in zip(ROAD_KEYS, t.roads, strict=True):
        if road.places[0] == road.places[1]:
            yield f"[roads] {key} leads from a place to itself"
    for place in _cut_off(t):
        yield f"[roads] no way leads from the ship to the {PLACES[place]}"
    for key, task in zip(ASSIGNMENT_KEYS, t.assignments, strict=True):
        yield from _forbidden_start(t, key, task)


def _cut_off(t: Record) -> list[int]:
    reached = {0}
    for _ in PLACES:
        for road in t.roads:
            if reached & set(road.places):
                reached |= set(road.places)
    return [place for place in range(len(PLACES)) if place not in reached]


def _forbidden_start(t: Record, key: str, task: Record) -> Iterator[str]:
    col, row = task.at
    if task.enemy < 0:
        return
    if not 0 <= col < COLS or not 0 <= row < ROWS:
        yield f"[assignments] {key} puts its enemy off the chart, at column {col}, row {row}"
    elif t.sea.chart[row][col] < 0:
        yield f"[assignments] {key} puts its enemy on land, at column {col}, row {row}"


def doubtful(t: Record, _values: dict[str, Any]) -> Iterator[str]:
    """Departures from what is shipped."""
    goods = sum(row.supply for row in t.goods)
    if goods != 31:
        yield f"there are {goods} Goods, where the shipped table has 31"
