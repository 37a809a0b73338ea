"""The words that a search is asked for by."""

import math
from dataclasses import fields

import pytest

from piracy_agents.search import flat, mcts
from piracy_agents.search.settings import MOST_SIMULATIONS, SearchSettings
from piracy_agents.search.tree import HALVING, PUCT, UCB
from piracy_env.envs.opponents import find_agent
from piracy_env.errors import AgentError, PiracyError
from piracy_env.registry import load

MUTINY = load("mutiny")


@pytest.mark.parametrize(
    ("said", "settings"),
    [
        ("", SearchSettings()),
        ("1000", SearchSettings(simulations=1000)),
        ("50ms", SearchSettings(simulations=0, seconds=0.05)),
        ("1.5s", SearchSettings(simulations=0, seconds=1.5)),
        ("200+paranoid", SearchSettings(simulations=200, paranoid=True)),
        ("200+c=0.7+trees=4", SearchSettings(simulations=200, c=0.7, trees=4)),
        ("9+reward=win+horizon=20", SearchSettings(simulations=9, reward="win", horizon=20)),
    ],
)
def test_a_budget_and_options(said, settings):
    assert mcts.make(said, MUTINY).settings == settings


def test_a_heuristic_advises():
    plain, advised = mcts.make("10", MUTINY), mcts.make("10+heuristic", MUTINY)
    other = mcts.make("10+heuristic:mutineer+epsilon=0", MUTINY)
    assert advised.script.weigh is other.script.weigh is not plain.script.weigh
    assert len(advised.script.weights) == 1
    assert advised.script.weights != other.script.weights


def test_rules_of_the_kinds():
    assert mcts.make("10", MUTINY).rule == UCB
    assert mcts.make("10+heuristic", MUTINY).rule == PUCT
    assert mcts.make("10+heuristic+ucb", MUTINY).rule == UCB
    assert flat.make("10", MUTINY).rule == HALVING
    assert flat.make("10+ucb", MUTINY).rule == UCB
    assert flat.make("10ms", MUTINY).rule == UCB
    assert flat.make("10", MUTINY).settings.depth == 1


@pytest.mark.parametrize(
    ("said", "complaint"),
    [
        ("0", f"1 to {MOST_SIMULATIONS} simulations"),
        ("many", "such as 50ms or 2s, not 'many'"),
        ("0ms", "not '0ms'"),
        ("-5", "not '-5'"),
        ("10+", "no option ''; there are: heuristic, ucb"),
        ("10+clever", "no option 'clever'"),
        ("10+paranoid=1", "no option 'paranoid=1'"),
        ("10+heuristic=1", "no option 'heuristic=1'"),
        ("10+c=much", "c must be a number from 0.01 to 100, not 'much'"),
        ("10+c=1000", "c must be a number from 0.01 to 100, not '1000'"),
        ("10+trees=0", "trees must be a whole number from 1 to 64, not '0'"),
        ("10+reward=fame", "no reward mode 'fame'; there are: rank, win, score"),
        ("10+heuristic:parrot", "no heuristic 'parrot'; there are: "),
    ],
)
def test_what_is_not_understood_is_refused_by_name(said, complaint):
    with pytest.raises(AgentError, match=complaint):
        mcts.make(said, MUTINY)


ODD = (
    "",
    "nan",
    "inf",
    "-inf",
    "1e999",
    "-1",
    "0",
    "2",
    "0.5",
    "9" * 5000,
    "\u0663",
    "a\0b",
    "x=1",
)
BUDGETS = (
    "",
    "3",
    "0",
    "-3",
    "nan",
    "inf",
    "nans",
    "infms",
    "1e3",
    "9" * 5000,
    "0.0s",
    "\u0663",
    "3ms",
)


@pytest.mark.parametrize("kind", ["mcts", "flat"])
def test_any_words_make_a_search_of_sound_settings_or_are_refused(kind):
    names = [f"{kind}:{budget}" for budget in BUDGETS]
    options = [*(field.name for field in fields(SearchSettings)), "heuristic", "", "ppo", "+", ":"]
    names += [f"{kind}:3+{name}{sign}{odd}" for name in options for sign in "=:" for odd in ODD]
    taken = 0
    for name in names:
        try:
            settings = find_agent(name, MUTINY).settings
        except PiracyError:
            continue
        taken += 1
        numbers = [value for value in vars(settings).values() if not isinstance(value, str)]
        assert all(math.isfinite(number) for number in numbers), name
        assert settings.seconds >= 0 <= settings.simulations, name
        assert 0.01 <= settings.heat <= 100, name
        assert 0 <= settings.epsilon <= 1, name
    assert 5 < taken < len(names) / 2


def test_flat_search_has_fewer_options():
    with pytest.raises(AgentError, match=r"there are: heuristic, epsilon=\.\.\., ucb"):
        flat.make("10+paranoid", MUTINY)


@pytest.mark.parametrize("kind", [mcts, flat])
def test_names_that_are_offered_can_be_made(kind):
    names = [name.partition(":")[2] for name in kind.names(MUTINY)]
    assert names == ["1000", "1000+heuristic"]
    for said in names:
        assert repr(kind.make(said, MUTINY)).endswith(said)
