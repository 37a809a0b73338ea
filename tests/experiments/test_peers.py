"""The comparison with other projects: the yardstick, the arithmetic, the page."""

import json
import subprocess
import sys

import pytest

from experiments.connect_four import GAME
from experiments.measuring.startup import Startup
from experiments.measuring.yardstick import UnavailableError, compiler, moves_per_game_in_c
from experiments.peers import (
    AEC,
    OPEN_SPIEL,
    OURS,
    OURS_2,
    PETTINGZOO,
    TARGETS,
    C,
    GamePace,
    Goal,
    PeerReport,
    markdown,
)
from experiments.reporting.machine import ROOT, facts
from experiments.reporting.page import MISSING, number, table
from piracy_env.bench import moves_per_game
from piracy_env.core.engine import Engine
from piracy_env.registry import list_games


def test_random_games_in_c_are_as_long_as_ours():
    try:
        compiler()
    except UnavailableError as reason:
        pytest.skip(str(reason))
    ours = moves_per_game(Engine(GAME, seed=0), games=20_000)
    assert moves_per_game_in_c(400_000) == pytest.approx(ours, abs=0.3)


def test_a_missing_compiler_is_named_as_the_reason(monkeypatch):
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("CC", raising=False)
    with pytest.raises(UnavailableError, match="no C compiler"):
        compiler()


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, MISSING),
        (0.07834, "0.0783"),
        (23.4, "23.4"),
        (227.0, "227"),
        (2345, "2,345"),
        (10_000, "10,000"),
        (22_231_930, "22,200,000"),
    ],
)
def test_numbers_have_three_figures(value, text):
    assert number(value) == text


def test_a_table_is_markdown():
    assert table(("", "n"), [("a", "1")]) == "|  | n |\n| --- | ---: |\n| a | 1 |"


def test_no_cell_of_a_table_breaks_it():
    page = table(("a", "b"), [("one|two", "three\nfour")], figures=False)
    assert page.splitlines() == ["| a | b |", "| --- | --- |", r"| one\|two | three four |"]


def test_a_goal_is_reached_from_the_right_side():
    assert Goal("ratio", 0.7, 0.6).verdict == "reached"
    assert Goal("ratio", 0.5, 0.6).verdict == "missed"
    assert Goal("wait", 0.2, 0.3, at_least=False).verdict == "reached"
    assert Goal("wait", 0.4, 0.3, at_least=False).verdict == "missed"
    assert Goal("ratio", None, 0.6).verdict == "not measured"


def report():
    pace = GamePace(4, 682, 100, 150.0, 2e6, 3.6e6, 2.5e6, 4.5e6, 6000.0)
    return PeerReport(
        connect_four={C: 20e6, OURS: 16e6, OURS_2: 30e6, AEC: 180e3, PETTINGZOO: 20e3},
        absent={OPEN_SPIEL: "needs open_spiel"},
        games={"mutiny": pace},
        startup={"mutiny": Startup(imported=0.1, warm=0.9, cold=None)},
    )


def test_goals_are_ratios_of_what_was_measured():
    goals = {goal.name: goal for goal in report().goals()}
    assert goals[f"connect four: {OURS} / {C}"].value == 0.8
    assert goals[f"connect four: {OURS} / {OPEN_SPIEL}"].verdict == "not measured"
    assert goals["mutiny: steps / steps of C"].value == 0.1
    assert goals["mutiny: playouts for a million steps of C"].value == 300
    assert goals["mutiny: first step, empty cache"].verdict == "not measured"
    assert goals["mutiny: playouts for a million steps of C"].target == 227.3  # 5,000 of 22 million


def test_every_game_has_targets():
    assert set(list_games()) <= set(TARGETS)


def test_the_page_says_what_could_not_be_measured_and_why():
    page = markdown(report(), "- command: none")
    assert f"| {OPEN_SPIEL} | not measured | needs open_spiel |" in page
    assert "- command: none" in page
    assert "| mutiny | 4 | 682 | 100 | 150 | 2,000,000 |" in page


def test_facts_name_the_command_and_the_machine():
    assert facts("experiments.peers")["command"].startswith("`python -m experiments.peers")
    assert set(facts("experiments.peers")) == {"command", "commit", "date", "machine", "software"}
    assert "numba" in facts("experiments.peers")["software"]


@pytest.mark.peers
@pytest.mark.slow
def test_a_quick_run_measures_every_peer(tmp_path):
    out = tmp_path / "peers.md"
    command = [sys.executable, "-m", "experiments.peers", "--quick", "--json", "--out", str(out)]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    figures = json.loads(run.stdout)
    assert not figures["absent"]
    assert all(rate > 0 for rate in figures["connect_four"].values())
    assert "## Goals" in out.read_text(encoding="utf-8")
