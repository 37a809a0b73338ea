"""The component tables of notoriety: pirates, treasures, starting cards and prize tokens."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from piracy_env.core.record import Record
from piracy_env.core.tables import Choice, Choices, Integer, Schema, Section, Text
from piracy_env.games.notoriety.state import (
    CAPTAIN,
    PIRATES,
    POWERS,
    PRIZES,
    RANK_LETTERS,
    RANKS,
    SEATS,
    SUIT_LETTERS,
    Effect,
)

PIRATE_KEYS = tuple(suit + rank for suit in SUIT_LETTERS for rank in RANK_LETTERS)
TREASURE_KEYS = (
    *(
        "potato",
        "rum",
        "spices",
        "silk",
        "muskets",
        "goblets",
        "candlesticks",
        "ruby",
        "emerald",
        "sapphire",
    ),
    *(
        "diamond",
        "pearls",
        "idol",
        "statue",
        "jewels",
        "shovel",
        "map",
        "bell",
        "cutlass",
        "medallion",
    ),
)
STARTING_KEYS = ("PM", "DB")
CARD_KEYS = (*PIRATE_KEYS, *TREASURE_KEYS, *STARTING_KEYS)
"""Names of the card types."""

MODES = ("none", "one", "and", "or")
"""How the powers of a pirate are joined."""
MODE_NONE, MODE_ONE, MODE_AND, MODE_OR = range(4)
MOST_TRADE, MOST_DRAW = 9, 5

POWER_NAMES = tuple(Effect(kind).name.lower() for kind in range(POWERS))
ICONS = (
    *((Effect.TRADE, amount) for amount in range(1, MOST_TRADE + 1)),
    *((Effect.DRAW, amount) for amount in range(1, MOST_DRAW + 1)),
    *((Effect(kind), 1) for kind in range(Effect.ATTACK, POWERS)),
)
"""Every power that a card may show, with its amount; tables store the index."""
WORDS = tuple(
    f"{kind.name.lower()} {amount}" if kind in (Effect.TRADE, Effect.DRAW) else kind.name.lower()
    for kind, amount in ICONS
)
ICON_KIND = tuple(int(kind) for kind, _ in ICONS)
ICON_AMOUNT = tuple(amount for _, amount in ICONS)
MOST_POWERS, TREASURE_POWERS = 3, 2

_PIRATES = Section(
    "pirates",
    {
        "cost": Integer(0, 12, doc="coins to recruit it"),
        "powers": Choices(WORDS, 0, MOST_POWERS, "white powers, from left to right"),
        "mode": Choice(MODES, 'how the powers are joined: "+" is and, "/" is or'),
    },
    rows=PIRATE_KEYS,
    doc="Pirates: Hearts, Anchors, Swords (W), Skulls, Krakens; ranks 1 to 7, "
    "Quartermaster, Captain, Parrot.",
)
_TREASURES = Section(
    "treasures",
    {
        "name": Text("what the card is called"),
        "white_trade": Integer(0, 9, doc="coins when it is played by a Trade"),
        "white_powers": Choices(WORDS, 0, TREASURE_POWERS, "powers when it is played by a Trade"),
        "black_trade": Integer(0, 9, doc="coins when it is sold"),
        "black_powers": Choices(WORDS, 0, TREASURE_POWERS, "powers when it is sold"),
        "banner": Integer(0, 9, doc="value for Achievements"),
    },
    rows=TREASURE_KEYS,
    doc="Treasures. One without any white icon must be sold.",
)
_STARTING = Section(
    "starting",
    {
        "name": Text("what the card is called"),
        "box": Integer(0, 40, doc="copies in the box"),
        "dealt": Integer(0, 10, shape=3, doc="copies for each player, with 2, 3 and 4 players"),
        "white_trade": Integer(0, 9, doc="coins when it is played by a Trade"),
        "banner": Integer(0, 9, doc="value for Achievements"),
    },
    rows=STARTING_KEYS,
    doc="Cards that everybody starts with.",
)
_PRIZES = Section(
    "prizes",
    {
        "tokens": Integer(
            0,
            max(PRIZES),
            shape=SEATS,
            doc="token for the 1st, 2nd, 3rd and 4th party from round 3 on",
        )
    },
    rows=("2", "3", "4"),
    doc="Piracy tokens of a round, by number of players; in rounds 1 and 2 each player has a Port "
    "token besides.",
)


def _check(t: Record, _values: dict[str, Any]) -> tuple[list[str], list[str]]:
    """Complaints about a table.

    Those that forbid it, and departures from the shipped totals, which only warn.
    """
    return list(_forbidden(t)), list(_doubtful(t))


def _forbidden(t: Record) -> Iterator[str]:
    for index, (key, card) in enumerate(zip(PIRATE_KEYS, t.pirates, strict=True)):
        yield from _forbidden_powers(key, index % RANKS, card)
    for key, card in zip(TREASURE_KEYS, t.treasures, strict=True):
        for kind in _kinds([*card.white_powers, *card.black_powers]):
            if kind in (Effect.TRADE, Effect.CAPTAIN):
                yield f"[treasures] {key}: a treasure's power cannot be {POWER_NAMES[kind]}"
    for key, row in zip(STARTING_KEYS, t.starting, strict=True):
        for players, dealt in zip((2, 3, 4), row.dealt, strict=True):
            if players * dealt > row.box:
                need = players * dealt
                yield f"[starting] {key}: {players} players need {need}, the box has {row.box}"
    for players in range(3):
        dealt = sum(row.dealt[players] for row in t.starting)
        if not 0 < dealt <= 10:
            yield f"[starting] {players + 2} players start with {dealt} cards, not 1 to 10"
    for key, row in zip(("2", "3", "4"), t.prizes, strict=True):
        tokens = list(row.tokens)
        if any(token not in (0, *PRIZES) for token in tokens) or tokens != sorted(
            tokens, reverse=True
        ):
            yield f"[prizes] {key}: tokens are worth 6, 3, 2 or 1 (0: none) and fall with the place"


def _forbidden_powers(key: str, rank: int, card: Record) -> Iterator[str]:
    kinds = _kinds(card.powers)
    allowed = {MODE_NONE: (0,), MODE_ONE: (1,), MODE_AND: (2, 3), MODE_OR: (2,)}[card.mode]
    if len(kinds) not in allowed:
        yield f'[pirates] {key}: mode "{MODES[card.mode]}" does not fit {len(kinds)} powers'
    for place, kind in enumerate(kinds):
        if kind == Effect.CAPTAIN and not (rank == CAPTAIN and card.mode == MODE_OR and place == 1):
            yield f'[pirates] {key}: captain may only be the second side of a Captain\'s "or"'


def _doubtful(t: Record) -> Iterator[str]:
    pirates, treasures = list(t.pirates), list(t.treasures)
    icons = Counter(kind for card in pirates for kind in _kinds(card.powers))
    for what, found, shipped in (
        ("pirates' costs", sum(card.cost for card in pirates), 171),
        (
            f"icons of {', '.join(POWER_NAMES)}",
            [icons[kind] for kind in range(POWERS)],
            [15, 13, 8, 7, 7, 4, 6, 5, 5],
        ),
        ("coins for selling all treasures", sum(card.black_trade for card in treasures), 54),
        ("banners of all treasures", sum(card.banner for card in treasures), 40),
        ("treasures with a banner", sum(card.banner > 0 for card in treasures), 15),
        ("treasures that must be sold", sum(not _has_white(card) for card in treasures), 5),
        ("copies of the starting cards", [row.box for row in t.starting], [18, 16]),
    ):
        if found != shipped:
            yield f"{what}: {found}, where the shipped table has {shipped}"
    for key, card in zip(PIRATE_KEYS, pirates, strict=True):
        trade = sum(
            ICON_AMOUNT[icon]
            for icon in card.powers
            if icon >= 0 and ICON_KIND[icon] == Effect.TRADE
        )
        if trade >= card.cost and trade > 0:
            yield f"[pirates] {key}: its own Trade pays back its whole cost"


def _has_white(card: Record) -> bool:
    return bool(card.white_trade > 0 or card.white_powers[0] >= 0)


def _kinds(powers: Any) -> list[int]:
    return [ICON_KIND[icon] for icon in powers if icon >= 0]


assert len(PIRATE_KEYS) == PIRATES

TABLES = Schema(
    Path(__file__).with_name("data.toml"), _PIRATES, _TREASURES, _STARTING, _PRIZES, check=_check
)
