"""The scenarios S01 to S20: battles and treasures from given seas. S21 to S44 follow."""

import pytest

from piracy_env.games.broadside import GAME
from piracy_env.games.broadside.state import Phase, Place, Step
from tests.games.broadside.positions import (
    attack,
    blues,
    cannon_dice,
    crews,
    fleet,
    passes,
    phase,
    points_of,
    pp,
    reds,
    roll,
    sea,
    table,
)
from tests.scenario import act, expect, labels, refuses


@pytest.mark.rule("BRO-8.9", "BRO-8.16", "BRO-8.17", "BRO-8.18", "BRO-5.2", "BRO-R06")
def test_s01_the_sloop_takes_a_merchant():
    engine = attack(sea(table="merchant#5"), 0, "target_table 0", 0, 0, 0, 4, 1, 2, 0)
    assert fleet(engine, 0) == "sloop[10] merchant[4]"
    expect(engine, fleet_acted=[[1, 0, *[0] * 10], *[[0] * 12] * 5])
    assert (pp(engine, 0), table(engine), phase(engine)) == (1, "", "0 ADVENTURE")
    assert labels(engine, "act_ship") == ["act_ship 1"]


@pytest.mark.rule("BRO-8.10", "BRO-8.19", "BRO-12.3", "BRO-12.5", "BRO-R05")
def test_s02_good_wind_is_not_enough():
    engine = roll(sea(hands=["good_wind"]), -2)
    act(engine, "act_ship 0", 130, "play good_wind", "pass")
    assert phase(engine) == "1 WINDOW"
    act(engine, "pass")
    assert (fleet(engine, 0), fleet(engine, 1)) == ("sloop[11]", "sloop[11]")
    assert (reds(engine, "red_disc"), phase(engine)) == ("good_wind", "0 ADVENTURE")
    refuses(engine, "act_ship 0")


@pytest.mark.rule("BRO-8.12", "BRO-8.13", "BRO-8.14", "BRO-8.20", "BRO-13.5")
def test_s03_the_frigate_takes_a_rigged_merchant():
    engine = sea("sloop light_frigate#23[12]", "sloop merchant#5[5]+full_rig")
    roll(engine, 2, 2, 0, 4, 2)
    act(engine, "act_ship 1", 131)
    passes(engine, 4)
    expect(engine, b_wind=2, b_rolled=1, fleet_crew=crews([11, 12], [11, 3]))
    passes(engine, 2)
    assert fleet(engine, 0) == "sloop[11] light_frigate[10] merchant[4]+full_rig"
    assert (fleet(engine, 1), points_of(engine)) == ("sloop[11]", [2, 0])


FRIGATE = "sloop frigate#24[12]+gunnery_upgrade"


@pytest.mark.rule("BRO-12.11", "BRO-12.14", "BRO-12.16", "BRO-13.8", "BRO-R36", "BRO-1.3")
def test_s04_22_dice():
    engine = roll(sea(FRIGATE, "war_galleon[16]", hands=["chain_shot fast_reload"]), 1)
    act(engine, "act_ship 1", "target_enemy 1 0", "play chain_shot", "play fast_reload")
    passes(engine, 2)
    assert cannon_dice(engine, 0) == 22
    assert cannon_dice(engine, 1) == 8


@pytest.mark.rule("BRO-12.15", "BRO-12.17", "BRO-R35")
def test_s05_grappling_hooks_cancel_a_fast_reload():
    hands = ["chain_shot fast_reload", "grappling_hooks"]
    engine = roll(sea(FRIGATE, "war_galleon[16]", hands=hands), 1)
    act(engine, "act_ship 1", "target_enemy 1 0", "play chain_shot", "play fast_reload", "pass")
    act(engine, "play grappling_hooks")
    assert reds(engine, "red_disc") == "grappling_hooks fast_reload"
    assert reds(engine, "red_battle") == "chain_shot"
    passes(engine, 2)
    assert cannon_dice(engine, 0) == 11
    passes(roll(engine, 1, 0), 2)
    expect(engine, b_step=Step.CREW, fleet_crew=crews([11, 12], [15]))


@pytest.mark.rule("BRO-12.13")
def test_s06_grappling_hooks_skip_the_cannons():
    engine = sea("sloop frigate#24[12]", "war_galleon[16]", hands=["", "grappling_hooks"])
    act(roll(engine, 1), "act_ship 1", "target_enemy 1 0", "pass", "pass", "pass")
    act(engine, "play grappling_hooks")
    passes(engine, 2)
    expect(engine, b_step=Step.CREW, fleet_crew=crews([11, 12], [16]))
    assert phase(engine) == "0 WINDOW"


@pytest.mark.rule("BRO-12.15", "BRO-R35", "BRO-8.6")
def test_s07_fast_reload_cancels_grappling_hooks():
    hands = ["fast_reload", "grappling_hooks"]
    engine = roll(sea("sloop frigate#24[12]", "war_galleon[16]", hands=hands), 1)
    act(engine, "act_ship 1", "target_enemy 1 0", "pass", "play grappling_hooks", "pass")
    act(engine, "play fast_reload", "pass", "pass")
    assert reds(engine, "red_disc") == "grappling_hooks fast_reload"
    assert [cannon_dice(engine, side) for side in (0, 1)] == [6, 8]


@pytest.mark.rule("BRO-R35")
def test_s08_one_fast_reload_is_left():
    hands = ["fast_reload fast_reload", "grappling_hooks"]
    engine = roll(sea("sloop frigate#24[12]", "war_galleon[16]", hands=hands), 1)
    act(engine, "act_ship 1", "target_enemy 1 0", "play fast_reload", "play fast_reload", "pass")
    act(engine, "play grappling_hooks", "pass", "pass")
    assert cannon_dice(engine, 0) == 12


@pytest.mark.rule("BRO-R17", "BRO-8.15")
def test_s09_both_ships_are_lost():
    engine = sea("sloop coaster[1]", table="fishing_smack[1]")
    attack(engine, 1, "target_table 0", 0, 0, 0, 1, 1)
    assert blues(engine, Place.DISCARD) == "fishing_smack coaster"
    assert (fleet(engine, 0), table(engine), phase(engine)) == ("sloop[11]", "", "0 ADVENTURE")


@pytest.mark.rule("BRO-9.1", "BRO-9.2", "BRO-9.5", "BRO-R17", "BRO-1.7")
def test_s10_two_sink_each_other_and_the_third_wins():
    engine = sea("coaster[1]", "fishing_smack[1]", players=3)
    attack(engine, 0, "target_enemy 1 0", 0, 0, 0, 1, 1)
    expect(engine, over=1, end_reason=2, out=3, elim_event=[1, 1, 0])
    expect(engine, rank_lo=[2, 2, 1], rank_hi=[3, 3, 1])
    assert engine.outcome()[1] == [2, 2, 1]
    assert engine.rewards() == [-0.5, -0.5, 1.0]


@pytest.mark.rule("BRO-R44")
def test_s11_nobody_is_left():
    engine = sea("coaster[1]", "fishing_smack[1]")
    attack(engine, 0, "target_enemy 1 0", 0, 0, 0, 1, 1)
    expect(engine, over=1, end_reason=3, rank_lo=[1, 1], rank_hi=[2, 2])
    assert engine.rewards() == [0.0, 0.0]


@pytest.mark.rule("BRO-R08", "BRO-R16", "BRO-R18")
def test_s12_a_neutral_brig_wins():
    engine = sea("sloop privateer_sloop[3]+full_rig", table="brig")
    attack(engine, 1, "target_table 0", -1, 1, 2, 0, 2)
    assert blues(engine, Place.DISCARD) == "privateer_sloop"
    assert reds(engine, "red_disc") == "full_rig"
    assert (fleet(engine, 0), table(engine)) == ("sloop[11]", "brig[8]")
    act(engine, "act_ship 0", "target_table 0")
    expect(engine, b_on=1, table_crew=[8])


@pytest.mark.rule("BRO-12.7", "BRO-12.8", "BRO-12.9", "BRO-R14", "BRO-R20")
def test_s13_crew_on_a_card():
    engine = sea("sloop[4]", table="privateer_sloop", hands=["good_speech"])
    roll(engine, 0, 0, 1, 3, 3, 2, 1, 2, 0)
    act(engine, "act_ship 0", "target_table 0", "pass", "play good_speech")
    expect(engine, b_temp=[3, 0])
    act(engine, "pass")
    expect(engine, b_temp=[2, 0], fleet_crew=crews([4], [11]), table_crew=[7])
    act(engine, "pass")
    assert fleet(engine, 0) == "sloop[2] privateer_sloop[1]"
    assert reds(engine, "red_disc") == "good_speech"
    expect(engine, force_len=0, b_temp=[0, 0])


def test_s13_the_first_roll_uses_six_dice():
    engine = sea("sloop[4]", table="privateer_sloop", hands=["good_speech"])
    roll(engine, 0, 0, 1, 6, 3, 1, 0)
    act(engine, "act_ship 0", "target_table 0", "pass", "play good_speech", "pass", "pass")
    expect(engine, force_len=0)
    engine = sea("sloop[4]", table="privateer_sloop", hands=["good_speech"])
    roll(engine, 0, 0, 1, 7, 3)
    with pytest.raises(AssertionError, match="force_len"):
        act(engine, "act_ship 0", "target_table 0", "pass", "play good_speech", "pass", "pass")


@pytest.mark.rule("BRO-12.10", "BRO-R15")
def test_s14_terror_takes_the_last_crew():
    engine = sea("sloop", "sloop merchant[1]", hands=["terror"])
    act(engine, "act_ship 0", "target_enemy 1 1", "play terror")
    assert fleet(engine, 0) == "sloop[11] merchant[4]"
    assert (pp(engine, 0), phase(engine)) == (1, "0 ADVENTURE")


@pytest.mark.rule("BRO-12.12", "BRO-R11")
def test_s15_fog_against_fog():
    engine = roll(sea(expansion=1, hands=["fog", "fog"]), -1, 0, -2)
    act(engine, "act_ship 0", "target_enemy 1 0", "pass", "pass")
    expect(engine, b_step=Step.FOG, b_wind=-1, b_rolled=1)
    act(engine, "play fog")
    expect(engine, b_wind=0)
    act(engine, "pass", "play fog")
    expect(engine, b_wind=-2)
    act(engine, "pass", "pass")
    assert (phase(engine), reds(engine, "red_disc")) == ("0 ADVENTURE", "fog fog")
    assert (fleet(engine, 0), fleet(engine, 1)) == ("sloop[11]", "sloop[11]")


@pytest.mark.rule("BRO-12.6", "BRO-R13")
def test_s16_surprise_attack_is_for_attackers():
    engine = roll(sea("sloop galleon[13]", hands=["surprise_attack", "surprise_attack"]), 1)
    act(engine, "act_ship 1", "target_enemy 1 0", "play surprise_attack", "pass")
    assert labels(engine) == ["pass"], "the defender may not play its own"
    act(engine, "pass")
    expect(engine, b_step=Step.CANNONS, b_surprise=1)


def test_s16_a_point_less_wind_is_not_enough():
    engine = roll(sea("sloop galleon[13]", hands=["surprise_attack", "surprise_attack"]), 0)
    act(engine, "act_ship 1", "target_enemy 1 0", "play surprise_attack", "pass", "pass")
    assert phase(engine) == "0 ADVENTURE"


@pytest.mark.rule("BRO-10.6", "BRO-10.7", "BRO-10.8", "BRO-10.9", "BRO-R37", "BRO-R38")
def test_s17_a_treasure_and_the_cave():
    engine = roll(sea("sloop[8]", table="map_6"), 0, 1)
    act(engine, "act_ship 0", "target_table 0")
    assert (fleet(engine, 0), labels(engine)) == ("sloop[7]", ["pass", "roll"])
    act(engine, "roll")
    assert (fleet(engine, 0), table(engine), pp(engine, 0)) == ("sloop[11]", "", 2)
    expect(engine, treasure_pts=[3, 0], cave_owner=0)
    assert blues(engine, Place.TREASURE) == "map_6"


@pytest.mark.rule("BRO-10.10", "BRO-R39", "BRO-R04")
def test_s18_digging_with_the_last_crew():
    engine = roll(sea("sloop coaster[1]", table="map_1"), 0)
    act(engine, "act_ship 1", "target_table 0")
    assert (fleet(engine, 0), table(engine)) == ("sloop[11]", "map_1")
    assert blues(engine, Place.DISCARD) == "coaster"
    assert "act_ship 0" in labels(engine)
    act(engine, "act_ship 0")
    assert "target_table 0" in labels(engine)


@pytest.mark.rule("BRO-10.5", "BRO-R40")
def test_s19_a_tie_leaves_the_cave_where_it_is():
    engine = sea(
        "sloop[5] coaster[5]", table="map_2 map_3", treasures=["map_1", "map_4"], cave=1
    )  # fmt: skip
    assert points_of(engine) == [0, 2]
    act(roll(engine, 1), "act_ship 0", "target_table 0")
    expect(engine, treasure_pts=[2, 2], cave_owner=1)
    act(roll(engine, 1), "act_ship 1", "target_table 1")
    expect(engine, treasure_pts=[3, 2], cave_owner=0)
    assert points_of(engine) == [2, 0]
    assert fleet(engine, 0) == "sloop[11] coaster[8]"


@pytest.mark.rule("BRO-4.4", "BRO-4.5", "BRO-4.6")
def test_s20_income():
    engine = sea("", "sloop[9] merchant[4]", phase=Phase.REORG)
    act(engine, "pass")
    assert (phase(engine), labels(engine)) == ("1 INCOME", ["count 1", "count 2"])
    expect(engine, pool=6)
    other = act(engine.clone(), "count 2", "count 4")
    act(engine, "count 1")
    assert labels(engine) == ["count 5"]
    act(engine, "count 5")
    assert (fleet(engine, 1), fleet(other, 1)) == (
        "sloop[10] merchant[9]",
        "sloop[11] merchant[8]",
    )
    assert phase(engine) == phase(other) == "1 ADVENTURE"


def test_s20_income_without_room():
    engine = act(sea("", "sloop[11] merchant[8]", phase=Phase.REORG), "pass")
    expect(engine, pool=1)
    assert labels(engine) == ["count 0"]
    act(engine, "count 0")
    assert labels(engine) == ["count 1"]
    act(engine, "count 1")
    assert fleet(engine, 1) == "sloop[11] merchant[9]"


def test_the_ids_of_the_scenarios_are_those_of_the_labels():
    assert GAME.actions.id("target_enemy 1 0") == 130
    assert GAME.actions.id("target_enemy 1 1") == 131
