"""The Market Square: bottles, gear, orders, prostheses (STP-6)."""

from __future__ import annotations

import pytest

from piracy_env.games.skull_tales.rules.campaign import Stage
from piracy_env.games.skull_tales.rules.crew import STARTING
from piracy_env.games.skull_tales.rules.town import Place
from piracy_env.games.skull_tales.traits import Trait
from tests.games.skull_tales.crew import between, dice, in_port, market
from tests.scenario import act, expect, labels, refuses

SHIP, DOCKS, MARKET, CHAPEL, TAVERN, MANSION = Place
DAGGER, AXE = 2, 3


def stall(**fields):
    """B at a Market with one Dagger, and nothing else."""
    return in_port(1, MARKET, **{**market(DAGGER), **fields})


def carried(gear: int, flag: int = 0) -> dict[str, int]:
    """B carries one card."""
    return {"inv_id[1, 0]": gear, "inv_flag[1, 0]": flag, "inv_n[1]": 1}


@pytest.mark.rule("STP-6.1")
def test_bottles_cost_three_coins_each_and_one_time_unit_in_all():
    table = act(in_port(1, MARKET), "stock", *["buy_rumcard"] * 4, "buy_brew")
    expect(table, {"ch_rum[1]": 4, "ch_brew[1]": 1, "ch_coins[1]": 5, "tu[1]": 19})


@pytest.mark.rule("STP-6.7")
def test_nobody_carries_more_than_three_places():
    table = in_port(1, MARKET, **{"ch_rum[1]": 5, "ch_coins[1]": 50})
    act(table, "stock", "buy_brew")
    assert "buy_brew" not in labels(table)
    table = stall(**{"ch_rum[1]": 5, "ch_coins[1]": 50})
    act(table, "haggle")
    refuses(table, "cand 0")


@pytest.mark.rule("STP-6.2")
def test_gear_is_bought_and_sold_for_half_its_price():
    table = act(stall(), "haggle", "cand 0")
    expect(table, {"ch_coins[1]": 5, "inv_id[1, 0]": DAGGER, "mk_on": 0, "tu[1]": 19})
    left = int(table.record().gear_left[DAGGER])
    act(table, "inv 0")
    expect(table, {"ch_coins[1]": 12, "inv_n[1]": 0, "mk_on": 0})
    expect(table, {f"gear_left[{DAGGER}]": left + 1})  # into the deck, not into the Market


@pytest.mark.rule("STP-6.2")
def test_starting_gear_is_not_for_sale():
    table = stall(**carried(AXE, STARTING))
    act(table, "haggle")
    refuses(table, "inv 0")


@pytest.mark.rule("STP-6.3")
def test_the_captains_offer_is_his_alone():
    table = act(in_port(0, MARKET, **{"ch_coins[0]": 200}), "haggle")
    assert labels(table, "cand")[-1] in ("cand 8", "cand 9", "cand 10", "cand 11")
    act(table, "no")
    assert table.record().mk_on == 4095
    mk_on, mk = int(table.record().mk_on), list(table.record().mk)
    left, seen = list(table.record().gear_left), [4095, 0, 0, 0, 0]
    other = in_port(
        1, MARKET, mk=mk, mk_on=mk_on, gear_left=left, mk_seen=seen, offer_to=0,
        **{"ch_coins[1]": 500},
    )  # fmt: skip
    act(other, "haggle")
    assert not {f"cand {k}" for k in range(8, 12)} & set(labels(other))


@pytest.mark.rule("STP-6.4")
def test_an_empty_market_stays_empty():
    table = act(stall(), "haggle", "cand 0")
    expect(table, mk=[0] * 12, mk_on=0)
    act(table, "no")
    assert "haggle" not in labels(in_port(1, MARKET, **market()))


@pytest.mark.rule("STP-6.5", "STV-R45")
def test_an_order_waits_in_the_next_port_until_it_can_be_carried():
    ordered = {"order[1]": DAGGER, **market(apart=(DAGGER,))}
    table = act(in_port(1, DOCKS, **ordered, **dice(11)), "go 2")
    expect(table, {"order[1]": 0, "inv_id[1, 0]": DAGGER, "tu[1]": 19})
    full = {"ch_rum[1]": 5}
    table = act(in_port(1, DOCKS, **ordered, **full, **dice(11)), "go 2")
    expect(table, {"order[1]": DAGGER, "inv_n[1]": 0})
    new = {"order_new[1]": 1}
    table = act(in_port(1, DOCKS, **ordered, **new, **dice(11)), "go 2")
    expect(table, {"order[1]": DAGGER, "inv_n[1]": 0})


@pytest.mark.rule("STP-6.5")
def test_who_looks_through_the_deck_has_seen_the_market():
    table = act(stall(), "order", "no")
    expect(table, {"mk_seen[1]": 1, "tu[1]": 18})


@pytest.mark.rule("STP-6.6")
def test_one_order_at_a_time_and_only_what_the_deck_has():
    ordered = {"order[1]": DAGGER, **market(apart=(DAGGER,))}
    assert "order" not in labels(in_port(1, MARKET, **ordered))
    none = market()
    none["gear_left"][DAGGER] = 0
    daggers = {f"inv_id[{seat}, {place}]": DAGGER for seat in (0, 2) for place in range(3)}
    daggers |= {"inv_n[0]": 3, "inv_n[2]": 3}
    table = act(in_port(1, MARKET, **none, **daggers), "order")
    refuses(table, f"cand {DAGGER}")


@pytest.mark.rule("STP-6.9")
@pytest.mark.parametrize(
    ("limb", "field", "before", "after"),
    [
        (0, "ch_att[1, 5]", 3, 4),  # the eye
        (1, "ch_ap_max[1]", 4, 5),  # the leg
        (3, "ch_ap_max[1]", 4, 4),  # a hook is a weapon
    ],
)
def test_a_prosthesis_replaces_what_was_lost(limb, field, before, after):
    table = in_port(1, MARKET, **{"ch_perm[1]": 1 << limb, field: before})
    act(table, "prosthesis", f"limb {limb}")
    expect(table, {field: after, "ch_prosth[1]": 1 << limb, "ch_coins[1]": 10, "tu[1]": 19})
    fitted = {"ch_perm[1]": 1 << limb, "ch_prosth[1]": 1 << limb}
    assert "prosthesis" not in labels(in_port(1, MARKET, **fitted))


@pytest.mark.rule("STP-10.10")
def test_a_trickster_pays_half():
    trickster = {f"ch_traits[1, {Trait.TRICKSTER.value}]": 1}
    table = act(stall(**trickster), "haggle", "cand 0")
    expect(table, {"ch_coins[1]": 12})
    table = act(stall(ppers=2, **trickster), "haggle", "cand 0")
    expect(table, {"ch_coins[1]": 12})  # the Bargain Day's 12 is no lower than the half
    table = act(stall(**trickster), "stock", "buy_brew")
    expect(table, {"ch_coins[1]": 17})
    table = act(in_port(1, TAVERN, **trickster, **dice(6, 1)), "hire_ally", "cand 3")
    ally = table.tables_of(0).t.allies[3]
    paid = {"ch_pp[1]": 20 - (ally.prestige + 1) // 2, "ch_coins[1]": 20 - (ally.salary + 1) // 2}
    expect(table, paid)


@pytest.mark.rule("STP-6.5")
def test_an_order_outlives_the_port():
    table = between(Stage.PORT, **{"order[1]": DAGGER}, **market(apart=(DAGGER,)))
    act(table, "no")
    expect(table, {"order[1]": DAGGER})
