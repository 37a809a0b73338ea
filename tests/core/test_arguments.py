"""Arguments that mean nothing are refused by name, whichever method they are given to."""

import numpy as np
import pytest

from piracy_env.core.engine import Engine
from piracy_env.errors import InvalidStateError, OptionError
from tests.testing.toy import TOY

RAGGED = [[1], [1, 2]]
NO_ARRAYS = {
    "seed": lambda engine: engine.seed(RAGGED),
    "reset": lambda engine: engine.reset(chosen=RAGGED),
    "step": lambda engine: engine.step([0], RAGGED),
    "view": lambda engine: engine.view(RAGGED),
    "look": lambda engine: engine.look([0], RAGGED),
    "playouts": lambda engine: engine.playouts([0], [0], RAGGED),
    "take_seats": lambda engine: engine.take_seats(RAGGED),
}


@pytest.fixture
def engine():
    made = Engine(TOY, 2, players=3, seed=0, auto_reset=False)
    made.reset()
    return made


@pytest.mark.parametrize("call", NO_ARRAYS.values(), ids=NO_ARRAYS)
def test_rows_of_different_lengths_are_no_array(engine, call):
    with pytest.raises(OptionError, match=r"must be an array, not \[\[1\], \[1, 2\]\]"):
        call(engine)


@pytest.mark.parametrize("controller", [None, "nobody", [0, 0.5, 1], [0, -1, 1], [0, 1, 2], 2**70])
def test_a_controller_that_does_not_exist_takes_no_seat(engine, controller):
    with pytest.raises(OptionError, match="controllers are numbered 0 to 1, not"):
        engine.take_seats(controller)


@pytest.mark.parametrize("ego_seat", [None, "first", 3, -1, [0, 0.5]])
def test_a_learner_sits_at_the_table(engine, ego_seat):
    with pytest.raises(OptionError, match="ego seats are numbered 0 to 2, not"):
        engine.take_seats([0, 1, 1], ego_seat)
    assert not engine.controller.any()


def test_there_are_as_many_controllers_as_seats_and_ego_seats_as_games(engine):
    with pytest.raises(OptionError, match=r"controllers fill the shape \(2, 3\), not \(2,\)"):
        engine.take_seats([0, 1])
    with pytest.raises(OptionError, match=r"ego seats fill the shape \(2,\), not \(3,\)"):
        engine.take_seats([0, 1, 1], [0, 1, 2])


@pytest.mark.parametrize("given", [("x", 0, 1), (0, -1, 1), (0, 0, None)])
def test_keys_are_counted_by_whole_numbers(engine, given):
    with pytest.raises(OptionError, match="must be a whole number from 0"):
        engine.keys(*given)


def test_positions_of_a_view_and_games_of_an_engine_are_named_by_numbers(engine):
    with pytest.raises(
        OptionError, match="number of a position must be a whole number from 0 to 1"
    ):
        engine.view().describe(2)
    with pytest.raises(OptionError, match="number of a game must be a whole number from 0 to 1"):
        engine.describe_action("first", 0)


@pytest.mark.parametrize("state", [None, [0], np.zeros(1)])
def test_a_state_is_a_record(engine, state):
    with pytest.raises(InvalidStateError, match="one record of the game's dtype"):
        engine.load_state(0, state)
