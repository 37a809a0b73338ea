"""Broken states and steps are refused with a complaint that names the culprit."""

import numpy as np
import pytest

from piracy_env.core.record import Record
from piracy_env.errors import InvalidStateError
from piracy_env.games.broadside import GAME
from piracy_env.games.broadside.actions import RED_KEYS
from piracy_env.games.broadside.invariants import invariants, transition
from piracy_env.games.broadside.state import NONE, SHIPS, Phase, Place
from tests.games.broadside.positions import T, passes, roll, sea
from tests.scenario import act

FOG, TERROR = RED_KEYS.index("fog"), RED_KEYS.index("terror")


def change(engine, name, value, *place):
    """A field of a game with one number changed."""
    field = engine.states[name][0].copy()
    field[place] = value
    return {name: field}


def position():
    """Two fleets, cards everywhere."""
    return sea(
        "sloop[5] brig#21[3]+full_rig", "sloop fluyt#9[4]", players=3, expansion=True,
        table="merchant#5[4] map_1", hands=["fog", "terror terror", ""],
        blue_hands=["", "coaster#2"], treasures=["map_2", "", ""], cave=0,
        red_discard="good_wind", blue_discard="whydah",
    )  # fmt: skip


BROKEN = [
    ("red_hand", 1, (0, TERROR), "there are 4 copies of terror, but 3 in the game"),
    ("red_deck", 0, (FOG,), "there are 1 copies of fog, but 2 in the game"),
    ("red_disc", -1, (FOG,), "red_disc[15] is -1, not 0 to 127"),
    ("blue_loc", Place.DECK, (21,), "blue_loc[21] is 1, but the card is in [20]"),
    ("blue_loc", Place.TABLE, (30,), "blue_loc[30] is 3, where it cannot be"),
    ("blue_loc", Place.BOX, (30,), "blue_loc[30] is 0, where it cannot be"),
    ("blue_loc", Place.DECK, (54,), "blue_loc[54] is 1, where it cannot be"),
    ("blue_loc", Place.TREASURE, (30,), "blue_loc[30] is 30, where it cannot be"),
    ("fleet_card", 35, (0, 1), "card 35 in slot 1 of seat 0 is no ship"),
    ("fleet_card", NONE, (0, 1), "the empty slot 1 of seat 0 is not empty"),
    ("fleet_card", 9, (0, 1), "blue_loc[9] is 21, but the card is in [20, 21]"),
    ("fleet_card", SHIPS, (0, 1), "fleet_card[0, 1] is 56, not 0 to 55 or -1"),
    ("fleet_crew", 0, (0, 1), "the crew of slot 1 of seat 0 is 0, not 1 to 14"),
    ("fleet_crew", 15, (0, 1), "the crew of slot 1 of seat 0 is 15, not 1 to 14"),
    ("fleet_crew", 1, (0, 5), "the empty slot 5 of seat 0 is not empty"),
    ("fleet_inv", 1, (0, 5, 0), "the empty slot 5 of seat 0 is not empty"),
    ("table_crew", 0, (0,), "card 5 in the middle has 0 crew"),
    ("table_crew", 3, (1,), "card 35 in the middle has 3 crew"),
    ("table_crew", 3, (4,), "the empty slot 4 of the middle has 3 crew"),
    ("treasure_pts", 2, (0,), "seat 0 has 1 treasure points, not 2"),
    ("known", 1, (1, 0, TERROR), "known[1, 0] has 1 terror, but at most 0 can be known"),
    ("known", 1, (1, 1, TERROR), "known[1, 1] has 1 terror"),
    ("held", 1, (1, TERROR), "held[1] has 1 terror, but the others have 0 more than it knows of"),
    ("older", 9, (0, 1), "older[0, 1] is 9, of"),
    ("older", 1, (1, 1), "older[1, 1] is 1, in the own hand"),
    ("blue_older", 1, (1,), "blue_older[1] is 1, but its hand holds 0 such cards"),
    ("plays", 4, (TERROR,), "terror was played 4 times, of 3 copies"),
    ("elim_event", 1, (1,), "elim_event[1] is 1, but out is 0"),
    ("rank_lo", 1, (0,), "places are given before the end"),
    ("b_temp", 1, (0,), "b_temp[0] is 1 without a battle"),
    ("b_seat", 0, (0,), "b_seat[0] is 0 without a battle"),
    ("sel_enemy", 1, (0,), "sel_enemy is 1, -1 in phase ADVENTURE"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "value", "place", "complaint"), BROKEN)
def test_a_number_out_of_place(name, value, place, complaint):
    engine = position()
    before = engine.states.tobytes()
    with pytest.raises(InvalidStateError) as error:
        engine.set(0, **change(engine, name, value, *place))
    assert complaint in str(error.value)
    assert engine.states.tobytes() == before


@pytest.mark.parametrize(
    ("fields", "complaint"),
    [
        ({"cave_owner": 1}, "seat 1 owns the Treasure Cave without the most treasure points"),
        ({"cave_owner": NONE}, "nobody owns the Treasure Cave, though seat 0 should"),
        ({"seat": 1}, "seat 1 is to move in phase ADVENTURE, but the turn is that of 0"),
        ({"phase": Phase.OVER}, "in phase OVER for reason RUNNING"),
        ({"phase": Phase.INCOME}, "in phase INCOME nothing lies in the middle"),
        ({"phase": Phase.DISCARD}, "a card is to be discarded, but none is too many"),
        ({"phase": Phase.WINDOW}, "b_on is 0 in phase WINDOW"),
        ({"phase": Phase.TARGET}, "sel_ship is -1 in phase TARGET"),
        ({"phase": Phase.EXPEDITION}, "exp_slot is -1 in phase EXPEDITION"),
        ({"phase": Phase.CARD_OWN}, "red_limbo is -1 in phase CARD_OWN"),
        ({"sel_ship": 0}, "sel_ship is 0 in phase ADVENTURE"),
        ({"exp_slot": 1}, "exp_slot is 1 in phase ADVENTURE"),
        ({"dist_slot": 0}, "dist_slot is 0 in phase ADVENTURE"),
        ({"pool": 3}, "pool is 3 in phase ADVENTURE"),
        ({"muster": 3}, "muster is 3 in phase ADVENTURE"),
        ({"round_no": 41}, "round 41 is played, of 40"),
        ({"round_no": 42}, "round_no is 42, not 1 to 41"),
        ({"force_len": -1}, "force_len is -1, not 0 to 64"),
        ({"force_len": 65}, "force_len is 65, not 0 to 64"),
        ({"b_wind": 1}, "b_wind is 1 without a battle"),
        ({"out": 4}, "elim_event[2] is 0, but out is 4"),
        ({"over": 1}, "over is 1, in phase ADVENTURE"),
    ],
)
def test_a_field_out_of_place(fields, complaint):
    with pytest.raises(InvalidStateError) as error:
        position().set(0, **fields)
    assert complaint in str(error.value)


@pytest.mark.parametrize(
    ("counted", "old", "fits"),
    [
        ({TERROR: 1}, (0, 1), True),
        ({TERROR: 2}, (1, 1), False),
        ({TERROR: 1}, (1, 0), False),
        ({TERROR: 1, FOG: 1}, (1, 1), True),
        ({TERROR: 1, FOG: 1}, (0, 2), False),
        ({TERROR: 2, FOG: 1}, (1, 1), False),
    ],
)
def test_counted_cards_have_room_among_the_old_ones_of_a_hand_that_has_them(counted, old, fits):
    engine = position()
    held, older = engine.states["held"][0].copy(), engine.states["older"][0].copy()
    held[2, [*counted]], older[2, :2] = [*counted.values()], old
    if fits:
        engine.set(0, held=held, older=older)
        engine.worlds([0], [2], engine.keys(0, 0, 1))
        return
    with pytest.raises(InvalidStateError, match=r"held\[2\] has . cards, for which the other"):
        engine.set(0, held=held, older=older)


@pytest.mark.rule("BRO-7.2")
def test_waiting_players_hold_five_red_cards_at_most():
    with pytest.raises(InvalidStateError, match="seat 1 holds 6 red cards, but may keep 5"):
        sea(hands=["", "terror terror chain_shot chain_shot good_wind good_wind"])


@pytest.mark.rule("BRO-9.1", "BRO-R41")
def test_the_eliminated_have_nothing():
    engine = sea(players=3, out=[2])
    with pytest.raises(InvalidStateError, match="seat 2 is eliminated, but still owns something"):
        engine.set(0, **change(engine, "blue_loc", Place.HAND + 2, 3))
    no_ship = change(engine, "fleet_card", NONE, 1, 0) | change(engine, "fleet_crew", 0, 1, 0)
    no_ship |= change(engine, "blue_loc", Place.BOX, 51)
    with pytest.raises(InvalidStateError, match="seat 1 has no ship left, but is not eliminated"):
        engine.set(0, **no_ship)


@pytest.mark.rule("BRO-9.4", "BRO-1.7")
def test_nobody_plays_on_with_enough_points():
    with pytest.raises(InvalidStateError, match="seat 0 has 9 points, but the game is running"):
        sea("war_galleon war_galleon man_of_war")


@pytest.mark.parametrize(
    ("name", "value", "complaint"),
    [
        ("moves", 60_001, "moves is 60001, but must be 0 to 59999"),
        ("phase", 16, "phase 16 does not exist"),
        ("cur", 5, "cur is 5, not 0 to 2"),
    ],
)
def test_numbers_that_mean_nothing(name, value, complaint):
    engine = position()
    state = np.array([engine.states[0]], GAME.dtype)
    state[name] = value
    assert complaint in "; ".join(engine.complaints_of(state))


def test_no_game_is_longer_than_its_bound():
    state = np.array([position().states[0]], GAME.dtype)
    state["moves"] = 60_001
    assert "60001 decisions were made, of 60000" in invariants(Record(state[0]), T)


def battle():
    return act(
        sea("sloop frigate#24[9]", "war_galleon", hands=["chain_shot fast_reload", "terror"]),
        "act_ship 1", "target_enemy 1 0", "play chain_shot",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("fields", "complaint"),
    [
        ({"b_chain": [2, 0]}, "b_chain counts 2, but 1 cards are played"),
        ({"b_gh": 1}, "b_gh is 1, but 0 cards are played"),
        ({"b_temp": [1, 0]}, "1 crew are on cards that hold 0"),
        ({"b_rolled": 1}, "b_rolled is 1 with wind 0 in step WIND"),
        ({"b_round": 3}, "b_round is 3 in step WIND"),
        ({"b_slot": [0, 0]}, "slot 1 of seat 0 should be the attacker"),
        ({"b_slot": [1, 4]}, "slot 4 of seat 1 is attacked, which is no ship of an opponent"),
        ({"b_seat": [0, 0]}, "slot 0 of seat 0 is attacked, which is no ship of an opponent"),
        ({"b_neutral": 1}, "which holds no ship"),
        ({"b_roller": 1}, "b_roller is 1 against a player"),
        ({"seat": 1}, "seat 1 is to move, but side 0 is to act"),
        ({"b_on": 0}, "b_on is 0 in phase WINDOW"),
    ],
)
def test_a_battle_that_does_not_add_up(fields, complaint):
    with pytest.raises(InvalidStateError) as error:
        battle().set(0, **fields)
    assert complaint in str(error.value)


@pytest.mark.rule("BRO-12.15")
def test_hooks_and_reload_never_meet():
    engine = act(battle(), "play fast_reload")
    cards = engine.states["red_battle"][0].copy()
    deck = engine.states["red_deck"][0].copy()
    hooks = RED_KEYS.index("grappling_hooks")
    cards[hooks], deck[hooks] = 1, 2
    with pytest.raises(InvalidStateError, match="Grappling Hooks and Fast Reload are in play"):
        engine.set(0, red_battle=cards, red_deck=deck, b_gh=1)


def digging():
    return act(roll(sea("sloop[9]", table="map_4"), 0), "act_ship 0", "target_table 0")


def sabotaging():
    engine = sea("sloop[9]", "brig+crows_nest fluyt", hands=["sabotage"], expansion=True)
    return act(engine, "play sabotage", "target_enemy 1 0")


def sharing():
    engine = sea("sloop[5] merchant[3]", phase=Phase.REORG)
    return act(engine, "redistribute")


def selling():
    """The crew of a ship that was sold waits to be shared out."""
    engine = act(sea("sloop[7] coaster", phase=Phase.REORG), "sell 0")
    assert engine.record().muster
    return engine


def chasing():
    return act(sea(players=3, table="merchant map_1"), "act_ship 0", "target_table 0")


@pytest.mark.parametrize(
    ("make", "fields", "complaint"),
    [
        (digging, {"exp_slot": 1}, "slot 1 of the middle holds no treasure"),
        (digging, {"sel_ship": 3}, "the empty slot 3 acts"),
        (sabotaging, {"sel_enemy": [1, 1]}, "slot 1 of seat 1 was chosen, which carries no inv"),
        (sabotaging, {"sel_enemy": [1, 5]}, "slot 5 of seat 1 was chosen, which is no ship"),
        (sabotaging, {"sel_enemy": [0, 0]}, "slot 0 of seat 0 was chosen, which is no ship"),
        (sabotaging, {"ret_phase": 3}, "ret_phase is 3"),
        (sabotaging, {"phase": Phase.CARD_RED}, "sabotage does not lead into phase CARD_RED"),
        (sharing, {"dist_slot": 4}, "crew goes to the empty slot 4"),
        (sharing, {"pool": 0}, "pool is 0, but the ships to come take 2 to"),
        (selling, {"redist_done": 1}, "muster is 9, but crew was shared out already"),
        (selling, {"muster": -1}, "muster is -1, not 0 to "),
        (chasing, {"b_slot": [0, 1]}, "slot 1 of the middle is attacked, which holds no ship"),
        (chasing, {"b_passes": 1}, "a neutral ship plays no cards"),
        (chasing, {"b_roller": NONE}, "b_roller is -1 against a neutral ship"),
    ],
)
def test_choices_that_do_not_fit(make, fields, complaint):
    with pytest.raises(InvalidStateError) as error:
        make().set(0, **fields)
    assert complaint in str(error.value)


def test_crew_that_is_not_decided_yet_is_nowhere():
    engine = sharing()
    with pytest.raises(InvalidStateError, match="slot 1 of seat 0 is not decided yet"):
        engine.set(0, **change(engine, "fleet_crew", 2, 0, 1))


def test_a_card_that_takes_no_part_is_nowhere():
    engine = sea(table="merchant")
    with pytest.raises(InvalidStateError, match="card 41 is in 3, but does not take part"):
        engine.set(
            0,
            **change(engine, "table_card", 41, 1), **change(engine, "table_crew", 9, 1),
            **change(engine, "blue_loc", Place.TABLE, 41),
        )  # fmt: skip


def test_empty_seats_have_nothing():
    engine = sea()
    with pytest.raises(InvalidStateError, match=rf"red_hand\[4, {TERROR}\] is 1, not 0"):
        engine.set(0, **change(engine, "red_hand", 1, 4, TERROR))
    with pytest.raises(InvalidStateError, match=r"treasure_pts\[4\] is 1, not 0"):
        engine.set(0, **change(engine, "treasure_pts", 1, 4))
    over = act(sea(fields={"round_no": 40, "cur": 1, "seat": 1}), "pass", "pass")
    with pytest.raises(InvalidStateError, match=r"rank_lo\[2\] is 2, not 0"):
        over.set(0, rank_lo=[1, 1, 2, 0, 0, 0])


@pytest.mark.rule("BRO-9.2", "BRO-9.5")
def test_a_game_needs_two_players():
    with pytest.raises(InvalidStateError, match="fewer than two players are left"):
        sea(players=3, out=[1, 2])
    with pytest.raises(InvalidStateError, match="seat 0 is to move, but eliminated"):
        sea(players=3, out=[0])


def test_places_leave_no_gap():
    engine = act(sea(fields={"round_no": 40, "cur": 1, "seat": 1}), "pass", "pass")
    assert engine.record().over
    with pytest.raises(
        InvalidStateError, match="1 of the players have places 1 to 2, but 2 is next"
    ):
        engine.set(0, rank_hi=[1, 2, 0, 0, 0, 0])


def step(engine, label, **fields):
    """Complaints about a step that also changed these fields."""
    before = np.array([engine.states[0]], GAME.dtype)
    after = before.copy()
    for name, value in fields.items():
        after[name] = value
    return transition(Record(before[0]), GAME.actions.id(label), Record(after[0]), T)


@pytest.mark.rule("BRO-4.5", "BRO-6.3", "BRO-8.17")
@pytest.mark.parametrize(
    ("phase", "label", "most"),
    [("INCOME", "count 2", 2), ("SHARE", "count 3", 3), ("ADVENTURE", "pass", 0)],
)
def test_crew_does_not_come_from_nowhere(phase, label, most):
    fields = {"pool": 9, "dist_slot": 0} if phase != "ADVENTURE" else {}
    crew = 0 if phase == "SHARE" else 5
    if phase == "SHARE":
        engine = act(sea("sloop[5] merchant[4]", phase=Phase.REORG), "redistribute")
    else:
        engine = sea("sloop[5] merchant[4]", phase=Phase[phase], fields=fields)
    crews = engine.states["fleet_crew"][0].copy()
    crews[0, 0] = crew + most
    assert step(engine, label, fleet_crew=crews, pool=engine.record().pool - most) == []
    crews[0, 0] = crew + most + 1
    assert step(engine, label, fleet_crew=crews) != []


@pytest.mark.rule("BRO-R20")
def test_spoils_are_the_cargo_of_the_prize():
    engine = passes(roll(chasing(), 0, 0, 0, 5, 0), 2)
    before = np.array([engine.states[0]], GAME.dtype)
    engine.step([0])
    after = np.array([engine.states[0]], GAME.dtype)
    label = GAME.actions.id("pass")
    assert transition(Record(before[0]), label, Record(after[0]), T) == []
    after["fleet_crew"][0, 0, 1] += 1
    assert transition(Record(before[0]), label, Record(after[0]), T) == [
        "the crew of seat 0 grew by 5 in phase WINDOW"
    ]


@pytest.mark.parametrize(
    ("make", "label", "most"),
    [
        (digging, "roll", 6),
        (lambda: act(sea("sloop[5]", table="map_1"), "act_ship 0"), "target_table 0", 6),
        (lambda: act(sea("sloop[5]", hands=["cast_away"]), "play cast_away"), "own_ship 0", 2),
        (lambda: act(sea("sloop[5]", hands=["full_rig"]), "play full_rig"), "own_ship 0", 0),
    ],
)
def test_rewards_have_a_limit(make, label, most):
    engine = make()
    crews = engine.states["fleet_crew"][0].copy()
    crews[0, 0] += most
    assert step(engine, label, fleet_crew=crews) == []
    crews[0, 0] += 1
    assert len(step(engine, label, fleet_crew=crews)) == 1


def test_a_full_fleet_may_gain_crew_without_a_ship():
    small = "coaster coaster coaster fishing_smack fishing_smack"
    engine = sea(f"sloop[5] merchant fluyt brigantine brig galleon whydah {small}", table="fancy",
                 target_points=15)  # fmt: skip
    act(engine, "act_ship 0", "target_table 0")
    crews = engine.states["fleet_crew"][0].copy()
    crews[0, 0] += 2
    assert step(engine, "pass", fleet_crew=crews) == []


def test_nobody_gains_two_ships_at_once():
    engine = chasing()
    cards, crews = engine.states["fleet_card"][0].copy(), engine.states["fleet_crew"][0].copy()
    cards[0, 1:3], crews[0, 1:3] = [5, 6], 4
    assert len(step(engine, "pass", fleet_card=cards, fleet_crew=crews)) == 1


def test_reorganisation_creates_no_crew():
    engine = sea("sloop[5] merchant[4]", phase=Phase.REORG)
    assert step(engine, "redistribute", pool=20, phase=Phase.SHARE) == [
        "reorganisation turned 9 crew into 29"
    ]


def test_a_sound_state_is_without_complaint():
    for engine in (position(), battle(), sea(phase=Phase.REORG)):
        assert invariants(engine.record(), T) == []
