"""Raiding parties: their Strength, the ranking and the prize tokens (NOT-13, NOT-15)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.notoriety.rules.party import CELLS, UNIT, WILD_LIMIT, best_party
from piracy_env.games.notoriety.state import (
    CAPTAIN,
    KRAKEN,
    NEWREC,
    PARROT,
    PRIZES,
    RANKS,
    SHIP,
    SUITS,
)

WEAKEST_PARTY = 4
"""Strength from which on a party takes a token (NOT-13.2, NOT-13.4)."""
PORT_ROUNDS = 2
PORT_VALUE = 1


@kernel
def weigh(s: Any, seat: int) -> None:
    """Find a seat's best party, and note its Strength and the pirates it leaves out."""
    noinline()
    ship, recruits = s.cnt[seat, SHIP], s.cnt[seat, NEWREC]
    cards, parrots, captains, pirates = 0, 0, 0, 0
    for suit in range(SUITS):
        first = RANKS * suit
        for rank in range(RANKS):
            if ship[first + rank] + recruits[first + rank] == 0:
                continue
            pirates += 1
            if rank == PARROT:
                parrots |= 1 << suit
            elif rank == CAPTAIN and s.cap_wild[seat] >> suit & 1 and captains < WILD_LIMIT:
                captains += 1
            else:
                cards |= 1 << (CELLS * suit + rank)
    score = best_party(
        cards, _first_parrots(parrots, WILD_LIMIT - captains), captains, suits_in_play(s)
    )
    s.strength[seat] = (score + UNIT - 1) // UNIT
    s.unused[seat] = pirates - (UNIT * s.strength[seat] - score)


@kernel
def suits_in_play(s: Any) -> int:
    """Two players have no Krakens, so a wild cannot be one either (NOT-R4)."""
    return KRAKEN if s.players == 2 else SUITS


@kernel
def _first_parrots(parrots: int, number: int) -> int:
    """At most so many Parrots, the first suits first (NOT-R5)."""
    kept = 0
    for suit in range(SUITS):
        if parrots >> suit & 1 and number > 0:
            kept |= 1 << suit
            number -= 1
    return kept


@kernel
def award_prizes(s: Any, t: Any) -> None:
    """Hand out the tokens of this round's stack.

    What is left of it leaves the game (NOT-13.2 to 13.4, NOT-16.3).
    """
    noinline()
    for seat in range(s.players):
        s.round_strength[seat, s.round - 1] = s.strength[seat]
        if s.strength[seat] < WEAKEST_PARTY:
            continue
        if s.round <= PORT_ROUNDS:
            _take_prize(s, seat, PORT_VALUE)
        else:
            ahead = 0
            for rival in range(s.players):
                ahead += is_stronger(s, rival, seat)
            _take_prize(s, seat, t.prizes[s.players - 2].tokens[ahead])


@kernel
def is_stronger(s: Any, rival: int, seat: int) -> bool:
    """Whether a rival's party is ahead.

    Strength, unused pirates, coins, nearness to the Start Player (NOT-15).
    """
    if s.strength[rival] != s.strength[seat]:
        return s.strength[rival] > s.strength[seat]
    if s.unused[rival] != s.unused[seat]:
        return s.unused[rival] > s.unused[seat]
    if s.coins[rival] != s.coins[seat]:
        return s.coins[rival] > s.coins[seat]
    return (rival - s.start_player) % s.players < (seat - s.start_player) % s.players


@kernel
def _take_prize(s: Any, seat: int, value: int) -> None:
    """Give a seat a token of this value."""
    for kind in range(len(PRIZES)):
        if PRIZES[kind] == value:
            s.prize[seat, kind] += 1
