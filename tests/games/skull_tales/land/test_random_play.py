"""Random play ashore: every position is sound, and every game ends by a rule."""

import random

import pytest

from piracy_env.games.skull_tales.adventure import GAME
from piracy_env.games.skull_tales.options import CHAPTERS
from piracy_env.games.skull_tales.state import Ended
from tests.scenario import deal

EAGER = {"explore": 8, "chapter": 8, "jump": 4, "push": 3, "break_away": 4, "end_turn": 0.5}
EVERY = 5
"""Decisions between two looks at the whole position."""


def play(seed, players, chapter, most):
    """Play at random, fond of what brings the game on; how many decisions it took."""
    engine = deal(GAME, seed=seed, players=players, chapter=chapter)
    dice = random.Random(seed)
    for number in range(most):
        if engine.states["over"][0]:
            return engine, number
        legal = list(engine.legal())
        liking = [EAGER.get(GAME.actions.parse(action)[0], 1) for action in legal]
        engine.step([dice.choices(legal, liking)[0]])
        if number % EVERY == 0:
            assert not engine.complaints()
    return engine, most


@pytest.mark.rule("STA-7.1", "STA-18.5", "STA-R51", "STA-3.1")
@pytest.mark.parametrize("players", range(1, 6))
def test_the_cove_is_played_to_its_end(players):
    engine, decisions = play(players, players, "skull_cove", 4001)
    assert engine.states["over"][0] == 1
    assert decisions <= 4000
    reasons = (Ended.GOALS_MET, Ended.OUT_OF_TIME, Ended.ALL_DOWN, Ended.BLOCKED, Ended.ROUNDS)
    assert engine.states["ended"][0] in reasons
    assert not engine.complaints()


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_all_chapters_go_on(chapter):
    play(3, 3, chapter, 150)
