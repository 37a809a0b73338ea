"""Verbs of Traits, and what Traits add to an attack (STA-20)."""

import pytest

from piracy_env.games.skull_tales.state_land import Status
from piracy_env.games.skull_tales.tables.cards import SEARCH_KEYS
from piracy_env.games.skull_tales.tables.enemies import FALLEN_KEYS
from piracy_env.games.skull_tales.traits import Trait
from tests.games.skull_tales.land.ashore import HOME, arena, asked, at, candidates
from tests.games.skull_tales.land.enemies_at import places
from tests.games.skull_tales.land.test_attacks import GONE, knows, wield
from tests.scenario import act, expect, labels, refuses

DOWN = 1
"""The status of an Enemy that lies on the ground."""
TOUGH = 9
"""Health of an Enemy that is to outlast the test."""


def talented(*traits, card="sea_dog", hands=(), place=(2, 2), tile="i4", **options):
    """A Pirate with Traits."""
    return knows(arena((card, place, *hands), tile=tile, **options), 0, *traits)


def armed(*names, traits=(), place=(2, 2), **options):
    """A Sea Dog with Traits and weapons."""
    return wield(talented(*traits, place=place, **options), 0, *names)


def pick(engine, place):
    """The label of a candidate."""
    return f"cand {candidates(engine).index(place)}"


# --- moving ---------------------------------------------------------------------------------------


@pytest.mark.rule("STA-20.5")
@pytest.mark.parametrize(
    ("tile", "place", "step"), [("i4", (1, 2), "step NE"), ("c1", (1, 2), "step SE")]
)
def test_the_expeditious_step_diagonally_past_rock_and_walls(tile, place, step):
    assert step not in labels(talented(tile=tile, place=place).play())
    engine = talented(Trait.EXPEDITIOUS, tile=tile, place=place).play()
    act(engine, step)
    expect(engine, {"ch_ap[0]": 5})


@pytest.mark.rule("STA-20.5")
def test_the_expeditious_pass_beside_enemies_but_not_through_them():
    table = talented(Trait.EXPEDITIOUS, place=(2, 0))
    table.foe("redcoat", (1, 0))
    table.edit(0, free_from=1)
    found = labels(table.play(), "step")
    assert "step NE" in found
    assert "step N" not in found


@pytest.mark.rule("STA-20.5", "STA-R112")
def test_houses_are_entered_by_their_doors_even_by_the_expeditious():
    table = talented(Trait.EXPEDITIOUS, tile="v1", place=(7, 3), chapter="awakening")
    assert "step SE" in labels(table.play())  # in the street
    table = talented(Trait.EXPEDITIOUS, tile="v1", place=(7, 4), chapter="awakening")
    found = labels(table.play(), "step")
    assert "step SW" not in found  # into the store, past its wall


@pytest.mark.rule("STA-20.5")
@pytest.mark.parametrize(("traits", "wounds"), [((), 1), ((Trait.EXPEDITIOUS,), 0)])
def test_the_expeditious_break_away_more_easily(traits, wounds):
    table = talented(*traits)
    table.foe("redcoat", (2, 3))
    engine = table.play(2, 1, 1, 1, 1)  # a 2 beats Agility 2 only with 1 more
    act(engine, "break_away")
    expect(engine, {"ch_wounds[0]": wounds})


@pytest.mark.rule("STA-20.13")
def test_the_stealthy_are_neither_stopped_nor_engaged():
    for traits, is_free in (((), False), ((Trait.STEALTH,), True)):
        table = talented(*traits, place=(2, 1))
        table.foe("redcoat", (1, 3))
        engine = table.play()
        act(engine, "step E")
        assert ("step E" in labels(engine)) == is_free


@pytest.mark.rule("STA-20.13", "STA-14.9")
@pytest.mark.parametrize(("die", "status"), [(5, Status.HIDDEN), (4, 0)])
def test_the_stealthy_hide_once_a_turn_where_nobody_sees_them(die, status):
    table = talented(Trait.STEALTH)
    table.foe("redcoat", (2, 4))
    assert "stealth" not in labels(table.play())
    table = talented(Trait.STEALTH)
    engine = table.play(die, 1, 1)
    act(engine, "stealth")
    expect(engine, {"ch_status[0]": status, "ch_ap[0]": 6})
    assert "stealth" not in labels(engine)
    assert "run" in labels(engine)  # no AP was spent
    assert "take_breath" not in labels(engine)


# --- over Enemies ---------------------------------------------------------------------------------


@pytest.mark.rule("STA-20.1")
def test_an_acrobat_lands_beside_the_enemy_and_breaks_away():
    table = talented(Trait.ACROBAT)
    table.foe("redcoat", (2, 3))
    engine = table.play(3, 3, 1, 1, 1)
    act(engine, "acrobat", "enemy 0")
    assert candidates(engine) == [(1, 2), (1, 3), (1, 4), (2, 4), (3, 2), (3, 3), (3, 4)]
    act(engine, pick(engine, (2, 4)))
    assert at(engine, 0) == (2, 4)
    assert asked(engine) == "CONSENT"
    refused = table.engine.states.copy()
    act(engine, "yes")
    expect(engine, {"ch_ap[0]": 3, "free_from[0]": 1})
    assert "step N" in labels(engine)
    assert refused["ch_ap"][0, 0] == 4


@pytest.mark.rule("STA-20.1", "STA-R68")
def test_a_failed_leap_stuns_and_moves_nobody():
    table = talented(Trait.ACROBAT)
    table.foe("redcoat", (2, 3))
    engine = table.play(3, 1, 1, 4, 1)  # a tie
    act(engine, "acrobat", "enemy 0")
    expect(engine, {"ch_status[0]": Status.STUNNED, "ch_ap[0]": 4})
    assert at(engine, 0) == (2, 2)
    assert asked(engine) == "MENU"  # the turn goes on


@pytest.mark.rule("STA-20.1", "STA-20.12", "STA-20.4", "STA-R115")
def test_an_acrobat_with_chicken_jump_pays_one_and_wins_ties_if_elusive():
    table = talented(Trait.ACROBAT, Trait.CHICKEN_JUMP, Trait.ELUSIVE)
    table.foe("redcoat", (2, 3))
    engine = table.play(3, 1, 1, 4, 1)
    act(engine, "acrobat", "enemy 0", "cand 0", "no")
    expect(engine, {"ch_ap[0]": 5, "free_from[0]": 0})


@pytest.mark.rule("STA-20.0")
@pytest.mark.parametrize(("die", "status"), [(3, DOWN), (1, 0)])
def test_a_jump_beside_an_enemy_ends_in_a_pounce(die, status):
    table = armed("sword", traits=[Trait.POUNCE], tile="i10", place=(2, 1))
    table.foe("redcoat", (1, 4), hp_max=TOUGH)
    engine = table.play(5, 1, 1, die, 1, 1, 1, 1)
    act(engine, "jump", "cand 0")
    assert labels(engine) == ["no", "pounce"]
    act(engine, "pounce", "enemy 0")
    expect(engine, {"foe_status[0]": status, "ch_ap[0]": 3})
    expect(engine, {"foe_wounds[0]": 2 if status else 0})


@pytest.mark.rule("STA-20.0", "STA-20.12")
def test_a_clumsy_landing_can_be_a_pounce_too():
    table = armed("sword", traits=[Trait.POUNCE, Trait.CHICKEN_JUMP], tile="i10", place=(2, 1))
    table.foe("redcoat", (1, 4))
    engine = table.play(1, 1, 1)
    act(engine, "jump", "cand 0")
    expect(engine, {"ch_wounds[0]": 1})
    assert asked(engine) == "POUNCE"
    table = armed("sword", traits=[Trait.POUNCE], tile="i10", place=(2, 1))
    engine = act(table.play(5, 1, 1), "jump", "cand 0")
    assert asked(engine) == "MENU"  # nobody is there


@pytest.mark.rule("STA-20.82", "STA-10.20")
def test_the_unstoppable_push_enemies():
    table = talented(Trait.UNSTOPPABLE)
    table.foe("redcoat", (2, 3))
    engine = table.play(3, 1, 1, 1, 1)
    act(engine, "unstoppable", "enemy 0")
    assert candidates(engine) == [(1, 2), (1, 3), (1, 4), (2, 4), (3, 2), (3, 3), (3, 4)]
    act(engine, pick(engine, (3, 4)))
    assert places(engine) == [(3, 4)]
    expect(engine, {"ch_ap[0]": 5})
    engine = table.play(3, 1, 1, 4, 1)
    act(engine, "unstoppable", "enemy 0")
    assert places(engine) == [(2, 3)]


@pytest.mark.rule("STA-20.82", "STA-R28", "STA-R111")
@pytest.mark.parametrize(("mark", "tokens"), [(0, 0), (1, 1)])
def test_a_chasm_takes_who_is_pushed_in_but_for_its_mark(mark, tokens):
    table = talented(Trait.UNSTOPPABLE, tile="i9", place=(2, 0))
    table.foe("officer", (2, 1), mark=mark)
    engine = table.play(6, 6, 1, 1, 1, 1)
    act(engine, "unstoppable", "enemy 0")
    act(engine, pick(engine, (1, 2)))
    expect(engine, {"foe_type[0]": GONE, "ch_adv_pp[0]": 2})
    assert (engine.states[0]["fl_row"] >= 0).sum() == tokens


@pytest.mark.rule("STA-20.82", "STA-R50")
def test_the_wroth_push_nobody_that_left_them_alone():
    table = talented(Trait.UNSTOPPABLE)
    table.foe("redcoat", (2, 3))
    table.edit(0, ch_penance=2)
    assert "unstoppable" not in labels(table.play())


@pytest.mark.rule("STA-20.88", "STA-R113")
@pytest.mark.parametrize(
    ("dice", "wounds", "place"), [((3, 3, 1, 1, 1), 2, (2, 3)), ((3, 1, 1, 4, 1), 1, (2, 1))]
)
def test_who_stomps_on_an_enemy_goes_over_it(dice, wounds, place):
    table = talented(Trait.STOMP, place=(2, 1))
    table.foe("redcoat", (2, 2), status=DOWN)
    engine = table.play(*dice)
    act(engine, "stomp", "enemy 0")
    expect(engine, {"foe_wounds[0]": wounds, "ch_ap[0]": 4})
    assert at(engine, 0) == place


@pytest.mark.rule("STA-20.88", "STA-R113")
def test_nobody_stomps_on_who_stands_or_against_a_rock():
    table = talented(Trait.STOMP, place=(2, 1))
    table.foe("redcoat", (2, 2))
    assert "stomp" not in labels(table.play())
    table = talented(Trait.STOMP, place=(2, 2))
    table.foe("redcoat", (1, 2), status=DOWN)
    assert "stomp" not in labels(table.play())  # rock behind
    table = talented(Trait.STOMP, place=(2, 1))
    table.foe("redcoat", (2, 2), status=DOWN)
    table.foe("redcoat", (1, 1))
    assert "stomp" not in labels(table.play())  # held up by another one


# --- attacks --------------------------------------------------------------------------------------


@pytest.mark.rule("STA-20.74", "STA-R110")
def test_a_sweep_meets_all_adjacent_enemies_with_one_roll():
    table = armed("club", traits=[Trait.SWEEPING_STRIKE])
    table.foe("redcoat", (2, 3), hp_max=4)
    table.foe("redcoat", (1, 2), hp_max=4)
    table.foe("redcoat", (0, 4), hp_max=4)
    engine = table.play(3, 3, 1, 1, 1, 5, 1)
    act(engine, "sweeping")
    expect(engine, {"foe_type": [GONE, 0, 0], "foe_wounds": [0, 2, 0], "ch_ap[0]": 4})
    assert int(engine.states[0]["force_n"]) == 0
    assert "sweeping" not in labels(engine)  # once a turn
    assert "sweeping" not in labels(armed("sword", traits=[Trait.SWEEPING_STRIKE]).play())


@pytest.mark.rule("STA-20.74", "STA-20.35", "STA-R110")
def test_dice_that_were_changed_stay_changed_for_the_whole_sweep():
    traits = [Trait.SWEEPING_STRIKE, Trait.PRECISE_SLASH]
    table = armed("club", traits=traits, roll_window=True)
    table.foe("redcoat", (2, 3), hp_max=TOUGH)
    table.foe("redcoat", (1, 2), hp_max=TOUGH)
    engine = table.play(2, 1, 1, 1, 1, 3, 1, 1)
    act(engine, "sweeping", "die_plus 0", "reroll_own 1")
    expect(engine, {"foe_wounds": [4, 4], "ch_dp[0]": 1})
    assert asked(engine) == "MENU"


@pytest.mark.rule("STA-20.33")
def test_a_spin_costs_a_die_and_uses_the_dominant_hand():
    table = armed("sword", "dagger", traits=[Trait.SPINNING_STRIKE])
    table.foe("redcoat", (2, 3), hp_max=TOUGH)
    table.foe("redcoat", (1, 2), hp_max=TOUGH)
    engine = table.play(3, 3, 1, 1, 1, 1)
    act(engine, "spinning")
    expect(engine, {"foe_wounds": [4, 4], "ch_ap[0]": 4, "last_hand[0]": 0})
    table = armed("sword", traits=[Trait.SPINNING_STRIKE])
    table.foe("redcoat", (2, 3))
    assert "spinning" not in labels(table.play())


@pytest.mark.rule("STA-20.20")
def test_a_face_is_worth_a_wound_and_a_point():
    table = armed("sword", traits=[Trait.FACECRIPPLER])
    table.foe("redcoat", (2, 3), hp_max=TOUGH)
    engine = table.play(3, 3, 1, 1, 1)
    act(engine, "attack_melee", "enemy 0")
    assert labels(engine) == ["no", "facecrip"]
    act(engine, "facecrip")
    expect(engine, {"foe_wounds[0]": 1, "ch_adv_pp[0]": 1, "ch_ap[0]": 3, "last_hand[0]": 0})


@pytest.mark.rule("STA-20.20")
@pytest.mark.parametrize(("weapon", "kind"), [("axe", "redcoat"), ("sword", "skeleton")])
def test_only_blades_disfigure_and_only_humans(weapon, kind):
    table = armed(weapon, traits=[Trait.FACECRIPPLER])
    table.foe(kind, (2, 3), hp_max=TOUGH)
    engine = act(table.play(3, 3, 1, 1, 1), "attack_melee", "enemy 0")
    assert asked(engine) == "MENU"


@pytest.mark.rule("STA-20.32")
def test_a_lunge_pushes_the_enemy_on_and_takes_its_space():
    table = armed("sword", traits=[Trait.LUNGE])
    table.foe("redcoat", (2, 3), hp_max=TOUGH)
    engine = table.play(6, 1, 1, 1, 1)
    act(engine, "attack_melee", "enemy 0")
    expect(engine, {"foe_wounds[0]": 3})
    assert labels(engine) == ["no", "lunge"]
    act(engine, "lunge")
    assert places(engine) == [(2, 4)]
    assert labels(engine) == ["no", "yes"]
    act(engine, "yes")
    assert at(engine, 0) == (2, 3)


@pytest.mark.rule("STA-20.32")
def test_with_no_space_behind_a_lunge_knocks_down_and_over_the_dead_it_moves_in():
    table = armed("sword", traits=[Trait.LUNGE], place=(2, 3))
    table.foe("redcoat", (2, 4), hp_max=TOUGH)
    engine = act(table.play(6, 1, 1, 1, 1), "attack_melee", "enemy 0", "lunge")
    expect(engine, {"foe_status[0]": DOWN})
    assert asked(engine) == "MENU"
    table = armed("sword", traits=[Trait.LUNGE])
    table.foe("redcoat", (2, 3), hp_max=3)
    engine = act(table.play(6, 1, 1, 1, 1), "attack_melee", "enemy 0", "lunge")
    expect(engine, {"foe_type[0]": GONE})
    assert at(engine, 0) == (2, 3)


@pytest.mark.rule("STA-20.32")
@pytest.mark.parametrize(("weapon", "dice"), [("dagger", (6, 1, 1)), ("sword", (5, 5, 5))])
def test_lunges_need_a_sword_and_a_critical(weapon, dice):
    table = armed(weapon, traits=[Trait.LUNGE])
    table.foe("redcoat", (2, 3), hp_max=TOUGH)
    engine = act(table.play(*dice, 1, 1), "attack_melee", "enemy 0")
    assert asked(engine) == "MENU"


@pytest.mark.rule("STA-20.32", "STA-R28")
def test_a_lunge_into_a_chasm():
    table = armed("sword", traits=[Trait.LUNGE], tile="i9", place=(2, 0))
    table.foe("redcoat", (2, 1), hp_max=TOUGH)
    engine = act(table.play(6, 1, 1, 1, 1), "attack_melee", "enemy 0", "lunge", "yes")
    expect(engine, {"foe_type[0]": GONE, "ch_adv_pp[0]": 1})
    assert at(engine, 0) == (2, 1)


@pytest.mark.rule("STA-20.36", "STA-R24")
def test_a_masterly_step_is_not_engaged():
    table = armed("sword", traits=[Trait.TRUE_MASTERY])
    table.foe("redcoat", (2, 3), hp_max=TOUGH)
    engine = table.play(3, 1, 1, 1, 1)
    act(engine, "attack_melee", "enemy 0")
    assert candidates(engine) == [(1, 2), (3, 2)]  # not past the Enemy's corner
    act(engine, pick(engine, (1, 2)))
    expect(engine, {"free_from[0]": 1, "ch_ap[0]": 4})
    assert "step W" in labels(engine)
    engine = act(table.play(1, 1, 1, 1, 1), "attack_melee", "enemy 0")
    assert asked(engine) == "MENU"  # nothing was hit


@pytest.mark.rule("STA-20.22", "STA-20.27")
def test_quick_thrust_gives_ap_back_in_the_own_turn_only():
    table = armed("sword", traits=[Trait.QUICK_THRUST])
    table.foe("redcoat", (2, 3), hp_max=TOUGH)
    engine = act(table.play(6, 1, 1, 1, 1), "attack_melee", "enemy 0")
    expect(engine, {"ch_ap[0]": 5})


@pytest.mark.rule("STA-20.104", "STA-20.89")
@pytest.mark.parametrize(("behind", "wounds"), [((2, 3), 1), ((1, 3), 0), ((2, 4), 0)])
def test_a_thick_bullet_pierces_who_stands_right_behind(behind, wounds):
    table = armed("musket", traits=[Trait.THICK_BULLETS, Trait.PIERCING_SHOT], place=(2, 0))
    table.edit(0, thick=2)
    table.foe("redcoat", (2, 2), hp_max=TOUGH)
    table.foe("redcoat", behind, hp_max=TOUGH)
    engine = table.play(6, 1, 1)
    act(engine, "attack_ranged", "enemy 0")
    expect(engine, {"foe_wounds": [5, wounds]})


@pytest.mark.rule("STA-20.104")
@pytest.mark.parametrize(("thick", "dice"), [(1, (6, 1, 1)), (2, (5, 5, 5))])
def test_other_bullets_do_not_pierce(thick, dice):
    table = armed("musket", traits=[Trait.THICK_BULLETS, Trait.PIERCING_SHOT], place=(2, 0))
    table.edit(0, thick=thick)
    table.foe("redcoat", (2, 2), hp_max=20)
    table.foe("redcoat", (2, 3), hp_max=TOUGH)
    engine = act(table.play(*dice), "attack_ranged", "enemy 0")
    expect(engine, {"foe_wounds[1]": 0})


# --- things in hand -------------------------------------------------------------------------------


@pytest.mark.rule("STA-20.84")
def test_with_a_free_hand_there_is_always_something_to_throw():
    table = armed("sword", traits=[Trait.IMPROVISED_PROJECTILE])
    table.foe("redcoat", (2, 4), hp_max=TOUGH)
    engine = table.play(3, 4, 1)
    act(engine, "improvised", "enemy 0")
    expect(engine, {"foe_wounds[0]": 1, "ch_ap[0]": 4, "inv_n[0]": 1, "last_hand[0]": 1})
    assert (engine.states[0]["gr_row"] < 0).all()
    table = armed("sword", "dagger", traits=[Trait.IMPROVISED_PROJECTILE])
    table.foe("redcoat", (2, 4))
    assert "improvised" not in labels(table.play())  # no hand is free


@pytest.mark.rule("STA-20.84", "STA-25.10", "STA-20.103")
def test_what_is_thrown_can_stun_or_knock_down():
    traits = [Trait.IMPROVISED_PROJECTILE, Trait.CRIPPLING_SHOT]
    table = armed(traits=traits, roll_window=True)
    table.foe("redcoat", (2, 4), hp_max=TOUGH)
    engine = table.play(6, 1, 1)
    act(engine, "improvised", "enemy 0", "crit_alt")
    expect(engine, {"foe_wounds[0]": 1, "foe_stun[0]": 2, "foe_status[0]": DOWN})


@pytest.mark.rule("STA-20.84", "STA-5.14")
def test_it_flies_as_far_as_strength():
    for strength, is_legal in ((1, False), (2, True)):
        table = talented(Trait.IMPROVISED_PROJECTILE, place=(2, 0))
        table.state["ch_att"][0, 0, 2] = strength
        table.foe("redcoat", (2, 3))
        assert ("improvised" in labels(table.play())) == is_legal


@pytest.mark.rule("STA-20.86")
def test_after_a_throw_quick_hands_draw_the_next_weapon():
    table = talented(Trait.QUICK_HANDS, hands=("axe",))
    table.foe("redcoat", (2, 4), hp_max=TOUGH)
    engine = table.play(1, 1, 1)
    assert "quick_hands" not in labels(engine)
    act(engine, "attack_ranged", "enemy 0", "quick_hands", "inv 0")
    assert labels(engine) == ["hand_r", "hand_l"]
    act(engine, "hand_l")
    expect(engine, {"inv_loc[0, 0]": 2, "ch_ap[0]": 4})
    assert "quick_hands" not in labels(engine)


@pytest.mark.rule("STA-20.93")
def test_a_firearm_is_drawn_for_nothing_once_a_turn():
    table = talented(Trait.QUICKDRAW, card="surgeon", hands=("sword",))
    engine = table.play()
    act(engine, "quickdraw")
    assert labels(engine) == ["inv 1"]  # the Pistol alone
    act(engine, "inv 1", "hand_r")
    expect(engine, {"inv_loc[0]": [0, 1], "ch_ap[0]": 6})
    assert "quickdraw" not in labels(engine)


@pytest.mark.rule("STA-20.93", "STA-15.3")
def test_a_lost_hand_draws_nothing():
    table = talented(Trait.QUICKDRAW, card="surgeon")
    table.edit(0, ch_perm=8)
    engine = act(table.play(), "quickdraw", "inv 1")
    expect(engine, {"inv_loc[0, 1]": 2})


# --- seeing --------------------------------------------------------------------------------------


@pytest.mark.rule("STA-20.99")
def test_the_vigilant_spot_who_is_hidden_for_themselves_alone():
    table = arena(("surgeon", (2, 0), "pistol"), ("lookout", (4, 0), "musket"))
    knows(table, 0, Trait.VIGILANT)
    table.foe("cannibal", (2, 2), hide=2)
    engine = table.play(6, 1, 1)
    assert "attack_ranged" not in labels(engine)
    act(engine, "vigilant", "enemy 0")
    expect(engine, {"spotted": [1, 0], "ch_ap[0]": 6, "sees": 1})
    assert "vigilant" not in labels(engine)
    assert "attack_ranged" in labels(engine)
    act(engine, "end_turn", "char 1")
    expect(engine, {"active_slot": 1, "sees": 0})
    assert "attack_ranged" not in labels(engine)


@pytest.mark.rule("STA-20.99", "STA-R114")
def test_what_was_spotted_is_met_like_any_enemy():
    table = talented(Trait.VIGILANT, place=(2, 1))
    table.foe("redcoat", (2, 3), hide=2)
    assert "step E" in labels(table.play())
    table.edit(0, spotted=1)
    engine = act(table.play(), "step E")
    assert labels(engine, "step") == []
    assert "break_away" in labels(engine)


@pytest.mark.rule("STA-20.99")
def test_a_vigilant_ally_needs_no_points():
    table = arena(("sea_dog", (4, 4)))
    table.ally(1, "marksman", (2, 0), ally_act=2)
    table.foe("redcoat", (2, 2), hide=2)
    engine = table.play(6, 1, 1, 1, slot=1)
    act(engine, "vigilant", "enemy 0")
    expect(engine, {"spotted[1]": 1, "ally_act[1]": 2})


# --- others' purses -------------------------------------------------------------------------------


def pockets(*kinds, **fields):
    """A Pickpocket and the Surgeon on both sides of a Redcoat; kinds of tokens in their order."""
    table = knows(arena(("sea_dog", (2, 2)), ("surgeon", (2, 4))), 0, Trait.PICKPOCKET)
    table.foe("redcoat", (2, 3))
    order = [FALLEN_KEYS.index(kind) for kind in kinds]
    rest = table.state["fl_kind"][0].tolist()
    for kind in order:
        rest.remove(kind)
    table.state["fl_kind"][0] = [*order, *rest]
    table.edit(0, **fields)
    return table


@pytest.mark.rule("STA-20.11")
def test_who_is_busy_has_its_pocket_picked_once_a_turn():
    engine = act(pockets("three_coins").play(), "pickpocket")
    expect(engine, {"ch_adv_coins[0]": 3, "ch_ap[0]": 5})
    assert (engine.states[0]["fl_row"] < 0).all()  # it is in the supply again
    refuses(engine, "pickpocket")


@pytest.mark.rule("STA-20.11")
def test_nobody_picks_the_pocket_of_who_minds_him_alone():
    table = pockets("three_coins")
    table.edit(1, ch_x=HOME)
    refuses(table.play(), "pickpocket")
    table = pockets("three_coins")
    table.edit(1, ch_wounds=5, ch_status=Status.KNOCKED_OUT)
    refuses(table.play(), "pickpocket")


@pytest.mark.rule("STA-20.11", "STA-12.21")
def test_a_pocket_may_hold_a_card():
    engine = act(pockets("a_rope").play(), "pickpocket")
    expect(engine, {"s_n[0]": 1, "s_cards[0]": [SEARCH_KEYS.index("rope")]})
