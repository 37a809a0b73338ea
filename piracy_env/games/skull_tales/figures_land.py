"""Figures and tokens on the map, with wounds and conditions; what is in sight and in reach."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator
from functools import partial

from piracy_env.core.record import Record
from piracy_env.drawing.fonts import BOLD
from piracy_env.drawing.svg import (
    GOLD,
    GOLD_DARK,
    INK,
    PARCHMENT,
    Box,
    circle,
    coin,
    icon,
    line,
    piece,
    polygon,
    rect,
    text,
    token,
)
from piracy_env.games.skull_tales.ground_land import Sheet
from piracy_env.games.skull_tales.state import ALLY, EMPTY, NONE, SLOTS
from piracy_env.games.skull_tales.state_land import (
    COMPANIONS,
    GOAL_TOKENS,
    LYING,
    TOKENS_FALLEN,
    Companion,
    FoeStatus,
    Goal,
    Status,
)
from piracy_env.games.skull_tales.tables.enemies import FOE_KEYS
from piracy_env.games.skull_tales.terrain import (
    BLOCKED,
    BOARD,
    CHASM,
    ROOF,
    SIDE_COL,
    SIDE_ROW,
    WATER,
)
from piracy_env.games.skull_tales.words_land import INITIALS, foes_on_board, slot_letter

Drawing = Callable[[float, float], str]
"""Draws something around a point."""
HUMAN, SUPERNATURAL, ABOMINATION = range(3)
FOE_COLOURS = {
    HUMAN: ("#8f1d1d", "#ffffff"),
    SUPERNATURAL: ("#e8e4d6", "#2b2320"),
    ABOMINATION: ("#3f2a56", "#ffffff"),
}
BADGES = {
    Status.STUNNED: ("St", "#d9b400", INK),
    Status.KNOCKED_DOWN: ("Kd", "#b06a1f", "#ffffff"),
    Status.POISONED: ("Po", "#3f8f3b", "#ffffff"),
    Status.HIDDEN: ("Hi", "#5a6470", "#ffffff"),
    Status.FRENZIED: ("Fr", "#a3217a", "#ffffff"),
    Status.POSSUM: ("Ps", "#5a6470", "#ffffff"),
}
"""Conditions as they are shown on figures."""
_FOE_BADGES = {
    FoeStatus.KNOCKED_DOWN: ("Kd", "#b06a1f", "#ffffff"),
    FoeStatus.ASLEEP: ("zz", "#5a6470", "#ffffff"),
    FoeStatus.IDLE: ("..", "#5a6470", "#ffffff"),
    FoeStatus.HEXED: ("Hx", "#7a3e9d", "#ffffff"),
}
_WOUND, _WHOLE = "#c02a20", "#fff5df"
_OUT = "#8a8378"
WATER_STEP = 2


# --- reach ----------------------------------------------------------------------------------------


def reach(s: Record) -> dict[tuple[int, int], int]:
    """Spaces to which the active figure can walk with its Action Points, and what that costs.

    Next to an Enemy a walk ends. Roofs, chasms, portals and what Traits allow are left out.
    """
    slot = s.active_slot
    if slot == NONE or s.ch_y[slot] == NONE or s.over:
        return {}
    points = s.ch_mov[slot] if s.ch_kind[slot] == ALLY else s.ch_ap[slot] + s.mov_left
    start = (int(s.ch_y[slot]), int(s.ch_x[slot]))
    taken, near = _taken(s), _beside_foes(s)
    if start in near and not s.free_from[slot]:
        return {}
    far, queue = {start: 0}, [(0, start)]
    while queue:
        cost, place = heapq.heappop(queue)
        if cost > far[place] or (place in near and place != start):
            continue
        for there in _steps(s, place):
            total = cost + (WATER_STEP if s.b_ter[place[0]][place[1]] == WATER else 1)
            if there not in taken and total <= min(points, far.get(there, points + 1) - 1):
                far[there] = total
                heapq.heappush(queue, (total, there))
    del far[start]
    return far


def _taken(s: Record) -> set[tuple[int, int]]:
    """Spaces with a figure."""
    foes = {(s.foe_row[foe], s.foe_col[foe]) for foe in foes_on_board(s)}
    return foes | {(s.ch_y[slot], s.ch_x[slot]) for slot in range(SLOTS) if s.ch_kind[slot]}


def _beside_foes(s: Record) -> set[tuple[int, int]]:
    """Spaces next to an Enemy that is neither Hidden nor inactive."""
    return {
        there
        for foe in foes_on_board(s)
        if not s.foe_hide[foe] and not s.foe_status[foe] & FoeStatus.ASLEEP
        for there in _adjacent(s, (int(s.foe_row[foe]), int(s.foe_col[foe])))
    }


def _adjacent(s: Record, place: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """Spaces next to one: a corner is passed if one of its two ways is open (STA-R1)."""
    for side in range(4):
        if not _is_open(s, *place, side):
            continue
        beyond = (place[0] + SIDE_ROW[side], place[1] + SIDE_COL[side])
        yield beyond
        for turn in (1, 3):
            other = (side + turn) % 4
            if _is_open(s, *beyond, other):
                yield beyond[0] + SIDE_ROW[other], beyond[1] + SIDE_COL[other]


def _steps(s: Record, place: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """Where a single step leads over the ground."""
    row, col = place
    sides = [side for side in range(4) if _is_open(s, row, col, side)]
    for side in sides:
        yield row + SIDE_ROW[side], col + SIDE_COL[side]
    for side in sides:
        other = (side + 1) % 4
        if other not in sides:
            continue
        beyond = (row + SIDE_ROW[side], col + SIDE_COL[side])
        beside = (row + SIDE_ROW[other], col + SIDE_COL[other])
        if _is_open(s, *beyond, other) and _is_open(s, *beside, side):
            yield beyond[0] + SIDE_ROW[other], beyond[1] + SIDE_COL[other]


def _is_open(s: Record, row: int, col: int, side: int) -> bool:
    """Whether one can step over a side of a space."""
    r, c = row + SIDE_ROW[side], col + SIDE_COL[side]
    if not (0 <= r < BOARD and 0 <= c < BOARD) or not s.b_tile[r][c]:
        return False
    if s.b_ter[r][c] in (BLOCKED, CHASM, ROOF):
        return False
    walls = s.b_wall[row][col] >> side & 1 or s.b_wall[r][c] >> (side + 2) % 4 & 1
    return not walls


def reach_marks(s: Record, sheet: Sheet) -> str:
    """Spaces in reach of the active figure, tinted."""
    return "".join(
        rect(sheet.box(row, col).inside(sheet.cell * 0.07), "#2fa67f", rx=4, opacity=0.22)
        for row, col in sorted(reach(s))
    )


def candidate_marks(s: Record, sheet: Sheet) -> str:
    """Spaces that may be chosen, with their numbers."""
    parts = []
    for k in range(s.cand_n):
        row, col = s.cand[k]
        if not (0 <= row < BOARD and 0 <= col < BOARD):
            continue
        box = sheet.box(row, col).inside(sheet.cell * 0.08)
        parts.append(rect(box, GOLD, rx=4, opacity=0.4, stroke=GOLD_DARK, stroke_width=2))
        size = sheet.cell * 0.28
        parts.append(text(*box.middle, k, size, font=BOLD, anchor="middle"))
    return "".join(parts)


# --- tokens ---------------------------------------------------------------------------------------


def tokens(s: Record, sheet: Sheet) -> str:
    """Fallen tokens, things and goals on the ground."""
    parts = []
    r = sheet.cell * 0.23
    for k in range(TOKENS_FALLEN):
        if s.fl_row[k] != NONE:
            x, y = _corner(sheet, s.fl_row[k], s.fl_col[k], 0.27, 0.27)
            parts.append(token(x, y, r, "skull", GOLD if s.fl_mark[k] else "#5b5148"))
            if s.fl_mark[k]:
                parts.append(circle(x, y, r * 1.25, "none", stroke=GOLD, stroke_width=2.5))
    for k in range(LYING):
        if s.gr_row[k] != NONE:
            x, y = _corner(sheet, s.gr_row[k], s.gr_col[k], -0.27, 0.27)
            parts.append(token(x, y, r, "saber"))
    for k in range(GOAL_TOKENS):
        if s.goal_state[k] == Goal.LYING:
            x, y = _corner(sheet, s.goal_row[k], s.goal_col[k], 0.0, -0.1)
            parts.append(coin(x, y, r * 1.2, k + 1))
    return "".join(parts)


def _corner(sheet: Sheet, row: int, col: int, dx: float, dy: float) -> tuple[float, float]:
    x, y = sheet.box(row, col).middle
    return x + dx * sheet.cell, y + dy * sheet.cell


# --- figures --------------------------------------------------------------------------------------


def figures(s: Record, t: Record, sheet: Sheet) -> str:
    """All figures; those that share a roof stand side by side."""
    crowd: dict[tuple[int, int], int] = {}
    parts = []
    for (row, col), drawn in _each(s, t, sheet.cell):
        nth = crowd.get((row, col), 0)
        crowd[row, col] = nth + 1
        x, y = sheet.box(row, col).middle
        parts.append(drawn(x + (nth % 2) * sheet.cell, y + (nth // 2) * sheet.cell))
    return "".join(parts)


def _each(s: Record, t: Record, cell: float) -> Iterator[tuple[tuple[int, int], Drawing]]:
    for slot in range(SLOTS):
        if s.ch_kind[slot] != EMPTY and s.ch_y[slot] != NONE:
            yield (s.ch_y[slot], s.ch_x[slot]), partial(_character, s, slot, cell)
    for foe in foes_on_board(s):
        yield (s.foe_row[foe], s.foe_col[foe]), partial(_enemy, s, t, foe, cell)
    for k in range(COMPANIONS):
        if s.npc_kind[k] != Companion.NOBODY and s.npc_row[k] != NONE:
            yield (s.npc_row[k], s.npc_col[k]), partial(_companion, s, k, cell)


def _character(s: Record, slot: int, cell: float, x: float, y: float) -> str:
    """A Pirate as a disc, an Ally as a smaller one with a ring; who lies is grey."""
    r = cell * (0.33 if s.ch_kind[slot] != ALLY else 0.27)
    is_down = bool(s.ch_status[slot] & Status.KNOCKED_OUT)
    seat = max(0, s.ch_owner[slot])
    parts = []
    if slot == s.active_slot and not s.over:
        parts.append(circle(x, y, r * 1.32, "none", stroke=GOLD, stroke_width=cell * 0.08))
    parts.append(piece(seat, slot_letter(s, slot), x, y, r))
    if is_down:
        parts.append(circle(x, y, r, _OUT, opacity=0.72))
        parts.append(icon("skull", x, y, r * 1.3))
    pips = _pips(s.ch_wounds[slot], s.ch_hp_max[slot], x, y + r * 1.02, cell)
    badges = [badge for bit, badge in BADGES.items() if s.ch_status[slot] & bit]
    badges += [("Cu", "#2b2320", "#ffffff")] if s.ch_cursed[slot] else []
    return "".join(parts) + pips + _badges(badges, x, y - r * 0.95, cell)


def _enemy(s: Record, t: Record, foe: int, cell: float, x: float, y: float) -> str:
    """An Enemy as a shield with its letter and number; who is seen has a bright rim."""
    kind = s.foe_type[foe]
    fill, ink = FOE_COLOURS[t.enemies[kind].group]
    is_seen = s.sees >> foe & 1
    parts = [_shield(x, y, cell * 0.34, fill, GOLD if is_seen else INK, 3.2 if is_seen else 1.4)]
    if s.foe_role[foe]:
        parts.append(icon("hat", x, y - cell * 0.34, cell * 0.34))
    name = f"{INITIALS[FOE_KEYS[kind]]}{foe}"
    parts.append(
        text(x, y - cell * 0.04, name, cell * 0.3, font=BOLD, fill=ink, anchor="middle",
             width=cell * 0.52)
    )  # fmt: skip
    badges = [("St", "#d9b400", INK)] if s.foe_stun[foe] else []
    badges += [("Hi", "#5a6470", "#ffffff")] if s.foe_hide[foe] else []
    badges += [badge for bit, badge in _FOE_BADGES.items() if s.foe_status[foe] & bit]
    badges += [("★", GOLD, INK)] if s.foe_mark[foe] else []
    if s.foe_holds[foe]:
        badges.append((slot_letter(s, s.foe_holds[foe] - 1), "#ffffff", INK))
    pips = _pips(s.foe_wounds[foe], s.foe_hp_max[foe], x, y + cell * 0.34, cell)
    return "".join(parts) + pips + _badges(badges, x, y - cell * 0.33, cell)


def _shield(x: float, y: float, r: float, fill: str, stroke: str, width: float) -> str:
    points = ((-1, -0.9), (1, -0.9), (1, 0.25), (0, 1.05), (-1, 0.25))
    return polygon(
        [(x + dx * r, y + dy * r) for dx, dy in points], fill, stroke=stroke, stroke_width=width
    )


def _companion(s: Record, number: int, cell: float, x: float, y: float) -> str:
    """Paolo, or a Zombie with the wounds that it can take."""
    is_paolo = s.npc_kind[number] == Companion.PAOLO
    fill = "#f3d98c" if is_paolo else "#7f9b6a"
    name = "Pao" if is_paolo else "Z"
    words = text(x, y, name, cell * 0.26, font=BOLD, anchor="middle", width=cell * 0.5)
    return circle(x, y, cell * 0.28, fill, stroke=INK, stroke_width=1.5) + words


def _pips(wounds: int, most: int, x: float, y: float, cell: float) -> str:
    """A row of marks, the wounds among them red."""
    if most <= 0:
        return ""
    step = min(cell * 0.13, cell * 0.8 / most)
    left = x - step * most / 2
    back = rect(Box(left - 1.5, y - step * 0.55, step * most + 3, step * 1.1), INK, rx=2)
    marks = (
        rect(Box(left + step * k + 0.6, y - step * 0.36, step - 1.2, step * 0.72),
             _WOUND if k < wounds else _WHOLE, rx=1)
        for k in range(most)
    )  # fmt: skip
    return back + "".join(marks)


def _badges(badges: list[tuple[str, str, str]], x: float, y: float, cell: float) -> str:
    """Small labels side by side."""
    wide, high = cell * 0.3, cell * 0.2
    left = x - wide * len(badges) / 2
    parts = []
    for k, (words, fill, ink) in enumerate(badges):
        box = Box(left + wide * k, y - high / 2, wide - 1.5, high)
        parts.append(rect(box, fill, rx=3, stroke=PARCHMENT, stroke_width=0.8))
        size = high * 0.85
        parts.append(text(*box.middle, words, size, font=BOLD, fill=ink, anchor="middle"))
    return "".join(parts)


def sight_lines(s: Record, sheet: Sheet) -> str:
    """From the active figure to each Enemy that it sees."""
    slot = s.active_slot
    if slot == NONE or s.ch_y[slot] == NONE or s.over:
        return ""
    x, y = sheet.box(s.ch_y[slot], s.ch_x[slot]).middle
    return "".join(
        line(x, y, *sheet.box(s.foe_row[foe], s.foe_col[foe]).middle, GOLD_DARK, stroke_width=1.6,
             stroke_dasharray="3 5", opacity=0.75)
        for foe in foes_on_board(s)
        if s.sees >> foe & 1
    )  # fmt: skip
