"""The heuristic of skull_tales_adventure: what it does for the story, and for fellows in need."""

from __future__ import annotations

import pytest

from piracy_env.games.skull_tales.rules.adventure import hunt
from piracy_env.games.skull_tales.rules.adventure.story_flags import FIRST_SPECIAL
from tests.games.skull_tales.land.ashore import HOME, arena, asked, at
from tests.games.skull_tales.land.town import arm, door, hold
from tests.games.skull_tales.players.test_heuristic_ashore import chosen
from tests.scenario import act, labels

NEAR_SIDE = 0
"""The exit of i10 next to its spring."""


# --- the Treasure Hunt ----------------------------------------------------------------------------


@pytest.mark.parametrize("place", [(2, 4), (0, 2), (4, 2), (2, 0)])
def test_the_spring_is_laid_on_the_near_side_of_its_chasm(place):
    """Nobody has to jump to be purified then."""
    table = arena(("sea_dog", place, "sword"), tile="i13", chapter="treasure_hunt")
    table.pile("i10")
    engine = act(table.play(), "explore")
    assert asked(engine) == "TILE"
    number = int(chosen(engine).removeprefix("cand "))
    assert engine.states[0]["cand"][number, 0] == NEAR_SIDE


def at_the_chasm(second):
    """One who has drunk, next to where one jumps to the spring; and one who has nothing to do."""
    people = (("sea_dog", (1, 4), "sword"), ("freedman", second))
    table = arena(*people, tile="i10", chapter="treasure_hunt")
    arm(table, 1)
    table.edit(1, ch_dp=0)
    table.state["sf"][0, FIRST_SPECIAL + hunt.DRINK] = 1
    table.foe("cannibal", (2, 0))
    return table


def test_who_stands_where_the_pilgrim_has_to_jump_makes_way():
    """Even with an Enemy about, as long as it is not next to it."""
    assert chosen(at_the_chasm((2, 4)).play(acting=1)) == "step"


# --- doors ----------------------------------------------------------------------------------------


def test_doors_that_lead_nowhere_stay_shut():
    """What is in the company of Cheating Death is not needed: its door would cost time."""
    table = arena(("sea_dog", (5, 8), "sword"), tile="v3", chapter="cheating_death")
    engine = table.play()
    assert "open_door" in labels(engine)
    assert door(engine, "company") == 0
    assert chosen(engine) != "open_door"


# --- relief ---------------------------------------------------------------------------------------


def held_entrance(*arms):
    """Somebody fights with some arms where a tile was entered; a swordsman waits behind."""
    table = arena(("surgeon", (2, 4)), ("sea_dog", (2, 3), "sword"), tile="i13")
    table.lay("i6", (HOME, HOME + 5))
    arm(table, 0, *arms, hands=(3,) * len(arms))
    table.foe("redcoat", (2, 5))
    return table


def test_who_has_no_arms_gives_way_to_a_swordsman():
    """It breaks away, and steps back past him."""
    engine = held_entrance().play(6, 1, 1, 1)
    assert chosen(engine) == "break_away"
    act(engine, "break_away")
    assert chosen(engine) == "step"
    act(engine, "step W", "yes")
    assert at(engine, 0) == (2, 2)


def test_who_strikes_as_hard_stays():
    assert chosen(held_entrance("broadsword").play()) == "attack_melee"


def test_nobody_gives_way_to_somebody_who_has_had_its_turn():
    engine = held_entrance().play()
    engine.set(0, {"order_done": 0b11, "acted_order": [1, 0, -1, -1, -1]})
    assert chosen(engine) != "break_away"


# --- the way home ---------------------------------------------------------------------------------


def homeward(first, second=(2, 1)):
    """Castaways who have all that they need, on the beach or next to it."""
    people = (("sea_dog", first, "sword"), ("surgeon", second, "sword"))
    table = arena(*people, tile="i7", chapter="castaways")
    table.lay("i13", (HOME, HOME + 5))
    hold(table, goal_1=0, goal_2=0, goal_3=0, goal_4=0)
    table.edit(0, ch_rum=4)
    return table


def test_who_is_nearly_home_breaks_away():
    """The crew has won as soon as all are on the beach, whoever is behind them."""
    table = homeward((2, 5))
    table.foe("cannibal", (1, 6))
    assert chosen(table.play()) == "break_away"


def test_nobody_takes_a_breath_on_the_way_home():
    """It would cost time; who has far to go runs."""
    table = homeward((2, 8))
    table.edit(0, ch_wounds=3, ch_dp=0)
    table.set(flag=12)
    assert chosen(table.play()) == "step"
    table = homeward((2, 9))
    table.edit(0, ch_wounds=3, ch_dp=0, ch_ap=2)
    table.set(flag=12)
    assert chosen(table.play()) == "run"


def test_those_at_home_make_room_for_who_still_comes():
    """They do not stay where the beach is entered."""
    assert chosen(homeward((2, 4), (2, 6)).play()) == "step"
    assert chosen(homeward((3, 1), (2, 6)).play()) == "end_turn"
