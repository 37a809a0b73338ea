"""Each card of the Gear and the Legendary Items (STA-21, STA-25), and what the icons say."""

import pytest

from piracy_env.games.skull_tales.gear import LEGEND, Gear, Legend
from piracy_env.games.skull_tales.rules.adventure.people import attribute_of
from piracy_env.games.skull_tales.rules.adventure.reach import from_afar
from piracy_env.games.skull_tales.state import CHARISMA, Decision
from piracy_env.games.skull_tales.terrain import TOKENS
from piracy_env.games.skull_tales.traits import Trait
from tests.games.skull_tales.land.ashore import arena, asked, at
from tests.games.skull_tales.land.enemies_at import carry_out
from tests.games.skull_tales.land.test_attacks import knows, wield
from tests.scenario import act, expect, labels

SWORDS = LEGEND + Legend.SIAMESE_SWORDS
MISS = (1, 1, 1, 1, 1)


OWN = {"retractable_blade", "blowgun", "staff"}
"""Cards that are only somebody's starting gear."""


def held(table, gear):
    """The first Pirate has one card in hand."""
    wield(table, 0, gear)
    table.state["inv_flag"][0, 0, 0] = 2 * (gear in OWN)
    return table


def armed(gear, card="sea_dog", place=(2, 3), **foe):
    """A Pirate with one card in hand, and a Redcoat."""
    table = held(arena((card, (2, 2))), gear)
    foe.setdefault("hp_max", 12)
    table.foe("redcoat", place, **foe)
    return table


# --- weapons --------------------------------------------------------------------------------------


@pytest.mark.rule("STA-21.1", "STA-21.2", "STA-21.3", "STA-21.8", "STA-21.11", "STA-21.12")
@pytest.mark.rule("STA-21.13", "STA-21.14", "STA-21.15", "STA-21.16", "STA-21.10", "STA-5.13")
@pytest.mark.parametrize(
    ("gear", "card", "damage", "bonus"),
    [
        ("sword", "sea_dog", 2, 0),
        ("dagger", "sea_dog", 1, 0),
        ("axe", "sea_dog", 1, 0),
        ("retractable_blade", "voodoo_shaman", 2, 0),
        ("staff", "witch", 1, 1),
        ("rapier", "sea_dog", 2, 0),
        ("broadsword", "sea_dog", 3, 0),
        ("boarding_axe", "sea_dog", 3, 0),
        ("club", "sea_dog", 2, 0),
        ("cleaver", "sea_dog", 1, 0),
        ("frying_pan", "sea_dog", 1, 0),
        (SWORDS, "sea_dog", 2, 1),
    ],
)
def test_what_a_blow_wounds(gear, card, damage, bonus):
    engine = armed(gear, card).play(5, 5, 1, 1, 1)
    act(engine, "attack_melee", "enemy 0")
    expect(engine, {"foe_wounds[0]": 2 * damage, "rl_mod[0]": bonus})


@pytest.mark.rule("STA-21.2", "STA-21.3", "STA-21.4", "STA-21.5", "STA-21.9", "STA-21.15")
@pytest.mark.rule("STA-21.17", "STA-21.18", "STA-21.19", "STA-25.4", "STA-5.12")
@pytest.mark.parametrize(
    ("gear", "damage"),
    [
        *[("dagger", 1), ("axe", 2), ("pistol", 2), ("musket", 3), ("cleaver", 1)],
        *[("slingshot", 1), ("double_barrelled_pistol", 2), ("long_rifle", 3), ("blowgun", 1)],
        (LEGEND + Legend.PISTOL, 3),
    ],
)
def test_what_a_shot_or_throw_wounds(gear, damage):
    table = armed(gear, "voodoo_shaman" if gear == "blowgun" else "sea_dog", (2, 4))
    engine = table.play(5, 5, 1, 1, 1)
    act(engine, "attack_ranged", "enemy 0")
    expect(engine, {"foe_wounds[0]": 2 * damage})


@pytest.mark.rule("STA-21.19", "STA-21.5", "STA-21.4", "STA-21.20", "STA-21.21", "STA-9.9")
@pytest.mark.parametrize(
    ("gear", "reach"),
    [("musket", 5), ("long_rifle", 7), ("pistol", 3), ("slingshot", 4), ("blunderbuss", 2)],
)
def test_how_far_a_gun_reaches(gear, reach):
    for steps, is_legal in ((reach + 1, True), (reach + 2, False)):
        table = arena(("sea_dog", (0, 0)), tile="i8")
        table.lay("i8", (28, 33))
        table.state["b_wall"][0] = 0
        wield(table, 0, gear)
        table.foe("redcoat", (0, steps))
        assert (from_afar(table.s, table.t, 0, 0) != 0) == is_legal


@pytest.mark.rule("STA-5.14", "STA-21.2")
def test_what_is_thrown_goes_as_far_as_strength():
    for card, is_legal in (("sea_dog", True), ("surgeon", False)):  # Strength 3 and 2
        table = wield(arena((card, (2, 0))), 0, "dagger")
        table.foe("redcoat", (2, 4))
        assert ("attack_ranged" in labels(table.play())) == is_legal


@pytest.mark.rule("STA-21.9", "STA-21.17", "STA-8.10")
@pytest.mark.parametrize(("gear", "card"), [("blowgun", "voodoo_shaman"), ("slingshot", "sea_dog")])
def test_some_are_never_reloaded(gear, card):
    engine = armed(gear, card, (2, 4)).play(*MISS, *MISS)
    act(engine, "attack_ranged", "enemy 0", "attack_ranged", "enemy 0")
    expect(engine, {"inv_flag[0, 0]": 2 * (gear in OWN), "ch_ap[0]": 1 + (card == "sea_dog")})


@pytest.mark.rule("STA-21.9", "STA-21.10", "STA-21.16", "STA-25.10")
@pytest.mark.parametrize(
    ("gear", "card", "place"),
    [
        ("blowgun", "voodoo_shaman", (2, 4)),
        ("staff", "witch", (2, 3)),
        ("frying_pan", "cook", (2, 3)),
    ],
)
def test_a_critical_may_stun(gear, card, place):
    table = held(arena((card, (2, 2)), roll_window=True), gear)
    table.foe("redcoat", place, hp_max=12)
    engine = table.play(6, 1, 1, 1, 1, 1)
    verb = "attack_ranged" if place == (2, 4) else "attack_melee"
    act(engine, verb, "enemy 0", "crit_alt")
    if asked(engine) == "ROLL":
        act(engine, "no")
    expect(engine, {"foe_stun[0]": 2, "foe_wounds[0]": 1})


@pytest.mark.rule("STA-21.15")
def test_a_cleavers_criticals_wound_once_more():
    engine = armed("cleaver").play(6, 1, 1, 1, 1)
    act(engine, "attack_melee", "enemy 0")
    expect(engine, {"foe_wounds[0]": 1 + 1 + 1})


@pytest.mark.rule("STA-21.2", "STA-21.3", "STA-21.15", "STA-8.11", "STA-5.8")
@pytest.mark.parametrize("gear", ["dagger", "axe", "cleaver"])
def test_what_is_thrown_lies_where_its_target_stood(gear):
    engine = armed(gear, place=(2, 4)).play(*MISS)
    act(engine, "attack_ranged", "enemy 0")
    expect(engine, {"gr_row[0]": 30, "gr_col[0]": 32, "gr_item[0]": Gear[gear.upper()]})
    expect(engine, {"inv_n[0]": 0})


@pytest.mark.rule("STA-21.7")
def test_a_grenade_hurts_all_around():
    table = wield(arena(("sea_dog", (2, 0)), ("surgeon", (2, 4))), 0, "grenade")
    table.foe("redcoat", (2, 3), hp_max=12)
    table.foe("redcoat", (1, 2), hp_max=12)
    engine = act(table.play(4, 1, 1), "attack_ranged", "enemy 0")
    expect(engine, {"foe_wounds": [2, 2], "ch_wounds": [0, 2], "inv_n[0]": 0, "gr_item[0]": 0})
    engine = act(table.play(3, 1, 1), "attack_ranged", "enemy 0")
    expect(engine, {"foe_wounds": [0, 0], "ch_wounds": [0, 0], "inv_n[0]": 0})


@pytest.mark.rule("STA-S04", "STA-25.1", "STA-3.10", "STA-20.21")
def test_s04_of_two_bonuses_the_higher_counts():
    table = knows(wield(arena(("cutthroat", (2, 2))), 0, SWORDS), 0, Trait.FENCING)
    table.foe("redcoat", (2, 3), hp_max=6)
    engine = act(table.play(1, 2, 2, 2, 1, 1), "attack_melee", "enemy 0")
    expect(engine, {"rl_mod[0]": 1, "foe_type[0]": -1, "ch_adv_pp[0]": 1})


@pytest.mark.rule("STA-5.15", "STA-21.8", "STA-21.9", "STA-21.10")
@pytest.mark.parametrize("gear", ["retractable_blade", "blowgun", "staff"])
def test_a_characters_own_cards_are_of_no_use_to_others(gear):
    table = held(arena(("sea_dog", (2, 2))), gear)
    table.state["inv_loc"][0, 0, 0] = 0
    assert "equip" not in labels(table.play())


@pytest.mark.rule("STA-21.20")
@pytest.mark.parametrize(("perm", "is_armed"), [(0, False), (8, True), (2, False)])
def test_a_tampered_hook_is_for_a_lost_hand(perm, is_armed):
    table = wield(arena(("sea_dog", (2, 2))), 0, "tampered_hook")
    table.state["inv_loc"][0, 0, 0] = 4
    table.edit(0, ch_perm=perm)
    table.foe("redcoat", (2, 3), hp_max=12)
    engine = table.play(5, 5, 1, 1, 1)
    assert ("attack_melee" in labels(engine)) == is_armed
    if is_armed:
        act(engine, "attack_melee", "enemy 0")
        expect(engine, {"foe_wounds[0]": 4, "last_hand[0]": 0})


@pytest.mark.rule("STA-21.21", "STA-R21", "STA-5.10")
def test_a_tampered_leg_shoots_without_a_hand():
    table = wield(arena(("sea_dog", (2, 2))), 0, "tampered_wooden_leg", "sword")
    table.state["inv_loc"][0, 0, :2] = 4, 1
    table.foe("redcoat", (2, 4), hp_max=12)
    assert "attack_ranged" not in labels(table.play())
    table.edit(0, ch_perm=2, ch_hand_dom=1)
    engine = act(table.play(5, 5, 1), "attack_ranged", "enemy 0")
    expect(engine, {"foe_wounds[0]": 4, "rl_mod[0]": 0, "last_hand[0]": -1, "inv_flag[0, 0]": 1})


# --- defence --------------------------------------------------------------------------------------


@pytest.mark.rule("STA-21.11", "STA-21.13", "STA-21.24", "STA-8.6")
@pytest.mark.parametrize(
    ("gear", "dice", "modifier"),
    [
        *[("sword", 3, 0), ("rapier", 3, 1), ("boarding_axe", 3, -1), ("buckler", 4, 0)],
        *[("pistol", 1, 0), ("musket", 3, 0)],
    ],
)
def test_what_defends(gear, dice, modifier):
    table = wield(arena(("sea_dog", (2, 2)), roll_window=True), 0, gear)
    table.state["ch_traits"][0, 0] = 0
    knows(table, 0, Trait.PRECISE_SLASH)
    table.foe("redcoat", (2, 3))
    engine = carry_out(table, Decision.STRIKE, 0, a=0, dice=(1, 1, *[1] * dice))
    assert asked(engine) == "ROLL"
    expect(engine, {"rl_n[0]": dice, "rl_mod[0]": modifier})


# --- worn, and carried ----------------------------------------------------------------------------


@pytest.mark.rule("STA-21.27", "STA-5.10")
def test_sea_boots_leave_water_for_one_and_jump_better():
    table = wield(arena(("sea_dog", (2, 1)), tile="i8"), 0, "sea_boots")
    table.state["inv_loc"][0, 0, 0] = 4
    engine = act(table.play(), "step E")
    expect(engine, {"ch_ap[0]": 5})
    table = wield(arena(("cutthroat", (2, 1)), tile="i10"), 0, "sea_boots")
    table.state["inv_loc"][0, 0, 0] = 4
    engine = act(table.play(4, 1, 1, 1), "jump", "cand 0")
    expect(engine, {"rl_mod[0]": 1})
    assert at(engine, 0) == (2, 4)


@pytest.mark.rule("STA-17.2")
def test_allies_wear_nothing_of_what_they_carry():
    table = arena(("surgeon", (4, 4)), tile="i8")
    table.ally(1, "guide", (2, 1), ch_wounds=0)
    one = table.state[0]
    one["inv_n"][1], one["inv_id"][1, :2] = 2, (Gear.SEA_BOOTS, Gear.LEATHER_JERKIN)
    one["inv_loc"][1, :2] = 4
    table.foe("redcoat", (1, 0))
    engine = table.play(1, 1, 1, 5, 5)
    act(engine, "ally", "char 1", "break_away")
    expect(engine, {"ch_wounds[1]": 1, "jerkin[1]": 0})


@pytest.mark.rule("STA-25.3", "STA-2.14", "STA-3.12")
def test_drakes_hat_makes_its_wearer_charming():
    table = wield(arena(("sea_dog", (2, 2)), ("surgeon", (2, 3))), 0, LEGEND + Legend.HAT)
    table.state["inv_loc"][0, 0, 0] = 4
    found = [int(attribute_of(table.s, table.t, slot, CHARISMA)) for slot in range(2)]
    assert found == [4, 2]


@pytest.mark.rule("STA-S36", "STA-7.8", "STA-25.0", "STA-10.5")
def test_s36_cards_are_readied_firearms_are_not():
    table = wield(arena(("sea_dog", (2, 2))), 0, "pistol", LEGEND + Legend.COMPASS)
    table.state["inv_loc"][0, 0, 1] = 0
    table.state["inv_flag"][0, 0, :2] = 1
    engine = act(table.play(), "end_turn")
    expect(engine, {"inv_flag[0]": [1, 0], "round": 3})


# --- two tokens -----------------------------------------------------------------------------------


def explorer(*pile):
    """The Surgeon stands on the east exit of i13."""
    table = arena(("surgeon", (2, 4)), ("sea_dog", (2, 2)), tile="i13")
    table.pile(*pile)
    return table


@pytest.mark.rule("STA-S39", "STA-20.45", "STA-R74")
def test_s39_a_scout_chooses_of_two_tokens():
    table = knows(explorer("i2", "i5", "i3"), 0, Trait.SCOUT)
    engine = act(table.play(*[1] * 9), "explore")
    assert asked(engine) == "TILE"
    for seat in (0, 1):
        assert "(i3)" in engine.describe(0, seat)
        assert "(i5)" in engine.describe(0, seat)
    assert "(i5)" in engine.describe_action(0, engine.legal()[1], 0)
    act(engine, "cand 1")
    expect(engine, {"flag": 9, "pile_n[0]": 2})
    act(engine, "cand 0")
    expect(engine, {"ch_adv_pp[0]": 1, "tl_token[1]": TOKENS.index("i5"), "pile_n[0]": 2})
    left = engine.states[0]["pile"][0, :2].tolist()
    assert sorted(left) == sorted(TOKENS.index(token) for token in ("i2", "i3"))


@pytest.mark.rule("STA-20.45")
def test_a_scout_with_one_token_has_no_choice():
    engine = act(knows(explorer("i3"), 0, Trait.SCOUT).play(*[1] * 9), "explore")
    expect(engine, {"pile_n[0]": 0})
    assert "quarter turn" in engine.describe(0, 0)
    act(engine, "cand 0")
    expect(engine, {"ch_adv_pp[0]": 1})


@pytest.mark.rule("STA-25.0", "STA-R90")
def test_the_compass_shows_two_tokens_and_is_exhausted():
    table = wield(explorer("i2", "i5", "i3"), 0, LEGEND + Legend.COMPASS)
    table.state["inv_loc"][0, 0, 0] = 0
    engine = act(table.play(*[1] * 9), "explore", "cand 0", "cand 0")
    expect(engine, {"inv_flag[0, 0]": 1, "tl_token[1]": TOKENS.index("i3"), "ch_adv_pp[0]": 0})
    table.state["inv_flag"][0, 0, 0] = 1
    engine = act(table.play(*[1] * 9), "explore")
    assert "quarter turn" in engine.describe(0, 0)


@pytest.mark.rule("STA-R52", "STA-20.45")
def test_a_guide_scouts_for_no_prestige():
    table = arena(("surgeon", (2, 2)), tile="i13")
    table.pile("i2", "i5", "i3")
    table.ally(1, "guide", (2, 4))
    engine = act(table.play(*[1] * 9), "ally", "char 1", "explore", "cand 0", "cand 0")
    expect(engine, {"ch_adv_pp[0]": 0, "ch_adv_pp[1]": 0, "n_tl": 2})


@pytest.mark.rule("STA-25.4")
def test_davy_joness_pistol_asks_for_blood():
    table = armed(LEGEND + Legend.PISTOL, place=(2, 4))
    engine = act(table.play(*MISS), "attack_ranged", "enemy 0")
    expect(engine, {"ch_wounds[0]": 1, "inv_flag[0, 0]": 0})
    table.edit(0, ch_wounds=4)
    assert "attack_ranged" not in labels(table.play())
