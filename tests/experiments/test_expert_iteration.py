"""The script teaches a network, writes it down, and it plays."""

import json

import numpy as np
import pytest

from experiments import expert_iteration
from experiments.training.folder import LAST, LOG, MADE
from piracy_agents.network import Network
from piracy_env.core.engine import Engine
from piracy_env.envs.opponents import find_agent
from tests.agents.test_network import network
from tests.core import whispers

pytest.importorskip("sb3_contrib")

NAMED = "tests.core.whispers:GAME"


def test_what_was_taught_is_on_file_and_plays(tmp_path, capsys):
    file, out = tmp_path / "net.safetensors", tmp_path / "run"
    network().save(file)
    few = ["--simulations", "4", "--tables", "8", "--values", "64", "--heuristics", "0"]
    given = [NAMED, "--network", str(file), "--out", str(out), "--cpu", "1s", *few]
    assert expert_iteration.main(given) == 0
    assert "s of the processor" in capsys.readouterr().out
    entries = [json.loads(line) for line in (out / LOG).read_text().splitlines()]
    taught = Network.load(out / LAST, whispers.GAME)
    assert taught.about["searched"] == entries[-1]["searched"] > 0
    assert json.loads((out / MADE).read_text())["commit"]
    engine = Engine(whispers.GAME, 4, seed=0)
    engine.reset()
    for name in ("ppo", "mcts:8+ppo"):
        actions = find_agent(f"{name}:{out / LAST}", whispers.GAME).act(engine.view())
        assert engine.action_mask[np.arange(4), actions].all()


def test_a_game_without_a_heuristic_is_told(tmp_path, capsys):
    file = tmp_path / "net.safetensors"
    network(value_widths=(4,)).save(file)
    given = [NAMED, "--network", str(file), "--out", str(tmp_path / "run"), "--cpu", "1s"]
    assert expert_iteration.main(given) == 2
    assert "whispers has no heuristic" in capsys.readouterr().err
