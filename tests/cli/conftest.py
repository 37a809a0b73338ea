"""Runs the command line inside the test's process, in a folder of its own."""

import io
from typing import NamedTuple

import pytest

from piracy_env.cli import main, progress

WHISPERS = "tests.core.whispers:GAME"
FERRY = "tests.core.ferry:GAME"


class Outcome(NamedTuple):
    code: int
    out: str
    err: str


@pytest.fixture
def piracy(monkeypatch, capsys, tmp_path):
    """Run a command line with answers on standard input."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setattr(progress, "PATIENCE", 1e6)  # a cold cache is not what is tested

    def run(*arguments, answers=""):
        monkeypatch.setattr("sys.stdin", io.StringIO(answers))
        code = main([str(argument) for argument in arguments])
        return Outcome(code, *capsys.readouterr())

    return run


@pytest.fixture
def saved(piracy, tmp_path):
    """A finished game of whispers on file."""
    path = tmp_path / "game.json"
    done = piracy("play", WHISPERS, "--seats", "uniform", "uniform", "--seed", 5, "--save", path)
    assert done.code == 0
    return path
