"""Cheating Death (STA-36): cells, arms, the town's doors, a Rum, the harbour gate."""

import numpy as np
import pytest

from piracy_env.games.skull_tales.adventure import GAME
from piracy_env.games.skull_tales.gear import Gear
from piracy_env.games.skull_tales.rules.adventure import cheating, tiles
from piracy_env.games.skull_tales.rules.crew import STARTING
from piracy_env.games.skull_tales.state import Ended
from piracy_env.games.skull_tales.state_land import Door, Exit, FoeStatus, Status
from piracy_env.games.skull_tales.story_land import Cheating
from piracy_env.games.skull_tales.tables.cards import SEARCH_KEYS
from piracy_env.games.skull_tales.tables.enemies import FALLEN_KEYS
from piracy_env.games.skull_tales.terrain import TOKENS, WEST
from tests.games.skull_tales.land.ashore import HOME, Ashore, arena, asked
from tests.games.skull_tales.land.enemies_at import deck
from tests.games.skull_tales.land.positions import T
from tests.games.skull_tales.land.town import (
    arm,
    clear,
    door,
    foe_on,
    foes_there,
    hold,
    kinds,
    on_tile,
    put,
    search,
    tile_number,
)
from tests.scenario import act, deal, expect, labels, refuses

RUM = SEARCH_KEYS.index("rum")
GAME_TABLES = T.t


def town(*people, tile="v3", **options):
    return arena(*people, tile=tile, chapter="cheating_death", **options)


def prison(*people, allies=0, **options):
    """The barracks and the prison as they are at the start, people where they are wanted on s1."""
    table = Ashore(len(people), "cheating_death", **options)
    table.lay("v3")
    tiles.lay_at_link(table.s, table.t, 0, TOKENS.index("s1"))
    for seat, (card, place) in enumerate(people):
        table.pirate(seat, card, (0, 0))
        put(table, seat, "s1", place)
    cheating.set_up(table.s, table.t)
    return clear(table)


def guarded(*people):
    """With its guard, asleep, and those of the dormitory."""
    table = prison(*people)
    foe_on(table, "redcoat", "s1", (2, 2), status=int(FoeStatus.ASLEEP))
    for place in ((5, 1), (6, 2)):
        foe_on(
            table,
            "redcoat",
            "v3",
            place,
            status=int(FoeStatus.ASLEEP),
            mark=cheating.DORMITORY_GUARD,
        )
    return table


def asleep(engine):
    one = engine.states[0]
    return [bool(one["foe_status"][k] & FoeStatus.ASLEEP) for k in range(3)]


# --- set-up ---------------------------------------------------------------------------------------


@pytest.mark.rule("STA-36.1", "STA-R106")
@pytest.mark.parametrize("players", range(1, 6))
def test_all_begin_in_the_cells_with_nothing(players):
    cells = set()
    for seed in range(3):
        engine = deal(GAME, seed=seed, chapter="cheating_death", players=players)
        one = engine.states[0]
        assert not one["inv_n"].any()
        assert kinds(engine) == ["redcoat"] * 3
        assert asleep(engine) == [True] * 3
        for name in ("prison_door", "north_cell", "south_cell"):
            assert door(engine, name) == Door.CLOSED
        there = [slot for slot in range(5) if one["ch_kind"][slot]]
        shares = [int(one["sf"][Cheating.FIRST_CELL + slot]) for slot in there]
        assert abs(shares.count(1) - shares.count(2)) <= 1
        cells.add(tuple(shares))
    assert len(cells) > 1


@pytest.mark.rule("STA-36.1", "STA-6.11")
def test_everybody_is_put_down_in_its_own_cell():
    engine = deal(GAME, seed=3, chapter="cheating_death", players=3)
    while asked(engine) in ("DEPLOY_ORDER", "DEPLOY", "PREP"):
        one = engine.states[0]
        if asked(engine) == "DEPLOY":
            slot = int(one["stk"][int(one["sp"]) - 1, 3])
            rows = (0, 1) if one["sf"][Cheating.FIRST_CELL + slot] == 1 else (3, 4)
            wanted = {on_tile(engine, "s1", (row, col)) for row in rows for col in range(1, 5)}
            there = {tuple(map(int, place)) for place in one["cand"][: one["cand_n"]]}
            assert there <= wanted
            assert len(there) >= 6
        act(engine, int(next(iter(engine.legal()))))
    assert np.count_nonzero(engine.states[0]["ch_y"] >= 0) == 3


@pytest.mark.rule("STA-36.1")
def test_nobody_has_magic():
    """The Voodoo Shaman is not asked for its spells."""
    for seed in range(30):
        engine = deal(GAME, seed=seed, chapter="cheating_death", players=5)
        if 4 in engine.states[0]["ch_card"][:5]:
            break
    assert asked(engine) == "DEPLOY_ORDER"
    assert not engine.states[0]["spell"].any()


@pytest.mark.rule("STA-36.1", "STA-36.6", "STA-8.12")
@pytest.mark.parametrize("armed", [0, 1])
def test_allies_fight_with_bare_hands(armed):
    table = town(("sea_dog", (4, 9)), ("surgeon", (9, 9)))
    table.ally(2, "musketeer", (5, 5))
    table.state["sf"][0, Cheating.FIRST_ARMED + 2] = armed
    table.foe("redcoat", (4, 5))
    table.foe("redcoat", (5, 8))
    table.edit(2, ally_act=2)
    legal = labels(table.play(slot=2))
    assert ("attack_unarmed" in legal) == (not armed)
    assert ("attack_melee" in legal) == bool(armed)
    assert ("attack_ranged" in legal) == bool(armed)


# --- the prison -----------------------------------------------------------------------------------


@pytest.mark.rule("STA-36.2", "STA-R43")
@pytest.mark.parametrize(("number", "attribute"), [(2, 2), (3, 3), (4, 4)])
def test_a_cell_is_broken_open_by_one_of_three_attributes(number, attribute):
    table = guarded(("sea_dog", (1, 1)), ("surgeon", (3, 3)))
    table.state["ch_att"][0, 0] = 1
    table.state["ch_att"][0, 0, attribute] = 2
    engine = table.play(1, 6)
    assert "open_door" not in labels(engine)
    act(engine, "chapter", "num 1")
    assert labels(engine) == ["num 2", "num 3", "num 4"]
    told = [engine.describe_action(0, int(action), 0) for action in engine.legal()]
    assert told == ["By Strength.", "By Agility.", "By Intelligence."]
    assert "breaks the cell open" in engine.describe(0)
    act(engine, f"num {number}")
    expect(engine, {"ch_ap[0]": 4, "force_n": 0})
    assert door(engine, "north_cell") == Door.OPEN
    assert door(engine, "south_cell") == Door.CLOSED
    assert asleep(engine) == [False, True, True]


@pytest.mark.rule("STA-36.2")
def test_a_failed_attempt_wakes_nobody_and_may_be_repeated():
    table = guarded(("sea_dog", (1, 1)), ("surgeon", (3, 3)))
    engine = act(table.play(5, 5, 5, 5), "chapter", "num 1", "num 2")
    assert door(engine, "north_cell") == Door.CLOSED
    assert asleep(engine) == [True] * 3
    assert "chapter" in labels(engine)


@pytest.mark.rule("STA-36.2", "STA-R102")
def test_others_are_let_out_from_the_corridor():
    table = guarded(("sea_dog", (3, 0)), ("surgeon", (3, 3)))
    engine = act(table.play(6, 6, 6, 6), "chapter", "num 1", "num 2")
    assert door(engine, "south_cell") == Door.OPEN


@pytest.mark.rule("STA-36.3")
@pytest.mark.parametrize("before", [0, 1])
def test_the_first_shot_makes_it_harder(before):
    table = town(("lookout", (4, 9)), ("surgeon", (9, 9)))
    arm(table, 0, "musket", hands=(3,))
    table.state["sf"][0, Cheating.SHOT] = before
    table.foe("redcoat", (4, 5))
    engine = act(table.play(1, 1, 1, 1), "attack_ranged", "enemy 0")
    expect(engine, {"diff": 2 - before, "sf[0]": 1})


@pytest.mark.rule("STA-36.3")
def test_blows_make_no_noise():
    table = town(("sea_dog", (4, 4)), ("surgeon", (9, 9)))
    table.foe("redcoat", (4, 5))
    engine = act(table.play(1, 1, 1, 1, 1), "attack_unarmed", "enemy 0")
    expect(engine, {"diff": 1, "sf[0]": 0})


@pytest.mark.rule("STA-36.4")
def test_the_guards_rack_has_a_sword_and_a_pistol():
    table = prison(("sea_dog", (2, 1)), ("surgeon", (3, 3)))
    engine = act(table.play(), "chapter", "num 2")
    expect(engine, {"goal_state[0]": 2, "goal_holder[0]": 0, "inv_n[0]": 2, "ch_ap[0]": 5})
    assert set(engine.states[0]["inv_id"][0, :2]) == {Gear.SWORD, Gear.PISTOL}
    assert not (engine.states[0]["inv_flag"][0, :2] & 1).any()  # it is loaded
    assert "chapter" not in labels(engine)


@pytest.mark.rule("STA-36.5", "STA-R62")
def test_the_dormitory_wakes_when_its_door_opens():
    table = guarded(("sea_dog", (2, 0)), ("surgeon", (3, 3)))
    engine = act(table.play(), "open_door")
    assert asleep(engine) == [True, False, False]
    assert len(kinds(engine)) == 3  # nobody else comes
    expect(engine, flag=10)


@pytest.mark.rule("STA-36.5")
def test_who_slept_there_has_a_sword():
    table = guarded(("sea_dog", (2, 0)), ("surgeon", (3, 3)))
    table.state["fl_row"][0, 0], table.state["fl_col"][0, 0] = on_tile(table, "s1", (2, 0))
    table.state["fl_mark"][0, 0] = cheating.DORMITORY_GUARD
    kinds_of = table.state["fl_kind"][0]
    nothing = int(np.flatnonzero(kinds_of == FALLEN_KEYS.index("nothing"))[0])
    kinds_of[[0, nothing]] = kinds_of[[nothing, 0]]
    engine = act(table.play(), "loot_token", "cand 0")
    expect(engine, {"inv_n[0]": 1, "inv_id[0][0]": int(Gear.SWORD)})


@pytest.mark.rule("STA-36.6")
def test_the_office_has_the_weapons_of_all_once_each():
    table = town(("sea_dog", (0, 9)), ("lookout", (1, 9)))
    table.ally(2, "musketeer", (1, 8))
    table.ally(3, "gambler", (9, 0), seat=1)
    for slot in range(2):
        arm(table, slot)
    engine = act(table.play(6, 6, 6, 6), "search")
    gear = [int(one) for one in GAME_TABLES.characters[0].gear if one > 0]
    assert asked(engine) == "CARD"
    assert len(labels(engine, "cand")) == len(set(gear))
    act(engine, "cand 0")
    assert engine.states[0]["inv_id"][0, 0] == gear[0]
    armed = engine.states[0]["sf"][Cheating.FIRST_ARMED : Cheating.FIRST_ARMED + 4].tolist()
    assert armed == [1, 0, 1, 0]


@pytest.mark.rule("STA-36.6")
def test_a_second_search_of_the_office_is_for_others():
    table = town(("sea_dog", (0, 9)), ("lookout", (1, 9)))
    for slot in range(2):
        arm(table, slot)
    table.state["sf"][0, Cheating.FIRST_ARMED] = 1
    engine = act(table.play(6, 6, 6, 6), "search")
    assert asked(engine) != "CARD"
    assert not (engine.states[0]["inv_flag"][0] & STARTING).any()


# --- the town -------------------------------------------------------------------------------------


@pytest.mark.rule("STA-36.7")
def test_the_company_has_a_strongbox():
    table = search(town(("sea_dog", (8, 8)), ("surgeon", (9, 0))))
    expect(table.play(), {"goal_state[1]": 2, "goal_holder[1]": 0, "crew_booty": 200})


@pytest.mark.rule("STA-36.8", "STA-16.2", "STA-R107")
def test_the_patio_wakes_two_rooms():
    table = town(("sea_dog", (4, 6)), tile="v1")
    engine = act(table.play(1, 6), "open_door")
    places = [(row - HOME, col - HOME) for _, row, col in foes_there(engine)]
    assert [3 <= row <= 5 and 3 <= col <= 5 for row, col in places] == [True, False, False, False]
    assert [2 <= row <= 5 and col <= 2 for row, col in places] == [False, True, True, True]
    expect(engine, flag=9)


@pytest.mark.rule("STA-36.8")
def test_the_living_room_is_not_woken_twice():
    table = town(("sea_dog", (2, 3)), tile="v1")
    table.state["tl_rooms"][0, 0] = 1 << cheating.LIVING - 1
    assert kinds(act(table.play(6), "open_door")) == []


@pytest.mark.rule("STA-36.8")
def test_a_search_of_the_bedroom_finds_the_letter_and_makes_it_harder():
    table = search(town(("sea_dog", (1, 4)), tile="v1"))
    expect(table.play(), {"goal_state[2]": 2, "diff": 2})


@pytest.mark.rule("STA-36.8")
def test_the_church_never_opens_and_the_shop_has_no_guard():
    assert "open_door" not in labels(town(("sea_dog", (8, 5)), tile="v1").play())
    engine = act(town(("sea_dog", (7, 2)), tile="v1").play(6), "open_door")
    assert kinds(engine) == []
    expect(engine, flag=9)


@pytest.mark.rule("STA-36.8", "STA-R107")
@pytest.mark.parametrize(("face", "left"), [(1, 1), (6, 3)])
def test_a_rum_costs_less_for_the_charming(face, left):
    table = town(("sea_dog", (8, 1)), tile="v1")
    arm(table, 0)
    table.state["ch_att"][0, 0, 6] = 2
    table.edit(0, ch_adv_coins=1, ch_coins=1)
    assert "chapter" not in labels(table.play())
    table.edit(0, ch_adv_coins=1, ch_coins=3, ch_brew=6)
    assert "chapter" not in labels(table.play())  # there is no place for it
    table.edit(0, ch_brew=5)
    engine = act(table.play(face), "chapter", "num 3")
    expect(engine, {"ch_rum[0]": 1, "ch_adv_coins[0]": 0, "ch_coins[0]": left, "ch_ap[0]": 5})
    refuses(engine, "chapter")  # once for each


@pytest.mark.rule("STA-36.9", "STA-16.2")
def test_three_sit_in_the_tavern():
    engine = act(town(("sea_dog", (4, 5)), tile="v4").play(), "open_door")
    assert [(kind, row - HOME, col - HOME) for kind, row, col in foes_there(engine)] == [
        ("redcoat", 0, 2),
        ("redcoat", 2, 4),
        ("redcoat", 6, 2),
    ]
    expect(engine, flag=9)


@pytest.mark.rule("STA-36.9", "STA-R107")
@pytest.mark.parametrize("kept", [False, True])
def test_the_gatekeeper_talks_over_a_rum(kept):
    table = town(("sea_dog", (1, 4)), tile="v4")
    assert "chapter" not in labels(table.play())
    if kept:
        table.keep(0, RUM)
    else:
        table.edit(0, ch_rum=1)
    guard = table.foe("redcoat", (6, 0))
    assert "chapter" not in labels(table.play())
    table.state["foe_row"][0, guard], table.state["foe_col"][0, guard] = HOME + 9, HOME + 4
    engine = act(table.play(), "chapter", "num 4")
    expect(engine, {"goal_state[3]": 2, "ch_rum[0]": 0, "s_n[0]": 0, "ch_ap[0]": 5})


# --- patrols and the gate -------------------------------------------------------------------------


def hunted(*people, tile="v4"):
    table = town(*people, tile=tile)
    hold(table, goal_3=0, goal_4=0)
    deck(table)
    return table


@pytest.mark.rule("STA-36.10", "STA-R108")
@pytest.mark.parametrize(("face", "many"), [(1, 2), (2, 2), (3, 0)])
def test_patrols_come_over_the_square(face, many):
    table = hunted(("sea_dog", (2, 9)))
    engine = act(table.play(face), "end_turn")
    assert len(kinds(engine)) == many
    if many:
        assert on_tile(engine, "v4", (9, 7)) in [tuple(place) for _, *place in foes_there(engine)]
    expect(engine, flag=10, round=3)


@pytest.mark.rule("STA-36.10", "STA-R38")
def test_a_patrol_that_is_not_there_moves_the_flag():
    table = hunted(("sea_dog", (2, 9)))
    for k in range(7):
        table.foe("redcoat", (k, 0), status=int(FoeStatus.ASLEEP))
    engine = act(table.play(1), "end_turn")
    assert len(kinds(engine)) == 8
    expect(engine, flag=9)


@pytest.mark.rule("STA-36.10")
def test_nobody_is_hunted_before_the_tavern_is_found_or_the_goals_are():
    table = hunted(("sea_dog", (2, 9)), tile="v1")
    assert kinds(act(table.play(1), "end_turn")) == []
    table = town(("sea_dog", (2, 9)), tile="v4")
    hold(table, goal_3=0)
    deck(table)
    assert kinds(act(table.play(1), "end_turn")) == []


@pytest.mark.rule("STA-36.11", "STA-26.4")
def test_the_harbour_gate_is_no_exit():
    table = town(("sea_dog", (6, 0)), tile="v2")
    table.pile("v1")
    gate = tiles.exit_at(table.s, HOME + 6, HOME, WEST)
    assert table.state["ex_state"][0, gate] == Exit.CLOSED
    assert "explore" not in labels(table.play())
    other = town(("sea_dog", (5, 9)), tile="v3")
    for exit_ in range(other.state["n_ex"][0]):
        assert tiles.layings(other.s, other.t, exit_, TOKENS.index("v2")) >> 2 & 1 == 0
    beside = town(("sea_dog", (6, 0)), tile="v2")
    beside.lay("v1", (HOME + 3, HOME - 10))  # its exit (3, 9, E) faces the gate
    assert beside.state["ex_state"][0, gate] == Exit.CLOSED
    assert "step W" not in labels(beside.play())


@pytest.mark.rule("STA-36.11", "STA-36.12", "STA-18.2", "STA-R108")
def test_who_has_left_has_no_turn_and_the_last_one_wins_it_for_all():
    table = town(("sea_dog", (6, 0)), ("surgeon", (6, 1)), ("cutthroat", (0, 0)), tile="v2")
    table.edit(2, ch_status=int(Status.KNOCKED_OUT), ch_wounds=table.state["ch_hp_max"][0, 2])
    hold(table, goal_3=0)
    assert "chapter" not in labels(table.play())
    hold(table, goal_4=1)
    table.edit(0, ch_adv_pp=1)
    table.edit(1, ch_adv_pp=1, ch_pp=5)
    table.set(captain=2)
    deck(table)
    engine = act(table.play(), "chapter", "num 5")
    expect(engine, {"over": 0, "ch_y[0]": -1, "sf[11]": 1})
    act(engine, labels(engine)[0])  # the order of those who are left
    expect(engine, active_slot=1)
    act(engine, "step W", "chapter", "num 5")
    expect(engine, over=1, ended=int(Ended.GOALS_MET), adv_result=2, captain=1)
    expect(engine, ch_pp=[1 + 5 + 10, 5 + 1 + 5 + 10, 5], ch_coins=[10, 10, 5])
    assert engine.states[0]["adv_pres"][:3].tolist() == [2, 2, 1]


@pytest.mark.rule("STA-36.11", "STA-R108")
def test_nothing_happens_to_who_has_left():
    table = town(("sea_dog", (6, 0)), ("surgeon", (6, 1)), tile="v2")
    table.edit(0, ch_y=-1, ch_x=-1)
    table.state["sf"][0, Cheating.FIRST_GONE] = 1
    deck(table)
    engine = act(table.play(acting=1), "end_turn")
    assert asked(engine) == "ORDER"
    assert len(labels(engine)) == 1


@pytest.mark.rule("STA-36.11", "STA-7.10", "STA-R108")
def test_incidents_meet_those_who_are_left():
    table = town(("sea_dog", (6, 0)), ("surgeon", (6, 1)), tile="v2")
    table.edit(0, ch_y=-1, ch_x=-1)
    table.state["sf"][0, Cheating.FIRST_GONE] = 1
    deck(table, "ambush")
    engine = act(table.play(acting=1), "end_turn")
    assert kinds(engine) == ["redcoat"]
    expect(engine, {"idk_n": 0, "ch_wounds[0]": 0})


@pytest.mark.rule("STA-36.12", "STA-18.8")
def test_there_is_no_half_a_success():
    table = town(("sea_dog", (6, 0)), ("surgeon", (6, 1)), tile="v2")
    hold(table, goal_1=0, goal_2=0, goal_3=0, goal_4=1)
    table.set(stage_moves=3999)
    engine = act(table.play(), "step E")
    expect(engine, over=1, adv_result=0, ch_pp=[0, 0])


@pytest.mark.rule("STA-36.12", "STA-2.13", "STA-R106")
def test_starting_gear_is_there_again_and_what_was_found_is_not():
    table = town(("sea_dog", (6, 0)), tile="v2")
    hold(table, goal_3=0, goal_4=0)
    arm(table, 0, "sword", "pistol")
    table.state["inv_flag"][0, 0, :2] = 64
    engine = act(table.play(), "chapter", "num 5")
    expect(engine, over=1)
    gear = sorted(int(one) for one in GAME_TABLES.characters[0].gear if one > 0)
    one = engine.states[0]
    assert sorted(one["inv_id"][0, : one["inv_n"][0]].tolist()) == gear


@pytest.mark.rule("STA-R66", "STA-R109")
def test_all_tiles_of_the_town_are_needed():
    table = town(("sea_dog", (5, 9)), tile="v3")
    table.pile("v1")
    assert cheating.is_pile_needed(table.s, table.t, 0)
    assert tile_number(table, "v1") == -1
