"""How the Notoriety Points of each player come about, line by line (NOT-17, NOT-18)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from piracy_env.core.plain import plain
from piracy_env.core.record import Record
from piracy_env.core.tables import Tables
from piracy_env.core.text import columns, in_words, ordinal, seat_letter, spaced
from piracy_env.games.notoriety import outcome
from piracy_env.games.notoriety.cards import OFFICERS
from piracy_env.games.notoriety.options import NAMES
from piracy_env.games.notoriety.state import (
    CAPTAIN,
    DOUBLOON,
    FIRST_TREASURE,
    PIRATES,
    POWDER_MONKEY,
    PRIZES,
    RANKS,
    Achievement,
    Zone,
)

_value = plain(outcome.achievement_value)
_tokens = plain(outcome.achievement_tokens)
_owned = plain(outcome.owned)


def reckoning(s: Record, tables: Tables) -> list[str]:
    """The accounts of all players side by side, down to NP and place."""
    seats = range(s.players)
    rows: list[list[object]] = [
        ["Reckoning", *map(seat_letter, seats)],
        *_achievements(s, tables),
        ["Achievements", *(s.ach_np[seat] for seat in seats), "NOT-18.1"],
        ["prizes", *(_prizes(s, seat) for seat in seats), "NOT-18.2"],
        ["officers", *(_officers(s, seat) for seat in seats), "NOT-18.3"],
        ["unused Parley", *(s.parley[seat] or "-" for seat in seats), "NOT-18.4"],
        ["NP", *(s.np[seat] for seat in seats), "NOT-18.6"],
        ["place", *(ordinal(s.place[seat]) for seat in seats)],
    ]
    return [*columns(rows, "<" + ">" * s.players), *_ties(s)]


def standing(s: Record, tables: Tables, achievement: int, seat: int) -> tuple[int, int]:
    """What an Achievement counts for a seat now, and the NP of the token that it would bring."""
    return _value(s, tables.t, seat, achievement), _tokens(s, tables.t, seat, achievement)


_UNSEEN = (Achievement.MERCILESS, Achievement.BURIED_TREASURE, Achievement.MUTINEER)
"""Achievements to which every card that was buried unseen may add something."""


def known_value(
    s: Record, tables: Tables, achievement: Achievement, seat: int, viewer: int | None
) -> str:
    """What an Achievement counts for a seat, as far as a viewer can know: `3`, `2+`, `up to 5`."""
    value = _value(s, tables.t, seat, achievement)
    unseen = s.cnt[seat, Zone.BUR_HID]
    if viewer in (None, seat) or not (any(unseen) or achievement == Achievement.RICHEST):
        return str(value)
    if achievement in _UNSEEN:
        return f"{value - _hidden(tables, achievement, unseen)}+"
    if achievement == Achievement.RICHEST and s.richest_scope:
        return "?"
    if achievement == Achievement.RICHEST and any(unseen):
        return f"up to {value + _banners(tables, unseen)}"
    return str(value)


def _hidden(tables: Tables, achievement: Achievement, unseen: Sequence[int]) -> int:
    """What cards that were buried unseen count."""
    if achievement == Achievement.BURIED_TREASURE:
        return _banners(tables, unseen)
    cards = OFFICERS if achievement == Achievement.MUTINEER else (*range(PIRATES), POWDER_MONKEY)
    return sum(int(unseen[card]) for card in cards)


def _banners(tables: Tables, cards: Sequence[int]) -> int:
    """The banners of some loot."""
    treasures = enumerate(tables.t.treasures, FIRST_TREASURE)
    loot = sum(int(cards[card] * row.banner) for card, row in treasures)
    return loot + int(cards[DOUBLOON] * tables.t.starting[1].banner)


def achievements(s: Record) -> list[Achievement]:
    """The Achievements in play."""
    return [achievement for achievement in Achievement if s.ach_mask >> achievement & 1]


def _achievements(s: Record, tables: Tables) -> Iterator[list[object]]:
    """A row for each Achievement: what it counts, and the NP of its token."""
    for achievement in achievements(s):
        cells = []
        for seat in range(s.players):
            value, points = standing(s, tables, achievement, seat)
            cells.append(f"{value}: {points}" if points else str(value or "-"))
        yield [spaced(NAMES[achievement]).capitalize(), *cells, f"NOT-20.{achievement + 1}"]


def _prizes(s: Record, seat: int) -> str:
    """The prize tokens, and their sum."""
    tokens = [value for value, n in zip(PRIZES, s.prize[seat], strict=True) for _ in range(n)]
    if len(tokens) < 2:
        return str(sum(tokens) or "-")
    return f"{'+'.join(map(str, sorted(tokens, reverse=True)))}: {sum(tokens)}"


def _officers(s: Record, seat: int) -> str:
    """Quartermasters and Captains with their NP, as `2Q 1C: 4`."""
    counts = {"Q": 0, "C": 0}
    for card in OFFICERS:
        counts["C" if card % RANKS == CAPTAIN else "Q"] += _owned(s, seat, card)
    named = " ".join(f"{count}{letter}" for letter, count in counts.items() if count)
    points = counts["Q"] * outcome.QUARTERMASTER_NP + counts["C"] * outcome.CAPTAIN_NP
    return f"{named}: {points}" if named else "-"


def _ties(s: Record) -> Iterator[str]:
    """What has parted players with as many NP as each other."""
    seats = range(s.players)
    for points in sorted({s.np[seat] for seat in seats}, reverse=True):
        equals = [seat for seat in seats if s.np[seat] == points]
        if len(equals) > 1:
            cards = {seat: sum(_owned(s, seat, card) for card in OFFICERS) for seat in equals}
            rows = in_words(
                f"{seat_letter(seat)} {s.coins[seat]}/{s.ach_np[seat]}/{cards[seat]}"
                for seat in sorted(equals, key=lambda seat: s.place[seat])
            )
            who = in_words(map(seat_letter, equals))
            yield (
                f"{who} are equal; coins, NP of Achievements and officer cards decide: {rows} "
                "(NOT-18.7 to 18.10)."
            )
