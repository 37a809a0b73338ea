"""Ways that no step leads: to tiles that lie apart, and back (STA-26.5)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.decisions import Handler
from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.rules.adventure.arriving import arrive
from piracy_env.games.skull_tales.rules.adventure.exploring import call_to_tile, check_blocked
from piracy_env.games.skull_tales.rules.adventure.figures import CHARACTER
from piracy_env.games.skull_tales.rules.adventure.hooks import tile_explored
from piracy_env.games.skull_tales.rules.adventure.payment import STEPPED, note_done
from piracy_env.games.skull_tales.rules.adventure.tiles import (
    lay,
    on_board,
    place_apart,
    tile_of,
)
from piracy_env.games.skull_tales.rules.adventure.track import move_flag
from piracy_env.games.skull_tales.rules.adventure.whereabouts import free_beside
from piracy_env.games.skull_tales.rules.frames import (
    answer_nothing,
    mark_nothing,
    next_step,
    pop,
    push_for,
    top,
)
from piracy_env.games.skull_tales.state import NONE, STEP, A, B, Decision
from piracy_env.games.skull_tales.state_land import Exit
from piracy_env.games.skull_tales.terrain import SPECIAL

_CALL = 0


@kernel
def lay_apart(s: Any, t: Any, token: int) -> int:
    """Lay a tile where it touches no other, unturned; its number."""
    tile = lay(s, t, token, 0, place_apart(s, t, token))
    s.tl_revealed[tile] = 1
    return tile


@kernel
def bar_way_in(s: Any, place: Any) -> None:
    """Nobody explores from the exit by which a tile that lies apart is entered."""
    for exit_ in range(s.n_ex):
        is_there = s.ex_row[exit_] == place[0] and s.ex_col[exit_] == place[1]
        if is_there and s.ex_state[exit_] == Exit.OPEN:
            s.ex_state[exit_] = Exit.LINKED


@kernel
def travel(s: Any, t: Any, slot: int, token: int, place: Any) -> None:
    """A Character goes to a place of a tile; the first time the tile is laid apart (STA-16.9).

    Then it is as if it had been explored: the story goes on, Enemies come. The flag moves for a
    special tile; for others if the story says so.
    """
    noinline()
    tile = tile_of(s, token)
    is_new = tile == NONE
    if is_new:
        tile = lay_apart(s, t, token)
    row, col = on_board(s, t, tile, place)
    note_done(s, STEPPED)
    if is_new:
        bar_way_in(s, (row, col))
        if t.ground[token, 0].type == SPECIAL:
            move_flag(s, t, 1)
        push_for(s, Decision.ENTERING, s.ch_owner[slot], slot, row, col)
    arrive(s, t, CHARACTER + slot, free_beside(s, t, (row, col)))
    if is_new:
        tile_explored(s, t, tile, slot)


@kernel
def _go_on(s: Any, t: Any) -> bool:
    """The Enemies of a tile come that was entered for the first time. A, B = the way in."""
    frame = top(s)
    if frame[STEP] == _CALL:
        row, col = frame[A] + 0, frame[B] + 0
        next_step(s)
        call_to_tile(s, t, s.b_tile[row, col] - 1, (row, col))
    else:
        pop(s)
        check_blocked(s, t)
    return False


HANDLERS = (Handler(Decision.ENTERING, mark_nothing, answer_nothing, _go_on),)
