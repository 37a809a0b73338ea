"""Lines of sight, Characters in the way, adjacency, distance and range."""

import random

import numpy as np
import pytest

from piracy_env.games.skull_tales.rules.adventure import sight
from piracy_env.games.skull_tales.rules.adventure.board import is_adjacent, touch
from piracy_env.games.skull_tales.rules.adventure.figures import is_room_free_of_foes
from piracy_env.games.skull_tales.state_land import Status
from piracy_env.games.skull_tales.terrain import BLOCKED, BOARD, CHASM, ROOF, SMALL
from tests.games.skull_tales.land import reference
from tests.games.skull_tales.land.positions import HOME, arena, on


def way(board, eye, goal, foe=0):
    """-1, or how many Characters are in the way."""
    found = sight.sight(board.s, board.t, on(*eye), on(*goal), foe)
    return found // sight.CORNERS if found >= 0 else -1


def seen(board, eye, goal, foe=0):
    return way(board, eye, goal, foe) >= 0


@pytest.mark.rule("STA-9.1", "STA-9.7")
def test_characters_stop_the_sight_of_enemies():
    """S08."""
    board = arena()
    board.foe(0, "redcoat", on(2, 0))
    board.character(0, on(2, 2))
    board.character(1, on(2, 4))
    assert seen(board, (2, 0), (2, 2), foe=1)
    assert not seen(board, (2, 0), (2, 4), foe=1)


@pytest.mark.rule("STA-9.7")
def test_enemies_do_not_stop_each_others_sight():
    board = arena()
    board.foe(0, "redcoat", on(2, 0))
    board.foe(1, "redcoat", on(2, 2))
    board.character(1, on(2, 4))
    assert seen(board, (2, 0), (2, 4), foe=1)
    assert not seen(board, (2, 4), (2, 0))


@pytest.mark.rule("STA-9.3", "STA-9.4", "STA-9.6")
def test_a_character_in_the_way_costs_a_die():
    """S09: the Hidden Cannibal is seen by nobody, and stops nobody."""
    board = arena()
    board.character(0, on(2, 0))
    board.character(1, on(2, 2))
    board.foe(0, "redcoat", on(4, 2))
    board.foe(1, "redcoat", on(2, 4))
    board.foe(2, "cannibal", on(0, 4), hide=1)
    assert way(board, (2, 0), (4, 2)) == 0
    assert way(board, (2, 0), (2, 4)) == 1


@pytest.mark.rule("STA-9.5", "STA-R5")
def test_the_nearest_character_in_the_way_is_hit():
    board = arena()
    board.character(0, on(2, 0))
    board.character(1, on(2, 3))
    board.character(2, on(2, 2))
    board.foe(0, "redcoat", on(2, 4))
    found = sight.sight(board.s, board.t, on(2, 0), on(2, 4), 0)
    assert found // sight.CORNERS == 2
    corner = found % sight.CORNERS
    assert sight.first_in_way(board.s, board.t, on(2, 0), on(2, 4), corner) == 2


@pytest.mark.rule("STA-R5", "STA-9.6")
@pytest.mark.parametrize("status", [Status.KNOCKED_OUT, Status.HIDDEN])
def test_who_lies_down_or_hides_is_not_in_the_way(status):
    board = arena()
    board.character(0, on(2, 0))
    board.character(1, on(2, 2), status)
    board.foe(0, "redcoat", on(2, 4))
    assert way(board, (2, 0), (2, 4)) == 0
    assert seen(board, (2, 4), (2, 0), foe=1)


@pytest.mark.rule("STA-9.9", "STA-R6")
def test_range_does_not_count_the_space_of_the_target():
    """S10: a Blunderbuss of range 2 reaches three steps."""
    board = arena()
    assert sight.range_to(board.s, board.t, on(2, 0), on(2, 3)) == 2
    assert sight.range_to(board.s, board.t, on(2, 0), on(2, 4)) == 3
    assert sight.range_to(board.s, board.t, on(2, 0), on(2, 1)) == 0


@pytest.mark.rule("STA-9.9", "STA-R6")
def test_roofs_and_chasms_count_as_one_space():
    board = arena("i10")
    assert sight.distance(board.s, board.t, on(2, 0), on(2, 4)) == 2  # the chasm, there
    board = arena("v2", adventure="awakening")
    assert sight.distance(board.s, board.t, on(0, 2), on(0, 6)) == 2
    assert sight.distance(board.s, board.t, on(0, 4), on(0, 8)) == 2
    assert sight.distance(board.s, board.t, on(0, 3), on(1, 5)) == 0


@pytest.mark.rule("STA-R3", "STA-9.2")
def test_a_line_that_touches_rock_is_stopped():
    board = arena("i4")
    assert not seen(board, (0, 0), (0, 4))  # rock at (0, 2), touched from the one free corner
    assert seen(board, (1, 0), (1, 4))
    board = arena("i13")
    assert seen(board, (2, 0), (2, 4))
    assert seen(board, (1, 1), (3, 3))


@pytest.mark.rule("STA-R61")
def test_along_a_corridor_one_can_shoot():
    board = arena("i13")
    board.lay("i13", (HOME, HOME + 5))
    assert seen(board, (2, 4), (2, 5))  # both cells have rock at all four corners
    assert seen(board, (2, 4), (2, 9))
    assert seen(board, (2, 0), (2, 9))


@pytest.mark.rule("STA-5.7", "STA-9.2")
def test_a_closed_door_stops_sight_until_it_is_opened():
    from piracy_env.games.skull_tales.rules.adventure.tiles import open_door

    board = arena("v4", adventure="awakening")
    assert not seen(board, (4, 3), (4, 6))
    open_door(board.s, 0)
    assert seen(board, (4, 3), (4, 6))
    assert not seen(board, (3, 3), (3, 6))


@pytest.mark.rule("STA-9.8", "STA-16.7", "STA-R4")
def test_from_a_roof_one_sees_ground_and_roofs_but_no_rooms():
    board = arena("v4", adventure="awakening")
    roof, street, taproom = (0, 7), (5, 7), (2, 2)
    assert seen(board, roof, street)
    assert not seen(board, street, roof)
    assert seen(board, roof, (8, 9))
    assert not seen(board, roof, (8, 0))  # the tavern lies between
    assert not seen(board, roof, taproom)
    assert seen(board, roof, (1, 9))  # the same roof


@pytest.mark.rule("STA-R4")
def test_an_enemy_on_the_same_roof_stops_the_sight_from_it():
    board = arena("v4", adventure="awakening")
    board.character(0, on(0, 7))
    board.foe(0, "redcoat", on(5, 7))
    assert seen(board, (0, 7), (5, 7))
    board.foe(1, "redcoat", on(0, 7))
    assert not seen(board, (0, 7), (5, 7))
    assert seen(board, (0, 7), (0, 7))


@pytest.mark.rule("STA-R1")
def test_walls_and_rock_part_neighbours():
    board = arena("c1")  # walls south of (1, 3) and (1, 4)
    assert not is_adjacent(board.s, board.t, on(1, 3), on(2, 3))
    assert is_adjacent(board.s, board.t, on(1, 2), on(2, 3))  # by way of (2, 2)
    assert not is_adjacent(board.s, board.t, on(1, 4), on(2, 3))
    assert is_adjacent(board.s, board.t, on(0, 0), on(1, 1))  # by way of (1, 0)
    assert not is_adjacent(board.s, board.t, on(3, 0), on(3, 2))
    assert not is_adjacent(board.s, board.t, on(0, 0), on(0, 0))


@pytest.mark.rule("STA-R1", "STA-R78")
def test_roof_and_ground_touch_but_are_not_adjacent():
    board = arena("v2", adventure="awakening")
    assert touch(board.s, board.t, on(0, 3), on(2, 5))
    assert not is_adjacent(board.s, board.t, on(0, 3), on(2, 5))
    assert is_adjacent(board.s, board.t, on(0, 3), on(0, 3))


@pytest.mark.rule("STA-10.33", "STA-R32", "STA-14.9")
def test_a_room_is_free_if_its_enemies_are_elsewhere_or_hidden():
    board = arena("v4", adventure="awakening")
    board.foe(0, "redcoat", on(2, 2))
    assert is_room_free_of_foes(board.s, *on(5, 7))
    assert not is_room_free_of_foes(board.s, *on(6, 0))
    board.foe(0, "redcoat", on(2, 2), hide=1)
    assert is_room_free_of_foes(board.s, *on(6, 0))


# A second opinion --------------------------------------------------------------------------------

PAIRS = [("i5", "i12"), ("c1", "c5"), ("t4", "i8"), ("s1", "c4"), ("i13", "t3"), ("v4", "i1")]


def crowded(dice, pair):
    """Two tiles side by side, joined if they can be, with figures where there is room."""
    board = arena(pair[0], adventure="awakening")
    size = 10 if pair[0][0] == "v" else 5
    board.lay(pair[1], (HOME, HOME + size), dice.randrange(4))
    cells = [
        tuple(map(int, cell)) for cell in zip(*board.state["b_tile"][0].nonzero(), strict=True)
    ]
    free = [c for c in cells if board.r.b_ter[c] not in (BLOCKED, CHASM, ROOF)]
    places = dice.sample(free, 9)
    for number, place in enumerate(places[:4]):
        board.foe(number, "redcoat", place)
    for slot, place in enumerate(places[4:7]):
        board.character(slot, place)
    return board, places, free


@pytest.mark.rule("STA-R3", "STA-R5", "STA-R61")
@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize("seed", range(3))
def test_sight_agrees_with_fractions(pair, seed):
    dice = random.Random(f"{pair} {seed}")
    board, places, free = crowded(dice, pair)
    for _ in range(25):
        eye, goal = dice.sample([*free, *places * 2], 2)
        if eye == goal:
            continue
        for foe in (0, 1):
            blockers = places[4:7] if foe else places[:4]
            others = [] if foe else places[4:7]
            found = sight.sight(board.s, board.t, eye, goal, foe)
            expected = reference.sees(board, eye, goal, blockers, others)
            assert (found // sight.CORNERS if found >= 0 else -1) == expected, (eye, goal, foe)


@pytest.mark.parametrize("token", ["i9", "i10", "t5", "v2", "v4"])
def test_distances_agree_with_sets(token):
    board = arena(token, adventure="awakening")
    for start in ((2, 0), (0, 3), (4, 4)):
        expected = reference.distances(board, on(*start))
        for goal in ((0, 0), (4, 4), (2, 4), (0, 4), (4, 1)):
            assert sight.distance(board.s, board.t, on(*start), on(*goal)) == expected[on(*goal)]


@pytest.mark.rule("STA-R6")
@pytest.mark.parametrize("seed", range(4))
def test_distances_over_several_chasms_and_roofs_agree_with_sets(seed):
    dice = random.Random(seed)
    board = arena("i4", adventure="awakening")  # no roof and no chasm
    tokens = dice.sample(["i9", "i10", "c2", "t5", "v2"], 3)
    for token, corner in zip(tokens, ((-7, 6), (0, 5), (5, -5)), strict=True):
        board.lay(token, on(*corner), dice.randrange(4))
    for _ in range(6):
        start = on(dice.randrange(-9, 18), dice.randrange(-9, 18))
        expected = reference.distances(board, start)
        for _ in range(40):
            goal = on(dice.randrange(-9, 18), dice.randrange(-9, 18))
            assert sight.distance(board.s, board.t, start, goal) == expected[goal], (start, goal)


def test_a_field_of_distances_ends_where_it_is_told_to():
    board = arena("v2", adventure="awakening")
    field = np.empty(sight.CELLS, np.int16)
    sight.spread_distance(board.s, board.t, on(4, 5), 4, field)
    expected = reference.distances(board, on(4, 5))
    for (row, col), far in expected.items():
        assert field[row * BOARD + col] == (far if far <= 4 else sight.FAR)


@pytest.mark.parametrize("token", [*SMALL[::3], "v1", "v2"])
def test_adjacency_is_mutual(token):
    board = arena(token, adventure="awakening")
    size = 10 if token[0] == "v" else 5
    cells = [on(r, c) for r in range(size) for c in range(size)]
    for one in cells:
        for other in cells:
            if max(abs(one[0] - other[0]), abs(one[1] - other[1])) <= 1:
                mutual = is_adjacent(board.s, board.t, other, one)
                assert is_adjacent(board.s, board.t, one, other) == mutual
