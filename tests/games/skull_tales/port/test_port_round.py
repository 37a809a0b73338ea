"""How a Port Phase begins, whose turn it is, and how it ends (STP-1, STP-2, STP-4)."""

from __future__ import annotations

import pytest

from piracy_env.games.skull_tales.rules.campaign import Stage
from piracy_env.games.skull_tales.rules.town import Place
from piracy_env.games.skull_tales.state import ALLY
from piracy_env.games.skull_tales.traits import Trait
from tests.games.skull_tales.crew import between, dice, in_port
from tests.scenario import act, expect, labels, refuses

SHIP, DOCKS, MARKET, CHAPEL, TAVERN, MANSION = Place


def ally(slot: int = 3, owner: int = 1, salary: int = 15) -> dict[str, int]:
    """An Ally, the Old Salt, in somebody's service."""
    fields = {"kind": ALLY, "card": 3, "owner": owner, "salary": salary, "hp_max": 4}
    return {f"ch_{name}[{slot}]": value for name, value in fields.items()}


@pytest.mark.rule("STP-1.1", "STP-1.5")
def test_everybody_begins_aboard_with_twenty_time_units():
    table = act(between(Stage.PORT, tu=[0, 3, 0, 0, 0], loc=[1, 2, 3, 0, 0]), "no")
    expect(table, tu=[20, 20, 20, 0, 0], loc=[0] * 5, phase=0)


@pytest.mark.rule("STP-1.2", "STV-R47")
def test_decks_are_whole_again_but_for_what_is_held():
    fields = {"asg": 3, "asg_out": 7, "rum_out": 12, "rum_id[1]": 5, "rum_held[1]": 1}
    table = act(between(Stage.PORT, pe_out=[255] * 5, **fields), "no")
    expect(table, pe_out=[0] * 5, asg_out=4, rum_out=16)


@pytest.mark.rule("STP-1.3")
def test_rum_and_brew_are_not_in_the_gear_deck():
    table = act(between(Stage.PORT), "no")
    assert len(table.record().gear_left) == 31
    table = in_port(1, MARKET)
    act(table, "stock", "buy_rumcard", "buy_brew")
    expect(table, {"ch_rum[1]": 1, "ch_brew[1]": 1, "ch_coins[1]": 14})


@pytest.mark.rule("STP-1.4")
def test_eight_cards_lie_in_the_market_and_nobody_has_seen_them():
    table = between(Stage.PORT)
    before = sum(table.record().gear_left)
    act(table, "no")
    expect(table, mk_on=255, mk_seen=[0] * 5, offer_to=-1)
    assert sum(table.record().gear_left) == before - 8


@pytest.mark.rule("STP-1.6", "STC-5.4")
def test_salaries_of_allies_are_asked_first_and_at_the_end_again():
    table = act(between(Stage.PORT, **ally(salary=30)), "no")
    expect(table, seat=0)  # B cannot pay 30, so it is not asked yet
    assert "to the end of the Port: the Old Salt (B) 30 coins" in table.describe(0)
    table = in_port(1, SHIP, fin=[1, 0, 1, 0, 0], scenario="voyage_port", **ally(salary=30))
    table.set(0, {"stk[1, 5]": 1 << 3, "ch_coins[1]": 35})  # it could not be paid at first
    act(table, "port_done")
    expect(table, seat=1)
    act(table, "yes")
    expect(table, {"ch_coins[1]": 5, "ch_kind[3]": ALLY})


@pytest.mark.rule("STP-1.6")
@pytest.mark.parametrize(("answer", "coins", "kind"), [("yes", 5, ALLY), ("no", 20, 0)])
def test_an_owner_pays_or_dismisses_an_ally(answer, coins, kind):
    table = act(between(Stage.PORT, **ally()), "no")
    expect(table, seat=1)
    act(table, answer)
    expect(table, {"ch_coins[1]": coins, "ch_kind[3]": kind})


@pytest.mark.rule("STP-1.6")
def test_groups_are_rested_in_port():
    fields = {f"pg_{name}[2]": value for name, value in {"on": 1, "post": 10, "w": 2}.items()}
    table = act(between(Stage.PORT, **fields, **{"pg_fat[0]": 3}), "no")
    expect(table, {"pg_w[2]": 0, "pg_post[2]": 8, "pg_fat[0]": 0})


@pytest.mark.rule("STP-1.7")
def test_allies_have_no_turn_in_port():
    table = act(between(Stage.PORT, **ally(salary=0)), "no", "yes")
    expect(table, tu=[20, 20, 20, 0, 0])
    for seat in (0, 1, 2):
        expect(table, seat=seat)
        act(table, "port_done")
    assert table.record().phase != 0


@pytest.mark.rule("STP-2.1", "STV-R52")
def test_the_first_round_goes_by_prestige_after_the_captain():
    table = act(between(Stage.PORT, ch_pp=[5, 10, 40, 0, 0]), "no")
    order = []
    for _ in range(3):
        order.append(int(table.record().seat))
        act(table, "go 1")
        while table.record().seat == order[-1]:
            act(table, table.legal()[0])
    assert order == [0, 2, 1]


@pytest.mark.rule("STP-2.3")
def test_a_turn_has_one_move_and_one_action_in_any_order():
    table = in_port(1, TAVERN, **dice(1))
    act(table, "story", "num 0")
    assert "story" not in labels(table)
    assert labels(table, "go") == ["go 1", "go 2", "go 5"]
    act(table, "go 1")
    assert table.record().seat != 1 or "go 0" not in labels(table)


@pytest.mark.rule("STP-2.3")
def test_at_least_one_part_of_a_turn_is_taken():
    refuses(in_port(1, DOCKS), "no", "port_done")


@pytest.mark.rule("STP-2.4")
@pytest.mark.parametrize(
    ("place", "roads"),
    [
        (SHIP, [DOCKS]),
        (DOCKS, [SHIP, MARKET, TAVERN]),
        (MARKET, [DOCKS, CHAPEL, TAVERN]),
        (CHAPEL, [MARKET, MANSION]),
        (TAVERN, [DOCKS, MARKET, MANSION]),
        (MANSION, [CHAPEL, TAVERN]),
    ],
)
def test_roads_lead_to_neighbours_and_cost_one_time_unit(place, roads):
    table = in_port(1, place)
    assert labels(table, "go") == [f"go {road.value}" for road in roads]
    act(table, labels(table, "go")[0])
    expect(table, {"tu[1]": 19})


@pytest.mark.rule("STP-2.5", "STP-4.1")
def test_nothing_is_done_without_the_time_for_it():
    assert "story" not in labels(in_port(1, TAVERN, **{"tu[1]": 1}))
    assert "story" in labels(in_port(1, TAVERN, **{"tu[1]": 2}))
    assert "hire_ally" not in labels(in_port(1, TAVERN, **{"tu[1]": 2}))


@pytest.mark.rule("STP-2.7")
def test_who_ends_on_the_ship_loses_the_rest_of_its_time_and_nothing_else():
    table = in_port(1, SHIP)
    act(table, "port_done")
    expect(table, {"fin[1]": 1, "ch_pp[1]": 20})
    assert table.record().seat != 1
    assert "port_done" not in labels(in_port(1, DOCKS))


@pytest.mark.rule("STP-2.8", "STV-R46")
def test_when_all_are_finished_the_market_is_put_away():
    table = in_port(1, SHIP, fin=[1, 0, 1, 0, 0])
    left = sum(table.record().gear_left)
    act(table, "port_done")
    expect(table, over=1, phase=3, mk=[0] * 12, mk_on=0)
    assert sum(table.record().gear_left) == left + 8


@pytest.mark.rule("STP-2.8", "STC-9.2")
def test_a_port_that_takes_too_long_is_closed():
    table = in_port(1, SHIP, stage_moves=3_999, ch_pp=[30, 20, 10, 0, 0], loc=[4, 0, 4, 0, 0])
    act(table, "port_done")
    expect(table, over=1, ended=6, ch_pp=[30, 20, 10, 0, 0])


@pytest.mark.rule("STP-4.2", "STC-3.3")
def test_some_actions_are_the_captains():
    own = {"ch_dp[0]": 1, "ch_wounds[0]": 1, "sails_imp": 1}
    captains = ("relax_mix", "take_assign", "repair_sail", "trade", "upgrade")
    at_docks = labels(in_port(0, DOCKS, "voyage_port", **own))
    assert set(captains) <= set(at_docks)
    assert "hire_pg" in labels(in_port(0, TAVERN))
    other = {"ch_dp[1]": 1, "ch_wounds[1]": 1, "sails_imp": 1}
    assert not set(captains) & set(labels(in_port(1, DOCKS, "voyage_port", **other)))
    assert "hire_pg" not in labels(in_port(1, TAVERN))


@pytest.mark.rule("STP-10.9", "STV-R35")
def test_the_bosun_asks_the_captain():
    bosun = {f"ch_traits[1, {Trait.BOSUN.value}]": 1}
    table = in_port(1, TAVERN, **bosun)
    act(table, "hire_pg")
    expect(table, seat=0)
    act(table, "yes")
    expect(table, {"ch_pp[1]": 21, "crew_booty": 70, "tu[1]": 19})
    table = in_port(1, TAVERN, **bosun)
    act(table, "hire_pg", "no")
    expect(table, {"seat": 1, "ch_pp[1]": 20, "crew_booty": 100, "tu[1]": 20})
    assert "hire_pg" not in labels(table)
    table = in_port(1, DOCKS, **bosun)
    act(table, "salary")
    expect(table, {"ch_coins[1]": 35, "crew_booty": 100})
