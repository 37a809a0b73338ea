"""A trained network becomes the one that `ppo` stands for."""

import hashlib
import json
from dataclasses import replace

import pytest

from experiments import ship, values
from experiments.expert_iteration import ExpertPlan
from experiments.reporting.machine import ROOT
from experiments.training.plan import TrainingPlan
from experiments.training.run import Run
from piracy_agents import trained
from piracy_agents.network import Network
from piracy_env import registry
from piracy_env.envs.opponents import find_agent, known_agents
from tests.agents.test_network import network
from tests.experiments.test_lessons import CREW
from tests.experiments.test_lessons import plan as crew_plan
from tests.experiments.test_training import GAME, plan

LOADED = registry.load(GAME)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The folder of a short training."""
    found = tmp_path_factory.mktemp("training")
    Run(plan(), found).train(lambda entry: None)
    return found


@pytest.fixture
def shipped(tmp_path, monkeypatch):
    """Where `ppo` looks, for a while."""
    monkeypatch.setattr(trained, "SHIPPED", tmp_path / "shipped")
    return tmp_path / "shipped"


def test_a_network_is_measured_copied_and_found_by_its_name(folder, shipped, capsys):
    assert "ppo" not in known_agents(LOADED)
    assert ship.main([str(folder), "--game", GAME, "--deals", "10", "--into", str(shipped)]) == 0
    data = (shipped / "whispers.safetensors").read_bytes()
    assert data == (folder / "best.safetensors").read_bytes()
    assert "ppo" in known_agents(LOADED)
    assert repr(find_agent("ppo", LOADED)) == "ppo"
    told = json.loads((shipped / "whispers.json").read_text())
    assert told["sha256"] == hashlib.sha256(data).hexdigest()
    assert (told["size"], told["players"], told["seed"]) == (len(data), 3, 0)
    assert set(told["shares"]) == {"2", "3"}, "every number of players that the game takes"
    share = told["shares"]["3"]["uniform"]
    assert share["low"] <= share["share"] <= share["high"]
    assert share["games"] == 30
    assert set(told["rating"]) == {"ppo", "uniform"}
    page = (shipped / "README.md").read_text()
    assert page == ship.page([told])
    for part in ("| whispers | 3 |", "| **3** | 33.3 % |", told["sha256"], told["command"]):
        assert part in page
    assert "- adviser: `somebody`" in ship.page([told | {"adviser": "somebody"}])
    assert "shipped into" in capsys.readouterr().out


@pytest.mark.parametrize("path", sorted(trained.SHIPPED.glob("*.json")), ids=lambda path: path.stem)
def test_the_recipe_of_a_shipped_network_says_what_it_was_made_by(path):
    """Whoever trains by it does the same: decisions, settings, and the games of its values."""
    record = json.loads(path.read_text())
    words = record["command"].split()
    read = ExpertPlan.read if "experiments.expert_iteration" in words else TrainingPlan.read
    recipe = read(ROOT / words[words.index("--config") + 1])
    made, asked = record["plan"], json.loads(json.dumps(recipe.as_dict()))
    if isinstance(recipe, TrainingPlan):
        usual = recipe.load_game().default_reward
        asked["settings"]["reward"] = asked["settings"]["reward"] or usual
    values = asked["values"] if "values" in asked else asked["settings"]["values"]
    assert values == record.get("value_games", 0)
    told = {name: asked[name] for name in made.keys() - {"settings", "values"}}
    assert told == {name: made[name] for name in told}
    assert {name: asked["settings"][name] for name in made["settings"]} == made["settings"]


def test_a_record_is_not_part_of_the_network(folder, shipped):
    ship.ship(ship.Training.read(folder, GAME), shipped, 2, lambda *_: None)
    about = find_agent("ppo", LOADED).network.about
    assert not {"command", "commit", "date", "machine", "seconds"} & set(about)


def test_a_network_that_is_too_large_stays_where_it_is(folder, shipped, monkeypatch, capsys):
    monkeypatch.setattr(ship, "LARGEST", 100)
    assert ship.main([str(folder), "--game", GAME, "--into", str(shipped)]) == 2
    assert "100 are the most that is shipped" in capsys.readouterr().err
    assert not shipped.exists()


def test_a_folder_without_a_training_is_refused(tmp_path, capsys):
    assert ship.main([str(tmp_path)]) == 2
    assert "plan.json: cannot be read" in capsys.readouterr().err


def test_no_module_is_imported_because_a_folder_names_it(folder, shipped, capsys):
    assert ship.main([str(folder), "--into", str(shipped)]) == 2
    assert f"give the game with --game: '{GAME}'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("changed", "doubt"),
    [
        ({}, None),
        ({"commit": "1234567 with local changes"}, "files that no commit holds"),
        ({"command": "python -m experiments.train --config no.toml"}, "not in the repository"),
        ({"shares": {"3": {"uniform": {"share": 0.3, "low": 0.2, "high": 0.4}}}}, "not surely"),
    ],
)
def test_what_speaks_against_a_network_is_said(changed, doubt):
    strong = {"3": {"uniform": {"share": 0.6, "low": 0.5, "high": 0.7}}}
    told = {"players": 3, "commit": "1234567", "command": "python", "shares": strong, **changed}
    said = list(ship.doubts(told))
    assert [doubt in one for one in said] == ([] if doubt is None else [True])


def test_values_of_all_seats_are_added_to_what_is_shipped(folder, shipped, tmp_path, capsys):
    ship.ship(ship.Training.read(folder, GAME), shipped, 2, lambda *_: None)
    before = (shipped / "whispers.json").read_text()
    old = Network.load(shipped / "whispers.safetensors", LOADED)
    learn = [GAME, "--games", "256", "--widths", "4", "--out", str(tmp_path / "new.safetensors")]
    assert values.main([*learn, "--network", str(folder / "best.safetensors")]) == 0
    ask = [GAME, "--ship", str(tmp_path / "new.safetensors"), "--into", str(shipped)]
    assert values.main(ask) == values.main(ask) == 0
    new = Network.load(shipped / "whispers.safetensors", LOADED)
    assert new.seat_values is not None
    assert ship.policy_of(new) == ship.policy_of(old) == old.digest
    told, then = json.loads((shipped / "whispers.json").read_text()), json.loads(before)
    changed = {"sha256": new.digest, "size": (shipped / "whispers.safetensors").stat().st_size}
    added = {name: told[name] for name in ("value_games", "values")}
    assert told == then | changed | added
    assert told["values"]["before"] == then["sha256"], "also the second time"
    page = (shipped / "README.md").read_text()
    assert page == ship.page([told])
    assert "values of all seats: 256 games of its own: `python -m experiments.values" in page


def test_values_of_another_network_are_not_added(folder, shipped, tmp_path, capsys):
    ship.ship(ship.Training.read(folder, GAME), shipped, 2, lambda *_: None)
    kept = {path: path.read_bytes() for path in shipped.iterdir()}
    same = Network.load(folder / "best.safetensors", LOADED)
    file = tmp_path / "other.safetensors"
    other = network(widths=(16,), value_widths=(4,))
    for stranger in (same, replace(same, value=other.value, seat_values=other.seat_values)):
        stranger.save(file)
        file.with_suffix(".json").write_text("{}")
        assert values.main([GAME, "--ship", str(file), "--into", str(shipped)]) == 2
        assert "only the same network with values" in capsys.readouterr().err
    assert {path: path.read_bytes() for path in shipped.iterdir()} == kept


@pytest.fixture(scope="module")
def crew(tmp_path_factory):
    """A short training of a crew at two kinds of tables."""
    found = tmp_path_factory.mktemp("crew")
    Run(crew_plan(), found).train(lambda entry: None)
    return ship.Training.read(found, CREW)


def test_crews_are_measured_in_each_lesson_that_lasts(crew):
    measured = dict(ship.crews_of(crew, "uniform", 8, lambda *_: None))
    assert list(measured) == ["rounds=2 players=4", ""]
    for figures in measured.values():
        assert figures["games"] == 8
        for who in ("own", "its"):
            share, low, high = figures[who]
            assert 0.0 <= low <= share <= high <= 1.0
        share, theirs = figures["own"][0], figures["its"][0]
        assert figures["more_often"][0] == pytest.approx(share - theirs, abs=1e-3)
        assert figures["more_paid"][1] <= figures["more_paid"][0] <= figures["more_paid"][2]


def test_the_page_tells_of_crews_and_what_they_do_not_show_is_a_doubt(crew):
    measured = dict(ship.crews_of(crew, "uniform", 8, lambda *_: None))
    told = ship.record(crew, ship.measure(crew, 2, lambda *_: None), 2)
    assert "crews" not in told, "the game has no heuristic"
    assert "of uniform" not in ship.page([told])
    page = ship.page([told | {"crews": measured}])
    for part in ("| rounds=2 players=4 | 8 |", "| as a rule | 8 |", "| of uniform |"):
        assert part in page
    sure = {"own": [1.0, 0.9, 1.0], "its": [0.5, 0.4, 0.6], "more_often": [0.5, 0.4, 0.6]}
    sure |= {"more_scored": [1.0, -1.0, 3.0], "more_paid": [0.1, 0.0, 0.2]}
    base = {"players": 3, "commit": "1234567", "command": "python", "shares": {"3": {}}}
    said = list(ship.doubts(base | {"crews": {"": sure}}))
    assert len(said) == 1
    assert "as a rule: one seat of it is paid +0.100" in said[0]
    assert not list(ship.doubts(base | {"crews": {"": sure | {"more_paid": [0.1, 0.01, 0.2]}}}))
