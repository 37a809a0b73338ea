"""The Secret of Captain Jones: the quartermaster, the lost boat, the Lieutenant (STA-30)."""

import pytest

from piracy_env.games.skull_tales.adventure import GAME
from piracy_env.games.skull_tales.rules.adventure import jones
from piracy_env.games.skull_tales.state import NONE, Ended
from piracy_env.games.skull_tales.state_land import Exit, Goal, Status
from piracy_env.games.skull_tales.tables.enemies import FOE_KEYS
from piracy_env.games.skull_tales.terrain import BLOCKED
from tests.games.skull_tales.land.ashore import HOME, at
from tests.games.skull_tales.land.chapter import (
    Chapter,
    explore,
    foes_at,
    garrison,
    garrison_at,
    loot,
    token,
    turned,
    where,
)
from tests.games.skull_tales.land.enemies_at import activate, enemy_round
from tests.scenario import act, deal, expect

HAVEN = (("i7", 0, 0), ("i13", 0, 5))
HIM = {"role": jones.LIEUTENANT, "mark": garrison("jones_lieutenant")}


def ashore(*pirates, tiles=HAVEN, **fields):
    """Pirates on the beach, the first of them on the north exit of the haven."""
    table = Chapter("captain_jones", *(pirates or (("sea_dog", (0, 7), "sword"),)), tiles=tiles)
    table.set(captain=NONE, **fields)
    return table


@pytest.mark.rule("STA-S33", "STA-30.1", "STA-12.3")
def test_s33_the_quartermaster_is_dying():
    table = ashore()
    table.pile("i1", "i2", "i3", "i5")
    engine = explore(table.play(), 2)
    assert garrison_at(engine, "i5") == [("redcoat", 1, 2), ("redcoat", 2, 1), ("redcoat", 2, 3)]
    expect(engine, {"diff": 2, "pile_n": [7, 0], "reserve_n": 0, "force_n": 0, "flag": 9})
    row, col, turns = where(engine, "i5")
    r, c = turned((2, 2), turns)
    assert engine.states[0]["b_ter"][row + r, col + c] == BLOCKED
    assert set(engine.states[0]["pile"][0, :7].tolist()) >= {token("i4"), token("i6")}


@pytest.mark.rule("STA-30.1", "STA-R92")
def test_the_option_is_added_to_the_difficulty_of_the_story():
    table = Chapter("captain_jones", ("sea_dog", (0, 7)), tiles=HAVEN, difficulty=1)
    table.pile("i5")
    expect(explore(table.play(), 2), {"diff": 3})


def avenged(slot=0, left=1):
    """The last of the quartermaster's Redcoats stands before somebody, nearly beaten."""
    table = ashore(("sea_dog", (2, 7), "sword"), ("surgeon", (2, 3)))
    table.ally(2, "bruiser", (1, 8), seat=1, ally_act=2)
    foes = [table.foe("redcoat", place) for place in ((2, 8), (1, 6), (3, 6))[:left]]
    table.state["foe_wounds"][0, foes[0]] = table.state["foe_hp_max"][0, foes[0]] - 1
    table.story(**{f"s{k}": 1 + foe for k, foe in enumerate(foes)})
    return table


@pytest.mark.rule("STA-30.2", "STA-12.22")
def test_who_defeats_the_last_of_them_has_avenged_him():
    engine = act(avenged().play(6, 6, 6, 1, 1), "attack_melee", "enemy 0")
    expect(engine, {"goal_state": [Goal.HELD, 0, 0], "goal_holder": [0, -1, -1], "sf": [0, 0, 0]})


@pytest.mark.rule("STA-30.2")
def test_the_others_must_fall_too():
    engine = act(avenged(left=2).play(6, 6, 6, 1, 1), "attack_melee", "enemy 0")
    expect(engine, {"goal_state": [0, 0, 0], "sf": [0, 2, 0]})


@pytest.mark.rule("STA-30.2")
def test_what_an_ally_defeats_is_its_owners():
    table = avenged()
    engine = act(table.play(6, 6, 6, 1, 1, acting=1, slot=2), "attack_melee", "enemy 0")
    expect(engine, {"goal_state": [Goal.HELD, 0, 0], "goal_holder": [1, -1, -1]})


@pytest.mark.rule("STA-30.3", "STA-R36", "STA-10.31", "STA-R93")
def test_the_boat_is_lost_with_all_that_lies_there():
    table = ashore(("sea_dog", (0, 7)), ("surgeon", (2, 3)), ("cutthroat", (4, 0)))
    table.edit(2, ch_status=Status.KNOCKED_OUT, ch_wounds=table.state["ch_hp_max"][0, 2])
    table.foe("redcoat", (0, 4))
    table.set(fl_row=[HOME + 3, *[-1] * 9], fl_col=[HOME + 3, *[-1] * 9])
    table.set(gr_row=[HOME, *[-1] * 15], gr_col=[HOME + 3, *[-1] * 15], gr_item=[2, *[0] * 15])
    table.pile("i4")
    engine = explore(table.play(), 2)
    expect(engine, {"diff": 3, "fl_row[0]": -1, "gr_item[0]": 0, "pile_n": [1, 0]})
    expect(engine, {"tl_token": [NONE, token("i13"), token("i4")], "pile[0, 0]": token("i7")})
    expect(engine, {"b_tile[28, 28]": 0, "sf[3]": jones.HERE})
    assert ("officer", 2, 2) in garrison_at(engine, "i4")
    assert len(garrison_at(engine, "i4")) == 5
    haven = {(kind, row, col) for kind, row, col in foes_at(engine, (HOME, HOME + 5))}
    assert ("redcoat", 1, 1) in haven  # from the beach, to the nearest space of i13
    assert at(engine, 1) == (2, 5)
    assert at(engine, 2) == (2, 6)
    one = engine.states[0]
    west = [
        k for k in range(one["n_ex"]) if one["ex_col"][k] == HOME + 5 and one["ex_side"][k] == 3
    ]
    assert [int(one["ex_state"][k]) for k in west] == [Exit.CLOSED]


@pytest.mark.rule("STA-30.3", "STA-30.7")
def test_the_lieutenant_is_an_officer_with_five_health_and_a_diary():
    table = ashore()
    table.pile("i4")
    engine = explore(table.play(), 2)
    foe = engine.states[0]["foe_type"].tolist().index(FOE_KEYS.index("officer"))
    expect(engine, {f"foe_hp_max[{foe}]": 5, f"foe_role[{foe}]": jones.LIEUTENANT})
    expect(engine, {f"foe_mark[{foe}]": garrison("jones_lieutenant")})


def fugitive(place, *, tiles=(("i4", 0, 0),), pirate=(4, 0), **fields):
    """The Lieutenant on an island, with a Pirate there."""
    table = ashore(("sea_dog", pirate), tiles=tiles, **fields)
    table.story(s3=jones.HERE)
    table.foe("officer", place, **HIM)
    return table


@pytest.mark.rule("STA-30.4")
def test_he_rolls_no_behaviour_but_attacks_and_makes_for_the_nearest_exit():
    engine = activate(fugitive((2, 0), pirate=(3, 0)), 0, 1, 1, 1, 6, 6, 6)
    assert foes_at(engine) == [("officer", 0, 0)]  # the pile is empty
    assert engine.states[0]["force_n"] < 6  # he has struck first


@pytest.mark.rule("STA-30.4", "STA-R8")
def test_of_exits_that_are_as_near_he_takes_the_first_one_in_reading_order():
    """However the tile was turned: its eastern exit is in the south here, its southern one west."""
    table = fugitive((2, 2), tiles=(("i4", 0, 0, 1),))
    table.state["ex_state"][0, 0] = Exit.CLOSED
    assert foes_at(activate(table, 0, 1, 1, 1)) == [("officer", 2, 0)]


@pytest.mark.rule("STA-30.4", "STA-30.5", "STA-R30")
def test_he_leaves_by_an_open_exit_and_the_top_token_is_kept_for_it():
    table = fugitive((1, 1), pirate=(4, 3))
    table.pile("i1", "i2")
    engine = activate(table, 0, 1, 1)
    expect(engine, {"reserved_on": 1, "reserved_tok": token("i2"), "pile_n": [1, 0]})
    expect(engine, {"foe_row[0]": -1, "sf[3]": jones.AWAY, "ex_state": [Exit.RESERVED, 0, 0]})
    assert not engine.complaints()


@pytest.mark.rule("STA-30.5")
def test_with_an_empty_pile_he_stays_on_the_exit():
    engine = activate(fugitive((1, 1), pirate=(4, 3)), 0, 1, 1)
    expect(engine, {"reserved_on": 0, "sf[3]": jones.HERE})
    assert foes_at(engine) == [("officer", 0, 0)]


@pytest.mark.rule("STA-30.4")
def test_he_passes_a_linked_exit_if_there_is_no_other():
    table = fugitive((2, 3), tiles=(("i6", 0, 0), ("i13", 0, 5)), pirate=(4, 1))
    one = table.state[0]
    for exit_ in range(one["n_ex"]):
        if one["ex_tile"][exit_] == 0 and one["ex_state"][exit_] == Exit.OPEN:
            one["ex_state"][exit_] = Exit.CLOSED
    engine = activate(table, 0, 1, 1)
    assert foes_at(engine) == [("officer", 2, 5)]


def away(*pile, kept="i2", place=(0, 0)):
    """He has left by the exit on which a Pirate stands now."""
    table = fugitive((1, 1), pirate=place)
    table.state["foe_row"][0, 0], table.state["foe_col"][0, 0] = NONE, NONE
    table.state["ex_state"][0, 0] = Exit.RESERVED
    table.set(reserved_on=1, reserved_tok=token(kept))
    table.story(s3=jones.AWAY)
    table.pile(*pile)
    return table


@pytest.mark.rule("STA-30.6", "STA-R30", "STA-R94")
def test_he_is_found_behind_his_exit_three_spaces_away():
    engine = explore(away("i1").play(1), 1)
    expect(engine, {"reserved_on": 0, "reserved_tok": NONE, "sf[3]": jones.HERE, "force_n": 0})
    row, col, _ = where(engine, "i2")
    his = [foe for foe in foes_at(engine, (0, 0)) if foe[0] == "officer"]
    assert len(his) == 1
    (_, r, c), here = his[0], at(engine, 0, 0)
    assert row <= r < row + 5
    assert col <= c < col + 5
    assert max(abs(r - here[0]), abs(c - here[1])) == 3


@pytest.mark.rule("STA-30.6", "STA-18.6")
def test_he_has_escaped_if_his_tile_cannot_lie_there():
    table = away("i1")
    table.lay("i13", (HOME - 5, HOME))  # no exit of it faces this one
    engine = act(table.play(), "explore")
    expect(engine, {"over": 1, "ended": int(Ended.ESCAPED), "adv_result": 0})


@pytest.mark.rule("STA-30.7", "STA-18.10")
def test_his_token_holds_the_diary():
    table = ashore(("sea_dog", (2, 3)))
    table.marked("jones_lieutenant", (2, 4))
    engine = loot(table)
    expect(engine, {"goal_state[1]": Goal.HELD, "goal_holder[1]": 0, "fl_mark[0]": 0})


@pytest.mark.rule("STA-30.7", "STA-7.4")
def test_his_token_waits_where_nobody_is():
    table = ashore(("sea_dog", (2, 3)))
    table.marked("jones_lieutenant", (2, 7))
    table.marked("jones_lieutenant", (2, 8), 1)
    table.state["fl_mark"][0, 1] = 0
    engine = enemy_round(table)
    expect(engine, {"round": 3, "fl_row": [HOME + 2, -1]})


@pytest.mark.rule("STA-30.7", "STA-12.20", "STA-R93")
def test_his_token_lies_there_even_if_the_supply_is_empty():
    table = avenged()
    table.state["foe_role"][0, 0], table.state["foe_mark"][0, 0] = HIM["role"], HIM["mark"]
    table.set(fl_row=[HOME + 3] * 10, fl_col=[HOME + 4] * 10)
    engine = act(table.play(6, 6, 6, 1, 1), "attack_melee", "enemy 0")
    expect(engine, {"fl_mark[0]": HIM["mark"], "fl_row[0]": HOME + 2, "sf[3]": jones.DEFEATED})


@pytest.mark.rule("STA-30.8")
def test_the_boat_is_found_again():
    table = ashore(("sea_dog", (0, 2)), tiles=(("i13", 0, 0),))
    table.pile("i7")
    engine = explore(table.play())
    expect(engine, {"tick": 1, "sf[4]": 1, "goal_state[2]": Goal.HELD, "goal_holder[2]": 0})
    assert [kind for kind, *_ in garrison_at(engine, "i7")].count("redcoat") == 4
    assert ("officer", 2, 2) in garrison_at(engine, "i7")


@pytest.mark.rule("STA-7.3", "STA-30.8")
@pytest.mark.parametrize(("die", "flag"), [(2, 9), (3, 10)])
def test_the_tick_may_move_the_flag_in_each_incident_round(die, flag):
    engine = enemy_round(ashore(tick=1), die)
    expect(engine, {"round": 3, "flag": flag})


def last_step(*, boat=1, **fields):
    """A step away from the boat, with the diary."""
    table = ashore(("sea_dog", (2, 2)), ("surgeon", (1, 0)), ("cutthroat", (4, 4)), **fields)
    table.edit(2, ch_status=Status.KNOCKED_OUT, ch_wounds=table.state["ch_hp_max"][0, 2])
    table.story(s3=jones.DEFEATED, s4=boat)
    table.goal(2, Goal.HELD, 0)
    table.goal(3, Goal.HELD, 0)
    return table


@pytest.mark.rule("STA-S34", "STA-30.9", "STA-30.10", "STA-18.9", "STA-18.10", "STA-30.11")
def test_s34_total_success():
    table = last_step()
    table.edit(0, ch_adv_pp=6, ch_adv_coins=4)
    table.edit(2, ch_adv_coins=3)
    table.edit(1, ch_adv_pp=2)
    table.keep(0, 3)  # the Idol: 10 coins
    engine = act(table.play(), "step W")
    expect(engine, over=1, ended=int(Ended.GOALS_MET), adv_result=2)
    expect(engine, ch_pp=[6 + 10 + 5 + 10, 12, 5], ch_coins=[4 + 10 + 10, 10, 8])
    expect(engine, captain=0)


@pytest.mark.rule("STA-30.9")
@pytest.mark.parametrize("lack", ["boat", "diary", "foe", "friend"])
def test_nobody_sails_without_boat_and_diary_and_peace(lack):
    table = last_step(boat=int(lack != "boat"))
    if lack == "diary":
        table.goal(2, Goal.HELD, 2)  # it lies with who is Knocked Out
    elif lack == "foe":
        table.foe("redcoat", (4, 3))
    elif lack == "friend":
        table.edit(1, ch_x=HOME + 3)
    expect(act(table.play(), "step W"), over=0)


@pytest.mark.rule("STA-30.10", "STA-18.6", "STA-18.8")
@pytest.mark.parametrize(("state", "result"), [(Goal.HELD, 1), (Goal.LYING, 1), (0, 0)])
def test_with_the_diary_alone_it_is_half_a_success(state, result):
    table = last_step(boat=0, stage_moves=3999)
    table.goal(3, 0)
    table.goal(2, state, 0 if state == Goal.HELD else -1)
    if state == Goal.LYING:
        table.state["goal_row"][0, 1], table.state["goal_col"][0, 1] = HOME, HOME + 3
    engine = act(table.play(), "step W")
    prestige = 10 if state == Goal.HELD else 0
    expect(engine, over=1, adv_result=result, ch_pp=[prestige, 0, 0], ch_coins=[0, 0, 0])


@pytest.mark.rule("STA-18.4", "STA-R66", "STA-30.9", "STA-R100")
def test_it_is_over_once_the_boat_cannot_be_found():
    table = ashore(("sea_dog", (0, 2)), tiles=(("i13", 0, 0), ("i12", -5, 0)))
    one = table.state[0]
    for exit_ in range(one["n_ex"]):
        is_last = (one["ex_row"][exit_], one["ex_side"][exit_]) == (HOME, 0)
        one["ex_state"][exit_] = Exit.OPEN if is_last else Exit.CLOSED
    table.pile("i7")
    engine = act(table.play(), "explore")
    expect(engine, over=1, ended=int(Ended.BLOCKED))


@pytest.mark.rule("STA-R41", "STA-6.12", "STA-1.7")
@pytest.mark.parametrize("players", [1, 3])
def test_nobody_is_captain_but_who_is_alone(players):
    one = deal(GAME, players=players, chapter="captain_jones").states[0]
    assert one["captain"] == (0 if players == 1 else NONE)
    assert 0 <= one["init"] < players
