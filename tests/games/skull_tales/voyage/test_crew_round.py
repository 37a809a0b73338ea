"""The Crew Round: the Sick Bay, stations, the Main Deck, charts, songs (STV-2, STV-3, STV-6)."""

from __future__ import annotations

import pytest

from piracy_env.games.skull_tales.daily import Daily
from piracy_env.games.skull_tales.rules.docks import BELL
from piracy_env.games.skull_tales.rules.voyage import Step
from piracy_env.games.skull_tales.state import (
    Decision,
    Lasting,
)
from piracy_env.games.skull_tales.traits import Trait
from tests.games.skull_tales.aboard import (
    CREW_QUARTERS,
    CROWS_NEST,
    FORECASTLE,
    GUARD,
    GUNWALE,
    HELM,
    MAIN_DECK,
    RIGGING,
    SICK_BAY,
    at_sea,
    begin,
    dice,
    frame,
    trait,
)
from tests.scenario import act, expect, labels, refuses

STATIONS = frame(Decision.STATIONS)
ON_DECK = (HELM, MAIN_DECK, GUNWALE)


def stations(**fields):
    """The Captain at the Helm, B on the Main Deck, C on the Gunwale, unless told otherwise."""
    return begin(STATIONS, step=Step.LAND, **{"on": ON_DECK, "rolled": 1, **fields})


# --- groups ---------------------------------------------------------------------------------------


@pytest.mark.rule("STV-2.3", "STV-2.4", "STV-6.11")
def test_a_tired_group_cleans_and_is_exhausted():
    table = stations(pg={0: MAIN_DECK}, filth=1, on=(HELM, 7, 7), **{"pg_fat[0]": 3})
    act(table, "st_main", "no", "t_clean")
    expect(table, {"filth": 0, "pg_fat[0]": 4, "pg_acted[0]": 1})


@pytest.mark.rule("STV-2.4")
def test_an_exhausted_group_has_no_task():
    table = stations(pg={0: MAIN_DECK}, filth=1, on=(HELM, 7, 7), rolled=0, **{"pg_fat[0]": 4})
    assert "st_main" not in labels(table)


@pytest.mark.rule("STV-2.5", "STV-R3")
def test_resting_groups_recover_at_the_end_of_the_crew_round_but_not_the_guard():
    table = at_sea(Step.REST, pg={1: GUARD, 2: MAIN_DECK}, pg_fat=[4, 2, 1, 3, 0, 0], **dice(28))
    act(table, "no")
    expect(table, pg_fat=[0, 2, 1, 0])


@pytest.mark.rule("STV-2.8", "STV-2.9", "STV-R7", "STV-R10")
def test_a_second_wound_knocks_a_group_out():
    table = at_sea(Step.LAND, frame(Decision.NAME_GROUP, b=-1), **{"pg_w[0]": 1}, **dice(28))
    act(table, "pg 0")
    expect(table, {"pg_w[0]": 2, "pg_post[0]": SICK_BAY})
    assert table.record().morale == 17 + 2  # Fiddler's Night


@pytest.mark.rule("STV-2.9")
def test_a_first_wound_does_not():
    table = at_sea(Step.LAND, frame(Decision.NAME_GROUP, b=-1), **dice(28))
    act(table, "pg 0")
    expect(table, {"pg_w[0]": 1, "pg_post[0]": CREW_QUARTERS, "morale": 20})


# --- the Sick Bay ---------------------------------------------------------------------------------


@pytest.mark.rule("STV-3.16")
@pytest.mark.parametrize(("rolls", "wounds"), [((5, 1, 1), 5), ((4, 4, 4), 6)])
def test_who_is_knocked_out_rolls_strength(rolls, wounds):
    down = {"ch_wounds[2]": 6, "on": (HELM, RIGGING, SICK_BAY)}
    table = act(at_sea(Step.WAKE, **down, **dice(*rolls)), "no")
    expect(table, {"ch_wounds[2]": wounds, "post[2]": SICK_BAY})


@pytest.mark.rule("STV-3.15", "STV-R6")
def test_a_knocked_out_character_loses_all_trust():
    hurt = {"ch_wounds[2]": 5, "ch_tp[2]": 7, "on": (HELM, RIGGING, CROWS_NEST)}
    table = act(at_sea(Step.EVENT, **hurt, **dice(18, 1, 1, 1)), "no")
    expect(table, {"ch_wounds[2]": 6, "ch_tp[2]": 0, "post[2]": SICK_BAY})


# --- stations -------------------------------------------------------------------------------------


@pytest.mark.rule("STV-6.2", "STV-R18")
def test_a_station_with_an_able_character_is_not_skipped():
    table = stations(filth=1, rolled=0, pg={0: MAIN_DECK})
    assert labels(table) == ["rum", "relocate", "st_main", "st_sail"]
    act(table, "st_main", "no", "no", "no")  # Goods, the group, B
    assert "st_main" not in labels(table)
    refuses(table, "no")
    act(table, "st_sail", "no")
    assert "no" in labels(table)


@pytest.mark.rule("STV-6.2")
def test_stations_where_only_groups_can_act_may_be_skipped():
    table = stations(filth=1, pg={0: MAIN_DECK}, on=(HELM, 7, 7))
    assert {"no", "st_main"} <= set(labels(table))


@pytest.mark.rule("STV-6.1")
def test_a_character_has_one_task_a_turn():
    table = stations(filth=2, acted=[0, 1, 0, 0, 0], pg={0: RIGGING}, moved_goods=1)
    assert "st_main" not in labels(table)


# --- the Main Deck --------------------------------------------------------------------------------


@pytest.mark.rule("STV-6.11", "STV-6.12", "STV-6.1")
def test_a_group_cleans_first_and_then_the_character():
    table = stations(filth=2, pg={0: MAIN_DECK}, **dice(6, 1, 2))
    act(table, "st_main", "no", "t_clean")
    expect(table, {"filth": 1, "pg_fat[0]": 1})
    act(table, "t_clean")
    expect(table, {"filth": 0, "ch_tp[1]": 1, "acted[1]": 1})


@pytest.mark.rule("STV-6.11")
def test_one_group_cleans_in_a_turn():
    table = stations(filth=3, pg={0: MAIN_DECK, 1: MAIN_DECK}, on=(HELM, 7, 7), sails_imp=1)
    act(table, "st_main", "no", "t_clean")
    assert labels(table) == ["no", "t_repair"]


@pytest.mark.rule("STV-21.1")
def test_with_a_bilge_pump_cleaning_does_not_tire():
    table = stations(filth=2, upg=2, pg={0: MAIN_DECK}, **dice(5, 1, 2))
    act(table, "st_main", "no", "t_clean", "t_clean")
    expect(table, {"filth": 0, "pg_fat[0]": 0, "pg_acted[0]": 1, "ch_tp[1]": 1})


@pytest.mark.rule("STV-6.13", "STV-R14")
@pytest.mark.parametrize(("die", "left"), [(4, 0), (3, 1)])
def test_wood_helps_a_group_to_repair(die, left):
    hold = [10, 10, 10, 5, 5, 7, 7, 7, 9, *[0] * 11]
    table = stations(
        hold_imp=1,
        pg={0: MAIN_DECK},
        on=(HELM, 7, 7),
        hold=hold,
        goods_sup=[1, 2, 3, 4, 2, 5, 3, 3, 2],
        **dice(die),
    )
    act(table, "st_main", "no", "t_repair", "yes")
    expect(table, {"hold_imp": left, "hold[8]": 0, "goods_sup[8]": 3, "pg_fat[0]": 1})


@pytest.mark.rule("STV-6.13")
@pytest.mark.parametrize(("die", "left"), [(6, 0), (5, 1)])
def test_without_wood_a_group_needs_a_six(die, left):
    table = stations(sails_imp=1, pg={0: MAIN_DECK}, on=(HELM, 7, 7), **dice(die))
    act(table, "st_main", "no", "t_repair")
    expect(table, {"sails_imp": left, "pg_fat[0]": 1})


@pytest.mark.rule("STV-6.14", "STV-6.15", "STV-20.6")
@pytest.mark.parametrize(("carpenter", "left"), [(False, 1), (True, 0)])
def test_a_character_repairs(carpenter, left):
    skill = trait(1, Trait.CARPENTER) if carpenter else {}
    table = stations(hold_imp=1, moved_goods=1, **skill, **dice(4, 1, 1))
    act(table, "st_main", "t_repair")
    expect(table, {"hold_imp": left, "ch_tp[1]": 1 - left})


@pytest.mark.rule("STV-6.16")
def test_who_repairs_chooses_what():
    damage = {"hold_imp": 1, "sails_imp": 1, "moved_goods": 1}
    table = stations(**damage, **dice(5, 1, 1))
    act(table, "st_main", "t_repair")
    expect(table, seat=1)
    act(table, "fix_hold")
    expect(table, hold_imp=0, sails_imp=1)
    table = stations(**damage, pg={0: MAIN_DECK}, **dice(6))
    act(table, "st_main", "t_repair")
    expect(table, seat=0)
    act(table, "fix_sail")
    expect(table, hold_imp=1, sails_imp=0)


@pytest.mark.rule("STV-6.3", "STV-2.9", "STV-3.15")
def test_only_an_assist_brings_a_group_back():
    table = stations(moved_goods=1, pg={2: SICK_BAY}, **{"pg_w[2]": 2}, **dice(5, 1, 1))
    act(table, "st_main", "t_assist")
    expect(table, {"pg_w[2]": 0, "pg_post[2]": CREW_QUARTERS, "ch_tp[1]": 1, "deeds[1]": 8})


@pytest.mark.rule("STV-6.3", "STV-20.8")
@pytest.mark.parametrize(("medicine", "wounds"), [(False, 6), (True, 0)])
def test_medicine_helps_to_assist(medicine, wounds):
    skill = trait(1, Trait.MEDICINE) if medicine else {}
    table = stations(
        moved_goods=1,
        **{"ch_wounds[2]": 6, "post[2]": SICK_BAY},
        **skill,
        **dice(4, 1, 1),
        on=(HELM, MAIN_DECK, SICK_BAY),
    )
    act(table, "st_main", "t_assist")
    expect(table, {"ch_wounds[2]": wounds})
    if medicine:
        expect(table, {"post[2]": CREW_QUARTERS})


@pytest.mark.rule("STV-6.3")
def test_an_assist_helps_one_of_several():
    down = {"pg_w[2]": 2, "ch_wounds[2]": 6}
    table = stations(
        moved_goods=1, pg={2: SICK_BAY}, on=(HELM, MAIN_DECK, SICK_BAY), **down, **dice(5, 1, 1)
    )
    act(table, "st_main", "t_assist")
    assert labels(table) == ["char 1", "pg 2"]  # B sees C next to itself
    act(table, "char 1")
    expect(table, {"pg_w[2]": 2, "ch_wounds[2]": 0})


@pytest.mark.rule("STV-20.23")
def test_fishing_feeds_the_crew_once_a_day():
    table = stations(moved_goods=1, **trait(1, Trait.FISHING), **dice(6, 1, 1))
    act(table, "st_main", "t_fish")
    expect(table, {"hold[8]": 7, "ch_tp[1]": 1, "once_day[1]": Daily.FISHING})
    used = stations(moved_goods=1, rolled=0, once_day=[0, 8, 0, 0, 0], **trait(1, Trait.FISHING))
    assert "st_main" not in labels(used)


# --- the Diving Bell ------------------------------------------------------------------------------


def diving(*rolls, **fields):
    """A ship was sunk in the last turn, and a bell is aboard."""
    there = {"upg": BELL, "pers": Lasting.WRECK, "on": (HELM, MAIN_DECK, GUNWALE)}
    return stations(**{**there, **fields}, **dice(*rolls))


@pytest.mark.rule("STV-21.2")
def test_a_diver_brings_up_three_goods_but_none_of_the_cheap_ones():
    supplies, slaves, tobacco = 6, 5, 3
    table = diving(5, 6, 1, supplies, 0, slaves, tobacco, 2, 7)
    act(table, "dive")
    assert labels(table, "char") == ["char 0", "char 1", "char 2"]
    act(table, "char 2")
    expect(table, {"ch_tp[2]": 2, "ch_wounds[2]": 0, "acted[2]": 1, "force_n": 0})
    expect(table, {"hold": [10, 10, 10, 5, 5, 7, 7, 7, 1, 3, 8], "pers": 0})
    assert "dive" not in labels(table)


@pytest.mark.rule("STV-21.2")
def test_a_dive_in_vain_hurts_and_brings_up_anything():
    table = act(diving(5, 1, 1, 6), "dive", "char 2")
    expect(table, {"ch_tp[2]": 0, "ch_wounds[2]": 1, "hold[8]": 7, "hold[9]": 0, "pers": 0})


@pytest.mark.rule("STV-21.2", "STV-6.1")
@pytest.mark.parametrize(
    "lack", [{"upg": 0}, {"pers": Lasting.SUNK}, {"pers": 0}, {"acted": [1, 1, 1, 0, 0]}]
)
def test_a_dive_needs_the_bell_a_wreck_of_the_last_turn_and_a_free_pirate(lack):
    assert "dive" in labels(diving(filth=1))
    assert "dive" not in labels(diving(rolled=0, **lack))


@pytest.mark.rule("STV-21.2")
def test_a_wreck_lies_there_for_one_turn():
    table = act(at_sea(Step.TIME, pers=Lasting.SUNK, clock=1), "no")
    expect(table, pers=int(Lasting.WRECK))
    table = act(at_sea(Step.TIME, pers=Lasting.WRECK, clock=1), "no")
    expect(table, pers=0)


# --- moving Goods ---------------------------------------------------------------------------------


@pytest.mark.rule("STV-6.8", "STV-6.10", "STV-3.4")
def test_the_captain_moves_and_discards_any_tokens():
    table = stations(pg={0: MAIN_DECK}, on=(HELM, 7, 7))
    act(table, "st_main", "t_movegoods", "hold 0", "hold 13")
    expect(table, {"hold[0]": 0, "hold[13]": 10})
    act(table, "t_movegoods", "hold 3", "hold 5")
    expect(table, {"hold[3]": 7, "hold[5]": 5})
    act(table, "t_movegoods", "hold 13", "hold_discard", "no")
    expect(table, {"hold[13]": 0, "cannon_sup": 3, "moved_goods": 1, "pg_fat[0]": 0})
    expect(table, {"pg_acted[0]": 0})


@pytest.mark.rule("STV-6.9")
def test_a_character_alone_moves_one_with_leave():
    table = stations()
    act(table, "st_main", "t_movegoods")
    expect(table, seat=0)
    act(table, "yes")
    expect(table, seat=1)
    act(table, "hold 0", "hold 8")
    expect(table, {"hold[8]": 10, "moved_goods": 1, "acted[1]": 0})


@pytest.mark.rule("STV-6.9")
def test_the_captain_may_refuse():
    table = stations(rolled=0)
    act(table, "st_main", "t_movegoods", "no")
    expect(table, {"hold[0]": 10, "moved_goods": 0})


# --- charts and lookouts --------------------------------------------------------------------------


@pytest.mark.rule("STV-6.6", "STV-6.7", "STV-6.5")
def test_three_markers_turn_a_token_up():
    table = stations(on=(HELM, FORECASTLE, 7), **dice(6, 6, 6))
    act(table, "st_carto", "yes", "cand 2", "cand 2", "cand 2")
    expect(table, {"goal_rev": [0, 0, 1, 0], "ch_tp[1]": 3, "goal_mk": [0] * 4, "acted[1]": 1})
    assert not table.record().deeds[1]


@pytest.mark.rule("STV-6.7")
def test_what_is_left_when_the_goal_is_known_is_void():
    table = stations(on=(HELM, FORECASTLE, 7), goal_mk=[0, 2, 0, 0], **dice(6, 6, 6))
    act(table, "st_carto", "yes", "cand 1")
    expect(table, {"goal_n": 1, "goal_l": [5, -1, -1, -1], "ch_tp[1]": 1, "deeds[1]": 4})
    expect(table, {"goal_rev": [1, 0, 0, 0], "goal_id": [1, 0, 0, 0]})


@pytest.mark.rule("STV-20.7")
@pytest.mark.parametrize(("skilled", "trust"), [(False, 0), (True, 1)])
def test_a_cartographer_draws_better(skilled, trust):
    skill = trait(1, Trait.CARTOGRAPHER) if skilled else {}
    table = stations(on=(HELM, FORECASTLE, 7), rolled=0, **skill, **dice(5, 1, 1))
    act(table, "st_carto", "yes")
    if skilled:
        act(table, "cand 0")
    expect(table, {"ch_tp[1]": trust})


@pytest.mark.rule("STV-6.6")
def test_there_is_no_cartography_once_the_goal_is_known():
    known = {"goal_n": 1, "goal_l": [5, -1, -1, -1], "goal_id": [1, 0, 0, 0]}
    table = stations(on=(HELM, FORECASTLE, 7), rolled=0, **known, goal_rev=[1, 0, 0, 0])
    assert "st_carto" not in labels(table)


@pytest.mark.rule("STV-6.4", "STV-10.3", "STV-R13")
def test_a_lookout_spots_a_goal_in_reach():
    table = stations(on=(HELM, 7, CROWS_NEST), ship_c=13, ship_r=6)
    act(table, "st_sail")
    expect(table, seat=2)
    act(table, "yes")
    expect(table, {"goal_n": 1, "goal_l": [5, -1, -1, -1], "ch_tp[2]": 1, "deeds[2]": 4})
    expect(table, {"acted[2]": 1})


@pytest.mark.rule("STV-6.4")
def test_a_lookout_does_not_see_farther():
    table = stations(on=(HELM, 7, CROWS_NEST), ship_c=13, ship_r=7, rolled=0)
    act(table, "st_sail")
    expect(table, seat=0)


@pytest.mark.rule("STV-20.20", "STV-R28")
def test_an_eagle_eye_sees_a_space_farther():
    table = stations(on=(HELM, 7, CROWS_NEST), ship_c=13, ship_r=7, **trait(2, Trait.EAGLE_EYE))
    act(table, "st_sail")
    expect(table, seat=2)


@pytest.mark.rule("STV-6.5")
def test_spotting_is_asked_again_when_the_ship_comes_nearer():
    table = stations(on=(HELM, 7, CROWS_NEST), ship_c=13, ship_r=7, ship_f=0, ship_mov=2, rolled=1)
    act(table, "st_sail", "mv_fwd")
    expect(table, seat=2)
    act(table, "no", "turn_port")
    expect(table, {"ship_mov": 0, "goal_rev": [0] * 4})


@pytest.mark.rule("STV-15.4")
def test_nothing_is_spotted_in_fog():
    table = stations(on=(HELM, 7, CROWS_NEST), ship_c=13, ship_r=6, pers=Lasting.FOG, rolled=0)
    act(table, "st_sail")
    expect(table, seat=0)


# --- songs ----------------------------------------------------------------------------------------


@pytest.mark.rule("STV-20.11", "STC-1.7")
@pytest.mark.parametrize(("die", "morale", "trust"), [(4, 16, 5), (2, 14, 2)])
def test_a_song_lifts_morale_or_spoils_it(die, morale, trust):
    table = at_sea(
        Step.SONGS,
        **trait(2, Trait.MUSICIAN),
        **{"ch_tp[2]": 3},
        morale=15,
        on=(HELM, 7, MAIN_DECK),
        filth=1,
        **dice(die),
    )
    act(table, "no")
    expect(table, seat=2)
    act(table, "yes")
    expect(table, {"morale": morale, "ch_tp[2]": trust, "acted[2]": 1, "once_day[2]": 1})


@pytest.mark.rule("STV-20.15")
@pytest.mark.parametrize(("rolls", "cursed", "trust"), [((6, 1, 1), 0, 3), ((5, 1, 1), 1, 0)])
def test_a_purge_lifts_a_curse(rolls, cursed, trust):
    table = at_sea(
        Step.SONGS, **trait(1, Trait.PURGE), **{"ch_cursed[2]": 1}, on=ON_DECK, **dice(*rolls)
    )
    act(table, "no", "yes", "char 1")
    expect(table, {"ch_cursed[2]": cursed, "ch_tp[1]": trust, "once_voy[1]": 1, "acted[1]": 0})


@pytest.mark.rule("STV-20.12", "STV-R29")
def test_clairvoyance_rolls_again_once_a_round():
    table = stations(
        filth=1, moved_goods=1, **trait(1, Trait.CLAIRVOYANCE), **dice(1, 1, 1, 6, 1, 1)
    )
    act(table, "st_main", "t_clean", "yes")
    expect(table, {"filth": 0, "clair[1]": 1})


@pytest.mark.rule("STC-1.10", "STC-1.9", "STC-1.6")
def test_a_destiny_point_turns_a_die():
    table = stations(filth=1, moved_goods=1, **{"ch_dp[1]": 1}, **dice(5, 1, 1))
    act(table, "st_main", "t_clean", "yes")
    expect(table, {"filth": 0, "ch_dp[1]": 0, "dpu[1]": 1})


@pytest.mark.rule("STV-20.24", "STC-5.5")
def test_an_ally_has_the_trait_of_its_card_and_is_decided_by_its_owner():
    healer = {
        "ch_kind[3]": 2,
        "ch_card[3]": 6,
        "ch_owner[3]": 2,
        "ch_hp_max[3]": 3,
        "ch_att[3]": [1, 1, 1, 1, 1, 1, 1],
        "post[3]": MAIN_DECK,
    }
    table = stations(
        on=(HELM, 7, 7), moved_goods=1, pg={0: SICK_BAY}, **{"pg_w[0]": 2}, **healer, **dice(4)
    )
    act(table, "st_main")
    expect(table, seat=2)
    act(table, "t_assist")
    expect(table, {"pg_w[0]": 0, "ch_tp[3]": 1})
