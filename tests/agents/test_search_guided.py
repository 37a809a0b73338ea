"""A search may ask somebody else what its leaves are worth, and where to look first."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from experiments.connect_four import GAME as CONNECT_FOUR
from piracy_agents.network import Layer, Network, SeatValues, schema_of
from piracy_agents.search import SearchSettings, network_loops
from piracy_agents.search.guided import GuidedSearch
from piracy_agents.search.mcts import TRUST, make
from piracy_agents.search.networked import NetworkSearch
from piracy_agents.trained import file_of
from piracy_env import registry
from piracy_env.envs.opponents import find_agent
from piracy_env.errors import AgentError, CheckpointError
from tests.agents.branches import GAME as BRANCHES
from tests.agents.numpy_judge import numpy_search
from tests.agents.test_search import dealt, played
from tests.core import whispers


class Blank:
    """Has no opinion; remembers what it was asked."""

    def __init__(self):
        self.asked = []

    def evaluate(self, observations, masks, seats, opinions):
        self.asked.append((observations, masks, seats, opinions))
        return np.ones(masks.shape), np.zeros(observations.shape[:2])


class Biased(Blank):
    """Thinks the last actions best."""

    def evaluate(self, observations, masks, seats, opinions):
        priors, values = super().evaluate(observations, masks, seats, opinions)
        priors[:] = np.exp(np.arange(masks.shape[1]))
        return priors, values


class Fatalist(Blank):
    """Believes that seat 0 wins whatever is done, and that no action is worth looking at."""

    def evaluate(self, observations, masks, seats, opinions):
        priors, values = super().evaluate(observations, masks, seats, opinions)
        values[:] = -1.0
        values[:, 0] = 1.0
        return priors * 0.0, values


def guided(game, evaluator, simulations=200, **settings):
    return GuidedSearch(game, SearchSettings(simulations=simulations, **settings), evaluator)


@pytest.mark.parametrize(("drops", "answer"), [([3, 0, 3, 0, 3, 6], 3), ([3, 0, 3, 0, 3], 3)])
def test_a_judge_without_opinions_leaves_the_rules_to_decide(drops, answer):
    agent = guided(CONNECT_FOUR, Blank(), 1000)
    assert agent.act(played(CONNECT_FOUR, *drops).view())[0] == answer


def test_several_players_play_for_themselves():
    view = dealt(BRANCHES, 1).view()
    assert guided(BRANCHES, Blank(), 2000, reward="score").act(view)[0] == 0
    assert guided(BRANCHES, Blank(), 2000, reward="score", paranoid=True).act(view)[0] == 1


def test_priors_lead_and_values_are_backed_up():
    view = dealt(CONNECT_FOUR, 3).view()
    thoughts = guided(CONNECT_FOUR, Biased(), 60).think(view)
    assert (thoughts.picks == 6).all()
    thoughts = guided(CONNECT_FOUR, Fatalist(), 60).think(view)
    assert (thoughts.simulations == 60).all()
    np.testing.assert_allclose(thoughts.outlook[:, 0], 1.0)
    assert (thoughts.visits > 0).all()


def test_all_tables_are_asked_about_at_once():
    judge = Blank()
    engine = dealt(whispers.GAME, 5, players=3)
    thoughts = guided(whispers.GAME, judge, 20).think(engine.view())
    assert (thoughts.simulations == 20).all()
    assert len(judge.asked) == 21
    observations, masks, seats, _ = judge.asked[0]
    assert observations.shape == (5, 3, whispers.GAME.observation.size)
    assert (observations[np.arange(5), seats] == engine.observation).all()
    assert (masks == engine.action_mask).all()
    assert (seats == engine.seat).all()


def test_company_changes_nothing(monkeypatch):
    engine = dealt(whispers.GAME, 5, players=3)
    agent = guided(whispers.GAME, Biased(), 40)
    together = agent.think(engine.view()).visits
    monkeypatch.setattr("piracy_agents.search.guided.PLACES", 2)
    assert (agent.think(engine.view()).visits == together).all()
    assert (agent.think(engine.view([3])).visits[0] == together[3]).all()


def test_a_judge_cannot_tell_worlds_apart_that_its_seat_cannot():
    engine = played(whispers.GAME, 2, 5, 1, players=3)
    visits = set()
    for key in range(10):
        other = engine.clone()
        other.load_state_unchecked(0, engine.sample(0, int(engine.seat[0]), key))
        visits.add(guided(whispers.GAME, Biased(), 40).think(other.view()).visits.tobytes())
    assert len(visits) == 1


def test_time_limits_a_judged_search_too():
    agent = GuidedSearch(CONNECT_FOUR, SearchSettings(simulations=0, seconds=0.02), Blank())
    assert agent.think(dealt(CONNECT_FOUR, 2).view()).simulations.min() > 0


def linear(game, policy, value=0.0, reward="rank"):
    """A network whose policy is blind; its value is that of the first thing that a seat sees."""
    inputs, outputs = game.observation.size, game.actions.size
    blind = np.zeros((inputs, outputs), np.float32)
    seen = np.zeros((inputs, 1), np.float32)
    seen[0] = value
    about = {**schema_of(game), "sizes": [inputs, outputs], "reward": reward}
    head = Layer(seen, np.array([0.5], np.float32))
    return Network((), Layer(blind, np.asarray(policy, np.float32)), head, about)


def random_network(game, widths=(12, 5), reward="rank", value_widths=None):
    """A network that has learnt nothing; half of what it multiplies with is zero."""
    dice = np.random.default_rng(1)

    def layer(inputs, outputs):
        weight = dice.normal(size=(inputs, outputs)) * (dice.random((inputs, outputs)) < 0.5)
        return Layer(weight.astype(np.float32), dice.normal(size=outputs).astype(np.float32))

    sizes = [game.observation.size, *widths]
    trunk = tuple(layer(*pair) for pair in pairwise(sizes))
    heads = layer(sizes[-1], game.actions.size), layer(sizes[-1], 1)
    about = {**schema_of(game), "sizes": [sizes[0], game.actions.size], "reward": reward}
    values = None
    if value_widths is not None:
        under = tuple(layer(*pair) for pair in pairwise([sizes[0], *value_widths]))
        values = SeatValues(under, layer(value_widths[-1] + sizes[-1], game.max_seats))
    return Network(trunk, *heads, about, values)


@pytest.mark.parametrize(
    ("widths", "value_widths"),
    [((), None), ((12,), None), ((12, 5), None), ((), (9,)), ((3,), (17, 9)), ((12, 5), (6,))],
)
@pytest.mark.parametrize(("game", "reward"), [(whispers.GAME, "rank"), (whispers.GAME, "score")])
def test_compiled_code_thinks_what_the_network_thinks(game, reward, widths, value_widths):
    network = random_network(game, widths, reward, value_widths)
    engine = dealt(game, 5, players=3)
    asked = {"reward": reward, "c": TRUST}
    found = NetworkSearch(game, SearchSettings(40, **asked), network).think(engine.view())
    expected = numpy_search(network, game, 40).think(engine.view())
    assert (found.visits == expected.visits).all()
    np.testing.assert_allclose(found.outlook, expected.outlook, atol=1e-5)


def test_heads_speak_of_the_seats_around_the_table():
    """Whoever is to move is told that the next seat wins: at the root, and one move later."""
    game = whispers.GAME
    network = random_network(game, value_widths=(4,))
    network.seat_values.heads.weight[:] = 0.0
    network.seat_values.heads.bias[:] = np.arange(game.max_seats) == 1
    engine = dealt(game, 4, players=3)
    engine.step(engine.action_mask.argmax(axis=1))
    thoughts = NetworkSearch(game, SearchSettings(1), network).think(engine.view())
    expected = np.full((4, 3), (2 / 3 - 1 / 3) / 2)
    expected[np.arange(4), engine.seat] = -1 / 3
    np.testing.assert_allclose(thoughts.outlook, expected, atol=1e-6)


@pytest.mark.parametrize("name", ["broadside", "havens", "mutiny"])
def test_shipped_networks_think_the_same_with_and_without_advisers(name):
    game = registry.load(name)
    network = Network.load(file_of("", game), game)
    engine = dealt(game, 2)
    for _ in range(12):
        engine.step(engine.uniform())
    found = make("12+ppo", game).think(engine.view())
    expected = numpy_search(network, game, 12).think(engine.view())
    assert (found.visits == expected.visits).all()
    np.testing.assert_allclose(found.outlook, expected.outlook, atol=1e-4)


def stirred(noise):
    """Shares of five actions, the second of which is illegal, with lots mixed in."""
    tree = np.zeros(1, [("dice", np.uint64)])[0]
    shares = np.array([0.1, 9.0, 0.2, 0.3, 0.4], np.float32)
    choices = np.array([1, 0, 1, 1, 1], np.uint8)
    network_loops._stir(tree, choices, noise, np.zeros(5, np.float32), shares)
    assert shares[1] == 9.0
    return shares[choices == 1]


def test_noise_is_a_share_of_lots_among_legal_actions():
    lots, policy = stirred(1.0), np.array([0.1, 0.2, 0.3, 0.4])
    assert lots.min() > 0.0
    assert lots.sum() == pytest.approx(1.0)
    assert np.abs(lots - policy).max() > 0.1
    np.testing.assert_allclose(stirred(0.25), 0.75 * policy + 0.25 * lots, rtol=1e-5)


def test_who_searches_to_learn_may_have_lots_at_the_root_and_others_have_none():
    game, settings = whispers.GAME, SearchSettings(40, reward="rank", c=TRUST)
    engine, plain = dealt(game, 5, players=3), random_network(game)
    assert NetworkSearch(game, settings, plain).packed.noise == 0.0
    quiet, loud, again = (
        NetworkSearch(game, settings, plain, noise=noise).think(engine.view()).visits
        for noise in (0.0, 0.5, 0.5)
    )
    assert (quiet == numpy_search(plain, game, 40).think(engine.view()).visits).all()
    assert (loud != quiet).any(axis=1).all()
    assert (loud == again).all()


def test_a_policy_that_is_no_number_shares_alike():
    network = linear(CONNECT_FOUR, np.full(7, np.nan))
    thoughts = NetworkSearch(CONNECT_FOUR, SearchSettings(70), network).think(
        dealt(CONNECT_FOUR, 1).view()
    )
    assert (thoughts.visits == 10).all()


@pytest.mark.parametrize(("rank", "expected"), [(0, 1.0), (1, 1.0), (3, 4.0), (5, 9.0)])
def test_the_middle_one_is_found_without_sorting(rank, expected):
    numbers = np.array([4, 1, 9, 1, 5, 2, 0, 0], np.float32)
    assert network_loops._smallest(numbers, 6, rank) == expected


def test_a_network_is_named_by_its_file(tmp_path):
    linear(CONNECT_FOUR, np.arange(7)).save(tmp_path / "net+1.safetensors")
    agent = find_agent(f"mcts:30+c=2+ppo:{tmp_path / 'net+1.safetensors'}", CONNECT_FOUR)
    assert agent.settings.c == 2.0
    assert agent.act(dealt(CONNECT_FOUR, 2).view()).tolist() == [6, 6]
    plain = find_agent(f"mcts:30+ppo:{tmp_path / 'net+1.safetensors'}", CONNECT_FOUR)
    assert plain.settings.c < 1.0, "a network is trusted more than a heuristic"
    with pytest.raises(AgentError, match="no trained network is shipped for connect_four"):
        make("30+ppo", CONNECT_FOUR)
    with pytest.raises(AgentError, match="ppox"):
        make("30+ppox", CONNECT_FOUR)
    with pytest.raises(CheckpointError, match="nowhere"):
        make(f"30+ppo:{tmp_path / 'nowhere.safetensors'}", CONNECT_FOUR)


@pytest.mark.parametrize(("told", "mode"), [("win", "win"), ("score", "score"), (["win"], "rank")])
def test_games_are_paid_as_the_network_was_taught(tmp_path, told, mode):
    taught = linear(CONNECT_FOUR, np.arange(7))
    replace(taught, about={**taught.about, "reward": told}).save(tmp_path / "net.safetensors")
    assert make(f"30+ppo:{tmp_path / 'net.safetensors'}", CONNECT_FOUR).settings.reward == mode
