"""Penances ashore, and what the Knocked Out keep (STA-R50, STA-R45)."""

import pytest

from piracy_env.games.skull_tales.rules.adventure import harm
from piracy_env.games.skull_tales.state_land import Goal, Status
from tests.games.skull_tales.land.ashore import arena
from tests.scenario import act, expect, labels

WROTH, PRIDEFUL = 2, 3


@pytest.mark.rule("STA-R50")
@pytest.mark.parametrize(("penance", "prestige"), [(0, 1), (PRIDEFUL, 0)])
def test_the_proud_gain_nothing_from_defeats(penance, prestige):
    table = arena(("sea_dog", (2, 2), "sword"))
    table.edit(0, ch_penance=penance)
    foe = table.foe("redcoat", (2, 3))
    table.state["foe_wounds"][0, foe] = table.state["foe_hp_max"][0, foe] - 1
    engine = act(table.play(6, 6, 6, 1, 1), "attack_melee", "enemy 0")
    expect(engine, {"foe_type[0]": -1, "ch_adv_pp[0]": prestige})


@pytest.mark.rule("STA-R50")
@pytest.mark.parametrize("is_struck", [False, True])
def test_the_wroth_strike_back_only(is_struck):
    table = arena(("sea_dog", (2, 2), "sword"))
    foe = table.foe("redcoat", (2, 3))
    table.edit(0, ch_penance=WROTH, hit_by_ever=is_struck << foe)
    assert ("attack_melee" in labels(table.play())) == is_struck


@pytest.mark.rule("STA-R45", "STA-R54", "STA-14.11")
def test_who_is_knocked_out_keeps_coins_and_cards_but_no_prestige_and_no_merits():
    table = arena(("sea_dog", (2, 2)), ("surgeon", (0, 0)), chapter="exile")
    table.edit(1, ch_adv_pp=0, ch_adv_coins=7)
    table.keep(1, 3)
    table.set(goal_state=[Goal.HELD, Goal.HELD, *[0] * 6], goal_holder=[1, 1, *[-1] * 6])
    harm.knock_out(table.s, table.t, 1)
    one = table.state[0]
    assert one["ch_wounds"][1] == one["ch_hp_max"][1]
    assert one["ch_status"][1] == Status.KNOCKED_OUT
    assert (one["ch_adv_pp"][1], one["ch_adv_coins"][1], one["s_n"][1]) == (0, 7, 1)
    assert one["goal_state"][:2].tolist() == [Goal.HELD, Goal.LOST]  # the lever, a merit
