"""How the place of each player comes about (HAV-11.3, HAV-11.4)."""

from __future__ import annotations

from piracy_env.core.record import Record
from piracy_env.core.text import columns, ordinal, seat_letter


def reckoning(s: Record) -> list[str]:
    """What counts of all players side by side, down to their places."""
    seats = range(s.players)
    rows: list[list[object]] = [
        ["Reckoning", *map(seat_letter, seats)],
        ["supply", *(s.supply[seat] for seat in seats), "HAV-11.3"],
        ["then booty aboard", *(sum(s.booty[seat]) for seat in seats), "HAV-11.4"],
        ["then vessels at sea", *(sum(s.at_sea[seat]) for seat in seats), "HAV-11.4"],
        ["place", *(ordinal(s.ranks[seat]) for seat in seats)],
    ]
    return columns(rows, "<" + ">" * s.players)
