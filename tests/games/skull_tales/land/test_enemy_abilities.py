"""Special abilities of Enemies, their attacks, and what Characters defend with (STA-8, STA-13)."""

import pytest

from piracy_env.games.skull_tales.rules.adventure import abilities, defending, harm
from piracy_env.games.skull_tales.state import Decision
from piracy_env.games.skull_tales.state_land import Buff, FoeStatus, Status
from piracy_env.games.skull_tales.tables.enemies import FOE_KEYS
from piracy_env.games.skull_tales.traits import Trait
from tests.games.skull_tales.land.ashore import arena, at
from tests.games.skull_tales.land.enemies_at import activate, carry_out, forced, places, wounds
from tests.scenario import expect


def with_traits(table, slot, *traits):
    for trait in traits:
        table.state["ch_traits"][0, slot, trait] = 1


# --- dice -----------------------------------------------------------------------------------------


@pytest.mark.rule("STA-8.2", "STA-8.3", "STA-8.7", "STA-3.5")
def test_melee_is_melee_against_melee():
    table = arena(("sea_dog", (2, 2), "sword", "axe"))
    foe = table.foe("redcoat", (2, 3))
    # the Redcoat must beat 3, the Sea Dog must beat 2
    assert wounds(activate(table, foe, 4, 4, 3, 2, 1)) == [1]
    assert wounds(activate(table, foe, 4, 4, 3, 3, 1)) == [0]
    assert wounds(activate(table, foe, 3, 3, 1, 1, 1)) == [0]


@pytest.mark.rule("STA-R17", "STA-3.8", "STA-3.9", "STA-8.4")
def test_criticals_are_blocked_by_criticals_only():
    table = arena(("sea_dog", (2, 2), "sword", "axe"))
    foe = table.foe("redcoat", (2, 3))
    assert wounds(activate(table, foe, 6, 1, 5, 5, 5)) == [2]
    assert wounds(activate(table, foe, 6, 1, 6, 1, 1)) == [0]
    assert wounds(activate(table, foe, 6, 5, 6, 5, 1)) == [0]
    assert wounds(activate(table, foe, 6, 5, 5, 1, 1)) == [2]


@pytest.mark.rule("STA-3.7")
def test_a_hex_lowers_all_dice_but_no_critical():
    table = arena(("sea_dog", (2, 2), "sword", "axe"))
    foe = table.foe("redcoat", (2, 3), status=int(FoeStatus.HEXED))
    assert wounds(activate(table, foe, 4, 4, 1, 1, 1)) == [0]
    assert wounds(activate(table, foe, 5, 6, 1, 1, 1)) == [3]


@pytest.mark.rule("STA-2.10")
def test_melee_may_be_set_against_agility():
    table = arena(("cutthroat", (2, 2), "dagger"), melee_target="agility")
    foe = table.foe("bootbiter", (2, 3))
    table.state["ch_att"][0, 0, 0], table.state["ch_att"][0, 0, 3] = 2, 4
    engine = activate(table, foe, 4, 3, 1, 1, 5, 1, 4, 1)
    assert wounds(engine) == [1]  # both sides have to beat Agility 4
    assert forced(engine) == 0


@pytest.mark.rule("STA-S35", "STA-8.6")
def test_only_who_holds_a_weapon_defends_with_its_melee():
    table = arena(("lookout", (2, 2), "musket"))
    assert dice_of(table) == (2, 0)
    assert dice_of(arena(("lookout", (2, 2)))) == (1, 0)
    assert dice_of(arena(("sea_dog", (2, 2), "sword"))) == (3, 0)


@pytest.mark.rule("STA-R18", "STA-6.8")
def test_the_weak_hand_defends_with_a_penalty():
    table = arena(("surgeon", (2, 2), "pistol", "sword"))
    assert dice_of(table) == (3, -1)
    with_traits(table, 0, Trait.AMBIDEXTROUS)
    assert dice_of(table) == (3, 0)
    assert dice_of(arena(("witch", (2, 2), "staff"))) == (2, 1)


@pytest.mark.rule("STA-20.21", "STA-20.31", "STA-20.54", "STA-20.87", "STA-10.6")
def test_traits_and_insults_help_in_defence():
    table = arena(("sea_dog", (2, 2), "sword", "axe"))
    with_traits(table, 0, Trait.FENCING, Trait.PARRY)
    assert dice_of(table) == (4, 1)
    table.edit(0, insult_from=1)
    assert dice_of(table) == (5, 1)
    table = arena(("freedman", (2, 2)))
    assert dice_of(table) == (2, 0)
    with_traits(table, 0, Trait.SCOURGE)
    assert dice_of(table, "skeleton") == (2, 1)
    assert dice_of(table, "redcoat") == (2, 0)


@pytest.mark.rule("STA-R63")
def test_a_hook_defends():
    table = arena(("sea_dog", (2, 2)))
    table.edit(0, ch_perm=8, ch_prosth=8)
    assert dice_of(table) == (3, 0)
    table.edit(0, ch_perm=16, ch_prosth=16)
    assert dice_of(table) == (3, -1)


def dice_of(table, kind="redcoat"):
    foe = table.foe(kind, (4, 4))
    dice, more = defending.defence_of(table.s, table.t, 0, foe)
    table.state["foe_type"][0, foe] = -1
    return int(dice), int(more)


@pytest.mark.rule("STA-24.11")
def test_who_is_guarded_is_missed_once():
    table = arena(("sea_dog", (2, 2)))
    table.edit(0, buff=int(Buff.GUARDED))
    foe = table.foe("redcoat", (2, 3))
    engine = activate(table, foe, 6, 6)
    expect(engine, {"ch_wounds[0]": 0, "buff[0]": 0, "force_n": 2})


# --- abilities ------------------------------------------------------------------------------------


@pytest.mark.rule("STA-13.10", "STA-3.10")
def test_superiority_needs_two_of_a_type_at_the_same_character():
    table = arena(("sea_dog", (2, 2), "sword", "axe"))
    foe = table.foe("redcoat", (2, 3))
    other = table.foe("redcoat", (1, 1), status=int(FoeStatus.IDLE))
    assert wounds(activate(table, foe, 3, 3, 1, 1, 1)) == [2]
    table.state["foe_row"][0, other] += 3
    assert wounds(activate(table, foe, 3, 3, 1, 1, 1)) == [0]


@pytest.mark.rule("STA-13.10")
def test_superiority_can_be_taken_away():
    table = arena(("sea_dog", (2, 2), "sword", "axe"))
    foe = table.foe("redcoat", (2, 3), off=1 << abilities.SUPERIORITY)
    table.foe("redcoat", (1, 1))
    assert wounds(activate(table, foe, 3, 3, 1, 1, 1)) == [0]


@pytest.mark.rule("STA-2.21", "STA-14.5")
def test_wounds_of_cannibals_poison():
    table = arena(("sea_dog", (2, 2)))
    foe = table.foe("cannibal", (2, 3))
    expect(activate(table, foe, 4, 1, 1), {"ch_status[0]": int(Status.POISONED)})
    expect(activate(table, foe, 1, 1, 1), {"ch_status[0]": 0})


@pytest.mark.rule("STA-13.1", "STA-R42", "STA-14.7")
def test_a_wounding_grab_takes_the_character_off_the_board():
    table = arena(("sea_dog", (2, 2)), ("surgeon", (4, 4)))
    foe = table.foe("longshade", (2, 3))
    engine = activate(table, foe, 4, 1, 1)
    expect(
        engine,
        {f"foe_holds[{foe}]": 1, "ch_status[0]": int(Status.RESTRAINED), "ch_y[0]": -1},
    )


@pytest.mark.rule("STA-13.1")
def test_a_grab_holds_one_only_and_needs_a_wound():
    table = arena(("sea_dog", (2, 2)), ("surgeon", (4, 4)))
    foe = table.foe("longshade", (2, 3))
    expect(activate(table, foe, 1, 1, 1), {f"foe_holds[{foe}]": 0})
    table = held()
    table.edit(1, ch_y=28 + 2, ch_x=28 + 2)
    expect(activate(table, 0, 4, 1, 1), {"foe_holds[0]": 1, "ch_wounds[1]": 1, "ch_status[1]": 0})


def held():
    """The Sea Dog is held by a Longshade."""
    table = arena(("sea_dog", (2, 2)), ("surgeon", (4, 0)))
    table.foe("longshade", (2, 3), holds=1)
    table.edit(0, ch_y=-1, ch_x=-1, ch_status=int(Status.RESTRAINED))
    return table


@pytest.mark.rule("STA-13.1", "STA-14.7", "STA-R42")
def test_a_squeeze_wounds_who_is_held_and_a_knock_out_frees_it():
    table = held()
    engine = activate_held(table, 3)
    expect(engine, {"ch_wounds[0]": 1, "foe_holds[0]": 1})
    table = held()
    table.edit(0, ch_wounds=4)
    engine = activate_held(table, 3)
    expect(engine, {"ch_wounds[0]": 5, "foe_holds[0]": 0, "flag": 9})
    assert at(engine, 0) == (1, 2)
    expect(engine, {"ch_status[0]": int(Status.KNOCKED_OUT)})


def activate_held(table, *dice):
    """The same with the Surgeon's menu below, as nobody else is on the board."""
    return carry_out(table, Decision.ACTIVATION, 0, dice=dice)


@pytest.mark.rule("STA-14.6", "STA-R42")
def test_the_defeat_of_the_holder_frees_who_is_held():
    table = held()
    engine = after(table, lambda s, t: harm.hurt_foe(s, t, 0, 9, 1))
    assert at(engine, 0) == (1, 2)
    expect(engine, {"ch_status[0]": 0, "foe_type[0]": -1})


def after(table, deed):
    """A deed is done while the Surgeon is asked something, and what it leads to."""
    asks = [Decision.STAND, 1, 0, 1, 0, 0, 0]
    table.play(acting=1, frame=asks)
    deed(table.s, table.t)
    stack, frames = table.state["stk"][0].tolist(), int(table.state["sp"][0])
    order = [stack[0], *stack[2:frames], asks]
    engine = table.play(acting=1, frame=asks)
    full = engine.states[0]["stk"].tolist()
    engine.set(0, {"stk": [*order, *full[len(order) :]], "sp": len(order)})
    engine.step([engine.game.actions.id("no")])
    return engine


@pytest.mark.rule("STA-13.4", "STA-12.22", "STA-12.20")
def test_immortals_give_no_prestige_when_they_fall():
    table = arena(("sea_dog", (2, 2)))
    foe = table.foe("skeleton", (2, 3))
    before = int(table.state["fig_left"][0, FOE_KEYS.index("skeleton")])
    harm.hurt_foe(table.s, table.t, foe, 9, 0)
    assert table.state["ch_adv_pp"][0, 0] == 0
    assert table.state["fig_left"][0, FOE_KEYS.index("skeleton")] == before
    assert (table.state["fl_immortal"][0] == FOE_KEYS.index("skeleton")).sum() == 1


@pytest.mark.rule("STA-S27", "STA-13.7")
def test_a_cursed_one_curses_who_defeats_it():
    table = arena(("sea_dog", (2, 2)), ("surgeon", (4, 0)))
    table.foe("cursed_one", (2, 3))
    engine = after(table, lambda s, t: harm.hurt_foe(s, t, 0, 9, 0))
    expect(engine, {"ch_cursed[0]": 1, "ch_adv_pp[0]": 2, "ch_status[0]": 0})
    table = arena(("sea_dog", (2, 2)), ("surgeon", (4, 0)))
    table.edit(0, ch_cursed=1, ch_adv_pp=2)
    table.foe("cursed_one", (2, 3))
    engine = after(table, lambda s, t: harm.hurt_foe(s, t, 0, 9, 0))
    expect(engine, {"ch_adv_pp[0]": 0, "ch_status[0]": int(Status.KNOCKED_OUT), "flag": 9})


@pytest.mark.rule("STA-13.7", "STA-17.7")
def test_a_curse_wounds_an_ally():
    table = arena(("sea_dog", (2, 2)), ("surgeon", (4, 0)))
    table.ally(2, "bruiser", (0, 0))
    table.foe("cursed_one", (2, 3))
    engine = after(table, lambda s, t: harm.hurt_foe(s, t, 0, 9, 2))
    expect(engine, {"ch_wounds[2]": 1, "ch_cursed[2]": 0, "ch_adv_pp[0]": 0})


@pytest.mark.rule("STA-13.8")
def test_a_mummy_regenerates_when_it_acts():
    table = arena(("sea_dog", (2, 2)))
    foe = table.foe("mummy", (2, 3), wounds=3)
    expect(activate(table, foe, 1, 1, 1, 1), {f"foe_wounds[{foe}]": 2})
    table.state["foe_off"][0, foe] = 1 << abilities.REGENERATION
    expect(activate(table, foe, 1, 1, 1, 1), {f"foe_wounds[{foe}]": 3})


@pytest.mark.rule("STA-13.9")
def test_the_impervious_ignore_a_wound_of_each_attack():
    table = arena(("sea_dog", (2, 2)))
    for kind, left in (("mummy", 2), ("darkclaw", 2), ("redcoat", 3)):
        foe = table.foe(kind, (4, 4))
        assert abilities.left_by_impervious(table.s, table.t, foe, 3) == left
        assert abilities.left_by_impervious(table.s, table.t, foe, 0) == 0
        table.state["foe_type"][0, foe] = -1


@pytest.mark.rule("STA-13.3")
def test_what_is_ignored_cannot_be_taken_away():
    table = arena(("sea_dog", (2, 2)))
    foe = table.foe("skeleton", (4, 4), off=(1 << 13) - 1)
    kind = int(table.state["foe_type"][0, foe])
    assert abilities.ignores(table.t, kind, abilities.IGNORE_INSULT)
    assert abilities.ignores(table.t, kind, abilities.IGNORE_POISONED)
    assert not abilities.ignores(table.t, FOE_KEYS.index("redcoat"), abilities.IGNORE_INSULT)


@pytest.mark.rule("STA-13.2")
def test_a_double_attack_stops_at_who_is_down():
    table = arena(("sea_dog", (2, 2)), ("surgeon", (4, 0)))
    table.edit(0, ch_wounds=4)
    foe = table.foe("bootbiter", (2, 3))
    engine = activate(table, foe, 6, 1, 1, 6, 6, 6)
    assert wounds(engine) == [5, 0]
    assert forced(engine) == 3


@pytest.mark.rule("STA-13.6")
def test_the_unstoppable_goes_through_rock_and_people():
    table = arena(("sea_dog", (2, 4)), ("surgeon", (2, 2)), tile="i13")
    table.edit(0, ch_att=[5, 3, 3, 3, 3, 3, 2])
    foe = table.foe("darkclaw", (2, 0))
    table.foe("skeleton", (2, 1))
    engine = activate(table, foe, 5, 1, 1, 1, 1, 1)
    assert places(engine)[foe] == (1, 3)  # straight past a Skeleton, to the highest Melee


@pytest.mark.rule("STA-2.21")
def test_the_bounty_hunter_adds_one_in_melee():
    table = arena(("sea_dog", (2, 2), "sword"))
    foe = table.foe("bounty_hunter", (2, 3))
    assert wounds(activate(table, foe, 3, 3, 2, 1, 1, 1)) == [2]


@pytest.mark.rule("STA-14.9")
def test_an_attack_ends_hiding_and_is_remembered():
    table = arena(("sea_dog", (2, 2)))
    foe = table.foe("cannibal", (2, 3), hide=2)
    engine = activate(table, foe, 4, 1, 1)
    expect(
        engine,
        {f"foe_hide[{foe}]": 0, "hit_by_ever[0]": 1 << foe, "attacked_me[0]": 1 << foe},
    )
