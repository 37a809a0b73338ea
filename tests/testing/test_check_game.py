"""How the battery is asked for, and how it answers."""

import json

import numpy as np
import pytest

from piracy_env.errors import OptionError, PiracyError
from piracy_env.testing import CHECKS, CheckFailure, Report, Result, Scope, check_game
from piracy_env.testing.case import Case, Walk, cases_of
from piracy_env.testing.mutants import Mutants
from piracy_env.testing.statistics import ranks_among, uneven
from tests.testing.faulty import FAULTY
from tests.testing.toy import TOY

FAST = {"games": 2, "moves": 10}


def test_the_toy_passes_the_whole_battery():
    report = check_game(TOY, players=3, moves=60)
    assert report.require().ok
    assert {result.check for result in report.results} == set(CHECKS)


def test_every_check_says_in_one_sentence_what_it_demands():
    for check in CHECKS.values():
        assert check.doc.endswith(".")
        assert check.run.__name__ == f"check_{check.name}"


def test_all_player_counts_and_all_ends_of_options_are_checked():
    labels = [case.label for case in cases_of(TOY)]
    assert labels[:6] == [
        "2 players",
        "2 players, preset=quick",
        "2 players, lives=1",
        "2 players, lives=3",
        "2 players, short=True",
        "2 players, first=seat 0",
    ]
    assert len(labels) == 3 * 6


def test_fixed_options_are_not_varied():
    labels = [case.label for case in cases_of(TOY, players=4, options={"lives": 1, "short": True})]
    assert labels == [
        "4 players, lives=1, short=True",
        "4 players, lives=1, short=True, first=seat 0",
    ]


def test_what_other_words_say_again_is_not_checked_again():
    labels = [case.label for case in cases_of(TOY, players=4, options={"short": True})]
    assert TOY.presets["quick"] == {"lives": 1, "short": True}
    assert "4 players, short=True, preset=quick" in labels
    assert "4 players, short=True, lives=1" not in labels


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"players": 7}, "is for 2, 3, 4 players, not 7"),
        ({"options": {"lives": 9}}, "option lives must be 1 to 3, not 9"),
        ({"options": {"wind": 1}}, "has no option 'wind'"),
        ({"only": "luck"}, "no check is called 'luck'; there are the groups contract"),
    ],
)
def test_what_the_game_does_not_know_is_refused_before_anything_runs(asked, words):
    with pytest.raises(OptionError, match=words):
        check_game(TOY, **asked)


def test_checks_are_chosen_by_name_or_group():
    report = check_game(TOY, players=2, only=["masks", "contract"], **FAST)
    expected = ["masks", *(name for name, check in CHECKS.items() if check.group == "contract")]
    assert {result.check for result in report.results} == set(expected)


def test_a_check_of_one_scope_is_run_that_often():
    once, counts, options = (
        check_game(TOY, only=name, **FAST) for name in ("actions", "copies", "length")
    )
    assert [one.case for one in once.results] == ["all cases"]
    assert [one.case for one in counts.results] == ["2 players", "3 players", "4 players"]
    assert len(options.results) == 3 * 6
    scopes = [CHECKS[name].scope for name in ("actions", "copies", "length")]
    assert scopes == [Scope.GAME, Scope.PLAYERS, Scope.OPTIONS]


def test_progress_is_told_before_each_check():
    told = []
    check_game(TOY, players=2, only="copies", progress=lambda *news: told.append(news), **FAST)
    assert told == [("copies: 2 players", 0, 1)]


def test_tables_of_ones_own_can_be_checked():
    report = check_game(TOY, players=2, tables={"box": {"sides": 6}}, only="traces", moves=10)
    assert report.require().ok


def faulty_report():
    return check_game(FAULTY, players=3, options={"fault": "LOSES_A_CARD"}, only="invariants")


def test_a_failure_names_game_options_seed_move_action_and_what_is_wrong():
    words = faulty_report().failures[0].details
    assert words.startswith("faulty with 3 players, fault=LOSES_A_CARD, seed 0, game 0, move 1")
    assert "after 'attack left" in words
    assert ": the cards are [" in words


def test_a_failure_can_be_raised():
    with pytest.raises(CheckFailure, match="invariants: faulty with 3 players") as caught:
        faulty_report().require()
    assert isinstance(caught.value, AssertionError)
    assert isinstance(caught.value, PiracyError)


def test_no_check_at_all_is_no_pass():
    empty = Report("toy", 1)
    assert not empty.ok
    with pytest.raises(CheckFailure, match="nothing was checked of toy"):
        empty.require()


def test_a_report_is_a_table_for_people_and_plain_values_for_programs():
    report = faulty_report()
    lines = str(report).splitlines()
    assert lines[0].startswith("faulty version 1: ")
    assert "failures" in lines[0]
    assert lines[1].split()[:2] == ["FAILED", "invariants"]
    plain = json.loads(json.dumps(report.as_dict()))
    assert plain["game"] == "faulty"
    assert plain["ok"] is False
    assert plain["results"][0].keys() == Result.__dataclass_fields__.keys()


def test_a_good_report_says_so():
    lines = str(check_game(TOY, players=2, only="actions")).splitlines()
    assert "keeps the contract" in lines[0]
    assert lines[1].split()[:2] == ["ok", "actions"]
    assert "7 actions in 2 blocks" in lines[1]


# --- the tools of the checks ----------------------------------------------------------------------


def case(**changes):
    return Case(TOY, 3, {}, TOY.tables.load(), **changes)


def test_a_walk_plays_random_games_to_their_ends():
    walk = Walk(case(games=4))
    moves = [walk.move for _ in walk]
    assert moves == list(range(len(moves)))
    assert not walk.running.size
    assert walk.engine.states["moves"].max() == walk.move


def test_a_walk_does_not_visit_late_positions_more_closely_than_early_ones():
    visits = [walk.move for walk in Walk(case(games=4)).visits()]
    gaps = np.diff(visits[:-1])
    assert visits[0] == 0
    assert (np.diff(gaps) >= 0).all()


def test_mutants_keep_what_their_seat_sees():
    engine = case().engine(1)
    engine.reset()
    worlds = np.asarray(engine.worlds([0] * 16, [1] * 16, range(16)))
    mutants = Mutants(engine, 0, worlds, np.random.default_rng(0))
    scrambled, exchanged = mutants.scrambles(), mutants.exchanges()
    assert len(scrambled) >= 8
    assert len(exchanged) >= 8
    assert (scrambled["hand"][:, 1] == engine.states["hand"][0, 1]).all()
    assert (exchanged["hand"][:, 1] != engine.states["hand"][0, 1]).any()
    for state in (*scrambled, *exchanged):
        assert not TOY.invariants(engine.record(0).__class__(state), engine.tables[0].t)


@pytest.mark.parametrize(
    ("counts", "chance"),
    [
        ([10, 10, 10, 10], 1.0),
        ([0, 0, 0], 1.0),
        ([60, 40], 0.0455003),  # chi-square 4, one degree of freedom
        ([28, 22, 25, 25, 10], 0.0610995),  # 9, four degrees
        ([100, 0], 1.523971e-23),  # 100, one degree
        ([4, 4, 4, 4, 0, 0, 0, 0], 0.0251156),  # 16, seven degrees
    ],
)
def test_the_chance_of_uneven_counts_is_that_of_chi_square(counts, chance):
    assert uneven(np.array(counts)) == pytest.approx(chance, rel=1e-4)


def test_a_fair_truth_ranks_evenly_and_ties_are_drawn_by_lot():
    dice = np.random.default_rng(0)
    truth, samples = dice.integers(3, size=(4000, 1)), dice.integers(3, size=(4000, 7, 1))
    counts = np.bincount(ranks_among(truth, samples, dice).ravel())
    assert counts.size == 8
    assert uneven(counts) > 0.001
    assert uneven(np.bincount(ranks_among(truth + 1, samples, dice).ravel())) < 1e-9
