"""Components and setup: BRO-1 and BRO-2."""

from collections import Counter

import numpy as np
import pytest

from piracy_env.core.engine import Engine
from piracy_env.games.broadside import GAME
from piracy_env.games.broadside.state import FIRST_SLOOP, NONE, SEATS, Place
from tests.games.broadside.positions import T, attack, blues, fleet, pp, reds, sea, table
from tests.scenario import deal, expect


@pytest.fixture(scope="module")
def many():
    engine = Engine(GAME, 1000, players=3, seed=5)
    engine.reset()
    return engine.states


@pytest.mark.rule("BRO-1.4")
def test_the_wind_die():
    assert list(T.wind_die.faces) == [-2, -1, 0, 0, 1, 2]
    engine = Engine(GAME, 1200, seed=3, auto_reset=False)
    engine.reset()
    engine.step(np.full(1200, GAME.actions.id("act_ship 0")))
    engine.step(np.full(1200, GAME.actions.id("target_enemy 1 0")))
    engine.step(np.zeros(1200, np.int64))
    engine.step(np.zeros(1200, np.int64))
    # a Big Sloop catches another one with 0, +1 or +2
    shares = Counter(engine.states["b_wind"][engine.states["b_on"] == 1].tolist())
    assert set(shares) == {0, 1, 2}
    assert shares[0] == pytest.approx(400, abs=60)
    assert shares[1] == pytest.approx(200, abs=45)
    assert sum(shares.values()) == pytest.approx(800, abs=60)


@pytest.mark.rule("BRO-1.5", "BRO-R01")
def test_crew_tokens_are_no_limit():
    coasters = "coaster[8] coaster[8] coaster[8]"
    great = f"sloop east_indiaman[16] galleon[20] galleon[20] {coasters}"
    engine = sea(great, "sloop merchant[1] east_indiaman[16]")
    attack(engine, 0, "target_enemy 1 1", 0, 0, 0, 1, 0)
    assert fleet(engine, 0).endswith("merchant[4]")
    assert engine.states["fleet_crew"][0].sum() == 91 + 4 + 27


@pytest.mark.rule("BRO-1.6")
def test_what_else_is_in_the_box_has_no_say():
    changed = {"box": {"crew_tokens": 1, "battle_dice": 1, "rule_cards": 0}}
    games = [Engine(GAME, 8, seed=2, tables=tables) for tables in (None, changed)]
    for engine in games:
        engine.reset()
        engine.rollout(100)
    assert games[0].states.tobytes() == games[1].states.tobytes()


@pytest.mark.rule("BRO-1.8", "BRO-R50")
def test_points_come_from_ships_and_fame():
    engine = sea("sloop merchant war_galleon", table="brig", treasures=["", "map_6"], cave=1)
    assert (pp(engine, 0), pp(engine, 1)) == (4, 2)
    assert engine.outcome()[0] == [4, 2], "what lies in the middle belongs to nobody"


@pytest.mark.rule("BRO-2.1", "BRO-2.2", "BRO-2.7")
@pytest.mark.parametrize("players", GAME.seats)
def test_one_full_sloop_each(players):
    engine = deal(GAME, players=players)
    s = engine.record()
    for seat in range(SEATS):
        is_in = seat < players
        assert fleet(engine, seat) == ("sloop[11]" if is_in else "")
        assert s.blue_loc[FIRST_SLOOP + seat] == (Place.FLEET + seat if is_in else Place.BOX)
    expect(engine, cave_owner=NONE, treasure_pts=[0] * 6)


@pytest.mark.rule("BRO-2.3")
def test_both_decks_are_shuffled(many):
    hands = many["red_hand"].sum((0, 1)) / many["red_hand"].sum()
    copies = np.array([red.base for red in T.reds]) / 39
    assert hands == pytest.approx(copies, abs=0.012)
    shown = Counter(many["table_card"][:, 0].tolist())
    assert set(many["table_card"][:, :3].ravel().tolist()) == set(range(41))
    assert shown[0] > shown[20] > 0


@pytest.mark.rule("BRO-2.4", "BRO-2.5", "BRO-2.6")
def test_hands_and_piles(many):
    for game in many[:50]:
        held = game["red_hand"].sum(1)
        assert [held[seat] for seat in range(3)] == [5 if seat == game["cur"] else 2
                                                     for seat in range(3)]  # fmt: skip
        assert game["red_deck"].sum() == 39 - 9
        assert game["red_disc"].sum() == 0
        places = Counter(game["blue_loc"][:50].tolist())
        assert places[Place.TABLE] == 3
        assert places[Place.DECK] == 41 - 9
        assert places[Place.DISCARD] == 0


@pytest.mark.rule("BRO-2.4", "BRO-2.5")
def test_hands_are_hidden():
    engine = sea(hands=["terror", "good_wind"], blue_hands=["", "brig"])
    before = engine.observe(0, 0)
    hand, places = engine.states["red_hand"][0].copy(), engine.states["blue_loc"][0].copy()
    deck = engine.states["red_deck"][0].copy()
    hand[1, [8, 14]], deck[[8, 14]] = (0, 1), (deck[8] + 1, deck[14] - 1)
    places[[0, 21]] = Place.HAND + 1, Place.DECK
    engine.set(0, red_hand=hand, red_deck=deck, blue_loc=places)
    assert reds(engine, "red_hand", 1) == "chain_shot"
    assert blues(engine, Place.HAND + 1) == "fishing_smack"
    assert (engine.observe(0, 0) == before).all()
    assert (engine.observe(0, 1) != before).any()


@pytest.mark.rule("BRO-2.8", "BRO-R48")
def test_chance_names_the_first_player(many):
    share = np.bincount(many["start"], minlength=3) / len(many)
    assert share == pytest.approx([1 / 3] * 3, abs=0.05)
    assert (many["start"] == many["cur"]).all()
    assert (many["seat"] == many["cur"]).all()
    expect(deal(GAME, start_seat=2), start=2, cur=2, seat=2)


@pytest.mark.rule("BRO-15.2", "BRO-15.3")
def test_the_cards_of_the_expansion():
    new = ["le_claude", "captured_sloop", "golden_hind"]
    new += ["kraken", "kraken", "sunken_city", "lost_galleon", "governors_daughter"]
    engine = sea(expansion=True)
    assert blues(engine, Place.DECK).split()[41:] == [*new, "flying_dutchman"]
    assert blues(sea(), Place.DECK).split() == blues(engine, Place.DECK).split()[:41]


@pytest.mark.rule("BRO-15.3", "BRO-10.6")
@pytest.mark.parametrize(
    ("treasure", "hits", "after", "points", "cards"),
    [
        ("kraken", 2, 5, 2, 0),
        ("sunken_city", 1, 5, 2, 2),
        ("lost_galleon", 1, 11, 1, 0),
        ("governors_daughter", 2, 7, 1, 3),
        ("flying_dutchman", 1, 5, 3, 0),
    ],
)
def test_treasures_of_the_expansion(treasure, hits, after, points, cards):
    engine = sea("sloop[5]", table=treasure, expansion=True)
    other = attack(engine.clone(), 0, "target_table 0", hits)
    assert (fleet(other, 0), table(other)) == (f"sloop[{after}]", "")
    expect(other, treasure_pts=[points], cave_owner=0)
    assert len(reds(other, "red_hand", 0).split()) == cards
    loss = 2 if treasure in ("kraken", "flying_dutchman") else 1
    missed = attack(engine, 0, "target_table 0", hits - 1)
    assert (fleet(missed, 0), table(missed)) == (f"sloop[{5 - loss}]", treasure)
