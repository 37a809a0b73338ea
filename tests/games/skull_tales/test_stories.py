"""What came of an action is told: dice, cards, gains and losses, time; and no secret."""

from dataclasses import replace
from random import Random

import pytest

from piracy_env.core.game import RUNNING
from piracy_env.games.skull_tales import GAME
from piracy_env.games.skull_tales.rules.campaign import Stage
from piracy_env.games.skull_tales.rules.voyage import Step
from piracy_env.games.skull_tales.state import Decision
from tests.games.skull_tales import stories
from tests.games.skull_tales.aboard import (
    CREW_QUARTERS,
    FORECASTLE,
    GUARD,
    HELM,
    QUARTERDECK,
    RIGGING,
    at_sea,
    begin,
    frame,
)
from tests.games.skull_tales.crew import between, dice, in_port, market
from tests.games.skull_tales.foes import (
    CUTTER,
    MERCHANT,
    TWO_GROUPS,
    alongside,
    drawn,
    foe,
    sailing,
)
from tests.games.skull_tales.stories import is_told, left_out, moves
from tests.scenario import act, deal


def told(table, *labels, viewer=None):
    """The story of the last of some actions."""
    act(table, *labels[:-1])
    before = table.states[:1].copy()
    action = GAME.actions.id(labels[-1])
    table.step([action])
    return story(before, action, table.states[:1].copy(), viewer)


def story(before, action, after, viewer=None):
    """The story of an action between two states."""
    return stories.story(GAME, before, action, after, viewer)


# --- dice and cards -------------------------------------------------------------------------------


@pytest.mark.rule("STC-1.6")
def test_a_roll_is_told_with_its_dice_and_those_that_count():
    table = begin(frame(Decision.STATIONS), on=(HELM, FORECASTLE, CREW_QUARTERS), **dice(6, 2, 5))
    lines = told(table, "st_carto", "yes")
    assert is_told(lines, "(B) rolls 6, 2 and 5 against 5: 1 success (6)")
    assert not is_told(told(table, "cand 0"), "rolls")


@pytest.mark.rule("STV-15.1")
def test_an_event_card_is_told_and_who_comes_with_it():
    table = drawn(3)
    before = at_sea(Step.EVENT, options={"sea": "full"}, **dice(3)).states[:1].copy()
    lines = story(before, GAME.actions.id("no"), table.states[:1].copy(), 1)
    assert is_told(lines, "Voyage Event: Coast Guard")
    table = at_sea(Step.EVENT, options={"sea": "full"}, **dice(11))
    lines = told(table, "no")
    assert is_told(lines, "Voyage Event: Maelstrom")
    assert is_told(lines, "In sight: Whirlpool at (10, 8); aggressive.")


@pytest.mark.rule("STV-5.2")
def test_a_card_that_waits_for_its_roller_is_told_by_the_deck_it_has_left():
    table = at_sea(Step.EVENT, options={"sea": "full"}, on=(RIGGING,) * 3, **dice(18))
    before, action = table.states[:1].copy(), GAME.actions.id("no")
    table.step([action])
    after = table.states[:1].copy()
    assert table.record().ev_cur == 18
    lines = story(before, action, after)
    assert is_told(lines, "Voyage Event: Lightning")
    after["ev_out"] = before["ev_out"]
    assert story(before, action, after) != lines


def test_a_new_turn_is_told_with_its_hour():
    lines = told(at_sea(Step.TIME), "no")
    assert is_told(lines, "Turn 3 begins: day 1, hour 3 (day)")
    assert is_told(lines, "Filth 0 -> 1")


def test_the_round_that_begins_is_told():
    lines = told(at_sea(Step.WAKE, v_round=0), "no")
    assert is_told(lines, "The Crew Round begins.")


# --- Schemes and Mutinies -------------------------------------------------------------------------


def _scheming():
    return begin(
        frame(Decision.STATIONS), on=(HELM, 3, CREW_QUARTERS), schemer=2, pg={0: GUARD}, rolled=0
    )


@pytest.mark.rule("STV-7.4")
def test_coins_are_told_when_they_are_shown_and_not_before():
    assert not any("silver" in line for line in told(_scheming(), "st_scheme", "coin silver"))
    lines = told(_scheming(), "st_scheme", "coin silver", "coin gold", viewer=1)
    assert is_told(lines, "The Scheme is silver, the Guard gold: not caught")
    assert is_told(lines, "(C)", "trust 0 -> 3")
    lines = told(_scheming(), "st_scheme", "coin gold", "coin gold", viewer=1)
    assert is_told(lines, "The Scheme is gold, the Guard gold: caught")


@pytest.mark.rule("STV-8.5")
def test_bids_are_told_together_and_then_who_is_captain():
    table = act(at_sea(Step.MUTINY, morale=4, ch_tp=[0, 6, 0, 0, 0]), "no")
    lines = told(table, "yes")
    assert is_told(lines, "Morale 4 -> 20")
    assert is_told(lines, "(B)", "prestige 20 -> 26", "trust 6 -> 0")
    assert not is_told(told(table, "num 1", viewer=1), "coin")
    lines = told(table, "num 2", viewer=2)
    assert is_told(lines, "Bids are shown: A 1 coin and B 2 coins")
    assert is_told(lines, "B is Captain now")


# --- ship, guns, fights ---------------------------------------------------------------------------


def test_where_the_ship_sails_and_what_waits_there_is_told():
    lines = told(sailing(on=(QUARTERDECK, 7, HELM), ship_mov=1), "mv_fwd")
    assert is_told(lines, "The ship is at (10, 9), heading south.")


@pytest.mark.rule("STV-13.2")
def test_a_fight_is_told_from_its_lines_to_its_end():
    there = {"on": (QUARTERDECK, 7, HELM), **TWO_GROUPS, "ship_mov": 2, **foe(MERCHANT, (10, 9))}
    lines = told(sailing(**there), "mv_fwd")
    assert is_told(lines, "Two lines tie the ship to the Merchant Ship")
    table = alongside()
    lines = list(_fought(table))
    assert is_told(lines, "Round 2 of the fight begins.")
    assert is_told(lines, "Group", "wounds 0 -> ")


def _fought(table):
    """All that is told of some moves of a fight."""
    random = Random(5)
    for _ in range(40):
        if table.record().over != RUNNING:
            return
        before, action = table.states[:1].copy(), random.choice(list(table.legal()))
        table.step([action])
        yield from story(before, int(action), table.states[:1].copy(), None)


def test_impacts_are_told_with_what_they_cost():
    before = sailing(**foe(CUTTER, (3, 7)))
    after = sailing(**foe(CUTTER, (4, 7), hold=2))
    after.set(0, {"hold_imp": 1, "hold[12]": 0, "sails_imp": 1})
    lines = story(before.states[:1].copy(), 0, after.states[:1].copy(), 0)
    assert is_told(lines, "1 column of the Hold lost")
    assert is_told(lines, "1 Sail lost")
    assert is_told(lines, "Cutter: at (4, 7)", "Body 4 -> 2")


def test_characters_to_whom_the_same_happens_share_a_line():
    table = at_sea(Step.TIME, on=(HELM, RIGGING, RIGGING))
    lines = told(table, "no")
    assert is_told(lines, "(A)", "(B)", "(C): to the Crew Quarters.")


# --- Port and campaign ----------------------------------------------------------------------------


@pytest.mark.rule("STP-3.1")
def test_an_event_in_port_is_told_before_its_roll():
    lines = told(in_port(0, 1), "go 2")
    assert lines[0].startswith("Event at the Market: ")
    assert is_told(lines, "A: at the Market; 20 -> 19 TU.")


def test_a_rumor_is_told_to_its_owner_alone():
    before = in_port(0, 4, look=0).states[:1].copy()
    after = in_port(0, 4, **{"rum_id[0]": 6, "rum_held[0]": 1}).states[:1].copy()
    assert is_told(story(before, 0, after, 0), "A's Rumor: Sea Legs.")
    assert is_told(story(before, 0, after, 1), "A keeps a Rumor.")
    assert not is_told(story(before, 0, after, 1), "Sea Legs")
    assert is_told(story(before, 0, after, None), "A's Rumor: Sea Legs.")


def test_debts_bets_and_orders_are_told():
    before = in_port(0, 5).states[:1].copy()
    held = {"debt[0]": 12, "order[1]": 1, "asg": 2, "asg_out": 2}
    there = in_port(0, 5, **market(apart=(1,)), **held)
    there.set(0, {"bet_to[1]": 2, "bet_sum[1]": 10, "bet_kind[1]": 1})
    lines = story(before, 0, there.states[:1].copy(), 2)
    assert is_told(lines, "A: owes 12 coins")
    assert is_told(lines, "B:", "has ordered a Sword", "has bet 10 coins on C's failure")
    assert is_told(lines, "The crew has an Assignment: Hunt the Cutter")


@pytest.mark.rule("STC-2.5")
def test_an_adventure_is_told_with_its_result():
    lines = told(between(Stage.ADVENTURE), "no")
    assert is_told(lines, "The Adventure is ")
    assert is_told(lines, "Port Phase begins") or is_told(lines, "prestige")


# --- secrets --------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", ["voyage", "port", "voyage_port"])
def test_random_play_is_told_in_full_and_without_secrets(scenario):
    table = deal(GAME, seed=8, players=3, scenario=scenario)
    for seat, (before, action, after), (seen, then) in moves(table, Random(8), 90):
        assert left_out(GAME, before, action, after) == []
        assert story(seen, action, then, seat) == story(before, action, after, seat)


def test_a_story_that_leaves_something_out_is_found():
    before = in_port(0, 4).states[:1].copy()
    after = in_port(0, 4, crew_booty=90).states[:1].copy()
    assert left_out(GAME, before, 0, after) == []
    mute = replace(GAME, tell=lambda *_: [])
    assert left_out(mute, before, 0, after) == ["crew_booty"]
