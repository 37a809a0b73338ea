"""What is counted about games: lengths, endings, and wins by the order of the first turns."""

import tomllib
from pathlib import Path

import numpy as np
import pytest

from experiments import game_statistics
from experiments.connect_four import GAME
from experiments.game_statistics import Facts, Sample
from piracy_env import registry
from piracy_env.errors import AgentError

FACTS = Facts(
    length="round", unit="rounds", limit="most", first="start", ending="end",
    endings=("", "points", "storm"),
)  # fmt: skip
DTYPE = [(name, np.int16) for name in ("moves", "over", "out", "round", "most", "start", "end")]


def sample():
    """Three games of three: won by seat 1, by seat 0, and by seats 0 and 2 together."""
    states = np.array(
        [(10, 1, 0b100, 3, 9, 1, 1), (20, 1, 0b110, 5, 9, 0, 2), (30, 2, 0, 10, 9, 2, 0)], DTYPE
    )
    ranks = np.array([[2, 1, 3], [1, 2, 2], [1, 3, 1]])
    return Sample(states, ranks, np.array([[4, 7, 0], [7, 0, 0], [5, 2, 5]]))


def test_wins_go_by_the_order_of_the_first_turns():
    assert sample().turn_order(FACTS).tolist() == [[1, 2, 0], [0, 1, 2], [2, 0, 1]]
    assert sample().wins(FACTS).tolist() == [[1, 0, 0], [1, 0, 0], [0.5, 0.5, 0]]


def test_a_limit_cuts_lengths():
    assert sample().lengths(FACTS).tolist() == [3, 5, 9]
    assert sample().lengths(Facts(length="round")).tolist() == [3, 5, 10]


def test_one_line_of_the_table():
    told = game_statistics.describe(sample(), FACTS)
    assert told["players"] == "3"
    assert told["decisions"] == "20.0 (11-29)"
    assert (told["ends by points"], told["ends by storm"], told["cut"]) == ("33.3 %",) * 3
    assert (told["eliminated"], told["best score"], told["mean score"]) == ("1.00", "6.3", "3.3")
    assert (told["wins as no. 1"], told["wins as no. 3"]) == ("83.3 %", "0.0 %")


def test_columns_of_what_never_happens_are_left_out():
    rows = [{"players": "2", "cut": "0.0 %", "wins": "1 %"}, {"players": "3", "cut": "0.0 %"}]
    assert game_statistics.table(rows).splitlines()[0] == "| players | wins |"
    assert game_statistics.table(rows).splitlines()[-1] == "| 3 | - |"


def test_games_are_played_to_the_end():
    found = game_statistics.play(GAME, "uniform", 2, 30, seed=1)
    assert (found.states["over"] > 0).all()
    assert found.ranks.min() == 1
    again = game_statistics.play(GAME, "uniform", 2, 30, seed=1)
    assert (again.ranks == found.ranks).all()
    assert "## uniform" in game_statistics.report(GAME, ["uniform"], 30, seed=1)


def test_agents_that_must_be_asked_are_refused():
    with pytest.raises(AgentError, match="cannot be played by compiled code"):
        game_statistics.play(GAME, "tests.experiments.test_game_statistics:Slow", 2, 3, seed=1)


class Slow:
    """An agent in Python."""

    def act(self, view):
        """The first legal action."""
        return view.action_mask.argmax(1)


@pytest.mark.parametrize("name", registry.list_games())
def test_the_facts_about_a_game_are_fields_of_its_state(name):
    path = Path(game_statistics.__file__).with_suffix(".toml")
    facts = Facts.of(name)
    assert name in tomllib.loads(path.read_text(encoding="utf-8"))
    fields = [facts.length, facts.limit, facts.first, facts.ending]
    assert {field for field in fields if field} <= set(registry.load(name).dtype.names)
