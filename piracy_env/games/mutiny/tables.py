"""The component tables of mutiny: cards, booty tokens, numbers, and what wheels earn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from piracy_env.core.record import Record
from piracy_env.core.tables import Choice, Choices, Integer, Schema, Section, Text
from piracy_env.errors import listing
from piracy_env.games.mutiny.state import CARDS, CardType, Kind

CARD_KEYS = (
    *(f"S{number:02}" for number in range(1, 14)),
    *(f"R{number:02}" for number in range(1, 7)),
    "M01",
)
TYPES = tuple(kind.name.lower() for kind in CardType)
KIND_NAMES = tuple(kind.name.lower() for kind in Kind)
MOST_ANCHORS = 4
"""Last column of the table of wheels and anchors: this many anchors, or more."""

# Ranges keep every treasury and score within 16 bits, even after 5,000 turns of ransoming.
_CARDS = Section(
    "cards",
    {
        "name": Text("what the card is called"),
        "type": Choice(TYPES, "frame: ship, ruins or monster"),
        "min": Integer(2, 9, doc="pirates needed to board it"),
        "ducats": Integer(0, 60, doc="ducats gained by boarding it"),
        "q": Integer(0, 9, doc="wage of a pirate with the face '?'"),
        "booty": Choices(KIND_NAMES, 1, 2, "tokens for captain and mate; the monster's: captain"),
        "wheels": Integer(0, 6, doc="wheels that count in the final scoring"),
        "anchors": Integer(0, 6, doc="anchors that count in the final scoring"),
    },
    rows=CARD_KEYS,
    doc="Cards to board.",
)
_BOOTY = Section(
    "booty",
    {
        "number": Integer(1, 40, doc="tokens in the supply"),
        "printed": Integer(0, 99, doc="ducats for having the most of the kind"),
    },
    rows=KIND_NAMES,
    doc="Booty tokens.",
)
_NUMBERS = Section(
    "numbers",
    {
        "largest_party": Integer(2, 9, doc="most pirates in a party"),
        "ransom": Integer(0, 5, doc="price of a ransomed pirate"),
        "mutiny_factor": Integer(2, 3, doc="wages in a mutiny, as a multiple of the usual ones"),
        "black_spot": Integer(0, 99, doc="penalty for holding the black spot at the end"),
        "consolation": Integer(0, 9, doc="ducats for each token of a kind without the most of it"),
    },
    doc="Numbers of the rules.",
)
_WHEEL_RATES = Section(
    "wheel_rates",
    {
        "per_wheel": Integer(
            0, 20, shape=MOST_ANCHORS + 1, doc="ducats a wheel with 0, 1, 2, 3, 4 or more anchors"
        )
    },
    rows=("3", "4", "5"),
    doc="Ducats per wheel for 3, 4 and 5 players.",
)


def _check(t: Record, _values: dict[str, Any]) -> tuple[list[str], list[str]]:
    """Complaints that forbid a table, and departures from the shipped totals, which only warn."""
    return list(_forbidden(t)), list(_doubtful(t))


def _forbidden(t: Record) -> Iterator[str]:
    cards = list(zip(CARD_KEYS, t.cards, strict=True))
    monsters = [key for key, card in cards if card.type == CardType.MONSTER]
    if len(monsters) != 1:
        yield f"[cards] must have exactly one monster, not {len(monsters)}: {listing(monsters)}"
    for kind, name in enumerate(KIND_NAMES):
        icons, number = _icons(t)[kind], t.booty[kind].number
        if icons > number:
            yield f"[cards] show {icons} {name} icons, but there are only {number} tokens"
    for key, card in cards:
        if card.min > t.numbers.largest_party:
            yield f"[cards] {key}: min {card.min} is more than numbers.largest_party"
    for kind in (Kind.WHEEL, Kind.ANCHOR):
        if t.booty[kind].printed:
            yield f"[booty] {KIND_NAMES[kind]}: printed must be 0, the token bears no amount"


def _doubtful(t: Record) -> Iterator[str]:
    cards = list(t.cards)
    kinds = ", ".join(KIND_NAMES)
    for what, found, shipped in (
        ("ships, ruins, monsters", _histogram([c.type for c in cards], range(3)), [13, 6, 1]),
        ("min 2, 3, 4, 5, 6", _histogram([c.min for c in cards], range(2, 7)), [3, 5, 5, 4, 3]),
        ("q 1 to 6", _histogram([c.q for c in cards], range(1, 7)), [3, 3, 4, 4, 3, 3]),
        ("one icon, two icons", _histogram([_depicted(c) for c in cards], (1, 2)), [4, 16]),
        (f"icons of {kinds}", _icons(t), [6] * len(Kind)),
        (f"tokens of {kinds}", [kind.number for kind in t.booty], [6] * len(Kind)),
        ("wheels on ships", sum(c.wheels for c in cards if c.type == CardType.SHIP), 20),
        ("anchors on ruins", sum(c.anchors for c in cards if c.type == CardType.RUINS), 6),
        ("ducats on the cards", sorted(c.ducats for c in cards), list(range(5, 25))),
    ):
        if found != shipped:
            yield f"{what}: {found}, where the shipped table has {shipped}"
    if len({card.ducats for card in cards}) < CARDS:
        yield "[cards] two cards have the same ducats: a tie at the end may stay undecided"
    for key, card in zip(CARD_KEYS, cards, strict=True):
        if card.booty[0] == card.booty[1]:
            yield f"[cards] {key}: two equal icons leave the captain no choice"
        if card.wheels and card.type != CardType.SHIP:
            yield f"[cards] {key}: wheels count on ships only"
        if card.anchors and card.type != CardType.RUINS:
            yield f"[cards] {key}: anchors count on ruins only"


def _icons(t: Record) -> list[int]:
    return _histogram([kind for card in t.cards for kind in card.booty], range(len(Kind)))


def _depicted(card: Record) -> int:
    return sum(kind >= 0 for kind in card.booty)


def _histogram(values: list[int], bins: Any) -> list[int]:
    counts = Counter(values)
    return [counts[value] for value in bins]


TABLES = Schema(
    Path(__file__).with_name("data.toml"), _CARDS, _BOOTY, _NUMBERS, _WHEEL_RATES, check=_check
)
