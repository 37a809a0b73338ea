"""Worlds that a seat cannot tell from the true one: all that it does not see is dealt anew.

A seat remembers which cards it has seen go into a hand (`known`), and it counts: what was not in a
discard pile when that became the deck is in some hand (`held`, `blue_left`), and only in one that
has held cards since (`older`, `blue_older`). These cards are dealt first. What an opponent knows
of another opponent's hand the seat cannot tell; in its worlds that is what it knows itself, its own
hand apart.
"""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import WORD, kernel
from piracy_env.core.noinline import noinline
from piracy_env.core.rng import below
from piracy_env.games.broadside.rules.piles import count_blue, size
from piracy_env.games.broadside.state import BLUE, FORCED, NONE, RED, Place

_BITS = 8
_MOST = (1 << _BITS) - 1
"""Numbers of cards are kept together, a byte a seat."""


@kernel
def determinize(s: Any, _t: Any, seat: int, key: Any) -> None:
    """Deal decks and the hands of the others anew, each hand with the cards known to be in it."""
    noinline()
    s.rng = WORD(key)
    s.force_len = 0
    for place in range(FORCED):
        s.force[place] = 0
    _deal_red(s, seat)
    _deal_blue(s, seat, True)
    _deal_blue(s, seat, False)
    _share_knowledge(s, seat)


@kernel
def _deal_red(s: Any, seat: int) -> None:
    """Deal hands of the same sizes: the cards known to be in them, those held by somebody, others.

    So every deal of the cards which the seat has not seen is as likely as any other.
    """
    noinline()
    missing, old = 0, 0
    for rival in range(s.players):
        if rival != seat:
            hand, known = s.red_hand[rival], s.known[seat, rival]
            missing += int(size(hand) - size(known)) << _BITS * rival
            old += int(s.older[seat, rival]) << _BITS * rival
            for kind in range(RED):
                s.red_deck[kind] += hand[kind] - known[kind]
                hand[kind] = known[kind]
    missing -= _deal_held(s, seat, old)
    unseen = size(s.red_deck)
    for rival in range(s.players):
        for _ in range(missing >> _BITS * rival & _MOST):
            rest, kind = below(s, unseen), 0
            while rest >= s.red_deck[kind]:
                rest -= s.red_deck[kind]
                kind += 1
            s.red_deck[kind] -= 1
            s.red_hand[rival, kind] += 1
            unseen -= 1


@kernel
def _deal_held(s: Any, seat: int, old: int) -> int:
    """Deal the cards that are in some hand to old places; returns how many each hand has got."""
    noinline()
    dealt, places = 0, 0
    for rival in range(s.players):
        places += old >> _BITS * rival & _MOST
    for kind in range(RED):
        for _ in range(s.held[seat, kind]):
            rest, rival = below(s, places), 0
            while rest >= old >> _BITS * rival & _MOST:
                rest -= old >> _BITS * rival & _MOST
                rival += 1
            s.red_deck[kind] -= 1
            s.red_hand[rival, kind] += 1
            old -= 1 << _BITS * rival
            dealt += 1 << _BITS * rival
            places -= 1
    return dealt


@kernel
def _deal_blue(s: Any, seat: int, are_old: bool) -> None:
    """Put old or new cards of the others' blue hands together, and deal as many to each again.

    New ones may also be in the deck, old ones, which were left when it was shuffled, may not.
    """
    noinline()
    sizes = 0
    for rival in range(s.players):
        if rival != seat:
            number = int(s.blue_older[rival])
            if not are_old:
                number = int(count_blue(s, Place.HAND + rival)) - number
            sizes += number << _BITS * rival
    unseen = 0
    for card in range(BLUE):
        place = s.blue_loc[card]
        is_theirs = Place.HAND <= place < Place.FLEET and place != Place.HAND + seat
        if is_theirs and s.blue_left[card] == are_old:
            s.blue_loc[card] = Place.DECK
        unseen += s.blue_loc[card] == Place.DECK and s.blue_left[card] == are_old
    for rival in range(s.players):
        for _ in range(sizes >> _BITS * rival & _MOST):
            s.blue_loc[_unseen_card(s, below(s, unseen), are_old)] = Place.HAND + rival
            unseen -= 1


@kernel
def _unseen_card(s: Any, rest: int, is_old: bool) -> int:
    """The card that may be dealt and has so many others of its age before it."""
    card = NONE
    while rest >= 0:
        card += 1
        rest -= s.blue_loc[card] == Place.DECK and s.blue_left[card] == is_old
    return card


@kernel
def _share_knowledge(s: Any, seat: int) -> None:
    """Let all others know of each other's hands what this seat knows, and of its own no more."""
    noinline()
    for viewer in range(s.players):
        if viewer != seat:
            for holder in range(s.players):
                if viewer != holder != seat:
                    for kind in range(RED):
                        s.known[viewer, holder, kind] = s.known[seat, holder, kind]
            _share_count(s, seat, viewer)


@kernel
def _share_count(s: Any, seat: int, viewer: int) -> None:
    """Let another know, of what this seat knows to be in some hand, what two others may hold."""
    counted = 0
    for kind in range(RED):
        spare = 0
        for holder in range(s.players):
            if viewer != holder != seat:
                spare += s.red_hand[holder, kind] - s.known[viewer, holder, kind]
        s.held[viewer, kind] = min(s.held[seat, kind], spare)
        counted += s.held[viewer, kind]
    for holder in range(s.players):
        others = size(s.red_hand[holder]) - size(s.known[viewer, holder])
        s.older[viewer, holder] = others if counted > 0 and holder != viewer else 0
