"""Frames and candidates of things that no game makes are refused."""

import pytest

from piracy_env.errors import InvalidStateError
from piracy_env.games.skull_tales.gear import Gear
from piracy_env.games.skull_tales.state import Decision
from tests.games.skull_tales.land.ashore import arena, asked
from tests.games.skull_tales.land.test_exchanging import MAP, lies
from tests.games.skull_tales.land.test_looting import fallen
from tests.scenario import act

MENU = [Decision.MENU, 0, 0, 0, 0, 0, 0]


def forge(*frames, table=None):
    """Frames of seat A on its menu, the last one asked."""
    table = table or arena(("surgeon", (2, 2)), ("sea_dog", (2, 3)))
    engine = table.play()
    stack = engine.states[0]["stk"].tolist()
    for place, frame in enumerate(frames):
        stack[3 + place] = [*frame, *[0] * (7 - len(frame))]
    engine.set(0, {"stk": stack, "sp": 3 + len(frames)})
    return engine


GIVE = (Decision.GIVE, 0, 0, 0, -2)
TAKE = (Decision.TAKE, 0, 0, 1, 0)


@pytest.mark.parametrize(
    ("frames", "told"),
    [
        ([(Decision.USING, 0, 0, 4), GIVE], "USING is about nobody"),
        ([(Decision.USING, 0, 7, 0), GIVE], "USING has no step 7"),
        ([(Decision.USING, 0, 1, 0, 9), GIVE], "USING uses what is not there"),
        ([(Decision.USING, 1, 0, 0), GIVE], "USING asks another seat"),
        ([(Decision.GIVE, 0, 0, 0, 3)], "GIVE is for nobody"),
        ([(Decision.GIVE, 0, 0, 0, -3)], "GIVE is for nobody"),
        ([(Decision.TAKE, 0, 0, 1, 3)], "TAKE is for nobody"),
        ([(Decision.TAKE, 0, 0, 20, 0)], "TAKE is about nobody"),
        ([(Decision.STRIPPING, 0, 1, 0, 3), TAKE], "STRIPPING is about no body"),
        ([(Decision.STRIPPING, 0, 2, 0, 1 + 8 * 9), TAKE], "takes what is not there"),
        ([(Decision.EXCHANGING, 0, 3, 0, 3), GIVE], "EXCHANGING is with nobody"),
        ([(Decision.EXCHANGING, 0, 3, 0, 1 + 8 * 9), GIVE], "has 9 transfers"),
        ([(Decision.EXCHANGING, 0, 5, 0, 1 + 128 * 40), GIVE], "asks for what is not there"),
        ([(Decision.EXCHANGE, 0, 0, 0, 0)], "EXCHANGE is with nobody"),
        ([(Decision.FINDING, 0, 0, 0, 16), GIVE], "is no Search card"),
        ([(Decision.LOOTING, 0, 2, 0, 120), GIVE], "has a mark that does not exist"),
        ([(Decision.PICKING_UP, 0, 1, 0, 16), GIVE], "takes what does not lie there"),
        ([(Decision.DROPPING, 0, 1, 0, 16), GIVE], "drops what is not there"),
        ([(Decision.GIVING, 0, 0, 0, 33), GIVE], "gives no card"),
        ([(Decision.READING, 0, 0, 0, 1), GIVE], "reads no pile"),
        ([(Decision.OVERLOAD, 0, 0, 0, 33)], "OVERLOAD is about no card"),
        ([(Decision.GRASP, 0, 0, 0, 2)], "GRASP is about no card"),
        ([(Decision.MONEY, 0, 0, 0, 4)], "MONEY is about no coins"),
    ],
)
def test_a_frame_that_no_game_makes_is_refused(frames, told):
    with pytest.raises(InvalidStateError, match=told):
        forge(*frames)


@pytest.mark.parametrize(
    ("verb", "candidate", "told"),
    [
        ("pick_up", [Gear.AXE, 3], "does not lie there"),
        ("pick_up", [72, 0], "does not lie there"),
        ("loot_token", [1, 1], "a token is on offer"),
        ("drop", [90, -7], "a space is on offer"),
        ("use", [1, 1], "on top of the pile"),
    ],
)
def test_a_candidate_that_no_game_offers_is_refused(verb, candidate, told):
    table = lies(fallen("three_coins"), Gear.AXE, (2, 3))
    table.keep(0, MAP)
    table.pile("i1", "i3", "i5")
    engine = act(table.play(), verb)
    if verb in {"drop", "use"}:
        act(engine, "inv 0" if verb == "drop" else "scard 0")
    assert asked(engine) in {"CARD", "SPACE", "TILE"}
    with pytest.raises(InvalidStateError, match=told):
        engine.set(0, {"cand[0]": candidate})
