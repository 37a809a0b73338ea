"""Moving cards: Ship decks, the Tavern Row and its deck, treasures (NOT-2, 5.2, 8, 10)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.core.piles import take_top
from piracy_env.core.rng import shuffle
from piracy_env.games.notoriety.state import (
    BUR_HID,
    CAPTAIN,
    DECK,
    DISC,
    DOUBLOON,
    FIRST_TREASURE,
    HAND,
    NONE,
    PIRATES,
    POWDER_MONKEY,
    QUARTERMASTER,
    RANKS,
    SLOTS,
    TYPES,
)

MOST_SWEEPS = 10
"""Sweeps in a row before the officers may stay (NOT-R18)."""
MANY_OFFICERS = 4


# --- What a card is -------------------------------------------------------------------------------


@kernel
def is_pirate(card: int) -> bool:
    """Whether a card is a pirate; Powder Monkeys are crew, but no pirates."""
    return card < PIRATES


@kernel
def is_crew(card: int) -> bool:
    """Whether a card is a pirate or a Powder Monkey."""
    return card < PIRATES or card == POWDER_MONKEY


@kernel
def is_loot(card: int) -> bool:
    """Whether a card is a treasure or a Doubloon."""
    return card == DOUBLOON or FIRST_TREASURE <= card < POWDER_MONKEY


@kernel
def is_officer(card: int) -> bool:
    """Whether a card is a Quartermaster or a Captain."""
    return card < PIRATES and QUARTERMASTER <= card % RANKS <= CAPTAIN


# --- A player's cards -----------------------------------------------------------------------------


@kernel
def size(s: Any, seat: int, zone: int) -> int:
    """Number of a seat's cards in a zone."""
    noinline()
    cards = s.cnt[seat, zone]
    total = 0
    for card in range(TYPES):
        total += cards[card]
    return total


@kernel
def has_loot(s: Any, seat: int) -> bool:
    """Whether a seat holds loot in hand."""
    noinline()
    hand = s.cnt[seat, HAND]
    if hand[DOUBLOON] > 0:
        return True
    for card in range(FIRST_TREASURE, POWDER_MONKEY):  # noqa: SIM110 - numba knows no any()
        if hand[card] > 0:
            return True
    return False


@kernel
def move(s: Any, seat: int, card: int, source: int, target: int) -> None:
    """Move one copy of a card between two zones of a seat."""
    s.cnt[seat, source, card] -= 1
    s.cnt[seat, target, card] += 1


@kernel
def move_all(s: Any, seat: int, source: int, target: int) -> None:
    """Move all cards of a zone to another one."""
    noinline()
    cards, others = s.cnt[seat, source], s.cnt[seat, target]
    for card in range(TYPES):
        others[card] += cards[card]
        cards[card] = 0


@kernel
def draw_up_to(s: Any, seat: int, hand_size: int) -> None:
    """Draw until the hand has so many cards, or no card is left (NOT-5.1, NOT-R17)."""
    draw(s, seat, hand_size - size(s, seat, HAND))


@kernel
def draw(s: Any, seat: int, number: int) -> None:
    """Draw cards one by one.

    An empty Ship deck is replaced by the shuffled discard pile (NOT-5.2).
    """
    noinline()
    for _ in range(number):
        if s.deck_n[seat] == 0:
            shuffle_below(s, seat)
            if s.deck_n[seat] == 0:
                return
        draw_top(s, seat)


@kernel
def draw_top(s: Any, seat: int) -> None:
    """Take the top card of the Ship deck into the hand."""
    s.deck_n[seat] -= 1
    top = s.deck_n[seat]
    move(s, seat, s.deck[seat, top], DECK, HAND)
    s.deck[seat, top] = 0
    s.known_top[seat] = 0


@kernel
def shuffle_below(s: Any, seat: int) -> None:
    """Shuffle the discard pile and put it below what is left of the Ship deck (NOT-R16)."""
    noinline()
    if s.deck_n[seat] == 0:
        _count_hidden(s, seat)
    pile, deck = s.cnt[seat, DISC], s.deck[seat]
    found = size(s, seat, DISC)
    for place in range(s.deck_n[seat] - 1, -1, -1):
        deck[place + found] = deck[place]
    place = 0
    for card in range(TYPES):
        for _ in range(pile[card]):
            deck[place] = card
            place += 1
    shuffle(s, deck, found)
    s.deck_n[seat] += found
    move_all(s, seat, DISC, DECK)


# --- What everybody can count (NOT-R38) -----------------------------------------------------------


@kernel
def show(s: Any, seat: int, card: int, zone: int) -> None:
    """Move a card of the hand to another zone openly: one less that is known to be there."""
    move(s, seat, card, HAND, zone)
    if s.in_hand[seat, card] > 0:
        s.in_hand[seat, card] -= 1
        return
    if s.off_deck[seat, card] > 0:
        s.off_deck[seat, card] -= 1
        places = s.cnt[seat]
        unseen = places[DECK, card] + places[HAND, card] + places[BUR_HID, card]
        if s.off_deck[seat, card] == unseen:  # it cannot have come from the deck since
            s.old_hand[seat] = max(0, s.old_hand[seat] - 1)
    _limit_old_hand(s, seat)


@kernel
def show_hand(s: Any, seat: int, zone: int) -> None:
    """Move all cards of the hand to another zone openly: what `show` does with one by one."""
    noinline()
    hand, in_hand, off_deck = s.cnt[seat, HAND], s.in_hand[seat], s.off_deck[seat]
    for card in range(TYPES):
        off_deck[card] = max(0, off_deck[card] - (hand[card] - in_hand[card]))
        in_hand[card] = 0
    s.old_hand[seat] = 0
    move_all(s, seat, HAND, zone)


@kernel
def hide(s: Any, seat: int, card: int) -> None:
    """Bury a card of the hand, any for all that others know: known ones may be in hand or buried.

    Nobody sees which one it is (NOT-R9).
    """
    noinline()
    move(s, seat, card, HAND, BUR_HID)
    for known in range(TYPES):
        if s.in_hand[seat, known] > 0:
            s.in_hand[seat, known] -= 1
            s.off_deck[seat, known] += 1
            s.old_hand[seat] += 1
    s.old_buried[seat] += s.old_hand[seat] > 0
    _limit_old_hand(s, seat)


@kernel
def _limit_old_hand(s: Any, seat: int) -> None:
    """No more cards of a hand are old than there are that nobody else knows."""
    noinline()
    if s.old_hand[seat] > 0:
        others = 0
        for card in range(TYPES):
            others += s.cnt[seat, HAND, card] - s.in_hand[seat, card]
        s.old_hand[seat] = min(s.old_hand[seat], others)


@kernel
def _count_hidden(s: Any, seat: int) -> None:
    """The Ship deck is empty: what is not seen is in hand, or was buried from it."""
    noinline()
    places = s.cnt[seat]
    s.old_hand[seat], s.old_buried[seat] = 0, 0
    for card in range(TYPES):
        others = places[HAND, card] - s.in_hand[seat, card]
        s.off_deck[seat, card] = others + places[BUR_HID, card]
        s.old_hand[seat] += others
        s.old_buried[seat] += places[BUR_HID, card]


# --- The tavern -----------------------------------------------------------------------------------


@kernel
def discard_pirate(s: Any, card: int) -> None:
    """Put a pirate onto the Pirate discard."""
    s.pdisc[s.pdisc_n] = card
    s.pdisc_n += 1


@kernel
def fill_slot(s: Any, slot: int) -> None:
    """Turn up the next pirate, from the shuffled discard if need be.

    The slot stays empty if there is none (NOT-8.3).
    """
    noinline()
    card = NONE
    if s.pdeck_n + s.pdisc_n > 0:
        card, s.pdeck_n, s.pdisc_n = take_top(s, s.pdeck, s.pdeck_n, s.pdisc, s.pdisc_n)
    s.row[slot] = card


@kernel
def refill_row(s: Any) -> None:
    """Fill empty slots, the first one first; sweep the row if need be (NOT-12.5, NOT-12.6)."""
    noinline()
    for slot in range(SLOTS):
        if s.row[slot] == NONE:
            fill_slot(s, slot)
    sweep(s)


@kernel
def sweep(s: Any) -> None:
    """Replace a row that is crowded with officers (NOT-2.5)."""
    noinline()
    for _ in range(MOST_SWEEPS):
        officers = 0
        for slot in range(SLOTS):
            officers += s.row[slot] != NONE and is_officer(s.row[slot])
        if officers < MANY_OFFICERS:
            return
        for slot in range(SLOTS):
            if s.row[slot] != NONE:
                discard_pirate(s, s.row[slot])
                s.row[slot] = NONE
        for slot in range(SLOTS):
            fill_slot(s, slot)


@kernel
def is_row_empty(s: Any) -> bool:
    """Whether no pirate is to be had in the tavern."""
    for slot in range(SLOTS):  # noqa: SIM110 - numba knows no any()
        if s.row[slot] != NONE:
            return False
    return True


# --- Treasures ------------------------------------------------------------------------------------


@kernel
def are_treasures_left(s: Any) -> bool:
    """Whether there is a treasure to plunder."""
    return s.tdeck_n + s.tdisc_n > 0


@kernel
def reveal_treasure(s: Any) -> int:
    """Take the top treasure, from the shuffled discard if need be (NOT-10.5)."""
    noinline()
    card, s.tdeck_n, s.tdisc_n = take_top(s, s.tdeck, s.tdeck_n, s.tdisc, s.tdisc_n)
    return card


@kernel
def discard_treasure(s: Any, card: int) -> None:
    """Put a treasure onto the Treasure discard."""
    s.tdisc[s.tdisc_n] = card
    s.tdisc_n += 1
