"""Frames that no game makes are refused, whoever lies above or below them."""

from __future__ import annotations

import pytest

from piracy_env.errors import InvalidStateError
from piracy_env.games.skull_tales import GAME
from piracy_env.games.skull_tales.actions import ACT
from piracy_env.games.skull_tales.rules.voyage import Step
from piracy_env.games.skull_tales.shapes import SHAPES
from piracy_env.games.skull_tales.state import Decision
from tests.games.skull_tales.aboard import MAIN_DECK, at_sea, begin, frame
from tests.games.skull_tales.crew import in_port


def forged(kind, **columns):
    """A frame of seat A with some of its numbers changed."""
    places = {"actor": 1, "step": 2, "slot": 3, "a": 4, "b": 5, "c": 6}
    one = frame(kind, 0, 0)
    for name, value in columns.items():
        one[places[name]] = value
    return one


@pytest.mark.parametrize(
    ("one", "told"),
    [
        (forged(Decision.GROUP_TASK, slot=0, b=-24_267), "B of GROUP_TASK is -24267, not 0 to 6"),
        (forged(Decision.MAIN_DECK, step=1, a=7), "MAIN_DECK is at action 7"),
        (forged(Decision.MAIN_DECK, step=5), "MAIN_DECK has no step 5"),
        (forged(Decision.CARTOGRAPHY, slot=4), "CARTOGRAPHY of seat 0 is about 4"),
        (forged(Decision.GUARD_COIN), "GUARD_COIN is against no coin"),
        (forged(Decision.FATE), "FATE never waits"),
        (forged(Decision.BURY, slot=-1), "BURY is asked at sea"),
        (forged(Decision.PLUNDER, step=1), "PLUNDER lies on VOYAGE"),
        (forged(Decision.PUT_OFF), "PUT_OFF lies on VOYAGE"),
        (forged(Decision.SIGNAL, slot=-1, a=2), "SIGNAL is about Sea Enemy 2, which is not on"),
        (forged(Decision.SPOTTING, a=12, b=1), "B of SPOTTING is 1"),
        (forged(Decision.LEARN), "LEARN is asked outside a Port"),
        (forged(Decision.VOYAGE), "frame 2 is VOYAGE"),
        (forged(Decision.PUSH, b=3), "the dice on the table are another's"),
    ],
)
def test_a_frame_that_no_voyage_makes_is_refused(one, told):
    with pytest.raises(InvalidStateError, match=told):
        begin(one)


def test_what_lies_below_is_looked_at_like_what_is_asked():
    task = forged(Decision.MAIN_DECK, step=1, a=int(ACT.t_repair.start))
    with pytest.raises(InvalidStateError, match="MAIN_DECK repairs what is whole"):
        begin(task, forged(Decision.PUSH, a=4, b=4, c=592), on=(MAIN_DECK,))


def test_what_waits_for_nothing_has_nothing_above_it():
    with pytest.raises(InvalidStateError, match="SCHEME waits in step 0 for HEAL"):
        begin(forged(Decision.SCHEME), forged(Decision.HEAL))


def test_a_voyage_that_has_ended_does_not_go_on():
    with pytest.raises(InvalidStateError, match="VOYAGE goes on, but has ended"):
        at_sea(Step.STATIONS, fate=8)


def test_candidates_lie_there_only_where_they_are_offered():
    cand = [[0, 0]] * 64
    with pytest.raises(InvalidStateError, match="DIG has 2 candidates"):
        at_sea(Step.STATIONS, cand_n=2)
    with pytest.raises(InvalidStateError, match="a candidate is left over"):
        at_sea(Step.STATIONS, cand=[*cand[:-1], [3, 0]])


def test_a_question_of_the_port_has_a_seat_that_exists():
    stack = in_port().record().stk.tolist()
    stack[3] = [Decision.STOCK_UP, 4, 0, -1, 0, 0, 0]
    with pytest.raises(InvalidStateError, match="STOCK_UP asks seat 4"):
        in_port(stk=stack, sp=4)


def test_every_decision_of_the_listing_has_a_shape_or_never_waits():
    passing = {Decision.FATE, Decision.CHARACTER_ROLL, Decision.VISIT}
    declared = {one.kind for one in GAME.decisions.handlers}
    assert declared - set(SHAPES) == passing
    assert set(SHAPES) <= declared
