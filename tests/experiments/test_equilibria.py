"""The page on how near self-play comes to known equilibria."""

import re

import pytest

pytest.importorskip("sb3_contrib")

from experiments import equilibria

KUHN = "experiments.kuhn_poker:GAME"


@pytest.fixture
def page(tmp_path, monkeypatch):
    """What the command writes after two short trainings."""
    monkeypatch.setattr(equilibria, "RUNS", tmp_path / "runs")
    monkeypatch.setattr(equilibria, "ITERATIONS", (1, 100))
    out = tmp_path / "page.md"
    arguments = [KUHN, "--budget", "100k decisions", "--seeds", "2", "--threads", "1"]
    assert equilibria.main([*arguments, "--out", str(out)]) == 0
    return out.read_text()


def test_the_page_tells_curves_beside_those_of_cfr(page):
    assert "# Self-play beside the equilibrium: Kuhn Poker" in page
    assert "Uniform play: 0.458; wanted: at most 0.02." in page
    (end,) = re.findall(r"\| 100% \| (\S+) \| (\S+) \| (\S+) \| (\S+) to (\S+) \|", page)
    told = re.findall(r"\| seed \d \| [\d,]+ \| \d+ \| \d+ \| (\S+) \| \S+ \|", page)
    mean = re.findall(r"\| mean \| [\d,]+ \| \d+ \| \d+ \| (\S+) \| \S+ \|", page)
    assert "with its defaults, `SELF_PLAY`, on one thread." in page
    assert list(end) == [*told, *mean, *sorted(told)]
    assert f"| {end[3]} to {end[4]} |" in page.split("part of the budget")[0]
    assert all(0 < float(one) < 1 for one in told)
    assert re.search(r"\| 100 \| 0\.00\d\d \|", page), "CFR, 100 iterations"


def test_beside_the_page_lies_a_picture_of_both_curves(page, tmp_path):
    assert "](page.svg)" in page
    picture = (tmp_path / "page.svg").read_text()
    for word in ("self-play", "CFR", "CPU seconds"):
        assert f">{word}<" in picture


def test_a_training_that_was_interrupted_knows_what_it_cost(page, tmp_path):
    arguments = [KUHN, "--budget", "100k decisions", "--seeds", "2", "--threads", "1"]
    assert equilibria.main([*arguments, "--out", str(tmp_path / "again.md")]) == 0
    again = (tmp_path / "again.md").read_text()
    assert rows_of(again) == rows_of(page)


def rows_of(page):
    return [line for line in page.splitlines() if line.startswith(("| seed", "| 50%"))]


def test_a_budget_that_says_nothing_is_refused(capsys, tmp_path):
    assert equilibria.main([KUHN, "--budget", "soon", "--out", str(tmp_path / "page.md")]) == 2
    assert "a budget is a time" in capsys.readouterr().err
