"""What lies where in an Adventure, read from a record by texts, pictures and invariants."""

from __future__ import annotations

from collections import Counter

from piracy_env.core.record import Record
from piracy_env.games.skull_tales.state import NONE, PIRATE
from piracy_env.games.skull_tales.tables.cards import KINDS, SEARCH_KEYS
from piracy_env.games.skull_tales.words_land import STARTING, WORN

_KEPT = frozenset(KINDS.index(kind) for kind in ("coin", "item"))


def laid_tokens(s: Record) -> set[int]:
    """The tokens of the tiles on the board."""
    return {s.tl_token[tile] for tile in range(s.n_tl) if s.tl_token[tile] != NONE}


def hidden_tokens(s: Record, t: Record) -> list[int]:
    """Tile tokens that may be in a pile, set aside or out of the game."""
    plan = t.adventures[s.chapter]
    sets = (plan.certain, plan.chance, plan.reserve, plan.second, plan.start)
    there = {token for tokens in sets for token in tokens if token != NONE}
    return sorted(there - laid_tokens(s))


def is_kept(t: Record, card: int) -> bool:
    """Whether a Search card is one that is kept face down."""
    return card < len(SEARCH_KEYS) and t.search[card].kind in _KEPT


def half_places(s: Record, t: Record, slot: int) -> int:
    """How many half places a Character has filled."""
    cards = s.inv_n[slot]
    if s.ch_kind[slot] == PIRATE:
        cards -= _free_cards(s, t, slot)
    return int(2 * cards + s.ch_rum[slot] + s.ch_brew[slot])


def _free_cards(s: Record, t: Record, slot: int) -> int:
    """How many cards take no place: what a Pirate wears, and what it starts with."""
    starts, worn = Counter[int](), 0
    for entry in range(s.inv_n[slot]):
        if s.inv_loc[slot][entry] == WORN:
            worn += 1
        elif s.inv_flag[slot][entry] & STARTING:
            starts[int(s.inv_id[slot][entry])] += 1
    own = Counter(int(gear) for gear in t.characters[s.ch_card[slot]].gear)
    return worn + (starts & own).total()
