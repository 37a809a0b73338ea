"""Disorders of the treasure hunt: what they are, what they ask for, what they bring (STA-34.11)."""

import pytest

from piracy_env.games.skull_tales.adventure import GAME
from piracy_env.games.skull_tales.gear import Gear
from piracy_env.games.skull_tales.rules.adventure import deeds, hunt, stories
from piracy_env.games.skull_tales.state_land import Status
from piracy_env.games.skull_tales.tables.adventures import AFFLICTIONS, DISORDER_KEYS
from tests.games.skull_tales.land.ashore import asked
from tests.games.skull_tales.land.chapter import Chapter
from tests.games.skull_tales.land.positions import T
from tests.games.skull_tales.land.test_worlds import laid_out, worlds
from tests.scenario import act, deal, expect, labels, refuses

NOBODY = -1


def mad(disorder, place=(2, 3), *others, tiles=(("i6", 0, 0),), **fields):
    """A Pirate with a disorder, and others; all other disorders are none."""
    people = (("sea_dog", place, "sword"), *(others or (("surgeon", (1, 3)),)))
    table = Chapter("treasure_hunt", *people, tiles=tiles)
    table.set(dis=[disorder, *[NOBODY] * 4], **fields)
    return table


@pytest.mark.rule("STA-34.1")
@pytest.mark.parametrize("players", range(1, 6))
def test_each_pirate_has_one_and_no_two_the_same(players):
    found = set()
    for seed in range(6):
        engine = deal(GAME, seed=seed, chapter="treasure_hunt", players=players)
        mine = engine.states[0]["dis"][:players].tolist()
        assert len(set(mine)) == players
        assert set(engine.states[0]["dis"][players:].tolist()) <= {NOBODY}
        found |= set(mine)
    if players == 1:
        assert found == {hunt.SACRIFICE}
    elif players == 2:
        assert hunt.HOARDER not in found
    else:
        assert len(found) > 3


@pytest.mark.rule("STA-34.1")
def test_the_option_leaves_them_out():
    engine = deal(GAME, chapter="treasure_hunt", players=3, disorders=False)
    assert set(engine.states[0]["dis"].tolist()) == {NOBODY}


# --- possessed ------------------------------------------------------------------------------------


@pytest.mark.rule("STA-34.11")
@pytest.mark.parametrize("is_won", [True, False])
def test_the_possessed_strike_their_fellows_down(is_won):
    table = mad(hunt.POSSESSED)
    table.edit(1, ch_adv_pp=0)
    dice = (6, 6, 6, 1, 1, 1, 1) if is_won else (1, 1, 1, 6, 6, 6, 6)
    engine = act(table.play(*dice), "chapter")
    assert labels(engine) == ["num 4"]
    act(engine, "num 4")
    assert labels(engine) == ["char 1"]
    act(engine, "char 1")
    expect(engine, {"ch_wounds[0]": 1, "ch_ap[0]": 6, "sf[5]": 1, "sf[2]": int(is_won)})
    is_down = bool(engine.states[0]["ch_status"][1] & Status.KNOCKED_OUT)
    assert is_down == is_won
    refuses(engine, "chapter")  # once in a turn


@pytest.mark.rule("STA-34.11")
def test_nobody_else_does_so_nor_from_afar():
    refuses(mad(hunt.CALL).play(), "chapter")
    refuses(mad(hunt.POSSESSED, (2, 3), ("surgeon", (4, 1))).play(), "chapter")


@pytest.mark.rule("STA-34.11", "STA-R99")
def test_the_own_wound_may_be_the_last():
    table = mad(hunt.POSSESSED)
    table.edit(0, ch_wounds=4)
    engine = act(table.play(), "chapter", "num 4", "char 1")
    assert engine.states[0]["ch_status"][0] & Status.KNOCKED_OUT
    assert not engine.states[0]["ch_status"][1] & Status.KNOCKED_OUT
    expect(engine, {"sf[2]": 0})


# --- sacrifice ------------------------------------------------------------------------------------


@pytest.mark.rule("STA-34.11")
def test_a_sacrifice_costs_coins_and_a_wound():
    table = mad(hunt.SACRIFICE, (3, 2), ("surgeon", (1, 3)), ("cutthroat", (1, 1)))
    refuses(table.play(), "chapter")
    table.edit(0, ch_adv_coins=4, ch_coins=3)
    engine = act(table.play(), "chapter", "num 5")
    assert labels(engine) == ["char 1", "char 2"]
    act(engine, "char 2")
    expect(engine, {"ch_adv_coins[0]": 0, "ch_coins[0]": 1, "ch_wounds[0]": 1, "ch_ap[0]": 6})
    expect(engine, {"sf[4]": 3, "sf[5]": 1})
    refuses(engine, "chapter")


@pytest.mark.rule("STA-34.1", "STA-34.11")
def test_who_is_alone_names_an_ally():
    table = Chapter("treasure_hunt", ("sea_dog", (3, 2)), tiles=(("i6", 0, 0),))
    table.ally(1, "guide", (4, 2))
    table.set(dis=[hunt.SACRIFICE, *[NOBODY] * 4])
    table.edit(0, ch_coins=6)
    engine = act(table.play(), "chapter", "num 5")
    assert labels(engine) == ["char 1"]
    act(engine, "char 1")
    expect(engine, {"sf[4]": 2})


# --- at the end -----------------------------------------------------------------------------------


def ended(disorder, *, dice=(), story=None, others=(), **fields):
    """The Adventure is over; the first Pirate's disorder is judged."""
    table = mad(disorder, (2, 3), *others, stage_moves=3999, **fields)
    table.story(**(story or {}))
    return act(table.play(*dice), "step E")


SUCCESS = {
    hunt.ANGEL: {},
    hunt.POSSESSED: {"s2": 1},
    hunt.SACRIFICE: {"s4": 2},
    hunt.BLOODTHIRST: {"s3": 1},
    hunt.HOARDER: {"s6": 6},
    hunt.CALL: {"s11": 6},
}
FAILURE = {
    hunt.POSSESSED: {},
    hunt.SACRIFICE: {},
    hunt.BLOODTHIRST: {"s3": 2},
    hunt.HOARDER: {"s6": 2},
    hunt.CALL: {"s11": 5},
}


@pytest.mark.rule("STA-34.11", "STA-34.12")
@pytest.mark.parametrize("disorder", SUCCESS, ids=DISORDER_KEYS)
@pytest.mark.parametrize("is_trait", [True, False])
def test_success_brings_coins_or_a_trait(disorder, is_trait):
    engine = ended(disorder, story=SUCCESS[disorder], dice=(2,))
    assert asked(engine) == "SPECIAL"
    expect(engine, over=0)
    assert engine.record().seat == 0
    act(engine, "yes" if is_trait else "no")
    card = T.t.disorders[disorder]
    expect(engine, over=1, ch_coins=[0 if is_trait else card.coins, 0])
    assert engine.states[0]["ch_traits"][0, card.trait] == is_trait
    assert engine.states[0]["ch_affl"][0] == 0
    expect(engine, {"ch_perm[1]": 2 if disorder == hunt.SACRIFICE else 0, "ch_perm[0]": 0})


@pytest.mark.rule("STA-34.12")
def test_who_has_the_trait_gets_the_coins():
    table = mad(hunt.CALL, stage_moves=3999)
    table.story(s11=6)
    table.state["ch_traits"][0, 0, T.t.disorders[hunt.CALL].trait] = 1
    expect(act(table.play(), "step E"), over=1, ch_coins=[60, 0])


@pytest.mark.rule("STA-34.11")
@pytest.mark.parametrize("disorder", FAILURE, ids=lambda one: DISORDER_KEYS[one])
def test_failure_leaves_its_mark(disorder):
    engine = ended(disorder, story=FAILURE[disorder], dice=(2,))
    expect(engine, over=1, ch_coins=[0, 0])
    failure = T.t.disorders[disorder].failure
    if disorder == hunt.SACRIFICE:
        expect(engine, {"ch_perm[0]": 2, "ch_affl[0]": 0})
    else:
        assert failure < len(AFFLICTIONS)
        expect(engine, {"ch_perm[0]": 0, "ch_affl[0]": 1 << failure})


@pytest.mark.rule("STA-34.11")
@pytest.mark.parametrize(("falls", "affl"), [(0, 0), (1, 1)])
def test_the_angel_watches_over_the_next_pirate(falls, affl):
    table = mad(hunt.ANGEL, (2, 3), ("surgeon", (1, 3)), ("cutthroat", (1, 1)), stage_moves=3999)
    table.edit(1, ko_n=falls)
    table.edit(2, ko_n=1)
    engine = act(table.play(), "step E")
    if not falls:
        act(engine, "no")
    expect(engine, {"over": 1, "ch_affl[0]": affl})


@pytest.mark.rule("STA-34.1", "STA-34.11")
def test_the_ally_that_was_sacrificed_leaves():
    table = Chapter("treasure_hunt", ("sea_dog", (2, 3)), tiles=(("i6", 0, 0),))
    table.ally(1, "guide", (4, 2))
    table.set(dis=[hunt.SACRIFICE, *[NOBODY] * 4], stage_moves=3999)
    table.story(s4=2)
    expect(act(table.play(), "step E", "no"), {"over": 1, "ch_dead[1]": 1})


# --- what counts ----------------------------------------------------------------------------------


@pytest.mark.rule("STA-34.11")
def test_only_the_wounded_count_for_the_bloodthirsty():
    table = mad(hunt.BLOODTHIRST)
    stories.felled_by(table.s, table.t, 0, 1, 0)
    assert table.state["sf"][0, 3] == 0
    stories.felled_by(table.s, table.t, 0, 1, 1)
    assert table.state["sf"][0, 3] == 1


@pytest.mark.rule("STA-34.11")
def test_only_weapons_of_others_count_for_the_hoarder():
    table = mad(hunt.HOARDER, (2, 3), ("surgeon", (1, 3)), ("cutthroat", (1, 1)))
    deeds.took(table.s, table.t, 0, 1, int(Gear.LUCKY_CHARM))
    assert table.state["sf"][0, 6] == 0
    deeds.took(table.s, table.t, 0, 1, int(Gear.SWORD))
    deeds.took(table.s, table.t, 0, 1, int(Gear.PISTOL))
    assert table.state["sf"][0, 6] == 2
    deeds.took(table.s, table.t, 0, 2, int(Gear.DAGGER))
    assert table.state["sf"][0, 6] == 6


@pytest.mark.rule("STA-34.11", "STA-R98")
def test_explored_tiles_count_for_the_call():
    table = mad(hunt.CALL, (2, 4))
    table.pile("i3")
    engine = act(table.play(1), "explore")
    act(engine, labels(engine, "cand")[0])
    expect(engine, {"sf[11]": 1, "sf[12]": 0})


# --- who knows ------------------------------------------------------------------------------------


@pytest.mark.rule("STA-34.1", "STA-R49", "STA-R98")
def test_disorders_are_their_owners_secrets_until_they_show():
    table = laid_out("treasure_hunt", 4)
    mine = table.state["dis"][0, :4].tolist()
    found = [world["dis"][0, :4].tolist() for world in worlds(table, 0)]
    assert {one[0] for one in found} == {mine[0]}
    assert all(len(set(one)) == 4 for one in found)
    assert len({one[1] for one in found}) > 2
    table.state["sf"][0, hunt.REVEALED] = 1 << 1
    shown = [world["dis"][0, :4].tolist() for world in worlds(table, 0)]
    assert {one[1] for one in shown} == {mine[1]}
    assert len({one[2] for one in shown}) > 1
    assert all(len(set(one)) == 4 for one in shown)


@pytest.mark.rule("STA-R98", "STA-R49")
def test_who_can_only_mean_its_disorder_has_shown_it():
    engine = act(mad(hunt.POSSESSED).play(), "chapter")
    expect(engine, {"sf[5]": 1})
    table = mad(hunt.POSSESSED, (1, 2), ("surgeon", (1, 3)), tiles=(("i4", 0, 0),))
    engine = act(table.play(), "chapter")
    assert labels(engine) == ["num 1", "num 4"]
    expect(engine, {"sf[5]": 0})  # it may well be thirsty
    assert "4" not in str(engine.states[0]["stk"][4].tolist())


@pytest.mark.rule("STA-R98")
def test_at_the_end_all_disorders_are_known():
    engine = ended(hunt.CALL, story={"s11": 6})
    expect(engine, {"over": 0, "sf[5]": 1})
