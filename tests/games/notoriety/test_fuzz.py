"""Random games with every invariant at every step, and what must be true of all of them."""

import random

import numpy as np
import pytest

from piracy_env.core.engine import Engine
from piracy_env.core.record import Record
from piracy_env.games.notoriety import GAME
from piracy_env.games.notoriety.state import Phase, Zone
from tests.scenario import deal

VARIANTS = {
    "first game": {},
    "three": {"achievements": "three"},
    "literal": {"preset": "literal", "achievements": "swap"},
    "commander": {"achievements": "recruiter+commander+buried_treasure"},
}


@pytest.mark.parametrize("players", GAME.seats)
@pytest.mark.parametrize("variant", VARIANTS)
def test_random_games_keep_the_invariants(players, variant):
    engine = deal(GAME, seed=players, players=players, **VARIANTS[variant])
    draw = random.Random(players)
    counts = engine.states["cnt"].sum((1, 2))[0]
    assert counts[70:].tolist() == [{2: 12, 3: 18, 4: 16}[players], 4 * players]
    while not engine.states.over[0]:
        before = np.array([engine.states[0]], GAME.dtype)
        action = draw.choice(engine.legal())
        engine.step([action])
        tables = engine.tables_of().t
        wrong = engine.complaints() + GAME.transition(
            Record(before[0]), action, engine.record(), tables
        )
        assert not wrong, (GAME.actions.label(action), wrong)
    assert engine.states.moves[0] < 1000
    assert sorted(engine.outcome()[1])[0] == 1


@pytest.mark.parametrize("players", GAME.seats)
def test_every_phase_is_reached(players):
    engine = Engine(GAME, 64, players=players, seed=1)
    engine.reset()
    seen = set()
    for _ in range(400):
        seen |= set(engine.states.phase.tolist())
        engine.step(engine.uniform())
    assert seen == set(range(Phase.GAME_OVER))


@pytest.mark.parametrize("players", GAME.seats)
def test_games_of_usual_length(players):
    engine = Engine(GAME, 200, players=players, seed=1, auto_reset=False)
    engine.reset()
    engine.rollout(1200, observe=False)
    assert (engine.states.over == 1).all()
    assert 100 < engine.states.moves.mean() < 400
    points = engine.states.np[:, :players].mean()
    assert 8 < points < 20
    assert (engine.states.cnt[:, :, Zone.HAND] == 0).all()
