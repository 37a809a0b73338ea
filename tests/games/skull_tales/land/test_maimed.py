"""Wounds to the last, and permanent ones: limbs, hooks, worn pistols (STA-8.21, STA-15)."""

import pytest

from piracy_env.games.skull_tales.state import AGILITY, PERCEPTION
from piracy_env.games.skull_tales.state_land import Status
from tests.games.skull_tales.land.ashore import arena, asked
from tests.games.skull_tales.land.casters import cast, shaman
from tests.games.skull_tales.land.enemies_at import enemy_round, places
from tests.games.skull_tales.land.test_attacks import GONE, wield
from tests.games.skull_tales.land.test_fighters_deeds import lying, shot
from tests.scenario import act, expect, labels

RIGHT_EYE, RIGHT_LEG, LEFT_LEG, RIGHT_HAND, LEFT_HAND, LEFT_EYE = (1 << limb for limb in range(6))
FAILS = (1, 1, 1, 1)
"""Dice of a Surgeon that revive with a permanent wound."""


def maimed(die, **fields):
    """The Sea Dog has got a permanent wound as it was revived."""
    return act(lying(**fields).play(*FAILS, die), "revive", "char 1")


@pytest.mark.rule("STA-15.1", "STA-15.2", "STA-15.4", "STA-15.6")
@pytest.mark.parametrize(
    ("die", "limb", "perception", "agility", "ap"),
    [
        (1, RIGHT_EYE, 2, 3, 6),
        (2, RIGHT_LEG, 3, 2, 5),
        (3, LEFT_LEG, 3, 2, 5),
        (4, RIGHT_HAND, 3, 3, 6),
        (5, LEFT_HAND, 3, 3, 6),
        (6, LEFT_EYE, 2, 3, 6),
    ],
)
def test_each_face_takes_a_limb(die, limb, perception, agility, ap):
    engine = maimed(die)
    expect(engine, {"ch_perm[1]": limb, "ch_comp_due[1]": 1, "ch_retiring[1]": 0})
    expect(engine, {f"ch_att[1, {PERCEPTION}]": perception, f"ch_att[1, {AGILITY}]": agility})
    expect(engine, {"ch_ap_max[1]": ap})


@pytest.mark.rule("STA-15.1", "STA-15.6")
def test_a_limb_is_lost_once():
    engine = maimed(1, ch_perm=RIGHT_EYE)
    expect(engine, {"ch_perm[1]": RIGHT_EYE, "ch_comp_due[1]": 0})
    expect(engine, {f"ch_att[1, {PERCEPTION}]": 3})


@pytest.mark.rule("STA-15.5")
@pytest.mark.parametrize(("die", "attribute"), [(1, PERCEPTION), (2, AGILITY)])
def test_no_attribute_sinks_below_two(die, attribute):
    table = lying()
    table.state["ch_att"][0, 1, attribute] = 2
    engine = act(table.play(*FAILS, die), "revive", "char 1")
    expect(engine, {f"ch_att[1, {attribute}]": 2})


@pytest.mark.rule("STA-15.7")
@pytest.mark.parametrize(
    ("die", "lost"),
    [
        (6, RIGHT_EYE),
        (1, LEFT_EYE),
        (2, LEFT_LEG),
        (3, RIGHT_LEG),
        (4, LEFT_HAND),
        (5, RIGHT_HAND),
    ],
)
def test_the_second_of_a_pair_makes_a_pirate_retire(die, lost):
    engine = maimed(die, ch_perm=lost)
    expect(engine, {"ch_retiring[1]": 1, "ch_comp_due[1]": 0})
    other = LEFT_LEG if lost in {RIGHT_EYE, LEFT_EYE} else RIGHT_EYE
    engine = maimed(die, ch_perm=other)
    expect(engine, {"ch_retiring[1]": 0, "ch_comp_due[1]": 1})


@pytest.mark.rule("STA-15.3")
@pytest.mark.parametrize(("die", "bags"), [(4, [0, 2]), (5, [1, 0])])
def test_a_lost_hand_lets_go(die, bags):
    table = lying()
    table.state["inv_loc"][0, 1, :2] = [1, 2]
    engine = act(table.play(*FAILS, die), "revive", "char 1")
    expect(engine, {"inv_loc[1]": bags})


@pytest.mark.rule("STA-R21")
def test_a_leg_that_shoots_is_never_weak_and_never_tires():
    table = wield(arena(("sea_dog", (2, 0))), 0, "tampered_wooden_leg")
    table.edit(0, ch_perm=RIGHT_LEG, last_hand=0)
    table.state["inv_loc"][0, 0, 0] = 4
    table.foe("redcoat", (2, 2), hp_max=9)
    engine = act(table.play(3, 1, 1), "attack_ranged", "enemy 0")
    expect(engine, {"rl_mod[0]": 0, "last_hand[0]": -1, "foe_wounds[0]": 2})


# --- wounds ---------------------------------------------------------------------------------------


@pytest.mark.rule("STA-8.21")
@pytest.mark.parametrize(("before", "is_down"), [(2, False), (3, True), (4, True)])
def test_wounds_that_reach_health_knock_out(before, is_down):
    table = arena(("sea_dog", (2, 2)), ("surgeon", (4, 4)))
    table.edit(0, ch_wounds=before)
    table.foe("redcoat", (2, 4))
    engine = shot(table, 5, 5)  # two wounds
    expect(engine, {"ch_wounds[0]": 5 if is_down else before + 2})
    assert bool(engine.record().ch_status[0] & Status.KNOCKED_OUT) == is_down


@pytest.mark.rule("STA-8.21", "STA-2.20")
@pytest.mark.parametrize(("health", "kind"), [(2, GONE), (3, 0)])
def test_wounds_that_reach_health_defeat(health, kind):
    table = wield(arena(("sea_dog", (2, 2))), 0, "sword")
    table.foe("redcoat", (2, 3), hp_max=health)
    engine = act(table.play(3, 1, 1, 1, 1), "attack_melee", "enemy 0")
    expect(engine, {"foe_type[0]": kind, "ch_adv_pp[0]": int(kind == GONE)})


@pytest.mark.rule("STA-14.12", "STA-R13")
def test_who_is_knocked_out_is_out_until_revived():
    table = arena(("sea_dog", (2, 2)), ("surgeon", (4, 4)))
    table.edit(0, ch_wounds=5, ch_status=Status.KNOCKED_OUT, ko_n=1)
    table.foe("skeleton", (1, 2))
    engine = enemy_round(table, 1, 1, 1, 1, 1, 6, acting=1)
    assert places(engine) == [(3, 3)]  # it goes for the Surgeon, and not for who lies there
    assert asked(engine) == "ORDER"
    assert labels(engine) == ["char 1"]  # who alone has a turn


@pytest.mark.rule("STA-3.4")
@pytest.mark.parametrize(("dice", "wounds"), [((5, 5, 1, 1), 2), ((5, 1, 1, 1), 1), (FAILS, 0)])
def test_some_rolls_tell_how_many_succeeded(dice, wounds):
    table = shaman("snake_bite", place=(4, 0))
    table.foe("redcoat", (2, 2), hp_max=9)
    expect(cast(table.play(*dice), "snake_bite", "enemy 0"), {"foe_wounds[0]": wounds})
