"""The end and its scoring: MUT-10."""

import pytest

from piracy_env.games.mutiny.state import End, Phase
from tests.games.mutiny.positions import ended, table
from tests.scenario import act, expect

NOTHING = "0 0 0 0"


def score(**setup):
    return ended(**({"ducats": NOTHING} | setup)).outcome()[0]


@pytest.mark.rule("MUT-10.1")
@pytest.mark.parametrize(("purse", "card"), [("20 5 5 5", 5), ("0 5 5 5", 10)])
def test_the_last_card_ends_the_game_whether_kept_or_lost(purse, card):
    engine = table("[A4 B5 C5]", display="S03", deck="", ducats=purse)
    act(engine, "capture slot 0 with 4", "take rum")
    expect(engine, phase=Phase.OVER, end_reason=End.ALL_CARDS, claimed=20)
    assert engine.record().card_loc[2] == card


@pytest.mark.rule("MUT-10.2")
@pytest.mark.parametrize(
    ("kind", "printed"), [("saber", 6), ("rum", 9), ("relics", 12), ("chest", 15)]
)
def test_the_most_tokens_of_a_kind_gain_its_amount(kind, printed):
    assert score(tokens={"B": f"{kind} {kind}", "D": kind}) == [0, printed, 0, 1]


@pytest.mark.rule("MUT-10.3")
def test_all_who_tie_gain_the_full_amount():
    assert score(tokens={"A": "chest chest", "B": "chest chest", "C": "chest"}) == [15, 15, 1, 0]


@pytest.mark.rule("MUT-10.4")
def test_the_others_gain_one_for_each_token():
    assert score(tokens={"A": "rum rum rum", "B": "rum rum", "C": "rum"}) == [9, 2, 1, 0]


@pytest.mark.rule("MUT-10.5")
def test_only_wheels_earn_and_anchors_make_them_earn_more():
    assert score(kept={"A": "S04", "B": "S07 R01", "C": "R02 R03"}) == [2 * 2, 2 * 4, 0, 0]


@pytest.mark.rule("MUT-10.6")
def test_wheels_on_ships_and_anchors_on_ruins_are_counted():
    assert score(kept={"A": "S01 S04 R01 R02 R03"}) == [3 * 10, 0, 0, 0]


@pytest.mark.rule("MUT-10.7")
def test_the_most_anchor_tokens_add_an_anchor():
    tokens = {"A": "anchor anchor", "B": "anchor"}
    assert score(kept={"A": "S04", "B": "S07"}, tokens=tokens) == [2 * 4, 2 * 2 + 1, 0, 0]


@pytest.mark.rule("MUT-10.8")
def test_the_most_wheel_tokens_add_a_wheel():
    tokens = {"A": "wheel wheel", "B": "wheel"}
    assert score(kept={"A": "S04", "B": "S07"}, tokens=tokens) == [3 * 2, 2 * 2 + 1, 0, 0]


@pytest.mark.rule("MUT-10.9")
def test_all_who_tie_for_anchors_or_wheels_add_one():
    tokens = {"A": "wheel anchor", "B": "wheel anchor"}
    assert score(kept={"A": "S04"}, tokens=tokens) == [3 * 4, 1 * 4, 0, 0]


@pytest.mark.rule("MUT-10.10")
def test_tokens_that_added_nothing_bring_one_ducat_each():
    tokens = {"A": "wheel wheel wheel", "B": "wheel wheel anchor", "C": "anchor anchor"}
    assert score(tokens=tokens) == [1 * 2, 2 + 1, 0, 0]


@pytest.mark.rule("MUT-10.11")
@pytest.mark.parametrize(
    ("players", "rates"), [(3, [0, 2, 4, 6, 10]), (4, [2, 4, 6, 10, 15]), (5, [3, 6, 10, 15, 20])]
)
@pytest.mark.parametrize("anchors", range(5))
def test_each_wheel_earns_the_rate_of_the_table(players, rates, anchors):
    ruins = " ".join(f"R0{number}" for number in range(1, anchors + 1))
    purse = " ".join(["7"] * players)
    found = score(players=players, ducats=purse, kept={"A": f"S04 S01 {ruins}"})
    assert found[0] == 7 + 3 * rates[anchors]


@pytest.mark.rule("MUT-10.12")
def test_first_example():
    assert score(kept={"A": "R01 R04 S04 S10"})[0] == 6 * 4


@pytest.mark.rule("MUT-10.13")
def test_second_example():
    tokens = {"A": "anchor anchor", "B": "anchor"}
    assert score(kept={"A": "R01 R04 S04 S07 S01 S02"}, tokens=tokens)[0] == 10 * 6


@pytest.mark.rule("MUT-10.14")
def test_the_black_spot_is_paid_last_from_all_that_was_gained():
    assert score(spot="A", tokens={"A": "chest"}) == [15 - 10, 0, 0, 0]
    assert score(spot="A", kept={"A": "S04 R01 R02"}) == [2 * 6 - 10, 0, 0, 0]


@pytest.mark.rule("MUT-10.16")
def test_a_tie_goes_to_the_card_with_the_highest_ducats():
    engine = ended(ducats="16 20 20 3", kept={"A": "S13", "B": "R06", "C": "R05"})
    assert engine.outcome()[:2] == ([20, 20, 20, 3], [1, 2, 3, 4])


@pytest.mark.rule("MUT-10.16")
def test_in_a_tie_one_high_card_beats_two_that_add_up_to_more():
    engine = ended(ducats="20 20 10 0", kept={"A": "R04 R05", "B": "M01"})
    assert engine.outcome()[:2] == ([20, 20, 10, 0], [2, 1, 3, 4])  # 15 + 18 against 24


def test_running_games_have_a_score_and_no_ranks():
    engine = table("[A4 B2]", ducats="1 2 3 4", tokens={"D": "chest"}, deck="S01")
    assert engine.outcome()[:2] == ([1, 2, 3, 19], [0, 0, 0, 0])
    assert engine.rewards() == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("mode", "rewards"),
    [
        ("rank", [1, 1 / 3, -1 / 3, -1]),
        ("win", [1, -1 / 3, -1 / 3, -1 / 3]),
        ("score", [0.15, 0.05, -0.05, -0.15]),
    ],
)
def test_rewards(mode, rewards):
    engine = ended(ducats="40 30 20 10", reward=mode)
    assert engine.rewards() == pytest.approx(rewards)


@pytest.mark.parametrize(("mode", "reward"), [("rank", 0), ("win", 0), ("score", 0)])
def test_nobody_is_paid_when_all_are_equal(mode, reward):
    assert ended(ducats="10 10 10 10", reward=mode).rewards() == [reward] * 4
