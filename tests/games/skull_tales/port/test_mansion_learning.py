"""The Mansion, and what Traits cost (STP-9, STP-10)."""

from __future__ import annotations

import pytest

from piracy_env.games.skull_tales.rules.campaign import Stage
from piracy_env.games.skull_tales.rules.crew import Affliction
from piracy_env.games.skull_tales.rules.town import Place
from piracy_env.games.skull_tales.state import AGILITY
from piracy_env.games.skull_tales.traits import Trait
from tests.games.skull_tales.crew import between, dice, in_port
from tests.scenario import act, expect, labels, refuses

SHIP, DOCKS, MARKET, CHAPEL, TAVERN, MANSION = Place
S4 = 35
RICH = {"ch_coins[1]": 300, "ch_pp[1]": 300}
SINGLE, MULTI, OUTSIDE = 1, 1 | 4, 4


def knows(seat: int, *traits: Trait) -> dict[str, int]:
    return {f"ch_traits[{seat}, {trait.value}]": 1 for trait in traits}


def price(**fields):
    """What B pays Maggie for Elusive, which is category 2 and Rogue."""
    table = act(in_port(1, MARKET, **{**RICH, **fields}), "learn_a", "cand 4")
    s = table.record()
    assert s.ch_traits[1][Trait.ELUSIVE]
    return 300 - int(s.ch_coins[1]), 300 - int(s.ch_pp[1])


@pytest.mark.rule("STP-9.2")
def test_rumors_are_easier_to_hear_in_the_mansion():
    table = act(in_port(1, MANSION, "voyage_port", **dice(2, 6)), "rumor")
    expect(table, {"look": 6, "tu[1]": 18})


@pytest.mark.rule("STP-9.3")
def test_luxury_heals_everything():
    table = act(in_port(1, MANSION, **{"ch_wounds[1]": 4}), "luxury")
    expect(table, {"ch_wounds[1]": 0, "ch_dp[1]": 2, "ch_coins[1]": 10, "tu[1]": 19})
    assert "luxury" not in labels(in_port(1, MANSION, **{"ch_dp[1]": 2}))


@pytest.mark.rule("STP-9.4")
def test_a_bet_is_on_a_fellow_pirate():
    table = act(in_port(2, MANSION, "voyage_port"), "bet_win")
    assert labels(table) == ["char 1", "char 2"]
    act(table, "char 2")
    assert labels(table) == [f"num {k}" for k in range(11)]  # C has 20 coins: 10 to 20
    act(table, "num 10")
    expect(table, {"bet_to[2]": 1, "bet_kind[2]": 0, "bet_sum[2]": 20, "ch_coins[2]": 0})
    expect(table, {"tu[2]": 19})
    assert "bet_win" not in labels(in_port(2, MANSION, "voyage_port", **{"ch_coins[2]": 9}))
    bet = {"bet_to[2]": 1, "bet_sum[2]": 10}
    assert "bet_win" not in labels(in_port(2, MANSION, "voyage_port", **bet))


@pytest.mark.rule("STP-9.5")
@pytest.mark.parametrize(
    ("kind", "result", "coins"), [(0, 1, 60), (0, 2, 60), (0, 0, 20), (1, 0, 60), (1, 1, 20)]
)
def test_a_bet_won_is_fetched_at_the_mansion(kind, result, coins):
    bet = {"bet_to[2]": 1, "bet_kind[2]": kind, "bet_sum[2]": 20, "adv_pres[1]": result}
    table = act(between(Stage.PORT, adv_result=1, **bet), "no")
    settled = table.record()
    state = {
        f"{name}[2]": int(getattr(settled, name)[2]) for name in ("bet_to", "bet_kind", "bet_sum")
    }
    visit = act(in_port(2, TAVERN, "voyage_port", **state, **dice(S4, 1)), "go 5")
    expect(visit, {"ch_coins[2]": coins - 7, "bet_to[2]": -1})


@pytest.mark.rule("STP-9.5")
def test_a_bet_that_is_not_fetched_lapses():
    won = {"bet_to[2]": 1, "bet_kind[2]": 2, "bet_sum[2]": 20, "fin": [1, 0, 1, 0, 0]}
    table = act(in_port(1, SHIP, "voyage_port", **won), "port_done")
    expect(table, {"bet_to[2]": -1, "bet_sum[2]": 0})


@pytest.mark.rule("STP-9.8")
def test_who_does_not_repay_is_a_debtor():
    done = {"debt[1]": 24, "fin": [1, 0, 1, 0, 0]}
    table = act(in_port(1, SHIP, **done, **{"loan_new[1]": 1}), "port_done")
    expect(table, {"ch_debtor[1]": 0, "debt[1]": 24, "loan_new[1]": 0})
    table = act(in_port(1, SHIP, **done), "port_done")
    expect(table, {"ch_debtor[1]": 1})


@pytest.mark.rule("STP-9.7", "STP-9.9")
def test_a_debtor_may_neither_bet_nor_gamble_nor_borrow_but_repay():
    debtor = {"debt[1]": 24, "ch_debtor[1]": 1, "ch_coins[1]": 30}
    table = in_port(1, MANSION, "voyage_port", **debtor)
    refuses(table, "bet_win", "loan")
    refuses(in_port(1, TAVERN, **debtor), "game_a", "game_b")
    act(table, "repay")
    expect(table, {"debt[1]": 0, "ch_debtor[1]": 0, "ch_coins[1]": 6, "tu[1]": 19})


# --- Traits ---------------------------------------------------------------------------------------


@pytest.mark.rule("STA-S21", "STP-10.2", "STP-10.3")
@pytest.mark.parametrize(
    ("cls", "cost"), [(SINGLE, (100, 60)), (MULTI, (115, 70)), (OUTSIDE, (150, 90))]
)
def test_whose_trait_it_is_decides_the_price(cls, cost):
    assert price(**{"ch_cls[1]": cls}) == cost


@pytest.mark.rule("STP-10.2")
@pytest.mark.parametrize("category", [1, 2, 3])
def test_there_are_three_categories(category):
    table = in_port(1, MARKET, **RICH, **{"ch_att[1]": [5] * 7})
    rows = table.tables_of(0).t.traits
    rogue = [k for k in range(105) if rows[k].cls == 0]
    open_to = [k for k in rogue if rows[k].category == category and rows[k].trait < 0]
    act(table, "learn_a", f"cand {rogue.index(open_to[0])}")
    coins, prestige = ((70, 50), (100, 60), (130, 70))[category - 1]
    expect(table, {"ch_coins[1]": 300 - coins, "ch_pp[1]": 300 - prestige})


@pytest.mark.rule("STP-10.4")
def test_mystic_traits_are_for_mystics():
    assert "learn_b" not in labels(in_port(1, CHAPEL, **RICH))
    both = in_port(1, CHAPEL, **RICH, **{"ch_cls[1]": 8 | 1, "ch_att[1]": [5] * 7})
    rows = both.tables_of(0).t.traits
    mystic = [k for k in range(105) if rows[k].cls == 3]
    act(both, "learn_b")
    place = next(k for k, row in enumerate(mystic) if f"cand {k}" in labels(both))
    coins = (70, 100, 130)[rows[mystic[place]].category - 1]
    act(both, f"cand {place}")
    expect(both, {"ch_coins[1]": 300 - coins})  # no dearer for two classes


@pytest.mark.rule("STP-10.5")
def test_prerequisites_are_checked_when_a_trait_is_learned():
    weak = {"ch_att[1]": [3, 3, 3, 1, 3, 3, 3]}
    table = act(in_port(1, MARKET, **RICH, **weak), "learn_a")
    refuses(table, "cand 4")  # Elusive asks for Agility
    known = in_port(1, MARKET, **RICH, **weak, **knows(1, Trait.ELUSIVE))
    assert known.record().ch_traits[1][Trait.ELUSIVE] == 1
    rows = known.tables_of(0).t.traits
    second = next(k for k in range(105) if rows[k].trait >= 0 and rows[k].cls == 0)
    rogue = [k for k in range(105) if rows[k].cls == 0]
    strong = {"ch_att[1]": [5] * 7}
    table = act(in_port(1, MARKET, **RICH, **strong), "learn_a")
    refuses(table, f"cand {rogue.index(second)}")
    first = {f"ch_traits[1, {int(rows[second].trait)}]": 1}
    table = act(in_port(1, MARKET, **RICH, **strong, **first), "learn_a")
    assert f"cand {rogue.index(second)}" in labels(table)


@pytest.mark.rule("STP-10.4", "STA-19.5")
def test_a_permanent_wound_takes_no_trait_but_bars_new_ones():
    maimed = {f"ch_att[1, {AGILITY}]": 2, "ch_perm[1]": 2}
    table = in_port(1, MARKET, **RICH, **maimed, **knows(1, Trait.EXPEDITIOUS))
    expect(table, {f"ch_traits[1, {Trait.EXPEDITIOUS.value}]": 1})
    act(table, "learn_a")
    assert "cand 4" not in labels(table)  # Elusive asks for Agility 3
    assert "cand 4" in labels(act(in_port(1, MARKET, **RICH), "learn_a"))


@pytest.mark.rule("STP-10.6", "STP-10.7", "STA-19.6", "STA-19.7")
def test_synergy_and_a_master_add_up():
    rows = in_port(1, MARKET).tables_of(0).t.traits
    partner = int(rows[Trait.ELUSIVE].synergy)
    fields = {}
    if partner >= 0:
        fields = {f"ch_traits[1, {partner}]": 1}
        assert price(**fields) == (90, 60)
    assert price(**fields, **knows(2, Trait.ELUSIVE)) == ((75 if fields else 85), 50)


@pytest.mark.rule("STP-10.6")
def test_synergy_takes_off_ten_coins():
    table = in_port(1, MARKET)
    rows = table.tables_of(0).t.traits
    rogue = [k for k in range(105) if rows[k].cls == 0]
    found = [k for k in rogue if rows[k].synergy >= 0 and rows[k].trait < 0]
    assert found
    strong = {"ch_att[1]": [5] * 7}
    costs = []
    for known in ({}, {f"ch_traits[1, {int(rows[found[0]].synergy)}]": 1}):
        lesson = act(in_port(1, MARKET, **RICH, **strong, **known), "learn_a")
        act(lesson, f"cand {rogue.index(found[0])}")
        costs.append(300 - int(lesson.record().ch_coins[1]))
    assert costs[0] - costs[1] == 10


@pytest.mark.rule("STP-10.7", "STA-19.7")
def test_of_several_masters_the_learner_chooses():
    both = {**knows(0, Trait.ELUSIVE), **knows(2, Trait.ELUSIVE)}
    table = act(in_port(1, MARKET, **RICH, **both), "learn_a", "cand 4")
    assert labels(table) == ["char 1", "char 2"]
    act(table, "char 2")
    expect(table, {"ch_pp[0]": 35, "ch_pp[2]": 10, "ch_coins[1]": 215})


@pytest.mark.rule("STP-10.8")
def test_the_quick_witted_learn_cheaper():
    assert price(**knows(1, Trait.QUICK_WITTED)) == (85, 50)


@pytest.mark.rule("STP-10.12")
def test_bosun_and_constable_are_unique_and_not_for_the_captain():
    strong = {f"ch_att[{seat}]": [5] * 7 for seat in range(3)}
    money = {f"ch_{what}[{seat}]": 300 for what in ("coins", "pp") for seat in range(3)}
    rows = in_port(1, CHAPEL).tables_of(0).t.traits
    educated = [k for k in range(105) if rows[k].cls == 2]
    bosun = f"cand {educated.index(Trait.BOSUN)}"
    refuses(act(in_port(0, CHAPEL, **money, **strong), "learn_a"), bosun)
    assert bosun in labels(act(in_port(1, CHAPEL, **money, **strong), "learn_a"))
    taken = knows(2, Trait.BOSUN)
    refuses(act(in_port(1, CHAPEL, **money, **strong, **taken), "learn_a"), bosun)
    assert rows[Trait.CONSTABLE].unique == 1


@pytest.mark.rule("STP-10.13")
def test_a_known_trait_is_not_learned_again_and_none_is_given_money_for():
    table = act(in_port(1, MARKET, **RICH, **knows(1, Trait.ELUSIVE)), "learn_a")
    refuses(table, "cand 4")
    cheap = {"appr[1]": 2, **knows(1, Trait.QUICK_WITTED), **knows(2, Trait.ELUSIVE)}
    assert price(**cheap) == (60, 30)


@pytest.mark.rule("STP-10.13", "STP-10.3")
def test_the_class_comes_before_reductions():
    assert price(**{"ch_cls[1]": OUTSIDE, "appr[1]": 2}) == (140, 80)


@pytest.mark.rule("STP-10.14")
def test_the_scatterbrained_pay_more():
    assert price(**{"ch_affl[1]": int(Affliction.SCATTERBRAINED)}) == (115, 70)


@pytest.mark.rule("STP-10.15")
@pytest.mark.parametrize(("spent", "no_destiny"), [(9, 1), (10, 0)])
def test_a_spendthrift_has_to_spend(spent, no_destiny):
    mine = {"ch_affl[1]": int(Affliction.SPENDTHRIFT), "spent[1]": spent}
    table = act(in_port(1, SHIP, fin=[1, 0, 1, 0, 0], **mine), "port_done")
    expect(table, {"no_dp[1]": no_destiny})
