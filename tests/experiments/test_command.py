"""How scripts end: what the shell is told, and what their user."""

import pytest

from experiments.execution.command import command
from piracy_env.cli import INTERRUPTED, REFUSED
from piracy_env.errors import OptionError


@pytest.mark.parametrize(("told", "code"), [(None, 0), (0, 0), (1, 1)])
def test_the_shell_is_told_what_the_script_says(told, code):
    assert command()(lambda: told)() == code


def test_a_refusal_is_told_in_words_that_begin_with_the_script(capsys):
    @command()
    def main():
        raise OptionError("deals: a whole number from 1")

    assert main() == REFUSED
    assert capsys.readouterr().err == "test_command: deals: a whole number from 1\n"


@pytest.mark.parametrize(
    ("module", "started_as", "name"),
    [
        ("experiments.tournament.__main__", "pytest", "tournament"),
        ("__main__", "/somewhere/experiments/train.py", "train"),
        ("__main__", "/somewhere/experiments/tournament/__main__.py", "tournament"),
    ],
)
def test_a_script_is_called_by_its_name(module, started_as, name, monkeypatch, capsys):
    def main():
        raise OptionError("no")

    main.__module__ = module
    monkeypatch.setattr("sys.argv", [started_as])
    assert command()(main)() == REFUSED
    assert capsys.readouterr().err == f"{name}: no\n"


@pytest.mark.parametrize(
    ("after_break", "said"),
    [("", "interrupted"), ("go on from a.journal", "interrupted; go on from a.journal")],
)
def test_after_a_break_it_is_told_how_to_go_on(after_break, said, capsys):
    @command(after_break)
    def main():
        raise KeyboardInterrupt

    assert main() == INTERRUPTED
    assert capsys.readouterr().err == f"\n{said}\n"


def test_other_errors_are_no_refusals():
    @command()
    def main():
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        main()
