"""What the floats of an observation say, read by their names."""

import pytest

from piracy_env.games.notoriety import GAME
from tests.games.notoriety.positions import table
from tests.scenario import act

FEATURES = {name: index for index, name in enumerate(GAME.observation.feature_names())}


def seen(engine, seat=0):
    """The floats that are not zero, by name, of one seat's view."""
    view = engine.observe(0, seat)
    return {name: float(view[index]) for name, index in FEATURES.items() if view[index]}


def part(view, start):
    """The floats whose names begin so, without that beginning."""
    return {name.removeprefix(start): v for name, v in view.items() if name.startswith(start)}


def test_groups_have_the_sizes_of_what_they_show():
    sizes = {group.name: group.size for group in GAME.observation.groups}
    assert sizes == {
        "table": 51, "tavern": 140, "piles": 142, "pending": 159, "self": 501,
        "opp_1": 284, "opp_2": 284, "opp_3": 284,
        "counted_1": 74, "counted_2": 74, "counted_3": 74, "limit": 1,
    }  # fmt: skip
    assert GAME.observation.size == 2068


def test_the_moment():
    engine = table(players=4, fields={"start_player": 2, "final_lap": 3}, hand="DB")
    assert part(seen(engine, 3), "table.") == {
        "players 4": 1, "round 3": 1, "phase command": 1, "to move left 1": 1, "turn of left 1": 1,
        "start player left 3": 1, "last lap": 1, "last turns left": 0.75, "in play richest": 1,
        "in play merciless": 1, "commander_parrot": 1, "prize 6": 1, "prize 3": 1, "prize 2": 1,
        "prize 1": 1,
    }  # fmt: skip
    port = seen(table(players=2, fields={"round": 2}, hand="DB", row="H1 H2 H3 H4 H5"))
    assert part(port, "table.prize ") == {"port": 1}
    assert "table.players 2" in port


def test_the_tavern_shows_what_is_printed():
    view = seen(table(hand="DB", row="- W4 S7 K6 HC", pirates="", coins=4))
    assert not part(view, "tavern[slot 0].")
    assert part(view, "tavern[slot 1].") == {
        "present": 1, "Swords": 1, "4": 1, "cost": pytest.approx(0.3), "attack": 1,
        "trade": pytest.approx(1 / 3), "affordable": 1,
    }  # fmt: skip
    assert part(view, "tavern[slot 2].") == {
        "present": 1, "Skulls": 1, "7": 1, "cost": 0.5, "draw": 1, "trade": 1, "or": 1,
    }  # fmt: skip
    assert part(view, "tavern[slot 3].")["affordable"] == 1
    assert part(view, "tavern[slot 4].") == {
        "present": 1, "Hearts": 1, "Captain": 1, "cost": pytest.approx(0.6), "rescue": 1,
        "captain": 1, "or": 1,
    }  # fmt: skip


def test_open_piles_and_what_the_decks_must_hold():
    view = seen(table(hand="DB", pirate_discard="W1 W2", treasure_discard="map"))
    assert part(view, "piles.pirate discard ") == {"W1": 1, "W2": 1}
    assert part(view, "piles.pirate deck ") == dict.fromkeys(
        ["A1", "A3", "A4", "A5", "A6"], 1.0
    ) | {"size": pytest.approx(0.1)}
    assert part(view, "piles.treasure discard ") == {"map": 1}
    assert part(view, "piles.treasure deck ") == {
        "potato": 1, "rum": 1, "ruby": 1, "size": pytest.approx(3 / 20),
    }  # fmt: skip


def test_what_is_being_resolved():
    engine = act(table(hand="W4 DB", coins=[2, 1, 2]), "card W4", "target 2")
    assert part(seen(engine, 1), "pending.") == {
        "waiting trade": 0.25, "attacker left 2": 1, "attacked left 1": 1,
    }  # fmt: skip
    engine = act(table(hand="PM PM", treasures="jewels"), "plunder")
    expected = {"revealed jewels": 1, "in front PM": pytest.approx(2 / 6)}
    assert part(seen(engine, 2), "pending.") == expected
    engine = act(table(hand="DB DB ruby"), "card DB", "card ruby")
    assert part(seen(engine), "pending.in front ") == {"DB": 0.25, "ruby": 1}
    engine = act(table(hand="KC"), "card KC")
    assert part(seen(engine, 1), "pending.") == {"choice on KC": 1}


def test_own_cards_and_counts():
    engine = table(
        hand="PM DB ruby", deck="H2 DB DB", disc="A1 PM", bur_hid="HQ jewels", bur_open="PM",
        ship="WC W2", newrec="W3", wild="W", coins=7,
        fields={"known_top": [1, 0, 0, 0], "prize": [[1, 0, 0, 0], *[[0] * 4] * 3]},
    )  # fmt: skip
    mine = part(seen(engine), "self.")
    assert part(mine, "hand ") == {"PM": pytest.approx(1 / 6), "DB": 0.25, "ruby": 1}
    assert part(mine, "deck ") == {"H2": 1, "DB": 0.5}
    assert part(mine, "known top ") == {"H2": 1}
    assert part(mine, "areas ") == {"WC": 1, "W2": 1, "W3": 1}
    assert part(mine, "wild captain of ") == {"Swords": 1}
    counts = {
        "coins": 7 / 20, "hand": 3 / 10, "deck": 3 / 30, "discard": 2 / 30, "buried": 3 / 15,
        "recruits": 1 / 3, "parley": 1, "prize NP": 1 / 30, "officer NP": 3 / 15,
        "strength": 12 / 40, "banners": 6 / 40, "buried banners": 6 / 40, "buried crew": 2 / 15,
    }  # fmt: skip
    assert {name: mine.get(name) for name in counts} == pytest.approx(counts)
    assert "unused" not in mine


def test_banners_above_ground_do_not_depend_on_the_scope_of_richest():
    for scope in (0, 1):
        engine = table(hand="ruby", disc="map", deck="DB", options={"richest_scope": scope})
        assert seen(engine)["self.banners"] == pytest.approx(5 / 40)


def test_a_lookout_is_seen_by_its_owner():
    engine = act(table(hand="H2", deck="PM ruby DB"), "card H2")
    assert part(seen(engine), "self.lookout ") == {"PM": 1, "ruby": 1}
    assert not part(seen(engine, 1), "self.lookout ")


def test_a_rival_is_seen_as_a_pool_of_cards():
    engine = table(
        hand="DB", others={1: {"hand": "PM H1", "deck": "DB ruby", "bur_hid": "PM", "disc": "A2",
                               "bur_open": "DB", "ship": "H5 A5"}, 2: {"hand": "DB"}},
    )  # fmt: skip
    theirs = part(seen(engine), "opp_1.")
    pool = {"H1": 1, "ruby": 1, "PM": 2 / 6, "DB": 0.25}
    assert part(theirs, "hand, deck or buried ") == pytest.approx(pool)
    assert part(theirs, "buried ") == {"DB": 0.25}
    assert part(theirs, "discard ") == {"A2": 1}
    counts = {
        "present": 1, "hand": 2 / 10, "deck": 2 / 30, "discard": 1 / 30, "buried": 2 / 15,
        "hidden buried": 1 / 15, "coins": 2 / 20, "parley": 1, "strength": 4 / 40,
    }  # fmt: skip
    assert {name: theirs[name] for name in counts} == pytest.approx(counts)
    assert not part(seen(engine), "opp_3.")
    assert "opp_2.present" in seen(engine)


def test_many_doubloons_stay_within_the_range():
    tables = {"starting": {"DB": {"dealt": [8, 4, 4]}, "PM": {"dealt": [2, 6, 4]}}}
    engine = table(
        players=2, hand="DB DB DB DB DB DB", row="H1 H2 H3 H4 H5", options={"tables": tables}
    )
    act(engine, *["card DB"] * 5)
    assert seen(engine)["pending.in front DB"] == 1
