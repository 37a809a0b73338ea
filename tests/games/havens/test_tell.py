"""What came of an action, in words; and the reckoning at the end."""

import pytest

from piracy_env.games.havens import GAME
from piracy_env.games.havens.names import nearby, surname
from tests.games.havens.test_attacks import WON, raid
from tests.scenario import deal, told

TABLES = GAME.tables.load()


def has(lines, *parts):
    """Whether a line has all of some parts."""
    return any(all(part in line for part in parts) for line in lines)


def test_a_completed_attack_is_told_with_booty_and_the_new_card():
    lines = told(raid(dice=WON), "attempt 0 0")
    assert has(lines, "booty aboard.")
    assert has(lines, "New on A's Attack Row, place 0: ")


def test_a_lost_round_is_told_with_the_dice():
    lines = told(raid(dice="1 1 1 1 1 1 1 6 6 6 6 6 6"), "attempt 0 0")
    assert "The dice: 7 to 36, the round is lost (HAV-5.5)." in lines


def test_a_purchase_is_told_with_the_money_and_the_column():
    engine = deal(GAME, players=2)
    card = int(engine.record().column[0])
    lines = told(engine, GAME.actions.id(f"card {card}"))
    assert has(lines, "8 -> 9")
    assert has(lines, "10 -> 8 of 10 unspent.")
    assert has(lines, "Purchase Column: -, ")


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_only_the_owner_is_told_which_card_is_drawn(viewer):
    engine = deal(GAME, players=2, start_player=0)
    lines = told(engine, "draw_pile", viewer=viewer)
    assert has(lines, "A draws ") == (viewer in (None, 0))


def test_surnames_have_what_belongs_to_them():
    names = [surname(TABLES, captain) for captain in range(24)]
    assert {"Morgan", "le Grand", "van Hoorn", "de Graaf", "l'Olonnais", "Blackbeard"} <= set(names)


def test_open_sea_is_told_by_the_nearest_place():
    told_of = [nearby(TABLES, hex_) for hex_ in range(100)]
    assert len(set(told_of)) == 100
    assert all(", " in words for words in told_of if words.startswith("open sea"))
