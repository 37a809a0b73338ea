"""The level `strong` is a search over the shipped network, and says so."""

import numpy as np
import pytest

from experiments.leaderboard import shipped_agents
from experiments.tournament.__main__ import _quick_agents
from piracy_agents import strong
from piracy_agents.search.networked import NetworkSearch
from piracy_agents.trained import SHIPPED
from piracy_env.core.engine import Engine
from piracy_env.envs.opponents import find_agent, known_agents
from piracy_env.errors import AgentError
from piracy_env.registry import load
from tests.core import whispers


@pytest.mark.parametrize("path", sorted(SHIPPED.glob("*.safetensors")), ids=lambda path: path.stem)
def test_every_shipped_network_has_a_strong_player(path):
    game = load(path.stem)
    assert "strong" in known_agents(game)
    agent = find_agent("strong", game)
    assert repr(agent) == "strong"
    assert isinstance(agent, NetworkSearch)
    declared = find_agent(strong.declared()[game.name], game)
    assert agent.settings == declared.settings
    assert agent.settings.simulations > 0, "the same on every machine"


def test_it_plays_what_its_search_plays():
    game = load("mutiny")
    engine = Engine(game, 3, seed=1)
    engine.reset()
    engine.rollout(10)
    declared = find_agent(strong.declared()["mutiny"], game)
    picks = find_agent("strong", game).act(engine.view())
    assert np.array_equal(picks, declared.act(engine.view()))


def test_other_games_have_none():
    assert "strong" not in known_agents(whispers.GAME)
    with pytest.raises(AgentError, match="no strong player is declared for whispers; there are"):
        find_agent("strong", whispers.GAME)


def test_it_takes_no_options():
    with pytest.raises(AgentError, match="strong takes no options, not '200'"):
        find_agent("strong:200", load("mutiny"))


def test_it_sits_on_the_leaderboard_and_in_tournaments_that_name_it():
    game = load("mutiny")
    assert "strong" in shipped_agents(game)
    assert "strong" not in _quick_agents(game), "it thinks a thousand times as long as the others"
