"""The page tells by how much networks misjudge each seat."""

import re
from dataclasses import replace

import numpy as np
import pytest

from experiments import value_errors, values
from piracy_agents.network import Layer, Network
from piracy_agents.safetensors import SUFFIX
from tests.agents.test_network import network
from tests.core import whispers

GAME = whispers.GAME


def hopeful(*hopes):
    """A network whose heads hope for so much, whatever they see; its own value hopes for 0.25."""
    plain = network(value_widths=(4,))
    heads = Layer(plain.seat_values.heads.weight * 0, np.array(hopes))
    value = Layer(plain.value.weight * 0, np.full(1, 0.25))
    values = replace(plain.seat_values, heads=heads)
    return replace(plain, value=value, seat_values=values)


def biases(rows, column):
    return [float(re.match("[+-][0-9.]+", row[column])[0]) for row in rows]


def test_what_is_expected_too_much_is_told_of_each_seat():
    rows = list(value_errors.measure(GAME, hopeful(0.5, -0.25, 9.0), 400))
    assert [row[0] for row in rows] == ["to move", "1 behind"]
    own, told, own_less, told_less = (biases(rows, column) for column in (2, 4, 6, 8))
    np.testing.assert_allclose(np.add(own, own[::-1]), 0.5, atol=0.002)  # payments add up to 0
    np.testing.assert_allclose(np.subtract(told, own), [0.25, -0.5], atol=0.002)
    np.testing.assert_allclose(np.subtract(own_less, own), -0.25, atol=0.002)
    np.testing.assert_allclose(np.subtract(told_less, own_less), [0.375, -0.375], atol=0.002)


def test_without_values_of_all_seats_there_is_one_way_to_ask():
    rows = list(value_errors.measure(GAME, replace(hopeful(0.5, 0, 0), seat_values=None), 50))
    assert biases(rows, 2) == biases(rows, 4)


def test_games_are_written_one_by_one(tmp_path, monkeypatch, capsys):
    file, page = tmp_path / f"net{SUFFIX}", tmp_path / "values.md"
    named = "tests.core.whispers:GAME"
    network().save(file)
    monkeypatch.setattr(value_errors, "PAGE", page)
    monkeypatch.setattr(value_errors, "RUNS", tmp_path)
    monkeypatch.setattr(value_errors, "list_games", lambda: [named])
    monkeypatch.setattr(value_errors, "SHIPPED", tmp_path)
    (tmp_path / f"{named}{SUFFIX}").touch()
    taught = tmp_path / f"taught{SUFFIX}"
    asked = ["--network", str(file), "--games", "600", "--widths", "4", "--out", str(taught)]
    assert values.main([named, *asked]) == 0
    assert Network.load(taught, GAME).about["value_games"] == 768
    asked = ["--games", "50", "--deals", "2", "--search", "mcts:4"]
    assert value_errors.main([named, "--network", f"{named}={taught}", *asked]) == 0
    text = page.read_text()
    assert "values of all seats from 768 games" in text
    assert text.count("| values of all seats |") == 1
    assert "`mcts:4+ppo` alone among `ppo`" in text


@pytest.mark.parametrize("command", [values, value_errors])
def test_what_cannot_be_read_is_told(command, capsys):
    asked = ["--network", "nowhere"] if command is values else ["--network", "mutiny=nowhere"]
    assert command.main(["mutiny", *asked]) == 2
    assert "nowhere" in capsys.readouterr().err
