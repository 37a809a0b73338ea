"""Random games with every invariant at every step, and what must be true of all of them."""

import random

import numpy as np
import pytest

from piracy_env.core.engine import Engine
from piracy_env.core.record import Record
from piracy_env.games.broadside import GAME
from piracy_env.games.broadside.state import End, Phase, Place
from tests.scenario import deal

VARIANTS = {
    "base": {},
    "experienced": {"preset": "experienced"},
    "small expansion": {"preset": "expansion", "expansion_size": "contents"},
    "more windows": {"expansion": True, "crew_window_each_round": True},
    "six adventures": {"first_turn_plus3": True, "sell_unlimited": True, "prize_may_attack": False},
    "long": {"expansion": True, "target_points": 15, "max_rounds": 200},
}
TABLES = [
    (variant, GAME.seats[(number + more) % len(GAME.seats)])
    for number, variant in enumerate(VARIANTS)
    for more in (0, 2)
]
DECIDED = set(Phase) - {Phase.NOTHING, Phase.OVER}


@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_random_games_keep_the_invariants(players, variant):
    engine = deal(GAME, seed=players, players=players, **VARIANTS[variant])
    draw = random.Random(players)
    tables = engine.tables_of().t
    while not engine.states.over[0]:
        before = np.array([engine.states[0]], GAME.dtype)
        action = draw.choice(engine.legal())
        engine.step([action])
        wrong = engine.complaints()
        wrong += GAME.transition(Record(before[0]), action, engine.record(), tables)
        assert not wrong, (GAME.actions.label(action), wrong)
    s = engine.record()
    assert s.end_reason in (End.POINTS, End.SURVIVOR, End.DRAW)
    assert s.over == 1
    assert sum(engine.rewards()) == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize("players", GAME.seats)
def test_every_phase_is_reached(players):
    engine = Engine(GAME, 128, players=players, seed=1, expansion=True)
    engine.reset()
    seen = set()
    for _ in range(600):
        seen |= set(engine.states.phase.tolist())
        engine.step(engine.uniform())
    assert seen == DECIDED


def test_every_action_but_those_for_rare_cards_is_seen():
    engine = Engine(GAME, 256, players=6, seed=1, expansion=True, target_points=15)
    engine.reset()
    seen = np.zeros(GAME.actions.size, np.int64)
    for _ in range(3000):
        actions = engine.uniform()
        np.add.at(seen, actions, 1)
        engine.step(actions)
    never = [GAME.actions.label(action) for action in np.flatnonzero(seen == 0)]
    rare = ("count", "pick_blue", "sell", "own_ship", "act_ship", "target_enemy", "target_table")
    assert all(label.startswith(rare) for label in never), never


@pytest.mark.parametrize("players", GAME.seats)
def test_games_of_usual_length(players):
    engine = Engine(GAME, 300, players=players, seed=1, auto_reset=False)
    engine.reset()
    engine.rollout(3000, observe=False)
    assert (engine.states.over == 1).all()
    assert 40 < engine.states.moves.mean() < 600
    assert 3 < engine.states.round_no.mean() < 20
    assert (engine.states.end_reason != End.ROUND_LIMIT).mean() > 0.98


def test_no_card_is_ever_lost():
    engine = Engine(GAME, 64, players=5, seed=3, expansion=True)
    engine.reset()
    for _ in range(300):
        engine.step(engine.uniform())
        s = engine.states
        red = s.red_deck.sum(1) + s.red_disc.sum(1) + s.red_hand.sum((1, 2)) + s.red_battle.sum(1)
        red += s.fleet_inv.sum((1, 2, 3)) + (s.red_limbo >= 0)
        assert (red == 60).all()
        assert (s.blue_loc[:, :50] != Place.BOX).all()
