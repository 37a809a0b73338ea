"""What is being decided fits the table, down to the last frame that waits; else it is refused."""

import numpy as np
import pytest

from piracy_env.core.engine import Engine
from piracy_env.errors import InvalidStateError
from piracy_env.games.havens import GAME
from piracy_env.games.havens.state import (
    ACTOR,
    BY,
    CARD,
    FLAG,
    KIND,
    NONE,
    PLACE,
    SEAT,
    SLOT,
    Battle,
    Decision,
)  # fmt: skip
from tests.games.havens.lively import voyage
from tests.scenario import deal

D = Decision


def course(s):
    """Decision of the course and of the last frame, with the type of the battle."""
    return s.stack[s.sp - 1, KIND], s.bt.type


@pytest.fixture(scope="module")
def positions():
    """One position of lively games for each decision and type of battle."""
    found = {}
    for seed in range(12):
        engine = deal(GAME, seed=seed, players=3)
        for s in voyage(engine, 1500, seed):
            key = tuple(map(int, course(s)))
            if key not in found:
                found[key] = engine.states[:1].copy()
    return found


def frame(**columns):
    """The last frame changed."""
    numbers = {
        "kind": KIND, "actor": ACTOR, "card": CARD, "by": BY, "seat": SEAT, "slot": SLOT,
        "place": PLACE, "flag": FLAG,
    }  # fmt: skip

    def change(state):
        for name, value in columns.items():
            state["stack"][0, state["sp"][0] - 1, numbers[name]] = value

    return change


def inside(name, **values):
    """Numbers of the move or the battle changed."""

    def change(state):
        for key, value in values.items():
            state[name][key] = value

    return change


def more_frames(kind):
    """The last frame is laid down a second time, as another decision."""

    def change(state):
        n = int(state["sp"][0])
        state["stack"][0, n] = state["stack"][0, n - 1]
        state["stack"][0, n, KIND] = kind
        state["sp"] = n + 1

    return change


@pytest.mark.parametrize(
    ("kind", "fight", "change", "complaint"),
    [
        # the ranges
        (D.ACTION, 0, inside("bt", att_seat=20000), "bt.att_seat is 20000, not 0 to 2 or 255"),
        (D.ACTION, 0, inside("bt", wild=-7), "bt.wild is -7"),
        (D.ACTION, 0, inside("mv", origin=100), "mv.origin is 100, not 0 to 99 or 255"),
        (D.ACTION, 0, inside("mv", left=-1), "mv.left is -1"),
        (D.ACTION, 0, frame(seat=3), "stack[0, 4] is 3, not 0 to 2 or 255"),
        (D.ACTION, 0, frame(slot=3), "stack[0, 5] is 3, not 0 to 2 or 255"),
        (D.ACTION, 0, frame(card=102), "stack[0, 2] is 102, not 0 to 101 or 255"),
        (D.ACTION, 0, frame(flag=4), "stack[0, 7] is 4, not 0 to 3"),
        # the order of the frames
        (D.ACTION, 0, more_frames(D.ACTION), "decisions [4, 4] wait for each other"),
        (D.DRAW, 0, more_frames(D.DRAW), "decisions [1, 1] wait for each other in phase DRAW"),
        (D.PLACE, 0, more_frames(D.PLACE), "decision 5 lies on decision 5, which cannot wait"),
        (D.DEST, 0, more_frames(D.DEST), "there are two moves or battles at once"),
        # what they are about
        (D.PLACE, 0, frame(card=76), "frame 1 of decision 5: card 76 is not for it"),
        (D.PLACE, 0, frame(card=NONE), "card 255 is not for it"),
        (D.SHIFT_DEST, 0, frame(slot=NONE), "frame 1 of decision 6 names no vessel"),
        (D.SHIFT_DEST, 0, frame(place=4), "a card is to be placed that is not there"),
        (D.SHIFT_DEST, 0, frame(card=NONE), "frame 1 of decision 6: a card is to be placed"),
        (D.ATT_CONTINUE, 1, frame(slot=NONE), "the vessel that attacks is not at sea"),
        (D.WINDOW_CARD, 0, frame(by=NONE), "is not played"),
        (D.WINDOW_CARD, 0, frame(flag=2), "has gone round the table, or is over"),
        (D.WINDOW_CARD, 0, frame(place=3), "the window 12 has gone round the table, or is over"),
        # the move
        (D.DEST, 0, inside("mv", slot=NONE), "slot 255 of seat"),
        (D.DEST, 0, inside("mv", seat=NONE), "of seat 255 moves in the turn of seat"),
        (D.DEST, 0, inside("mv", origin=NONE), "moves in the turn of seat"),
        (D.ACTION, 0, inside("mv", die=1), "moves, but no move is made"),
        # the battle
        (D.ATT_CONTINUE, 1, inside("bt", type=Battle.NOBODY), "a battle of type 0 goes on"),
        (D.ATT_CONTINUE, 1, inside("bt", att_slot=NONE), "slot 255 of seat"),
        (D.ATT_CONTINUE, 1, inside("bt", place=NONE), "does not lie at place 255"),
        (D.ATT_CONTINUE, 1, inside("bt", attack=NONE), "the Attack 255 is fought, but does not"),
        (D.ATT_CONTINUE, 1, inside("bt", offer=1), "a Parley offers 1 of 0 pieces"),
        (D.PRESS, 2, inside("bt", def_seat=NONE), "of seat 255 fights, but is not at sea"),
        (D.PRESS, 2, inside("bt", type=Battle.ATTACK), "a battle of type 1 goes on during"),
        (D.ACTION, 0, inside("bt", rolls=1), "there is no battle, but sides or rolls of one"),
        (D.ACTION, 0, inside("bt", attack=3), "there is no battle, but sides"),
        (D.PARLEY_REPLY, 2, inside("bt", offer=100), "a Parley offers 100 of"),
    ],
)  # fmt: skip
def test_a_frame_that_does_not_fit_is_refused(positions, kind, fight, change, complaint):
    engine = Engine(GAME, players=3, seed=0)
    engine.reset()
    engine.load_state(0, positions[kind, fight])
    before = engine.states.tobytes() + engine.action_mask.tobytes()
    state = np.array(positions[kind, fight])
    change(state)
    with pytest.raises(InvalidStateError) as error:
        engine.load_state(0, state)
    assert complaint in str(error.value)
    assert engine.states.tobytes() + engine.action_mask.tobytes() == before
