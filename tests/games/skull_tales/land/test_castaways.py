"""Castaways: what was saved, the lookout, the spring, the gear, the beach (STA-35)."""

import pytest

from piracy_env.games.skull_tales.adventure import GAME
from piracy_env.games.skull_tales.gear import Gear
from piracy_env.games.skull_tales.rules.adventure import castaways, deeds, stories
from piracy_env.games.skull_tales.state import Decision, Ended
from piracy_env.games.skull_tales.state_land import Goal, Status
from piracy_env.games.skull_tales.tables.crew import CHARACTER_KEYS
from piracy_env.games.skull_tales.traits import Trait
from tests.games.skull_tales.land.ashore import HOME, asked
from tests.games.skull_tales.land.chapter import (
    Chapter,
    carried,
    explore,
    garrison,
    garrison_at,
    loot,
    search,
    story_flow,
)
from tests.games.skull_tales.land.test_attacks import knows
from tests.scenario import act, deal, expect, labels, refuses


def wrecked(*pirates, tiles=(("i11", 0, 0),), **fields):
    """Pirates on the island."""
    table = Chapter("castaways", *(pirates or (("sea_dog", (2, 2)),)), tiles=tiles)
    table.set(**fields)
    return table


# --- what was saved -------------------------------------------------------------------------------


def landed(card, players=1):
    """A game whose first seat has chosen a Pirate, and is asked what it keeps."""
    engine = deal(GAME, chapter="castaways", players=players, characters="chosen", start_allies=0)
    while asked(engine) in {"PICK", "HAND"}:
        wanted = f"num {CHARACTER_KEYS.index(card)}"
        legal = labels(engine)
        act(engine, wanted if wanted in legal else legal[0])
    return engine


@pytest.mark.rule("STA-R97")
def test_a_pirate_keeps_one_weapon():
    engine = landed("sea_dog", 2)
    seat = int(engine.states[0]["ch_card"].tolist().index(CHARACTER_KEYS.index("sea_dog")))
    while engine.record().seat != seat or asked(engine) != "PREP":
        act(engine, labels(engine)[0])
    offered = labels(engine)
    both = carried(engine, seat)
    assert offered == ["inv 0", "inv 1"]
    act(engine, "inv 1")
    assert carried(engine, seat) == [both[1]]
    assert castaways.misses(engine.record(), seat) == 1


@pytest.mark.rule("STA-R97")
def test_a_magic_user_may_keep_its_magic():
    engine = landed("voodoo_shaman", 2)
    seat = int(engine.states[0]["ch_card"].tolist().index(CHARACTER_KEYS.index("voodoo_shaman")))
    while (
        asked(engine) != "PREP" or "spell 0" not in labels(engine) or "inv 0" not in labels(engine)
    ):
        act(engine, labels(engine)[-1])
    spells = engine.states[0]["spell"][seat].tolist()
    assert any(spells)
    act(engine, "spell 0")
    assert carried(engine, seat) == []
    assert engine.states[0]["spell"][seat].tolist() == spells


@pytest.mark.rule("STA-R97")
def test_who_keeps_a_weapon_has_no_magic():
    engine = landed("voodoo_shaman", 2)
    seat = int(engine.states[0]["ch_card"].tolist().index(CHARACTER_KEYS.index("voodoo_shaman")))
    while (
        asked(engine) != "PREP" or "spell 0" not in labels(engine) or "inv 0" not in labels(engine)
    ):
        act(engine, labels(engine)[-1])
    act(engine, "inv 0")
    assert len(carried(engine, seat)) == 1
    assert not engine.states[0]["spell"][seat].any()
    assert (engine.states[0]["totem"][seat] == -1).all()


@pytest.mark.rule("STA-R97")
def test_an_ally_keeps_one_kind_of_arms():
    engine = deal(GAME, chapter="castaways", players=1)
    while asked(engine) != "PREP" or "num 1" not in labels(engine) or "num 2" in labels(engine):
        act(engine, labels(engine)[0])
    assert labels(engine) == ["num 0", "num 1"]
    before = [int(engine.states[0]["sf"][place]) for place in (6, 7)]
    act(engine, "num 1")
    after = [int(engine.states[0]["sf"][place]) for place in (6, 7)]
    assert before == [0, 0]
    assert after[0] > 0
    assert after[1] == 0
    ally = after[0].bit_length() - 1
    s, t = wrecked().s, wrecked().t
    s.ch_kind[ally], s.sf[6] = 2, after[0]
    assert castaways.ally_arms(s, t, ally) == 2


@pytest.mark.rule("STA-6.11")
def test_they_come_to_in_the_middle_of_the_island():
    engine = deal(GAME, chapter="castaways", players=2)
    while asked(engine) != "DEPLOY":
        act(engine, labels(engine)[0])
    one = engine.states[0]
    found = [(int(r) - HOME, int(c) - HOME) for r, c in one["cand"][: one["cand_n"]]]
    assert found == [(1, 1), (1, 2), (2, 1), (2, 2), (2, 3), (3, 1), (3, 2)]


@pytest.mark.rule("STA-35.1")
def test_searching_is_easier_here():
    table = wrecked()
    assert stories.search_bonus(table.s, table.t, 0) == 1
    assert stories.search_difficulty(table.s, table.t, 0) == 4


# --- the lookout ----------------------------------------------------------------------------------


def watched(place=(4, 2), **fields):
    """The lookout on i13."""
    table = wrecked(("sea_dog", place), tiles=(("i13", 0, 0),), **fields)
    foe = table.foe("cannibal", (1, 2), mark=garrison("castaways_i13"))
    table.story(s0=1 + foe)
    return table


@pytest.mark.rule("STA-35.2", "STA-35.3", "STA-35.4", "STA-35.5", "STA-35.6", "STA-12.3")
@pytest.mark.parametrize(
    ("name", "entrance", "wanted"),
    [
        ("i13", 0, [("cannibal", 1, 2)]),
        ("i6", 0, [("cursed_one", 1, 2)]),
        ("i3", 0, [("cannibal", 2, 1), ("cannibal", 2, 3)]),
        ("i4", 0, [("cursed_one", 2, 2)]),
        ("i7", 0, [("bootbiter", 1, 2), ("bootbiter", 3, 2)]),
    ],
)
def test_who_waits_where(name, entrance, wanted):
    table = wrecked(("sea_dog", (4, 0)))
    table.pile(name)
    engine = explore(table.play(), entrance)
    assert garrison_at(engine, name) == wanted


@pytest.mark.rule("STA-35.3", "STA-26.3")
def test_i6_is_entered_from_the_south():
    table = wrecked(("sea_dog", (4, 0)))
    table.pile("i6")
    assert labels(act(table.play(), "explore"), "cand") == ["cand 0"]


@pytest.mark.rule("STA-35.2")
def test_the_lookout_is_felled_from_behind():
    engine = act(watched().play(6, 1, 1, 1), "chapter")
    assert labels(engine) == ["num 1"]
    act(engine, "num 1")
    expect(engine, {"foe_type[0]": -1, "fl_row[0]": HOME + 1, "sf[0]": 0, "ch_ap[0]": 5})
    expect(engine, {"fl_mark[0]": garrison("castaways_i13")})
    refuses(engine, "chapter")


@pytest.mark.rule("STA-35.2")
@pytest.mark.parametrize("is_stealthy", [False, True])
def test_stealth_helps(is_stealthy):
    table = watched()
    if is_stealthy:
        knows(table, 0, Trait.STEALTH)
    engine = act(table.play(5, 1, 1, 1), "chapter", "num 1")
    expect(engine, {"foe_type[0]": -1 if is_stealthy else 2})
    expect(engine, {"ch_wounds[0]": 0 if is_stealthy else 1})
    is_stunned = engine.states[0]["ch_status"][0] & Status.STUNNED != 0
    assert is_stunned != is_stealthy


@pytest.mark.rule("STA-35.2", "STA-R97")
def test_not_from_beside_it_and_not_from_elsewhere():
    refuses(watched((2, 3)).play(), "chapter")
    table = watched()
    table.lay("i12", (HOME, HOME + 5))
    table.edit(0, ch_x=HOME + 6)
    refuses(table.play(), "chapter")


@pytest.mark.rule("STA-35.2", "STA-35.5")
@pytest.mark.parametrize(("name", "goal", "axes"), [("i13", 1, 1), ("i4", 4, 0)])
def test_what_the_marked_tokens_hold(name, goal, axes):
    table = wrecked(("surgeon", (2, 2)))
    table.marked(f"castaways_{name}", (2, 1))
    engine = loot(table)
    expect(engine, {f"goal_state[{goal - 1}]": Goal.HELD, "fl_row[0]": -1})
    assert carried(engine).count(Gear.AXE) == axes


# --- the spring, the gear -------------------------------------------------------------------------


@pytest.mark.rule("STA-35.3")
@pytest.mark.parametrize(("carried_already", "rum"), [(0, 4), (4, 6)])
def test_the_spring_gives_rum_as_far_as_there_is_room(carried_already, rum):
    table = wrecked(("sea_dog", (1, 1)), tiles=(("i6", 0, 0),))
    table.edit(0, ch_rum=carried_already)
    foe = table.foe("cursed_one", (4, 2))
    table.story(s1=1 + foe)
    refuses(table.play(), "chapter")
    table.story(s1=0)
    engine = act(table.play(), "chapter", "num 2")
    expect(engine, {"goal_state[1]": Goal.HELD, "ch_rum[0]": rum, "ch_ap[0]": 5})
    refuses(engine, "chapter")


@pytest.mark.rule("STA-35.4")
def test_the_gear_is_dug_out_once_the_cannibals_are_gone():
    table = wrecked(("sea_dog", (2, 1)), tiles=(("i3", 0, 0),))
    foe = table.foe("cannibal", (4, 4))
    table.story(s3=1 + foe)
    refuses(table.play(), "chapter")
    table.story(s3=0)
    engine = act(table.play(), "chapter", "num 3")
    expect(engine, {"goal_state[2]": Goal.HELD, "goal_holder[2]": 0})


def stripped(mask=3, **fields):
    """Who misses starting gear, on i3."""
    table = wrecked(("sea_dog", (2, 1)), tiles=(("i3", 0, 0),), **fields)
    table.state["inv_n"][0, 0] = 0
    for column in ("inv_id", "inv_loc", "inv_flag"):
        table.state[column][0, 0] = 0
    table.story(s4=mask & 1, s5=mask >> 1)
    return table


@pytest.mark.rule("STA-35.4")
def test_a_search_there_brings_back_one_card_of_ones_choice():
    table = stripped()
    assert stories.is_search_certain(table.s, table.t, 0)
    gear = table.t.characters[table.s.ch_card[0]].gear
    engine = story_flow(table, 0, 0)
    assert asked(engine) == "CARD"
    assert engine.states[0]["cand"][:2, 0].tolist() == [gear[0], gear[1]]
    act(engine, "cand 1")
    assert carried(engine) == [gear[1]]
    expect(engine, {"sf[4]": 1, "sf[5]": 0})


@pytest.mark.rule("STA-35.4", "STA-35.1")
def test_it_is_found_without_a_roll_and_no_card_is_drawn():
    engine = search(stripped(1), 1, 1, 1)
    expect(engine, {"ch_adv_coins[0]": 0, "sf[4]": 0, "sf[8]": 1, "flag": 10, "force_n": 3})
    assert carried(engine) == [Gear.SWORD]


@pytest.mark.rule("STA-35.1")
def test_a_four_is_enough_here():
    table = wrecked()
    table.set(sd=[0] * 36, sd_n=0)
    expect(act(table.play(4, 1, 1), "search"), {"ch_adv_coins[0]": 1, "flag": 10})


@pytest.mark.rule("STA-35.4")
def test_it_takes_the_place_of_a_card_once_for_each():
    table = stripped(1)
    assert deeds.searched(table.s, table.t, 0)
    assert table.s.stk[table.s.sp - 1][0] == Decision.TELLING
    assert not stories.is_search_certain(table.s, table.t, 0)
    assert not deeds.searched(table.s, table.t, 0)


@pytest.mark.rule("STA-35.4")
def test_nothing_is_found_by_who_misses_nothing_or_is_elsewhere():
    table = stripped(0)
    assert not stories.is_search_certain(table.s, table.t, 0)
    table = wrecked()
    table.story(s4=1)
    assert not stories.is_search_certain(table.s, table.t, 0)


@pytest.mark.rule("STA-35.4")
def test_an_ally_finds_its_other_arms():
    table = stripped()
    table.ally(1, "bruiser", (2, 2))
    table.story(s7=2)
    assert castaways.ally_arms(table.s, table.t, 1) == 1
    engine = story_flow(table, 1, 0)
    expect(engine, {"sf[7]": 0})


# --- the end --------------------------------------------------------------------------------------


@pytest.mark.rule("STA-35.7")
def test_all_four_goals_make_it_harder():
    table = watched()
    for goal in (2, 3, 4):
        table.goal(goal, Goal.HELD, 0)
    deeds.looted(table.s, table.t, 0, garrison("castaways_i13"))
    assert table.state["diff"][0] == 2
    assert table.state["tick"][0] == 1


def at_the_beach(rum=3, cards=0, goal=Goal.HELD):
    """The last one comes to the beach."""
    table = wrecked(("sea_dog", (2, 5)), ("surgeon", (2, 2)), tiles=(("i7", 0, 0), ("i13", 0, 5)))
    for number in (1, 2, 3, 4):
        table.goal(number, Goal.HELD, 0)
    table.goal(4, goal, 0 if goal == Goal.HELD else -1)
    table.edit(0, ch_adv_pp=1)
    table.edit(1, ch_rum=rum)
    if cards:
        table.keep(0, *[castaways.RUM] * cards)
    return table


@pytest.mark.rule("STA-35.8", "STA-35.9", "STA-18.2")
@pytest.mark.parametrize(("rum", "cards"), [(3, 0), (1, 2), (2, 1)])
def test_they_are_saved_with_three_casks_of_rum(rum, cards):
    engine = act(at_the_beach(rum, cards).play(), "step W")
    expect(engine, over=1, ended=int(Ended.GOALS_MET), adv_result=2, ch_pp=[31, 10])
    expect(engine, ch_coins=[0, 0], captain=0)


@pytest.mark.rule("STA-35.8")
def test_with_less_rum_or_without_the_token_nobody_leaves():
    expect(act(at_the_beach(2).play(), "step W"), over=0)
    expect(act(at_the_beach(goal=Goal.LOST).play(), "step W"), over=0)


@pytest.mark.rule("STA-35.8", "STA-18.6")
def test_there_is_no_half_success():
    table = at_the_beach(2)
    table.set(stage_moves=3999)
    engine = act(table.play(), "step W")
    expect(engine, over=1, adv_result=0, ch_pp=[0, 0])


@pytest.mark.rule("STA-R66", "STA-35.8", "STA-R100")
@pytest.mark.parametrize(("name", "is_needed"), [("i7", True), ("i13", True), ("i1", False)])
def test_which_tiles_are_needed(name, is_needed):
    table = wrecked()
    table.pile(name)
    assert castaways.is_pile_needed(table.s, table.t, 0) == is_needed
