"""Each invariant of Characters, cards, goals and frames, broken on purpose (STA section 13)."""

import pytest

from piracy_env.core.record import Record
from piracy_env.errors import InvalidStateError
from piracy_env.games.skull_tales.adventure import GAME
from piracy_env.games.skull_tales.invariants_ashore import invariants, transition
from piracy_env.games.skull_tales.state import Decision
from piracy_env.games.skull_tales.state_land import Goal, Status
from piracy_env.games.skull_tales.traits import Trait
from tests.games.skull_tales.land.ashore import arena
from tests.games.skull_tales.land.positions import T
from tests.games.skull_tales.land.scene import scene
from tests.games.skull_tales.land.test_worlds import laid_out
from tests.scenario import act, deal

FAULTS = {
    "has 6 wounds of 5": {"ch_wounds[0]": 6},
    "more Destiny Points": {"ch_dp[0]": 5},
    "Knocked Out, or has all": {"ch_status[0]": Status.KNOCKED_OUT},
    "Knocked Out and has gained": {"ch_adv_pp[1]": 2},
    "half off the board": {"ch_x[2]": -1},
    "wrong kind": {"ch_kind[2]": 2},
    "is nobody's": {"ch_owner[3]": 4},
    "is another's": {"ch_owner[1]": 0},
    "have one card": {"ch_card[1]": 0},
    "empty, but has": {"s_n[4]": 1},
    "held by an Enemy": {"foe_holds[0]": 1},
    "beyond its": {"inv_id[0, 9]": 3},
    "two cards in one hand": {"inv_loc[0, 1]": 1},
    "wrong number of hands": {"inv_loc[0, 0]": 3},
    "wears what is not worn": {"inv_loc[0, 0]": 4},
    "no card to be carried": {"inv_id[0, 0]": 33},
    "a hand that it has lost": {"ch_perm[0]": 8},
    "carries too much": {"ch_rum[0]": 6, "ch_brew[0]": 1},
    "a Search card that is not kept": {"s_cards[0, 0]": 12},
    "a found Brew once that it does not keep": {"oncea[0]": 16},
    "a Brew once that it does not have": {"oncea[0]": 8},
    "Search cards 3, not 1": {"sd[0]": 3, "sd[1]": 3},
    "Incident cards": {"idk[0]": 1, "idk[1]": 1, "idk[2]": 1},
    "Fallen tokens are": {"fl_kind[0]": 0, "fl_kind[1]": 0, "fl_kind[2]": 0, "fl_kind[3]": 0},
    "in the supply, but marked": {"fl_mark[9]": 1},
    "lies nowhere, or nothing": {"gr_item[3]": 2},
    "thing 0 is 43, which is no card": {"gr_item[0]": 43},
    "token gr 0 lies beside": {"gr_row[0]": 1, "gr_col[0]": 1},
    "more of pile 0 is known": {"pile_known[0]": 2, "pile_n[0]": 0},
    "reserved, or none": {"reserved_on": 1},
    "two places": {"reserve[0]": 6},
    "does not use": {"reserve[0]": 30},
    "no goal 8": {"goal_state[7]": Goal.REACHED},
    "goal 1 is held by nobody": {"goal_holder[0]": -1},
    "held by an empty slot": {"goal_holder[0]": 4},
    "goal 2 lies nowhere": {"goal_row[1]": -1, "goal_col[1]": -1},
    "goal 2 lies beside": {"goal_row[1]": 0, "goal_col[1]": 0},
    "has the Initiative": {"init": 1},
    "a seat has acted": {"order_done": 16},
    "seats acted twice": {"acted_order[0]": 1, "acted_order[1]": 1},
    "in which order the seats acted": {"order_done": 2},
    "an empty slot is active": {"active_slot": 4},
    "flag is on its last space": {"flag": 0},
    "frames, and over is": {"over": 1},
    "of no kind": {"stk[1, 0]": 119 + 40},
    "is about nobody": {"stk[1, 3]": 60},
    "left over": {"stk[5, 2]": 1},
    "nobody is asked": {"stk[2, 0]": Decision.CAMPAIGN},
    "candidate is left over": {"cand[3, 0]": 1},
}


def faults(table):
    return "; ".join(invariants(Record(table.state[0]), T.t))


def put(table, changes):
    for path, value in changes.items():
        name, _, index = path.partition("[")
        where = tuple(int(part) for part in index.rstrip("]").split(",")) if index else ()
        table.state[name][(0, *where)] = value


def test_a_sound_position_has_no_faults():
    for adventure in ("captain_jones", "alchemical_crystal", "castaways"):
        assert faults(scene(adventure)) == ""


@pytest.mark.parametrize(("told", "changes"), FAULTS.items())
def test_each_fault_is_found(told, changes):
    table = scene("captain_jones")
    put(table, changes)
    assert told in faults(table)


def test_nobody_has_the_disorder_of_another():
    table = laid_out("treasure_hunt")
    put(table, {"dis[1]": 1})
    assert "the same disorder" in faults(table)
    put(table, {"dis[1]": 3, "dis[4]": 4})
    assert "nobody has a disorder" in faults(table)


def test_chests_are_on_different_tiles_of_the_adventure():
    table = laid_out("skull_cove")
    put(table, {"chest[1]": table.r.chest[0]})
    assert "two chests" in faults(table)
    put(table, {"chest[1]": 30})
    assert "a chest is on a tile" in faults(table)


def test_no_token_gets_lost():
    before, after = laid_out("captain_jones"), laid_out("captain_jones")
    assert transition(before.r, 0, after.r, T.t) == []
    after.fill("pile", "pile_n", after.pile(0)[1:], 0)
    (complaint,) = transition(before.r, 0, after.r, T.t)
    assert "tile tokens are nowhere" in complaint
    assert transition(after.r, 0, after.r, T.t) == []  # a position set by hand


@pytest.mark.rule("STA-18.1")
def test_the_flag_never_goes_back():
    before, after = scene("captain_jones"), scene("captain_jones")
    assert transition(before.r, 0, after.r, T.t) == []
    after.set(flag=before.r.flag + 1)
    assert transition(before.r, 0, after.r, T.t)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"spell[0][16]": 1}, "a Magic card that does not exist"),
        ({"spell[0][0]": 9}, "beyond its space of the track"),
        ({"spell[0][12]": 1}, "Totem spells, but not the Trait"),
        ({"spell[3][0]": 1}, "Ally 3 has Magic cards"),
        ({"spell[0][2]": 20}, "Voodoo Dolls are out"),
        ({f"spell[0][{card}]": 1 for card in range(6)}, "has 6 Voodoo cards"),
        ({"totem[0][0]": 1}, "bears a Totem, but does not know how"),
    ],
)
def test_faults_of_magic_are_told(fields, words):
    table = arena(("voodoo_shaman", (2, 2)), ("witch", (2, 3)), ("surgeon", (4, 4)))
    table.ally(3, "guide", (0, 0))
    engine = table.play()
    with pytest.raises(InvalidStateError, match=words):
        engine.set(0, fields)


def test_faults_of_totems_are_told():
    table = arena(("witch", (2, 2)))
    table.state["totem"][0, 0] = 1, 2
    with pytest.raises(InvalidStateError, match="bears two Totems"):
        table.play()
    table.state["ch_traits"][0, 0, Trait.TOTEM_MAGIC_II] = 1
    table.play()
    table.state["totem"][0, 0] = 1, 1
    with pytest.raises(InvalidStateError, match="one Totem twice"):
        table.play()
    table.state["totem"][0, 0] = -1, 1
    with pytest.raises(InvalidStateError, match="a second one without a first"):
        table.play()


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"foe_type[3]": 0}, "something is there: foe_type"),
        ({"n_dr": 3}, "something is there: n_dr"),
        ({"npc_row[0]": 4}, "something is there: npc_row"),
        ({"rl_depth": 1}, "something is there: rl_depth"),
        ({"ch_owner[0]": 1}, "is another's"),
        ({"inv_id[0, 9]": 3}, "beyond its"),
        ({"s_n[0]": 2, "s_cards[0]": [12] * 16}, "a Search card that is not kept"),
        ({"stk[1]": [Decision.MENU, 0, 0, 0, 0, 0, 0]}, "no Pirate is chosen"),
    ],
)
def test_before_the_set_up_nothing_is_there(fields, words):
    engine = deal(GAME, players=3, characters="chosen")
    act(engine, engine.legal()[0], "hand_r")
    assert engine.complaints() == []
    with pytest.raises(InvalidStateError, match=words):
        engine.set(0, fields)
