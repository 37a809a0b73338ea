"""Searching, and what Search cards do (STA-10.33, 10.34, STA-5.16 to 5.20, STA-22)."""

import pytest

from piracy_env.games.skull_tales.gear import LEGEND, Gear, Legend
from piracy_env.games.skull_tales.state_land import FOUND, Buff, Status
from piracy_env.games.skull_tales.tables.cards import SEARCH_KEYS
from piracy_env.games.skull_tales.traits import Trait
from tests.games.skull_tales.land.ashore import arena, asked
from tests.games.skull_tales.land.enemies_at import incident, places
from tests.games.skull_tales.land.test_attacks import knows, wield
from tests.scenario import act, expect, labels, refuses

FOUND_IT = (5, 1, 1)
"""Dice of the Surgeon's Search that succeed."""
SWORDS = len(SEARCH_KEYS) + Legend.SIAMESE_SWORDS


def search_deck(table, *cards):
    """The Search deck, its top last; the other cards are out."""
    one = table.state[0]
    one["sd"], one["sdisc"] = 0, 0
    one["sd"][: len(cards)] = [SEARCH_KEYS.index(c) if isinstance(c, str) else c for c in cards]
    one["sd_n"], one["sdisc_n"] = len(cards), 0
    return table


def search(table, *dice):
    """The first Pirate searches."""
    return act(table.play(*dice), "search")


def alone(*cards, card="surgeon"):
    """A Pirate without Enemies, and some Search cards."""
    return search_deck(arena((card, (2, 2))), *cards)


@pytest.mark.rule("STA-S23", "STA-10.33", "STA-10.34", "STA-2.11")
def test_s23_a_failed_search_costs_time_and_a_one_brings_destiny():
    table = alone("purse")
    table.edit(0, ch_dp=1)
    engine = search(table, 1, 3, 4)
    expect(engine, {"flag": 9, "ch_dp[0]": 2, "ch_ap[0]": 4, "sd_n": 1, "s_n[0]": 0})
    refuses(engine, "search")


@pytest.mark.rule("STA-10.34", "STA-18.1")
def test_without_a_one_a_failure_brings_nothing():
    table = alone("purse")
    table.edit(0, ch_dp=1)
    expect(search(table, 2, 3, 4), {"flag": 9, "ch_dp[0]": 1})


@pytest.mark.rule("STA-5.16", "STA-10.33")
def test_what_is_found_is_kept_face_down():
    engine = search(alone("rum", "purse"), *FOUND_IT)
    expect(engine, {"flag": 10, "s_n[0]": 1, "s_cards[0, 0]": 1, "sd_n": 1, "sdisc_n": 0})
    assert "Purse" in engine.describe(0, 0)


@pytest.mark.rule("STA-5.16", "STA-R49")
def test_others_see_only_how_many_cards_are_kept():
    table = search_deck(arena(("surgeon", (2, 2)), ("sea_dog", (4, 4))), "rum", "purse")
    engine = search(table, *FOUND_IT)
    assert "Purse" in engine.describe(0, 0)
    assert "Purse" not in engine.describe(0, 1)
    assert "1 Search card" in engine.describe(0, 1)


@pytest.mark.rule("STA-10.33", "STA-R32")
@pytest.mark.parametrize(
    ("fields", "legal"), [({}, False), ({"hide": 2}, True), ({"stun": 2}, False)]
)
def test_rooms_with_enemies_are_not_searched(fields, legal):
    table = alone("purse")
    table.foe("redcoat", (0, 4), **fields)
    assert ("search" in labels(table.play())) == legal


@pytest.mark.rule("STA-R29")
def test_roofs_are_not_searched():
    table = arena(("surgeon", (0, 8)), tile="v1")
    assert "search" not in labels(table.play())


@pytest.mark.rule("STA-14.13")
def test_the_frenzied_do_not_search():
    table = alone("purse")
    table.edit(0, ch_status=Status.FRENZIED)
    assert "search" not in labels(table.play())


@pytest.mark.rule("STA-R32", "STA-5.18")
def test_an_empty_deck_gives_a_coin():
    engine = search(alone(), *FOUND_IT)
    expect(engine, {"ch_adv_coins[0]": 1, "s_n[0]": 0, "sd_n": 0})


@pytest.mark.rule("STA-R33")
def test_a_seventeenth_card_is_discarded():
    table = alone("map")
    table.state["s_cards"][0, 0] = [0] * 3 + [1] * 3 + [2] * 2 + [3] + [4] * 3 + [5] * 3 + [6]
    table.edit(0, s_n=16)
    engine = search(table, *FOUND_IT)
    expect(engine, {"s_n[0]": 16, "sdisc_n": 1, "sdisc[0]": SEARCH_KEYS.index("map")})


# --- dice -----------------------------------------------------------------------------------------


@pytest.mark.rule("STA-21.23", "STA-21.26", "STA-25.0", "STA-3.10", "STA-5.10")
@pytest.mark.parametrize(
    ("things", "dice", "modifier"),
    [
        (("parrot_jimmy",), 3, 1),
        (("spyglass",), 4, 0),
        ((LEGEND + Legend.COMPASS,), 3, 1),
        (("parrot_jimmy", LEGEND + Legend.COMPASS, "spyglass"), 4, 1),
    ],
)
def test_what_helps_to_search(things, dice, modifier):
    table = wield(alone("purse"), 0, *things)
    table.state["inv_loc"][0, 0] = 0
    table.state["inv_loc"][0, 0, 0] = 4 if things[0] == "parrot_jimmy" else 0
    engine = search(table, *[4] * dice)
    expect(engine, {"rl_n[0]": dice, "rl_mod[0]": modifier, "s_n[0]": modifier})


@pytest.mark.rule("STA-17.2", "STA-R52", "STA-17.6")
def test_allies_search_without_the_cards_that_they_carry():
    table = search_deck(arena(("surgeon", (2, 2))), "purse")
    table.ally(1, "guide", (4, 4))
    table.state["inv_n"][0, 1], table.state["inv_id"][0, 1, 0] = 1, Gear.PARROT_JIMMY
    table.state["inv_loc"][0, 1, 0] = 4
    engine = table.play(4, 4, 4, 4)
    act(engine, "ally", "char 1", "search")
    expect(engine, {"rl_n[0]": 4, "rl_mod[0]": 0, "flag": 9, "ally_act[1]": 1})


@pytest.mark.rule("STA-24.14")
def test_the_owls_eye_finds_without_a_roll():
    table = alone("purse")
    table.edit(0, buff=Buff.OWLS_EYE)
    expect(search(table), {"s_n[0]": 1, "buff[0]": 0})


@pytest.mark.rule("STA-20.50", "STA-R74")
def test_the_insightful_choose_of_two():
    table = search_deck(arena(("surgeon", (2, 2)), ("sea_dog", (4, 4))), "map", "rum", "purse")
    engine = search(knows(table, 0, Trait.INSIGHTFUL), *FOUND_IT)
    assert asked(engine) == "CARD"
    assert labels(engine) == ["cand 0", "cand 1"]
    assert engine.describe_action(0, engine.legal()[0], 0) == "Take the Purse."
    assert engine.describe_action(0, engine.legal()[0], 1) == "Take card 1."
    assert "Rum" in engine.describe(0, 0)
    assert "Rum" not in engine.describe(0, 1)
    act(engine, "cand 1")
    expect(engine, {"s_n[0]": 1, "s_cards[0, 0]": 4, "sdisc[0]": 1, "sdisc_n": 1, "drawn": [0, 0]})


@pytest.mark.rule("STA-20.50", "STA-R86")
def test_of_a_deck_of_one_the_insightful_draw_one():
    table = search_deck(arena(("surgeon", (2, 2)), ("sea_dog", (4, 4))), "rum")
    engine = search(knows(table, 0, Trait.INSIGHTFUL), *FOUND_IT)
    assert asked(engine) == "MENU"
    expect(engine, {"s_n[0]": 1, "drawn": [0, 0]})


@pytest.mark.rule("STA-20.50")
def test_the_owner_alone_observes_what_it_looks_at():
    table = search_deck(arena(("surgeon", (2, 2)), ("sea_dog", (4, 4))), "map", "rum", "purse")
    other = search_deck(arena(("surgeon", (2, 2)), ("sea_dog", (4, 4))), "map", "brew", "purse")
    one, two = (search(knows(each, 0, Trait.INSIGHTFUL), *FOUND_IT) for each in (table, other))
    assert (one.observe(0, 0) != two.observe(0, 0)).any()
    assert (one.observe(0, 1) == two.observe(0, 1)).all()


# --- cards ----------------------------------------------------------------------------------------


@pytest.mark.rule("STA-22.0", "STA-22.1", "STA-22.2", "STA-22.3", "STA-5.17")
def test_coins_are_paid_at_the_end():
    table = alone()
    table.state["s_cards"][0, 0, :4], table.state["s_n"][0, 0] = range(4), 4
    table.set(flag=1, goal_state=[1, 0, 0, 0, 0, 0, 0, 0])
    engine = search(table, 1, 1, 1)
    partial = 2 + 3 + 5 + 10
    expect(engine, {"over": 1, "adv_result": 1, "ch_coins[0]": partial, "s_n[0]": 0})


@pytest.mark.rule("STA-22.9", "STA-22.10", "STA-R34")
@pytest.mark.parametrize(
    ("card", "gear"), [("rusty_dagger", Gear.DAGGER), ("old_pistol", Gear.PISTOL)]
)
def test_found_weapons_are_carried(card, gear):
    engine = search(alone(card), *FOUND_IT)
    expect(engine, {"inv_n[0]": 3, "inv_id[0, 2]": gear, "inv_flag[0, 2]": FOUND, "s_n[0]": 0})


@pytest.mark.rule("STA-R34", "STA-6.9", "STA-6.10", "STA-R72")
@pytest.mark.parametrize(("action", "left"), [("inv 2", 5), ("no", 5)])
def test_without_a_place_the_finder_chooses_what_to_leave(action, left):
    table = alone("old_pistol")
    one = table.state[0]
    one["inv_n"][0] = 5
    one["inv_id"][0, 2:5] = Gear.RAPIER, Gear.BUCKLER, Gear.SPYGLASS
    engine = search(table, *FOUND_IT)
    assert asked(engine) == "OVERLOAD"
    assert labels(engine) == ["no", "inv 2", "inv 3", "inv 4"]
    assert "Pistol" in engine.describe(0, 0)
    act(engine, action)
    expect(engine, {"inv_n[0]": left, "inv_id[0, 4]": Gear.PISTOL if action != "no" else 26})


@pytest.mark.rule("STA-22.9", "STA-22.10")
def test_found_weapons_go_at_the_end():
    table = alone("rusty_dagger", "old_pistol")
    table.set(flag=1)
    table.state["inv_n"][0, 0], table.state["inv_id"][0, 0, 2] = 4, Gear.DAGGER
    table.state["inv_flag"][0, 0, 2], table.state["inv_id"][0, 0, 3] = FOUND, Gear.RAPIER
    engine = search(table, 1, 1, 1)
    expect(engine, {"over": 1, "inv_n[0]": 3, "inv_id[0, 2]": Gear.RAPIER})


@pytest.mark.rule("STA-22.11", "STA-22.12", "STA-22.14", "STA-5.16")
@pytest.mark.parametrize(
    ("card", "dice", "safe", "fields"),
    [
        ("spike_trap", 2, (5, 1), {"ch_wounds[0]": 1}),
        ("net_trap", 3, (5, 1, 1), {"ch_status[0]": Status.STUNNED | Status.SEARCHED}),
        ("snake", 2, (5, 1), {"ch_status[0]": Status.POISONED | Status.SEARCHED}),
    ],
)
def test_traps_strike_who_fails(card, dice, safe, fields):
    nothing = {"ch_wounds[0]": 0, "ch_status[0]": Status.SEARCHED, "sdisc_n": 1}
    expect(search(alone(card), *FOUND_IT, *safe), {**nothing, "force_n": 0})
    expect(search(alone(card), *FOUND_IT, *[4] * dice), {**nothing, **fields, "s_n[0]": 0})


@pytest.mark.rule("STA-22.13")
def test_a_hellish_vision_curses_or_stuns():
    expect(search(alone("hellish_vision"), *FOUND_IT), {"ch_cursed[0]": 1})
    table = alone("hellish_vision")
    table.edit(0, ch_cursed=1)
    stunned = Status.STUNNED | Status.SEARCHED
    expect(search(table, *FOUND_IT), {"ch_status[0]": stunned, "ch_wounds[0]": 0})


@pytest.mark.rule("STA-22.13", "STA-17.6", "STA-14.10")
def test_a_hellish_vision_wounds_an_ally():
    table = search_deck(arena(("surgeon", (2, 2))), "hellish_vision")
    table.ally(1, "guide", (4, 4))
    engine = table.play(5, 1, 1, 1)
    act(engine, "ally", "char 1", "search")
    expect(engine, {"ch_wounds[1]": 1, "ch_cursed[1]": 0, "ch_wounds[0]": 0})


@pytest.mark.rule("STA-22.15", "STA-12.4")
def test_a_lurker_appears_and_attacks():
    engine = search(alone("lurker"), *FOUND_IT, 5, 5, 1, 1, 1)
    assert places(engine) == [(1, 1)]
    expect(engine, {"ch_wounds[0]": 2, "s_n[0]": 0, "sdisc_n": 1})


@pytest.mark.rule("STA-23.13")
def test_an_old_cache_holds_a_search_card():
    table = alone("old_pistol", "purse")
    engine = incident(table, "old_cache")
    expect(engine, {"s_n[0]": 1, "s_cards[0, 0]": 1})


@pytest.mark.rule("STA-5.19", "STA-6.4")
def test_no_legendary_item_is_in_the_deck_at_first():
    engine = arena(("surgeon", (2, 2))).engine
    assert engine.states["sd"][0, : engine.states["sd_n"][0]].max() < len(SEARCH_KEYS)


@pytest.mark.rule("STA-5.20", "STA-25.1")
def test_a_lost_legendary_item_may_be_found_by_anyone():
    table = alone(SWORDS)
    engine = search(table, *FOUND_IT)
    expect(engine, {"inv_id[0, 2]": LEGEND + Legend.SIAMESE_SWORDS, "sd_n": 0, "s_n[0]": 0})


@pytest.mark.rule("STA-5.20", "STA-R88")
def test_a_refused_legendary_item_is_shuffled_into_the_deck():
    table = alone("purse", SWORDS)
    one = table.state[0]
    one["inv_n"][0] = 5
    one["inv_id"][0, 2:5] = Gear.RAPIER, Gear.BUCKLER, Gear.SPYGLASS
    engine = act(search(table, *FOUND_IT), "no")
    assert sorted(engine.states[0]["sd"][:2]) == [1, SWORDS]
    expect(engine, {"sd_n": 2, "inv_n[0]": 5})


@pytest.mark.rule("STA-5.20", "STA-R35", "STA-7.4")
def test_a_legendary_item_left_on_a_tile_is_lost_to_the_deck():
    table = alone("purse")
    table.lay("i13", (28, 33))
    one = table.state[0]
    one["gr_row"][0], one["gr_col"][0] = 30, 35
    one["gr_item"][0] = LEGEND + Legend.HAT
    engine = table.play(acting=0)
    act(engine, "end_turn")
    expect(engine, {"gr_row[0]": -1, "sd_n": 2, "round": 3})


@pytest.mark.rule("STA-10.33")
def test_a_search_belongs_to_the_turn():
    engine = search(alone("purse", "rum"), *FOUND_IT)
    refuses(engine, "search")
    act(engine, "end_turn")
    assert asked(engine) == "ORDER"
    act(engine, "char 0")
    assert "search" in labels(engine)
