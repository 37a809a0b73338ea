"""What is counted of crews, and how starts are chosen for the pool."""

from __future__ import annotations

import numpy as np
import pytest

from experiments import crews, start_pool
from piracy_env.core.engine import Engine
from piracy_env.games.skull_tales import GAME
from piracy_env.games.skull_tales.starts import START
from piracy_env.games.skull_tales.state import NONE, Phase


@pytest.mark.parametrize("who", [crews.UNIFORM, crews.BEST, "mutineer", crews.DRAWN])
def test_games_are_watched_to_their_end(who):
    """All decisions are counted once, and what is paid is told."""
    seen = crews.play(who, 3, 2, 1, scenario="voyage", sea="calm")
    assert seen.actions.sum() == seen.states["moves"].sum()
    assert seen.turns.tolist() == seen.states["v_turn"].tolist()
    told = crews.row_of(seen)
    assert float(told["team value"]) == pytest.approx(seen.teams.mean(), abs=0.006)
    assert told["ends"].startswith(("revolt", "goal_reached", "sunk", "turns"))
    assert seen.fights["met"].sum() == 0, "a calm sea has no Enemies"


def test_what_is_fought_is_counted():
    seen = crews.play(crews.BEST, 3, 5, 2, scenario="voyage")
    assert seen.fights["met"].sum() > 0
    assert (seen.fights["taken"] <= seen.fights["boarded"]).all()
    assert (seen.fights["sunk"] <= seen.fights["met"]).all()
    assert "Galleon" in crews.fights_table([("crew", seen)])


def test_a_mixed_crew_is_told_by_character_and_by_captaincy():
    seen = crews.play(crews.DRAWN, 3, 2, 3, scenario="port")
    told = crews.characters_table(seen)
    rows = {line.split("|")[1].strip(): line.split("|")[2].strip() for line in told.splitlines()}
    assert (rows["first Captains"], rows["others"]) == ("2", "4")
    assert "| salary |" in crews.actions_table({"port": seen})


def test_starts_are_chosen_evenly_and_owe_nothing():
    engine = Engine(
        GAME, 2, players=3, seed=0, auto_reset=False,
        scenario="voyage_port", stop="phase", camp_last=3,
    )  # fmt: skip
    engine.reset()
    start_pool.play_part(engine, np.random.default_rng(0))
    met = start_pool.as_starts(engine.states)
    assert (met["part"] == NONE).all()
    assert (met["ended"] == NONE).all()
    assert set(met["phase"].tolist()) <= {Phase.PORT, Phase.VOYAGE}
    many = np.zeros(30, START)
    many["camp_ch"][:25], many["camp_ch"][25:] = 2, 3
    chosen = start_pool.evenly(many, 8, np.random.default_rng(0))
    assert np.bincount(chosen["camp_ch"])[2:].tolist() == [4, 4]
    assert len(start_pool.evenly(many, 50, np.random.default_rng(0))) == 30
