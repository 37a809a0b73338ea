"""Whom the learner meets: anchors, its newest self, and most of all those it cannot beat."""

from dataclasses import replace

import numpy as np
import pytest

from piracy_agents.learning.league import OWN_SHARE, League
from piracy_env.core.engine import Engine
from piracy_env.envs.seat import OneSeat
from piracy_env.errors import CheckpointError, OptionError
from tests.agents.test_network import network
from tests.core import whispers
from tests.testing.raft import RAFT

ANCHORS = ("uniform", "tests.envs.tables:Lowest")


def league(tmp_path, mode="league", anchors=ANCHORS, players=3):
    return League(whispers.GAME, players, anchors, mode=mode, folder=tmp_path, seed=1)


def end(payments, cut=False, success=False):
    """What is told of a game that ended with the first two of the pool."""
    told = {"opponents": [0, 1], "payments": payments, "TimeLimit.truncated": cut}
    return told | {"is_success": success}


def met(pool, games=4000):
    """Shares of the opponents in many games."""
    pool.refresh()
    seats = pool.draw(np.arange(games))
    return np.bincount(seats.ravel(), minlength=len(pool.agents)) / seats.size


def test_against_anchors_no_past_self_is_met(tmp_path):
    pool = league(tmp_path, "anchors")
    pool.admit(network())
    assert met(pool) == pytest.approx([0.5, 0.5, 0.0], abs=0.05)


def test_in_the_league_the_newest_self_has_its_share_and_who_is_beaten_seldom_comes_often(tmp_path):
    pool = league(tmp_path)
    for seed in range(3):
        pool.admit(network(seed))
    for _ in range(300):
        pool.note(end([0.0, -1.0, 1.0]))  # uniform is beaten, Lowest is not
    shares = met(pool)
    assert shares[-1] == pytest.approx(OWN_SHARE, abs=0.05)
    assert shares[1] > 10 * shares[0] > 0


def test_what_a_past_self_plays_does_not_follow_from_the_facts_in_its_file(tmp_path):
    ours = network()
    engine = Engine(whispers.GAME, 200, seed=1, writing=False)
    engine.reset()
    played = []
    for about in (ours.about, {**ours.about, "more": "words"}):
        pool = league(tmp_path)
        pool.admit(replace(ours, about=about))
        played.append(pool.agents[pool.anchors].act(engine.view()))
    assert (played[0] == played[1]).all()
    pool.admit(ours)
    assert (pool.agents[-1].act(engine.view()) != played[0]).any(), "each has dice of its own"


def test_some_tables_have_one_opponent_only(tmp_path):
    pool = league(tmp_path, "anchors")
    pool.refresh()
    seats = pool.draw(np.arange(4000))
    assert (seats[:, 0] == seats[:, 1]).mean() == pytest.approx(0.75, abs=0.05)


def test_who_is_beaten_is_remembered_and_cut_games_are_not(tmp_path):
    pool = league(tmp_path)
    pool.note(end([0.0, 0.0, 0.0], cut=True))
    assert pool.beaten == [0.5, 0.5]
    pool.note(end([-0.5, -0.5, 1.0]))
    assert pool.beaten == pytest.approx([0.5, 0.49])


def test_mates_with_whom_all_is_lost_are_not_sought(tmp_path):
    pool = League(RAFT, 3, ("uniform",) * 2, mode="anchors", folder=tmp_path, seed=1)
    for game in range(300):
        told = end([0.0, 1.0, 1.0], success=game % 2 == 0)  # the others are always paid more
        pool.note({**told, "opponents": [1, 1]})
        pool.note({**told, "opponents": [0, 0], "is_success": False})
    assert pool.beaten == pytest.approx([0.0, 0.5], abs=0.05)
    hopeless, open_chance = met(pool)
    assert open_chance > 10 * hopeless > 0


def test_past_selves_are_kept_under_their_digests(tmp_path):
    pool = league(tmp_path)
    digest = pool.admit(network(5))
    again = league(tmp_path)
    again.restore(pool.to_dict())
    assert again.names == [*ANCHORS, digest]
    assert again.agents[-1].network.digest == digest
    network(6).save(tmp_path / f"{digest[:16]}.safetensors")
    with pytest.raises(CheckpointError, match="not the network that was kept"):
        league(tmp_path).restore(pool.to_dict())


def test_a_pool_of_other_anchors_is_not_taken_over(tmp_path):
    with pytest.raises(CheckpointError, match="kept with other anchors"):
        league(tmp_path, anchors=("uniform",)).restore(league(tmp_path).to_dict())


def test_a_league_plays(tmp_path):
    pool = league(tmp_path)
    pool.admit(network())
    pool.refresh()
    table = OneSeat(whispers.GAME, 64, players=3, opponents=pool, seed=1)
    table.reset()
    while not table.over.all():
        table.step(table.action_mask[~table.over].argmax(1), ~table.over)
    assert set(np.unique(table.seating)) == {0, 1, 2}


@pytest.mark.parametrize(
    ("mode", "anchors", "complaint"),
    [("others", ANCHORS, "one of anchors, league"), ("anchors", (), "needs anchors")],
)
def test_unknown_modes_are_refused(tmp_path, mode, anchors, complaint):
    with pytest.raises(OptionError, match=complaint):
        league(tmp_path, mode, anchors)
