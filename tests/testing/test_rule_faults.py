"""Each check catches the fault in the rules that it is for, and says what is wrong."""

import pytest

from piracy_env.testing import check_game
from tests.testing.faulty import FAULTY, Fault

FAULTS = [
    # the deal
    ("DEALS_FROM_ONE_SEED", "streams", "games of different seeds begin with the same generator"),
    ("DEALS_THE_SAME_CARDS", "streams", "deals are all the same"),
    ("DEALS_A_MOVE", "buffers", "after the deal moves is 1, not 0"),
    # legal actions
    ("ALLOWS_AN_EMPTY_SLOT", "legal_actions", "the mask allows 0 'attack left 1 with card 0', but"),
    ("ALLOWS_NOTHING_TO_THE_WEAK", "legal_actions", "no action is legal"),
    ("ALLOWS_NOTHING_TO_THE_WEAK", "length", "the game is running, but no action is legal"),
    ("MASK_SHOWS_THE_DECK", "leaks", "mask: 'throw' is not legal"),
    ("MASK_SHOWS_THE_DECK", "scrambled_leaks", "mask: 'throw' is not legal"),
    ("MASK_CHANGES_THE_GAME", "looking", "observe changes the game"),
    ("MASK_READS_THE_GENERATOR", "generator", "mask: 'throw' is"),
    # steps
    ("NEVER_ENDS", "length", "the game did not end within its 24 moves"),
    ("LOSES_A_CARD", "invariants", "after 'attack left 2 with card 0': the cards are"),
    ("LOSES_A_CARD", "legal_actions", "but it breaks: ['the cards are"),
    ("CALLS_THE_DEAD", "invariants", "is to move, but eliminated"),
    ("OUTGROWS_A_FIELD", "uncompiled", "45000 out of bounds for int16"),
    ("THROWS_A_GLOBAL_DIE", "repeats", "at the second time, score[0] is"),
    ("THROWS_A_GLOBAL_DIE", "batches", "in a batch and alone, score[0] is"),
    ("COUNTS_MOVES_ITSELF", "invariants", "moves went from 0 to 2"),
    ("CHANGES_AN_OPTION", "invariants", "short is 1, but this engine plays with 0"),
    ("INDEXES_OUTSIDE_A_FIELD", "bounds", "index is out of bounds"),
    ("SHOWS_A_HAND", "invariants", "cards were shown at once"),
    ("FORGETS_THE_DEAD", "invariants", "who has no life left is out"),
    # observations
    ("SHOWS_A_RIVALS_HAND", "leaks", "what is hidden shows; observation: attacker.me is"),
    ("SHOWS_A_RIVALS_HAND", "scrambled_leaks", "hand[1, 0] is"),
    ("SHOWS_THE_NEXT_CARD", "leaks", "what is hidden shows; observation: attacker.me is"),
    ("SHOWS_THE_NEXT_CARD", "scrambled_leaks", "deck[5] is"),
    ("SHOWS_THE_GENERATOR", "generator", "observation: attacker.me is"),
    ("LEAVES_THE_RANGE", "observations", "attacker.me is 1.0"),
    ("IS_NO_NUMBER", "observations", "attacker.me is nan"),
    ("LEAVES_ITS_GROUP", "bounds", "index is out of bounds"),
    ("OBSERVING_CHANGES_THE_GAME", "looking", "observe changes the game"),
    ("OBSERVES_BY_A_GLOBAL_DIE", "observations", "two looks at one position differ"),
    # worlds
    ("KEEPS_THE_TRUTH", "redraws", "worlds tell what the seat does not see"),
    ("KEEPS_A_RIVALS_HAND", "redraws", "with hand[1, 0] is"),
    ("KEEPS_THE_NEXT_CARD", "redraws", "deck[5] is"),
    ("CHANGES_A_SCORE", "worlds", "a world changes score, which is not declared as hidden"),
    ("KEEPS_THE_GENERATOR", "keys", "worlds of distinct keys share a generator"),
    ("REKEYS_FROM_THE_GENERATOR", "generator", "worlds of one key depend on the generator: rng"),
    ("DEALS_GOOD_CARDS_TO_THE_LEFT", "marginals", "samples are not fair"),
    ("SHUFFLES_THE_TRUTH", "keys", "a world depends on what its seat does not know"),
    ("CHANGES_THE_OWN_HAND", "leaks", "what is hidden shows; observation: hand"),
    ("DOUBLES_A_CARD", "worlds", "a world breaks: the cards are"),
    ("SHUFFLES_ONLY_A_LITTLE", "marginals", "the ranks of the likeness to the others"),
    ("SHUFFLES_ONLY_A_LITTLE", "keys", "a world depends on what its seat does not know"),
    # ends
    ("RANKS_TOO_EARLY", "outcome", "the game is running, but the places are [1, 0, 0]"),
    ("LEAVES_A_GAP_OF_PLACES", "outcome", "the places are [3, 3, 1]"),
    ("LEAVES_SOMEBODY_UNPLACED", "outcome", "the places are [0, 1, 2]"),
    ("LEAVES_SOMEBODY_UNPLACED", "rewards", "which does not sum to 0"),
    ("SCORES_BY_THE_GENERATOR", "generator", "the scores depend on the generator"),
    # states from outside
    ("TRUSTS_A_SCORE", "edits", "not refused, but ends in IndexError('index is out of bounds')"),
    ("WAITS_FOR_EVER", "edits", "changed: score["),
    # ends
    ("PAYS_NO_NUMBER", "rewards", "the mode survive pays [nan, 0.0, 0.0]"),
    # what is done in secret
    ("TELLS_OF_A_WINDOW", "stories", "the story tells what is hidden: "),
    ("COUNTS_SECRETS_IN_WORLDS", "stories", "worlds drawn for the seat count"),
    # the story
    ("TELLS_A_HIDDEN_CARD", "stories", " draws "),
    ("TELLS_OF_A_DECLINED_WINDOW", "stories", "Nobody parries."),
    ("MARKS_A_HIDDEN_CARD", "stories", "the picture marks "),
    ("TELLS_OF_NO_LOST_LIVES", "news", "the story does not tell that lives_of["),
    ("TELLS_OF_NO_DRAW", "news", "the story does not tell that hand["),
]


def check(fault, only):
    window = only == "stories"
    options = {"fault": fault, "short": False, "first": "random", "lives": 2, "window": window}
    return check_game(FAULTY, players=3, options=options, only=only, moves=40)


def test_every_fault_of_the_toy_is_tried():
    assert {"NONE", *(fault for fault, _, _ in FAULTS)} == set(Fault.__members__)


@pytest.mark.parametrize(("fault", "name", "words"), FAULTS)
def test_a_fault_in_the_rules_is_caught(fault, name, words):
    report = check(fault, name)
    assert not report.ok
    assert words in report.failures[0].details


def test_without_a_fault_nothing_is_found():
    check("NONE", sorted({name for _, name, _ in FAULTS})).require()


def test_what_is_done_in_secret_is_no_fault():
    report = check("NONE", "stories")
    report.require()
    assert " 0 moves in secret" not in report.results[0].details
