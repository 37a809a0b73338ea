"""Worlds that a seat cannot tell from the true one.

All that it does not know is dealt anew (NOT-R38).
"""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import WORD, kernel
from piracy_env.core.noinline import noinline
from piracy_env.core.piles import shuffle_away
from piracy_env.core.rng import below, shuffle
from piracy_env.games.notoriety.rules.piles import has_loot, size
from piracy_env.games.notoriety.state import (
    BUR_HID,
    DECK,
    FIRST_TREASURE,
    HAND,
    MOST_CARDS,
    TYPES,
    Phase,
)


@kernel
def determinize(s: Any, _t: Any, seat: int, key: Any) -> None:
    """Redraw the hidden cards.

    Every pile is first put in order, so that its old order has no say. The number of moves goes: it
    counts Trades that were completed with loot left in hand (NOT-R39).
    """
    noinline()
    s.rng = WORD(key)
    s.moves = 0
    for rival in range(s.players):
        if rival == seat:
            _shuffle_own_deck(s, seat)
        else:
            _deal_hidden_cards(s, rival)
    shuffle_away(s, s.pdeck, s.pdeck_n, 0)
    shuffle_away(s, s.tdeck, s.tdeck_n, FIRST_TREASURE)


@kernel
def _shuffle_own_deck(s: Any, me: int) -> None:
    """Shuffle the deck below the cards that its owner knows.

    A top card, or the pair of an open Lookout.
    """
    noinline()
    deck, counts = s.deck[me], s.cnt[me, DECK]
    known = int(s.known_top[me])
    if s.phase == Phase.LOOKOUT_PICK and s.seat == me:
        known = 2
    n = s.deck_n[me]
    top = deck[n - 1] if known > 0 else -1
    second = deck[n - 2] if known > 1 else -1
    place = 0
    for card in range(TYPES):
        for _ in range(counts[card] - (card == top) - (card == second)):
            deck[place] = card
            place += 1
    shuffle(s, deck, place)


@kernel
def _deal_hidden_cards(s: Any, seat: int) -> None:
    """Deal a rival's hidden cards to hand, buried pile and deck, as many to each as before."""
    noinline()
    hand, buried = size(s, seat, HAND), size(s, seat, BUR_HID)
    # A Trade that may go on shows that there is loot in hand: deal until there is some.
    shows_loot = s.phase == Phase.TRADE_MORE and s.seat == seat
    while True:
        _deal_counted_cards(s, seat)
        _lay_out(s, seat)
        _take(s, seat, hand - size(s, seat, HAND), HAND)
        if not shows_loot or has_loot(s, seat):
            break
    _take(s, seat, buried - size(s, seat, BUR_HID), BUR_HID)
    if s.phase == Phase.LOOKOUT_PICK and s.seat == seat:
        s.look[0] = s.deck[seat, s.deck_n[seat] - 1]
        s.look[1] = s.deck[seat, s.deck_n[seat] - 2]


@kernel
def _deal_counted_cards(s: Any, seat: int) -> None:
    """Put hidden cards into the deck, but for those of which it is known that they are not there.

    Such ones are in hand, or old, and among the old places of hand and buried pile.
    """
    noinline()
    places = s.cnt[seat]
    in_hand, buried = int(s.old_hand[seat]), int(s.old_buried[seat])
    for card in range(TYPES):
        hidden = places[DECK, card] + places[HAND, card] + places[BUR_HID, card]
        places[DECK, card] = hidden - s.in_hand[seat, card] - s.off_deck[seat, card]
        places[HAND, card] = s.in_hand[seat, card]
        places[BUR_HID, card] = 0
        for _ in range(s.off_deck[seat, card]):
            if below(s, in_hand + buried) < in_hand:
                places[HAND, card] += 1
                in_hand -= 1
            else:
                places[BUR_HID, card] += 1
                buried -= 1


@kernel
def _lay_out(s: Any, seat: int) -> None:
    """Make the deck of all cards that count as its own, in random order."""
    noinline()
    deck, counts = s.deck[seat], s.cnt[seat, DECK]
    place = 0
    for card in range(TYPES):
        for _ in range(counts[card]):
            deck[place] = card
            place += 1
    s.deck_n[seat] = place
    for rest in range(place, MOST_CARDS):
        deck[rest] = 0
    shuffle(s, deck, place)


@kernel
def _take(s: Any, seat: int, number: int, zone: int) -> None:
    """Take so many cards off the deck."""
    noinline()
    for _ in range(number):
        s.deck_n[seat] -= 1
        card = s.deck[seat, s.deck_n[seat]]
        s.deck[seat, s.deck_n[seat]] = 0
        s.cnt[seat, DECK, card] -= 1
        s.cnt[seat, zone, card] += 1
