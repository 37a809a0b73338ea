"""Golden games of the whole: a campaign that is lost ashore, and a chapter with all its phases."""

from __future__ import annotations

import pytest

from piracy_env.games.skull_tales.campaign import GAME
from tests.golden import GAMES, replay

FOLDER = GAMES / "skull_tales" / "golden"


@pytest.mark.parametrize("name", ["whole_campaign_2", "whole_quick_2"])
def test_golden_games_go_as_they_went(name):
    text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert replay(GAME, text) == text


@pytest.mark.parametrize(
    ("name", "phases"),
    [
        ("whole_campaign_2", ["PORT", "VOYAGE", "ADVENTURE"]),
        ("whole_quick_2", ["PORT", "VOYAGE", "ADVENTURE"]),
    ],
)
def test_they_come_to_all_phases(name, phases):
    lines = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()[2:-1]
    assert list(dict.fromkeys(line.split()[3].rstrip(":") for line in lines)) == phases
