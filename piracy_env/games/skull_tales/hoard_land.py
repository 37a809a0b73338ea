"""What lies where in an Adventure, read from a record by texts, pictures and invariants."""

from __future__ import annotations

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
    cards = [1 for entry in range(s.inv_n[slot]) if not _is_free(s, t, slot, entry)]
    return int(2 * len(cards) + s.ch_rum[slot] + s.ch_brew[slot])


def _is_free(s: Record, t: Record, slot: int, entry: int) -> bool:
    """Whether a carried card takes no place: a Pirate wears it, or starts with it."""
    if s.ch_kind[slot] != PIRATE:
        return False
    own = t.characters[s.ch_card[slot]].gear
    is_start = s.inv_flag[slot][entry] & STARTING and s.inv_id[slot][entry] in own
    return bool(s.inv_loc[slot][entry] == WORN or is_start)
