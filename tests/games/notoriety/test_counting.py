"""What everybody can count of a rival's hidden cards, and that worlds hold to it."""

from collections import Counter

import numpy as np
import pytest

from piracy_env.core.record import Record
from piracy_env.games.notoriety import GAME
from piracy_env.games.notoriety.invariants import invariants
from piracy_env.games.notoriety.rules import piles
from piracy_env.games.notoriety.state import Phase, Zone
from piracy_env.games.notoriety.tables import CARD_KEYS
from tests.games.notoriety.positions import ids, table
from tests.scenario import act, deal

T = GAME.tables.load().t
FEATURES = GAME.observation.feature_names()


def worlds(engine, seat, count=40):
    """Worlds that a seat imagines."""
    return [Record(np.asarray(engine.sample(0, seat, key))[0]) for key in range(count)]


def counts(record, name, seat=0):
    """The cards of a counter."""
    held = getattr(record, name)[seat]
    return " ".join(CARD_KEYS[card] for card in range(len(CARD_KEYS)) for _ in range(held[card]))


@pytest.mark.rule("NOT-R38", "NOT-19.8")
def test_a_card_that_was_taken_openly_is_in_hand():
    engine = rescue_by_bell()
    s = engine.record()
    assert counts(s, "in_hand") == "H2"
    for world in worlds(engine, 1):
        assert world.cnt[0, Zone.HAND, CARD_KEYS.index("H2")] == 1
        assert world.cnt[0, Zone.HAND].sum() == s.cnt[0, Zone.HAND].sum()
        assert not invariants(world, T)
    seen = dict(zip(FEATURES, engine.observe(0, 1).tolist(), strict=True))
    assert seen["counted_2.certain H2"] == 1
    assert "certainly in hand: H2" in " ".join(engine.describe(0, 1).split())


def rescue_by_bell(**settings):
    """A Trade with the bell lets seat 0 rescue a pirate."""
    zones = {"hand": "bell PM DB", "disc": "H2", "deck": "A1 PM DB PM", **settings}
    engine = act(table(coins=[0, 0, 0], **zones), "card bell", "done", "disc H2")
    assert engine.record().cnt[0, Zone.HAND, CARD_KEYS.index("H2")] == 1
    return engine


@pytest.mark.rule("NOT-R38", "NOT-R9")
def test_what_is_buried_unseen_may_be_any_card_of_the_hand():
    fields = {"in_hand": cards("H2")}
    engine = act(
        table(hand="PM PM H2 DB", deck="A1 PM DB PM", disc="", fields=fields), "bury", "card DB"
    )
    s = engine.record()
    assert (counts(s, "in_hand"), counts(s, "off_deck")) == ("", "H2")
    assert (s.old_hand[0], s.old_buried[0]) == (1, 1)
    places = Counter()
    pirate = CARD_KEYS.index("H2")
    for world in worlds(engine, 1, 200):
        assert world.cnt[0, Zone.DECK, pirate] == 0
        places[bool(world.cnt[0, Zone.HAND, pirate])] += 1
    assert min(places.values()) > 60
    seen = dict(zip(FEATURES, engine.observe(0, 1).tolist(), strict=True))
    assert seen["counted_2.certain H2"] == 0.5


def cards(names, seat=0):
    """A counter of these cards."""
    found = np.zeros((4, len(CARD_KEYS)), np.int8)
    for card in ids(names):
        found[seat, card] += 1
    return found


@pytest.mark.rule("NOT-R38", "NOT-5.2")
def test_what_was_not_shuffled_into_the_deck_is_in_hand_or_buried():
    engine = table(
        hand="PM DB", phase=Phase.PARLEY_SELECT, deck="", disc="H1 H2 H3 PM DB", bur_hid="A1 PM",
        fields={"parley": [0, 1, 1, 0]},
    )  # fmt: skip
    act(engine, "card PM", "done")
    s = engine.record()
    assert s.cnt[0, Zone.HAND].sum() == 5
    assert counts(s, "off_deck") == "A1 PM DB"
    assert (s.old_hand[0], s.old_buried[0]) == (1, 2)
    found = Counter()
    for world in worlds(engine, 1, 300):
        hidden = world.cnt[0, Zone.HAND] + world.cnt[0, Zone.BUR_HID]
        assert min(hidden[ids("A1 PM DB")]) >= 1
        assert set(np.flatnonzero(world.cnt[0, Zone.BUR_HID])) <= {*ids("A1 PM DB")}
        found[int(world.cnt[0, Zone.HAND, CARD_KEYS.index("A1")])] += 1
        assert not invariants(world, T)
    assert found[1] / 300 == pytest.approx(1 / 3, abs=0.1), "any of three old cards is in hand"


@pytest.mark.rule("NOT-R38")
def test_worlds_are_as_likely_as_games_that_look_the_same():
    """What seat 1 takes for possible before the shuffle, played on, is what it samples after."""
    start = table(
        hand="PM DB", phase=Phase.PARLEY_SELECT, deck="A2", disc="H1 H2 H3", bur_hid="A1",
        front="W3", fields={"parley": [0, 1, 1, 0]},
    )  # fmt: skip
    seen, many = ids("A1 A2 H1"), 3000
    board, played = start.clone(), Counter()
    for key in range(many):
        board.load_state_unchecked(0, np.asarray(start.sample(0, 1, key)))
        act(board, "done")
        played[tuple(board.record().cnt[0, Zone.HAND, seen].tolist())] += 1
    act(start, "done")
    sampled = Counter(
        tuple(world.cnt[0, Zone.HAND, seen].tolist()) for world in worlds(start, 1, many)
    )
    assert len(played) >= 4
    for key in played | sampled:
        assert sampled[key] / many == pytest.approx(played[key] / many, abs=0.04), key


@pytest.mark.rule("NOT-R38")
def test_what_is_played_is_known_no_more():
    fields = {"in_hand": cards("H2"), "off_deck": cards("PM DB"), "old_hand": [2, 0, 0, 0]}
    engine = table(hand="H2 PM DB", deck="A1", fields=fields)
    act(engine, "card DB")
    s = engine.record()
    assert (counts(s, "in_hand"), counts(s, "off_deck"), s.old_hand[0]) == ("H2", "PM", 1)
    engine = table(hand="H2 PM DB", deck="A1 DB", fields=fields)
    act(engine, "card DB")
    s = engine.record()
    assert (counts(s, "off_deck"), s.old_hand[0]) == ("PM", 1), "no more than one card is left"


@pytest.mark.rule("NOT-R38")
def test_a_whole_hand_that_is_shown_counts_as_its_cards_one_by_one():
    engine, tested = deal(GAME, players=3, seed=5), 0
    while tested < 30:
        engine.reset()
        while not engine.record().over:
            engine.step(engine.uniform())
            s = engine.record()
            if s.moves % 3 or not (s.off_deck[0].any() or s.in_hand[0].any()):
                continue
            tested += 1
            whole, one_by_one = engine.states.copy(), engine.states.copy()
            piles.show_hand(whole[0], 0, Zone.DISC)
            for card in np.flatnonzero(s.cnt[0, Zone.HAND]).tolist():
                for _ in range(s.cnt[0, Zone.HAND, card]):
                    piles.show(one_by_one[0], 0, card, Zone.DISC)
            assert whole.tobytes() == one_by_one.tobytes()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_is_counted_is_always_true(players):
    engine = deal(GAME, players=players, seed=players)
    tested = 0
    while tested < 60:
        engine.reset()
        while not engine.record().over:
            engine.step(engine.uniform())
            s = engine.record()
            if s.moves % 5 or not (s.off_deck.any() or s.in_hand.any()):
                continue
            assert not invariants(s, T), "the truth is always one of the worlds"
            tested += 1
            for seat in range(players):
                for world in worlds(engine, seat, 1):
                    assert not invariants(world, T)
                    assert (world.cnt[seat] == s.cnt[seat]).all()
                    hidden = world.cnt[:, Zone.HAND] + world.cnt[:, Zone.BUR_HID]
                    assert (world.cnt[:, Zone.HAND] >= s.in_hand).all()
                    assert (hidden >= s.in_hand + s.off_deck).all()


def test_the_limit_of_decisions_is_seen():
    few, many = (deal(GAME, max_steps=number, seed=1) for number in (100, 101))
    at = GAME.observation.slices.limit.start
    assert few.observe(0, 0)[at] == pytest.approx(100 / 32_000)
    assert many.observe(0, 0)[at] > few.observe(0, 0)[at]
