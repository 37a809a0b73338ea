"""Awakening of Darkness (STA-31): doors, the tavern, the cemetery, five goals."""

import pytest

from piracy_env.games.skull_tales.adventure import GAME
from piracy_env.games.skull_tales.rules.adventure import layout, tiles
from piracy_env.games.skull_tales.state import Ended
from piracy_env.games.skull_tales.state_land import Door, Status
from piracy_env.games.skull_tales.story_land import Awakening
from piracy_env.games.skull_tales.tables.enemies import FOE_KEYS
from piracy_env.games.skull_tales.terrain import TOKENS
from tests.games.skull_tales.land.ashore import HOME, Ashore, arena, cell
from tests.games.skull_tales.land.enemies_at import forced
from tests.games.skull_tales.land.positions import T
from tests.games.skull_tales.land.town import (
    door,
    foes_there,
    hold,
    kinds,
    loot,
    on_tile,
    put,
    search,
    tile_number,
)
from tests.scenario import act, deal, expect, labels, refuses


def town(*people, tile="v1", **options):
    return arena(*people, tile=tile, chapter="awakening", **options)


# --- set-up and charts ----------------------------------------------------------------------------


@pytest.mark.rule("STA-31.1")
def test_the_crew_lands_before_a_closed_gate():
    one = deal(GAME, seed=4, chapter="awakening").states[0]
    assert sorted(TOKENS[int(one["tl_token"][k])] for k in range(2)) == ["i7", "v2"]
    assert sorted(TOKENS[k] for k in one["pile"][0, :3]) == ["v1", "v3", "v4"]
    assert (int(one["flag"]), int(one["n_dr"])) == (18, 1)
    assert [FOE_KEYS[kind] for kind in one["foe_type"] if kind >= 0] == ["redcoat"] * 2


def before_the_gate():
    table = Ashore(1, "awakening")
    table.lay("v2")
    # i7's exit (2, 4, E) has to face north's neighbour: turned once clockwise it is a southern exit
    table.lay("i7", (HOME - 5, HOME + 4), 1)
    table.pirate(0, "sea_dog", (-1, 6))
    return table


@pytest.mark.rule("STA-31.1", "STA-16.4")
def test_behind_the_gate_the_town_rolls_outdoors():
    table = before_the_gate()
    layout._bar_exits(table.s, table.t)
    engine = table.play(5)
    refuses(engine, "step S")
    act(engine, "open_door")
    assert kinds(engine) == ["officer", "redcoat", "redcoat", "redcoat"]
    expect(engine, flag=10)  # the gate is no building
    # the exits of v2 that are farthest on foot come first; nobody stands at the gate
    assert on_tile(engine, "v2", (0, 6)) not in [place for _, *place in foes_there(engine)]


@pytest.mark.rule("STA-31.2")
@pytest.mark.parametrize(
    ("face", "column"), [(6, ["officer", "redcoat"]), (3, ["redcoat"] * 2), (1, ["redcoat"] * 2)]
)
def test_rooms_roll_indoors(face, column):
    engine = act(town(("sea_dog", (4, 6)), tile="v3").play(face), "open_door")
    assert kinds(engine) == column
    expect(engine, flag=9)  # the Barracks are a special building (STA-31.7, STA-R77)


@pytest.mark.rule("STA-31.2", "STA-16.1")
@pytest.mark.parametrize(
    ("face", "column"), [(6, [1, 3]), (4, [1, 2]), (2, [0, 3])], ids=["5-6", "3-4", "1-2"]
)
def test_city_tiles_roll_outdoors(face, column):
    table = town(("sea_dog", (0, 6)))
    table.pile("v4")
    engine = act(table.play(face), "explore", "cand 0")
    found = kinds(engine)
    assert [found.count("officer"), found.count("redcoat")] == column


# --- the mansion ----------------------------------------------------------------------------------


@pytest.mark.rule("STA-31.3", "STA-16.3")
def test_the_patio_opens_for_the_ledger_only():
    table = town(("sea_dog", (4, 6)), ("surgeon", (6, 0)), ("cutthroat", (1, 4)))
    assert "open_door" not in labels(table.play())
    hold(table, goal_2=2)  # in the bedroom
    assert "open_door" not in labels(table.play())
    hold(table, goal_2=1)  # in the street, as the opener is
    engine = act(table.play(), "open_door")
    expect(engine, {"flag": 9, "ch_ap[0]": 5})
    assert door(engine, "patio") == Door.OPEN
    assert kinds(engine) == []  # no rolls in this building


@pytest.mark.rule("STA-31.3", "STA-R76")
def test_a_body_has_no_ledger_to_show():
    table = town(("sea_dog", (4, 6)), ("surgeon", (6, 0)))
    hold(table, goal_2=1)
    table.edit(1, ch_status=int(Status.KNOCKED_OUT), ch_wounds=5)
    assert "open_door" not in labels(table.play())


@pytest.mark.rule("STA-31.3")
def test_sawyer_is_in_the_living_room():
    engine = act(town(("sea_dog", (4, 3))).play(), "open_door")
    assert [(kind, row - HOME, col - HOME) for kind, row, col in foes_there(engine)] == [
        ("officer", 3, 0),
        ("redcoat", 2, 1),
        ("redcoat", 5, 1),
    ]
    sawyer = T.t.roles[engine.states[0]["foe_role"][0]]
    assert (sawyer.hp_more, sawyer.melee_damage) == (1, 2)
    assert engine.states[0]["foe_mark"].astype(bool).tolist()[:3] == [True, False, False]
    expect(engine, flag=10)  # an inner door


@pytest.mark.rule("STA-31.3", "STA-R62")
def test_the_living_room_is_opened_from_the_bedroom_too():
    engine = act(town(("sea_dog", (2, 3))).play(), "open_door")
    assert len(foes_there(engine)) == 3


@pytest.mark.rule("STA-31.3", "STA-31.2")
def test_there_is_nobody_in_bedroom_and_patio():
    engine = act(town(("sea_dog", (2, 2))).play(6, 6), "open_door")
    assert kinds(engine) == []


@pytest.mark.rule("STA-31.3")
def test_sawyers_token_is_worth_the_ring():
    table = loot(town(("sea_dog", (4, 3)), ("surgeon", (1, 1))), "awakening_living_room", slot=1)
    expect(table.play(), {"goal_state": [0, 0, 2, 0, 0], "goal_holder[2]": 1})


# --- the church -----------------------------------------------------------------------------------


@pytest.mark.rule("STA-31.4", "STA-R77")
@pytest.mark.parametrize(("face", "many"), [(6, 4), (3, 3), (1, 2)])
def test_the_church_opens_for_its_key(face, many):
    table = town(("sea_dog", (8, 5)))
    assert "open_door" not in labels(table.play())
    hold(table, goal_1=0)
    engine = act(table.play(face), "open_door")
    assert kinds(engine) == ["skeleton"] * many
    expect(engine, flag=9, tick=1)


@pytest.mark.rule("STA-31.5")
def test_nobody_is_in_the_sacristy():
    engine = act(town(("sea_dog", (7, 9))).play(6), "open_door")
    assert door(engine, "sacristy") == Door.OPEN
    assert kinds(engine) == []
    expect(engine, flag=10, tick=0)


@pytest.mark.rule("STA-31.5", "STA-16.9")
def test_a_search_of_the_sacristy_finds_the_cemetery():
    engine = search(town(("sea_dog", (5, 8)))).play()
    expect(engine, {"flag": 9, "goal_state": [0] * 5, "n_po": 0})
    assert foes_there(engine) == [
        ("skeleton", *on_tile(engine, "s2", place)) for place in ((0, 0), (0, 1), (0, 3), (0, 4))
    ]
    act(engine, "step E", "step E")  # through link G
    row, col = on_tile(engine, "s2", (4, 2))
    expect(engine, {"ch_y[0]": row, "ch_x[0]": col})


@pytest.mark.rule("STA-31.5", "STA-16.9", "STA-18.1")
def test_the_cemetery_is_found_once():
    table = search(search(town(("sea_dog", (5, 8)), ("surgeon", (4, 8)))), 1)
    expect(table.play(), flag=9)


@pytest.mark.rule("STA-31.5", "STA-26.5")
def test_a_cemetery_without_room_lies_behind_a_portal():
    table = town(("sea_dog", (5, 8)))
    table.lay("i4", (HOME + 3, HOME + 11))
    put(table, 0, "v1", (5, 9))
    search(table)
    engine = table.play()
    expect(engine, n_po=1, flag=9)
    assert int(engine.states[0]["tl_row"][tile_number(engine, "s2")]) == 12
    act(engine, "step E")
    assert (int(engine.states[0]["ch_y"][0]), int(engine.states[0]["ch_x"][0])) == on_tile(
        engine, "s2", (4, 2)
    )
    act(engine, "step S")
    expect(engine, {"ch_y[0]": HOME + 5, "ch_x[0]": HOME + 9})
    assert engine.states[0]["sees"] == 0  # no portal is looked through


@pytest.mark.rule("STA-26.5")
@pytest.mark.parametrize("status", [0, int(Status.KNOCKED_OUT)])
def test_nobody_goes_past_who_is_behind_a_portal(status):
    """The space beyond is free, and a step away for who is there: but a portal ends at one."""
    table = town(("sea_dog", (5, 8)), ("surgeon", (4, 8)))
    table.lay("i4", (HOME + 3, HOME + 11))
    put(table, 0, "v1", (5, 9))
    search(table)
    put(table, 1, "s2", (4, 2))
    table.edit(1, ch_status=status, ch_wounds=5 if status else 0)
    engine = table.play()
    assert "step E" not in labels(engine)
    assert "a portal ends at a free space" in str(engine.explain(0, GAME.actions.id("step E")))
    put(table, 1, "s2", (2, 2))
    assert "step E" in labels(table.play())


@pytest.mark.rule("STA-31.6")
def test_a_search_of_the_cemetery_finds_the_tattoo():
    table = search(town(("sea_dog", (5, 8))))
    put(table, 0, "s2", (2, 2))
    search(table)
    expect(table.play(), {"goal_state": [0, 0, 0, 0, 2], "goal_holder[4]": 0})


# --- barracks and company -------------------------------------------------------------------------


@pytest.mark.rule("STA-31.7")
@pytest.mark.parametrize(("place", "goal"), [((1, 2), 3), ((0, 9), 1), ((5, 1), None)])
def test_mess_and_office_are_worth_a_search(place, goal):
    table = search(town(("sea_dog", place), tile="v3"))
    states = [2 * (number == goal) for number in range(5)]
    expect(table.play(), goal_state=states)


@pytest.mark.rule("STA-31.7", "STA-13.5")
@pytest.mark.parametrize("brawl", [0, 1])
def test_after_a_brawl_the_barracks_sprint(brawl):
    """Redcoats that sprint act at once: both roll their behaviour."""
    table = town(("sea_dog", (4, 6), "sword"), tile="v3")
    table.state["sf"][0, Awakening.BRAWL] = brawl
    engine = act(table.play(1, *[3] * 12), "open_door")
    rows = [row - HOME for _, row, _ in foes_there(engine)]
    assert (max(rows) == 3) == bool(brawl), foes_there(engine)  # one comes to the door
    assert (forced(engine) < 12) == bool(brawl)


@pytest.mark.rule("STA-31.7")
def test_a_brawl_is_nothing_to_other_buildings():
    table = town(("sea_dog", (5, 8)), tile="v3")
    table.state["sf"][0, Awakening.BRAWL] = 1
    engine = act(table.play(3), "open_door")
    rows = [row - HOME for _, row, _ in foes_there(engine)]
    assert len(rows) == 2
    assert min(rows) >= 6


@pytest.mark.rule("STA-31.8", "STA-R102")
def test_the_strongbox_is_forced_for_coins():
    table = town(("sea_dog", (9, 8)), tile="v3")
    guard = table.foe("redcoat", (8, 7))
    assert "chapter" not in labels(table.play())
    table.state["foe_row"][0, guard], table.state["foe_col"][0, guard] = cell(0, 0)
    engine = act(table.play(1, 1, 1), "chapter", "num 1")
    expect(engine, {"ch_adv_coins[0]": 0, "ch_ap[0]": 4})
    assert "chapter" in labels(engine)  # it is forced once, and tried until then
    engine = act(table.play(5, 1, 1), "chapter", "num 1")
    expect(engine, {"ch_adv_coins[0]": 40})
    refuses(engine, "chapter")


@pytest.mark.rule("STA-31.8")
def test_the_company_is_a_special_building_with_rooms():
    engine = act(town(("sea_dog", (5, 8)), tile="v3").play(6), "open_door")
    expect(engine, flag=9)
    assert kinds(engine) == ["officer", "redcoat"]


# --- the tavern -----------------------------------------------------------------------------------


def tavern(*people, left=("redcoat",), **options):
    """The tavern is open, and so many of its Enemies are left."""
    table = town(*people, tile="v4", **options)
    tiles.open_door(table.s, 0)
    table.state["sf"][0, Awakening.TAVERN] = 1
    for number, (kind, place) in enumerate(left):
        foe = table.foe(kind, place)
        table.state["sf"][0, Awakening.FIRST_GUEST + number] = 1 + foe
        table.state["foe_wounds"][0, foe] = 1
        table.state["foe_hp_max"][0, foe] = 2
    return table


@pytest.mark.rule("STA-31.9", "STA-R77")
def test_four_sit_in_the_tavern():
    engine = act(town(("sea_dog", (4, 5)), tile="v4").play(), "open_door")
    assert [(kind, row - HOME, col - HOME) for kind, row, col in foes_there(engine)] == [
        ("redcoat", 0, 1),
        ("redcoat", 1, 2),
        ("redcoat", 2, 1),
        ("officer", 1, 0),
    ]
    expect(engine, {"flag": 9, "sf[1]": 1, "sf[3]": 1, "sf[4]": 2, "sf[5]": 3, "sf[6]": 4})


@pytest.mark.rule("STA-31.9")
def test_a_fight_in_the_taproom_warns_the_barracks():
    table = tavern(("sea_dog", (4, 3), "sword"), ("surgeon", (6, 6)), left=[("redcoat", (4, 2))])
    engine = act(table.play(6, 6, 6, 1, 1), "attack_melee", "enemy 0")
    expect(engine, {"sf[0]": 1, "sf[1]": 2, "sf[2]": 1, "flag": 9, "ch_adv_pp[1]": 0})


@pytest.mark.rule("STA-31.9", "STA-R101")
def test_a_quiet_tavern_is_good_for_all_that_stand():
    """The last of the four was lured out, and falls in the street; then somebody walks in."""
    table = tavern(
        ("sea_dog", (4, 6), "sword"),
        ("surgeon", (8, 3)),
        ("cutthroat", (9, 3)),
        left=[("redcoat", (4, 7))],
    )
    table.edit(0, ch_dp=0)
    table.edit(1, ch_dp=0)
    table.edit(2, ch_status=int(Status.KNOCKED_OUT), ch_wounds=table.state["ch_hp_max"][0, 2])
    engine = act(table.play(6, 6, 6, 1, 1), "attack_melee", "enemy 0")
    expect(engine, {"sf[1]": 1, "sf[2]": 0, "ch_adv_pp[0]": 1})
    act(engine, "step W", "step W")
    expect(engine, {"sf[0]": 0, "sf[1]": 2, "flag": 10})
    expect(engine, {"ch_adv_pp": [3, 2, 0], "ch_dp[0]": 1, "ch_dp[1]": 1})


@pytest.mark.rule("STA-31.9", "STA-R101")
def test_a_shot_into_the_taproom_is_a_fight():
    table = tavern(("lookout", (4, 6), "musket"), ("surgeon", (4, 3)), left=[("redcoat", (4, 1))])
    table.edit(1, ch_y=HOME + 6, ch_x=HOME + 3)
    engine = act(table.play(6, 6, 6, 6), "attack_ranged", "enemy 0")
    expect(engine, {"sf[0]": 1, "sf[1]": 2, "sf[2]": 1})


@pytest.mark.rule("STA-31.10")
def test_the_innkeeper_gives_the_key_once_it_is_quiet():
    table = town(("sea_dog", (1, 3)), tile="v4")
    assert "chapter" not in labels(table.play())
    table.state["sf"][0, Awakening.TAVERN] = 2
    engine = act(table.play(), "chapter", "num 2")
    expect(engine, {"goal_state[0]": 2, "goal_holder[0]": 0, "ch_ap[0]": 5})
    refuses(engine, "chapter")


# --- the end --------------------------------------------------------------------------------------


@pytest.mark.rule("STA-31.11", "STA-31.13", "STA-18.2")
def test_five_goals_are_a_total_success_wherever_they_are():
    table = town(("sea_dog", (1, 3)), ("surgeon", (8, 3)), ("cutthroat", (9, 3)), tile="v4")
    table.state["sf"][0, Awakening.TAVERN] = 2
    hold(table, goal_2=0, goal_3=1, goal_4=2)
    table.state["goal_state"][0, 4] = 4  # the tattoo was found, and its merit lost (STA-R54)
    table.edit(2, ch_status=int(Status.KNOCKED_OUT), ch_wounds=table.state["ch_hp_max"][0, 2])
    engine = act(table.play(), "chapter", "num 2")
    expect(engine, over=1, ended=int(Ended.GOALS_MET), adv_result=2)
    expect(engine, ch_pp=[10 + 5 + 5, 10 + 5, 5 + 5], ch_coins=[10, 10, 5])


@pytest.mark.rule("STA-31.12", "STC-2.6", "STA-R109")
def test_a_repeat_pays_goals_but_not_the_chart():
    table = town(("sea_dog", (1, 3)), tile="v4")
    table.set(adv_repeat=1)
    table.state["sf"][0, Awakening.TAVERN] = 2
    hold(table, goal_2=0, goal_3=0, goal_4=0, goal_5=0)
    engine = act(table.play(), "chapter", "num 2")
    expect(engine, over=1, adv_result=2, ch_pp=[5 + 5 + 5 + 5 + 10], ch_coins=[0])


@pytest.mark.rule("STA-31.12", "STA-31.13")
@pytest.mark.parametrize("found", [False, True])
def test_the_cemetery_is_half_the_success(found):
    table = town(("sea_dog", (5, 8)))
    if found:
        search(table)
    table.set(stage_moves=3999)
    hold(table, goal_2=0)
    engine = act(table.play(), "step N")
    expect(engine, over=1, adv_result=int(found), ch_pp=[5 * found], ch_coins=[0])


@pytest.mark.rule("STA-R66", "STA-R109")
def test_tiles_with_goals_must_be_found():
    table = town(("sea_dog", (6, 0)))
    table.pile("v3")
    one = table.state[0]
    one["ex_state"][: one["n_ex"]] = 2
    west = next(k for k in range(one["n_ex"]) if one["ex_side"][k] == 3)
    one["ex_state"][west] = 0
    table.lay("i4", (HOME + 4, HOME - 5))
    one["ex_state"][4 : one["n_ex"]] = 2
    engine = act(table.play(), "explore")
    expect(engine, over=1, ended=int(Ended.BLOCKED), adv_result=0)
