"""What came of an action, in words; and the reckoning at the end."""

import pytest

from piracy_env.core.record import Record
from piracy_env.games.notoriety import GAME
from piracy_env.games.notoriety.reckoning import standing
from piracy_env.games.notoriety.state import Achievement, Phase
from tests.games.notoriety.positions import table
from tests.games.notoriety.test_raids import CARDS
from tests.scenario import act, deal, told


def has(lines, *parts):
    """Whether a line has all of some parts."""
    return any(all(part in line for part in parts) for line in lines)


def last_turn(ships, game_round=3):
    return table(
        players=3, phase=Phase.RECRUIT, coins=2, row="H5 H6 H7 A5 A6", pirates="",
        ship=ships[0], deck=CARDS,
        others={seat: {"ship": ships[seat], "deck": CARDS} for seat in (1, 2)},
        fields={"final_lap": 1, "round": game_round, "start_player": 0},
    )  # fmt: skip


def test_a_raid_is_told_with_parties_strengths_and_prizes():
    lines = told(last_turn(["H1 A1", "H2 A2 W2 S2", "H3"]), "done")
    assert lines[:4] == [
        "Raid of round 3 (NOT-13):",
        "  B with H2 A2 W2 S2: Strength 16, takes 6 NP",
        "  A with H1 A1: Strength 4, takes 3 NP",
        "  C with H3: Strength 0, takes nothing (too weak: NOT-13.4)",
    ]
    assert "Round 4 begins (NOT-16.5)." in lines
    assert "B is the Start Player (NOT-16.4)." in lines


def test_the_end_is_reckoned_line_by_line():
    lines = told(last_turn(["H1 A1", "H2 A2 W2 S2", "HQ"], game_round=5), "done")
    assert "That was the last round: the game is over (NOT-17.1)." in lines
    rows = {line.split("  ")[0] for line in lines}
    assert {"Reckoning", "Richest", "Merciless", "prizes", "officers", "NP", "place"} <= rows


@pytest.mark.parametrize(("viewer", "shown"), [(None, True), (0, True), (1, False)])
def test_only_the_owner_is_told_which_cards_are_drawn(viewer, shown):
    engine = table(hand="S2 PM", deck="ruby DB")
    lines = told(engine, "card S2", viewer=viewer)
    assert has(lines, "A draws ") == shown
    assert has(lines, "Cards of A: ", "Ship deck 2 -> 1")


def test_a_trade_is_told_alike_whether_loot_is_left_or_not():
    """NOT-R39: others hear the same of a Trade that ends by itself and of one that is ended."""
    left = table(hand="DB DB PM", others={1: {"hand": "DB"}})
    none = table(hand="DB PM PM", others={1: {"hand": "DB"}})
    one_by_one = [*told(left, "card DB", viewer=1), *told(left, "done", viewer=1)]
    assert told(none, "card DB", viewer=1) == one_by_one


def test_achievements_are_judged_by_the_rules_themselves():
    engine = act(deal(GAME, players=3, achievements="richest+mutineer+recruiter"))
    tables, s = engine.tables_of(), engine.record()
    assert isinstance(s, Record)
    values = [standing(s, tables, Achievement.RICHEST, seat) for seat in range(3)]
    assert values == [(4, 4)] * 3
    assert standing(s, tables, Achievement.RECRUITER, 0) == (0, 0)
