"""Starts in the middle of a campaign: what is shipped, how one is drawn, what is refused."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from piracy_env.core.engine import Engine
from piracy_env.core.game import RUNNING
from piracy_env.core.record import Record
from piracy_env.errors import OptionError, TableError, TableWarning
from piracy_env.games.skull_tales import GAME
from piracy_env.games.skull_tales.rules.scores import score_of
from piracy_env.games.skull_tales.starts import MOST, POOL, read, save
from piracy_env.games.skull_tales.state import VERSION, Phase
from tests.games.skull_tales.shipped import SHIPPED
from tests.scenario import act

SEATS = GAME.seats
TABLES = SHIPPED
ROW = TABLES.record[0]
COUNTS = ROW["starts_n"]


def drawn(players=3, num_envs=1, seed=0, **options):
    """Games dealt from the pool."""
    engine = Engine(
        GAME, num_envs, players=players, seed=seed, auto_reset=False,
        scenario="voyage_port", start="pool", **options,
    )  # fmt: skip
    engine.reset()
    return engine


def all_of(players):
    """Every start for so many players."""
    engine = drawn(players)
    for k in range(COUNTS[players - 1]):
        blank = GAME.blank(engine.options)
        blank["force"][0, 0], blank["force_n"] = k, 1
        GAME.reset(Record(blank[0]), TABLES.t)
        yield engine, blank


# --- what is shipped ------------------------------------------------------------------------------


def test_some_hundred_starts_are_shipped_in_two_kilobytes_each():
    assert 100 <= COUNTS.sum() <= 5 * MOST
    assert COUNTS.min() >= 20
    assert POOL.stat().st_size <= 2048 * COUNTS.sum()


def test_starts_are_of_both_phases_and_many_chapters():
    for seats in SEATS:
        own = ROW["starts"][seats - 1, : COUNTS[seats - 1]]
        assert set(own["phase"].tolist()) <= {Phase.PORT, Phase.VOYAGE}
        assert len(Counter(own["camp_ch"].tolist())) >= 4
        assert len({one.tobytes() for one in own}) == len(own), "no two are alike"


@pytest.mark.parametrize("players", SEATS)
def test_each_start_is_a_position_of_the_game_that_can_be_played_on(players):
    """Ranges and invariants hold, worlds can be drawn, and the play goes on."""
    for k, (engine, state) in enumerate(all_of(players)):
        engine.load_state(0, state)
        assert engine.states["over"][0] == RUNNING
        seat = int(engine.seat[0])
        if k % 4:
            continue
        engine.load_state(0, engine.sample(0, seat, 1))
        assert np.isfinite(engine.observe(0, seat)).all()
        engine.load_state(0, state)
        for _ in range(3):
            engine.step(engine.uniform())


# --- drawing --------------------------------------------------------------------------------------


def test_the_generator_of_the_game_draws_the_start():
    first, again = drawn(num_envs=8, seed=4), drawn(num_envs=8, seed=4)
    assert (first.states == again.states).all()
    assert len({state["ch_pp"].tobytes() for state in first.states}) > 1
    own = {one["ch_pp"].tobytes() for one in ROW["starts"][2, : COUNTS[2]]}
    assert {state["ch_pp"].tobytes() for state in first.states} <= own


def test_a_part_pays_what_is_gained_from_the_start_on():
    engine = drawn(num_envs=6, stop="phase")
    for i in range(6):
        s = engine.record(i)
        assert s.score0[:3].tolist() == [score_of(s, TABLES.t, seat) for seat in range(3)]
        assert (s.part, s.ended) == (-1, -1)


def test_a_start_that_is_drawn_is_played_like_any_game():
    engine = drawn(seed=7)
    while engine.states["over"][0] == RUNNING and engine.states["moves"][0] < 60:
        act(engine, int(engine.legal()[0]))
    assert engine.states["moves"][0] > 10


# --- what is refused ------------------------------------------------------------------------------


def test_a_pool_is_for_campaigns_alone():
    with pytest.raises(OptionError, match="start pool is for voyage_port and campaign, not"):
        Engine(GAME, scenario="port", start="pool")


def test_with_other_tables_no_start_can_be_drawn():
    with pytest.raises(OptionError, match=r"starts\.npz has starts that were made with other"):
        drawn(tables={"rules": {"tu": 19}})
    assert Engine(GAME, tables={"rules": {"tu": 19}}).tables[0].t.starts_n.sum() == 0


def changed(path, **parts):
    with np.load(POOL) as pool:
        np.savez_compressed(path, **{name: pool[name] for name in pool} | parts)
    return path


@pytest.mark.parametrize(
    ("parts", "words"),
    [
        ({"version": np.int64(VERSION + 1)}, f"of version {VERSION + 1}; the game is {VERSION}"),
        ({"tables": np.int64(1)}, "made with other tables"),
        ({"starts": np.zeros(3, [("phase", np.int8)])}, "other fields than the game has"),
        ({"players": np.zeros(2, np.int8)}, "other fields than the game has"),
    ],
)
def test_a_pool_of_another_game_is_refused(parts, words, tmp_path):
    path = changed(tmp_path / "starts.npz", **parts)
    with pytest.raises(TableError, match=words):
        read(path, ROW)


def test_a_file_that_is_no_pool_is_refused(tmp_path):
    path = tmp_path / "starts.npz"
    for content in (b"", b"no zip"):
        path.write_bytes(content)
        with pytest.raises(TableError, match=r"starts\.npz is no pool of starts"):
            read(path, ROW)


def test_too_many_starts_are_refused(tmp_path):
    one = ROW["starts"][0, :1]
    save(tmp_path / "starts.npz", ROW, np.ones(MOST + 1, np.int8), np.repeat(one, MOST + 1))
    with pytest.raises(TableError, match=f"at most {MOST} starts"):
        read(tmp_path / "starts.npz", ROW)


def test_a_pool_is_bound_to_what_is_played_with_and_no_more():
    """Adventures, which are abstract here, and the starts themselves do not matter."""
    with pytest.warns(TableWarning, match="flags"):
        ashore = GAME.tables.load({"adventures": {"awakening": {"flag": 17}}})
    assert ashore.t.starts_by == TABLES.t.starts_by
    assert ashore.t.starts_n.sum() == COUNTS.sum()
    at_sea = GAME.tables.load({"rules": {"tu": 19}})
    assert at_sea.t.starts_by != TABLES.t.starts_by
