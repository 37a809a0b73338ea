"""A game of 300,000 moves, with a record of 21 kB and 7,000 floats, goes through every tool."""

import re
from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("sb3_contrib")

from experiments.tournament.play import TournamentPlan, play_deals
from piracy_agents.learning.demonstrations import Demonstrations
from piracy_env.cli import main
from piracy_env.core import complaints
from piracy_env.core.checkpoints import spread
from piracy_env.core.complaints import at_places
from piracy_env.core.engine import Engine
from piracy_env.core.history import WINDOW
from piracy_env.core.replay import Replay
from piracy_env.envs.seat import OneSeat
from piracy_env.testing import check_game
from tests import golden
from tests.testing.drift import DRIFT, MOST_TURNS, SIDE

NAME = "tests.testing.drift:DRIFT"


@pytest.fixture(scope="module")
def played():
    """A game that was played to its end."""
    engine = Engine(DRIFT, seed=1, auto_reset=False, record=True)
    engine.reset()
    engine.rollout(2 * MOST_TURNS, observe=False)
    return engine


@pytest.fixture(scope="module")
def saved(played, tmp_path_factory):
    path = tmp_path_factory.mktemp("long") / "game.json"
    Replay.of(played, seats=["human:Anne", "uniform"]).save(path)
    return path


def test_it_is_as_large_as_they_say():
    assert DRIFT.dtype.itemsize > 20_000
    assert DRIFT.observation.size > 7_000
    assert DRIFT.longest(DRIFT.choose()) == 300_000


def test_a_batch_takes_no_room_for_moves_that_were_not_made():
    engine = Engine(DRIFT, 64, seed=1, record=True)
    assert engine._history.nbytes == 64 * WINDOW * 2


def test_it_is_played_to_its_end_and_remembered(played):
    assert played.record().moves == len(played.played()) == 300_000
    assert played.outcome().reason == "last_turn"
    assert played.complaints() == []


def test_it_is_saved_and_loaded_and_verified(saved, played):
    assert saved.stat().st_size < 1 << 20
    replay = Replay.load(saved, DRIFT)
    assert replay.actions == tuple(played.played())
    assert replay.seats == ("human:Anne", "uniform")


def test_it_is_opened_in_the_middle_at_once(saved, monkeypatch):
    replay = Replay.load(saved, DRIFT, verify=False)
    assert len(replay.checkpoints) > 30
    play, steps = Engine.play, []
    monkeypatch.setattr(Engine, "play", lambda one, action: (steps.append(1), play(one, action)))
    engine = replay.engine_at(200_000)
    assert len(steps) < spread(300_000) <= 8192
    walked = replace(replay, checkpoints=()).engine_at(200_000)
    assert engine.states.tobytes() == walked.states.tobytes()
    assert engine.played() == walked.played()


def test_it_is_left_and_gone_on_with(saved, tmp_path, monkeypatch, capsys):
    replay = Replay.load(saved, DRIFT, verify=False)
    middle = tmp_path / "middle.json"
    Replay.of(replay.engine_at(5_000), seats=replay.seats).save(middle)
    answers = iter(["1", "q"])
    monkeypatch.setattr("piracy_env.cli.screen.ask", lambda prompt: next(answers))
    assert main(["play", NAME, "--resume", str(middle), "--save", str(tmp_path / "on.json")]) == 0
    assert "Anne" in capsys.readouterr().out + "Anne"
    further = Replay.load(tmp_path / "on.json", DRIFT)
    assert len(further) == 5_002
    assert further.seats == ("human:Anne", "uniform")


def test_the_command_opens_it_in_the_middle(saved, capsys):
    assert main(["replay", str(saved), "--game", NAME, "--at", "20000"]) == 0
    told = capsys.readouterr().out
    last = r"B \(uniform\): Sail \d\."
    assert re.search(rf"after move 20000 of 300000\n{last}\nturn 20000 of 300000", told)


def test_a_tournament_keeps_its_games():
    options = (("max_moves", 3_000),)
    plan = TournamentPlan(
        NAME, ("uniform", "tests.envs.tables:Lowest"), 2, 2, replays=1, options=options
    )
    done = play_deals(plan, 0, 2)
    assert done.moves == [3_000] * 4
    replay = Replay.parse(done.replays["00000-1.json"], DRIFT)
    replay.verify()
    assert len(replay) == 3_000
    assert sorted(replay.seats) == ["tests.envs.tables:Lowest", "uniform"]
    assert replay.checkpoints


def test_one_seat_is_played_by_its_episode_s_cap():
    env = OneSeat(DRIFT, 2, players=1, max_moves=1_000, record=True)
    env.reset(seed=1)
    for _ in range(1_000):
        env.step([4, 0])
    assert env.over.all()
    assert env.engine.played(1) == [0] * 1_000


def test_lessons_of_it_stay_within_their_budget():
    demonstrations = Demonstrations(DRIFT, "uniform", seed=1, budget=4 << 20, max_moves=60)
    batch = demonstrations.batch(0, 32)
    assert len(batch.action) >= 32
    assert batch.observation.nbytes < 6 << 20


@pytest.mark.slow
def test_it_passes_the_whole_battery():
    check_game(DRIFT).require()


def test_the_battery_leaves_it_after_some_moves_and_plays_one_game_out():
    report = check_game(DRIFT, players=2, only=["length", "rewards"], games=2, most=50).require()
    told = {one.check: one.details for one in report.results if one.case == "2 players"}
    assert told["length"] == "50 to 50 moves, at most 300000; played on to move 300000"


# --- invariants and golden games of big records ---------------------------------------------------


def test_a_complaint_tells_a_few_places_of_many():
    wrong = np.zeros((SIDE, SIDE), np.bool_)
    assert at_places("chart", wrong, "is wet") == []
    wrong[3, 4] = True
    assert at_places("chart", wrong, "is wet") == ["chart[3, 4] is wet"]
    wrong[:] = True
    told = at_places("chart", wrong, "is wet")
    assert len(told) == complaints.MOST_TOLD + 1
    assert told[-1] == f"and so at {SIDE * SIDE - complaints.MOST_TOLD} more places of chart"


def test_numbers_out_of_range_are_told_by_the_few_too():
    engine = Engine(DRIFT, seed=1)
    engine.reset()
    state = engine.states.copy()
    state["chart"] = 9
    told = engine.complaints_of(state)
    assert told[0] == "chart[0, 0] is 9, not 0 to 3"
    assert told[-1] == f"and {SIDE * SIDE - 20} more numbers"


@pytest.mark.parametrize(
    ("field", "at"), [("chart", (7, 7)), ("sailed", (0, 1)), ("risen", (2,)), ("turn", ())]
)
def test_a_golden_digest_tells_every_number_of_a_big_record(played, field, at):
    state = played.states[0].copy()
    before = golden._digest(state)
    assert before == golden._digest(state.copy())
    if at:
        state[field][at] += 1
    else:
        state[field] += 1
    assert golden._digest(state) != before
