"""Positions of mutiny in a short notation: stacks `[A3 B5 C? A2]`, cards by key, ducats by seat."""

from __future__ import annotations

import itertools
from typing import Any

from piracy_env.core.engine import Engine
from piracy_env.core.text import seat_letter
from piracy_env.games.mutiny import GAME
from piracy_env.games.mutiny.stacks import stack_name, stacks
from piracy_env.games.mutiny.state import FACES, RANKS, SEATS, End, Phase, Place
from piracy_env.games.mutiny.tables import CARD_KEYS, KIND_NAMES
from tests import scenario

OPEN = "S10 S11 S12 S13"
"""What lies on the display unless a test says otherwise: cards that take five and six pirates."""

LETTERS = "".join(map(seat_letter, range(SEATS)))


def pirate(name: str) -> int:
    """The number of a pirate such as `B?`."""
    return LETTERS.index(name[0]) * RANKS + FACES.index(name[1])


def cards(keys: str) -> list[int]:
    """Card numbers of keys; `-` is an empty slot."""
    return [-1 if key == "-" else CARD_KEYS.index(key) for key in keys.split()]


def table(
    layout: str = "",
    *,
    display: str = OPEN,
    deck: str | None = None,
    ducats: str = "",
    spot: str = "-",
    turn: str = "A",
    kept: dict[str, str] | None = None,
    tokens: dict[str, str] | None = None,
    fields: dict[str, Any] | None = None,
    **options: Any,
) -> Engine:
    """A position; pirates that `layout` does not name are singles, cards not named are in the deck.

    Args:
        layout: Stacks in brackets, from the top.
        display: Cards face up, from slot 0.
        deck: Cards still to come; all others then are discarded.
        ducats: Treasuries in seat order; 5 each by default.
        spot: Who has the black spot.
        turn: Who is to move.
        kept: Cards kept by seats, such as `{"A": "S01 R02"}`.
        tokens: Tokens of seats, such as `{"A": "saber saber rum"}`.
        fields: Further fields of the state.
        **options: Player count and options of the game.
    """
    players = options.setdefault("players", 4)
    above, below = _links(layout)
    rows = [[0] * len(KIND_NAMES) for _ in LETTERS]
    for seat, names in (tokens or {}).items():
        for name in names.split():
            rows[LETTERS.index(seat)][KIND_NAMES.index(name)] += 1
    purses = [int(word) for word in ducats.split()] if ducats else [5] * players
    return scenario.position(
        GAME,
        {
            "above": above,
            "below": below,
            "ducats": purses + [0] * (len(LETTERS) - players),
            "tokens": rows,
            "black_spot": LETTERS.index(spot) if spot != "-" else -1,
            "seat": LETTERS.index(turn),
            **_places(display, deck, kept or {}),
            **(fields or {}),
        },
        **options,
    )


def ended(**setup: Any) -> Engine:
    """A game that has just ended, with all cards boarded; `outcome` then scores it."""
    over = {"phase": int(Phase.OVER), "over": 1, "end_reason": int(End.ALL_CARDS)}
    return table(display="", deck="", fields=over, **setup)


def layout(engine: Engine) -> str:
    """The parties on the table, in the order of their captains, such as `[A2 B5] [C3 D4]`."""
    parties = [stack for stack in stacks(engine.record()) if len(stack) > 1]
    return " ".join(stack_name(party) for party in parties)


def owned(engine: Engine, seat: str) -> str:
    """Keys of the cards that a seat keeps."""
    own = Place.KEPT + LETTERS.index(seat)
    places = engine.record().card_loc
    return " ".join(key for card, key in enumerate(CARD_KEYS) if places[card] == own)


def face_up(engine: Engine) -> str:
    """Keys of the cards on the display, `-` for an empty slot."""
    record = engine.record()
    shown = list(record.display)[: record.display_size]
    return " ".join(CARD_KEYS[card] if card >= 0 else "-" for card in shown)


def place_of(engine: Engine, key: str) -> int:
    """Where a card is."""
    return int(engine.record().card_loc[CARD_KEYS.index(key)])


def ducats(engine: Engine) -> str:
    """Treasuries in seat order."""
    record = engine.record()
    return " ".join(str(sum_) for sum_ in list(record.ducats)[: record.players])


def booty(engine: Engine, seat: str) -> str:
    """Tokens of a seat, in the order of the kinds."""
    row = engine.record().tokens[LETTERS.index(seat)]
    return " ".join(name for count, name in zip(row, KIND_NAMES, strict=True) for _ in range(count))


def active(engine: Engine) -> str:
    """Who is to move."""
    return LETTERS[engine.record().seat]


def spot(engine: Engine) -> str:
    """Who has the black spot."""
    seat = engine.record().black_spot
    return LETTERS[seat] if seat >= 0 else "-"


def _links(text: str) -> tuple[list[int], list[int]]:
    above, below = [-1] * 25, [-1] * 25
    for part in text.split("]"):
        stack = [pirate(name) for name in part.replace("[", "").split()]
        for upper, lower in itertools.pairwise(stack):
            above[lower], below[upper] = upper, lower
    return above, below


def _places(display: str, deck: str | None, kept: dict[str, str]) -> dict[str, Any]:
    shown = cards(display)
    owners = {card: LETTERS.index(seat) for seat, keys in kept.items() for card in cards(keys)}
    free = [card for card in range(len(CARD_KEYS)) if card not in shown and card not in owners]
    rest = free if deck is None else cards(deck)
    location = [int(Place.DISCARDED)] * len(CARD_KEYS)
    for card in rest:
        location[card] = int(Place.DECK)
    for card, owner in owners.items():
        location[card] = Place.KEPT + owner
    for slot, card in enumerate(shown):
        if card >= 0:
            location[card] = Place.FIRST_SLOT + slot
    boarded = sum(place >= Place.KEPT for place in location)
    return {
        "display": shown + [-1] * (4 - len(shown)),
        "deck": rest + [-1] * (len(CARD_KEYS) - len(rest)),
        "deck_len": len(rest),
        "card_loc": location,
        "claimed": boarded,
    }
