"""What each reward mode pays for an Adventure (section 0.10), a lone Pirate too."""

import numpy as np
import pytest

from piracy_env.core.game import ENDED, RUNNING
from piracy_env.games.skull_tales.outcome_land import MIXED, OWN, TEAM, reward
from piracy_env.games.skull_tales.state_land import Goal
from tests.games.skull_tales.land.ashore import arena

PIRATES = (("sea_dog", (2, 2)), ("surgeon", (2, 3)), ("cutthroat", (3, 3)))
FAILURE, PARTIAL, TOTAL = range(3)


def paid(mode, prestige, result=None, **fields):
    """What a mode pays seats with so much prestige: at the end with a result, or as it stands."""
    table = arena(*PIRATES[: len(prestige)])
    for seat, gained in enumerate(prestige):
        table.edit(seat, ch_pp=gained)
    table.set(over=RUNNING if result is None else ENDED, **fields)
    if result is not None:
        table.set(adv_result=result)
    out = np.zeros(len(prestige), np.float64)
    reward(table.s, table.t, mode, out)
    return out.tolist()


@pytest.mark.parametrize("mode", [MIXED, TEAM])
@pytest.mark.parametrize(("result", "team"), [(FAILURE, 0.0), (PARTIAL, 0.5), (TOTAL, 1.0)])
def test_a_lone_pirate_is_paid_what_the_adventure_came_to(mode, result, team):
    assert paid(mode, [10], result) == [team]


def test_who_gained_less_is_paid_less_of_what_all_reached():
    assert paid(MIXED, [20, 10, 0], TOTAL) == pytest.approx([1.0, 0.8, 0.6])
    assert paid(MIXED, [20, 10, 0], PARTIAL) == pytest.approx([0.5, 0.4, 0.3])
    assert paid(MIXED, [0, 0, 0], TOTAL) == [1.0, 1.0, 1.0]
    assert paid(TEAM, [20, 10, 0], TOTAL) == [1.0, 1.0, 1.0]


def test_the_own_score_alone_is_paid_up_to_40():
    assert paid(OWN, [20, 40, 60], FAILURE) == pytest.approx([0.5, 1.0, 1.0])


def test_an_adventure_that_goes_on_stands_by_its_goals():
    """Half of the share of goals reached; skull_cove has three."""
    assert paid(TEAM, [0]) == [0.0]
    one = [Goal.HELD, *[Goal.UNKNOWN] * 7]
    assert paid(TEAM, [0], goal_state=one)[0] >= 0.5 / 3
    two = [Goal.HELD, Goal.REACHED, *[Goal.UNKNOWN] * 6]
    assert paid(TEAM, [0], goal_state=two)[0] > paid(TEAM, [0], goal_state=one)[0]
