"""Things: SEARCH, LOOT_..., EQUIP, EXCHANGE, PICK_UP, USE, DROP."""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.games.skull_tales.tables.cards import SEARCH_KEYS

ROPE = SEARCH_KEYS.index("rope")


@kernel
def mark(s: Any, t: Any, slot: int, mask: Any) -> None:
    """Mark the verbs of the menu that a Character may choose."""


@kernel
def begin(s: Any, t: Any, slot: int, action: int) -> None:
    """Begin what was chosen, if it is one of these verbs."""


@kernel
def draw_search_card(s: Any, t: Any, slot: int) -> None:
    """A Character draws a Search card (STA-5.16)."""


@kernel
def has_rope(s: Any, slot: int) -> bool:
    """Whether a Character has a Rope among its Search cards."""
    for place in range(s.s_n[slot]):  # noqa: SIM110 - numba knows no any()
        if s.s_cards[slot, place] == ROPE:
            return True
    return False


@kernel
def use_rope(s: Any, slot: int) -> None:
    """A Rope is used, and is out for this Adventure (STA-5.18)."""
    place = 0
    while s.s_cards[slot, place] != ROPE:
        place += 1
    drop_search_card(s, slot, place)


@kernel
def drop_search_card(s: Any, slot: int, place: int) -> None:
    """Take a kept Search card away; those behind it move up."""
    s.s_n[slot] -= 1
    last = s.s_n[slot]
    for index in range(place, last):
        s.s_cards[slot, index] = s.s_cards[slot, index + 1]
    s.s_cards[slot, last] = 0


HANDLERS: tuple[Handler, ...] = ()
