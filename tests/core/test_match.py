"""Whoever is to move is asked, whoever answers wrongly is named, and whoever listens hears it."""

import numpy as np
import pytest

from piracy_env.core.engine import Engine
from piracy_env.core.game import CUT, ENDED
from piracy_env.core.match import OUTSIDE, Match, move
from piracy_env.errors import AgentError, OrderError
from tests.core import whispers
from tests.envs.tables import Highest, Lowest

GAMES, PLAYERS = 6, 3
ALL = np.arange(GAMES)


@pytest.fixture
def engine():
    made = Engine(whispers.GAME, GAMES, players=PLAYERS, seed=3, auto_reset=False, record=True)
    made.reset()
    return made


def seated(agent=0):
    return np.full((GAMES, PLAYERS), agent)


class Answering:
    """Gives an answer that was laid out for it, or fails with it."""

    def __init__(self, answer):
        self.answer = answer

    def act(self, view):
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer(view)


def test_games_that_wait_for_the_same_agent_are_put_to_it_at_once(engine):
    heard = []
    seating = seated()
    seating[GAMES // 2 :] = 1
    Match(engine, [Highest(), Lowest()], seating, listener=heard.append).play()
    assert engine.over.all()
    for answer in heard:
        assert answer.games.tolist() in ([0, 1, 2], [3, 4, 5])
        assert (seating[answer.games, answer.view._seat] == answer.agent).all()
    assert [answer.agent for answer in heard[:4]] == [0, 1, 0, 1]
    played = [[] for _ in ALL]
    for answer in heard:
        for game, action in zip(answer.games, answer.actions, strict=True):
            played[game].append(action)
    assert played == [engine.played(i) for i in ALL]


def test_a_listener_hears_before_the_answer_is_played(engine):
    seen = []

    def hear(answer):
        legal = answer.view.action_mask[np.arange(len(answer.games)), answer.actions]
        seen.append(bool(legal.all()) and answer.seconds >= 0)

    Match(engine, [Lowest()], seated(), listener=hear).play()
    assert seen
    assert all(seen)


def test_it_stops_where_nobody_inside_is_to_move(engine):
    seating = seated()
    seating[:, 1] = OUTSIDE
    match = Match(engine, [Lowest()], seating)
    match.play(np.array([2, 4]))
    assert engine.seat[[2, 4]].tolist() == [1, 1]
    untouched = np.setdiff1d(ALL, [2, 4])
    assert not engine.states["moves"][untouched].any()
    match.play()
    assert (engine.over | (engine.seat == 1)).all()


def test_it_goes_on_to_the_safety_limit():
    engine = Engine(whispers.GAME, GAMES, players=PLAYERS, auto_reset=False, max_moves=2)
    engine.reset(seed=1)
    Match(engine, [Lowest()], seated()).play()
    assert (engine.states["over"] == CUT).all()


WRONG = {
    "fails": (
        RuntimeError("out of rum"),
        r"Rogue failed: RuntimeError: out of rum \(test_match.py, line \d+\)",
    ),
    "illegal": (lambda view: np.full(len(view), 99), "Rogue broke the rules: action 99"),
    "too few": (lambda view: np.zeros(1, int), "Rogue must return one action id for each"),
    "words": (lambda view: ["write"] * len(view), "one action id for each"),
    "fractions": (lambda view: np.zeros(len(view)), "one action id for each"),
    "nothing": (lambda view: None, "one action id for each"),
    "ragged": (lambda view: [[1], [2, 3]], "one action id for each"),
}


@pytest.mark.parametrize(("answer", "words"), WRONG.values(), ids=WRONG)
def test_an_agent_that_answers_wrongly_is_named_and_nothing_happens(engine, answer, words):
    before, heard = engine.states.tobytes(), []
    match = Match(engine, [Answering(answer)], seated(), names=["Rogue"], listener=heard.append)
    with pytest.raises(AgentError, match=words) as caught:
        match.play()
    assert caught.value.agent == "Rogue"
    assert engine.states.tobytes() == before
    assert not heard


def test_an_agent_s_own_complaints_are_passed_on(engine):
    with pytest.raises(OrderError, match="not yet"):
        move(engine, ALL, Answering(OrderError("not yet")))


def test_a_position_that_is_edited_to_its_end_has_accounts_too(engine):
    engine.set(1, over=ENDED, turns=engine.record(1).rounds * PLAYERS)
    assert engine.terminated[1]
    assert engine.final_ranks[1].tolist() == engine.outcome(1)[1]
    assert 1 in engine.final_ranks[1]
    assert not engine.reward[1].any(), "nobody has played to it"


def test_accounts_are_kept_from_the_end_on(engine):
    Match(engine, [Highest(), Lowest()], seated() + ALL[:, None] % 2).play()
    outcomes = [engine.outcome(i) for i in ALL]
    assert engine.final_scores.tolist() == [one.scores for one in outcomes]
    assert engine.final_ranks.tolist() == [one.ranks for one in outcomes]
    copy = engine.clone()
    engine.reset(chosen=[0])
    assert engine.final_ranks[0].tolist() == outcomes[0][1], "until the next end"
    assert copy.final_ranks.tolist() == [one.ranks for one in outcomes]
    with pytest.raises(ValueError, match="read-only"):
        engine.final_ranks[0] = 1
