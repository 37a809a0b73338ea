"""What came of an action, in words; and the reckoning at the end."""

from tests.games.broadside.positions import roll, sea
from tests.scenario import told


def has(lines, *parts):
    """Whether a line has all of some parts."""
    return any(all(part in line for part in parts) for line in lines)


def test_a_wind_that_is_strong_enough_is_told():
    engine = roll(sea(table="merchant"), 2)
    lines = told(engine, "act_ship 0", "target_table 0", "pass")
    assert lines == ["The wind is +2: speed 6+2 against 3.", "The Merchant is caught (BRO-8.9)."]


def test_an_attack_that_is_broken_off_is_told_with_what_it_lacked():
    engine = roll(sea("galleon", "sloop"), -2)
    lines = told(engine, "act_ship 0", "target_enemy 1 0", "pass", "pass")
    assert lines == [
        "The wind is below +4: speed 2 with it is less than 6; the attack is broken off (BRO-8.10)."
    ]


def test_a_battle_is_told_with_losses_prize_and_points():
    engine = roll(sea(table="merchant"), 2)
    lines = told(engine, "act_ship 0", "target_table 0", "pass", "pass", "pass")
    assert has(lines, "Boarding, A's Big Sloop with", "to the end (BRO-8.15).")
    assert has(lines, "A's Big Sloop wins with", "crew left (BRO-8.16).")
    assert has(lines, "A has a prize: the Merchant with 4 crew (BRO-8.17).")
    assert has(lines, "Pirate points: A 0 -> 1; 7 win.")
    assert has(lines, "Merchant (5 crew) leaves the middle.")


def test_drawn_cards_are_named_to_who_holds_them():
    for viewer, shown in ((None, True), (0, True), (1, False)):
        engine = sea(hands=["fortunas_blessing"])
        lines = told(engine, "play fortunas_blessing", viewer=viewer)
        assert has(lines, "A draws 2 red cards:") == shown
        assert has(lines, "A draws 2 red cards.") != shown
        assert "Red cards in hand: A 1 -> 2." in lines


def test_what_is_robbed_the_two_know_and_others_do_not():
    for viewer, card in ((0, "Terror"), (1, "Terror"), (2, "a red card")):
        engine = sea(players=3, hands=["neptunes_revenge", "terror"], expansion=True)
        lines = told(engine, "play neptunes_revenge", "target_player 1", viewer=viewer)
        assert f"A takes {card} from the hand of B (BRO-11.6)." in lines


def test_the_end_is_reckoned_line_by_line():
    engine = sea("sloop[11]", "sloop[1]")
    lines = told(roll(engine, 2), "act_ship 0", "target_enemy 1 0", *["pass"] * 6)
    assert has(lines, "B has no ship left and is eliminated (BRO-9.1)")
    assert has(lines, "A is the last captain afloat: the game is over (BRO-9.5).")
    rows = [line.split()[0] for line in lines[-9:]]
    assert {"score", "place", "crew"} <= set(rows)
