"""Setting up: HAV-1."""

from collections import Counter

import numpy as np
import pytest

from piracy_env.core.engine import Engine
from piracy_env.games.havens import GAME
from piracy_env.games.havens.cards import FIRST_HAVEN, NO_COLOUR, TYPES
from piracy_env.games.havens.state import NONE, Phase
from tests.games.havens.positions import asked, cards, hand, is_legal, money, table
from tests.scenario import act, deal, expect, labels, refuses


@pytest.fixture(scope="module")
def many():
    engine = Engine(GAME, 600, players=4, seed=5)
    engine.reset()
    return engine.states


@pytest.mark.rule("HAV-1.1", "HAV-1.11")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_play_goes_clockwise_round_by_round(players):
    engine = deal(GAME, players=players, start_player=1)
    order = []
    for _ in range(2 * players):
        s = engine.record()
        order.append((s.round, s.turn_seat))
        assert asked(engine) == f"{s.turn_seat} DRAW", "the first turn is like any other"
        act(engine, "draw_attack", "pass", "pass")
        while asked(engine) != f"{(s.turn_seat) % players} DRAW":
            here = engine.record().turn_seat
            if asked(engine) == f"{here} DRAW":
                break
            act(engine, "pass" if is_legal(engine, "pass") else labels(engine)[-1])
    seats = [(1 + turn) % players for turn in range(players)]
    assert order == [(1, seat) for seat in seats] + [(2, seat) for seat in seats]


@pytest.mark.rule("HAV-1.11")
def test_chance_names_the_first_player(many):
    share = np.bincount(many.first_seat, minlength=4) / len(many)
    assert (abs(share - 1 / 4) < 0.06).all()
    assert (many.first_seat == many.turn_seat).all()


@pytest.mark.rule("HAV-1.2")
def test_colours_of_the_cards():
    t = GAME.tables.load().t
    colours = [t.cards[card].colour for card in range(TYPES)]
    assert set(colours[:FIRST_HAVEN]) == {0, 1}
    assert set(colours[FIRST_HAVEN:]) == {NO_COLOUR}
    assert {t.attacks[attack].colour for attack in range(18)} == {0}
    assert {t.attacks[attack].colour for attack in range(18, 36)} == {1}


@pytest.mark.rule("HAV-1.6")
def test_starting_havens_are_dealt(many):
    assert (np.sort(many.haven, axis=1) == [64, 65, 66, 67]).all()
    assert max(Counter(many.haven[:, 0].tolist()).values()) < 200
    engine = deal(GAME, players=2)
    s = engine.record()
    others = {64, 65, 66, 67} - set(s.haven)
    assert len(others) == 2
    for card in others:
        found = [card in list(s.draw)[: s.draw_n], card in s.column, s.hand[:, card].sum() == 1]
        assert found.count(True) == 1


@pytest.mark.rule("HAV-1.6")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_last_player_chooses_a_haven_first(players):
    engine = deal(GAME, players=players, start_player=1, start_haven_mode=1)
    expect(engine, phase=Phase.SETUP)
    taken: list[int] = []
    for turn in range(players - 1, -1, -1):
        assert asked(engine) == f"{(1 + turn) % players} CHOOSE_HAVEN"
        assert cards(engine) == [card for card in range(64, 68) if card not in taken]
        taken.append(cards(engine)[-1])
        act(engine, f"card {taken[-1]}")
    assert asked(engine) == "1 DRAW"


@pytest.mark.rule("HAV-1.7", "HAV-1.9")
def test_cards_and_attacks_are_shuffled(many):
    tops = Counter(many.draw[np.arange(len(many)), many.draw_n - 1].tolist())
    assert len(tops) > 90
    assert max(tops.values()) < 30
    first = Counter(many["row"][:, 0, 0].tolist())
    assert len(first) == 36
    assert max(first.values()) < 40
    assert (many.hand.sum(2) == 8).all()


@pytest.mark.rule("HAV-1.3")
def test_paying_never_lowers_the_supply():
    engine = table(hand="12 69")
    act(engine, "card 12", "slot 0", "card 69")
    assert money(engine) == (10, 4)
    refuses(table(hand="12", unspent=3), "card 12")


@pytest.mark.rule("HAV-1.4")
def test_booty_pays_for_nothing_and_does_not_score():
    engine = table({"0.0": "18 45 - -; 80; 30"}, unspent=0, hand="22 69")
    assert labels(engine) == ["pass", "burn_vessel 0"]
    assert engine.outcome(0)[0][:2] == [10, 10]


@pytest.mark.rule("HAV-1.12")
@pytest.mark.parametrize("change", ["draw", "apile", "hand"])
def test_hidden_cards_show_to_nobody_else(change):
    one = table({"1.0": "9 34 - -; 69; 4"}, hands={1: "1 2"}, draw="3 4", attacks="30 31")
    other = table(
        {"1.0": "9 34 - -; 69; 4"},
        hands={1: "1 4" if change == "hand" else "1 2"},
        draw={"draw": "4 3", "hand": "3 2"}.get(change, "3 4"),
        attacks="31 30" if change == "apile" else "30 31",
    )
    assert (one.observe(0, 0) == other.observe(0, 0)).all()
    assert (one.observe(0, 1) == other.observe(0, 1)).all() == (change != "hand")


@pytest.mark.rule("HAV-1.12")
def test_the_table_is_open():
    base = {"1.0": "9 34 - -; 69; 4"}
    seen = table(base).observe(0, 0)
    for changed in (
        table({"1.0": "9 34 - -; 69; 5"}),
        table(base, supply=[10, 12]),
        table(base, discard="1"),
        table(base, discard="1 2"),
        table(base, column="1 2 3"),
        table(base, rows={1: "30"}),
        table(base, face_up="35"),
        table(base, hands={1: "1"}),
    ):
        assert (changed.observe(0, 0) != seen).any()


@pytest.mark.rule("HAV-1.13", "HAV-R38")
def test_a_card_from_an_open_place_stays_known():
    engine = table(hand="57", discard="57", phase=Phase.DRAW, decision=0 + 1)
    act(engine, "draw_discard")
    assert engine.states.known[0, 0, 57] == 1
    act(engine, "pass", "card 57")
    assert hand(engine) == "57"
    assert engine.states.known[0, 0, 57] == 0, "the copy that leaves is the known one"


@pytest.mark.rule("HAV-1.14")
def test_no_hand_exceeds_twelve_cards():
    eleven = "0 1 2 3 4 5 6 7 8 9 10"
    drawing = {"phase": Phase.DRAW, "decision": 1, "discard": "50"}
    full = table(hand=eleven + " 11", **drawing)
    assert labels(full) == ["draw_attack", "replace_column"]
    assert asked(act(full, "replace_column")) == "0 DRAW_AFTER_REPLACE"
    assert labels(full) == ["pass"]
    assert len(labels(table(hand=eleven, **drawing))) == 7
    engine = act(table(hand=eleven + " 101"), "card 101")
    assert len(hand(engine).split()) == 12
    assert engine.states.haven[0, 2] == NONE
