"""Invariants of the board: a sound board has no fault, and each planted fault is found."""

import re

import pytest

from piracy_env.games.skull_tales.invariants_land import board_faults, figure_faults
from piracy_env.games.skull_tales.rules.adventure import tiles
from piracy_env.games.skull_tales.state_land import Exit
from piracy_env.games.skull_tales.terrain import SOUTH, TOKENS
from tests.games.skull_tales.land.positions import HOME, T, arena, on


def faults(board):
    return [*board_faults(board.r, T.t), *figure_faults(board.r, T.t)]


@pytest.fixture
def sound():
    board = arena("v3", adventure="cheating_death")
    tiles.lay_at_link(board.s, board.t, 0, TOKENS.index("s1"))
    board.lay("v2", (HOME, HOME + 10))
    tiles.open_door(board.s, 0)
    board.lay("s4", (12, 12))
    tiles.add_portal(board.s, tiles.exit_at(board.s, *on(9, 3), SOUTH), board.r.n_ex - 1)
    board.state["fig_left"][0] = [foe.figures for foe in T.t.enemies]
    board.foe(0, "redcoat", on(5, 1))
    board.state["fig_left"][0, 0] -= 1
    board.character(0, on(4, 5))
    return board


def test_a_sound_board_has_no_fault(sound):
    assert faults(sound) == []


def test_a_tile_that_was_taken_up_leaves_no_fault():
    board = arena("i13")
    board.state["fig_left"][0] = [foe.figures for foe in T.t.enemies]
    tile = board.lay("i7", (HOME, HOME - 5))
    assert faults(board) == []
    tiles.take_up(board.s, board.t, tile)
    assert faults(board) == []
    tiles.close_exit(board.s, 0)
    assert faults(board) == []


@pytest.mark.parametrize(
    ("field", "index", "value", "words"),
    [
        ("b_tile", (5, 5), 1, r"b_tile\[5, 5\] is 1, not 0"),
        ("b_ter", on(5, 5), 3, "b_ter"),
        ("b_reg", on(5, 5), 3, "b_reg"),
        ("b_wall", on(5, 5), 15, "b_wall"),
        ("tl_token", (1,), TOKENS.index("v3"), "on the board twice"),
        ("tl_row", (0,), 55, "leaves the board"),
        ("tl_row", (2,), HOME + 3, "b_tile"),
        ("tl_col", (2,), HOME + 5, "lies on another one"),
        ("ex_row", (0,), 3, "exits are not those"),
        ("ex_state", (1,), Exit.LINKED, "linked to nothing"),
        ("dr_state", (1,), 1, "b_wall"),
        ("dr_row", (10,), 3, "dr_row is not 0 beyond"),
        ("pile", (1, 0), 3, r"pile\[1\] is not 0"),
        ("foe_row", (0,), -1, "half off"),
        ("foe_row", (0,), 1, "beside the tiles"),
        ("foe_type", (0,), 1, "redcoat: 0 \\+ 0 \\+ 7 figures"),
        ("fig_left", (3,), 1, "skeleton: 0 \\+ 0 \\+ 1 figures"),
        ("foe_wounds", (5,), 1, "foe_wounds is not 0"),
    ],
)
def test_a_planted_fault_is_found(sound, field, index, value, words):
    sound.state[field][(0, *index)] = value
    found = faults(sound)
    assert any(re.search(words, one) for one in found), found


@pytest.mark.rule("STA-10.10", "STA-16.8")
def test_figures_share_roofs_only():
    board = arena("v2", adventure="awakening")
    board.state["fig_left"][0] = [foe.figures for foe in T.t.enemies]
    for slot in range(4):
        board.character(slot, on(0, 3))
    assert faults(board) == []
    board.character(4, on(0, 3))
    assert faults(board) == [f"too many figures are at ({HOME}, {HOME + 3})"]
    board.character(3, on(0, 0))
    board.character(4, on(0, 0))
    assert faults(board) == [f"too many figures are at ({HOME}, {HOME})"]
    board.character(4, on(4, 4))  # the fountain
    assert faults(board) == ["a figure stands on rock or in a chasm"]
