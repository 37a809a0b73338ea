"""Voyage Events and involuntary movement (STV-15, STV-16)."""

from __future__ import annotations

import pytest

from piracy_env.games.skull_tales.rules.voyage import Step
from piracy_env.games.skull_tales.state import Decision, Lasting
from piracy_env.games.skull_tales.traits import Trait
from tests.games.skull_tales.aboard import (
    CREW_QUARTERS,
    CROWS_NEST,
    GUN_DECK,
    GUNWALE,
    HELM,
    MAIN_DECK,
    QUARTERDECK,
    RIGGING,
    SICK_BAY,
    at_sea,
    dice,
    frame,
    trait,
)
from tests.scenario import act, expect, labels

AWAY = (GUN_DECK, GUN_DECK, GUN_DECK)


def event(card, *rolls, **fields):
    """A card is drawn; nobody is where it matters, unless told otherwise."""
    return act(at_sea(Step.EVENT, **{"on": AWAY, **fields}, **dice(card, *rolls)), "no")


# --- involuntary movement -------------------------------------------------------------------------


@pytest.mark.rule("STV-16.1", "STV-1.11")
def test_the_ship_drifts_in_the_clocks_direction_and_keeps_its_facing():
    table = event(14, clock=2)
    expect(table, ship_c=12, ship_r=7, ship_f=3)


@pytest.mark.rule("STV-16.4", "STV-5.2")
def test_at_the_edge_the_clock_advances():
    table = event(19, clock=1, ship_c=8, ship_r=1)
    expect(table, ship_c=8, ship_r=0, hold_imp=1)
    assert table.record().clock == 3  # 2, and the next turn


@pytest.mark.rule("STV-16.4", "STV-5.4")
def test_at_the_edge_a_day_may_end():
    table = event(14, clock=6, ship_c=1, ship_r=0)
    expect(table, clock=1, v_day=1)
    assert labels(table) == ["no", "yes"]


@pytest.mark.rule("STV-16.2")
def test_aground_the_hold_suffers():
    table = event(14, 5, 1, 1, clock=1, ship_c=10, ship_r=7, on=(HELM, 7, 7))
    expect(table, {"ship_c": 10, "ship_r": 7, "hold_imp": 2, "ch_tp[0]": 1})


@pytest.mark.rule("STV-16.3")
def test_a_collision_hurts_both():
    there = {"sea_on[1]": 1, "sea_c[1]": 10, "sea_r[1]": 7, "sea_hold[1]": 4, "sea_spd[1]": 5}
    table = event(14, clock=1, **there)
    expect(table, {"ship_c": 10, "ship_r": 8, "hold_imp": 1, "sea_hold[1]": 3})


@pytest.mark.rule("STV-16.3")
def test_a_whale_that_is_hit_turns_aggressive():
    there = {"sea_on[4]": 1, "sea_c[4]": 10, "sea_r[4]": 7, "sea_hold[4]": 4, "sea_mode[4]": 1}
    expect(event(14, clock=1, **there), {"sea_hold[4]": 3, "sea_mode[4]": 0, "ship_r": 8})


@pytest.mark.rule("STV-16.3")
@pytest.mark.parametrize("enemy", [6, 7])
def test_ghost_ship_and_whirlpool_let_the_ship_pass(enemy):
    there = {f"sea_on[{enemy}]": 1, f"sea_c[{enemy}]": 10, f"sea_r[{enemy}]": 9}
    adrift, asked = frame(Decision.DRIFT, a=2, b=3), frame(Decision.DIG, 0)
    table = act(at_sea(Step.FILTH, adrift, asked, **there), "no")
    expect(table, ship_r=10, hold_imp=0)


# --- the deck -------------------------------------------------------------------------------------


@pytest.mark.rule("STV-15.1", "STV-15.5")
@pytest.mark.parametrize(("sea", "first"), [("calm", 14), ("beasts", 8), ("full", 1)])
def test_which_cards_are_in_the_deck(sea, first):
    for card in range(1, 29):
        table = at_sea(Step.EVENT, on=AWAY, options={"sea": sea}, clock=2, **dice(card))
        act(table, "no")
        is_drawn = table.record().ev_out == 1 << card - 1
        assert is_drawn == (card >= first)  # a card that is not there cannot be forced


@pytest.mark.rule("STV-15.5")
def test_an_empty_deck_is_shuffled_without_what_is_in_play():
    every = (1 << 28) - 1
    table = event(20, ev_out=every, pers=Lasting.FIRE, hold_imp=1)
    expect(table, ev_out=1 << 23 | 1 << 19)


@pytest.mark.rule("STV-15.1")
def test_a_card_is_drawn_once():
    every = (1 << 28) - 1 & ~(1 << 27)
    expect(event(20, ev_out=every, morale=10), ev_out=every | 1 << 27, morale=12)


# --- who rolls ------------------------------------------------------------------------------------


@pytest.mark.rule("STV-15.2", "STV-6.1")
def test_the_character_at_the_post_rolls_without_its_task():
    table = event(21, 5, 1, 1, on=(HELM, MAIN_DECK, 7))
    expect(table, {"ch_tp[1]": 1, "hold": [10, 10, 10, 5, 5, 7, 7, 7], "acted[1]": 0})


@pytest.mark.rule("STV-15.2", "STV-3.4")
def test_a_failure_does_what_the_card_says():
    table = event(21, 4, 4, 4, on=(HELM, MAIN_DECK, 7))
    expect(table, {"ch_tp[1]": 0, "hold": [10, 10, 10, 5, 5, 7, 7, 0], "goods_sup[6]": 4})


@pytest.mark.rule("STV-15.3")
def test_nobody_there_is_a_failure():
    bare = {"hold": [10, 10, 10, *[0] * 17], "goods_sup": [1, 2, 3, 4, 4, 5, 6, 3, 3]}
    expect(event(21, **bare), {"morale": 18, "ch_tp": [0] * 5})


@pytest.mark.rule("STV-2.7", "STV-15.3", "STV-2.2")
@pytest.mark.parametrize(("die", "left"), [(5, 7), (4, 0)])
def test_a_group_rolls_where_no_character_is(die, left):
    table = event(21, die, pg={0: MAIN_DECK})
    expect(table, {"hold[7]": left, "pg_fat[0]": 0, "pg_acted[0]": 0})


@pytest.mark.rule("STV-2.7", "STV-2.4")
def test_an_exhausted_group_does_not_roll():
    expect(event(21, 6, pg={0: MAIN_DECK}, **{"pg_fat[0]": 4}), {"hold[7]": 0})


@pytest.mark.rule("STV-15.2")
def test_of_several_the_captain_names_one():
    table = event(22, 5, 1, 1, on=(HELM, GUNWALE, GUNWALE))
    expect(table, seat=0)
    assert labels(table) == ["char 1", "char 2"]
    act(table, "char 2")
    expect(table, {"ch_tp": [0, 0, 2]})


@pytest.mark.rule("STV-20.5", "STV-20.10")
def test_a_helmsman_has_a_die_more_in_a_storm():
    table = event(14, 1, 1, 1, 5, clock=4, on=(HELM, 7, 7), **trait(0, Trait.HELMSMAN))
    expect(table, {"ch_tp[0]": 1, "ship_r": 9})
    table = event(18, 1, 1, 1, 6, on=(HELM, RIGGING, 7), **trait(1, Trait.KNOT_TYING))
    expect(table, {"ch_tp[1]": 1, "sails_imp": 0, "deeds[1]": 512})


# --- cards ----------------------------------------------------------------------------------------


@pytest.mark.rule("STV-15.4")
def test_lightning_strikes_sails_and_the_lookout():
    table = event(18, on=(HELM, CROWS_NEST, 7), pg={0: RIGGING, 1: RIGGING, 2: RIGGING})
    expect(table, {"sails_imp": 1, "ch_wounds[1]": 1, "pg_post": [6, 6, CREW_QUARTERS]})


@pytest.mark.rule("STV-3.5", "STV-3.18")
def test_a_lost_sail_sends_groups_first_and_then_characters_away():
    table = event(18, 1, 1, 1, on=(RIGGING, RIGGING, RIGGING))
    act(table, "char 0")
    expect(table, {"sails_imp": 1})
    table = event(18, 1, 1, 1, on=(RIGGING, HELM, 7), pg={0: RIGGING, 3: RIGGING})
    expect(table, {"pg_post[0]": RIGGING, "pg_post[3]": CREW_QUARTERS})


@pytest.mark.rule("STV-3.3", "STV-3.4")
def test_a_leak_takes_a_column_with_its_tokens():
    hold = [10, 10, 10, 5, 5, 7, 7, 7, 0, 0, 0, 0, 9, 8, *[0] * 6]
    table = event(26, hold=hold, goods_sup=[1, 2, 3, 4, 2, 5, 3, 2, 2])
    expect(
        table,
        {"hold_imp": 1, "hold[12]": 0, "hold[13]": 0, "goods_sup": [1, 2, 3, 4, 2, 5, 3, 3, 3]},
    )


@pytest.mark.rule("STV-2.8", "STV-15.3")
def test_a_man_overboard_is_a_group_of_the_captains_choice():
    table = event(22)
    assert labels(table) == [f"pg {group}" for group in range(4)]
    act(table, "pg 2")
    expect(table, {"pg_post[2]": SICK_BAY, "morale": 17})


@pytest.mark.rule("STV-15.2", "STC-1.7")
@pytest.mark.parametrize(("die", "morale"), [(2, 20), (1, 18)])
def test_a_brawl_is_settled_by_charisma(die, morale):
    table = event(23, die, on=(HELM, QUARTERDECK, 7))
    expect(table, {"morale": morale, "ch_tp[1]": int(morale == 20)})
    if morale < 20:
        act(table, "pg 1")
        expect(table, {"pg_w[1]": 1})


@pytest.mark.rule("STV-15.4")
def test_a_wreck_brings_up_to_two_goods():
    table = event(27, 5, 5, 6, 8, 0, on=(CROWS_NEST, HELM, 7))
    expect(table, {"hold": [10, 10, 10, 5, 5, 7, 7, 7, 9, 1], "ch_tp[0]": 1})


@pytest.mark.rule("STV-20.20")
def test_an_eagle_eye_sees_a_wreck_better():
    table = event(27, 1, 1, 1, 5, 8, on=(CROWS_NEST, HELM, 7), **trait(0, Trait.EAGLE_EYE))
    expect(table, {"hold[8]": 9, "ch_tp[0]": 1})


@pytest.mark.rule("STV-15.4")
def test_rain_washes_the_deck_or_cheers():
    table = at_sea(Step.EVENT, on=AWAY, filth=2, morale=10, **dice(20))
    act(table, "no")
    expect(table, morale=10, filth=2)  # washed to 1, and risen in the next turn
    table = act(at_sea(Step.EVENT, on=AWAY, filth=0, morale=10, **dice(20)), "no")
    expect(table, morale=11)


@pytest.mark.rule("STV-15.4")
def test_a_fiddler_pleases_whoever_rests():
    table = event(28, on=(HELM, 7, CREW_QUARTERS), schemer=2, morale=10)
    expect(table, {"morale": 12, "ch_tp": [0, 0, 1]})


@pytest.mark.rule("STV-15.4")
def test_scurvy_takes_supplies_or_strength():
    table = event(25)
    assert labels(table) == ["no", "yes"]
    act(table, "no")
    expect(table, pg_fat=[1, 1, 1, 1, 0, 0])
    table = act(event(25), "yes")
    expect(table, {"pg_fat": [0] * 6, "hold[7]": 0})


@pytest.mark.rule("STV-15.4")
@pytest.mark.parametrize(
    ("card", "bit"), [(15, Lasting.CALM), (16, Lasting.FOG), (17, Lasting.TRADE_WIND)]
)
def test_weather_lasts(card, bit):
    expect(event(card), pers=int(bit))


@pytest.mark.rule("STV-15.4")
def test_fog_lifts_at_the_next_draw():
    expect(event(20, pers=Lasting.FOG), pers=0)


@pytest.mark.rule("STV-15.4")
def test_by_day_the_ghost_ship_only_frightens():
    table = at_sea(Step.EVENT, on=AWAY, options={"sea": "full"}, clock=2, **dice(9))
    expect(act(table, "no"), {"morale": 19, "sea_on[6]": 0})


# --- Fire in the Hold -----------------------------------------------------------------------------

BURNING = {"pers": Lasting.FIRE, "hold_imp": 1}
POWDER = {
    "hold": [10, 5, 5, 7, 7, 7, 0, 0, 0, 0, 10, 10, *[0] * 8],
}


@pytest.mark.rule("STV-15.4", "STV-R26", "STV-3.3")
def test_fire_spreads_through_the_powder():
    table = at_sea(Step.FIRE, on=(HELM, MAIN_DECK, 7), **BURNING, **POWDER, **dice(1, 1, 1))
    act(table, "no")
    expect(table, {"hold_imp": 4, "cannon_sup": 4, "pers": Lasting.FIRE, "acted[1]": 0})


@pytest.mark.rule("STV-15.4")
def test_fire_is_doused_on_the_main_deck():
    table = at_sea(Step.FIRE, on=(HELM, MAIN_DECK, 7), **BURNING, **POWDER, **dice(6, 1, 1))
    act(table, "no")
    expect(table, {"hold_imp": 1, "pers": 0, "ch_tp[1]": 2})


@pytest.mark.rule("STV-15.4")
def test_the_powder_is_saved_on_the_gun_deck():
    table = at_sea(Step.FIRE, on=(HELM, GUN_DECK, 7), **BURNING, **POWDER, **dice(6, 1, 1))
    act(table, "no")
    expect(table, {"hold_imp": 2, "ch_tp[1]": 1})


@pytest.mark.rule("STV-15.4")
@pytest.mark.parametrize(("damage", "pers"), [(0, 0), (1, Lasting.FIRE)])
def test_fire_breaks_out_in_a_damaged_hold_only(damage, pers):
    table = at_sea(Step.EVENT, on=AWAY, hold_imp=damage, **dice(24))
    act(table, "no")
    expect(table, pers=int(pers))


# --- Traits ---------------------------------------------------------------------------------------


@pytest.mark.rule("STV-20.9")
def test_a_meteorologist_puts_weather_off():
    table = event(19, **trait(1, Trait.METEOROLOGIST))
    expect(table, seat=1)
    act(table, "yes")
    expect(table, {"ch_tp[1]": 1, "ev_post": 19, "hold_imp": 0, "once_day[1]": 4})
    table = at_sea(Step.EVENT, on=AWAY, ev_post=19, ev_out=1 << 18, clock=4, **dice(20))
    act(table, "no")
    expect(table, ev_post=0, ev_out=1 << 18, hold_imp=1, ship_r=11)


@pytest.mark.rule("STV-20.9")
def test_other_cards_are_not_put_off():
    expect(event(28, morale=5, **trait(1, Trait.METEOROLOGIST)), morale=7)


@pytest.mark.rule("STV-20.14")
def test_a_charm_discards_any_card():
    table = event(26, **trait(2, Trait.CHARM_CRAFTING))
    expect(table, seat=2)
    act(table, "yes")
    expect(table, {"hold_imp": 0, "ev_post": 0, "once_day[2]": 2, "ev_out": 1 << 25})
    table = event(26, once_day=[0, 0, 2, 0, 0], **trait(2, Trait.CHARM_CRAFTING))
    expect(table, hold_imp=1)


@pytest.mark.rule("STV-R62")
def test_groups_do_not_fight_a_fire():
    fire = {"pers": Lasting.FIRE, "hold_imp": 1}
    table = at_sea(Step.FIRE, on=(HELM, 7, 7), pg={0: MAIN_DECK}, **fire, **dice(6))
    act(table, "no")
    expect(table, hold_imp=2, pers=int(Lasting.FIRE), force_n=1)


@pytest.mark.rule("STV-R63")
def test_the_fiddler_pleases_all_who_rest():
    table = event(28, on=(HELM, CREW_QUARTERS, CREW_QUARTERS), schemer=2)
    expect(table, ch_tp=[0, 1, 1])


@pytest.mark.rule("STV-R64")
def test_fog_stays_while_a_card_is_resolved_that_was_put_off():
    put_off = {"ev_post": 20, "ev_out": 1 << 19, "pers": Lasting.FOG}
    table = act(at_sea(Step.EVENT, on=AWAY, **put_off), "no")
    expect(table, pers=int(Lasting.FOG), ev_post=0)


@pytest.mark.rule("STV-R71")
def test_the_wind_does_not_turn_while_the_ship_drifts():
    adrift, asked = frame(Decision.DRIFT, a=2, b=0), frame(Decision.DIG, 0)
    table = act(at_sea(Step.FILTH, adrift, asked, clock=4, ship_c=9, ship_r=9), "no")
    expect(table, ship_c=9, ship_r=7)


@pytest.mark.rule("STV-20.12", "STV-R29")
def test_clairvoyance_is_back_in_the_next_round():
    table = event(21, 1, 1, 1, on=(HELM, MAIN_DECK, 7), clair=[0, 1, 0, 0, 0], **trait(1, 56))
    assert table.record().stk[table.record().sp - 1][0] == Decision.REROLL
