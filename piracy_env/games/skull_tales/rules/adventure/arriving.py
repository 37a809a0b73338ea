"""Figures that come to stand somewhere: after a step, a jump, a push, an effect."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.core.separate import separate
from piracy_env.games.skull_tales.rules.adventure.board import anchor, is_same_room
from piracy_env.games.skull_tales.rules.adventure.figures import CHARACTER, COMPANION, place_of
from piracy_env.games.skull_tales.rules.adventure.hooks import room_entered, step_made
from piracy_env.games.skull_tales.state import NONE


@separate
def arrive(s: Any, t: Any, figure: int, place: Any) -> None:
    """A figure comes to stand on a space, wherever it was; the caller has made sure that it may."""
    before = place_of(s, figure)
    row, col = anchor(s, t, place[0], place[1])
    set_place(s, figure, (row, col))
    step_made(s, t, figure)
    if before[0] == NONE or not is_same_room(s, before[0], before[1], row, col):
        room_entered(s, t, figure)


@kernel
def leave_board(s: Any, figure: int) -> None:
    """A figure is off the board."""
    set_place(s, figure, (NONE, NONE))


@kernel
def set_place(s: Any, figure: int, place: Any) -> None:
    """A figure stands there, without having come there: nobody reacts."""
    row, col = place
    if figure < CHARACTER:
        s.foe_row[figure], s.foe_col[figure] = row, col
    elif figure < COMPANION:
        s.ch_y[figure - CHARACTER], s.ch_x[figure - CHARACTER] = row, col
    else:
        s.npc_row[figure - COMPANION], s.npc_col[figure - COMPANION] = row, col
