"""Money, Allies and limbs between the phases; parts of a game (STC-1, STC-5, STC-6)."""

from __future__ import annotations

import pytest

from piracy_env.games.skull_tales import GAME
from piracy_env.games.skull_tales.rules.campaign import Stage
from piracy_env.games.skull_tales.rules.crew import STARTING
from piracy_env.games.skull_tales.rules.town import Place
from piracy_env.games.skull_tales.state import Ended, Part, Phase
from piracy_env.games.skull_tales.traits import Trait
from tests.games.skull_tales.crew import between, dice, in_port, market
from tests.scenario import act, deal, expect, labels

SHIP, DOCKS, MARKET, CHAPEL, TAVERN, MANSION = Place
WIN = [6] * 36


def question(table) -> str:
    return GAME.decisions.name(table.record())


# --- rolls and Destiny ----------------------------------------------------------------------------


@pytest.mark.rule("STC-1.4")
def test_a_chapters_own_rule_goes_before_the_general_one():
    lost = {"adv_result": 0, "phase": 2, "camp_last": 7}
    weak = {f"ch_att[{seat}]": [1] * 7 for seat in range(3)}
    table = between(Stage.ATTEMPT, camp_ch=5, **lost, **weak, **dice(*[1] * 12, *WIN))
    act(table, "no")  # chapter 5: no repeat, but all are Cursed
    expect(table, adv_repeat=0, ch_cursed=[1, 1, 1, 0, 0], ch_won=1 << 5)


@pytest.mark.rule("STC-1.5")
def test_no_roll_has_more_than_five_dice():
    table = in_port(1, TAVERN, **{"ch_att[1, 4]": 5, "ch_coins[1]": 20}, **dice(*[1] * 6, 6))
    act(table, "game_a", "num 5", "att 4")
    expect(table, {"ch_coins[1]": 15, "roll_n": 5})


@pytest.mark.rule("STC-1.9", "STC-1.10")
def test_a_destiny_point_turns_a_die_once_a_turn():
    table = in_port(1, TAVERN, **{"ch_dp[1]": 2}, **dice(4, 1, 1))
    act(table, "game_a", "num 4", "att 4")
    assert question(table) == "PUSH"
    act(table, "yes")
    expect(table, {"ch_dp[1]": 1, "dpu[1]": 1, "ch_coins[1]": 22})
    table = in_port(1, TAVERN, **{"ch_dp[1]": 2, "dpu[1]": 1}, **dice(4, 1, 1))
    act(table, "game_a", "num 4", "att 4")
    assert question(table) == "PORT_TURN"
    table = in_port(1, TAVERN, **{"ch_dp[1]": 2}, **dice(3, 1, 1))
    act(table, "game_a", "num 4", "att 4")
    assert question(table) == "PORT_TURN"  # no die comes up to it


@pytest.mark.rule("STC-1.9", "STC-1.10")
def test_a_destiny_point_heals_at_the_start_of_a_turn():
    hurt = {"ch_wounds[1]": 2, "ch_dp[1]": 1}
    table = in_port(0, SHIP, tu=[5, 20, 4, 0, 0], **hurt)
    act(table, "port_done")
    assert question(table) == "HEAL"
    act(table, "yes")
    expect(table, {"ch_wounds[1]": 1, "ch_dp[1]": 0, "dpu[1]": 1})


@pytest.mark.rule("STC-1.11")
def test_a_six_is_nothing_special_in_port():
    table = in_port(1, TAVERN, **dice(6, 6, 6))
    act(table, "game_a", "num 4", "att 4")
    expect(table, {"ch_coins[1]": 22})


@pytest.mark.rule("STC-1.8")
def test_a_story_adds_its_coins_once():
    table = act(in_port(1, TAVERN, **dice(2)), "story", "num 3")
    expect(table, {"ch_pp[1]": 22, "roll[0]": 8})


# --- whose money ----------------------------------------------------------------------------------


@pytest.mark.rule("STC-3.3", "STC-6.2", "STC-6.1")
def test_the_captains_salary_is_his_and_the_crews():
    table = act(in_port(0, DOCKS), "salary")
    expect(table, {"ch_coins[0]": 70, "crew_booty": 200})
    table = act(in_port(2, DOCKS), "salary")
    expect(table, {"ch_coins[2]": 35, "crew_booty": 100})


@pytest.mark.rule("STC-6.3")
def test_crew_booty_buys_nothing_personal():
    poor = {"ch_coins[0]": 0, "crew_booty": 9_999}
    assert "stock" not in labels(in_port(0, MARKET, **poor))
    assert not {"charity_w", "charity_d"} & set(labels(in_port(0, CHAPEL, **poor)))
    assert {"trade", "upgrade"} <= set(labels(in_port(0, DOCKS, **poor)))


@pytest.mark.rule("STC-6.4", "STC-6.1")
def test_who_is_maimed_is_compensated_by_those_who_can():
    maimed = {"ch_comp_due[2]": 1, "ch_perm[2]": 1, "ch_coins[1]": 3}
    table = act(between(Stage.PORT, **maimed), "no")
    expect(table, ch_coins=[15, 0, 28, 0, 0])
    expect(table, {"ch_comp_due[2]": 0})


@pytest.mark.rule("STC-6.5", "STC-6.6", "STC-6.7", "STA-15.7", "STA-15.8")
def test_a_pirate_retires_and_hands_over_what_it_has():
    retires = {"ch_retiring[2]": 1, "ch_coins[1]": 4, "inv_n[2]": 2}
    gear = {"inv_id[2, 0]": 1, "inv_flag[2, 0]": STARTING, "inv_id[2, 1]": 2}
    table = between(Stage.PORT, **retires, **gear, **market(apart=(2,)))
    old = int(table.record().ch_card[2])
    act(table, "no")
    expect(table, {"ch_coins[0]": 10, "ch_coins[1]": 0, "seat": 2})
    assert f"cand {old}" not in labels(table)
    act(table, labels(table)[0])
    assert labels(table) == ["no", "yes"]
    act(table, "yes", "hand_r")
    s = table.record()
    assert s.ch_card[2] != old
    expect(table, {"ch_coins[2]": 20, "ch_pp[2]": 0, "ch_retiring[2]": 0, "ch_perm[2]": 0})
    carried = [int(s.inv_id[2][k]) for k in range(s.inv_n[2])]
    assert 2 in carried
    starting = [int(k) for k in table.tables_of(0).t.characters[s.ch_card[2]].gear if k > 0]
    assert sorted(carried) == sorted([2, *starting])


@pytest.mark.rule("STC-6.6")
def test_without_matelotage_nothing_is_left():
    retires = {"ch_retiring[2]": 1, "inv_n[2]": 1, "inv_id[2, 0]": 2}
    table = act(between(Stage.PORT, **retires, **market(apart=(2,))), "no")
    act(table, labels(table)[0], "no", "hand_l")
    expect(table, {"ch_coins[2]": 0, "ch_hand_dom[2]": 1})


@pytest.mark.rule("STC-5.4")
def test_allies_are_whole_after_each_chapter():
    ally = {"kind": 2, "card": 3, "owner": 1, "salary": 0, "hp_max": 4, "wounds": 3, "in_adv": 1}
    fields = {f"ch_{name}[3]": value for name, value in ally.items()}
    table = act(between(Stage.ADVENTURE, **fields, **dice(*[6] * 60)), "no")
    expect(table, {"ch_wounds[3]": 0, "camp_ch": 3})


@pytest.mark.rule("STC-5.5")
def test_allies_have_neither_destiny_nor_prestige():
    s = deal(GAME, players=2, scenario="port").record()
    assert [s.ch_dp_max[slot] for slot in (2, 3)] == [0, 0]
    assert [s.ch_pp[slot] for slot in (2, 3)] == [0, 0]
    assert s.captain < 2


# --- the abstract Adventure -----------------------------------------------------------------------


@pytest.mark.rule("STC-2.13")
def test_each_roll_that_failed_is_a_wound():
    rolls = [6] * 24 + [6, 1, 1] * 2 + [1] * 6 + [3, 5, 2]
    fields = {"ch_wounds[0]": 1, "ch_hp_max[1]": 6}
    table = between(Stage.ADVENTURE, **fields, **dice(*[6] * 8, *rolls[8:]))
    act(table, "no")
    s = table.record()
    assert s.ch_wounds[0] == 1  # one die less for the wound, and all rolls passed
    assert s.adv_result == 2


@pytest.mark.rule("STC-2.13", "STC-1.9")
@pytest.mark.parametrize(("banned", "destiny", "wounds"), [(0, 0, 3), (1, 1, 4)])
def test_a_destiny_point_passes_one_roll_more(banned, destiny, wounds):
    mine = {"ch_dp[1]": 1, "no_dp[1]": banned, "camp_last": 2}
    table = between(Stage.ADVENTURE, **mine, **dice(*[6] * 12, *[1] * 12, *[6] * 12))
    act(table, "no", "continue")
    expect(table, {"ch_dp[1]": destiny, "no_dp[1]": 0, "ch_wounds[1]": wounds, "adv_result": 1})


@pytest.mark.rule("STC-2.13", "STC-2.6")
def test_rewards_of_the_chart_and_of_the_rolls():
    table = between(Stage.ADVENTURE, **dice(*[6] * 12, *[1] * 12, *[6] * 12, 2, 3, 4))
    act(table, "no", "continue")  # a partial success pays no chart
    expect(table, adv_gain=[8, 0, 8], ch_coins=[22, 23, 24], adv_pres=[1, 0, 1, 0, 0])
    table = between(Stage.ADVENTURE, camp_ch=4, **dice(*WIN, 2, 3, 4))
    act(table, "no")
    expect(table, ch_coins=[52, 53, 54], crew_booty=200, adv_gain=[18] * 3)
    annex = {"camp_ch": 12, "back_ch": 2, "voyages": 1}
    table = between(Stage.ADVENTURE, **annex, **dice(*[6] * 12, *[1] * 12, *[6] * 12, 2, 3, 4))
    act(table, "no")  # half of all rolls win an Annex, and B did badly
    expect(table, adv_gain=[18, 5, 18], ch_coins=[32, 28, 34], adv_pres=[2, 0, 2, 0, 0])


@pytest.mark.rule("STP-9.4", "STP-8.5")
def test_bets_and_rumors_go_by_the_adventure():
    table = act(between(Stage.ADVENTURE, camp_last=2, **dice(*WIN, 2, 3, 4)), "no")
    expect(table, deeds=[1 << 7 | 1 << 8] * 3, adv_pres=[2, 2, 2, 0, 0])


# --- parts ----------------------------------------------------------------------------------------


def parted(stop: str, stage: Stage, **fields):
    """F3 between two phases of a game that stops."""
    table = between(stage)
    other = deal(GAME, scenario="voyage_port", stop=stop)
    state = table.states[:1].copy()
    state["stop"] = other.states["stop"]
    other.load_state(0, state)
    other.set(0, fields)
    return other


@pytest.mark.rule("STC-9.4")
def test_a_chapter_is_an_episode():
    table = parted("chapter", Stage.ADVENTURE, score0=[10, 10, 10, 0, 0], **dice(*WIN, 1, 1, 1))
    act(table, "no")
    expect(table, over=1, ended=int(Ended.CHAPTER_OVER), part=int(Part.CHAPTER), part_t=2)
    expect(table, phase=int(Phase.PORT), camp_ch=3, score0=[10, 10, 10, 0, 0])
    assert table.outcome()[2] == 1.0
    table.set(0, over=0)
    act(table, labels(table)[0])
    s = table.record()
    assert (s.over, s.part, s.ended) == (0, -1, -1)
    assert s.score0[0] > 10


@pytest.mark.rule("STC-9.4")
def test_a_phase_is_an_episode_and_its_adventure_belongs_to_it():
    table = parted("phase", Stage.ADVENTURE, part=int(Part.VOYAGE), part_t=0, **dice(*WIN, 1, 1, 1))
    act(table, "no")
    expect(table, over=1, ended=int(Ended.PHASE_OVER), part=int(Part.VOYAGE), part_t=0)
    expect(table, phase=int(Phase.PORT), ch_won=2)
    assert table.outcome()[2] == 0.0


@pytest.mark.rule("STC-9.4")
def test_a_campaign_that_ends_pays_its_last_part():
    table = parted("chapter", Stage.ADVENTURE, camp_ch=5, camp_last=5, **dice(*WIN, 1, 1, 1))
    act(table, "no")
    expect(table, over=1, ended=int(Ended.CAMPAIGN_OVER), part=int(Part.CHAPTER), part_t=2)
    expect(table, phase=int(Phase.OVER))


def test_traits_used_here_have_their_numbers():
    assert (Trait.COMMAND, Trait.BOSUN, Trait.ELUSIVE) == (43, 38, 4)
