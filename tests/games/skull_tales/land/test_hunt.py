"""The Treasure Hunt: still and spring, the temple, the Guardian (STA-34)."""

import pytest

from piracy_env.games.skull_tales.gear import LEGEND, Legend
from piracy_env.games.skull_tales.rules.adventure import hunt, piles, stories
from piracy_env.games.skull_tales.state import Ended
from piracy_env.games.skull_tales.state_land import Exit, Goal, Status
from tests.games.skull_tales.land.ashore import at
from tests.games.skull_tales.land.chapter import (
    APART,
    Chapter,
    carried,
    explore,
    garrison_at,
    search,
    where,
)
from tests.games.skull_tales.land.enemies_at import enemy_round
from tests.scenario import act, expect, labels, refuses


def hunting(*pirates, tiles=(("i6", 0, 0),), **fields):
    """Pirates on the island."""
    table = Chapter("treasure_hunt", *(pirates or (("sea_dog", (2, 4), "sword"),)), tiles=tiles)
    table.set(**fields)
    return table


@pytest.mark.rule("STA-34.3", "STA-34.4", "STA-34.5", "STA-12.3")
@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("i2", [("cannibal", 0, 1), ("cannibal", 2, 1), ("cannibal", 4, 1)]),
        ("i4", [("cannibal", 2, 0), ("cannibal", 2, 2), ("cannibal", 2, 4)]),
        ("i10", [("cannibal", 2, 4), ("cannibal", 4, 4)]),
    ],
)
def test_who_waits_on_the_islands(name, wanted):
    table = hunting(("sea_dog", (2, 4)))
    table.pile(name)
    entrance = 1 if name == "i10" else 0
    assert garrison_at(explore(table.play(), entrance), name) == wanted


@pytest.mark.rule("STA-34.2")
def test_characters_may_be_attacked():
    table = hunting()
    assert stories.may_attack_characters(table.s)
    assert not stories.may_attack_characters(Chapter("exile", ("sea_dog", (2, 2))).s)


@pytest.mark.rule("STA-34.3")
def test_the_gate_is_found_by_searching():
    table = hunting(("sea_dog", (1, 1)), tiles=(("i2", 0, 0),))
    expect(search(table), {"goal_state[0]": Goal.HELD, "goal_holder[0]": 0})


@pytest.mark.rule("STA-34.4")
@pytest.mark.parametrize(
    ("dice", "wounds", "status"),
    [
        ((5, 6, 1), 1, 0),
        ((5, 1, 1), 3, Status.POISONED),
        ((1, 1, 1), 4, Status.POISONED),
    ],
)
def test_the_still_cures_or_poisons(dice, wounds, status):
    table = hunting(("sea_dog", (0, 1)), ("surgeon", (4, 4)), tiles=(("i4", 0, 0),))
    table.edit(0, ch_wounds=3)
    engine = act(table.play(*dice), "chapter")
    assert labels(engine) == ["num 1"]
    act(engine, "num 1")
    expect(engine, {"ch_wounds[0]": wounds, "ch_status[0]": status, "sf[17]": 1, "ch_ap[0]": 5})
    refuses(engine, "chapter")  # once each


@pytest.mark.rule("STA-34.5")
@pytest.mark.parametrize(("die", "wounds"), [(1, 2), (2, 2), (3, 0), (6, 0)])
def test_the_spring_purifies_who_comes_there_first(die, wounds):
    table = hunting(("sea_dog", (2, 0)), tiles=(("i10", 0, 0),))
    table.edit(0, ch_wounds=1)
    engine = act(table.play(die, 1, 1), "step E")
    expect(engine, {"ch_wounds[0]": wounds, "sf[1]": 1, "force_n": 2})
    act(engine, "step W", "step E")
    expect(engine, {"ch_wounds[0]": wounds, "force_n": 2})


@pytest.mark.rule("STA-34.5")
def test_enemies_are_not_purified():
    table = hunting(("sea_dog", (0, 4)), tiles=(("i10", 0, 0),))
    table.foe("cannibal", (2, 0))
    hunt.step_made(table.s, table.t, 0)
    assert table.state["sf"][0, 1] == 0


def at_the_gate(place=(1, 1), drunk=1, pure=1, **fields):
    """At the gate of the temple, which was found."""
    table = hunting(("sea_dog", place), ("surgeon", (3, 2)), tiles=(("i2", 0, 0),), **fields)
    table.goal(1, Goal.HELD, 0)
    table.story(s17=drunk, s1=pure)
    return table


@pytest.mark.rule("STA-34.6", "STA-26.5")
def test_the_temple_opens_to_who_is_drunk_and_purified():
    engine = act(at_the_gate().play(), "chapter")
    assert labels(engine) == ["num 2"]
    act(engine, "num 2")
    assert where(engine, "t3") == (APART, APART, 0)
    assert at(engine, 0, APART) == (4, 2)
    wanted = [("skeleton", 0, 1), ("skeleton", 0, 3), ("skeleton", 1, 2)]
    assert garrison_at(engine, "t3") == wanted
    expect(engine, {"flag": 10, "sf[11]": 0})  # it was not explored
    one = engine.states[0]
    way_in = [
        int(one["ex_state"][k])
        for k in range(one["n_ex"])
        if (one["ex_row"][k], one["ex_col"][k]) == (APART + 4, APART + 2)
    ]
    assert way_in == [Exit.LINKED]


@pytest.mark.rule("STA-34.6")
@pytest.mark.parametrize(("drunk", "pure"), [(0, 1), (1, 0), (2, 1)])
def test_not_to_others(drunk, pure):
    refuses(at_the_gate(drunk=drunk, pure=pure).play(), "chapter")


@pytest.mark.rule("STA-34.6")
def test_once_it_is_open_all_may_pass_both_ways():
    table = at_the_gate(drunk=0, pure=0)
    table.lay("t3", (APART, APART))
    table.story(s18=1)
    one = table.state[0]
    for k in range(one["n_ex"]):
        if (one["ex_row"][k], one["ex_col"][k]) == (APART + 4, APART + 2):
            one["ex_state"][k] = Exit.LINKED
    engine = act(table.play(), "chapter")
    assert labels(engine) == ["num 3"]
    act(engine, "num 3")
    assert at(engine, 0, APART) == (4, 2)
    act(engine, "chapter", "num 3")
    assert at(engine, 0)[0] in {0, 1, 2}
    assert at(engine, 0)[1] == 1


@pytest.mark.rule("STA-34.7")
def test_the_compass_lies_in_the_temple():
    table = hunting(("sea_dog", (1, 2)), tiles=(("t3", 0, 0),))
    engine = search(table)
    assert LEGEND + Legend.COMPASS in carried(engine)
    expect(engine, {"ch_adv_coins[0]": 1, "sf[25]": 1})  # besides what a Search brings


@pytest.mark.rule("STA-34.7")
def test_the_temples_exits_explore_its_own_pile():
    table = hunting(("sea_dog", (0, 2)), tiles=(("t3", 0, 0), ("i6", 0, 10)))
    one = table.state[0]
    kinds = {
        int(piles.pile_of_exit(table.s, table.t, k)): int(one["ex_tile"][k])
        for k in range(one["n_ex"])
    }
    assert kinds == {1: 0, 0: 1}


@pytest.mark.rule("STA-34.8")
def test_the_guardian_waits_in_his_hall():
    table = hunting(("sea_dog", (0, 2)), tiles=(("t3", 0, 0),))
    table.second_pile("t2")
    engine = explore(table.play())
    wanted = [("mummy", 2, 1), ("skeleton", 1, 2), ("skeleton", 3, 1), ("skeleton", 3, 3)]
    assert garrison_at(engine, "t2") == wanted
    foe = engine.states[0]["foe_role"].tolist().index(hunt.GUARDIAN)
    assert engine.states[0]["foe_type"][foe] == 5


def before_him(wounds=0, **fields):
    """In the Guardian's hall."""
    table = hunting(
        ("sea_dog", (1, 3), "sword"), ("surgeon", (4, 4)), tiles=(("t2", 0, 0),), **fields
    )
    foe = table.foe("mummy", (1, 2), role=hunt.GUARDIAN, stun=0)
    table.state["foe_wounds"][0, foe] = wounds
    return table


@pytest.mark.rule("STA-34.8")
@pytest.mark.parametrize("is_alive", [True, False])
def test_his_gaze_meets_all_in_the_hall(is_alive):
    table = hunting(
        ("sea_dog", (1, 3)), ("surgeon", (4, 4)), ("cutthroat", (-4, 0)),
        tiles=(("t2", 0, 0), ("i6", -5, 0)),
    )  # fmt: skip
    table.foe("mummy", (1, 1), role=hunt.GUARDIAN if is_alive else 0, status=2)  # asleep
    engine = enemy_round(table, 1, 1, 1, 5, 1, 1, 1)
    expect(engine, {"ch_wounds": [int(is_alive), 0, 0], "round": 3})


@pytest.mark.rule("STA-34.9", "STA-18.2")
def test_who_defeats_him_has_won_for_all():
    table = before_him()
    table.state["foe_wounds"][0, 0] = table.state["foe_hp_max"][0, 0] - 1
    table.state["foe_off"][0, 0] = 8191  # neither impervious nor regenerating
    engine = act(table.play(6, 6, 6, 1, 1, 1, 1), "attack_melee", "enemy 0")
    expect(engine, over=1, ended=int(Ended.GOALS_MET), adv_result=2)
    expect(engine, {"ch_pp[0]": 5 + 10 + 10, "ch_coins[0]": 10, "ch_pp[1]": 10})


@pytest.mark.rule("STA-34.10", "STA-18.6")
@pytest.mark.parametrize("is_found", [True, False])
def test_the_hall_is_half_a_success_and_a_failure_a_curse(is_found):
    table = hunting(("sea_dog", (2, 3)), ("surgeon", (2, 4)), stage_moves=3999)
    table.edit(1, ch_wounds=5, ch_status=Status.KNOCKED_OUT, ch_dp=0)
    table.goal(1, Goal.HELD, 0)
    if is_found:
        table.lay("t2", (APART, APART))
    engine = act(table.play(), "step N")
    expect(engine, over=1, adv_result=int(is_found), ch_pp=[5 * is_found, 0])
    expect(engine, ch_cursed=[int(not is_found)] * 2, ch_wounds=[0, 0], ch_dp=[2, 3])


@pytest.mark.rule("STA-R66", "STA-34.6", "STA-R100")
@pytest.mark.parametrize(("name", "is_needed"), [("i2", True), ("i4", True), ("i3", False)])
def test_which_tiles_are_needed(name, is_needed):
    table = hunting()
    table.pile(name)
    table.second_pile("t2")
    assert stories.is_pile_needed(table.s, table.t, 0) == is_needed
    assert not stories.is_pile_needed(table.s, table.t, 1)
    table.lay("t3", (APART, APART))
    assert not stories.is_pile_needed(table.s, table.t, 0)
    assert stories.is_pile_needed(table.s, table.t, 1)
