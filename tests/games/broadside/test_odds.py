"""The chances of a full sloop against each kind of prey, computed exactly and fought out."""

from functools import cache
from math import comb

import pytest

from piracy_env.games.broadside import GAME
from piracy_env.games.broadside.state import Place
from tests.games.broadside.positions import T, sea
from tests.scenario import act

HIT = 1 / 3
"""Two faces of six are guns, two are crews."""
FIGHTS = 400


def hits(dice):
    """The chance of each number of hits."""
    return [comb(dice, k) * HIT**k * (1 - HIT) ** (dice - k) for k in range(dice + 1)]


@cache
def wins(ours, theirs):
    """The chance to win the boarding, given both crews."""
    if ours == 0 or theirs == 0:
        return float(ours > 0)
    total, nothing = 0.0, 0.0
    for a, p in enumerate(hits(ours)):
        for b, q in enumerate(hits(theirs)):
            if a == b == 0:
                nothing = p * q
            else:
                total += p * q * wins(max(0, ours - b), max(0, theirs - a))
    return total / (1 - nothing)


def sloop_wins(cannons, crew):
    """The chance of a sloop with 11 crew that has caught a ship."""
    return sum(p * wins(max(0, 11 - k), crew) for k, p in enumerate(hits(cannons)))


PREY = {
    "merchant": 0.99,
    "fluyt": 0.95,
    "privateer_sloop": 0.97,
    "brigantine": 0.83,
    "brig": 0.61,
    "east_indiaman": 0.38,
    "light_frigate": 0.23,
    "galleon": 0.05,
}
ROWS = {"merchant": 2, "fluyt": 3, "east_indiaman": 4, "privateer_sloop": 5, "brigantine": 7}
ROWS |= {"brig": 8, "light_frigate": 9, "galleon": 11}


@pytest.mark.parametrize(("prey", "chance"), PREY.items())
def test_what_a_captain_may_expect(prey, chance):
    ship = T.ships[ROWS[prey]]
    assert sloop_wins(ship.cannons, ship.crew) == pytest.approx(chance, abs=0.01)


@pytest.mark.rule("BRO-8.11", "BRO-8.13", "BRO-8.15")
@pytest.mark.parametrize("prey", ["fluyt", "brig", "light_frigate"])
def test_battles_come_out_as_computed(prey):
    ship = T.ships[ROWS[prey]]
    engine = act(sea("sloop coaster", table=prey), "act_ship 0", "target_table 0")
    engine.set(0, b_step=2, b_rolled=1)
    won = 0
    for seed in range(FIGHTS):
        trial = engine.clone()
        trial.set(rng=seed * 0x9E3779B97F4A7C15 % 2**64)
        trial.play(0)
        if trial.states["b_on"][0]:
            trial.play(0)
        won += trial.states["fleet_card"][0, 0, 2] >= 0
    chance = sloop_wins(ship.cannons, ship.crew)
    assert won / FIGHTS == pytest.approx(chance, abs=4 * (chance * (1 - chance) / FIGHTS) ** 0.5)


@pytest.mark.rule("BRO-10.6", "BRO-10.7")
def test_a_map_is_found_with_chance_11_in_36():
    engine = act(sea("sloop coaster", table="map_1"), "act_ship 0")
    found = 0
    for seed in range(FIGHTS):
        trial = engine.clone()
        trial.set(rng=seed * 0x9E3779B97F4A7C15 % 2**64)
        trial.play(GAME.actions.id("target_table 0"))
        found += trial.states["blue_loc"][0, 35] == Place.TREASURE
    assert found / FIGHTS == pytest.approx(11 / 36, abs=0.09)
