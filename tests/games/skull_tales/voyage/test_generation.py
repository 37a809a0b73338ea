"""How Sea Enemies appear (STV-17, STV-21.6), as the rules tell them."""

from __future__ import annotations

import pytest

from piracy_env.games.skull_tales.rules.docks import CODEX
from piracy_env.games.skull_tales.rules.voyage import Step
from piracy_env.games.skull_tales.state import Lasting
from piracy_env.games.skull_tales.tables.words import LETTERS
from piracy_env.games.skull_tales.traits import Trait
from tests.games.skull_tales.aboard import at_sea, dice, trait
from tests.games.skull_tales.foes import (
    CRAB,
    CUTTER,
    GALLEON,
    GHOST,
    LOOKOUT,
    MERCHANT,
    NEUTRAL,
    TOWER,
    WHALE,
    WHIRLPOOL,
    S,
    drawn,
    foe,
    place_of,
)
from tests.scenario import act, expect, labels


@pytest.mark.rule("STV-17.1", "STV-17.2", "STV-17.4", "STV-17.6", "STV-5.3")
@pytest.mark.parametrize(("clock", "at"), [(2, (13, 6)), (5, (8, 9))])
def test_an_enemy_appears_in_the_direction_of_the_clock(clock, at):
    table = drawn(3, 4, 1, 1, 1, 1, 1, clock=clock)
    s = table.record()
    assert place_of(table, CUTTER) == at or s.sea_was_act[CUTTER]
    expect(table, {"sea_on[1]": 1, "sea_hold[1]": 4, "sea_spd[1]": 5, "sea_be[1]": 4})
    expect(table, {"sea_src[1]": 3})


@pytest.mark.rule("STV-17.4")
def test_a_die_gives_its_facing():
    table = drawn(8, 4)
    assert place_of(table, WHALE) == (13, 6)
    expect(table, {"sea_f[4]": S, "sea_mode[4]": NEUTRAL})


@pytest.mark.rule("STV-17.5")
def test_on_land_or_off_the_board_nothing_appears():
    table = drawn(8, 4, clock=1, ship_c=10, ship_r=2)
    expect(table, {"sea_on[4]": 0})
    table = drawn(8, 4, clock=1, ship_c=9, ship_r=3)
    expect(table, {"sea_on[4]": 0})


@pytest.mark.rule("STV-17.3", "STV-17.5", "STV-R24")
def test_the_crows_nest_chooses_by_what_it_sees():
    table = drawn(8, 4, clock=2, **LOOKOUT, **{"ch_att[2, 5]": 1})
    expect(table, seat=2)
    assert labels(table) == ["no", "yes"]
    act(table, "yes")
    assert place_of(table, WHALE) == (11, 7)
    expect(table, {"ch_tp[2]": 1})
    table = drawn(8, 4, clock=2, **LOOKOUT)
    act(table, "no")
    assert place_of(table, WHALE) == (13, 6)
    expect(table, {"ch_tp[2]": 0})


@pytest.mark.rule("STV-17.3")
def test_in_a_fog_nothing_is_chosen():
    fog = at_sea(Step.EVENT, options={"sea": "full"}, clock=2, **LOOKOUT, ev_post=8, ev_out=128)
    fog.set(0, {"pers": int(Lasting.FOG), **dice(4)})
    act(fog, "no")  # the card that was put off comes while the fog lies
    assert place_of(fog, WHALE) == (13, 6)
    expect(fog, {"ch_tp[2]": 0, "pers": int(Lasting.FOG)})


@pytest.mark.rule("STV-17.5", "STV-17.2")
def test_land_is_not_chosen():
    table = drawn(8, 4, clock=5, **LOOKOUT)
    assert place_of(table, WHALE) == (8, 9)
    expect(table, {"ch_tp[2]": 0})


@pytest.mark.rule("STV-20.20")
def test_an_eagle_eye_chooses_nearer_or_farther():
    table = drawn(8, 4, clock=2, **LOOKOUT, **trait(2, Trait.EAGLE_EYE))
    act(table, "yes")
    assert labels(table) == ["num 0", "num 1", "num 2"]
    act(table, "num 0")
    assert place_of(table, WHALE) == (12, 7)
    table = drawn(8, 4, clock=5, **LOOKOUT, **trait(2, Trait.EAGLE_EYE))
    act(table, "yes")
    assert labels(table) == ["num 0", "num 2"]  # three spaces south-west is land


@pytest.mark.rule("STV-1.5", "STV-R24")
def test_what_is_on_the_board_is_not_brought_again():
    table = drawn(8, **foe(WHALE, (3, 3), hold=2))
    assert place_of(table, WHALE) == (3, 3)
    expect(table, {"sea_hold[4]": 2})


@pytest.mark.rule("STV-18.20", "STV-18.21")
def test_the_whirlpool_opens_under_the_ship():
    table = drawn(11)
    assert place_of(table, WHIRLPOOL) == (10, 8)
    expect(table, {"hold_imp": 1})


@pytest.mark.rule("STV-18.12")
def test_a_watchtower_stands_on_the_nearest_land():
    table = drawn(12, 1, 1, 1)
    at = place_of(table, TOWER)
    chart = table.tables_of(0).t.chart
    space = at[1] * 21 + at[0]
    ship = 8 * 21 + 10
    assert chart.water[space] == 0
    land = [other for other in range(315) if chart.water[other] == 0]
    assert min(land, key=lambda other: (chart.cube[ship, other], other)) == space
    expect(table, {"sea_mode[8]": 0, "sea_hold[8]": 4})


@pytest.mark.rule("STV-R61")
def test_a_crab_sits_on_a_bare_coast():
    table = drawn(13, 1, 1)
    at = place_of(table, CRAB)
    chart = table.tables_of(0).t.chart
    ship = 8 * 21 + 10
    taken = {int(chart.scroll[letter]) for letter in (2, 5, 10, 16)} | {ship}
    coast = [other for other in range(315) if chart.coast[other] and other not in taken]
    assert min(coast, key=lambda other: (chart.cube[ship, other], other)) == at[1] * 21 + at[0]


def test_far_from_the_shore_neither_appears():
    for card, enemy in ((12, TOWER), (13, CRAB)):
        table = drawn(card, ship_c=3, ship_r=7, **foe(GALLEON, (20, 0)))
        chart = table.tables_of(0).t.chart
        ship = 7 * 21 + 3
        shores = chart.water == 0 if enemy == TOWER else chart.coast == 1
        near = min(int(chart.cube[ship, other]) for other in range(315) if shores[other])
        reach = {TOWER: 6, CRAB: 4}[enemy]
        expect(table, {f"sea_on[{enemy}]": int(near <= reach)})


@pytest.mark.rule("STV-17.6", "STV-18.19")
@pytest.mark.parametrize(("card", "speed"), [(5, 4), (6, 2)])
def test_a_straggler_is_slow(card, speed):
    table = drawn(card, 4, 1, 1, 1, 1)
    chart = table.tables_of(0).t.chart
    goals = [LETTERS.index(letter) for letter in "NSEW"]
    nearest = min(goals, key=lambda goal: chart.way[6 * 21 + 13, chart.scroll[goal]])
    expect(table, {"sea_spd[2]": speed, "sea_goal[2]": nearest})


@pytest.mark.rule("STV-18.15")
@pytest.mark.parametrize(("clock", "morale", "there"), [(2, 19, 0), (5, 19, 1)])
def test_the_ghost_ship_comes_by_night(clock, morale, there):
    table = drawn(9, 4, 1, 1, clock=clock)
    expect(table, {"morale": morale, f"sea_on[{GHOST}]": there})


@pytest.mark.rule("STV-21.6")
def test_the_codex_deceives_a_ship():
    table = drawn(3, 4, clock=2, upg=CODEX)
    assert labels(table) == ["no", "signal"]
    act(table, "signal")
    expect(table, {"sea_mode[1]": NEUTRAL, "sea_codex[1]": 1, "upg": 0, "hold_imp": 0})
    assert table.record().pers & Lasting.CODEX


@pytest.mark.rule("STV-21.6")
def test_the_codex_is_of_no_use_near_another_ship_or_for_beasts():
    table = drawn(3, 4, clock=2, upg=CODEX, **foe(MERCHANT, (10, 4), mode=NEUTRAL))
    expect(table, {"sea_codex[1]": 0, "upg": CODEX})
    table = drawn(8, 4, clock=2, upg=CODEX)
    expect(table, {"sea_codex[4]": 0, "upg": CODEX})
    table = drawn(3, 4, clock=2, upg=CODEX, **foe(MERCHANT, (10, 1), mode=NEUTRAL))
    assert labels(table) == ["no", "signal"]  # that one is too far away


@pytest.mark.rule("STV-11.1", "STV-21.6")
def test_the_codex_may_be_kept():
    table = drawn(3, 4, clock=2, upg=CODEX)
    act(table, "no")
    expect(table, {"sea_codex[1]": 0, "upg": CODEX})
