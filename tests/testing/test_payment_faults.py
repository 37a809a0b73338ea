"""Each check of payments and ends catches the fault that it is for; the toys have none."""

import pytest

from piracy_env.core.engine import Engine
from piracy_env.testing import check_game
from tests.testing.diver import DIVER
from tests.testing.faulty_raft import FAULTY_RAFT, Fault
from tests.testing.raft import RAFT
from tests.testing.test_family import HERE

FAULTS = [
    # what it came to
    ("TEAM_OF_TWO", "outcome", "the team value is 2.0, not from 0 to 1"),
    ("ENDS_FOR_NO_REASON", "outcome", "the reason is '', but must be one of ('away', 'rounds'"),
    ("TELLS_THE_REASON_BEFORE", "outcome", "the reason is 'away', but must be one of ('',)"),
    ("ENDS_FOR_A_REASON_UNHEARD_OF", "outcome", "the reason is 'unknown', but must be"),
    ("SKIPS_THE_FIRST_PLACE", "outcome", "the places are [2, 3]"),
    # what it pays
    ("PAYS_TOO_MUCH", "rewards", "the mode own pays [1.5, "),
    ("STANDS_TOO_HIGH", "rewards", "but is bounded by -1 and 2"),
    ("PAYS_BY_THE_GENERATOR", "rewards", "for this end"),
    ("PAYS_NOBODY", "rewards", "a lone seat is never paid anything by the default mode mixed"),
    ("GIVES_AWAY_SHARES", "rewards", "which does not sum to 0"),
    ("PAYS_TOO_MUCH_WHEN_CUT", "cuts", "cut, the mode own pays [1.5, "),
    ("STANDS_BY_THE_HANDS", "standings", "the mode standing shows what is hidden: "),
]


def check(fault, only, players):
    options = {"fault": fault, "needed": 7, "rounds": 4, "calm": False}
    return check_game(FAULTY_RAFT, players=players, options=options, only=only, moves=40)


def test_every_fault_of_payment_is_tried():
    assert {"NONE", *(fault for fault, _, _ in FAULTS)} == set(Fault.__members__)


@pytest.mark.parametrize(("fault", "name", "words"), FAULTS)
def test_a_fault_of_payment_is_caught(fault, name, words):
    report = check(fault, name, 1 if fault == "PAYS_NOBODY" else 2)
    assert not report.ok
    assert words in report.failures[0].details


class HoldsBack(Engine):
    """Pays on the way half of what it writes down."""

    def step(self, actions, chosen=None):
        result = super().step(actions, chosen)
        self.reward[~self.over] *= 0.5
        return result


class PaysForCuts(Engine):
    def step(self, actions, chosen=None):
        result = super().step(actions, chosen)
        self.reward[self.truncated] += 0.25
        self._accounts["payment"][self.truncated] += 0.25
        return result


@pytest.mark.parametrize(
    ("engine", "name", "words"),
    [
        (HoldsBack, "rewards", "the mode standing paid ["),
        (PaysForCuts, "cuts", "for the same moves"),
    ],
)
def test_a_fault_of_payment_in_an_engine_is_caught(monkeypatch, engine, name, words):
    monkeypatch.setattr("piracy_env.testing.case.Engine", engine)
    report = check("NONE", name, 2)
    assert not report.ok
    assert words in report.failures[0].details


@pytest.mark.parametrize("players", [1, 2])
def test_without_a_fault_nothing_is_found(players):
    check("NONE", sorted({name for _, name, _ in FAULTS}), players).require()


@pytest.mark.parametrize("game", [RAFT, DIVER])
def test_the_toys_keep_the_contract(game):
    check_game(game, only=HERE, games=4, moves=60).require()


@pytest.mark.slow
@pytest.mark.parametrize("game", [RAFT, DIVER])
def test_the_toys_keep_the_contract_in_other_processes_too(game):
    check_game(game, only=["traces", "edits"], games=4, moves=60).require()


def test_who_reaches_nothing_alone_is_owed_nothing():
    """Random play may never get anywhere: no fault of the mode that pays for getting there."""
    hopeless = {"needed": 12, "rounds": 1}
    check_game(RAFT, players=1, options=hopeless, only=["rewards", "length"], most=1).require()
    check_game(RAFT, players=1, options=hopeless, only=["rewards", "length"]).require()
