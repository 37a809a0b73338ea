"""Exile: traps, a rock before a cave, a prisoner with a key, a map in the cellar (STA-32)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.games.skull_tales.rules.adventure.goals import is_reached
from piracy_env.games.skull_tales.rules.adventure.piles import FIRST, is_in_pile
from piracy_env.games.skull_tales.rules.adventure.tiles import tile_of
from piracy_env.games.skull_tales.rules.adventure.track import make_harder, move_flag
from piracy_env.games.skull_tales.rules.frames import push_for
from piracy_env.games.skull_tales.state import NONE, Decision
from piracy_env.games.skull_tales.terrain import ISLAND, TOKENS

I11, I16, C1, C2 = (TOKENS.index(token) for token in ("i11", "i16", "c1", "c2"))
C6, S3 = TOKENS.index("c6"), TOKENS.index("s3")
LEVER, ROCK, TRAPDOOR, KEY, MAP = range(5)
"""The goals."""
SPRING_TRAP = 0
"""What a frame TELLING tells."""


@kernel
def tile_explored(s: Any, t: Any, tile: int, slot: int) -> None:
    """A trap waits on islands, behind the rock and under the trapdoor (STA-32.1, 32.6, 32.7)."""
    token = s.tl_token[tile]
    if token == C6:
        make_harder(s)
        move_flag(s, t, 1)
    if token in (C6, S3) or t.ground[token, 0].type == ISLAND:
        push_for(s, Decision.TELLING, NONE, slot, SPRING_TRAP, 0)


@kernel
def is_won(s: Any, t: Any) -> bool:
    """Whether the map was found (STA-32.9)."""
    return is_reached(s, MAP)


@kernel
def is_partly_won(s: Any, t: Any) -> bool:
    """Whether the cellar was found at least (STA-32.10)."""
    return tile_of(s, S3) != NONE


@kernel
def is_pile_needed(s: Any, t: Any, pile: int) -> bool:
    """Whether a tile with a goal is still to be explored; caves only once one is there."""
    if pile == FIRST:
        return is_in_pile(s, pile, I11) or is_in_pile(s, pile, I16)
    is_open = tile_of(s, C6) != NONE
    return is_open and (is_in_pile(s, pile, C1) or is_in_pile(s, pile, C2))
