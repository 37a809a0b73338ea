"""Skull Cove, and what is paid at the end (STA-37, STA-18, section 10)."""

import pytest

from piracy_env.core.jit import COMPILED
from piracy_env.games.skull_tales.adventure import GAME
from piracy_env.games.skull_tales.rules.adventure import cove, goals
from piracy_env.games.skull_tales.state import Ended
from piracy_env.games.skull_tales.state_land import Status
from piracy_env.games.skull_tales.terrain import TOKENS
from tests.games.skull_tales.land.ashore import HOME, Ashore, arena
from tests.games.skull_tales.land.positions import T
from tests.scenario import act, deal, expect, labels, refuses

CHESTS = ("i1", "i2", "i3", "i5", "i8", "i12")
"""Tiles that can hold one."""


@pytest.mark.rule("STA-37.1")
def test_three_different_tokens_hold_a_chest():
    found = set()
    for seed in range(8):
        one = deal(GAME, seed=seed, chapter="skull_cove").states[0]
        chests = one["chest"].tolist()
        assert len(set(chests)) == 3
        assert set(chests) <= set(one["pile"][0, :6].tolist())
        found |= set(chests)
    assert len(found) > 3


@pytest.mark.rule("STA-37.1")
@pytest.mark.parametrize("token", CHESTS)
def test_chests_are_near_the_middle(token):
    t = T.record[0] if COMPILED else T.t
    found = cove.chest_cell(t, TOKENS.index(token))
    ground = T.t.ground[TOKENS.index(token), 0]
    assert ground.ter[found] == 1
    far = max(abs(found[0] - 2), abs(found[1] - 2))
    nearer = [
        (row, col)
        for row in range(5)
        for col in range(5)
        if ground.ter[row, col] == 1 and (max(abs(row - 2), abs(col - 2)), row, col) < (far, *found)
    ]
    assert nearer == []


def with_chest(place=(1, 1), **fields):
    table = arena(("sea_dog", place), tile="i3")
    table.set(chest=[TOKENS.index("i3"), TOKENS.index("i1"), TOKENS.index("i2")])
    table.pile("i1", "i2")
    table.set(**fields)
    return table


@pytest.mark.rule("STA-37.2", "STA-5.6")
def test_a_chest_is_dug_up_for_the_next_goal():
    engine = act(with_chest().play(), "chapter")
    assert labels(engine) == ["num 1"]
    act(engine, "num 1")
    expect(engine, {"goal_state": [2, 0, 0], "goal_holder": [0, -1], "ch_ap[0]": 5})
    expect(engine, {"chest[0]": -1})
    refuses(engine, "chapter")


@pytest.mark.rule("STA-37.2")
def test_nobody_digs_among_enemies_or_from_afar():
    table = with_chest()
    table.foe("redcoat", (4, 4))
    refuses(table.play(), "chapter")
    table = with_chest()
    table.foe("redcoat", (4, 4), hide=1)
    assert "chapter" in labels(table.play())
    refuses(with_chest((4, 4)).play(), "chapter")


def homecoming(*people, held=(0, 0, 0), **fields):
    """Pirates on i7, all but the first already on the boat, with the three chests."""
    table = Ashore(len(people))
    table.lay("i7")
    table.lay("i13", (HOME, HOME + 5))
    for seat, (card, place) in enumerate(people):
        table.pirate(seat, card, place)
    table.set(goal_state=[2, 2, 2, 0, 0, 0, 0, 0], goal_holder=[*held, *[-1] * 5], **fields)
    return table


@pytest.mark.rule("STA-37.3", "STA-37.4", "STA-18.2", "STA-18.6", "STA-18.9", "STA-18.10")
@pytest.mark.rule("STA-R46", "STA-5.9")
def test_all_chests_on_the_boat_are_a_total_success():
    """Payments as in S34: the own gains, goals, the chart; the Knocked Out get less."""
    table = homecoming(("sea_dog", (2, 2)), ("surgeon", (4, 4)), ("cutthroat", (1, 0)))
    table.edit(0, ch_adv_pp=6, ch_adv_coins=4)
    table.edit(1, ch_adv_coins=3, ch_status=int(Status.KNOCKED_OUT), ch_wounds=5)
    table.edit(2, ch_adv_pp=2)
    table.set(goal_holder=[0, 0, 2, *[-1] * 5])
    table.keep(0, 3)  # the Idol of Fortune
    engine = act(table.play(), "step W")
    expect(engine, over=1, ended=int(Ended.GOALS_MET), adv_result=2, phase=3, sp=0)
    expect(engine, ch_pp=[6 + 10 + 10, 5, 2 + 5 + 10], ch_coins=[4 + 20 + 10 + 10, 8, 10 + 10])
    expect(engine, adv_pres=[2, 1, 2], adv_gain=[26, 5, 17], ch_adv_pp=[0, 0, 0])
    expect(engine, {"ch_wounds[1]": 4, "s_n[0]": 0, "ch_y[0]": -1})
    scores = [26 + 22, 5 + 4, 17 + 10]
    assert engine.outcome()[:4] == (scores, [1, 3, 2], 1.0, "goals_met")
    assert engine.outcome().ranks == [1, 3, 2]


@pytest.mark.rule("STA-37.3", "STA-R76")
def test_chests_of_the_knocked_out_do_not_count():
    table = homecoming(("sea_dog", (2, 2)), ("surgeon", (4, 4)))
    table.edit(1, ch_status=int(Status.KNOCKED_OUT), ch_wounds=5)
    table.set(goal_holder=[0, 0, 1, *[-1] * 5])
    engine = act(table.play(), "step W")
    expect(engine, over=0)
    assert not goals.is_held(table.s, 2)


@pytest.mark.rule("STA-37.3")
def test_everybody_must_be_on_the_boat():
    table = homecoming(("sea_dog", (2, 2)), ("surgeon", (4, 4)))
    expect(act(table.play(), "step W"), over=0)


@pytest.mark.rule("STA-37.3", "STA-37.4", "STA-18.6")
def test_one_chest_is_a_partial_success():
    table = homecoming(("sea_dog", (2, 2)), ("surgeon", (4, 4)), stage_moves=3999)
    table.edit(0, ch_adv_pp=2)
    table.set(goal_state=[2, 0, 0, 0, 0, 0, 0, 0], goal_holder=[0, *[-1] * 7])
    engine = act(table.play(), "step E")
    expect(engine, over=1, adv_result=1, ch_pp=[2 + 5 + 3, 3], ch_coins=[10, 0], adv_pres=[1, 1])


@pytest.mark.rule("STA-37.3", "STA-18.8", "STA-R56")
def test_a_failure_brings_nothing():
    table = homecoming(("sea_dog", (2, 2)), ("surgeon", (4, 4)), stage_moves=3999)
    table.edit(0, ch_adv_pp=7, ch_adv_coins=9)
    table.set(goal_state=[0] * 8, goal_holder=[-1] * 8)
    engine = act(table.play(), "step E")
    expect(engine, over=1, adv_result=0, ch_pp=[0, 0], ch_coins=[0, 0], adv_pres=[0, 0])


@pytest.mark.rule("STA-17.3", "STA-5.17", "STA-1.12", "STA-17.9")
def test_half_of_what_an_ally_found_is_its_pirates():
    table = Ashore(2, start_allies=1)
    table.lay("i7")
    for seat, card in enumerate(("sea_dog", "surgeon")):
        table.pirate(seat, card, (2, 2 + seat))
    table.ally(2, "guide", (1, 0), seat=1, ch_adv_coins=2, ch_wounds=1)
    table.keep(2, 1)  # a Purse
    table.set(goal_state=[2, 0, 0, 0, 0, 0, 0, 0], goal_holder=[2, *[-1] * 7], stage_moves=3999)
    engine = act(table.play(), "step S")
    expect(engine, ch_coins=[0, 10 + 3], ch_pp=[3, 5 + 3], ch_adv_coins=[0, 0, 0])
    expect(engine, {"ch_wounds[2]": 0})


@pytest.mark.rule("STA-1.5", "STA-R54")
def test_what_is_reached_is_worth_something_on_the_way():
    table = homecoming(("sea_dog", (2, 2)), ("surgeon", (4, 4)))
    table.set(goal_state=[2, 1, 0, 0, 0, 0, 0, 0], goal_holder=[0, *[-1] * 7])
    engine = table.play()
    assert engine.outcome().team == pytest.approx(0.5 * 2 / 3 + 0.25)
