"""Worlds that a seat cannot tell from the true one: all that it does not see is dealt anew.

A seat remembers which cards it has seen go into a hand (`known`), and nothing else. What an
opponent knows of another opponent's hand it cannot tell; in its worlds that is what it knows
itself.
"""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import WORD, kernel
from piracy_env.core.noinline import noinline
from piracy_env.core.rng import below
from piracy_env.games.broadside.rules.piles import count_blue, size
from piracy_env.games.broadside.state import BLUE, FORCED, NONE, RED, Place

_MANY = 16
"""No hand holds so many blue cards."""


@kernel
def determinize(s: Any, _t: Any, seat: int, key: Any) -> None:
    """Deal decks and the hands of the others anew, each hand with the cards known to be in it."""
    noinline()
    s.rng = WORD(key)
    s.force_len = 0
    for place in range(FORCED):
        s.force[place] = 0
    _gather_red(s, seat)
    for rival in range(s.players):
        if rival != seat:
            _deal_red(s, rival, s.known[seat, rival])
    _deal_blue(s, seat)
    _share_knowledge(s, seat)


@kernel
def _gather_red(s: Any, seat: int) -> None:
    """Put all red cards into the deck of which the seat does not know where they are."""
    for rival in range(s.players):
        if rival != seat:
            for kind in range(RED):
                s.red_deck[kind] += s.red_hand[rival, kind] - s.known[seat, rival, kind]


@kernel
def _deal_red(s: Any, rival: int, known: Any) -> None:
    """Deal a hand of the same size: the cards known to be in it, and others from the deck."""
    noinline()
    hand = s.red_hand[rival]
    missing = size(hand) - size(known)
    for kind in range(RED):
        hand[kind] = known[kind]
    unseen = size(s.red_deck)
    for taken in range(missing):
        rest, kind = below(s, unseen - taken), 0
        while rest >= s.red_deck[kind]:
            rest -= s.red_deck[kind]
            kind += 1
        s.red_deck[kind] -= 1
        hand[kind] += 1


@kernel
def _deal_blue(s: Any, seat: int) -> None:
    """Put the blue hands of the others into the deck, and deal as many cards to each again."""
    noinline()
    sizes = 0
    for rival in range(s.players):
        if rival != seat:
            sizes = sizes * _MANY + count_blue(s, Place.HAND + rival)
            for card in range(BLUE):
                if s.blue_loc[card] == Place.HAND + rival:
                    s.blue_loc[card] = Place.DECK
    unseen = count_blue(s, Place.DECK)
    for rival in range(s.players - 1, -1, -1):
        if rival != seat:
            for _ in range(sizes % _MANY):
                s.blue_loc[_unseen_card(s, below(s, unseen))] = Place.HAND + rival
                unseen -= 1
            sizes //= _MANY


@kernel
def _unseen_card(s: Any, rest: int) -> int:
    """The card of the blue deck that has so many others before it."""
    card = NONE
    while rest >= 0:
        card += 1
        rest -= s.blue_loc[card] == Place.DECK
    return card


@kernel
def _share_knowledge(s: Any, seat: int) -> None:
    """Let all others know of each other's hands what this seat knows."""
    for viewer in range(s.players):
        for holder in range(s.players):
            if seat not in (viewer, holder) and viewer != holder:
                for kind in range(RED):
                    s.known[viewer, holder, kind] = s.known[seat, holder, kind]
