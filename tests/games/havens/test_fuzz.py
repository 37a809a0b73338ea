"""Random games with every invariant at every step, and what must be true of all of them."""

from collections import Counter

import numpy as np
import pytest

from piracy_env.core.engine import Engine
from piracy_env.core.record import Record
from piracy_env.games.havens import GAME
from piracy_env.games.havens.state import KIND, Decision, Phase
from tests.games.havens.lively import choose, voyage
from tests.games.havens.reference import legal_actions
from tests.scenario import deal, labels

VARIANTS = {
    "standard": {},
    "rich and short": {"start_supply": 30, "target": 40, "finish_round": 0},
    "timed": {"preset": "timed", "timed_rounds": 6, "start_haven_mode": 1, "start_supply": 30},
    "no parley": {"parley": 0, "start_supply": 20},
}

CHECKED = 7
"""One step of so many is looked at: the invariants take longer than the rules."""


@pytest.mark.parametrize("players", GAME.seats)
@pytest.mark.parametrize("variant", VARIANTS)
def test_lively_games_keep_the_invariants(players, variant):
    engine = deal(GAME, seed=players, players=players, **VARIANTS[variant])
    dice = np.random.default_rng(players)
    t = engine.tables_of().t
    for number in range(600):
        if engine.states.over[0]:
            break
        before = np.array([engine.states[0]], GAME.dtype)
        action = choose(engine.record(), t, engine.legal(), dice)
        engine.step([action])
        if number % CHECKED == players:
            wrong = engine.complaints()
            wrong += GAME.transition(Record(before[0]), action, engine.record(), t)
            assert not wrong, (GAME.actions.label(action), wrong)


@pytest.mark.parametrize("players", GAME.seats)
@pytest.mark.parametrize("seed", [1, 2])
def test_legal_actions_are_those_of_the_rules(players, seed):
    """The compiled mask and a second reading of the rules agree in every decision."""
    engine = deal(GAME, seed=seed, players=players, start_supply=30, start_haven_mode=seed - 1)
    kinds = Counter()
    for s in voyage(engine, 800, seed):
        kinds[Decision(s.stack[s.sp - 1, KIND]).name] += 1
        assert set(labels(engine)) == legal_actions(s, engine.tables_of().t)
    assert len(kinds) > 15


def test_every_decision_is_reached():
    """All but the rarest: a second standoff within a round."""
    engine = Engine(GAME, 8, players=4, seed=1, start_supply=30, start_haven_mode=1)
    engine.reset()
    dice = np.random.default_rng(1)
    t = engine.tables_of(0).t
    missing = set(Decision)
    for _ in range(4000):
        for i in range(8):
            missing.discard(Decision(engine.states.stack[i, engine.states.sp[i] - 1, KIND]))
        if missing <= {Decision.TIE}:
            return
        engine.step([choose(engine.record(i), t, engine.legal(i), dice) for i in range(8)])
    assert missing == set()


@pytest.mark.parametrize("players", GAME.seats)
def test_random_games_end(players):
    engine = Engine(GAME, 40, players=players, seed=1, auto_reset=False)
    engine.reset()
    engine.rollout(3000, observe=False)
    assert (engine.states.over == 1).all()
    assert (engine.states.phase == Phase.OVER).all()
    ranks = np.asarray(engine.states.ranks)[:, :players]
    ahead = (ranks[:, None, :] < ranks[:, :, None]).sum(2)
    assert (ranks == ahead + 1).all()
    supply = np.asarray(engine.states.supply)[:, :players]
    assert (
        (supply[:, None, :] > supply[:, :, None]) <= (ranks[:, None, :] < ranks[:, :, None])
    ).all()
    assert 400 < engine.states.moves.mean() < 2500
