"""The numbers of ships and treasures: 0 to 49 are blue cards, 50 to 55 Big Sloops, one a seat.

A row of the component tables stands for all copies of a card; `SHIP_ROW`, `TREASURE_ROW` and `COPY`
tell which row, and which copy of it, a number is: `t.ships[SHIP_ROW[card]].speed`.
"""

from __future__ import annotations

from piracy_env.games.broadside.state import NONE, SHIPS

SHIP_CARDS = {
    "fishing_smack": range(2),
    "coaster": range(2, 5),
    "merchant": range(5, 9),
    "fluyt": range(9, 12),
    "east_indiaman": range(12, 14),
    "privateer_sloop": range(14, 16),
    "schooner": range(16, 18),
    "brigantine": range(18, 21),
    "brig": range(21, 23),
    "light_frigate": range(23, 24),
    "frigate": range(24, 25),
    "galleon": range(25, 27),
    "war_galleon": range(27, 29),
    "man_of_war": range(29, 30),
    "queen_annes_revenge": range(30, 31),
    "whydah": range(31, 32),
    "royal_fortune": range(32, 33),
    "fancy": range(33, 34),
    "adventure_galley": range(34, 35),
    "le_claude": range(41, 42),
    "captured_sloop": range(42, 43),
    "golden_hind": range(43, 44),
    "big_sloop": range(50, 56),
}
TREASURE_CARDS = {
    "map_1": range(35, 36),
    "map_2": range(36, 37),
    "map_3": range(37, 38),
    "map_4": range(38, 39),
    "map_5": range(39, 40),
    "map_6": range(40, 41),
    "kraken": range(44, 46),
    "sunken_city": range(46, 47),
    "lost_galleon": range(47, 48),
    "governors_daughter": range(48, 49),
    "flying_dutchman": range(49, 50),
}
SHIP_KEYS, TREASURE_KEYS = tuple(SHIP_CARDS), tuple(TREASURE_CARDS)
BIG_SLOOP = SHIP_KEYS.index("big_sloop")
"""Row of the ship that everybody starts with."""


def _rows(cards: dict[str, range]) -> tuple[int, ...]:
    """The row of each card number, -1 for a number that is none of these cards."""
    rows = {card: row for row, numbers in enumerate(cards.values()) for card in numbers}
    return tuple(rows.get(card, NONE) for card in range(SHIPS))


SHIP_ROW, TREASURE_ROW = _rows(SHIP_CARDS), _rows(TREASURE_CARDS)
COPY = tuple(
    card - numbers.start
    for card in range(SHIPS)
    for numbers in (*SHIP_CARDS.values(), *TREASURE_CARDS.values())
    if card in numbers
)
"""Which of its row's copies a card number is, from 0."""
