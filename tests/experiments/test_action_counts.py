"""What is counted about actions: every one, under its block."""

import numpy as np
import pytest

from experiments import action_counts
from experiments.connect_four import GAME
from piracy_env.errors import AgentError


def test_every_action_is_counted_under_its_block():
    means = action_counts.count_actions(GAME, "uniform", 2, 30, seed=1)
    assert means.shape == (len(GAME.actions.blocks),)
    assert 7 <= means.sum() <= 42, "no game of connect four is shorter, none is longer"
    assert (means == action_counts.count_actions(GAME, "uniform", 2, 30, seed=1)).all()


def test_the_table_names_the_blocks():
    means = [np.full(len(GAME.actions.blocks), 2.5) for _ in GAME.seats]
    lines = action_counts.table(GAME, means).splitlines()
    assert [line.split(" | ")[0].strip("| ") for line in lines[2:-1]] == [
        block.name for block in GAME.actions.blocks
    ]
    assert lines[-1].startswith("| all | ")


def test_who_must_be_asked_cannot_be_counted(monkeypatch):
    class Asked:
        def act(self, view):
            raise AssertionError("nobody is asked")

    monkeypatch.setattr(action_counts, "find_agent", lambda agent, game: Asked())
    with pytest.raises(AgentError, match="cannot be played by compiled code"):
        action_counts.count_actions(GAME, "asked", 2, 3, seed=1)


def test_the_page_opens_with_its_command(monkeypatch, tmp_path):
    monkeypatch.setattr(action_counts, "load", lambda name: GAME)
    page = tmp_path / "page.md"
    action_counts.main(["connect_four", "--games", "5", "--out", str(page)])
    text = page.read_text(encoding="utf-8")
    assert text.startswith("# What players of connect_four do\n\n- command: ")
    assert "## uniform" in text
