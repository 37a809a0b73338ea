"""The stacks on the table as lists, top pirate first: what texts and checks read."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from piracy_env.core.record import Record
from piracy_env.core.text import seat_letter
from piracy_env.games.mutiny.state import FACES, PIRATES, RANKS


def pirate_name(pirate: int) -> str:
    """Seat and face of a pirate, such as `B?`."""
    return seat_letter(pirate // RANKS) + FACES[pirate % RANKS]


def stack_name(stack: list[int]) -> str:
    """A stack from the top, such as `[A3 B5 C?]`."""
    return f"[{' '.join(pirate_name(pirate) for pirate in stack)}]"


def stacks(s: Record) -> list[list[int]]:
    """All stacks, in the order of their top pirates."""
    return [stack_under(s, top) for top in range(s.players * RANKS) if s.above[top] < 0]


def stack_under(s: Record, top: int) -> list[int]:
    """The stack from a pirate down: never more than all pirates, though a chain be broken."""
    return list(islice(_downward(s, top), PIRATES))


def stack_in_mutiny(s: Record, former: int) -> list[int]:
    """The stack under a captain as the seat to move would have it: its uppermost pirate on top."""
    party = stack_under(s, former)
    mutineer = next((pirate for pirate in party if pirate // RANKS == s.seat), former)
    return sorted(party, key=lambda pirate: pirate != mutineer)


def captain_of(s: Record, pirate: int) -> int:
    """The top pirate of the stack that a pirate is in."""
    while s.above[pirate] >= 0:
        pirate = s.above[pirate]
    return pirate


def _downward(s: Record, pirate: int) -> Iterator[int]:
    while pirate >= 0:
        yield pirate
        pirate = s.below[pirate]
