"""Setting up: NOT-2 and NOT-3."""

from collections import Counter

import numpy as np
import pytest

from piracy_env.core.engine import Engine
from piracy_env.games.notoriety import GAME
from piracy_env.games.notoriety.state import FIRST_TREASURE, Zone
from piracy_env.games.notoriety.tables import CARD_KEYS
from tests.games.notoriety.positions import table, zone
from tests.games.notoriety.test_raids import raid
from tests.scenario import act, deal, expect

PM, DB = CARD_KEYS.index("PM"), CARD_KEYS.index("DB")


@pytest.fixture(scope="module")
def many():
    engine = Engine(GAME, 2000, seed=5)
    engine.reset()
    return engine.states


@pytest.mark.rule("NOT-2.1")
def test_the_treasures_are_shuffled(many):
    top = Counter(many.tdeck[:, 19].tolist())
    assert set(top) == set(range(FIRST_TREASURE, FIRST_TREASURE + 20))
    assert max(top.values()) < 2.5 * min(top.values())
    assert (many.tdeck_n == 20).all()
    assert (many.tdisc_n == 0).all()


@pytest.mark.rule("NOT-2.2", "NOT-2.4")
def test_the_pirates_are_shuffled_and_five_turned_up(many):
    shown = Counter(many["row"][:, 0].tolist())
    assert set(shown) == set(range(50))
    assert max(shown.values()) < 4 * min(shown.values())
    assert (many["row"] < 50).all()
    assert (many.pdeck_n + many.pdisc_n == 45).all()


@pytest.mark.rule("NOT-2.3")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_krakens_stay_in_the_box_with_two_players(players):
    s = deal(GAME, players=players).record()
    cards = [*list(s.pdeck)[: s.pdeck_n], *list(s.pdisc)[: s.pdisc_n], *s.row]
    assert len(cards) == len(set(cards)) == (40 if players == 2 else 50)
    assert (max(cards) < 40) == (players == 2)


@pytest.mark.rule("NOT-2.5")
def test_a_crowded_first_row_is_swept(many):
    officers = np.isin(many["row"] % 10, (7, 8)).sum(1)
    assert officers.max() == 3
    swept = many[many.pdisc_n > 0]
    assert 0 < len(swept) < 60
    first = swept.pdisc[:, :5]
    assert (np.isin(first % 10, (7, 8)).sum(1) >= 4).all()


@pytest.mark.rule("NOT-2.6", "NOT-2.9", "NOT-3.7", "NOT-3.8")
def test_coins_tokens_and_parley(many):
    assert (many.coins[:, :3] == 2).all()
    assert (many.coins[:, 3:] == 0).all()
    assert (many.parley[:, :3] == 1).all()
    assert (many.parley[:, 3:] == 0).all()
    assert (many.prize == 0).all()
    assert (many.ach_np == 0).all()
    assert (many.ach_mask == 3).all()


@pytest.mark.rule("NOT-3.1", "NOT-3.2", "NOT-3.3")
@pytest.mark.parametrize(("players", "monkeys"), [(2, 6), (3, 6), (4, 4)])
def test_starting_cards(players, monkeys):
    owned = deal(GAME, players=players).states.cnt[0].sum(1)
    for seat in range(4):
        held = (monkeys, 4) if seat < players else (0, 0)
        assert (owned[seat, PM], owned[seat, DB]) == held
        assert owned[seat].sum() == sum(held)


@pytest.mark.rule("NOT-3.4")
def test_everybody_has_an_own_shuffled_deck(many):
    assert (many.deck_n[:, :3] == 5).all()
    assert (many.cnt[:, :3, Zone.DISC].sum(2) == 0).all()
    hands = many.cnt[:, :3, Zone.HAND, PM]
    assert 2.9 < hands.mean() < 3.1
    assert set(np.unique(hands)) == {1, 2, 3, 4, 5}
    tops = many.deck[:, 0, 4] == PM
    assert 0.55 < tops.mean() < 0.65
    assert abs(np.corrcoef(hands[:, 0], hands[:, 1])[0, 1]) < 0.1


@pytest.mark.rule("NOT-3.5", "NOT-3.6")
def test_pirates_lie_in_the_areas_openly():
    engine = act(table(hand="H3", coins=9), "card H3", "row 0", "row 1")
    assert (zone(engine, 0, "ship"), zone(engine, 0, "newrec")) == ("H3", "K1")
    view = engine.observe(0, 1)
    names = [f"opp_2.areas {key}" for key in ("H3", "K1")]
    features = GAME.observation.feature_names()
    assert [view[features.index(name)] for name in names] == [1, 1]


@pytest.mark.rule("NOT-3.9", "NOT-3.10", "NOT-3.11", "NOT-3.12")
@pytest.mark.parametrize(
    ("players", "later"), [(2, [6, 3, 0, 0]), (3, [6, 3, 2, 0]), (4, [6, 3, 2, 1])]
)
def test_stacks_of_prizes(players, later):
    strong = ["H1 A1 W1", "H2 A2 W2", "H3 A3 W3", "H4 A4 W4"][:players]
    for game_round in range(1, 7 if players == 2 else 6):
        engine = raid(strong, players=players, game_round=game_round, coins=[9, 8, 7, 6][:players])
        values = engine.states.prize[0] @ np.array([1, 2, 3, 6])
        expected = [1, 1, 1, 1] if game_round < 3 else later
        assert values.tolist()[:players] == expected[:players]


@pytest.mark.rule("NOT-3.13", "NOT-9.2")
def test_buried_cards_lie_below_the_parley_token():
    engine = act(table(hand="PM DB", disc="H1"), "bury", "disc H1")
    assert zone(engine, 0, "bur_open") == "H1"
    refuses_everything = {
        label for label in map(GAME.actions.label, engine.legal()) if "H1" in label
    }
    assert not refuses_everything


@pytest.mark.rule("NOT-3.14")
def test_chance_names_the_first_start_player(many):
    share = np.bincount(many.start_player) / len(many)
    assert (abs(share - 1 / 3) < 0.05).all()
    expect(deal(GAME, start_player=2), start_player=2, seat=2)
