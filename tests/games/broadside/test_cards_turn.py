"""Cards for the own turn and inventory: BRO-11, BRO-13, and the rulings about them."""

from collections import Counter

import pytest

from piracy_env.games.broadside.state import NONE, Phase, Place, Red
from tests.games.broadside.positions import (
    attack,
    blues,
    cannon_dice,
    fleet,
    phase,
    reds,
    roll,
    sea,
    table,
)
from tests.scenario import act, expect, labels, refuses

TURN = [kind.name.lower() for kind in Red if kind < Red.GOOD_WIND]
BATTLE = [kind.name.lower() for kind in Red if Red.GOOD_WIND <= kind < Red.FULL_RIG]
INVENTORY = [kind.name.lower() for kind in Red if kind >= Red.FULL_RIG]
ONE_OF_EACH = " ".join([*TURN, *BATTLE, *INVENTORY])


def sea_for_all_cards(**changes):
    """A sea in which every card of seat 0 has a target."""
    settings = {
        "hands": [ONE_OF_EACH, "terror"],
        "red_discard": "good_wind",
        "blue_discard": "brig",
        "expansion": True,
    }
    return sea("sloop[5] coaster", "sloop+full_rig", **(settings | changes))


@pytest.mark.rule("BRO-11.1", "BRO-11.2", "BRO-13.1", "BRO-R25")
def test_three_kinds_of_red_cards():
    engine = sea_for_all_cards()
    assert labels(engine, "play_red") == [f"play {card}" for card in [*TURN, *INVENTORY]]
    act(roll(engine, 2), "act_ship 0", "target_enemy 1 0")
    fitting = [f"play {card}" for card in BATTLE if card != "fog"]
    assert labels(engine, "play_red") == fitting


@pytest.mark.rule("BRO-R25", "BRO-R26")
def test_cards_are_played_in_phases_two_and_three():
    engine = sea_for_all_cards(phase=Phase.REORG)
    late = [f"play {card}" for card in [*TURN, *INVENTORY] if card != "old_seadog"]
    assert labels(engine, "play_red") == late
    act(engine, "redistribute")
    assert labels(engine, "play_red") == []
    engine = sea_for_all_cards(table="map_1", force=[0])
    act(engine, "act_ship 0", "target_table 0")
    assert labels(engine) == ["pass", "roll"]
    act(engine, "pass")
    assert labels(engine, "play_red") == late


def test_cards_played_while_reorganising_lead_back_there():
    engine = sea_for_all_cards(phase=Phase.REORG)
    act(engine, "play cast_away", "own_ship 1", "play fortunas_blessing", "play full_rig")
    act(engine, "own_ship 0")
    assert phase(engine) == "0 REORG"
    assert fleet(engine, 0) == "sloop[5]+full_rig coaster[6]"


@pytest.mark.rule("BRO-11.3", "BRO-R31")
def test_fortunas_blessing_draws_two():
    engine = act(sea(hands=["fortunas_blessing"], force=[14, 1]), "play fortunas_blessing")
    assert reds(engine, "red_hand", 0) == "cast_away chain_shot"
    assert (reds(engine, "red_disc"), phase(engine)) == ("fortunas_blessing", "0 ADVENTURE")


@pytest.mark.rule("BRO-11.4", "BRO-11.5")
@pytest.mark.parametrize(("card", "crew"), [("cast_away", 2), ("harbour", 3)])
def test_crew_for_one_ship(card, crew):
    engine = sea("sloop[11] merchant[2] coaster[8]", hands=[card], expansion=True)
    act(engine, f"play {card}")
    assert labels(engine) == ["own_ship 1"], "only where there is room"
    act(engine, "own_ship 1")
    assert fleet(engine, 0) == f"sloop[11] merchant[{2 + crew}] coaster[8]"


@pytest.mark.rule("BRO-11.6")
def test_neptune_takes_any_card():
    stolen = Counter()
    for seed in range(60):
        engine = sea(hands=["neptunes_revenge", "terror terror fog"], expansion=True, seed=seed)
        act(engine, "play neptunes_revenge", "target_player 1")
        stolen[reds(engine, "red_hand", 0)] += 1
        assert len(reds(engine, "red_hand", 1).split()) == 2
    assert set(stolen) == {"terror", "fog"}
    assert stolen["terror"] > stolen["fog"]


def test_neptune_needs_somebody_with_cards():
    engine = sea(
        players=4, hands=["neptunes_revenge", "", "", "fog"], out=[2], expansion=True
    )  # fmt: skip
    act(engine, "play neptunes_revenge")
    assert labels(engine) == ["target_player 3"]
    refuses(sea(hands=["neptunes_revenge"], expansion=True), "play neptunes_revenge")


@pytest.mark.rule("BRO-11.7", "BRO-R28")
def test_sabotage_is_for_inventory_of_others():
    engine = sea(
        "sloop+full_rig", "sloop coaster+full_rig+gunnery_upgrade", "sloop[12]+living_quarters",
        players=3, hands=["sabotage"], expansion=True,
    )  # fmt: skip
    act(engine, "play sabotage")
    assert labels(engine) == ["target_enemy 1 1", "target_enemy 2 0"]
    act(engine, "target_enemy 1 1")
    expect(engine, sel_enemy=[1, 1])
    assert labels(engine) == ["inv full_rig", "inv gunnery_upgrade"]
    act(engine, "inv full_rig")
    assert fleet(engine, 1) == "sloop[11] coaster[4]+gunnery_upgrade"
    expect(engine, sel_enemy=[NONE, NONE], red_limbo=NONE)
    refuses(sea("sloop+full_rig", hands=["sabotage"], expansion=True), "play sabotage")


@pytest.mark.rule("BRO-11.8", "BRO-R27")
def test_traitors_come_from_ships_of_other_players():
    engine = sea(
        "sloop[11] coaster[7]", "sloop merchant[3]", "sloop", players=4, out=[3], table="brig",
        hands=["traitors"], expansion=True,
    )  # fmt: skip
    act(engine, "play traitors")
    assert labels(engine) == ["target_enemy 1 0", "target_enemy 1 1", "target_enemy 2 0"]
    act(engine, "target_enemy 1 1")
    assert labels(engine) == ["own_ship 1"]
    act(engine, "own_ship 1")
    assert (fleet(engine, 0), fleet(engine, 1)) == ("sloop[11] coaster[8]", "sloop[11] merchant[2]")


@pytest.mark.rule("BRO-9.3", "BRO-R16")
def test_traitors_may_empty_a_ship():
    engine = sea(
        "sloop[4]", "sloop merchant[1]+full_rig", hands=["traitors"], expansion=True
    )  # fmt: skip
    act(engine, "play traitors", "target_enemy 1 1", "own_ship 0")
    assert (fleet(engine, 0), fleet(engine, 1)) == ("sloop[5]", "sloop[11]")
    assert blues(engine, Place.DISCARD) == "merchant"
    assert reds(engine, "red_disc") == "traitors full_rig"
    assert phase(engine) == "0 ADVENTURE"


@pytest.mark.rule("BRO-11.9", "BRO-R26")
def test_old_seadog_brings_back_ship_or_treasure():
    hands = ["old_seadog old_seadog"]
    engine = sea("sloop[9]", table="brig", hands=hands, blue_discard="map_6 whydah", expansion=True)
    act(engine, "play old_seadog")
    assert labels(engine) == ["pick_blue 31", "pick_blue 40"]
    act(engine, "pick_blue 40", "play old_seadog", "pick_blue 31")
    assert table(engine) == "brig[9] map_6 whydah[12]"
    attack(engine, 0, "target_table 1", 1)
    expect(engine, treasure_pts=[3])


def test_old_seadog_needs_a_free_slot_and_a_card():
    eight = "brig brig galleon galleon fluyt fluyt fluyt merchant"
    engine = sea(table=eight, hands=["old_seadog"], blue_discard="whydah", expansion=True)
    refuses(engine, "play old_seadog")
    refuses(sea(hands=["old_seadog"], expansion=True), "play old_seadog")


@pytest.mark.rule("BRO-11.10")
def test_st_elmos_fire_takes_any_kind():
    engine = sea(hands=["st_elmos_fire"], red_discard="terror terror full_rig", expansion=True)
    act(engine, "play st_elmos_fire")
    assert labels(engine) == ["pick terror", "pick full_rig"]
    act(engine, "pick full_rig")
    assert reds(engine, "red_hand", 0) == "full_rig"
    assert reds(engine, "red_disc") == "st_elmos_fire terror terror"


@pytest.mark.rule("BRO-R32")
def test_no_more_plays_of_a_kind_than_there_are_cards():
    plays = [0] * 23
    plays[Red.FORTUNAS_BLESSING] = 3
    engine = sea(hands=["fortunas_blessing cast_away"], fields={"plays": plays})
    refuses(engine, "play fortunas_blessing")
    plays[Red.FORTUNAS_BLESSING] = 2
    engine = sea(hands=["fortunas_blessing"], fields={"plays": plays})
    act(engine, "play fortunas_blessing")
    expect(engine, plays=[3])


def test_what_is_known_of_a_hand_goes_with_the_card():
    knowledge = [[[0] * 23 for _ in range(6)] for _ in range(6)]
    knowledge[1][0][Red.CAST_AWAY] = 2
    engine = sea("sloop[3]", hands=["cast_away cast_away"], fields={"known": knowledge})
    act(engine, "play cast_away", "own_ship 0")
    assert engine.states["known"][0, 1, 0, Red.CAST_AWAY] == 1


# --- Inventory ------------------------------------------------------------------------------------


@pytest.mark.rule("BRO-13.1", "BRO-13.2", "BRO-R29")
def test_inventory_is_for_own_ships_before_or_after_battles():
    engine = sea("sloop coaster", table="merchant[1]", hands=["full_rig full_rig"])
    act(engine, "play full_rig")
    assert labels(engine) == ["own_ship 0", "own_ship 1"]
    act(engine, "own_ship 1")
    attack(engine, 0, "target_table 0", 0, 0, 0, 1, 0)
    act(engine, "play full_rig")
    assert labels(engine) == ["own_ship 0", "own_ship 1", "own_ship 2"]
    act(engine, "own_ship 2", "pass", "pass")
    assert fleet(engine, 0) == "sloop[11] coaster[4]+full_rig merchant[4]+full_rig"
    assert reds(engine, "red_disc") == ""


@pytest.mark.rule("BRO-13.6", "BRO-13.7")
def test_rigs_add_up():
    engine = sea("merchant+full_rig+full_rig", "sloop coaster")
    act(roll(engine, 1), "act_ship 0", "target_enemy 1 0", "pass", "pass")
    expect(engine, b_on=1, b_rolled=1)
    engine = sea("merchant+full_rig", "sloop coaster")
    act(roll(engine, 1), "act_ship 0", "target_enemy 1 0", "pass", "pass")
    expect(engine, b_on=0)


@pytest.mark.rule("BRO-13.7")
def test_a_rig_helps_to_get_away():
    engine = sea("brig", "brig+full_rig")
    act(roll(engine, 0), "act_ship 0", "target_enemy 1 0", "pass", "pass")
    expect(engine, b_on=0)


@pytest.mark.rule("BRO-13.6", "BRO-13.8", "BRO-13.10")
@pytest.mark.parametrize(
    ("inventory", "dice"),
    [
        ("", 4),
        ("+gunnery_upgrade", 6),
        ("+gunnery_upgrade+gunnery_upgrade", 8),
        ("+gunnery_master", 7),
        ("+gunnery_master+gunnery_upgrade", 9),
    ],
)
def test_guns_add_up(inventory, dice):
    engine = sea(f"brig{inventory}", "coaster", expansion=True)
    act(roll(engine, 0), "act_ship 0", "target_enemy 1 0")
    act(engine, "pass", "pass", "pass", "pass")
    assert cannon_dice(engine, 0) == dice


@pytest.mark.rule("BRO-13.9", "BRO-R34")
def test_the_nest_swaps_all_adventures():
    engine = sea("sloop coaster+crows_nest", table="brig map_1", expansion=True, force=[40, 41])
    act(engine, "crows_nest")
    assert (table(engine), blues(engine, Place.DISCARD)) == ("map_6 le_claude[9]", "brig map_1")
    expect(engine, crow_used=1)


@pytest.mark.rule("BRO-R34")
def test_no_nest_without_cards_or_without_a_nest():
    refuses(sea("sloop+crows_nest", expansion=True), "crows_nest")
    refuses(sea("sloop", "sloop+crows_nest", table="brig", expansion=True), "crows_nest")
    engine = sea("sloop+crows_nest", table="brig", expansion=True, phase=Phase.REORG)
    refuses(engine, "crows_nest")


@pytest.mark.rule("BRO-13.11", "BRO-13.6")
def test_quarters_add_room():
    engine = sea(
        "sloop+living_quarters", hands=["living_quarters cast_away harbour"], expansion=True
    )  # fmt: skip
    act(engine, "play living_quarters", "own_ship 0", "play cast_away", "own_ship 0")
    act(engine, "play harbour", "own_ship 0")
    assert fleet(engine, 0) == "sloop[16]+living_quarters+living_quarters"


@pytest.mark.rule("BRO-13.12")
def test_quarters_that_are_destroyed_leave_room_for_others():
    engine = sea(
        "", "sloop[18]+living_quarters+living_quarters", hands=["sabotage"], expansion=True
    )  # fmt: skip
    act(engine, "play sabotage", "target_enemy 1 0", "inv living_quarters")
    assert fleet(engine, 1) == "sloop[16]+living_quarters"
