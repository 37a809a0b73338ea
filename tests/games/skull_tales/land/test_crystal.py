"""The Alchemical Crystal (STA-33): the church, the ways under the town, Paolo and the map."""

import pytest

from piracy_env.games.skull_tales.adventure import GAME
from piracy_env.games.skull_tales.rules.adventure import companions, crystal, tiles
from piracy_env.games.skull_tales.state import Ended
from piracy_env.games.skull_tales.state_land import Companion, Door, Exit, Status
from piracy_env.games.skull_tales.tables.enemies import FOE_KEYS
from piracy_env.games.skull_tales.terrain import EAST, SOUTH, TOKENS
from tests.games.skull_tales.land.ashore import HOME, arena
from tests.games.skull_tales.land.enemies_at import activate
from tests.games.skull_tales.land.positions import T
from tests.games.skull_tales.land.town import (
    clear,
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
    table = arena(*people, tile=tile, chapter="alchemical_crystal", **options)
    if tile == "v1":
        crystal.tile_explored(table.s, table.t, 0, 0)  # the door to the crypt
    return table


def lay(table, token, place):
    """Lay a tile somewhere apart, or the prison at its barracks."""
    return table.lay(token, place)


def prison(*people):
    """The barracks, and the prison at their link, with its guard."""
    table = town(*people, tile="v3")
    crystal.lay_prison(table.s, table.t, 0)
    return clear(table)


# --- set-up and charts ----------------------------------------------------------------------------


@pytest.mark.rule("STA-33.1")
def test_the_harbour_is_guarded():
    one = deal(GAME, seed=2, chapter="alchemical_crystal").states[0]
    assert TOKENS[int(one["tl_token"][0])] == "v2"
    assert [FOE_KEYS[kind] for kind in one["foe_type"] if kind >= 0] == ["redcoat"] * 4
    assert sorted(TOKENS[k] for k in one["pile"][0, :2]) == ["v1", "v3"]
    assert sorted(TOKENS[k] for k in one["pile"][1, :5]) == ["c1", "c2", "c3", "c4", "c5"]


@pytest.mark.rule("STA-33.1", "STA-16.2")
@pytest.mark.parametrize(("face", "many"), [(6, 4), (4, 3), (5, 3), (3, 2), (1, 2)])
def test_the_patio_rolls_as_the_city_does(face, many):
    engine = act(town(("sea_dog", (4, 6))).play(face), "open_door")
    assert len(kinds(engine)) == many
    for _, row, col in foes_there(engine):
        assert 3 <= row - HOME <= 5
        assert 3 <= col - HOME <= 5
    expect(engine, flag=9)


@pytest.mark.rule("STA-33.1")
@pytest.mark.parametrize(("place", "side"), [((2, 2), "E"), ((3, 4), "N")])
def test_other_doors_of_the_mansion_roll_for_the_room_behind(place, side):
    engine = act(town(("sea_dog", place)).play(1), "open_door")
    assert kinds(engine) == ["redcoat"] * 2
    for _, row, col in foes_there(engine):
        assert (row - HOME, col - HOME) in {(r, c) for r in range(3) for c in range(3, 6)}
    expect(engine, flag=10)


# --- the church and the crypt ---------------------------------------------------------------------


@pytest.mark.rule("STA-33.3", "STA-16.2", "STA-R102")
def test_the_church_is_forced():
    table = town(("sea_dog", (8, 5)))
    engine = table.play(1, 1, 1)
    assert "open_door" not in labels(engine)
    act(engine, "chapter", "num 1")
    expect(engine, {"ch_ap[0]": 4, "flag": 10, "goal_state[0]": 0})
    assert door(engine, "church") == Door.CLOSED
    engine = act(table.play(5, 1, 1, 6), "chapter", "num 1")
    expect(engine, {"ch_ap[0]": 4, "flag": 9, "goal_state[0]": 2, "goal_holder[0]": 0})
    assert door(engine, "church") == Door.OPEN
    assert kinds(engine) == ["skeleton"] * 3  # the church's chart, on a six
    refuses(engine, "chapter")


@pytest.mark.rule("STA-33.3")
def test_the_church_is_forced_in_front_of_its_door():
    assert "chapter" not in labels(town(("sea_dog", (7, 5))).play())


@pytest.mark.rule("STA-33.4", "STA-16.9")
def test_behind_the_sacristy_is_the_crypt():
    table = town(("sea_dog", (5, 9)))
    assert door(table, "sacristy") is None  # open to the church
    engine = act(table.play(), "open_door")
    expect(engine, {"flag": 9, "ch_ap[0]": 5})
    assert foes_there(engine) == [
        ("skeleton", *on_tile(engine, "s4", place)) for place in ((1, 1), (1, 3), (3, 2))
    ]
    act(engine, "step E")
    assert (int(engine.states[0]["ch_y"][0]), int(engine.states[0]["ch_x"][0])) == on_tile(
        engine, "s4", (4, 2)
    )


@pytest.mark.rule("STA-33.4", "STA-26.5")
def test_a_crypt_without_room_lies_behind_a_portal():
    table = town(("sea_dog", (5, 9)))
    lay(table, "i4", (HOME + 3, HOME + 11))
    engine = act(table.play(), "open_door")
    expect(engine, n_po=1, flag=9)
    act(engine, "step E")
    assert (int(engine.states[0]["ch_y"][0]), int(engine.states[0]["ch_x"][0])) == on_tile(
        engine, "s4", (4, 2)
    )


@pytest.mark.rule("STA-26.5")
@pytest.mark.parametrize("status", [0, int(Status.KNOCKED_OUT)])
def test_whoever_is_behind_a_portal_bars_it(status):
    """Who lies there, too: nobody gets past, and nobody can help through it."""
    table = town(("sea_dog", (5, 9)), ("surgeon", (5, 8)))
    lay(table, "i4", (HOME + 3, HOME + 11))
    crypt = tiles.door_named(table.s, crystal.CRYPT)
    tiles.open_door(table.s, crypt)
    crystal.door_opened(table.s, table.t, crypt, 0)
    clear(table)
    put(table, 1, "s4", (4, 2))
    table.edit(1, ch_status=status, ch_wounds=5 if status else 0)
    assert "step E" not in labels(table.play())
    assert "revive" not in labels(table.play())
    put(table, 1, "s4", (2, 1))
    assert "step E" in labels(table.play())


@pytest.mark.rule("STA-33.4", "STA-16.4")
def test_nobody_comes_from_a_neighbour_that_is_in_the_crypts_place():
    """The door leads through a portal, and not onto the roofs of the town next to it."""
    table = town(("sea_dog", (5, 9)))
    lay(table, "v2", (HOME + 3, HOME + 10))
    engine = act(table.play(), "open_door")
    expect(engine, n_po=1, flag=9)
    assert [kind for kind, _, _ in foes_there(engine)] == ["skeleton"] * 3


def with_crypt(*people):
    table = town(*people)
    tiles.open_door(table.s, tiles.door_named(table.s, crystal.CRYPT))
    crystal.door_opened(table.s, table.t, tiles.door_named(table.s, crystal.CRYPT), 0)
    clear(table)
    for foe in range(3):
        table.state["fig_left"][0, FOE_KEYS.index("skeleton")] += 1
        table.state["foe_type"][0, foe] = -1
        table.state["foe_row"][0, foe] = table.state["foe_col"][0, foe] = -1
        table.state["foe_hp_max"][0, foe] = 0
    return table


@pytest.mark.rule("STA-33.4", "STA-R104")
def test_a_search_of_the_crypt_finds_the_slide():
    table = with_crypt(("sea_dog", (5, 9)))
    put(table, 0, "s4", (2, 1))
    assert "chapter" not in labels(table.play())
    search(table)
    engine = table.play()
    expect(engine, {"goal_state[1]": 2, "flag": 9})
    act(engine, "chapter", "num 2")
    assert (int(engine.states[0]["ch_y"][0]), int(engine.states[0]["ch_x"][0])) == on_tile(
        engine, "c6", (4, 2)
    )
    assert foes_there(engine) == [
        ("skeleton", *on_tile(engine, "c6", place)) for place in ((0, 1), (2, 3))
    ]
    expect(engine, flag=9)  # a cave is no special tile
    assert "chapter" not in labels(engine)  # one way


@pytest.mark.rule("STA-33.4", "STA-26.5")
def test_nobody_explores_back_up_the_slide():
    table = with_crypt(("sea_dog", (5, 9)))
    put(table, 0, "s4", (2, 1))
    search(table)
    engine = act(table.play(), "chapter", "num 2")
    one = engine.states[0]
    cave = tile_number(engine, "c6")
    states = [
        (int(one["ex_side"][k]), int(one["ex_state"][k]))
        for k in range(one["n_ex"])
        if one["ex_tile"][k] == cave
    ]
    assert (SOUTH, int(Exit.CLOSED)) in states
    assert [state for side, state in states if side != SOUTH] == [Exit.OPEN] * 3


@pytest.mark.rule("STA-33.4")
def test_who_slides_later_finds_the_cave_as_it_is():
    table = with_crypt(("sea_dog", (5, 9)), ("surgeon", (5, 8)))
    put(table, 0, "s4", (2, 1))
    search(table)
    table.lay("c6", (12, 12))
    put(table, 1, "c6", (4, 2))
    engine = act(table.play(), "chapter", "num 2")
    assert kinds(engine) == []
    place = (int(engine.states[0]["ch_y"][0]), int(engine.states[0]["ch_x"][0]))
    row, col = on_tile(engine, "c6", (4, 2))
    assert max(abs(place[0] - row), abs(place[1] - col)) == 1  # it is taken


# --- caves ----------------------------------------------------------------------------------------


@pytest.mark.rule("STA-33.5", "STA-10.15")
@pytest.mark.parametrize(("tile", "runs"), [("c2", False), ("v2", True)])
def test_nobody_runs_in_caves(tile, runs):
    table = town(("sea_dog", (0, 0)), tile=tile)
    assert ("run" in labels(table.play())) == runs


@pytest.mark.rule("STA-33.5")
@pytest.mark.parametrize(("tile", "found"), [("c2", False), ("v2", True)])
def test_it_is_hard_to_find_anything_in_caves(tile, found):
    """A five is enough in the town, but not in a cave."""
    table = town(("surgeon", (0, 0)), tile=tile)
    engine = act(table.play(5, 1, 1, 1), "search")
    expect(engine, flag=10 if found else 9)


@pytest.mark.rule("STA-33.5")
@pytest.mark.parametrize(("tile", "hits"), [("c2", False), ("v2", True)])
def test_shots_are_harder_in_caves(tile, hits):
    table = town(("lookout", (0, 0), "musket"), tile=tile)
    foe = table.foe("skeleton", (0, 2))
    just = int(T.t.enemies[FOE_KEYS.index("skeleton")].agility) + 1
    engine = act(table.play(*[just] * 5), "attack_ranged", "enemy 0")
    assert (engine.states[0]["foe_type"][foe] == -1) == hits


@pytest.mark.rule("STA-33.5", "STA-R105")
@pytest.mark.parametrize(("tile", "wounds"), [("c2", 0), ("v2", 2)])
def test_enemies_shoot_worse_in_caves_too(tile, wounds):
    table = town(("sea_dog", (0, 3)), tile=tile)
    foe = table.foe("redcoat", (0, 0))
    just = int(table.state["ch_att"][0, 0, 3]) + 1
    engine = activate(table, foe, 5, just, just)  # aimed fire with two dice
    expect(engine, {"ch_wounds[0]": wounds})


@pytest.mark.rule("STA-33.6")
def test_the_cave_below_the_prison_has_its_skeletons():
    table = town(("sea_dog", (0, 1)), tile="c6")
    table.state["pile"][0, 1, 0], table.state["pile_n"][0, 1] = TOKENS.index("c1"), 1
    engine = act(table.play(), "explore", "cand 0")
    assert foes_there(engine) == [
        ("skeleton", *on_tile(engine, "c1", place)) for place in ((1, 1), (3, 3))
    ]


# --- up into the prison ---------------------------------------------------------------------------


def below_the_prison(*others, tiles_there=(), pile=("v3",)):
    table = town(("sea_dog", (2, 2)), *others, tile="c1")
    for token, place in tiles_there:
        table.lay(token, place)
    table.pile(*pile)
    search(table)
    return table


@pytest.mark.rule("STA-33.6", "STA-16.9", "STA-R104")
def test_a_search_finds_the_way_up_and_the_barracks_lie_where_they_fit():
    table = below_the_prison(tiles_there=[("v2", (10, 20)), ("v1", (43, 43))])
    engine = table.play()
    expect(engine, {"goal_state[3]": 2})
    act(engine, "chapter", "num 3")
    one = engine.states[0]
    assert (int(one["ch_y"][0]), int(one["ch_x"][0])) == on_tile(engine, "s1", (2, 4))
    expect(engine, flag=9, pile_n=[0, 0])
    # v2's first exit is (0, 0, W); v3's first candidate there is its exit (3, 9, E), unturned
    barracks = tile_number(engine, "v3")
    expect(engine, {f"tl_row[{barracks}]": 7, f"tl_col[{barracks}]": 10})
    assert foes_there(engine) == [("redcoat", *on_tile(engine, "s1", (2, 2)))]
    assert one["foe_mark"][0] > 0
    assert door(engine, "prison_door") == Door.CLOSED
    assert "open_door" not in labels(engine)  # cells do not open by hand
    act(engine, "chapter", "num 3")
    assert (int(engine.states[0]["ch_y"][0]), int(engine.states[0]["ch_x"][0])) == on_tile(
        engine, "c1", (2, 2)
    )
    expect(engine, flag=9)


@pytest.mark.rule("STA-33.6")
def test_the_way_up_is_on_one_space():
    table = below_the_prison(tiles_there=[("v2", (10, 10))])
    for token, beside, on in (("c1", (2, 1), (2, 2)), ("s1", (2, 3), (2, 4))):
        if token == "s1":
            table.set(pile=0, pile_n=0)
            crystal.lay_prison(table.s, table.t, table.lay("v3", (43, 30)))
            clear(table)
        put(table, 0, token, beside)
        assert "chapter" not in labels(table.play())
        put(table, 0, token, on)
        assert "chapter" in labels(table.play())


@pytest.mark.rule("STA-33.6", "STA-26.5")
def test_barracks_without_room_lie_apart_with_portals():
    """No exit of the harbour is open, and there is no mansion."""
    table = below_the_prison(tiles_there=[("v2", (10, 10))])
    one = table.state[0]
    harbour = [k for k in range(one["n_ex"]) if one["ex_tile"][k] == 1]
    one["ex_state"][harbour] = Exit.CLOSED
    engine = act(table.play(), "chapter", "num 3")
    expect(engine, n_po=1, flag=9)
    assert engine.states[0]["po_side"][0].tolist() == [SOUTH, SOUTH]
    assert door(engine, "prison_door") == Door.CLOSED


@pytest.mark.rule("STA-33.6", "STA-26.5", "STA-33.9", "STA-R103")
def test_a_prison_without_room_has_a_portal_and_wakes_the_dormitory():
    table = town(("sea_dog", (4, 4)), tile="v3")
    table.lay("i4", (HOME + 3, HOME - 6))
    crystal.lay_prison(table.s, table.t, 0)
    clear(table)
    expect(table.play(), n_po=1)
    assert door(table, "prison_door") is None
    put(table, 0, "s1", (2, 0))
    engine = act(table.play(1), "step W")
    expect(engine, {"ch_y[0]": HOME + 5, "ch_x[0]": HOME})
    assert kinds(engine) == ["redcoat"] * 3  # the guard, and who slept there
    expect(engine, {"tl_rooms[0]": 1 << crystal.DORMITORY - 1})


@pytest.mark.rule("STA-33.9", "STA-16.9", "STA-R104")
def test_barracks_found_in_the_town_come_with_the_prison():
    table = town(("sea_dog", (9, 3)), tile="v2")
    table.pile("v3")
    engine = act(table.play(1), "explore", "cand 0")
    expect(engine, flag=8)  # for the tile, and for the prison
    assert tile_number(engine, "s1") >= 0
    assert kinds(engine) == ["redcoat"] * 3
    assert engine.states[0]["foe_mark"].astype(bool).sum() == 1


@pytest.mark.rule("STA-33.9")
@pytest.mark.parametrize(
    ("place", "opens"), [((4, 6), False), ((3, 6), True), ((5, 8), False), ((6, 8), False)]
)
def test_barracks_and_company_are_shut_to_the_street(place, opens):
    engine = town(("sea_dog", place), tile="v3").play()
    assert ("open_door" in labels(engine)) == opens


@pytest.mark.rule("STA-33.9")
def test_inner_doors_of_the_barracks_roll_as_the_city_does():
    table = prison(("sea_dog", (4, 4)))
    put(table, 0, "s1", (2, 0))
    engine = act(table.play(4), "open_door")  # into the dormitory
    assert kinds(engine) == ["redcoat"] * 4
    expect(engine, flag=9)


# --- Paolo ----------------------------------------------------------------------------------------


@pytest.mark.rule("STA-33.7")
def test_the_guards_keys_free_paolo():
    table = prison(("sea_dog", (4, 4)), ("surgeon", (8, 0)))
    put(table, 0, "s1", (2, 3))
    table.set(diff=2)
    loot(table, "crystal_prison")
    engine = table.play()
    expect(engine, diff=3, tick=1)
    expect(engine, {"goal_state[2]": 2, "goal_holder[2]": 0, "npc_kind[0]": Companion.PAOLO})
    one = engine.states[0]
    cell = on_tile(engine, "s1", (0, 4))
    assert (int(one["npc_row"][0]), int(one["npc_col"][0])) == cell
    here = (int(one["ch_y"][0]), int(one["ch_x"][0]))
    assert max(abs(here[0] - cell[0]), abs(here[1] - cell[1])) == 1
    assert door(engine, "north_cell") == Door.OPEN
    assert door(engine, "south_cell") == Door.CLOSED
    assert "npc" in labels(engine)


def led(table, place, token="v1", slot=0):
    companions.place_paolo(table.s, table.t, slot, on_tile(table, token, place))
    hold(table, goal_3=slot)
    return clear(table)


@pytest.mark.rule("STA-33.8", "STA-18.10", "STA-R105")
def test_paolos_prestige_goes_with_who_leads_him():
    table = led(town(("sea_dog", (2, 1)), ("surgeon", (6, 5)), tile="v2"), (2, 3), "v2")
    table.edit(0, ch_wounds=table.state["ch_hp_max"][0, 0], ch_status=int(Status.KNOCKED_OUT))
    put(table, 1, "v2", (3, 5))
    engine = act(table.play(acting=1), "step NW")
    expect(engine, {"npc_owner[0]": 1, "goal_holder[2]": 1})


@pytest.mark.rule("STA-33.2")
def test_a_search_of_the_bedroom_finds_the_map():
    table = search(town(("sea_dog", (1, 4))))
    expect(table.play(), {"goal_state[4]": 2, "goal_holder[4]": 0})


@pytest.mark.rule("STA-33.2")
def test_nobody_finds_the_map_beside_paolo():
    table = led(town(("sea_dog", (6, 0)), ("surgeon", (1, 4))), (1, 3))
    search(table, 1)
    expect(table.play(), {"goal_state[4]": 0})


@pytest.mark.rule("STA-33.2")
def test_paolo_shows_who_leads_him_the_map():
    table = led(town(("sea_dog", (2, 2)), ("surgeon", (6, 5))), (1, 4))
    guard = table.foe("redcoat", (0, 5))
    tiles.open_door(table.s, tiles.door_at(table.s, HOME + 2, HOME + 2, EAST))
    engine = act(table.play(), "step E")
    expect(engine, {"goal_state[4]": 0})  # an Enemy is there
    table.state["foe_row"][0, guard], table.state["foe_col"][0, guard] = HOME, HOME
    engine = act(table.play(), "step E")
    expect(engine, {"goal_state[4]": 2, "goal_holder[4]": 0})


# --- the end --------------------------------------------------------------------------------------


def homecoming(*people, **options):
    table = led(town(*people, tile="v2", **options), (8, 3), "v2")
    hold(table, goal_5=0)
    table.state["goal_state"][0, :2] = 4
    table.state["goal_state"][0, 3] = 4
    return table


@pytest.mark.rule("STA-33.10", "STA-33.11", "STA-18.2")
def test_all_back_at_the_quay_is_a_total_success():
    table = homecoming(("sea_dog", (7, 2)), ("surgeon", (9, 4)), ("cutthroat", (0, 0)))
    table.edit(2, ch_status=int(Status.KNOCKED_OUT), ch_wounds=table.state["ch_hp_max"][0, 2])
    engine = act(table.play(), "step S")
    expect(engine, over=1, ended=int(Ended.GOALS_MET), adv_result=2)
    expect(engine, ch_pp=[10 + 10 + 10, 10, 5], ch_coins=[10 + 20, 10 + 20, 5 + 20])
    expect(engine, crew_booty=100)


@pytest.mark.rule("STA-33.11", "STC-2.6", "STA-R109")
def test_a_repeat_pays_goals_and_what_all_get():
    table = homecoming(("sea_dog", (7, 2)), ("surgeon", (9, 4)))
    table.set(adv_repeat=1)
    engine = act(table.play(), "step S")
    expect(engine, over=1, adv_result=2, ch_pp=[20, 0], ch_coins=[20, 20], crew_booty=100)


@pytest.mark.rule("STA-33.10")
@pytest.mark.parametrize("fault", ["far", "mapless", "paolo"])
def test_nobody_and_nothing_may_be_missing(fault):
    table = homecoming(("sea_dog", (7, 2)), ("surgeon", (9, 4)))
    if fault == "far":
        put(table, 1, "v2", (6, 8))
    elif fault == "mapless":
        table.state["goal_state"][0, 4], table.state["goal_holder"][0, 4] = 0, -1
    else:
        row, col = on_tile(table, "v2", (7, 5))
        table.state["npc_row"][0, 0], table.state["npc_col"][0, 0] = row, col
    expect(act(table.play(), "step S"), over=0)


@pytest.mark.rule("STA-33.11", "STA-18.10", "STA-R76")
@pytest.mark.parametrize(("down", "result"), [(False, 1), (True, 0)])
def test_paolo_and_the_map_are_half_the_success(down, result):
    table = homecoming(("sea_dog", (6, 5)), ("surgeon", (9, 9)))
    table.set(stage_moves=3999)
    if down:
        table.state["npc_owner"][0, 0] = 1
        table.edit(1, ch_status=int(Status.KNOCKED_OUT), ch_wounds=table.state["ch_hp_max"][0, 1])
    engine = act(table.play(), "step S")
    expect(engine, over=1, adv_result=result, ch_pp=[20 * result, 0], crew_booty=0)


@pytest.mark.rule("STA-33.11", "STA-18.10", "STA-R105")
def test_who_lies_beside_paolo_is_not_paid_for_him():
    table = homecoming(("sea_dog", (7, 2)), ("surgeon", (9, 4)))
    table.edit(1, ch_status=int(Status.KNOCKED_OUT), ch_wounds=table.state["ch_hp_max"][0, 1])
    table.state["goal_holder"][0, 2], table.state["npc_owner"][0, 0] = 1, 1
    table.state["npc_col"][0, 0] += 1  # next to nobody who could lead him
    engine = act(table.play(), "step S")
    expect(engine, over=1, adv_result=2)
    assert engine.states[0]["ch_pp"][1] == 5


@pytest.mark.rule("STA-R66", "STA-R109")
def test_the_mansion_and_the_cave_below_the_prison_are_needed():
    table = town(("sea_dog", (2, 2)), tile="c6")
    s, t = table.s, table.t
    table.pile("v3")
    assert not crystal.is_pile_needed(s, t, 0)
    table.pile("v1")
    assert crystal.is_pile_needed(s, t, 0)
    table.state["pile"][0, 1, 0], table.state["pile_n"][0, 1] = TOKENS.index("c1"), 1
    assert crystal.is_pile_needed(s, t, 1)
    other = town(("sea_dog", (2, 2)), tile="v2")
    other.state["pile"][0, 1, 0], other.state["pile_n"][0, 1] = TOKENS.index("c1"), 1
    assert not crystal.is_pile_needed(other.s, other.t, 1)  # nobody has come to the caves
