"""Reload, Insult, Take a Breath, Revive, equipping, struggling (STA-10, STA-14, STA-15)."""

import pytest

from piracy_env.games.skull_tales.state import AGILITY, PERCEPTION, Decision
from piracy_env.games.skull_tales.state_land import Status
from piracy_env.games.skull_tales.traits import Trait
from tests.games.skull_tales.land.ashore import arena, asked, at
from tests.games.skull_tales.land.enemies_at import carry_out
from tests.games.skull_tales.land.test_attacks import knows, wield
from tests.scenario import act, expect, labels


def lying(*traits, **fields):
    """The Surgeon stands beside the Sea Dog, who is Knocked Out."""
    table = knows(arena(("surgeon", (2, 2)), ("sea_dog", (2, 3))), 0, *traits)
    table.edit(1, ch_wounds=5, ch_status=Status.KNOCKED_OUT, ko_n=1, **fields)
    return table


@pytest.mark.rule("STA-S24", "STA-10.42", "STA-10.43", "STA-15.1", "STA-15.4", "STA-15.6")
def test_s24_revived_without_success_he_is_maimed():
    engine = lying().play(1, 2, 3, 3, 3)
    act(engine, "revive", "char 1")
    expect(engine, {"ch_ap_max[1]": 5, f"ch_att[1, {AGILITY}]": 2, "ch_wounds[1]": 0})
    expect(engine, {"ch_adv_pp[0]": 0, "ch_perm[1]": 4, "ch_comp_due[1]": 1, "ch_ap[0]": 4})
    expect(engine, {"ch_status[1]": Status.TURN_DONE})


@pytest.mark.rule("STA-S25", "STA-10.44", "STA-10.45")
@pytest.mark.parametrize(("die", "status"), [(4, Status.TURN_DONE), (6, 0)])
def test_s25_a_success_earns_prestige_and_a_six_the_turn(die, status):
    engine = lying().play(die, 1, 1, 1)
    act(engine, "revive", "char 1")
    expect(engine, {"ch_wounds[1]": 0, "ch_adv_pp[0]": 1, "ch_status[1]": status})
    act(engine, "end_turn")
    expect(engine, {"round": 2 if die == 6 else 3})


@pytest.mark.rule("STA-S26", "STA-10.46", "STA-14.10", "STA-15.2")
def test_s26_the_cursed_are_hard_to_revive():
    engine = lying(ch_cursed=1).play(4, 4, 4, 4, 6)
    act(engine, "revive", "char 1")
    expect(engine, {f"ch_att[1, {PERCEPTION}]": 2, "ch_perm[1]": 32, "ch_adv_pp[0]": 0})


@pytest.mark.rule("STA-21.29")
def test_a_medical_kit_helps():
    engine = wield(lying(), 0, "medical_kit")
    engine.state["inv_loc"][0, 0, 0] = 0
    engine = engine.play(3, 1, 1, 1)
    act(engine, "revive", "char 1")
    expect(engine, {"ch_adv_pp[0]": 1})


@pytest.mark.rule("STA-S38", "STA-17.10", "STA-10.42")
def test_s38_an_ally_is_revived_once_and_only_with_success():
    table = arena(("surgeon", (2, 2)))
    table.ally(1, "bruiser", (2, 3), ch_wounds=5, ch_status=Status.KNOCKED_OUT)
    engine = table.play(1, 1, 1, 1, 4, 1, 1, 1)
    act(engine, "revive", "char 1")
    expect(engine, {"ch_wounds[1]": 5, "ch_status[1]": Status.KNOCKED_OUT, "ch_adv_pp[0]": 0})
    act(engine, "revive", "char 1")
    expect(engine, {"ch_wounds[1]": 0, "ch_adv_pp[0]": 1})
    table.edit(1, oncea=4)
    assert "revive" not in labels(table.play())


@pytest.mark.rule("STA-10.42", "STA-14.4")
@pytest.mark.parametrize(("stun", "legal"), [(0, False), (2, True)])
def test_nobody_is_revived_next_to_an_able_enemy(stun, legal):
    table = lying()
    table.foe("redcoat", (1, 2), stun=stun)
    assert ("revive" in labels(table.play())) == legal


@pytest.mark.rule("STA-10.3", "STA-10.4", "STA-14.4", "STA-20.102", "STA-21.22")
def test_reload_costs_three_or_less():
    table = arena(("surgeon", (2, 2), "pistol"))
    table.state["inv_flag"][0, 0, 1] = 3
    engine = table.play()
    act(engine, "reload")
    assert labels(engine) == ["inv 1"]
    act(engine, "inv 1")
    expect(engine, {"inv_flag[0, 1]": 2, "ch_ap[0]": 3})
    assert "reload" not in labels(engine)
    knows(table, 0, Trait.FAST_RELOAD)
    act(engine := table.play(), "reload", "inv 1")
    expect(engine, {"ch_ap[0]": 4})
    wield(table, 0, "pistol", "bandolier")
    table.state["inv_flag"][0, 0, 0], table.state["inv_loc"][0, 0, 1] = 1, 4
    act(engine := table.play(), "reload", "inv 0")
    expect(engine, {"ch_ap[0]": 5})
    table.foe("redcoat", (2, 3))
    assert "reload" not in labels(table.play())


@pytest.mark.rule("STA-10.6", "STA-13.3")
def test_an_insult_ends_the_turn():
    table = arena(("sea_dog", (2, 2)), ("surgeon", (4, 4)))
    table.foe("skeleton", (1, 2))
    assert "insult" not in labels(table.play())
    table.foe("redcoat", (2, 3))
    engine = table.play()
    act(engine, "insult")
    expect(engine, {"insult_from[0]": 2})
    assert asked(engine) == "ORDER"


@pytest.mark.rule("STA-20.3")
def test_the_eloquent_strike_harder_after_an_insult():
    table = knows(arena(("sea_dog", (2, 2), "sword")), 0, Trait.ELOQUENT)
    table.foe("redcoat", (2, 3), hp_max=4)
    table.edit(0, eloq=1)
    engine = table.play(*[1] * 20)
    act(engine, "attack_melee", "enemy 0")
    expect(engine, {"rl_n[0]": 4, "eloq[0]": 0})


@pytest.mark.rule("STA-10.7", "STA-20.59", "STA-20.85")
@pytest.mark.parametrize(
    ("traits", "dice", "flag"),
    [
        ((), (), 9),
        ((Trait.DEVOUT,), (6, 1, 1, 1), 10),
        ((Trait.DEVOUT,), (5, 1, 1, 1), 9),
        ((Trait.TIRELESS,), (6, 1), 10),
        ((Trait.DEVOUT, Trait.TIRELESS), (1, 1, 1, 1, 6, 1), 10),
    ],
)
def test_a_breath_is_the_whole_turn(traits, dice, flag):
    table = knows(arena(("surgeon", (2, 2)), ("sea_dog", (4, 4))), 0, *traits)
    table.edit(0, ch_dp=0)
    engine = table.play(*dice)
    act(engine, "take_breath")
    expect(engine, {"ch_dp[0]": 3, "flag": flag})
    assert asked(engine) == "ORDER"
    engine = act(table.play(), "step N")
    assert "take_breath" not in labels(engine)
    table.foe("redcoat", (2, 3))
    assert "take_breath" not in labels(table.play())


@pytest.mark.rule("STA-10.37", "STA-5.11", "STA-6.6")
def test_equipping_costs_one_and_moves_any_number():
    table = arena(("sea_dog", (2, 2), "sword"))
    engine = table.play()
    act(engine, "equip", "inv 1", "inv 0")
    expect(engine, {"inv_loc[0, 0]": 2, "inv_loc[0, 1]": 1, "ch_ap[0]": 5})


@pytest.mark.rule("STA-15.3", "STA-R63")
def test_a_hook_is_a_weapon_in_its_hand():
    table = arena(("sea_dog", (2, 2)))
    table.edit(0, ch_perm=8, ch_prosth=8)
    table.foe("redcoat", (2, 3), hp_max=4)
    engine = table.play(3, 1, 1, 1, 1)
    act(engine, "attack_melee", "enemy 0")
    expect(engine, {"foe_wounds[0]": 1})


@pytest.mark.rule("STA-S30", "STA-14.6", "STA-14.7")
@pytest.mark.parametrize(
    ("dice", "free"), [((5, 2, 1, 4, 1, 1, 1), False), ((5, 5, 1, 4, 1, 1, 1), True)]
)
def test_s30_who_is_held_struggles(dice, free):
    table = arena(("sea_dog", (2, 2)), ("surgeon", (4, 4)))
    table.foe("longshade", (2, 2), holds=1)
    table.state["ch_y"][0, 0], table.state["ch_x"][0, 0] = -1, -1
    table.edit(0, ch_status=Status.RESTRAINED)
    engine = table.play(*dice, frame=[Decision.ORDER, 0, 0, -1, 0, 0, 0])
    engine.set(0, {"order_done": 0, "active_slot": -1})
    act(engine, "char 0")
    if free:
        expect(engine, {"ch_status[0]": 0, "foe_holds[0]": 0, "free_from[0]": 1})
        assert asked(engine) == "MENU"
        assert at(engine, 0) == (1, 1)
    else:
        expect(engine, {"ch_wounds[0]": 1, "foe_holds[0]": 1})
        assert asked(engine) == "ORDER"


@pytest.mark.rule("STA-21.25")
def test_a_jerkin_stops_the_first_wound_of_a_round():
    table = wield(arena(("sea_dog", (2, 2))), 0, "leather_jerkin")
    table.state["inv_loc"][0, 0, 0] = 4
    table.foe("redcoat", (2, 3))
    engine = table.play(1, 1, 1, 5, 1)
    act(engine, "break_away")
    expect(engine, {"ch_wounds[0]": 0, "jerkin[0]": 1})


def shot(table, *dice):
    """The Enemy shoots at the first Pirate."""
    return carry_out(table, Decision.STRIKE, 0, a=8, dice=dice)


@pytest.mark.rule("STA-20.10", "STA-R69", "STA-R55")
@pytest.mark.parametrize(("dice", "wounds"), [((6, 1, 1), 0), ((5, 1, 1), 2)])
def test_the_reflexes_of_a_cat(dice, wounds):
    table = knows(arena(("sea_dog", (2, 2))), 0, Trait.CAT_LIKE_REFLEXES)
    table.foe("redcoat", (2, 4))
    engine = shot(table, 5, 5, *dice)
    assert labels(engine) == ["no", "dodge"]
    act(engine, "dodge")
    expect(engine, {"ch_wounds[0]": wounds, "once[0]": 4096})


@pytest.mark.rule("STA-20.6")
def test_who_plays_possum_lies_until_it_stands_up():
    table = knows(arena(("sea_dog", (2, 2))), 0, Trait.PLAY_POSSUM)
    table.foe("redcoat", (2, 4))
    engine = shot(table, 5, 5)
    act(engine, "possum")
    expect(engine, {"ch_status[0]": Status.POSSUM | Status.KNOCKED_DOWN})
    assert asked(engine) == "STAND"
    act(engine, "stand_up")
    expect(engine, {"ch_status[0]": 0})


@pytest.mark.rule("STA-R53")
@pytest.mark.parametrize(("die", "status"), [(4, 0), (3, Status.STUNNED)])
def test_the_irascible_lose_their_temper(die, status):
    table = arena(("sea_dog", (2, 2)), ("surgeon", (2, 1)))
    table.edit(0, ch_affl=4)
    table.foe("redcoat", (2, 4))
    engine = shot(table, 6, 1, die, 1, 1)
    expect(engine, {"ch_wounds[0]": 2, "ch_status[0]": status})


@pytest.mark.rule("STA-R53")
def test_the_paranoid_fear_their_neighbours():
    table = arena(("sea_dog", (2, 2)), ("surgeon", (2, 1)))
    table.edit(0, ch_affl=16)
    engine = table.play(acting=0)
    engine.set(0, {"order_done": 3, "acted_order": [0, 1, -1, -1, -1]})
    act(engine, "end_turn")
    expect(engine, {"ch_dp[0]": 1})
