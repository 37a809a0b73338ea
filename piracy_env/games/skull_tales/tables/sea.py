"""The tables of the sea: chart, ships, enemies, Event cards, islands and posts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

from piracy_env.core.record import Record
from piracy_env.core.tables import Choice, Choices, Grid, Integer, Section, Text
from piracy_env.games.skull_tales.chart import (
    COLS,
    DIRECTIONS,
    ROWS,
    SPACES,
    all_apart,
    all_ways,
    beside,
    is_water,
    water_apart,
)
from piracy_env.games.skull_tales.tables.words import (
    ATTRIBUTE,
    DIFFICULTY,
    LETTERS,
    POSTS,
    YES_NO,
)

SHIP_KEYS = ("schooner", "brigantine", "frigate")
ENEMY_KEYS = (
    *("galleon", "cutter", "merchant", "rival", "whale", "sea_monster"),
    *("ghost_ship", "whirlpool", "watchtower", "stone_crab"),
)
EVENT_KEYS = tuple(f"t{number:02d}" for number in range(1, 29))
FACES = tuple("123456")
OUTCOMES = (
    *("remove", "knock_out", "nothing", "supplies"),
    *("wood_supplies", "slaves_supplies", "rum_supplies", "rum_2_supplies"),
)
"""What an exploration brings."""
SPECIALS = (
    *("none", "treasure", "straggler", "spice", "calm", "fog", "trade_wind", "lightning"),
    *("rain", "rats", "fire", "scurvy", "wreck", "fiddler"),
)
"""Voyage Events with a rule of their own."""

_OF_DANGERS = EVENT_KEYS[:13]
"""Cards that a calm sea leaves out."""
_STAYING = {
    "t12": "watchtower",
    "t13": "stone_crab",
    "t15": "calm",
    "t16": "fog",
    "t17": "trade_wind",
    "t24": "fire",
}
"""Cards that stay out of the deck while what they bring is there."""
_DICE = Integer(0, 10, doc="dice, 0 for none")
_FACE = Integer(0, 6, doc="the lowest face that is a success")
_EFFECT = Integer(
    -9,
    9,
    shape=9,
    doc="Morale, Filth, Impacts on Hold and Sails, groups wounded and knocked out, drift, "
    "random Goods, Supplies",
)

SECTIONS = (
    Section(
        "sea",
        {
            "chart": Grid(
                ROWS,
                COLS,
                {
                    "#": (-1, "land"),
                    ".": (0, "water"),
                    **{
                        letter: (1 + number, f"water at island {letter}")
                        for number, letter in enumerate(LETTERS)
                    },
                },
                "flat-top hexes; those of odd columns lie half a space lower",
            )
        },
        doc="The sea chart.",
    ),
    Section(
        "ships",
        {
            "name": Text("what such a ship is called"),
            "sails": Integer(1, 7, doc="Sails at first"),
            "sails_max": Integer(1, 7, doc="Sails at most"),
            "hold": Integer(2, 10, doc="columns of the Hold at first"),
            "hold_max": Integer(2, 10, doc="columns of the Hold at most"),
            "cannons": Integer(0, 5, doc="cannons at first"),
            "price": Integer(0, 1000, doc="Crew Booty"),
        },
        rows=SHIP_KEYS,
        doc="Ships of the crew.",
    ),
    Section(
        "sea_enemies",
        {
            "name": Text("what the enemy is called"),
            "type": Choice(("aggressive", "neutral", "passive", "hazard"), "how it behaves"),
            "speed": _DICE,
            "speed_on": _FACE,
            "fire": _DICE,
            "fire_on": _FACE,
            "be": Integer(0, 10, doc="Boarding Enemies"),
            "be_on": _FACE,
            "body": Integer(0, 10, doc="Hold or Body"),
            "defense": Integer(0, 6, doc="the face that a cannon's die must reach, 0 for Speed"),
            "reach": Integer(0, 3, doc="spaces that its fire reaches"),
            "grey": Integer(0, 9, doc="Morale gained when it is beaten"),
            "red": Integer(0, 9, doc="Morale lost when the ship leaves its area"),
            "beast": YES_NO,
            "ship": YES_NO,
        },
        rows=ENEMY_KEYS,
        doc="Sea Enemies.",
    ),
    Section(
        "voyage_events",
        {
            "name": Text("what the card is called"),
            "weather": YES_NO,
            "lasting": Integer(0, 1, doc="1: it stays in play"),
            "enemy": Integer(-1, 9, doc="the Sea Enemy that it brings, -1 for none"),
            "when": Choice(("always", "day", "night"), "when it does so"),
            "post": Choice(("none", *POSTS), "where the roll is made"),
            "attribute": ATTRIBUTE,
            "difficulty": DIFFICULTY,
            "tp": Integer(0, 3, doc="Trust Points of the Character that succeeds"),
            "win": _EFFECT,
            "lose": _EFFECT,
            "special": Choice(SPECIALS, "a rule of its own"),
        },
        rows=EVENT_KEYS,
        doc="Voyage Events, one card each.",
    ),
    Section(
        "exploration",
        {"outcome": Choices(OUTCOMES, 6, 6, "what islands 1 to 6 bring on this face")},
        rows=FACES,
        doc="The Island Exploration card.",
    ),
    Section(
        "posts",
        {
            "name": Text("what the post is called"),
            "characters": Integer(0, 5, doc="Characters at most"),
            "groups": Integer(0, 6, doc="groups of pirates at most"),
        },
        rows=POSTS,
        doc="Posts of the ship's board.",
    ),
)

DERIVED = (
    (
        "chart",
        np.dtype(
            [
                ("near", np.int16, (SPACES, DIRECTIONS)),  # neighbours, -1 beyond the edge
                ("water", np.int8, (SPACES,)),
                ("coast", np.int8, (SPACES,)),  # 1: water next to land
                ("letter", np.int8, (SPACES,)),  # of its scroll, -1 without one
                ("scroll", np.int16, (len(LETTERS),)),  # the space of each letter
                ("cube", np.int8, (SPACES, SPACES)),  # distance as the crow flies
                ("way", np.int8, (SPACES, SPACES)),  # distance over water
                ("way_to", np.int8, (SPACES, len(LETTERS))),  # to the scroll of each letter
            ]
        ),
    ),
)
"""What follows from the drawing: `t.chart`."""


def derive(t: Record, row: Any) -> None:
    """Find neighbours, coasts, scrolls and ways."""
    chart = row["chart"]
    water = is_water(t.sea.chart)
    near = [beside(space) for space in range(SPACES)]
    letters = [max(-1, int(place) - 1) for line in t.sea.chart for place in line]
    chart["near"] = near
    chart["water"] = water
    chart["coast"] = [
        water[space] and any(other >= 0 and not water[other] for other in near[space])
        for space in range(SPACES)
    ]
    chart["letter"] = letters
    chart["scroll"] = [letters.index(number) for number in range(len(LETTERS))]
    chart["cube"] = all_apart()
    chart["way"] = all_ways(water, range(SPACES))
    chart["way_to"] = chart["way"][:, chart["scroll"]]


def forbidden(t: Record, _values: dict[str, Any]) -> Iterator[str]:
    """What no table may say."""
    found = Counter(int(place) - 1 for line in t.sea.chart for place in line if place > 0)
    for number, letter in enumerate(LETTERS):
        if found[number] != 1:
            yield f"[sea] chart has {found[number]} islands {letter}, not one"
    if apart := water_apart(t.sea.chart):
        col, row = apart
        yield f"[sea] chart: no way leads to the water at column {col}, row {row}"
    for key, ship in zip(SHIP_KEYS, t.ships, strict=True):
        for part in ("sails", "hold"):
            if getattr(ship, part) > getattr(ship, f"{part}_max"):
                yield f"[ships] {key} has more {part} than {part}_max"
        if ship.cannons > 2 * ship.hold:
            yield f"[ships] {key} has no room for {ship.cannons} cannons"
    for key, enemy in zip(ENEMY_KEYS, t.sea_enemies, strict=True):
        if enemy.ship and not enemy.body:
            yield f"[sea_enemies] {key} is a ship without a Hold"
    yield from _forbidden_events(t)


def _forbidden_events(t: Record) -> Iterator[str]:
    for key, card in zip(EVENT_KEYS, t.voyage_events, strict=True):
        if (card.attribute == 0) != (card.post == 0):
            yield f"[voyage_events] {key} needs both a post and an attribute, or neither"
        if card.enemy >= 0 and key not in _OF_DANGERS:
            yield f"[voyage_events] {key} brings the {ENEMY_KEYS[card.enemy]} to a calm sea"
    for special in SPECIALS[1:]:
        cards = sum(card.special == SPECIALS.index(special) for card in t.voyage_events)
        if cards != 1:
            yield f"[voyage_events] {cards} cards are {special!r}, not one"
    for key, what in _STAYING.items():
        card = t.voyage_events[EVENT_KEYS.index(key)]
        if what not in (SPECIALS[card.special], ENEMY_KEYS[card.enemy] if card.enemy >= 0 else ""):
            yield f"[voyage_events] {key} is not {what!r}, which the rules know by its number"


def doubtful(t: Record, _values: dict[str, Any]) -> Iterator[str]:
    """Departures from what is shipped."""
    outcomes = Counter(OUTCOMES[one] for row in t.exploration for one in row.outcome)
    for what, found, shipped in (
        ("spaces of water", sum(place >= 0 for line in t.sea.chart for place in line), 257),
        ("Voyage Events that bring an enemy", sum(c.enemy >= 0 for c in t.voyage_events), 13),
        ("Weather cards", sum(card.weather for card in t.voyage_events), 7),
        (
            "explorations that remove, knock out, bring nothing, bring Supplies",
            [outcomes[word] for word in OUTCOMES[:4]],
            [3, 6, 14, 7],
        ),
    ):
        if found != shipped:
            yield f"{what}: {found}, where the shipped table has {shipped}"
