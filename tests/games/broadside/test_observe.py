"""What a seat sees: every group of the observation, number by number, and nothing hidden."""

import numpy as np
import pytest

from piracy_env.games.broadside import GAME
from piracy_env.games.broadside.actions import RED_KEYS
from piracy_env.games.broadside.cards import SHIP_CARDS, TREASURE_CARDS
from piracy_env.games.broadside.state import BLUE, FLEET, RED, SEATS, Phase
from tests.games.broadside.positions import passes, roll, sea
from tests.scenario import act, deal

SIZES = {
    "meta": 40, "own_red": 23, "own_blue": 50, "red_discard": 23, "blue_discard": 50, "table": 136,
    "fleets": 936, "players": 66, "known": 115, "battle": 71, "sharing": 15, "pending": 103,
    "turn": 27, "piles": 4, "start": 6, "counted": 33, "blue_held": 50,
}  # fmt: skip


def group(engine, seat, name, *shape):
    """One group of what a seat sees, as an array of a shape."""
    seen = engine.observe(0, seat)[getattr(GAME.observation.slices, name)]
    return seen.reshape(shape) if shape else seen


def near(*values):
    return pytest.approx(values, abs=1e-6)


def by_name(engine, seat, name):
    """One group of what a seat sees, each number under its name."""
    start = getattr(GAME.observation.slices, name).start
    names = GAME.observation.feature_names()[start : start + SIZES[name]]
    return dict(zip(names, group(engine, seat, name).tolist(), strict=True))


def counts(names, of=4.0):
    return [names.split().count(key) / of for key in RED_KEYS]


def test_the_groups():
    assert {g.name: g.size for g in GAME.observation.groups} == SIZES
    assert list(SIZES) == [g.name for g in GAME.observation.groups]
    assert len(GAME.observation) == 1748
    assert len(set(GAME.observation.feature_names())) == 1748


def test_the_moment():
    engine = sea(
        players=3, phase=Phase.REORG, expansion=True, draw_by_points=True, target_points=9,
        fields={"cur": 2, "seat": 2, "round_no": 10},
    )  # fmt: skip
    meta = group(engine, 1, "meta").tolist()
    assert meta[:16] == [phase == Phase.REORG for phase in range(16)]
    assert meta[16:22] == [0, 1, 0, 0, 0, 0], "seat 2 sits at the left of seat 1"
    assert meta[22:28] == [0, 1, 0, 0, 0, 0]
    assert meta[28:31] == near(10 / 40, 9 / 15, 3 / 6)
    assert meta[31:] == [1, 0, 0, 1, 0, 0, 0, 1, 0]
    last = deal(GAME, first_turn_plus3=True, sell_unlimited=True, prize_may_attack=False,
                crew_window_each_round=True, expansion_size="contents")  # fmt: skip
    assert group(last, 0, "meta").tolist()[31:] == [0, 1, 0, 0, 0, 1, 1, 0, 1]


def test_own_hands_and_piles():
    engine = sea(
        hands=["terror terror fog", "harbour"], blue_hands=["", "brig"], expansion=True,
        red_discard="good_wind", blue_discard="coaster#3 kraken",
    )  # fmt: skip
    assert group(engine, 0, "own_red").tolist() == counts("terror terror fog")
    assert group(engine, 1, "own_red").tolist() == counts("harbour")
    assert group(engine, 0, "red_discard").tolist() == counts("good_wind")
    brig = SHIP_CARDS["brig"].start
    assert group(engine, 1, "own_blue").tolist() == [float(card == brig) for card in range(BLUE)]
    assert not group(engine, 0, "own_blue").any()
    discards = [3, TREASURE_CARDS["kraken"].start]
    assert np.flatnonzero(group(engine, 0, "blue_discard")).tolist() == discards
    assert group(engine, 0, "piles").tolist() == near(55 / 60, 1 / 60, 47 / 50, 2 / 50)


def test_adventures_in_the_middle():
    engine = sea(table="war_galleon[9] governors_daughter", expansion=True)
    table = group(engine, 1, "table", 8, 17)
    assert table[0].tolist() == near(
        1, 1, 3 / 8, 8 / 12, 9 / 30, 24 / 30, 3 / 8, 3 / 4, *[0] * 9
    )  # fmt: skip
    assert table[1].tolist() == near(
        1, 0, *[0] * 6, 3 / 6, 2 / 4, 1 / 4, 1 / 4, 0, 1, 0, 2 / 10, 3 / 4
    )  # fmt: skip
    assert not table[2:].any()


def test_fleets_and_players():
    engine = sea(
        "sloop[5] frigate#24[3]+full_rig+gunnery_upgrade+gunnery_upgrade", "", "",
        players=3, acted=[(0, 1)], hands=["", "terror fog", ""], blue_hands=["", "brig fluyt"],
        treasures=["map_4", "map_1", ""], cave=0, expansion=True,
    )  # fmt: skip
    fleets = group(engine, 2, "fleets", SEATS, FLEET, 13)
    assert fleets[0, 0].tolist() == near(1, 6 / 12, 0, 11 / 40, 11 / 40, 2 / 8, *[0] * 7)
    assert fleets[1, 1].tolist() == near(
        1, 5 / 12, 10 / 25, 3 / 40, 17 / 40, 2 / 8, 2 / 4, 1 / 3, 2 / 3, 0, 0, 0, 1
    )  # fmt: skip
    assert not fleets[3:].any()
    assert not fleets[0, 1:].any()
    players = group(engine, 2, "players", SEATS, 11)
    assert players[1].tolist() == near(
        1, 4 / 15, 2 / 20, 1, 0, 0, 2 / 12, 8 / 200, 4 / 60, 1, 1
    )  # fmt: skip
    assert players[2].tolist() == near(
        1, 0, 1 / 20, 0, 2 / 20, 2 / 6, 1 / 12, 11 / 200, 2 / 60, 0, 0
    )  # fmt: skip
    assert not players[3:].any()


def test_an_eliminated_player_is_seen_as_such():
    players = group(sea(players=3, out=[1]), 0, "players", SEATS, 11)
    assert players[:, 0].tolist() == [1, 0, 1, 0, 0, 0]


def test_what_is_known_of_other_hands():
    known = np.zeros((SEATS, SEATS, RED), np.int8)
    fog = RED_KEYS.index("fog")
    known[0, 2, fog] = 2
    engine = sea(players=3, hands=["", "", "fog fog"], expansion=True, fields={"known": known})
    seen = group(engine, 0, "known", 5, RED)
    assert (seen[1, fog], seen.sum()) == (0.5, 0.5)
    assert not group(engine, 1, "known").any()


def test_what_others_hold_for_certain():
    chain, terror = (RED_KEYS.index(name) for name in ("chain_shot", "terror"))
    held, older = np.zeros((SEATS, RED), np.int8), np.zeros((SEATS, SEATS), np.int8)
    held[1, chain], held[2, terror], older[1, :3], older[2, :3] = 2, 1, (3, 0, 1), (1, 2, 0)
    left = np.zeros(SEATS + BLUE, np.int8)
    brig, coaster = (SHIP_CARDS[name].start for name in ("brig", "coaster"))
    left[[brig, coaster]] = 1
    engine = sea(
        players=3, expansion=True,
        hands=["chain_shot chain_shot terror", "terror harbour", "chain_shot"],
        blue_hands=["", "", "brig fluyt"], table="coaster",
        fields={"held": held, "older": older, "blue_left": left,
                "blue_older": [0, 0, 1, 0, 0, 0]},
    )  # fmt: skip
    seen = {name: value for name, value in by_name(engine, 1, "counted").items() if value}
    assert seen == pytest.approx({
        "counted.held chain_shot": 2 / 4, "counted.red hand of left 1": 1 / 20,
        "counted.red hand of left 2": 3 / 20, "counted.blue hand of left 1": 1 / 6,
    })  # fmt: skip
    assert np.flatnonzero(group(engine, 1, "blue_held")).tolist() == [brig]
    assert not group(engine, 2, "blue_held").any(), "the own hand stands elsewhere"
    assert "Others hold, for they were not shuffled: 2 Chain Shot, Brig." in engine.describe(0, 1)
    assert "Others hold, for they were not shuffled: Terror." in engine.describe(0, 2)
    assert "Others hold, for they were not shuffled: Brig." in engine.describe(0, 0)


def test_who_began():
    engine = sea(players=4, fields={"start": 3})
    assert [group(engine, seat, "start").argmax() for seat in range(4)] == [3, 2, 1, 0]


def test_a_battle_with_cards():
    engine = sea(
        "sloop frigate#24[12]+gunnery_upgrade", "war_galleon[16]", players=3,
        hands=["good_wind chain_shot fast_reload surprise_attack", "bottle_of_rum"],
    )  # fmt: skip
    act(engine, "act_ship 1", "target_enemy 1 0", "play chain_shot", "play fast_reload",
        "play good_wind", "play surprise_attack", "pass", "play bottle_of_rum", "pass")  # fmt: skip
    seen = by_name(engine, 0, "battle")
    nonzero = {name.removeprefix("battle."): value for name, value in seen.items() if value}
    assert nonzero == pytest.approx({
        "on": 1, "attacking": 1, "step wind": 1, "attacker to act": 1, "other passed": 1,
        "attacker me": 1, "defender left 1": 1,
        "attacker's speed": 5 / 15, "attacker's cannon dice": 22 / 40, "attacker's crew": 12 / 40,
        "attacker's max": 17 / 40, "attacker's cargo": 2 / 8, "attacker's points": 2 / 4,
        "defender's cannon dice": 8 / 40, "defender's crew": 16 / 40, "defender's max": 24 / 40,
        "defender's temporary crew": 2 / 15, "defender's cargo": 3 / 8, "defender's points": 3 / 4,
        "attacker's chain_shot": 1 / 3, "attacker's fast_reload": 1 / 3,
        "attacker's good_wind": 1 / 3, "surprise_attack": 1 / 3, "wind": 0.5,
        "played good_wind": 1 / 4, "played surprise_attack": 1 / 4, "played bottle_of_rum": 1 / 4,
        "played chain_shot": 1 / 4, "played fast_reload": 1 / 4,
    }, abs=1e-6)  # fmt: skip
    onlooker = by_name(engine, 2, "battle")
    assert (onlooker["battle.looking on"], onlooker["battle.attacker left 1"]) == (1, 1)
    assert (onlooker["battle.attacking"], onlooker["battle.defender left 2"]) == (0, 1)
    assert by_name(engine, 1, "battle")["battle.defending"] == 1


def test_a_battle_against_an_adventure_after_the_wind():
    engine = roll(sea(table="merchant[4]", hands=["grappling_hooks"]), -1)
    act(engine, "act_ship 0", "target_table 0", "play grappling_hooks")
    passes(engine, 1)
    seen = by_name(engine, 0, "battle")
    assert (seen["battle.neutral"], seen["battle.step cannons"]) == (1, 1)
    assert (seen["battle.wind rolled"], seen["battle.wind"]) == near(1, 1 / 4)
    assert seen["battle.grappling_hooks"] == pytest.approx(1 / 3)
    assert seen["battle.defender's crew"] == pytest.approx(4 / 40)
    assert not any(seen[f"battle.defender {who}"] for who in ("me", "left 1", "left 2"))
    assert group(engine, 0, "pending").tolist()[23:35] == [1, *[0] * 11]


def test_crew_that_is_shared_out():
    engine = sea("sloop[5] merchant[3] fluyt[6]", phase=Phase.REORG)
    act(engine, "sell 2")
    assert group(engine, 1, "sharing").tolist()[:2] == near(0, 10 / 100)
    assert group(engine, 1, "turn").tolist()[:4] == near(1, 0, 0, 0)
    act(engine, "redistribute", "count 9")
    assert group(engine, 1, "sharing").tolist() == near(9 / 100, 0, 0, 1, *[0] * 11)
    act(engine, "count 9")
    assert group(engine, 1, "turn").tolist()[:4] == near(1, 1, 0, 0)
    income = sea("sloop[9]", phase=Phase.INCOME, fields={"pool": 2, "dist_slot": 0})
    assert group(income, 0, "sharing")[-1] == 1


def test_what_has_been_chosen():
    engine = sea(
        "sloop[5]", "", "sloop[9] merchant+full_rig", players=3, expansion=True,
        hands=["sabotage"], table="map_1",
    )  # fmt: skip
    act(engine, "play sabotage")
    pending = by_name(engine, 1, "pending")
    assert [name for name, value in pending.items() if value] == ["pending.card sabotage"]
    act(engine, "target_enemy 2 1")
    chosen = [name for name, value in by_name(engine, 1, "pending").items() if value]
    assert chosen == ["pending.card sabotage", "pending.left 2 slot 1"], "seats count from `cur`"
    act(engine, "inv full_rig")
    assert not group(engine, 1, "pending").any()
    assert group(engine, 1, "turn").tolist()[4:] == counts("sabotage")
    roll(engine, 0)
    act(engine, "act_ship 0", "target_table 0")
    digging = [name for name, value in by_name(engine, 1, "pending").items() if value]
    assert digging == ["pending.own slot 0", "pending.dig slot 0"]
    assert group(engine, 1, "turn").tolist()[3] == pytest.approx(1 / 20)


def test_hands_and_decks_of_others_are_hidden():
    plain = sea(hands=["fog", "terror"], blue_hands=["", "brig"], expansion=True)
    other = sea(hands=["fog", "chain_shot"], blue_hands=["", "fluyt"], expansion=True)
    assert (plain.observe(0, 0) == other.observe(0, 0)).all()
    assert (plain.observe(0, 1) != other.observe(0, 1)).any()
