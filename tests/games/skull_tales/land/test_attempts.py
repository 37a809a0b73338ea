"""Attempts of a campaign: repeated from the same start, for less (STA-18.7, STA-18.8, STC-2.6)."""

import numpy as np
import pytest

from piracy_env.core.game import HEADER
from piracy_env.core.jit import COMPILED
from piracy_env.core.record import Record
from piracy_env.games.skull_tales.rules.adventure import attempts, conclusion, layout
from piracy_env.games.skull_tales.rules.adventure.track import JUDGED, PAID
from piracy_env.games.skull_tales.state import (
    CAMPAIGN,
    COURSE,
    RECORD,
    Decision,
    Ended,
    Scenario,
)
from piracy_env.games.skull_tales.state_land import LAND_FIELDS, SNAPSHOT, Goal
from piracy_env.games.skull_tales.tables.adventures import ADVENTURE_KEYS
from tests.games.skull_tales.land.positions import STATE, T

FIELDS = dict.fromkeys(
    one[0] for one in (*HEADER, *RECORD, *LAND_FIELDS, *COURSE, *CAMPAIGN, *SNAPSHOT)
)
WHOLE = np.dtype(
    [
        next(
            one
            for one in (*HEADER, *RECORD, *LAND_FIELDS, *COURSE, *CAMPAIGN, *SNAPSHOT)
            if one[0] == name
        )
        for name in FIELDS
    ]
)
NOT_COPIED = {"chapter", "difficulty", "adv_result", "adv_repeat"}


class Attempt:
    """An Adventure of a campaign that is over."""

    def __init__(self, chapter="exile", reason=Ended.OUT_OF_TIME, **fields):
        self.state = np.zeros(1, WHOLE)
        self.s = self.state[0] if COMPILED else Record(self.state[0])
        self.t = T.record[0] if COMPILED else T.t
        layout.clear_board(self.s)
        one = self.state[0]
        number = ADVENTURE_KEYS.index(chapter)
        one["players"], one["scenario"], one["chapter"] = 2, Scenario.CAMPAIGN, number
        one["camp_ch"] = {"exile": 3, "captain_jones": 1, "treasure_hunt": 5}[chapter]
        one["round"], one["captain"], one["init"] = 5, 1, 0
        for seat in range(2):
            one["ch_kind"][seat], one["ch_owner"][seat], one["ch_in_adv"][seat] = 1, seat, 1
            one["ch_hp_max"][seat], one["ch_card"][seat] = 5, seat
        for name, value in fields.items():
            one[name] = value
        attempts.note_start(self.s)
        one["stk"][0] = [Decision.CAMPAIGN, -1, 0, -1, 0, 0, 0]
        one["stk"][1] = [Decision.ADVENTURE, -1, 7, -1, 1 + reason, 0, 0]
        one["stk"][2] = [Decision.MENU, 0, 0, 0, 0, 0, 0]
        one["sp"] = 3

    def go_on(self):
        """The next step of the conclusion; the step of the Adventure after it."""
        conclusion._go_on(self.s, self.t)
        return int(self.state["stk"][0, 1, 2])


@pytest.mark.rule("STA-18.8")
def test_all_that_is_kept_is_as_it_was():
    one = Attempt()
    dice = np.random.default_rng(1)
    noted = {}
    for name in (field.removeprefix("snap_") for field, *_ in SNAPSHOT):
        one.state[name] = dice.integers(0, 9, one.state[name].shape)
        noted[name] = one.state[name].copy()
    attempts.note_start(one.s)
    for name in noted:
        one.state[name] += 1
    attempts.go_back(one.s)
    for name, before in noted.items():
        expected = before + 1 if name in NOT_COPIED else before
        assert (one.state[name] == expected).all(), name


def test_listings_without_copies_do_without():
    state = np.zeros(1, STATE)
    s = state[0] if COMPILED else Record(state[0])
    attempts.note_start(s)
    attempts.go_back(s)


@pytest.mark.rule("STA-18.8", "STA-18.6")
def test_a_failure_is_repeated_from_the_same_start():
    one = Attempt(ch_pp=[4, 5, 0, 0, 0], ch_wounds=[1, 0, 0, 0, 0])
    one.state["ch_pp"][0, 0], one.state["ch_wounds"][0] = 9, 3
    assert one.go_on() == 0
    assert one.state["adv_repeat"][0] == 1
    one.go_on()
    assert one.state["stk"][0, 1].tolist()[4] == 0  # it is not over any more
    assert one.state["ch_pp"][0, :2].tolist() == [4, 5]
    assert one.state["ch_wounds"][0, :2].tolist() == [1, 0]
    assert (one.state["round"][0], one.state["sp"][0]) == (0, 2)


@pytest.mark.rule("STA-18.8", "STA-34.10")
def test_the_hunt_is_not_repeated():
    one = Attempt("treasure_hunt")
    assert one.go_on() == JUDGED
    assert one.state["adv_repeat"][0] == 0


def half_won(**fields):
    """The diary was found, and no more."""
    one = Attempt("captain_jones", **fields)
    one.state["goal_state"][0, 1], one.state["goal_holder"][0, 1] = Goal.HELD, 0
    return one


@pytest.mark.rule("STA-18.7", "STA-R41")
@pytest.mark.parametrize(("captain", "asked"), [(1, -1), (-1, 0)])
def test_after_half_a_success_the_captain_is_asked(captain, asked):
    one = half_won(captain=captain)
    assert one.go_on() == JUDGED
    assert one.state["adv_result"][0] == 1
    frame = one.state["stk"][0, 2].tolist()
    assert (one.state["sp"][0], frame[0], frame[1]) == (3, Decision.REPEAT, asked)


@pytest.mark.rule("STA-18.7", "STA-18.9")
def test_what_stands_is_paid_and_closed():
    one = half_won()
    one.go_on()
    one.state["sp"], one.state["stk"][0, 2] = 2, 0  # the Captain goes on
    assert one.go_on() == PAID
    assert one.state["ch_pp"][0, :2].tolist() == [10, 0]
    one.go_on()
    assert one.state["sp"][0] == 1  # the campaign goes on


@pytest.mark.rule("STA-32.10", "STA-18.6")
@pytest.mark.parametrize(
    ("chapter", "repeats", "prestige"),
    [("exile", 0, 10), ("exile", 1, 0), ("captain_jones", 1, 10)],
)
def test_some_repeats_pay_no_reward(chapter, repeats, prestige):
    one = Attempt(chapter, Ended.GOALS_MET, adv_repeat=repeats)
    assert one.go_on() == JUDGED
    one.go_on()
    assert one.state["ch_pp"][0, :2].tolist() == [prestige, prestige]
