"""Speed, steps and turns of the ship (STV-9), as the rules tell them."""

from __future__ import annotations

import pytest

from piracy_env.games.skull_tales.rules.voyage import Step
from piracy_env.games.skull_tales.state import Decision, Lasting
from piracy_env.games.skull_tales.traits import Trait
from tests.games.skull_tales.aboard import (
    CREW_QUARTERS,
    HELM,
    MAIN_DECK,
    QUARTERDECK,
    RIGGING,
    begin,
    dice,
    frame,
    trait,
)
from tests.scenario import act, expect, labels, refuses

SAILING = frame(Decision.SAILING)


def sailing(**fields):
    """B at the Helm, C and two groups on the Rigging, unless told otherwise."""
    there = {"on": (QUARTERDECK, HELM, RIGGING), "pg": {0: RIGGING, 1: RIGGING}}
    return begin(SAILING, step=Step.LAND, **{**there, **fields})


@pytest.mark.rule("STV-9.5", "STV-9.6", "STV-9.7", "STV-3.17", "STV-2.3")
def test_helm_rigging_and_groups_roll_for_speed():
    table = sailing(**dice(3, 2, 5, 1))
    act(table, "pg 0", "pg 1", "roll_speed")
    expect(table, {"ship_mov": 2, "ch_tp": [0, 1, 0], "pg_fat": [1, 1, 0, 0]})
    expect(table, {"acted": [0, 1, 1], "pg_acted": [1, 1, 0, 0]})
    refuses(table, "roll_speed", "pg 2")


@pytest.mark.rule("STV-9.8", "STV-20.5", "STV-20.10", "STC-1.5")
def test_five_dice_move_the_ship_at_most():
    skilled = {**trait(1, Trait.HELMSMAN), **trait(2, Trait.KNOT_TYING)}
    table = sailing(sails_base=4, **skilled, **dice(1, 1, 1, 1, 6))
    act(table, "pg 0")
    refuses(table, "pg 1")
    act(table, "roll_speed")
    expect(table, {"ship_mov": 1, "force_n": 0, "pg_fat": [1, 0]})


@pytest.mark.rule("STV-9.3", "STV-9.4", "STV-R1")
def test_turning_costs_as_much_as_sailing_on():
    table = sailing(ship_mov=3, rolled=1, ship_c=10, ship_r=8)
    act(table, "mv_port")
    expect(table, ship_c=11, ship_r=8, ship_f=3)
    act(table, "turn_port")
    expect(table, ship_f=2, ship_mov=1)
    act(table, "mv_fwd")
    expect(table, ship_c=12, ship_r=9, ship_mov=0)


@pytest.mark.rule("STV-9.1")
def test_nobody_at_the_helm_no_movement():
    table = sailing(on=(QUARTERDECK, MAIN_DECK, RIGGING), ship_mov=2, filth=0)
    assert "roll_speed" not in labels(table)
    assert "mv_fwd" not in labels(table)
    table = sailing(**{"ch_wounds[1]": 6, "post[1]": 10}, ship_mov=2)
    assert "mv_fwd" not in labels(table)


@pytest.mark.rule("STV-9.1", "STV-9.7")
def test_the_captain_alone_steers():
    assert sailing().record().seat == 0
    expect(sailing(captain=0), seat=0)


@pytest.mark.rule("STV-9.10", "STV-1.2", "STV-16.4")
def test_the_ship_stays_on_the_water_and_on_the_board():
    table = sailing(ship_c=10, ship_r=7, ship_f=0, ship_mov=2, rolled=1)  # land ahead of Tortuga
    assert "mv_fwd" not in labels(table)
    table = sailing(ship_c=8, ship_r=0, ship_f=0, ship_mov=2, rolled=1)
    assert [one for one in labels(table) if one.startswith("mv")] == []


@pytest.mark.rule("STV-9.10")
@pytest.mark.parametrize("enemy", [4, 9])
def test_some_enemies_bar_the_way(enemy):
    there = {
        f"sea_on[{enemy}]": 1,
        f"sea_c[{enemy}]": 10,
        f"sea_r[{enemy}]": 9,
        f"sea_mode[{enemy}]": 1,
        f"sea_hold[{enemy}]": 4,
    }
    table = sailing(ship_mov=1, rolled=1, **there)
    refuses(table, "mv_fwd")
    assert "mv_port" in labels(table)


@pytest.mark.rule("STV-9.9")
def test_movement_that_is_left_is_lost():
    table = sailing(ship_mov=3, rolled=1)
    act(table, "no")
    expect(table, ship_mov=0)


@pytest.mark.rule("STV-9.2", "STV-9.10")
def test_movement_goes_on_until_the_captain_ends_it():
    table = sailing(ship_mov=2, rolled=1)
    act(table, "turn_star")
    expect(table, ship_f=4, ship_mov=1)
    assert "no" in labels(table)


@pytest.mark.rule("STV-20.13")
def test_a_wind_master_adds_a_die_from_anywhere():
    table = sailing(**trait(0, Trait.WIND_MASTERY), **dice(1, 1, 6))
    act(table, "roll_speed")
    expect(table, {"ship_mov": 1, "ch_tp": [1, 0, 0], "force_n": 0})


@pytest.mark.rule("STV-20.13")
def test_a_wind_master_in_the_sick_bay_adds_none():
    table = sailing(
        **trait(0, Trait.WIND_MASTERY), **{"post[0]": 10, "ch_wounds[0]": 6}, **dice(6, 1, 6)
    )
    act(table, "roll_speed")
    expect(table, ship_mov=1, force_n=1)


@pytest.mark.rule("STV-R40", "STC-1.8")
def test_two_traits_give_one_speed_die():
    table = sailing(**trait(1, Trait.WIND_MASTERY), **trait(1, Trait.HELMSMAN), **dice(6, 6, 1, 3))
    act(table, "roll_speed")
    expect(table, {"ship_mov": 2, "ch_tp": [0, 1, 0], "force_n": 1})


@pytest.mark.rule("STV-15.4")
def test_in_a_dead_calm_only_the_helm_rolls():
    table = sailing(pers=Lasting.CALM, **trait(0, Trait.WIND_MASTERY), **dice(6, 21))
    assert labels(table, "pg") == []
    act(table, "roll_speed")
    expect(table, ship_mov=1, force_n=1)
    act(table, "no")
    expect(table, pers=0)


@pytest.mark.rule("STV-15.4")
def test_the_trade_wind_blows_for_one_roll():
    table = sailing(pers=Lasting.TRADE_WIND, **dice(2, 2))
    act(table, "roll_speed")
    expect(table, ship_mov=2, pers=0)


@pytest.mark.rule("STV-3.17", "STV-18.22")
def test_the_whirlpool_slows_and_cargo_does_too():
    near = {"sea_on[7]": 1, "sea_c[7]": 10, "sea_r[7]": 11}
    table = sailing(**near, **dice(3, 4))
    act(table, "roll_speed")
    expect(table, ship_mov=1)
    loaded = [10, 10, 10, 5, 5, 7, 7, 7, 3, *[0] * 11]
    table = sailing(hold=loaded, goods_sup=[1, 2, 2, 4, 2, 5, 3, 3, 3], **dice(3, 4))
    act(table, "roll_speed")
    expect(table, ship_mov=1)


@pytest.mark.rule("STV-2.4", "STV-9.7")
def test_exhausted_groups_do_not_sail():
    table = sailing(**{"pg_fat[0]": 4})
    assert labels(table, "pg") == ["pg 1"]


@pytest.mark.rule("STV-2.6")
def test_a_group_that_is_not_chosen_does_not_tire():
    table = sailing(**dice(1, 1, 1))
    act(table, "pg 0", "roll_speed")
    expect(table, pg_fat=[1, 0])


@pytest.mark.rule("STV-6.1", "STV-R72")
def test_who_has_sung_does_not_steer_as_well():
    table = sailing(**{"acted[1]": 1}, **dice(6))
    act(table, "roll_speed")
    expect(table, {"ship_mov": 1, "ch_tp": [0, 0, 1]})
    assert table.record().post[1] == HELM != CREW_QUARTERS
