"""A second opinion on sight and ways: written from the rules, slowly, with fractions and sets."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from piracy_env.games.skull_tales.terrain import BLOCKED, BOARD, CHASM, ROOF

KING = [(r, c) for r, c in product((-1, 0, 1), repeat=2) if (r, c) != (0, 0)]


def clip(line, box):
    """The part [t0, t1] of a line that lies in a closed box, or None."""
    (x0, y0), (x1, y1) = line
    t0, t1 = Fraction(0), Fraction(1)
    for start, step, low, high in (
        (x0, x1 - x0, box[0], box[2]),
        (y0, y1 - y0, box[1], box[3]),
    ):
        if step == 0:
            if not low <= start <= high:
                return None
            continue
        near, far = sorted((Fraction(low - start, step), Fraction(high - start, step)))
        t0, t1 = max(t0, near), min(t1, far)
    return (t0, t1) if t0 <= t1 else None


def cell(row, col):
    return (2 * col, 2 * row, 2 * col + 2, 2 * row + 2)


def obstacles(board, blockers):
    """Rock, roofs and walls of the board, and cells of figures, as closed boxes."""
    for row, col in zip(*board.state["b_tile"][0].nonzero(), strict=True):
        row, col = int(row), int(col)
        if board.r.b_ter[row, col] in (BLOCKED, ROOF):
            yield cell(row, col)
        for side, (a, b) in enumerate(
            (((0, 0), (2, 0)), ((2, 0), (2, 2)), ((0, 2), (2, 2)), ((0, 0), (0, 2)))
        ):
            if board.r.b_wall[row, col] >> side & 1:
                yield (2 * col + a[0], 2 * row + a[1], 2 * col + b[0], 2 * row + b[1])
    for place in blockers:
        yield cell(*place)


def sees(board, eye, goal, blockers, others):
    """-1, or how many of the others are in the way, for figures on the ground."""
    walls = list(obstacles(board, [place for place in blockers if place not in (eye, goal)]))
    row, col = eye
    corners = [
        (2 * col, 2 * row),
        (2 * col + 2, 2 * row),
        (2 * col + 2, 2 * row + 2),
        (2 * col, 2 * row + 2),
    ]
    middle = (2 * goal[1] + 1, 2 * goal[0] + 1)
    touched = [any(clip((corner, corner), box) for box in walls) for corner in corners]
    counts = []
    for corner in corners:
        line = (corner, middle)
        parts = [part for part in (clip(line, box) for box in walls) if part]
        if all(touched):
            parts = [part for part in parts if part[1] > 0]
        if not parts:
            crossed = [
                place
                for place in others
                if place not in (eye, goal) and runs_through(line, cell(*place))
            ]
            counts.append(len(crossed))
    return min(counts, default=-1)


def runs_through(line, box):
    """Whether a line has a point strictly inside a box."""
    part = clip(line, box)
    if part is None or part[0] == part[1]:
        return False
    t = sum(part) / 2
    x, y = (line[0][k] + t * (line[1][k] - line[0][k]) for k in (0, 1))
    return box[0] < x < box[2] and box[1] < y < box[3]


def space(board, place):
    """All cells of a space."""
    row, col = place
    if board.r.b_ter[row, col] not in (ROOF, CHASM):
        return {place}
    same = (board.state["b_tile"][0] == board.r.b_tile[row, col]) & (
        board.state["b_reg"][0] == board.r.b_reg[row, col]
    )
    return {(int(r), int(c)) for r, c in zip(*same.nonzero(), strict=True)}


def distances(board, start):
    """Fewest king steps to every cell of the board, roofs and chasms being one space."""
    far = dict.fromkeys(space(board, start), 0)
    wave = list(far)
    while wave:
        fresh = []
        for row, col in wave:
            for r, c in KING:
                there = (row + r, col + c)
                if not all(0 <= x < BOARD for x in there) or there in far:
                    continue
                for one in space(board, there):
                    far[one] = far[row, col] + 1
                    fresh.append(one)
        wave = fresh
    return far


def walls_between(board, one, other):
    """Whether a wall parts two orthogonal neighbours, or one is no ground."""
    if not all(0 <= x < BOARD for x in other) or not board.r.b_tile[other]:
        return True
    side = {(-1, 0): 0, (0, 1): 1, (1, 0): 2, (0, -1): 3}[other[0] - one[0], other[1] - one[1]]
    return bool(board.r.b_wall[one] >> side & 1)


def walks(board, start, stopped=(), roofs=False):
    """Fewest steps over the ground, past no cell that is stopped."""
    far = dict.fromkeys(space(board, start), 0)
    wave = list(far)
    while wave:
        fresh = []
        for row, col in wave:
            for r, c in KING:
                there = (row + r, col + c)
                if there in far or not may_step(board, (row, col), there, stopped, roofs):
                    continue
                for one in space(board, there):
                    far[one] = far[row, col] + 1
                    fresh.append(one)
        wave = fresh
    return far


def may_step(board, one, other, stopped, roofs):
    if not all(0 <= x < BOARD for x in other) or not board.r.b_tile[other]:
        return False
    kind = board.r.b_ter[other]
    if kind == BLOCKED or other in stopped or (kind == ROOF and not roofs):
        return False
    if one[0] == other[0] or one[1] == other[1]:
        return not walls_between(board, one, other)
    return not any(
        walls_between(board, one, side)
        or walls_between(board, side, other)
        or board.r.b_ter[side] in (BLOCKED, CHASM, ROOF)
        or side in stopped
        for side in ((one[0], other[1]), (other[0], one[1]))
    )
