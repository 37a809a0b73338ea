"""The component tables of broadside: dice, ships, treasures, fame and red cards.

A row of the file stands for all copies of a card; `cards` tells which numbers these have.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from piracy_env.core.record import Record
from piracy_env.core.tables import Choice, Integer, Schema, Section, Text
from piracy_env.games.broadside.actions import RED_KEYS
from piracy_env.games.broadside.cards import (
    BIG_SLOOP,
    SHIP_CARDS,
    SHIP_KEYS,
    TREASURE_CARDS,
    TREASURE_KEYS,
)
from piracy_env.games.broadside.state import MOST_CREW, SEATS, Red

SYMBOLS = ("gun", "crew", "explorer")
"""Faces of the battle die that count, as treasures ask for them."""
FACES = 6
"""Faces of a die."""
MOST_DICE = 6
"""Battle dice of one roll of an expedition: as many as there are."""


_COPIES = {
    "base": Integer(0, 9, doc="copies in the base box"),
    "list": Integer(0, 9, doc="copies in the expansion by its list of cards"),
    "contents": Integer(0, 9, doc="copies in the expansion by the table of contents"),
}
_WIND_DIE = Section(
    "wind_die",
    {"faces": Integer(-2, 2, shape=FACES, doc="what each face adds to the attacker's speed")},
    doc="The die that the attacker rolls to catch a ship.",
)
_BATTLE_DIE = Section(
    "battle_die",
    {
        "gun": Integer(1, FACES, doc="faces with a gun, hits of cannons"),
        "crew": Integer(1, FACES, doc="faces with a crew, hits of boarders"),
        "explorer": Integer(0, FACES, doc="faces with an explorer, as treasures ask for"),
        "blank": Integer(0, FACES, doc="empty faces"),
    },
    doc="The die of cannons, boarding and treasures.",
)
_SHIPS = Section(
    "ships",
    {
        "name": Text("what the ship is called"),
        "speed": Integer(0, 8, doc="speed"),
        "cannons": Integer(0, 12, doc="cannons"),
        "crew": Integer(1, 30, doc="crew when it is dealt"),
        "max": Integer(1, 30, doc="most crew that it may carry"),
        "cargo": Integer(1, 8, doc="cargo points"),
        "points": Integer(0, 4, doc="pirate points"),
        **_COPIES,
    },
    rows=SHIP_KEYS,
    doc="Ships to conquer, and the Big Sloop that everybody starts with.",
)
_TREASURES = Section(
    "treasures",
    {
        "name": Text("what the card is called"),
        "dice": Integer(1, MOST_DICE, doc="battle dice that are rolled"),
        "symbol": Choice(SYMBOLS, "symbol that is looked for"),
        "need": Integer(1, MOST_DICE, doc="how many of it make a success"),
        "loss": Integer(1, 4, doc="crew that a failure costs"),
        "crew": Integer(0, 10, doc="crew that a success brings"),
        "red": Integer(0, 4, doc="red cards that a success brings"),
        "points": Integer(0, 4, doc="treasure points"),
        **_COPIES,
    },
    rows=TREASURE_KEYS,
    doc="Treasures to dig for.",
)
_FAME = Section(
    "fame",
    {"name": Text("what the card is called"), "points": Integer(0, 4, doc="pirate points")},
    doc="The fame card, owned by whoever has the most treasure points.",
)
_REDS = Section(
    "reds",
    {
        "name": Text("what the card is called"),
        "amount": Integer(0, 9, doc="cards, crew, speed or cannons that it moves"),
        **_COPIES,
    },
    rows=RED_KEYS,
    doc="Red cards: eight kinds for the own turn, ten for battles, five inventories.",
)
_NUMBERS = Section(
    "numbers",
    {
        "start_red": Integer(0, 5, doc="red cards dealt to each player"),
        "start_blue": Integer(0, 4, doc="blue cards dealt to each player"),
        "draw_red": Integer(0, 5, doc="red cards of an income"),
        "draw_blue": Integer(1, 4, doc="blue cards that an income fills the hand up to"),
        "red_limit": Integer(1, 10, doc="most red cards in hand when the own turn is over"),
        "least_red": Integer(0, 5, doc="fewest red cards of an income paid by pirate points"),
    },
    doc="Numbers of the rules.",
)
_BOX = Section(
    "box",
    {
        "battle_dice": Integer(1, 99, doc="battle dice; they are rolled as often as needed"),
        "wind_dice": Integer(1, 99, doc="wind dice"),
        "crew_tokens": Integer(1, 999, doc="crew tokens; they are markers, not a limit"),
        "fame_cards": Integer(1, 1, doc="fame cards"),
        "rule_cards": Integer(0, 99, doc="personal rule cards"),
        "setup_cards": Integer(0, 99, doc="set-up cards"),
        "rule_books": Integer(0, 99, doc="rule books"),
    },
    doc="What else lies in the box, without effect on the rules.",
)

_AMOUNTS = {
    Red.NEPTUNES_REVENGE: (1, 1),
    Red.SABOTAGE: (0, 0),
    Red.OLD_SEADOG: (0, 0),
    Red.ST_ELMOS_FIRE: (0, 0),
    Red.GOOD_SPEECH: (1, 5),
    Red.BOTTLE_OF_RUM: (1, 5),
    Red.FOG: (0, 0),
    Red.GRAPPLING_HOOKS: (0, 0),
    Red.FAST_RELOAD: (0, 0),
    Red.FULL_RIG: (0, 2),
    Red.GUNNERY_UPGRADE: (0, 3),
    Red.CROWS_NEST: (0, 0),
    Red.GUNNERY_MASTER: (0, 3),
}
"""Amounts that a kind may have, where the range is not that of the column without 0."""
_SUMS = {"base": 39, "list": 21, "contents": 15}
"""Red cards of each set."""
_BASE_BLUE = 41


def _check(t: Record, _values: dict[str, Any]) -> tuple[list[str], list[str]]:
    """Complaints that forbid a table; there are none that only warn."""
    return list(_forbidden(t)), []


def _forbidden(t: Record) -> Iterator[str]:
    yield from _forbidden_dice(t)
    for key, ship in zip(SHIP_KEYS, t.ships, strict=True):
        for column in ("crew", "cargo"):
            value = getattr(ship, column)
            if value > ship.max:
                yield f"[ships] row {key}, column '{column}': must be 1 to {ship.max}, not {value}"
    for key, card in zip(TREASURE_KEYS, t.treasures, strict=True):
        if card.need > card.dice:
            yield f"[treasures] row {key}, column 'need': must be 1 to {card.dice}, not {card.need}"
    yield from _forbidden_copies(t)
    yield from _forbidden_reds(t)


def _forbidden_dice(t: Record) -> Iterator[str]:
    faces = t.battle_die.gun + t.battle_die.crew + t.battle_die.explorer + t.battle_die.blank
    if faces != FACES:
        yield f"[battle_die] gun, crew, explorer and blank: must be {FACES} faces, not {faces}"


def _forbidden_copies(t: Record) -> Iterator[str]:
    """Every number of a blue card is a card of the base box or of the expansion."""
    blue = 0
    for section, cards, rows in (
        ("ships", SHIP_CARDS, t.ships),
        ("treasures", TREASURE_CARDS, t.treasures),
    ):
        for (key, numbers), row in zip(cards.items(), rows, strict=True):
            copies = len(numbers)
            if row.base + row.list != copies:
                yield (
                    f"[{section}] row {key}, columns 'base' and 'list': must be {copies} together, "
                    f"not {row.base + row.list}"
                )
            if row.contents > row.list:
                yield (
                    f"[{section}] row {key}, column 'contents': must be 0 to {row.list}, "
                    f"not {row.contents}"
                )
            blue += row.base if key != "big_sloop" else 0
    if blue != _BASE_BLUE:
        yield f"[ships] and [treasures], column 'base': must be {_BASE_BLUE} together, not {blue}"
    if t.ships[BIG_SLOOP].base != SEATS:
        yield f"[ships] row big_sloop, column 'base': must be {SEATS}, one a seat"


def _forbidden_reds(t: Record) -> Iterator[str]:
    for kind, red in zip(Red, t.reds, strict=True):
        low, high = _AMOUNTS.get(kind, (1, 9))
        if not low <= red.amount <= high:
            yield (
                f"[reds] row {RED_KEYS[kind]}, column 'amount': must be {low} to {high}, "
                f"not {red.amount}"
            )
    for column, shipped in _SUMS.items():
        total = sum(getattr(red, column) for red in t.reds)
        if total != shipped:
            yield f"[reds] column '{column}': must be {shipped} together, not {total}"
    quarters = t.reds[Red.LIVING_QUARTERS]
    copies = quarters.base + max(quarters.list, quarters.contents)
    most = max(ship.max for ship in t.ships) + copies * quarters.amount
    if most > MOST_CREW:
        yield (
            f"[reds] row living_quarters, column 'amount': a ship could carry {most} crew, "
            f"the most allowed is {MOST_CREW}"
        )


TABLES = Schema(
    Path(__file__).with_name("data.toml"),
    _WIND_DIE,
    _BATTLE_DIE,
    _SHIPS,
    _TREASURES,
    _FAME,
    _REDS,
    _NUMBERS,
    _BOX,
    check=_check,
)
