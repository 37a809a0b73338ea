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
    (end,) = re.findall(r"\| 100% \| (\S+) \| (\S+) \|", page)
    told = re.findall(r"\| seed \d \| [\d,]+ \| \d+ \| \d+ \| (\S+) \| \S+ \|", page)
    assert "with its defaults, `SELF_PLAY`, on one thread." in page
    assert list(end) == told
    assert all(0 < float(one) < 1 for one in told)
    assert re.search(r"\| 100 \| 0\.00\d\d \|", page), "CFR, 100 iterations"


def test_a_budget_that_says_nothing_is_refused(capsys, tmp_path):
    assert equilibria.main([KUHN, "--budget", "soon", "--out", str(tmp_path / "page.md")]) == 2
    assert "a budget is a time" in capsys.readouterr().err
