"""In what order chapters and phases follow (STC-2, STC-9)."""

from __future__ import annotations

import numpy as np
import pytest

from piracy_env.errors import OptionError
from piracy_env.games.skull_tales import GAME
from piracy_env.games.skull_tales.rules.campaign import Stage
from piracy_env.games.skull_tales.state import NONE, Decision, Ended, Phase, Scenario
from tests.games.skull_tales.crew import between, dice, frames, in_port
from tests.scenario import act, deal, expect, labels

WIN = [6] * 36
"""Dice of three Pirates with 3 in everything who pass all their rolls."""
PARTIAL = [6, 6, 6] * 3 + [1] * 3 + [6, 6, 6] * 3 + [1] * 3 + [6, 6, 6] * 2 + [1] * 6
"""3, 3 and 2 rolls passed: 16 of the 15 that a partial success takes, twice."""
FAIL = [1] * 36


def ashore(*results: int, **fields):
    """F3 before the Adventure of a chapter."""
    return between(Stage.ADVENTURE, **{"adv_k": [0] * 5, **fields}, **dice(*results))


def question(table) -> str:
    return GAME.decisions.name(table.record())


@pytest.mark.rule("STC-1.1", "STC-2.1")
def test_each_seat_has_a_pirate_of_its_own():
    for players in GAME.seats:
        s = deal(GAME, players=players, scenario="port").record()
        cards = list(s.ch_card[:players])
        assert len(set(cards)) == players
        assert list(s.ch_owner[:players]) == list(range(players))


@pytest.mark.rule("STC-2.1")
def test_pirates_are_chosen_one_after_the_other_in_random_order():
    table = deal(GAME, scenario="port", characters="chosen")
    first = int(table.record().seat)
    act(table, "num 7", "hand_l")
    assert table.record().seat != first
    assert "num 7" not in labels(table)
    expect(table, {f"ch_card[{first}]": 7, f"ch_hand_dom[{first}]": 1})
    firsts = {int(deal(GAME, scenario="port", characters="chosen", seed=k).record().seat)
              for k in range(20)}  # fmt: skip
    assert firsts == {0, 1, 2}


@pytest.mark.rule("STC-2.2", "STC-2.3", "STC-2.4", "STA-1.3")
@pytest.mark.parametrize(
    ("chapter", "port", "voyage"),
    [(k, int(k not in (1, 6)), int(k not in (1, 6))) for k in range(1, 11)],
)
def test_chapters_have_the_phases_of_the_table(chapter, port, voyage):
    row = GAME.tables.load(None).t.chapters[chapter - 1]
    assert (row.port, row.voyage) == (port, voyage)


@pytest.mark.rule("STC-2.4", "STC-2.8")
def test_an_adventure_leads_to_the_port_of_the_next_chapter():
    table = act(ashore(*WIN, camp_ch=2, sails_imp=1, **{"debt[1]": 12}), "no")
    expect(table, camp_ch=3, phase=int(Phase.PORT), ch_won=2, sails_imp=1, crew_booty=100)
    expect(table, {"debt[1]": 12})


@pytest.mark.rule("STC-2.4")
def test_chapter_six_follows_chapter_five_at_once():
    hurt = {"ch_wounds[1]": 4, "ch_dp[1]": 0, "ch_hp_max[1]": 12}
    table = act(ashore(*[6] * 32, *[5] * 3, camp_ch=5, camp_last=7, **hurt), "no")
    assert table.record().camp_ch in (6, 7)
    assert table.record().ch_won & 16
    assert table.record().ch_wounds[1] <= 4  # healed before it, wounded in it at most


@pytest.mark.rule("STC-2.5", "STC-2.13")
@pytest.mark.parametrize(
    ("results", "answers", "result"), [(WIN, [], 2), (PARTIAL, ["continue"], 1), (FAIL, [], 0)]
)
def test_an_adventure_has_three_results(results, answers, result):
    last = {"adv_repeat": 0, "camp_ch": 3, "camp_last": 3}
    repeats = 4 if result == 0 else 1
    table = act(ashore(*results * repeats, **last) if result else failing(3), "no", *answers)
    expect(table, adv_result=result, over=1, ended=int(Ended.CAMPAIGN_OVER))
    expect(table, ch_won=4 if result == 2 else 0, ch_part=4 if result == 1 else 0)


def failing(chapter: int, **fields):
    """A crew that can pass no roll: two dice of the forced ones each, and nothing better after."""
    weak = {f"ch_att[{seat}]": [1] * 7 for seat in range(3)}
    repeats = {"camp_ch": chapter, "camp_last": max(3, chapter)}
    return ashore(*[1] * 48, **weak, **{**repeats, **fields})


@pytest.mark.rule("STC-2.6", "STC-2.12")
def test_a_failure_is_repeated_three_times_and_changes_nothing():
    table = act(failing(2), "no")
    expect(table, adv_repeat=3, adv_result=0, camp_ch=3, ch_won=0, ch_part=0)
    expect(table, ch_pp=[30, 20, 10, 0, 0], adv_gain=[0] * 5)
    expect(table, phase=int(Phase.PORT))


def again(repeats: int, *results: int, **fields):
    """F3 about to try an Adventure once more."""
    return between(Stage.ATTEMPT, adv_repeat=repeats, phase=2, **fields, **dice(*results))


@pytest.mark.rule("STC-2.6")
@pytest.mark.parametrize(("chapter", "chart"), [(2, 0), (5, 10)])
def test_where_the_table_says_so_a_repeat_pays_no_chart(chapter, chart):
    table = act(again(1, *WIN, *[4] * 3, camp_ch=chapter, camp_last=chapter), "no")
    expect(table, adv_repeat=1, adv_result=2)
    expect(table, adv_gain=[chart + 8] * 3)


@pytest.mark.rule("STC-2.6")
@pytest.mark.parametrize(
    ("repeats", "prestige", "coins"), [(0, 20, 10), (1, 10, 10), (2, 0, 0), (3, 0, 0)]
)
def test_the_second_attempt_at_chapter_six_pays_half_and_later_ones_nothing(
    repeats, prestige, coins
):
    table = act(again(repeats, *WIN, *[1] * 3, camp_ch=6, camp_last=6), "no")
    expect(table, adv_gain=[prestige + 8] * 3, ch_coins=[20 + coins + 1] * 3)


@pytest.mark.rule("STV-R51", "STC-2.5")
@pytest.mark.parametrize(("chapter", "result"), [(6, 0), (10, 0), (9, 1)])
def test_some_chapters_know_no_partial_success(chapter, result):
    table = act(again(3, *PARTIAL, camp_ch=chapter, camp_last=10, camp_first=chapter), "no")
    expect(table, adv_result=result)


@pytest.mark.rule("STC-2.7", "STC-1.2")
def test_after_a_partial_success_the_captain_decides():
    table = act(ashore(*PARTIAL, captain=1), "no")
    expect(table, seat=1, adv_result=1, adv_gain=[0] * 5)
    assert labels(table) == ["repeat", "continue"]
    table = act(ashore(*PARTIAL), "no")
    table.set(0, dice(*WIN))
    act(table, "repeat")
    expect(table, adv_repeat=1, ch_won=2, ch_part=0)
    table = act(ashore(*PARTIAL), "no", "continue")
    expect(table, adv_repeat=0, ch_won=0, ch_part=2)


@pytest.mark.rule("STC-2.7", "STC-2.12", "STA-18.7")
def test_a_fourth_repeat_is_not_offered():
    table = act(ashore(*PARTIAL), "no")
    for _ in range(3):
        assert question(table) == "REPEAT"
        table.set(0, dice(*PARTIAL))
        act(table, "repeat")
    expect(table, adv_repeat=3, ch_part=2, camp_ch=3)


@pytest.mark.rule("STV-R44")
def test_without_a_captain_whoever_did_best_decides():
    dice_of_c = [1] * 12 + [6] * 12 + [6, 6, 6] * 4
    table = act(ashore(*dice_of_c, captain=NONE, camp_ch=1, camp_first=1, phase=2), "no")
    expect(table, seat=1, adv_k=[0, 4, 4])  # B and C passed four; B has more prestige


@pytest.mark.rule("STV-R51")
def test_a_partial_success_is_half_a_chapter():
    table = act(ashore(*PARTIAL, camp_ch=3, camp_first=2, camp_last=3, ch_won=2), "no", "continue")
    assert table.outcome()[2] == 0.75


@pytest.mark.rule("STC-2.9")
def test_a_stored_game_goes_on_as_it_would_have():
    table = deal(GAME, scenario="voyage_port", camp_last=3)
    for _ in range(25):
        table.step(table.uniform())
    copy = deal(GAME, scenario="voyage_port", camp_last=3)
    copy.load_state(0, table.states[:1])
    for _ in range(40):
        if table.record().over:
            break
        action = table.legal()[-1]
        table.step([action])
        copy.step([action])
    assert table.states.tobytes() == copy.states.tobytes()


@pytest.mark.rule("STC-2.10")
def test_the_quick_game_is_one_chapter():
    table = act(between(Stage.ADVENTURE, "quick", **dice(*PARTIAL)), "no")
    expect(table, over=1, ended=int(Ended.CHAPTER_OVER), adv_result=1)
    chapters = {int(deal(GAME, scenario="quick", seed=k).record().camp_ch) for k in range(60)}
    assert chapters == {2, 3, 4, 5, 7, 8, 9, 10}
    expect(deal(GAME, scenario="quick", camp_ch=7), camp_ch=7, camp_first=7, camp_last=7)


@pytest.mark.rule("STC-2.11")
def test_after_chapter_ten_the_campaign_is_over():
    table = act(ashore(*WIN, camp_ch=10, camp_last=10), "no")
    expect(table, over=1, ended=int(Ended.CAMPAIGN_OVER), ch_won=1 << 9)


@pytest.mark.rule("STC-2.12")
@pytest.mark.parametrize(("chapter", "following"), [(2, 3), (5, 7)])
def test_the_third_lost_voyage_fails_the_chapter(chapter, following):
    lost = {"camp_ch": 12, "back_ch": chapter, "voyages": 3, "camp_last": 7, "adv_result": 2}
    table = act(between(Stage.AFTER_ADVENTURE, **lost), "no")
    expect(table, camp_ch=following, voyages=0, back_ch=NONE, ch_won=0, adv_result=0)
    expect(table, phase=int(Phase.PORT))


@pytest.mark.rule("STC-9.1")
def test_scenarios_begin_as_they_should():
    port = deal(GAME, scenario="port")
    expect(port, scenario=int(Scenario.PORT), ch_pp=[60] * 3, ch_coins=[80] * 3, sails_imp=1)
    expect(port, ch_wounds=[1] * 3, hold_imp=2, crew_booty=150, adv_result=2, camp_ch=2)
    expect(deal(GAME, scenario="quick"), ch_pp=[10] * 3, ch_coins=[10] * 3, crew_booty=100)
    journey = deal(GAME, scenario="voyage_port")
    expect(journey, ch_pp=[0] * 3, crew_booty=100, camp_first=2, camp_last=5, adv_result=NONE)
    voyage = deal(GAME, scenario="voyage", characters="chosen")
    expect(voyage, phase=int(Phase.VOYAGE))


@pytest.mark.rule("STC-9.1")
@pytest.mark.parametrize(
    "options",
    [
        {"scenario": "voyage", "camp_ch": 6},
        {"scenario": "quick", "camp_ch": 1},
        {"scenario": "voyage_port", "camp_ch": 1},
        {"scenario": "voyage_port", "camp_ch": 7},
        {"scenario": "port", "start": "pool"},
    ],
)
def test_options_that_exclude_each_other_are_refused(options):
    with pytest.raises(OptionError):
        deal(GAME, **options)


@pytest.mark.rule("STC-9.2")
def test_a_phase_counts_its_decisions():
    table = in_port(1, 1)
    before = int(table.record().stage_moves)
    act(table, "go 0")
    expect(table, stage_moves=before + 1)
    table = act(between(Stage.PORT, stage_moves=3_000), "no")
    expect(table, stage_moves=0)


@pytest.mark.rule("STC-9.3")
def test_ties_in_time_go_to_the_captain_or_are_settled_by_him():
    tied = {"tu": [10, 12, 12, 0, 0], "fin": [0, 0, 0, 0, 0]}
    stack = frames(
        [Decision.CAMPAIGN, -1, Stage.AFTER_PORT, -1, 0, 0, 0],
        [Decision.PORT, -1, 4, -1, 0, 0, 0],
        [Decision.HEAL, 0, 0, 0, 0, 0, 0],
    )
    table = in_port(0, 0, **tied)
    table.set(0, {**stack, **tied})
    act(table, "no")
    expect(table, seat=1)
    named = deal(GAME, scenario="port", tie_mode=1)
    named.set(0, {**stack, **tied, "captain": 0, "rnd1": 7, "seat": 0})
    act(named, "no")
    expect(named, seat=0)
    assert labels(named) == ["char 1", "char 2"]
    act(named, "char 2")
    expect(named, seat=2)


@pytest.mark.rule("STC-9.4", "STC-9.5", "STC-1.3")
def test_the_despised_gain_half():
    table = act(ashore(*WIN, *[1] * 3, **{"ch_affl[1]": 1}), "no")
    expect(table, adv_gain=[18, 9, 18])
    assert np.array_equal(table.record().ch_pp[:3], [48, 29, 28])


@pytest.mark.rule("STC-6.8", "STC-9.4")
def test_prestige_and_coins_never_fall_below_nothing():
    late = {"ch_pp[1]": 3, "ch_coins[1]": 2, "tu[1]": 1}
    table = act(in_port(1, 1, **late, **dice(8, 1, 1, 1)), "go 2")
    expect(table, {"ch_pp[1]": 0, "ch_coins[1]": 0, "fin[1]": 1})


@pytest.mark.rule("STC-9.4")
@pytest.mark.parametrize(
    ("options", "scale"),
    [
        ({"scenario": "voyage_port"}, 120),
        ({"scenario": "voyage_port", "camp_ch": 4, "camp_last": 5}, 60),
        ({"scenario": "quick"}, 30),
        ({"scenario": "port"}, 60),
        ({"scenario": "voyage"}, 20),
    ],
)
def test_scores_are_divided_by_the_scale_of_the_scenario(options, scale):
    table = deal(GAME, **options)
    assert GAME.score_scale(table.options) == scale
