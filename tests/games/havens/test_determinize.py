"""Worlds that a seat cannot tell from the true one: what changes, and what must not."""

from collections import Counter

import numpy as np
import pytest

from piracy_env.core.record import Record
from piracy_env.games.havens import GAME
from piracy_env.games.havens.invariants import invariants
from piracy_env.games.havens.state import HIDDEN, Decision, Phase
from tests.games.havens.lively import voyage
from tests.games.havens.positions import asked, table
from tests.scenario import act, deal


def worlds(engine, seat, number):
    return [engine.sample(0, seat, key) for key in range(number)]


def hand(world, seat):
    return {card: int(n) for card, n in enumerate(world["hand"][0, seat]) if n}


@pytest.mark.rule("HAV-R38")
@pytest.mark.parametrize("players", GAME.seats)
def test_nothing_that_a_seat_can_see_changes(players):
    engine = deal(GAME, seed=3, players=players)
    t = engine.tables_of().t
    for k, s in enumerate(voyage(engine, 600, seed=9)):
        if k % 11:
            continue
        for seat in range(players):
            world = engine.sample(0, seat, k)
            assert invariants(Record(world[0]), t) == []
            for name in GAME.dtype.names:
                if name not in (*HIDDEN, "rng", "moves"):
                    assert (world[name] == engine.states[name]).all(), name
            assert (world["hand"][0, seat] == engine.states["hand"][0, seat]).all()
            sizes = world["hand"][0].sum(1)
            assert (sizes == engine.states["hand"][0].sum(1)).all()
            assert (world["hand"] >= engine.states["known"]).all()
            assert world["draw_n"][0] == s.draw_n
            assert not world["script_n"][0]
            assert not world["moves"][0], "they would count what others declined (HAV-R26)"


@pytest.mark.rule("HAV-1.13", "HAV-R38")
def test_known_cards_stay_and_the_others_move():
    engine = table(hand="57 94", column="53 38 88", fields={"phase": Phase.DRAW},
                   decision=Decision.DRAW)  # fmt: skip
    act(engine, "card 53")
    found = Counter[int]()
    for world in worlds(engine, 1, 60):
        cards = hand(world, 0)
        assert cards[53] >= 1
        assert sum(cards.values()) == 3
        found.update(cards.keys())
    assert found[53] == 60
    assert found[57] < 30, "a card that nobody has seen can be any other"
    assert len(found) > 30


@pytest.mark.rule("HAV-1.12")
def test_hidden_cards_are_drawn_as_if_shuffled():
    engine = table(hand="57", hands={1: "94 95"}, draw_n=20, players=2)
    pool = Counter(int(card) for card in engine.states["draw"][0, :20]) + Counter([57])
    times = Counter[int]()
    tops = Counter[int]()
    draws = 2000
    for world in worlds(engine, 1, draws):
        times.update(hand(world, 0))
        tops[int(world["draw"][0, 19])] += 1
        everything = Counter(int(card) for card in world["draw"][0, :20]) + Counter(hand(world, 0))
        assert everything == pool
    for card, copies in pool.items():
        share = copies / 21
        margin = 5 * (draws * share * (1 - share)) ** 0.5
        assert abs(times[card] - draws * share) < margin
        assert abs(tops[card] - draws * share) < margin


def test_the_old_order_has_no_say():
    engine = deal(GAME, players=3, seed=5)
    other = deal(GAME, players=3, seed=5)
    edited = other.states.copy()
    for name, size in (("draw", "draw_n"), ("apile", "apile_n")):
        n = int(engine.states[size][0])
        edited[name][0, :n] = np.sort(edited[name][0, :n])
    taken, given = 1, 2  # two rivals of seat 0 exchange what only they know
    edited["hand"][0, [taken, given]] = edited["hand"][0, [given, taken]]
    other.load_state_unchecked(0, edited)
    assert worlds(engine, 0, 3) == worlds(other, 0, 3)


def test_the_face_down_attacks_are_shuffled():
    engine = table(attacks="16", face_up="30 31")
    first = Counter(int(world["apile"][0, 25]) for world in worlds(engine, 0, 400))
    assert len(first) == 26
    assert not {30, 31} & set(first)
    assert max(first.values()) < 40


RAIDER = {"0.0": "18 45 - 61; 46; 0"}


def asked_for_a_plunder(cards):
    """Seat 0 has said that a black vessel for the Plunder Bonus is in the hand."""
    engine = table(RAIDER, hand=cards, rows={0: "28"}, dice="6,6,6,6, 1,1,1,1")
    act(engine, "attempt 0 0", "from_hand")
    assert asked(engine) == "0 PLUNDER_CARD"
    return engine


def test_who_has_said_to_have_a_card_has_one():
    engine = asked_for_a_plunder("35")
    vessels = range(35, 46)
    found = Counter[int]()
    for world in worlds(engine, 1, 200):
        cards = hand(world, 0)
        assert any(card in vessels for card in cards)
        found.update(cards)
    assert set(found) > {37, 41, 43, 44}
    assert set(found) <= set(vessels)


def test_the_owner_keeps_the_hand():
    engine = asked_for_a_plunder("35 94 101")
    assert all(hand(world, 0) == {35: 1, 94: 1, 101: 1} for world in worlds(engine, 0, 5))


@pytest.mark.rule("HAV-R39")
def test_a_card_in_limbo_stays_where_it_is():
    engine = table({"1.0": "8 32 - -; 66; 0"}, hand="82 57")
    act(engine, "card 82")
    assert engine.record().limbo[0] == 82
    for world in worlds(engine, 1, 20):
        assert world["limbo"][0, 0] == 82
        cards = Counter(hand(world, 0))
        cards.update(int(card) for card in world["draw"][0, : world["draw_n"][0]])
        assert cards[82] == 1
