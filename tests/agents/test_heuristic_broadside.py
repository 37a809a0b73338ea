"""The heuristic of broadside: exact odds, and the choices of a decent captain."""

import math
from functools import partial

import numpy as np
import pytest

from piracy_agents.heuristic import Heuristic, heuristic_of
from piracy_agents.heuristic.broadside.odds import HITS, LEFT, WIN, duel
from piracy_env.core.engine import Engine
from piracy_env.envs.opponents import Uniform, on_autopilot
from piracy_env.games.broadside import GAME
from piracy_env.games.broadside.state import Phase
from tests.agents import thinking
from tests.games.broadside.positions import passes, roll, sea
from tests.scenario import act

_, CAST = heuristic_of("broadside")
chosen = partial(thinking.chosen, character="headhunter")
captain = partial(thinking.chosen, character="captain")


# --- Odds -----------------------------------------------------------------------------------------


def test_chances_add_up():
    assert HITS.sum(1) == pytest.approx(np.ones(len(HITS)))
    assert HITS[3, 1] == pytest.approx(3 * (1 / 3) * (2 / 3) ** 2)
    both = WIN + WIN.T
    assert both.max() <= 1 + 1e-9, "one wins, or the other, or nobody"
    assert (WIN[1:, 0] == 1).all()
    assert LEFT[7, 0] == 7


def test_one_against_one():
    # each hits with 1/3; a round decides unless nobody hits
    assert WIN[1, 1] == pytest.approx((2 / 9) / (1 - 4 / 9))
    assert LEFT[1, 1] == pytest.approx(WIN[1, 1])


@pytest.mark.parametrize(
    ("crew", "guns", "win"),
    [(5, 0, 0.99), (7, 2, 0.95), (7, 1, 0.97), (8, 3, 0.83), (9, 4, 0.61), (10, 5, 0.38),
     (11, 5, 0.23), (13, 6, 0.05)],
)  # fmt: skip
def test_a_full_sloop_against_the_ships_of_the_box(crew, guns, win):
    assert duel(11, 0, crew, guns)[0] == pytest.approx(win, abs=0.012)


def test_the_odds_are_those_of_the_dice():
    dice, wins, left, games = np.random.default_rng(4), 0, 0, 4000
    for _ in range(games):
        mine, theirs = 9, 8
        theirs, mine = theirs - dice.binomial(4, 1 / 3), mine - dice.binomial(2, 1 / 3)
        while mine > 0 and theirs > 0:
            scored, suffered = dice.binomial(mine, 1 / 3), dice.binomial(theirs, 1 / 3)
            mine, theirs = mine - suffered, theirs - scored
        wins += mine > 0
        left += max(0, mine)
    win, crew = duel(9, 4, 8, 2)
    assert win == pytest.approx(wins / games, abs=4 * math.sqrt(0.25 / games))
    assert crew == pytest.approx(left / games, abs=0.2)


# --- Choices --------------------------------------------------------------------------------------


def test_a_sloop_takes_the_merchant_and_leaves_the_frigate():
    engine = sea(table="frigate#24 merchant", players=3)
    assert chosen(engine) == "act_ship 0"
    assert chosen(act(engine, "act_ship 0")) == "target_table 1"
    assert chosen(sea(table="frigate#24 galleon", players=3)) == "pass"


def test_the_last_ship_is_not_risked():
    assert chosen(sea("sloop[3]", table="merchant", players=3)) == "pass"


def test_the_ship_that_wins_the_game_is_worth_a_risk():
    rich = "sloop[9] frigate#24[9] whydah[9] fancy[9]"
    assert chosen(sea("sloop[9] frigate#24[9]", table="brig", players=3, acted=[(0, 1)])) == "pass"
    engine = sea(rich, table="brig", players=3, acted=[(0, 1), (0, 2), (0, 3)])
    assert chosen(engine) == "act_ship 0"


def test_a_duel_of_equals_is_no_bargain():
    assert chosen(sea()) == "pass"


def test_the_captain_finds_a_second_ship_before_a_duel():
    engine = act(sea("sloop", "sloop[9]", table="merchant"), "act_ship 0")
    assert chosen(engine) == "target_enemy 1 0", "to others this is a bargain"
    assert captain(engine) == "target_table 0"


def test_the_captain_attacks_with_a_good_hand():
    fleet = ("sloop[9] merchant[9]", "sloop[9] merchant[9]")
    assert captain(sea(*fleet, players=3)) == "pass"
    armed = sea(*fleet, hands=["good_speech bottle_of_rum chain_shot"], players=3)
    assert captain(armed) == "act_ship 0"


def test_digging_ends_before_the_crew_does():
    engine = act(roll(sea("sloop[9]", table="map_4", players=3), 0), "act_ship 0", "target_table 0")
    assert chosen(engine) == "roll"
    poor = act(roll(sea("sloop[2]", table="map_1", players=3), 0), "act_ship 0", "target_table 0")
    assert chosen(poor) == "pass"


def test_cards_of_use_are_played_first():
    assert chosen(sea(hands=["fortunas_blessing"], table="merchant")) == "play fortunas_blessing"
    assert chosen(sea(hands=["cast_away"])) == "pass", "a full sloop has no room"
    assert chosen(sea("sloop[9]", hands=["cast_away"])) == "play cast_away"
    engine = sea("sloop war_galleon[20]", hands=["gunnery_upgrade"])
    assert chosen(act(engine, "play gunnery_upgrade")) == "own_ship 1", "guns for the flagship"


def test_battle_cards_wait_until_they_turn_the_battle():
    engine = sea("sloop", table="fishing_smack", hands=["bottle_of_rum terror"], players=3)
    act(engine, "act_ship 0", "target_table 0")
    assert chosen(engine) == "pass"
    hard = sea("sloop brigantine#18", table="brig[9]", hands=["bottle_of_rum"], players=3)
    act(roll(hard, 0, 0, 2), "act_ship 1", "target_table 0")
    assert chosen(hard) == "pass", "the chase comes first"
    assert chosen(passes(hard, 2)) == "play bottle_of_rum"


def test_speed_cards_where_they_matter():
    engine = sea("sloop", table="schooner", hands=["surprise_attack"], players=3)
    act(engine, "act_ship 0", "target_table 0")
    assert chosen(engine) == "play surprise_attack"
    slow = sea("sloop", table="merchant", hands=["surprise_attack good_wind"], players=3)
    assert chosen(act(slow, "act_ship 0", "target_table 0")) == "pass"


def test_hooks_against_guns():
    engine = sea("man_of_war[16]", "sloop brig[14]", hands=["", "grappling_hooks"], players=2)
    act(roll(engine, 2), "act_ship 0", "target_enemy 1 1")
    passes(engine, 3)
    assert engine.record().seat == 1
    assert chosen(engine) == "play grappling_hooks"


def test_crew_is_shared_by_size():
    engine = act(sea("sloop[11] war_galleon[2] coaster[2]", phase=Phase.REORG), "redistribute")
    act(engine, chosen(engine))
    act(engine, chosen(engine))
    act(engine, chosen(engine))
    crews = engine.record().fleet_crew[0].tolist()[:3]
    assert crews[1] > crews[0] > crews[2] >= 1


def test_the_least_useful_card_is_discarded():
    hands = ["gunnery_upgrade gunnery_upgrade full_rig full_rig fortunas_blessing terror"]
    assert chosen(sea(phase=Phase.DISCARD, hands=hands)) == "pick terror"


@pytest.mark.slow
@pytest.mark.parametrize("character", CAST.names)
def test_every_character_beats_chance(character):
    controllers, script = on_autopilot([Heuristic(GAME, character), Uniform()], GAME)
    engine = Engine(GAME, 100, players=3, seed=2, auto_reset=False)
    engine.take_seats(np.array([controllers[0], controllers[1], controllers[1]]), script=script)
    engine.reset()
    won = sum(engine.outcome(i)[1][0] == 1 for i in range(100))
    assert won >= 75, "a third would be chance"
