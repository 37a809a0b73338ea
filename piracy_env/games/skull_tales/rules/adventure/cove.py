"""Skull Cove, the training scenario (STA-37): three chests to be dug up and brought to the boat."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.core.rng import below
from piracy_env.games.skull_tales.rules.adventure.board import is_adjacent
from piracy_env.games.skull_tales.rules.adventure.figures import is_active
from piracy_env.games.skull_tales.rules.adventure.goals import are_all_reached, goals_of, is_held
from piracy_env.games.skull_tales.rules.adventure.people import place_of_character
from piracy_env.games.skull_tales.rules.adventure.tiles import on_board, tile_of
from piracy_env.games.skull_tales.state import NONE, SLOTS
from piracy_env.games.skull_tales.state_land import CHESTS, Goal
from piracy_env.games.skull_tales.terrain import BOAT, FLOOR, SMALL_SIZE

_CENTRE = SMALL_SIZE // 2


@kernel
def set_up(s: Any, t: Any) -> None:
    """Three random tokens of the pile hold a chest (STA-37.1)."""
    taken = 0
    for chest in range(CHESTS):
        place = below(s, s.pile_n[0])
        while taken >> place & 1:
            place = below(s, s.pile_n[0])
        taken |= 1 << place
        s.chest[chest] = s.pile[0, place]


@kernel
def chest_cell(t: Any, token: int) -> tuple[int, int]:
    """Where a tile holds its chest, by its own rows and columns: near the middle (STA-37.1)."""
    best, row, col = SMALL_SIZE, 0, 0
    for r in range(SMALL_SIZE):
        for c in range(SMALL_SIZE):
            far = max(abs(r - _CENTRE), abs(c - _CENTRE))
            if t.ground[token, 0].ter[r, c] == FLOOR and far < best:
                best, row, col = far, r, c
    return row, col


@kernel
def chest_near(s: Any, t: Any, slot: int) -> int:
    """The chest that a Character is on or next to, -1 for none."""
    noinline()
    here = place_of_character(s, slot)
    if here[0] == NONE:
        return NONE
    for chest in range(CHESTS):
        tile = tile_of(s, s.chest[chest]) if s.chest[chest] != NONE else NONE
        if tile != NONE:
            place = on_board(s, t, tile, chest_cell(t, s.chest[chest]))
            is_on = here[0] == place[0] and here[1] == place[1]
            if is_on or is_adjacent(s, t, here, place):
                return chest
    return NONE


@kernel
def next_goal(s: Any, t: Any) -> int:
    """The next chest to be found, by its goal."""
    goal = 0
    while goal < goals_of(s, t) and s.goal_state[goal] != Goal.UNKNOWN:
        goal += 1
    return goal


@kernel
def is_won(s: Any, t: Any) -> bool:
    """Whether all are on the boat with all chests (STA-37.3)."""
    if not are_all_reached(s, t):
        return False
    for goal in range(goals_of(s, t)):
        if not is_held(s, goal):
            return False
    somebody = False
    for slot in range(SLOTS):
        if is_active(s, slot):
            row, col = place_of_character(s, slot)
            if row == NONE or s.b_ter[row, col] != BOAT:
                return False
            somebody = True
    return somebody


@kernel
def is_partly_won(s: Any, t: Any) -> bool:
    """Whether one chest was found at least (STA-37.3)."""
    return s.goal_state[0] != Goal.UNKNOWN


@kernel
def is_pile_needed(s: Any, t: Any, pile: int) -> bool:
    """Whether chests are left that only exploring can bring (STA-R66)."""
    found = 0
    for chest in range(CHESTS):
        found += s.chest[chest] == NONE or tile_of(s, s.chest[chest]) != NONE
    return pile == 0 and found < CHESTS
