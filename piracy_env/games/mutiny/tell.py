"""What came of an action: prizes, wages, the black spot, who goes home, new cards, the reckoning.

Everything told here lies open on the table; only the order of the deck is hidden, and of it no more
is told than the cards that have been laid open.
"""

from __future__ import annotations

from collections.abc import Iterator

from piracy_env.core.record import Record
from piracy_env.core.tables import Tables
from piracy_env.core.text import in_words, plural, seat_letter
from piracy_env.games.mutiny.actions import ACTIONS
from piracy_env.games.mutiny.reckoning import reckoning
from piracy_env.games.mutiny.stacks import (
    captain_of,
    pirate_name,
    stack_in_mutiny,
    stack_name,
    stack_under,
)
from piracy_env.games.mutiny.state import (
    CARDS,
    FIXED_RANKS,
    KINDS,
    LOWEST_FACE,
    NONE,
    RANKS,
    SLOTS,
    CardType,
    Deadlock,
    End,
    Phase,
    Place,
)
from piracy_env.games.mutiny.tables import CARD_KEYS, KIND_NAMES

TOLD = (
    *("below", "ducats", "tokens", "card_loc", "black_spot", "disbands"),
    *("end_reason", "final_score", "final_rank"),
)

_ENDINGS = {
    End.ALL_CARDS: "All {cards} cards have been boarded: the game is over (MUT-3.5).",
    End.TURN_LIMIT: "That was turn {turns}, the last one: the game is over (MUT-R5).",
    End.DEAD_POSITION: "All have passed in a row: the game is over (MUT-R4).",
}


def tell(
    before: Record, tables: Tables, action: int, after: Record, _viewer: int | None
) -> list[str]:
    """What chance and the rules made of an action; all of it is open to every viewer."""
    return [
        *_parties(before, tables, action, after),
        *_black_spot(before, after),
        *_boarding(before, tables, action, after),
        *_treasuries(before, after),
        *_return(before, after),
        *_new_cards(before, tables, after),
        *_passes(before, action, after),
        *_end(before, tables, after),
    ]


# --- parties --------------------------------------------------------------------------------------


def _parties(before: Record, tables: Tables, action: int, after: Record) -> Iterator[str]:
    """What a new party is strong enough for, who leads it, or what a ransom leaves of one."""
    block, axes = ACTIONS.parse(action)
    own = before.seat * RANKS + axes.get("own", 0)
    if block == "assemble":
        party = stack_under(after, own)
        yield f"{stack_name(party)} can board {_prospects(after, tables, len(party))}."
    elif block == "mutiny" and after.phase == Phase.BOOTY:
        party = stack_under(after, after.pend_top)
        yield f"{pirate_name(party[0])} rises to the top: {stack_name(party)} (MUT-6.3)."
    elif block == "ransom":
        left = stack_under(after, captain_of(before, own))
        if len(left) > 1:
            yield f"{stack_name(left)} stays together (MUT-7.4)."


def _prospects(s: Record, tables: Tables, size: int) -> str:
    """Which cards a party of a size is strong enough for."""
    open_cards = [card for card in s.display if card != NONE]
    strong = [CARD_KEYS[card] for card in open_cards if tables.t.cards[card].min <= size]
    return in_words(strong, last="or", none="nothing yet")


def _black_spot(before: Record, after: Record) -> Iterator[str]:
    """Where the black spot goes."""
    if before.black_spot == after.black_spot:
        return
    rule = "MUT-8.4" if after.black_spot == before.seat else "MUT-6.1"
    origin = "the board" if before.black_spot == NONE else seat_letter(before.black_spot)
    yield f"The black spot goes from {origin} to {seat_letter(after.black_spot)} ({rule})."


# --- boarding -------------------------------------------------------------------------------------


def _boarding(before: Record, tables: Tables, action: int, after: Record) -> Iterator[str]:
    """What a card that has been boarded brought to whom, and who has it now."""
    yield from _tokens(before, after)
    for card in range(CARDS):
        place = after.card_loc[card]
        if before.card_loc[card] != place and place >= Place.KEPT:
            party, factor = _crew(before, tables, action)
            yield from _wages(tables, card, party, factor)
            yield _fate(before, tables, card, party, factor, place)


def _tokens(before: Record, after: Record) -> Iterator[str]:
    """Who gets which booty tokens, the captain first."""
    shares = []
    for seat in sorted(range(after.players), key=lambda seat: seat != before.seat):
        then, now = before.tokens[seat], after.tokens[seat]
        got = [_count(now[kind], then[kind], kind) for kind in range(KINDS)]
        if any(got):
            shares.append(f"{seat_letter(seat)} {in_words(filter(None, got))}")
    if shares:
        yield f"Booty: {'; '.join(shares)}."


def _count(now: int, then: int, kind: int) -> str:
    """Tokens of a kind that were got, if any, and how many that makes."""
    if now == then:
        return ""
    many = f"{now - then} " if now - then > 1 else ""
    return f"{many}{KIND_NAMES[kind]} ({now} now)"


def _crew(before: Record, tables: Tables, action: int) -> tuple[list[int], int]:
    """The party that boards, captain first, and how many times the usual wages it earns."""
    block, axes = ACTIONS.parse(action)
    if block == "booty":
        return stack_under(before, before.pend_top), before.pend_mult
    if block == "capture":
        return stack_under(before, before.seat * RANKS + axes["own"]), 1
    victim = (before.seat + axes["left"] + 1) % before.players
    party = stack_in_mutiny(before, victim * RANKS + axes["top"])
    return party, tables.t.numbers.mutiny_factor


def _pay(tables: Tables, card: int, party: list[int], factor: int) -> dict[int, int]:
    """What each pirate of another player's earns."""
    captain = party[0] // RANKS
    return {
        pirate: factor * _face(tables, card, pirate)
        for pirate in party
        if pirate // RANKS != captain
    }


def _face(tables: Tables, card: int, pirate: int) -> int:
    rank = pirate % RANKS
    return int(LOWEST_FACE + rank if rank < FIXED_RANKS else tables.t.cards[card].q)


def _wages(tables: Tables, card: int, party: list[int], factor: int) -> Iterator[str]:
    """What the card brings, and what each pirate earns of it."""
    captain, pay = seat_letter(party[0] // RANKS), _pay(tables, card, party, factor)
    prize = f"{_name(tables, card)} brings {captain} {plural(tables.t.cards[card].ducats, 'ducat')}"
    if not pay:
        yield f"{prize}; it has no other player's pirates to pay (MUT-5.13)."
        return
    often = {1: "", 2: "double "}.get(factor, f"{factor} times the ")
    rule = "MUT-5.11" if factor == 1 else "MUT-6.7"
    crew = in_words(f"{pirate_name(pirate)} {wage}" for pirate, wage in pay.items())
    total = f", {sum(pay.values())} in all" if len(pay) > 1 else ""
    yield f"{prize}. It owes {often}wages ({rule}): {crew}{total}."


def _fate(
    before: Record, tables: Tables, card: int, party: list[int], factor: int, place: int
) -> str:
    """Whether the card is kept."""
    captain, key = party[0] // RANKS, CARD_KEYS[card]
    purse = before.ducats[captain] + tables.t.cards[card].ducats
    lacking = sum(_pay(tables, card, party, factor).values()) - purse
    if place == Place.DISCARDED:
        supply = f"{seat_letter(captain)} lacks {plural(lacking, 'ducat')}, which the supply pays"
        return f"{supply}: {key} is lost ({'MUT-6.8' if factor > 1 else 'MUT-5.16'})."
    bonus = _bonus(tables, card)
    return f"{seat_letter(place - Place.KEPT)} keeps {key}{bonus}."


def _bonus(tables: Tables, card: int) -> str:
    """What a kept card will bring at the end."""
    row = tables.t.cards[card]
    if row.type == CardType.MONSTER:
        return ", and will owe nothing for the black spot (MUT-9.4)"
    counts = {"wheel": row.wheels, "anchor": row.anchors}
    found = in_words((plural(count, what) for what, count in counts.items() if count), none="")
    return found and f" with {found}"


def _treasuries(before: Record, after: Record) -> Iterator[str]:
    """How the treasuries have changed."""
    changes = [
        f"{seat_letter(seat)} {before.ducats[seat]} -> {after.ducats[seat]}"
        for seat in range(after.players)
        if before.ducats[seat] != after.ducats[seat]
    ]
    if changes:
        yield f"Ducats: {', '.join(changes)}."


# --- pirates and cards ----------------------------------------------------------------------------


def _return(before: Record, after: Record) -> Iterator[str]:
    """Who has left a stack and is a single again."""
    home = [
        pirate_name(pirate)
        for pirate in range(after.players * RANKS)
        if _is_single(after, pirate) and not _is_single(before, pirate)
    ]
    if after.disbands != before.disbands:
        yield "All have passed in a row: every pirate goes home (MUT-R4)."
    if home:
        yield f"{in_words(home)} {'are singles' if len(home) > 1 else 'is a single'} again."


def _is_single(s: Record, pirate: int) -> bool:
    return bool(s.above[pirate] < 0 and s.below[pirate] < 0)


def _new_cards(before: Record, tables: Tables, after: Record) -> Iterator[str]:
    """Which cards have been laid open."""
    slots = range(Place.FIRST_SLOT, Place.FIRST_SLOT + SLOTS)
    dealt = [
        card
        for place in slots
        for card in range(CARDS)
        if after.card_loc[card] == place != before.card_loc[card]
    ]
    if dealt:
        names = in_words(_name(tables, card) for card in dealt)
        rest = plural(after.deck_len, "card") if after.deck_len else "no card"
        verb = "is" if after.deck_len < 2 else "are"
        yield f"Laid open: {names}; {rest} {verb} left in the deck."


def _name(tables: Tables, card: int) -> str:
    return f"{CARD_KEYS[card]} {tables.text('cards', 'name')[card]}"


# --- passing and the end --------------------------------------------------------------------------


def _passes(before: Record, action: int, after: Record) -> Iterator[str]:
    """What happens if all go on passing."""
    if ACTIONS.parse(action)[0] == "pass" and after.passes:
        left = after.players - after.passes
        then = "the game ends" if after.deadlock_rule == Deadlock.END else "all pirates go home"
        yield f"If {plural(left, 'more player passes', 'more players pass')}, {then} (MUT-R4)."


def _end(before: Record, tables: Tables, after: Record) -> Iterator[str]:
    """Why the game is over, and how each score comes about."""
    if after.end_reason != before.end_reason:
        yield _ENDINGS[End(after.end_reason)].format(cards=CARDS, turns=after.turns)
    if after.phase == Phase.OVER:
        yield from reckoning(after, tables)
