"""Agents are found by name, and those in other seats are asked in batches."""

import sys
import types

import numpy as np
import pytest

from piracy_env.core.control import ASK, SCRIPTED, UNIFORM
from piracy_env.core.engine import Engine
from piracy_env.envs.opponents import Uniform, find_agent, known_agents, on_autopilot
from piracy_env.envs.seat import OneSeat
from piracy_env.errors import AgentError, OptionError
from tests.core import whispers
from tests.core.test_script import LIKES, READS
from tests.envs.tables import Cheat, Highest, Lowest

GAME = whispers.GAME


@pytest.fixture
def crew(monkeypatch):
    """An agent module that knows one agent."""
    module = types.ModuleType("crew")
    module.find = lambda name, game: Highest() if name == "heuristic:bold" else None
    module.names = lambda game: ("heuristic:bold",)
    module.__spec__ = types.SimpleNamespace()
    monkeypatch.setitem(sys.modules, "crew", module)
    return "crew"


def test_an_agent_is_itself():
    agent = Highest()
    assert find_agent(agent, GAME) is agent


def test_uniform_is_built_in():
    assert isinstance(find_agent("uniform", GAME), Uniform)


@pytest.mark.parametrize("name", ["tests.envs.tables:Highest", "tests.envs.test_opponents:READY"])
def test_a_place_holds_an_agent_or_what_makes_one(name):
    assert isinstance(find_agent(name, GAME), Highest)


READY = Highest()


def test_other_names_belong_to_the_agent_module(crew, monkeypatch):
    assert isinstance(find_agent("heuristic:bold", GAME, crew), Highest)
    assert known_agents(GAME, crew) == ["uniform", "heuristic:bold"]
    monkeypatch.setenv("PIRACY_AGENTS", crew)
    assert isinstance(find_agent("heuristic:bold", GAME), Highest)


@pytest.mark.parametrize("name", ["parrot", "no.such.module:agent", "heuristic:bolder", ":", ""])
def test_an_unknown_name_is_named_with_those_there_are(name, crew):
    with pytest.raises(AgentError, match="uniform, heuristic:bold, or module:attribute") as caught:
        find_agent(name, GAME, crew)
    assert repr(name) in str(caught.value)


@pytest.mark.parametrize("name", ["tests.envs.tables:nobody", "math:pi", "tests.envs.tables:some"])
def test_what_is_no_agent_is_refused(name):
    with pytest.raises((AgentError, TypeError)):
        find_agent(name, GAME)


def test_uniform_draws_each_legal_action_alike_and_no_other():
    engine = Engine(whispers.GAME, 4000, seed=1, writing=False)
    engine.reset()
    actions = Uniform(seed=1).act(engine.view())
    counts = np.bincount(actions, minlength=whispers.GAME.actions.size)
    assert not counts[whispers.NUMBERS :].any()
    assert counts[: whispers.NUMBERS].min() > 900


def test_opponents_are_asked_once_for_all_games_that_wait_for_them():
    agent = Lowest()
    table = OneSeat(whispers.GAME, 64, players=3, seat=0, opponents=[agent, agent])
    table.reset(seed=1)
    assert agent.asked == 0, "the seat moves first"
    table.step(table.action_mask.argmax(axis=1))
    assert agent.asked == 2, "once for each of the other seats"


def test_a_name_given_twice_is_one_agent():
    table = OneSeat(whispers.GAME, players=3, opponents=["tests.envs.tables:Lowest"] * 2)
    assert len(table._match.agents) == 1


def test_compiled_and_asked_random_opponents_play_alike():
    class Asked:
        def __init__(self):
            self.agent = Uniform(seed=3)

        def act(self, view):
            return self.agent.act(view)

    sums = []
    for opponent in ("uniform", Asked()):
        table = OneSeat(whispers.GAME, 3000, seat=0, opponents=opponent, seed=3)
        table.reset()
        for _ in range(2):
            table.step(table.action_mask.argmax(axis=1))
        spoken, written = (table.engine.states[name][:, 1] for name in ("spoken", "written"))
        sums.append([spoken.mean(), written.mean(), spoken.std(), written.std()])
    assert np.allclose(*sums, atol=0.1)


class Scripted:
    """Plays by a script, and is never asked if it can be helped."""

    def __init__(self, script):
        self.plan = script
        self.asked = 0

    def script(self, game):
        return self.plan

    def act(self, view):
        self.asked += 1
        return view.action_mask.argmax(axis=1)


def test_scripted_agents_are_played_by_compiled_code():
    high, low = Scripted(LIKES.only(0)), Scripted(LIKES.only(1))
    controllers, script = on_autopilot([high, Uniform(), low, Highest()], GAME)
    assert controllers == [SCRIPTED, UNIFORM, SCRIPTED + 1, ASK]
    assert script.weights["taste"].tolist() == [1.0, -1.0]
    table = OneSeat(GAME, 16, players=3, seat=0, opponents=[high, low])
    table.reset(seed=1)
    table.step(table.action_mask.argmax(axis=1))
    assert high.asked == low.asked == 0


def test_scripts_of_another_kernel_are_asked():
    controllers, script = on_autopilot([Scripted(LIKES.only(0)), Scripted(READS)], GAME)
    assert controllers == [SCRIPTED, ASK]
    assert script.weigh is LIKES.weigh


class Growing:
    """A pool that draws its newest agent, and takes one more in after every draw."""

    def __init__(self, recruits):
        self.recruits = list(recruits)
        self.agents = [self.recruits.pop(0)]
        self.draws = []

    def draw(self, games):
        seats = np.full((len(games), 1), len(self.agents) - 1)
        self.draws.append([*map(int, games)])
        if self.recruits:
            self.agents.append(self.recruits.pop(0))
        return seats


def test_a_pool_is_drawn_from_for_each_game_and_may_grow():
    pool = Growing([Lowest(), Scripted(LIKES.only(0)), Highest()])
    table = OneSeat(GAME, 2, players=2, seat=0, opponents=pool, writing=False, record=True)
    table.reset(seed=1)
    assert (table.seating == 0).all()
    while not table.over.all():
        table.step(table.action_mask.argmax(axis=1))
    assert table.engine.played(0)[1] == 0, "the first agent takes the lowest number"
    table.reset(chosen=np.array([1]))
    assert table.seating[:, 0].tolist() == [0, 1]
    table.step([0], [1])
    assert table.engine.played(1)[1] == whispers.NUMBERS - 1, "the script likes high numbers"
    assert pool.draws == [[0, 1], [1]]
    assert pool.agents[1].asked == 0


class Fixed:
    """A pool that draws the same each time."""

    def __init__(self, drawn, agents):
        self.drawn, self.agents = drawn, agents

    def draw(self, games):
        return self.drawn


@pytest.mark.parametrize("drawn", [[[1]], [[-1]], [[0.0]], None, [[0, 0, 0]], [["uniform"]]])
def test_a_pool_that_draws_nobody_is_refused(drawn):
    table = OneSeat(GAME, 1, players=2, opponents=Fixed(drawn, [Lowest()]))
    with pytest.raises(OptionError, match="opponents that are drawn"):
        table.reset(seed=1)


@pytest.mark.parametrize("agents", [[], None, 3, ["uniform"], [Lowest]])
def test_a_pool_without_agents_is_refused(agents):
    with pytest.raises(AgentError, match=r"is no pool|is no agent"):
        OneSeat(GAME, 1, players=2, opponents=Fixed([[0]], agents))


def test_an_agent_plays_the_seat_to_the_end_of_all_games():
    table, twin = (OneSeat(whispers.GAME, 8, players=3, opponents=Lowest()) for _ in range(2))
    table.reset(seed=1)
    twin.reset(seed=1)
    finished = np.concatenate([result.finished for result in table.play(Highest())])
    assert sorted(finished) == list(range(8))
    while (waiting := np.flatnonzero(~twin.over)).size:
        twin.step(Highest().act(twin.engine.view(waiting)), waiting)
    assert table.engine.states.tobytes() == twin.engine.states.tobytes()


def test_an_agent_that_cheats_in_the_seat_is_named():
    table = OneSeat(whispers.GAME, 2, players=2, writing=False)
    table.reset(seed=1)
    with pytest.raises(AgentError, match=r"Cheat.* broke the rules"):
        next(table.play(Cheat()))


def test_what_opponents_answer_is_heard():
    heard, lowest = [], Lowest()
    table = OneSeat(whispers.GAME, 8, players=3, seat=0, opponents=["uniform", lowest])
    table.listen(heard.append)
    table.reset(seed=1)
    for result in table.play(Highest()):
        assert result.reward.shape == (8,)
    assert len(heard) == lowest.asked > 0
    assert all((answer.games >= 0).all() and answer.seconds > 0 for answer in heard)
    table.listen(None)
    table.reset(seed=1)
    next(table.play(Highest()))
    assert len(heard) < lowest.asked
