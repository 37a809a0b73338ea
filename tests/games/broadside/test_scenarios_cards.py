"""The scenarios S21 to S44: reorganisation, cards, options, elimination and the end."""

import pytest

from piracy_env.games.broadside import GAME
from piracy_env.games.broadside.state import Phase, Place, Red
from tests.games.broadside.positions import (
    all_reds_but,
    attack,
    blues,
    fleet,
    passes,
    phase,
    points_of,
    pp,
    reds,
    roll,
    sea,
    table,
)
from tests.scenario import act, deal, expect, labels, refuses

TERROR, CHAIN_SHOT, FOG = int(Red.TERROR), int(Red.CHAIN_SHOT), int(Red.FOG)


def known(engine, viewer, holder, kind):
    return int(engine.states["known"][0, viewer, holder, kind])


@pytest.mark.rule("BRO-6.1", "BRO-6.2", "BRO-6.3", "BRO-6.4", "BRO-6.5", "BRO-R23", "BRO-R24")
def test_s21_sell_and_share():
    engine = sea("sloop[5] merchant[3] fluyt[6]+gunnery_upgrade", phase=Phase.REORG)
    act(engine, "sell 2")
    expect(engine, muster=10)
    assert reds(engine, "red_disc") == "gunnery_upgrade"
    assert blues(engine, Place.DISCARD) == "fluyt"
    refuses(engine, "pass")
    act(engine, "redistribute")
    expect(engine, pool=18, muster=0)
    assert labels(engine) == ["count 9", "count 10", "count 11"]
    act(engine, "count 9")
    assert labels(engine) == ["count 9"]
    act(engine, "count 9")
    assert fleet(engine, 0) == "sloop[9] merchant[9]"
    assert labels(engine) == ["pass"]


@pytest.mark.rule("BRO-9.3", "BRO-11.8", "BRO-R27")
def test_s22_the_last_of_a_crew_are_traitors():
    engine = sea("sloop[10]", "fishing_smack[1]", hands=["traitors"], expansion=1)
    act(engine, "play traitors", "target_enemy 1 0", "own_ship 0")
    assert (fleet(engine, 0), fleet(engine, 1)) == ("sloop[11]", "")
    assert blues(engine, Place.DISCARD) == "fishing_smack"
    assert reds(engine, "red_disc") == "traitors"
    expect(engine, over=1, end_reason=2, out=2, rank_lo=[1, 2])
    refuses(sea("sloop", "fishing_smack[1]", hands=["traitors"], expansion=1), "play traitors")


@pytest.mark.rule("BRO-11.7", "BRO-13.4", "BRO-13.11", "BRO-13.12")
def test_s23_sabotage():
    engine = sea("", "sloop[15]+living_quarters", hands=["sabotage"], expansion=1)
    act(engine, "play sabotage", 130, "inv living_quarters")
    assert fleet(engine, 1) == "sloop[11]"
    assert reds(engine, "red_disc") == "sabotage living_quarters"


@pytest.mark.rule("BRO-11.6")
def test_s24_neptune_steals():
    knowledge = [[[0] * 23 for _ in range(6)] for _ in range(6)]
    knowledge[0][1][CHAIN_SHOT] = knowledge[2][1][CHAIN_SHOT] = 1
    engine = sea(
        players=3, hands=["neptunes_revenge", "terror chain_shot"], fields={"known": knowledge},
        expansion=1, force=[TERROR],
    )  # fmt: skip
    act(engine, "play neptunes_revenge", "target_player 1")
    assert reds(engine, "red_hand", 0) == "terror"
    assert reds(engine, "red_hand", 1) == "chain_shot"
    assert known(engine, 1, 0, TERROR) == 1
    assert known(engine, 2, 1, CHAIN_SHOT) == 0
    assert known(engine, 0, 1, CHAIN_SHOT) == 1


@pytest.mark.rule("BRO-11.10", "BRO-R30")
def test_s25_st_elmos_fire():
    engine = sea(hands=["st_elmos_fire"], red_discard="st_elmos_fire fog", expansion=1)
    act(engine, "play st_elmos_fire")
    assert labels(engine) == ["pick fog"]
    act(engine, "pick fog")
    assert reds(engine, "red_disc") == "st_elmos_fire st_elmos_fire"
    assert known(engine, 1, 0, FOG) == 1
    engine = sea(hands=["st_elmos_fire"], red_discard="st_elmos_fire", expansion=1)
    refuses(engine, "play st_elmos_fire")


@pytest.mark.rule("BRO-11.9", "BRO-R26")
def test_s26_old_seadog():
    settings = {"hands": ["old_seadog"], "blue_discard": "war_galleon#27", "expansion": 1}
    engine = sea(table="merchant", **settings)
    act(engine, "play old_seadog", "pick_blue 27")
    assert table(engine) == "merchant[5] war_galleon[16]"
    assert blues(engine, Place.DISCARD) == ""
    refuses(act(sea(**settings), "pass"), "play old_seadog")
    engine = roll(sea("sloop coaster", table="merchant", **settings), -2)
    attack(engine, 1, "target_enemy 1 0", -2)
    refuses(engine, "play old_seadog")


@pytest.mark.rule("BRO-13.9", "BRO-R34")
def test_s27_crows_nest():
    engine = sea("sloop+crows_nest+crows_nest", table="brig galleon", expansion=1, force=[0, 5])
    act(engine, "crows_nest")
    assert table(engine) == "fishing_smack[2] merchant[5]"
    assert blues(engine, Place.DISCARD) == "brig galleon"
    refuses(engine, "crows_nest")


@pytest.mark.rule("BRO-4.3", "BRO-11.3", "BRO-R31", "BRO-R33")
def test_s28_a_card_cannot_be_drawn_by_its_own_effect():
    hand = all_reds_but("terror bottle_of_rum")
    assert len(hand.split()) == 37
    engine = sea(hands=[hand], red_discard="bottle_of_rum")
    assert reds(engine, "red_deck") == "terror"
    act(engine, "play fortunas_blessing")
    assert len(reds(engine, "red_hand", 0).split()) == 38
    assert reds(engine, "red_hand", 0).split().count("terror") == 3
    assert (reds(engine, "red_deck"), reds(engine, "red_disc")) == ("", "fortunas_blessing")


@pytest.mark.rule("BRO-7.2", "BRO-7.3")
def test_s29_down_to_five_cards():
    hand = "terror terror terror chain_shot chain_shot good_wind full_rig"
    engine = act(sea(hands=[hand], phase=Phase.REORG), "pass")
    assert labels(engine) == [
        "pick good_wind", "pick terror", "pick chain_shot", "pick full_rig"
    ]  # fmt: skip
    act(engine, "pick terror")
    assert phase(engine) == "0 DISCARD"
    act(engine, "pick full_rig")
    assert phase(engine).startswith("1 ")
    assert reds(engine, "red_hand", 0) == "good_wind terror terror chain_shot chain_shot"
    assert reds(engine, "red_disc") == "terror full_rig"


SIX = "war_galleon man_of_war"


@pytest.mark.rule("BRO-9.4", "BRO-R19", "BRO-R42")
def test_s30_seven_points_in_the_turn_of_another():
    engine = sea("sloop privateer_sloop[2]", f"sloop {SIX}", players=3)
    attack(engine, 1, "target_enemy 1 1", 0, 0, 2)
    assert points_of(engine) == [0, 7, 0]
    expect(engine, over=0)
    drawn = len(reds(engine, "red_hand", 1).split())
    act(engine, "pass", "pass")
    expect(engine, over=1, end_reason=1, rank_lo=[2, 1, 2], rank_hi=[3, 1, 3])
    assert len(reds(engine, "red_hand", 1).split()) == drawn


def test_s30_the_points_are_lost_again():
    engine = sea("sloop privateer_sloop[2]", f"sloop {SIX}", players=3)
    attack(engine, 1, "target_enemy 1 1", 0, 0, 2)
    assert points_of(engine) == [0, 7, 0]
    attack(engine, 0, "target_enemy 1 3", 0, 0, 0, 1, 0)
    assert points_of(engine) == [1, 6, 0]
    act(engine, "pass", "pass")
    expect(engine, over=0, cur=1)


@pytest.mark.rule("BRO-R06")
def test_s31_a_prize_has_to_wait():
    engine = sea(table="merchant#5", prize_may_attack=0)
    attack(engine, 0, "target_table 0", 0, 0, 0, 4, 1, 2, 0)
    assert labels(engine, "act_ship") == []
    refuses(engine, "act_ship 1")


@pytest.mark.rule("BRO-14.1", "BRO-14.2", "BRO-R49")
def test_s32_equal_first_round():
    engine = deal(GAME, players=3, start_seat=1, first_round_equal=1)
    s = engine.record()
    assert [len(reds(engine, "red_hand", seat).split()) for seat in range(3)] == [5, 5, 5]
    for seat in (0, 2):
        assert len(blues(engine, Place.HAND + seat).split()) == 3
    assert (len(table(engine).split()), phase(engine)) == (3, "1 ADVENTURE")
    for seat in (2, 0):
        passes(engine, 2)
        assert phase(engine) == f"{seat} ADVENTURE"
        expect(engine, round_no=1)
        assert len(reds(engine, "red_hand", seat).split()) == 5
        assert len(table(engine).split()) == 3
    passes(engine, 2)
    expect(engine, round_no=2, cur=1)
    assert len(reds(engine, "red_hand", s.cur).split()) == 8
    assert len(table(engine).split()) == 3


@pytest.mark.rule("BRO-14.3", "BRO-14.4")
@pytest.mark.parametrize(
    ("ships", "drawn"), [("", 2), (" frigate", 2), (" frigate war_galleon", 5)]
)
def test_s33_red_cards_by_points(ships, drawn):
    engine = sea("", f"sloop{ships}", phase=Phase.REORG, draw_by_points=1)
    act(engine, "pass")
    assert len(reds(engine, "red_hand", 1).split()) == drawn


@pytest.mark.rule("BRO-14.5")
def test_s34_adventures_at_the_end_of_the_turn():
    engine = sea(phase=Phase.REORG, blue_at_end=1, blue_hands=["", "brig galleon whydah"])
    act(engine, "pass")
    held = blues(engine, Place.HAND)
    assert len(held.split()) == 3
    assert table(engine) == "brig[9] galleon[13] whydah[12]"
    passes(engine, 2)
    if phase(engine).endswith("DISCARD"):
        act(engine, engine.legal()[0])
    assert phase(engine) == "0 ADVENTURE"
    assert [word.split("[")[0] for word in table(engine).split()] == held.split()


@pytest.mark.rule("BRO-1.1", "BRO-1.2", "BRO-15.1", "BRO-15.4", "BRO-15.5")
@pytest.mark.parametrize(
    ("options", "red", "blue"),
    [
        ({}, 39, 41),
        ({"expansion": True}, 60, 50),
        ({"expansion": 1, "expansion_size": "contents"}, 54, 49),
    ],
)
def test_s35_counts(options, red, blue):
    s = deal(GAME, **options).states[0]
    assert s["red_deck"].sum() + s["red_hand"].sum() == red
    assert (s["blue_loc"][:50] != Place.BOX).sum() == blue
    assert (s["blue_loc"][45] == Place.BOX) == (blue < 50)


@pytest.mark.rule("BRO-R21")
def test_s36_no_room_in_the_fleet():
    ships = (
        "sloop[6] fishing_smack#0 fishing_smack#1 coaster#2 coaster#3 coaster#4 merchant#5 "
        "merchant#6 fluyt#9 fluyt#10 privateer_sloop#14 schooner#16"
    )
    engine = sea(ships, table="merchant#7")
    assert pp(engine, 0) == 6
    attack(engine, 0, "target_table 0", 0, 0, 0, 5, 0)
    assert blues(engine, Place.DISCARD) == "merchant"
    assert (fleet(engine, 0).split()[0], pp(engine, 0)) == ("sloop[10]", 6)


@pytest.mark.rule("BRO-9.1", "BRO-R40", "BRO-R41", "BRO-R43", "BRO-R47")
def test_s37_the_player_whose_turn_it_is_goes_down():
    engine = sea(
        "sloop[2]", players=3, table="brig merchant", hands=["terror terror fog"], cave=0,
        treasures=["map_4", "map_1", "map_2"], expansion=1,
    )  # fmt: skip
    attack(engine, 0, "target_table 0", 0, 0, 2)
    expect(engine, out=1, elim_event=[1, 0, 0], cave_owner=-1, treasure_pts=[0, 1, 1], cur=1)
    assert reds(engine, "red_disc") == "terror terror fog"
    assert blues(engine, Place.DISCARD) == "merchant brig map_4"
    expect(engine, blue_loc=[*engine.states["blue_loc"][0, :50].tolist(), Place.BOX])
    assert phase(engine) == "1 ADVENTURE"


@pytest.mark.rule("BRO-R46")
@pytest.mark.parametrize(
    ("reward", "paid"),
    [("rank", [1, 1 / 3, -2 / 3, -2 / 3]), ("win", [1, -1 / 3, -1 / 3, -1 / 3])],
)
def test_s38_the_last_round(reward, paid):
    engine = sea(
        players=4, treasures=["map_4", "map_1"], cave=0, max_rounds=1, reward=reward,
        fields={"round_no": 1},
    )  # fmt: skip
    passes(engine, 8)
    expect(engine, end_reason=4, round_no=2, rank_lo=[1, 2, 3, 3], rank_hi=[1, 2, 4, 4])
    assert engine.rewards() == pytest.approx(paid)


@pytest.mark.rule("BRO-8.3", "BRO-R03")
@pytest.mark.parametrize(("players", "out", "roller"), [(4, (), 3), (4, (3,), 2), (2, (), 1)])
def test_s39_who_rolls_for_an_adventure(players, out, roller):
    engine = sea(players=players, out=out, table="brig")
    act(engine, "act_ship 0", "target_table 0")
    expect(engine, b_neutral=1, b_roller=roller)


@pytest.mark.rule("BRO-8.4", "BRO-8.5", "BRO-8.6")
def test_s40_until_both_are_content():
    engine = sea(hands=["terror bottle_of_rum", "terror"])
    act(engine, "act_ship 0", "target_enemy 1 0", "pass", "play terror")
    assert phase(engine) == "1 WINDOW"
    act(engine, "pass")
    assert phase(engine) == "0 WINDOW"
    act(engine, "play bottle_of_rum", "pass")
    expect(engine, b_rolled=0, b_passes=1)
    act(engine, "pass")
    expect(engine, b_rolled=1, b_temp=[2, 0])
    assert (fleet(engine, 0), reds(engine, "red_hand", 0)) == ("sloop[10]", "terror")


@pytest.mark.rule("BRO-11.4", "BRO-R37")
def test_s41_cast_away():
    engine = act(sea("sloop[10]", hands=["cast_away"]), "play cast_away", "own_ship 0")
    assert (fleet(engine, 0), reds(engine, "red_disc")) == ("sloop[11]", "cast_away")
    refuses(sea(hands=["cast_away"]), "play cast_away")


@pytest.mark.rule("BRO-10.9", "BRO-R39")
def test_s42_giving_up():
    engine = sea("sloop[3]", table="map_1", force=[0, 0])
    act(engine, "act_ship 0", "target_table 0", "roll", "pass")
    assert (fleet(engine, 0), table(engine), phase(engine)) == ("sloop[1]", "map_1", "0 ADVENTURE")
    assert labels(engine, "act_ship") == []


@pytest.mark.rule("BRO-2.1", "BRO-2.4", "BRO-2.5", "BRO-2.6")
def test_s43_six_players():
    engine = deal(GAME, players=6)
    s = engine.states[0]
    assert [fleet(engine, seat) for seat in range(6)] == ["sloop[11]"] * 6
    hands = s["red_hand"].sum(1).tolist()
    assert hands == [5 if seat == s["cur"] else 2 for seat in range(6)]
    for seat in range(6):
        assert len(blues(engine, Place.HAND + seat).split()) == (0 if seat == s["cur"] else 3)
    assert len(table(engine).split()) == 3
    assert s["red_deck"].sum() == 24
    assert len(blues(engine, Place.DECK).split()) == 23


@pytest.mark.rule("BRO-13.5", "BRO-R20")
def test_s44_inventory_comes_with_the_ship():
    engine = sea("", "sloop[14]+living_quarters coaster", expansion=1)
    attack(engine, 0, "target_enemy 1 0", 0, 0, 0, 11, 0, 3, 0)
    assert fleet(engine, 0) == "sloop[11] sloop[2]+living_quarters"
    engine.set(0, fleet_crew=[[11, 16, *[0] * 10], [0, 4, *[0] * 10], *[[0] * 12] * 4])
    with pytest.raises(Exception, match="crew"):
        engine.set(0, fleet_crew=[[11, 17, *[0] * 10], [0, 4, *[0] * 10], *[[0] * 12] * 4])
