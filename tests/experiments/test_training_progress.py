"""What is seen of a training while it runs."""

import io
import re
from types import SimpleNamespace

import pytest

from experiments.training import progress as module
from experiments.training.plan import Budget
from experiments.training.progress import Progress, clock

ENTRY = {
    "seconds": 61.2,
    "decisions": 131072,
    "judges": {"uniform": {"share": 0.812, "low": 0.78, "high": 0.841}},
    "play": {"decisions_per_second": 5120.4},
}


class Terminal(io.StringIO):
    def isatty(self):
        return True

    def line(self):
        """What stands on it by now."""
        return re.sub(r"\x1b\[\d*m", "", self.getvalue().rpartition("\r\x1b[K")[2])


@pytest.fixture
def terminal(monkeypatch):
    """A terminal of 80 columns."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(module, "OFTEN", 0.0)
    found = Terminal()
    monkeypatch.setattr(module, "sys", SimpleNamespace(stderr=found))
    return found


def test_a_bar_tells_of_time_pace_and_shares(terminal):
    with Progress(Budget.parse("3m")) as progress:
        progress.step(0.0, 0)
        progress.interval(ENTRY)
        progress.step(80.0, 400_000)
        progress.step(90.0, 450_000)
        line = terminal.line()
    assert line.startswith("━" * 12)
    for part in ("50%", "1:30 of 3:00", "450,000 decisions", "5,000/s", "uniform 0.81"):
        assert part in line
    assert terminal.line() == "", "the line is clean when it is over"


def test_a_bar_tells_of_decisions_where_they_are_the_budget(terminal):
    progress = Progress(Budget.parse("1M decisions"))
    progress.step(10.0, 250_000)
    assert "25%  0:10  250,000 of 1,000,000 decisions" in terminal.line()


def test_a_bar_fits_the_terminal(terminal, monkeypatch):
    monkeypatch.setenv("COLUMNS", "48")
    Progress(Budget.parse("3m")).step(90.0, 450_000)
    assert len(terminal.line()) == 47


def test_there_is_no_bar_in_a_pipe_but_a_line_an_interval(capsys):
    with Progress(Budget.parse("3m")) as progress:
        progress.step(1.0, 1000)
        progress.interval(ENTRY)
        progress.interval({**ENTRY, "play": {}})
    told = capsys.readouterr()
    assert told.err == ""
    played, taught = told.out.splitlines()
    assert played == "     61 s     131,072 decisions   5,120/s  uniform 0.812 [0.780, 0.841]"
    assert "lessons" in taught


@pytest.mark.parametrize(
    ("seconds", "words"), [(0.4, "0:00"), (65, "1:05"), (3600, "1:00:00"), (7325, "2:02:05")]
)
def test_time_is_told_as_on_a_clock(seconds, words):
    assert clock(seconds) == words
