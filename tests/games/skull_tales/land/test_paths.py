"""Ways over the board: single steps, walking fields, where figures may rest."""

import random

import numpy as np
import pytest

from piracy_env.games.skull_tales.rules.adventure import figures, paths
from piracy_env.games.skull_tales.state_land import Status
from piracy_env.games.skull_tales.terrain import BOARD, DIRECTIONS
from tests.games.skull_tales.land import reference
from tests.games.skull_tales.land.positions import HOME, arena, on
from tests.games.skull_tales.land.test_sight import PAIRS, crowded

HUMANS = paths.GROUP * 1


def field_of(board, place, mode=paths.FREELY):
    field = np.empty(paths.CELLS, np.int16)
    paths.spread(board.s, board.t, place, mode, field)
    return field.reshape(BOARD, BOARD)


def leads(board, place, direction):
    return paths.is_way(board.s, *on(*place), DIRECTIONS.index(direction))


@pytest.mark.rule("STA-10.9", "STA-R2")
def test_a_diagonal_step_needs_both_sides_open():
    board = arena("i13")
    assert leads(board, (2, 1), "E")
    assert leads(board, (2, 1), "NE")
    assert leads(board, (1, 1), "SE")
    assert not leads(board, (1, 1), "NE")  # (0, 1) is blocked
    assert not leads(board, (2, 0), "NE")  # (1, 0) is blocked
    assert not leads(board, (2, 0), "W")
    board = arena("c1")
    assert not leads(board, (1, 2), "SE")  # a wall south of (1, 3)


@pytest.mark.rule("STA-10.28", "STA-R2")
def test_past_the_corner_of_a_roof_no_diagonal_step_leads():
    board = arena("v4", adventure="awakening")
    assert not leads(board, (1, 6), "SE")
    assert leads(board, (2, 6), "SE")
    assert leads(board, (1, 6), "E")  # up the edge, which is open for those who climb


@pytest.mark.rule("STA-12.5", "STA-R39")
def test_the_way_to_the_exits_of_a_tile():
    """S18: from the west exit the east one is farthest, then north and south."""
    field = field_of(arena("i13"), on(2, 0))
    assert [int(field[on(*place)]) for place in ((2, 4), (0, 2), (4, 2))] == [4, 3, 3]


@pytest.mark.rule("STA-12.15")
def test_a_chasm_is_one_space_for_enemies():
    board = arena("i10")
    field = field_of(board, on(2, 0))
    assert [int(field[on(2, col)]) for col in range(5)] == [0, 1, 2, 2, 3]
    assert not paths.is_free(board.s, *on(2, 2))


@pytest.mark.rule("STA-12.16", "STA-R13")
def test_enemies_climb_only_where_somebody_is():
    board = arena("v4", adventure="awakening")
    assert field_of(board, on(0, 6))[on(0, 7)] == paths.NO_WAY
    board.character(0, on(0, 7))
    assert field_of(board, on(0, 6))[on(1, 9)] == 1
    assert field_of(board, on(0, 6), paths.FREELY | paths.NO_ROOFS)[on(0, 7)] == paths.NO_WAY
    board.character(0, on(0, 7), Status.HIDDEN)
    assert field_of(board, on(0, 6))[on(0, 7)] == paths.NO_WAY


@pytest.mark.rule("STA-12.17", "STA-R9")
def test_enemies_pass_their_own_group_and_nobody_else():
    board = arena("i13")
    board.foe(0, "redcoat", on(2, 0))
    board.foe(1, "officer", on(2, 1))
    assert field_of(board, on(2, 0), HUMANS)[on(2, 4)] == 4
    board.foe(1, "skeleton", on(2, 1))
    assert field_of(board, on(2, 0), HUMANS)[on(2, 4)] == paths.NO_WAY
    board.foe(1, "skeleton", on(2, 1), hide=1)
    assert field_of(board, on(2, 0), HUMANS)[on(2, 4)] == 4


@pytest.mark.rule("STA-R9", "STA-R7")
@pytest.mark.parametrize(
    ("status", "far"),
    [
        (0, -1),
        (Status.HIDDEN, 4),
        (Status.KNOCKED_OUT, 4),
        (Status.POSSUM, 4),
        (Status.STUNNED, -1),
    ],
)
def test_characters_stop_enemies_unless_they_are_ignored(status, far):
    board = arena("i13")
    board.character(0, on(2, 1), status)
    assert field_of(board, on(2, 0), HUMANS)[on(2, 4)] == far
    assert field_of(board, on(2, 0), paths.FREELY)[on(2, 4)] == 4


@pytest.mark.rule("STA-13.6")
def test_the_unstoppable_goes_straight():
    board = arena("i13")
    board.character(0, on(1, 1))
    assert field_of(board, on(0, 0), paths.STRAIGHT)[on(4, 4)] == 4


@pytest.mark.rule("STA-10.10", "STA-16.8")
def test_a_roof_has_room_for_four():
    board = arena("v4", adventure="awakening")
    for slot in range(4):
        assert paths.is_free(board.s, *on(0, 7))
        board.character(slot, on(0, 7))
    assert not paths.is_free(board.s, *on(1, 8))
    board.character(4, on(3, 3))
    assert not paths.is_free(board.s, *on(3, 3))


@pytest.mark.rule("STA-R28", "STA-R40")
def test_the_nearest_free_space_goes_by_reading_order():
    board = arena("i13")
    assert tuple(paths.nearest_free(board.s, board.t, on(2, 2))) == on(2, 2)
    board.foe(0, "redcoat", on(2, 2))
    assert tuple(paths.nearest_free(board.s, board.t, on(2, 2))) == on(1, 1)


@pytest.mark.rule("STA-R8")
def test_a_way_back_goes_by_row_and_column():
    board = arena("i4")
    field = np.empty(paths.CELLS, np.int16)
    paths.spread(board.s, board.t, on(4, 0), HUMANS, field)
    way, cell = [], on(2, 4)[0] * BOARD + on(2, 4)[1]
    while field[cell]:
        cell = int(paths.step_back(board.s, board.t, cell, HUMANS, field))
        way.append((cell // BOARD - HOME, cell % BOARD - HOME))
    assert way == [(1, 3), (2, 2), (3, 1), (4, 0)]


@pytest.mark.rule("STA-R9")
@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize("seed", range(2))
def test_fields_agree_with_sets(pair, seed):
    dice = random.Random(f"{pair} {seed}")
    board, places, _ = crowded(dice, pair)
    for mode, stopped in ((paths.FREELY, ()), (HUMANS, places[4:7])):
        field = field_of(board, places[0], mode)
        expected = reference.walks(board, places[0], stopped)
        found = {
            (int(r), int(c)): int(field[r, c]) for r, c in zip(*(field >= 0).nonzero(), strict=True)
        }
        assert found == expected


@pytest.mark.rule("STA-R8", "STA-R9")
@pytest.mark.parametrize("seed", range(3))
def test_every_way_back_is_a_way(seed):
    dice = random.Random(seed)
    board, places, _ = crowded(dice, ("i5", "i12"))
    field = np.empty(paths.CELLS, np.int16)
    paths.spread(board.s, board.t, places[0], HUMANS, field)
    for cell in np.flatnonzero(field > 0).tolist():
        before = int(paths.step_back(board.s, board.t, cell, HUMANS, field))
        assert field[before] == field[cell] - 1
        one, other = divmod(before, BOARD), divmod(cell, BOARD)
        assert reference.may_step(board, one, other, places[4:7], roofs=False)


@pytest.mark.rule("STA-R2")
@pytest.mark.parametrize("pair", PAIRS)
def test_the_ways_from_a_cell_are_those_that_are_ways_one_by_one(pair):
    board, _, _ = crowded(random.Random(f"{pair}"), pair)
    for row, col in zip(*board.state["b_tile"][0].nonzero(), strict=True):
        cell = int(row), int(col)
        ways = paths.ways_from(board.s, *cell)
        expected = [paths.is_way(board.s, *cell, way) for way in range(paths.WAYS)]
        assert [bool(ways >> way & 1) for way in range(paths.WAYS)] == expected, cell


@pytest.mark.parametrize("pair", PAIRS)
def test_the_figures_at_a_place_are_those_that_stand_there(pair):
    board, places, _ = crowded(random.Random(f"{pair}"), pair)
    board.character(3, places[1])  # beside an Enemy
    for row, col in zip(*board.state["b_tile"][0].nonzero(), strict=True):
        cell = int(row), int(col)
        found = figures.figures_at(board.s, cell)
        expected = [figures.stands_at(board.s, one, cell) for one in range(figures.FIGURES)]
        assert [bool(found >> one & 1) for one in range(figures.FIGURES)] == expected, cell
