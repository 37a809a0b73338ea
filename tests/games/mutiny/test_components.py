"""The box: MUT-1."""

from collections import Counter

import pytest

from piracy_env.games.mutiny import GAME
from piracy_env.games.mutiny.state import FACES, CardType, Kind
from piracy_env.games.mutiny.tables import KIND_NAMES
from tests.games.mutiny.positions import ended, layout, table
from tests.scenario import act, deal

TABLES = GAME.tables.load()
CARDS = list(TABLES.t.cards)


@pytest.mark.rule("MUT-1.1", "MUT-1.2", "MUT-1.3")
def test_thirteen_ships_six_ruins_and_one_monster():
    assert Counter(card.type for card in CARDS) == {
        CardType.SHIP: 13,
        CardType.RUINS: 6,
        CardType.MONSTER: 1,
    }


@pytest.mark.rule("MUT-1.4")
def test_five_pirates_of_five_colours():
    assert FACES == ("2", "3", "4", "5", "?")
    record = deal(GAME, players=5).record()
    assert len(record.above) == 25
    five = table("[A2 B2 C2 D2 E2] [B3 C3 D3 E3 A3] [C4 D4 E4 A4 B4]", players=5)
    assert layout(five) == "[A2 B2 C2 D2 E2] [B3 C3 D3 E3 A3] [C4 D4 E4 A4 B4]"


@pytest.mark.rule("MUT-1.5")
def test_six_tokens_of_each_kind_and_an_icon_for_each_token():
    assert KIND_NAMES == ("saber", "rum", "relics", "chest", "wheel", "anchor")
    assert [kind.number for kind in TABLES.t.booty] == [6] * 6
    icons = Counter(kind for card in CARDS for kind in card.booty if kind >= 0)
    assert [icons[kind] for kind in Kind] == [6] * 6


@pytest.mark.rule("MUT-1.6", "MUT-R7")
def test_coins_are_not_counted_the_supply_pays_more_than_the_box_holds():
    in_the_box = 20 * 1 + 20 * 5 + 35 * 10
    assert in_the_box == 470
    rich = table("[A4 B2]", display="S02 S13", ducats="400 400 400 400")
    act(rich, "capture slot 0 with 4")
    assert sum(rich.record().ducats) == 1600 + 7


@pytest.mark.rule("MUT-1.7")
def test_only_one_player_has_the_black_spot():
    engine = table("[B4 A3 C5 D2]", display="S06 S13", ducats="20 5 5 5", spot="D")
    act(engine, "mutiny against 4 of left 1 for slot 0")
    assert engine.record().black_spot == 1
    assert engine.observe(0, 0)[GAME.observation.slices.players].reshape(5, 15)[:, 12].sum() == 1


@pytest.mark.rule("MUT-1.8")
def test_four_slots():
    assert len(deal(GAME).record().display) == 4
    assert {
        label.split(" ")[2] for label in GAME.actions.labels if label.startswith("capture")
    } == {*"0123"}


@pytest.mark.rule("MUT-1.9")
def test_a_card_names_its_ducats():
    assert sorted(card.ducats for card in CARDS) == list(range(5, 25))


@pytest.mark.rule("MUT-1.10")
def test_a_card_shows_one_or_two_tokens():
    shown = Counter(sum(kind >= 0 for kind in card.booty) for card in CARDS)
    assert shown == {1: 4, 2: 16}


@pytest.mark.rule("MUT-1.11")
def test_a_card_names_the_fewest_pirates():
    assert Counter(card.min for card in CARDS) == {2: 3, 3: 5, 4: 5, 5: 4, 6: 3}


@pytest.mark.rule("MUT-1.12")
def test_a_card_names_the_pay_of_the_unknown_face():
    assert Counter(card.q for card in CARDS) == {1: 3, 2: 3, 3: 4, 4: 4, 5: 3, 6: 3}


@pytest.mark.rule("MUT-1.13")
def test_wheels_and_anchors_matter_only_for_the_score():
    assert sum(card.wheels for card in CARDS) == 20
    assert sum(card.anchors for card in CARDS) == 6
    engine = table("[A4 B2]", display="S02 S13")
    act(engine, "capture slot 0 with 4")
    assert engine.record().ducats[0] == 5 + 7 - 2
    assert engine.outcome()[0][0] == 10 + 2 + 9  # one wheel without an anchor, most rum


@pytest.mark.rule("MUT-1.14", "MUT-10.15")
def test_most_ducats_win():
    assert ended(ducats="12 30 8 29").outcome()[1] == [3, 1, 4, 2]
