"""What a step may not do, done on purpose (STA section 13: 9, 10 and 13)."""

import numpy as np
import pytest

from piracy_env.core.record import Record
from piracy_env.games.skull_tales.actions import ACTIONS
from piracy_env.games.skull_tales.adventure import GAME
from piracy_env.games.skull_tales.invariants_deeds import deed_faults
from piracy_env.games.skull_tales.state_land import Status
from piracy_env.games.skull_tales.traits import Trait
from tests.games.skull_tales.land.ashore import arena
from tests.games.skull_tales.land.positions import T
from tests.games.skull_tales.land.test_attacks import knows
from tests.games.skull_tales.land.test_cove import homecoming
from tests.scenario import act


def faults(table, label, **after):
    """What is wrong if that action is played, and has changed these fields."""
    before = table.play().states.copy()
    states = before.copy()
    for name, value in after.items():
        states[name][0] = value
    action = ACTIONS.id(label)
    return list(deed_faults(Record(before[0]), action, Record(states[0]), T.t))


def test_actions_have_the_same_ids_in_the_listing():
    labels = [GAME.actions.label(action) for action in range(GAME.actions.size)]
    assert labels == [ACTIONS.label(action) for action in range(GAME.actions.size)]


@pytest.mark.rule("STA-2.4", "STA-R14")
@pytest.mark.parametrize("label", ["dp_heal", "dp_action", "vengeful"])
def test_a_second_destiny_point_is_missed(label):
    table = arena(("sea_dog", (2, 2)))
    assert faults(table, label) == []
    table.edit(0, ch_status=Status.DESTINY_USED)
    assert faults(table, label) == ["A uses a second Destiny Point"]


@pytest.mark.rule("STA-10.33")
def test_a_second_search_is_missed():
    table = arena(("sea_dog", (2, 2)))
    table.edit(0, ch_status=Status.SEARCHED)
    assert faults(table, "search") == ["A searches twice in a turn"]


@pytest.mark.rule("STA-3.1")
def test_six_dice_are_missed():
    table = arena(("sea_dog", (2, 2)))
    found = faults(table, "end_turn", rl_depth=1, rl_n=[6, 0])
    assert found == ["a roll has more than 5 dice"]


@pytest.mark.rule("STA-10.13", "STA-R24")
def test_a_step_of_who_is_engaged_is_missed():
    table = arena(("sea_dog", (2, 2)))
    table.foe("redcoat", (1, 3))
    assert faults(table, "step S") == ["A steps, but is engaged by Enemy 0"]
    for change in ({"free_from": 1}, {"ch_status": Status.HIDDEN}):
        free = arena(("sea_dog", (2, 2)))
        free.foe("redcoat", (1, 3))
        free.edit(0, **change)
        assert faults(free, "step S") == []
    for change in ({"hide": 1}, {"status": 2}):
        free = arena(("sea_dog", (2, 2)))
        free.foe("redcoat", (1, 3), **change)
        assert faults(free, "step S") == []
    assert faults(knows(table, 0, Trait.STEALTH), "step S") == []


@pytest.mark.rule("STA-R1")
@pytest.mark.parametrize(("place", "engages"), [((1, 3), True), ((2, 3), False), ((2, 4), False)])
def test_walls_keep_enemies_off(place, engages):
    table = arena(("sea_dog", (1, 4)), tile="c1")  # a wall south of (1, 3) and (1, 4)
    table.foe("redcoat", place)
    assert bool(faults(table, "step N")) == engages


@pytest.mark.rule("STA-R56")
def test_nobody_is_paid_before_the_end():
    table = arena(("sea_dog", (2, 2)))
    assert faults(table, "end_turn", ch_adv_pp=[3, 0, 0, 0, 0]) == []
    found = faults(table, "end_turn", ch_pp=[3, 0, 0, 0, 0], ch_coins=[1, 0, 0, 0, 0])
    assert len(found) == 2


@pytest.mark.rule("STA-18.6", "STA-18.10")
@pytest.mark.parametrize(
    "wrong",
    [
        {"adv_gain": [0, 0, 0, 0, 0]},
        {"ch_pp": [99, 0, 0, 0, 0]},
        {"ch_coins": [0, 0, 0, 0, 0]},
        {"adv_result": 0},
    ],
)
def test_payments_are_those_of_goals_and_chart(wrong):
    engine = homecoming(("sea_dog", (2, 2)), ("surgeon", (1, 0))).play()
    before = engine.states.copy()
    act(engine, "step W")
    after = engine.states.copy()
    step = ACTIONS.id("step W")
    assert engine.states["adv_result"][0] == 2
    assert list(deed_faults(Record(before[0]), step, Record(after[0]), T.t)) == []
    for name, value in wrong.items():
        after[name][0] = np.asarray(value, after[name].dtype)
    assert list(deed_faults(Record(before[0]), step, Record(after[0]), T.t))
