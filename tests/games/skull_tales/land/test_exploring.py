"""Exploring exits, opening doors, the city (STA-10.29 to 10.32, STA-10.41, STA-16)."""

import pytest

from piracy_env.games.skull_tales.state import Ended
from piracy_env.games.skull_tales.state_land import Door, Exit
from piracy_env.games.skull_tales.tables.tiles import DOOR_KEYS
from piracy_env.games.skull_tales.terrain import TOKENS
from tests.games.skull_tales.land.ashore import (
    HOME,
    Ashore,
    arena,
    asked,
    at,
    candidates,
)
from tests.games.skull_tales.land.positions import T
from tests.scenario import act, expect, labels, refuses


def foes_on(engine):
    one = engine.states[0]
    return sorted(
        (int(kind), int(row) - HOME, int(col) - HOME)
        for kind, row, col in zip(one["foe_type"], one["foe_row"], one["foe_col"], strict=True)
        if kind >= 0
    )


@pytest.mark.rule("STA-10.29", "STA-18.1", "STA-R30", "STA-26.3", "STA-10.32", "STA-5.3")
def test_exploring_lays_a_tile_moves_the_flag_and_the_explorer():
    table = arena(("sea_dog", (2, 4)), tile="i13")
    table.pile("i3", "i8")
    engine = act(table.play(6), "explore")
    expect(engine, {"flag": 9, "ch_ap[0]": 5, "pile_n": [1, 0]})
    assert asked(engine) == "TILE"
    assert len(labels(engine, "cand")) == 2  # both exits of i8
    act(engine, "cand 1")
    expect(engine, {"n_tl": 2, "tl_revealed": [0, 1], "tl_token[1]": TOKENS.index("i8")})
    assert at(engine, 0)[1] == 5
    assert len(foes_on(engine)) == 2  # d1, 6: two Redcoats
    assert {kind for kind, *_ in foes_on(engine)} == {0}


@pytest.mark.rule("STA-10.32", "STA-5.2")
@pytest.mark.parametrize(
    ("die", "diff", "kinds"),
    [(1, 1, []), (3, 1, [0]), (6, 2, [0, 0, 0]), (6, 3, [0, 0, 1]), (4, 3, [0, 0, 0])],
)
def test_the_chart_goes_by_die_and_difficulty(die, diff, kinds):
    table = arena(("sea_dog", (2, 4)), tile="i13")
    table.pile("i8")
    table.set(diff=diff)
    engine = act(table.play(die), "explore", "cand 0")
    assert [kind for kind, *_ in foes_on(engine)] == kinds


@pytest.mark.rule("STA-S17", "STA-10.30", "STA-26.2", "STA-5.5")
def test_s17_a_tile_that_has_no_room_goes_back():
    table = Ashore(1)
    table.lay("i13")
    table.lay("i4", (HOME - 5, HOME), 2)
    table.pirate(0, "sea_dog", (0, 2))
    table.pile("i1")
    one = table.state[0]
    north = next(k for k in range(4) if (one["ex_row"][k], one["ex_side"][k]) == (HOME, 0))
    engine = act(table.play(), "explore")
    expect(engine, {"flag": 9, "ch_ap[0]": 5, "n_tl": 2, f"ex_state[{north}]": int(Exit.CLOSED)})
    expect(engine, {"pile_n": [1, 0]})
    assert at(engine, 0) == (0, 2)
    refuses(engine, "explore")


@pytest.mark.rule("STA-R30")
def test_an_empty_pile_is_not_explored():
    table = arena(("sea_dog", (2, 4)), tile="i13")
    table.set(chest=[-1, -1, -1])
    refuses(table.play(), "explore")
    table = arena(("sea_dog", (2, 4)), tile="i13")
    table.pile("i8")
    table.edit(0, ch_ap=0)
    refuses(table.play(), "explore")
    table = arena(("sea_dog", (2, 3)), tile="i13")
    table.pile("i8")
    refuses(table.play(), "explore")  # not on an exit


@pytest.mark.rule("STA-R31")
def test_linked_exits_are_not_explored():
    table = Ashore(1)
    table.lay("i13")
    table.lay("i6", (HOME, HOME + 5))
    table.pirate(0, "sea_dog", (2, 4))
    table.pile("i8")
    engine = table.play()
    refuses(engine, "explore")
    act(engine, "step E")
    assert at(engine, 0) == (2, 5)


@pytest.mark.rule("STA-R30")
def test_the_explorer_moves_in_first_and_may_be_engaged_at_once():
    table = arena(("sea_dog", (2, 4)), tile="i13", chapter="castaways")
    table.pile("i6")
    engine = act(table.play(), "explore", "cand 0")
    assert at(engine, 0) == (2, 5)


@pytest.mark.rule("STA-S33", "STA-10.31", "STA-12.3")
def test_s33_goal_tiles_have_their_own_enemies():
    table = arena(("sea_dog", (2, 4)), tile="i13", chapter="captain_jones")
    table.pile("i5")
    engine = act(table.play(), "explore", "cand 0")
    assert [kind for kind, *_ in foes_on(engine)] == [0, 0, 0]


@pytest.mark.rule("STA-10.15", "STA-10.29")
def test_a_runner_may_explore():
    table = arena(("sea_dog", (2, 4)), tile="i13")
    table.pile("i8")
    assert "explore" in labels(act(table.play(), "run"))


@pytest.mark.rule("STA-18.4", "STA-R66")
def test_an_adventure_that_cannot_go_on_is_over():
    """The only exit left gets a No Exit token while chests are still in the pile."""
    table = arena(("sea_dog", (2, 4)), tile="i13")
    table.lay("i4", (HOME, HOME + 6))
    table.pile("i8")
    table.set(chest=[TOKENS.index("i8"), -1, -1], goal_state=[2, 2, 0, 0, 0, 0, 0, 0])
    table.set(goal_holder=[0, 0, -1, -1, -1, -1, -1, -1])
    one = table.state[0]
    last = next(k for k in range(one["n_ex"]) if one["ex_side"][k] == 1)
    one["ex_state"][: one["n_ex"]] = Exit.CLOSED
    one["ex_state"][last] = Exit.OPEN
    engine = act(table.play(), "explore")
    expect(engine, over=1, ended=int(Ended.BLOCKED), adv_result=1)


@pytest.mark.rule("STA-R66")
def test_exploring_may_be_blocked_once_all_chests_are_found():
    table = arena(("sea_dog", (2, 4)), tile="i13")
    table.lay("i4", (HOME, HOME + 6))
    table.pile("i8")
    one = table.state[0]
    last = next(k for k in range(one["n_ex"]) if one["ex_side"][k] == 1)
    one["ex_state"][: one["n_ex"]] = Exit.CLOSED
    one["ex_state"][last] = Exit.OPEN
    expect(act(table.play(), "explore"), over=0)


@pytest.mark.rule("STA-10.41", "STA-16.2", "STA-16.3", "STA-R77", "STA-18.1", "STA-5.7")
def test_a_special_building_moves_the_flag_when_it_is_opened():
    table = arena(("sea_dog", (4, 5)), tile="v4", chapter="awakening")
    engine = table.play()
    refuses(engine, "step W")
    act(engine, "open_door")
    expect(engine, {"flag": 9, "ch_ap[0]": 5, "dr_state[0]": int(Door.OPEN)})
    assert len(foes_on(engine)) == 4
    refuses(engine, "open_door")
    assert T.t.doors[DOOR_KEYS.index("tavern")].building > 0


@pytest.mark.rule("STA-10.41")
def test_a_door_is_opened_from_straight_in_front():
    table = arena(("sea_dog", (3, 5)), tile="v4", chapter="awakening")
    refuses(table.play(), "open_door")
    table = arena(("sea_dog", (4, 4)), tile="v4", chapter="awakening")
    assert "open_door" in labels(table.play())  # from inside, too


@pytest.mark.rule("STA-16.4", "STA-R62")
def test_a_room_calls_its_enemies_once():
    table = arena(("sea_dog", (2, 3)), tile="v1", chapter="awakening")
    engine = table.play(6, 6, 6)
    assert "open_door" in labels(engine)
    before = engine.states[0]["flag"]
    act(engine, "open_door")
    expect(engine, flag=int(before))  # an inner door moves no flag
    assert sum(int(rooms) for rooms in engine.states[0]["tl_rooms"]) > 0


@pytest.mark.rule("STA-16.1")
def test_exploring_a_city_tile_moves_the_flag_once():
    table = arena(("sea_dog", (0, 6)), tile="v1", chapter="awakening")
    table.pile("v4")
    engine = act(table.play(1), "explore", "cand 0")
    expect(engine, flag=9)


@pytest.mark.rule("STA-16.7", "STA-16.5")
def test_roofs_are_one_space():
    table = arena(("sea_dog", (0, 8)), tile="v4", chapter="awakening")
    table.state["ch_y"][0, 0], table.state["ch_x"][0, 0] = HOME, HOME + 7
    engine = act(table.play(), "climb")
    assert len(candidates(engine)) == len(set(candidates(engine)))
