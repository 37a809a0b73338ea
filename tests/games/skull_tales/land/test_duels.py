"""Characters who attack Characters, where a story lets them (STA-34.2, STA-R70)."""

import pytest

from piracy_env.games.skull_tales.state_land import Status
from piracy_env.games.skull_tales.traits import Trait
from tests.games.skull_tales.land.ashore import arena, asked, at
from tests.games.skull_tales.land.test_attacks import knows, wield
from tests.scenario import act, expect, labels


def feud(*weapons, other=("surgeon", (2, 3), "sword"), chapter="treasure_hunt", **options):
    """A Sea Dog beside a Surgeon; the first attacks."""
    table = arena(("sea_dog", (2, 2)), other, chapter=chapter, **options)
    return wield(table, 0, *weapons)


@pytest.mark.rule("STA-34.2")
def test_only_the_treasure_hunt_sets_characters_on_each_other():
    assert "attack_melee" in labels(feud("sword").play())
    assert "attack_melee" not in labels(feud("sword", chapter="skull_cove").play())


@pytest.mark.rule("STA-34.2", "STA-8.2", "STA-8.4", "STA-R70")
def test_melee_goes_by_melee_on_both_sides():
    engine = feud("sword").play(4, 4, 3, 4, 1, 1)
    act(engine, "attack_melee")
    assert labels(engine) == ["char 1"]
    act(engine, "char 1")
    expect(engine, {"ch_wounds": [0, 2], "ch_ap[0]": 4, "last_off": 0, "last_hand[0]": 0})
    assert asked(engine) == "MENU"
    expect(engine, rl_depth=0, force_n=0)


@pytest.mark.rule("STA-34.2", "STA-8.6")
def test_who_holds_nothing_defends_with_a_die():
    engine = feud("sword", other=("surgeon", (2, 3))).play(4, 4, 3, 4)
    act(engine, "attack_melee", "char 1")
    expect(engine, {"ch_wounds[1]": 2}, force_n=0)


@pytest.mark.rule("STA-34.2", "STA-14.11")
def test_a_victim_falls_as_ever_and_pays_nobody():
    table = feud("sword")
    table.edit(1, ch_wounds=4, ch_adv_pp=2)
    table.set(init=1)
    engine = act(table.play(4, 4, 3, 1, 1, 1), "attack_melee", "char 1")
    expect(engine, {"ch_adv_pp": [0, 0], "ko_n[1]": 1, "flag": 9, "init": 1})
    assert engine.record().ch_status[1] & Status.KNOCKED_OUT


@pytest.mark.rule("STA-R70", "STA-R16")
def test_the_attackers_window_comes_first_and_both_see_all_dice():
    table = feud("sword", roll_window=True)
    engine = table.play(3, 1, 1, 3, 1, 1)
    act(engine, "attack_melee", "char 1")
    assert asked(engine) == "ROLL"
    expect(engine, {"rl_d[0]": [3, 1, 1], "rl_e[0]": [3, 1, 1]}, seat=0)
    act(engine, "die_plus 0")
    expect(engine, {"rl_d[1]": [3, 1, 1], "rl_e[1]": [3, 1, 1], "rl_depth": 2}, seat=1)
    assert asked(engine) == "ROLL"
    act(engine, "die_plus 0")  # blocks it
    expect(engine, {"ch_wounds[1]": 0, "ch_dp": [1, 2]}, rl_depth=0)


@pytest.mark.rule("STA-R70", "STA-20.27")
def test_a_riposte_of_the_defender_changes_both_rolls():
    table = knows(feud("sword", roll_window=True), 1, Trait.RIPOSTE)
    table.edit(0, ch_dp=0)
    engine = table.play(5, 1, 1, 1, 2, 1)
    act(engine, "attack_melee", "char 1", "riposte_own 0", "riposte_foe 0")
    expect(engine, {"ch_wounds[1]": 0, "ch_dp[1]": 2})


@pytest.mark.rule("STA-R70", "STA-20.28")
def test_a_counter_attack_strikes_the_other_pirate():
    table = knows(feud("sword", roll_window=True), 1, Trait.COUNTER_ATTACK)
    table.edit(0, ch_dp=0)
    engine = table.play(4, 1, 1, 4, 4, 1)
    act(engine, "attack_melee", "char 1", "counter")
    expect(engine, {"ch_wounds": [2, 0], "ch_dp[1]": 2})


@pytest.mark.rule("STA-34.2", "STA-8.9", "STA-8.10")
def test_a_shot_goes_by_agility():
    table = feud("pistol", other=("surgeon", (2, 4)))
    engine = act(table.play(3, 2, 1), "attack_ranged", "char 1")
    expect(engine, {"ch_wounds[1]": 2, "inv_flag[0, 0]": 1}, force_n=0)
    table = feud("pistol")
    assert "attack_ranged" not in labels(table.play())  # adjacent


@pytest.mark.rule("STA-34.2", "STA-20.10", "STA-R69", "STA-R117")
@pytest.mark.parametrize(("die", "wounds"), [(6, 0), (5, 2)])
def test_a_shot_of_a_friend_can_be_dodged(die, wounds):
    table = knows(feud("pistol", other=("surgeon", (2, 4))), 1, Trait.CAT_LIKE_REFLEXES)
    engine = act(table.play(3, 1, 1, die, 1), "attack_ranged", "char 1")
    assert asked(engine) == "DODGE"
    expect(engine, seat=1)
    act(engine, "dodge")
    expect(engine, {"ch_wounds[1]": wounds}, rl_depth=0)


@pytest.mark.rule("STA-34.2", "STA-8.14")
def test_fists_stun_and_fighters_wound():
    table = knows(feud(), 0, Trait.FIGHTER)
    engine = act(table.play(4, 1, 1, 1, 1, 1), "attack_unarmed", "char 1")
    expect(engine, {"ch_wounds[1]": 1, "ch_status[1]": Status.STUNNED})


@pytest.mark.rule("STA-34.2", "STA-25.10", "STA-20.36")
@pytest.mark.parametrize(("traits", "status"), [((), 2), ((Trait.TRUE_MASTERY,), 0)])
def test_who_has_true_mastery_is_not_knocked_down(traits, status):
    table = knows(feud("club", roll_window=True), 1, *traits)
    engine = table.play(6, 1, 1, 1, 1, 1)
    act(engine, "attack_melee", "char 1", "crit_alt")
    while asked(engine) == "ROLL":
        act(engine, "no")
    expect(engine, {"ch_status[1]": status, "ch_wounds[1]": 2})


@pytest.mark.rule("STA-34.2", "STA-8.11")
def test_a_thrown_axe_lies_beneath_its_victim():
    table = feud("axe", other=("surgeon", (2, 4)))
    engine = act(table.play(3, 1, 1), "attack_ranged", "char 1")
    expect(engine, {"ch_wounds[1]": 2, "inv_n[0]": 0})
    one = engine.states[0]
    assert (one["gr_row"][0], one["gr_col"][0]) == (one["ch_y"][1], one["ch_x"][1])


@pytest.mark.rule("STA-34.2", "STA-20.74", "STA-R110")
def test_sweeps_spare_friends_and_targets_are_asked_together():
    table = knows(feud("club"), 0, Trait.SWEEPING_STRIKE)
    assert "sweeping" not in labels(table.play())
    table.foe("redcoat", (1, 2))
    engine = act(table.play(), "attack_melee")
    assert labels(engine) == ["enemy 0", "char 1"]


@pytest.mark.rule("STA-34.2", "STA-24.11")
def test_a_loa_keeps_a_pirate_from_one_attack():
    table = feud("sword")
    table.edit(1, buff=1)
    engine = act(table.play(4, 4, 4, 1, 1, 1), "attack_melee", "char 1")
    expect(engine, {"ch_wounds[1]": 0, "buff[1]": 0})


@pytest.mark.rule("STA-34.2", "STA-R69", "STA-20.6")
def test_a_victim_may_play_possum():
    table = knows(feud("sword"), 1, Trait.PLAY_POSSUM)
    engine = act(table.play(4, 4, 4, 1, 1, 1), "attack_melee", "char 1")
    assert asked(engine) != "POSSUM"  # it is down
    engine = act(table.play(4, 1, 1, 1, 1, 1), "attack_melee", "char 1")
    assert asked(engine) == "POSSUM"
    expect(engine, seat=1)
    assert at(engine, 1) == (2, 3)
