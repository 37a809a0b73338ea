"""Worlds that a seat takes for possible: what it knows stays, all else is dealt anew."""

from collections import Counter

import numpy as np
import pytest

from piracy_env.core.record import Record
from piracy_env.games.broadside import GAME
from piracy_env.games.broadside.actions import RED_KEYS
from piracy_env.games.broadside.invariants import invariants
from piracy_env.games.broadside.state import RED, SEATS, Place
from tests.games.broadside.positions import T, roll, sea
from tests.scenario import act, deal

FOG, TERROR, CHAIN = (RED_KEYS.index(name) for name in ("fog", "terror", "chain_shot"))
HIDDEN = {"rng", "force", "force_len", "red_deck", "red_hand", "known", "held", "older",
          "blue_loc"}  # fmt: skip


def worlds(engine, seat, count=40):
    """Worlds that a seat imagines."""
    return [Record(np.asarray(engine.sample(0, seat, key))[0]) for key in range(count)]


def crowd():
    """Three hands with cards of which some are known."""
    known = np.zeros((SEATS, SEATS, RED), np.int8)
    known[0, 1, TERROR] = 1
    known[2, 1, FOG] = 1
    known[1, 0, CHAIN] = 1
    return sea(
        players=3, hands=["chain_shot good_wind", "terror fog full_rig", "harbour"],
        blue_hands=["", "brig fluyt coaster", "whydah"], red_discard="sabotage",
        expansion=True, fields={"known": known},
    )  # fmt: skip


def test_only_what_is_hidden_changes():
    engine = crowd()
    truth = engine.states[0]
    for world in worlds(engine, 0, 8):
        for name in GAME.dtype.names:
            if name not in HIDDEN:
                assert np.array_equal(world._row[name], truth[name]), name
        assert not invariants(world, T)
        assert (world.red_hand[0] == truth["red_hand"][0]).all()
        assert (world.known[0] == truth["known"][0]).all()


def test_hands_keep_their_sizes_and_known_cards():
    engine = crowd()
    hands = Counter()
    for world in worlds(engine, 0):
        assert [int(world.red_hand[seat].sum()) for seat in range(3)] == [2, 3, 1]
        assert world.red_hand[1, TERROR] >= 1
        hands[tuple(world.red_hand[1].tolist())] += 1
        places = world.blue_loc.tolist()
        assert [places.count(Place.HAND + seat) for seat in range(3)] == [0, 3, 1]
    assert len(hands) > 20


def test_unseen_cards_are_dealt_in_proportion():
    engine = sea(hands=["", "terror"])
    found = Counter(world.red_hand[1].argmax() for world in worlds(engine, 0, 1200))
    kinds = [kind for kind in range(RED) if T.reds[kind].base]
    for kind in kinds:
        share = 3 / 39
        assert found[kind] / 1200 == pytest.approx(share, abs=0.035), RED_KEYS[kind]


def test_what_others_know_of_each_other_is_not_told():
    engine = crowd()
    for world in worlds(engine, 0, 8):
        assert world.known[2, 1, FOG] == 0, "seat 0 cannot know that seat 2 has seen the Fog"
        assert world.known[2, 1, TERROR] == 1
        assert world.known[1, 0, CHAIN] == 1, "what others know of the own hand is known"


@pytest.mark.rule("BRO-11.6")
def test_neptunes_revenge_tells_thief_and_victim_alone():
    engine = roll(
        sea(players=3, hands=["neptunes_revenge", "terror fog", ""], expansion=True), TERROR
    )
    act(engine, "play neptunes_revenge", "target_player 1")
    assert engine.record().red_hand[0, TERROR] == 1
    victim = worlds(engine, 1)
    assert all(world.red_hand[0, TERROR] == 1 for world in victim)
    onlooker = worlds(engine, 2)
    assert 0 < sum(world.red_hand[0, TERROR] for world in onlooker) < len(onlooker)
    thief = worlds(engine, 0)
    assert 0 < sum(world.red_hand[1, FOG] for world in thief) < len(thief)


@pytest.mark.rule("BRO-11.10")
def test_st_elmos_fire_tells_everybody():
    engine = sea(players=3, hands=["st_elmos_fire"], red_discard="fog", expansion=True)
    act(engine, "play st_elmos_fire", "pick fog")
    for seat in (1, 2):
        assert all(world.red_hand[0, FOG] >= 1 for world in worlds(engine, seat, 8))


@pytest.mark.rule("BRO-14.5", "BRO-2.5")
def test_adventures_drawn_at_the_end_of_the_turn_stay_secret():
    engine = act(sea(blue_at_end=True), "pass", "pass")
    places = engine.record().blue_loc.tolist()
    assert places.count(Place.HAND) == 3
    hands = {
        tuple(card for card, place in enumerate(world.blue_loc) if place == Place.HAND)
        for world in worlds(engine, 1, 20)
    }
    assert len(hands) > 10
    assert all(
        [place == Place.HAND for place in world.blue_loc] == [p == Place.HAND for p in places]
        for world in worlds(engine, 0, 4)
    )


def test_prescribed_dice_are_forgotten():
    engine = roll(deal(GAME, players=2), 1, 2, 3)
    for world in worlds(engine, 0, 3):
        assert world.force_len == 0
        assert not world.force.any()


def test_worlds_depend_on_what_is_known_alone():
    one = sea(players=3, hands=["fog", "terror", "harbour"], blue_hands=["", "brig"],
              expansion=True)  # fmt: skip
    other = sea(players=3, hands=["fog", "good_wind", "terror"], blue_hands=["", "fluyt"],
                expansion=True)  # fmt: skip
    for key in range(5):
        assert one.sample(0, 0, key).tobytes() == other.sample(0, 0, key).tobytes()
