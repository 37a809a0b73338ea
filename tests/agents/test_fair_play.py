"""No agent can tell two worlds apart that its seat cannot tell apart."""

import numpy as np
import pytest

from piracy_env.core.engine import Engine
from piracy_env.core.game import RUNNING
from piracy_env.envs.opponents import Uniform, find_agent, known_agents
from piracy_env.registry import list_games, load

LATER = (2, 25, 60)
"""Moves after which agents are asked."""
WORLDS = 4


def marks_of(game):
    """Only one game is compiled for this in the quick tests."""
    return () if game == "mutiny" else pytest.mark.slow


CASES = [
    pytest.param(game, name.replace(":1000", ":200"), marks=marks_of(game))
    for game in list_games()
    for name in known_agents(load(game))
]
"""Searches with a fifth of their usual budget: what is hidden would show as soon."""


def likely_worlds(engine):
    """The position again, with what its seat does not see dealt in other ways."""
    seat = int(engine.seat[0])
    for key in range(WORLDS):
        yield loaded(engine, engine.sample(0, seat, key))


def loaded(engine, state):
    """A copy of an engine, put into a state."""
    other = engine.clone()
    other.load_state_unchecked(0, state)
    return other


@pytest.mark.parametrize(("game", "name"), CASES)
def test_what_is_hidden_changes_no_action(game, name):
    engine = Engine(load(game), seed=11, auto_reset=False)
    engine.reset()
    for move in range(max(LATER) + 1):
        if engine.states["over"][0] != RUNNING:
            break
        if move in LATER:
            answers = {int(asked(name, other)) for other in likely_worlds(engine)}
            assert answers == {int(asked(name, loaded(engine, engine.states[:1].copy())))}
        engine.step(engine.uniform())


def asked(name, engine):
    """What a fresh agent answers; one that draws lots, always by the same ones."""
    agent = Uniform(seed=1) if name == "uniform" else find_agent(name, engine.game)
    return np.asarray(agent.act(engine.view()))[0]
