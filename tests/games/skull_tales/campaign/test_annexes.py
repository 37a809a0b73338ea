"""What becomes of a crew that has lost its ship, and who leads it (STC-3, STC-7)."""

from __future__ import annotations

import pytest

from piracy_env.games.skull_tales import GAME
from piracy_env.games.skull_tales.rules.campaign import Stage
from piracy_env.games.skull_tales.rules.voyage_setup import SEA_MONSTER
from piracy_env.games.skull_tales.state import FRAMES, NONE, Ended, Phase
from piracy_env.games.skull_tales.traits import Trait
from tests.games.skull_tales.crew import between, dice
from tests.scenario import act, deal, expect, labels

WIN = [6] * 36
SOUTHERN_LADY = [10, 10, 10, 5, 5, 7, 7, 7, *[0] * 12]


def lost(fate: Ended, **fields):
    """F3 whose Voyage has just ended so."""
    return between(Stage.AFTER_VOYAGE, phase=1, fate=int(fate), **fields)


def question(table) -> str:
    return GAME.decisions.name(table.record())


def won(annex: int, gains: tuple[int, int, int], **fields):
    """F3 that has won an Annex."""
    state = {"camp_ch": annex, "back_ch": 3, "voyages": 1, "adv_result": 2, "phase": 2}
    table = between(Stage.AFTER_ADVENTURE, adv_gain=[*gains, 0, 0], **{**state, **fields})
    return act(table, "no")


# --- the captaincy --------------------------------------------------------------------------------


@pytest.mark.rule("STC-3.1", "STC-1.7")
def test_after_the_first_chapter_who_has_most_prestige_is_captain():
    first = {"camp_ch": 1, "camp_first": 1, "captain": NONE, "adv_result": 2, "phase": 2}
    table = between(Stage.AFTER_ADVENTURE, ch_pp=[22, 25, 25, 0, 0], **first, **dice(5, 2))
    act(table, "no")
    expect(table, captain=1, camp_ch=2)
    table = between(Stage.AFTER_ADVENTURE, ch_pp=[22, 25, 25, 0, 0], **first, **dice(4, 4, 1, 2))
    act(table, "no")
    expect(table, captain=2)


@pytest.mark.rule("STC-3.2")
def test_other_games_begin_with_charisma_rolls():
    table = between(Stage.CAPTAIN, captain=NONE, **dice(3, 5, 5, 2, 6))
    act(table, "no")
    expect(table, captain=2)


@pytest.mark.rule("STC-3.4", "STC-6.5")
def test_when_the_captain_retires_the_next_in_prestige_takes_over():
    table = act(between(Stage.PORT, **{"ch_retiring[0]": 1}), "no")
    expect(table, captain=1, seat=0)
    assert question(table) == "RETIRE"


@pytest.mark.rule("STC-3.5")
def test_an_assignment_goes_with_the_captaincy():
    table = act(between(Stage.PORT, asg=4, asg_out=8, **{"ch_retiring[0]": 1}), "no")
    expect(table, captain=1, asg=4)


# --- where a lost Voyage leads to -----------------------------------------------------------------


@pytest.mark.rule("STC-7.1", "STC-7.2", "STC-4.6")
@pytest.mark.parametrize(
    ("fate", "annex"),
    [
        (Ended.SUNK, 11),
        (Ended.REVOLT, 11),
        (Ended.TURNS, 11),
        (Ended.DECISIONS, 11),
        (Ended.OVERTHROWN, 11),
        (Ended.CAPTURED, 12),
    ],
)
def test_a_lost_voyage_leads_to_an_annex(fate, annex):
    table = act(lost(fate, **dice(*WIN, *[1] * 3)), "no")
    expect(table, voyages=1, fate=0)
    if annex == 11:
        expect(table, camp_ch=11, back_ch=2)
        assert question(table) == "CASTAWAY"
    else:  # won: back in Port, and no salary for it
        expect(table, camp_ch=2, back_ch=NONE, adv_result=0, phase=int(Phase.PORT))


@pytest.mark.rule("STC-7.3", "STC-1.2")
@pytest.mark.parametrize(("answer", "annex"), [("annex_1", 11), ("annex_2", 12)])
def test_of_a_crew_that_is_down_the_captain_chooses_the_annex(answer, annex):
    table = act(lost(Ended.ALL_DOWN, captain=1, morale=0, stage_moves=3_999), "no")
    expect(table, seat=1, phase=int(Phase.VOYAGE))
    assert labels(table) == ["annex_1", "annex_2"]
    table.set(0, dice(*WIN, *[1] * 3))
    act(table, answer)
    expect(table, camp_ch=annex if annex == 11 else 2)


@pytest.mark.rule("STC-7.9", "STC-9.4")
@pytest.mark.parametrize("fate", [Ended.SUNK, Ended.CAPTURED, Ended.ALL_DOWN, Ended.REVOLT])
def test_a_single_voyage_ends_without_an_annex(fate):
    table = between(Stage.AFTER_VOYAGE, "voyage", phase=1, fate=int(fate))
    act(table, "no")
    expect(table, over=1, phase=int(Phase.OVER), ended=int(fate), camp_ch=2)
    assert table.outcome()[2] == 0.0


@pytest.mark.rule("STC-2.10")
def test_a_quick_game_is_over_with_its_voyage_lost():
    table = between(Stage.AFTER_VOYAGE, "quick", phase=1, fate=int(Ended.SUNK), camp_ch=3)
    act(table, "no")
    expect(table, over=1, ended=int(Ended.VOYAGE_LOST))
    assert table.outcome()[2] == 0.0


@pytest.mark.rule("STC-2.12")
def test_an_annex_failed_for_good_ends_the_campaign():
    failed = {"camp_ch": 11, "back_ch": 3, "voyages": 1, "adv_result": 0, "adv_repeat": 3}
    table = act(between(Stage.AFTER_ADVENTURE, ch_won=2, phase=2, **failed), "no")
    expect(table, over=1, ended=int(Ended.ANNEX_LOST), ch_won=2)


@pytest.mark.rule("STC-2.12")
def test_five_of_ten_rolls_win_an_annex():
    half = [6, 6, 6] * 3 + [1] * 3 + [6, 6, 6] * 3 + [1] * 3 + [6, 6, 6] * 2 + [1] * 6
    state = {"camp_ch": 12, "back_ch": 3, "voyages": 1, "phase": 2}
    table = act(between(Stage.ATTEMPT, **state, **dice(*half, 1, 1, 1)), "no")
    expect(table, camp_ch=3, adv_gain=[16, 16, 14])  # 10 each, as all passed two or more


# --- after an Annex -------------------------------------------------------------------------------


@pytest.mark.rule("STC-7.4", "STC-7.6", "STP-9.9")
def test_castaways_wait_for_a_port():
    table = won(11, (12, 15, 9), **{"debt[1]": 6})
    expect(table, captain=1, seat=1)
    assert labels(table) == ["castaway_mutiny", "castaway_wait"]
    act(table, "castaway_wait")
    expect(table, {"ch_debtor[1]": 1, "debt[1]": 56, "ch_pp[1]": 30})
    expect(table, ship_type=0, sails_base=4, hold_base=6, pg_on=[1, 1, 0, 0, 0, 0])
    expect(table, hold=[10, 10, *[0] * 18], sails_imp=0, hold_imp=0, upg=0)
    expect(table, camp_ch=3, phase=int(Phase.PORT), adv_result=0)


@pytest.mark.rule("STC-7.5")
def test_castaways_rise_and_win_a_ship():
    table = act(won(11, (12, 15, 9)), "castaway_mutiny")
    assert labels(table) == ["att 0", "att 1"]
    table.set(0, {**dice(5, 6, 1), "ch_wounds[1]": 4})
    act(table, "att 0")
    expect(table, {"ch_dp[1]": 0, "ch_wounds[1]": 1, "ch_perm[1]": 0})
    expect(table, ship_type=1, hold=SOUTHERN_LADY, pg_on=[1, 1, 1, 1, 0, 0])


@pytest.mark.rule("STC-7.5")
@pytest.mark.parametrize(
    ("die", "field", "before", "after"),
    [(6, "ch_att[1, 5]", 3, 2), (3, "ch_att[1, 3]", 3, 2), (2, "ch_ap_max[1]", 5, 4)],
)
def test_castaways_who_fail_pay_with_a_limb(die, field, before, after):
    table = act(won(11, (12, 15, 9), **{field: before}), "castaway_mutiny")
    table.set(0, dice(5, 4, 1, die))
    act(table, "att 1")
    expect(table, {"ch_perm[1]": 1 << die - 1, field: after, "ship_type": 1})
    expect(table, {"ch_coins[1]": 30})  # five coins from each of the others, in Port at once


@pytest.mark.rule("STC-7.5", "STC-1.8")
def test_command_helps_against_the_rescuers():
    leads = {f"ch_traits[1, {Trait.COMMAND.value}]": 1}
    table = act(won(11, (12, 15, 9), **leads), "castaway_mutiny")
    table.set(0, dice(4, 4, 1))
    act(table, "att 0")
    expect(table, {"ch_perm[1]": 0, "ch_wounds[1]": 1})


@pytest.mark.rule("STC-7.5", "STC-3.4")
def test_a_second_limb_of_a_pair_makes_the_new_captain_retire():
    table = act(won(11, (12, 15, 9), **{"ch_perm[1]": 1}), "castaway_mutiny")
    table.set(0, dice(1, 1, 1, 6))
    act(table, "att 0")
    expect(table, {"captain": 0, "seat": 1})
    assert question(table) == "RETIRE"


@pytest.mark.rule("STC-7.7")
def test_annex_two_makes_who_has_most_prestige_captain():
    table = won(12, (1, 2, 30), ch_pp=[10, 40, 30, 0, 0], ship_type=0, crew_booty=0)
    expect(table, captain=1, ship_type=1, hold=SOUTHERN_LADY, pg_on=[1, 1, 1, 1, 0, 0])


@pytest.mark.rule("STC-7.8", "STV-R30")
def test_after_an_annex_no_salary_is_paid_and_the_chapter_begins_anew():
    table = won(12, (1, 2, 30))
    expect(table, camp_ch=3, back_ch=NONE, adv_result=0, voyages=1, phase=int(Phase.PORT))
    seat = int(table.record().seat)
    table.set(0, {f"loc[{seat}]": 1})
    assert "salary" not in labels(table)


# --- chapters eight and ten -----------------------------------------------------------------------


@pytest.mark.rule("STC-8.2", "STC-8.3")
def test_the_island_of_souls_is_noted_for_the_last_chapter():
    tokens = {"goal_n": 3, "goal_l": [0, 7, 12, -1], "goal_id": [2, 3, 1, 0]}
    tokens["goal_rev"] = [0, 0, 1, 0]
    table = lost(Ended.GOAL_REACHED, camp_ch=8, camp_last=10, **tokens, **dice(*WIN, 1, 1, 1))
    act(table, "no")
    expect(table, isle_souls=12, camp_ch=9, ch_won=1 << 7)


@pytest.mark.rule("STC-8.4")
def test_other_chapters_note_no_island():
    tokens = {"goal_n": 3, "goal_l": [0, 7, 12, -1], "goal_id": [2, 3, 1, 0]}
    table = lost(Ended.GOAL_REACHED, camp_ch=9, camp_last=10, **tokens, **dice(*WIN, 1, 1, 1))
    act(table, "no")
    expect(table, isle_souls=-1)


@pytest.mark.rule("STC-8.3")
@pytest.mark.parametrize(("noted", "island"), [(12, 12), (-1, 7)])
def test_the_last_voyage_leads_to_an_open_goal_where_a_monster_waits(noted, island):
    table = between(Stage.VOYAGE, camp_ch=10, camp_last=10, isle_souls=noted)
    act(table, "no")
    s, chart = table.record(), table.tables_of(0).t.chart
    assert s.goal_n == 1
    assert (s.goal_l[0], s.goal_id[0], s.goal_rev[0]) == (island, 1, 1)
    assert s.sea_on[SEA_MONSTER] == 1
    space = int(chart.scroll[island])
    assert (s.sea_c[SEA_MONSTER], s.sea_r[SEA_MONSTER]) == (space % 21, space // 21)


# --- alone ----------------------------------------------------------------------------------------


@pytest.mark.rule("STC-4.1")
@pytest.mark.parametrize("scenario", ["port", "voyage_port", "voyage"])
def test_alone_one_is_captain_and_picks_three_allies(scenario):
    table = deal(GAME, players=1, scenario=scenario)
    for card in (2, 5, 7):
        assert question(table) == "PICK_ALLY"
        act(table, f"cand {card}")
    expect(table, captain=0, ch_card=[int(table.record().ch_card[0]), 2, 5, 7, NONE])


@pytest.mark.rule("STC-4.2", "STC-4.3", "STA-1.8")
def test_alone_allies_are_hired_without_a_roll_and_paid_by_the_crew():
    table = act(deal(GAME, players=1, scenario="port"), "cand 2", "cand 5", "cand 7")
    booty, salaries = int(table.record().crew_booty), table.record().ch_salary[1:4]
    for _ in salaries:
        assert question(table) == "PAY_ALLY"
        act(table, "yes")
    expect(table, crew_booty=booty - sum(salaries))
    while question(table) != "PORT_TURN":
        act(table, "no")
    table.set(0, {"loc[0]": 4})
    before = table.record().crew_booty
    act(table, "hire_ally", "cand 0")
    ally = table.tables_of(0).t.allies[0]
    expect(table, {"ch_kind[4]": 2, "crew_booty": before - ally.salary, "ch_coins[0]": 80})
    expect(table, {"ch_pp[0]": 60 - ally.prestige, "tu[0]": 17, "ch_coins[0]": 80})


@pytest.mark.rule("STC-4.4", "STV-R49", "STA-1.9")
def test_alone_one_of_four_allies_stays_behind():
    table = act(deal(GAME, players=1, scenario="quick"), "cand 2", "cand 5", "cand 7")
    four = {"kind": 2, "card": 0, "owner": 0, "hp_max": 4, "salary": 5}
    stack = [[120, -1, 7, -1, 0, 0, 0], [48, 0, 0, 0, 0, 0, 0]]
    rest = [[0] * 7] * (FRAMES - 2)
    table.set(0, {"stk": [*stack, *rest], "sp": 2, "seat": 0, "cand_n": 0})
    table.set(0, {f"ch_{name}[4]": value for name, value in four.items()})
    act(table, "no")
    assert labels(table) == ["char 1", "char 2", "char 3", "char 4"]
    act(table, "char 3")
    expect(table, ch_in_adv=[1, 1, 1, 0, 1], over=1)


@pytest.mark.rule("STC-4.5", "STV-R50", "STA-1.10")
def test_alone_allies_are_picked_anew_for_an_annex():
    table = act(deal(GAME, players=1, scenario="voyage_port"), "cand 2", "cand 5", "cand 7")
    stack = [[120, -1, 6, -1, 0, 0, 0], [48, 0, 0, 0, 0, 0, 0]]
    rest = [[0] * 7] * (FRAMES - 2)
    state = {"stk": [*stack, *rest], "sp": 2, "seat": 0, "cand_n": 0, "phase": 1}
    table.set(0, {**state, "fate": int(Ended.SUNK), "mk": [0] * 12, "mk_on": 0})
    act(table, "no")
    assert question(table) == "PICK_ALLY"
    act(table, "cand 0", "cand 2", "cand 3")
    expect(table, ch_card=[int(table.record().ch_card[0]), 0, 2, 3, NONE])
    expect(table, {"ch_wounds[1]": 0, "camp_ch": 11})


@pytest.mark.rule("STC-4.7")
def test_alone_nobody_bets():
    table = act(deal(GAME, players=1, scenario="voyage_port"), "cand 2", "cand 5", "cand 7")
    while question(table) != "PORT_TURN":
        act(table, table.legal()[-1])
    table.set(0, {"loc[0]": 5, "ch_coins[0]": 100})
    assert "bet_win" not in labels(table)


@pytest.mark.rule("STV-R48", "STC-5.3")
@pytest.mark.parametrize(
    ("players", "option", "allies"), [(2, -1, 2), (3, -1, 0), (3, 1, 2), (4, 1, 1), (5, 1, 0)]
)
def test_allies_at_the_start(players, option, allies):
    s = deal(GAME, players=players, scenario="port", start_allies=option).record()
    assert sum(kind == 2 for kind in s.ch_kind) == allies
    assert [s.ch_owner[players + k] for k in range(allies)] == list(range(allies))
