"""Piles of tile tokens: which exit explores which, drawing and returning (STA-5.3)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.core.rng import shuffle
from piracy_env.games.skull_tales.state import NONE
from piracy_env.games.skull_tales.state_land import Exit

FIRST, SECOND = range(2)


@kernel
def pile_of_type(s: Any, t: Any, kind: int) -> int:
    """The pile that is explored from tiles of a type: the second holds tiles of that type."""
    token = t.adventures[s.chapter].second[0]
    if token >= 0 and t.ground[token, 0].type == kind:
        return SECOND
    return FIRST


@kernel
def pile_of_exit(s: Any, t: Any, exit_: int) -> int:
    """The pile that an exit explores."""
    return pile_of_type(s, t, t.ground[s.tl_token[s.ex_tile[exit_]], 0].type)


@kernel
def is_pile_open(s: Any, t: Any, pile: int) -> bool:
    """Whether an exit is left that explores a pile (STA-R66)."""
    for exit_ in range(s.n_ex):
        is_left = s.ex_state[exit_] in (Exit.OPEN, Exit.RESERVED)
        if is_left and pile_of_exit(s, t, exit_) == pile:
            return True
    return False


@kernel
def is_in_pile(s: Any, pile: int, token: int) -> bool:
    """Whether a token is in a pile."""
    for place in range(s.pile_n[pile]):  # noqa: SIM110 - numba knows no any()
        if s.pile[pile, place] == token:
            return True
    return False


@kernel
def draw_token(s: Any, t: Any, exit_: int) -> int:
    """Draw the token of a tile for an exit: the reserved one, or the top of its pile."""
    if s.ex_state[exit_] == Exit.RESERVED:
        token = s.reserved_tok + 0
        s.reserved_tok, s.reserved_on = NONE, 0
        return token
    return draw_from(s, pile_of_exit(s, t, exit_))


@kernel
def draw_from(s: Any, pile: int) -> int:
    """Draw the top token of a pile."""
    s.pile_n[pile] -= 1
    last = s.pile_n[pile]
    token = s.pile[pile, last] + 0
    s.pile[pile, last] = 0
    s.pile_known[pile] = max(0, s.pile_known[pile] - 1)
    return token


@kernel
def take_out(s: Any, pile: int, token: int) -> None:
    """Take a token out of a pile, wherever it lies there."""
    place = 0
    while s.pile[pile, place] != token:
        place += 1
    last = s.pile_n[pile] - 1
    if place > last - s.pile_known[pile]:
        s.pile_known[pile] -= 1
    for later in range(place, last):
        s.pile[pile, later] = s.pile[pile, later + 1]
    s.pile[pile, last] = 0
    s.pile_n[pile] = last


@kernel
def put_back(s: Any, t: Any, exit_: int, token: int) -> None:
    """A token goes back into the pile that an exit explores, which is shuffled (STA-10.30)."""
    put_into(s, pile_of_exit(s, t, exit_), token)


@kernel
def put_into(s: Any, pile: int, token: int) -> None:
    """Shuffle a token into a pile."""
    s.pile[pile, s.pile_n[pile]] = token
    s.pile_n[pile] += 1
    shuffle_pile(s, pile)


@kernel
def empty_reserve(s: Any) -> None:
    """Tokens that were set aside are shuffled into the first pile (STA-30.1)."""
    for place in range(s.reserve_n):
        s.pile[FIRST, s.pile_n[FIRST]] = s.reserve[place]
        s.pile_n[FIRST] += 1
        s.reserve[place] = 0
    s.reserve_n = 0
    shuffle_pile(s, FIRST)


@kernel
def shuffle_pile(s: Any, pile: int) -> None:
    """Nobody knows the order of a pile."""
    noinline()
    shuffle(s, s.pile[pile], s.pile_n[pile])
    s.pile_known[pile] = 0
