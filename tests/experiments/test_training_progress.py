"""What is seen of a training while it runs."""

from experiments.training.plan import Budget
from experiments.training.progress import TrainingProgress

ENTRY = {
    "seconds": 61.2,
    "decisions": 131072,
    "judges": {"uniform": {"share": 0.812, "low": 0.78, "high": 0.841}},
    "play": {"decisions_per_second": 5120.4},
}


class Remembering(TrainingProgress):
    """Remembers what its bar shows."""

    shown = None

    def show(self, what, done, total=None):
        self.shown = what, done

    def close(self):
        self.shown = None


def training(budget):
    """What tells of a training with some budget."""
    return Remembering(Budget.parse(budget))


def test_a_bar_tells_of_time_pace_and_shares():
    with training("3m") as progress:
        progress.step(0.0, 0)
        progress.interval(ENTRY)
        progress.step(80.0, 400_000)
        progress.step(90.0, 450_000)
        words, part = progress.shown
    assert words == "1:30 of 3:00  450,000 decisions  5,000/s  uniform 0.81"
    assert part == 0.5
    assert progress.shown is None, "it is taken away when it is over"


def test_a_bar_tells_of_decisions_where_they_are_the_budget():
    progress = training("1M decisions")
    progress.step(10.0, 250_000)
    assert progress.shown == ("0:10  250,000 of 1,000,000 decisions  0/s", 0.25)


def test_there_is_no_bar_in_a_pipe_but_a_line_an_interval(capsys):
    with TrainingProgress(Budget.parse("3m")) as progress:
        progress.step(1.0, 1000)
        progress.interval(ENTRY)
        progress.interval({**ENTRY, "play": {}})
    told = capsys.readouterr()
    assert told.err == ""
    played, taught = told.out.splitlines()
    assert played == "     61 s     131,072 decisions   5,120/s  uniform 0.812 [0.780, 0.841]"
    assert "imitating" in taught
