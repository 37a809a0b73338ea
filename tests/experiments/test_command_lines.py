"""Numbers on the command lines of experiments: none without end, none below what makes sense."""

import importlib
import sys

import pytest

NONSENSE = ("nan", "inf", "-inf", "1e999", "-1", "", "a word", "9" * 5000)
COMMANDS = {
    "action_counts": (["mutiny"], ("--games", "--seed")),
    "action_gap": (["mutiny"], ("--positions", "--playouts", "--seed")),
    "benchmark": (["mutiny"], ("--players", "--envs", "--threads", "--seconds")),
    "drawing": (["mutiny"], ("--deals",)),
    "equilibria": (["experiments.kuhn_poker:GAME"], ("--seeds", "--budget")),
    "exploit": (["uniform", "--game", "mutiny"], ("--players", "--deals", "--seed", "--budget")),
    "exploitability": (["experiments.kuhn_poker:GAME"], ("--players", "--cfr")),
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
CASES = [(name, argument) for name, (_, arguments) in COMMANDS.items() for argument in arguments]


@pytest.mark.parametrize(("name", "argument"), CASES)
def test_a_number_that_makes_no_sense_is_refused(name, argument, monkeypatch, capsys, tmp_path):
    if name in ("equilibria", "exploit", "train", "train_population", "training.throughput"):
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
