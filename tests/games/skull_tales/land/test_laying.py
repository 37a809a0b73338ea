"""Laying tiles: where they fit, how they are joined, doors, links, portals, and taking them up."""

import numpy as np
import pytest

from piracy_env.games.skull_tales.rules.adventure import board as ground
from piracy_env.games.skull_tales.rules.adventure import tiles
from piracy_env.games.skull_tales.state_land import Door, Exit
from piracy_env.games.skull_tales.tables.tiles import DOOR_KEYS
from piracy_env.games.skull_tales.terrain import EAST, NORTH, SOUTH, TOKENS, WEST
from tests.games.skull_tales.land.positions import HOME, Board, arena, on


def token(name):
    return TOKENS.index(name)


def exit_of(board, side):
    return tiles.exit_at(board.s, *_exit_place(board, side), side)


def _exit_place(board, side):
    for k in range(board.r.n_ex):
        if board.r.ex_side[k] == side:
            return board.r.ex_row[k], board.r.ex_col[k]
    raise AssertionError


@pytest.mark.rule("STA-26.6")
def test_the_first_tile_lies_in_the_middle():
    assert tiles.FIRST_PLACE == (HOME, HOME)
    board = arena("i13")
    assert board.r.n_tl == 1
    assert board.r.n_ex == 4
    assert int((board.state["b_tile"] > 0).sum()) == 25
    assert set(board.r.ex_state[:4].tolist()) == {Exit.OPEN}


@pytest.mark.rule("STA-26.2")
@pytest.mark.parametrize(
    ("side", "entrance", "turn", "place"),
    [
        (EAST, 0, 3, (26, 33)),  # i1's west exit (0, 0, W): already opposite
        (NORTH, 2, 0, (23, 30)),  # its south exit (4, 0, S)
        (WEST, 1, 0, (29, 23)),  # its east exit (1, 4, E)
        (SOUTH, 2, 2, (33, 26)),  # turned twice, (4, 0, S) is (0, 4, N)
    ],
)
def test_a_tile_is_turned_so_that_the_exits_meet(side, entrance, turn, place):
    board = arena("i13")
    k = exit_of(board, side)
    found = tiles.laying(board.s, board.t, k, token("i1"), entrance)
    if side == EAST:
        assert found == (0, 30, 33)
        return
    assert found == (turn, *place)
    tile = tiles.lay(board.s, board.t, token("i1"), found[0], found[1:])
    assert board.r.ex_state[k] == Exit.LINKED
    row, col = board.r.ex_row[k], board.r.ex_col[k]
    assert ground.is_open(board.s, row, col, side)
    assert tiles.facing(board.s, k) >= 0
    assert board.r.ex_tile[tiles.facing(board.s, k)] == tile


@pytest.mark.rule("STA-26.3")
def test_every_exit_with_room_is_a_candidate():
    board = arena("i13")
    assert tiles.layings(board.s, board.t, exit_of(board, EAST), token("i9")) == 0b111
    assert tiles.layings(board.s, board.t, exit_of(board, EAST), token("i7")) == 0b1


@pytest.mark.rule("STA-10.30", "STA-26.3")
def test_where_all_overlaps_there_is_no_candidate():
    """S17: i4, turned twice, lies right before the north exit."""
    board = arena("i13")
    board.lay("i4", (HOME - 5, HOME), turn=2)
    north = exit_of(board, NORTH)
    assert board.r.ex_state[north] == Exit.OPEN
    assert tiles.layings(board.s, board.t, north, token("i1")) == 0


@pytest.mark.rule("STA-26.3")
@pytest.mark.parametrize(("adventure", "found"), [("exile", 0b1), ("skull_cove", 0b111)])
def test_an_adventure_may_fix_the_entrance(adventure, found):
    board = arena("i13", adventure=adventure)
    assert tiles.layings(board.s, board.t, exit_of(board, EAST), token("i10")) == found


@pytest.mark.rule("STA-26.4")
def test_without_two_exits_there_is_a_wall():
    board = arena("i4")
    board.lay("i5", (HOME, HOME + 5))  # i5's west exit (0, 0, W) meets i4's (0, 4, E)
    for row in range(5):
        assert ground.is_open(board.s, *on(row, 4), EAST) == (row == 0)
        assert ground.is_open(board.s, *on(row, 5), WEST) == (row == 0)


@pytest.mark.rule("STA-26.4", "STA-5.5")
def test_a_no_exit_token_parts_what_was_linked():
    board = arena("i4")
    board.lay("i5", (HOME, HOME + 5))
    k = tiles.exit_at(board.s, *on(0, 4), EAST)
    tiles.close_exit(board.s, k)
    assert board.r.ex_state[k] == Exit.CLOSED
    assert not ground.is_open(board.s, *on(0, 4), EAST)
    assert not ground.is_open(board.s, *on(0, 5), WEST)
    tiles.link_exit(board.s, tiles.exit_at(board.s, *on(0, 5), WEST))
    assert not ground.is_open(board.s, *on(0, 4), EAST)


@pytest.mark.rule("STA-26.5")
def test_detached_tiles_lie_apart():
    board = arena("i4")
    places = []
    for name in ("c6", "s3", "t3", "s4", "s1", "s2"):
        place = tiles.place_apart(board.s, board.t, token(name))
        places.append(tuple(place))
        board.lay(name, place)
    assert places == [(12, 12), (12, 43), (43, 12), (43, 43), (5, 28), (50, 28)]
    assert tuple(tiles.place_apart(board.s, board.t, token("c1"))) == (0, 0)


@pytest.mark.rule("STA-26.5")
def test_a_portal_joins_two_exits():
    board = arena("i13")
    board.lay("s2", (12, 12))
    one, other = exit_of(board, EAST), board.r.n_ex - 1
    tiles.add_portal(board.s, one, other)
    assert tuple(tiles.through_portal(board.s, *on(2, 4), EAST)) == (16, 14)
    assert tuple(tiles.through_portal(board.s, 16, 14, SOUTH)) == on(2, 4)
    assert tuple(tiles.through_portal(board.s, *on(2, 4), NORTH)) == (-1, -1)
    assert {int(board.r.ex_state[one]), int(board.r.ex_state[other])} == {Exit.LINKED}
    assert not ground.is_open(board.s, *on(2, 4), EAST)


@pytest.mark.rule("STA-30.3")
def test_a_tile_taken_up_leaves_the_board_as_it_was():
    board = arena("i13")
    before = board.state.copy()
    tile = board.lay("i7", (HOME, HOME - 5))
    west = exit_of(board, WEST)
    assert board.r.ex_state[west] == Exit.LINKED
    tiles.take_up(board.s, board.t, tile)
    assert tiles.tile_of(board.s, token("i7")) == -1
    for name in ("b_tile", "b_ter", "b_reg", "b_wall", "ex_state", "ex_row", "ex_side"):
        assert np.array_equal(board.state[name], before[name]), name
    assert board.r.n_ex == before["n_ex"][0]
    assert board.lay("i3", (HOME, HOME - 5)) == tile


@pytest.mark.rule("STA-5.7", "STA-16.3")
@pytest.mark.parametrize(
    ("adventure", "doors"),
    [
        ("awakening", "patio patio_living living_bedroom church sacristy"),
        ("alchemical_crystal", "patio living_bedroom bedroom_patio church"),
        ("cheating_death", "patio living_bedroom bedroom_patio church store"),
    ],
)
def test_each_adventure_has_its_own_doors(adventure, doors):
    board = arena("v1", adventure=adventure)
    names = [DOOR_KEYS[name] for name in board.r.dr_name[: board.r.n_dr].tolist()]
    assert names == doors.split()
    assert set(board.r.dr_state[: board.r.n_dr].tolist()) == {Door.CLOSED}


@pytest.mark.rule("STA-5.7", "STA-10.41")
def test_a_closed_door_is_a_wall_from_both_sides_until_it_is_opened():
    board = arena("v4", adventure="awakening")
    assert not ground.is_open(board.s, *on(4, 4), EAST)
    assert not ground.is_open(board.s, *on(4, 5), WEST)
    door = tiles.door_at(board.s, *on(4, 5), WEST)
    assert door == tiles.door_at(board.s, *on(4, 4), EAST) == 0
    tiles.open_door(board.s, door)
    assert ground.is_open(board.s, *on(4, 4), EAST)
    assert ground.is_open(board.s, *on(4, 5), WEST)
    assert tiles.door_at(board.s, *on(4, 5), WEST) == -1


@pytest.mark.rule("STA-26.1")
@pytest.mark.parametrize("turn", range(4))
def test_doors_turn_with_their_tile(turn):
    board = Board("awakening")
    tile = board.lay("v4", turn=turn)
    inside = tuple(tiles.on_board(board.s, board.t, tile, (4, 4)))
    outside = tuple(tiles.on_board(board.s, board.t, tile, (4, 5)))
    side = (EAST + turn) % 4
    assert (board.r.dr_row[0], board.r.dr_col[0], board.r.dr_side[0]) == (*inside, side)
    assert not ground.is_open_between(board.s, *inside, *outside)
    assert int(board.state["b_ter"][0][inside]) == 7


@pytest.mark.rule("STA-36.1")
def test_a_special_tile_lies_at_the_link():
    board = arena("v3", adventure="cheating_death")
    prison = tiles.lay_at_link(board.s, board.t, 0, token("s1"))
    assert (board.r.tl_row[prison], board.r.tl_col[prison], board.r.tl_rot[prison]) == (31, 23, 2)
    assert ground.is_open(board.s, *on(5, 0), WEST)
    board.lay("i1", (10, 10))
    blocked = arena("v3", adventure="cheating_death")
    blocked.lay("i1", (HOME + 2, HOME - 5))
    assert tiles.lay_at_link(blocked.s, blocked.t, 0, token("s1")) == -1


def test_roofs_and_chasms_have_one_cell_to_stand_on():
    board = arena("v2", adventure="awakening")
    assert tuple(ground.anchor(board.s, board.t, *on(1, 5))) == on(0, 3)
    assert tuple(ground.extent(board.s, board.t, *on(1, 5))) == (28, 29, 31, 33)
    board = arena("i10")
    assert tuple(ground.anchor(board.s, board.t, *on(3, 3))) == on(1, 1)
    assert tuple(ground.extent(board.s, board.t, *on(2, 2))) == (29, 31, 29, 31)
