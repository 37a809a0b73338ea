"""The box, the tables and their checks: NOT-1, NOT-20.8 to 20.11."""

import warnings
from collections import Counter

import pytest

from piracy_env.errors import OptionError, TableError, TableWarning
from piracy_env.games.notoriety import GAME
from piracy_env.games.notoriety.options import NAMES
from piracy_env.games.notoriety.state import PIRATES, Achievement, Phase
from piracy_env.games.notoriety.tables import CARD_KEYS, PIRATE_KEYS, TABLES, TREASURE_KEYS
from tests.games.notoriety.positions import table
from tests.scenario import act, deal, expect, labels


def complaint(**changes):
    with pytest.raises(TableError) as error:
        TABLES.load(changes)
    return str(error.value)


@pytest.mark.rule("NOT-1.1", "NOT-1.2")
def test_the_box_has_68_crew_and_36_loot_cards():
    monkeys, doubloons = TABLES.load().t.starting
    assert len(PIRATE_KEYS) + monkeys.box == 68
    assert len(TREASURE_KEYS) + doubloons.box == 36
    s = deal(GAME).record()
    crew = s.pdeck_n + s.pdisc_n + 5 + sum(s.cnt[p][z][70] for p in range(3) for z in range(8))
    assert crew == 68  # three players use all 18 powder monkeys
    assert sum(s.cnt[p][z][71] for p in range(4) for z in range(8)) == 12


@pytest.mark.rule("NOT-1.3")
def test_five_suits_of_ten_cards():
    assert Counter(key[0] for key in PIRATE_KEYS) == dict.fromkeys("HAWSK", 10)
    assert Counter(key[1] for key in PIRATE_KEYS) == dict.fromkeys("1234567QCP", 5)
    assert CARD_KEYS[:PIRATES] == PIRATE_KEYS


@pytest.mark.rule("NOT-1.4")
def test_the_stacks_use_no_more_prizes_than_there_are():
    box = {1: 8 + 3, 2: 3, 3: 4, 6: 4}
    for players, stacks in zip((2, 3, 4), TABLES.load().t.prizes, strict=True):
        used = Counter({1: 2 * players})
        for token in stacks.tokens:
            used[token] += 4 if players == 2 else 3
        assert all(used[value] <= box[value] for value in box)
    four = TABLES.load().t.prizes[2]
    assert list(four.tokens) == [6, 3, 2, 1]


@pytest.mark.rule("NOT-1.5")
def test_everybody_has_one_parley_token():
    expect(deal(GAME, players=4), parley=[1, 1, 1, 1])
    expect(deal(GAME, players=2), parley=[1, 1, 0, 0])


@pytest.mark.rule("NOT-1.6", "NOT-20.11")
def test_shipshape_and_commander_are_two_faces_of_one_card():
    assert len(Achievement) == 7
    with pytest.raises(OptionError, match="two faces of one card"):
        GAME.choose(3, achievements="shipshape+commander+richest")
    drawn = Counter(
        deal(GAME, seed=seed, achievements="three").record().ach_mask for seed in range(400)
    )
    third = {NAMES[(mask & ~3).bit_length() - 1]: count for mask, count in drawn.items()}
    assert set(third) == {*NAMES[2:]}
    faces = third["shipshape"], third["commander"]
    assert 70 < sum(faces) < 130, "the double card is one of four"
    assert min(faces) > 30, "either face may lie up"


@pytest.mark.rule("NOT-1.8", "NOT-R20")
def test_only_the_value_of_coins_counts_and_they_never_run_out():
    rich = table(hand="DB", coins=[200, 0, 0])
    rich.step([GAME.actions.id("card DB")])
    expect(rich, coins=[201])


@pytest.mark.rule("NOT-1.9")
def test_one_start_player():
    firsts = Counter(deal(GAME, seed=seed).record().start_player for seed in range(200))
    assert set(firsts) == {0, 1, 2}
    assert min(firsts.values()) > 40
    for first in range(3):
        expect(deal(GAME, start_player=first), start_player=first)
    with pytest.raises(OptionError, match="no seat"):
        deal(GAME, players=2, start_player=2)


@pytest.mark.rule("NOT-2.7", "NOT-20.8", "NOT-20.9", "NOT-20.10")
def test_which_achievements_are_in_play():
    richest, merciless = 1 << Achievement.RICHEST, 1 << Achievement.MERCILESS
    expect(deal(GAME), ach_mask=richest | merciless)
    expect(deal(GAME, preset="first_game"), ach_mask=richest | merciless)
    for seed in range(20):
        swapped = deal(GAME, seed=seed, achievements="swap").record().ach_mask
        assert swapped.bit_count() == 2
        assert swapped & richest
        assert not swapped & merciless
        three = deal(GAME, seed=seed, achievements="three").record().ach_mask
        assert three.bit_count() == 3
        assert three & richest
        assert three & merciless
    expect(deal(GAME, achievements="mutineer+recruiter"), ach_mask=0b11000)
    expect(deal(GAME, achievements=0b11000), ach_mask=0b11000)


@pytest.mark.parametrize(
    "wrong", ["richest", "rich+poor", "richest+richest", 1, 0b1111, 256, True, None]
)
def test_what_is_no_choice_of_achievements(wrong):
    with pytest.raises(OptionError, match="achievements"):
        GAME.choose(3, achievements=wrong)


# --- tables ---------------------------------------------------------------------------------------


def test_values_say_where_they_come_from():
    tables = TABLES.load()
    assert tables.mark("treasures", "name", "potato").startswith("P")


def test_the_shipped_totals():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        t = TABLES.load().t
    assert sum(card.cost for card in t.pirates) == 171
    assert sum(card.black_trade for card in t.treasures) == 54
    with pytest.warns(TableWarning, match="pirates' costs: 172"):
        TABLES.load({"pirates": {"H1": {"cost": 2}}})


def test_tables_that_are_refused():
    assert "does not fit" in complaint(pirates={"H7": {"mode": "one"}})
    assert "does not fit" in complaint(pirates={"HP": {"powers": ["bury"]}})
    assert "captain may only be" in complaint(
        pirates={"H7": {"powers": ["captain"], "mode": "one"}}
    )
    assert "captain may only be" in complaint(pirates={"HC": {"powers": ["captain", "rescue"]}})
    assert "cannot be trade" in complaint(treasures={"ruby": {"white_powers": ["trade 2"]}})
    assert "cannot be captain" in complaint(treasures={"ruby": {"black_powers": ["captain"]}})
    assert "the box has" in complaint(starting={"PM": {"box": 10}})
    assert "start with 12 cards" in complaint(starting={"DB": {"box": 40, "dealt": [4, 6, 4]}})
    assert "fall with the place" in complaint(prizes={"3": {"tokens": [3, 6, 2, 0]}})
    assert "must be 0 to 12" in complaint(pirates={"H1": {"cost": 13}})


def test_a_changed_card_plays_as_changed():
    dear = {"tables": {"starting": {"DB": {"white_trade": 3}}}}
    engine = act(table(hand="DB DB", options=dear), "card DB", "card DB")
    expect(engine, coins=[8])
    swapped = {"tables": {"pirates": {"K5": {"cost": 1}, "K1": {"cost": 3}}}}
    assert labels(table(phase=Phase.RECRUIT, options=swapped), "row") == ["row 1", "row 2", "row 3"]
