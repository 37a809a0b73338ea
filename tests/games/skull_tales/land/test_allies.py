"""Allies: what they can do, what they cannot, and what becomes of them (STA-17, STA-R52, S38)."""

import pytest

from piracy_env.games.skull_tales.adventure import GAME
from piracy_env.games.skull_tales.rules import crew
from piracy_env.games.skull_tales.rules.adventure import afflicted, effects, harm, people
from piracy_env.games.skull_tales.rules.adventure.weapons import BARE, damage_in_melee, range_of
from piracy_env.games.skull_tales.state_land import Status
from piracy_env.games.skull_tales.tables.cards import MAGIC_KEYS
from piracy_env.games.skull_tales.traits import Trait
from tests.games.skull_tales.land.ashore import arena, asked
from tests.games.skull_tales.land.casters import bear
from tests.games.skull_tales.land.positions import T
from tests.scenario import act, deal, expect, labels, refuses

PIRATES_ONLY = (
    *("run", "take_breath", "reload", "equip", "cast", "totem", "forfeit", "aim"),
    *("dp_heal", "dp_action", "command", "healing", "analytical", "cure_poison", "attack_unarmed"),
)


def with_ally(card="guide", place=(2, 3), **fields):
    """A Surgeon, a Sea Dog far away, and an Ally of the first."""
    table = arena(("surgeon", (2, 2)), ("sea_dog", (4, 4)))
    table.ally(2, card, place, **fields)
    return table


def acting(table, *dice):
    """The Ally acts before its Pirate."""
    return act(table.play(*dice), "ally", "char 2")


@pytest.mark.rule("STA-17.8", "STA-R52", "STA-17.7", "STA-2.15")
def test_what_pirates_alone_do_is_not_for_allies():
    table = with_ally("healer", ch_wounds=1, ch_status=int(Status.POISONED))
    table.edit(0, ch_wounds=1)
    for trait in (Trait.COMMAND, Trait.SURVIVOR, Trait.TRANCE, Trait.MASTER_POISONER):
        table.state["ch_traits"][0, 0, trait] = 1
        table.state["ch_traits"][0, 2, trait] = 1  # an Ally learns nothing
    table.state["spell"][0, 0, MAGIC_KEYS.index("spirit_walk")] = 1
    table.foe("redcoat", (1, 4))
    engine = acting(table)
    refuses(engine, *PIRATES_ONLY)
    assert labels(engine) == [
        *("end_turn", "attack_melee", "insult", "push", "break_away", "exchange"),
    ]


@pytest.mark.rule("STA-R52", "STA-17.1")
@pytest.mark.parametrize("verb", ["attack_melee", "break_away"])
def test_each_action_of_an_ally_is_one_of_two(verb):
    table = with_ally("guide")
    table.foe("redcoat", (1, 4), hp_max=9)
    engine = acting(table, *[1] * 30)
    answers = ("enemy 0",) if verb == "attack_melee" else ()
    act(engine, verb, *answers)
    expect(engine, {"ally_act[2]": 1, "ch_ap[2]": 0})


@pytest.mark.rule("STA-R52", "STA-8.16")
def test_an_ally_strikes_twice_without_a_penalty():
    table = with_ally("bruiser")
    table.foe("redcoat", (1, 4), hp_max=9)
    engine = acting(table, 3, 1, 1, 1, 1, 3, 1, 1, 1, 1)
    act(engine, "attack_melee", "enemy 0", "attack_melee", "enemy 0")
    expect(engine, {"foe_wounds[0]": 4, "ch_adv_pp": [0, 0], "force_n": 0})
    assert labels(engine) == ["end_turn"]


@pytest.mark.rule("STA-R52", "STA-10.6")
def test_an_insult_is_an_allys_last_action():
    table = with_ally()
    table.foe("redcoat", (1, 4))
    engine = act(acting(table), "insult")
    expect(engine, {"insult_from[2]": 1, "active_slot": 0})
    refuses(engine, "ally")


@pytest.mark.rule("STA-R52", "STA-10.42")
def test_reviving_gives_an_ally_nothing():
    table = with_ally("healer")
    table.edit(0, ch_wounds=5, ch_status=int(Status.KNOCKED_OUT))
    table.edit(1, ch_status=int(Status.TURN_DONE))
    engine = act(table.play(4, 1, 1, 1, acting=0, slot=2), *[])
    engine.set(0, {"ally_act[2]": 2})
    act(engine, "revive", "char 0")
    expect(engine, {"ch_wounds[0]": 0, "ch_adv_pp": [0, 0], "ally_act[2]": 1})


@pytest.mark.rule("STA-R52", "STA-14.1", "STA-14.2")
@pytest.mark.parametrize(
    "fields",
    [
        {"ch_status": int(Status.KNOCKED_DOWN)},
        {"ch_status": int(Status.KNOCKED_OUT), "ch_wounds": 5},
        {"ch_status": int(Status.STUNNED), "ch_ap_max": 1},
    ],
)
def test_a_turn_that_the_pirate_loses_leaves_its_ally_its_own(fields):
    table = arena(("sea_dog", (4, 4)), ("surgeon", (2, 2)))
    table.ally(2, "guide", (2, 3), seat=1)
    table.edit(1, **fields)
    engine = act(table.play(), "end_turn", "char 1")
    if asked(engine) == "STUN":
        act(engine, "end_turn")
    assert asked(engine) == "ALLY_END"
    act(engine, "char 2")
    expect(engine, {"ally_act[2]": 2, "seat": 1})


@pytest.mark.rule("STA-17.2", "STA-21.25", "STA-8.6")
def test_what_an_ally_carries_is_of_no_use_to_it():
    table = with_ally("old_salt")
    for gear in (25, 1):  # a Jerkin, a Sword
        crew.carry(table.s, table.t, 2, gear, 0)
    assert afflicted.softened(table.s, table.t, 2, 2) == 2
    assert damage_in_melee(table.s, table.t, 2, BARE, False) == 1
    assert range_of(table.s, table.t, 2, BARE) == 3
    refuses(acting(table), "equip")


@pytest.mark.rule("STA-17.6", "STA-13.7", "STA-14.10")
def test_a_hellish_vision_wounds_an_ally_and_nobody_else():
    table = with_ally()
    effects.inflict(table.s, table.t, 2, effects.CURSE, 0)
    one = table.state[0]
    assert one["ch_wounds"][:3].tolist() == [0, 0, 1]
    assert one["ch_cursed"][:3].tolist() == [0, 0, 0]


@pytest.mark.rule("STA-17.7", "STA-20.16")
def test_an_ally_has_the_trait_of_its_card_and_no_other():
    table = with_ally("gambler")
    assert people.has_trait(table.s, table.t, 2, int(Trait.CHEATER))
    table.state["ch_traits"][0, 2, Trait.FENCING] = 1
    assert not people.has_trait(table.s, table.t, 2, int(Trait.FENCING))
    bear(table, 2, "wolf")
    assert not people.bears_totem(table.s, 2)


@pytest.mark.rule("STA-S38", "STA-17.11", "STA-18.1")
def test_s38_each_knock_out_of_an_ally_moves_the_flag():
    table = with_ally()
    table.play()
    for flag in (9, 8):
        table.edit(2, ch_wounds=0, ch_status=0)
        harm.hurt(table.s, table.t, 2, 9)
        assert table.state["flag"][0] == flag


# --- alone ----------------------------------------------------------------------------------------


@pytest.mark.rule("STA-1.7", "STA-2.15", "STA-17.1")
def test_alone_all_three_allies_act_in_the_captains_turn():
    engine = deal(GAME, seed=3, chapter="skull_cove", players=1)
    while asked(engine) != "MENU":
        act(engine, int(engine.legal()[0]))
    act(engine, "ally")
    assert labels(engine) == ["char 1", "char 2", "char 3"]
    act(engine, "char 2", "end_turn", "ally", "char 1", "end_turn")
    act(engine, labels(engine, "step")[0])
    refuses(engine, "ally")  # now only at the end of the turn
    act(engine, "end_turn")
    assert asked(engine) == "ALLY_END"
    assert labels(engine) == ["no", "char 3"]
    act(engine, "char 3", "end_turn")
    expect(engine, round=2)


@pytest.mark.rule("STA-R60", "STA-2.19")
@pytest.mark.parametrize(
    ("players", "allies", "column"), [(1, 0, 1), (2, 0, 0), (2, 1, 1), (3, 0, 0)]
)
def test_allies_count_for_the_strength_of_enemies(players, allies, column):
    engine = deal(GAME, seed=1, chapter="skull_cove", players=players, start_allies=allies)
    s = engine.record()
    there = sum(kind > 0 for kind in s.ch_kind)
    assert (there > 3) == bool(column)
    table = arena(*(("sea_dog", (0, 0)), ("surgeon", (1, 0)), ("lookout", (2, 0)))[:players])
    for slot in range(players, there):
        table.ally(slot, ("guide", "healer", "bruiser")[slot - players], (3, slot))
    foe = table.foe("redcoat", (2, 3))
    assert table.state["foe_hp_max"][0, foe] == T.t.enemies[0].hp[column]
