"""Scripts play the variant of a game that they are asked for, and say so."""

import json

import pytest

from experiments import action_counts, action_gap, game_statistics, ship, strength, train
from experiments.training.plan import TrainingPlan
from piracy_env.cli import choices
from piracy_env.errors import OptionError
from piracy_env.registry import load

ASKED = ["--preset", "short", "-o", "max_rounds=12", "--option", "parley=0"]
TOLD = {"preset": "short", "max_rounds": 12, "parley": 0}


def planned(*words):
    """The plan that a command line of `train` makes."""
    return train._plan(train._parser().parse_args([*words]))


def test_a_training_takes_a_variant():
    plan = planned("havens", *ASKED)
    assert plan.options == TOLD
    assert json.loads(json.dumps(plan.as_dict()))["options"] == TOLD


def test_the_command_line_goes_before_the_configuration(tmp_path):
    config = tmp_path / "plan.toml"
    config.write_text('game = "havens"\n[options]\nmax_rounds = 9\ntarget = 30\n')
    assert planned("--config", str(config)).options == {"max_rounds": 9, "target": 30}
    plan = planned("--config", str(config), "-o", "max_rounds=12")
    assert plan.options == {"max_rounds": 12, "target": 30}


def test_a_training_takes_tables(tmp_path):
    path = tmp_path / "cheap.toml"
    shipped = load("mutiny").tables.path.read_text()
    path.write_text(shipped.replace("ransom = 5\n", "ransom = 2\n"))
    plan = planned("mutiny", "--tables", str(path))
    assert plan.options == {"tables": str(path)}
    with pytest.raises(OptionError, match="tables must name a file"):
        TrainingPlan.make("mutiny", options={"tables": 3})


@pytest.mark.parametrize("words", [["-o", "parley"], ["-o", "weather=1"], ["-o", "parley=7"]])
def test_what_is_no_variant_is_refused(words):
    with pytest.raises(OptionError):
        planned("havens", *words)


def test_a_variant_is_written_as_the_command_line_takes_it():
    written = choices.written_variant({**TOLD, "tables": "my tables.toml"})
    assert written == " --preset short -o max_rounds=12 -o parley=0 --tables 'my tables.toml'"


def test_the_page_of_shipped_networks_tells_the_variant():
    assert ship._variant({"plan": {"options": TOLD | {"max_moves": 500}}}) == {
        "variant": "`--preset short -o max_rounds=12 -o parley=0`"
    }
    assert ship._variant({"plan": {"options": {}}}) == {}


def test_statistics_and_counts_are_of_the_variant(capsys):
    few = ["mutiny", "--games", "4", "-o", "max_turns=50", "-o", "use_ransom=no"]
    game_statistics.main(few)
    assert "uniform" in capsys.readouterr().out
    action_counts.main(few)
    ransoms = next(
        line for line in capsys.readouterr().out.splitlines() if line.startswith("| ransom ")
    )
    assert set(ransoms.split("|")[2:-1]) == {" 0.00 "}


def test_an_action_gap_of_a_variant_is_that_of_one_game(capsys):
    with pytest.raises(SystemExit):
        action_gap.main(["mutiny", "havens", "--preset", "short"])
    assert "a variant is one of a single game" in capsys.readouterr().err


def test_strength_holds_its_tournaments_with_the_variant(monkeypatch):
    game, held = load("mutiny"), []
    args = strength._parser().parse_args(["mutiny", "-o", "max_turns=50", "--deals", "1"])
    args.variant = tuple(sorted(choices.variant(args, game).items()))
    monkeypatch.setattr(strength, "_held", lambda plan: held.append(plan))
    with pytest.raises(AttributeError):
        list(strength.page(game, args))
    assert held[0].options == (("max_turns", 50),)
    assert "- variant: -o max_turns=50" in list(strength._opening(game, args))
