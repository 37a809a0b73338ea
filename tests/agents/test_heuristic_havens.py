"""The heuristic of havens: chances of throws, and the choices of a decent paymaster."""

import math
from functools import partial

import numpy as np
import pytest

from piracy_agents.heuristic import Heuristic, heuristic_of
from piracy_agents.heuristic.havens.odds import above, decided, duel
from piracy_env.core.engine import Engine
from piracy_env.envs.opponents import Uniform, on_autopilot
from piracy_env.games.havens import GAME
from piracy_env.games.havens.state import Decision, Phase
from tests.agents import thinking
from tests.games.havens.positions import asked, table
from tests.scenario import act

_, CAST = heuristic_of("havens")
chosen = partial(thinking.chosen, character="paymaster")
STRONG = "12 35 54 62"
"""Blackbeard on the Queen Anne's Revenge with 12-pounders and the Flying Gang: 14 dice."""


def hunter(**ships):
    """Seat 0 beside a vessel of seat 1."""
    return table({"0.0": f"{STRONG}; 65; 0", "1.0": "8 32 - -; 66; 9"} | ships)


# --- Odds -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dice", "others", "won"), [(6, 6, 0.47), (7, 6, 0.69), (8, 6, 0.84), (9, 6, 0.93)]
)
def test_the_chances_of_a_round(dice, others, won):
    assert above(dice, others, 0.0) == pytest.approx(won, abs=0.015)


def test_the_chances_are_those_of_the_dice():
    throws = np.random.default_rng(3).integers(1, 7, (40_000, 12))
    mine, theirs = throws[:, :7].sum(1) + 4, throws[:, 7:].sum(1)
    margin = 4 * math.sqrt(0.25 / len(throws))
    assert above(7, 5, 4.0) == pytest.approx((mine > theirs).mean(), abs=margin + 0.01)


def test_chances_add_up():
    assert decided(5, 8, 2.0) + decided(8, 5, -2.0) == pytest.approx(1)
    assert duel(6, 6) == pytest.approx(0.5)
    assert duel(8, 6) > decided(8, 6, 0.0) > 0.8


# --- Choices --------------------------------------------------------------------------------------


def test_much_booty_is_secured():
    assert chosen(table({"0.0": f"{STRONG}; 72; 14"})) == "secure 0"


def test_booty_that_ends_the_game_is_secured_before_all_else():
    engine = table({"0.0": f"{STRONG}; 72; 3"}, supply=[58, 10], hand="16 38 61", rows={0: "26"})
    assert chosen(engine) == "secure 0"


def test_a_raid_that_can_be_won_is_tried_and_a_hopeless_one_is_not():
    rows = {0: "28 16 17 1"}
    assert chosen(table({"0.0": "18 45 52 61; 46; 0"}, rows=rows)) == "attempt 0 0"
    weak = table({"0.0": "9 32 - -; 5; 3"}, rows=rows, unspent=0)
    assert chosen(weak) == "pass", "three dice against the ten of Veracruz"


def test_a_loaded_vessel_sails_home():
    engine = table({"0.0": f"{STRONG}; 63; 15"}, dice="6", rows={0: "0 1 2 3"})
    assert chosen(engine) == "move 0"
    act(engine, "move 0")
    assert chosen(engine) == "hex 72"


def test_a_vessel_sails_to_its_target():
    engine = table({"0.0": f"{STRONG}; 62; 0"}, dice="6", rows={0: "26 0 1 2"})
    act(engine, "move 0")
    assert chosen(engine) == "hex 40"


def test_a_bare_vessel_waits_for_guns_or_crew():
    bare = table({"0.0": "18 45 52 -; port"}, rows={0: "28 22 31 32"}, hand="61", havens="65 64")
    assert chosen(bare) == "card 61"
    act(bare, "card 61", "slot 0")
    assert chosen(bare) == "move 0"


def test_a_captain_joins_the_vessel_that_waits_for_him():
    ships = {"0.0": "- 34 - -; port", "0.1": "- 45 - -; port"}
    assert chosen(act(table(ships, hand="9"), "card 9")) == "slot 0"
    apart = table({"0.0": "- 45 - -; port", "0.1": "18 - - -; port"})
    assert chosen(apart, times=1) in ("shift_part 0 vessel", "shift_part 1 captain")


def test_history_cards_are_played_when_they_reach_the_goal():
    rows = {0: "26 0 1 2"}
    near = act(table({"0.0": f"{STRONG}; 62; 0"}, dice="6", rows=rows, hand="84"), "move 0")
    assert asked(near) == "0 PREMOVE"
    assert chosen(near) == "pass"
    assert chosen(act(near, "pass")) == "hex 40"
    far = act(table({"0.0": f"{STRONG}; 65; 9"}, dice="2", rows=rows, hand="84"), "move 0", "pass")
    assert chosen(act(far)) == "card 84"


def test_a_loaded_rival_is_attacked_by_the_stronger():
    engine = act(hunter(), "move 0", "hex 65")
    assert chosen(engine) == "target 1 0"
    weak = table({"0.0": "8 32 - -; 65; 9", "1.0": f"{STRONG.replace('12 ', '13 ', 1)}; 66; 2"})
    assert chosen(act(weak, "move 0", "hex 65")) == "pass"


def test_the_weaker_offers_coins_and_the_stronger_presses_on():
    engine = act(
        table({"0.0": "14 37 52 61; 65; 0", "1.0": "9 34 46 57; 66; 9"}, dice="1, " + "6 " * 9),
        "move 0", "hex 65", "target 1 0",
    )  # fmt: skip
    assert asked(engine) == "1 PARLEY"
    assert chosen(engine).startswith("offer")
    act(engine, "pass")
    assert asked(engine) == "0 PRESS"
    assert chosen(engine) == "fight_on"


def test_a_rich_offer_is_taken():
    engine = act(hunter(), "move 0", "hex 65", "target 1 0", "offer 9")
    assert chosen(engine) == "accept"


def test_the_weaker_card_is_lost():
    engine = table({"0.0": "9 34 46 59; 69; 0"}, rows={0: "13"}, dice="1 " * 9 + "6 " * 6)
    assert chosen(act(engine, "attempt 0 0")) == "lose_guns"


def test_a_card_is_added_to_a_close_throw_only():
    close = table({"0.0": "9 34 49 57; 49; 0"}, rows={0: "10"}, hand="87")
    assert chosen(act(close, "attempt 0 0")) == "card 87"
    easy = table({"0.0": f"{STRONG}; 46; 0"}, rows={0: "28"}, hand="87")
    assert chosen(act(easy, "attempt 0 0")) == "pass"


def test_a_hurricane_upon_a_loaded_vessel_is_negated():
    ships = {"0.0": "8 32 - -; 66; 0", "1.0": "10 33 - -; 57; 16"}
    engine = act(table(ships, hand="82", hands={1: "92"}, supply=20), "card 82", "target 1 0")
    assert asked(engine) == "1 WINDOW_CARD"
    assert chosen(engine) == "card 92"


def test_the_haven_moves_to_the_booty():
    engine = table({"0.0": f"{STRONG}; 50; 16; moved"}, hand="71", unspent=3)
    assert chosen(engine) == "card 71"
    assert chosen(act(engine, "card 71")) == "secure 0"


def test_treasure_is_dug_up():
    assert chosen(table({"0.0": f"{STRONG}; 28; 0"}, hand="90")) == "card 90"


def test_a_weak_attack_is_replaced_by_a_rich_one_in_reach():
    engine = table(rows={0: "5 32 34 4"}, attacks="22", phase=Phase.DRAW, decision=Decision.DRAW)
    act(engine, "draw_attack")
    assert chosen(engine).startswith("row")


def test_characters_differ():
    engine = table({"0.0": "18 45 52 61; 72; 5"}, rows={0: "28 20 33 29"})
    habits = {name: chosen(engine, character=name) for name in CAST.names}
    assert habits["sloop_raider"] == "secure 0"
    assert len(set(habits.values())) > 1, habits


@pytest.mark.slow
@pytest.mark.parametrize("character", CAST.names)
def test_every_character_beats_chance(character):
    controllers, script = on_autopilot([Heuristic(GAME, character), Uniform()], GAME)
    engine = Engine(GAME, 40, players=3, seed=2, auto_reset=False)
    engine.take_seats(np.array([controllers[0], controllers[1], controllers[1]]), script=script)
    engine.reset()
    won = sum(engine.outcome(i)[1][0] == 1 for i in range(40))
    assert won >= 38
