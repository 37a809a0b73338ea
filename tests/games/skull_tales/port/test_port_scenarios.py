"""Scenarios of the Port, played as the rules tell them."""

from __future__ import annotations

import pytest

from piracy_env.games.skull_tales import GAME
from piracy_env.games.skull_tales.rules.campaign import Stage
from piracy_env.games.skull_tales.rules.town import Place
from piracy_env.games.skull_tales.state import Decision
from piracy_env.games.skull_tales.traits import Trait
from tests.games.skull_tales.crew import between, dice, frames, in_port
from tests.scenario import act, expect, labels, refuses

TAVERN, DOCKS, MANSION, MARKET = Place.TAVERN, Place.DOCKS, Place.MANSION, Place.MARKET


@pytest.mark.rule("STP-8.1", "STC-1.7")
@pytest.mark.parametrize(("die", "prestige"), [(4, 23), (1, 20)])
def test_a_story_is_worth_what_it_exceeds(die, prestige):
    table = in_port(1, TAVERN, **dice(die))
    act(table, "story", "num 2")
    expect(table, {"ch_pp[1]": prestige, "ch_coins[1]": 18, "tu[1]": 18})


@pytest.mark.rule("STP-8.7", "STC-1.6")
@pytest.mark.parametrize(
    ("game", "rolls", "coins"), [("game_a", (5, 1, 1), 22), ("game_b", (6, 1, 1), 25)]
)
def test_games_of_chance_pay_what_their_table_says(game, rolls, coins):
    table = in_port(1, TAVERN, **dice(*rolls))
    act(table, game, "num 5", "att 4")
    expect(table, {"ch_coins[1]": coins, "tu[1]": 19})


@pytest.mark.rule("STP-2.2")
def test_who_has_most_time_acts_until_it_has_less_than_the_others():
    """A, B and C have left their first round with 17, 12 and 18 Time Units."""
    rich = {f"ch_{what}[{seat}]": 300 for what in ("coins", "pp") for seat in (0, 2)}
    table = in_port(1, TAVERN, tu=[17, 14, 18, 0, 0], loc=[MARKET, TAVERN, DOCKS, 0, 0], **rich)
    act(table, "story", "num 0", "no")
    expect(table, {"seat": 2, "tu": [17, 12, 18]})
    table.set(0, dice(11))
    act(table, "go 2", "learn_a", "cand 4")
    expect(table, {"seat": 0, "tu": [17, 12, 10]})
    act(table, "stock", "buy_brew", "no", "no")
    expect(table, {"seat": 0, "tu": [16, 12, 10]})
    act(table, "learn_a", "cand 4", "no")
    expect(table, {"seat": 1, "tu": [9, 12, 10]})


@pytest.mark.rule("STC-9.3", "STP-2.2", "STP-2.1", "STV-R52", "STV-R73")
@pytest.mark.parametrize(
    ("fields", "among"),
    [
        ({"tu": [10, 12, 12, 0, 0]}, [1, 2]),
        ({"tu": [12, 12, 12, 0, 0]}, [0, 1, 2]),  # the Captain ties, and decides
        ({"tu": [12, 10, 12, 0, 0], "fin": [1, 0, 1, 0, 0]}, []),
        ({"ch_pp": [30, 20, 20, 0, 0], "rnd1": 1}, [1, 2]),
        ({"ch_pp": [30, 20, 10, 0, 0], "rnd1": 1}, []),
        ({"ch_pp": [30, 30, 30, 0, 0], "rnd1": 0}, []),  # the Captain begins
    ],
)
def test_the_captain_may_settle_who_is_next(fields, among):
    stack = frames(
        [Decision.CAMPAIGN, -1, Stage.AFTER_PORT, -1, 0, 0, 0],
        [Decision.PORT, -1, 4, -1, 0, 0, 0],
        [Decision.HEAL, 0, 0, 0, 0, 0, 0],
    )
    plain, named = (in_port(0, 0, options={"tie_mode": mode}) for mode in (0, 1))
    for table in (plain, named):
        table.set(0, {**stack, **fields, "seat": 0})
        act(table, "no")
    first = int(plain.record().seat)
    if not among:
        expect(named, seat=first)
        assert GAME.decisions.name(named.record()) == "PORT_TURN"
        return
    assert first == among[0]
    expect(named, seat=0)
    assert labels(named) == [f"char {seat}" for seat in among]
    act(named, f"char {among[-1]}")
    expect(named, seat=among[-1])
    assert GAME.decisions.name(named.record()) == "PORT_TURN"


@pytest.mark.rule("STP-3.8", "STP-3.9")
def test_who_was_approved_of_and_then_disliked_learns_in_the_next_port():
    rich = {"ch_coins[1]": 200, "ch_pp[1]": 200}
    moods = {"appr[1]": 1, "disl[1]": 1}
    assert "learn_a" in labels(in_port(1, DOCKS, **rich, **{"appr[1]": 1}))
    refuses(in_port(1, DOCKS, **rich, **moods), "learn_a")
    table = act(between(Stage.PORT, **rich, **moods), "no")
    s = table.record()
    again = {"appr[1]": int(s.appr[1]), "disl[1]": int(s.disl[1])}
    assert "learn_a" in labels(in_port(1, DOCKS, **rich, **again))


@pytest.mark.rule("STP-3.3", "STP-3.10")
def test_tavern_trouble_may_be_fought_out():
    table = in_port(1, DOCKS, **dice(24, 1, 2, 3))
    act(table, "go 4")
    assert labels(table) == ["opt 0", "opt 1", "opt 2"]
    act(table, "opt 2")
    expect(table, {"ch_wounds[1]": 1, "ch_pp[1]": 18, "tu[1]": 16})


@pytest.mark.rule("STP-10.1", "STP-10.3", "STP-10.7", "STP-3.8")
def test_a_trait_costs_less_with_a_master_and_approval():
    known = {f"ch_traits[2, {Trait.ELUSIVE.value}]": 1}
    table = in_port(1, MARKET, **{"ch_coins[1]": 100, "ch_pp[1]": 60, "appr[1]": 2, **known})
    act(table, "learn_a", "cand 4")
    expect(table, {"ch_coins[1]": 25, "ch_pp[1]": 20, "ch_pp[2]": 15, "tu[1]": 13})
    expect(table, {f"ch_traits[1, {Trait.ELUSIVE.value}]": 1})


@pytest.mark.rule("STP-9.6", "STP-9.7")
def test_a_loan_costs_time_and_prestige():
    table = in_port(1, MANSION)
    act(table, "loan", "num 1", "num 2")
    expect(table, {"tu[1]": 18, "ch_pp[1]": 17, "ch_coins[1]": 40, "debt[1]": 24})
    assert "repay" not in labels(table)


@pytest.mark.rule("STP-9.9")
def test_half_of_a_debtors_salary_goes_to_the_debt():
    table = in_port(1, DOCKS, **{"debt[1]": 24, "ch_debtor[1]": 1})
    act(table, "salary")
    expect(table, {"debt[1]": 16, "ch_coins[1]": 27})


@pytest.mark.rule("STP-3.6", "STP-3.7")
@pytest.mark.parametrize(("before", "after"), [(10, 4), (4, 0)])
def test_who_is_knocked_out_wakes_up_on_the_ship(before, after):
    table = in_port(1, DOCKS, **{"ch_wounds[1]": 5, "tu[1]": before}, **dice(27, 1, 1, 1))
    act(table, "go 4")
    expect(table, {"ch_pp[1]": 15, "tu[1]": after, "loc[1]": 0, "ch_wounds[1]": 0})


@pytest.mark.rule("STP-5.7", "STP-5.8", "STP-5.9", "STV-R16", "STV-R17")
def test_goods_are_sold_before_anything_is_bought():
    hold = [10, 10, 10, 3, 4, 8, 0, 0, *[0] * 12]
    table = in_port(
        0, DOCKS, hold=hold, goods_sup=[1, 2, 2, 3, 4, 5, 6, 2, 3], crew_booty=100, **dice(4)
    )
    act(table, "trade", "sell 2", "sell 3", "sell 7")
    expect(table, crew_booty=210)
    act(table, "buy_supplies", "buy_supplies")
    expect(table, {"crew_booty": 190, "tu[0]": 18})
    assert labels(table, "sell") == []


@pytest.mark.rule("STP-5.10", "STP-5.11")
def test_a_new_ship_takes_over_the_cargo():
    table = in_port(0, DOCKS, crew_booty=300)
    act(table, "upgrade", "ship 2")
    hold = [10, 10, 10, 10, 5, 5, 7, 7, 7, *[0] * 11]
    expect(table, crew_booty=50, sails_base=2, hold_base=8, upg=0, hold=hold)
    table = in_port(0, DOCKS, crew_booty=240)
    act(table, "upgrade")
    refuses(table, "ship 2")


@pytest.mark.rule("STP-5.1", "STP-5.2")
def test_a_salary_is_earned_once_after_a_success():
    table = in_port(0, DOCKS)
    act(table, "salary")
    expect(table, {"ch_coins[0]": 70, "crew_booty": 200})
    for result in (0, -1):
        table = in_port(1, DOCKS, adv_result=result)
        refuses(table, "salary")


@pytest.mark.rule("STP-9.1")
def test_the_mansion_has_an_entry_fee_but_for_the_captain():
    refuses(in_port(1, TAVERN, **{"ch_coins[1]": 6}), "go 5")
    table = act(in_port(0, TAVERN, **{"ch_coins[0]": 0}, **dice(35, 1)), "go 5")
    expect(table, {"loc[0]": 5, "ch_coins[0]": 0})


@pytest.mark.rule("STP-8.2", "STC-5.1")
@pytest.mark.parametrize(("rolls", "is_hired"), [((2, 4), False), ((5, 4), True)])
def test_an_ally_has_to_be_talked_round(rolls, is_hired):
    table = in_port(1, TAVERN, **{"ch_att[1, 6]": 2}, **dice(*rolls))
    act(table, "hire_ally", "cand 2")
    paid = {"ch_pp[1]": 18, "ch_coins[1]": 15} if is_hired else {"ch_pp[1]": 20, "ch_coins[1]": 20}
    expect(table, {"ch_kind[3]": 2 if is_hired else 0, "tu[1]": 17, **paid})


@pytest.mark.rule("STP-3.5")
def test_a_key_word_drawn_before_bites():
    table = in_port(1, DOCKS, keys=2, **dice(10, 1, 1, 1))
    act(table, "go 2")
    expect(table, {"ch_coins[1]": 16, "disl[1]": 2})


@pytest.mark.rule("STP-5.6", "STV-R36")
def test_repairs_are_paid_by_the_piece_in_one_visit():
    table = in_port(0, DOCKS, sails_imp=2, hold_imp=1, crew_booty=130)
    act(table, "repair_sail", "repair_sail", "repair_hold")
    expect(table, {"crew_booty": 5, "tu[0]": 19, "sails_imp": 0, "hold_imp": 0})


@pytest.mark.rule("STP-2.6")
def test_who_is_late_loses_prestige():
    table = in_port(1, TAVERN, **{"tu[1]": 2})
    act(table, "story", "num 0")
    expect(table, {"fin[1]": 1, "ch_pp[1]": 15})


@pytest.mark.rule("STP-6.5", "STP-6.6")
def test_an_order_is_paid_and_set_aside():
    table = in_port(1, MARKET)
    left = int(table.record().gear_left[2])
    assert left > 0
    act(table, "order", "cand 2")
    expect(table, {"ch_coins[1]": 5, "tu[1]": 18, "order[1]": 2, "gear_left[2]": left - 1})


@pytest.mark.rule("STP-6.2", "STP-6.3")
def test_the_captain_is_shown_more():
    table = in_port(0, MARKET, **{"ch_coins[0]": 100})
    act(table, "haggle")
    expect(table, {"mk_seen[0]": 4095, "offer_to": 0, "mk_seen[1]": 0})
