"""What hangs on a decision: where decisions are taken from, and how they are played out."""

from dataclasses import replace

import numpy as np
import pytest

from experiments import action_gap
from piracy_env.core.control import ASK
from piracy_env.core.engine import Engine
from piracy_env.envs.opponents import find_agent, on_autopilot
from piracy_env.registry import load

GAME = load("mutiny")
(PILOT,), SCRIPT = on_autopilot([find_agent("heuristic", GAME)], GAME)


@pytest.fixture(scope="module")
def decisions():
    return action_gap.decisions(GAME, SCRIPT, 12, seed=3)


@pytest.fixture
def engine():
    engine = Engine(GAME, 40, auto_reset=False, reward="win")
    engine.reset()
    engine.take_seats(ASK, script=SCRIPT)
    return engine


def test_decisions_lie_anywhere_in_the_game_between_two_legal_actions(decisions, engine):
    assert len({int(one.state["moves"][0]) for one in decisions}) > 8
    for one in decisions:
        engine.load_state_unchecked(0, one.state)
        assert int(engine.seat[0]) == one.seat
        assert len(set(one.actions) & set(engine.legal(0))) == 2


def test_the_same_seed_finds_the_same_decisions(decisions):
    again = action_gap.decisions(GAME, SCRIPT, 12, seed=3)
    assert [one.actions for one in again] == [one.actions for one in decisions]


def test_playouts_end_and_repeat(decisions, engine):
    one = decisions[0]
    wins = action_gap.played_out(engine, one, PILOT, 1)
    assert (np.asarray(engine.states["over"]) != 0).all()
    assert wins.shape == (2, 20)
    shares = np.array([0.0, 1 / 4, 1 / 3, 1 / 2, 1.0])
    assert np.abs(wins[:, :, None] - shares).min(axis=2).max() < 1e-6
    assert np.array_equal(action_gap.played_out(engine, one, PILOT, 1), wins)


def test_other_worlds_end_in_other_ways(decisions, engine):
    first, second = (
        [action_gap.played_out(engine, one, PILOT, seed) for one in decisions] for seed in (1, 2)
    )
    assert not np.array_equal(first, second)


def test_an_action_that_loses_shows(decisions, engine):
    """Across decisions, what the heuristic likes best wins more than any other action would."""
    gaps = []
    for one in decisions:
        engine.assign_seats(ASK)
        engine.load_state_unchecked(0, one.state)
        worst = next(a for a in reversed(engine.legal(0)) if a != one.actions[0])
        pair = replace(one, actions=(one.actions[0], worst))
        gaps.append(np.subtract(*action_gap.played_out(engine, pair, PILOT, 1).mean(axis=1)))
    assert np.mean(gaps) > 0


def test_what_is_needed_grows_with_the_noise_and_with_a_smaller_gap():
    usual = action_gap.ActionGap(4, 80.0, gap=0.1, highest=0.2, noise=0.4)
    assert usual.needed == pytest.approx(2 * (1.96 * 4) ** 2)
    assert replace(usual, gap=0.05).needed == pytest.approx(4 * usual.needed)
    assert replace(usual, gap=0.0).needed == replace(usual, gap=0.2).needed
