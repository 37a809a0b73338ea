"""The trained networks in the repository are what their page says, and play."""

import hashlib
import json

import numpy as np
import pytest

from experiments import ship
from piracy_agents.network import Network
from piracy_agents.trained import SHIPPED
from piracy_env.core.engine import Engine
from piracy_env.envs.opponents import find_agent
from piracy_env.registry import GAMES, load

FILES = sorted(SHIPPED.glob("*.safetensors"))

pytestmark = pytest.mark.skipif(not FILES, reason="nothing is shipped yet")


def record(path):
    return json.loads(path.with_suffix(".json").read_text())


def test_each_network_has_a_record_and_a_game():
    assert {path.stem for path in FILES} <= set(GAMES)
    assert {path.stem for path in SHIPPED.glob("*.json")} == {path.stem for path in FILES}


def test_the_page_says_what_the_records_say():
    assert (SHIPPED / ship.PAGE).read_text() == ship.page(ship.records_in(SHIPPED))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_network_is_the_one_of_its_record(path):
    told = record(path)
    data = path.read_bytes()
    assert hashlib.sha256(data).hexdigest() == told["sha256"]
    assert len(data) == told["size"] <= ship.LARGEST
    about = Network.load(path, load(path.stem)).about
    assert (about["players"], about["seed"]) == (told["players"], told["seed"])
    assert set(told["shares"]) == {str(count) for count in load(path.stem).seats}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_it_plays_with_any_number_of_players(path):
    game = load(path.stem)
    agent = find_agent("ppo", game)
    for players in game.seats:
        engine = Engine(game, 1, players=players, seed=1, auto_reset=False, skip_forced=True)
        engine.reset()
        while not (engine.terminated[0] or engine.truncated[0]):
            engine.step(agent.act(engine.view()))
        assert np.isfinite(engine.reward).all()
