"""Hands, Draw Pile, Discard Pile, Purchase Column and Attack Pile (HAV-1.13, HAV-2.15 to 2.20)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.core.piles import take_top
from piracy_env.games.havens.cards import TYPES
from piracy_env.games.havens.state import COLUMN, NONE, Phase

# --- Hands ----------------------------------------------------------------------------------------


@kernel
def hand_size(s: Any, seat: int) -> int:
    """Number of cards in a hand."""
    noinline()
    hand = s.hand[seat]
    total = 0
    for card in range(TYPES):
        total += hand[card]
    return total


@kernel
def gain_openly(s: Any, seat: int, card: int) -> None:
    """Take a card that everybody has seen into the hand (HAV-1.13)."""
    s.hand[seat, card] += 1
    s.known[seat, card] += 1


@kernel
def lose(s: Any, seat: int, card: int) -> None:
    """A card leaves the hand; it is the one that is known, if there is one (HAV-1.13)."""
    s.hand[seat, card] -= 1
    if s.known[seat, card] > 0:
        s.known[seat, card] -= 1


# --- Draw Pile and Discard Pile -------------------------------------------------------------------


@kernel
def can_draw(s: Any) -> bool:
    """Whether there is a card to draw, after a reshuffle if need be."""
    return s.draw_n + s.disc_n > 0


@kernel
def draw_top(s: Any) -> int:
    """Take the top card of the Draw Pile; NONE if both piles are empty (HAV-2.19)."""
    noinline()
    if not can_draw(s):
        return NONE
    card, s.draw_n, s.disc_n = take_top(s, s.draw, s.draw_n, s.disc, s.disc_n)
    return card


@kernel
def draw_card(s: Any, seat: int) -> None:
    """Draw a card into the hand, if there is one."""
    card = draw_top(s)
    if card != NONE:
        s.hand[seat, card] += 1


@kernel
def discard(s: Any, card: int) -> None:
    """Lay a card on the Discard Pile; between two turns beneath its top card (HAV-9.7)."""
    noinline()
    s.disc[s.disc_n] = card
    s.disc_n += 1
    if s.phase == Phase.RESTOCK and s.disc_n > 1:
        s.disc[s.disc_n - 1] = s.disc[s.disc_n - 2]
        s.disc[s.disc_n - 2] = card


# --- Purchase Column ------------------------------------------------------------------------------


@kernel
def take_from_column(s: Any, card: int) -> None:
    """Take a card out of the Column; of equal ones that of the lower place (HAV-R35)."""
    for place in range(COLUMN):
        if s.column[place] == card:
            s.column[place] = NONE
            return


@kernel
def clear_column(s: Any) -> None:
    """Discard the Column; its last place comes to lie on top (HAV-R21)."""
    for place in range(COLUMN):
        if s.column[place] != NONE:
            discard(s, s.column[place])
            s.column[place] = NONE


@kernel
def fill_column(s: Any) -> None:
    """Turn up a card for each empty place, in ascending order (HAV-R35)."""
    noinline()
    for place in range(COLUMN):
        if s.column[place] == NONE:
            s.column[place] = draw_top(s)


@kernel
def is_column_empty(s: Any) -> bool:
    """Whether the Column has no card."""
    for place in range(COLUMN):  # noqa: SIM110 - numba knows no any()
        if s.column[place] != NONE:
            return False
    return True


# --- Attack Pile ----------------------------------------------------------------------------------


@kernel
def draw_attack(s: Any) -> int:
    """Take the top Attack card; the face-up ones are shuffled if no other is left (HAV-2.20)."""
    noinline()
    attack, s.apile_n, s.abot_n = take_top(s, s.apile, s.apile_n, s.abot, s.abot_n)
    return attack


@kernel
def put_under(s: Any, attack: int) -> None:
    """Lay an Attack card face-up under the Attack Pile."""
    s.abot[s.abot_n] = attack
    s.abot_n += 1
