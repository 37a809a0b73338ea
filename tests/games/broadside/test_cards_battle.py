"""Battle cards: BRO-12, and the rulings about them."""

import pytest

from piracy_env.games.broadside.state import Red, Step
from tests.games.broadside.positions import (
    cannon_dice,
    crews,
    fleet,
    passes,
    phase,
    reds,
    roll,
    sea,
)
from tests.scenario import act, expect, labels, refuses

BATTLE = [kind.name.lower() for kind in Red if Red.GOOD_WIND <= kind < Red.FULL_RIG]
ALL = " ".join(BATTLE)
FULL_HANDS = {"numbers": {"red_limit": 10}}
SPEED = ("good_wind", "surprise_attack")
GUNS = ("chain_shot", "grappling_hooks", "fast_reload")


@pytest.mark.rule("BRO-R09", "BRO-R11", "BRO-12.6", "BRO-8.4")
def test_what_may_be_played_in_which_window():
    engine = sea("brig", "brig sloop", hands=[ALL, ALL], expansion=True, tables=FULL_HANDS)
    act(roll(engine, 1, 0, 0), "act_ship 0", "target_enemy 1 0")
    windows = []
    while phase(engine).endswith("WINDOW"):
        windows.append((phase(engine)[0], set(labels(engine, "play_red"))))
        act(engine, "pass")
        if len(windows) == 8:
            break
    cards = {f"play {card}" for card in BATTLE}
    no_fog = cards - {"play fog"}
    no_speed = no_fog - {f"play {card}" for card in SPEED}
    crew = no_speed - {f"play {card}" for card in GUNS}
    assert windows == [
        ("0", no_fog),
        ("1", no_fog - {"play surprise_attack"}),
        ("0", {"play fog"}),
        ("1", {"play fog"}),
        ("0", no_speed),
        ("1", no_speed),
        ("0", crew),
        ("1", crew),
    ]


@pytest.mark.rule("BRO-R11")
def test_the_fog_window_opens_whoever_holds_one():
    engine = act(roll(sea(expansion=True), 0), "act_ship 0", "target_enemy 1 0", "pass", "pass")
    expect(engine, b_step=Step.FOG)
    assert labels(engine) == ["pass"]
    engine = act(roll(sea(), 0), "act_ship 0", "target_enemy 1 0", "pass", "pass")
    expect(engine, b_step=Step.CANNONS)


@pytest.mark.rule("BRO-12.12")
def test_fog_may_be_played_again_and_again():
    engine = sea(hands=["fog fog"], expansion=True)
    act(roll(engine, -2, -1, 2), "act_ship 0", "target_enemy 1 0", "pass", "pass")
    act(engine, "play fog")
    expect(engine, b_wind=-1)
    act(engine, "play fog")
    expect(engine, b_wind=2)
    passes(engine, 2)
    expect(engine, b_step=Step.CANNONS)
    assert reds(engine, "red_battle") == "fog fog"


@pytest.mark.rule("BRO-12.5", "BRO-R12", "BRO-R36")
@pytest.mark.parametrize(
    ("ours", "theirs", "wind", "caught"),
    [
        ([], [], -1, False),
        (["play good_wind"], [], -1, True),
        (["play good_wind", "play good_wind"], [], -2, True),
        (["play good_wind"], ["play good_wind"], -1, False),
        (["play good_wind enemy"], [], 0, False),
        (["play good_wind"], ["play good_wind enemy"], -2, True),
    ],
)
def test_good_wind_is_for_either_ship(ours, theirs, wind, caught):
    engine = sea(hands=["good_wind good_wind", "good_wind"])
    act(roll(engine, wind), "act_ship 0", "target_enemy 1 0", *ours, "pass", *theirs, "pass")
    if theirs:
        act(engine, "pass")
    expect(engine, b_on=int(caught))


@pytest.mark.rule("BRO-12.6", "BRO-R36")
def test_surprise_attacks_add_up():
    engine = sea("galleon", "sloop+full_rig brig", hands=["surprise_attack surprise_attack"])
    act(roll(engine, -1), "act_ship 0", "target_enemy 1 0")
    act(engine, "play surprise_attack", "play surprise_attack", "pass", "pass")
    expect(engine, b_on=1, b_surprise=2)
    engine = sea("galleon", "sloop+full_rig brig", hands=["surprise_attack"])
    act(roll(engine, -1), "act_ship 0", "target_enemy 1 0")
    act(engine, "play surprise_attack", "pass", "pass")
    expect(engine, b_on=0)


@pytest.mark.rule("BRO-12.2", "BRO-12.3", "BRO-12.9")
def test_effects_end_with_the_battle():
    hand = "good_wind chain_shot bottle_of_rum fast_reload surprise_attack"
    engine = sea("brig coaster", "sloop coaster", hands=[hand])
    act(roll(engine, -2), "act_ship 0", "target_enemy 1 0")
    act(engine, *(f"play {card}" for card in hand.split()))
    assert sorted(reds(engine, "red_battle").split()) == sorted(hand.split())
    expect(engine, b_temp=[2, 0], b_chain=[1, 0], b_fr=[1, 0], b_gw=[1, 0], b_surprise=1)
    passes(engine, 2)
    expect(engine, b_on=1, b_wind=-2)
    passes(roll(engine, 11, 0), 2)
    expect(engine, b_on=0, b_temp=[0, 0], b_chain=[0, 0], b_fr=[0, 0], b_gw=[0, 0], b_surprise=0)
    assert sorted(reds(engine, "red_disc").split()) == sorted(hand.split())
    act(roll(engine, 1), "act_ship 1", "target_enemy 1 1", "pass", "pass")
    expect(engine, b_on=1, b_wind=1)
    assert cannon_dice(engine, 0) == 1
    assert fleet(engine, 0).startswith("brig[9] coaster[4] sloop[2]")


@pytest.mark.rule("BRO-12.4", "BRO-12.7")
@pytest.mark.parametrize(("card", "crew"), [("good_speech", 3), ("bottle_of_rum", 2)])
def test_crew_on_cards_may_exceed_the_maximum(card, crew):
    engine = sea("sloop", "sloop coaster", hands=["", card])
    act(roll(engine, 0), "act_ship 0", "target_enemy 1 0", "pass", f"play {card}")
    expect(engine, b_temp=[0, crew], fleet_crew=crews([11], [11, 4]))
    passes(engine, 2)
    passes(roll(engine, 0, 0), 2)
    passes(roll(engine, 0, 11 + crew if card == "good_speech" else 11), 2)
    assert fleet(engine, 1) == "sloop[11] coaster[4] sloop[2]"


@pytest.mark.rule("BRO-12.8", "BRO-R14")
def test_crew_on_cards_is_lost_first():
    engine = sea("sloop", "sloop coaster", hands=["terror drunken_brawl", "bottle_of_rum"])
    act(roll(engine, 0), "act_ship 0", "target_enemy 1 0", "pass", "play bottle_of_rum", "pass")
    act(engine, "play terror")
    expect(engine, b_temp=[0, 1], fleet_crew=crews([11], [11, 4]))
    act(engine, "play drunken_brawl")
    expect(engine, b_temp=[0, 0], fleet_crew=crews([11], [11, 4]))
    passes(engine, 2)
    passes(roll(engine, 0, 0), 2)
    expect(engine, b_step=Step.CREW)


@pytest.mark.rule("BRO-12.10", "BRO-R13")
@pytest.mark.parametrize("card", ["terror", "drunken_brawl"])
def test_crew_is_gone_for_good(card):
    engine = sea("sloop", "sloop coaster", hands=["", card], table="brig")
    act(roll(engine, -2), "act_ship 0", "target_enemy 1 0", "pass", f"play {card}", "pass", "pass")
    assert (fleet(engine, 0), fleet(engine, 1)) == ("sloop[10]", "sloop[11] coaster[4]")


@pytest.mark.rule("BRO-12.10")
def test_terror_works_on_adventures_too():
    engine = sea(table="coaster[2]", hands=["terror terror"])
    act(engine, "act_ship 0", "target_table 0", "play terror", "play terror")
    assert fleet(engine, 0) == "sloop[11] coaster[2]"
    assert reds(engine, "red_disc") == "terror terror"


@pytest.mark.rule("BRO-12.11", "BRO-R36")
def test_chain_shots_are_cannons_for_a_ship_without_any():
    engine = sea("sloop", "brig", hands=["chain_shot chain_shot", "chain_shot fast_reload"])
    act(roll(engine, 0), "act_ship 0", "target_enemy 1 0", "play chain_shot", "play chain_shot")
    act(engine, "pass", "play fast_reload", "pass", "pass", "pass", "play chain_shot")
    act(engine, "pass")
    assert phase(engine) == "0 WINDOW"
    engine.set(0, b_passes=0)
    assert [cannon_dice(engine, side) for side in (0, 1)] == [6, 14]


@pytest.mark.rule("BRO-12.14", "BRO-R36")
def test_fast_reloads_add_up():
    engine = sea("brig", "coaster", hands=["fast_reload fast_reload"])
    act(roll(engine, 0), "act_ship 0", "target_enemy 1 0", "play fast_reload", "play fast_reload")
    passes(engine, 2)
    assert cannon_dice(engine, 0) == 12


@pytest.mark.rule("BRO-12.13", "BRO-12.15", "BRO-R35")
def test_further_hooks_are_an_insurance():
    engine = sea("brig", "brig", hands=["fast_reload", "grappling_hooks grappling_hooks"])
    act(roll(engine, 0), "act_ship 0", "target_enemy 1 0", "pass", "play grappling_hooks")
    act(engine, "play grappling_hooks", "pass", "play fast_reload")
    expect(engine, b_gh=1, b_fr=[0, 0])
    assert reds(engine, "red_disc") == "grappling_hooks fast_reload"
    passes(engine, 4)
    expect(engine, b_step=Step.CREW, fleet_crew=crews([9], [9]))


@pytest.mark.rule("BRO-R35")
def test_hooks_cancel_the_enemys_reload_before_the_own():
    engine = sea("brig", "brig", hands=["fast_reload", "fast_reload grappling_hooks"])
    act(roll(engine, 0), "act_ship 0", "target_enemy 1 0", "play fast_reload", "pass")
    act(engine, "play fast_reload", "play grappling_hooks")
    expect(engine, b_fr=[0, 1], b_gh=0)
    engine = sea("brig", "brig", hands=["fast_reload grappling_hooks"])
    act(engine, "act_ship 0", "target_enemy 1 0", "play fast_reload", "play grappling_hooks")
    expect(engine, b_fr=[0, 0], b_gh=0)
    assert reds(engine, "red_disc") == "grappling_hooks fast_reload"


@pytest.mark.rule("BRO-12.1")
def test_a_third_player_cannot_interfere():
    engine = sea(players=3, hands=["", "", ALL], expansion=True, tables=FULL_HANDS)
    act(engine, "act_ship 0", "target_enemy 1 0")
    assert phase(engine) == "0 WINDOW"
    refuses(engine, "play terror")
    act(engine, "pass")
    assert (phase(engine), labels(engine)) == ("1 WINDOW", ["pass"])


@pytest.mark.rule("BRO-8.5", "BRO-8.6")
def test_the_same_side_goes_on_until_it_passes():
    engine = sea(hands=["terror chain_shot", "terror"])
    act(engine, "act_ship 0", "target_enemy 1 0", "play terror", "play chain_shot")
    assert phase(engine) == "0 WINDOW"
    act(engine, "pass", "play terror")
    assert phase(engine) == "1 WINDOW"
    act(engine, "pass")
    assert phase(engine) == "0 WINDOW", "an answer gives the other side another chance"
    expect(engine, b_rolled=0)
