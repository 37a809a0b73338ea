"""Where a campaign meets the Adventure: what a listing begins, and what that promises."""

from __future__ import annotations

import numpy as np
import pytest

from piracy_env.core.game import CUT, HEADER
from piracy_env.core.jit import COMPILED
from piracy_env.core.record import Record
from piracy_env.games.skull_tales import GAME, state
from piracy_env.games.skull_tales.rules.scores import team_of
from piracy_env.games.skull_tales.rules.stages import begin_attempt
from piracy_env.games.skull_tales.rules.standing import value_ashore
from piracy_env.games.skull_tales.state import NONE, Decision, Phase
from piracy_env.games.skull_tales.state_land import LAND_FIELDS, Goal
from tests.games.skull_tales.aboard import loose
from tests.scenario import deal

BOARD = (*HEADER, ("adventure_mode", np.int8), *state.RECORD, *LAND_FIELDS, *state.AT_SEA)
"""What a listing keeps that has the Adventure as well."""


def stage(fields, **values):
    """A zeroed state with these fields as kernels take it, the tables, and the state to be read."""
    rows = np.zeros(1, np.dtype([(one[0], *one[1:]) for one in fields]))
    seen, tables = Record(rows[0]), GAME.tables.load(None)
    for name, value in {"players": 3, "camp_ch": 2, "chapter": NONE, **values}.items():
        setattr(seen, name, value)
    return (rows[0], tables.record[0], seen) if COMPILED else (seen, tables.t, seen)


def begun(fields, **values):
    """The frame that an attempt begins with, the phase and the Adventure's number."""
    s, t, seen = stage(fields, **values)
    begin_attempt(s, t)
    return Decision(int(seen.stk[0][0])), int(seen.chapter)


@pytest.mark.rule("STC-2.13")
def test_listings_without_a_board_play_adventures_in_the_abstract():
    fields = (*HEADER, *state.VOYAGE_FIELDS)
    assert begun(fields) == (Decision.ABSTRACT, NONE)
    s, t, _ = stage(fields, phase=int(Phase.ADVENTURE))
    assert value_ashore(s, t) == 0.5


@pytest.mark.rule("STC-2.13")
@pytest.mark.parametrize(
    ("mode", "chapter", "frame", "adventure"),
    [
        (0, 2, Decision.ADVENTURE, 1),
        (0, 1, Decision.ADVENTURE, 0),
        (0, 6, Decision.ABSTRACT, NONE),
        (1, 2, Decision.ABSTRACT, NONE),
    ],
)
def test_listings_with_a_board_play_the_adventures_that_there_are(mode, chapter, frame, adventure):
    found = begun(BOARD, adventure_mode=mode, camp_ch=chapter, chapter=3)
    assert found == (frame, adventure)


@pytest.mark.rule("STC-2.13")
def test_the_adventure_on_the_board_is_worth_what_is_reached_of_its_goals():
    s, t, seen = stage(BOARD, chapter=1)
    assert value_ashore(s, t) == 0.0
    goals = int(GAME.tables.load(None).t.first_goal[2] - GAME.tables.load(None).t.first_goal[1])
    seen.goal_state[0] = int(Goal.HELD)
    assert value_ashore(s, t) == pytest.approx(0.5 / goals)
    s, t, _ = stage(BOARD)
    assert value_ashore(s, t) == 0.5


@pytest.mark.rule("STC-9.4")
@pytest.mark.parametrize("scenario", ["voyage", "port", "quick", "voyage_port"])
def test_a_game_that_is_cut_is_worth_what_it_was_while_it_ran(scenario):
    engine = deal(GAME, scenario=scenario)
    kept, tables, s = loose(engine)
    before = team_of(kept, tables)
    s.over = CUT
    assert team_of(kept, tables) == before > 0.0
