"""Sea Enemies in their round: who sails where, fires, strikes and boards (STV-18)."""

from __future__ import annotations

import pytest

from piracy_env.games.skull_tales.rules.ship import is_night
from piracy_env.games.skull_tales.state import Decision, Ended
from tests.games.skull_tales.aboard import (
    CREW_QUARTERS,
    GUNWALE,
    HELM,
    QUARTERDECK,
    RIGGING,
    dice,
    loose,
)
from tests.games.skull_tales.foes import (
    AGGRESSIVE,
    CRAB,
    CUTTER,
    GALLEON,
    GHOST,
    MERCHANT,
    MONSTER,
    NE,
    NEUTRAL,
    NW,
    RIVAL,
    SE,
    SW,
    TOWER,
    WHALE,
    WHIRLPOOL,
    N,
    S,
    enemies_next,
    foe,
    place_of,
)
from tests.scenario import act, expect, labels


def round_of(*rolls, **fields):
    """The Sea Enemy Round has been played, up to the next question."""
    return act(enemies_next(**fields, **dice(*rolls)), "no")


def facing(table, enemy):
    """Where its prow points."""
    return int(table.record().sea_f[enemy])


# --- the ship is hit ------------------------------------------------------------------------------


@pytest.mark.rule("STV-12.10", "STV-12.11", "STV-12.12", "STV-12.14", "STV-3.18", "STV-18.6")
def test_a_cutter_fires_at_the_ship():
    crew = {"on": (QUARTERDECK, HELM, RIGGING), "pg": {0: RIGGING, 1: RIGGING}}
    cutter = foe(CUTTER, (12, 8), facing=S)
    table = round_of(1, 1, 1, 1, 1, 4, 6, 1, 6, **crew, **cutter)
    expect(table, {"sails_imp": 1, "hold_imp": 1, "pg_post": [RIGGING, CREW_QUARTERS]})
    expect(table, {"sea_fired[1]": 1, "sea_was_act[1]": 1})


@pytest.mark.rule("STV-12.13", "STV-2.8")
def test_the_captain_names_the_group_that_is_lost():
    table = round_of(1, 1, 1, 1, 1, 4, 3, 2, **foe(CUTTER, (12, 8)))
    expect(table, seat=0)
    assert labels(table) == ["pg 0", "pg 1", "pg 2", "pg 3"]
    act(table, "pg 2")
    expect(table, {"pg_w[2]": 2, "pg_post[2]": 10, "morale": 17})


@pytest.mark.rule("STV-12.14", "STV-19.5", "STC-6.9", "STV-R25", "STV-18.17", "STV-18.23")
def test_a_ship_with_one_column_sinks():
    hold = [10, 10, 5, 5, *[0] * 16]
    goods = {"hold": hold, "goods_sup": [1, 2, 3, 4, 2, 5, 6, 3, 3], "cannon_sup": 3}
    table = round_of(
        1, 1, 1, 4, 1, 1, 1, 6, **foe(MONSTER, (10, 8)), **goods, hold_imp=5, **{"ch_tp[1]": 4}
    )
    expect(table, {"ended": Ended.SUNK, "crew_booty": 0, "ch_pp[1]": 24})


@pytest.mark.rule("STV-12.19", "STV-12.20")
@pytest.mark.parametrize(
    ("at", "option", "impacts"), [((10, 10), True, 2), ((12, 8), True, 1), ((10, 10), False, 1)]
)
def test_enemies_rake_along_the_ships_length(at, option, impacts):
    cutter = foe(CUTTER, at, facing=SE)
    table = round_of(1, 1, 1, 1, 1, 4, 3, 6, options={"maneuvers": option}, **cutter)
    expect(table, {"hold_imp": impacts})


# --- who is awake ---------------------------------------------------------------------------------


@pytest.mark.rule("STV-18.2", "STV-18.3", "STV-18.4", "STV-R27")
def test_a_galleon_that_is_left_behind_costs_morale_once():
    galleon = foe(GALLEON, (10, 2), was_act=1)
    table = round_of(**galleon)
    expect(table, {"morale": 18, "sea_was_act[0]": 0})
    assert place_of(table, GALLEON) == (10, 3)
    assert facing(table, GALLEON) == S
    table = round_of(**foe(GALLEON, (10, 2)))
    expect(table, morale=20)


@pytest.mark.rule("STV-18.4", "STV-18.7")
def test_the_neutral_wait():
    table = round_of(**foe(WHALE, (10, 1)), **foe(GALLEON, (12, 8), mode=NEUTRAL, codex=1))
    assert place_of(table, WHALE) == (10, 1)
    expect(table, {"sea_fired[0]": 0, "hold_imp": 0, "sea_was_act[0]": 1})


@pytest.mark.rule("STV-18.5", "STV-18.10", "STV-18.16")
def test_speed_dice_are_moves():
    table = round_of(2, 2, 4, 5, **foe(GALLEON, (10, 3), facing=S))
    assert place_of(table, GALLEON) == (10, 4)
    table = round_of(5, 5, **foe(GALLEON, (10, 3), spd=1))
    assert place_of(table, GALLEON) == (10, 4)


@pytest.mark.rule("STV-18.24", "STV-18.1")
def test_enemies_act_in_the_order_of_the_table():
    both = {**foe(CUTTER, (12, 8)), **foe(GALLEON, (8, 8))}
    speed, cutter = (1, 1, 1, 1), (1, 1, 1, 1, 1)
    table = round_of(*speed, 4, 1, 1, 1, 1, 6, *cutter, 1, 4, 1, **both)
    expect(table, {"hold_imp": 1, "sails_imp": 1})


# --- steering -------------------------------------------------------------------------------------


@pytest.mark.rule("STV-18.6")
def test_an_aggressive_ship_brings_its_guns_to_bear_by_the_shortest_way():
    table = round_of(5, 1, 1, 1, 1, 1, 1, 1, 1, **foe(GALLEON, (10, 10), facing=N))
    assert place_of(table, GALLEON) == (9, 9)  # as cheap and as near as a turn, but lower
    assert facing(table, GALLEON) == N
    expect(table, {"sea_fired[0]": 1})


@pytest.mark.rule("STV-18.6", "STV-13.1")
def test_after_its_shot_it_boards_with_what_is_left():
    galleon = foe(GALLEON, (10, 9), facing=SE)
    crew = {"on": (QUARTERDECK, GUNWALE, HELM)}
    table = round_of(5, 5, 5, 5, 1, 1, 1, 1, 1, **crew, **galleon)
    expect(table, {"b_on": 1, "b_e": GALLEON, "sea_fired[0]": 1})
    assert place_of(table, GALLEON) == (10, 8)


@pytest.mark.rule("STV-13.23", "STV-R38")
def test_after_cut_lines_it_does_not_board_in_that_round():
    table = round_of(5, 5, 5, 5, 1, 1, 1, 1, 1, **foe(GALLEON, (10, 9), facing=SE, no_brd=1))
    expect(table, {"b_on": 0, "sea_no_brd[0]": 0, "sea_fired[0]": 1})


@pytest.mark.rule("STV-13.23")
def test_lines_cut_in_that_round_count_for_the_next_one():
    galleon = foe(GALLEON, (10, 9), facing=SE)
    crew = {"on": (QUARTERDECK, GUNWALE, HELM)}
    table = round_of(5, 5, 5, 5, 1, 1, 1, 1, 1, **crew, **galleon)
    table.set(0, {"b_round": 19, **dice(*(1,) * 20)})
    while table.record().b_on:
        act(table, "no")
    expect(table, {"sea_no_brd[0]": 1, "sea_on[0]": 1, "v_turn": 3})


@pytest.mark.rule("STV-18.6")
def test_out_of_reach_it_comes_as_near_to_firing_as_it_can():
    table = round_of(5, 5, 1, 1, **foe(GALLEON, (10, 4), facing=N))
    assert facing(table, GALLEON) in (NE, NW, SE, SW)
    expect(table, {"sea_fired[0]": 0})


@pytest.mark.rule("STV-18.8", "STV-18.19")
def test_a_merchant_fires_and_flees_to_its_island():
    merchant = foe(MERCHANT, (12, 8), facing=NE)
    table = round_of(5, 5, 1, 1, 5, 1, 1, 6, **merchant)
    expect(table, {"sea_fired[2]": 1, "hold_imp": 1, "sea_goal[2]": 18, "b_on": 0})
    assert place_of(table, MERCHANT) != (12, 8) or facing(table, MERCHANT) != NE


@pytest.mark.rule("STV-18.19", "STV-18.8")
def test_a_merchant_at_its_island_is_gone():
    merchant = foe(MERCHANT, (10, 12), facing=S, goal=18, was_act=1)
    table = round_of(5, 1, 1, 1, **merchant)
    expect(table, {"sea_on[2]": 0, "morale": 20})
    inactive = foe(MERCHANT, (10, 12), facing=S, goal=18)
    table = round_of(ship_r=4, **inactive)
    expect(table, {"sea_on[2]": 0})


@pytest.mark.rule("STV-18.16", "STV-18.6")
def test_rival_pirates_are_aggressive():
    table = round_of(1, 1, 1, 1, 5, 1, 1, 6, **foe(RIVAL, (12, 8)))
    expect(table, {"sea_fired[3]": 1, "hold_imp": 1})


# --- beasts ---------------------------------------------------------------------------------------


@pytest.mark.rule("STV-18.17", "STV-18.23")
@pytest.mark.parametrize(("body", "arms"), [(8, 4), (3, 2)])
def test_a_monster_strikes_with_each_tentacle(body, arms):
    monster = foe(MONSTER, (10, 10), hold=body)
    rolls = (4, 4, 1, *(4,) * arms, *(6,) * arms)
    table = round_of(*rolls, **monster)
    expect(table, {"hold_imp": arms, "sails_imp": 0})
    assert place_of(table, MONSTER) == (10, 8)


@pytest.mark.rule("STV-18.17")
def test_a_monster_that_does_not_arrive_does_not_strike():
    table = round_of(4, 1, 1, 6, 6, 6, 6, **foe(MONSTER, (10, 10)))
    expect(table, {"hold_imp": 0})
    assert place_of(table, MONSTER) == (10, 9)
    table = round_of(1, 1, 1, 4, 1, 1, 1, 6, **foe(MONSTER, (10, 8)))
    expect(table, {"hold_imp": 1})  # who is there needs no MOV


@pytest.mark.rule("STV-18.13")
def test_an_angry_whale_rams_and_moves_off():
    table = round_of(4, 4, 1, **foe(WHALE, (10, 10), mode=AGGRESSIVE))
    expect(table, {"hold_imp": 2, "sea_on[4]": 1})
    assert place_of(table, WHALE) == (9, 7)  # the lowest space next to the ship
    both = {**foe(WHALE, (10, 10), mode=AGGRESSIVE), **foe(GHOST, (9, 7))}
    table = round_of(1, 1, 4, 4, 1, **both)
    assert place_of(table, WHALE) == (10, 7)


@pytest.mark.rule("STV-18.12", "STV-18.2")
@pytest.mark.parametrize(("row", "fires"), [(9, True), (10, False)])
def test_a_tower_fires_three_spaces_far(row, fires):
    table = round_of(5, 1, 1, 1, **foe(TOWER, (11, 6)), ship_r=row)
    expect(table, {"sails_imp": int(fires), "sea_fired[8]": int(fires)})


@pytest.mark.rule("STV-12.19", "STV-R57")
def test_a_tower_rakes_too():
    table = round_of(5, 1, 1, 1, **foe(TOWER, (10, 6)))
    expect(table, {"sails_imp": 1, "hold_imp": 1})


@pytest.mark.rule("STV-18.12")
@pytest.mark.parametrize(("at", "impacts"), [((10, 9), 2), ((10, 10), 0)])
def test_a_crab_hits_the_hold(at, impacts):
    table = round_of(4, 4, options={"maneuvers": False}, **foe(CRAB, at))
    expect(table, {"hold_imp": impacts, "sails_imp": 0})


# --- Ghost Ship and Whirlpool ---------------------------------------------------------------------


@pytest.mark.rule("STV-18.15", "STV-5.3")
def test_the_ghost_ship_haunts_the_crew():
    table = enemies_next(**foe(GHOST, (10, 4)), **dice(5, 1))
    assert is_night(*loose(table)[:2])
    act(table, "no")
    expect(table, morale=19)
    assert place_of(table, GHOST) == (10, 5)
    table = enemies_next(**foe(GHOST, (10, 2)))
    assert not is_night(*loose(table)[:2])
    act(table, "no")
    expect(table, {"sea_on[6]": 0, "morale": 20})


@pytest.mark.rule("STV-18.15")
def test_the_ghost_ship_stops_next_to_the_ship():
    table = round_of(6, 6, **foe(GHOST, (10, 7)))
    assert place_of(table, GHOST) == (10, 7)


@pytest.mark.rule("STV-18.21")
@pytest.mark.parametrize(("at", "impacts"), [((10, 8), 1), ((10, 7), 1), ((10, 10), 0)])
def test_the_whirlpool_gnaws_at_the_hold(at, impacts):
    table = round_of(1, **foe(WHIRLPOOL, at))
    expect(table, {"hold_imp": impacts, "ship_r": 8})


@pytest.mark.rule("STV-18.22", "STV-18.20")
@pytest.mark.parametrize(
    ("at", "die", "row"), [((10, 5), 4, 7), ((10, 5), 3, 8), ((10, 2), 6, 8), ((11, 5), 6, 8)]
)
def test_the_whirlpool_pulls_in_a_straight_line(at, die, row):
    table = round_of(die, **foe(WHIRLPOOL, at))
    expect(table, {"ship_r": row, "ship_f": S, "hold_imp": 0})
    assert place_of(table, WHIRLPOOL) == at


@pytest.mark.rule("STV-18.22", "STV-16.3")
def test_the_pull_may_end_at_an_enemy():
    both = {**foe(WHIRLPOOL, (10, 5)), **foe(WHALE, (10, 7))}
    table = round_of(4, 1, 1, 1, **both)
    expect(table, {"ship_r": 8, "hold_imp": 1, "sea_hold[4]": 3, "sea_mode[4]": AGGRESSIVE})


@pytest.mark.rule("STV-18.22", "STV-R56")
def test_near_the_whirlpool_speed_dice_count_less():
    whirlpool = foe(WHIRLPOOL, (11, 5))
    table = round_of(5, 5, 5, 5, **whirlpool, **foe(GALLEON, (10, 3), facing=S))
    assert place_of(table, GALLEON) == (10, 3)
    table = round_of(6, 5, 5, 5, **whirlpool, **foe(GALLEON, (10, 3), facing=S))
    assert place_of(table, GALLEON) == (10, 4)


@pytest.mark.rule("STV-18.24")
def test_the_whirlpool_comes_first():
    both = {**foe(WHIRLPOOL, (10, 5)), **foe(GHOST, (10, 2))}
    table = round_of(4, 1, 1, **both)  # pulled to five spaces from the Ghost Ship, which stays
    expect(table, {"ship_r": 7, "morale": 19, "sea_on[6]": 1})


def test_a_round_without_enemies_is_over_at_once():
    table = round_of()
    assert int(table.record().stk[2][0]) in (Decision.DAY_SUPPLIES, Decision.TAKE_POST)
