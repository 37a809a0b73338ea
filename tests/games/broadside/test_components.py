"""What is in the box, and what the expansion adds (BRO-1, BRO-10.3, BRO-10.4, BRO-15)."""

import pytest

from piracy_env.games.broadside import GAME
from piracy_env.games.broadside.cards import SHIP_ROW, TREASURE_ROW
from piracy_env.games.broadside.state import BLUE, NONE, RED, SHIPS, Place
from tests.scenario import deal

T = GAME.tables.load().t
BASE = {"expansion": False}
LIST = {"expansion": True}
CONTENTS = {"expansion": True, "expansion_size": "contents"}


def red_cards(engine):
    """All red cards of a fresh game by kind."""
    s = engine.record()
    return [s.red_deck[kind] + sum(hand[kind] for hand in s.red_hand) for kind in range(RED)]


def blue_cards(engine):
    """The numbers of all blue cards of a game."""
    return [card for card in range(BLUE) if engine.record().blue_loc[card] != Place.BOX]


@pytest.mark.rule("BRO-1.1")
def test_the_base_box():
    engine = deal(GAME, players=6)
    ships = [card for card in range(SHIPS) if SHIP_ROW[card] != NONE]
    assert sum(card >= BLUE for card in ships) == 6 == T.ships[SHIP_ROW[BLUE]].base
    assert len(blue_cards(engine)) == 41
    assert sum(red_cards(engine)) == 39
    assert T.box.fame_cards == 1
    base = [T.ships[SHIP_ROW[card]] for card in blue_cards(engine) if SHIP_ROW[card] != NONE]
    assert (len(base), sum(ship.points for ship in base)) == (35, 48)


@pytest.mark.rule("BRO-1.2", "BRO-15.1", "BRO-15.4", "BRO-15.5")
@pytest.mark.parametrize(
    ("options", "red", "blue"), [(BASE, 39, 41), (LIST, 60, 50), (CONTENTS, 54, 49)]
)
def test_the_expansion_is_shuffled_in(options, red, blue):
    engine = deal(GAME, players=4, **options)
    assert sum(red_cards(engine)) == red
    assert len(blue_cards(engine)) == blue
    column = {"contents": "contents"}.get(options.get("expansion_size"), "list")
    added = [getattr(row, column) if options["expansion"] else 0 for row in T.reds]
    assert red_cards(engine) == [row.base + more for row, more in zip(T.reds, added, strict=True)]


@pytest.mark.rule("BRO-15.2", "BRO-15.3")
def test_ships_and_treasures_of_the_expansion():
    def names(options):
        engine = deal(GAME, players=2, **options)
        tables = engine.tables_of(0)
        found = []
        for card in blue_cards(engine):
            section, row = ("ships", SHIP_ROW[card])
            if row == NONE:
                section, row = ("treasures", TREASURE_ROW[card])
            found.append(tables.text(section, "name")[row])
        return found

    base, full = names(BASE), names(LIST)
    assert full[: len(base)] == base
    assert full[len(base) :] == [
        "Le Claude", "Captured Sloop", "Golden Hind", "Kraken", "Kraken", "Sunken City",
        "Lost Galleon", "Governor's Daughter", "Flying Dutchman",
    ]  # fmt: skip
    assert names(CONTENTS).count("Kraken") == 1


@pytest.mark.rule("BRO-1.4", "BRO-1.6")
def test_what_no_rule_asks_for():
    box = T.box
    assert (box.wind_dice, box.rule_cards, box.setup_cards, box.rule_books) == (1, 4, 1, 1)
    other = {"box": {"rule_cards": 9, "setup_cards": 0, "rule_books": 7, "wind_dice": 2}}
    plain, changed = deal(GAME, seed=4), deal(GAME, seed=4, tables=other)
    for _ in range(30):
        assert plain.states.tobytes() == changed.states.tobytes()
        action = int(plain.legal()[0])
        plain.step([action])
        changed.step([action])


@pytest.mark.rule("BRO-1.5", "BRO-R01")
def test_crew_tokens_are_no_limit():
    assert T.box.crew_tokens == 100
    crews = {"ships": {"big_sloop": {"crew": 30, "max": 30, "cargo": 2}}}
    engine = deal(GAME, players=6, tables=crews)
    assert engine.record().fleet_crew.sum() == 180


@pytest.mark.rule("BRO-10.3", "BRO-10.4")
def test_a_blue_card_is_a_ship_or_a_treasure():
    cards = blue_cards(deal(GAME, players=2))
    assert all((SHIP_ROW[card] == NONE) != (TREASURE_ROW[card] == NONE) for card in cards)
    treasures = [card for card in cards if TREASURE_ROW[card] != NONE]
    assert len(treasures) == 6
    assert all(T.treasures[TREASURE_ROW[card]].points > 0 for card in treasures)
