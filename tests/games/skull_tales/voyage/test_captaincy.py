"""Schemes against the Captain, and Mutiny (STV-7, STV-8)."""

from __future__ import annotations

import pytest

from piracy_env.games.skull_tales import GAME
from piracy_env.games.skull_tales.rules.voyage import Step
from piracy_env.games.skull_tales.state import Decision
from tests.games.skull_tales.aboard import (
    CREW_QUARTERS,
    GUARD,
    HELM,
    MAIN_DECK,
    at_sea,
    begin,
    dice,
    frame,
)
from tests.scenario import act, deal, expect, labels, refuses

BELOW = (HELM, MAIN_DECK, CREW_QUARTERS)


def scheming(**fields):
    """C has stayed in the Crew Quarters."""
    there = {"on": BELOW, "schemer": 2, "moved_goods": 1, "rolled": 0}
    return begin(frame(Decision.STATIONS), step=Step.LAND, **{**there, **fields})


# --- Scheme ---------------------------------------------------------------------------------------


@pytest.mark.rule("STV-7.2", "STV-7.3", "STV-7.6", "STV-7.7", "STV-7.10", "STV-R23")
def test_a_raid_past_the_guard():
    table = scheming(pg={0: GUARD}, **dice(2))
    act(table, "st_scheme")
    assert labels(table) == ["coin none", "coin gold", "coin silver", "coin copper"]
    act(table, "coin gold")
    expect(table, seat=0, coin_s=1)
    assert labels(table) == ["coin gold", "coin silver", "coin copper"]
    act(table, "coin silver")
    expect(table, {"ch_coins[2]": 25, "crew_booty": 95, "pg_fat[0]": 1, "coin_s": -1})
    expect(table, {"shown": [1, 2], "acted[2]": 1, "deeds[2]": 16})


@pytest.mark.rule("STV-7.5")
def test_the_same_coin_is_caught():
    table = scheming(pg={0: GUARD}, **{"ch_tp[2]": 7})
    act(table, "st_scheme", "coin gold", "coin gold")
    expect(table, {"ch_tp[2]": 2, "ban[2]": 1, "crew_booty": 100, "deeds[2]": 0})
    assert "st_scheme" not in labels(scheming(ban=[0, 0, 1, 0, 0]))


@pytest.mark.rule("STV-7.4", "STV-7.10")
def test_an_empty_hand_changes_nothing():
    table = scheming(pg={0: GUARD})
    act(table, "st_scheme", "coin none", "coin gold")
    expect(table, {"pg_fat[0]": 0, "acted[2]": 0, "ch_coins[2]": 20, "deeds[2]": 0})


@pytest.mark.rule("STV-7.7")
def test_a_raid_takes_what_is_there():
    table = act(scheming(crew_booty=3, **dice(6)), "st_scheme", "coin gold")
    expect(table, {"ch_coins[2]": 23, "crew_booty": 0})


@pytest.mark.rule("STV-7.8")
def test_badmouthing_earns_trust():
    table = act(scheming(), "st_scheme", "coin silver")
    expect(table, {"ch_tp[2]": 3, "shown": [2, -1]})


@pytest.mark.rule("STV-7.9")
def test_lifting_supplies_heals_and_lifting_rum_restores_destiny():
    table = act(scheming(**{"ch_wounds[2]": 3}), "st_scheme", "coin copper")
    expect(table, seat=2)
    act(table, "lift_supply")
    expect(table, {"ch_wounds[2]": 0, "goods_sup[6]": 4})
    table = act(scheming(), "st_scheme", "coin copper", "lift_rum")
    expect(table, {"ch_dp[2]": 2, "goods_sup[4]": 3})


@pytest.mark.rule("STV-7.9", "STV-R68")
def test_the_only_token_is_lifted_unasked():
    bare = {"hold": [10, 10, 10, 7, *[0] * 16], "goods_sup": [1, 2, 3, 4, 4, 5, 5, 3, 3]}
    table = act(scheming(**bare, **{"ch_wounds[2]": 3}), "st_scheme", "coin copper")
    expect(table, {"ch_wounds[2]": 0, "hold[3]": 0})


@pytest.mark.rule("STV-7.9")
def test_nothing_is_lifted_where_there_is_nothing():
    bare = {"hold": [10, 10, 10, *[0] * 17], "goods_sup": [1, 2, 3, 4, 4, 5, 6, 3, 3]}
    table = act(scheming(**bare, **{"ch_wounds[2]": 3}), "st_scheme", "coin copper")
    expect(table, {"ch_wounds[2]": 3, "acted[2]": 1})


@pytest.mark.rule("STV-7.2", "STV-2.4")
def test_an_exhausted_guard_sleeps():
    table = act(scheming(pg={0: GUARD}, **{"pg_fat[0]": 4}), "st_scheme", "coin silver")
    expect(table, {"ch_tp[2]": 3, "shown": [2, -1]})


@pytest.mark.rule("STV-7.1")
def test_who_was_sent_to_the_crew_quarters_later_does_not_scheme():
    assert "st_scheme" not in labels(scheming(schemer=-1))


@pytest.mark.rule("STV-7.1", "STV-R5")
def test_a_new_captain_does_not_scheme():
    assert "st_scheme" not in labels(scheming(captain=2))


@pytest.mark.rule("STV-7.1")
def test_an_allys_coins_are_its_owners():
    ally = {"ch_kind[3]": 2, "ch_card[3]": 3, "ch_owner[3]": 1, "ch_hp_max[3]": 3, "post[3]": 8}
    table = act(scheming(**ally, schemer=3, **dice(2)), "st_scheme", "coin gold")
    expect(table, {"ch_coins[1]": 25, "ch_coins[3]": 0, "deeds[1]": 0})


@pytest.mark.rule("STV-7.3")
def test_a_hidden_coin_is_seen_by_its_schemer_only():
    table = scheming(pg={0: GUARD})
    act(table, "st_scheme", "coin gold")
    other = scheming(pg={0: GUARD})
    act(other, "st_scheme", "coin copper")
    for seat in (0, 1):
        assert (table.observe(0, seat) == other.observe(0, seat)).all()
    assert (table.observe(0, 2) != other.observe(0, 2)).any()


# --- Mutiny ---------------------------------------------------------------------------------------


def unrest(**fields):
    """Morale 4; B may call a Mutiny, C may join."""
    held = {"morale": 4, "ch_tp": [2, 6, 5, 0, 0], "ch_pp": [35, 28, 9, 0, 0]}
    return act(at_sea(Step.MUTINY, **{**held, **fields}), "no")


@pytest.mark.rule(
    "STV-8.1", "STV-8.2", "STV-8.3", "STV-8.4", "STV-8.5", "STV-8.6", "STV-8.9", "STV-R20"
)
def test_a_mutiny_is_won_by_the_highest_bid():
    table = unrest(asg=9, asg_out=1 << 8, **dice(28))
    expect(table, seat=1)
    act(table, "yes")
    expect(table, seat=2)
    act(table, "yes")
    expect(table, {"ch_pp": [37, 34, 14], "ch_tp": [0, 0, 0], "morale": 20, "seat": 0})
    assert labels(table) == ["num 0", "num 1", "num 2", "num 3"]
    act(table, "num 1")
    expect(table, {"bid": [1, -1, -1], "seat": 1})
    assert labels(table) == ["num 0", "num 1", "num 2", "num 3"]
    act(table, "num 2")
    assert labels(table) == ["num 0", "num 1"]
    act(table, "num 0")
    expect(table, {"captain": 1, "ch_pp": [27, 14, 14], "asg": 9, "bid": [-1] * 5})
    expect(table, {"bid_shown": [1, 2, 0]})


@pytest.mark.rule("STV-8.7")
def test_a_tie_is_broken_by_charisma():
    table = unrest(**dice(3, 3, 2, 4))
    act(table, "yes", "yes", "num 2", "num 2", "num 1")
    expect(table, {"captain": 1, "ch_pp": [17, 14, 4]})


@pytest.mark.rule("STV-8.8")
def test_without_bids_the_captain_stays():
    table = act(unrest(**dice(20)), "yes", "yes", "num 0", "num 0", "num 0")
    expect(table, {"captain": 0, "ch_pp": [37, 34, 14], "morale": 20})


@pytest.mark.rule("STV-8.1")
def test_as_much_trust_as_morale_is_not_enough():
    table = unrest(ch_tp=[9, 4, 4, 0, 0], **dice(28))
    expect(table, v_round=0)  # nobody was asked: the next turn has begun


@pytest.mark.rule("STV-8.1", "STV-R4")
def test_those_with_most_trust_are_asked_first_and_no_ally():
    ally = {"ch_kind[3]": 2, "ch_card[3]": 3, "ch_owner[3]": 1, "ch_hp_max[3]": 3, "ch_tp[3]": 9}
    table = unrest(**ally, **{"post[3]": 7})
    expect(table, seat=1)
    act(table, "no")
    expect(table, seat=2)
    table = unrest(ch_tp=[0, 5, 5, 0, 0], captain=1, **dice(28))
    expect(table, seat=2)


@pytest.mark.rule("STV-8.2")
def test_who_was_asked_before_may_still_join():
    table = act(unrest(), "no", "yes")
    expect(table, seat=1)
    act(table, "no", "num 0", "num 1")
    expect(table, {"captain": 2})


@pytest.mark.rule("STV-8.3", "STV-8.8")
def test_allies_trust_is_paid_too():
    ally = {"ch_kind[3]": 2, "ch_card[3]": 3, "ch_owner[3]": 1, "ch_hp_max[3]": 3, "ch_tp[3]": 3}
    table = act(unrest(**ally, **{"post[3]": 7}), "yes", "no")
    expect(table, {"ch_pp": [37, 36, 14], "ch_tp": [0] * 5})


@pytest.mark.rule("STV-8.4")
def test_bids_are_sealed():
    one = act(unrest(), "yes", "yes", "num 1")
    two = act(unrest(), "yes", "yes", "num 3")
    for seat in (1, 2):
        assert (one.observe(0, seat) == two.observe(0, seat)).all()


# --- no Morale ------------------------------------------------------------------------------------


def hungry(**fields):
    """A Day ends with Morale 2."""
    hold = [10, 10, 10, 7, 7, 7, *[0] * 14]
    rest = {"hold": hold, "goods_sup": [1, 2, 3, 4, 4, 5, 3, 3, 3], "clock": 6, "morale": 2}
    return act(at_sea(Step.TIME, **{**rest, **fields}), "no", "no")


@pytest.mark.rule("STV-19.6", "STV-8.1", "STV-R19", "STC-7.1", "STC-6.9")
def test_without_morale_and_without_a_mutiny_the_crew_revolts():
    table = hungry(ch_tp=[0, 1, 0, 0, 0], **dice(5))
    expect(table, {"morale": 0, "seat": 1})
    act(table, "no")
    expect(table, {"over": 1, "ended": 10, "crew_booty": 0, "ch_pp[1]": 21})


@pytest.mark.rule("STV-19.6", "STV-8.3")
def test_a_mutiny_saves_the_voyage():
    table = act(hungry(ch_tp=[0, 1, 0, 0, 0], **dice(5)), "yes", "num 0", "num 1")
    expect(table, {"over": 0, "morale": 20, "captain": 1, "gone": 0})


@pytest.mark.rule("STV-5.5", "STV-R32")
def test_rum_comes_before_mutiny():
    hold = [10, 10, 10, 7, 7, 7, 5, *[0] * 13]
    rum = {"hold": hold, "goods_sup": [1, 2, 3, 4, 3, 5, 3, 3, 3]}
    table = hungry(**rum, ch_tp=[0, 1, 0, 0, 0], **dice(5, 6))
    assert labels(table) == ["no", "rum"]
    act(table, "rum")
    expect(table, {"morale": 6, "gone": 0, "over": 0})


@pytest.mark.rule("STC-4.7", "STV-8.1", "STC-4.6")
def test_alone_an_ally_that_is_trusted_more_overthrows_the_captain():
    table = deal(GAME, seed=2, players=1, sea="calm")
    act(table, "cand 0", "cand 1", "cand 2")
    while table.record().v_round == 0 and not table.record().over:
        act(table, int(table.legal()[-1]))
    table.set(0, {"morale": 3, "ch_tp[2]": 3})
    assert table.record().over == 0
    sp = int(table.record().sp)
    table.set(0, {f"stk[{sp - 1}]": [Decision.SPOTTING, 0, 0, 2, 1, 0, 0], "cand_n": 0})
    act(table, "yes")
    expect(table, over=1, ended=11)


@pytest.mark.rule("STC-4.6", "STV-19.1")
def test_alone_the_end_comes_before_what_a_success_is_used_on():
    """The Ally that repairs is trusted too much by it: nobody asks any more what it repairs."""
    table = deal(GAME, seed=2, players=1, sea="calm")
    act(table, "cand 0", "cand 1", "cand 2")
    while table.record().v_round == 0 and not table.record().over:
        act(table, int(table.legal()[-1]))
    sp = int(table.record().sp)
    damage = {"hold_imp": 1, "sails_imp": 1, "morale": 3, "ch_tp[2]": 3, "post[2]": 3}
    asked = [Decision.MAIN_DECK, 0, 0, 2, 0, 0, 0]
    table.set(0, {**damage, "acted[2]": 0, f"stk[{sp - 1}]": asked, "cand_n": 0, **dice(*[6] * 5)})
    act(table, "t_repair")
    expect(table, over=1, ended=11)


@pytest.mark.rule("STC-9.5")
def test_the_despised_gain_half():
    table = act(unrest(ch_affl=[0, 1, 0, 0, 0], ch_tp=[0, 7, 0, 0, 0]), "yes")
    expect(table, {"ch_pp[1]": 32})


@pytest.mark.rule("STV-8.1")
def test_no_caller_no_mutiny():
    table = unrest()
    refuses(table, "num 1")
    act(table, "no", "no")
    expect(table, captain=0)
