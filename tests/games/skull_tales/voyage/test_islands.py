"""Goal tokens, landing, exploring, burying, Assignments (STV-10, STV-11, STV-19)."""

from __future__ import annotations

import pytest

from piracy_env.games.skull_tales.rules.voyage import Step
from piracy_env.games.skull_tales.state import Decision
from tests.games.skull_tales.aboard import (
    CREW_QUARTERS,
    GUNWALE,
    HELM,
    PLACES,
    RIGGING,
    SICK_BAY,
    at_sea,
    begin,
    dice,
    frame,
)
from tests.scenario import act, expect, labels, refuses

AT = {"F": (15, 4), "K": (15, 10), "V": (8, 9), "D": (10, 7), "C": (5, 4), "O": (2, 10)}
FIDDLERS_NIGHT, RAIN = 28, 20
AT_WORK = (HELM, RIGGING, GUNWALE)
KNOWN = {"goal_n": 1, "goal_l": [5, -1, -1, -1], "goal_id": [1, 0, 0, 0], "goal_rev": [1, 0, 0, 0]}


def at(letter, **fields):
    """The ship lies at an island when the Crew Round ends."""
    col, row = AT[letter]
    there = {"ship_c": col, "ship_r": row, "on": AT_WORK}
    return at_sea(Step.LAND, **{**there, **fields})


def enemy(number, col, row, mode=0):
    """A Sea Enemy on the board."""
    return {
        f"sea_on[{number}]": 1,
        f"sea_c[{number}]": col,
        f"sea_r[{number}]": row,
        f"sea_mode[{number}]": mode,
        f"sea_hold[{number}]": 4,
        f"sea_spd[{number}]": 3,
    }


# --- Goal tokens ----------------------------------------------------------------------------------


@pytest.mark.rule("STV-10.1", "STV-10.2", "STV-10.3")
def test_entering_an_island_turns_its_token_up_and_the_last_with_it():
    sailing = frame(Decision.SAILING)
    table = begin(
        sailing,
        step=Step.LAND,
        on=AT_WORK,
        ship_c=15,
        ship_r=9,
        ship_mov=2,
        rolled=1,
        goal_rev=[1, 0, 0, 1],
    )
    act(table, "mv_fwd")
    expect(table, {"goal_n": 1, "goal_l": [PLACES["F"], -1, -1, -1], "goal_rev": [1, 0, 0, 0]})
    expect(table, {"ch_tp": [0] * 5, "ship_c": 15, "ship_r": 10})


@pytest.mark.rule("STV-10.1")
def test_a_token_that_is_not_the_goal_stays_face_up():
    sailing = frame(Decision.SAILING)
    table = begin(sailing, step=Step.LAND, on=AT_WORK, ship_c=15, ship_r=9, ship_mov=2, rolled=1)
    act(table, "mv_fwd")
    expect(table, {"goal_n": 4, "goal_rev": [0, 0, 1, 0], "ch_tp": [0] * 5})


@pytest.mark.rule("STV-10.1")
def test_drifting_onto_an_island_turns_its_token_up_too():
    table = act(
        at_sea(Step.EVENT, on=AT_WORK, ship_c=15, ship_r=6, clock=1, **dice(14, 1, 1, 1)), "no"
    )
    expect(table, {"ship_r": 4, "goal_n": 1, "ch_tp": [0] * 5})


# --- the end of a Voyage --------------------------------------------------------------------------


@pytest.mark.rule("STV-19.2", "STV-11.3", "STV-19.7", "STV-19.8")
def test_the_voyage_is_won_on_goal_1():
    table = act(at("F", **KNOWN, ch_tp=[0, 3, 0, 0, 0], **enemy(0, 15, 12)), "no")
    expect(table, {"over": 1, "ended": 7, "ch_pp": [30, 23, 10], "crew_booty": 100})
    expect(table, hold=[10, 10, 10, 5, 5, 7, 7, 7])


@pytest.mark.rule("STV-11.1", "STV-19.2")
def test_an_active_enemy_keeps_the_voyage_open():
    table = act(at("F", **KNOWN, **enemy(0, 15, 8), **dice(FIDDLERS_NIGHT)), "no")
    expect(table, {"over": 0, "docked": 0})
    assert table.record().ev_out >> FIDDLERS_NIGHT - 1 & 1


@pytest.mark.rule("STV-11.1", "STV-R12")
@pytest.mark.parametrize("there", [enemy(4, 15, 8, 1), enemy(7, 15, 5), enemy(8, 19, 4)])
def test_whale_whirlpool_and_a_far_tower_do_not_hinder(there):
    expect(act(at("F", **KNOWN, **there), "no"), over=1, ended=7)


@pytest.mark.rule("STV-11.1")
def test_a_tower_within_range_hinders():
    expect(act(at("F", **KNOWN, **enemy(8, 16, 4), **dice(FIDDLERS_NIGHT)), "no"), over=0)


@pytest.mark.rule("STV-19.7")
def test_allies_bring_half_of_their_trust_but_not_to_the_captain():
    allies = {}
    for slot, owner, trust in ((3, 1, 3), (4, 0, 4)):
        allies |= {
            f"ch_kind[{slot}]": 2,
            f"ch_card[{slot}]": slot,
            f"ch_owner[{slot}]": owner,
            f"ch_hp_max[{slot}]": 3,
            f"post[{slot}]": GUNWALE,
            f"ch_tp[{slot}]": trust,
        }
    table = act(at("F", **KNOWN, **allies, **{"ch_tp[1]": 5}), "no")
    expect(table, {"over": 1, "ch_pp": [30, 27, 10], "ch_tp": [0] * 5})


@pytest.mark.rule("STV-19.1", "STV-19.3", "STC-7.9")
def test_the_voyage_ends_when_all_are_knocked_out():
    down = {"ch_wounds": [6, 6, 5, 0, 0], "on": (SICK_BAY, SICK_BAY, 1), "ch_tp": [0, 0, 4, 0, 0]}
    table = act(at_sea(Step.EVENT, **down, **dice(18, 1, 1, 1)), "no")
    expect(table, {"over": 1, "ended": 2, "crew_booty": 0, "ch_pp": [30, 20, 10]})
    expect(table, {"ch_wounds": [5, 5, 5], "pg_on": [0] * 6})


@pytest.mark.rule("STV-12.14", "STV-19.1", "STV-19.5", "STC-6.9", "STV-R25")
def test_a_ship_with_one_column_left_sinks():
    table = at_sea(
        Step.EVENT,
        on=AT_WORK,
        hold_imp=5,
        hold=[10, 10, 10, 5, *[0] * 16],
        goods_sup=[1, 2, 3, 4, 3, 5, 6, 3, 3],
        ch_tp=[1, 2, 3, 0, 0],
        **dice(26),
    )
    act(table, "no")
    expect(table, {"over": 1, "ended": 8, "crew_booty": 0, "ch_pp": [31, 22, 13]})
    expect(table, {"hold": [0] * 20, "cannon_sup": 5})


@pytest.mark.rule("STC-9.2")
def test_sixty_turns_are_enough():
    table = act(at_sea(Step.TIME, v_turn=60), "no")
    expect(table, {"over": 1, "ended": 12})


@pytest.mark.rule("STC-9.2")
def test_so_are_four_thousand_decisions():
    table = at_sea(Step.FILTH, stage_moves=3998)
    act(table, "no")
    expect(table, over=0)
    act(table, "post 5")
    expect(table, {"over": 1, "ended": 6})


# --- landing --------------------------------------------------------------------------------------


@pytest.mark.rule("STV-11.2", "STV-11.4", "STV-15.1", "STV-1.4")
def test_a_landing_brings_island_actions_and_no_event():
    table = act(at("V", on=AT_WORK), "no")
    expect(table, docked=1, landed=1, isl_land=1 << PLACES["V"], deeds=[1, 1, 1, 0, 0])
    assert labels(table) == ["no", "isle_explore", "bury"]
    act(table, "no")
    expect(table, ev_out=0, v_round=0, v_turn=3)


@pytest.mark.rule("STV-11.4", "STV-R15", "STV-11.2")
def test_a_docked_ship_has_neither_event_nor_island_actions():
    table = act(at("V", docked=1), "no")
    expect(table, ev_out=0, v_round=0, v_turn=3, docked=1)


@pytest.mark.rule("STV-11.2", "STV-15.1")
def test_who_sails_on_is_docked_no_more():
    table = begin(
        frame(Decision.SAILING), step=Step.LAND, on=AT_WORK, docked=1, ship_mov=1, rolled=1
    )
    act(table, "mv_fwd")
    expect(table, docked=0)
    assert table.record().ev_out != 0


@pytest.mark.rule("STV-11.4")
def test_tortuga_is_no_island_to_be_explored():
    table = act(at("D"), "no")
    expect(table, docked=1, isl_land=0, ev_out=0, v_turn=3)


@pytest.mark.rule("STV-11.1")
def test_at_sea_there_is_no_landing():
    table = act(at_sea(Step.LAND, **dice(RAIN)), "no")
    expect(table, docked=0, ev_out=1 << RAIN - 1)


@pytest.mark.rule(
    "STV-11.5", "STV-11.6", "STV-11.7", "STV-11.8", "STV-11.9", "STV-11.10", "STV-11.11"
)
def test_groups_and_characters_explore():
    table = act(at("V", pg={0: RIGGING}, pg_fat=[0, 2, 3, 0, 0, 0], **dice(2, 2, 6, 1, 5, 3)), "no")
    act(table, "isle_explore", "pg 0", "pg 1", "no", "no", "yes", "no")
    hold = [10, 10, 10, 5, 5, 7, 7, 7, 6, 7, 7]
    expect(table, {"morale": 17, "pg_w[0]": 2, "pg_post[0]": SICK_BAY, "hold": hold})
    expect(table, {"ch_tp": [0, 2, 0], "pg_post[1]": CREW_QUARTERS, "pg_fat": [0] * 6})
    expect(table, {"isl_seen": 1 << PLACES["V"]})
    refuses(table, "isle_explore")


@pytest.mark.rule("STV-11.8", "STV-R8", "STV-R6")
@pytest.mark.parametrize(
    ("rolls", "before", "trust", "wounds", "post"),
    [((2, 1, 3, 2), 1, 0, 1, GUNWALE), ((1, 1, 1, 1), 5, 3, 6, SICK_BAY)],
)
def test_exploring_in_vain_hurts(rolls, before, trust, wounds, post):
    table = act(at("V", **{"ch_tp[2]": before}, **dice(*rolls)), "no", "isle_explore")
    act(table, "no", "no", "no", "yes")
    expect(table, {"ch_tp[2]": trust, "ch_wounds[2]": wounds, "post[2]": post, "morale": 20})


@pytest.mark.rule("STV-11.9", "STV-2.8")
def test_a_group_may_be_lost_for_good():
    table = act(at("V", **dice(1, 1)), "no", "isle_explore", "pg 3", "no", "no", "no", "no")
    expect(table, {"pg_on[3]": 0, "pg_post[3]": -1, "morale": 17})


@pytest.mark.rule("STV-11.5")
def test_if_nobody_goes_nothing_happens():
    table = act(at("V", pg={0: RIGGING}, **{"pg_fat[0]": 2}), "no", "isle_explore")
    act(table, "no", "no", "no", "no")
    expect(table, {"isl_seen": 0, "pg_post[0]": RIGGING, "pg_fat[0]": 2})


@pytest.mark.rule("STV-11.4")
def test_an_island_is_explored_once_a_voyage():
    table = act(at("V", isl_seen=1 << PLACES["V"]), "no")
    assert "isle_explore" not in labels(table)


@pytest.mark.rule("STV-11.10", "STV-3.4", "STV-1.6")
def test_what_finds_no_space_is_not_gained():
    full = {
        "hold": [10, 10, 10, 5, 5, 7, 7, 7, 1, 2, 2, 3, 3, 3, *[0] * 6],
        "goods_sup": [0, 0, 0, 4, 2, 5, 3, 3, 3],
    }
    table = act(at("V", **full, **dice(1, 5)), "no", "isle_explore", "pg 0", "no", "no", "no", "no")
    expect(table, {"goods_sup[6]": 3})


@pytest.mark.rule("STV-11.13")
def test_a_part_of_the_crew_booty_is_buried():
    table = act(at("V"), "no", "bury", "num 10")
    expect(table, {"crew_booty": 50, "bury_sum": 50, "bury_l": PLACES["V"], "bury_seat": 0})
    refuses(table, "bury")
    elsewhere = {"bury_l": PLACES["O"], "bury_sum": 5, "bury_seat": 0}
    assert "bury" not in labels(act(at("V", **elsewhere), "no"))


@pytest.mark.rule("STV-11.13", "STC-1.3")
def test_the_part_is_rounded_up():
    table = act(at("V", crew_booty=33), "no", "bury", "num 1")
    expect(table, crew_booty=31, bury_sum=2)


@pytest.mark.rule("STV-11.14")
def test_the_captain_digs_for_the_crew():
    table = act(at("V", bury_l=PLACES["V"], bury_sum=40, bury_seat=0), "no", "dig")
    expect(table, {"crew_booty": 140, "bury_l": -1, "bury_sum": 0, "ch_coins[0]": 20})


@pytest.mark.rule("STV-11.15")
def test_a_former_captain_digs_for_itself():
    buried = {"bury_l": PLACES["V"], "bury_sum": 50, "bury_seat": 0, "crew_booty": 50}
    table = act(at("V", captain=1, **buried), "no")
    expect(table, seat=0)
    assert labels(table) == ["no", "dig"]
    act(table, "dig")
    expect(table, {"ch_coins[0]": 70, "bury_seat": -1, "seat": 1, "crew_booty": 50})
    table = act(at("V", captain=1, **buried), "no", "no")
    assert "dig" not in labels(table)


# --- Assignments ----------------------------------------------------------------------------------


@pytest.mark.rule("STV-11.12")
def test_contraband_is_brought_to_its_island():
    held = {"asg": 1, "asg_out": 1, "asg_x": PLACES["V"]}
    table = act(at("V", **held), "no", "assign_do")
    expect(table, {"crew_booty": 180, "ch_pp[0]": 35, "asg": 0, "goods_sup[4]": 4})
    assert "assign_do" not in labels(act(at("O", **held), "no"))


@pytest.mark.rule("STV-11.12")
def test_slaves_are_freed_on_any_island():
    hold = [10, 10, 10, 6, 6, 6, 7, 7, *[0] * 12]
    held = {"asg": 5, "asg_out": 16, "hold": hold, "goods_sup": [1, 2, 3, 4, 4, 2, 4, 3, 3]}
    table = act(at("O", **held, morale=10), "no", "assign_do")
    expect(table, {"ch_pp[0]": 40, "morale": 13, "goods_sup[5]": 5})


@pytest.mark.rule("STV-11.12")
def test_charting_needs_three_islands_in_a_voyage():
    held = {"asg": 4, "asg_out": 8}
    table = act(at("V", **held, asg_prog=3), "no")
    expect(table, {"asg": 0, "crew_booty": 170, "ch_pp[0]": 35})
    table = act(at("V", **held, asg_prog=1), "no")
    expect(table, {"asg": 4, "asg_prog": 1 | 1 << PLACES["V"]})


@pytest.mark.rule("STV-11.12")
def test_a_passenger_that_is_lost_fails_the_assignment():
    hold = [10, 10, 10, 5, 5, 7, 7, 7, 0, 0, 0, 0, 11, *[0] * 7]
    held = {"asg": 8, "asg_out": 128, "asg_x": PLACES["V"], "hold": hold}
    table = act(at("V", **held), "no", "assign_do")
    expect(table, {"asg": 0, "crew_booty": 190, "hold[12]": 0})
    table = act(at_sea(Step.EVENT, on=AT_WORK, **held, **dice(26)), "no")
    expect(table, {"asg": 0, "ch_pp[0]": 27})


@pytest.mark.rule("STV-11.12", "STV-4.8")
def test_a_tidy_ship_fulfils_shipshape():
    held = {"asg": 9, "asg_out": 256, "filth": 0}
    expect(act(at("F", **KNOWN, **held), "no"), {"asg": 0, "ch_pp[0]": 34, "crew_booty": 160})
    dirty = act(at("F", **KNOWN, **{**held, "filth": 1}), "no")
    expect(dirty, {"asg": 9, "ch_pp[0]": 30, "asg_age": 1})


@pytest.mark.rule("STV-11.12")
def test_an_assignment_fails_with_its_second_voyage():
    held = {"asg": 1, "asg_out": 1, "asg_x": PLACES["V"], "asg_age": 1}
    expect(act(at("F", **KNOWN, **held), "no"), {"asg": 0, "ch_pp[0]": 27})


# --- deeds ----------------------------------------------------------------------------------------


@pytest.mark.rule("STP-8.4")
def test_the_end_of_a_voyage_is_remembered_for_rumors():
    table = act(at("F", **KNOWN, ch_tp=[0, 8, 7, 0, 0]), "no")
    deeds = [int(one) for one in table.record().deeds[:3]]
    assert [one >> 1 & 1 for one in deeds] == [1, 0, 0]
    assert [one >> 5 & 1 for one in deeds] == [0, 1, 0]


# --- rulings --------------------------------------------------------------------------------------


@pytest.mark.rule("STV-R65", "STV-11.11")
def test_exhausted_groups_may_explore():
    table = act(at("V", pg_fat=[4, 0, 0, 0, 0, 0], **dice(1, 3)), "no", "isle_explore", "pg 0")
    act(table, "no", "no", "no", "no")
    expect(table, pg_fat=[0] * 6, isl_seen=1 << PLACES["V"])


@pytest.mark.rule("STV-R66", "STV-11.1")
def test_a_ship_lands_when_the_last_enemy_is_gone():
    table = act(at("V", **enemy(0, 8, 11), **dice(RAIN)), "no")
    expect(table, docked=0)
    expect(act(at("V", v_turn=3), "no"), docked=1, landed=1)


@pytest.mark.rule("STV-R67", "STV-11.13")
def test_nobody_buries_on_top_of_anothers_booty():
    there = {"bury_l": PLACES["V"], "bury_sum": 9, "bury_seat": 2}
    table = act(at("V", **there), "no")
    expect(table, seat=2)
    act(table, "no")
    assert "bury" not in labels(table)


@pytest.mark.rule("STV-R70", "STC-1.10")
def test_a_destiny_point_helps_an_explorer_to_goods():
    there = {"ch_dp": [0, 1, 0, 0, 0]}
    table = act(at("V", **there, **dice(1, 4, 3, 2)), "no", "isle_explore")
    act(table, "no", "no", "yes", "no")
    assert labels(table) == ["no", "yes"]
    act(table, "yes")
    expect(table, {"ch_tp[1]": 2, "ch_wounds[1]": 0, "hold[8]": 7})
