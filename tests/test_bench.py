"""What `piracy bench` measures."""

import itertools
import time

import pytest

from experiments.connect_four import CELLS, COLUMNS, GAME
from piracy_env.bench import measure, rates
from piracy_env.errors import OptionError, UnknownGameError


def test_a_measurement_names_its_conditions_and_its_figures():
    figures = measure(GAME, envs=64, threads=2, seconds=0.05).as_dict()
    assert figures["game"] == "connect_four"
    assert figures["version"] == GAME.version
    assert (figures["players"], figures["envs"], figures["threads"]) == (2, 64, 2)
    assert (figures["observation_size"], figures["action_count"]) == (2 * CELLS, COLUMNS)
    assert figures["steps_per_second"] > 10_000
    assert figures["steps_per_second_without_observation"] > 10_000
    assert figures["playouts_per_second"] > 1_000
    assert 20 < figures["moves_per_game"] < 23


def test_rates_count_units_by_the_second():
    def slow():
        time.sleep(0.002)
        return 10

    def fast():
        time.sleep(0.002)
        return 1000

    measured = rates({"slow": slow, "fast": fast}, seconds=0.2)
    assert measured["slow"] < 10 / 0.002
    assert 50 < measured["fast"] / measured["slow"] < 200


def test_seconds_are_those_of_the_clock():
    ticks = itertools.count()
    measured = rates({"steady": lambda: 6}, seconds=4, turns=2, clock=lambda: float(next(ticks)))
    assert measured == {"steady": 6.0}


def test_what_cannot_be_measured_is_refused():
    with pytest.raises(OptionError, match="seconds"):
        measure(GAME, seconds=0)
    with pytest.raises(UnknownGameError, match="checkers"):
        measure("checkers")
