"""Decisions as a table: what is declared, what is refused, and what is dispatched."""

import re
from dataclasses import replace
from enum import IntEnum

import numpy as np
import pytest

from piracy_env.core.decisions import DecisionTable, Handler
from piracy_env.core.engine import Engine
from piracy_env.core.jit import COMPILED, kernel
from piracy_env.core.reach import fingerprint
from piracy_env.errors import GameDefinitionError, IllegalActionError, InvalidStateError
from tests.testing import cruise
from tests.testing.cruise import CRUISE, DECISIONS, Decision, decision_of


class Asked(IntEnum):
    COURSE = 3
    SAILS = 7
    SPARE = 9


PLACE = np.dtype([("kind", np.int64), ("over", np.int64), ("seen", np.int64)])


def read(s):
    return s.kind


@kernel
def mark(s, t, mask):
    s.seen = 1


@kernel
def steer(s, t, action):
    s.seen = 10 + action


@kernel
def furl(s, t, action):
    s.seen = 20 + action


@kernel
def falls(s, t):
    s.kind = Asked.COURSE
    return False


@kernel
def count(s, t):
    s.seen += 100


HANDLERS = (
    Handler(Asked.SAILS, mark, furl),
    Handler(Asked.COURSE, mark, steer),
    Handler(Asked.SPARE, mark, steer, falls),
)
TABLE = DecisionTable(Asked, read, *HANDLERS, settle=count)


def place(kind):
    """A state that asks for a decision, and something that stands for tables."""
    from piracy_env.core.record import Record

    states = np.zeros(2, PLACE)
    states["kind"] = kind
    return states[0] if COMPILED else Record(states[0]), states


@pytest.mark.parametrize(("kind", "seen"), [(3, 14), (7, 24), (9, 14)])
def test_a_decision_is_answered_by_its_own_handler(kind, seen):
    s, states = place(kind)
    TABLE.answer(s, 0, 4)
    assert states["seen"][0] == seen


@pytest.mark.parametrize(("kind", "stands", "now"), [(3, True, 3), (7, True, 7), (9, False, 3)])
def test_a_decision_stands_unless_its_handler_says_no(kind, stands, now):
    s, states = place(kind)
    assert TABLE.stands(s, 0) == stands
    assert states["kind"][0] == now


def test_a_step_goes_on_to_what_stands_and_settles_once():
    s, states = place(9)
    TABLE.step(s, 0, 4)
    assert (states["kind"][0], states["seen"][0]) == (3, 114)


@kernel
def makes_way(s, t):
    s.kind = Asked.SAILS
    return True


def test_a_decision_does_not_stand_if_it_brings_another_before_it():
    spare, sails = (
        Handler(Asked.SPARE, mark, steer, makes_way),
        Handler(Asked.SAILS, mark, furl, falls),
    )
    table = DecisionTable(Asked, read, HANDLERS[1], spare, sails)
    s, states = place(9)
    table.step(s, 0, 4)
    assert states["kind"][0] == Asked.COURSE, "SAILS came first, and fell"


@pytest.mark.parametrize("part", ["legal", "answer", "stands"])
def test_a_decision_that_a_table_lacks_is_an_error_and_nobody_elses(part):
    s, states = place(7)
    arguments = {"legal": (np.zeros(4, np.uint8),), "answer": (4,), "stands": ()}[part]
    with pytest.raises(LookupError, match="not declared"):
        getattr(TABLE.only("COURSE", Asked.SPARE), part)(s, 0, *arguments)
    assert states["seen"][0] == 0


def test_names_are_in_the_order_of_the_numbers():
    assert TABLE.names == ("COURSE", "SAILS", "SPARE")
    assert TABLE.only(HANDLERS[2], "SAILS").names == ("SAILS", "SPARE")


# --- what is refused ------------------------------------------------------------------------------


class Doubled(IntEnum):
    ONE = 1
    ALSO_ONE = 1


class Wide(IntEnum):
    FAR = 70_000


class Other(IntEnum):
    COURSE = 3


@pytest.mark.parametrize(
    ("kinds", "where", "handlers", "words"),
    [
        (Asked, read, HANDLERS[:1], "decisions COURSE, SPARE have no handler"),
        (Asked, read, (*HANDLERS, HANDLERS[0]), "decisions SAILS have more than one handler"),
        (Asked, read, (*HANDLERS, Handler(Other.COURSE, mark, furl)), "COURSE, which are not memb"),
        (Asked, read, (*HANDLERS, mark), "takes handlers, not"),
        (Asked, mark if COMPILED else 3, HANDLERS, "`decision_of` must be a plain function"),
        (Doubled, read, (), "decisions ALSO_ONE have the number of another"),
        (Wide, read, (), "numbers of Wide do not fit into 16 bits"),
        (dict, read, (), "decisions are the members of an IntEnum, not"),
    ],
)
def test_a_table_that_cannot_be_is_refused(kinds, where, handlers, words):
    with pytest.raises(GameDefinitionError, match=re.escape(words)):
        DecisionTable(kinds, where, *handlers)


def plain(s, t, mask):
    pass


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"kind": 3}, "a handler is for a member of an IntEnum of decisions, not for 3"),
        ({"legal": 4}, "decision SAILS: `legal` must be a @kernel of (s, t, mask), not 4"),
        ({"step": None}, "decision SAILS: `step` must be a @kernel of (s, t, action), not None"),
        ({"step": count}, "decision SAILS: `step` takes (s, t, action), not (s, t)"),
        ({"stands": mark}, "decision SAILS: `stands` takes (s, t), not (s, t, mask)"),
    ],
)
def test_a_handler_that_cannot_be_is_refused(given, words):
    with pytest.raises(GameDefinitionError, match=re.escape(words)):
        replace(HANDLERS[0], **given)


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled")
def test_a_function_that_is_no_kernel_is_refused():
    with pytest.raises(GameDefinitionError, match="SAILS: `legal` must be a @kernel"):
        replace(HANDLERS[0], legal=plain)


@pytest.mark.parametrize(
    ("taken", "words"),
    [
        (("COURSES",), "the whole has no decision COURSES; there are: COURSE, SAILS, SPARE"),
        (("SAILS", Asked.SAILS), "decision SAILS is taken twice"),
        ((), "a listing takes at least one decision"),
        ((4,), "a part is taken by its name, not by 4"),
    ],
)
def test_only_what_is_there_can_be_taken(taken, words):
    with pytest.raises(GameDefinitionError, match=re.escape(words)):
        TABLE.only(*taken)


def test_where_a_decision_is_read_is_tried_when_the_game_is_declared():
    table = DecisionTable(Decision, lambda s: s.pile, *DECISIONS.handlers)
    with pytest.raises(GameDefinitionError, match="which decision is asked cannot be read"):
        replace(CRUISE, decisions=table)
    with pytest.raises(GameDefinitionError, match="must be a DecisionTable"):
        replace(CRUISE, decisions=("DIG",))


# --- what a game makes of it ----------------------------------------------------------------------


def test_an_illegal_action_is_refused_with_the_name_of_the_decision():
    engine = Engine(CRUISE, seed=1)
    engine.reset()
    with pytest.raises(IllegalActionError, match="in phase PORT, decision REFIT; legal:") as caught:
        engine.step([5])
    assert (caught.value.phase, caught.value.decision) == ("PORT", "REFIT")


def test_what_is_decided_has_a_name_until_the_game_is_over():
    engine = Engine(CRUISE, seed=1, auto_reset=False)
    engine.reset()
    seen = set()
    while not engine.record().over:
        seen.add(CRUISE.decision_name(engine.record()))
        engine.step(engine.uniform())
    assert {"REFIT", "WATCH", "DIG"} <= seen <= set(DECISIONS.names)
    assert CRUISE.decision_name(engine.record()) == ""


def test_a_state_that_asks_for_no_decision_is_no_sound_state():
    engine = Engine(CRUISE, seed=1)
    engine.reset()
    state = engine.states.copy()
    state["stack"][0, state["sp"][0] - 1, 0] = 5
    with pytest.raises(InvalidStateError, match="decision 5 does not exist"):
        engine.load_state(0, state)


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled")
def test_the_fingerprint_tells_which_handler_is_for_which_decision():
    def with_steps(*steps):
        return DecisionTable(
            Asked,
            read,
            *(Handler(kind, mark, step) for kind, step in zip(Asked, steps, strict=True)),
        )

    usual = fingerprint([with_steps(steer, furl, furl).answer])
    assert usual == fingerprint([with_steps(steer, furl, furl).answer])
    assert usual != fingerprint([with_steps(furl, steer, furl).answer])
    assert usual != fingerprint([with_steps(steer, furl, steer).answer])


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled")
def test_the_fingerprint_tells_namesakes_apart():
    def by(factor):
        @kernel
        def times(s):
            return s * factor

        return times

    def first_of(one, other):
        @kernel
        def first(s):
            return one(s) if s else other(s) + 1

        return first

    two, three = by(2), by(3)
    assert fingerprint([first_of(two, three)]) != fingerprint([first_of(three, two)])
    assert fingerprint([first_of(by(2), by(3))]) == fingerprint([first_of(two, three)])


def test_decisions_are_found_in_the_module_of_a_game():
    assert CRUISE.decisions is cruise.DECISIONS
    assert decision_of is DECISIONS.decision_of
