"""How the final score of each player comes about, line by line (MUT-10)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from piracy_env.core.record import Record
from piracy_env.core.tables import Tables
from piracy_env.core.text import columns, in_words, ordinal, seat_letter
from piracy_env.games.mutiny.outcome import FEWEST_SEATS
from piracy_env.games.mutiny.state import CARDS, CardType, Kind, Place
from piracy_env.games.mutiny.tables import KIND_NAMES, MOST_ANCHORS

MOST = "*"
"""Behind a number of tokens: nobody has more of the kind."""


class Entry(NamedTuple):
    """A line of a player's account."""

    what: str
    rule: str
    how: str
    """What is there to bring anything, such as the number of tokens."""
    ducats: int
    """What it brings, or costs."""


def reckoning(s: Record, tables: Tables) -> list[str]:
    """The accounts of all players side by side, down to score and place."""
    seats = range(s.players)
    lines = zip(*(account(s, tables, seat) for seat in seats), strict=True)
    rows: list[list[object]] = [
        ["Reckoning", *map(seat_letter, seats)],
        *([entries[0].what, *map(_cell, entries), entries[0].rule] for entries in lines),
        ["score", *(s.final_score[seat] for seat in seats), "MUT-10.15"],
        ["place", *(ordinal(s.final_rank[seat]) for seat in seats)],
    ]
    legend = f"{MOST} the most: of wheels or anchors it counts as one of them (MUT-10.7, 10.8)"
    return [*columns(rows, "<" + ">" * s.players), legend, *_ties(s, tables)]


def account(s: Record, tables: Tables, seat: int) -> list[Entry]:
    """What a player's ducats at the end are made of, in the order of the rules."""
    t, spot = tables.t, s.black_spot == seat
    entries = [Entry("treasury", "", "", s.ducats[seat])]
    entries += [_tokens(s, tables, seat, kind) for kind in Kind]
    entries.append(_wheels(s, tables, seat))
    total = sum(entry.ducats for entry in entries)
    spared = spot and _owns_monster(s, tables, seat)
    penalty = min(total, t.numbers.black_spot) if spot and not spared else 0
    entries.append(Entry("black spot", "MUT-10.14", "spared" if spared else "", -penalty))
    return entries


def _cell(entry: Entry) -> str:
    if entry.how and entry.ducats:
        return f"{entry.how}: {entry.ducats}"
    return entry.how or (str(entry.ducats) if entry.ducats or entry.what == "treasury" else "-")


def _tokens(s: Record, tables: Tables, seat: int, kind: Kind) -> Entry:
    """What the tokens of a kind bring: the amount on them for the most, else a little each."""
    count, t = s.tokens[seat, kind], tables.t
    is_plunder = kind < Kind.WHEEL
    printed = t.booty[kind].printed
    what = f"{KIND_NAMES[kind]}, most {printed}" if is_plunder else f"{KIND_NAMES[kind]} tokens"
    rule = "MUT-10.2" if is_plunder else "MUT-10.10"
    if _has_most(s, seat, kind):
        return Entry(what, rule, f"{count}{MOST}", printed if is_plunder else 0)
    return Entry(what, rule, str(count or ""), count * t.numbers.consolation)


def _has_most(s: Record, seat: int, kind: Kind) -> bool:
    own = s.tokens[seat, kind]
    return bool(own and own == max(s.tokens[rival, kind] for rival in range(s.players)))


def _wheels(s: Record, tables: Tables, seat: int) -> Entry:
    """What the wheels bring at the rate of the anchors."""
    wheels = int(_has_most(s, seat, Kind.WHEEL))
    anchors = int(_has_most(s, seat, Kind.ANCHOR))
    for card in _kept(s, seat):
        row = tables.t.cards[card]
        wheels += row.wheels if row.type == CardType.SHIP else 0
        anchors += row.anchors if row.type == CardType.RUINS else 0
    if s.wheel_cap:
        wheels = min(wheels, s.wheel_cap)
    rate = tables.t.wheel_rates[s.players - FEWEST_SEATS].per_wheel[min(anchors, MOST_ANCHORS)]
    how = f"{wheels}x{rate}" if wheels else ""
    return Entry("wheels x rate", "MUT-10.11", how, wheels * rate)


def _kept(s: Record, seat: int) -> list[int]:
    return [card for card in range(CARDS) if s.card_loc[card] == Place.KEPT + seat]


def _owns_monster(s: Record, tables: Tables, seat: int) -> bool:
    return any(tables.t.cards[card].type == CardType.MONSTER for card in _kept(s, seat))


def _ties(s: Record, tables: Tables) -> Iterator[str]:
    """Who of equals is placed before whom."""
    seats = range(s.players)
    for score in sorted({s.final_score[seat] for seat in seats}, reverse=True):
        equals = [seat for seat in seats if s.final_score[seat] == score]
        if len(equals) > 1:
            best = {seat: _best_card(s, tables, seat) for seat in equals}
            order = sorted(equals, key=lambda seat: -best[seat])
            cards = in_words(f"{seat_letter(seat)} {best[seat]}" for seat in order)
            who = in_words(map(seat_letter, equals))
            yield f"{who} are equal; their best cards have {cards} ducats (MUT-10.16)."


def _best_card(s: Record, tables: Tables, seat: int) -> int:
    return max((tables.t.cards[card].ducats for card in _kept(s, seat)), default=0)
