"""Rounds, the Initiative, the flag, turns, Allies, and the ends (STA-7, 12, 17, 18)."""

import pytest

from piracy_env.games.skull_tales.adventure import GAME
from piracy_env.games.skull_tales.rules.adventure import harm, track
from piracy_env.games.skull_tales.rules.adventure.companions import raise_zombie
from piracy_env.games.skull_tales.state import Decision, Ended
from piracy_env.games.skull_tales.state_land import Status
from piracy_env.games.skull_tales.tables.cards import SEARCH_KEYS
from tests.games.skull_tales.land.ashore import HOME, Ashore, arena, asked, at, cell
from tests.scenario import act, deal, expect, labels, refuses

CREW = (("sea_dog", (2, 0)), ("surgeon", (2, 2)), ("cutthroat", (2, 4)))
DOWN = {"ch_status": int(Status.KNOCKED_OUT)}


def crew(*places, **options):
    people = [(card, places[k] if places else place) for k, (card, place) in enumerate(CREW)]
    return arena(*people, **options)


def knock_out(table, slot):
    """A Character that lies there from the start."""
    table.edit(slot, ch_wounds=table.state["ch_hp_max"][0, slot], **DOWN)


def until(engine, kind, *answers):
    """Pass until a decision waits."""
    for _ in range(60):
        if asked(engine) == kind or engine.states["over"][0]:
            return engine
        found = labels(engine)
        wanted = [one for one in answers if one in found]
        act(engine, (wanted or [one for one in ("end_turn", "no") if one in found] or found)[0])
    raise AssertionError(f"{kind} never came")


# --- the Initiative -------------------------------------------------------------------------------


@pytest.mark.rule("STA-S32", "STA-7.12", "STA-7.13", "STA-R44")
def test_s32_the_initiative_goes_to_who_has_gained_more():
    table = crew()
    found = []
    for seat in (2, 0, 0):
        track.gain_pp(table.s, table.t, seat, 1)
        found.append(int(table.state["init"][0]))
    assert found == [2, 2, 0]


@pytest.mark.rule("STA-7.13", "STA-R56")
def test_only_prestige_of_this_adventure_counts():
    table = crew()
    table.edit(1, ch_pp=50)
    track.gain_pp(table.s, table.t, 2, 1)
    assert table.state["init"][0] == 2


@pytest.mark.rule("STA-R44", "STA-14.11")
def test_a_knock_out_can_take_the_initiative():
    table = crew()
    table.edit(0, ch_adv_pp=4)
    table.edit(2, ch_adv_pp=3)
    table.play(acting=0)
    harm.knock_out(table.s, table.t, 0)
    assert table.state["init"][0] == 2


@pytest.mark.rule("STA-R44")
def test_after_a_tacticians_round_the_former_holder_leads_again():
    table = crew()
    table.set(init=1, init_back=0)
    for seat in range(3):
        table.edit(seat, ch_status=int(Status.TURN_DONE))
    table.set(order_done=7)
    engine = act(table.play(acting=0), "end_turn")
    until(engine, "ORDER")
    expect(engine, init=0, init_back=-1)


@pytest.mark.rule("STA-R56")
def test_losses_come_out_of_this_adventure_first():
    table = crew()
    table.edit(1, ch_pp=5, ch_adv_pp=2)
    track.lose_pp(table.s, table.t, 1, 3)
    assert (table.state["ch_adv_pp"][0, 1], table.state["ch_pp"][0, 1]) == (0, 4)
    track.lose_pp(table.s, table.t, 1, 30)
    assert table.state["ch_pp"][0, 1] == 0


@pytest.mark.rule("STA-17.7")
def test_allies_gain_no_prestige():
    table = crew()
    table.ally(3, "guide", (4, 4))
    assert track.gain_pp(table.s, table.t, 3, 2) == 0


# --- the order of the seats -----------------------------------------------------------------------


@pytest.mark.rule("STA-7.12", "STA-R57")
def test_who_has_the_initiative_says_whose_turn_it_is():
    table = crew()
    table.set(init=1)
    engine = act(table.play(acting=0), "end_turn")
    assert asked(engine) == "ORDER"
    expect(engine, seat=1)
    assert labels(engine) == ["char 0", "char 1"]  # itself, and seat 2
    act(engine, "char 1")
    expect(engine, seat=2, active_slot=2, order_done=5, acted_order=[0, 2, -1])


@pytest.mark.rule("STA-R57", "STA-17.1", "STA-R52")
def test_a_seat_whose_pirate_lies_there_has_its_allies_turn():
    table = crew()
    table.ally(3, "guide", (4, 4), seat=1)
    knock_out(table, 1)
    knock_out(table, 2)
    engine = act(table.play(acting=0), "end_turn")
    assert labels(engine) == ["char 1"]
    act(engine, "char 1")
    assert asked(engine) == "ALLY_END"
    act(engine, "char 3")
    expect(engine, {"active_slot": 3, "ally_act[3]": 2})


@pytest.mark.rule("STA-7.1", "STA-7.2", "STA-7.3")
def test_rounds_follow_each_other_and_the_first_has_no_incidents():
    engine = deal(GAME, chapter="skull_cove", players=2, start_allies=0)
    engine.set(0, {"flag": 12})
    until(engine, "ORDER")
    expect(engine, round=1, flag=12)
    until(act(engine, labels(engine)[0]), "ORDER")
    until(act(engine, labels(engine)[0]), "ORDER")
    expect(engine, round=2, order_done=0)


# --- a turn ---------------------------------------------------------------------------------------


def turn(table, *dice, seat=0):
    """An engine in which a seat has just been chosen."""
    table.set(init=seat, captain=seat)
    frame = [Decision.ORDER, seat, 0, -1, 0, 0, 0]
    return act(table.play(*dice, acting=seat, frame=frame), "char 0")


@pytest.mark.rule("STA-2.1", "STA-2.2")
@pytest.mark.parametrize(("wounds", "ap"), [(0, 6), (1, 5), (3, 5)])
def test_the_wounded_have_one_ap_less(wounds, ap):
    table = crew()
    table.edit(0, ch_wounds=wounds)
    expect(turn(table), {"ch_ap[0]": ap})


@pytest.mark.rule("STA-14.1", "STA-R52")
def test_who_is_knocked_down_stands_up_and_loses_its_turn():
    table = crew()
    table.edit(0, ch_status=int(Status.KNOCKED_DOWN))
    engine = turn(table)
    expect(engine, {"ch_status[0]": 0})
    assert asked(engine) == "ORDER"


@pytest.mark.rule("STA-14.2", "STA-R19", "STA-R68")
def test_a_stun_is_shaken_off_for_ap_and_a_roll():
    table = crew()
    table.edit(0, ch_status=int(Status.STUNNED))
    engine = turn(table, 1, 1, 1, 5, 1, 1)
    assert asked(engine) == "STUN"
    act(engine, "shake_off")
    expect(engine, {"ch_ap[0]": 4, "ch_status[0]": Status.STUNNED | Status.STUN_AGED})
    act(engine, "shake_off")
    assert asked(engine) == "MENU"
    expect(engine, {"ch_ap[0]": 2, "ch_status[0]": 0, "stk[2]": [13, 0, 0, 0, 0, 2, 0]})


@pytest.mark.rule("STA-14.2", "STA-7.6", "STA-R19")
def test_a_turn_given_up_ends_a_stun_in_the_next_incident_round():
    table = crew()
    for seat in (1, 2):
        table.edit(seat, ch_status=int(Status.TURN_DONE))
    table.edit(0, ch_status=int(Status.STUNNED))
    engine = act(turn(table), "end_turn")
    until(engine, "ORDER")
    expect(engine, {"round": 3, "ch_status[0]": 0})


@pytest.mark.rule("STA-R14")
def test_destiny_can_be_used_again_in_the_next_turn():
    table = crew()
    table.edit(0, ch_wounds=2)
    engine = act(turn(table), "dp_heal")
    expect(engine, {"ch_status[0]": int(Status.DESTINY_USED)})
    act(engine, "end_turn")
    expect(engine, {"ch_status[0]": 0})


@pytest.mark.rule("STA-R51")
def test_a_turn_of_150_decisions_is_ended():
    table = crew()
    table.edit(0, ch_ap=20)
    table.set(micro=149)
    engine = act(table.play(), "step E")
    assert asked(engine) == "ORDER"
    expect(engine, {"micro": 0, "ch_ap[0]": 0})


@pytest.mark.rule("STA-R51", "STA-18.5")
def test_an_adventure_ends_with_its_4000th_decision():
    table = crew()
    table.set(stage_moves=3999)
    engine = act(table.play(), "step E")
    expect(engine, over=1, ended=int(Ended.DECISIONS), adv_result=0)


@pytest.mark.rule("STA-R51")
def test_after_40_rounds_it_is_over():
    table = crew()
    table.set(round=40, order_done=7)
    for seat in (1, 2):
        table.edit(seat, ch_status=int(Status.TURN_DONE))
    engine = act(table.play(), "end_turn")
    expect(engine, over=1, ended=int(Ended.ROUNDS))


# --- the flag and the ends ------------------------------------------------------------------------


@pytest.mark.rule("STA-18.5", "STA-5.1")
def test_the_last_space_of_the_track_ends_the_adventure():
    table = arena(("sea_dog", (2, 4)), tile="i13")
    table.pile("i8", "i3")
    table.set(flag=1)
    engine = act(table.play(), "explore")
    expect(engine, over=1, ended=int(Ended.OUT_OF_TIME), flag=0)


@pytest.mark.rule("STA-7.3", "STA-18.1")
@pytest.mark.parametrize(("dice", "flag"), [((1, 2), 8), ((2, 3), 9), ((3, 6), 10)])
def test_each_knocked_out_pirate_may_move_the_flag(dice, flag):
    table = crew()
    knock_out(table, 1)
    knock_out(table, 2)
    engine = act(table.play(*dice), "end_turn")
    until(engine, "ORDER")
    expect(engine, flag=flag, round=3)


@pytest.mark.rule("STA-7.3")
def test_a_tick_is_one_more_die():
    table = crew()
    table.set(tick=1, order_done=7)
    for seat in (1, 2):
        table.edit(seat, ch_status=int(Status.TURN_DONE))
    engine = act(table.play(2), "end_turn")
    expect(until(engine, "ORDER"), flag=9, force_n=0)


@pytest.mark.rule("STA-18.1", "STA-14.11")
def test_a_knock_out_moves_the_flag():
    table = crew()
    table.play()
    assert harm.hurt(table.s, table.t, 1, 9)
    one = table.state[0]
    assert (one["flag"], one["ch_wounds"][1], one["ko_n"][1]) == (9, 5, 1)
    assert not harm.hurt(table.s, table.t, 1, 1)
    assert one["flag"] == 9


@pytest.mark.rule("STA-R45", "STA-14.11", "STA-14.12")
def test_who_is_knocked_out_lies_there_with_wounds_coins_and_finds():
    table = crew()
    table.edit(1, ch_wounds=2, ch_adv_coins=7, ch_adv_pp=3)
    table.keep(1, SEARCH_KEYS.index("rope"))
    table.set(init=1)
    table.play()
    harm.hurt(table.s, table.t, 1, 9)
    engine = act(table.play(6), "end_turn")
    until(engine, "ORDER")
    expect(engine, {"ch_wounds[1]": 5, "ch_adv_coins[1]": 7, "s_n[1]": 1, "ch_adv_pp[1]": 0})
    expect(engine, {"ch_status[1]": Status.KNOCKED_OUT})


@pytest.mark.rule("STA-18.3")
def test_it_ends_when_nobody_is_left_standing():
    table = crew()
    for seat in (1, 2):
        knock_out(table, seat)
    table.edit(0, ch_wounds=4)
    table.foe("redcoat", (1, 1))
    engine = act(table.play(1, 1, 1, 6, 6), "break_away")
    expect(engine, over=1, ended=int(Ended.ALL_DOWN))


@pytest.mark.rule("STA-17.11", "STA-18.1")
def test_allies_that_lie_there_do_not_roll_for_the_flag():
    table = crew((2, 0), (2, 2), (2, 3))
    table.ally(3, "guide", (4, 4), seat=1)
    knock_out(table, 3)
    table.set(order_done=7)
    for seat in (1, 2):
        table.edit(seat, ch_status=int(Status.TURN_DONE))
    engine = act(table.play(1), "end_turn")
    expect(until(engine, "ORDER"), flag=10, force_n=1)


# --- Incident Rounds ------------------------------------------------------------------------------


def next_round(table, *dice):
    """Play on into the next round."""
    table.set(order_done=31)
    for seat in range(1, table.state["players"][0]):
        table.edit(seat, ch_status=table.state["ch_status"][0, seat] | Status.TURN_DONE)
    return until(act(table.play(*dice), "end_turn"), "ORDER")


@pytest.mark.rule("STA-7.4", "STA-R35", "STA-5.8")
def test_tokens_go_where_nobody_is():
    table = Ashore(1)
    table.lay("i13")
    table.lay("i6", (HOME, HOME + 5))
    table.pirate(0, "sea_dog", (2, 2))
    one = table.state[0]
    for token, place in enumerate(((2, 1), (2, 7))):
        one["fl_row"][token], one["fl_col"][token] = cell(*place)
        one["gr_row"][token], one["gr_col"][token] = cell(*place)
        one["gr_item"][token], one["gr_from"][token] = 2, 0
    engine = next_round(table)
    expect(engine, fl_row=[HOME + 2, -1], gr_row=[HOME + 2, -1], gr_item=[2, 0])


@pytest.mark.rule("STA-S38", "STA-7.5", "STA-17.10", "STA-17.11", "STA-2.16")
def test_s38_an_ally_left_alone_is_removed():
    table = Ashore(2, start_allies=1)
    table.lay("i13")
    table.lay("i6", (HOME, HOME + 5))
    table.pirate(0, "sea_dog", (2, 2))
    table.pirate(1, "surgeon", (2, 3))
    table.ally(2, "guide", (2, 6))
    knock_out(table, 2)
    table.set(goal_state=[2, 0, 0, 0, 0, 0, 0, 0], goal_holder=[2, -1, -1, -1, -1, -1, -1, -1])
    table.set(goal_row=[-1] * 8, goal_col=[-1] * 8)
    engine = next_round(table)
    expect(engine, {"ch_dead[2]": 1, "ch_y[2]": -1, "goal_state": [3, 0]})
    expect(engine, goal_row=[HOME + 2, -1], goal_col=[HOME + 6, -1])


@pytest.mark.rule("STA-7.5")
@pytest.mark.parametrize("place", [(2, 4), (4, 7)])
def test_an_ally_with_somebody_near_stays(place):
    """On a tile with it, or next to it across the exit."""
    table = Ashore(2, start_allies=1)
    table.lay("i13")
    table.lay("i6", (HOME, HOME + 5))
    table.pirate(0, "sea_dog", (2, 0))
    table.pirate(1, "surgeon", place if place != (4, 7) else (3, 7))
    table.ally(2, "guide", (2, 5))
    knock_out(table, 2)
    expect(next_round(table), {"ch_dead[2]": 0})


@pytest.mark.rule("STA-S29", "STA-7.7", "STA-14.5")
def test_s29_poison_wounds_until_it_is_cured():
    table = crew()
    table.edit(0, ch_status=int(Status.POISONED))
    engine = next_round(table, 5, 4, 1)
    expect(engine, {"ch_wounds[0]": 1, "ch_status[0]": int(Status.POISONED)})
    table = crew()
    table.edit(0, ch_status=int(Status.POISONED))
    expect(next_round(table, 6, 1, 1), {"ch_wounds[0]": 0, "ch_status[0]": 0})


@pytest.mark.rule("STA-14.5")
def test_healing_ends_poison():
    table = crew()
    table.edit(0, ch_status=int(Status.POISONED), ch_wounds=2)
    engine = act(table.play(), "dp_heal")
    assert engine.states[0]["ch_status"][0] & Status.POISONED == 0


@pytest.mark.rule("STA-S36", "STA-7.8", "STA-R72")
def test_s36_firearms_stay_unloaded():
    table = arena(("surgeon", (2, 2)))
    one = table.state[0]
    one["inv_id"][0, 2], one["inv_n"][0] = 64, 3
    one["inv_flag"][0] = [2, 3, 1, *[0] * 11]  # the Pistol unloaded, the Compass exhausted
    engine = next_round(table)
    expect(engine, {"inv_flag[0]": [2, 3, 0]})


@pytest.mark.rule("STA-7.9", "STA-5.22", "STA-5.24")
def test_spells_move_on_the_recharge_track():
    table = arena(("voodoo_shaman", (2, 2)))
    raise_zombie(table.s, table.t, 0, cell(4, 4))
    table.state["spell"][0, 0, :5] = [5, 2, 20, 3, 1]
    expect(next_round(table), {"spell[0]": [4, 1, 20, 2, 1]})


@pytest.mark.rule("STA-7.6")
def test_stunned_enemies_recover_when_their_marker_is_old():
    table = crew((4, 0), (4, 1), (4, 3))
    table.foe("redcoat", (0, 0), stun=1)
    engine = next_round(table)
    expect(engine, {"foe_stun[0]": 0})


# --- Allies ---------------------------------------------------------------------------------------


def with_ally(card="guide", place=(4, 4)):
    table = arena(("sea_dog", (2, 2)), ("surgeon", (0, 0)))
    table.ally(2, card, place)
    return table


@pytest.mark.rule("STA-17.1", "STA-2.15")
def test_an_ally_acts_before_or_after_its_pirate():
    engine = act(with_ally().play(), "ally", "char 2")
    expect(engine, {"active_slot": 2, "ally_act[2]": 2})
    act(engine, "end_turn")
    expect(engine, {"active_slot": 0})
    refuses(engine, "ally")
    act(engine, "end_turn")
    assert asked(engine) == "ORDER"
    engine = act(with_ally().play(), "step W")
    refuses(engine, "ally")
    act(engine, "end_turn")
    assert asked(engine) == "ALLY_END"
    act(engine, "char 2", "end_turn")
    assert asked(engine) == "ORDER"


@pytest.mark.rule("STA-R52", "STA-17.8", "STA-17.4")
def test_an_ally_moves_as_one_action():
    engine = act(with_ally().play(), "ally", "char 2")
    refuses(engine, "run", "dp_action", "take_breath")
    act(engine, "ally_move", "step N", "step N", "done")
    expect(engine, {"ally_act[2]": 1})
    assert at(engine, 2) == (2, 4)
    act(engine, "ally_move", *["step S", "step N"] * 2, "step S")
    assert asked(engine) == "MENU"  # five spaces, and the move is over
    expect(engine, {"ally_act[2]": 0})
    refuses(engine, "ally_move")


@pytest.mark.rule("STA-R52", "STA-10.13")
def test_a_move_that_is_stopped_is_used_up():
    table = with_ally()
    table.foe("redcoat", (1, 4))
    engine = act(table.play(), "ally", "char 2", "ally_move", "step N", "step N")
    assert asked(engine) == "MENU"
    expect(engine, {"ally_act[2]": 1})
    refuses(engine, "ally_move")
    act(engine, "break_away")
    expect(engine, {"ally_act[2]": 0})


@pytest.mark.rule("STA-17.12", "STA-14.8")
def test_wounds_do_not_slow_allies():
    table = with_ally()
    table.edit(2, ch_wounds=1)
    engine = act(table.play(), "ally", "char 2")
    expect(engine, {"ally_act[2]": 2})


@pytest.mark.rule("STA-1.7", "STA-1.9", "STA-R60", "STA-2.17")
def test_alone_one_has_three_allies_and_is_captain():
    engine = deal(GAME, chapter="captain_jones", players=1)
    expect(engine, captain=0, init=0, ch_kind=[1, 2, 2, 2, 0])
    expect(engine, {f"ch_card[{slot}]": card for slot, card in ((1, 0), (2, 5), (3, 6))})
    five = deal(GAME, chapter="skull_cove", players=5, start_allies=1)
    expect(five, ch_kind=[1] * 5)
