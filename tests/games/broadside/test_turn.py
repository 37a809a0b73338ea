"""The course of a turn: BRO-3, BRO-4, BRO-5 and BRO-7."""

import pytest

from piracy_env.errors import InvalidStateError
from piracy_env.games.broadside import GAME
from piracy_env.games.broadside.state import SHIPS, Phase, Place
from tests.games.broadside.positions import (
    all_reds_but,
    attack,
    blues,
    fleet,
    passes,
    phase,
    reds,
    roll,
    sea,
    table,
)
from tests.scenario import act, deal, expect, labels, refuses


@pytest.mark.rule("BRO-3.1")
def test_turns_go_clockwise_past_the_eliminated():
    engine = sea(players=4, out=[1], phase=Phase.REORG)
    order = []
    for _ in range(4):
        order.append(int(engine.states["cur"][0]))
        while engine.states["cur"][0] == order[-1]:
            act(engine, 0 if 0 in engine.legal() else engine.legal()[0])
    assert order == [0, 2, 3, 0]
    expect(engine, round_no=3)


@pytest.mark.rule("BRO-3.2")
def test_four_phases():
    engine = sea("", "sloop[9]", phase=Phase.REORG)
    assert phase(act(engine, "pass")) == "1 INCOME"
    assert phase(act(engine, "count 2")) == "1 ADVENTURE"
    assert phase(act(engine, "pass")) == "1 REORG"
    hand = engine.states["red_hand"][0].copy()
    deck = engine.states["red_deck"][0].copy()
    for kind in (12, 13, 14):
        hand[1, kind] += 1
        deck[kind] -= 1
    engine.set(0, red_hand=hand, red_deck=deck)
    assert phase(act(engine, "pass")) == "1 DISCARD"


@pytest.mark.rule("BRO-4.1", "BRO-4.2", "BRO-R02")
def test_income_draws_three_and_three():
    engine = act(sea(phase=Phase.REORG, force=[9, 9, 14, 0, 21, 40]), "pass")
    assert reds(engine, "red_hand", 1) == "surprise_attack surprise_attack chain_shot"
    assert table(engine) == "fishing_smack[2] brig[9] map_6"


@pytest.mark.rule("BRO-R02", "BRO-4.2")
def test_the_first_turn_has_three_adventures_or_six():
    assert len(table(deal(GAME)).split()) == 3
    engine = deal(GAME, players=2, first_turn_plus3=True, start_seat=0)
    assert len(table(engine).split()) == 6
    passes(engine, 2)
    assert (phase(engine), len(table(engine).split())) == ("1 ADVENTURE", 6)
    passes(engine, 2)
    while phase(engine) == "1 DISCARD":
        act(engine, engine.legal()[0])
    assert (phase(engine)[0], len(table(engine).split())) == ("0", 3)


@pytest.mark.rule("BRO-4.3", "BRO-R33")
def test_an_empty_pile_is_shuffled_at_once():
    deck, discard = "surprise_attack surprise_attack surprise_attack", "good_wind chain_shot"
    engine = sea(hands=[all_reds_but(f"{deck} {discard}")], red_discard=discard)
    assert reds(engine, "red_deck") == deck
    act(engine, "play fortunas_blessing")
    assert (reds(engine, "red_deck"), reds(engine, "red_disc")) == (
        "surprise_attack",
        "fortunas_blessing good_wind chain_shot",
    )
    act(engine, "play fortunas_blessing")
    assert reds(engine, "red_hand", 0).split().count("surprise_attack") == 3
    assert len(reds(engine, "red_deck").split()) == 2
    assert reds(engine, "red_disc") == "fortunas_blessing"


@pytest.mark.rule("BRO-4.3", "BRO-R33")
def test_a_pile_is_shuffled_as_soon_as_its_last_card_is_drawn():
    hand = all_reds_but("terror terror chain_shot")
    engine = sea(hands=[hand], red_discard="chain_shot")
    assert reds(engine, "red_deck") == "terror terror"
    act(engine, "play fortunas_blessing")
    assert (reds(engine, "red_deck"), reds(engine, "red_disc")) == (
        "chain_shot",
        "fortunas_blessing",
    )


@pytest.mark.rule("BRO-4.3", "BRO-R33")
def test_so_is_the_blue_pile():
    engine = sea(phase=Phase.REORG)
    places = engine.states["blue_loc"][0].copy()
    places[3:41] = Place.DISCARD
    engine.set(0, blue_loc=places)
    act(engine, "pass")
    assert table(engine) == "fishing_smack[2] fishing_smack[2] coaster[4]"
    assert len(blues(engine, Place.DECK).split()) == 38
    assert blues(engine, Place.DISCARD) == ""


@pytest.mark.rule("BRO-R33")
def test_nothing_is_drawn_from_nothing():
    engine = sea(hands=[all_reds_but("terror")])
    act(engine, "play fortunas_blessing")
    assert reds(engine, "red_hand", 0).split().count("terror") == 3
    assert (reds(engine, "red_deck"), reds(engine, "red_disc")) == ("", "fortunas_blessing")


@pytest.mark.rule("BRO-5.1", "BRO-5.3", "BRO-5.4")
def test_targets():
    engine = sea("", "sloop brig", players=3, table="merchant map_1 fluyt")
    act(engine, "act_ship 0")
    assert labels(engine) == [
        *(f"target_table {slot}" for slot in range(3)),
        *("target_enemy 1 0", "target_enemy 1 1", "target_enemy 2 0"),
    ]
    refuses(engine, "pass", "act_ship 0")


@pytest.mark.rule("BRO-5.2", "BRO-R04", "BRO-R05")
def test_each_ship_acts_once():
    engine = sea("sloop brig coaster", table="map_1 merchant")
    attack(engine, 0, "target_table 0", 1)
    assert labels(engine, "act_ship") == ["act_ship 1", "act_ship 2"]
    attack(engine, 2, "target_enemy 1 0", -2)
    assert labels(engine, "act_ship") == ["act_ship 1"]
    passes(engine, 4)
    while phase(engine) != "0 ADVENTURE":
        act(engine, engine.legal()[0])
    assert labels(engine, "act_ship") == ["act_ship 0", "act_ship 1", "act_ship 2"]


def test_ships_that_have_acted_are_counted_up_to_all_there_are():
    engine = sea("sloop brig", table="map_1 merchant")
    with pytest.raises(InvalidStateError, match=f"acts is {SHIPS + 1}, not 0 to {SHIPS}"):
        engine.set(0, acts=SHIPS + 1)
    engine.set(0, acts=SHIPS)
    attack(engine, 0, "target_table 0", 1)
    assert engine.states["acts"][0] == SHIPS


@pytest.mark.rule("BRO-5.5")
def test_what_was_won_stays():
    engine = sea("sloop[8] brig", table="map_1 merchant[1]")
    attack(engine, 0, "target_table 0", 1)
    attack(engine, 1, "target_table 1", 2, 0, 0, 1, 0)
    passes(engine, 2)
    assert fleet(engine, 0) == "sloop[11] brig[9] merchant[4]"
    assert blues(engine, Place.TREASURE) == "map_1"
    expect(engine, treasure_pts=[1, 0])


@pytest.mark.rule("BRO-5.6", "BRO-7.1")
def test_idle_ships_and_adventures_that_are_left():
    engine = sea("sloop brig", table="map_1 merchant golden_hind", expansion=True)
    passes(engine, 2)
    assert set(blues(engine, Place.DISCARD).split()) == {"map_1", "merchant", "golden_hind"}
    assert phase(engine)[0] == "1"


@pytest.mark.rule("BRO-R07")
def test_no_way_back_from_an_attack():
    engine = act(sea(table="brig"), "act_ship 0")
    assert labels(engine) == ["target_table 0", "target_enemy 1 0"]
    act(roll(engine, 2), "target_table 0", "pass")
    expect(engine, b_on=1, b_rolled=1)
    assert labels(engine) == ["pass"]


@pytest.mark.rule("BRO-R08")
def test_a_wounded_adventure_comes_out_anew_at_full_strength():
    engine = sea(
        "sloop coaster[1]", table="brig#21", hands=["", "old_seadog"], expansion=True
    )  # fmt: skip
    attack(engine, 1, "target_table 0", 2, 1, 2)
    assert table(engine) == "brig[8]"
    passes(engine, 2)
    act(engine, "play old_seadog", "pick_blue 21")
    assert table(engine).split()[3] == "brig[9]"


@pytest.mark.rule("BRO-7.2")
def test_five_cards_may_be_kept():
    five = "terror terror terror chain_shot full_rig"
    engine = act(sea(phase=Phase.REORG, hands=[five]), "pass")
    assert phase(engine) == "1 ADVENTURE"
    assert reds(engine, "red_hand", 0) == five


@pytest.mark.rule("BRO-R46")
def test_rounds_are_counted_from_the_first_player():
    engine = deal(GAME, players=3, start_seat=2, max_rounds=2)
    rounds = []
    while not engine.states["over"][0]:
        if engine.states["phase"][0] == Phase.REORG:
            rounds.append((int(engine.states["cur"][0]), int(engine.states["round_no"][0])))
        act(engine, 0 if 0 in engine.legal() else engine.legal()[0])
    assert rounds == [(2, 1), (0, 1), (1, 1), (2, 2), (0, 2), (1, 2)]
    expect(engine, round_no=3, end_reason=4, rank_lo=[1, 1, 1], rank_hi=[3, 3, 3])
