"""Notes on a game: what a network thought, and what a search thinks of it."""

import numpy as np
import pytest

from experiments.training import notes
from experiments.training.notes import Note, annotate
from piracy_agents.network import Layer, Network, schema_of
from piracy_env.core.engine import Engine
from piracy_env.core.replay import Replay
from piracy_env.envs.opponents import find_agent
from tests.core.whispers import ACT, GAME


@pytest.fixture(scope="module")
def replay():
    """Seat 0 says 0 twice, which is the least that it can."""
    engine = Engine(GAME, 1, players=2, seed=4, auto_reset=False, record=True)
    engine.reset()
    while not engine.terminated[0]:
        engine.step([ACT.say.start])
    return Replay.of(engine)


@pytest.fixture(scope="module")
def network():
    """Likes the second action best, and expects a quarter."""
    sizes = [GAME.observation.size, GAME.actions.size]
    scores = np.zeros(sizes[1], np.float32)
    scores[1] = np.log(3.0)
    return Network(
        (),
        Layer(np.zeros(sizes, np.float32), scores),
        Layer(np.zeros((sizes[0], 1), np.float32), np.array([0.25], np.float32)),
        {**schema_of(GAME), "sizes": sizes},
    )


def test_each_decision_of_the_seat_has_its_chance_and_expectation(replay, network):
    found = list(annotate(replay, network, 0))
    assert [note.move for note in found] == [0, 2]
    for note in found:
        assert note.played == "Say 0."
        assert note.chance == pytest.approx(1 / 10), "1 of seven equal ones and a triple one"
        assert note.expected == 0.25
        assert note.instead == "Say 1. (30%)"
        assert (note.sought, note.advice) == (None, "")


def test_a_search_says_what_it_would_rather_have_played(replay, network):
    found = list(annotate(replay, network, 0, find_agent("mcts:400+reward=win", GAME)))
    assert all(-1 <= note.sought <= 1 for note in found)
    assert any(note.advice.startswith(("Say 3. (", "Write 3. (")) for note in found)


def test_a_difference_that_does_not_matter_is_no_advice(replay, network, monkeypatch):
    monkeypatch.setattr(notes, "MATTERS", 3.0)
    monkeypatch.setattr(notes, "TRIED", 0)
    found = list(annotate(replay, network, 0, find_agent("mcts:400+reward=win", GAME)))
    assert not any(note.advice for note in found)
    assert notes.agreement(found) == "; the search has nothing better in 2 of 2 decisions"


def test_a_page_shows_the_course_and_the_decisions():
    told = [
        Note(3, "<sails>", 0.5, 0.1, "drinks (40%)", -0.2, "repairs (+0.10 against -0.20)"),
        Note(9, "sinks", 1.0, -0.9, "", -1.0),
    ]
    page = notes.page(told)
    assert page.startswith("<svg")
    for part in ("&lt;sails&gt;", "50%", "search would rather", "repairs", ">search<"):
        assert part in page
    bare = notes.page([Note(0, "sails", 0.5, 0.1, "")])
    assert "search" not in bare
    assert notes.agreement([Note(0, "sails", 0.5, 0.1, "")]) == ""
