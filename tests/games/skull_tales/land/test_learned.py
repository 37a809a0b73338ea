"""What Traits of scholars, leaders and mystics do in turns and rounds (STA-20.37 to 20.79)."""

import pytest

from piracy_env.games.skull_tales.rules import crew
from piracy_env.games.skull_tales.rules.adventure.companions import raise_zombie
from piracy_env.games.skull_tales.state import Decision
from piracy_env.games.skull_tales.state_land import FoeStatus, Status
from piracy_env.games.skull_tales.tables.enemies import ABILITIES
from piracy_env.games.skull_tales.traits import Trait
from tests.games.skull_tales.land.ashore import arena, asked, at, cell
from tests.games.skull_tales.land.casters import learn, shaman, track
from tests.games.skull_tales.land.enemies_at import carry_out
from tests.games.skull_tales.land.test_attacks import knows
from tests.scenario import act, expect, labels, refuses

CURSE, IMMORTAL = ABILITIES.index("curse"), ABILITIES.index("immortal")


def scholar(*traits, card="surgeon", others=(), **options):
    return knows(arena((card, (2, 2)), *others, **options), 0, *traits)


# --- Analytical -----------------------------------------------------------------------------------


@pytest.mark.rule("STA-20.37", "STA-13.3", "STA-13.4")
def test_analytical_takes_an_ability_until_the_turn_ends():
    table = scholar(Trait.ANALYTICAL, others=(("sea_dog", (4, 4)),))
    table.edit(1, ch_status=int(Status.TURN_DONE))
    table.foe("skeleton", (2, 4), wounds=2)
    table.foe("officer", (0, 4))  # it has none
    engine = act(table.play(6, 1, 1), "analytical")
    assert labels(engine) == ["enemy 0"]
    act(engine, "enemy 0")
    assert labels(engine) == [f"num {IMMORTAL}"]  # what it ignores stays
    act(engine, f"num {IMMORTAL}")
    expect(engine, {"foe_off[0]": 1 << IMMORTAL, "ch_ap[0]": 5})
    refuses(engine, "analytical")
    state = engine.states[0]["stk"].tolist()
    assert state[1][0] == Decision.TURN
    engine.set(0, {"foe_status": [FoeStatus.IDLE, FoeStatus.IDLE, *[0] * 22]})
    act(engine, "end_turn")
    expect(engine, {"foe_off[0]": 0})


@pytest.mark.rule("STA-20.37", "STA-13.4")
def test_an_immortal_without_that_is_worth_its_prestige():
    table = scholar(Trait.ANALYTICAL)
    table.foe("skeleton", (2, 3), wounds=2, off=1 << IMMORTAL)
    table._hold(0, ("sword",))
    engine = act(table.play(6, 1, 1, 1, 1), "attack_melee", "enemy 0")
    expect(engine, {"foe_type[0]": -1, "ch_adv_pp[0]": 1, "fl_immortal": [-1] * 10})


@pytest.mark.rule("STA-20.37")
def test_without_a_success_or_an_enemy_in_sight_nothing_is_analysed():
    table = scholar(Trait.ANALYTICAL)
    refuses(table.play(), "analytical")
    table.foe("skeleton", (2, 4))
    engine = act(table.play(5, 5, 5), "analytical")
    assert asked(engine) == "MENU"
    expect(engine, {"foe_off[0]": 0, "ch_ap[0]": 5})
    table.state["foe_hide"][0, 0] = 1
    refuses(table.play(), "analytical")
    refuses(arena(("surgeon", (2, 2))).play(), "analytical")


# --- Command --------------------------------------------------------------------------------------


def leader(*dice, **fields):
    table = scholar(card="captains_daughter", others=(("sea_dog", (0, 0)),))
    table.ally(2, "guide", (4, 4))
    table.edit(2, **fields)
    return table.play(*dice)


@pytest.mark.rule("STA-20.43", "STA-3.12")
def test_a_command_is_one_action_at_once():
    engine = act(leader(2), "command", "char 2")
    expect(engine, {"ally_act[2]": 1, "active_slot": 2, "ch_ap[0]": 5})
    act(engine, "ally_move", "step N", "done")
    assert at(engine, 2) == (3, 4)
    assert labels(engine) == ["end_turn"]
    act(engine, "end_turn")
    expect(engine, {"active_slot": 0, "ally_act[2]": 0})
    refuses(engine, "command")
    act(engine, "end_turn", "char 2")
    expect(engine, {"ally_act[2]": 2})  # its own two are left


@pytest.mark.rule("STA-20.43", "STA-R83")
def test_who_has_acted_can_be_commanded_and_searches_once_a_turn():
    engine = leader(2, ch_status=int(Status.TURN_DONE | Status.SEARCHED))
    act(engine, "command", "char 2")
    expect(engine, {"ally_act[2]": 1})
    act(engine, "end_turn", "end_turn")
    expect(engine, {"ch_status[2]": Status.TURN_DONE})
    assert asked(engine) == "ORDER"


@pytest.mark.rule("STA-20.43")
def test_a_command_that_fails_is_spent():
    engine = act(leader(1), "command")
    assert asked(engine) == "MENU"
    expect(engine, {"ch_ap[0]": 5})
    refuses(engine, "command")
    refuses(leader(ch_status=int(Status.KNOCKED_OUT), ch_wounds=3), "command")
    refuses(scholar(card="captains_daughter").play(), "command")


@pytest.mark.rule("STA-20.43", "STA-24.12")
def test_a_command_leaves_the_pirate_its_steps():
    table = scholar(card="captains_daughter")
    table.ally(1, "guide", (4, 4))
    table.set(mov_left=2)
    engine = act(table.play(2), "command", "char 1")
    expect(engine, {"mov_left": 0})
    act(engine, "end_turn")
    expect(engine, {"mov_left": 2})


# --- Healing, and curing --------------------------------------------------------------------------


@pytest.mark.rule("STA-20.44")
def test_healing_another_earns_what_the_other_pays():
    table = scholar(others=(("sea_dog", (2, 3)), ("lookout", (4, 4))))
    for slot in range(3):
        table.edit(slot, ch_wounds=2)
    table.edit(1, ch_adv_pp=2)
    table.set(init=1)
    engine = act(table.play(), "healing")
    assert labels(engine) == ["char 0", "char 1"]
    act(engine, "char 1")
    expect(engine, {"ch_wounds": [2, 1, 2], "ch_adv_pp": [1, 1, 0], "ch_ap[0]": 3})
    refuses(engine, "healing")


@pytest.mark.rule("STA-20.44", "STA-14.5")
def test_healing_oneself_or_who_has_nothing():
    table = scholar(others=(("sea_dog", (2, 3)),))
    table.edit(0, ch_wounds=1, ch_status=int(Status.POISONED))
    engine = act(table.play(), "healing", "char 0")
    expect(engine, {"ch_wounds[0]": 0, "ch_status[0]": 0, "ch_adv_pp[0]": 0})
    table.edit(0, ch_wounds=0)
    refuses(table.play(), "healing")
    table.edit(1, ch_wounds=1)
    engine = act(table.play(), "healing", "char 1")
    expect(engine, {"ch_adv_pp": [1, 0], "ch_pp": [0, 0]})


@pytest.mark.rule("STA-20.47")
def test_a_poisoner_cures_itself():
    table = scholar(Trait.MASTER_POISONER)
    refuses(table.play(), "cure_poison")
    table.edit(0, ch_status=int(Status.POISONED), ch_wounds=1)
    engine = act(table.play(), "cure_poison")
    expect(engine, {"ch_status[0]": 0, "ch_wounds[0]": 1, "ch_ap[0]": 4})


# --- a turn that is given up ----------------------------------------------------------------------


@pytest.mark.rule("STA-20.68", "STA-5.22")
def test_a_trance_moves_all_spells_on():
    table = shaman(traits=(Trait.TRANCE,), others=(("sea_dog", (4, 4)),))
    raise_zombie(table.s, table.t, 0, cell(0, 0))
    table.state["spell"][0, 0, :4] = [4, 2, 20, 1]
    engine = act(table.play(), "forfeit")
    expect(engine, {"spell[0]": [3, 1, 20, 1]})
    assert asked(engine) == "ORDER"


@pytest.mark.rule("STA-20.68")
def test_no_trance_with_enemies_on_the_tile_or_after_a_step():
    table = learn(shaman(traits=(Trait.TRANCE,)), 0, "terror")
    refuses(act(table.play(), "step N"), "forfeit")
    table.foe("redcoat", (0, 4), hide=1)
    assert "forfeit" in labels(table.play())
    table.state["foe_hide"][0, 0] = 0
    refuses(table.play(), "forfeit")
    expect(table.play(), {track("terror"): 1})


@pytest.mark.rule("STA-20.79")
def test_a_survivor_gives_a_turn_for_a_wound_among_enemies_too():
    table = scholar(Trait.SURVIVOR, Trait.TRANCE, others=(("sea_dog", (4, 4)),))
    table.edit(0, ch_wounds=2, ch_status=int(Status.POISONED))
    table.foe("redcoat", (2, 3))
    engine = act(table.play(), "forfeit")
    expect(engine, {"ch_wounds[0]": 1, "ch_status[0]": 0})
    assert asked(engine) == "ORDER"
    table.edit(0, ch_wounds=0)
    refuses(table.play(), "forfeit")


@pytest.mark.rule("STA-20.68", "STA-20.79")
@pytest.mark.parametrize(("answer", "wounds", "spell"), [("num 0", 1, 4), ("num 1", 2, 3)])
def test_who_can_do_both_says_which(answer, wounds, spell):
    table = shaman(traits=(Trait.SURVIVOR, Trait.TRANCE), others=(("sea_dog", (4, 4)),))
    table.edit(0, ch_wounds=2)
    table.state["spell"][0, 0, 0] = 4
    engine = act(table.play(), "forfeit")
    assert labels(engine) == ["num 0", "num 1"]
    act(engine, answer)
    expect(engine, {"ch_wounds[0]": wounds, track("terror"): spell})


# --- the Tactician --------------------------------------------------------------------------------


def tactical(*dice, points=2, init=1):
    """The end of an Incident Round; the Surgeon knows Tactician."""
    table = scholar(Trait.TACTICIAN, others=(("sea_dog", (4, 4)),))
    table.edit(0, ch_dp=points)
    table.edit(1, ch_adv_pp=1 if init == 1 else 0)
    table.set(init=init, captain=1)
    engine = table.play(*dice)
    engine.set(0, {"order_done": 3, "acted_order": [0, 1, -1, -1, -1]})
    return act(engine, "end_turn")


@pytest.mark.rule("STA-20.51", "STA-R44", "STA-7.12")
def test_a_tactician_takes_the_initiative_for_a_round():
    engine = tactical(5, 1, 1, 1, 1, 1, 1)
    assert asked(engine) == "TACTIC"
    expect(engine, seat=0)
    act(engine, "tactic")
    expect(engine, {"init": 0, "init_back": 1, "ch_dp[0]": 1, "ch_adv_pp": [1, 1], "seat": 0})
    assert asked(engine) == "ORDER"
    engine = act(engine, "char 0", "end_turn", "char 1", "end_turn")
    expect(engine, {"init": 1, "init_back": -1, "round": 4})


@pytest.mark.rule("STA-20.51", "STA-3.6")
def test_a_tactic_that_fails_costs_its_point():
    engine = act(tactical(5, 1, 1, 1, 6, 1, 1), "tactic")
    expect(engine, {"init": 1, "init_back": -1, "ch_dp[0]": 1, "ch_adv_pp": [0, 1]})
    engine = act(tactical(), "no")
    expect(engine, {"init": 1, "ch_dp[0]": 2})


@pytest.mark.rule("STA-20.51")
def test_who_has_the_initiative_or_no_point_is_not_asked():
    assert asked(tactical(points=0)) == "ORDER"
    assert asked(tactical(init=0)) == "ORDER"


# --- Traits that are always there -----------------------------------------------------------------


@pytest.mark.rule("STA-20.77", "STA-2.2")
@pytest.mark.parametrize(("traits", "points"), [((), 5), ((Trait.ENDURANCE,), 6)])
def test_endurance_keeps_the_wounded_going(traits, points):
    table = knows(arena(("sea_dog", (2, 2)), ("surgeon", (4, 4))), 1, *traits)
    table.edit(1, ch_wounds=2, ch_ap=0)
    engine = act(table.play(), "end_turn", "char 1")
    expect(engine, {"ch_ap[1]": points})


@pytest.mark.rule("STA-20.61", "STA-20.78")
def test_chosen_and_energetic_raise_limits_for_good():
    table = arena(("surgeon", (2, 2)))
    crew.learn(table.s, table.t, 0, int(Trait.CHOSEN))
    crew.learn(table.s, table.t, 0, int(Trait.ENERGETIC))
    expect(table.play(), {"ch_dp_max[0]": 4, "ch_ap_max[0]": 7})


@pytest.mark.rule("STA-20.69")
def test_eldritch_has_a_die_of_a_shot_thrown_again():
    table = scholar(Trait.ELDRITCH, roll_window=True)
    foe = table.foe("redcoat", (2, 4))
    engine = carry_out(table, Decision.STRIKE, foe, a=8, dice=(5, 1, 1))
    assert labels(engine) == ["no", "reroll_foe 0", "reroll_foe 1"]
    act(engine, "reroll_foe 0")
    expect(engine, {"ch_wounds[0]": 0})
