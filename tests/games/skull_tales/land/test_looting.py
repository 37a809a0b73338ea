"""Looting Fallen Enemy tokens and bodies (STA-10.35, 10.36, STA-R36, R37, R47, R74, R76)."""

import numpy as np
import pytest

from piracy_env.games.skull_tales.gear import Gear
from piracy_env.games.skull_tales.state_land import Goal, Status
from piracy_env.games.skull_tales.tables.cards import SEARCH_KEYS
from piracy_env.games.skull_tales.tables.enemies import FALLEN_KEYS, FOE_KEYS
from piracy_env.games.skull_tales.traits import Trait
from tests.games.skull_tales.land.ashore import arena, asked, candidates, cell
from tests.games.skull_tales.land.enemies_at import enemy_round, places
from tests.games.skull_tales.land.test_attacks import knows
from tests.games.skull_tales.land.test_searching import search_deck
from tests.scenario import act, expect, labels

RUM, ROPE = SEARCH_KEYS.index("rum"), SEARCH_KEYS.index("rope")


def fallen(kind, place=(2, 3), table=None, number=0, **fields):
    """A Fallen token of a kind lies somewhere."""
    table = table or arena(("surgeon", (2, 2)))
    one = table.state[0]
    row = FALLEN_KEYS.index(kind)
    other = int(np.flatnonzero(one["fl_kind"] == row)[0])
    one["fl_kind"][[number, other]] = one["fl_kind"][[other, number]]
    one["fl_row"][number], one["fl_col"][number] = cell(*place)
    for name, value in fields.items():
        one[f"fl_{name}"][number] = value
    return table


def loot(table, *dice):
    """The first Pirate loots the token."""
    return act(table.play(*dice), "loot_token", "cand 0")


@pytest.mark.rule("STA-10.35", "STA-12.21", "STA-5.4")
@pytest.mark.parametrize("place", [(2, 2), (2, 3), (1, 1)])
def test_a_token_near_is_flipped_for_its_reward(place):
    engine = loot(fallen("three_coins", place))
    expect(engine, {"ch_adv_coins[0]": 3, "fl_row[0]": -1, "ch_ap[0]": 5})
    assert "loot_token" not in labels(engine)


@pytest.mark.rule("STA-10.35")
@pytest.mark.parametrize(("stun", "hide"), [(0, 0), (2, 0), (0, 2)])
def test_nobody_loots_next_to_an_enemy(stun, hide):
    table = fallen("three_coins")
    table.foe("redcoat", (1, 2), stun=stun, hide=hide)
    assert ("loot_token" in labels(table.play())) == (hide > 0)


@pytest.mark.rule("STA-10.35")
def test_tokens_farther_away_are_not_looted():
    assert "loot_token" not in labels(fallen("three_coins", (2, 4)).play())


@pytest.mark.rule("STA-14.13", "STA-R29")
def test_the_frenzied_and_those_on_roofs_do_not_loot():
    table = fallen("three_coins")
    table.edit(0, ch_status=Status.FRENZIED)
    assert "loot_token" not in labels(table.play())
    table = arena(("surgeon", (0, 8)), tile="v1")
    assert "loot_token" not in labels(fallen("three_coins", (0, 8), table).play())


@pytest.mark.rule("STA-12.21", "STA-R32")
def test_a_token_names_the_copy_nearest_to_the_top():
    table = search_deck(fallen("a_rum"), "rum", "purse", "rum", "map")
    engine = loot(table)
    expect(engine, {"s_n[0]": 1, "s_cards[0, 0]": RUM, "sd": [RUM, 1, 7], "sd_n": 3})


@pytest.mark.rule("STA-12.21")
def test_without_a_copy_the_token_is_a_coin():
    engine = loot(search_deck(fallen("a_rope"), "rum"))
    expect(engine, {"s_n[0]": 0, "ch_adv_coins[0]": 1, "sd_n": 1})


@pytest.mark.rule("STA-R36")
def test_several_tokens_on_a_space_are_looted_one_by_one():
    table = fallen("one_coin", number=1, table=fallen("three_coins"))
    engine = table.play()
    act(engine, "loot_token")
    assert candidates(engine) == [(2, 3)]
    act(engine, "cand 0", "loot_token", "cand 0")
    expect(engine, {"ch_adv_coins[0]": 4, "ch_ap[0]": 4})


@pytest.mark.rule("STA-R87")
def test_of_several_tokens_a_marked_one_is_looted_first():
    table = fallen("one_coin", number=1, table=fallen("three_coins"), mark=1)
    expect(loot(table), {"ch_adv_coins[0]": 1})


@pytest.mark.rule("STA-R74", "STA-10.35")
def test_the_supply_is_shuffled_when_a_token_comes_back():
    table = fallen("three_coins")
    orders = set()
    for seed in range(6):
        table.set(rng=seed + 1)
        engine = table.play()
        engine.set(0, {"rng": seed + 1})
        act(engine, "loot_token", "cand 0")
        orders.add(tuple(engine.states[0]["fl_kind"].tolist()))
        assert sorted(engine.states[0]["fl_kind"]) == sorted(table.state[0]["fl_kind"])
    assert len(orders) > 1


@pytest.mark.rule("STA-R50")
def test_the_greedy_get_nothing_from_tokens():
    table = fallen("three_coins")
    table.edit(0, ch_penance=1)
    knows(table, 0, Trait.MONEY_GRUBBER)
    engine = loot(table)
    expect(engine, {"ch_adv_coins[0]": 0, "fl_row[0]": -1})
    assert asked(engine) == "MENU"


@pytest.mark.rule("STA-20.18")
@pytest.mark.parametrize(("action", "coins", "ap"), [("money", 6, 4), ("no", 3, 5)])
def test_a_money_grubber_pays_to_double_the_coins(action, coins, ap):
    engine = loot(knows(fallen("three_coins"), 0, Trait.MONEY_GRUBBER))
    assert labels(engine) == ["no", "money"]
    act(engine, action)
    expect(engine, {"ch_adv_coins[0]": coins, "ch_ap[0]": ap})


@pytest.mark.rule("STA-20.18")
def test_a_money_grubber_is_not_asked_for_nothing():
    assert asked(loot(knows(fallen("nothing"), 0, Trait.MONEY_GRUBBER))) == "MENU"
    table = knows(fallen("three_coins"), 0, Trait.MONEY_GRUBBER)
    table.edit(0, ch_ap=1)
    assert asked(loot(table)) == "MENU"


@pytest.mark.rule("STA-S28", "STA-13.4", "STA-R37")
def test_s28_the_looter_of_an_immortal_gets_its_prestige():
    table = fallen("two_coins", immortal=FOE_KEYS.index("skeleton"))
    table.state["fig_left"][0, FOE_KEYS.index("skeleton")] -= 1
    engine = loot(table)
    expect(engine, {"ch_adv_pp[0]": 1, "ch_adv_coins[0]": 2, "fl_immortal[0]": -1})
    assert engine.states[0]["fig_left"][FOE_KEYS.index("skeleton")] == 6


@pytest.mark.rule("STA-S28", "STA-13.4", "STA-R37", "STA-12.22")
def test_s28_an_immortal_that_is_not_looted_stands_up_again():
    table = arena(("sea_dog", (2, 2), "sword"), ("surgeon", (4, 4)))
    table.foe("skeleton", (2, 3), wounds=2)
    engine = table.play(5, 5, 5, 1, 1)
    act(engine, "attack_melee", "enemy 0")
    expect(engine, {"ch_adv_pp[0]": 0, "foe_type[0]": -1, "fl_immortal[0]": 3})
    act(engine, "end_turn", "char 1")
    engine.set(0, {"force": [5, 1, 1, 1, 1, *[0] * 59], "force_n": 5})
    act(engine, "end_turn")
    assert places(engine) == [(2, 3)]
    expect(engine, {"foe_wounds[0]": 0, "fl_row[0]": -1})


@pytest.mark.rule("STA-R37")
def test_an_occupied_space_sends_the_immortal_to_the_nearest_free_one():
    table = fallen("nothing", (2, 2), immortal=FOE_KEYS.index("skeleton"))
    table.state["fig_left"][0, FOE_KEYS.index("skeleton")] -= 1
    assert places(enemy_round(table, 1, 1, 1, 1, 1)) == [(1, 1)]


@pytest.mark.rule("STA-R52", "STA-17.6", "STA-17.5")
def test_an_ally_that_loots_an_immortal_gains_no_prestige():
    table = arena(("surgeon", (4, 4)))
    table.ally(1, "guide", (2, 2))
    fallen("two_coins", table=table, immortal=FOE_KEYS.index("skeleton"))
    table.state["fig_left"][0, FOE_KEYS.index("skeleton")] -= 1
    engine = act(table.play(), "ally", "char 1", "loot_token", "cand 0")
    expect(engine, {"ch_adv_pp[0]": 0, "ch_adv_coins[1]": 2, "ch_adv_coins[0]": 0})


# --- bodies ---------------------------------------------------------------------------------------


def body(**fields):
    """The Surgeon stands beside the Sea Dog, who is Knocked Out and has this and that."""
    table = arena(("surgeon", (2, 2)), ("sea_dog", (2, 3)))
    table.edit(1, ch_wounds=5, ch_status=Status.KNOCKED_OUT, **fields)
    return table


@pytest.mark.rule("STA-10.36", "STA-R47", "STA-R45")
def test_coins_of_a_body_come_by_a_die():
    engine = body(ch_adv_coins=2, ch_coins=10).play(4)
    act(engine, "loot_body", "char 1", "num 0")
    expect(engine, {"ch_adv_coins[0]": 7, "ch_adv_coins[1]": 0, "ch_coins[1]": 5, "ch_ap[0]": 5})


@pytest.mark.rule("STA-R47", "STA-10.36")
def test_a_body_gives_no_more_than_it_has_but_may_be_looted_again():
    engine = body(ch_adv_coins=2).play(6)
    act(engine, "loot_body", "char 1", "num 0")
    expect(engine, {"ch_adv_coins[0]": 2, "ch_adv_coins[1]": 0})
    act(engine, "loot_body", "char 1")
    assert labels(engine) == ["inv 0", "inv 1"]


@pytest.mark.rule("STA-R76", "STA-10.36")
def test_cards_drinks_and_goal_items_are_taken_search_cards_are_not():
    table = body(ch_rum=1, ch_brew=1)
    table.set(goal_state=[Goal.HELD, 0, 0, 0, 0, 0, 0, 0])
    table.state["goal_holder"][0, 0] = 1
    table.keep(1, RUM)
    engine = table.play()
    act(engine, "loot_body", "char 1")
    assert labels(engine) == ["inv 0", "inv 1", "num 1", "num 2", "goal 0"]
    assert engine.describe_action(0, engine.legal()[0], 0) == "Take the Sword."
    assert engine.describe_action(0, engine.legal()[2], 0) == "Take Rum."
    act(engine, "inv 0")
    expect(engine, {"inv_n[0]": 3, "inv_id[0, 2]": Gear.SWORD, "inv_n[1]": 1})
    act(engine, "loot_body", "char 1", "num 1", "loot_body", "char 1", "num 2")
    act(engine, "loot_body", "char 1", "goal 0")
    expect(engine, {"ch_rum": [1, 0], "ch_brew": [1, 0], "goal_holder": [0]})
    expect(engine, {"ch_ap[0]": 2, "s_n[1]": 1})


@pytest.mark.rule("STA-R76", "STA-R88")
def test_who_has_no_place_may_leave_what_it_would_take():
    table = body()
    one = table.state[0]
    one["inv_n"][0] = 5
    one["inv_id"][0, 2:5] = Gear.RAPIER, Gear.BUCKLER, Gear.SPYGLASS
    engine = table.play()
    act(engine, "loot_body", "char 1", "inv 0")
    assert asked(engine) == "OVERLOAD"
    act(engine, "no")
    expect(engine, {"inv_n[0]": 5, "inv_n[1]": 2})
    act(engine, "loot_body", "char 1", "inv 0", "inv 4")
    expect(engine, {"inv_n[0]": 5, "inv_n[1]": 1, "inv_id[0, 4]": Gear.SWORD})


@pytest.mark.rule("STA-10.36")
def test_nobody_loots_a_body_next_to_an_enemy_or_far_away_or_with_nothing():
    table = body()
    table.foe("redcoat", (1, 2))
    assert "loot_body" not in labels(table.play())
    table = arena(("surgeon", (2, 1)), ("sea_dog", (2, 3)))
    table.edit(1, ch_wounds=5, ch_status=Status.KNOCKED_OUT)
    assert "loot_body" not in labels(table.play())
    table = body()
    table.edit(1, inv_n=0, inv_id=0, inv_flag=0, inv_loc=0)
    assert "loot_body" not in labels(table.play())


@pytest.mark.rule("STA-R63")
def test_a_hook_is_not_looted():
    table = body(ch_perm=8, ch_prosth=8, inv_n=0, inv_id=0, inv_flag=0, inv_loc=0)
    assert "loot_body" not in labels(table.play())
