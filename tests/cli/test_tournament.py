"""A handful of agents meet, with what the package brings alone."""

import json

import pytest

import piracy_env
from tests.cli.conftest import WHISPERS

TWO = ["--agents", "uniform", "tests.envs.tables:Highest", "--deals", "10"]


def test_every_agent_sits_among_every_other_one(piracy):
    done = piracy("tournament", WHISPERS, *TWO, "--players", "3", "--json")
    found = json.loads(done.out)
    assert [(one["agent"], one["among"]) for one in found] == [tuple(TWO[1:3]), tuple(TWO[2:0:-1])]
    expected = piracy_env.evaluate(TWO[2], WHISPERS, "uniform", deals=10, players=3)
    assert found[1]["mean_reward"] == expected.mean_reward
    assert found[1]["win_share"] == expected.share
    assert found[1]["games"] == 30


def test_the_table_tells_what_was_paid_and_how_sure_that_is(piracy):
    done = piracy("tournament", WHISPERS, *TWO, "--seed", "3")
    expected = piracy_env.evaluate(TWO[2], WHISPERS, "uniform", deals=10, seed=3)
    assert "Whispers: what one seat was paid a game, among seats of" in done.out
    assert str(expected.paid) in done.out
    assert f"{expected.share:.3f} [{expected.low:.3f}, {expected.high:.3f}]" in done.out


def test_mates_also_meet_their_like(piracy):
    place = "tests.testing.raft:RAFT"
    done = piracy("tournament", place, "--agents", "uniform", "--deals", "3", "--json")
    (found,) = json.loads(done.out)
    assert (found["agent"], found["among"]) == ("uniform", "uniform")
    assert {"success", "success_low", "spoils"} <= found.keys()
    assert "win_share" not in found
    assert "spoils" in piracy("tournament", place, "--agents", "uniform", "--deals", "3").out


@pytest.mark.parametrize("names", [["uniform"], ["uniform", "uniform"]])
def test_one_agent_among_rivals_has_nobody_to_meet(piracy, names):
    done = piracy("tournament", WHISPERS, "--agents", *names)
    assert "--agents: name two or more" in done.err


def test_the_quick_agents_that_come_along_meet_by_default(piracy):
    done = piracy("tournament", "mutiny", "--deals", "1", "--players", "3", "--json")
    names = {one["agent"] for one in json.loads(done.out)}
    assert names == {"uniform", "heuristic", "ppo"}


def test_no_game_is_played_before_all_agents_are_found(piracy, monkeypatch):
    monkeypatch.setattr("piracy_env.envs.evaluation.evaluate", None)
    done = piracy("tournament", "mutiny", "--agents", "uniform", "heuristic", "nobody")
    assert "no agent is called 'nobody'" in done.err
