"""Exile: traps, the rock, the caves, Fardelejo and the cellar (STA-32)."""

import pytest

from piracy_env.games.skull_tales.gear import LEGEND, Legend
from piracy_env.games.skull_tales.rules.adventure import exile
from piracy_env.games.skull_tales.state import Ended
from piracy_env.games.skull_tales.state_land import Exit, Goal, Status
from piracy_env.games.skull_tales.terrain import BLOCKED
from tests.games.skull_tales.land.ashore import HOME, asked, at
from tests.games.skull_tales.land.chapter import (
    APART,
    Chapter,
    carried,
    explore,
    foes_at,
    garrison_at,
    search,
    turned,
    where,
)
from tests.scenario import act, expect, labels, refuses

FINDS = {1: 24, 2: 26, 3: 27}
"""Where `sf` has what was found."""


def exiled(place=(2, 4), *, tiles=(("i7", 0, 0),), hands=(), **fields):
    """A Pirate on the beach, at its exit."""
    table = Chapter("exile", ("sea_dog", place, *hands), tiles=tiles)
    table.set(**fields)
    return table


@pytest.mark.rule("STA-S42", "STA-32.1", "STA-32.2", "STA-32.3")
def test_s42_a_trap_that_cannot_be_avoided():
    table = exiled()
    table.edit(0, ch_ap=1)
    table.pile("i11")
    engine = explore(table.play(5))
    expect(engine, {"ch_wounds[0]": 1, "force_n": 0, "ch_ap[0]": 0})
    assert garrison_at(engine, "i11") == [("cursed_one", 2, 2), ("cursed_one", 2, 4)]


@pytest.mark.rule("STA-32.1", "STA-32.2")
@pytest.mark.parametrize(
    ("die", "wounds", "status"),
    [
        (1, 0, Status.STUNNED),
        (3, 0, Status.STUNNED),
        (4, 0, Status.POISONED),
        (5, 1, 0),
        (6, 1, Status.STUNNED),
    ],
)
@pytest.mark.parametrize("is_tried", [False, True])
def test_each_trap_does_its_worst_unless_it_is_avoided(die, wounds, status, is_tried):
    table = exiled()
    table.pile("i12")
    engine = explore(table.play(die, *((1, 1, 1, 1, 1) if is_tried else ())))
    assert asked(engine) == "SPECIAL"
    assert labels(engine) == ["no", "yes"]
    act(engine, "yes" if is_tried else "no")
    expect(engine, {"ch_wounds[0]": wounds, "ch_ap[0]": 4 if is_tried else 5})
    assert engine.states[0]["ch_status"][0] & (Status.STUNNED | Status.POISONED) == status


@pytest.mark.rule("STA-32.1", "STA-32.2")
@pytest.mark.parametrize("die", [1, 4, 5, 6])
def test_a_successful_roll_avoids_the_trap(die):
    table = exiled()
    table.pile("i12")
    engine = act(explore(table.play(die, 6, 6, 6)), "yes")
    expect(engine, {"ch_wounds[0]": 0, "ch_ap[0]": 4, "ch_status[0]": 0})


@pytest.mark.rule("STA-32.4", "STA-26.3", "STA-12.3")
def test_i10_is_entered_over_the_rocks():
    table = exiled()
    table.pile("i10")
    engine = act(table.play(5), "explore")
    assert labels(engine, "cand") == ["cand 0"]
    act(engine, "cand 0", "no")
    assert at(engine, 0) == (2, 5)
    wanted = [("cannibal", 0, 4), ("cannibal", 2, 4), ("cannibal", 4, 4)]
    assert garrison_at(engine, "i10") == wanted


@pytest.mark.rule("STA-32.5", "STA-32.7", "STA-12.3")
@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("i16", [("cannibal", 2, 3), ("cannibal", 3, 2), ("cannibal", 3, 3)]),
        ("c1", [("cursed_one", 0, 3), ("cursed_one", 1, 1), ("cursed_one", 2, 3)]),
        ("c2", [("cannibal", 0, 1), ("cannibal", 0, 3), ("cannibal", 3, 2)]),
    ],
)
def test_who_waits_where(name, wanted):
    is_cave = name.startswith("c")
    table = exiled((0, 1) if is_cave else (2, 4), tiles=(("c6" if is_cave else "i7", 0, 0),))
    if is_cave:
        table.second_pile(name)
    else:
        table.pile(name)
    engine = act(table.play(6), "explore")
    act(engine, labels(engine, "cand")[0])
    if not is_cave:
        act(engine, "no")
    assert garrison_at(engine, name) == wanted


@pytest.mark.rule("STA-32.3", "STA-32.5", "STA-32.7")
@pytest.mark.parametrize(("name", "goal"), [("i11", 1), ("i16", 2), ("c1", 3), ("s3", 5)])
def test_a_search_finds_the_goal_once(name, goal):
    table = exiled((2, 2), tiles=((name, 0, 0),))
    engine = search(table)
    expect(engine, {f"goal_holder[{goal - 1}]": 0, "over": int(goal == 5)})
    if goal < 5:
        table = exiled((2, 2), tiles=((name, 0, 0),))
        table.goal(goal, Goal.LOST)
        table.story(**{f"s{FINDS[goal]}": 1})
        expect(search(table), {f"goal_state[{goal - 1}]": Goal.LOST})


@pytest.mark.rule("STA-32.4")
def test_the_siamese_swords_lie_on_i10():
    table = exiled((2, 1), tiles=(("i10", 0, 0),))
    engine = search(table)
    assert LEGEND + Legend.SIAMESE_SWORDS in carried(engine)
    expect(engine, {"diff": 2, "sf[25]": 1})
    table = exiled((2, 1), tiles=(("i10", 0, 0),))
    table.story(s25=1)
    engine = search(table)
    assert LEGEND + Legend.SIAMESE_SWORDS not in carried(engine)
    expect(engine, {"diff": 1})


def at_the_rock(place=(3, 3), lever=0, **fields):
    """Next to the rock, with the lever."""
    table = exiled(place, tiles=(("i16", 0, 0),), **fields)
    table.goal(1, Goal.HELD, lever)
    table.goal(2, Goal.HELD, 0)
    return table


@pytest.mark.rule("STA-32.6", "STA-R54")
def test_the_rock_is_moved_by_who_has_the_lever():
    engine = act(at_the_rock().play(), "chapter")
    assert labels(engine) == ["num 1"]
    act(engine, "num 1")
    expect(engine, {"ch_ap[0]": 5, "sf[17]": 1})
    table = at_the_rock()
    table.goal(2, Goal.LOST)  # the flag of a merit stays
    assert "chapter" in labels(table.play())
    table = at_the_rock()
    table.goal(2, Goal.UNKNOWN)
    refuses(table.play(), "chapter")
    table = at_the_rock()
    table.goal(1, Goal.REACHED)
    refuses(table.play(), "chapter")
    refuses(at_the_rock((2, 2)).play(), "chapter")


def before_the_cave(**fields):
    table = at_the_rock(**fields)
    table.story(s17=1)
    return table


@pytest.mark.rule("STA-32.6", "STA-26.5", "STA-16.9", "STA-32.1", "STA-R95", "STA-R96")
def test_the_cave_is_entered_for_the_first_time():
    engine = act(before_the_cave().play(4, 6), "chapter", "num 2")
    expect(engine, {"flag": 9, "diff": 2, "tl_row[1]": APART, "tl_col[1]": APART})
    assert where(engine, "c6") == (APART, APART, 0)
    assert at(engine, 0, APART) == (4, 2)
    assert asked(engine) == "SPECIAL"  # darts
    act(engine, "no")
    expect(engine, {"force_n": 0})
    # then the chart: on a 6 at difficulty 2 a Cursed One and a Cannibal
    assert sorted(kind for kind, *_ in foes_at(engine)) == ["cannibal", "cursed_one"]
    one = engine.states[0]
    ways = [
        int(one["ex_state"][k])
        for k in range(one["n_ex"])
        if (one["ex_row"][k], one["ex_col"][k]) == (APART + 4, APART + 2)
    ]
    assert ways == [Exit.LINKED]
    refuses(engine, "explore")


@pytest.mark.rule("STA-32.6", "STA-26.5", "STA-R95")
def test_the_cave_leads_back_and_again_without_a_trap():
    table = before_the_cave()
    table.lay("c6", (APART, APART))
    one = table.state[0]
    for k in range(one["n_ex"]):
        if (one["ex_row"][k], one["ex_col"][k]) == (APART + 4, APART + 2):
            one["ex_state"][k] = Exit.LINKED
    engine = act(table.play(), "chapter", "num 2")
    assert at(engine, 0, APART) == (4, 2)
    expect(engine, {"flag": 10, "diff": 1})
    act(engine, "chapter", "num 2")
    assert at(engine, 0) == (3, 3)  # the only free space next to the rock
    expect(engine, {"ch_ap[0]": 4})


@pytest.mark.rule("STA-32.8")
def test_fardelejo_is_freed_for_his_key():
    table = exiled((1, 1), tiles=(("c2", 0, 0),))
    engine = act(table.play(), "chapter", "num 5")
    expect(engine, {"flag": 9, "ch_ap[0]": 5})
    expect(engine, {"goal_state[3]": Goal.HELD, "goal_holder[3]": 0})
    refuses(engine, "chapter")
    table = exiled((1, 1), tiles=(("c2", 0, 0),))
    table.foe("cannibal", (4, 4))
    refuses(table.play(), "chapter")


@pytest.mark.rule("STA-32.8", "STA-26.3")
def test_fardelejo_lies_in_the_way_and_the_cave_is_entered_from_the_south():
    table = exiled((0, 1), tiles=(("c6", 0, 0),))
    table.second_pile("c2")
    engine = act(table.play(), "explore")
    assert labels(engine, "cand") == ["cand 0"]
    act(engine, "cand 0")
    row, col, turns = where(engine, "c2")
    r, c = turned((0, 2), turns)
    assert engine.states[0]["b_ter"][row + r, col + c] == BLOCKED


def over_the_trapdoor(**fields):
    table = exiled((2, 1), tiles=(("c1", 0, 0),), **fields)
    table.goal(3, Goal.HELD, 0)
    table.goal(4, Goal.HELD, 0)
    return table


@pytest.mark.rule("STA-32.7", "STA-16.9")
def test_the_trapdoor_leads_to_the_cellar():
    engine = act(over_the_trapdoor().play(5), "chapter")
    assert labels(engine) == ["num 3"]
    act(engine, "num 3", "chapter")
    assert labels(engine) == ["num 4"]
    act(engine, "num 4")
    expect(engine, {"flag": 9, "diff": 1})
    act(engine, "no")
    expect(engine, {"ch_wounds[0]": 1})
    assert at(engine, 0, APART) == (2, 0)
    assert garrison_at(engine, "s3") == [("cursed_one", 0, 3), ("cursed_one", 4, 3)]


@pytest.mark.rule("STA-32.9", "STA-18.2")
def test_the_map_ends_it_at_once():
    table = exiled((2, 4))
    table.goal(5, Goal.HELD, 0)
    engine = act(table.play(), "step N")
    expect(engine, over=1, ended=int(Ended.GOALS_MET), adv_result=2, ch_pp=[20], ch_coins=[10])


@pytest.mark.rule("STA-32.10", "STA-18.6")
@pytest.mark.parametrize("is_found", [False, True])
def test_the_cellar_is_half_a_success(is_found):
    table = exiled((2, 4), stage_moves=3999)
    table.goal(1, Goal.HELD, 0)
    if is_found:
        table.lay("s3", (APART, APART))
    engine = act(table.play(), "step N")
    expect(engine, over=1, adv_result=int(is_found), ch_pp=[5 * is_found], ch_coins=[0])


@pytest.mark.rule("STA-18.4", "STA-R66")
@pytest.mark.parametrize(("pile", "is_over"), [("i11", True), ("i16", True), ("i12", False)])
def test_it_ends_when_a_goals_island_cannot_be_reached(pile, is_over):
    table = exiled((0, 2), tiles=(("i13", 0, 0), ("i12", -5, 0)) if pile != "i12" else ())
    if pile == "i12":
        table.lay("i13", (HOME, HOME))
        table.lay("i11", (HOME - 5, HOME), 1)
    one = table.state[0]
    for exit_ in range(one["n_ex"]):
        is_last = (one["ex_row"][exit_], one["ex_side"][exit_]) == (HOME, 0)
        one["ex_state"][exit_] = Exit.OPEN if is_last else Exit.CLOSED
    table.pile(pile)
    engine = act(table.play(), "explore")
    expect(engine, over=int(is_over))


@pytest.mark.rule("STA-R66", "STA-32.6", "STA-R100")
def test_caves_are_not_missed_before_there_is_one():
    table = exiled((2, 2), tiles=(("i13", 0, 0),))
    table.second_pile("c1", "c2")
    assert not exile.is_pile_needed(table.s, table.t, 1)
    table.lay("c6", (APART, APART))
    assert exile.is_pile_needed(table.s, table.t, 1)


@pytest.mark.rule("STA-32.2", "STA-R52", "STA-R96")
def test_an_ally_pays_with_an_action():
    table = exiled()
    table.edit(0, ch_x=HOME + 2)
    table.ally(1, "guide", (2, 4), ally_act=2)
    table.pile("i12")
    engine = explore(table.play(1, 6, 6, 6, 6, slot=1))
    expect(engine, {"ally_act[1]": 1})
    act(engine, "yes")
    expect(engine, {"ally_act[1]": 0, "ch_status[1]": 0})
