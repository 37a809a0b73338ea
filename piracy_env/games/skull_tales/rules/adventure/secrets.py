"""What lies face down ashore, as far as all can work it out."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.games.skull_tales.state import NONE


@kernel
def bits_of(tokens: Any) -> int:
    """Some tokens as a set, a bit each; -1 is none of them."""
    found = 0
    for token in tokens:
        if token != NONE:
            found |= 1 << token
    return found


@kernel
def tokens_on_board(s: Any) -> int:
    """The tokens of the tiles on the board, a bit each."""
    found = 0
    for tile in range(s.n_tl):
        if s.tl_token[tile] != NONE:
            found |= 1 << s.tl_token[tile]
    return found


@kernel
def unseen_tokens(s: Any, t: Any) -> int:
    """Tile tokens that may be in a pile, set aside or out of the game, a bit each.

    A token that was drawn comes upon the board with its tile or goes back, so these are the tokens
    of the Adventure without those on the board. Whether one was set aside nobody knows.
    """
    plan = t.adventures[s.chapter]
    there = bits_of(plan.certain) | bits_of(plan.chance) | bits_of(plan.reserve)
    there |= bits_of(plan.second) | bits_of(plan.start)
    return there & ~tokens_on_board(s)
