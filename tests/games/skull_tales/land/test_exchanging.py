"""Exchange, Pick up, Use, Drop, and what one can carry (STA-10.38 to 10.40, STA-6.9, STA-R48)."""

import pytest

from piracy_env.games.skull_tales.gear import LEGEND, Gear, Legend
from piracy_env.games.skull_tales.state_land import Goal, OncePlayed, Status
from piracy_env.games.skull_tales.tables.cards import SEARCH_KEYS
from piracy_env.games.skull_tales.terrain import TOKENS
from piracy_env.games.skull_tales.traits import Trait
from tests.games.skull_tales.land.ashore import arena, asked, candidates, cell
from tests.games.skull_tales.land.test_attacks import knows, wield
from tests.scenario import act, expect, labels

RUM, BREW, MAP, GUNPOWDER, PURSE = (
    SEARCH_KEYS.index(card) for card in ("rum", "brew", "map", "gunpowder", "purse")
)
STARTING = 2


def pair(**fields):
    """The Surgeon and the Sea Dog stand side by side."""
    table = arena(("surgeon", (2, 2)), ("sea_dog", (2, 3)))
    table.edit(0, **fields)
    return table


def carries(table, slot, *gear):
    """A Character carries more cards."""
    one = table.state[0]
    for item in gear:
        place = one["inv_n"][slot]
        one["inv_id"][slot, place] = Gear[item.upper()] if isinstance(item, str) else item
        one["inv_loc"][slot, place] = 4 * (table.t.items[one["inv_id"][slot, place]].worn == 1)
        one["inv_n"][slot] += 1
    return table


# --- Exchange -------------------------------------------------------------------------------------


@pytest.mark.rule("STA-10.38", "STA-R48")
def test_giving_is_not_asked_for_and_only_the_active_one_pays():
    engine = carries(pair(ch_rum=1), 0, "rapier").play()
    act(engine, "exchange", "char 1")
    assert labels(engine) == ["give", "take", "done"]
    act(engine, "give", "inv 2", "give", "num 0", "done")
    expect(engine, {"inv_n": [2, 3], "inv_id[1, 2]": Gear.RAPIER, "ch_rum": [0, 1]})
    expect(engine, {"ch_ap": [5, 6]})


@pytest.mark.rule("STA-10.38", "STA-R48")
@pytest.mark.parametrize(("answer", "cards"), [("yes", [3, 2]), ("no", [2, 3])])
def test_taking_is(answer, cards):
    engine = carries(pair(), 1, "rapier").play()
    act(engine, "exchange", "char 1", "take", "inv 2")
    assert asked(engine) == "CONSENT"
    expect(engine, seat=1)
    assert "gives Rapier" in engine.describe(0, 1)
    act(engine, answer)
    assert asked(engine) == "EXCHANGE"
    expect(engine, {"inv_n": cards})


@pytest.mark.rule("STA-10.38")
def test_afterwards_both_may_equip_at_once():
    engine = carries(pair(), 0, "rapier").play()
    act(engine, "exchange", "char 1", "give", "inv 2", "done")
    assert asked(engine) == "EQUIP_RIGHT"
    expect(engine, seat=0)
    act(engine, "inv 0", "no")
    expect(engine, seat=1)
    act(engine, "inv 2", "no")
    expect(engine, {"inv_loc[0, 0]": 1, "inv_loc[1, 2]": 1, "ch_ap": [5, 6]})
    assert asked(engine) == "MENU"


@pytest.mark.rule("STA-R48")
def test_search_cards_are_given_unseen_and_known_to_both():
    table = arena(("surgeon", (2, 2)), ("sea_dog", (2, 3)), ("cook", (4, 4)))
    table.keep(0, MAP, RUM)
    engine = table.play()
    act(engine, "exchange", "char 1", "give")
    card = engine.game.actions.id("scard 0")
    assert engine.describe_action(0, card, 0) == "Give the Map."
    assert engine.describe_action(0, card, 1) == "Choose a kept Search card: scard 0."
    act(engine, "scard 0")
    expect(engine, {"s_n": [1, 1], "s_cards[0, 0]": RUM, "s_cards[1, 0]": MAP})
    assert "Map" in engine.describe(0, 1)
    assert "Map" not in engine.describe(0, 2)


@pytest.mark.rule("STA-R48", "STA-R49")
def test_search_cards_are_asked_for_unseen():
    table = arena(("surgeon", (2, 2)), ("sea_dog", (2, 3)))
    table.keep(1, MAP)
    engine = table.play()
    act(engine, "exchange", "char 1", "take")
    assert labels(engine) == ["no", "inv 0", "inv 1", "scard 0"]
    act(engine, "scard 0")
    assert "gives Map" in engine.describe(0, 1)
    assert "gives a Search card" in engine.describe(0, 0)
    act(engine, "yes")
    expect(engine, {"s_n": [1, 0], "s_cards[0, 0]": MAP})


@pytest.mark.rule("STA-17.5", "STA-R48")
def test_allies_never_pass_coins_on():
    table = arena(("surgeon", (2, 2)))
    table.ally(1, "guide", (2, 3))
    table.keep(1, PURSE, BREW)
    engine = act(table.play(), "exchange", "char 1", "take")
    assert labels(engine) == ["no", "scard 1"]
    act(engine, "scard 1")
    assert asked(engine) == "EXCHANGE"
    expect(engine, {"s_n": [1, 1], "s_cards[0, 0]": BREW})


@pytest.mark.rule("STA-17.5", "STA-R49", "STA-R89")
def test_anothers_ally_is_not_asked_for_search_cards():
    table = arena(("surgeon", (2, 2)), ("sea_dog", (4, 4)))
    table.ally(2, "guide", (2, 3), seat=1)
    table.keep(2, PURSE, BREW)
    assert "take" not in labels(act(table.play(), "exchange", "char 2"))


@pytest.mark.rule("STA-17.2", "STA-10.38")
def test_an_ally_carries_three_things_whatever_they_are():
    table = arena(("surgeon", (2, 2)))
    table.ally(1, "guide", (2, 3))
    carries(table, 1, "sea_boots", "bandolier")
    engine = act(table.play(), "exchange", "char 1", "give")
    assert labels(engine) == ["inv 0", "inv 1"]
    act(engine, "inv 0")
    assert "give" not in labels(engine)


@pytest.mark.rule("STA-R48", "STA-6.9")
def test_nothing_is_given_without_a_place():
    table = carries(pair(ch_brew=1), 0, "rapier", "sea_boots")
    table.edit(1, ch_rum=5)
    engine = act(table.play(), "exchange", "char 1", "give")
    assert labels(engine) == ["inv 3", "num 1"]


@pytest.mark.rule("STA-10.38")
def test_eight_transfers_are_the_most():
    engine = carries(pair(), 0, "rapier").play()
    act(engine, "exchange", "char 1")
    for _ in range(4):
        act(engine, "give", "inv 2", "take", "inv 2", "yes")
    assert asked(engine) == "EQUIP_RIGHT"
    expect(engine, {"inv_n": [3, 2]})


@pytest.mark.rule("STA-10.38", "STA-R89")
def test_what_is_refused_counts_among_the_transfers():
    engine = carries(pair(), 1, "rapier").play()
    act(engine, "exchange", "char 1")
    for _ in range(8):
        assert asked(engine) == "EXCHANGE"
        act(engine, "take", "inv 2", "no")
    assert asked(engine) == "EQUIP_RIGHT"
    expect(engine, {"inv_n": [2, 3]})


@pytest.mark.rule("STA-R22", "STA-14.13")
def test_with_whom_nobody_exchanges():
    table = pair()
    assert "exchange" in labels(table.play())
    table.edit(1, ch_wounds=5, ch_status=Status.KNOCKED_OUT)
    assert "exchange" not in labels(table.play())
    table.edit(1, ch_wounds=0, ch_status=0)
    table.edit(0, ch_status=Status.FRENZIED)
    assert "exchange" not in labels(table.play())
    far = arena(("surgeon", (2, 2)), ("sea_dog", (2, 4)))
    assert "exchange" not in labels(far.play())


@pytest.mark.rule("STA-10.39", "STA-2.13")
def test_starting_gear_goes_back_to_its_owner():
    table = carries(pair(), 0, "axe")
    one = table.state[0]
    one["inv_flag"][0, 2], one["inv_n"][1] = STARTING, 1
    one["inv_id"][1, 1], one["inv_flag"][1, 1] = 0, 0
    table.set(flag=1)
    engine = act(table.play(1, 1, 1), "search")
    expect(engine, {"over": 1, "inv_n": [2, 2], "inv_id[1, 1]": Gear.AXE})


@pytest.mark.rule("STA-17.3", "STA-R91")
def test_what_an_ally_carries_comes_to_its_pirate():
    table = arena(("surgeon", (2, 2)))
    table.ally(1, "guide", (4, 4), ch_rum=1)
    carries(table, 1, "rapier")
    table.set(flag=1)
    engine = act(table.play(1, 1, 1), "search")
    expect(engine, {"over": 1, "inv_n": [3, 0], "inv_id[0, 2]": Gear.RAPIER, "ch_rum": [1, 0]})


# --- Pick up, Drop --------------------------------------------------------------------------------


def lies(table, item, place, thing=0, **fields):
    """A card lies on the ground."""
    one = table.state[0]
    one["gr_row"][thing], one["gr_col"][thing] = cell(*place)
    one["gr_item"][thing], one["gr_from"][thing] = item, 0
    for name, value in fields.items():
        one[f"gr_{name}"][thing] = value
    return table


@pytest.mark.rule("STA-10.40", "STA-5.8", "STA-8.11", "STA-R91")
@pytest.mark.parametrize(("hand", "loc"), [("hand_r", 1), ("hand_l", 2), ("no", 0)])
def test_what_is_picked_up_may_be_held_at_once(hand, loc):
    engine = lies(arena(("surgeon", (2, 2))), Gear.AXE, (2, 3)).play()
    act(engine, "pick_up")
    assert engine.describe_action(0, engine.legal()[0], 0) == "Take the Axe."
    act(engine, "cand 0")
    assert labels(engine) == ["no", "hand_r", "hand_l"]
    act(engine, hand)
    expect(engine, {"inv_id[0, 2]": Gear.AXE, "inv_loc[0, 2]": loc, "gr_row[0]": -1})
    expect(engine, {"ch_ap[0]": 5, "gr_item[0]": 0})


@pytest.mark.rule("STA-10.40")
def test_one_of_several_things_is_picked_up():
    table = lies(arena(("surgeon", (2, 2))), Gear.AXE, (2, 3))
    lies(table, Gear.SEA_BOOTS, (2, 3), 1)
    lies(table, Gear.DAGGER, (2, 4), 2)
    engine = act(table.play(), "pick_up")
    assert labels(engine) == ["cand 0", "cand 1"]
    act(engine, "cand 1")
    expect(engine, {"inv_id[0, 2]": Gear.SEA_BOOTS, "inv_loc[0, 2]": 4, "gr_item[0]": Gear.AXE})
    assert asked(engine) == "MENU"


@pytest.mark.rule("STA-10.40", "STA-6.6")
def test_a_long_gun_takes_both_hands():
    engine = lies(arena(("surgeon", (2, 2), "sword")), Gear.MUSKET, (2, 2)).play()
    act(engine, "pick_up", "cand 0")
    assert labels(engine) == ["no", "hand_r"]
    act(engine, "hand_r")
    expect(engine, {"inv_loc[0, 2]": 3, "inv_loc[0, 0]": 0})


@pytest.mark.rule("STA-R72", "STA-10.40")
@pytest.mark.parametrize(("answer", "lying"), [("no", Gear.AXE), ("inv 3", 0)])
def test_who_has_no_place_leaves_something(answer, lying):
    table = carries(arena(("surgeon", (2, 2))), 0, "rapier", "buckler", "spyglass")
    engine = act(lies(table, Gear.AXE, (2, 3)).play(), "pick_up", "cand 0")
    assert asked(engine) == "OVERLOAD"
    act(engine, answer)
    expect(engine, {"gr_item[0]": lying, "inv_n[0]": 5})


@pytest.mark.rule("STA-10.40", "STA-17.4")
def test_goal_items_are_picked_up():
    table = arena(("surgeon", (2, 2)))
    table.set(goal_state=[0, Goal.LYING, 0, 0, 0, 0, 0, 0])
    table.state["goal_row"][0, 1], table.state["goal_col"][0, 1] = cell(1, 1)
    engine = act(table.play(), "pick_up", "cand 0")
    expect(engine, {"goal_state[1]": Goal.HELD, "goal_holder[1]": 0})


@pytest.mark.rule("STA-10.40", "STA-5.8")
def test_what_is_dropped_lies_near():
    engine = arena(("surgeon", (2, 2), "sword")).play()
    act(engine, "drop")
    assert "drops" in engine.describe(0, 0)
    assert labels(engine) == ["inv 0", "inv 1"]
    act(engine, "inv 0")
    assert len(candidates(engine)) == 9
    act(engine, "cand 1")
    expect(engine, {"inv_n[0]": 1, "gr_item[0]": Gear.SWORD, "gr_flag[0]": STARTING})
    expect(engine, {"gr_row[0]": 29, "gr_col[0]": 29, "ch_ap[0]": 5, "gr_from[0]": 0})
    assert "Sword at 29,29" in engine.describe(0, 0)


@pytest.mark.rule("STA-10.40")
def test_nothing_is_dropped_behind_a_wall():
    table = arena(("surgeon", (0, 1)))
    engine = act(table.play(), "drop", "inv 0")
    assert (0, 2) not in candidates(engine)


@pytest.mark.rule("STA-10.40", "STA-18.10")
def test_goals_are_dropped():
    table = arena(("surgeon", (2, 2)))
    table.set(goal_state=[Goal.HELD, 0, 0, 0, 0, 0, 0, 0])
    table.state["goal_holder"][0, 0] = 0
    engine = act(table.play(), "drop", "goal 0", "cand 0")
    expect(engine, {"goal_state[0]": Goal.LYING, "goal_row[0]": 30, "goal_holder[0]": -1})


@pytest.mark.rule("STA-R72")
def test_sixteen_things_are_the_most_that_lie():
    table = arena(("surgeon", (2, 2)))
    one = table.state[0]
    one["gr_row"][:], one["gr_col"][:], one["gr_item"][:] = *cell(4, 4), Gear.DAGGER
    assert "drop" not in labels(table.play())


@pytest.mark.rule("STA-R52")
def test_picking_up_and_dropping_are_actions_of_an_ally():
    table = arena(("surgeon", (4, 4)))
    table.ally(1, "guide", (2, 2))
    engine = act(lies(table, Gear.AXE, (2, 3)).play(), "ally", "char 1", "pick_up", "cand 0")
    expect(engine, {"inv_id[1, 0]": Gear.AXE, "inv_loc[1, 0]": 0, "ally_act[1]": 1})
    act(engine, "drop", "inv 0", "cand 0")
    expect(engine, {"inv_n[1]": 0, "ally_act[1]": 0, "gr_item[0]": Gear.AXE})


# --- Use ------------------------------------------------------------------------------------------


@pytest.mark.rule("STA-21.40", "STA-10.40")
def test_rum_brings_destiny_back():
    engine = pair(ch_rum=1, ch_dp=1).play()
    act(engine, "use")
    assert "uses" in engine.describe(0, 0)
    act(engine, "num 0")
    expect(engine, {"ch_dp[0]": 3, "ch_rum[0]": 0, "ch_ap[0]": 5})


@pytest.mark.rule("STA-21.41", "STA-14.5")
def test_brew_heals_two_wounds_and_poison():
    engine = pair(ch_brew=1, ch_wounds=3, ch_status=Status.POISONED).play()
    act(engine, "use", "num 1", "char 0")
    expect(engine, {"ch_wounds[0]": 1, "ch_brew[0]": 0, "ch_status[0]": 0})


@pytest.mark.rule("STA-21.41", "STA-10.40")
def test_brew_may_be_given_to_somebody_adjacent():
    table = pair(ch_brew=1, ch_wounds=1)
    table.edit(1, ch_wounds=2)
    engine = act(table.play(), "use", "num 1")
    assert labels(engine) == ["char 0", "char 1"]
    act(engine, "char 1")
    expect(engine, {"ch_wounds": [1, 0]})


@pytest.mark.rule("STA-10.40", "STA-14.13", "STA-R90")
def test_what_would_do_nothing_is_not_used():
    assert "use" not in labels(pair(ch_rum=1, ch_brew=1).play())
    assert "use" not in labels(pair(ch_rum=1, ch_dp=0, ch_status=Status.FRENZIED).play())
    assert "use" not in labels(pair(ch_rum=1, ch_dp=0, ch_ap=0).play())
    table = pair(ch_brew=1)
    table.edit(1, ch_wounds=5, ch_status=Status.KNOCKED_OUT)
    assert "use" not in labels(table.play())


@pytest.mark.rule("STA-22.4", "STA-22.5", "STA-5.18")
def test_search_cards_are_used_and_out():
    table = pair(ch_dp=0, ch_wounds=3)
    table.keep(0, RUM, BREW)
    engine = act(table.play(), "use", "scard 1", "char 0", "use", "scard 0")
    expect(engine, {"ch_dp[0]": 3, "ch_wounds[0]": 1, "s_n[0]": 0, "sdisc": [BREW, RUM]})


@pytest.mark.rule("STA-17.9", "STA-R52")
def test_an_ally_drinks_brew_itself_and_uses_nothing_else():
    table = arena(("surgeon", (2, 3)))
    table.ally(1, "guide", (2, 2), ch_brew=1, ch_rum=1, ch_wounds=2)
    table.edit(0, ch_wounds=2)
    table.keep(1, MAP)
    table.pile("i3", "i5")
    engine = act(table.play(), "ally", "char 1", "use")
    assert labels(engine) == ["no", "num 1"]
    act(engine, "num 1")
    expect(engine, {"ch_wounds": [2, 0], "ch_brew[1]": 0, "ally_act[1]": 1})


@pytest.mark.rule("STA-20.57")
@pytest.mark.parametrize(("die", "left"), [(6, 1), (5, 0)])
def test_a_witch_doctor_may_use_a_brew_twice(die, left):
    table = knows(pair(ch_brew=1, ch_wounds=4, ch_hp_max=6), 0, Trait.WITCH_DOCTOR)
    engine = table.play(die, 1, 1, 1)
    act(engine, "use", "num 1", "char 0")
    expect(engine, {"ch_wounds[0]": 2, "ch_brew[0]": left, "oncea[0]": 8 * left})
    if left:
        act(engine, "use", "num 1", "char 0")
        expect(engine, {"ch_wounds[0]": 0, "ch_brew[0]": 0, "oncea[0]": 0, "force_n": 0})


@pytest.mark.rule("STA-20.57", "STA-22.5")
def test_a_found_brew_is_kept_likewise():
    table = knows(pair(ch_wounds=4, ch_hp_max=6), 0, Trait.WITCH_DOCTOR)
    table.keep(0, BREW)
    engine = act(table.play(6, 1, 1, 1), "use", "scard 0", "char 0")
    expect(engine, {"s_n[0]": 1, "oncea[0]": OncePlayed.FIND_LEFT})
    act(engine, "use", "scard 0", "char 0")
    expect(engine, {"s_n[0]": 0, "oncea[0]": 0})


@pytest.mark.rule("STA-20.57")
def test_a_brew_that_is_given_away_is_forgotten():
    table = pair(ch_brew=1, oncea=OncePlayed.BREW_LEFT | OncePlayed.FIND_LEFT)
    table.keep(0, BREW)
    engine = act(table.play(), "exchange", "char 1", "give", "num 1", "give", "scard 0")
    expect(engine, {"oncea": [0, 0], "ch_brew": [0, 1], "s_n": [0, 1]})


@pytest.mark.rule("STA-22.7", "STA-R65", "STA-R74")
@pytest.mark.parametrize(
    ("choice", "order"), [("cand 0", ("i1", "i3", "i5")), ("cand 1", ("i1", "i5", "i3"))]
)
def test_a_map_shows_two_tokens_to_all(choice, order):
    table = pair()
    table.keep(0, MAP)
    table.pile("i1", "i3", "i5")
    engine = act(table.play(), "use", "scard 0")
    assert "(i5)" in engine.describe(0, 1)
    act(engine, choice)
    expect(engine, {"pile[0]": [TOKENS.index(token) for token in order], "pile_known[0]": 2})
    expect(engine, {"s_n[0]": 0, "ch_ap[0]": 5})
    assert "All know what comes next" in engine.describe(0, 1)


@pytest.mark.rule("STA-22.7")
def test_a_map_of_one_token_and_of_none():
    table = pair()
    table.keep(0, MAP)
    table.pile("i1")
    engine = act(table.play(), "use", "scard 0")
    assert asked(engine) == "MENU"
    expect(engine, {"pile_known[0]": 1})
    table.pile()
    assert "use" not in labels(table.play())


@pytest.mark.rule("STA-22.8", "STA-R20")
def test_gunpowder_loads_for_nothing_and_ends_no_series():
    table = pair(ch_ap=0, last_hand=1)
    table.state["inv_flag"][0, 0, 1] = 3
    table.keep(0, GUNPOWDER)
    engine = act(table.play(), "use", "scard 0", "inv 1")
    expect(engine, {"inv_flag[0, 1]": 2, "ch_ap[0]": 0, "last_hand[0]": 1, "s_n[0]": 0})
    table.edit(0, ch_status=Status.RUNNING)
    assert "use" not in labels(table.play())


@pytest.mark.rule("STA-21.30")
def test_a_powder_horn_loads_all_once():
    table = wield(pair(), 0, "pistol", "pistol", "powder_horn")
    table.state["inv_loc"][0, 0, 2] = 0
    table.state["inv_flag"][0, 0, :2] = 1
    engine = act(table.play(), "use", "inv 2")
    expect(engine, {"inv_flag[0]": [0, 0, 0], "ch_ap[0]": 5, "oncea[0]": OncePlayed.POWDER})
    expect(engine, {"inv_n[0]": 3})
    engine.set(0, {"inv_flag[0, 0]": 1})
    assert "use" not in labels(engine)


@pytest.mark.rule("STA-22.6", "STA-10.27", "STA-17.9")
def test_a_used_rope_is_out_and_allies_use_none():
    table = arena(("cutthroat", (2, 1)), tile="i10")
    table.keep(0, SEARCH_KEYS.index("rope"))
    engine = act(table.play(), "jump", "cand 0", "rope")
    expect(engine, {"s_n[0]": 0, "sdisc_n": 1, "ch_ap[0]": 4})


@pytest.mark.rule("STA-R63")
def test_hooks_are_never_exchanged():
    table = pair(ch_perm=8, ch_prosth=8, inv_n=0, inv_id=0, inv_flag=0)
    engine = act(table.play(), "exchange", "char 1")
    assert "give" not in labels(engine)


@pytest.mark.rule("STA-25.2")
def test_the_amulet_heals_in_each_incident_round():
    table = pair(ch_wounds=2)
    carries(table, 0, LEGEND + Legend.AMULET)
    table.edit(1, ch_wounds=2)
    engine = table.play()
    engine.set(0, {"order_done": 3, "acted_order": [0, 1, -1, -1, -1]})
    act(engine, "end_turn")
    expect(engine, {"ch_wounds": [1, 2], "round": 3})


# --- bulky goals ----------------------------------------------------------------------------------


def burdened(*hands, **fields):
    """A Pirate in the company's house; goal 2 of Cheating Death fills a hand."""
    table = arena(("sea_dog", (2, 2), *hands), tile="v3", chapter="cheating_death")
    table.edit(0, **fields)
    table.set(goal_state=[0, Goal.LYING, 0, 0, 0, 0, 0, 0])
    table.state["goal_row"][0, 1], table.state["goal_col"][0, 1] = cell(2, 2)
    return table


@pytest.mark.rule("STA-36.7", "STA-6.6", "STA-6.8", "STA-R91")
@pytest.mark.parametrize(("dominant", "held"), [(0, [1, 0]), (1, [0, 2])])
def test_a_bulky_goal_fills_the_weak_hand(dominant, held):
    table = burdened("sword", "axe", ch_hand_dom=dominant)
    table.state["inv_flag"][0, 0, :2] = STARTING
    engine = act(table.play(), "pick_up", "cand 0")
    expect(engine, {"inv_loc[0]": held, "goal_holder[1]": 0})


@pytest.mark.rule("STA-36.7", "STA-6.6")
def test_with_a_bulky_goal_one_hand_is_left():
    table = burdened()
    wield(table, 0, "broadsword", "sword", "axe")
    table.state["inv_loc"][0, 0, :3] = 0
    table.set(goal_state=[0, Goal.HELD, 0, 0, 0, 0, 0, 0])
    table.state["goal_row"][0, 1] = table.state["goal_col"][0, 1] = -1
    table.state["goal_holder"][0, 1] = 0
    engine = act(table.play(), "equip")
    assert labels(engine) == ["no", "inv 1", "inv 2"]
    act(engine, "inv 1")
    assert asked(engine) == "MENU"
    expect(engine, {"inv_loc[0]": [0, 1, 0]})


@pytest.mark.rule("STA-R48", "STA-10.40")
def test_who_keeps_cards_may_think_better_of_it():
    table = pair(ch_wounds=1)
    table.keep(0, BREW)
    engine = act(table.play(), "use", "no")
    assert asked(engine) == "MENU"
    expect(engine, {"ch_ap[0]": 6, "s_n[0]": 1})
    act(engine, "exchange", "char 1", "give", "no")
    assert asked(engine) == "EXCHANGE"


@pytest.mark.rule("STA-R49", "STA-R74")
def test_a_card_is_shown_as_it_is_used():
    table = pair(ch_wounds=1)
    table.keep(0, BREW)
    engine = act(table.play(), "use", "scard 0")
    expect(engine, {"s_n[0]": 0, "stk[3, 4]": 64 + BREW})
    act(engine, "char 0")
    expect(engine, {"ch_wounds[0]": 0, "sdisc_n": 1, "sdisc[0]": BREW})
