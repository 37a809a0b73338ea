"""The comparison of the search with OpenSpiel's plays the same game on both sides."""

import numpy as np
import pytest

from experiments.search import (
    CPP,
    CPP_SOLVING,
    OURS,
    OURS_2,
    POSITIONS,
    Spiel,
    choices_of,
    match,
    positions,
    searching,
    verdict,
)
from piracy_env.core.engine import Engine
from piracy_env.core.game import RUNNING
from tests.agents.branches import GAME as BRANCHES
from tests.agents.test_search import make


def test_positions_go_on_and_differ():
    engine = positions(seed=0)
    assert (engine.states["over"] == RUNNING).all()
    assert set(engine.states["moves"]) == set(range(7))


def test_simulations_are_the_units_of_the_timed_work():
    engine = Engine(BRANCHES, 3, seed=0)
    engine.reset()
    assert searching(make("10", BRANCHES), engine)() == 30
    assert choices_of(BRANCHES) == 2.0


def test_the_verdict_tells_one_thread_from_two():
    speed = {OURS: 80.0, OURS_2: 150.0, CPP: 9.0, CPP_SOLVING: 10.0}
    said = verdict(speed)
    assert "one thread it is 8 x as fast (missed)" in said
    assert "two threads it is 15 x as fast (reached)" in said


@pytest.mark.peers
def test_their_states_are_ours():
    engine = positions(seed=0)
    states = Spiel(0, solve=False).states([engine.played(i) for i in range(POSITIONS)])
    for i, state in enumerate(states):
        assert state.legal_actions() == np.flatnonzero(engine.action_mask[i]).tolist()
        assert state.current_player() == engine.seat[i]


@pytest.mark.peers
def test_a_match_counts_pairs_of_games():
    score = match(openings=2, solve=True, seed=3)
    assert score.games == 4
    assert 0.0 <= score.share <= 1.0
