"""Small games are known whole: chance, information sets, best responses, equilibria."""

import dataclasses

import numpy as np
import pytest

from experiments import kuhn_poker, leduc_poker
from experiments.equilibrium import chance, tree, values
from experiments.equilibrium.cfr import CFR
from experiments.equilibrium.chance import Chance
from experiments.equilibrium.tree import Tree
from piracy_agents.network import Layer, Network, schema_of, sizes_of
from piracy_agents.trained import Trained
from piracy_env.core.engine import Engine
from piracy_env.core.game import ENDED
from piracy_env.core.jit import kernel
from piracy_env.core.rng import next_word, shuffle
from piracy_env.errors import AgentError, GameDefinitionError
from piracy_env.registry import load

KUHN, LEDUC = kuhn_poker.GAME, leduc_poker.GAME
JACK, QUEEN, KING = range(3)


@pytest.fixture(scope="module")
def kuhn():
    return Tree.of(KUHN, reward="score")


@pytest.fixture(scope="module")
def leduc():
    return Tree.of(LEDUC, reward="score")


def points(tree, policy):
    return values.exploitability(tree, policy).gain * tree.game.score_scale


# --- chance ---------------------------------------------------------------------------------------


def chance_of(game):
    engine = Engine(game, seed=0)
    return Chance(game, engine.tables_of().t), game.blank(engine.options), engine


def test_every_deal_comes_with_its_probability():
    chances, blank, _ = chance_of(LEDUC)
    found = {tuple(state["card"][0]): share for share, state in chances.deals(blank)}
    assert sum(found.values()) == pytest.approx(1)
    assert found[JACK, JACK] == pytest.approx(2 / 6 * 1 / 5)
    assert found[JACK, KING] == pytest.approx(2 / 6 * 2 / 5)


def test_chance_within_a_step_is_found_and_no_other():
    chances, blank, _ = chance_of(LEDUC)
    (deal,) = [one for _, one in chances.deals(blank) if tuple(one["card"][0]) == (JACK, KING)]
    ((share, checked),) = chances.results(deal, leduc_poker.CALL)
    assert share == 1
    opened = {int(one["board"][0]): p for p, one in chances.results(checked, leduc_poker.CALL)}
    assert opened == {JACK: 1 / 4, QUEEN: 2 / 4, KING: 1 / 4}


def test_listed_deals_are_those_that_the_engine_deals():
    chances, blank, _ = chance_of(LEDUC)
    engine = Engine(LEDUC, 3000, seed=1)
    engine.reset()
    dealt = engine.states.copy()
    dealt["rng"] = 0
    found = {state.tobytes(): share for share, state in chances.deals(blank)}
    seen = [bytes(one) for one in dealt]
    assert set(seen) == set(found)
    for state, share in found.items():
        assert seen.count(state) / 3000 == pytest.approx(share, abs=0.03)


@kernel
def shuffled(s, t):
    s.said[:] = (0, 1, -1)
    shuffle(s, s.said, 3)


@kernel
def worded(s, t):
    s.card[0] = next_word(s) % 3


@kernel
def turned(s, t):
    s.rng = 7


def test_shuffles_are_listed():
    chances, blank, _ = chance_of(dataclasses.replace(KUHN, reset=shuffled))
    found = chances.deals(blank)
    assert len({tuple(state["said"][0]) for _, state in found}) == 6
    assert [share for share, _ in found] == pytest.approx([1 / 6] * 6)


@pytest.mark.parametrize(
    ("reset", "reason"),
    [(worded, "it draws whole words"), (turned, "it turns its generator itself")],
)
def test_chance_that_cannot_be_listed_is_refused(reset, reason):
    game = dataclasses.replace(KUHN, reset=reset)
    chances = Chance(game, Engine(KUHN, seed=0).tables_of().t)
    with pytest.raises(GameDefinitionError, match=f"kuhn_poker cannot be listed: {reason}"):
        chances.deals(KUHN.blank(KUHN.choose()))


def test_games_that_are_too_large_are_refused(monkeypatch):
    monkeypatch.setattr(chance, "MOST_OUTCOMES", 100)
    with pytest.raises(GameDefinitionError, match="mutiny is too large: chance has more than 100"):
        Tree.of(load("mutiny"))
    monkeypatch.setattr(tree, "MOST_POSITIONS", 50)
    with pytest.raises(GameDefinitionError, match="too large: more than 50 positions"):
        Tree.of(KUHN)


# --- information sets -----------------------------------------------------------------------------


def test_kuhn_has_twelve_information_sets(kuhn):
    assert (len(kuhn.seat), kuhn.choices, len(kuhn.chance)) == (12, 24, 30)


def test_leduc_has_as_many_as_it_should(leduc):
    assert (len(leduc.seat), leduc.choices) == (288, 672)


@kernel
def forgetful(s, t, seat, out):
    """Show the card, and nothing of what was said."""
    out[2 + s.card[seat]] = 1


def test_a_seat_remembers_what_it_did_though_it_is_not_shown():
    found = Tree.of(dataclasses.replace(KUHN, observe=forgetful), reward="score")
    at_seat = np.bincount(found.seat)
    assert at_seat.tolist() == [6, 3], "the first bet and the answer are told apart by the own pass"


def test_positions_of_all_sets_can_be_shown_to_agents(leduc):
    assert leduc.view.action_mask.sum() == leduc.choices
    assert (leduc.view.seat == leduc.seat).all()
    assert not (leduc.engine.states.over == ENDED).any()


# --- values ---------------------------------------------------------------------------------------


def kuhn_equilibrium(tree, bluff):
    """The equilibrium of Kuhn poker in which the first seat bets a jack so often."""
    first = {JACK: bluff, QUEEN: 0.0, KING: 3 * bluff}
    answer = {JACK: 0.0, QUEEN: bluff + 1 / 3, KING: 1.0}
    reply = {JACK: (1 / 3, 0.0), QUEEN: (0.0, 1 / 3), KING: (1.0, 1.0)}
    policy = np.zeros(tree.choices)
    for k, state in enumerate(tree.engine.states):
        card, said = int(state["card"][state["seat"]]), state["said"].tolist()
        if state["turns"] == 0:
            bets = first[card]
        elif state["turns"] == 2:
            bets = answer[card]
        else:
            bets = reply[card][said[0] == kuhn_poker.BET]
        policy[tree.first[k] : tree.first[k] + 2] = 1 - bets, bets
    return policy


@pytest.mark.parametrize("bluff", [0.0, 0.2, 1 / 3])
def test_nobody_gains_in_an_equilibrium_of_kuhn(kuhn, bluff):
    found = values.exploitability(kuhn, kuhn_equilibrium(kuhn, bluff))
    assert found.gain == pytest.approx(0, abs=1e-9)
    assert found.value[0] * 2 == pytest.approx(-1 / 18)


def test_uniform_play_is_as_exploitable_as_published(kuhn, leduc):
    assert points(kuhn, values.uniform(kuhn)) == pytest.approx(0.4583333)
    assert points(leduc, values.uniform(leduc)) == pytest.approx(2.3736111)


def test_the_best_response_wins_what_it_is_worth(leduc):
    """Played out by the engine: the best response against uniform seats."""
    policy = values.uniform(leduc)
    told = values.worth(leduc, policy, best=True)[: leduc.choices]
    best = {}
    for k in range(len(leduc.seat)):
        start = leduc.first[k]
        stop = start + leduc.view.action_mask[k].sum()
        choice = start + int(told[start:stop].argmax())
        best[leduc.view.observation[k].tobytes()] = int(leduc.action[choice])
    engine = Engine(LEDUC, 20_000, seed=3, auto_reset=False, reward="score")
    engine.reset()
    games, paid = np.arange(len(engine.seat)), np.zeros(len(engine.seat))
    draw = np.random.default_rng(0)
    while games.size:
        masks = engine.action_mask[games]
        actions = np.where(masks, draw.random(masks.shape), -1).argmax(1)
        for k, i in enumerate(games):
            if engine.seat[i] == 0:
                actions[k] = best[engine.observation[i].tobytes()]
        engine.step(actions, games)
        paid[games] = engine.reward[games, 0]
        games = games[~engine.over[games]]
    expected = values.exploitability(leduc, policy).best[0]
    assert paid.mean() == pytest.approx(expected, abs=4 * paid.std() / np.sqrt(len(paid)))


def test_counterfactual_regrets_lead_to_equilibria(kuhn, leduc):
    solver = CFR(kuhn)
    solver.run(1000)
    assert points(kuhn, solver.mean) < 0.003
    assert values.exploitability(kuhn, solver.mean).value[0] * 2 == pytest.approx(-1 / 18, abs=1e-3)
    solver = CFR(leduc)
    solver.run(100)
    assert points(leduc, solver.mean) == pytest.approx(0.096, abs=0.001)


# --- agents ---------------------------------------------------------------------------------------


def network_for(game):
    """A network of no knowledge but a leaning to the last actions."""
    inputs, actions = sizes_of(game)
    policy = Layer(np.zeros((inputs, actions)), np.arange(actions, dtype=np.float64))
    value = Layer(np.zeros((inputs, 1)), np.zeros(1))
    return Network((), policy, value, {**schema_of(game), "sizes": sizes_of(game)})


def test_networks_tell_how_they_play(kuhn):
    best = values.policy_of(Trained(network_for(KUHN), KUHN, "best"), kuhn)
    assert best.tolist() == [0, 1] * 12
    drawn = Trained(network_for(KUHN), KUHN, "drawn", np.random.default_rng(0))
    bets = np.e / (1 + np.e)
    assert values.policy_of(drawn, kuhn) == pytest.approx([1 - bets, bets] * 12)


def test_uniform_is_known_by_its_name(kuhn):
    assert (values.policy_of("uniform", kuhn) == 0.5).all()


def test_agents_that_do_not_tell_are_refused(kuhn):
    with pytest.raises(AgentError, match="does not tell how it plays"):
        values.policy_of("mcts:10", kuhn)


# --- OpenSpiel ------------------------------------------------------------------------------------


@pytest.mark.peers
@pytest.mark.parametrize(
    ("name", "which"), [("kuhn_poker", "kuhn"), ("leduc_poker(suit_isomorphism=true)", "leduc")]
)
def test_open_spiel_finds_the_same(name, which, request):
    """Exploitability of what its own CFR has come to after ten iterations."""
    pyspiel = pytest.importorskip("pyspiel")
    cfr = pytest.importorskip("open_spiel.python.algorithms.cfr")
    exact = pytest.importorskip("open_spiel.python.algorithms.exploitability")
    spiel, ours = pyspiel.load_game(name), CFR(request.getfixturevalue(which))
    theirs = cfr.CFRSolver(spiel)
    for _ in range(10):
        theirs.evaluate_and_update_policy()
    ours.run(10)
    expected = exact.exploitability(spiel, theirs.average_policy())
    assert points(ours.tree, ours.mean) == pytest.approx(expected, abs=1e-6)
