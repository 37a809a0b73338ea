"""The heuristic of skull_tales_voyage: its choices at sea and in port, and what it may know."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest

from piracy_agents.heuristic import heuristic_of, names
from piracy_env.core.control import SCRIPTED
from piracy_env.core.engine import Engine
from piracy_env.core.game import ENDED, RUNNING
from piracy_env.core.script import Script
from piracy_env.envs.opponents import find_agent
from piracy_env.games.skull_tales import GAME
from piracy_env.games.skull_tales.rules.voyage import Step
from piracy_env.games.skull_tales.state import Decision
from tests.agents import thinking
from tests.games.skull_tales.aboard import (
    CREW_QUARTERS,
    CROWS_NEST,
    GUNWALE,
    HELM,
    MAIN_DECK,
    RIGGING,
    at_sea,
    begin,
    frame,
)

WEIGH, CAST = heuristic_of("skull_tales_voyage")
chosen = partial(thinking.chosen, character="shipmate")
PLAYED = [
    ("port", 1),
    ("port", 2),
    ("port", 4),
    ("voyage", 1),
    ("voyage", 2),
    ("voyage", 5),
    ("quick", 3),
]


def seated(players, num_envs, **options):
    """Tables whose seats are taken by one character after the other."""
    engine = Engine(GAME, num_envs, players=players, seed=5, auto_reset=False, **options)
    seats = np.arange(num_envs * players).reshape(num_envs, -1)
    engine.take_seats(SCRIPTED + seats % len(CAST.names), script=Script(WEIGH, CAST.weights))
    engine.reset()
    return engine


# --- whole games ----------------------------------------------------------------------------------


def test_there_is_a_decent_player_and_five_archetypes():
    """Section 10 of the specification names them."""
    others = ("loyal_mate", "mutineer", "raider", "scholar", "gambler")
    assert names(GAME) == [f"heuristic:{name}" for name in ("shipmate", *others)]


@pytest.mark.parametrize(("scenario", "players"), PLAYED)
def test_all_characters_play_to_the_end(scenario, players):
    engine = seated(players, 2, scenario=scenario)
    assert (engine.states["over"] == ENDED).all()


def test_a_decent_crew_arrives_where_the_sea_is_calm():
    """Chance alone arrives in one of a hundred."""
    engine = Engine(GAME, 4, players=3, seed=1, auto_reset=False, preset="calm")
    engine.take_seats([SCRIPTED] * 3, script=Script(WEIGH, CAST.weights).only(0))
    engine.reset()
    assert engine.final_successes.sum() >= 3 * 3
    assert engine.states["v_turn"].max() < 30


def test_a_decent_crew_repairs_the_ship_and_is_back_in_time():
    engine = Engine(GAME, 4, players=3, seed=1, auto_reset=False, preset="port")
    engine.take_seats([SCRIPTED] * 3, script=Script(WEIGH, CAST.weights).only(0))
    engine.reset()
    assert (engine.final_teams == 1.0).mean() >= 0.75
    assert engine.final_scores.mean() > 120


# --- what is known --------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", ["voyage", "port"])
@pytest.mark.parametrize("character", CAST.names)
def test_what_is_hidden_changes_no_action(character, scenario):
    """Whatever the tokens, cards, coins and bids are that a seat cannot see."""
    engine = Engine(GAME, seed=11, auto_reset=False, scenario=scenario)
    engine.reset()
    agent = find_agent(f"heuristic:{character}", GAME)
    for move in range(48):
        if engine.states["over"][0] != RUNNING:
            break
        if move % 6 == 0:
            assert len({_answer(agent, other) for other in _worlds(engine)}) == 1
        engine.step(engine.uniform())


def _worlds(engine):
    """The position, and the same with what its seat does not see dealt in other ways."""
    seat = int(engine.seat[0])
    for state in (engine.states[:1].copy(), *(engine.sample(0, seat, key) for key in range(3))):
        other = engine.clone()
        other.load_state_unchecked(0, state)
        yield other


def _answer(agent, engine):
    return int(np.asarray(agent.act(engine.view()))[0])


# --- at sea ---------------------------------------------------------------------------------------


def to_post(slot=0, **fields):
    return at_sea(Step.PLACE, frame(Decision.TAKE_POST, slot, slot), **fields)


def test_the_captain_steers():
    assert chosen(to_post()) == f"post {HELM}"


def test_who_sees_well_looks_out_where_a_token_is_near():
    """Island F is four spaces from the ship."""
    near = to_post(1, on=(HELM,), ship_c=14, ship_r=5)
    assert chosen(near) == f"post {CROWS_NEST}"


def test_the_exhausted_rest():
    table = begin(frame(Decision.COMMAND), on=(HELM,), pg={0: RIGGING}, **{"pg_fat[0]": 4, "cp": 2})
    assert chosen(table) == "pg 0"
    table = begin(frame(Decision.SEND_GROUP, -1, 0), pg={0: RIGGING}, **{"pg_fat[0]": 3, "cp": 2})
    assert chosen(table) == f"post {CREW_QUARTERS}"


def test_the_ship_sails_to_the_nearest_token_by_the_shortest_way():
    """Goal "1" is known: D lies south, and the prow points there."""
    known = {
        "goal_n": 1,
        "goal_l": [3, -1, -1, -1],
        "goal_id": [1, 0, 0, 0],
        "goal_rev": [1, 0, 0, 0],
    }
    sailing = {**known, "ship_mov": 2, "rolled": 1, "on": (HELM,)}
    away = begin(frame(Decision.SAILING), **sailing, ship_c=10, ship_r=4, ship_f=3)
    assert chosen(away).startswith(("mv_fwd", "mv_port", "mv_star"))
    behind = begin(frame(Decision.SAILING), **sailing, ship_c=10, ship_r=10, ship_f=2)
    assert chosen(behind) == "turn_port"


def test_a_ship_that_has_arrived_stays():
    known = {
        "goal_n": 1,
        "goal_l": [3, -1, -1, -1],
        "goal_id": [1, 0, 0, 0],
        "goal_rev": [1, 0, 0, 0],
    }
    there = begin(
        frame(Decision.SAILING), **known, ship_mov=2, rolled=1, on=(HELM,), ship_c=10, ship_r=7
    )
    assert chosen(there) == "no"


def test_a_sleeping_whale_is_left_alone():
    whale = {"sea_on[4]": 1, "sea_c[4]": 11, "sea_r[4]": 8, "sea_mode[4]": 1, "sea_hold[4]": 4}
    table = begin(
        frame(Decision.SAILING),
        on=(HELM, 2),
        rolled=1,
        ship_mov=0,
        sea_spd=[0, 0, 0, 0, 3, 0, 0, 0, 0, 0],
        **whale,
    )
    assert "fire_reg" in [GAME.actions.label(one) for one in table.legal()]
    assert chosen(table) == "no"


def test_low_morale_is_raised_with_rum():
    fields = {"on": (HELM,), "cp": 0, "hold": [10, 10, 10, 5, 5, 7, 7, 7, *[0] * 12]}
    assert chosen(begin(frame(Decision.COMMAND), **fields, morale=6)) == "rum"
    assert chosen(begin(frame(Decision.COMMAND), **fields, morale=19)) == "no"


def test_the_mutineer_leaves_the_filth_and_schemes():
    table = begin(frame(Decision.GROUP_TASK, -1, 0), pg={0: MAIN_DECK}, filth=2)
    assert chosen(table) == "t_clean"
    assert thinking.chosen(table, "mutineer") == "no"
    below = to_post(2, on=(HELM, GUNWALE))
    assert thinking.chosen(below, "mutineer") == f"post {CREW_QUARTERS}"
    assert thinking.chosen(below, "loyal_mate") != f"post {CREW_QUARTERS}"


def test_who_can_outbid_the_captain_calls_a_mutiny():
    trusted = {"ch_tp": [0, 12, 0, 0, 0], "morale": 8, "ch_pp": [10, 60, 10, 0, 0]}
    table = at_sea(Step.REST, frame(Decision.CALL_MUTINY, 1, -1), **trusted)
    assert chosen(table) == "yes"
    assert thinking.chosen(table, "loyal_mate") == "no"
