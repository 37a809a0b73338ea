"""What has happened in Port: Events, time, debts, bets, orders, Assignments, Rumors."""

from __future__ import annotations

from collections.abc import Iterator

from piracy_env.core.record import Record
from piracy_env.core.tables import Tables
from piracy_env.core.text import in_words, seat_letter
from piracy_env.games.skull_tales.names import (
    KEYS,
    PLACES,
    coins,
    gear_name,
    island_name,
    name_of,
)
from piracy_env.games.skull_tales.rules.mansion import ON_FAILURE, WON
from piracy_env.games.skull_tales.state import MARKET, NONE, OFFER, SEATS

TOLD = (
    *("pe_out", "keys", "ppers", "tu", "loc", "fin", "debt", "order", "bet_to", "bet_sum"),
    *("appr", "disl", "asg", "asg_x", "mk_on", "rum_held", "rum_id"),
)
_DECKS = 8
"""Cards of each place."""


def cards(before: Record, tables: Tables, after: Record) -> Iterator[str]:
    """Port Events that were drawn, their key words, and what stays in play."""
    shuffled = []
    for place in range(SEATS):
        new = after.pe_out[place] & ~before.pe_out[place]
        gone = before.pe_out[place] & ~after.pe_out[place]
        names = [
            name_of(tables, "port_events", _DECKS * place + card)
            for card in range(_DECKS)
            if new >> card & 1
        ]
        if gone:
            shuffled.append(f"{gone.bit_count()} of {PLACES[place + 1]}")
        if names:
            yield f"Event at {PLACES[place + 1]}: {in_words(names)} (STP-3.1)."
    if shuffled:
        yield f"Events go back into their decks: {in_words(shuffled)} (STP-3.11)."
    if before.keys != after.keys:
        words = [name for bit, name in enumerate(KEYS) if after.keys & ~before.keys & 1 << bit]
        yield f"Key word: {in_words(words)}." if words else "All key words are forgotten."
    for bit, name in enumerate(("Honest Shipwright", "Bargain Day")):
        if (before.ppers ^ after.ppers) >> bit & 1:
            yield f"The {name} {'is in play' if after.ppers >> bit & 1 else 'is over'}."


def affairs(before: Record, tables: Tables, after: Record) -> Iterator[str]:
    """Time, places and what is owed, seat by seat; then the Market and the Assignment."""
    for seat in range(SEATS):
        changes = [
            *_journey(before, after, seat),
            *_debts(before, tables, after, seat),
            *_moods(before, tables, after, seat),
        ]
        if changes:
            yield f"{seat_letter(seat)}: {'; '.join(changes)}."
    yield from _market(before, after)
    if (before.asg, before.asg_x) != (after.asg, after.asg_x):
        where = f", to {island_name(after.asg_x)}" if after.asg_x != NONE else ""
        if after.asg:
            yield f"The crew has an Assignment: {_assignment(tables, after.asg)}{where}."
        else:
            yield f"The Assignment {_assignment(tables, before.asg)} is over{where}."


def _assignment(tables: Tables, number: int) -> str:
    return name_of(tables, "assignments", number - 1) if number else "none"


def _journey(before: Record, after: Record, seat: int) -> Iterator[str]:
    """Where a Pirate is, and how much time it has left."""
    if before.loc[seat] != after.loc[seat]:
        yield f"at {PLACES[after.loc[seat]]}"
    if before.tu[seat] != after.tu[seat]:
        yield f"{before.tu[seat]} -> {after.tu[seat]} TU"
    if before.fin[seat] != after.fin[seat]:
        yield "finished in this Port" if after.fin[seat] else "fresh in Port"


def _debts(before: Record, tables: Tables, after: Record, seat: int) -> Iterator[str]:
    """What a Pirate owes, has ordered and has bet."""
    if before.debt[seat] != after.debt[seat]:
        yield f"owes {coins(after.debt[seat])}"
    if before.order[seat] != after.order[seat]:
        if after.order[seat]:
            yield f"has ordered a {gear_name(tables, after.order[seat])} for the next Port"
        else:
            yield f"the order of a {gear_name(tables, before.order[seat])} is settled"
    was, now = ((s.bet_to[seat], s.bet_kind[seat], s.bet_sum[seat]) for s in (before, after))
    if was != now:
        if now[0] == NONE:
            yield f"the bet is settled ({now[2]})"
        else:
            how = {ON_FAILURE: "failure", WON: "success: it is won"}.get(now[1], "success")
            yield f"has bet {coins(now[2])} on {seat_letter(now[0])}'s {how}"


def _moods(before: Record, tables: Tables, after: Record, seat: int) -> Iterator[str]:
    """Approval and Dislike of teachers."""
    for name, begins, ends in (
        ("appr", "approved of by", "approved of no more by"),
        ("disl", "disliked by", "disliked no more by"),
    ):
        was, now = getattr(before, name)[seat], getattr(after, name)[seat]
        for mask, words in ((now & ~was, begins), (was & ~now, ends)):
            who = [name_of(tables, "teachers", k) for k in range(6) if mask >> k & 1]
            if who:
                yield f"{words} {in_words(who)}"


def _market(before: Record, after: Record) -> Iterator[str]:
    """Cards that were laid out, and that are gone."""
    new, gone = after.mk_on & ~before.mk_on, before.mk_on & ~after.mk_on
    for mask, verb in ((new, "laid out"), (gone, "gone")):
        places = [str(place) for place in range(MARKET + OFFER) if mask >> place & 1]
        if places:
            noun = "Market card" if len(places) == 1 else "Market cards"
            yield f"{noun} {in_words(places)} {verb}."


def rumors(before: Record, tables: Tables, after: Record, viewer: int | None) -> Iterator[str]:
    """Who holds a Rumor; which one, to its owner alone."""
    for seat in range(SEATS):
        letter = seat_letter(seat)
        if before.rum_held[seat] != after.rum_held[seat]:
            verb = "keeps a Rumor" if after.rum_held[seat] else "has no Rumor any more"
            yield f"{letter} {verb}."
        if viewer in (None, seat) and _rumor(before, seat) != _rumor(after, seat):
            card, island = _rumor(after, seat)
            where = f", on {island_name(island)}" if island != NONE else ""
            if card:
                yield f"{letter}'s Rumor: {name_of(tables, 'rumors', card - 1)}{where}."
            else:
                card = before.rum_id[seat]
                yield f"{letter}'s Rumor was {name_of(tables, 'rumors', card - 1)}."
    if after.look and after.look != before.look and viewer in (None, int(after.seat)):
        name = name_of(tables, "rumors", after.look - 1)
        yield f"{seat_letter(after.seat)} hears the Rumor {name}."


def _rumor(s: Record, seat: int) -> tuple[int, int]:
    return int(s.rum_id[seat]), int(s.rum_x[seat])
