"""What a seat that counts knows: cards that were not shuffled into a deck are in some hand."""

from collections import Counter

import numpy as np
import pytest

from piracy_env.core.record import Record
from piracy_env.games.broadside import GAME
from piracy_env.games.broadside.actions import RED_KEYS
from piracy_env.games.broadside.invariants import invariants
from piracy_env.games.broadside.state import BLUE, RED, SEATS, Phase, Place
from tests.games.broadside.positions import T, all_reds_but, reds, roll, sea
from tests.scenario import act, deal

FOG, TERROR, CAST, RUM, BRAWL, WIND, CHAIN = (
    RED_KEYS.index(name)
    for name in (
        *("fog", "terror", "cast_away", "bottle_of_rum", "drunken_brawl", "good_wind"),
        "chain_shot",
    )
)


def worlds(engine, seat, count=40, game=0):
    """Worlds that a seat imagines."""
    return [Record(np.asarray(engine.sample(game, seat, key))[0]) for key in range(count)]


def hand(record, seat):
    return tuple(record.red_hand[seat].tolist())


def before_a_shuffle(*hands, deck="good_wind", **settings):
    """Seat 0 has ended its turn when it passes; the deck runs out as the next one draws."""
    gone = " ".join([deck, *hands])
    settings |= {"players": len(hands), "hands": hands, "red_discard": all_reds_but(gone)}
    engine = sea(phase=Phase.REORG, **settings)
    assert reds(engine, "red_deck").split() == sorted(deck.split(), key=RED_KEYS.index)
    return engine


def test_of_two_players_each_knows_the_other_hand_when_the_deck_is_shuffled():
    engine = roll(before_a_shuffle("bottle_of_rum", "terror cast_away"), WIND, RUM, BRAWL)
    act(engine, "pass")
    truth = "cast_away good_wind bottle_of_rum terror drunken_brawl"
    assert reds(engine, "red_hand", 1) == truth
    for world in worlds(engine, 0):
        assert min(world.red_hand[1, [TERROR, CAST, WIND]]) >= 1
        assert world.red_hand[1].sum() == 5
    assert len({hand(world, 1) for world in worlds(engine, 0)}) > 20, "two cards are new"
    for world in worlds(engine, 1):
        assert hand(world, 0) == hand(engine.record(), 0), "nothing of seat 0 is new"


def test_of_three_players_old_cards_are_with_who_has_held_cards():
    engine = roll(before_a_shuffle("bottle_of_rum", "", "terror cast_away"), WIND, RUM, BRAWL)
    act(engine, "pass")
    assert engine.record().older[0].tolist() == [0, 1, 2, 0, 0, 0]
    found = Counter()
    for world in worlds(engine, 0, 300):
        others = world.red_hand[1] + world.red_hand[2]
        assert min(others[[TERROR, CAST, WIND]]) >= 1
        assert sum(world.red_hand[1]) == 3
        assert set(np.flatnonzero(world.red_hand[2])) <= {TERROR, CAST, WIND}
        found[int(world.red_hand[2, WIND])] += 1
    assert found[1] / 300 == pytest.approx(2 / 3, abs=0.1), "any of three is the one of seat 1"


def test_worlds_are_as_likely_as_games_that_look_the_same():
    """What seat 0 takes for possible before the shuffle, played on, is what it samples after."""
    hands = ("bottle_of_rum", "terror", "cast_away chain_shot")
    start = before_a_shuffle(*hands, deck="good_wind terror")
    many, seen = 2000, [TERROR, CAST, CHAIN, WIND]
    board, played = start.clone(), Counter()
    for key in range(many):
        board.load_state_unchecked(0, np.asarray(start.sample(0, 0, key)))
        board.step([GAME.actions.id("pass")])
        played[tuple(board.record().red_hand[1, seen].tolist())] += 1
    act(start, "pass")
    sampled = Counter(tuple(world.red_hand[1, seen].tolist()) for world in worlds(start, 0, many))
    assert len(played) > 10
    for key in played | sampled:
        assert sampled[key] / many == pytest.approx(played[key] / many, abs=0.04), key


@pytest.mark.rule("BRO-11.6")
def test_what_was_known_of_a_victim_is_with_it_or_the_thief():
    known = np.zeros((SEATS, SEATS, RED), np.int8)
    known[2, 1, TERROR] = 1
    engine = roll(
        sea(players=3, hands=["neptunes_revenge", "terror fog", ""], expansion=True,
            fields={"known": known}), FOG,
    )  # fmt: skip
    act(engine, "play neptunes_revenge", "target_player 1")
    s = engine.record()
    assert (s.known[2].sum(), s.held[2, TERROR], s.older[2].tolist()[:3]) == (0, 1, [1, 1, 0])
    found = Counter()
    for world in worlds(engine, 2, 200):
        found[int(world.red_hand[0, TERROR] > 0), int(world.red_hand[1, TERROR] > 0)] += 1
    assert found[0, 0] == 0
    assert min(found[0, 1], found[1, 0]) > 50


def test_what_is_played_is_held_no_more():
    held, older = np.zeros((SEATS, RED), np.int8), np.zeros((SEATS, SEATS), np.int8)
    held[1, [CAST, TERROR]], older[1, 0] = 1, 2
    counted = {"held": held, "older": older}
    engine = sea("sloop[2]", hands=["cast_away terror chain_shot"], fields=counted)
    act(engine, "play cast_away", "own_ship 0")
    s = engine.record()
    assert (s.held[1].nonzero()[0].tolist(), s.older[1, 0]) == ([TERROR], 2), "it may be new"
    engine = sea(
        "sloop[2]", hands=["cast_away terror chain_shot"], fields=counted,
        red_discard="cast_away cast_away",
    )  # fmt: skip
    act(engine, "play cast_away", "own_ship 0")
    s = engine.record()
    assert (s.held[1].nonzero()[0].tolist(), s.older[1, 0]) == ([TERROR], 1), "there was no other"


@pytest.mark.rule("BRO-14.5")
def test_blue_cards_that_were_not_shuffled_are_in_blue_hands():
    engine = deal(GAME, players=3, blue_at_end=True, max_rounds=200, seed=4)
    shuffled = certain = 0
    for _ in range(40):
        engine.reset()
        while not engine.record().over and engine.record().moves < 4000:
            engine.step(engine.uniform())
            s = engine.record()
            if not s.blue_older.any():
                continue
            shuffled += 1
            assert not invariants(s, T)
            mine = [card for card in range(BLUE) if s.blue_loc[card] == Place.HAND]
            for world in worlds(engine, 0, 3):
                held = [c for c in range(BLUE) if Place.HAND <= world.blue_loc[c] < Place.FLEET]
                old = {card for card in held if s.blue_left[card]}
                assert old == {
                    card for card in range(BLUE)
                    if s.blue_left[card] and Place.HAND <= s.blue_loc[card] < Place.FLEET
                }  # fmt: skip
                assert all(world.blue_loc[card] == Place.HAND for card in mine)
                certain += len(old)
            if shuffled > 60:
                assert certain > 60
                return
    pytest.fail("no game shuffled the blue deck")


def counted_games(players, **options):
    """Positions of random games in which somebody counts."""
    engine = deal(GAME, players=players, seed=players, **options)
    for _ in range(300):
        engine.reset()
        while not engine.record().over and engine.record().moves < 3000:
            engine.step(engine.uniform())
            if engine.record().held.any() and engine.record().moves % 7 == 0:
                yield engine


@pytest.mark.parametrize("players", [2, 3, 5])
def test_what_is_counted_is_always_true(players):
    for tested, engine in enumerate(counted_games(players)):
        s = engine.record()
        assert not invariants(s, T), "the truth is always one of the worlds"
        for seat in range(players):
            for world in worlds(engine, seat, 2):
                assert not invariants(world, T)
                rivals = [rival for rival in range(players) if rival != seat]
                others = world.red_hand[rivals].sum(0)
                known = world.known[seat, rivals].sum(0)
                assert (others >= known + s.held[seat]).all(), "certain in every world"
                assert (world.red_hand.sum(1) == s.red_hand.sum(1)).all()
        if tested == 40:
            return
    pytest.fail("too few positions")
