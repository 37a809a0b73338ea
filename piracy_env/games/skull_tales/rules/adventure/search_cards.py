"""Search cards: the deck, what is kept face down, what is used or discarded (STA-5.16 to 5.20).

The deck is never shuffled anew in an Adventure (STA-R32): used and discarded cards lie in `sdisc`.
"""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.games.skull_tales.rules.adventure.track import gain_coins
from piracy_env.games.skull_tales.state import KEPT, NONE
from piracy_env.games.skull_tales.state_land import OncePlayed
from piracy_env.games.skull_tales.tables.cards import SEARCH_KEYS

ROPE, BREW = SEARCH_KEYS.index("rope"), SEARCH_KEYS.index("brew")
SEARCH_KINDS = len(SEARCH_KEYS)
"""From here on the numbers of Legendary Items in the deck."""


@kernel
def draw_top(s: Any) -> int:
    """Take the top card of the deck, -1 if there is none."""
    if s.sd_n == 0:
        return NONE
    s.sd_n -= 1
    card = s.sd[s.sd_n] + 0
    s.sd[s.sd_n] = 0
    return card


@kernel
def discard(s: Any, card: int) -> None:
    """A card is out for this Adventure; all may see it."""
    s.sdisc[s.sdisc_n] = card
    s.sdisc_n += 1


@kernel
def keep(s: Any, slot: int, card: int) -> None:
    """A Character keeps a card face down, if it has not too many (STA-R33)."""
    if s.s_n[slot] == KEPT:
        discard(s, card)
        return
    s.s_cards[slot, s.s_n[slot]] = card
    s.s_n[slot] += 1


@kernel
def hand_out(s: Any, slot: int, place: int) -> int:
    """Take a kept card away; those behind it move up. Which card it was."""
    card = s.s_cards[slot, place] + 0
    s.s_n[slot] -= 1
    last = s.s_n[slot]
    for index in range(place, last):
        s.s_cards[slot, index] = s.s_cards[slot, index + 1]
    s.s_cards[slot, last] = 0
    if card == BREW and not _keeps(s, slot, BREW):
        s.oncea[slot] &= -1 - OncePlayed.FIND_LEFT
    return card


@kernel
def _keeps(s: Any, slot: int, card: int) -> bool:
    """Whether a Character keeps a card of a kind."""
    for place in range(s.s_n[slot]):  # noqa: SIM110 - numba knows no any()
        if s.s_cards[slot, place] == card:
            return True
    return False


@kernel
def use_up(s: Any, slot: int, place: int) -> None:
    """A kept card is used, and is out for this Adventure (STA-5.18)."""
    discard(s, hand_out(s, slot, place))


@kernel
def find_card(s: Any, t: Any, slot: int, card: int) -> None:
    """A Character gets the copy of a card that is nearest to the top; else a coin (STA-R32)."""
    place = s.sd_n - 1
    while place >= 0 and s.sd[place] != card:
        place -= 1
    if place < 0:
        gain_coins(s, slot, 1)
        return
    s.sd_n -= 1
    last = s.sd_n
    for index in range(place, last):
        s.sd[index] = s.sd[index + 1]
    s.sd[last] = 0
    keep(s, slot, card)


# --- Ropes ----------------------------------------------------------------------------------------


@kernel
def has_rope(s: Any, slot: int) -> bool:
    """Whether a Pirate has a Rope among its Search cards; Allies use none (STA-17.9)."""
    return slot < s.players and _keeps(s, slot, ROPE)


@kernel
def use_rope(s: Any, slot: int) -> None:
    """A Rope is used."""
    place = 0
    while s.s_cards[slot, place] != ROPE:
        place += 1
    use_up(s, slot, place)
