"""Broken states are refused with a complaint that names the culprit."""

import numpy as np
import pytest

from piracy_env.core.record import Record
from piracy_env.errors import InvalidStateError
from piracy_env.games.notoriety import GAME
from piracy_env.games.notoriety.state import Effect, Phase, Zone
from piracy_env.games.notoriety.tables import CARD_KEYS
from tests.games.notoriety.positions import table
from tests.scenario import act

H1, PM, DB = (CARD_KEYS.index(name) for name in ("H1", "PM", "DB"))


def more(seat, zone, card, number=1):
    """The cards of a table with some more of one."""

    def change(engine):
        counts = engine.states["cnt"][0].copy()
        counts[seat, zone, card] += number
        return {"cnt": counts}

    return change


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"round": 7}, "round is 7"),
        ({"start_player": 3}, "start_player is 3"),
        ({"final_lap": 4}, "final_lap is 4"),
        ({"ach_mask": 0b1100000}, "ach_mask is 96"),
        ({"row": [50, 1, 2, 3, 4]}, "row[0] is 50, not 0 to 49 or 255"),
        ({"coins": [-1, 0, 0, 0]}, "coins"),
        ({"coins": [0, 0, 0, 1]}, "coins"),
        ({"parley": [2, 0, 0, 0]}, "parley"),
        ({"recruits": [1, 0, 0, 0]}, "0 new recruits"),
        ({"cap_wild": [1, 0, 0, 0]}, "names HC"),
        ({"strength": [4, 0, 0, 0]}, "strength 4"),
        ({"pdeck_n": 51}, "pdeck_n is 51"),
        ({"known_top": [1, 0, 0, 0]}, "empty Ship deck"),
        ({"phase": Phase.GAME_OVER}, "the game is running"),
        ({"phase": Phase.BURY_PICK}, "waits"),
        ({"phase": Phase.SELL_KEEP}, "needs a revealed treasure"),
        ({"seat": 1}, "the turn player 0 moves"),
        ({"pending_card": 3}, "pending_card"),
        ({"attacker": 1}, "attacker is 1"),
        ({"look": [1, 2]}, "look"),
        ({"prize": [[0, 0, 0, 1], [0] * 4, [0] * 4, [0] * 4]}, "tokens of value 6"),
        ({"prize": [[3, 0, 0, 0], [0] * 4, [0] * 4, [0] * 4]}, "3 prize tokens after 2 raids"),
        ({"row": [3, 255, 42, 44, 45]}, "has 4 pirates"),
        ({"row": [40, 40, 42, 44, 45]}, "2 copies of K1"),
        (more(0, Zone.HAND, PM, 20), "copies of PM"),
        (more(0, Zone.SHIP, DB), "something else than pirates"),
        (more(0, Zone.DECK, DB), "deck[0]"),
        (more(0, Zone.FRONT, DB), "FRONT"),
        (more(3, Zone.HAND, DB), "cnt[3, 0, 71] is 1, not 0"),
        (more(1, Zone.HAND, DB, -3), "cnt[1, 0, 71] is -2, not 0 to 48"),
    ],
)
def test_a_broken_state_is_refused(change, complaint):
    engine = table(hand="PM DB", pirates="A1 A3 A4")
    before = engine.states.tobytes()
    with pytest.raises(InvalidStateError) as error:
        engine.set(0, **(change(engine) if callable(change) else change))
    assert complaint in str(error.value)
    assert engine.states.tobytes() == before


@pytest.mark.parametrize(
    ("effect", "argument", "complaint"),
    [
        (Effect.TRADE, -122, "stk_arg[0] is -122, not 0 to 49"),
        (Effect.TRADE, 127, "stk_arg[0] is 127, not 0 to 49"),
        (Effect.TRADE, 0, "stk_arg[0] is 0, which does not fit TRADE"),
        (Effect.TRADE, 49, "stk_arg[0] is 49, which does not fit TRADE"),
        (Effect.DRAW, 49, "stk_arg[0] is 49, which does not fit DRAW"),
        (Effect.ATTACK, 2, "stk_arg[0] is 2, which does not fit ATTACK"),
        (Effect.CAPTAIN, 0, "stk_arg[0] is 0, which does not fit CAPTAIN"),
        (Effect.END_COMMAND, 1, "stk_arg[0] is 1, which does not fit END_COMMAND"),
        (-1, 1, "stk_code[0] is -1, not 0 to 11"),
        (12, 1, "stk_code[0] is 12, not 0 to 11"),
    ],
)
def test_an_effect_that_waits_has_an_amount_that_a_card_may_show(effect, argument, complaint):
    engine = act(table(hand="DB DB", others={1: {}}), "card DB")
    codes, arguments = (engine.states[name][0].copy() for name in ("stk_code", "stk_arg"))
    codes[0], arguments[0] = effect, argument
    with pytest.raises(InvalidStateError) as error:
        engine.set(0, stk_code=codes, stk_arg=arguments, stk_n=1)
    assert complaint in str(error.value)
    assert engine.record().coins.tolist() == [2, 2, 2, 0]


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"parley": [1, 1, 1, 0]}, "turned back"),
        ({"coins": [2, 3, 2, 0]}, "coins of seat 1"),
        ({"coins": [1, 2, 2, 0]}, "coins of seat 0"),
        ({"round": 5}, "round 3 of Start Player 0 became round 5"),
        ({"round": 4, "start_player": 2}, "became round 4 of 2"),
        ({"tdeck_n": 2}, "copies of ruby"),
    ],
)
def test_a_broken_step_is_noticed(change, complaint):
    engine = table(hand="PM DB", fields={"parley": [0, 1, 1, 0]})
    before = np.array([engine.states[0]], GAME.dtype)
    engine.step([GAME.actions.id("brawl")])
    assert not GAME.transition(
        Record(before[0]), GAME.actions.id("brawl"), engine.record(), engine.tables_of().t
    )
    after = np.array([engine.states[0]], GAME.dtype)
    for name, value in change.items():
        after[name] = value
    found = GAME.transition(
        Record(before[0]), GAME.actions.id("brawl"), Record(after[0]), engine.tables_of().t
    )
    assert complaint in "; ".join(found)
