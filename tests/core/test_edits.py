"""States edited by hand: what fits is played on from, what no game could reach is refused."""

from dataclasses import replace

import numpy as np
import pytest

from piracy_env.core.engine import Engine
from piracy_env.core.game import CUT, ENDED
from piracy_env.core.memory import assign, at
from piracy_env.core.replay import Replay
from piracy_env.errors import InvalidStateError, OptionError, OrderError, ReplayError
from tests.scenario import act, expect, position
from tests.testing.shoals import SHOALS
from tests.testing.toy import ACTIONS, TOY, Phase


@pytest.fixture
def engine():
    made = Engine(TOY, 2, players=3, seed=0, first="seat 0", auto_reset=False, record=True)
    made.reset()
    return made


def test_an_edited_game_goes_on_from_there(engine):
    other = engine.states[1].copy()
    engine.set(0, lives_of=[2, 1, 2, 0], seat=2, score=[1, 0, 0, 0])
    assert engine.seat[0] == 2
    assert engine.record(0).lives_of[1] == 1
    assert (engine.observation[0] == engine.observe(0, 2)).all()
    assert engine.legal(0) == [0, 1, 3, 4]
    assert engine.states[1] == other
    engine.step([0], [0])
    assert engine.states["phase"][0] == Phase.DEFEND


def test_one_value_fills_a_whole_field(engine):
    engine.set(0, score=3)
    assert engine.states["score"][0].tolist() == [3, 3, 3, 3]


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"purse": 3}, "no field 'purse'; there are: rng, players, seat, phase"),
        ({"score": [1, 2]}, r"score has shape \(4,\), not \(2,\)"),
        ({"score": 1.5}, "score is of type int16; 1.5 does not fit it"),
        ({"score": 40_000}, "score"),
        ({"score": "many"}, "score: 'many' is no number"),
        ({"score": float("nan")}, "score: nan is no number"),
        ({"score": 1 + 0j}, r"score: \(1\+0j\) is no number"),
        ({"score": [[1], [1, 2]]}, "score: .* inhomogeneous"),
        ({"score": 2**70}, "score: .* is no number"),
        ({"rng": -1}, "rng"),
        ({"lives_of": [2, 2, 3, 0]}, r"cutlass: lives_of\[2\] is 3, not 0 to 2"),
        ({"lives_of": [2, 2, 0, 0]}, "who has no life left is out"),
        ({"hand": 5}, "the cards are"),
        ({"hand": [[0, 0]] * 4}, "the cards are"),
        ({"deck_len": 99}, "deck_len is 99, not 0 to 12"),
        ({"players": 2}, "players is 2, but this engine plays with 3"),
        ({"lives": 1}, "lives is 1, but this engine plays with 2"),
        ({"phase": 7}, "phase 7 does not exist"),
        ({"seat": 3}, "seat 3 does not exist"),
        ({"seat": -1}, "seat -1 does not exist"),
        ({"moves": -1}, "moves is -1, but"),
        ({"moves": 25}, "moves is 25, but"),
        ({"over": 3}, "over is 3, but must be 0, 1 or 2"),
    ],
)
def test_what_no_game_could_reach_is_refused_and_nothing_changes(engine, fields, words):
    before = engine.states.tobytes(), engine.observation.tobytes(), engine.action_mask.tobytes()
    with pytest.raises(InvalidStateError, match=words):
        engine.set(0, **fields)
    after = engine.states.tobytes(), engine.observation.tobytes(), engine.action_mask.tobytes()
    assert before == after


def test_single_members_are_set_by_their_paths(engine):
    before = engine.states[:1].copy()
    engine.set(0, {"lives_of[2]": 1, "score[0]": 2}, attacker=1)
    after = engine.states[:1].copy()
    assert after["lives_of"].tolist() == [[2, 2, 1, 0]]
    assert after["score"].tolist() == [[2, 0, 0, 0]]
    assert after["attacker"] == 1
    engine.set(0, **{"lives_of[2]": 2, "score[0]": 0}, attacker=int(before["attacker"][0]))
    assert engine.states[0] == before[0]
    first, second = engine.record(0).hand[0]
    engine.set(0, {"hand[0, 0]": second, "hand[0][1]": first})
    assert engine.record(0).hand[0].tolist() == [second, first]
    engine.set(0, {"hand[0]": [first, second]})
    assert engine.states[0] == before[0]


@pytest.mark.parametrize(
    ("parts", "words"),
    [
        ({"purse[1]": 1}, "no field 'purse'; there are: rng, players"),
        ({"score[4]": 1}, r"score\[4\]: an index is 0 to 3, not '4'"),
        ({"score[-1]": 1}, r"score\[-1\]: an index is 0 to 3, not '-1'"),
        ({"score[x]": 1}, "an index is 0 to 3, not 'x'"),
        ({"score[]": 1}, "an index is 0 to 3, not ''"),
        ({"score[0][0]": 1}, r"score has shape \(4,\), but \[0\]\[0\] are 2 indices"),
        ({"card[0]": 1}, r"card is no array, but \[0\] are 1 indices"),
        ({"score[0": 1}, r"'score\[0' names no part of a state; parts are field, field\[2\]"),
        ({"": 1}, "'' names no part of a state"),
        ({3: 1}, "3 names no part of a state"),
        ({"card.suit": 1}, "no field 'suit' in card; card is a number"),
        ({"score.suit": 1}, r"score has shape \(4,\); say which: score\[0\]\.suit"),
        ({"hand[0]": [1, 2, 3]}, r"hand\[0\] has shape \(2,\), not \(3,\)"),
        ({"score[1]": 1.5}, r"score\[1\] is of type int16; 1.5 does not fit it"),
        ({"lives_of[1]": 3}, r"lives_of\[1\] is 3, not 0 to 2"),
        (["score"], "given as a mapping"),
    ],
)
def test_a_part_that_is_not_there_is_refused_and_nothing_changes(engine, parts, words):
    before = engine.states.tobytes()
    with pytest.raises(InvalidStateError, match=words):
        engine.set(0, parts)
    assert engine.states.tobytes() == before


def test_members_of_records_inside_are_written_and_read():
    ship = np.dtype([("hull", np.int8), ("guns", np.int16, 3)])
    state = np.zeros(1, [("seat", np.int8), ("ships", ship, 2), ("flag", ship)])
    assign(state, "ships[1].hull", 4)
    assign(state, "ships[1].guns[2]", 300)
    assign(state, "flag.guns", [1, 2, 3])
    assert state["ships"]["hull"].tolist() == [[0, 4]]
    assert state["ships"]["guns"].tolist() == [[[0, 0, 0], [0, 0, 300]]]
    assert at(state, "flag.guns").tolist() == [1, 2, 3]
    assert at(state, "flag.guns[1]") == 2
    assert at(state, "ships[1]")["hull"] == 4
    with pytest.raises(InvalidStateError, match=r"no field 'sail' in ships\[1\]; .*: hull, guns"):
        assign(state, "ships[1].sail", 1)
    with pytest.raises(
        InvalidStateError, match=r"ships has shape \(2,\); say which: ships\[0\]\.hu"
    ):
        at(state, "ships.hull")


def test_scenarios_set_and_compare_single_members():
    engine = position(SHOALS, {"place[0]": [0, 1], "purses[1]": 7}, starts=[1, 0], seed=2)
    act(engine, "sail east")
    expect(engine, {"place[0, 1]": 2, "purses[1]": 7}, seat=1)
    with pytest.raises(AssertionError):
        expect(engine, {"purses[1]": 8})
    with pytest.raises(InvalidStateError, match="an index is 0 to 1"):
        expect(engine, {"purses[2]": 7})


def test_a_check_that_stumbles_over_a_value_refuses_it(engine):
    def stumbling(s, t):
        return [] if [1, 2, 3][s.score[0]] else ["no score"]

    strict = Engine(replace(TOY, invariants=stumbling), players=3, seed=0)
    strict.reset()
    strict.set(0, score=2)
    with pytest.raises(InvalidStateError, match="out of all bounds"):
        strict.set(0, score=3)


def test_states_come_from_anywhere_if_they_are_sound(engine):
    world = np.asarray(engine.sample(0, 0, key=3))
    engine.load_state(1, world)
    assert engine.states[1] == world[0]
    broken = world.copy()
    broken["deck"] = 0
    with pytest.raises(InvalidStateError, match="the cards are"):
        engine.load_state(1, broken)
    assert engine.states[1] == world[0]


@pytest.mark.parametrize("way", ["load_state_unchecked", "load_state"])
def test_a_state_is_one_record_of_the_game(engine, way):
    two, foreign = engine.states[:2].copy(), np.zeros(1, [("rng", np.uint64)])
    for state in (two, two[:0], foreign):
        with pytest.raises(InvalidStateError, match="one record of the game's dtype"):
            getattr(engine, way)(0, state)


def test_a_finished_game_may_be_put_and_asked_for_its_outcome(engine):
    engine.set(0, over=ENDED, score=[0, 2, 1, 0])
    assert engine.outcome(0)[:2] == ([0, 2, 1], [3, 1, 2])
    assert not engine.action_mask[0].any()
    engine.set(0, over=CUT)
    assert engine.rewards(0) == [0.0, 0.0, 0.0]


def test_the_record_of_an_edited_game_begins_with_its_edit(engine):
    engine.step(engine.uniform())
    engine.set(0, score=1)
    start = engine.start_of(0)
    assert start == engine.states[0].tobytes()
    assert engine.played(0) == []
    throw = ACTIONS.id("throw")
    engine.step([throw, throw])
    assert engine.played(0) == [throw]
    assert engine.played(1)[-1:] == [throw]
    assert engine.start_of(0) == start
    assert engine.start_of(1) == b""


def test_a_new_deal_forgets_the_edit(engine):
    engine.set(0, score=1)
    engine.reset(chosen=[0])
    assert engine.start_of(0) == b""
    assert engine.played(0) == []


def test_the_next_game_of_a_stream_forgets_the_edit():
    engine = Engine(TOY, players=3, seed=0, record=True)
    engine.reset()
    engine.set(0, score=1)
    while not engine.terminated[0]:
        engine.step(engine.uniform())
    assert engine.start_of(0) == b""
    assert engine.played(0) == []


def test_actions_are_known_only_if_they_were_recorded():
    engine = Engine(TOY, players=3, seed=0)
    engine.reset()
    assert engine.played() == []
    engine.step(engine.uniform())
    with pytest.raises(OrderError, match="make the engine with record=True"):
        engine.played()


def test_a_game_that_is_not_there_cannot_be_edited(engine):
    for i in (2, -1):
        with pytest.raises(OptionError):
            engine.set(i, score=1)


def test_complaints_are_told_in_words(engine):
    assert engine.complaints(0) == []
    edited = engine.states[:1].copy()
    edited["lives_of"][0, 0] = 9
    engine.load_state_unchecked(0, edited)
    assert engine.complaints(0) == ["lives_of[0] is 9, not 0 to 2"]
    assert engine.complaints(1) == []


def test_no_moves_follow_a_start_that_is_over(engine):
    engine.set(0, score=3)
    engine.step(engine.uniform())
    replay = Replay.of(engine)
    start = np.frombuffer(replay.start, TOY.dtype).copy()
    start["over"] = CUT
    with pytest.raises(ReplayError, match="the start: the game is over, but moves follow"):
        replace(replay, start=start.tobytes()).begin()
    assert replace(replay, start=start.tobytes(), actions=()).begin().over[0]
