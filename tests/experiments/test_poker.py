"""Kuhn and Leduc poker keep their rules, and play as OpenSpiel's, decision by decision."""

import random

import numpy as np
import pytest

from experiments import kuhn_poker, leduc_poker
from piracy_env.core.engine import Engine
from piracy_env.core.game import ENDED, RUNNING
from piracy_env.core.record import Record
from tests import golden

KUHN, LEDUC = kuhn_poker.GAME, leduc_poker.GAME
JACK, QUEEN, KING = range(3)
GOLDEN = golden.GAMES.parent / "experiments" / "golden"


def dealt(game, *cards, **settings):
    """The engine after these cards were dealt."""
    engine = Engine(game, seed=0, auto_reset=False, reward="score", **settings)
    engine.reset()
    engine.set(card=cards)
    return engine


def play(engine, *labels):
    for label in labels:
        engine.step([engine.game.actions.id(label)])
    return engine


# --- Kuhn ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "first"),
    {
        "pass pass": 1,  # a showdown for the antes
        "pass bet pass": -1,
        "pass bet bet": 2,
        "bet pass": 1,
        "bet bet": 2,
    }.items(),
)
def test_kuhn_pays_what_is_in_the_pot(said, first):
    engine = play(dealt(KUHN, KING, QUEEN), *said.split())
    assert engine.states.over[0] == ENDED
    assert engine.outcome()[0] == [first, -first]
    assert engine.rewards() == [first / 2, -first / 2]


def test_in_kuhn_the_higher_card_wins_whoever_holds_it():
    assert play(dealt(KUHN, JACK, QUEEN), "bet", "bet").outcome()[:2] == ([-2, 2], [2, 1])


def test_cards_are_shown_at_a_showdown_only():
    assert "king" in play(dealt(KUHN, KING, QUEEN), "bet", "bet").describe(0, 1)
    assert "king" not in play(dealt(KUHN, KING, QUEEN), "bet", "pass").describe(0, 1)
    assert "king" not in play(dealt(KUHN, KING, QUEEN), "bet").describe(0, 1)


# --- Leduc --------------------------------------------------------------------------------------


def laid_open(engine, rank):
    """The engine in the second round, with this open card."""
    play(engine, "call", "call").set(board=rank)
    return engine


@pytest.mark.parametrize(
    ("cards", "board", "scores"),
    [
        ((KING, QUEEN), JACK, [1, -1]),
        ((KING, QUEEN), QUEEN, [-1, 1]),
        ((JACK, KING), JACK, [1, -1]),
        ((QUEEN, QUEEN), JACK, [0, 0]),
    ],
)
def test_in_leduc_a_pair_wins_then_the_higher_card(cards, board, scores):
    engine = play(laid_open(dealt(LEDUC, *cards), board), "call", "call")
    assert engine.states.over[0] == ENDED
    assert engine.outcome()[0] == scores


def test_leduc_raises_by_two_then_by_four():
    engine = play(dealt(LEDUC, KING, QUEEN), "raise", "raise")
    assert engine.states.paid[0].tolist() == [3, 5]
    assert engine.game.actions.label(engine.legal()[-1]) == "call", "a third raise is not allowed"
    play(engine, "call").set(board=JACK)
    play(engine, "raise", "raise", "call")
    assert engine.states.over[0] == ENDED
    assert engine.outcome()[0] == [13, -13]
    assert engine.rewards() == [1.0, -1.0]


def test_who_folds_loses_what_was_paid():
    engine = play(dealt(LEDUC, KING, QUEEN), "call", "raise", "fold")
    assert engine.outcome()[:2] == ([-1, 1], [2, 1])


def test_nobody_folds_for_nothing():
    assert dealt(LEDUC, KING, QUEEN).legal() == [leduc_poker.CALL, leduc_poker.RAISE]


def test_the_first_seat_begins_both_rounds():
    assert play(dealt(LEDUC, KING, QUEEN), "call", "raise", "call").seat[0] == 0


def test_leduc_deals_every_card_equally_often():
    engine = Engine(LEDUC, 6000, seed=0, auto_reset=False)
    engine.reset()
    card = engine.states.card
    pairs = np.mean(card[:, 0] == card[:, 1])
    assert pairs == pytest.approx(1 / 5, abs=0.02), "the other card of a rank is one of five"
    assert np.bincount(card[:, 1]) / 6000 == pytest.approx([1 / 3] * 3, abs=0.02)


# --- both ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "field", "value", "complaint"),
    [
        (KUHN, "card", [1, 1], "both hold the same card"),
        (KUHN, "said", [-1, 1, -1], "something is said after nothing"),
        (KUHN, "paid", [2, 1], "said and paid do not fit"),
        (KUHN, "turns", 1, "the turns do not add up"),
        (KUHN, "folded", 0, "who passes after a bet folds"),
        (KUHN, "over", ENDED, "both have answered, or they have not"),
        (LEDUC, "board", 1, "the open card is that of the second round"),
        (LEDUC, "said", [[-1, 1, -1, -1], [-1] * 4], "something is said after nothing"),
        (LEDUC, "said", [[1, 1, 1, -1], [-1] * 4], "a round goes on after its end"),
        (LEDUC, "said", [[2, 2, 2, -1], [-1] * 4], "a round is raised too often"),
        (LEDUC, "said", [[1, 1, -1, -1], [-1] * 4], "the rounds do not follow each other"),
        (LEDUC, "turns", 1, "the turns do not add up"),
        (LEDUC, "paid", [2, 1], "said and paid do not fit"),
        (LEDUC, "folded", 0, "the wrong seat has folded"),
        (LEDUC, "seat", 1, "the wrong seat is to move"),
        (LEDUC, "over", ENDED, "the end does not fit"),
    ],
)
def test_invariants_find_what_is_wrong(game, field, value, complaint):
    engine = Engine(game, seed=0)
    engine.reset()
    states = engine.states.copy()
    states[field][0] = value
    assert complaint in game.invariants(Record(states[0]), engine.tables_of().t)


def test_a_rank_is_seen_no_more_often_than_there_are_cards():
    engine = dealt(LEDUC, KING, KING)
    states = play(engine, "call", "call").states.copy()
    states["board"][0] = KING
    complaints = LEDUC.invariants(Record(states[0]), engine.tables_of().t)
    assert complaints == ["a rank is seen too often"]


@pytest.mark.parametrize("game", [KUHN, LEDUC])
def test_positions_are_described_and_drawn(game):
    engine = dealt(game, KING, QUEEN)
    for seat, own, other in ((0, "king", "queen"), (1, "queen", "king")):
        for shown in (engine.describe(0, seat), engine.render(0, seat)):
            assert own in shown
            assert other not in shown
    assert {engine.describe_action(0, one, None) for one in engine.legal()} < {
        *("Pass.", "Bet.", "Check.", "Raise by 2.")
    }


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.txt")), ids=lambda path: path.stem)
def test_a_golden_game_comes_out_the_same(path):
    text = path.read_text(encoding="utf-8")
    game = {one.name: one for one in (KUHN, LEDUC)}[text.split()[0]]
    assert golden.replay(game, text) == text


# --- the same games elsewhere -------------------------------------------------------------------


@pytest.mark.peers
@pytest.mark.parametrize(
    ("game", "name", "games"),
    [(KUHN, "kuhn_poker", 1000), (LEDUC, "leduc_poker(suit_isomorphism=true)", 2000)],
    ids=["kuhn", "leduc"],
)
def test_open_spiel_plays_the_same_games(game, name, games):
    """Legal actions, what each seat may know, and payments, in thousands of random decisions."""
    spiel = pytest.importorskip("pyspiel").load_game(name)
    draw, size, decisions = random.Random(0), spiel.information_state_tensor_size(), 0
    for seed in range(games):
        engine = Engine(game, seed=seed, auto_reset=False)
        engine.reset()
        theirs, cards = spiel.new_initial_state(), list(engine.states.card[0])
        while engine.states.over[0] == RUNNING:
            while theirs.is_chance_node():
                card = cards.pop(0) if cards else engine.states.board[0]
                theirs.apply_action(int(card))
            assert theirs.current_player() == engine.seat[0]
            assert theirs.legal_actions() == engine.legal()
            for seat in range(2):
                seen = theirs.information_state_tensor(seat)
                assert engine.observe(0, seat)[:size].tolist() == seen
            action = draw.choice(engine.legal())
            engine.step([action])
            theirs.apply_action(action)
            decisions += 1
        assert theirs.is_terminal()
        assert engine.outcome()[0] == theirs.returns()
    assert decisions > 2 * games
