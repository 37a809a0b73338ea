"""From Voyages to Adventures on their boards, and on to the next Port (STC-2)."""

from __future__ import annotations

import numpy as np
import pytest

from piracy_env.games.skull_tales.campaign import GAME
from piracy_env.games.skull_tales.gear import Gear
from piracy_env.games.skull_tales.ranges_land import AT_REST
from piracy_env.games.skull_tales.rules.campaign import Stage
from piracy_env.games.skull_tales.state import KIND, NONE, Decision, Ended, Phase
from piracy_env.games.skull_tales.state_land import SNAPSHOT
from tests.games.skull_tales.shipped import SHIPPED
from tests.games.skull_tales.whole.crews import (
    WITH_BOARD,
    ashore,
    between,
    campaign,
    concluded,
    judged,
    question,
)
from tests.scenario import act, deal, expect, labels

T = SHIPPED.t
FAILURE, PARTIAL, TOTAL = range(3)


def is_at_rest(table) -> bool:
    """Whether nothing of an Adventure lies anywhere."""
    s = table.states[0]
    return s["chapter"] == NONE and all((s[name] == rest).all() for name, rest in AT_REST.items())


# --- onto the board -------------------------------------------------------------------------------


@pytest.mark.rule("STC-2.4", "STC-2.13", "STC-2.8")
@pytest.mark.parametrize("chapter", [*WITH_BOARD, 11, 12])
def test_chapters_with_an_adventure_are_played_on_its_board(chapter):
    table = ashore(chapter, **{"ch_coins[1]": 33, "ch_wounds[2]": 2})
    s = table.record()
    assert s.stk[1][KIND] == Decision.ADVENTURE
    expect(table, chapter=int(T.chapters[chapter - 1].adventure), phase=int(Phase.ADVENTURE))
    expect(table, {"ch_coins[1]": 33, "ch_wounds[2]": 2}, adv_repeat=0, adv_result=NONE, round=0)
    assert s.n_tl > 0
    assert s.flag == T.adventures[s.chapter].flag


@pytest.mark.rule("STC-2.13")
@pytest.mark.parametrize("chapter", [6, 7, 8, 9, 10])
def test_chapters_without_data_are_played_in_the_abstract(chapter):
    table = act(between(Stage.ADVENTURE, camp_ch=chapter), "no")
    assert is_at_rest(table)
    assert table.record().camp_ch > chapter or question(table) == "REPEAT" or table.record().over


@pytest.mark.rule("STC-2.13")
@pytest.mark.parametrize("chapter", [*WITH_BOARD, 11, 12])
def test_all_chapters_are_abstract_if_one_wants(chapter):
    options = {"adventure_mode": 1}
    annex = {"back_ch": 2, "voyages": 1} if chapter > 10 else {}
    table = act(between(Stage.ADVENTURE, camp_ch=chapter, options=options, **annex), "no")
    assert is_at_rest(table)
    assert table.record().stk[1][KIND] != Decision.ADVENTURE


@pytest.mark.rule("STC-2.4")
def test_a_voyage_that_reaches_its_goal_leads_ashore():
    table = act(between(Stage.AFTER_VOYAGE, camp_ch=3, fate=int(Ended.GOAL_REACHED)), "no")
    expect(table, phase=int(Phase.ADVENTURE), camp_ch=3, fate=0, stage_moves=0)
    assert table.record().stk[1][KIND] == Decision.ADVENTURE


@pytest.mark.rule("STC-7.1", "STC-7.2")
@pytest.mark.parametrize(("fate", "annex"), [(Ended.SUNK, 11), (Ended.CAPTURED, 12)])
def test_a_lost_voyage_leads_to_the_board_of_an_annex(fate, annex):
    table = act(between(Stage.AFTER_VOYAGE, camp_ch=3, fate=int(fate)), "no")
    expect(table, camp_ch=annex, back_ch=3, voyages=1, phase=int(Phase.ADVENTURE))
    assert table.record().stk[1][KIND] == Decision.ADVENTURE


@pytest.mark.rule("STA-18.8", "STC-2.6")
def test_what_is_kept_is_noted_when_an_attempt_begins():
    table = ashore(3, **{"ch_pp[1]": 77})
    s = table.states[0]
    for name, *_ in SNAPSHOT:
        if name.removeprefix("snap_") not in ("chapter", "difficulty", "adv_result", "adv_repeat"):
            assert name in s.dtype.names
    assert s["snap_ch_pp"][1] == 77


# --- and off it -----------------------------------------------------------------------------------


@pytest.mark.rule("STC-2.4", "STC-2.5", "STC-2.8", "STA-18.9")
@pytest.mark.parametrize("chapter", [1, 2, 3, 4])
def test_a_total_success_leads_to_the_port_of_the_next_chapter(chapter):
    table = concluded(chapter, TOTAL, sails_imp=1, **{"ch_pp[1]": 20, "ch_coins[1]": 5})
    own = T.adventures[chapter - 1]
    expect(table, camp_ch=chapter + 1, phase=int(Phase.PORT), ch_won=1 << chapter - 1, ch_part=0)
    expect(table, {"ch_pp[1]": 20 + own.prestige}, adv_result=TOTAL, sails_imp=1)
    expect(table, adv_gain=[int(own.prestige)] * 3, adv_pres=[2] * 3)
    assert table.record().ch_coins[1] == 5 + own.coins + own.all_coins
    assert table.record().crew_booty == 100 + own.crew_coins
    assert is_at_rest(table)


@pytest.mark.rule("STC-2.4")
def test_chapter_six_follows_the_treasure_hunt():
    table = concluded(5, TOTAL, options={"disorders": False}, **{"ch_wounds[1]": 4})
    s = table.record()
    assert s.ch_won & 16
    assert s.camp_ch in (6, 7)
    assert is_at_rest(table)


@pytest.mark.rule("STC-2.7", "STV-R51")
def test_a_partial_success_is_half_a_chapter():
    table = concluded(3, PARTIAL)
    expect(table, camp_ch=4, ch_won=0, ch_part=4, adv_result=PARTIAL)


@pytest.mark.rule("STC-2.7", "STA-18.7", "STA-18.8")
def test_after_half_a_success_the_captain_may_have_it_repeated():
    table = judged(3, PARTIAL, **{"ch_pp[1]": 20})
    assert labels(table) == ["repeat", "continue"]
    table.set(0, {"ch_pp[1]": 44, "ch_adv_pp[1]": 6, "init": 1, "crew_booty": 900})
    act(table, "repeat")
    expect(table, {"ch_pp[1]": 20}, adv_repeat=1, crew_booty=100)
    expect(table, round=0, stage_moves=0, ch_adv_pp=[0] * 5, phase=int(Phase.ADVENTURE))
    assert table.record().n_tl > 0


@pytest.mark.rule("STC-2.6", "STC-9.2", "STA-R51")
def test_a_failure_is_repeated_from_its_start():
    """An Adventure that has lasted too long ends as if the flag had run out."""
    table = ashore(3, **{"ch_coins[1]": 20})
    table.set(0, {"stage_moves": T.ashore.decisions - 1, "ch_coins[1]": 7})
    act(table, table.legal()[0])
    expect(table, {"ch_coins[1]": 20}, adv_repeat=1, camp_ch=3, stage_moves=0, adv_result=FAILURE)


@pytest.mark.rule("STC-2.12", "STC-S02")
def test_the_fourth_failure_fails_the_chapter():
    table = ashore(3, **{"ch_pp[1]": 20})
    table.set(0, {"stage_moves": T.ashore.decisions - 1, "adv_repeat": 3})
    act(table, table.legal()[0])
    expect(table, {"ch_pp[1]": 20}, camp_ch=4, ch_won=0, ch_part=0, phase=int(Phase.PORT))
    expect(table, adv_repeat=3, adv_result=FAILURE, adv_gain=[0] * 5)
    assert is_at_rest(table)


@pytest.mark.rule("STC-2.6")
@pytest.mark.parametrize(("chapter", "pays"), [(1, 1), (3, 0)])
def test_a_repeat_pays_what_the_table_says(chapter, pays):
    table = concluded(chapter, TOTAL, adv_repeat=0)
    first = table.record().adv_gain[0]
    again = judged(chapter, TOTAL)
    again.set(0, {"adv_repeat": 1})
    act(again, "continue")
    assert again.record().adv_gain[0] == first * pays


@pytest.mark.rule("STC-2.12")
def test_an_annex_lost_for_good_is_the_end():
    table = ashore(12)
    table.set(0, {"stage_moves": T.ashore.decisions - 1, "adv_repeat": 3})
    act(table, table.legal()[0])
    expect(table, over=1, ended=int(Ended.ANNEX_LOST), phase=int(Phase.OVER))
    assert is_at_rest(table)


@pytest.mark.rule("STC-7.4", "STC-7.8", "STA-35.9")
def test_castaways_who_come_home_choose_a_captain_who_chooses():
    table = judged(11, TOTAL, captain=0)
    table.set(0, {"ch_adv_pp": [2, 9, 4, 0, 0], "init": 1})
    act(table, "continue")
    expect(table, captain=1, seat=1)
    assert question(table) == "CASTAWAY"
    act(table, "castaway_wait")
    expect(table, camp_ch=2, back_ch=NONE, phase=int(Phase.PORT), adv_result=FAILURE)


@pytest.mark.rule("STC-7.7", "STA-36.12")
def test_who_has_most_prestige_leads_those_who_cheated_death():
    table = concluded(12, TOTAL, ch_pp=[10, 20, 30, 0, 0])
    expect(table, captain=2, camp_ch=2, phase=int(Phase.PORT), ship_type=1, pg_on=[1] * 4)


@pytest.mark.rule("STC-3.1", "STC-S01", "STA-30.11")
def test_the_first_chapter_finds_the_captain():
    table = concluded(1, TOTAL, captain=NONE, camp_first=1, phase=2, ch_pp=[22, 30, 25, 0, 0])
    expect(table, captain=1, camp_ch=2)


@pytest.mark.rule("STC-2.10", "STC-3.1")
def test_thirst_for_adventure():
    table = deal(GAME, preset="thirst", characters="dealt")
    expect(table, camp_ch=1, captain=NONE, phase=int(Phase.ADVENTURE), ch_pp=[0] * 3)
    table.set(0, {"stage_moves": T.ashore.decisions - 1})
    act(table, table.legal()[0])
    expect(table, over=1, ended=int(Ended.CHAPTER_OVER), adv_repeat=0)
    drawn = {int(deal(GAME, scenario="quick", seed=k).record().camp_ch) for k in range(50)}
    assert drawn == set(range(1, 11))


# --- what comes home ------------------------------------------------------------------------------


@pytest.mark.rule("STP-7.6")
def test_destiny_is_free_again_and_penances_are_kept():
    table = concluded(3, PARTIAL, no_dp=[1, 0, 0, 0, 0], **{"ch_penance[1]": 2})
    expect(table, no_dp=[0] * 5)
    expect(table, {"ch_penance_ok[1]": 1})


def test_rumors_hear_of_an_adventure():
    table = concluded(11, TOTAL)
    assert question(table) == "CASTAWAY"
    assert [deed >> 8 & 1 for deed in table.record().deeds[:3]] == [1, 1, 1]


def with_cards(table, seat, *cards):
    """A seat carries some more cards."""
    first = int(table.record().inv_n[seat])
    more = {f"inv_id[{seat}, {first + k}]": int(card) for k, card in enumerate(cards)}
    table.set(0, {**more, f"inv_n[{seat}]": first + len(cards)})


@pytest.mark.rule("STA-R118", "STA-R35")
def test_what_was_lost_ashore_is_sold_again():
    table = judged(3, PARTIAL)
    with_cards(table, 1, Gear.SWORD)
    s = table.record()
    left, first = s.gear_left.tolist(), int(s.snap_inv_n[1])
    left[Gear.SWORD] -= 2  # two were carried when the Adventure began, and one was lost
    taken = {f"snap_inv_id[1, {first + k}]": int(Gear.SWORD) for k in range(2)}
    table.set(0, {"gear_left": left, **taken, "snap_inv_n[1]": first + 2})
    act(table, "continue")
    s = table.record()
    on_sale = list(s.mk).count(Gear.SWORD)
    assert s.gear_left[Gear.SWORD] + on_sale == T.gear[Gear.SWORD].copies - 1


@pytest.mark.rule("STA-R118")
def test_nobody_comes_home_with_a_card_that_there_is_not():
    table = judged(3, PARTIAL)
    with_cards(table, 0, Gear.AXE)
    with_cards(table, 1, Gear.AXE, Gear.AXE, Gear.AXE)
    act(table, "continue")
    s = table.record()
    flags = [(s.inv_id[seat][k], s.inv_flag[seat][k] & 2) for seat in (0, 1) for k in range(14)]
    assert flags.count((Gear.AXE, 0)) == T.gear[Gear.AXE].copies == 3
    assert s.gear_left[Gear.AXE] == 0


# --- alone ----------------------------------------------------------------------------------------


@pytest.mark.rule("STC-4.1", "STC-4.4")
def test_alone_one_goes_ashore_with_three_allies():
    table = act(deal(GAME, players=1, characters="dealt"), "cand 0", "cand 5", "cand 6")
    s = table.record()
    expect(table, captain=0, phase=int(Phase.ADVENTURE), ch_in_adv=[1, 1, 1, 1, 0])
    assert s.ch_kind.tolist() == [1, 2, 2, 2, 0]


@pytest.mark.rule("STC-4.4", "STV-R49")
def test_of_four_allies_one_stays_aboard():
    table = campaign(players=1, camp_ch=1)
    act(table, "cand 0", "cand 5", "cand 6")
    fourth = {"ch_kind[4]": 2, "ch_card[4]": 2, "ch_owner[4]": 0, "ch_hp_max[4]": 4}
    stack = [[0] * 7 for _ in range(16)]
    stack[0] = [Decision.CAMPAIGN, -1, Stage.ADVENTURE, -1, 0, 0, 0]
    stack[1] = [Decision.HEAL, 0, 0, 0, 0, 0, 0]
    rest = {
        name: np.full(table.states[name][0].shape, one).tolist() for name, one in AT_REST.items()
    }
    table.set(0, {**rest, "chapter": NONE, "stk": stack, "sp": 2, **fourth, "seat": 0})
    act(table, "no")
    assert question(table) == "PICK_ALLY"
    assert labels(table) == ["char 1", "char 2", "char 3", "char 4"]
    act(table, "char 2")
    expect(table, ch_in_adv=[1, 1, 0, 1, 1])
    while question(table) != "ORDER":
        act(table, table.legal()[0])
    s = table.record()
    assert [s.ch_y[slot] != NONE for slot in range(5)] == [True, True, False, True, True]
