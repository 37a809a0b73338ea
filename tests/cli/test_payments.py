"""The command line with a crew and with one seat alone: why a game ended, and who has lost."""

import json

import pytest

from piracy_env.core.outcome import Outcome
from piracy_env.core.text import ending
from tests.testing.raft import REASONS

RAFT, DIVER = "tests.testing.raft:RAFT", "tests.testing.diver:DIVER"


@pytest.mark.parametrize("players", [1, 2, 4])
def test_a_crew_plays_and_hears_how_it_ended(piracy, tmp_path, players):
    told = set()
    for seed in range(8):
        path = tmp_path / f"{seed}.json"
        seated = ["--players", players, "-o", "needed=4", "--seats", *["uniform"] * players]
        done = piracy("play", RAFT, *seated, "--seed", seed, "--save", path)
        assert done.code == 0, done.err
        summary = json.loads(piracy("replay", path, "--game", RAFT, "--json").out)
        assert summary["reason"] in REASONS
        assert f"The game is over: {summary['reason'].replace('_', ' ')}." in done.out
        assert f"Together they have reached {summary['team']:.0%}." in done.out
        lost = "It is lost." if players == 1 else "All have lost."
        assert (lost in done.out) == (summary["team"] == 0)
        told.add(summary["reason"])
        again = piracy("replay", path, "--game", RAFT, "--quiet")
        assert f"The game is over: {summary['reason'].replace('_', ' ')}." in again.out
        page = piracy("show", RAFT, "--replay", path)
        assert f"The game is over: {summary['reason'].replace('_', ' ')}." in page.out
    assert len(told) > 1


def test_one_seat_alone_plays(piracy):
    done = piracy("play", DIVER, "--seats", "uniform", "--seed", 3)
    assert done.code == 0, done.err
    assert "The game is over: " in done.out
    assert "Together" not in done.out


def test_a_running_game_has_no_reason(piracy):
    done = piracy("show", RAFT, "--seed", 3, "--moves", 1)
    assert done.code == 0
    assert "over" not in done.out


def test_a_seat_s_story_ends_with_the_reason(piracy, tmp_path):
    path = tmp_path / "game.json"
    piracy(
        "play", RAFT, "--seats", "uniform", "uniform", "--players", 2, "--seed", 1, "--save", path
    )
    seen = json.loads(piracy("replay", path, "--game", RAFT, "--seat", 0, "--json").out)
    assert seen["reason"] in REASONS
    assert 0 <= seen["team"] <= 1


@pytest.mark.parametrize("command", [["play", "--seats", "uniform"], ["show"]])
def test_a_mode_that_means_nothing_is_refused(piracy, command):
    name, *rest = command
    done = piracy(name, DIVER, *rest, "--reward", "win")
    assert done.code == 2
    assert "win is for 2 or more seats, not for 1; diver has here: pearls, findings" in done.err


def test_a_game_tells_its_default_mode_and_its_ends(piracy):
    done = piracy("games", RAFT)
    assert "rank, win, score, mixed, team, own, standing; mixed unless you say so" in done.out
    assert "away, rounds, swept away" in done.out
    facts = json.loads(piracy("games", RAFT, "--json").out)
    assert (facts["default_reward"], facts["utility"]) == ("mixed", "general")


def test_ends_are_told_in_a_line():
    assert ending(Outcome([3, 2], [1, 2], None, "last_card")) == "The game is over: last card."
    assert (
        ending(Outcome([3, 2], [2, 2], None, "storm")) == "The game is over: storm. All have lost."
    )
    assert ending(Outcome([3, 2], [1, 1], 0.0, "storm")).endswith("reached 0%. All have lost.")
    assert ending(Outcome([3], [0], 0.0, "cut")).startswith("The game was cut short.")
