"""A network gets the inputs that its game has got since: it decides as it did."""

import dataclasses
import hashlib
import json

import numpy as np
import pytest

from experiments import extend_network, ship
from experiments.extend_network import extend, main
from piracy_agents.network import Layer, Network, digest_of, sizes_of
from piracy_agents.trained import SHIPPED
from piracy_env.errors import CheckpointError
from tests.agents.test_network import GAME, network

NAMES = GAME.observation.feature_names()
NEW = GAME.observation.slices.die


@pytest.fixture(params=[None, (6, 4)], ids=["without values", "with values"])
def former(request, tmp_path):
    """A network of the time when nobody was shown the die, and its file."""
    ours = network(value_widths=request.param)
    is_old = np.ones(len(NAMES), bool)
    is_old[NEW] = False
    first = Layer(ours.trunk[0].weight[is_old], ours.trunk[0].bias)
    about = {
        **ours.about, "version": GAME.version - 1,
        "observation": digest_of(tuple(np.array(NAMES)[is_old].tolist())),
        "sizes": [int(is_old.sum()), GAME.actions.size], "teacher": "somebody",
    }  # fmt: skip
    one = dataclasses.replace(ours, trunk=(first, *ours.trunk[1:]), about=about)
    if ours.seat_values:
        seen, *others = ours.seat_values.trunk
        blind = Layer(seen.weight[is_old], seen.bias)
        values = dataclasses.replace(ours.seat_values, trunk=(blind, *others))
        one = dataclasses.replace(one, seat_values=values)
    path = tmp_path / "best.safetensors"
    one.save(path)
    return one, path, is_old


def test_it_decides_as_before_whatever_the_new_inputs_are(former):
    one, path, is_old = former
    with pytest.raises(CheckpointError, match="not made for this game"):
        Network.load(path, GAME)
    extend(path, ["die"], GAME)
    other = Network.load(path, GAME)
    seen = np.random.default_rng(0).random((50, len(NAMES)), np.float32)
    for mine, its in zip(one.evaluate(seen[:, is_old]), other.evaluate(seen), strict=True):
        np.testing.assert_allclose(its, mine, rtol=1e-4, atol=1e-4)
    assert not other.trunk[0].weight[NEW].any()
    if one.seat_values:
        mine, its = one.expectations(seen[:, is_old]), other.expectations(seen)
        np.testing.assert_allclose(its, mine, rtol=1e-4, atol=1e-4)
    assert other.about["sizes"] == sizes_of(GAME)
    assert other.about["teacher"] == "somebody"


@pytest.mark.parametrize("new", [["spoken"], ["die", "spoken"], [NAMES[0]]])
def test_inputs_that_are_not_those_it_was_made_for_are_refused(former, new):
    _, path, _ = former
    before = path.read_bytes()
    with pytest.raises(CheckpointError, match="its observation is not that of whispers without"):
        extend(path, new, GAME)
    assert path.read_bytes() == before


def test_what_is_not_observed_is_refused(former):
    with pytest.raises(CheckpointError, match="observes no weather; there are the groups"):
        extend(former[1], ["weather"], GAME)


def test_the_record_beside_it_says_so(former, tmp_path, monkeypatch):
    _, path, _ = former
    told = json.loads((SHIPPED / "mutiny.json").read_text())
    told.pop("extended", None)
    before = hashlib.sha256(path.read_bytes()).hexdigest()
    path.with_suffix(".json").write_text(json.dumps({**told, "game": "whispers"}))
    monkeypatch.setattr(extend_network, "load", lambda _name: GAME)
    assert main([str(path), "die"]) == 0
    found = json.loads(path.with_suffix(".json").read_text())
    assert found["sha256"] == hashlib.sha256(path.read_bytes()).hexdigest()
    assert found["size"] == path.stat().st_size
    assert found["extended"] == [{"from": before, "version": GAME.version, "inputs": ["die"]}]
    page = (tmp_path / ship.PAGE).read_text()
    assert "inputs of weight zero, which it was not trained on: `die`, for version" in page


def test_the_command_tells_what_is_wrong(tmp_path, capsys):
    path = tmp_path / "some.safetensors"
    path.write_bytes(b"nothing")
    assert main([str(path), "die"]) == 2
    assert "extend_network: " in capsys.readouterr().err
