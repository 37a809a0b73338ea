"""The reference game keeps the rules, and plays as other projects' connect four, move by move."""

import numpy as np
import pytest

from experiments.connect_four import CELLS, COLUMNS, GAME
from piracy_env.core.engine import Engine
from piracy_env.core.game import ENDED, RUNNING
from piracy_env.core.record import Record


def play(columns, **settings):
    """The engine after discs were dropped into columns, counted from 1."""
    engine = Engine(GAME, seed=0, auto_reset=False, **settings)
    engine.reset()
    for column in columns:
        engine.step([int(column) - 1])
    return engine


@pytest.mark.parametrize(
    ("line", "columns"),
    {
        "row": "1122334",
        "column": "1212121",
        "rising diagonal": "12233434464",
        "falling diagonal": "76655454424",
        "gap filled last": "1122443",
    }.items(),
)
def test_four_in_a_line_win(line, columns):
    assert play(columns[:-1]).states.over[0] == RUNNING
    engine = play(columns)
    assert engine.states.over[0] == ENDED
    assert engine.outcome()[:2] == ([1, 0], [1, 2])
    assert engine.rewards() == [1.0, -1.0]


def test_a_line_does_not_go_around_the_edge():
    assert play("5162735").states.over[0] == RUNNING


def test_a_full_column_takes_no_disc():
    assert play("444444").legal() == [0, 1, 2, 4, 5, 6]


def test_the_game_is_drawn_when_all_discs_are_dropped():
    engine = play("1212", tables={"box": {"discs": 4}})
    assert engine.states.over[0] == ENDED
    assert engine.outcome()[:2] == ([0, 0], [1, 1])
    assert engine.rewards() == [0.0, 0.0]


def test_each_player_sees_the_own_discs_first():
    engine = play("44")
    bottom, above = CELLS - 4, CELLS - 4 - COLUMNS
    assert np.flatnonzero(engine.observe(0, 0)).tolist() == [bottom, CELLS + above]
    assert np.flatnonzero(engine.observe(0, 1)).tolist() == [above, CELLS + bottom]


@pytest.mark.parametrize(
    ("field", "value", "complaint"),
    [
        ("left", 3, "the discs do not add up"),
        ("seat", 1, "the turns do not add up"),
        ("height", [1] * COLUMNS, "a height is wrong"),
        ("discs", [1, 1], "a cell holds two discs"),
        ("discs", [2, 0], "a disc hangs in the air"),
        ("discs", [1 << 6, 0], "a disc lies above its column"),
    ],
)
def test_invariants_find_what_is_wrong(field, value, complaint):
    engine = play("")
    states = engine.states.copy()
    states[field][0] = value
    assert complaint in GAME.invariants(Record(states[0]), engine.tables_of().t)


def test_positions_are_described_and_drawn():
    engine = play("44")
    assert engine.describe(0, None).splitlines()[-2:] == [". . . y . . .", ". . . r . . ."]
    assert engine.describe_action(0, 0, None) == "Drop a red disc into column 1."
    picture = engine.render(0, None)
    assert picture.count("<circle") == CELLS
    assert picture.count('"red"') == picture.count('"yellow"') == 1


# --- the same games elsewhere -------------------------------------------------------------------


def our_games(number):
    """Random games; for each move: seat, mask, observation, action, rewards after it."""
    for seed in range(number):
        engine = Engine(GAME, seed=seed, auto_reset=False)
        step = engine.reset()
        moves = []
        while engine.states.over[0] == RUNNING:
            seat = int(step.seat[0])
            mask, seen = step.action_mask[0].copy(), step.observation[0].copy()
            action = int(engine.uniform()[0])
            step = engine.step([action])
            moves.append((seat, mask, seen, action, step.reward[0].tolist()))
        yield moves


@pytest.mark.peers
def test_pettingzoo_plays_the_same_games():
    connect_four = pytest.importorskip("pettingzoo.classic.connect_four_v3")
    theirs = connect_four.raw_env()
    for moves in our_games(200):
        theirs.reset()
        for seat, mask, seen, action, rewards in moves:
            assert theirs.agent_selection == f"player_{seat}"
            view = theirs.observe(theirs.agent_selection)
            assert view["action_mask"].tolist() == mask.tolist()
            assert view["observation"].transpose(2, 0, 1).ravel().tolist() == seen.tolist()
            theirs.step(action)
            assert [theirs.rewards[f"player_{other}"] for other in range(2)] == rewards
        assert all(theirs.terminations.values())


@pytest.mark.peers
def test_open_spiel_plays_the_same_games():
    game = pytest.importorskip("pyspiel").load_game("connect_four")
    for moves in our_games(200):
        theirs = game.new_initial_state()
        for seat, mask, seen, action, rewards in moves:
            assert theirs.current_player() == seat
            assert theirs.legal_actions_mask() == mask.tolist()
            planes = np.array(theirs.observation_tensor(seat)).reshape(3, 6, COLUMNS)[:, ::-1]
            assert planes[[seat, 1 - seat]].ravel().tolist() == seen.tolist()
            theirs.apply_action(action)
            assert theirs.rewards() == rewards
        assert theirs.is_terminal()
