"""Where a jump can land: over a chasm, or from roof to roof (STA-R27, STA-R29)."""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.rules.adventure.board import (
    anchor,
    cells_touch,
    extent,
    is_ground,
    is_on,
    is_same_space,
)
from piracy_env.games.skull_tales.rules.adventure.paths import is_free
from piracy_env.games.skull_tales.rules.frames import offer
from piracy_env.games.skull_tales.state import NONE
from piracy_env.games.skull_tales.terrain import (
    BLOCKED,
    CHASM,
    ROOF,
    ROOM,
    STEP_COL,
    STEP_ROW,
)

WAYS = 8


@kernel
def over_chasm(s: Any, row: int, col: int, way: int) -> tuple[int, int]:
    """Where a jump straight over a chasm lands, (-1, -1) if nowhere (STA-R27)."""
    r, c = row + STEP_ROW[way], col + STEP_COL[way]
    if not is_on(r, c) or s.b_ter[r, c] != CHASM:
        return NONE, NONE
    r, c = row, col
    leaps = 0
    while True:
        r2, c2 = r + STEP_ROW[way], c + STEP_COL[way]
        if not is_on(r2, c2) or not cells_touch(s, r, c, r2, c2):
            return NONE, NONE
        r, c = r2, c2
        if s.b_ter[r, c] != CHASM:
            break
        leaps += 1
    if leaps == 0 or s.b_ter[r, c] in (BLOCKED, ROOF) or not is_free(s, r, c):
        return NONE, NONE
    return r, c


@kernel
def from_roof(s: Any, row: int, col: int, way: int) -> tuple[int, int]:
    """The cell of another roof straight over the street, (-1, -1) if there is none (STA-R29)."""
    r, c = row + STEP_ROW[way], col + STEP_COL[way]
    spaces = 0
    while is_ground(s, r, c) and s.b_ter[r, c] not in (BLOCKED, ROOF, ROOM):
        r, c = r + STEP_ROW[way], c + STEP_COL[way]
        spaces += 1
    if spaces == 0 or not is_ground(s, r, c) or s.b_ter[r, c] != ROOF:
        return NONE, NONE
    if is_same_space(s, row, col, r, c) or not is_free(s, r, c):
        return NONE, NONE
    return r, c


@kernel
def offer_landings(s: Any, t: Any, place: Any) -> None:
    """Offer the spaces where a jump from a place can land; roofs by their first cells."""
    noinline()
    row, col = place
    is_high = s.b_ter[row, col] == ROOF
    north, south, west, east = extent(s, t, row, col)
    for r in range(north, south + 1):
        for c in range(west, east + 1):
            for way in range(WAYS):
                if is_same_space(s, row, col, r, c):
                    there = from_roof(s, r, c, way) if is_high else over_chasm(s, r, c, way)
                    if there[0] != NONE:
                        _offer_once(s, anchor(s, t, there[0], there[1]))


@kernel
def _offer_once(s: Any, place: Any) -> None:
    """Offer a place that is not on offer yet."""
    for one in range(s.cand_n):
        if s.cand[one, 0] == place[0] and s.cand[one, 1] == place[1]:
            return
    offer(s, place[0], place[1])


@kernel
def can_jump(s: Any, t: Any, place: Any) -> bool:
    """Whether a jump from a place can land anywhere."""
    noinline()
    row, col = place
    is_high = s.b_ter[row, col] == ROOF
    north, south, west, east = extent(s, t, row, col)
    for r in range(north, south + 1):
        for c in range(west, east + 1):
            for way in range(WAYS):
                if is_same_space(s, row, col, r, c):
                    there = from_roof(s, r, c, way) if is_high else over_chasm(s, r, c, way)
                    if there[0] != NONE:
                        return True
    return False


@kernel
def rating_next_to(s: Any, t: Any, row: int, col: int, way: int) -> int:
    """The rating of the chasm that lies in a direction."""
    tile = s.b_tile[row + STEP_ROW[way], col + STEP_COL[way]] - 1
    return t.ground[s.tl_token[tile], 0].chasm


@kernel
def rating_of_jump(s: Any, t: Any, place: Any, landing: Any) -> int:
    """The rating of the chasm between a place and the landing."""
    row, col = place
    for way in range(WAYS):
        there = over_chasm(s, row, col, way)
        if there[0] == landing[0] and there[1] == landing[1]:
            return rating_next_to(s, t, row, col, way)
    return 0
