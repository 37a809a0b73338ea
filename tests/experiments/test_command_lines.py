"""Numbers on the command lines of experiments: none without end, none below what makes sense."""

import importlib
import sys

import pytest

NONSENSE = ("nan", "inf", "-inf", "1e999", "-1", "", "a word", "9" * 5000)
COMMANDS = {
    "action_counts": (["mutiny"], ("--games", "--seed")),
    "action_gap": (["mutiny"], ("--positions", "--playouts", "--seed")),
    "benchmark": (["mutiny"], ("--players", "--envs", "--threads", "--seconds")),
    "captaincy": ([], ("--games", "--search-games", "--seed")),
    "drawing": (["mutiny"], ("--deals",)),
    "equilibria": (["experiments.kuhn_poker:GAME"], ("--seeds", "--budget")),
    "exploit": (["uniform", "--game", "mutiny"], ("--players", "--deals", "--seed", "--budget")),
    "exploitability": (["experiments.kuhn_poker:GAME"], ("--players", "--cfr")),
    "expert_iteration": (
        ["mutiny"],
        (
            *("--budget", "--players", "--simulations", "--tables", "--window", "--trust"),
            *("--rate", "--noise", "--heuristics", "--kept", "--values", "--seed"),
        ),
    ),
    "game_statistics": (["mutiny"], ("--games", "--seed")),
    "isolation": ([], ("--seconds",)),
    "leaderboard": (["mutiny"], ("--deals", "--seed")),
    "peers": ([], ("--seconds",)),
    "raiding_parties": ([], ("--budget",)),
    "search": ([], ("--seconds", "--openings", "--deals", "--seed")),
    "strength": (["mutiny"], ("--deals", "--seed")),
    "tournament.__main__": (["mutiny"], ("--seats", "--deals", "--seed", "--workers", "--salt")),
    "train": (["mutiny"], ("--players", "--seed", "--deals", "--workers", "--budget")),
    "train_population": (["mutiny"], ("--players", "--seed", "--members", "--deals", "--budget")),
    "training.throughput": (["mutiny"], ("--players", "--updates")),
    "tune": (["mutiny"], ("--players", "--challengers", "--deals", "--spread", "--seed")),
}
LEARNING = (
    *("equilibria", "expert_iteration", "exploit"),
    *("train", "train_population", "training.throughput"),
)
"""What needs another project to learn by."""
CASES = [(name, argument) for name, (_, arguments) in COMMANDS.items() for argument in arguments]


@pytest.mark.parametrize(("name", "argument"), CASES)
def test_a_number_that_makes_no_sense_is_refused(name, argument, monkeypatch, capsys, tmp_path):
    if name in LEARNING:
        pytest.importorskip("sb3_contrib")
    module = importlib.import_module(f"experiments.{name}")
    monkeypatch.chdir(tmp_path)
    for text in NONSENSE:
        if argument == "--salt" and text == "1e999":
            continue  # a hexadecimal number
        monkeypatch.setattr(sys, "argv", [name, *COMMANDS[name][0], f"{argument}={text}"])
        try:
            code = module.main()
        except SystemExit as end:
            code = end.code
        said = capsys.readouterr().err
        assert code == 2, text
        assert argument.strip("-") in said or "players" in said, text
    assert not list(tmp_path.iterdir())


UNKNOWN = {
    "action_counts": ["game", "option", "preset", "tables", "agent"],
    "action_gap": ["game", "option", "preset", "tables"],
    "benchmark": ["game"],
    "expert_iteration": ["game"],
    "game_statistics": ["game", "option", "preset", "tables", "agent"],
    "strength": ["game", "option", "preset", "tables"],
    "tournament.__main__": ["game", "option", "preset", "tables", "agent"],
    "train": ["game", "option", "preset", "tables"],
    "tune": ["game", "option", "preset", "tables", "character", "weights"],
    "turn_stream": ["game"],
}
"""What the scripts are asked for that there is not."""

ASKED = {
    "game": ["nosuch"],
    "option": ["mutiny", "-o", "nosuch=1"],
    "preset": ["mutiny", "--preset", "nosuch"],
    "tables": ["mutiny", "--tables", "nosuch.toml"],
    "agent": ["mutiny", "--agents", "uniform", "nosuch"],
    "character": ["mutiny", "--character", "nosuch"],
    "weights": ["mutiny", "--weights", "nosuch"],
}


@pytest.mark.parametrize(
    ("name", "what"), [(name, what) for name, asked in UNKNOWN.items() for what in asked]
)
def test_what_there_is_not_is_refused_in_words(name, what, monkeypatch, capsys, tmp_path):
    if name in ("train", "turn_stream"):
        pytest.importorskip("sb3_contrib")
    module = importlib.import_module(f"experiments.{name}")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", [name, *ASKED[what]])
    try:
        code = module.main()
    except SystemExit as end:
        code = end.code
    said = capsys.readouterr().err
    assert code == 2
    assert said.startswith(f"{name.partition('.')[0]}: ")
    assert "nosuch" in said
    assert "there are:" in said or what == "tables"
    assert not list(tmp_path.iterdir())


def test_a_training_that_could_not_be_rated_is_refused_before_it_begins(capsys, tmp_path):
    pytest.importorskip("sb3_contrib")
    train = importlib.import_module("experiments.train")
    out = tmp_path / "run"
    assert train.main(["mutiny", "--search", "", "--deals", "1", "--out", str(out)]) == 2
    assert "for all 7 agents to sit, a tournament needs deals from 2, not 1" in (
        capsys.readouterr().err
    )
    assert not out.exists()
