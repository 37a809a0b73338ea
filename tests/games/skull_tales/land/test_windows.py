"""What can be done once dice are known (STA-R16, section 8.3)."""

import pytest

from piracy_env.games.skull_tales.state import Decision
from piracy_env.games.skull_tales.state_land import Status
from piracy_env.games.skull_tales.traits import Trait
from tests.games.skull_tales.land.ashore import arena, asked
from tests.games.skull_tales.land.enemies_at import carry_out
from tests.games.skull_tales.land.test_attacks import GONE, knows, wield
from tests.scenario import act, expect, labels


def duel(card="sea_dog", *hands, traits=(), kind="redcoat", place=(2, 3), **options):
    """A Pirate with Traits next to an Enemy, its windows open."""
    table = knows(arena((card, (2, 2), *hands), roll_window=True, **options), 0, *traits)
    table.foe(kind, place, hp_max=4)
    return table


def struck(table, *dice):
    """The Enemy strikes the Pirate in melee."""
    return carry_out(table, Decision.STRIKE, 0, a=0, dice=dice)


@pytest.mark.rule("STA-2.7", "STA-R14", "STA-R16")
def test_a_destiny_point_turns_a_die():
    engine = duel("surgeon", "sword").play(2, 1, 1, 1, 1)
    act(engine, "attack_melee", "enemy 0")
    assert asked(engine) == "ROLL"
    assert labels(engine) == ["no", "die_plus 0"]
    act(engine, "die_plus 0")
    expect(engine, {"foe_wounds[0]": 2, "ch_dp[0]": 2})
    assert asked(engine) == "MENU"


@pytest.mark.rule("STA-R16")
def test_no_window_without_an_option():
    engine = duel("surgeon", "sword").play(1, 1, 1, 1, 1)
    act(engine, "attack_melee", "enemy 0")
    assert asked(engine) == "MENU"
    table = arena(("surgeon", (2, 2), "sword"), roll_window=False)
    table.foe("redcoat", (2, 3), hp_max=4)
    engine = table.play(2, 1, 1, 1, 1)
    act(engine, "attack_melee", "enemy 0")
    assert asked(engine) == "MENU"


@pytest.mark.rule("STA-20.35")
def test_precise_slash_throws_a_die_again_once():
    engine = duel("freedman", "club", traits=[Trait.PRECISE_SLASH], kind="cannibal").play(
        1, 1, 1, 1, 1, 6, 5
    )
    act(engine, "attack_melee", "enemy 0")
    assert labels(engine) == ["no", "reroll_own 0", "reroll_own 1", "reroll_own 2"]
    act(engine, "reroll_own 1")
    assert labels(engine) == ["no", "crit_alt"]
    act(engine, "no")
    expect(engine, {"foe_wounds[0]": 3})


@pytest.mark.rule("STA-25.10", "STA-21.14")
def test_a_critical_can_knock_down_instead():
    engine = duel("freedman", "club").play(6, 1, 1, 1, 1)
    act(engine, "attack_melee", "enemy 0", "crit_alt")
    expect(engine, {"foe_wounds[0]": 2, "foe_status[0]": 1})


@pytest.mark.rule("STA-20.101")
def test_target_practice_throws_a_die_of_a_shot_again():
    table = knows(arena(("surgeon", (2, 0), "pistol"), roll_window=True), 0, Trait.TARGET_PRACTICE)
    table.foe("redcoat", (2, 3), hp_max=4)
    engine = table.play(1, 1, 1, 5)
    act(engine, "attack_ranged", "enemy 0", "reroll_own 2")
    expect(engine, {"foe_wounds[0]": 2})


@pytest.mark.rule("STA-20.23")
def test_a_feint_lowers_the_defence():
    table = duel("sea_dog", "sword", traits=[Trait.FEINT])
    table.set(foe_hp_max=[8, *[0] * 23])
    engine = table.play(6, 3, 1, 4, 4)
    act(engine, "attack_melee", "enemy 0")
    assert "feint" in labels(engine)
    act(engine, "feint")
    expect(engine, {"foe_wounds[0]": 4, "rl_emod[0]": -1})


@pytest.mark.rule("STA-20.16")
def test_a_cheater_has_an_enemys_die_thrown_again():
    engine = struck(duel("sea_dog", "sword"), 5, 1, 1, 1, 1, 1)
    assert labels(engine) == ["no", "reroll_foe 0", "reroll_foe 1"]
    act(engine, "reroll_foe 0")
    expect(engine, {"ch_wounds[0]": 0})


@pytest.mark.rule("STA-S40", "STA-20.28")
def test_s40_a_counter_attack():
    table = duel("sea_dog", "sword", traits=[Trait.COUNTER_ATTACK])
    engine = struck(table, 4, 1, 3, 4, 1)
    assert "counter" in labels(engine)
    act(engine, "counter", "no")
    expect(engine, {"foe_wounds[0]": 2, "ch_dp[0]": 1, "ch_wounds[0]": 0})


@pytest.mark.rule("STA-20.27")
def test_a_riposte_exchanges_dice():
    table = duel("surgeon", "sword", traits=[Trait.RIPOSTE])
    engine = struck(table, 6, 1, 1, 1, 1)
    act(engine, "riposte_own 0")
    assert labels(engine) == ["riposte_foe 0", "riposte_foe 1"]
    act(engine, "riposte_foe 0")
    expect(engine, {"ch_wounds[0]": 0, "ch_dp[0]": 2})


@pytest.mark.rule("STA-21.28")
def test_a_lucky_charm_works_once():
    table = wield(duel("surgeon"), 0, "sword", "lucky_charm")
    table.state["inv_loc"][0, 0, 1] = 0
    engine = table.play(1, 1, 1, 1, 1, 5, 1, 1, 1, 1, 1)
    act(engine, "attack_melee", "enemy 0", "charm_reroll", "reroll_own 0")
    expect(engine, {"foe_wounds[0]": 2})
    act(engine, "attack_melee", "enemy 0")
    assert asked(engine) == "MENU"


@pytest.mark.rule("STA-20.4", "STA-20.46", "STA-20.81")
def test_who_is_elusive_wins_ties_and_raises_all_dice():
    table = duel("skipper", traits=[Trait.ELUSIVE], place=(2, 3))
    engine = table.play(3, 1, 1, 1, 5, 1)
    act(engine, "break_away", "no")
    expect(engine, {"ch_wounds[0]": 0, "free_from[0]": 1})
    table = duel("skipper", traits=[Trait.ELUSIVE], place=(2, 3))
    engine = table.play(2, 2, 1, 1, 5, 1)
    act(engine, "break_away")
    assert "roll_plus" in labels(engine)
    act(engine, "roll_plus")
    expect(engine, {"ch_wounds[0]": 0, "ch_dp[0]": 3})


@pytest.mark.rule("STA-20.15", "STA-20.24")
def test_the_helpless_do_not_defend():
    table = duel("sea_dog", "sword", traits=[Trait.TREACHEROUS])
    table.edit(0, ch_status=Status.HIDDEN)
    engine = table.play(3, 1, 1)
    act(engine, "attack_melee", "enemy 0")
    expect(engine, {"foe_wounds[0]": 2, "ch_status[0]": 0, "rl_m[0]": 0})
    table = duel("sea_dog", "sword", traits=[Trait.FINISHING_STRIKE])
    table.set(foe_stun=[2, *[0] * 23])
    engine = table.play(3, 1, 1)
    act(engine, "attack_melee", "enemy 0")
    expect(engine, {"foe_wounds[0]": 2, "rl_m[0]": 0})


@pytest.mark.rule("STA-20.19", "STA-20.22", "STA-20.83")
def test_passive_traits_of_the_blade():
    engine = duel("sea_dog", "sword", traits=[Trait.SEASONED]).play(3, 1, 1, 4, 1)
    act(engine, "attack_melee", "enemy 0")
    expect(engine, {"foe_wounds[0]": 2})
    engine = duel("sea_dog", "sword", traits=[Trait.QUICK_THRUST]).play(6, 1, 1, 6, 1)
    act(engine, "attack_melee", "enemy 0")
    expect(engine, {"foe_wounds[0]": 0, "ch_ap[0]": 5})
    engine = duel("sea_dog", "sword", traits=[Trait.VIGOROUS]).play(3, 1, 1, 1, 1)
    act(engine, "attack_melee", "enemy 0")
    expect(engine, {"foe_wounds[0]": 3})


@pytest.mark.rule("STA-20.54")
def test_the_scourge_of_the_undead():
    engine = duel("sea_dog", "sword", traits=[Trait.SCOURGE], kind="skeleton").play(2, 1, 1, 1, 1)
    act(engine, "attack_melee", "enemy 0", "no")
    expect(engine, {"rl_mod[0]": 1, "foe_wounds[0]": 2})


@pytest.mark.rule("STA-20.34")
def test_a_double_slash_adds_the_damage_of_both():
    table = wield(duel("sea_dog", traits=[Trait.DOUBLE_SLASH]), 0, "sword", "axe")
    engine = table.play(3, 1, 1, 1, 1)
    act(engine, "double_slash", "enemy 0")
    expect(engine, {"foe_wounds[0]": 3, "ch_ap[0]": 3})
    assert "double_slash" not in labels(engine)


@pytest.mark.rule("STA-20.94", "STA-20.100", "STA-20.91", "STA-20.97")
def test_traits_of_shooters():
    table = knows(arena(("surgeon", (2, 0)), roll_window=True), 0, Trait.TWIN_SHOT, Trait.AIM)
    wield(table, 0, "pistol", "pistol")
    table.foe("redcoat", (2, 3), hp_max=4)
    engine = table.play(3, 1)
    act(engine, "aim")
    assert labels(engine) == ["attack_ranged", "twin_shot"]
    act(engine, "twin_shot", "enemy 0", "no")
    expect(engine, {"rl_n[0]": 2, "rl_mod[0]": 1, "foe_type[0]": GONE, "ch_ap[0]": 2})
    expect(engine, {"inv_flag[0, 0]": 1, "inv_flag[0, 1]": 1, "buff[0]": 0})
    table = duel("gunner", "blunderbuss")
    engine = table.play(1, 1, 1)
    act(engine, "attack_ranged", "enemy 0")
    expect(engine, {"rl_n[0]": 3})


@pytest.mark.rule("STA-20.76", "STA-20.98")
def test_runners_attack_for_nothing_once():
    table = knows(duel("sea_dog", "sword"), 0, Trait.CHARGE)
    engine = table.play(*[1] * 20)
    act(engine, "run", "attack_melee", "enemy 0")
    expect(engine, {"ch_ap[0]": 12})
    assert "attack_melee" not in labels(engine)


@pytest.mark.rule("STA-21.7")
def test_a_grenade_wounds_all_around():
    table = wield(arena(("sea_dog", (2, 0)), ("surgeon", (2, 4))), 0, "grenade")
    table.foe("redcoat", (2, 3), hp_max=4)
    table.foe("redcoat", (3, 3), hp_max=4)
    engine = table.play(4, 1, 1)
    act(engine, "attack_ranged", "enemy 0")
    expect(engine, {"foe_wounds[0]": 2, "foe_wounds[1]": 2, "ch_wounds[1]": 2, "inv_n[0]": 0})


@pytest.mark.rule("STA-21.18", "STA-21.17", "STA-25.4")
def test_guns_of_their_own_kind():
    table = wield(arena(("sea_dog", (2, 0))), 0, "double_barrelled_pistol")
    table.foe("redcoat", (2, 3), hp_max=4)
    engine = table.play(*[1] * 9)
    act(engine, "attack_ranged", "enemy 0")
    expect(engine, {"inv_flag[0, 0]": 32})
    act(engine, "attack_ranged", "enemy 0")
    expect(engine, {"inv_flag[0, 0]": 33})
    table = wield(arena(("sea_dog", (2, 0))), 0, 68)
    table.foe("redcoat", (2, 3), hp_max=4)
    engine = table.play(*[1] * 9)
    act(engine, "attack_ranged", "enemy 0")
    expect(engine, {"inv_flag[0, 0]": 0, "ch_wounds[0]": 1})


@pytest.mark.rule("STA-20.2")
def test_a_charlatan_doubles_the_prestige_of_an_enemy():
    engine = duel("sea_dog", "sword", traits=[Trait.CHARLATAN]).play(3, 3, 1, 1, 1)
    act(engine, "attack_melee", "enemy 0", "charlatan")
    expect(engine, {"foe_type[0]": GONE, "ch_adv_pp[0]": 2, "ch_dp[0]": 1})


@pytest.mark.rule("STA-20.80")
def test_the_vengeful_name_who_wounded_them():
    table = duel("sea_dog", "sword", traits=[Trait.VENGEFUL])
    assert "vengeful" not in labels(table.play())
    table.edit(0, attacked_me=1)
    engine = table.play(2, 1, 1, 1, 1)
    act(engine, "vengeful", "enemy 0", "attack_melee", "enemy 0")
    expect(engine, {"rl_mod[0]": 1, "foe_wounds[0]": 2, "ch_dp[0]": 1})


@pytest.mark.rule("STA-20.103", "STA-20.73", "STA-20.89", "STA-20.47", "STA-20.55", "STA-20.29")
def test_criticals_that_knock_down_and_weapons_that_hurt_more():
    table = arena(("surgeon", (2, 0), "pistol"))
    knows(table, 0, Trait.CRIPPLING_SHOT).edit(0, thick=1)
    table.foe("redcoat", (2, 3), hp_max=9)
    engine = act(table.play(6, 1, 1), "attack_ranged", "enemy 0")
    expect(engine, {"foe_wounds[0]": 4, "foe_status[0]": 1})
    table = knows(arena(("freedman", (2, 2), "club")), 0, Trait.INTIMIDATING)
    table.foe("redcoat", (2, 3), hp_max=9)
    table.state["inv_flag"][0, 0, 0] = 2 | 4 | 8
    engine = act(table.play(6, 1, 1, 1, 1), "attack_melee", "enemy 0")
    expect(engine, {"foe_wounds[0]": 5, "foe_status[0]": 1})
    table = knows(arena(("sea_dog", (2, 2), "sword")), 0, Trait.SKIRMISHER)
    table.foe("redcoat", (2, 3), hp_max=9)
    engine = act(table.play(*[1] * 10), *["attack_melee", "enemy 0"] * 2)
    expect(engine, {"rl_mod[0]": 0})
