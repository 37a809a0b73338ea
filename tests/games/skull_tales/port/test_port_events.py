"""Events of the Port and what they do (STP-3)."""

from __future__ import annotations

import pytest

from piracy_env.games.skull_tales.rules.campaign import Stage
from piracy_env.games.skull_tales.rules.town import Place
from piracy_env.games.skull_tales.traits import Trait
from tests.games.skull_tales.crew import between, dice, in_port, market
from tests.scenario import act, expect, labels, refuses

SHIP, DOCKS, MARKET, CHAPEL, TAVERN, MANSION = Place
D4, D6, D7, D8, M1, M2, M5, C2, C6, V4, S1, S6 = 3, 5, 6, 7, 8, 9, 12, 17, 21, 27, 32, 37
"""Cards as rows of [port_events]."""


@pytest.mark.rule("STP-3.1")
def test_entering_a_place_draws_an_event_of_that_place():
    table = act(in_port(1, SHIP, **dice(D6)), "go 1")
    expect(table, {"ch_coins[1]": 17, "pe_out[0]": 1 << D6})
    table = act(in_port(1, DOCKS), "go 0")
    expect(table, {"loc[1]": 0, "pe_out[0]": 0})  # the ship has none


@pytest.mark.rule("STP-3.2")
def test_whoever_an_event_moves_draws_no_other():
    table = act(in_port(1, TAVERN, **dice(S6)), "go 5", "opt 0")
    expect(table, {"loc[1]": CHAPEL.value, "pe_out[2]": 0, "pe_out[4]": 1 << 5})
    table = act(in_port(1, TAVERN, **dice(S1, 1, 1, 1)), "go 5")
    expect(table, {"loc[1]": TAVERN.value, "ch_wounds[1]": 1, "pe_out[3]": 0})


@pytest.mark.rule("STP-3.3")
def test_only_what_is_optional_may_be_declined():
    table = act(in_port(1, SHIP, **dice(D4)), "go 1")
    assert labels(table) == ["no", "opt 0"]
    act(table, "no")
    expect(table, {"ch_coins[1]": 20, "appr[1]": 0})
    table = act(in_port(1, MARKET, **dice(C2)), "go 3")
    assert labels(table) == ["opt 0", "opt 1"]


@pytest.mark.rule("STP-3.4")
def test_lasting_events_stay_in_play():
    table = in_port(0, SHIP, sails_imp=1, hold_imp=0, **dice(D7))
    act(table, "go 1", "repair_sail")
    expect(table, ppers=1, crew_booty=60)
    table = in_port(1, DOCKS, **market(2), **dice(M2))
    act(table, "go 2", "haggle", "cand 0")
    expect(table, {"ppers": 2, "ch_coins[1]": 8})


@pytest.mark.rule("STP-3.5")
def test_a_key_word_counts_whichever_deck_it_came_from():
    table = act(in_port(1, SHIP, keys=1, **dice(D8, 1, 1, 1)), "go 1")
    expect(table, {"loc[1]": 0, "tu[1]": 17, "ch_pp[1]": 21, "keys": 1})
    table = act(in_port(1, SHIP, **dice(D8)), "go 1")
    expect(table, {"loc[1]": 1, "tu[1]": 19, "ch_pp[1]": 21, "keys": 1})


@pytest.mark.rule("STP-3.6")
def test_a_knock_out_ends_the_turn():
    table = in_port(1, DOCKS, **{"ch_wounds[1]": 5}, **dice(V4, 1, 1, 1))
    act(table, "go 4")
    assert table.record().seat != 1


@pytest.mark.rule("STP-3.8", "STP-3.9")
def test_dislike_prevails_over_approval():
    rich = {"ch_coins[1]": 200, "ch_pp[1]": 200}
    assert "learn_a" in labels(in_port(1, DOCKS, **rich, **{"appr[1]": 1}))
    refuses(in_port(1, DOCKS, **rich, **{"appr[1]": 1, "disl[1]": 1}), "learn_a")


@pytest.mark.rule("STP-3.9")
def test_moods_are_forgotten_in_the_next_port():
    table = act(between(Stage.PORT, appr=[1, 2, 4, 0, 0], disl=[1, 1, 1, 0, 0]), "no")
    expect(table, appr=[0] * 5, disl=[0] * 5)


@pytest.mark.rule("STP-3.10")
def test_costs_of_options_are_paid_in_full_but_losses_take_what_is_there():
    poor = {"ch_coins[1]": 2}
    table = act(in_port(1, MARKET, **poor, **dice(C2)), "go 3")
    assert labels(table) == ["opt 1"]  # three coins are asked for the other
    table = act(in_port(1, DOCKS, **poor, **dice(M1, 1, 1, 1)), "go 2")
    expect(table, {"ch_coins[1]": 0})
    table = act(in_port(1, DOCKS, **{"ch_coins[1]": 1}, **dice(M5)), "go 2")
    assert "opt 0" not in labels(table)
    cursed = {"ch_cursed[1]": 1}
    assert labels(act(in_port(1, MARKET, **cursed, **dice(C6)), "go 3")) == ["opt 1"]


@pytest.mark.rule("STP-3.11")
def test_an_empty_deck_is_shuffled_anew_without_what_is_in_play():
    table = act(in_port(1, SHIP, ppers=1, pe_out=[255, 0, 0, 0, 0], **dice(D6)), "go 1")
    expect(table, {"pe_out[0]": 1 << D7 | 1 << D6, "ch_coins[1]": 17})


@pytest.mark.rule("STP-10.11")
def test_a_rascal_chooses_between_two_events():
    rascal = {f"ch_traits[1, {Trait.RASCAL.value}]": 1}
    table = act(in_port(1, DOCKS, **rascal, **dice(M1, M2)), "go 2")
    assert labels(table) == ["opt 0", "opt 1"]
    act(table, "opt 1")
    expect(table, ppers=2, keys=0)  # the Pickpocket's key word does not count
    expect(table, {"pe_out[1]": 3})
    assert labels(act(in_port(1, SHIP, **rascal, **dice(D4)), "go 1")) == ["no", "opt 0"]
