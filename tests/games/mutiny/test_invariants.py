"""A broken state is refused with a complaint that names the culprit."""

import itertools

import numpy as np
import pytest

from piracy_env.core.record import Record
from piracy_env.errors import InvalidStateError
from piracy_env.games.mutiny import GAME
from piracy_env.games.mutiny.state import Phase
from tests.games.mutiny.positions import table
from tests.scenario import act, both, deal, entry, fields

OVER = {"phase": 3, "over": 1, "end_reason": 1}


def circle(state):
    """A2 and B2 each on top of the other."""
    for pirate, other in ((0, 5), (5, 0)):
        state["above"][0, pirate] = state["below"][0, pirate] = other


def tower(state):
    """Ten pirates in one stack."""
    chain = [*range(5), *range(5, 10)]
    for upper, lower in itertools.pairwise(chain):
        state["below"][0, upper], state["above"][0, lower] = lower, upper


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (entry("above", 0, 7), "above[A2] is B4, but below[B4] is not A2"),
        (entry("below", 0, 20), "below[A2] is 20, which is no pirate in play"),
        (entry("above", 24, 3), "above[E?] must be -1, as seat E is empty"),
        (circle, "leads round in a circle"),
        (tower, "has 10 pirates, but a party has at most 9"),
        (entry("ducats", 1, -1), "ducats[1] is -1, not 0 to 32767"),
        (entry("ducats", 4, 3), "ducats[4] is 3, not 0"),
        (entry("ducats", 2, 32767), "ducats[C] is 32767: more than"),
        (entry("tokens", (2, 1), 7), "tokens[2, 1] is 7, not 0 to 6"),
        (entry("tokens", (2, 1), 1), "tokens[:, rum] add up to 1, but there are only 0"),
        (entry("tokens", (2, 1), -1), "tokens[2, 1] is -1, not 0 to 6"),
        (entry("card_loc", 0, 10), "card S01 is in deck[0], but card_loc is 10, not 0"),
        (entry("card_loc", 9, 2), "card S10 is in display[0], but card_loc is 2, not 1"),
        (entry("display", 0, 10), "card S11 is in display[0] and in display[1]"),
        (entry("display", 0, 20), "display[0] is 20, not 0 to 19 or -1"),
        (entry("deck", 0, 1), "card S02 is in deck[0] and in deck[1]"),
        (entry("deck", 19, 1), "deck[19] must be -1, as the deck has 16 cards"),
        (entry("deck", 3, -1), "deck[3] is -1, which is no card"),
        (fields(deck_len=21), "deck_len is 21, not 0 to 20"),
        (fields(claimed=1), "claimed is 1, but 0 cards"),
        (both(entry("display", 0, -1), fields(claimed=1)), "card_loc is 1"),
        (fields(black_spot=4), "black_spot is 4, not 0 to 3 or -1"),
        (fields(passes=4), "passes is 4, not 0 to 3"),
        (fields(turns=501), "turns is 501, not 0 to 500"),
        (fields(turns=500), "turns is 500, the limit, but the game goes on"),
        (fields(disbands=-1), "disbands is -1, not 0 to 255"),
        (fields(disbands=256), "disbands is 256, not 0 to 255"),
        (fields(out=1), "out is 1, but nobody is ever eliminated"),
        (fields(phase=7), "phase 7 does not exist"),
        (fields(seat=4), "seat 4 does not exist"),
        (fields(pend_top=1), "pend_top, pend_slot and pend_mult must be -1"),
        (fields(phase=2), "pend_slot is -1, where no card is face up"),
        (fields(phase=2, pend_slot=0), "pend_top is -1, which is no top pirate"),
        (fields(phase=2, pend_slot=0, pend_top=6), "is boarding, but seat A is to move"),
        (fields(phase=2, pend_slot=0, pend_top=0), "[A2] is too small to board S10"),
        (fields(phase=2, pend_slot=0, pend_top=0, pend_mult=3), "pend_mult is 3, not 1 to 2 or -1"),
        (fields(phase=2, pend_slot=0, pend_top=0), "pend_mult is -1, but must be 1 or 2"),
        (fields(phase=2, pend_slot=0, pend_top=0, pend_mult=2), "spot lies beside the board"),
        (fields(ransomed=1), "ransomed is 1, but must be -1"),
        (fields(phase=1), "ransomed is -1, but must be a rank"),
        (fields(phase=1, ransomed=1), "the only stack of seat A must be the ransomed A3"),
        (fields(phase=3), "phase is OVER, but over is 0"),
        (fields(over=1), "phase is TURN, but over is 1"),
        (fields(phase=3, over=1, end_reason=9), "end_reason is 9"),
        (fields(**OVER), "claimed is 0, but end_reason is 1"),
        (fields(phase=3, over=1, end_reason=2), "the turn limit, but turns is only 0"),
        (fields(phase=3, over=1, end_reason=3), "dead position, but deadlock_rule is disband"),
        (entry("final_score", 0, 5), "must be 0 until the end"),
        (fields(start_ducats=9), "start_ducats is 9, but this engine plays with 5"),
    ],
)
def test_a_broken_state_is_refused(change, complaint):
    engine = table()
    state = engine.states[:1].copy()
    change(state)
    before = engine.states.tobytes()
    with pytest.raises(InvalidStateError) as error:
        engine.load_state(0, np.asarray(state))
    assert complaint in str(error.value)
    assert engine.states.tobytes() == before


@pytest.mark.parametrize("max_turns", [50, 5000])
def test_treasuries_that_may_overflow_are_refused(max_turns):
    engine = table(max_turns=max_turns)
    with pytest.raises(InvalidStateError) as error:
        engine.set(ducats=[32767, 5, 5, 5, 0])
    most = int(str(error.value).split("more than ")[1].split()[0])
    # 20 boardings at 2 x 8 x 6 ducats, ransoms at 5, and what the final scoring brings at most.
    assert most == 32767 - 20 * 96 - 5 * max_turns - (6 + 9 + 12 + 15) - 40 - 21 * 20
    with pytest.raises(InvalidStateError):
        engine.set(ducats=[5, most + 1, 5, 5, 0])
    engine.set(ducats=[5, most, most, 5, 0])
    assert engine.complaints() == []


def test_an_empty_display_is_refused():
    with pytest.raises(InvalidStateError, match="display is empty"):
        table(display="")


def test_a_card_with_nothing_to_choose_is_not_pending():
    pending = {"phase": 2, "pend_slot": 0, "pend_top": 0, "pend_mult": 1}
    with pytest.raises(InvalidStateError, match="on S01 there is no token to choose"):
        table("[A2 B2]", display="S01", fields=pending)


@pytest.mark.parametrize(
    ("option", "fields_", "complaint"),
    [
        ({"use_mutiny": False}, {"black_spot": 1}, "without mutiny it stays beside the board"),
        ({"use_ransom": False}, {"phase": 1, "ransomed": 0}, "but use_ransom is off"),
        ({"display_size": 3}, {}, "only 3 cards are turned up"),
    ],
)
def test_what_an_option_rules_out(option, fields_, complaint):
    with pytest.raises(InvalidStateError) as error:
        table(fields=fields_, **option)
    assert complaint in str(error.value)


def test_wrong_places_at_the_end_are_refused():
    engine = act(table("[A4 B2]", display="S02", deck=""), "capture slot 0 with 4")
    assert engine.record().phase == Phase.OVER
    with pytest.raises(InvalidStateError, match="final_rank is"):
        engine.set(final_rank=[4, 3, 2, 1, 0])


# --- steps ------------------------------------------------------------------------------------


def step_with(engine, label, change):
    """Complaints about a step whose result has been tampered with."""
    before = np.asarray(engine.states[:1].copy())
    action = GAME.actions.id(label)
    engine.step([action])
    after = np.asarray(engine.states[:1].copy())
    assert GAME.transition(Record(before[0]), action, Record(after[0]), engine.tables_of(0).t) == []
    change(after)
    return GAME.transition(Record(before[0]), action, Record(after[0]), engine.tables_of(0).t)


CAPTURE = {"layout": "[A4 B2 C3]", "display": "S02 S13"}
MUTINY = {"layout": "[B4 A3]", "display": "S01 S13", "ducats": "20 5 5 5"}
RANSOM = {"layout": "[B5 A4 C2] [B3 A2] [C3 A3 D2] [D3 A5 A?]", "display": "S13"}


@pytest.mark.parametrize(
    ("position", "label", "change", "complaint"),
    [
        ({}, "assemble 2 onto 2 of left 1", fields(turns=2), "turns went from 0 to 2"),
        ({}, "assemble 2 onto 2 of left 1", fields(passes=1), "passes went from 0 to 1, not to 0"),
        ({}, "assemble 2 onto 2 of left 1", fields(seat=2), "seat C is to move, not B"),
        ({}, "assemble 2 onto 2 of left 1", fields(black_spot=1), "black_spot went from -1 to 1"),
        ({}, "assemble 2 onto 2 of left 1", fields(above=-1, below=-1), "20 stacks, not 19"),
        ({}, "assemble 2 onto 2 of left 1", entry("ducats", 0, 6), "ducats changed without"),
        ({}, "assemble 2 onto 2 of left 1", entry("tokens", (0, 0), 1), "tokens changed without"),
        ({}, "assemble 2 onto 2 of left 1", entry("card_loc", 0, 5), "card_loc changed without"),
        ({}, "assemble 2 onto 2 of left 1", fields(phase=3), "final_rank is not set"),
        (CAPTURE, "capture slot 0 with 4", entry("ducats", 0, 8), "seat A with 8 ducats, not 7"),
        (CAPTURE, "capture slot 0 with 4", entry("ducats", 2, 9), "seat C with 9 ducats, not 8"),
        (CAPTURE, "capture slot 0 with 4", entry("card_loc", 1, 10), "S02 went to place 10, not 5"),
        (CAPTURE, "capture slot 0 with 4", entry("tokens", (0, 1), 0), "the tokens taken are"),
        (MUTINY, "mutiny against 4 of left 1 for slot 0", fields(black_spot=0), "not to 1"),
        (MUTINY, "mutiny against 4 of left 1 for slot 0", entry("ducats", 1, 9), "not 13"),
        (RANSOM, "ransom 4", entry("ducats", 0, 1), "the treasuries are [1, 10, 5, 5, 0]"),
        (RANSOM, "ransom 4", fields(turns=1), "turns went from 0 to 1"),
    ],
)
def test_a_broken_step_is_noticed(position, label, change, complaint):
    complaints = step_with(table(**position), label, change)
    assert any(complaint in text for text in complaints), complaints
    assert all(text.startswith(label) for text in complaints)


def test_a_game_as_dealt_is_without_complaint():
    for players in GAME.seats:
        assert deal(GAME, players=players).complaints() == []
