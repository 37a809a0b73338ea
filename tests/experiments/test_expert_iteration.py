"""The script teaches a network, writes it down, and it plays."""

import json
from dataclasses import replace

import numpy as np
import pytest

from experiments import expert_iteration, ship
from experiments.training.folder import BEST, LOG, MADE, PLAN
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
    given = [NAMED, "--network", str(file), "--out", str(out), "--budget", "1s", *few]
    assert expert_iteration.main(given) == 0
    assert "s of the processor" in capsys.readouterr().out
    entries = [json.loads(line) for line in (out / LOG).read_text().splitlines()]
    taught = Network.load(out / BEST, whispers.GAME)
    assert taught.about["searched"] == entries[-1]["searched"] > 0
    assert json.loads((out / MADE).read_text())["commit"]
    engine = Engine(whispers.GAME, 4, seed=0)
    engine.reset()
    for name in ("ppo", "mcts:8+ppo"):
        actions = find_agent(f"{name}:{out / BEST}", whispers.GAME).act(engine.view())
        assert engine.action_mask[np.arange(4), actions].all()


def test_a_number_of_searched_decisions_repeats_and_may_be_shipped(tmp_path, capsys):
    file, config = tmp_path / "net.safetensors", tmp_path / "plan.toml"
    untaught = network()
    replace(untaught, about={**untaught.about, "decisions": 7}).save(file)
    begun = Network.load(file, whispers.GAME).digest
    config.write_text(
        f'players = [3, 2]\nbegin = "{file}"\nbudget = "150 decisions"\ngame = "whispers"\n'
        "[settings]\nsimulations = 4\ntables = 8\nheuristics = 0.0\nsearched = 1.0\n"
        "values = 64\n"
    )
    outs = [tmp_path / name for name in "ab"]
    for out in outs:
        assert expert_iteration.main([NAMED, "--config", str(config), "--out", str(out)]) == 0
    files = [(out / BEST).read_bytes() for out in outs]
    assert files[0] == files[1]
    about = Network.load(outs[0] / BEST, whispers.GAME).about
    assert (about["begun"], about["searched"]) == (begun, 4 * (4 * 6 + 4 * 4))
    told = json.loads((outs[0] / PLAN).read_text())
    assert (told["players"], told["tables_of"]) == (3, [3, 2])
    given = [str(outs[0]), "--game", NAMED, "--deals", "4", "--into", str(tmp_path / "shipped")]
    assert ship.main(given) == 0
    assert f"the network `{begun}`" in capsys.readouterr().out
    assert expert_iteration.main([NAMED, "--config", str(config), "--out", str(outs[0])]) == 2
    assert "holds a training" in capsys.readouterr().err


def test_no_file_has_a_module_imported(tmp_path, capsys):
    config = tmp_path / "plan.toml"
    config.write_text('game = "tests.experiments.stranger:GAME"\n')
    assert expert_iteration.main(["--config", str(config)]) == 2
    assert "would import a module, which no file may" in capsys.readouterr().err


def test_a_game_without_a_heuristic_is_told(tmp_path, capsys):
    file = tmp_path / "net.safetensors"
    network(value_widths=(4,)).save(file)
    given = [NAMED, "--network", str(file), "--out", str(tmp_path / "run"), "--budget", "1s"]
    assert expert_iteration.main(given) == 2
    assert "whispers has no heuristic" in capsys.readouterr().err
