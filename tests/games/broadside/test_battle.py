"""Battles: BRO-8, and the rulings about them."""

import pytest

from piracy_env.games.broadside.state import Place, Step
from tests.games.broadside.positions import (
    attack,
    blues,
    cannon_dice,
    crews,
    fleet,
    passes,
    phase,
    pp,
    reds,
    roll,
    sea,
    table,
)
from tests.scenario import act, expect, labels


@pytest.mark.rule("BRO-8.1")
@pytest.mark.parametrize("target", ["target_table 0", "target_enemy 1 0"])
def test_an_attack_starts_a_battle(target):
    engine = act(sea(table="brig"), "act_ship 0", target)
    is_neutral = target == "target_table 0"
    expect(
        engine, b_on=1, b_neutral=int(is_neutral), b_seat=[0, -1 if is_neutral else 1],
        b_slot=[0, 0], b_step=Step.WIND, sel_ship=0,
    )  # fmt: skip
    assert phase(engine) == "0 WINDOW"


@pytest.mark.rule("BRO-8.2", "BRO-12.1")
def test_only_the_two_players_in_the_battle_play_cards():
    engine = sea(players=3, hands=["good_wind", "terror", "terror chain_shot"])
    act(roll(engine, 2), "act_ship 0", "target_enemy 1 0")
    asked = []
    while phase(engine).endswith("WINDOW"):
        asked.append(int(engine.states["seat"][0]))
        act(engine, "pass")
    assert set(asked) == {0, 1}


@pytest.mark.rule("BRO-8.3")
def test_nobody_plays_cards_for_an_adventure():
    engine = act(sea(players=3, table="brig", hands=["", "terror", "terror"]), "act_ship 0")
    act(roll(engine, 2, 0, 0), "target_table 0")
    for step in (Step.WIND, Step.CANNONS, Step.CREW):
        assert phase(engine) == "0 WINDOW"
        expect(engine, b_step=step)
        if step < Step.CREW:
            act(engine, "pass")


@pytest.mark.rule("BRO-8.7")
def test_wind_cannons_crew_and_plunder():
    engine = sea("brig", "coaster fluyt")
    roll(engine, 0, 1, 1, 3, 0)
    act(engine, "act_ship 0", "target_enemy 1 0")
    steps = []
    while phase(engine).endswith("WINDOW"):
        steps.append(int(engine.states["b_step"][0]))
        passes(engine, 2)
    assert steps == [Step.WIND, Step.CANNONS, Step.CREW]
    assert fleet(engine, 0) == "brig[8] coaster[2]"


@pytest.mark.rule("BRO-8.8", "BRO-8.9", "BRO-8.10")
@pytest.mark.parametrize(("wind", "caught"), [(-2, False), (-1, False), (0, True), (2, True)])
def test_the_wind_counts_for_the_attacker(wind, caught):
    engine = act(roll(sea("brig", "brig"), wind), "act_ship 0", "target_enemy 1 0", "pass", "pass")
    assert phase(engine) == ("0 WINDOW" if caught else "0 ADVENTURE")
    expect(engine, b_on=int(caught), fleet_crew=crews([9], [9]))


@pytest.mark.rule("BRO-8.11", "BRO-8.12")
def test_both_sides_fire_at_once():
    engine = roll(sea("brig[1]", "light_frigate[2]"), 2)
    act(engine, "act_ship 0", "target_enemy 1 0", "pass", "pass")
    assert [cannon_dice(engine, side) for side in (0, 1)] == [4, 5]
    passes(roll(engine, 2, 1), 2)
    expect(engine, over=1, end_reason=3)
    assert blues(engine, Place.DISCARD) == "brig light_frigate"


@pytest.mark.rule("BRO-8.13", "BRO-8.15")
def test_crew_rounds_are_fought_until_a_crew_is_gone():
    engine = sea("sloop", "sloop[3] coaster")
    attack(engine, 0, "target_enemy 1 0", 0, 0, 0, 0, 1, 1, 0, 1, 2, 1, 0)
    assert fleet(engine, 0) == "sloop[8] sloop[2]"


@pytest.mark.rule("BRO-8.13")
@pytest.mark.parametrize(("ours", "theirs", "fits"), [(4, 3, 1), (5, 3, 0), (4, 4, 0)])
def test_each_side_rolls_a_die_for_each_of_its_crew(ours, theirs, fits):
    engine = sea("sloop[4]", "sloop[3] coaster")
    roll(engine, 0, 0, 0, ours, theirs)
    act(engine, "act_ship 0", "target_enemy 1 0")
    passes(engine, 5)
    engine.step([0])
    assert (engine.states["force_len"][0] == 0) == bool(fits)


@pytest.mark.rule("BRO-R15")
def test_cannons_may_decide_the_battle():
    engine = sea("brig", "sloop coaster[2]")
    attack(engine, 0, "target_enemy 1 1", 0, 2, 0)
    assert fleet(engine, 0) == "brig[9] coaster[2]"


@pytest.mark.rule("BRO-R10")
def test_one_crew_window_or_one_before_each_round():
    once = sea("sloop", "sloop coaster", hands=["terror"])
    act(roll(once, 0, 0, 0, 1, 1, 10, 0), "act_ship 0", "target_enemy 1 0")
    passes(once, 6)
    assert phase(once) == "0 ADVENTURE"
    each = sea("sloop", "sloop coaster", hands=["terror"], crew_window_each_round=True)
    act(roll(each, 0, 0, 0, 1, 1, 9, 0), "act_ship 0", "target_enemy 1 0")
    passes(each, 6)
    assert labels(each) == ["pass", "play terror"]
    expect(each, b_step=Step.CREW, b_round=1, fleet_crew=crews([10], [10, 4]))
    passes(each, 2)
    expect(each, b_round=2)
    act(each, "play terror")
    assert fleet(each, 0) == "sloop[10] sloop[2]"


@pytest.mark.rule("BRO-R45")
def test_an_endless_battle_is_broken_off():
    engine = sea("sloop", "sloop[10] coaster", crew_window_each_round=True)
    act(roll(engine, 0, 0, 0), "act_ship 0", "target_enemy 1 0")
    passes(engine, 4)
    engine.set(0, b_round=198)
    passes(roll(engine, 1, 1), 2)
    expect(engine, b_on=1, b_round=199)
    passes(roll(engine, 1, 0), 2)
    expect(engine, b_on=0)
    assert (fleet(engine, 0), fleet(engine, 1)) == ("sloop[10]", "sloop[8] coaster[4]")


@pytest.mark.rule("BRO-R19", "BRO-8.16")
def test_a_defender_plunders_too():
    engine = sea("sloop merchant[1]+full_rig", "sloop")
    act(roll(engine, 2), "act_ship 1", "target_enemy 1 0", "pass", "pass")
    assert phase(engine) == "0 WINDOW", "3 + 1 for the rig + 2 catches 6"
    passes(roll(engine, 0, 0, 0, 1), 4)
    assert fleet(engine, 1) == "sloop[11] merchant[4]+full_rig"
    assert (fleet(engine, 0), pp(engine, 1), phase(engine)) == ("sloop[11]", 1, "0 ADVENTURE")
    assert engine.states["fleet_acted"][0, 1].sum() == 0


@pytest.mark.rule("BRO-R06")
def test_a_defenders_prize_has_not_acted():
    engine = sea("sloop merchant[1]", "sloop coaster", prize_may_attack=False)
    act(roll(engine, 2), "act_ship 1", "target_enemy 1 1", "pass", "pass")
    passes(roll(engine, 0, 1), 2)
    assert fleet(engine, 1) == "sloop[11] coaster[4] merchant[4]"
    assert engine.states["fleet_acted"][0, 1].tolist() == [0] * 12


@pytest.mark.rule("BRO-R20")
def test_a_prize_takes_no_more_than_its_maximum():
    tables = {"ships": {"golden_hind": {"max": 4, "crew": 3, "cargo": 4}}}
    engine = sea("sloop", table="golden_hind[1]", expansion=True, tables=tables)
    attack(engine, 0, "target_table 0", 2, 0, 0, 1, 0)
    assert fleet(engine, 0) == "sloop[11] golden_hind[4]"


@pytest.mark.rule("BRO-R21")
def test_crew_of_a_sunk_prize_that_does_not_fit_is_lost():
    smacks = "fishing_smack fishing_smack coaster coaster coaster"
    ships = f"sloop[10] {smacks} fluyt merchant merchant privateer_sloop schooner merchant"
    engine = sea(ships, "sloop merchant[1]+full_rig")
    attack(engine, 0, "target_enemy 1 1", 0, 0, 0, 1, 0)
    assert fleet(engine, 0).split()[0] == "sloop[11]"
    assert blues(engine, Place.DISCARD) == "merchant"
    assert reds(engine, "red_disc") == "full_rig"
    assert fleet(engine, 1) == "sloop[11]"


@pytest.mark.rule("BRO-R18")
def test_an_adventure_that_wins_stays():
    engine = sea("sloop coaster[1]", table="brig")
    attack(engine, 1, "target_table 0", 1, 1, 1)
    assert (table(engine), blues(engine, Place.DISCARD)) == ("brig[8]", "coaster")


@pytest.mark.rule("BRO-10.1", "BRO-8.17")
def test_big_sloops_are_ships_like_others():
    engine = sea("brig", "sloop[1]+full_rig coaster", players=3)
    attack(engine, 0, "target_enemy 1 0", 2, 1, 0)
    assert fleet(engine, 0) == "brig[9] sloop[2]+full_rig"
    assert labels(engine, "act_ship") == ["act_ship 1"]


def test_prescribed_results_that_cannot_be_are_noticed():
    engine = roll(sea("brig", "coaster"), 3)
    with pytest.raises(AssertionError, match="force_len"):
        act(engine, "act_ship 0", "target_enemy 1 0", "pass", "pass")
    engine = sea(hands=["fortunas_blessing"], force=[22])
    with pytest.raises(AssertionError, match="force_len"):
        act(engine, "play fortunas_blessing")
    expect(engine, force_len=-1)
