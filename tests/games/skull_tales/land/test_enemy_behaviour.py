"""What Enemies do in their round: order, targets, ways, attacks (STA-7.14, STA-12, T-ENEMY)."""

import pytest

from piracy_env.games.skull_tales.rules.adventure import enemy_round as enemy_round_rules
from piracy_env.games.skull_tales.state_land import FoeStatus, Status
from tests.games.skull_tales.land.ashore import HOME, arena, asked, at
from tests.games.skull_tales.land.enemies_at import (
    activate,
    enemy_round,
    forced,
    places,
    wounds,
)
from tests.scenario import act, expect, labels

# --- closing in -----------------------------------------------------------------------------------


@pytest.mark.rule("STA-12.9", "STA-R12", "STA-3.13")
def test_next_to_a_character_an_enemy_strikes_without_a_behaviour_roll():
    table = arena(("sea_dog", (2, 2), "sword", "axe"))
    foe = table.foe("redcoat", (2, 3))
    engine = activate(table, foe, 4, 5, 1, 1, 1)  # the Redcoat's two dice, then three
    assert forced(engine) == 0
    assert wounds(engine) == [2]
    assert places(engine) == [(2, 3)]


@pytest.mark.rule("STA-12.1", "STA-12.10", "STA-12.13", "STA-R9", "STA-R8")
def test_bayonet_goes_next_to_the_closest_by_the_shortest_way_and_strikes():
    table = arena(("sea_dog", (4, 4), "sword", "axe"), ("surgeon", (4, 0), "sword"))
    foe = table.foe("redcoat", (1, 4))
    engine = activate(table, foe, 3, 6, 6, 1, 1, 1)
    assert places(engine) == [(3, 3)]  # of the spaces two steps away the smallest row and column
    assert wounds(engine) == [4, 0]


@pytest.mark.rule("STA-12.13", "STA-R10")
def test_who_is_too_far_is_walked_towards_with_the_full_move():
    table = arena(("sea_dog", (0, 0), "sword", "axe"), tile="i8")
    foe = table.foe("mummy", (4, 4))
    engine = activate(table, foe, 1)
    assert places(engine) == [(1, 1)]  # through the water
    assert forced(engine) == 0


@pytest.mark.rule("STA-12.14", "STA-12.17")
def test_enemies_ignore_water_and_pass_their_own_group():
    table = arena(("sea_dog", (2, 4), "sword", "axe"), tile="i13")
    table.foe("officer", (2, 1))
    foe = table.foe("redcoat", (2, 0))
    engine = activate(table, foe, 3, 1, 1, 1, 1, 1)
    assert places(engine)[1] == (1, 3)


@pytest.mark.rule("STA-12.17")
def test_another_group_is_in_the_way():
    table = arena(("sea_dog", (2, 4), "sword", "axe"), tile="i13")
    table.foe("skeleton", (2, 1))
    foe = table.foe("redcoat", (2, 0))
    engine = activate(table, foe, 3, 1, 1)
    assert places(engine)[1] == (2, 0)


@pytest.mark.rule("STA-12.16")
def test_enemies_climb_where_a_character_is():
    table = arena(("skipper", (0, 7), "dagger"), tile="v4", chapter="awakening")
    foe = table.foe("redcoat", (2, 6))
    engine = activate(table, foe, 3, 1, 1, 1)
    assert places(engine) == [(0, 7)]
    assert at(engine, 0) == (0, 7)


@pytest.mark.rule("STA-12.15")
def test_a_chasm_is_one_space_on_which_nobody_ends():
    table = arena(("sea_dog", (2, 4), "sword", "axe"), tile="i10")
    table.lay("i13", (HOME, HOME - 5))
    foe = table.foe("mummy", (2, -1))
    assert places(activate(table, foe, 1)) == [(2, 1)]  # its third step would be the chasm
    table.state["foe_col"][0, foe] = HOME
    assert places(activate(table, foe, 1, 1, 1, 1)) == [(1, 4)]


# --- shooting -------------------------------------------------------------------------------------


@pytest.mark.rule("STA-S08", "STA-9.7", "STA-12.18")
def test_a_volley_goes_at_whom_it_sees():
    table = arena(("sea_dog", (2, 4), "sword", "axe"), ("surgeon", (2, 2), "sword"))
    foe = table.foe("redcoat", (2, 0))
    engine = activate(table, foe, 1, 4, 1)
    assert wounds(engine) == [0, 1]
    assert places(engine) == [(2, 0)]
    assert forced(engine) == 0


@pytest.mark.rule("STA-8.9", "STA-12.19", "STA-3.7")
def test_a_shot_is_ranged_against_agility_and_nobody_defends():
    table = arena(("cutthroat", (2, 4), "dagger", "dagger"))
    foe = table.foe("redcoat", (2, 0))
    assert wounds(activate(table, foe, 1, 4, 5)) == [1]  # Agility 4
    assert wounds(activate(table, foe, 1, 6, 4)) == [2]  # a critical and its wound
    assert wounds(activate(table, foe, 2, 5, 5)) == [2]  # it never reloads


@pytest.mark.rule("STA-12.12")
def test_a_volley_moves_as_little_as_it_must():
    table = arena(("sea_dog", (2, 0)), tile="t3")  # a wall runs between the first two columns
    foe = table.foe("redcoat", (1, 1))
    engine = activate(table, foe, 1, 5, 1)
    assert places(engine) == [(2, 1)]  # the first space from which it sees (STA-R61)
    assert wounds(engine) == [1]


@pytest.mark.rule("STA-12.14")
def test_enemies_go_from_tile_to_tile():
    table = arena(("sea_dog", (2, 1), "sword"), tile="i13")
    table.lay("i4", (HOME - 2, HOME + 5), turn=3)
    table.lay("i7", (HOME, HOME - 5))
    foe = table.foe("skeleton", (2, -1))
    assert places(activate(table, foe, 1, 1, 1, 1, 1, 1)) == [(2, 0)]


@pytest.mark.rule("STA-R9", "STA-5.7")
def test_a_closed_door_stops_a_run():
    table = arena(("sea_dog", (4, 0), "sword"), tile="v1", chapter="awakening")
    foe = table.foe("skeleton", (4, 7))
    engine = activate(table, foe, 5)  # twice its movement
    assert places(engine) == [(6, 2)]  # under the wall of the house, as near as can be


@pytest.mark.rule("STA-R10")
def test_a_duel_shoots_whom_it_cannot_reach():
    table = arena(("sea_dog", (2, 3), "sword", "axe"), ("surgeon", (0, 2), "sword"), tile="i13")
    foe = table.foe("officer", (2, 0))
    table.foe("skeleton", (2, 1))  # stands in its way, but not in its sight
    engine = activate(table, foe, 1, 4, 1, 1)
    assert wounds(engine) == [1, 0]
    assert places(engine)[0] == (2, 0)


@pytest.mark.rule("STA-S41")
def test_without_a_captain_a_duel_goes_to_the_holder_of_the_initiative():
    table = arena(("sea_dog", (4, 0), "sword", "axe"), ("surgeon", (0, 4), "sword"))
    table.set(captain=-1, init=1)
    foe = table.foe("officer", (4, 4), role=0)
    engine = activate(table, foe, 1, 1, 1, 1, 1, 1, 1)
    assert places(engine) == [(1, 3)]
    table = arena(("sea_dog", (4, 0), "sword", "axe"), ("surgeon", (0, 4), "sword"))
    table.set(captain=0, init=1)
    foe = table.foe("officer", (4, 4), role=0)
    engine = activate(table, foe, 1, 1, 1, 1, 1, 1, 1)
    assert places(engine) == [(3, 1)]


@pytest.mark.rule("STA-23.8")
@pytest.mark.parametrize(("fog", "hit"), [(0, 4), (1, 0)])
def test_nobody_shoots_beyond_three_in_fog(fog, hit):
    table = arena(("sea_dog", (2, 0)), ("surgeon", (1, 1)), tile="i13")
    table.edit(1, ch_status=int(Status.HIDDEN))
    table.lay("i7", (HOME, HOME - 5))
    table.edit(0, ch_y=HOME + 2, ch_x=HOME - 1)
    table.set(fog=fog)
    foe = table.foe("redcoat", (2, 4))  # five steps away: range 4
    for place in ((1, 3), (2, 3), (3, 3)):
        table.foe("skeleton", place)  # it cannot come nearer
    assert wounds(activate(table, foe, 5, 6, 6)) == [hit, 0]


# --- whom -----------------------------------------------------------------------------------------


@pytest.mark.rule("STA-R8")
def test_equal_targets_are_judged_by_prestige_but_not_the_captains_own():
    def struck(captain, prestige):
        table = arena(("sea_dog", (2, 1)), ("surgeon", (2, 3)), ("lookout", (3, 2)))
        table.set(captain=captain, init=captain)
        for seat, amount in enumerate(prestige):
            table.edit(seat, ch_adv_pp=amount)
        foe = table.foe("redcoat", (2, 2))
        return wounds(activate(table, foe, 6, 6, 1)).index(4)

    assert struck(0, (5, 5, 5)) == 1
    assert struck(1, (5, 5, 5)) == 0
    assert struck(0, (3, 1, 2)) == 2


@pytest.mark.rule("STA-R8", "STA-12.23", "STA-7.15", "STA-1.11")
def test_the_captain_is_asked_if_the_option_says_so():
    table = arena(("sea_dog", (2, 1)), ("surgeon", (2, 3)), captain_control=True)
    table.set(captain=1)
    table.foe("redcoat", (2, 2))
    table.foe("redcoat", (0, 0), status=FoeStatus.IDLE)
    engine = enemy_round(table, 6, 6, 1)
    assert asked(engine) == "ENEMY_ORDER"
    assert engine.record().seat == 1
    assert labels(engine) == ["enemy 0", "enemy 1"]
    act(engine, "enemy 0")
    assert asked(engine) == "ENEMY_TARGET"
    assert labels(engine) == ["char 0", "char 1"]
    act(engine, "char 1")  # the other one, as the Captain sees it
    assert wounds(engine) == [4, 0]


@pytest.mark.rule("STA-R13", "STA-R67")
@pytest.mark.parametrize("status", [Status.HIDDEN, Status.POSSUM])
def test_an_enemy_for_whom_nobody_is_there_rolls_nothing(status):
    table = arena(("sea_dog", (2, 2)))
    table.edit(0, ch_status=int(status))
    foe = table.foe("redcoat", (2, 3))
    engine = activate(table, foe, 1)
    assert forced(engine) == 1
    assert places(engine) == [(2, 3)]


@pytest.mark.rule("STA-R11", "STA-12.11")
def test_a_confront_shoots_from_where_it_stands_and_else_closes_in():
    table = arena(("sea_dog", (2, 4), "sword", "axe"), ("surgeon", (2, 2), "sword"))
    table.edit(0, ch_status=int(Status.HIDDEN))
    foe = table.foe("officer", (2, 0))
    engine = activate(table, foe, 1, 4, 4, 1)  # the Captain is Hidden: no Duel
    assert wounds(engine) == [0, 2]
    assert places(engine) == [(2, 0)]


@pytest.mark.rule("STA-R11", "STA-12.11", "STA-12.12")
@pytest.mark.parametrize(
    ("victim", "start", "end", "dice"),
    [
        ((0, 3), (0, 8), (0, 4), (4, 1, 1, 1, 1, 1)),  # out of range: next to it, and strikes
        ((0, 3), (0, 9), (-1, 7), (4, 1, 1)),  # too far for that: the fewest steps, and shoots
        ((0, 0), (0, 9), (0, 5), ()),  # too far for both: the full move
    ],
)
def test_a_confront_moves_as_little_as_it_has_to(victim, start, end, dice):
    table = arena(("sea_dog", (4, 0)), ("surgeon", victim, "sword"))
    table.lay("i13", (HOME - 2, HOME + 5))
    table.edit(0, ch_status=int(Status.HIDDEN))
    foe = table.foe("officer", start)
    engine = activate(table, foe, 1, *dice)  # the Captain is Hidden: no Duel
    assert places(engine) == [end]
    assert wounds(engine) == [0, int(bool(dice))]
    assert forced(engine) == 0


@pytest.mark.rule("STA-R9", "STA-R13")
@pytest.mark.parametrize("status", [Status.KNOCKED_OUT, Status.HIDDEN, Status.POSSUM])
def test_enemies_walk_over_those_whom_they_ignore(status):
    table = arena(("sea_dog", (2, 4), "sword"), ("surgeon", (2, 1)), tile="i13")
    table.edit(1, ch_status=int(status), ch_wounds=5 if status == Status.KNOCKED_OUT else 0)
    foe = table.foe("skeleton", (2, 0))
    engine = activate(table, foe, 1, 1, 1, 1, 1, 1)
    assert places(engine) == [(1, 3)]  # of three spaces beside it, three steps away each


@pytest.mark.rule("STA-7.14", "STA-R75")
def test_types_act_in_the_order_of_the_chapter_then_of_the_cards():
    table = arena(("freedman", (0, 0)), ("sea_dog", (0, 4)))
    kinds = ("skeleton", "officer", "redcoat", "cannibal", "redcoat")
    for foe, kind in enumerate(kinds):
        table.foe(kind, (4, foe))
    order = []
    while waiting := int(enemy_round_rules.waiting_foes(table.s, table.t)):
        foe = waiting.bit_length() - 1
        order.append(kinds[foe])
        table.state["foe_acted"][0, foe] = 1
    assert order == ["redcoat", "redcoat", "officer", "cannibal", "skeleton"]


@pytest.mark.rule("STA-R7")
def test_who_cannot_be_reached_counts_as_far_away():
    table = arena(("sea_dog", (4, 5)), ("surgeon", (9, 5)), tile="v1", chapter="awakening")
    foe = table.foe("skeleton", (4, 6))  # the patio's closed door is between it and the Sea Dog
    assert places(activate(table, foe, 1)) == [(7, 4)]  # on its way to the Surgeon


@pytest.mark.rule("STA-R41")
def test_without_a_captain_the_holder_of_the_initiative_decides():
    table = arena(("sea_dog", (2, 1)), ("surgeon", (2, 3)), captain_control=True)
    table.set(captain=-1, init=1)
    foe = table.foe("redcoat", (2, 2))
    engine = activate(table, foe, 6, 6, 1)
    assert asked(engine) == "ENEMY_TARGET"
    assert engine.record().seat == 1


@pytest.mark.rule("STA-20.75")
def test_a_braggart_is_the_closest_to_all():
    table = arena(("sea_dog", (0, 4)), ("surgeon", (4, 0)))
    table.set(brag=1)
    foe = table.foe("skeleton", (2, 4))
    row, col = places(activate(table, foe, 1))[0]
    assert max(abs(row - 4), abs(col)) <= 1


@pytest.mark.rule("STA-S20", "STA-14.3", "STA-R19")
def test_a_stunned_enemy_that_fails_its_roll_does_nothing():
    table = arena(("sea_dog", (2, 2)))
    foe = table.foe("redcoat", (2, 3), stun=2)
    engine = activate(table, foe, 2, 4)
    expect(engine, {f"foe_stun[{foe}]": 1, "ch_wounds[0]": 0})
    table = arena(("sea_dog", (2, 2)))
    foe = table.foe("redcoat", (2, 3), stun=2)
    engine = activate(table, foe, 2, 5, 6, 6, 1)
    expect(engine, {f"foe_stun[{foe}]": 0, "ch_wounds[0]": 4})
    table = arena(("sea_dog", (2, 2)))
    table.foe("redcoat", (2, 3), stun=2)
    expect(enemy_round(table, 2, 4), {"foe_stun[0]": 0})  # Incident step 4


@pytest.mark.rule("STA-14.1")
@pytest.mark.parametrize("status", [FoeStatus.KNOCKED_DOWN, FoeStatus.IDLE])
def test_who_lies_or_is_terrified_loses_one_activation(status):
    table = arena(("sea_dog", (2, 2)))
    foe = table.foe("redcoat", (2, 3), status=int(status))
    engine = activate(table, foe, 6, 6, 1)
    expect(engine, {"ch_wounds[0]": 0, f"foe_status[{foe}]": 0})


@pytest.mark.rule("STA-R43")
def test_the_inactive_do_not_act():
    table = arena(("sea_dog", (2, 2)))
    table.foe("redcoat", (2, 3), status=int(FoeStatus.ASLEEP))
    expect(enemy_round(table, 6, 6, 1), {"ch_wounds[0]": 0})


# --- rows -----------------------------------------------------------------------------------------


@pytest.mark.rule("STA-12.10")
def test_aimed_fire_goes_at_the_most_wounded_in_reach():
    table = arena(("sea_dog", (0, 4)), ("surgeon", (4, 4)))
    table.edit(1, ch_wounds=2)
    foe = table.foe("redcoat", (2, 0))
    assert wounds(activate(table, foe, 5, 4, 4)) == [0, 4]


@pytest.mark.rule("STA-12.10", "STA-3.10")
def test_rally_adds_one_to_the_dice():
    table = arena(("sea_dog", (2, 4), "sword"))
    foe = table.foe("officer", (2, 0))
    assert wounds(activate(table, foe, 6, 3, 3, 1, 1, 1, 1)) == [2]


@pytest.mark.rule("STA-14.9")
def test_a_cannibal_stalks_to_the_border_shoots_and_hides():
    table = arena(("sea_dog", (2, 2)), tile="i4")
    table.edit(0, ch_y=HOME + 4, ch_x=HOME + 4)
    foe = table.foe("cannibal", (2, 1))
    engine = activate(table, foe, 1, 4, 1)
    assert places(engine) == [(1, 0)]
    assert forced(engine) == 0
    expect(engine, {f"foe_hide[{foe}]": 2, "ch_wounds[0]": 1, "ch_status[0]": int(Status.POISONED)})


@pytest.mark.rule("STA-14.9")
def test_hiding_lasts_until_the_end_of_the_next_enemy_round_or_an_attack():
    table = arena(("sea_dog", (2, 2)))
    table.edit(0, ch_status=int(Status.HIDDEN))
    foe = table.foe("cannibal", (2, 4), hide=2)
    engine = enemy_round(table)
    expect(engine, {f"foe_hide[{foe}]": 1, "ch_status[0]": 0})
    table = arena(("sea_dog", (2, 2)))
    foe = table.foe("cannibal", (2, 3), hide=2)
    expect(activate(table, foe, 1, 1, 1), {f"foe_hide[{foe}]": 0})


@pytest.mark.rule("STA-R64")
def test_the_rite_wounds_without_a_roll_and_leads_back():
    table = arena(("sea_dog", (0, 4)))
    foe = table.foe("cannibal", (4, 0))
    engine = activate(table, foe, 4)
    assert wounds(engine) == [1]
    assert places(engine) == [(4, 0)]
    expect(engine, {"ch_status[0]": 0})


@pytest.mark.rule("STA-12.10")
@pytest.mark.parametrize(("last", "goal"), [(1, (3, 1)), (-1, (1, 3))])
def test_vengeful_goes_for_the_last_who_did_harm_or_the_closest(last, goal):
    table = arena(("sea_dog", (0, 4)), ("surgeon", (4, 0)))
    table.set(last_off=last)
    table.edit(0, ch_y=HOME + 0, ch_x=HOME + 4)
    foe = table.foe("cannibal", (3, 4))
    engine = activate(table, foe, 6, 1, 1, 1)
    row, col = places(engine)[0]
    far = max(abs(row - (4 if last == 1 else 0)), abs(col - (0 if last == 1 else 4)))
    assert far == 1, goal


@pytest.mark.rule("STA-12.10")
def test_skeletons_and_darkclaws_look_at_melee():
    table = arena(("cutthroat", (0, 4)), ("lookout", (4, 4)))
    foe = table.foe("skeleton", (1, 0))
    engine = activate(table, foe, 3, 1, 1, 1)
    assert places(engine)[0][0] >= 3  # the Lookout has Melee 2
    table = arena(("cutthroat", (4, 4)), ("lookout", (4, 0)))
    foe = table.foe("darkclaw", (1, 1))
    assert places(activate(table, foe, 5, 1, 1, 1, 1, 1)) == [(3, 3)]


@pytest.mark.rule("STA-12.10")
def test_cursed_ones_smell_blood():
    table = arena(("cutthroat", (0, 4)), ("surgeon", (4, 4)))
    table.edit(1, ch_wounds=3)
    foe = table.foe("cursed_one", (1, 0))
    assert places(activate(table, foe, 1, 1, 1, 1, 1))[0] == (3, 3)


@pytest.mark.rule("STA-12.10")
def test_a_howl_costs_destiny():
    table = arena(("sea_dog", (0, 4)), ("surgeon", (4, 4)))
    foe = table.foe("cursed_one", (2, 1))
    # dice: the behaviour, two of the Sea Dog, wait, three; four of the Surgeon; then the attack
    engine = activate(table, foe, 5, 1, 1, 1, 4, 1, 1, 1)
    expect(engine, {"ch_dp[0]": 1, "ch_dp[1]": 3})


@pytest.mark.rule("STA-12.10", "STA-R68")
def test_dread_stuns_the_closest_in_sight():
    table = arena(("sea_dog", (0, 3)))
    foe = table.foe("mummy", (4, 3))
    engine = activate(table, foe, 3, 1, 1, 1)
    expect(engine, {"ch_status[0]": int(Status.STUNNED), "ch_wounds[0]": 0})
    assert places(engine) == [(1, 2)]


@pytest.mark.rule("STA-12.10")
def test_a_mummy_goes_for_prestige():
    table = arena(("cutthroat", (0, 4)), ("surgeon", (4, 4)))
    table.edit(1, ch_adv_pp=3)
    table.set(init=1)
    foe = table.foe("mummy", (1, 1))
    assert places(activate(table, foe, 5, 1, 1, 1, 1))[0] == (3, 3)


@pytest.mark.rule("STA-14.9")
def test_ink_hides_who_has_not_arrived():
    table = arena(("sea_dog", (0, 4), "sword"), tile="i13")
    table.edit(0, ch_y=HOME + 2, ch_x=HOME + 4)
    table.lay("i7", (HOME, HOME - 5))
    foe = table.foe("longshade", (2, -2))
    engine = activate(table, foe, 5)
    assert places(engine) == [(1, 2)]
    expect(engine, {f"foe_hide[{foe}]": 2, "ch_wounds[0]": 0})
    table.state["foe_col"][0, foe] = HOME
    engine = activate(table, foe, 5, 1, 1, 1, 1, 1)
    assert places(engine) == [(1, 3)]
    expect(engine, {f"foe_hide[{foe}]": 0, "force_n": 0})


@pytest.mark.rule("STA-13.2", "STA-12.10")
def test_bite_and_away():
    table = arena(("sea_dog", (0, 4), "sword"))
    foe = table.foe("bootbiter", (4, 0))
    engine = activate(table, foe, 5, 6, 1, 1, 1, 1, 5, 1, 1, 1, 1)
    assert forced(engine) == 0
    assert wounds(engine) == [3]
    assert places(engine) == [(4, 0)]


@pytest.mark.rule("STA-12.10")
def test_a_sweep_strikes_all_that_are_adjacent():
    table = arena(("sea_dog", (2, 1)), ("surgeon", (2, 0)), ("lookout", (4, 4)))
    foe = table.foe("darkclaw", (0, 1))
    engine = activate(table, foe, 3, 6, 1, 1, 1, 1, 6, 1, 1, 1, 1)
    assert forced(engine) == 0
    assert wounds(engine) == [3, 3, 0]


@pytest.mark.rule("STA-12.10")
def test_the_bounty_hunter_obeys_his_orders():
    def place_after(die, **fields):
        table = arena(("sea_dog", (0, 4)), ("surgeon", (4, 4)))
        table.set(init=1, captain=0)
        foe = table.foe("bounty_hunter", (2, 0))
        for name, value in fields.items():
            table.state[name][0, 1] = value
        return places(activate(table, foe, die, 1, 1, 1, 1))[0]

    assert place_after(1) == (1, 3)
    assert place_after(6, ch_wounds=1) == (3, 3)


@pytest.mark.rule("STA-12.10")
def test_the_second_order_makes_who_is_wounded_drop_a_goal_item():
    table = arena(("sea_dog", (0, 4)), ("surgeon", (4, 4)))
    foe = table.foe("bounty_hunter", (2, 0))
    table.state["goal_state"][0, 0], table.state["goal_holder"][0, 0] = 2, 1
    engine = activate(table, foe, 3, 6, 1, 1, 1)
    expect(engine, {"goal_state[0]": 3, "goal_row[0]": HOME + 4, "goal_col[0]": HOME + 4})
