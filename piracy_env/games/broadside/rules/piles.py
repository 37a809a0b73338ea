"""Draw piles, discard piles and hands (BRO-2.3 to BRO-2.6, BRO-4.3), and who knows what of hands.

Piles are counts of kinds, or places of cards: a draw takes any card that is left, all alike.
"""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.core.rng import below
from piracy_env.games.broadside.rules.chance import next_prescribed
from piracy_env.games.broadside.state import BLUE, NONE, RED, Place

# --- Red cards ------------------------------------------------------------------------------------


@kernel
def copies_in_game(s: Any, t: Any, kind: int) -> int:
    """How many red cards of a kind there are (BRO-15.1, BRO-15.5)."""
    number = t.reds[kind].base
    if s.expansion == 1:
        number += t.reds[kind].contents if s.expansion_size == 1 else t.reds[kind].list
    return number


@kernel
def size(pile: Any) -> int:
    """The cards of a red pile or hand."""
    total = 0
    for kind in range(RED):
        total += pile[kind]
    return total


@kernel
def draw_red(s: Any, seat: int, number: int) -> None:
    """Draw red cards, as many as there are (BRO-4.3, BRO-R33)."""
    noinline()
    for _ in range(number):
        left = size(s.red_deck)
        if left == 0:
            _refill_red(s)
            left = size(s.red_deck)
        if left > 0:
            kind = take_random(s, s.red_deck)
            s.red_hand[seat, kind] += 1
        if left <= 1:
            _refill_red(s)


@kernel
def take_random(s: Any, pile: Any) -> int:
    """Take any card out of a red pile or hand that is not empty; returns its kind."""
    noinline()
    kind = NONE
    if s.force_len > 0:
        kind = next_prescribed(s)
        if kind < 0 or kind >= RED or pile[kind] == 0:
            s.force_len = -1
            kind = NONE
    if kind == NONE:
        rest = below(s, size(pile))
        kind = 0
        while rest >= pile[kind]:
            rest -= pile[kind]
            kind += 1
    pile[kind] -= 1
    return kind


@kernel
def _refill_red(s: Any) -> None:
    """Shuffle the red discard pile into the empty draw pile, as everybody sees."""
    noinline()
    for kind in range(RED):
        s.red_deck[kind] = s.red_disc[kind]
        s.red_disc[kind] = 0
    _count_hands(s)


@kernel
def _count_hands(s: Any) -> None:
    """Nothing is left unseen but hands: what a seat sees nowhere else the others hold."""
    for viewer in range(s.players):
        for kind in range(RED):
            s.held[viewer, kind] = 0
        for holder in range(s.players):
            if holder != viewer:
                known, hand = s.known[viewer, holder], s.red_hand[holder]
                s.older[viewer, holder] = size(hand) - size(known)
                for kind in range(RED):
                    s.held[viewer, kind] += hand[kind] - known[kind]


@kernel
def give_up(s: Any, seat: int, kind: int) -> None:
    """A card leaves a hand openly, so nobody knows of it there any more."""
    s.red_hand[seat, kind] -= 1
    for viewer in range(s.players):
        if viewer != seat:
            strike_off(s, viewer, seat, kind)


@kernel
def strike_off(s: Any, viewer: int, holder: int, kind: int) -> None:
    """The viewer has seen a card go from the holder's hand: one less that it knows of."""
    noinline()
    known = s.known[viewer, holder]
    if known[kind] > 0:
        known[kind] -= 1
        return
    if s.held[viewer, kind] > 0:
        s.held[viewer, kind] -= 1
        if s.held[viewer, kind] == _unseen(s, viewer, kind):  # it cannot have come from the deck
            s.older[viewer, holder] = max(0, s.older[viewer, holder] - 1)
    limit_older(s, viewer, holder)


@kernel
def limit_older(s: Any, viewer: int, holder: int) -> None:
    """No more cards of a hand are old than there are that the viewer does not know."""
    if s.older[viewer, holder] > 0:
        others = size(s.red_hand[holder]) - size(s.known[viewer, holder])
        s.older[viewer, holder] = min(s.older[viewer, holder], others)


@kernel
def _unseen(s: Any, viewer: int, kind: int) -> int:
    """How many cards of a kind may be anywhere in deck and hands, for all that the viewer knows."""
    number = s.red_deck[kind]
    for holder in range(s.players):
        if holder != viewer:
            number += s.red_hand[holder, kind] - s.known[viewer, holder, kind]
    return int(number)


@kernel
def move_all(source: Any, target: Any) -> None:
    """Put one red pile onto another."""
    for kind in range(RED):
        target[kind] += source[kind]
        source[kind] = 0


# --- Blue cards -----------------------------------------------------------------------------------


@kernel
def count_blue(s: Any, place: int) -> int:
    """How many blue cards are in a place."""
    number = 0
    for card in range(BLUE):
        number += s.blue_loc[card] == place
    return number


@kernel
def draw_blue(s: Any, place: int) -> int:
    """Draw a blue card and put it into a place; returns its number, or NONE if there is none."""
    noinline()
    number = count_blue(s, Place.DECK)
    if number == 0:
        _refill_blue(s)
        number = count_blue(s, Place.DECK)
    if number == 0:
        return NONE
    card = _prescribed_blue(s)
    if card == NONE:
        rest = below(s, number)
        while rest >= 0:
            card += 1
            rest -= s.blue_loc[card] == Place.DECK
    s.blue_loc[card] = place
    if number == 1:
        _refill_blue(s)
    return card


@kernel
def _prescribed_blue(s: Any) -> int:
    """The card that is prescribed as the next one, or NONE."""
    if s.force_len <= 0:
        return NONE
    card = next_prescribed(s)
    if card < 0 or card >= BLUE or s.blue_loc[card] != Place.DECK:
        s.force_len = -1
        return NONE
    return card


@kernel
def _refill_blue(s: Any) -> None:
    """Shuffle the blue discard pile into the empty draw pile."""
    noinline()
    for card in range(BLUE):
        s.blue_left[card] = s.blue_loc[card] != Place.DISCARD
    for seat in range(s.players):
        s.blue_older[seat] = count_blue(s, Place.HAND + seat)
    move_blue(s, Place.DISCARD, Place.DECK)


@kernel
def move_blue(s: Any, source: int, target: int) -> None:
    """Move all blue cards of one place to another."""
    for card in range(BLUE):
        if s.blue_loc[card] == source:
            s.blue_loc[card] = target
