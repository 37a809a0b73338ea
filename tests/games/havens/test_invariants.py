"""A broken state or step is refused with a complaint that names the culprit."""

import numpy as np
import pytest

from piracy_env.core.record import Record
from piracy_env.errors import InvalidStateError
from piracy_env.games.havens import GAME
from piracy_env.games.havens.invariants import transition
from piracy_env.games.havens.state import NONE, Decision, Phase
from tests.games.havens.lively import choose
from tests.games.havens.positions import table
from tests.scenario import act, both, deal, entry, fields

SHIPS = {
    "0.0": "12 35 54 62; 70; 8; wild 76 2",
    "0.1": "9 34 46 57; port",
    "1.0": "10 33 47 -; 66; 9",
}


def position(**more):
    return table(SHIPS, hand="38 84", hands={1: "57 92"}, face_up="13 14", discard="61", **more)


def nested(name, **values):
    """Items of the move or the battle."""

    def change(state):
        for key, value in values.items():
            state[name][key] = value

    return change


def swap(state):
    """A captain of the other colour, exchanged with one of the Draw Pile."""
    pile = state["draw"][0]
    where = int(np.flatnonzero(pile == 13)[0])
    pile[where], state["part"][0, 0, 1, 0] = 9, 13


def to_hand(card, count):
    """Cards of the Draw Pile are put into the hand of seat 1."""

    def change(state):
        n = int(state["draw_n"][0])
        pile = [c for c in state["draw"][0, :n] if not card <= c < card + count]
        moved = [c for c in state["draw"][0, :n] if card <= c < card + count]
        state["draw"][0] = 0
        state["draw"][0, : len(pile)] = pile
        state["draw_n"] = len(pile)
        for c in moved:
            state["hand"][0, 1, c] += 1

    return change


def named(value):
    """The name of a parameter: that of a function would be its address."""
    return "change" if callable(value) else str(value)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (fields(turn_seat=2), "turn_seat is 2, not 0 to 1"),
        (fields(round=41), "round is 41, not 1 to 40"),
        (fields(shifts=7), "shifts is 7, not 0 to 6"),
        (fields(attempts=13), "attempts is 13, not 0 to 12"),
        (fields(draw_n=151), "draw_n is 151"),
        (entry("draw", 149, 3), "draw holds cards that do not belong there"),
        (entry("apile", 35, 3), "apile holds cards that do not belong there"),
        (entry("disc", 0, 102), "disc[0] is 102, not 0 to 101"),
        (both(fields(script_n=1), entry("script", 0, 7)), "script[0] is 7, not 0 to 6"),
        (fields(script_n=1), "script holds something else than dice"),
        (entry("column", 0, 102), "column[0] is 102, not 0 to 101 or 255"),
        (entry("supply", 2, 5), "supply[2] is 5, not 0"),
        (entry("unspent", 0, 11), "seat 0 has 11 unspent of a supply of 10"),
        (entry("haven", 0, 76), "haven[0] is 76, not 64 to 75 or 255"),
        (entry("haven", 1, NONE), "seat 1 has no Haven"),
        (entry("row", (0, 2), NONE), "row[0, 2] is 255, not 0 to 35"),
        (entry("row", (2, 0), 3), "row[2, 0] is 3"),
        (entry("hand", (2, 5), 1), "hand[2, 5] is 1, not 0"),
        (entry("hand", (0, 38), 2), "there are 2 copies of revenge, not 1"),
        (entry("hand", (0, 38), 0), "there are 0 copies of revenge, not 1"),
        (entry("known", (0, 39), 1), "more ranger are known in the hand of seat 0"),
        (to_hand(84, 8), "the hand of seat 1 has"),
        (entry("abot", 0, 14), "there are 2 copies of the Attack la_guaira, not 1"),
        (entry("part", (0, 0, 0), 35), "part[0, 0, 0] is 35, not 0 to 23 or 255"),
        (swap, "slot 1 of seat 0 has cards of both colours"),
        (entry("part", (0, 1, 1), NONE), "slot 1 of seat 0 has great guns without a vessel"),
        (entry("part", (1, 0, 0), NONE), "slot 0 of seat 1 is at sea without captain or vessel"),
        (entry("wild", (0, 0, 1), 80), "wild[0, 0, 1] is 80, not 76 to 79 or 255"),
        (entry("wild_ttl", (0, 0, 0), 0), "wild[0, 0][0] is 76 for 0 Upkeeps"),
        (entry("wild_ttl", (0, 0, 0), 4), "wild_ttl[0, 0, 0] is 4, not 0 to 3"),
        (entry("wild_ttl", (0, 0, 1), 2), "wild_ttl[0, 0][1] is 2, but there is no card"),
        (entry("booty", (0, 1), 3), "slot 1 of seat 0 is not at sea, but has marks"),
        (entry("moved", (0, 1), 1), "seat 0 is not at sea, but has marks, booty or Wild cards"),
        (entry("safe", (0, 0), 1), "the vessel 0 of seat 0 is safe from its owner"),
        (entry("safe", (0, 0), 4), "safe[0, 0] is 4, not 0 to 3"),
        (entry("hex", (0, 0), 66), "2 vessels lie on hex 66"),
        (entry("hex", (0, 0), NONE), "at_sea is 1, but hex is 255"),
        (entry("hex", (0, 0), 100), "hex[0, 0] is 100, not 0 to 99 or 255"),
        (entry("at_sea", (0, 0), 0), "at_sea is 0, but hex is 70"),
        (fields(final_flag=1), "final_flag is 1, the largest supply 10 of 60"),
        (fields(phase=Phase.OVER), "over is 0, but the phase is OVER"),
        (fields(over=1), "over is 1, but the phase is ACTION"),
        (entry("ranks", 0, 1), "the places are [0, 1]"),
        (fields(phase=Phase.DISCARD), "decision 4 in phase DISCARD"),
        (fields(seat=1), "seat 1 is to move, but seat 0 is asked"),
        (both(fields(seat=1), entry("stack", (0, 1), 1)),
         "decision 4 is asked of seat 1 in the turn of seat 0"),
        (fields(sp=0), "the stack holds something at 0, beyond its end"),
        (entry("stack", (5, 0), 4), "the stack holds something at 5"),
        (nested("bt", rolls=21), "bt.rolls is 21, not 0 to 20"),
        (nested("bt", type=2, att_seat=0, att_slot=1, def_seat=1, def_slot=0),
         "a battle of type 2 goes on during decision 4"),
        (nested("bt", type=1, att_seat=0, att_slot=0, place=0, attack=30),
         "a battle of type 1 goes on during decision 4"),
        (nested("mv", seat=1, slot=0), "slot 0 of seat 1 moves, but no move is made"),
        (entry("stack", (0, 0), Decision.DRAW), "decision 1 in phase ACTION"),
    ],
    ids=named,
)  # fmt: skip
def test_broken_states_are_refused(change, complaint):
    engine = position()
    before = engine.states.tobytes()
    states = engine.states.copy()
    change(states)
    changed = {name: states[name][0] for name in GAME.dtype.names if name != "rng"}
    with pytest.raises(InvalidStateError) as error:
        engine.set(0, **changed)
    assert complaint in str(error.value)
    assert engine.states.tobytes() == before


def test_a_short_column_at_the_beginning_of_a_turn_is_refused():
    with pytest.raises(InvalidStateError, match="Column is not full"):
        position(phase=Phase.DRAW, decision=Decision.DRAW, column="53 40")


def test_an_end_needs_places():
    engine = position()
    over = {"over": 1, "phase": Phase.OVER, "sp": 0, "stack": np.zeros((24, 8), np.int16)}
    with pytest.raises(InvalidStateError, match="the places are"):
        engine.set(0, **over)
    engine.set(0, ranks=[2, 1, 0, 0], **over)
    assert engine.complaints() == []


def step_complaints(engine, action, change):
    """What is said of a step whose result has been tampered with."""
    before = engine.states.copy()
    act(engine, action)
    after = engine.states.copy()
    change(after)
    number = GAME.actions.id(action)
    return transition(Record(before[0]), number, Record(after[0]), engine.tables_of().t)


@pytest.mark.parametrize(
    ("action", "change", "complaint"),
    [
        ("burn_part 1 guns", entry("supply", 0, 11), "the supply of seat 0 grew by 1, secured"),
        ("burn_part 1 guns", entry("unspent", 0, 11), "seat 0 paid -1"),
        ("burn_part 1 guns", entry("unspent", 1, 9), "seat 1 paid 1"),
        ("burn_part 1 guns", entry("hex", (0, 0), 71), "came from hex 70 to hex 71"),
        ("burn_part 1 guns", entry("hex", (1, 0), 67), "slot 0 of seat 1 came from hex 66"),
        ("burn_part 1 guns", fields(round=4), "round 3 became round 4"),
        ("pass", fields(turn_seat=1, round=5), "round 3 became round 5"),
    ],
    ids=named,
)
def test_broken_steps_are_told(action, change, complaint):
    found = step_complaints(position(), action, change)
    assert any(complaint in text for text in found), found


def test_a_hand_that_is_not_refilled_is_told():
    engine = act(position(), "pass", "card 38", "pass")
    found = step_complaints(engine, "draw_pile", fields(phase=Phase.RESTOCK))
    assert found == ["the hand of seat 0 is refilled to 2 cards only"]


def test_a_column_that_grows_inside_a_turn_is_told():
    engine = position(column="39")
    found = step_complaints(engine, "burn_part 1 guns", entry("column", 1, 40))
    assert found == ["the Purchase Column grew from 1 to 2 of 3 cards"]


def test_a_move_that_is_too_long_is_told():
    engine = table({"0.0": "18 45 - 61; 70; 0"}, dice="1")
    act(engine, "move 0")  # reaches four spaces
    found = step_complaints(engine, "hex 62", entry("hex", (0, 0), 40))
    assert found == ["slot 0 of seat 0 came from hex 70 to hex 40"]


@pytest.mark.parametrize("players", GAME.seats)
def test_lively_games_without_complaint(players):
    engine = deal(GAME, seed=players, players=players)
    t, dice = engine.tables_of().t, np.random.default_rng(players)
    for _ in range(700):
        act(engine, choose(engine.record(), t, engine.legal(), dice))
