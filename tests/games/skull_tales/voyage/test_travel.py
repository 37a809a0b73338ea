"""The Travel Round: time, Filth, Battle Stations, Command (STV-4, STV-5)."""

from __future__ import annotations

import pytest

from piracy_env.games.skull_tales import GAME
from piracy_env.games.skull_tales.rules.crew import learn
from piracy_env.games.skull_tales.rules.hold import add_group, cargo_ratio, stow
from piracy_env.games.skull_tales.rules.ship import earn_trust, is_night
from piracy_env.games.skull_tales.rules.voyage import Step, begin_voyage
from piracy_env.games.skull_tales.rules.voyage_setup import set_out
from piracy_env.games.skull_tales.state import Decision
from piracy_env.games.skull_tales.traits import Trait
from tests.games.skull_tales.aboard import (
    CREW_QUARTERS,
    FORECASTLE,
    GUARD,
    GUN_DECK,
    HELM,
    MAIN_DECK,
    PLACES,
    QUARTERDECK,
    RIGGING,
    SICK_BAY,
    at_sea,
    begin,
    dice,
    frame,
    loose,
    trait,
)
from tests.scenario import act, deal, expect, labels, refuses

COMMAND = frame(Decision.COMMAND)


# --- setup ----------------------------------------------------------------------------------------


@pytest.mark.rule("STV-4.1", "STV-4.4", "STV-4.5", "STV-4.7", "STV-1.7", "STV-1.8", "STV-3.17")
def test_the_first_voyage_begins_with_the_southern_lady():
    table = deal(GAME, seed=2, sea="calm")
    expect(table, ship_c=10, ship_r=7, ship_f=3, clock=1, morale=20, v_turn=1, crew_booty=100)
    expect(table, hold=[10, 10, 10, 5, 5, 7, 7, 7, 0, 0], goods_sup=[1, 2, 3, 4, 2, 5, 3, 3, 3])
    expect(table, cannon_sup=2, sails_base=3, hold_base=7, ch_tp=[0] * 5)
    expect(table, pg_on=[1, 1, 1, 1, 0, 0], pg_post=[8, 8, 8, 8, -1, -1], pg_fat=[0] * 6)


@pytest.mark.rule("STV-4.2", "STC-8.4")
def test_goal_tokens_lie_hidden_on_the_islands_of_the_chapter():
    orders = set()
    for seed in range(12):
        s = deal(GAME, seed=seed, sea="calm").record()
        assert list(s.goal_l) == [PLACES[letter] for letter in "CFKQ"]
        assert sorted(s.goal_id) == [1, 2, 3, 4]
        assert not any(s.goal_rev)
        orders.add(tuple(s.goal_id))
    assert len(orders) > 5


@pytest.mark.rule("STV-5.2", "STV-5.6")
def test_the_clock_stands_still_in_the_first_turn_but_filth_rises():
    expect(deal(GAME, seed=2, sea="calm"), clock=1, filth=1, v_turn=1)


# --- the Day --------------------------------------------------------------------------------------


@pytest.mark.rule("STV-5.2", "STV-5.4", "STV-1.11")
def test_a_day_without_supplies_costs_morale():
    table = act(at_sea(Step.TIME, clock=6, **dice(4)), "no")
    expect(table, clock=1, v_day=1, morale=20)
    assert labels(table) == ["no", "yes"]
    act(table, "no")
    expect(table, {"morale": 16, "hold": [10, 10, 10, 5, 5, 7, 7, 7]})


@pytest.mark.rule("STV-5.4", "STV-3.4")
def test_supplies_feed_the_crew_at_the_end_of_a_day():
    table = act(at_sea(Step.TIME, clock=6), "no", "yes")
    expect(table, {"morale": 20, "hold": [10, 10, 10, 5, 5, 7, 7, 0], "goods_sup[6]": 4})


@pytest.mark.rule("STV-5.4")
def test_without_supplies_nobody_is_asked():
    bare = {"hold": [10, 10, 10, *[0] * 17], "goods_sup": [1, 2, 3, 4, 4, 5, 6, 3, 3]}
    table = act(at_sea(Step.TIME, clock=6, **bare, **dice(4)), "no")
    expect(table, morale=16)


@pytest.mark.rule("STV-5.4", "STV-5.5")
def test_a_new_day_lets_daily_things_be_done_again():
    table = at_sea(Step.TIME, clock=6, rum_day=1, once_day=[1, 0, 2, 0, 0])
    act(table, "no", "yes")
    expect(table, rum_day=0, once_day=[0] * 5)


@pytest.mark.rule("STV-5.6", "STV-1.10")
@pytest.mark.parametrize(("filth", "after", "morale"), [(3, 3, 19), (0, 1, 20), (2, 3, 20)])
def test_filth_rises_until_it_costs_morale(filth, after, morale):
    table = act(at_sea(Step.TIME, filth=filth), "no")
    expect(table, filth=after, morale=morale, clock=3, v_turn=3)


@pytest.mark.rule("STV-20.1")
@pytest.mark.parametrize(("rolls", "left", "trust"), [((1, 6, 2), 3, 2), ((1, 2, 3), 2, 0)])
def test_a_supplier_may_save_the_token(rolls, left, trust):
    table = at_sea(Step.TIME, clock=6, **trait(1, Trait.SUPPLIER), **dice(*rolls))
    act(table, "no", "yes")
    expect(table, seat=1)
    act(table, "yes")
    expect(table, {"ch_tp[1]": trust, "morale": 20})
    assert list(table.record().hold).count(7) == left


@pytest.mark.rule("STV-20.1", "STV-5.5")
def test_a_supplier_may_save_the_rum_too():
    table = begin(COMMAND, step=Step.WAKE, cp=1, **trait(2, Trait.SUPPLIER), **dice(3, 6, 6, 6))
    act(table, "rum")
    expect(table, seat=2)
    act(table, "yes")
    expect(table, {"ch_tp[2]": 2, "hold": [10, 10, 10, 5, 5, 7, 7, 7]})


# --- Battle Stations ------------------------------------------------------------------------------


@pytest.mark.rule("STV-5.7", "STV-5.8", "STV-5.9")
def test_the_captain_is_placed_first_then_pirates_by_prestige():
    table = at_sea(Step.FILTH, captain=2, on=(HELM, MAIN_DECK, RIGGING), pg={0: RIGGING})
    act(table, "no")
    expect(table, {"post": [8, 8, 8], "seat": 2, "pg_post[0]": RIGGING})
    act(table, "post 5")
    expect(table, seat=0)
    act(table, "post 6")
    expect(table, seat=1)


@pytest.mark.rule("STV-5.9", "STV-5.5", "STC-5.5")
def test_allies_are_placed_after_all_pirates():
    allies = {}
    for slot, owner in ((3, 2), (4, 0)):
        allies |= {
            f"ch_kind[{slot}]": 2,
            f"ch_card[{slot}]": slot,
            f"ch_owner[{slot}]": owner,
            f"ch_hp_max[{slot}]": 3,
            f"post[{slot}]": CREW_QUARTERS,
        }
    table = act(at_sea(Step.FILTH, **allies), "no", "post 4", "post 5", "post 0")
    assert table.record().stk[table.record().sp - 1][3] == 4  # the Captain's Ally
    expect(table, seat=0)
    assert "post 8" not in labels(table)
    act(table, "post 1")
    expect(table, seat=2)
    act(table, "post 8")
    expect(table, {"post": [4, 5, 0, 8, 1], "schemer": 3})


@pytest.mark.rule("STV-5.7", "STV-3.15", "STV-R39")
def test_the_knocked_out_stay_where_they_are_and_a_captain_still_decides():
    table = at_sea(Step.FILTH, on=(SICK_BAY, HELM, RIGGING), **{"ch_wounds[0]": 6})
    act(table, "no")
    expect(table, {"seat": 1, "post": [SICK_BAY, 8, 8]})
    act(table, "post 5", "post 4")
    expect(table, seat=0)  # Command


@pytest.mark.rule("STV-5.10", "STV-3.9", "STV-7.1", "STV-R5")
def test_one_character_may_stay_but_never_the_captain():
    table = act(at_sea(Step.FILTH), "no")
    refuses(table, "post 8")
    act(table, "post 5", "post 8")
    expect(table, {"schemer": 1, "seat": 2})
    refuses(table, "post 8")


@pytest.mark.rule("STV-3.7", "STV-3.10", "STV-3.12", "STV-3.13", "STV-3.14")
@pytest.mark.parametrize("post", [0, 1, 3, 4, 5])
def test_posts_for_one_character(post):
    table = act(at_sea(Step.FILTH), "no", f"post {post}")
    refuses(table, f"post {post}")
    assert "post 7" in labels(table)


@pytest.mark.rule("STV-3.6")
def test_the_rigging_holds_as_many_as_sails_work():
    table = act(at_sea(Step.FILTH, sails_imp=1, pg={0: RIGGING}), "no", "post 6")
    refuses(table, "post 6")


@pytest.mark.rule("STV-3.11")
def test_the_gun_deck_without_a_group_takes_a_character_for_each_cannon():
    table = act(at_sea(Step.FILTH), "no", "post 2", "post 2")
    assert "post 2" in labels(table)
    table = act(at_sea(Step.FILTH, pg={0: GUN_DECK}), "no", "post 2")
    refuses(table, "post 2")
    bare = {"hold": [5, 5, 7, 7, 7, *[0] * 15], "cannon_sup": 5}
    table = act(at_sea(Step.FILTH, **bare), "no", "post 2")
    refuses(table, "post 2")


@pytest.mark.rule("STV-3.8")
def test_four_characters_fit_on_the_gunwale():
    ally = {"ch_kind[3]": 2, "ch_card[3]": 3, "ch_owner[3]": 1, "ch_hp_max[3]": 3, "post[3]": 7}
    more = {"ch_kind[4]": 2, "ch_card[4]": 4, "ch_owner[4]": 2, "ch_hp_max[4]": 3, "post[4]": 8}
    asked = frame(Decision.TAKE_POST, 2, 4)
    table = at_sea(Step.PLACE, asked, on=(7, 7, 7), **ally, **more)
    refuses(table, "post 7")
    table = at_sea(Step.PLACE, asked, on=(7, 7, 1), **ally, **more)
    assert "post 7" in labels(table)


@pytest.mark.rule("STV-3.2")
def test_nobody_is_placed_in_the_hold():
    table = act(at_sea(Step.FILTH), "no")
    assert labels(table) == [f"post {post}" for post in range(8)]


@pytest.mark.rule("STC-1.10", "STC-1.9")
def test_a_destiny_point_may_heal_at_the_placement():
    table = at_sea(Step.FILTH, **{"ch_wounds[0]": 2, "ch_dp[0]": 1})
    act(table, "no")
    assert labels(table) == ["no", "yes"]
    act(table, "yes")
    expect(table, {"ch_wounds[0]": 1, "ch_dp[0]": 0, "dpu[0]": 1})


@pytest.mark.rule("STV-20.19")
def test_a_constable_takes_the_gun_deck_before_the_others():
    table = act(at_sea(Step.FILTH, **trait(2, Trait.CONSTABLE)), "no", "post 5")
    expect(table, seat=2)
    act(table, "yes")
    expect(table, {"post[2]": GUN_DECK, "seat": 1})
    table = act(at_sea(Step.FILTH, **trait(2, Trait.CONSTABLE)), "no", "post 2")
    expect(table, seat=2)  # three cannons: there is still room
    act(table, "no")
    expect(table, seat=1)


@pytest.mark.rule("STV-20.19")
def test_a_captain_is_no_constable():
    table = act(at_sea(Step.FILTH, captain=2, **trait(2, Trait.CONSTABLE)), "no", "post 5")
    expect(table, seat=0)
    assert "post 0" in labels(table)


# --- Command --------------------------------------------------------------------------------------


@pytest.mark.rule("STV-5.12", "STV-5.13", "STV-5.14")
@pytest.mark.parametrize(
    ("on", "points", "trust"),
    [((HELM, QUARTERDECK, 7), 4, 1), ((QUARTERDECK, HELM, 7), 4, 0), ((HELM, 7, 7), 1, 0)],
)
def test_command_points_move_groups(on, points, trust):
    table = act(at_sea(Step.COMMAND, on=on), "no")
    expect(table, cp=points)
    act(table, "pg 0", "post 2")
    expect(table, {"cp": points - 1, "ch_tp[1]": trust, "ch_tp[0]": 0, "pg_post[0]": GUN_DECK})
    if points > 1:
        act(table, "pg 1", "post 3", "no")
        expect(table, {"pg_post[1]": MAIN_DECK, "ch_tp[1]": trust})
    expect(table, cp=0)


@pytest.mark.rule("STV-5.13", "STV-3.11", "STV-3.12", "STV-3.6")
def test_a_group_goes_where_there_is_room():
    table = begin(
        frame(Decision.SEND_GROUP, slot=3),
        step=Step.WAKE,
        cp=1,
        on=(RIGGING, GUN_DECK, GUN_DECK),
        pg={0: MAIN_DECK, 1: MAIN_DECK, 2: RIGGING},
        sails_imp=1,
    )
    assert labels(table) == ["post 7", "post 9"]


@pytest.mark.rule("STV-2.4", "STV-5.13")
def test_an_exhausted_group_can_only_be_sent_to_rest():
    table = begin(COMMAND, step=Step.WAKE, cp=1, pg={0: RIGGING}, **{"pg_fat[0]": 4})
    act(table, "pg 0")
    assert labels(table) == ["post 8"]
    act(table, "post 8")
    expect(table, {"pg_post[0]": CREW_QUARTERS, "pg_fat[0]": 4})


@pytest.mark.rule("STV-7.2", "STV-5.13")
def test_one_group_stands_guard():
    table = begin(COMMAND, step=Step.WAKE, cp=2)
    act(table, "pg 0", "post 9")
    expect(table, {"pg_post[0]": GUARD})
    act(table, "pg 1")
    refuses(table, "post 9")


@pytest.mark.rule("STV-5.11", "STV-1.8")
def test_a_character_is_reassigned_for_morale():
    table = begin(COMMAND, step=Step.WAKE, cp=1, on=(HELM, MAIN_DECK, 7))
    act(table, "relocate", "char 1")
    assert "post 8" not in labels(table)
    assert "post 3" not in labels(table)
    act(table, "post 0")
    expect(table, {"morale": 19, "post[1]": FORECASTLE, "reloc[1]": 1})
    act(table, "relocate")
    refuses(table, "char 1")


@pytest.mark.rule("STV-5.11")
def test_who_has_acted_is_not_reassigned():
    table = begin(COMMAND, step=Step.WAKE, cp=1, acted=[1, 1, 0, 0, 0], on=(HELM, MAIN_DECK, 7))
    act(table, "relocate")
    assert labels(table) == ["char 2"]


@pytest.mark.rule("STV-5.11", "STV-7.1")
def test_a_schemer_that_is_called_away_does_not_scheme():
    table = begin(COMMAND, step=Step.WAKE, cp=1, on=(HELM, MAIN_DECK, 8), schemer=2)
    act(table, "relocate", "char 2", "post 1")
    expect(table, schemer=-1)


@pytest.mark.rule("STV-20.19")
def test_a_constable_minds_being_reassigned():
    table = begin(
        COMMAND, step=Step.WAKE, cp=1, on=(HELM, GUN_DECK, 7), **trait(1, Trait.CONSTABLE)
    )
    act(table, "relocate", "char 1", "post 0")
    expect(table, morale=18)


@pytest.mark.rule("STV-5.5", "STV-1.8")
def test_rum_is_given_out_once_a_day():
    table = begin(COMMAND, step=Step.WAKE, cp=1, morale=10, **dice(5))
    act(table, "rum")
    expect(table, {"morale": 15, "rum_day": 1, "hold": [10, 10, 10, 5, 0, 7, 7, 7]})
    assert "rum" not in labels(table)


@pytest.mark.rule("STV-1.8")
def test_morale_stays_on_its_track():
    table = begin(COMMAND, step=Step.WAKE, cp=1, morale=18, **dice(5))
    act(table, "rum")
    expect(table, morale=20)


# --- Watchful -------------------------------------------------------------------------------------


@pytest.mark.rule("STV-20.2")
def test_watchful_copies_a_voyage_trait_of_another_pirate():
    others = {**trait(0, Trait.HELMSMAN), **trait(2, Trait.KNOT_TYING), **trait(2, Trait.POUNCE)}
    table = at_sea(Step.COPY, **trait(1, Trait.WATCHFUL), **others)
    act(table, "no")
    expect(table, {"seat": 1, "cand_n": 2})
    assert [int(row[0]) for row in table.record().cand[:2]] == [Trait.KNOT_TYING, Trait.HELMSMAN]
    act(table, "cand 1")
    expect(table, {"watch[1]": Trait.HELMSMAN})


@pytest.mark.rule("STV-20.4")
def test_a_bosun_begins_with_some_trust_but_not_as_captain():
    found = set()
    for seed in range(60):
        s = deal(GAME, seed=seed, sea="calm", characters="dealt").record()
        found.add(tuple(s.ch_tp))
    assert found == {(0, 0, 0, 0, 0)}  # nobody has it printed
    others = trait(0, Trait.BOSUN)
    table = act(at_sea(Step.COPY, **trait(1, Trait.WATCHFUL), **others), "no", "cand 0")
    expect(table, {"ch_tp": [0, 1, 0], "watch[1]": Trait.BOSUN})


@pytest.mark.rule("STC-9.3", "STV-5.9")
def test_the_captain_may_settle_ties():
    same = {"ch_pp": [10, 10, 10, 0, 0], "options": {"tie_mode": 1}}
    table = act(at_sea(Step.FILTH, **same), "no", "post 5")
    expect(table, seat=0)
    assert labels(table) == ["char 1", "char 2"]
    act(table, "char 2")
    expect(table, seat=2)
    act(table, "post 0")
    expect(table, seat=1)
    plain = act(at_sea(Step.FILTH, ch_pp=[10, 10, 10, 0, 0]), "no", "post 5")
    expect(plain, seat=1)


# --- what is known of the sea ---------------------------------------------------------------------


@pytest.mark.rule("STV-5.3")
@pytest.mark.parametrize(("clock", "night"), [(4, False), (5, True), (6, True), (1, False)])
def test_nights_are_dark(clock, night):
    s, t, _ = loose(begin(COMMAND, step=Step.WAKE, cp=1, clock=clock))
    assert is_night(s, t) == night


@pytest.mark.rule("STV-5.1")
def test_a_turn_has_four_rounds():
    table = act(at_sea(Step.TIME, **dice(28, 28, 28)), "no")
    rounds = []
    for _ in range(60):
        s = table.record()
        if not rounds or rounds[-1] != s.v_round:
            rounds.append(int(s.v_round))
        if s.v_turn > 3:
            break
        act(table, "no" if "no" in labels(table) else labels(table)[0])
    assert rounds == [0, 1, 0]  # Events and Sea Enemies ask nothing today


@pytest.mark.rule("STV-1.1", "STV-1.2", "STV-1.3", "STV-1.4")
def test_the_sea_has_land_coast_and_open_water():
    chart = deal(GAME, sea="calm").tables_of(0).t.chart
    water, coast = chart.water, chart.coast
    assert (int(water.sum()), len(water)) == (257, 315)
    for space in range(315):
        beside = [near for near in chart.near[space] if near >= 0]
        assert bool(coast[space]) == (bool(water[space]) and any(not water[one] for one in beside))
    assert all(water[chart.scroll[letter]] for letter in range(23))
    assert [int(chart.way[chart.scroll[3], chart.scroll[k]]) for k in range(6)] == [
        9,
        7,
        6,
        0,
        9,
        6,
    ]


@pytest.mark.rule("STV-2.1")
def test_a_ship_has_six_groups_at_most():
    s, _, _ = loose(at_sea(Step.FILTH))
    assert [add_group(s) for _ in range(3)] == [True, True, False]


@pytest.mark.rule("STV-3.1", "STV-R33")
def test_a_token_takes_the_lowest_empty_space():
    s, _, seen = loose(at_sea(Step.FILTH, **{"hold[3]": 0, "goods_sup[4]": 3}))
    assert stow(s, 9)
    assert [int(one) for one in seen.hold[:5]] == [10, 10, 10, 9, 5]


@pytest.mark.rule("STV-3.17")
@pytest.mark.parametrize(("space", "ratio"), [(7, 2), (8, 3), (13, 3), (14, 4)])
def test_the_cargo_ratio_goes_by_the_highest_zone(space, ratio):
    hold = [0] * 20
    hold[space] = 9
    fields = {"hold": hold, "goods_sup": [1, 2, 3, 4, 4, 5, 6, 3, 2], "cannon_sup": 5}
    s, _, _ = loose(at_sea(Step.FILTH, hold_base=10, **fields))
    assert cargo_ratio(s) == ratio


@pytest.mark.rule("STV-1.9")
def test_trust_goes_on_above_the_track_and_not_below_0():
    table = begin(frame(Decision.DIG, 0), step=Step.FILTH, **{"ch_tp[1]": 58})
    s, _, seen = loose(table)
    earn_trust(s, 1, 1)
    assert seen.ch_tp[1] == 59
    earn_trust(s, 1, 9)
    assert seen.ch_tp[1] == 60
    earn_trust(s, 2, -3)
    assert seen.ch_tp[2] == 0


@pytest.mark.rule("STV-20.22")
def test_the_chosen_have_a_destiny_point_more():
    s, t, seen = loose(at_sea(Step.FILTH))
    learn(s, t, 1, int(Trait.CHOSEN))
    assert seen.ch_dp_max[1] == 3


@pytest.mark.rule("STV-4.3", "STV-1.6")
def test_goods_are_31_tokens():
    table = at_sea(Step.FILTH)
    assert sum(row.supply for row in table.tables_of(0).t.goods) == 31


@pytest.mark.rule("STV-4.6", "STV-4.9")
def test_a_ship_sails_as_it_is_and_a_crew_without_a_group_gets_one():
    table = at_sea(Step.FILTH, sails_imp=1, hold_imp=2, pg_on=[0] * 6, pg_post=[-1] * 6)
    s, t, seen = loose(table)
    set_out(s, t)
    assert (seen.sails_imp, seen.hold_imp, seen.crew_booty) == (1, 2, 100)
    assert [int(one) for one in seen.pg_on] == [1, 0, 0, 0, 0, 0]
    assert [int(one) for one in seen.hold[:9]] == [10, 10, 10, 5, 5, 7, 7, 7, 0]


@pytest.mark.rule("STV-4.8")
def test_an_assignment_is_set_up():
    s, t, seen = loose(at_sea(Step.FILTH, asg=6, asg_out=32))
    set_out(s, t)
    assert (seen.sea_on[4], seen.sea_c[4], seen.sea_r[4], seen.sea_f[4]) == (1, 5, 7, 0)
    s, t, seen = loose(at_sea(Step.FILTH, asg=8, asg_out=128))
    set_out(s, t)
    assert seen.hold[8] == 11


@pytest.mark.rule("STV-21.6", "STV-4.8")
@pytest.mark.parametrize(("upgrades", "asked"), [(1, True), (0, False)])
def test_the_codex_may_greet_the_ship_of_an_assignment(upgrades, asked):
    s, t, seen = loose(at_sea(Step.FILTH, asg=2, asg_out=2, upg=upgrades))
    begin_voyage(s, t)
    assert (seen.stk[seen.sp - 1][0] == Decision.SIGNAL) == asked


@pytest.mark.rule("STV-R69", "STV-5.12")
def test_points_are_counted_when_command_begins():
    table = act(at_sea(Step.COMMAND, on=(HELM, MAIN_DECK, 7)), "no", "relocate", "char 1", "post 4")
    expect(table, {"cp": 1, "post[1]": QUARTERDECK})


@pytest.mark.rule("STV-5.11", "STV-6.1", "STV-9.10", "STV-12.1")
def test_a_new_turn_lets_everything_be_done_again():
    done = {"acted": [1] * 3 + [0] * 2, "reloc": [1] * 3 + [0] * 2, "dpu": [1] * 3 + [0] * 2}
    more = {"rolled": 1, "fired": 1, "moved_goods": 1, "pg_acted": [1] * 4 + [0] * 2, "landed": 9}
    table = act(at_sea(Step.TIME, **done, **more, schemer=2, clair=[1, 0, 0, 0, 0]), "no")
    expect(table, acted=[0] * 5, reloc=[0] * 5, dpu=[0] * 5, clair=[0] * 5, pg_acted=[0] * 6)
    expect(table, rolled=0, fired=0, moved_goods=0, landed=0, schemer=-1)
