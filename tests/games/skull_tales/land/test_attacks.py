"""Attacks of Characters: weapons, dice, criticals, hands, what is thrown (STA-8, STA-R17)."""

import pytest

from piracy_env.games.skull_tales.gear import Gear
from piracy_env.games.skull_tales.traits import Trait
from tests.games.skull_tales.land.ashore import arena, cell
from tests.scenario import act, expect, labels

GONE, STANDS = -1, 0


def knows(table, slot, *traits):
    """A Pirate has learned Traits."""
    for trait in traits:
        table.state["ch_traits"][0, slot, trait] = 1
    return table


def wield(table, slot, *names):
    """A Pirate has other weapons in its hands, and nothing else."""
    one = table.state[0]
    one["inv_n"][slot] = len(names)
    for column in ("inv_id", "inv_loc", "inv_flag"):
        one[column][slot] = 0
    for place, name in enumerate(names):
        gear = Gear[name.upper()] if isinstance(name, str) else name
        hands = table.t.items[int(gear)].hands
        one["inv_id"][slot, place], one["inv_flag"][slot, place] = gear, 0
        one["inv_loc"][slot, place] = 3 if hands == 2 else 1 + place
    return table


def duel(card="sea_dog", *hands, kind="redcoat", place=(2, 3), **foe):
    """A Pirate and an Enemy next to it."""
    table = arena((card, (2, 2), *hands))
    foe.setdefault("hp_max", 4)
    table.foe(kind, place, **foe)
    return table


@pytest.mark.rule(
    "STA-S06", "STA-8.1", "STA-8.2", "STA-8.3", "STA-8.4", "STA-3.7", "STA-3.9", "STA-8.20"
)
def test_s06_two_hits_and_a_critical_against_one_block():
    engine = duel("surgeon", "sword").play(3, 5, 6, 3, 4)
    act(engine, "attack_melee", "enemy 0")
    expect(engine, {"foe_type[0]": GONE, "ch_adv_pp[0]": 1, "ch_ap[0]": 4})
    assert engine.states[0]["fl_row"].max() >= 0


@pytest.mark.rule("STA-S07", "STA-8.9", "STA-8.8", "STA-8.10", "STA-5.12", "STA-5.13")
def test_s07_a_shot_against_agility_exhausts_the_pistol():
    table = arena(("surgeon", (2, 0), "pistol"))
    table.foe("redcoat", (2, 3), hp_max=4)
    engine = table.play(2, 3, 5, 6, 6)
    act(engine, "attack_ranged", "enemy 0")
    expect(engine, {"foe_type[0]": GONE, "force_n": 2, "inv_flag[0, 1]": 3})
    assert "attack_ranged" not in labels(engine)


@pytest.mark.rule("STA-8.8", "STA-R78")
def test_no_shot_at_who_is_adjacent():
    engine = duel("surgeon", "pistol").play()
    assert "attack_ranged" not in labels(engine)


@pytest.mark.rule("STA-S09", "STA-9.3", "STA-9.4", "STA-9.6")
def test_s09_friends_in_the_way_cost_dice():
    table = arena(("sea_dog", (2, 0)), ("surgeon", (2, 2)))
    wield(table, 0, "musket")
    table.foe("redcoat", (4, 2), hp_max=4)
    table.foe("redcoat", (2, 4), hp_max=4)
    table.foe("cannibal", (0, 4), hide=1)
    engine = table.play(1, 1)
    act(engine, "attack_ranged")
    assert labels(engine) == ["enemy 0", "enemy 1"]
    act(engine, "enemy 1")
    expect(engine, {"rl_n[0]": 2})


@pytest.mark.rule("STA-S31", "STA-9.5")
def test_s31_a_shot_of_ones_hits_the_friend():
    table = arena(("sea_dog", (2, 0)), ("surgeon", (2, 2)))
    wield(table, 0, "musket")
    table.foe("redcoat", (2, 4), hp_max=4)
    engine = table.play(1, 1)
    act(engine, "attack_ranged", "enemy 0")
    expect(engine, {"ch_wounds[1]": 3, "foe_wounds[0]": 0})


@pytest.mark.rule("STA-S10", "STA-9.9", "STA-21.6")
@pytest.mark.parametrize(
    ("gun", "col", "legal"), [("blunderbuss", 3, 1), ("blunderbuss", 4, 0), ("pistol", 4, 1)]
)
def test_s10_range_counts_the_spaces_between(gun, col, legal):
    table = wield(arena(("sea_dog", (2, 0))), 0, gun)
    table.foe("redcoat", (2, col))
    assert ("attack_ranged" in labels(table.play())) == bool(legal)


@pytest.mark.rule("STA-S11", "STA-8.16", "STA-8.18", "STA-6.8", "STA-3.11")
def test_s11_hands_take_turns():
    table = wield(arena(("sea_dog", (2, 1))), 0, "axe", "pistol")
    table.foe("redcoat", (2, 2), hp_max=4)
    table.foe("redcoat", (4, 4), hp_max=4)
    engine = table.play(3, 3, 1, 4, 1, 3, 3, 2, 3, 1, 1, 1, 1)
    act(engine, "attack_melee", "enemy 0")
    expect(engine, {"foe_wounds[0]": 1, "rl_mod[0]": 0})
    act(engine, "attack_ranged", "inv 1", "enemy 1")
    expect(engine, {"foe_wounds[1]": 0, "rl_mod[0]": -1, "inv_flag[0, 1]": 1})
    act(engine, "attack_melee", "enemy 0")
    expect(engine, {"foe_wounds[0]": 2, "rl_mod[0]": 0, "ch_ap[0]": 0})


@pytest.mark.rule("STA-S12", "STA-3.8", "STA-R17", "STA-8.16")
def test_s12_only_a_six_blocks_a_six():
    engine = duel("sea_dog", "sword").play(1, 1, 1, 1, 1, 6, 3, 3, 5, 5)
    act(engine, "attack_melee", "enemy 0", "attack_melee", "enemy 0")
    expect(engine, {"foe_wounds[0]": 3, "rl_mod[0]": -1})


@pytest.mark.rule("STA-R17")
def test_criticals_of_the_defence_stop_criticals_first():
    engine = duel("sea_dog", "sword").play(6, 3, 1, 6, 1)
    act(engine, "attack_melee", "enemy 0")
    expect(engine, {"foe_wounds[0]": 2})


@pytest.mark.rule("STA-8.5")
def test_blocked_attacks_do_nothing():
    engine = duel("sea_dog", "sword").play(3, 1, 1, 4, 1)
    act(engine, "attack_melee", "enemy 0")
    expect(engine, {"foe_wounds[0]": 0, "foe_stun[0]": 0})


@pytest.mark.rule("STA-8.17", "STA-R20", "STA-8.15")
def test_another_action_ends_the_series():
    engine = duel("sea_dog", "sword").play(1, 1, 1, 1, 1, 1, 1, 1, 1, 1)
    act(engine, "attack_melee", "enemy 0", "equip", "no", "no", "attack_melee", "enemy 0")
    expect(engine, {"rl_mod[0]": 0})


@pytest.mark.rule("STA-8.19")
def test_two_handed_weapons_never_tire():
    engine = duel("freedman", "club").play(*[1] * 10)
    act(engine, "attack_melee", "enemy 0", "attack_melee", "enemy 0")
    expect(engine, {"rl_mod[0]": 0})


@pytest.mark.rule("STA-S20", "STA-8.12", "STA-8.13", "STA-8.14")
@pytest.mark.parametrize(
    ("dice", "stun", "wounds"),
    [((3, 3, 1, 1, 2), 2, 0), ((6, 1, 1, 1, 1), 2, 1), ((3, 1, 1, 4, 1), 0, 0)],
)
def test_s20_bare_hands_stun(dice, stun, wounds):
    engine = duel("sea_dog").play(*dice)
    assert "attack_melee" not in labels(engine)
    act(engine, "attack_unarmed", "enemy 0")
    expect(engine, {"foe_stun[0]": stun, "foe_wounds[0]": wounds})
    assert "attack_unarmed" not in labels(duel("sea_dog", "sword").play())


@pytest.mark.rule("STA-20.87")
def test_a_fighter_wounds_with_bare_hands():
    engine = duel("freedman").play(3, 1, 1, 1, 1, 1)
    act(engine, "attack_unarmed", "enemy 0")
    expect(engine, {"foe_stun[0]": 2, "foe_wounds[0]": 1})


@pytest.mark.rule("STA-8.11", "STA-5.14", "STA-5.8")
def test_a_thrown_axe_lies_where_its_target_stood():
    table = arena(("sea_dog", (2, 0), "axe"))
    table.foe("redcoat", (2, 4))
    engine = table.play(3, 1, 1)
    act(engine, "attack_ranged", "enemy 0")
    row, col = cell(2, 4)
    expect(engine, {"foe_wounds[0]": 2, "inv_n[0]": 1, "gr_item[0]": Gear.AXE})
    expect(engine, {"gr_row[0]": row, "gr_col[0]": col, "gr_from[0]": 0, "gr_flag[0]": 2})


@pytest.mark.rule("STA-8.22", "STA-17.7")
def test_allies_fight_with_what_their_cards_say():
    table = duel("sea_dog", place=(2, 3))
    table.ally(1, "bruiser", (1, 2))
    table.edit(1, ally_act=2)
    engine = table.play(3, 3, 1, 1, 1, slot=1)
    act(engine, "attack_melee", "enemy 0")
    expect(engine, {"foe_type[0]": GONE, "ch_adv_pp[1]": 0, "ch_adv_pp[0]": 0})


@pytest.mark.rule("STA-S04", "STA-20.21", "STA-3.10")
def test_s04_bonuses_do_not_add_up():
    table = knows(duel("cutthroat"), 0, Trait.FENCING)
    wield(table, 0, 65)
    engine = table.play(1, 2, 2, 2, 1, 1)
    act(engine, "attack_melee", "enemy 0")
    expect(engine, {"foe_type[0]": GONE, "ch_adv_pp[0]": 1, "rl_mod[0]": 1})


@pytest.mark.rule("STA-10.2", "STA-3.11", "STA-20.25")
@pytest.mark.parametrize(("traits", "modifier"), [((), -1), ((Trait.AMBIDEXTROUS,), 0)])
def test_the_weak_hand_costs_one(traits, modifier):
    table = knows(duel("sea_dog"), 0, *traits)
    table.state["inv_loc"][0, 0, 0] = 2
    engine = table.play(*[1] * 5)
    act(engine, "attack_melee", "enemy 0")
    expect(engine, {"rl_mod[0]": modifier})
