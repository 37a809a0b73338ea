"""A game declares what each of its fields can hold, and a state that leaves it is refused."""

from dataclasses import replace

import numpy as np
import pytest

from piracy_env.core.engine import Engine
from piracy_env.core.game import ENDED
from piracy_env.core.ranges import Limits, Range, a_seat
from piracy_env.core.record import Record
from piracy_env.errors import GameDefinitionError, InvalidStateError
from piracy_env.registry import list_games, load
from tests.testing.toy import RANGES, TOY

SHIP = np.dtype([("crew", np.int8), ("at", np.int16, (2,))])
STATE = np.dtype([("players", np.int8), ("coins", np.int16, (3,)), ("ships", SHIP, (2,))])


def limits(**ranges):
    blank = np.zeros(1, STATE)
    blank["players"] = 2
    return Limits(STATE, ranges, Record(blank[0]), Record(blank[0]))


def outside(state, **ranges):
    return limits(**{"ships.crew": Range(0, 9), "ships.at": Range(0, 5), **ranges}).outside(state)


@pytest.fixture
def state():
    return np.zeros(1, STATE)


def test_without_a_range_for_each_field_there_is_no_game():
    short = {name: rule for name, rule in RANGES.items() if name != "score"}
    with pytest.raises(GameDefinitionError, match="cutlass: fields without a range: score;"):
        replace(TOY, ranges=short)


def test_fields_of_records_inside_need_a_range_each():
    fields, rule = (*TOY.fields, ("ships", SHIP, (2,))), Range(0, 1)
    with pytest.raises(GameDefinitionError, match=r"without a range: ships\.crew, ships\.at;"):
        replace(TOY, fields=fields)
    replace(TOY, fields=fields, ranges={**RANGES, "ships.crew": rule, "ships.at": rule})


@pytest.mark.parametrize("name", ["purse", "seat", "lives"])
def test_a_range_is_of_an_own_field(name):
    with pytest.raises(GameDefinitionError, match=f"ranges without a field: {name}"):
        replace(TOY, ranges={**RANGES, name: Range(0, 1)})


@pytest.mark.parametrize("name", ["deck_len", "hand"])
def test_ranges_of_columns_are_as_many_as_the_columns(name):
    columns = (Range(0, 1), Range(0, 1), Range(0, 1))
    with pytest.raises(GameDefinitionError, match=rf"{name} has shape .* but 3 columns of ranges"):
        replace(TOY, ranges={**RANGES, name: columns})


@pytest.mark.parametrize("name", [*list_games(), "experiments.connect_four:GAME"])
def test_what_is_declared_fits_the_fields(name):
    game = load(name)
    for players in game.seats:
        options = game.choose(players)
        blank = Record(game.blank(options)[0])
        found = Limits(game.dtype, game.ranges, blank, game.tables.load().t)
        assert (found.low <= found.high).all()
        first = 0
        for kind, places in found._bytes:
            part = slice(first, first + len(places))
            edges = np.concatenate([found.low[part], found.high[part], found.also[part]])
            most = max(2**31 - 1, np.iinfo(kind).max)
            assert -most - 1 <= edges.min()
            assert edges.max() <= most
            first += len(places)


def test_fields_whose_types_take_turns_keep_their_own_ranges():
    kinds = {"low": np.int8, "large": np.uint8, "small": np.int8, "wide": np.int16, "odd": np.uint8}
    dtype = np.dtype(list(kinds.items()))
    ranges = {name: Range(10 * k, 10 * k + 9) for k, name in enumerate(kinds)}
    state = np.array([(5, 15, 25, 35, 45)], dtype)
    found = Limits(dtype, ranges, Record(state[0]), Record(state[0]))
    assert found.outside(state) == []
    state["small"] = 5
    assert found.outside(state) == ["small is 5, not 20 to 29"]


def test_a_number_outside_is_named_with_its_place_and_what_is_allowed(state):
    state["coins"] = 5, -1, 8
    assert outside(state, coins=Range(0, 7)) == [
        "coins[1] is -1, not 0 to 7",
        "coins[2] is 8, not 0 to 7",
    ]


def test_a_further_number_may_stand_for_nothing(state):
    state["coins"] = 255, 3, 254
    assert outside(state, coins=Range(0, 3, also=255)) == ["coins[2] is 254, not 0 to 3 or 255"]


def test_rows_of_seats_that_nobody_has_hold_one_value_only(state):
    state["coins"] = 7, 7, 7
    assert outside(state, coins=Range(1, 7, also=9, absent=0)) == ["coins[2] is 7, not 0"]
    state["coins"] = 9, 7, 0
    assert outside(state, coins=Range(1, 7, also=9, absent=0)) == []


def test_bounds_may_follow_from_players_options_and_tables(state):
    state["coins"] = 1, 2, 255
    assert outside(state, coins=a_seat(255)) == ["coins[1] is 2, not 0 to 1 or 255"]


def test_records_inside_are_looked_into_and_columns_told_apart(state):
    state["coins"] = 1
    state["ships"]["crew"][0] = 3, 12
    state["ships"]["at"][0] = [[4, 4], [0, 3]]
    ranges = {"coins": Range(1, 1), "ships.at": (Range(0, 5), Range(0, 3))}
    assert sorted(outside(state, **ranges)) == [
        "ships.at[0, 1] is 4, not 0 to 3",
        "ships.crew[1] is 12, not 0 to 9",
    ]


@pytest.fixture
def engine():
    made = Engine(TOY, 2, players=3, seed=0, first="seat 0", auto_reset=False, record=True)
    made.reset()
    return made


def everything(engine):
    return b"".join(
        array.tobytes() for array in (engine.states, engine.slots, engine.finals, *engine.result)
    )


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"score": 1_001}, r"score\[0\] is 1001, not 0 to 1000"),
        ({"attacker": 3}, "attacker is 3, not 0 to 2 or -1"),
        ({"out": 8}, "out is 8, which names seats that do not exist"),
        ({"out": -1}, "out is -1, which names seats that do not exist"),
        ({"lives_of": [1, 1, 1, 1]}, r"lives_of\[3\] is 1, not 0"),
    ],
)
def test_a_state_outside_is_refused_and_nothing_changes(engine, fields, words):
    before = everything(engine)
    with pytest.raises(InvalidStateError, match=words):
        engine.set(0, **fields)
    assert everything(engine) == before
    assert engine.start_of(0) == b""


def test_ranges_are_asked_before_the_invariants():
    def stumbling(s, t):
        assert s.score[0] >= 0
        return []

    strict = Engine(replace(TOY, invariants=stumbling), players=3, seed=0)
    strict.reset()
    with pytest.raises(InvalidStateError, match=r"score\[0\] is -5, not 0 to 1000"):
        strict.set(0, score=-5)


def test_a_running_state_without_a_legal_action_is_refused(engine):
    # whoever is to move holds no card, and nobody else but the deck does
    hand = engine.states["hand"][0].copy()
    played = engine.states["played"][0].copy()
    played[hand[0]] = 1
    hand[0] = -1
    before = everything(engine)
    with pytest.raises(InvalidStateError, match="running, but no action is legal"):
        engine.set(0, hand=hand, played=played)
    assert everything(engine) == before
    engine.set(0, hand=hand, played=played, over=ENDED)
    assert not engine.action_mask[0].any()


def test_states_with_tables_of_their_own_are_judged_by_them():
    whole = TOY.tables.load()
    tables = [whole, TOY.tables.load({"box": {"sides": 6}})]
    engine = Engine(TOY, 2, players=3, seed=0, tables=tables)
    engine.reset()
    assert [engine.complaints(i) for i in range(2)] == [[], []]
    copy = engine.clone()
    with pytest.raises(InvalidStateError, match="score"):
        copy.set(1, score=-1)
