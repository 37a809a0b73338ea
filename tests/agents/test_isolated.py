"""Agents in processes of their own: what they receive, and what becomes of those who misbehave."""

import pickle
import time

import numpy as np
import pytest

from piracy_agents.isolated import Bounds, Isolated
from piracy_env.core.engine import Engine
from piracy_env.envs.opponents import find_agent
from piracy_env.envs.seat import OneSeat
from piracy_env.errors import AgentError
from tests.core.whispers import GAME

STRANGERS = "tests.agents.strangers"


def views(n=3):
    engine = Engine(GAME, n, seed=1)
    engine.reset()
    return engine, engine.view()


@pytest.fixture
def isolated():
    made = []

    def make(name, **bounds):
        made.append(Isolated(f"{STRANGERS}:{name}", GAME, Bounds(**bounds)))
        return made[-1]

    yield make
    for agent in made:
        agent.close()


def test_an_isolated_agent_plays_what_it_would_play_here(isolated):
    agent = isolated("Polite")
    engine, view = views()
    for _ in range(3):
        assert np.array_equal(agent.act(view), view.action_mask.argmax(1))
        engine.step(agent.act(view))
        view = engine.view()


def test_it_knows_when_the_game_is_cut(isolated):
    engine = Engine(GAME, 3, seed=1, max_moves=5)
    engine.reset()
    assert isolated("Knows").act(engine.view()).tolist() == [5, 5, 5]


def test_it_is_found_by_its_name_and_sits_anywhere():
    env = OneSeat(GAME, 2, seat=0, opponents=f"isolated:{STRANGERS}:Polite")
    env.reset(seed=1)
    env.step(env.action_mask.argmax(1))
    again = pickle.loads(pickle.dumps(find_agent(f"isolated:{STRANGERS}:Polite", GAME)))
    assert repr(again) == f"isolated:{STRANGERS}:Polite"


def test_it_hears_what_has_happened_since_its_last_turn(isolated):
    engine = Engine(GAME, seed=1, record=True)
    engine.reset()
    for label in ("say 2", "write 1"):
        engine.step([GAME.actions.id(label)])
    with pytest.raises(AgentError) as told:
        isolated("Hears").act(engine.view())
    assert " / ".join(engine.view().news(0)) in str(told.value)
    assert "B: Write something. / The die shows " in str(told.value)


def test_what_was_not_recorded_it_asks_for_in_vain(isolated):
    engine, _ = views()
    engine.step(engine.uniform())
    with pytest.raises(AgentError, match=r"asks in vain: .* make the engine with record=True"):
        isolated("Hears").act(engine.view())


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Asks", "asks for more samples"),
        ("Floods", "answers what nobody asked"),
        ("Pickles", "answers what nobody asked"),
        ("Sleeps", "its time is up"),
        ("Dies", "its process has ended .exit code 7"),
        ("Cheats", "the action 1000000000000 is not legal"),
        ("Shapeless", "must return 3 action ids"),
        ("Raises", "RuntimeError: out of .*rum"),
        ("Devours", "MemoryError"),
        ("Missing", "has no"),
    ],
)
def test_who_misbehaves_is_told_of_and_asked_no_more(isolated, name, words):
    agent = isolated(name, move=1.0, samples=8)
    _, view = views()
    began = time.monotonic()
    if name == "Sleeps":
        agent.act(view)
    with pytest.raises(AgentError, match=words) as told:
        agent.act(view)
    assert str(told.value).isprintable()
    assert agent._cell is None, "its process is gone"
    with pytest.raises(AgentError, match=words):
        agent.act(view)
    assert time.monotonic() - began < 45


def test_it_inherits_neither_handles_nor_files_nor_secrets(isolated, monkeypatch, tmp_path):
    monkeypatch.setenv("SECRET", "the deck")
    with (tmp_path / "open").open("w") as file:
        assert file.fileno() > 2
        with pytest.raises(AgentError, match=r"files=\[\] secret=None") as told:
            isolated("Looks").act(views()[1])
    handles = int(str(told.value).partition("handles=")[2].split()[0])
    assert handles <= 7, "three standard ones, two pipes, the folder that is listed, /dev/null"


@pytest.mark.parametrize("name", ["isolated:", "isolated:isolated:uniform"])
def test_nobody_in_particular_cannot_be_isolated(name):
    with pytest.raises(AgentError, match="names an agent"):
        find_agent(name, GAME)
