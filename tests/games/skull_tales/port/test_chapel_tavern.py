"""The Chapel and the Tavern (STP-7, STP-8)."""

from __future__ import annotations

import pytest

from piracy_env.games.skull_tales.rules.campaign import Stage
from piracy_env.games.skull_tales.rules.town import Place
from tests.games.skull_tales.crew import between, dice, in_port
from tests.scenario import act, expect, labels, refuses

SHIP, DOCKS, MARKET, CHAPEL, TAVERN, MANSION = Place
CURSED = {"ch_cursed[1]": 1, "ch_coins[1]": 50}


@pytest.mark.rule("STP-7.1")
@pytest.mark.parametrize(
    ("action", "wounds", "destiny"), [("charity_w", 1, 0), ("charity_d", 2, 1)]
)
def test_charity_heals_or_gives_destiny(action, wounds, destiny):
    table = act(in_port(1, CHAPEL, **{"ch_wounds[1]": 2}), action)
    expect(table, {"ch_wounds[1]": wounds, "ch_dp[1]": destiny})
    expect(table, {"ch_coins[1]": 18, "tu[1]": 19})


@pytest.mark.rule("STP-7.2")
@pytest.mark.parametrize(("which", "coins"), [("Greedy", 10), ("Wroth", 30), ("Prideful", 20)])
def test_the_cursed_choose_a_penance(which, coins):
    table = act(in_port(1, CHAPEL, "voyage_port", **CURSED), f"atone {which}")
    expect(table, {"ch_coins[1]": coins, "tu[1]": 19, "ch_cursed[1]": 1})
    assert table.record().ch_penance[1] == 1 + ["Greedy", "Wroth", "Prideful"].index(which)
    assert labels(in_port(1, CHAPEL, "voyage_port"), "atone") == []


@pytest.mark.rule("STP-7.3")
def test_a_penance_is_in_force_in_the_next_adventure_only():
    kept = {"ch_penance[1]": 2, "ch_cursed[1]": 1}
    table = between(Stage.ATTEMPT, **kept, **dice(*[6] * 36))
    act(table, "no")
    assert table.record().ch_penance_ok[1] == 1


@pytest.mark.rule("STP-7.4")
def test_the_curse_goes_at_the_chapel_of_the_next_port():
    kept = {"ch_penance[1]": 2, "ch_cursed[1]": 1}
    table = act(in_port(1, MARKET, **kept, **{"ch_penance_ok[1]": 1}, **dice(18, 1, 1, 1)), "go 3")
    expect(table, {"ch_cursed[1]": 0, "ch_penance[1]": 0, "ch_penance_ok[1]": 0})
    table = act(in_port(1, MARKET, **kept, **dice(18, 1, 1, 1)), "go 3")
    expect(table, {"ch_cursed[1]": 1, "ch_penance[1]": 2})
    last = {"fin": [1, 0, 1, 0, 0], **kept, "ch_penance_ok[1]": 1}
    table = act(in_port(1, SHIP, **last), "port_done")
    expect(table, {"ch_cursed[1]": 1, "ch_penance[1]": 0})


@pytest.mark.rule("STP-8.3", "STP-8.4")
def test_a_rumor_is_heard_kept_or_discarded():
    table = in_port(1, TAVERN, "voyage_port", **dice(3, 6, 9))
    act(table, "rumor")
    expect(table, look=6, seat=1)
    act(table, "yes")
    expect(table, {"rum_id[1]": 6, "rum_held[1]": 1, "look": 0, "tu[1]": 18})
    table = act(in_port(1, TAVERN, "voyage_port", **dice(3, 6)), "rumor", "no")
    expect(table, {"rum_id[1]": 0, "rum_out": 1 << 5})
    table = act(in_port(1, TAVERN, "voyage_port", **dice(2)), "rumor")
    expect(table, look=0)  # 5 is no success against 5
    held = {"rum_id[1]": 6, "rum_held[1]": 1}
    assert "rumor" not in labels(in_port(1, TAVERN, "voyage_port", **held))


@pytest.mark.rule("STP-8.3")
def test_only_the_buried_chest_has_an_island():
    table = act(in_port(1, TAVERN, "voyage_port", **dice(3, 1, 9)), "rumor", "yes")
    expect(table, {"rum_id[1]": 1, "rum_x[1]": 9})


@pytest.mark.rule("STP-8.5")
@pytest.mark.parametrize(
    ("card", "island", "deeds", "prestige", "coins"),
    [
        (6, -1, 1 << 5, 28, 20),
        (6, -1, 0, 20, 20),
        (1, 4, 1, 20, 50),
        (1, 5, 1, 20, 20),
        (9, -1, 1 << 8, 25, 35),
    ],
)
def test_a_fulfilled_rumor_pays_in_the_next_port(card, island, deeds, prestige, coins):
    held = {"rum_id[1]": card, "rum_x[1]": island, "rum_held[1]": 1, "deeds[1]": deeds}
    table = act(between(Stage.PORT, isl_land=1 << 4, **held), "no")
    expect(table, {"ch_pp[1]": prestige, "ch_coins[1]": coins, "rum_held[1]": 0, "isl_land": 0})


@pytest.mark.rule("STP-8.6")
def test_groups_are_hired_up_to_six():
    table = act(in_port(0, TAVERN), "hire_pg")
    expect(table, {"pg_on[4]": 1, "crew_booty": 70, "tu[0]": 19})
    six = {f"pg_{name}[{k}]": v for k in (4, 5) for name, v in {"on": 1, "post": 8}.items()}
    refuses(in_port(0, TAVERN, **six), "hire_pg")
    refuses(in_port(0, TAVERN, crew_booty=29), "hire_pg")


@pytest.mark.rule("STP-8.2", "STC-5.2", "STC-5.3")
def test_a_pirate_has_one_ally_and_there_are_five_characters():
    mine = {"kind": 2, "card": 3, "owner": 1, "salary": 15, "hp_max": 4}
    one = {f"ch_{name}[3]": value for name, value in mine.items()}
    refuses(in_port(1, TAVERN, **one), "hire_ally")
    assert "hire_ally" in labels(in_port(2, TAVERN, **one))
    other = {f"ch_{name}[4]": value for name, value in {**mine, "card": 2, "owner": 0}.items()}
    refuses(in_port(2, TAVERN, **one, **other), "hire_ally")
