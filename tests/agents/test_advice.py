"""Networks with an adviser: they begin by its opinion, add to it, and never play without it."""

import dataclasses
import json
import sys

import numpy as np
import pytest

from experiments.training.run import Run
from piracy_agents import advice
from piracy_agents.advice import ENTRY, EXCLUDED, NOBODY, THRESHOLD, WEIGHT, Adviser
from piracy_agents.learning.ppo import Learner, PPOSettings, open_tables
from piracy_agents.network import Layer, Network, schema_of
from piracy_agents.search.mcts import TRUST
from piracy_agents.search.mcts import make as make_mcts
from piracy_agents.search.networked import NetworkSearch
from piracy_agents.search.settings import SearchSettings
from piracy_agents.trained import Trained, make
from piracy_env import registry
from piracy_env.core.engine import Engine
from piracy_env.core.script import Script
from piracy_env.envs.opponents import find_agent
from piracy_env.errors import AgentError, CheckpointError, OptionError
from tests.agents.numpy_judge import numpy_search
from tests.core.test_script import CHARACTER, by_secrets
from tests.experiments.players import Scripted
from tests.experiments.test_training import SMALL, plan

GAME = registry.load("tests.core.whispers:GAME")
HIGH, TEACHER = "heuristic:high", "tests.experiments.players:Scripted"
ADVISED = dataclasses.replace(SMALL, adviser=HIGH)


@pytest.fixture(autouse=True)
def characters(monkeypatch):
    """Heuristics of a game that has none."""
    monkeypatch.setattr(advice, "make_heuristic", lambda name, _: CHARACTERS[name]())


def blank(adviser=HIGH, favourite=None, weight=1.0):
    """A network that knows nothing, but for an action that it likes."""
    inputs, outputs = GAME.observation.size, GAME.actions.size
    bias = np.zeros(outputs, np.float32)
    if favourite is not None:
        bias[favourite] = weight
    about = {**schema_of(GAME), "sizes": [inputs, outputs], "reward": "rank"}
    if adviser != NOBODY:
        about[ENTRY] = dict(Adviser(adviser, GAME).about)
    heads = [
        Layer(np.zeros((inputs, n), np.float32), b) for n, b in ((outputs, bias), (1, bias[:1]))
    ]
    return Network((), *heads, about)


def scores_of(values, mask, threshold=0.0):
    return Adviser(HIGH, GAME, threshold).logits(values, mask)


def tables(count=20, seed=0):
    engine = Engine(GAME, count, seed=seed, auto_reset=False, writing=False)
    engine.reset()
    return engine


# --- opinions as scores ---------------------------------------------------------------------------


def test_the_best_action_scores_nothing_and_others_less():
    mask = np.array([[True, True, False, True, True]])
    scores = scores_of(np.array([[1.0, 0.999, 9.0, -5.0, -1e6]], np.float32), mask)[0]
    assert scores[0] == scores[2] == 0.0
    assert -0.1 < scores[1] < 0.0
    assert scores[3] == scores[4] == pytest.approx(-5.0 - np.log(4))


def test_scores_do_not_depend_on_scale_or_on_the_positions_beside():
    values = np.random.default_rng(0).normal(size=(6, 9)).astype(np.float32)
    mask = np.random.default_rng(1).random((6, 9)) < 0.7
    mask[:, 0] = True
    together = scores_of(values, mask)
    np.testing.assert_allclose(scores_of(values * 50 + 3, mask), together, atol=1e-3)
    alone = np.concatenate([scores_of(values[k : k + 1], mask[k : k + 1]) for k in range(6)])
    assert np.array_equal(alone, together)
    assert not together[~mask].any()


@pytest.mark.parametrize("values", [[2.0, 2.0, 2.0], [7.0, 0.0, 0.0]])
def test_equal_and_single_choices_are_no_riddle(values):
    mask = np.array([[True, values[0] == values[1], values[0] == values[1]]])
    assert not scores_of(np.array([values], np.float32), mask).any()


def test_what_is_within_the_threshold_is_left_open():
    mask = np.array([[True, True, True, True, False]])
    values = np.array([[3.0, 2.5, 2.0, 1.9, 9.0]], np.float32)
    assert scores_of(values, mask, 1.0)[0].tolist() == [0.0, -1.0, -2.0, EXCLUDED, 0.0]


def test_an_opinion_of_less_weight_lies_nearer_to_none_and_excludes_the_same():
    mask = np.array([[True, True, True, True, False]])
    values = np.array([[3.0, 2.5, 2.0, 1.9, 9.0]], np.float32)
    half = Adviser(HIGH, GAME, weight=0.5).logits(values, mask)
    assert half == pytest.approx(0.5 * scores_of(values, mask))
    within = Adviser(HIGH, GAME, 1.0, 0.5).logits(values, mask)
    assert within[0].tolist() == [0.0, -0.5, -1.0, EXCLUDED, 0.0]


# --- playing --------------------------------------------------------------------------------------


def test_a_network_that_knows_nothing_plays_as_its_adviser():
    view = tables().view()
    own = Adviser(HIGH, GAME)
    assert (Trained(blank(), GAME, "some").act(view) == view.script_policy(own.script)[0]).all()
    plain = Trained(blank(NOBODY), GAME, "some").act(tables().view())
    assert (plain != view.script_policy(own.script)[0]).any()


def test_a_network_overrules_its_adviser_where_it_is_sure():
    timid, bold = (Trained(blank(HIGH, 1, weight), GAME, "some") for weight in (0.01, 100.0))
    assert (bold.act(tables().view()) == 1).all()
    assert (timid.act(tables().view()) != 1).any()


def test_a_search_by_such_a_network_knows_the_adviser_too(tmp_path):
    found = []
    for name, adviser in (("with", HIGH), ("without", NOBODY)):
        blank(adviser).save(tmp_path / f"{name}.safetensors")
        agent = make_mcts(f"60+ppo:{tmp_path / name}.safetensors", GAME)
        found.append(agent.think(tables(1).view()).visits[0])
    advised = tables(1).view().script_policy(Adviser(HIGH, GAME).script)[0][0]
    assert found[0][advised] == found[0].max() > found[1][advised]


@pytest.mark.parametrize(("threshold", "weight"), [(0.0, 0.3), (0.0, 1.0), (2.0, 0.3)])
def test_a_search_thinks_as_much_of_the_adviser_as_the_network_does(threshold, weight):
    about = {ENTRY: dict(Adviser(HIGH, GAME, threshold, weight).about)}
    network = blank(favourite=1)
    network = dataclasses.replace(network, about={**network.about, **about})
    settings = SearchSettings(40, reward="rank", c=TRUST)
    found = NetworkSearch(GAME, settings, network).think(tables(8).view())
    expected = numpy_search(network, GAME, 40).think(tables(8).view())
    assert (found.visits == expected.visits).all()


# --- files ----------------------------------------------------------------------------------------


def test_a_file_names_the_adviser_and_refuses_one_that_thinks_otherwise_by_now(tmp_path):
    network = blank()
    network.save(tmp_path / "one.safetensors")
    kept = Network.load(tmp_path / "one.safetensors", GAME).about[ENTRY]
    assert kept == dict(Adviser(HIGH, GAME).about)
    changed = {**network.about, ENTRY: {**kept, "weights": "0" * 16}}
    dataclasses.replace(network, about=changed).save(tmp_path / "old.safetensors")
    with pytest.raises(CheckpointError, match="trained with weights '0000000000000000' of"):
        make(str(tmp_path / "old.safetensors"), GAME)


@pytest.mark.parametrize("told", [3, {}, {"name": 3}])
def test_nonsense_in_a_file_is_refused(told):
    with pytest.raises(CheckpointError, match="adviser must have a name, not be"):
        Adviser.of(dataclasses.replace(blank(), about={**blank().about, ENTRY: told}), GAME)


RAN = []


def run_by_a_file():
    """What a stranger would like to have called."""
    RAN.append("stranger's code")
    return Scripted()


@pytest.mark.parametrize(
    "name", ["uniform", f"{__name__}:run_by_a_file", "this:s", "mcts:10", "ppo", "heuristics:high"]
)
def test_a_file_may_name_a_heuristic_as_adviser_and_no_other_code(name, tmp_path):
    about = {**blank().about, ENTRY: {"name": name, "weights": "0" * 16}}
    dataclasses.replace(blank(), about=about).save(tmp_path / "some.safetensors")
    sys.modules.pop("this", None)  # the module of Python's poem: imported, it prints
    for said in (f"ppo:{tmp_path}/some.safetensors", f"mcts:10+ppo:{tmp_path}/some.safetensors"):
        with pytest.raises(AgentError, match="only heuristic and heuristic:<character> can"):
            find_agent(said, GAME)
    assert not RAN
    assert "this" not in sys.modules


@pytest.mark.parametrize("told", [-1.0, "much", float("inf")])
def test_the_threshold_in_a_file_is_a_number(told):
    kept = {**Adviser(HIGH, GAME).about, THRESHOLD: told}
    with pytest.raises(CheckpointError, match="threshold is a number from 0, not"):
        Adviser.of(dataclasses.replace(blank(), about={**blank().about, ENTRY: kept}), GAME)


@pytest.mark.parametrize("told", [0.0, -1.0, 65.0, "much", float("nan")])
def test_the_weight_in_a_file_is_a_number(told):
    kept = {**Adviser(HIGH, GAME).about, WEIGHT: told}
    with pytest.raises(CheckpointError, match="weight is a number above 0, 64 at most, not"):
        Adviser.of(dataclasses.replace(blank(), about={**blank().about, ENTRY: kept}), GAME)


def test_a_network_keeps_what_its_adviser_counts():
    kept = dict(Adviser(HIGH, GAME, weight=0.25).about)
    assert kept[WEIGHT] == 0.25
    some = dataclasses.replace(blank(), about={**blank().about, ENTRY: kept})
    assert Adviser.of(some, GAME).weight == 0.25
    assert WEIGHT not in Adviser(HIGH, GAME).about


# --- learning -------------------------------------------------------------------------------------


def test_a_learner_begins_as_its_adviser_and_its_network_plays_as_it_does(tmp_path):
    env = open_tables(GAME, ADVISED, players=3, seed=0)
    learner = Learner(env, GAME, ADVISED, seed=0)
    observation = env.reset()
    assert observation.shape == (16, GAME.observation.size + GAME.actions.size)
    advised = env.table.engine.view().script_policy(env.adviser.script)[0]
    chosen, _ = learner.model.predict(
        observation, deterministic=True, action_masks=env.action_masks()
    )
    assert (chosen == advised).mean() > 0.9  # the rest are near ties
    learner.learn(3)
    view = env.table.engine.view()
    mine = (
        learner.model.policy.get_distribution(
            learner.model.policy.obs_to_tensor(env._advised(view.observation.copy()))[0]
        )
        .distribution.logits.detach()
        .numpy()
    )
    theirs, _ = Trained(learner.network(), GAME, "some").consider(view)
    for k in range(16):
        legal = view.action_mask[k]
        shift = mine[k, legal] - theirs[k, legal]
        np.testing.assert_allclose(shift - shift[0], 0.0, atol=1e-3)


def test_a_run_with_an_adviser_imitates_what_to_expect(tmp_path):
    asked = {"settings": ADVISED, "teacher": TEACHER, "demonstrations": 0.5, "interval": 1}
    run = Run(plan(budget="512 decisions", **asked), tmp_path)
    entries = []
    run.train(entries.append)
    assert set(entries[0]["train"]) == {"value_error"}
    assert make(str(tmp_path / "best.safetensors"), GAME).adviser.name == run.learner.adviser.name
    json.dumps(run.network().about)
    other = Learner(open_tables(GAME, SMALL, players=3), GAME, SMALL, seed=0)
    with pytest.raises(CheckpointError, match="advised by None cannot begin as one advised by"):
        other.adopt(run.network())
    run.learner.adopt(run.network())


class Moody:
    """Likes actions by what it takes others' secrets for: two of them now and then equally."""

    def script(self, game):
        return MOODS

    def act(self, view):
        return view.script_policy(MOODS)[0]


MOODS = Script(by_secrets, np.array([(0.0,)], CHARACTER).view(np.recarray))
MOODY = "heuristic:moody"
CHARACTERS = {"high": Scripted, "moody": Moody}


def test_a_learner_is_asked_only_where_a_decision_is_open():
    settings = dataclasses.replace(ADVISED, adviser=MOODY, adviser_threshold=1.5)
    env = open_tables(GAME, settings, players=3, seed=0, opponents=TEACHER)
    env.reset()
    dice = np.random.default_rng(0)
    ended = 0
    for _ in range(40):
        view = env.table.engine.view()
        assert not env.table.over.any()
        assert (view.seat == env.table.ego_seat).all()
        np.testing.assert_array_equal(env.table.advice, env.adviser.advise(view))
        is_open = (env.table.advice > EXCLUDED) & env.action_masks()
        assert (is_open.sum(axis=1) > 1).all()
        observation, _, dones, infos = env.step([dice.choice(np.flatnonzero(o)) for o in is_open])
        ended += dones.sum()
        assert np.array_equal(observation[:, GAME.observation.size :], env.table.advice)
        for i in np.flatnonzero(dones):
            assert len(infos[i]["terminal_observation"]) == observation.shape[1]
            assert infos[i]["episode"]["l"] <= 2
    assert ended > 1.3 * 40 * 16 / 2, "a seat has two decisions in a game: some were not asked for"


def test_tables_without_an_open_decision_are_refused():
    settings = dataclasses.replace(ADVISED, adviser_threshold=0.5)
    env = open_tables(GAME, settings, players=3, seed=0)
    with pytest.raises(
        OptionError, match=r"adviser_threshold 0\.5 is too low: .* no decision open"
    ):
        env.reset()


def test_an_adviser_without_a_threshold_is_never_overruled(tmp_path):
    sure = blank(HIGH, favourite=0, weight=50.0)
    kept = dict(Adviser(HIGH, GAME, 1e-6).about)
    sure = dataclasses.replace(sure, about={**sure.about, ENTRY: kept})
    view = tables().view()
    assert (
        Trained(sure, GAME, "some").act(view) == view.script_policy(Adviser(HIGH, GAME).script)[0]
    ).all()
    learner = Learner(
        open_tables(GAME, dataclasses.replace(ADVISED, adviser_threshold=1.5), players=3),
        GAME,
        ADVISED,
        0,
    )
    learner.network().save(tmp_path / "one.safetensors")
    assert Network.load(tmp_path / "one.safetensors", GAME).about[ENTRY][THRESHOLD] == 1.5
    assert make(str(tmp_path / "one.safetensors"), GAME).adviser.threshold == 1.5


def test_the_same_seed_trains_the_same_advised_network(tmp_path):
    settings = dataclasses.replace(ADVISED, adviser=MOODY, adviser_threshold=1.5)
    files = []
    for seed, name in ((0, "one"), (0, "two"), (1, "other")):
        run = Run(plan(settings=settings, teacher=NOBODY, seed=seed), tmp_path / name)
        run.train(lambda entry: None)
        files.append((tmp_path / name / "last.safetensors").read_bytes())
    assert files[0] == files[1] != files[2]


def test_other_settings_have_no_adviser():
    assert PPOSettings().adviser == NOBODY
    assert Adviser.of(blank(NOBODY), GAME) is None
