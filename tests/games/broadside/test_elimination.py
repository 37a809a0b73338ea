"""Elimination in the middle of anything, and the end of the game: BRO-9, BRO-R40 to BRO-R47."""

import pytest

from piracy_env.games.broadside.state import End, Phase, Place, Red
from tests.games.broadside.positions import (
    attack,
    blues,
    fleet,
    passes,
    phase,
    points_of,
    reds,
    roll,
    sea,
    table,
)
from tests.scenario import act, expect, labels


@pytest.mark.rule("BRO-9.1", "BRO-R41")
def test_a_defender_goes_down():
    knowledge = [[[0] * 23 for _ in range(6)] for _ in range(6)]
    knowledge[0][1][Red.TERROR] = knowledge[2][1][Red.FOG] = 1
    engine = sea(
        "sloop coaster", "coaster[1]", "sloop", players=3, expansion=True, table="whydah",
        hands=["chain_shot", "terror fog"], blue_hands=["", "brig galleon"],
        treasures=["map_2", "map_1"], fields={"known": knowledge},
    )  # fmt: skip
    attack(engine, 0, "target_enemy 1 0", 0, 0, 0, 1, 0)
    expect(engine, out=2, elim_event=[0, 1, 0], over=0, treasure_pts=[1, 0, 0], cave_owner=0)
    assert reds(engine, "red_disc") == "terror fog"
    assert sorted(blues(engine, Place.DISCARD).split()) == ["brig", "galleon", "map_1"]
    assert engine.states["known"].sum() == 0
    assert (fleet(engine, 0), phase(engine)) == ("sloop[11] coaster[4] coaster[2]", "0 ADVENTURE")
    act(engine, "act_ship 1")
    assert labels(engine) == ["target_table 0", "target_enemy 2 0"]


@pytest.mark.rule("BRO-R43", "BRO-9.1")
def test_the_attacker_goes_down_and_the_next_player_begins():
    engine = sea("coaster[1]", "sloop", "sloop[9]", players=3, table="brig map_1")
    act(roll(engine, 2), "act_ship 0", "target_enemy 1 0")
    passes(engine, 2)
    passes(roll(engine, 0, 0, 0, 1), 4)
    expect(engine, out=1, elim_event=[1, 0, 0], cur=1, sel_ship=-1, exp_slot=-1)
    assert fleet(engine, 1) == "sloop[11] coaster[2]"
    assert set(blues(engine, Place.DISCARD).split()) == {"brig", "map_1"}
    assert phase(engine) == "1 INCOME"


@pytest.mark.rule("BRO-R17", "BRO-R43")
def test_attacker_and_defender_go_down_together():
    engine = sea("coaster[1]", "coaster[1]", players=4, table="brig")
    attack(engine, 0, "target_enemy 1 0", 0, 0, 0, 1, 1)
    expect(engine, out=3, elim_event=[1, 1, 0, 0], over=0, cur=2, round_no=2)
    assert sorted(blues(engine, Place.DISCARD).split()) == ["brig", "coaster", "coaster"]
    assert phase(engine) == "2 ADVENTURE"
    passes(engine, 4)
    while phase(engine) == "3 DISCARD":
        act(engine, engine.legal()[0])
    expect(engine, cur=2, round_no=3)


@pytest.mark.rule("BRO-10.10", "BRO-R43")
def test_a_digger_goes_down():
    engine = sea("sloop[2]", players=3, table="map_1 brig")
    act(roll(engine, 0, 0), "act_ship 0", "target_table 0", "roll")
    expect(engine, out=1, cur=1, exp_slot=-1)
    assert blues(engine, Place.DISCARD) == "brig map_1"
    assert phase(engine) == "1 ADVENTURE"


@pytest.mark.rule("BRO-9.3")
def test_traitors_while_reorganising():
    engine = sea(
        "sloop[4] coaster", "coaster[1]", "sloop", players=3, hands=["traitors", "chain_shot"],
        phase=Phase.REORG, expansion=True,
    )  # fmt: skip
    act(engine, "sell 1", "play traitors", "target_enemy 1 0", "own_ship 0")
    expect(engine, out=2, muster=6, over=0)
    assert phase(engine) == "0 REORG"
    assert reds(engine, "red_disc") == "traitors chain_shot"
    act(engine, "redistribute", "count 11")
    assert phase(engine) == "0 REORG"


@pytest.mark.rule("BRO-9.2", "BRO-9.3")
def test_the_last_opponent_goes_down_while_crew_waits():
    engine = sea(
        "sloop[4] coaster", "coaster[1]", hands=["traitors"], phase=Phase.REORG, expansion=True
    )  # fmt: skip
    act(engine, "sell 1", "play traitors", "target_enemy 1 0", "own_ship 0")
    expect(engine, over=1, end_reason=End.SURVIVOR, muster=6, rank_lo=[1, 2], rank_hi=[1, 2])
    assert engine.outcome()[:2] == ([0, 0], [1, 2])


@pytest.mark.rule("BRO-9.4", "BRO-R40")
def test_the_cave_of_the_eliminated_may_win_the_game():
    engine = sea(
        "sloop war_galleon galleon", "coaster[1]", "sloop", players=3,
        treasures=["map_1", "map_4"], cave=1,
    )  # fmt: skip
    assert points_of(engine) == [5, 2, 0]
    attack(engine, 0, "target_enemy 1 0", 0, 0, 0, 1, 0)
    assert points_of(engine) == [7, 0, 0]
    expect(engine, over=1, end_reason=End.POINTS, cave_owner=0, rank_lo=[1, 3, 2])


@pytest.mark.rule("BRO-R40")
def test_the_cave_falls_to_nobody_if_the_heirs_are_tied():
    engine = sea(
        "sloop", "coaster[1]", "sloop", players=3, treasures=["map_1", "map_4", "map_2"], cave=1
    )  # fmt: skip
    attack(engine, 0, "target_enemy 1 0", 0, 0, 0, 1, 0)
    expect(engine, cave_owner=-1, treasure_pts=[1, 0, 1])


@pytest.mark.rule("BRO-9.4")
def test_seven_points_win_at_once_in_the_own_turn():
    engine = sea("sloop war_galleon man_of_war", table="merchant[1] brig", hands=["terror"])
    attack(engine, 0, "target_table 0", 0, 0, 0, 1, 0)
    expect(engine, over=1, end_reason=End.POINTS, rank_lo=[1, 2], phase=Phase.OVER)
    assert (table(engine), engine.legal()) == ("- brig[9]", [])
    assert engine.outcome()[:2] == ([7, 0], [1, 2])


@pytest.mark.rule("BRO-R42")
def test_points_won_as_defender_count_when_the_own_turn_begins():
    engine = sea("sloop merchant[1]", "sloop war_galleon galleon light_frigate")
    act(roll(engine, 2), "act_ship 1", "target_enemy 1 3", "pass", "pass")
    passes(roll(engine, 0, 1), 2)
    assert points_of(engine) == [0, 7]
    expect(engine, over=0)
    passes(engine, 2)
    expect(engine, over=1, end_reason=End.POINTS, rank_lo=[2, 1], rank_hi=[2, 1])


@pytest.mark.rule("BRO-R44")
def test_places_follow_the_order_of_elimination():
    engine = sea(
        "coaster[1]", "coaster[1]", players=4, out=[3], max_rounds=2,
        treasures=["", "", "map_1"], cave=2,
    )  # fmt: skip
    attack(engine, 0, "target_enemy 1 0", 0, 0, 0, 1, 1)
    expect(engine, over=1, end_reason=End.SURVIVOR, elim_event=[2, 2, 0, 1])
    expect(engine, rank_lo=[2, 2, 1, 4], rank_hi=[3, 3, 1, 4])
    assert engine.rewards() == pytest.approx([0, 0, 1, -1])


@pytest.mark.rule("BRO-R46", "BRO-3.1")
def test_rounds_go_on_when_the_first_player_is_gone():
    engine = sea(players=3, out=[0], fields={"cur": 1, "seat": 1})
    passes(engine, 2)
    expect(engine, cur=2, round_no=2)
    passes(engine, 2)
    expect(engine, cur=1, round_no=3)


@pytest.mark.rule("BRO-R46")
@pytest.mark.parametrize(
    ("fleets", "treasures", "cave", "first", "last"),
    [
        (["sloop merchant", "sloop", "sloop"], [], -1, [1, 2, 2], [1, 3, 3]),
        (["sloop", "sloop fishing_smack", "sloop"], [], -1, [2, 1, 2], [3, 1, 3]),
        (["sloop[9]", "sloop[10]", "sloop"], [], -1, [3, 2, 1], [3, 2, 1]),
        (["sloop", "sloop", "sloop"], ["", "map_1", "map_2"], 1, [3, 1, 2], [3, 1, 2]),
        (["sloop[8] coaster[2]", "sloop[10]", "merchant[1]"], [], -1, [2, 3, 1], [2, 3, 1]),
    ],
)
def test_places_at_the_last_round(fleets, treasures, cave, first, last):
    engine = sea(
        *fleets, players=3, treasures=treasures, cave=cave,
        fields={"round_no": 40, "cur": 2, "seat": 2},
    )  # fmt: skip
    passes(engine, 2)
    expect(engine, over=1, end_reason=End.ROUND_LIMIT, rank_lo=first, rank_hi=last)
    assert engine.outcome()[1] == first


def test_a_game_that_is_endless_is_cut():
    engine = sea(fields={"moves": 59_998})
    act(engine, "act_ship 0")
    expect(engine, over=0)
    engine.step([engine.legal()[0]])
    expect(engine, over=2, moves=60_000)
    assert engine.truncated[0]
    assert engine.rewards() == [0, 0]
