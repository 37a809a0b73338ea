"""The Docks: rest, Assignments, upgrades (STP-5)."""

from __future__ import annotations

import pytest

from piracy_env.games.skull_tales.rules.docks import CHAIN, CODEX
from piracy_env.games.skull_tales.rules.town import Place
from piracy_env.games.skull_tales.tables.words import CLASSES
from tests.games.skull_tales.crew import dice, in_port
from tests.scenario import act, expect, labels, refuses

SHIP, DOCKS, MARKET, CHAPEL, TAVERN, MANSION = Place
HOLD_FULL = [10, 10, 10, 5, 5, 7, 7, 7, 4, 4, 4, 4, 6, 6, *[0] * 6]


@pytest.mark.rule("STP-5.3")
@pytest.mark.parametrize(
    ("how", "wounds", "destiny"), [("relax_mix", 2, 1), ("relax_w2", 1, 0), ("relax_d2", 3, 2)]
)
def test_to_relax_heals_or_gives_destiny(how, wounds, destiny):
    table = act(in_port(0, DOCKS, **{"ch_wounds[0]": 3}), how)
    expect(table, {"ch_wounds[0]": wounds, "ch_dp[0]": destiny, "tu[0]": 19})


@pytest.mark.rule("STP-5.4", "STP-5.5")
def test_an_assignment_is_kept_or_discarded_and_there_is_one_at_a_time():
    table = act(in_port(0, DOCKS, "voyage_port", **dice(1, 7)), "take_assign", "yes")
    expect(table, {"asg": 1, "asg_x": 7, "asg_out": 1, "tu[0]": 19})
    table = act(in_port(0, DOCKS, "voyage_port", **dice(4)), "take_assign", "no")
    expect(table, asg=0, asg_out=8)
    held = {"asg": 4, "asg_out": 8}
    assert "take_assign" not in labels(in_port(0, DOCKS, "voyage_port", **held))
    assert "take_assign" not in labels(in_port(0, DOCKS))  # no Voyage comes to fulfil it


@pytest.mark.rule("STP-5.12", "STP-5.13", "STP-5.18")
@pytest.mark.parametrize(
    ("upgrade", "field", "value", "price"), [(0, "hold_base", 8, 50), (9, "sails_base", 4, 100)]
)
def test_ship_grows_by_upgrades(upgrade, field, value, price):
    table = in_port(0, DOCKS, crew_booty=120)
    act(table, "upgrade", f"up {upgrade}")
    expect(table, {field: value, "crew_booty": 120 - price, "tu[0]": 19})


@pytest.mark.rule("STP-5.13", "STP-5.18", "STV-21.7")
def test_no_ship_grows_beyond_its_limits():
    limit = in_port(0, DOCKS).tables_of(0).t.ships[1]
    grown = {"hold_base": int(limit.hold_max), "sails_base": int(limit.sails_max)}
    table = act(in_port(0, DOCKS, crew_booty=500, **grown), "upgrade")
    refuses(table, "up 0", "up 9")


@pytest.mark.rule("STP-5.14", "STP-5.15", "STP-5.17")
@pytest.mark.parametrize(
    ("upgrade", "price"), [(1, 70), (2, 100), (3, 60), (4, 70), (5, 100), (7, 30), (8, 30)]
)
def test_fittings_are_bought_once(upgrade, price):
    table = in_port(0, DOCKS, crew_booty=200)
    act(table, "upgrade", f"up {upgrade}")
    expect(table, crew_booty=200 - price)
    assert table.record().upg > 0
    again = in_port(0, DOCKS, crew_booty=200, upg=int(table.record().upg))
    refuses(act(again, "upgrade"), f"up {upgrade}")


@pytest.mark.rule("STP-5.14", "STP-5.17")
def test_the_codex_and_ammunition_are_different_things():
    table = act(in_port(0, DOCKS, crew_booty=200, upg=CODEX), "upgrade", "up 7")
    expect(table, upg=CODEX | CHAIN)


@pytest.mark.rule("STP-5.16")
def test_a_cannon_needs_room_and_there_are_five():
    table = act(in_port(0, DOCKS, crew_booty=100), "upgrade", "up 6")
    expect(table, {"hold[8]": 10, "cannon_sup": 1, "crew_booty": 0})
    full = {"hold": HOLD_FULL, "goods_sup": [1, 2, 3, 0, 2, 3, 3, 3, 3], "crew_booty": 200}
    refuses(act(in_port(0, DOCKS, **full), "upgrade"), "up 6")
    five = {"hold": [10] * 5 + [0] * 15, "cannon_sup": 0, "goods_sup": [1, 2, 3, 4, 4, 5, 6, 3, 3]}
    refuses(act(in_port(0, DOCKS, crew_booty=200, **five), "upgrade"), "up 6")


@pytest.mark.rule("STP-5.19", "STP-6.8", "STP-7.5", "STP-7.6", "STP-8.8", "STP-9.10", "STP-10.16")
@pytest.mark.parametrize(
    ("place", "action", "cls"),
    [
        (DOCKS, "learn_a", "shooter"),
        (MARKET, "learn_a", "rogue"),
        (CHAPEL, "learn_a", "educated"),
        (CHAPEL, "learn_b", "mystic"),
        (TAVERN, "learn_a", "rowdy"),
        (MANSION, "learn_a", "duelist"),
    ],
)
def test_each_place_has_its_teacher(place, action, cls):
    rich = {"ch_coins[1]": 500, "ch_pp[1]": 500, "ch_att[1]": [5] * 7}
    table = in_port(1, place, **rich, **{"ch_cls[1]": 1 << CLASSES.index(cls)})
    act(table, action)
    traits = table.tables_of(0).t.traits
    of_class = [k for k in range(105) if traits[k].cls == CLASSES.index(cls)]
    act(table, labels(table, "cand")[0])
    learned = [k for k in range(105) if table.record().ch_traits[1][k]]
    assert len(learned) == 1
    assert learned[0] in of_class
    expect(table, {"tu[1]": 13})
