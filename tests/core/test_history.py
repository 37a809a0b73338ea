"""Histories: what is played is kept to the last action, however small the window it passes."""

import copy
import pickle

import numpy as np
import pytest

from piracy_env.core import batch
from piracy_env.core.control import ASK, SCRIPTED, UNIFORM
from piracy_env.core.engine import Engine
from piracy_env.core.replay import Replay
from piracy_env.core.script import NO_SCRIPT
from piracy_env.errors import OrderError
from tests.core.test_script import LIKES
from tests.core.whispers import GAME
from tests.testing.raft import RAFT

ON_THE_WAY = next(mode.name for mode in RAFT.rewards if mode.on_the_way)
SEATS = {
    "all asked": {},
    "one draws lots": {"controller": [UNIFORM, ASK, UNIFORM]},
    "two draw lots": {"controller": [ASK, UNIFORM, UNIFORM]},
    "two play by a script": {"controller": [ASK, SCRIPTED, SCRIPTED], "script": LIKES},
}


def engine(games=5, **settings):
    chosen = {"seed": 3, "players": 3, "rounds": 9, "record": True, "auto_reset": False, **settings}
    return Engine(GAME, games, **chosen)


def story(seats, **settings):
    """All that happens in some games, and what was played in them, step by step."""
    games = engine(**settings)
    if seats:
        several = [seats["controller"]] * games.num_envs
        games.take_seats(several, script=seats.get("script", NO_SCRIPT))
    games.reset()
    told = []
    for _ in range(30):
        running = np.flatnonzero(~games.over)
        if not running.size:
            break
        games.step(games.action_mask[running].argmax(1), running)
        told.append(
            [
                *(array.tobytes() for array in games.result),
                *(games.states.tobytes(), games.finals.tobytes(), games.slots["dice"].tolist()),
                [games.played(i) for i in range(games.num_envs)],
            ]
        )
    return told


@pytest.mark.parametrize("window", [1, 2, 7])
@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("more", [{}, {"skip_forced": True, "writing": False}, {"threads": 2}])
def test_a_small_window_changes_nothing(monkeypatch, window, seats, more):
    whole = story(SEATS[seats], **more)
    monkeypatch.setattr(batch, "WINDOW", window)
    assert story(SEATS[seats], **more) == whole
    assert len(whole[-1][-1][0]) == 27


@pytest.mark.parametrize("window", [1, 2])
def test_what_is_paid_on_the_way_is_paid_at_once(monkeypatch, window):
    def payments():
        games = Engine(RAFT, 4, seed=2, reward=ON_THE_WAY, record=True, auto_reset=False)
        games.take_seats([[ASK, UNIFORM, UNIFORM]] * 4)
        games.reset()
        while (running := np.flatnonzero(~games.over)).size:
            games.step(games.action_mask[running].argmax(1), running)
            yield games.reward.tobytes()

    whole = list(payments())
    monkeypatch.setattr(batch, "WINDOW", window)
    assert list(payments()) == whole
    assert len(set(whole)) > 2


@pytest.mark.parametrize("window", [1, 4])
def test_games_that_follow_one_another_are_told_apart(monkeypatch, window):
    def stream():
        games = engine(2, auto_reset=True)
        games.reset()
        for _ in range(70):
            games.step(games.uniform())
            yield [games.played(i) for i in range(2)], games.reward.tolist()

    whole = list(stream())
    monkeypatch.setattr(batch, "WINDOW", window)
    assert list(stream()) == whole
    lengths = [len(played[0]) for played, _ in whole]
    assert max(lengths) == 26
    assert lengths.count(0) == 2


def test_random_play_inside_compiled_code_is_kept(monkeypatch):
    whole = engine()
    whole.reset()
    whole.rollout(25)
    monkeypatch.setattr(batch, "WINDOW", 4)
    games = engine()
    games.reset()
    games.rollout(25)
    assert [games.played(i) for i in range(5)] == [whole.played(i) for i in range(5)]
    Replay.of(games, 4).verify()


@pytest.mark.parametrize(
    "way", [Engine.clone, copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))]
)
def test_a_copy_has_a_history_of_its_own(monkeypatch, way):
    monkeypatch.setattr(batch, "WINDOW", 2)
    games = engine(1)
    games.reset()
    games.rollout(7)
    twin, played = way(games), games.played()
    twin.rollout(5)
    assert games.played() == played
    assert twin.played()[:7] == played
    assert len(twin.played()) == 12


def test_an_edit_begins_a_history_anew(monkeypatch):
    monkeypatch.setattr(batch, "WINDOW", 2)
    games = engine(1)
    games.reset()
    games.rollout(7)
    games.set(secret=[6, 1, 1])
    assert games.played() == []
    games.rollout(5)
    assert len(games.played()) == 5
    Replay.of(games).verify()


def test_a_new_deal_begins_a_history_anew(monkeypatch):
    monkeypatch.setattr(batch, "WINDOW", 2)
    games = engine(1)
    games.reset(seed=1)
    games.rollout(7)
    games.reset(seed=1)  # of the same number in its stream
    assert games.played() == []
    games.rollout(3)
    assert len(games.played()) == 3


def test_nothing_is_set_aside_for_moves_that_were_not_made():
    one = Engine(GAME, 1000, record=True, max_moves=2**31 - 1)
    assert one._history.nbytes < 1 << 20


def test_a_game_that_was_given_another_number_is_not_told_wrong(monkeypatch):
    monkeypatch.setattr(batch, "WINDOW", 2)
    games = engine(1)
    games.reset()
    games.rollout(7)
    games.place(episode=[5])
    with pytest.raises(OrderError, match="were not recorded"):
        games.played()
