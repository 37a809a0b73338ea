"""Frames of an Adventure that no game makes are refused, whoever lies above or below them."""

from __future__ import annotations

import pytest

from piracy_env.errors import InvalidStateError
from piracy_env.games.skull_tales.adventure import GAME
from piracy_env.games.skull_tales.shapes_land import SHAPES
from piracy_env.games.skull_tales.state import FRAME, FRAMES, Decision
from tests.games.skull_tales.land.ashore import arena, asked

D = Decision
ADVENTURE, TURN = (D.ADVENTURE, -1, 7), (D.TURN, 0, 2, 0)
MENU = (D.MENU, 0, 0, 0)


def forge(*frames, **fields):
    """A Pirate alone on a tile, and frames above those of its turn, the last one asked."""
    table = arena(("sea_dog", (1, 1)))
    engine = table.play()
    stack = [[0] * FRAME for _ in range(FRAMES)]
    for place, frame in enumerate((ADVENTURE, TURN, *frames)):
        stack[place] = [*frame, *(-1, 0, 0, 0)[len(frame) - 3 :]]
    engine.set(0, {"stk": stack, "sp": 2 + len(frames), **fields})
    return engine


def test_who_acts_may_be_asked_what_it_does():
    assert asked(forge(MENU)) == "MENU"


@pytest.mark.parametrize(
    ("frames", "told"),
    [
        ((MENU, (D.PUSHING, 0, 1, 0), (D.NUMBER, 0, 0, 0, 6)), "PUSHING waits in step 1 for NUM"),
        ((MENU, (D.PUSHING, 0, 1, 0, 7), (D.CONSENT, 0, 0, 0)), "PUSHING is about 7 in step 1"),
        ((MENU, (D.PUSHING, 0, 0, 0), (D.PERSON, 0, 0, 0, 6)), "PERSON names nobody"),
        ((MENU, (D.RELOADING, 0, 0, 0), (D.WEAPON, 0, 0, 0, 0, 1)), "WEAPON offers hooks"),
        ((MENU, (D.RELOADING, 0, 0, 0), (D.WEAPON, 0, 0, 0, 1 << 9)), "what is not carried"),
        ((MENU, (D.ATTACK, 0, 1, 0, 24), (D.TARGET, 0, 0, 0, 8)), "an Enemy that is not there"),
        ((MENU, (D.ATTACK, 0, 4, 0, 24 + 7), (D.FACECRIP, 0, 0, 0)), "is of kind 7"),
        ((MENU, (D.ATTACK, 0, 4, 0, 24, 40), (D.FACECRIP, 0, 0, 0)), "B of ATTACK is 40"),
        ((MENU, (D.STRIKE, -1, 2, 0), (D.DODGE, 0, 0, 0)), "1 rolls are open, not 0"),
        ((MENU, (D.CASTING, 0, 1, 0), (D.SPACE, 0, 0, 0)), "CASTING asks otherwise"),
        ((MENU, (D.EXPLORING, 0, 5, 0), (D.EQUIP_LEFT, 0, 0, 0)), "where no tile lies"),
        (((D.FOES_COMING, -1, 0, 0, 11), (D.ENEMY_PLACE, -1, 0)), "where no tile lies"),
        (((D.RELEASE, -1, 0, 0, 0, 0), (D.POSSUM, 0, 0, 0)), "RELEASE is where no tile lies"),
        ((MENU, (D.LEADING, 0, 0, 2, 4)), "LEADING is about 2"),
        (((D.MONEY, 0, 0, 0, 4),), "MONEY is asked outside a turn"),
        (((D.SEARCHING, 0, 0, 0), (D.STAND, 0, 0, 0)), "SEARCHING lies on TURN"),
        (((D.ACTIVATION, -1, 5, 0, 0, 28_800), (D.ENEMY_TARGET, -1, 0, 0, 1)), "B of ACTIVATION"),
        (((D.CONCLUSION, 0, 0), (D.STAND, 0, 0, 0)), "CONCLUSION never waits"),
    ],
)
def test_a_frame_that_no_adventure_makes_is_refused(frames, told):
    with pytest.raises(InvalidStateError, match=told):
        forge(*frames)


def test_only_who_is_asked_is_to_move():
    engine = arena(("sea_dog", (1, 1)), ("surgeon", (1, 2))).play()
    with pytest.raises(InvalidStateError, match="MENU asks seat 0, but seat 1 is to move"):
        engine.set(0, {"seat": 1})


def test_every_decision_ashore_has_a_shape_or_never_waits():
    declared = {one.kind for one in GAME.decisions.handlers}
    at_sea = {kind for kind in declared if D.GRASP < kind < D.ADVENTURE}
    assert declared - at_sea - set(SHAPES) == {D.CONCLUSION}
    assert set(SHAPES) <= declared
