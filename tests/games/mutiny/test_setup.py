"""Setting up: MUT-2."""

from collections import Counter

import numpy as np
import pytest

from piracy_env.core.engine import Engine
from piracy_env.errors import OptionError
from piracy_env.games.mutiny import GAME
from piracy_env.games.mutiny.state import Place
from tests.games.mutiny.positions import layout, owned, table
from tests.scenario import deal, expect, labels


@pytest.fixture(scope="module")
def many():
    engine = Engine(GAME, 2000, seed=5)
    engine.reset()
    return engine.states


@pytest.mark.rule("MUT-2.1")
@pytest.mark.parametrize("seat", "ABCD")
def test_every_player_may_board_the_cards_of_the_common_display(seat):
    engine = table("[A2 B2] [B3 C3] [C4 D4] [D5 A5]", display="S01 S02", turn=seat)
    assert len(labels(engine, "capture")) == 2


@pytest.mark.rule("MUT-2.2")
def test_all_twenty_cards_are_shuffled_into_one_deck(many):
    first = Counter(many.display[:, 0].tolist())
    assert set(first) == set(range(20))
    assert max(first.values()) < 2 * min(first.values())
    order = np.concatenate([many.display, many.deck[:, :16]], axis=1)
    assert (np.sort(order, axis=1) == np.arange(20)).all()


@pytest.mark.rule("MUT-2.3")
def test_the_top_four_cards_are_face_up():
    record = deal(GAME).record()
    assert all(card >= 0 for card in record.display)
    expect(deal(GAME), deck_len=16)
    assert [record.card_loc[card] for card in record.display] == [1, 2, 3, 4]
    assert all(record.card_loc[card] == Place.DECK for card in list(record.deck)[:16])


@pytest.mark.rule("MUT-2.4")
def test_tokens_start_in_the_supply():
    record = deal(GAME).record()
    assert all(count == 0 for row in record.tokens for count in row)


@pytest.mark.rule("MUT-2.5")
def test_the_black_spot_starts_beside_the_board():
    engine = deal(GAME)
    expect(engine, black_spot=-1)
    assert engine.observe(0, 2)[GAME.observation.slices.spot_beside] == 1


@pytest.mark.rule("MUT-2.6")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_everybody_starts_with_five_ducats(players):
    expect(deal(GAME, players=players), ducats=[5] * players + [0] * (5 - players))


@pytest.mark.rule("MUT-2.7")
def test_everybody_starts_with_five_singles_and_no_card():
    engine = deal(GAME)
    assert layout(engine) == ""
    expect(engine, above=[-1] * 25, below=[-1] * 25)
    assert [owned(engine, seat) for seat in "ABCD"] == [""] * 4


@pytest.mark.rule("MUT-2.8")
def test_chance_decides_who_begins(many):
    begins = Counter(many.seat.tolist())
    assert set(begins) == {0, 1, 2, 3}
    assert all(400 < count < 600 for count in begins.values())


def test_a_seat_may_be_named_to_begin():
    expect(deal(GAME, players=5, first_player=4), seat=4)


@pytest.mark.rule("MUT-2.9")
def test_three_to_five_players():
    assert GAME.seats == (3, 4, 5)
    for players in (1, 2, 6):
        with pytest.raises(OptionError):
            deal(GAME, players=players)
    engine = deal(GAME, players=3)
    assert not [label for label in labels(engine) if label.endswith(("left 3", "left 4"))]
    assert engine.observe(0, 0)[GAME.observation.slices.pirates].reshape(25, 14)[:, 0].sum() == 15
