"""What has become of vessels: cards put together and lost, moves, booty, Wild cards."""

from __future__ import annotations

from collections.abc import Iterator

from piracy_env.core.record import Record
from piracy_env.core.tables import Tables
from piracy_env.core.text import in_words, plural, seat_letter
from piracy_env.games.havens.cards import (
    BECALMED,
    HURRICANE,
    KINGS_PARDON,
    MUTINY,
    SCURVY,
)
from piracy_env.games.havens.describe import decision_of
from piracy_env.games.havens.names import card_name, full_name, place_name, vessel_name
from piracy_env.games.havens.state import CARD, NONE, SLOTS, WILDS, Decision
from piracy_env.games.havens.vessels import parts_of

TOLD = ("part", "at_sea", "hex", "booty", "wild")

_SAVED_FROM = (BECALMED, SCURVY, MUTINY, KINGS_PARDON, HURRICANE)
"""Wild cards against which there is a Saving Roll."""


def changes(before: Record, tables: Tables, after: Record) -> Iterator[str]:
    """What is new about each vessel, a line for each thing."""
    for seat in range(after.players):
        for slot in range(SLOTS):
            yield from _vessel(before, tables, after, seat, slot)


def _vessel(before: Record, tables: Tables, after: Record, seat: int, slot: int) -> Iterator[str]:
    name = _name(before, tables, seat, slot)
    then, now = (s.booty[seat, slot] for s in (before, after))
    yield from _cards(before, tables, after, seat, slot, name)
    if then != now:
        yield f"{name}: {then} -> {now} booty aboard."
    was, is_out = before.at_sea[seat, slot], after.at_sea[seat, slot]
    if is_out and not was:
        yield f"{name} is at sea (HAV-4.1)."
    elif was and not is_out:
        yield f"{name} is at sea no more."
    origin, hex_ = before.hex[seat, slot], after.hex[seat, slot]
    if hex_ not in (origin, NONE):
        come = f" from {place_name(tables, origin)}" if origin != NONE else ""
        yield f"{name} is at {place_name(tables, hex_)} now{come}."
    elif origin != hex_:
        yield f"The piece of {name} is taken off from {place_name(tables, origin)}."
    yield from _wilds(before, tables, after, seat, slot, name)


def _name(before: Record, tables: Tables, seat: int, slot: int) -> str:
    """What a vessel was called; a new one has the number of its slot."""
    return f"{seat_letter(seat)}'s {vessel_name(before, tables, seat, slot)}"


def _cards(
    before: Record, tables: Tables, after: Record, seat: int, slot: int, name: str
) -> Iterator[str]:
    """Cards that have come to a vessel, and that it has lost."""
    pairs = list(zip(before.part[seat, slot], after.part[seat, slot], strict=True))
    new = [full_name(tables, now) for then, now in pairs if then != now != NONE]
    lost = [full_name(tables, then) for then, now in pairs if then not in (now, NONE)]
    if lost:
        how = "is gone with" if not parts_of(after, seat, slot) else "loses"
        yield f"{name} {how} {in_words(lost)}."
    if new:
        yield f"{name} gets {in_words(new)}."


def _wilds(
    before: Record, tables: Tables, after: Record, seat: int, slot: int, name: str
) -> Iterator[str]:
    """Wild cards that have come, and that have gone."""
    pairs = [(before.wild[seat, slot, k], after.wild[seat, slot, k], k) for k in range(WILDS)]
    for then, now, place in pairs:
        if then == now:
            continue
        if then != NONE:
            yield f"{name}: {card_name(tables, then)} is over."
        if now != NONE:
            stay = plural(after.wild_ttl[seat, slot, place], "Upkeep")
            yield f"{name}: {card_name(tables, now)} for {stay} (HAV-9.10)."


def saved(before: Record, tables: Tables, after: Record) -> Iterator[str]:
    """Wild cards that were played and have done nothing, as the Saving Roll was high enough."""
    waiting = [list(s.limbo)[: s.limbo_n] for s in (before, after)]
    if decision_of(before) in (Decision.WILD_TARGET, Decision.HIST_TARGET):
        card = before.stack[before.sp - 1][CARD]  # it may be rolled for at once, out of no limbo
        waiting[0] += [card] if card not in waiting[0] else []
    answered = sum(before.hand[before.seat]) > sum(after.hand[before.seat])
    if decision_of(before) == Decision.WINDOW_CARD and answered:
        return  # by a card against it, whether somebody may negate that, too, or not
    done = [card for card in waiting[0] if card not in waiting[1]]
    touched = any(changes(before, tables, after)) or decision_of(after) == Decision.DAMAGE
    if len(done) == 1 and done[0] in _SAVED_FROM and not touched:
        yield f"The Saving Roll succeeds: {card_name(tables, done[0])} does nothing (HAV-9.11)."
